//! How far the surface lies from tools on their paths, for the map. Distances are those of poses
//! along the motions, drawn, not proved; the numbers written are the report's.

use std::collections::HashMap;

use crate::geom::Vec3;
use crate::nc::Kind;
use crate::tool::Role;
use crate::tui::document::Document;
use crate::tui::path::Path;
use crate::tui::scene::Scene;
use crate::tui::tool_outline::{ComponentOutline, radius_at};

/// Of the poses in a square of this share of the path's extent, the lowest is kept: a tool is
/// nearer to what lies under it the lower it is.
const SQUARE_SHARE: f64 = 1.0 / 1024.0;

/// Most poses looked at on the way.
const MOST_POSES: f64 = 2e6;

/// Poses of a leaf.
const LEAF: usize = 4;

/// Tools on their way.
pub struct Room {
    clouds: Vec<Cloud>,
}

/// What of a tool moves, and how: the report counts cutters before parts in rapids only, and of
/// those not the ones straight up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum What {
    Body,
    Cutter,
    CutterAtWork,
}

/// The poses of one tool, or of a part of it.
struct Cloud {
    what: What,
    outlines: Vec<ComponentOutline>,
    /// The outlines from below, (r, z): radii never fall towards the top.
    shadow: Vec<[f64; 2]>,
    poses: Vec<Vec3>,
    nodes: Vec<Node>,
    /// The pose that was nearest to the point asked for last: the next point is mostly close to it.
    last: usize,
}

/// Poses in a rectangle.
struct Node {
    lo: [f64; 2],
    hi: [f64; 2],
    /// The lowest of them.
    low: f64,
    /// The first pose and the one after the last.
    range: [usize; 2],
    /// The second child; the first follows the node. None in a leaf.
    other: Option<usize>,
}

impl Room {
    /// Follows all motions of which the tool is known.
    pub fn new(document: &Document, scene: &Scene) -> Self {
        let path = &document.path;
        let (mut lo, mut hi, mut length) = (Vec3::repeat(f64::MAX), Vec3::repeat(f64::MIN), 0.0);
        for i in 0..path.len() {
            if let Some(ends) = path.ends(i) {
                length += path.length(i);
                for p in ends {
                    (lo, hi) = (lo.inf(&p), hi.sup(&p));
                }
            }
        }
        let extent = (hi.x - lo.x).max(hi.y - lo.y);
        let square = (extent * SQUARE_SHARE).max(1e-3);
        let step = square.max(length / MOST_POSES);
        let mut kept: HashMap<(u32, What), HashMap<[i32; 2], Vec3>> = HashMap::new();
        for i in 0..path.len() {
            let Some([from, to]) = path.ends(i) else { continue };
            let number = tool_of(document, scene, i);
            let rise = to - from;
            let up = rise.z > 0.0 && rise.xy().norm() == 0.0;
            let rapid = path.steps[i].kind == Kind::Rapid && !up;
            let cutter = if rapid { What::Cutter } else { What::CutterAtWork };
            for at in along(path, i, step) {
                let key = [(at.x / square).floor() as i32, (at.y / square).floor() as i32];
                for what in [What::Body, cutter] {
                    let slot = kept.entry((number, what)).or_default().entry(key).or_insert(at);
                    if at.z < slot.z {
                        *slot = at;
                    }
                }
            }
        }
        let mut kept: Vec<_> = kept.into_iter().collect();
        kept.sort_by_key(|(key, _)| *key);
        let cloud = |((number, what), poses): ((u32, What), HashMap<[i32; 2], Vec3>)| {
            let own = |o: &&ComponentOutline| (o.role == Role::Cutter) == (what != What::Body);
            let outlines: Vec<ComponentOutline> =
                scene.tool(number)?.outlines.iter().filter(own).cloned().collect();
            (!outlines.is_empty())
                .then(|| Cloud::new(what, outlines, poses.into_values().collect()))
        };
        Self { clouds: kept.into_iter().filter_map(cloud).collect() }
    }

    /// How far a point of a part or of a fixture is from the nearest tool, mm, if nearer than
    /// `most`.
    pub fn distance(&mut self, p: Vec3, fixture: bool, most: f64) -> Option<f64> {
        let counts = |c: &&mut Cloud| fixture || c.what != What::CutterAtWork;
        let least = self.clouds.iter_mut().filter(counts).fold(most, |best, c| c.nearer(p, best));
        (least < most).then_some(least)
    }
}

/// The tool of a motion: the program's, or the one that the report takes it for.
fn tool_of(document: &Document, scene: &Scene, motion: usize) -> u32 {
    let said = u32::from(document.path.steps[motion].tool);
    let holds = |o: &&crate::report::data::Operation| {
        (o.motion_range[0]..=o.motion_range[1]).contains(&(motion as u32))
    };
    match scene.tool(said) {
        Some(_) => said,
        None => document.report.operations.iter().find(holds).map_or(said, |o| o.tool),
    }
}

fn along(path: &Path, motion: usize, step: f64) -> impl Iterator<Item = Vec3> + '_ {
    let count = (path.length(motion) / step).ceil().max(1.0) as usize;
    (0..=count).filter_map(move |i| path.at(motion, i as f64 / count as f64))
}

impl Cloud {
    fn new(what: What, outlines: Vec<ComponentOutline>, mut poses: Vec<Vec3>) -> Self {
        let mut shadow: Vec<[f64; 2]> = Vec::new();
        for [r, z] in outlines.iter().flat_map(|o| &o.points) {
            let widest = shadow.last().map_or(0.0, |last| last[0]);
            shadow.push([r.max(widest), *z]);
        }
        // The order of poses with equal keys must not depend on that of a hash table.
        poses.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        let mut nodes = Vec::new();
        let count = poses.len();
        grow(&mut poses, [0, count], &mut nodes);
        Self { what, outlines, shadow, poses, nodes, last: 0 }
    }

