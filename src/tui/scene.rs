//! The scene drawn in space: parts, fixtures, the path, the tool at its pose, and where it cuts in.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use gouge_raster::{Camera, Drawn, Frame, Material, Model, Paint, Track};

use super::background::Later;
use super::document::{Body, Document};
use super::path::Path;
use super::tool_outline::{self, ComponentOutline, radius_at};
use crate::geom::{Aabb, Vec3};
use crate::report::data::BodyRole;
use crate::tool::Role;

/// Poses along a motion that are left out together where the surface is far from them.
const STRETCH: usize = 16;

/// How far paths stand before surfaces they run on, pixels.
const PATH_BIAS: f64 = 1.5;

/// A tool as it is drawn.
#[derive(Clone, Debug)]
pub struct DrawnTool {
    /// Its components.
    pub outlines: Vec<ComponentOutline>,
    models: Vec<(Model, Material)>,
}

/// Bodies, path and tools, ready for drawing. Of millions of facets or motions that takes seconds:
/// they are drawn from when they are ready.
#[derive(Debug)]
pub struct Scene {
    bodies: Later<Vec<(Model, Material)>>,
    bounds: Option<Aabb>,
    route: Later<Route>,
    tools: BTreeMap<u32, DrawnTool>,
}

/// The path as lines.
#[derive(Clone, Debug, Default)]
struct Route {
    track: Track,
    /// First point of every motion in the track.
    firsts: Vec<u32>,
}

/// A tool somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Tool number.
    pub tool: u32,
    /// Control point, work coordinates, mm.
    pub at: Vec3,
}

/// What of a scene is drawn, and how.
#[derive(Clone, Debug)]
pub struct Show<'a> {
    /// From where.
    pub camera: Camera,
    /// Draws only points p with `normal · p <= distance`.
    pub clip: Option<(Vec3, f64)>,
    /// Motions whose path is drawn.
    pub motions: Range<usize>,
    /// The tool.
    pub pose: Option<Pose>,
    /// The tool lets through what is behind it.
    pub sheer: bool,
    /// The surface that the tool cuts into on its way through these poses is painted by depth.
    pub swept: &'a [Pose],
    /// Borders of the zones of depth, mm.
    pub zones: &'a [f64],
    /// Facets may be displaced by so many pixels.
    pub error: f64,
}

impl Scene {
    /// Prepares what a document holds; `gouges` tells which motions are bad.
    pub fn new(document: &Document, gouges: impl Fn(usize) -> bool + Send + 'static) -> Self {
        let mut scene = Self::begin(document, gouges);
        scene.wait();
        scene
    }

    /// Waits until all is prepared.
    pub fn wait(&mut self) {
        self.bodies.wait();
        self.route.wait();
    }

    /// Begins to prepare it.
    pub fn begin(document: &Document, gouges: impl Fn(usize) -> bool + Send + 'static) -> Self {
        let bounds = document.all_bounds();
        let height = if bounds.is_empty() { 0.0 } else { bounds.size().z };
        let tool = |spec| {
            let outlines = tool_outline::outlines(spec, height);
            let model = |o: &ComponentOutline| {
                let material = match o.role {
                    Role::Cutter => Material::CUTTER,
                    Role::Shank => Material::SHANK,
                    Role::Holder => Material::HOLDER,
                };
                (Model::new(&tool_outline::solid(spec, o), true), material)
            };
            DrawnTool { models: outlines.iter().map(model).collect(), outlines }
        };
        let bodies = Arc::clone(&document.bodies);
        Self {
            bodies: Later::begin(move || bodies.iter().map(model).collect()),
            bounds: (!bounds.is_empty()).then_some(bounds),
            route: Later::begin(route(&document.path, gouges)),
            tools: document.tools.iter().map(|(n, spec)| (*n, tool(spec))).collect(),
        }
    }

    /// The path anew, coloured by what is known of its motions now.
    pub fn follow(&mut self, document: &Document, gouges: impl Fn(usize) -> bool + Send + 'static) {
        self.route.again(route(&document.path, gouges));
    }

    /// Takes over what is ready by now; tells whether something is.
    pub fn arrive(&mut self) -> bool {
        // Both are asked.
        self.bodies.arrive() | self.route.arrive()
    }

    /// Whether something is still being prepared.
    pub fn is_coming(&self) -> bool {
        self.bodies.is_coming() || self.route.is_coming()
    }

    /// Whether the bodies can be drawn.
    pub fn has_bodies(&self) -> bool {
        self.bodies.get().is_some()
    }

    /// Box around parts and fixtures, mm.
    pub fn bounds(&self) -> Aabb {
        self.bounds.unwrap_or(Aabb { lo: Vec3::repeat(-1.0), hi: Vec3::repeat(1.0) })
    }

    /// A tool by number.
    pub fn tool(&self, number: u32) -> Option<&DrawnTool> {
        self.tools.get(&number)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let bodies = self.bodies.get().into_iter().flatten();
        let models = bodies.chain(self.tools.values().flat_map(|t| &t.models));
        let route = self.route.get().map_or(0, |r| r.track.bytes() + 4 * r.firsts.len());
        models.map(|(m, _)| m.bytes()).sum::<usize>() + route
    }

