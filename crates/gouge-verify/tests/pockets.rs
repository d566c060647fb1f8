//! Tools with pockets, such as one that rounds an edge.

use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_2;
use std::path::Path;

use gouge_core::tool::Spec;
use gouge_mesh::geom::{Vec3, closest_on_triangle};
use gouge_mesh::mesh::{Mesh, defects};
use gouge_nc::Motion;
use gouge_random::Random;
use gouge_verify::{Body, Options, Outcome, Progress, check};

/// The radius of the edge, mm.
const RADIUS: f64 = 6.0;

/// A block below z = 0 and before y = 0, from x = 0 to 40, whose upper edge is round.
fn block(sides: u32, bands: u32) -> Mesh {
    let mut profile = vec![[-30.0, -20.0], [0.0, -20.0]];
    profile.extend((0..=sides).map(|k| {
        let (sin, cos) = (f64::from(k) / f64::from(sides) * FRAC_PI_2).sin_cos();
        [RADIUS * (cos - 1.0), RADIUS * (sin - 1.0)]
    }));
    profile.push([-30.0, 0.0]);
    let count = profile.len() as u32;
    let mut mesh = Mesh::default();
    for band in 0..=bands {
        let x = 40.0 * f64::from(band) / f64::from(bands);
        mesh.vertices.extend(profile.iter().map(|[y, z]| Vec3::new(x, *y, *z)));
    }
    for band in 0..bands {
        for k in 0..count {
            let [a, b] = [k, (k + 1) % count].map(|k| band * count + k);
            mesh.triangles.extend([[a, b, b + count], [a, b + count, a + count]]);
        }
    }
    for k in 1..count - 1 {
        let end = bands * count;
        mesh.triangles.extend([[0, k + 1, k], [end, end + k, end + k + 1]]);
    }
    mesh
}

/// A cutter, `high` mm, that rounds such an edge where its tip is in z = -6 and its axis in y = 4.
fn cove(name: &str, high: u32) -> Spec {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let profile = format!("start 0 0\nline 4 0\narc 10 6 -6\nline 10 {high}");
    std::fs::write(&file, profile).unwrap();
    Spec::parse(&format!("profile:{}", file.display()), Path::new("")).unwrap()
}

fn cut(mesh: &Mesh, tool: Spec, motions: &[Motion]) -> Outcome {
    let body = Body::new(mesh, &defects::examine(mesh), false);
    let report = defects::examine(mesh);
    assert!(report.watertight && !report.inverted);
    let (options, tools) = (Options::default(), BTreeMap::from([(1, tool)]));
    check(&[body], &tools, &motions.into(), &options, &Progress::default())
}

/// Each of the chords of a hollow arc was shifted out of the material by itself, and none left
/// before the cells were: [0.0538, 0.0828].
#[test]
fn a_cove_that_cuts_into_a_round_edge_is_told_to_a_hundredth() {
    let mesh = block(48, 20);
    let (beside, below) = (0.02, 0.05);
    let at = |k: u32| {
        let rise = if k.is_multiple_of(2) { 0.0 } else { 0.0005 };
        [0.25 * f64::from(k), 4.0 - beside, -6.0 - below + rise]
    };
    let motions: Vec<Motion> = (0..160).map(|k| Motion::feed(1, at(k), at(k + 1))).collect();
    let outcome = cut(&mesh, cove("cove_into_edge.txt", 40), &motions);
    assert_eq!(outcome.regions.len(), 1);
    let [lo, hi] = outcome.findings.depth(outcome.regions[0].worst);
    // A facet is no farther inside the round edge than its chord bends away.
    let bent = RADIUS * (1.0 - (0.5 * FRAC_PI_2 / 48.0).cos());
    let deep = f64::hypot(beside, below);
    assert!(lo <= deep && hi >= deep - bent && hi <= 1.01 * lo, "[{lo}, {hi}] {deep} {bent}");
}

/// No surface is in it, and no shift takes it out of what it is in all over.
#[test]
fn a_cove_wholly_inside_a_block_is_as_deep_as_the_middle_of_that() {
    let mesh = block(10, 3);
    let at = |x: f64| [x, -15.0, -16.0];
    let outcome = cut(&mesh, cove("cove_inside.txt", 12), &[Motion::feed(1, at(18.0), at(22.0))]);
    assert_eq!(outcome.regions.len(), 1);
    let [lo, hi] = outcome.findings.depth(outcome.regions[0].worst);
    assert!(lo <= 10.0 && hi >= 10.0 && hi <= 1.01 * lo, "[{lo}, {hi}]");
}

