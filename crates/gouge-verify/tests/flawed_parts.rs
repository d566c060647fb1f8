//! Parts as they come: without some of their facets, inside out, doubled, several in one file.
//! Whatever they leave undetermined is not clean.

use std::collections::BTreeMap;
use std::path::Path;

use gouge_core::tool::Spec;
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::{Mesh, defects};
use gouge_nc::Motion;
use gouge_verify::{Body, Options, Progress, Verdict, check};

/// A box of 12 facets, normals out: two to a side, -x, x, -y, y, -z, z.
fn block(lo: [f64; 3], hi: [f64; 3]) -> Mesh {
    let corner = |i: usize| {
        let pick = |axis: usize| if i >> axis & 1 == 0 { lo[axis] } else { hi[axis] };
        Vec3::new(pick(0), pick(1), pick(2))
    };
    let sides: [[u32; 4]; 6] =
        [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles = sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Mesh { vertices: (0..8).map(corner).collect(), triangles }
}

/// All facets of two meshes.
fn both(a: &Mesh, b: &Mesh) -> Mesh {
    let mut all = a.clone();
    let first = all.vertices.len() as u32;
    all.vertices.extend(&b.vertices);
    all.triangles.extend(b.triangles.iter().map(|t| t.map(|v| v + first)));
    all
}

fn turned(mut mesh: Mesh) -> Mesh {
    mesh.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    mesh
}

/// A block with its top in z = 0 that is wide enough for all that follows.
fn plate() -> Mesh {
    block([0.0, 0.0, -40.0], [60.0, 60.0, 0.0])
}

/// The verdicts of feeds that lead from point to point.
fn verdicts(mesh: &Mesh, tool: &str, points: &[[f64; 3]]) -> Vec<(Verdict, [f64; 2])> {
    let spec = Spec::parse(tool, Path::new("")).unwrap();
    let motions: Vec<Motion> =
        points.windows(2).map(|ends| Motion::feed(1, ends[0], ends[1])).collect();
    let body = Body::new(mesh, &defects::examine(mesh), false);
    let (options, tools) = (Options::default(), BTreeMap::from([(1, spec)]));
    let outcome = check(&[body], &tools, &motions[..].into(), &options, &Progress::default());
    outcome.motions.iter().map(|motion| (motion.verdict, motion.depth)).collect()
}

const DOWN: [[f64; 3]; 2] = [[20.0, 40.0, 20.0], [20.0, 40.0, -3.0]];

/// What came from the sky and met no facet was taken to be outside wherever it went, also into a
/// column whose cover is missing: clean.
#[test]
fn a_tool_that_goes_through_a_hole_in_the_part_is_not_clean() {
    let mut holed = plate();
    // One of the two facets of its top, in which the point lies.
    holed.triangles.remove(11);
    let far = both(&holed, &block([800.0, 0.0, -40.0], [820.0, 60.0, 5.0]));
    for (name, mesh) in [("alone", &holed), ("with a closed box far away", &far)] {
        for tool in ["flat:2", "ball:2", "chamfer:0,5,4"] {
            let down = verdicts(mesh, tool, &DOWN);
            assert_ne!(down[0].0, Verdict::Clean, "{name}: {tool} {down:?}");
        }
    }
    // A pocket without its floor, 15 deep; on from there, sideways into what has a cover.
    let mut pocket = plate();
    pocket.triangles.truncate(10);
    let wall = block([10.0, 10.0, -15.0], [50.0, 50.0, 0.0]);
    let top = |mesh: &mut Mesh| {
        let [out, inner] = [[4, 5, 7, 6], [12, 13, 15, 14]];
        for i in 0..4 {
            let j = (i + 1) % 4;
            mesh.triangles.extend([[out[i], out[j], inner[j]], [out[i], inner[j], inner[i]]]);
        }
    };
    let mut walls = turned(wall);
    walls.triangles.truncate(8);
    let mut mesh = both(&pocket, &walls);
    top(&mut mesh);
    let path = [[30.0, 30.0, 20.0], [30.0, 30.0, -14.0], [30.0, 30.0, -25.0], [55.0, 30.0, -25.0]];
    let told = verdicts(&mesh, "flat:2;len=60", &path);
    assert_eq!(told[0].0, Verdict::Clean, "{told:?}");
    assert_ne!(told[1].0, Verdict::Clean, "{told:?}");
    assert_ne!(told[2].0, Verdict::Clean, "{told:?}");
}

/// The nearest facet was that of a closed body, which told that it is outside of that: clean.
#[test]
fn a_closed_body_nearby_does_not_hide_an_open_one() {
    let mut holed = plate();
    holed.triangles.remove(11);
    let boss = block([22.0, 30.0, -20.0], [30.0, 50.0, 10.0]);
    let told = verdicts(&both(&holed, &boss), "flat:2", &DOWN);
    assert_ne!(told[0].0, Verdict::Clean, "{told:?}");
    // It begins there, below the rest of the top.
    let mut bottomless = plate();
    bottomless.triangles.remove(8);
    let within = [[35.0, 20.0, -8.0], [35.0, 20.0, -8.5]];
    let boss = block([37.0, 10.0, -20.0], [50.0, 30.0, 10.0]);
    let told = verdicts(&both(&bottomless, &boss), "ball:2;len=3", &within);
    assert_ne!(told[0].0, Verdict::Clean, "{told:?}");
}

/// Facets that look down where the sky meets them first tell nothing of what is below them.
#[test]
fn a_scratch_below_a_surface_that_looks_the_wrong_way_is_not_clean() {
    let scratch = [[10.0, 40.0, 20.0], [10.0, 40.0, -0.1], [40.0, 45.0, -0.1]];
    let mut bottomless = plate();
    bottomless.triangles.drain(8..10);
    for mesh in [turned(bottomless.clone()), bottomless] {
        let told = verdicts(&mesh, "chamfer:0,5,4", &scratch);
        assert_ne!(told[1].0, Verdict::Clean, "{told:?}");
        let drilled = verdicts(&mesh, "drill:1,118", &[[20.0, 40.0, 9.0], [20.0, 40.0, -5.0]]);
        assert!(drilled[0].1[1] > 4.9, "{drilled:?}");
    }
}

/// A sheet twice, once from each side, is closed and winds around nothing: clean, with no word.
#[test]
fn a_scratch_into_a_sheet_of_two_sides_is_not_clean() {
    let scratch = [[10.0, 40.0, 20.0], [10.0, 40.0, -0.1], [40.0, 45.0, -0.1]];
    let corner = |x: f64, y: f64| Vec3::new(x, y, 0.0);
    let vertices = vec![corner(0.0, 0.0), corner(60.0, 0.0), corner(60.0, 60.0), corner(0.0, 60.0)];
    for back in [[[0, 2, 1], [0, 3, 2]], [[0, 3, 1], [1, 3, 2]]] {
        let triangles = [vec![[0, 1, 2], [0, 2, 3]], back.to_vec()].concat();
        let sheet = Mesh { vertices: vertices.clone(), triangles };
        let told = verdicts(&sheet, "chamfer:0,5,4", &scratch);
        assert_ne!(told[1].0, Verdict::Clean, "{told:?}");
    }
}

/// Where a body that is inside out overlaps another the surface winds around nothing: clean.
#[test]
fn a_body_inside_out_hides_none_that_it_overlaps() {
    let boss = turned(block([30.0, 20.0, -30.0], [50.0, 40.0, 10.0]));
    let parts = both(&plate(), &boss);
    let within = [[45.0, 30.0, -20.0], [45.0, 30.0, -20.5]];
    let told = verdicts(&parts, "ball:2;len=3", &within);
    assert_ne!(told[0].0, Verdict::Clean, "{told:?}");
    let drilled = verdicts(&parts, "drill:1,118", &[[40.0, 30.0, 20.0], [40.0, 30.0, 5.0]]);
    assert!(drilled[0].1[1] > 4.9, "{drilled:?}");
    // A cavity is none.
    let hollow = both(&plate(), &turned(block([30.0, 20.0, -30.0], [50.0, 40.0, -10.0])));
    assert_eq!(verdicts(&hollow, "ball:2;len=3", &within)[0].0, Verdict::Clean);
}
