use super::*;
use crate::tolerance::VERDICT_SLACK_MM;
use gouge_core::tool::{NonconvexMesh, Shape, Spec};
use gouge_mesh::mesh::{Mesh, defects};
use gouge_random::Random;
use std::f64::consts::TAU;

fn prepared(spec: &str) -> PreparedTool {
    PreparedTool::new(Spec::parse(spec, ".".as_ref()).unwrap().build(100.0), 0.01, 0.0)
}

/// The square rim under a shank as wide as the cutter counted as a corner: the depth of a region
/// was left an eighth wide.
#[test]
fn a_rim_under_a_shank_is_no_corner() {
    let ball = prepared("ball:20;len=30;shank=20,60");
    let cutter = &ball.components[0];
    assert!(cutter.part_side(1.5).unwrap() > 2.0);
    assert!(cutter.part_side_below(1.5).unwrap() < 1.51);
    // What ends at a shank that is narrower has a corner there, and so has the lower end of a mill.
    let narrower = prepared("ball:20;len=30;shank=12,60");
    assert_eq!(narrower.components[0].part_side_below(1.5), None);
    let flat = prepared("flat:20;len=30;shank=24,60");
    assert!(flat.components[0].part_side_below(1.5).unwrap() > 2.0);
}

/// The next depth of the table told of all before it: a bull nose three times as deep as its corner
/// is round counted as a seventh blunter than it is.
#[test]
fn between_two_depths_of_the_table_what_is_far_lies_below_their_line() {
    for spec in ["bull:20,3", "taper:2,10,20", "drill:20,118", "flat:6", "ball:8;len=5"] {
        let tool = prepared(spec);
        let component = &tool.components[0];
        let Piece::Solid(solid) = &component.component.pieces[0] else { panic!("{spec}") };
        for step in 1..60 {
            let depth = 0.06 * f64::from(step);
            let Some(most) = farthest(&component.bluntness, depth) else { continue };
            let own = depth * solid.bluntness(depth);
            assert!(own <= most * (1.0 + 1e-3), "{spec} {depth} {own} {most}");
        }
    }
    let bull = prepared("bull:20,3");
    assert!(bull.components[0].part_side(3.3).unwrap() < 1.1 * 3.3);
}

/// Rounding kept the bluntness of a cylinder 6 mm high from being worked out next to its surface,
/// so that no shift proved anything of it: a region was left a third wide.
#[test]
fn rounding_keeps_no_bluntness_from_being_told() {
    let mut random = Random::new(5);
    for case in 0..300 {
        let (wide, high) = match case {
            0 => (6.0, 6.0),
            _ => (random.between(0.5, 40.0), random.between(1.0, 80.0)),
        };
        let shank = random.between(0.5, 40.0);
        for tool in ["flat:W;len=H;shank=S,H", "ball:W;len=80;shank=S,H", "bull:W,0.2;len=H"] {
            let tool = tool.replace('W', &wide.to_string()).replace('H', &high.to_string());
            let tool = prepared(&tool.replace('S', &shank.to_string()));
            for mover in tool.components.iter().flat_map(PreparedComponent::movers) {
                assert!(mover.bluntness.is_finite(), "{wide} {high} {shank} {}", mover.bluntness);
            }
        }
    }
}