/// A cusp was told to a fiftieth of its depth: what of it is as thin as a chord is outside of its
/// arc did not count.
#[test]
fn the_cusp_of_a_hollow_arc_is_as_deep_as_it_reaches() {
    let mesh = block(10, 3);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cusp.txt");
    std::fs::write(&file, "start 0 0\narc 3.2 3.2 -3.2\nline 3.2 40").unwrap();
    let tool = Spec::parse(&format!("profile:{}", file.display()), Path::new("")).unwrap();
    let at = |x: f64, z: f64| [x, -15.0, z];
    let outcome = cut(&mesh, tool, &[Motion::feed(1, at(18.0, -0.4), at(22.0, -0.4))]);
    let [lo, hi] = outcome.findings.depth(outcome.regions[0].worst);
    assert!(lo <= 0.4 && hi >= 0.4 && hi <= 1.01 * lo, "[{lo}, {hi}]");
}

/// No point of the block that a cove covers lies farther below the surface than said.
#[test]
fn a_cove_covers_nothing_deeper_than_said() {
    let mesh = block(10, 3);
    let random = &mut Random::new(77);
    let (mut gouging, mut deep) = (0, 0);
    for _ in 0..60 {
        let tool = cove("cove_at_random.txt", 40);
        let from = Vec3::new(random.between(-15.0, 30.0), 3.9, -6.0) + random.vector(2.0);
        let to = from + random.vector(8.0).component_mul(&Vec3::new(1.0, 0.1, 0.1));
        let outcome = cut(&mesh, tool, &[Motion::feed(1, from.into(), to.into())]);
        let hi = outcome.motions.iter().map(|m| m.depth[1]).fold(0.0, f64::max);
        let region = outcome.regions.first().map(|r| outcome.findings.depth(r.worst));
        gouging += usize::from(region.is_some());
        for _ in 0..1500 {
            let t = random.between(0.0, 1.0);
            let (height, around) = (random.between(0.0, 14.0), random.between(0.0, 6.3));
            let wide = match height {
                z if z < 6.0 => 10.0 - f64::sqrt(36.0 - z * z),
                _ => 10.0,
            };
            let out = wide * random.between(0.0, 1.0).sqrt();
            let x =
                from + (to - from) * t + Vec3::new(out * around.cos(), out * around.sin(), height);
            let within = (0.0..=40.0).contains(&x.x) && (-30.0..=0.0).contains(&x.y);
            if !within || !(-20.0..=0.0).contains(&x.z) {
                continue;
            }
            // The block is convex: its facets have all of it on one side.
            let apart = |t: usize| (closest_on_triangle(&x, &mesh.triangle(t)) - x).norm();
            let beyond = |t: usize| {
                let [a, b, c] = mesh.triangle(t);
                (b - a).cross(&(c - a)).dot(&(x - a)) > 0.0
            };
            if (0..mesh.triangles.len()).any(beyond) {
                continue;
            }
            let depth = (0..mesh.triangles.len()).map(apart).fold(f64::INFINITY, f64::min);
            deep += usize::from(depth > 0.2);
            assert!(depth <= hi + 1e-9, "{depth} {hi} {from:?} {to:?}");
            assert!(region.is_none_or(|[_, hi]| depth <= hi + 1e-9), "{depth} {region:?}");
        }
    }
    assert!(gouging > 30 && deep > 500, "{gouging} {deep}");
}

/// A plate, 20 mm by half a millimetre, 13 mm high.
fn plate() -> Mesh {
    let corner = |k: u32| {
        let side = |bit: u32, most: f64| if k & bit == 0 { 0.0 } else { most };
        Vec3::new(side(1, 20.0), side(2, 0.5), side(4, 13.0))
    };
    let quads: [[u32; 4]; 6] =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Mesh { vertices: (0..8).map(corner).collect(), triangles }
}

/// The deepest contact in cutter and shank together lay in the shank, and was told of the cutter's
/// region as well, with the upper bound of the cutter: [5, 3].
#[test]
fn a_region_is_no_deeper_than_its_upper_bound() {
    let mesh = plate();
    let random = &mut Random::new(83);
    let mut both = 0;
    for case in 0..40 {
        let [a, b, c] = match case {
            0 => [3.0, 2.0, 5.0],
            _ => [random.between(2.5, 4.0), random.between(1.0, 2.4), random.between(3.0, 6.0)],
        };
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("steps.txt");
        std::fs::write(
            &file,
            format!("start 0 0\nline {a} 1\nline {b} 1\nline {a} 3\nline {b} 3\nline {b} 8"),
        )
        .unwrap();
        let text = format!("profile:{};shank={},10", file.display(), 2.0 * c);
        let tool = Spec::parse(&text, Path::new("")).unwrap();
        let way = match case {
            0 => [[-1.0, 0.0, 0.0], [0.0; 3]],
            _ => [0; 2].map(|_| <[f64; 3]>::from(random.vector(2.0))),
        };
        let outcome = cut(&mesh, tool, &[Motion::feed(1, way[0], way[1])]);
        both += usize::from(outcome.regions.len() > 1);
        for region in &outcome.regions {
            let [lo, hi] = outcome.findings.depth(region.worst);
            assert!(lo <= hi, "{case}: [{lo}, {hi}]");
            assert!(hi <= outcome.motions.at(0).depth[1], "{case}: [{lo}, {hi}]");
        }
    }
    assert!(both > 10, "{both}");
}