    /// Draws it.
    pub fn draw(&self, frame: &mut Frame, show: &Show) -> Drawn {
        let mut all = Drawn::default();
        for (model, material) in self.bodies.get().into_iter().flatten() {
            let paint = Paint { clip: show.clip, error: show.error, ..Paint::of(*material) };
            let one = frame.draw(&show.camera, model, &paint);
            all.clusters += one.clusters;
            all.seen += one.seen;
            all.facets += one.facets;
        }
        self.paint_zones(frame, show);
        if let Some(Route { track, firsts }) = self.route.get().filter(|r| !r.track.is_empty()) {
            let bias = PATH_BIAS / show.camera.scale;
            let point = |i: usize| firsts.get(i).or(firsts.last()).copied().unwrap_or(0) as usize;
            let range = point(show.motions.start)..point(show.motions.end);
            if !range.is_empty() {
                track.draw(frame, &show.camera, range, bias);
            }
        }
        if let Some((pose, tool)) = show.pose.and_then(|p| Some((p, self.tools.get(&p.tool)?))) {
            for (model, material) in &tool.models {
                let paint = Paint { offset: pose.at, sheer: show.sheer, ..Paint::of(*material) };
                frame.draw(&show.camera, model, &paint);
            }
        }
        all
    }

    /// How deep a point lies in a tool at a pose, about, mm; none outside of it.
    pub fn depth(&self, pose: &Pose, p: Vec3) -> Option<f64> {
        let tool = self.tools.get(&pose.tool)?;
        tool.outlines.iter().filter_map(|o| inside(o, p - pose.at)).reduce(f64::max)
    }

    /// Surface inside the tool on its way gets the colour of its depth.
    fn paint_zones(&self, frame: &mut Frame, show: &Show) {
        let tools =
            show.swept.iter().filter_map(|pose| Some((pose.at, self.tools.get(&pose.tool)?)));
        let poses: Vec<(Vec3, &[ComponentOutline])> =
            tools.map(|(at, tool)| (at, &tool.outlines[..])).collect();
        if poses.is_empty() {
            return;
        }
        let stretches: Vec<Stretch> = poses.chunks(STRETCH).map(Stretch::new).collect();
        let borders = show.zones;
        for material in [Material::PART, Material::FIXTURE] {
            frame.repaint(&show.camera, material, |p| {
                let deepest = stretches
                    .iter()
                    .filter(|stretch| stretch.reaches(p))
                    .flat_map(|stretch| stretch.poses)
                    .flat_map(|(at, outlines)| {
                        outlines.iter().filter_map(move |o| inside(o, p - at))
                    })
                    .fold(0.0, f64::max);
                let zone = borders.iter().take_while(|border| deepest > **border).count();
                (zone > 0).then(|| Material::zone(zone - 1))
            });
        }
    }
}

/// Poses that follow each other: from most of a way a point is far off.
struct Stretch<'a> {
    poses: &'a [(Vec3, &'a [ComponentOutline])],
    /// Around all that they cover, seen along the axis.
    around: Aabb,
}

impl<'a> Stretch<'a> {
    fn new(poses: &'a [(Vec3, &'a [ComponentOutline])]) -> Self {
        let outlines = poses.iter().flat_map(|(_, outlines)| outlines.iter());
        let radii = outlines.flat_map(|o| &o.points).map(|point| point[0]);
        let around = Aabb::around(poses.iter().map(|(at, _)| *at));
        Self { poses, around: around.grown(radii.fold(0.0, f64::max)) }
    }

    fn reaches(&self, p: Vec3) -> bool {
        let Aabb { lo, hi } = self.around;
        (lo.x..=hi.x).contains(&p.x) && (lo.y..=hi.y).contains(&p.y)
    }
}

fn model(body: &Body) -> (Model, Material) {
    let material = match body.role {
        BodyRole::Part => Material::PART,
        BodyRole::Fixture => Material::FIXTURE,
    };
    (Model::new(&body.mesh, body.closed), material)
}

fn route(
    path: &Arc<Path>,
    gouges: impl Fn(usize) -> bool + Send + 'static,
) -> impl FnOnce() -> Route + Send + 'static {
    let path = Arc::clone(path);
    move || {
        let (track, firsts) = path.track(gouges);
        Route { track, firsts }
    }
}

/// How deep a point (relative to the control point) lies in a component, about, mm.
fn inside(outline: &ComponentOutline, p: Vec3) -> Option<f64> {
    let r = p.x.hypot(p.y);
    if radius_at(&outline.points, p.z)? <= r {
        return None;
    }
    let near = |w: &[[f64; 2]]| {
        let (d, e) = ([w[1][0] - w[0][0], w[1][1] - w[0][1]], [r - w[0][0], p.z - w[0][1]]);
        let length = d[0] * d[0] + d[1] * d[1];
        let s =
            if length > 0.0 { ((d[0] * e[0] + d[1] * e[1]) / length).clamp(0.0, 1.0) } else { 0.0 };
        (e[0] - s * d[0]).hypot(e[1] - s * d[1])
    };
    outline.points.windows(2).map(near).reduce(f64::min)
}