/// What grew counted as sharp as what it grew from.
#[test]
fn every_point_of_a_piece_that_grew_is_as_near_to_what_is_deep_as_said() {
    let mut random = Random::new(12);
    let mut sharper = 0;
    for spec in ["flat:10;len=20", "drill:10,118", "chamfer:2,45,10", "bull:12,0.5", "ball:8"] {
        for _ in 0..120 {
            let grow = random.between(0.001, 0.4);
            let spec = Spec::parse(spec, ".".as_ref()).unwrap();
            let tool = PreparedTool::new(spec.build(100.0), 0.01, grow);
            let component = &tool.components[0];
            let Piece::Solid(solid) = &component.component.pieces[0] else { panic!() };
            let depth = grow * random.between(0.2, 2.5);
            let Some(most) = component.part_side(depth) else { continue };
            // A point of the border of what grew.
            let out = random.direction();
            let mut x = out * (solid.support(&out) + grow);
            for _ in 0..100 {
                let there = solid.depth(&x);
                x += there.normal * (there.depth + grow);
            }
            let mut deep = x;
            for _ in 0..500 {
                let there = solid.depth(&deep);
                if there.depth + grow >= depth {
                    break;
                }
                deep -= there.normal * (depth - grow - there.depth + 1e-9);
            }
            // Pushed in, it need not be the nearest yet.
            let mut step = 0.2 * depth;
            for round in 0..600 {
                let next = deep + random.vector(step);
                let nearer = (next - x).norm() < (deep - x).norm();
                if nearer && solid.depth(&next).depth + grow >= depth {
                    deep = next;
                }
                step *= if round % 20 == 19 { 0.6 } else { 1.0 };
            }
            assert!(solid.depth(&deep).depth + grow >= depth - 1e-9, "{grow} {depth}");
            let far = (deep - x).norm();
            assert!(far <= most * (1.0 + 1e-3), "{grow} {depth}: {far} {most}");
            sharper += u32::from(most < 0.95 * farthest(&component.bluntness, depth).unwrap());
        }
    }
    assert!(sharper > 150, "{sharper}");
}

/// A ball below a neck counted as blunt as its square rim, however far below that the material
/// ended: a region of 40,000 motions took 14 seconds.
#[test]
fn every_point_far_below_the_widest_place_is_near_to_what_is_deep() {
    let mut random = Random::new(41);
    let (mut told, mut less) = (0, 0);
    for (spec, grow) in [
        ("ball:6;len=6", 0.0),
        ("bull:12,2;len=9", 0.0),
        ("ball:6;len=7", 0.2),
        ("taper:2,10,9", 0.05),
        ("drill:10,118;len=12", 0.3),
    ] {
        let tool = Spec::parse(spec, ".".as_ref()).unwrap().build(100.0);
        let tool = PreparedTool::new(tool, 0.01, grow);
        let component = &tool.components[0];
        let Piece::Solid(solid) = &component.component.pieces[0] else { panic!("{spec}") };
        for _ in 0..150 {
            let depth = random.between(0.01, 0.5);
            let Some((far, above)) = component.below_rim(depth) else { continue };
            less += u32::from(component.part_side(depth).is_none_or(|part| far < 0.99 * part));
            // A point of the border of what grew.
            let out = random.direction();
            let mut x = out * (solid.support(&out) + component.grow);
            for _ in 0..100 {
                let there = solid.depth(&x);
                x += there.normal * (there.depth + component.grow);
            }
            if x.z > above {
                continue;
            }
            let mut deep = x;
            for _ in 0..2000 {
                let there = solid.depth(&deep);
                if there.depth + component.grow >= depth {
                    break;
                }
                deep -= there.normal * (depth - component.grow - there.depth + 1e-9);
            }
            let mut step = 0.2 * depth;
            for round in 0..3000 {
                let next = deep + random.vector(step);
                let nearer = (next - x).norm() < (deep - x).norm();
                if nearer && solid.depth(&next).depth + component.grow >= depth {
                    deep = next;
                }
                step *= if round % 60 == 59 { 0.75 } else { 1.0 };
            }
            assert!(solid.depth(&deep).depth + component.grow >= depth - 1e-9, "{spec} {depth}");
            assert!((deep - x).norm() <= far * (1.0 + 1e-3), "{spec} {depth} {far} {x:?}");
            told += 1;
        }
    }
    assert!(told > 150 && less > 150, "{told} {less}");
}