/// Where one component of a stack was not decided and what was found for it lay in another, the
/// point took the place of a deeper one that this had shown: a witness was 0.013 less deep than
/// said.
#[test]
fn a_witness_is_as_deep_as_said_whichever_component_was_asked_about() {
    let write = |name: &str, profile: &str| {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&file, profile).unwrap();
        file.display().to_string()
    };
    let cutter = "start 0 0\nline 2.3178 0\nline 2.3178 3.4318\nline 3.2086 4.2273\n\
                  arc 2.7042 4.6567 1.2826\narc 2.7042 6.7116 -3.0405";
    let holder = "start 0 0\nline 0.1371 0\narc 2.9834 2.9834 2.9834\narc 1.1871 5.7205 2.9834\n\
                  line 1.1871 8.7288";
    let text = format!(
        "profile:{};shank=0.5692,0.5692,2.2124;holder={}",
        write("pocketed_cutter.txt", cutter),
        write("round_holder.txt", holder)
    );
    let (foot, radius) = (6.7116 + 2.2124, 2.9834);
    // Points of the holder's first arc: none is nearer to what is that deep in it.
    let [a, b] = [[0.1371, foot], [radius, foot + radius]];
    let [dr, dz] = [b[0] - a[0], b[1] - a[1]];
    let half = 0.5 * f64::hypot(dr, dz);
    let off = (radius * radius - half * half).sqrt() / (2.0 * half);
    let center = [0.5 * (a[0] + b[0]) - off * dz, 0.5 * (a[1] + b[1]) + off * dr];
    let angle = |p: [f64; 2]| f64::atan2(p[1] - center[1], p[0] - center[0]);
    let wall = (0..=10_000).map(|i| {
        let (sin, cos) = (angle(a) + f64::from(i) / 1e4 * (angle(b) - angle(a))).sin_cos();
        [center[0] + radius * cos, center[1] + radius * sin]
    });
    let wall: Vec<[f64; 2]> = wall.collect();
    let mesh = eight_sided(3.0214, 5.461, 0.033, Vec3::new(0.0, 7.4696, 0.0));
    let (from, to) = ([-5.3133, 6.7582, -3.1788], [3.6987, 7.5793, -13.9524]);
    let body = [Body::new(&mesh, &defects::examine(&mesh), false)];
    let mut told = 0;
    for hundredths in 285..300 {
        let options = Options { tolerance: 0.01 * f64::from(hundredths), ..Options::default() };
        let tools = BTreeMap::from([(1, Spec::parse(&text, Path::new("")).unwrap())]);
        let motion = [Motion::feed(1, from, to)];
        let outcome = check(&body, &tools, &motion[..].into(), &options, &Progress::default());
        for found in (0..outcome.findings.len()).map(|i| outcome.findings.at(i)) {
            let y = found.surface_point - found.control_point;
            let far = |w: &[f64; 2]| f64::hypot(y.x.hypot(y.y) - w[0], y.z - w[1]);
            let most = wall.iter().map(far).fold(f64::INFINITY, f64::min);
            assert!(found.tool_side[0] <= most + 1e-6, "{:?} {most}", found.tool_side);
            told += 1;
        }
    }
    assert!(told > 5, "{told}");
}

/// A tube of eight sides, 7.7166 mm high about its middle.
fn eight_sided(inner: f64, outer: f64, turned: f64, middle: Vec3) -> Mesh {
    let mut mesh = Mesh::default();
    for (radius, z) in [(inner, -3.8583), (inner, 3.8583), (outer, -3.8583), (outer, 3.8583)] {
        mesh.vertices.extend((0..8).map(|i| {
            let (sin, cos) = (turned + f64::from(i) * 0.5 * FRAC_PI_2).sin_cos();
            middle + Vec3::new(radius * cos, radius * sin, z)
        }));
    }
    for i in 0..8u32 {
        let j = (i + 1) % 8;
        let mut quad = |a: u32, b: u32, c: u32, d: u32| {
            mesh.triangles.extend([[a, b, c], [a, c, d]]);
        };
        quad(8 + i, 8 + j, j, i);
        quad(16 + i, 16 + j, 24 + j, 24 + i);
        quad(i, j, 16 + j, 16 + i);
        quad(24 + i, 24 + j, 8 + j, 8 + i);
    }
    mesh
}
