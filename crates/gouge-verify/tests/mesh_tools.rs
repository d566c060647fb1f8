//! Mesh tools of any shape: what is proved of them without a look into the material is not proved
//! where they cut.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use gouge_core::tool::{NonconvexMesh, Piece, Polyhedron, Shape, Solid, Spec};
use gouge_mesh::geom::{Vec3, closest_on_triangle};
use gouge_mesh::mesh::{Mesh, defects};
use gouge_nc::Motion;
use gouge_verify::{Body, Options, Outcome, Progress, Verdict, check};

/// Rings (radius, height) about the axis over a tip at the origin, closed at the top: a tool with a
/// waist.
fn waisted(rings: &[[f64; 2]]) -> Spec {
    const SIDES: u32 = 16;
    let mut mesh = Mesh::default();
    mesh.vertices.push(Vec3::zeros());
    for [radius, z] in rings {
        mesh.vertices.extend((0..SIDES).map(|k| {
            let (sin, cos) = (TAU * f64::from(k) / f64::from(SIDES)).sin_cos();
            Vec3::new(radius * cos, radius * sin, *z)
        }));
    }
    let last = rings.len() as u32 - 1;
    mesh.vertices.push(Vec3::new(0.0, 0.0, rings[last as usize][1]));
    let at = |ring: u32, k: u32| 1 + ring * SIDES + k % SIDES;
    for k in 0..SIDES {
        mesh.triangles.push([0, at(0, k + 1), at(0, k)]);
        mesh.triangles.push([at(last, k), at(last, k + 1), at(last + 1, 0)]);
        for ring in 0..last {
            let [a, b] = [at(ring, k), at(ring, k + 1)];
            let [c, d] = [at(ring + 1, k + 1), at(ring + 1, k)];
            mesh.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    let shells = defects::examine(&mesh).shells;
    let piece = Piece::Nonconvex(NonconvexMesh::new(mesh, shells).unwrap());
    Spec::cutter(Shape::Mesh(Box::new(piece)))
}

const BLUNT: [[f64; 2]; 4] = [[4.0, 3.0], [5.0, 6.0], [2.0, 9.0], [4.0, 12.0]];

/// A point of 5° half-angle below a waist.
const POINTED: [[f64; 2]; 4] = [[0.525, 6.0], [0.3, 8.0], [0.6, 10.0], [0.6, 12.0]];

/// A block from 60 below to the level z = 0.
fn block() -> Mesh {
    let corner = |k: u32| {
        let side = |bit: u32, [low, high]: [f64; 2]| if k & bit == 0 { low } else { high };
        let wide = [-60.0, 60.0];
        Vec3::new(side(1, wide), side(2, wide), side(4, [-60.0, 0.0]))
    };
    Mesh {
        vertices: (0..8).map(corner).collect(),
        triangles: vec![
            [0, 2, 1],
            [1, 2, 3],
            [4, 5, 6],
            [5, 7, 6],
            [0, 1, 4],
            [1, 5, 4],
            [2, 6, 3],
            [3, 6, 7],
            [0, 4, 2],
            [2, 4, 6],
            [1, 3, 5],
            [3, 7, 5],
        ],
    }
}

/// What the motion from one point to another is.
fn told(mesh: &Mesh, tool: &Spec, ends: [[f64; 3]; 2]) -> (Verdict, [f64; 2]) {
    let outcome = checked(mesh, tool, ends, &Options::default());
    let motion = outcome.motions.iter().next().unwrap();
    (motion.verdict, motion.depth)
}

fn checked(mesh: &Mesh, tool: &Spec, ends: [[f64; 3]; 2], options: &Options) -> Outcome {
    let body = Body::new(mesh, &defects::examine(mesh), false);
    let tools = BTreeMap::from([(1, tool.clone())]);
    let motions = [Motion::feed(1, ends[0], ends[1])];
    check(&[body], &tools, &motions[..].into(), options, &Progress::default())
}

/// No facet comes half the tolerance deep into such a point, and a raise by the tolerance does
/// not clear it.
#[test]
fn a_scratch_under_a_pointed_mesh_tool_is_as_deep_as_it_reaches() {
    let tool = waisted(&POINTED);
    for height in [-0.05, -0.012] {
        let (verdict, [lo, hi]) = told(&block(), &tool, [[0.0, 0.0, height], [5.0, 1.0, height]]);
        assert_eq!(verdict, Verdict::Gouge, "{height}");
        assert!(lo > 0.01 && hi >= -height - 1e-6, "{height}: {lo} {hi}");
    }
    let shallow = [[0.0, 0.0, -0.008], [5.0, 1.0, -0.008]];
    assert_eq!(told(&block(), &tool, shallow).0, Verdict::Clean);
}

/// Where a cutter that is not quite convex grows it fills its dents: a flat one, its upper ring
/// turned by part of a facet, was told to be as deep as all dents together, 0.098 for 0.08.
#[test]
fn a_cutter_with_dents_that_grows_is_no_deeper_than_what_is_around_it() {
    let mut tool = Mesh::default();
    let sides = 34;
    for (z, turned) in [(0.0, 0.0), (12.0, 0.6)] {
        tool.vertices.extend((0..sides).map(|k| {
            let (sin, cos) = (TAU * (f64::from(k) + turned) / f64::from(sides)).sin_cos();
            Vec3::new(3.0 * cos, 3.0 * sin, z)
        }));
    }
    tool.vertices.extend([Vec3::zeros(), Vec3::z() * 12.0]);
    for k in 0..sides {
        let next = (k + 1) % sides;
        tool.triangles.extend([[2 * sides, next, k], [2 * sides + 1, sides + k, sides + next]]);
        tool.triangles.extend([[k, next, sides + next], [k, sides + next, sides + k]]);
    }
    let shells = defects::examine(&tool).shells;
    let piece = Piece::Nonconvex(NonconvexMesh::new(tool, shells).unwrap());
    let tool = Spec::cutter(Shape::Mesh(Box::new(piece)));
    let options = |tolerance: f64| Options { tolerance, deviation: 0.05, ..Options::default() };
    let cut = |z: f64| [[0.0, 0.0, z], [5.0, 1.0, z]];
    let verdict = |z: f64, tolerance: f64| {
        let outcome = checked(&block(), &tool, cut(z), &options(tolerance));
        outcome.motions.iter().next().unwrap().verdict
    };
    assert_eq!(verdict(-0.03, 0.0802), Verdict::Clean);
    assert_eq!(verdict(-0.03, 0.0798), Verdict::Gouge);
    assert_eq!(verdict(0.0, 0.05), Verdict::Clean, "it only touches");
    let outcome = checked(&block(), &tool, cut(-0.03), &options(0.01));
    let [lo, hi] = outcome.findings.depth(outcome.regions[0].worst);
    assert!(lo <= 0.08 && 0.08 <= hi && hi - lo <= 0.01 * hi, "{lo} {hi}");
}

/// Cells that planes about the whole cutter say no more of were left, though its facets did: a fin
/// under a hollow tip that grew was told half as wide again, other cutters to three times the depth.
#[test]
fn what_planes_about_a_cutter_leave_open_its_facets_close() {
    let tool = waisted(&[[0.63, -0.18], [1.53, -0.18], [1.53, 5.7]]);
    let mut fin = block();
    for v in &mut fin.vertices {
        let x = if v.x < 0.0 { -0.35 } else { 0.25 };
        *v = Vec3::new(x, v.y.signum() * 8.0, if v.z < -30.0 { -6.0 } else { 0.0 });
    }
    let options = Options { deviation: 0.092, ..Options::default() };
    let ends = [[0.2975, 2.8137, -3.558], [0.277, 2.805, -3.553]];
    let outcome = checked(&fin, &tool, ends, &options);
    let [lo, hi] = outcome.findings.depth(outcome.regions[0].worst);
    assert!(hi - lo <= 0.006 * hi, "{lo} {hi}");
}

/// It meets no facet, raised or not.
#[test]
fn a_mesh_tool_buried_in_the_material_is_not_clean() {
    let (verdict, [lo, _]) =
        told(&block(), &waisted(&BLUNT), [[0.0, 0.0, -40.0], [5.0, 1.0, -40.0]]);
    assert_eq!(verdict, Verdict::Gouge);
    assert!(lo > 20.0, "{lo}");
}

/// It comes from beyond the rim and meets nothing, and nothing lower than its eaves stands over it:
/// a sheet of small facets above its top, or beside its waist.
#[test]
fn a_mesh_tool_beneath_a_sheet_is_not_clean() {
    const STEPS: u32 = 20;
    let mut sheet = Mesh::default();
    for k in 0..STEPS * STEPS {
        sheet.vertices.push(Vec3::new(f64::from(k % STEPS), f64::from(k / STEPS), 0.0));
        if k % STEPS + 1 < STEPS && k / STEPS + 1 < STEPS {
            let [a, b, c, d] = [k, k + 1, k + STEPS + 1, k + STEPS];
            sheet.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    let tool = waisted(&BLUNT);
    for (height, far) in [(-20.0, 5.0), (-9.0, -2.5)] {
        let (verdict, depth) = told(&sheet, &tool, [[-15.0, 9.5, height], [far, 9.5, height]]);
        assert_ne!(verdict, Verdict::Clean, "{height}: {depth:?}");
    }
    let above = told(&sheet, &tool, [[-15.0, 9.5, 0.0], [5.0, 9.5, 0.0]]);
    assert_eq!(above.0, Verdict::Clean);
}

/// Two boxes side by side, turned and rounded to single precision so that they are not quite flush:
/// where one touches the other it has material on both sides, and that was taken for all of it.
#[test]
fn a_mesh_tool_of_two_bodies_side_by_side_is_not_clean() {
    let mut facets = block().triangles;
    facets.rotate_right(2);
    for degrees in [1.0f64, 5.0, 20.0] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let mut mesh = Mesh::default();
        let large = [[0.0, 4.0], [-3.0, 3.0], [0.0, 9.0]];
        let small = [[-4.0, 0.0], [-2.0, 1.0], [0.3, 5.0]];
        for [wide, deep, high] in [large, small] {
            let n = mesh.vertices.len() as u32;
            mesh.vertices.extend((0..8).map(|k| {
                let side = |bit: u32, ends: [f64; 2]| ends[usize::from(k & bit != 0)];
                let [x, y, z] = [side(1, wide), side(2, deep), side(4, high)];
                let turned = [x * cos - y * sin, x * sin + y * cos, z];
                Vec3::from(turned.map(|v| f64::from(v as f32)))
            }));
            mesh.triangles.extend(facets.iter().map(|t| t.map(|v| v + n)));
        }
        let shells = defects::examine(&mesh).shells;
        let piece = Piece::Nonconvex(NonconvexMesh::new(mesh, shells).unwrap());
        let tool = Spec::cutter(Shape::Mesh(Box::new(piece)));
        // Only the small one comes into the wall.
        let (verdict, [lo, hi]) = told(&block(), &tool, [[63.6, -5.0, -20.0], [63.6, 5.0, -20.0]]);
        assert_eq!(verdict, Verdict::Gouge, "{degrees}");
        assert!(lo > 0.3 && hi >= 0.4, "{degrees}: {lo} {hi}");
    }
}

/// A prism whose quads are not flat was taken for its hull, which is deeper: by less than a
/// millionth, but told to a billionth.
#[test]
fn a_tool_with_a_dent_is_no_deeper_than_it_is() {
    let dent = 4e-7;
    // A cube of 10 mm about the axis; one side of it is drawn along the diagonal that lies deeper.
    let corner = |k: u32| {
        let side = |bit: u32, [low, high]: [f64; 2]| if k & bit == 0 { low } else { high };
        Vec3::new(side(1, [-5.0, 5.0]), side(2, [-5.0, 5.0]), side(4, [0.0, 10.0]))
    };
    let mut vertices: Vec<Vec3> = (0..8).map(corner).collect();
    for at in [0, 6] {
        vertices[at].x += dent;
    }
    let triangles = vec![
        [0, 2, 3],
        [0, 3, 1],
        [4, 5, 7],
        [4, 7, 6],
        [0, 1, 5],
        [0, 5, 4],
        [2, 6, 7],
        [2, 7, 3],
        [0, 4, 6],
        [0, 6, 2],
        [1, 3, 7],
        [1, 7, 5],
    ];
    let tool_mesh = Mesh { vertices, triangles };
    let body = Polyhedron::new(&tool_mesh).unwrap();
    assert!(body.excess() > 0.9 * dent, "{}", body.excess());
    let tool = Spec::cutter(Shape::Mesh(Box::new(Piece::Solid(Solid::Faceted(body)))));
    // A needle from below, up into the tool, nearest to the side with the dent.
    let tip = Vec3::new(-4.0, 0.0, 5.0);
    let around = [[0.1, 0.0], [-0.05, 0.08], [-0.05, -0.08]];
    let mut vertices: Vec<Vec3> =
        around.iter().map(|[x, y]| Vec3::new(tip.x + x, tip.y + y, -60.0)).collect();
    vertices.push(tip);
    let mesh = Mesh { vertices, triangles: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] };
    let report = defects::examine(&mesh);
    assert!(report.watertight && !report.inverted, "{report:?}");
    let body = Body::new(&mesh, &report, false);
    let motions = [Motion::feed(1, [0.0; 3], [0.0, 0.0, 1e-3])];
    let (options, tools) = (Options::default(), BTreeMap::from([(1, tool)]));
    let outcome = check(&[body], &tools, &motions[..].into(), &options, &Progress::default());
    // The side is drawn from corner to corner there: it passes that much farther in.
    let facets: Vec<_> = (0..12).map(|i| tool_mesh.triangle(i)).collect();
    let depth = |x: &Vec3| {
        let far = facets.iter().map(|facet| (closest_on_triangle(x, facet) - x).norm());
        far.fold(f64::INFINITY, f64::min)
    };
    let finding = outcome.findings.at(outcome.regions[0].worst);
    let (lo, deep) =
        (finding.tool_side[0], depth(&(finding.surface_point - finding.control_point)));
    assert!(lo > 0.9 && lo <= deep, "{lo} {deep}");
}

/// A plate exactly where a shank stands on a mesh was as deep as in either of both: clean at 0.1,
/// where the tool goes all through it.
#[test]
fn what_comes_between_a_mesh_and_its_shank_is_not_clean() {
    let mut tool = waisted(&[[5.0, 0.5], [5.0, 12.0]]);
    tool.shank = Spec::parse("flat:9;len=9;shank=10,30", "".as_ref()).unwrap().shank;
    let plate = |x: f64, z: f64, half: f64| {
        let mut mesh = block();
        for v in &mut mesh.vertices {
            *v = Vec3::new(
                if v.x < 0.0 { x } else { 40.0 },
                v.y,
                if v.z < -30.0 { z - half } else { z + half },
            );
        }
        mesh
    };
    let at = |mesh: &Mesh, tip: f64| {
        let report = defects::examine(mesh);
        let body = Body::new(mesh, &report, false);
        let options = Options { tolerance: 0.1, ..Options::default() };
        let motion = Motion::feed(1, [0.0, 0.0, tip], [1.0, 0.0, tip]);
        let tools = BTreeMap::from([(1, tool.clone())]);
        let motions = [motion][..].into();
        let outcome = check(&[body], &tools, &motions, &options, &Progress::default());
        (outcome.motions.at(0).verdict, outcome.motions.at(0).depth)
    };
    let depth_at = |mesh: &Mesh, tip: f64| at(mesh, tip).1;
    let at = |mesh: &Mesh, tip: f64| at(mesh, tip).0;
    let thin = plate(-1.0, 0.0, 0.05);
    assert_eq!(at(&thin, -12.0), Verdict::Unknown);
    // It is 5 mm deep also where a second plate, farther down, is gouged by less.
    let mut two = thin.clone();
    let second = plate(5.7, -6.0, 0.3);
    two.vertices.extend(second.vertices);
    two.triangles.extend(second.triangles.iter().map(|t| t.map(|v| v + 8)));
    let [lo, hi] = depth_at(&two, -12.0);
    assert!(lo > 0.25 && lo < 0.35 && hi >= 5.0, "{lo} {hi}");
    // In the shank, and in the mesh.
    assert_eq!(at(&thin, -13.0), Verdict::Gouge);
    assert_eq!(at(&thin, -11.0), Verdict::Gouge);
    // Beside both, and a little into both.
    assert_eq!(at(&plate(7.0, 0.0, 0.05), -12.0), Verdict::Clean);
    assert_eq!(at(&plate(5.95, 0.0, 9.0), -12.0), Verdict::Clean);
    assert_eq!(at(&plate(5.85, 0.0, 9.0), -12.0), Verdict::Gouge);
}

fn brick(lo: [f64; 3], hi: [f64; 3]) -> Mesh {
    let mut mesh = block();
    for v in &mut mesh.vertices {
        let end = |k: usize, high: bool| if high { hi[k] } else { lo[k] };
        *v = Vec3::new(end(0, v.x > 0.0), end(1, v.y > 0.0), end(2, v.z > -30.0));
    }
    mesh
}

/// A wall beside a square cutter, just below its wider shank, was left open: the room about their
/// joint was as wide as the corners of the square.
#[test]
fn a_wall_beside_a_square_mesh_below_its_shank_is_clean() {
    let square = brick([-2.0, -2.0, 0.0], [2.0, 2.0, 6.0]);
    let polyhedron = Piece::Solid(Solid::Faceted(Polyhedron::new(&square).unwrap()));
    let mut tool = Spec::cutter(Shape::Mesh(Box::new(polyhedron)));
    tool.shank = Spec::parse("flat:9;len=9;shank=8,6", "".as_ref()).unwrap().shank;
    let wall = |x: f64| brick([x, -20.0, -9.0], [x + 5.0, 20.0, 5.995]);
    let way = [[0.0, -5.0, 0.0], [0.0, 5.0, 0.0]];
    assert_eq!(told(&wall(2.5), &tool, way).0, Verdict::Clean);
    assert_eq!(told(&wall(2.02), &tool, way).0, Verdict::Clean);
    assert_eq!(told(&wall(1.98), &tool, way).0, Verdict::Gouge);
}

/// A part that ends 1 mm below where a shank stands on a square cutter was told to be 1.875 to 2.658
/// mm deep: the room about the joint was drawn in as far as a round cutter's.
#[test]
fn a_region_below_a_shank_on_a_square_mesh_is_told_narrowly() {
    let square = brick([-4.0, -4.0, 0.0], [4.0, 4.0, 10.0]);
    let polyhedron = Piece::Solid(Solid::Faceted(Polyhedron::new(&square).unwrap()));
    let mut tool = Spec::cutter(Shape::Mesh(Box::new(polyhedron)));
    tool.shank = Spec::parse("flat:9;len=9;shank=7,5", "".as_ref()).unwrap().shank;
    let part = brick([2.11, 2.125, -30.0], [40.0, 40.0, 9.0]);
    let way = [[0.0, -1.0, 0.0], [0.0, 0.0, 0.0]];
    let outcome = checked(&part, &tool, way, &Options::default());
    let [lo, hi] = outcome.findings.at(outcome.regions[0].worst).depth;
    assert!(lo <= 1.875 && hi >= 1.875 && hi - lo <= 0.02, "{lo} {hi}");
}

/// A wall that touched a mesh was left open once a holder wider than that stood above its shank,
/// however far: the room about the joint of mesh and shank was as wide as the mesh.
#[test]
fn a_wall_beside_a_mesh_below_a_far_holder_is_clean() {
    let mut tool = waisted(&[[3.0, 0.5], [3.0, 10.0]]);
    let above = Spec::parse("flat:9;len=9;shank=4,15.6;holder=20,20,28", "".as_ref()).unwrap();
    (tool.shank, tool.holder) = (above.shank, above.holder);
    let wall = |gap: f64| {
        let mut mesh = block();
        for v in &mut mesh.vertices {
            *v = Vec3::new(v.x, if v.y < 0.0 { 3.0 + gap } else { 60.0 }, v.z);
        }
        mesh
    };
    let way = [[-5.0, 0.0, -11.0], [5.0, 0.0, -11.0]];
    for clearance in [0.0, 0.2] {
        tool.clearance = clearance;
        for gap in [0.0, 0.01, 0.1, 0.19] {
            assert_eq!(told(&wall(gap), &tool, way).0, Verdict::Clean, "{clearance} {gap}");
        }
    }
    assert_eq!(told(&wall(-0.05), &tool, way).0, Verdict::Gouge);
}

/// A region was measured in its component alone: a pin beneath a shank on a mesh, 0.7 mm deep in
/// both together, was told to be no deeper than in the mesh, 0.5 mm.
#[test]
fn a_region_is_no_shallower_than_a_mesh_and_what_stands_on_it_are_together() {
    let mut tool = waisted(&[[3.0, 0.5], [3.0, 6.0]]);
    tool.shank = Spec::parse("flat:9;len=9;shank=4,10", "".as_ref()).unwrap().shank;
    let mut mesh = block();
    let ends = [[1.5, 10.5], [-0.25, 0.25], [5.5, 5.9]];
    for v in &mut mesh.vertices {
        let above = [v.x > 0.0, v.y > 0.0, v.z > -30.0];
        *v = Vec3::from_fn(|k, _| ends[k][usize::from(above[k])]);
    }
    let report = defects::examine(&mesh);
    let tools = BTreeMap::from([(1, tool)]);
    let motions = [Motion::feed(1, [0.0, -4.0, 0.0], [0.0, 5.0, 0.0])][..].into();
    let bodies = [Body::new(&mesh, &report, false)];
    let outcome = check(&bodies, &tools, &motions, &Options::default(), &Progress::default());
    let region = outcome.regions.iter().map(|region| outcome.findings.at(region.worst));
    let finding = region.max_by(|a, b| a.depth[1].total_cmp(&b.depth[1])).unwrap();
    // From the lower edge of its end to the rim of the shank's foot.
    let deep = 0.5f64.hypot(0.5);
    assert!(finding.depth[1] >= deep - 1e-9, "{finding:?}");
    assert!(finding.tool_side[1] >= deep - 1e-9, "{finding:?}");
}

/// A rib where two bodies of a mesh stand side by side was as deep as in either of both: clean at
/// 4.5, where the tool is 5 mm about it.
#[test]
fn what_comes_between_two_bodies_of_a_mesh_is_not_clean() {
    let scaled = |x: [f64; 2]| {
        let mut mesh = block();
        for v in &mut mesh.vertices {
            let side = |v: f64| if v < 0.0 { -5.0 } else { 5.0 };
            let high = if v.z < -30.0 { 0.0 } else { 10.0 };
            *v = Vec3::new(if v.x < 0.0 { x[0] } else { x[1] }, side(v.y), high);
        }
        mesh
    };
    let mut both = scaled([-5.0, 0.0]);
    let other = scaled([0.0, 5.0]);
    both.vertices.extend(other.vertices);
    both.triangles.extend(other.triangles.iter().map(|t| t.map(|v| v + 8)));
    let shells = defects::examine(&both).shells;
    let piece = Piece::Nonconvex(NonconvexMesh::new(both, shells).unwrap());
    let tool = Spec::cutter(Shape::Mesh(Box::new(piece)));
    // A cube of 0.4 mm, that the tool goes about.
    let cube = |x: f64| {
        let mut mesh = block();
        for v in &mut mesh.vertices {
            let side = |v: f64| if v < 0.0 { -0.2 } else { 0.2 };
            *v = Vec3::new(x + side(v.x), side(v.y), side(v.z + 30.0));
        }
        mesh
    };
    let at = |x: f64, tolerance: f64| {
        let mesh = cube(x);
        let body = Body::new(&mesh, &defects::examine(&mesh), false);
        let options = Options { tolerance, ..Options::default() };
        let motions = [Motion::feed(1, [0.0, -1.0, -5.0], [0.0, 1.0, -5.0])];
        let tools = BTreeMap::from([(1, tool.clone())]);
        let motion = check(&[body], &tools, &motions[..].into(), &options, &Progress::default());
        let told = motion.motions.at(0);
        (told.verdict, told.depth)
    };
    let (verdict, [lo, hi]) = at(0.0, 4.5);
    assert_eq!(verdict, Verdict::Unknown);
    assert!(lo < 4.5 && hi >= 5.0 - 1e-9, "{lo} {hi}");
    let (verdict, [lo, hi]) = at(0.0, 0.1);
    assert_eq!(verdict, Verdict::Gouge);
    assert!(lo < 4.5 && hi >= 5.0 - 1e-9, "{lo} {hi}");
    // Beside it, and away from where they stand.
    assert_eq!(at(5.25, 0.1).0, Verdict::Clean);
    assert_eq!(at(5.15, 0.1).0, Verdict::Clean);
    let (verdict, [lo, hi]) = at(4.5, 0.1);
    assert_eq!(verdict, Verdict::Gouge);
    assert!(lo > 0.69 && hi < 0.71, "{lo} {hi}");
}