    /// The distance of a point, mm; `best` where that is less.
    fn nearer(&mut self, p: Vec3, mut best: f64) -> f64 {
        best = best.min(self.distance(self.last, p));
        let mut open = vec![(0, self.bound(0, p))];
        while let Some((node, bound)) = open.pop() {
            if bound >= best {
                continue;
            }
            match self.nodes[node].other {
                Some(other) => {
                    let mut pair = [node + 1, other].map(|n| (n, self.bound(n, p)));
                    // The nearer is looked at first.
                    pair.sort_by(|a, b| b.1.total_cmp(&a.1));
                    open.extend(pair);
                }
                None => {
                    let [from, to] = self.nodes[node].range;
                    for i in from..to {
                        let distance = self.distance(i, p);
                        if distance < best {
                            (best, self.last) = (distance, i);
                        }
                    }
                }
            }
        }
        best
    }

    /// No pose of a node is nearer: the tool's shadow, as near and as low as any of them.
    fn bound(&self, node: usize, p: Vec3) -> f64 {
        let n = &self.nodes[node];
        let off = |k: usize| (n.lo[k] - p[k]).max(p[k] - n.hi[k]).max(0.0);
        let (r, z) = (off(0).hypot(off(1)), p.z - n.low);
        let Some([widest, top]) = self.shadow.last().copied() else { return f64::INFINITY };
        if z >= top {
            return (r - widest).max(0.0);
        }
        if radius_at(&self.shadow, z).is_some_and(|radius| r <= radius) {
            return 0.0;
        }
        // The first point may stand off the axis: from there to the axis it is closed.
        let first = self.shadow.first().map_or([0.0; 2], |f| [0.0, f[1]]);
        std::iter::once([first, self.shadow[0]])
            .chain(self.shadow.windows(2).map(|w| [w[0], w[1]]))
            .map(|edge| beside(edge, r, z))
            .fold(f64::INFINITY, f64::min)
    }

    /// The distance of a point from a pose, mm.
    fn distance(&self, pose: usize, p: Vec3) -> f64 {
        let d = p - self.poses[pose];
        let (r, z) = (d.x.hypot(d.y), d.z);
        let of = |o: &ComponentOutline| {
            if radius_at(&o.points, z).is_some_and(|radius| r <= radius) {
                return 0.0;
            }
            let edges = o.points.windows(2).map(|w| beside([w[0], w[1]], r, z));
            let foot = o.points.first().map(|f| beside([[0.0, f[1]], *f], r, z));
            edges.chain(foot).fold(f64::INFINITY, f64::min)
        };
        self.outlines.iter().map(of).fold(f64::INFINITY, f64::min)
    }
}

/// Splits poses by the longer side of their rectangle; a node comes before its children.
fn grow(poses: &mut [Vec3], range: [usize; 2], nodes: &mut Vec<Node>) {
    let own = &mut poses[range[0]..range[1]];
    let (mut lo, mut hi, mut low) = ([f64::MAX; 2], [f64::MIN; 2], f64::MAX);
    for p in own.iter() {
        for k in 0..2 {
            (lo[k], hi[k]) = (lo[k].min(p[k]), hi[k].max(p[k]));
        }
        low = low.min(p.z);
    }
    let at = nodes.len();
    nodes.push(Node { lo, hi, low, range, other: None });
    if own.len() <= LEAF {
        return;
    }
    let k = usize::from(hi[1] - lo[1] > hi[0] - lo[0]);
    let half = own.len() / 2;
    own.select_nth_unstable_by(half, |a, b| a[k].total_cmp(&b[k]));
    let middle = range[0] + half;
    grow(poses, [range[0], middle], nodes);
    nodes[at].other = Some(nodes.len());
    grow(poses, [middle, range[1]], nodes);
}

/// The distance of (r, z) from an edge, mm.
fn beside(edge: [[f64; 2]; 2], r: f64, z: f64) -> f64 {
    let [a, b] = edge;
    let (d, e) = ([b[0] - a[0], b[1] - a[1]], [r - a[0], z - a[1]]);
    let length = d[0] * d[0] + d[1] * d[1];
    let s = if length > 0.0 { ((d[0] * e[0] + d[1] * e[1]) / length).clamp(0.0, 1.0) } else { 0.0 };
    (e[0] - s * d[0]).hypot(e[1] - s * d[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_random::Random;

    /// Beside every pose in turn.
    #[test]
    fn no_pose_is_nearer_than_the_one_found() {
        let mut random = Random::new(16);
        let spec = crate::tool::Spec::parse(
            "ball:6;len=10;shank=5,20;holder=20,30,40",
            std::path::Path::new(""),
        )
        .unwrap();
        let outlines = crate::tui::tool_outline::outlines(&spec, 0.0);
        let mut point = |size: f64| Vec3::from([0; 3].map(|_| random.between(-size, size)));
        let poses: Vec<Vec3> = (0..500).map(|_| point(40.0)).collect();
        let mut cloud = Cloud::new(What::Body, outlines, poses);
        for _ in 0..2_000 {
            let p = point(60.0);
            let want = (0..500).map(|i| cloud.distance(i, p)).fold(f64::INFINITY, f64::min);
            assert!((cloud.nearer(p, f64::INFINITY) - want).abs() < 1e-12);
        }
    }
}