#[test]
fn every_point_below_a_shank_is_as_near_to_what_is_deep_as_its_component_says() {
    let mut random = Random::new(3);
    for spec in [
        "ball:20;len=30;shank=20,60",
        "bull:20,3;len=30;shank=22,60",
        "taper:2,10,20;len=60;shank=30,40",
    ] {
        let tool = prepared(spec);
        let [cutter, shank] = &tool.components[..] else { panic!("{spec}") };
        let [Piece::Solid(own), Piece::Solid(next)] =
            [&cutter.component.pieces[0], &shank.component.pieces[0]]
        else {
            panic!("{spec}")
        };
        let (raised, height) = own.raised_into(next).unwrap();
        let top = own.hull().axis[1];
        for _ in 0..200 {
            let depth = random.between(0.01, 0.9 * own.inscribed().1);
            let Some(most) = cutter.part_side_below(depth) else { continue };
            // A point of the component, near its surface.
            let out = random.vector(1.0).normalize();
            let mut x = out * own.support(&out);
            while own.depth(&x).depth < 0.0 {
                x = own.inscribed().0 + (x - own.inscribed().0) * 0.97;
            }
            // The nearest of what is deep in both together, sought step by step.
            let mut deep = x;
            for _ in 0..2000 {
                let there = raised.depth(&deep);
                if there.depth >= depth {
                    break;
                }
                deep -= there.normal * (depth - there.depth + 1e-9);
            }
            assert!(raised.depth(&deep).depth >= depth - VERDICT_SLACK_MM, "{spec} {depth}");
            assert!(deep.z + depth <= top + height, "{spec}");
            assert!((deep - x).norm() <= most + 1e-6, "{spec} {depth} {most} {x:?} {deep:?}");
        }
    }
}

/// Depths are measured in the mesh, and what is d deep there may be a little deeper in a slab: a
/// proof by the slabs' bluntness was short by that.
#[test]
fn what_slabs_are_larger_by_counts_as_depth() {
    const SIDES: u32 = 24;
    let mut mesh = Mesh::default();
    for [radius, z] in [[4.0, 0.0], [2.0, 3.0], [4.1, 6.0]] {
        for k in 0..SIDES {
            let (sin, cos) = (TAU * f64::from(k) / f64::from(SIDES)).sin_cos();
            let single = |v: f64| f64::from(v as f32);
            mesh.vertices.push(Vec3::new(single(radius * cos), single(radius * sin), z));
        }
    }
    for k in 0..SIDES {
        for ring in [0, SIDES] {
            let [a, b] = [k, (k + 1) % SIDES].map(|k| ring + k);
            mesh.triangles.extend([[a, b, b + SIDES], [a, b + SIDES, a + SIDES]]);
        }
    }
    let top = 2 * SIDES;
    let caps = |k: u32| [[0, k + 1, k], [top, top + k, top + k + 1]];
    mesh.triangles.extend((1..SIDES - 1).flat_map(caps));
    let shells = defects::examine(&mesh).shells;
    let piece = Piece::Nonconvex(NonconvexMesh::new(mesh, shells).unwrap());
    let excess = piece.excess();
    let slabs = piece.solids().unwrap().to_vec();
    let tool = Spec::cutter(Shape::Mesh(Box::new(piece.clone()))).build(100.0);
    let tool = PreparedTool::new(tool, 0.01, 0.0);
    let component = &tool.components[0];
    assert!(excess > 0.0 && component.slab_excess == excess, "{excess}");
    for depth in [0.0, 1e-4, 0.01, 0.3] {
        let told = component.part_side(depth).unwrap();
        let most = farthest(&component.bluntness, depth + excess).unwrap();
        assert!(told >= most, "{depth}: {told} {most}");
    }
    let mut random = Random::new(7);
    for _ in 0..20_000 {
        let x = random.vector(4.0) + Vec3::z() * random.between(0.0, 6.0);
        let deepest = slabs.iter().map(|slab| slab.depth(&x).depth).fold(f64::MIN, f64::max);
        assert!(deepest <= 0.0 || deepest <= piece.depth(&x) + excess + 1e-9, "{x} {deepest}");
    }
}
