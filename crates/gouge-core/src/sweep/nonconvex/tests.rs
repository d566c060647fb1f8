use super::*;
use crate::sweep::Sag;
use gouge_mesh::mesh::{Mesh, defects};
use gouge_random::Random;

/// A prism from z = 0 to `height` over a polygon that is seen whole from the origin.
fn prism(rim: &[[f64; 2]], height: f64) -> NonconvexMesh {
    let n = rim.len() as u32;
    let mut mesh = Mesh::default();
    for z in [0.0, height] {
        mesh.vertices.extend(rim.iter().map(|[x, y]| Vec3::new(*x, *y, z)));
    }
    mesh.vertices.extend([Vec3::zeros(), Vec3::z() * height]);
    for a in 0..n {
        let b = (a + 1) % n;
        mesh.triangles.extend([[a, b, b + n], [a, b + n, a + n]]);
        mesh.triangles.extend([[b, a, 2 * n], [a + n, b + n, 2 * n + 1]]);
    }
    let shells = defects::examine(&mesh).shells;
    NonconvexMesh::new(mesh, shells).unwrap()
}

/// Three arms, 12 mm from end to end and 3 mm thick.
fn arms() -> NonconvexMesh {
    let rim = |k: u32| {
        let (r, a) =
            (if k.is_multiple_of(2) { 6.0 } else { 2.0 }, f64::from(k).to_radians() * 60.0);
        [r * a.cos(), r * a.sin()]
    };
    prism(&(0..6).map(rim).collect::<Vec<_>>(), 3.0)
}

/// Where faces on both sides are as near, each alone was off by the size of the cell: 1,000 to
/// 100,000 cells a facet, and seconds a motion.
#[test]
fn what_lies_between_two_faces_takes_few_cells() {
    let (mesh, mut random) = (arms(), Random::new(3));
    let (mut all, mut most) = (0, 0);
    for _ in 0..100 {
        // It cuts through all of the tool's middle plane.
        let tri = [(); 3].map(|()| random.vector(9.0) + Vec3::z() * 1.5);
        let (from, travel) = (random.vector(1.0), random.vector(3.0));
        let (found, cells) =
            search(&mesh, &tri, &Segment::straight(from, travel), 0.0, &Gap::of(0.01));
        if let Some(found) = found {
            assert!(found.hi - found.lo <= 0.01 + 3.0 * FLOAT_MM, "{found:?}");
        }
        (all, most) = (all + cells, most.max(cells));
    }
    assert!(all < 20_000 && most < 2_000, "{all} {most}");
}

/// Deep gouges were told to an eighth of ε, as if their verdict hung on it, in ten times as many
/// cells.
#[test]
fn great_depths_are_told_loosely_and_in_few_cells() {
    let (mesh, mut random) = (arms(), Random::new(5));
    let wide = Gap { above: 0.01, share: 0.006, ..Gap::of(1e-5) };
    let mut cells = [0, 0];
    for _ in 0..60 {
        let tri = [(); 3].map(|()| random.vector(9.0) + Vec3::z() * 1.5);
        let (from, travel) = (random.vector(1.0), random.vector(3.0));
        let way = &Segment::straight(from, travel);
        let (close, many) = search(&mesh, &tri, way, 0.0, &Gap::of(1e-5));
        let (told, few) = search(&mesh, &tri, way, 0.0, &wide);
        cells = [cells[0] + many, cells[1] + few];
        if let (Some(close), Some(told)) = (close, told) {
            assert!(told.lo <= close.hi && close.lo <= told.hi, "{told:?} {close:?}");
            let width = wide.at(told.lo) + 3.0 * FLOAT_MM;
            assert!(told.hi - told.lo <= width, "{told:?}");
        }
    }
    assert!(cells[1] <= cells[0] && cells[0] < 1_200, "{cells:?}");
}

/// A facet that lies on the top of a tool and beyond its rim took as many cells as gaps fit along
/// the rim: a full circle of a tool of 36 faces took more than 100 s.
#[test]
fn a_facet_that_only_touches_takes_few_cells() {
    let mut random = Random::new(8);
    for round in 0..60 {
        let mesh = arms();
        let from = random.vector(4.0);
        let level = from.z + if round % 2 == 0 { 0.0 } else { mesh.bounds().hi.z };
        let tri = [(); 3].map(|()| {
            let corner = random.vector(8.0);
            Vec3::new(corner.x, corner.y, level)
        });
        let mut travel = random.vector(3.0);
        travel.z = 0.0;
        let way = &Segment::straight(from, travel);
        for gap in [1.25e-5, 1.25e-8] {
            let (found, cells) = search(&mesh, &tri, way, 0.0, &Gap::of(gap));
            assert!(cells < 300, "{round}: {cells} cells, {found:?}");
            assert!(found.is_none_or(|d| d.hi < gap + 8.0 * BESIDE_FACE_MM), "{found:?}");
        }
    }
}

/// Two boxes above each other, 0.65 mm apart.
fn boxes() -> NonconvexMesh {
    let mut mesh = Mesh::default();
    for (lo, hi) in [([-3.9, -2.6, 0.0], [3.9, 2.6, 1.3]), ([-1.3, -2.6, 1.95], [1.3, 2.6, 6.0])] {
        let (lo, hi) = (Vec3::from(lo), Vec3::from(hi));
        let n = mesh.vertices.len() as u32;
        mesh.vertices.extend(Aabb { lo, hi }.corners());
        for face in
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
        {
            let [a, b, c, d] = face.map(|i| i + n);
            mesh.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    let shells = defects::examine(&mesh).shells;
    NonconvexMesh::new(mesh, shells).unwrap()
}

/// A facet that goes along a face a hundredth beside it, which the sagitta of an arc leaves open,
/// took as many cells as gaps fit on it, 100,000 a chord: one circle of 0.6 mm did not end in 20
/// minutes.
#[test]
fn a_facet_along_a_face_takes_few_cells() {
    let (mesh, mut random) = (boxes(), Random::new(9));
    let mut touched = 0;
    for round in 0..120 {
        let height = 1.31 + 0.02 * f64::from(round % 3);
        let tri = match round % 2 {
            0 => [(); 3].map(|()| Vec3::new(0.0, 0.0, height) + level(random.vector(8.0))),
            // Across, with its lower edge along the face.
            _ => {
                let [a, b] = [(); 2].map(|()| level(random.vector(8.0)) + Vec3::z() * height);
                [a, b, (a + b) / 2.0 + Vec3::z() * 0.3]
            }
        };
        let (from, travel) = (random.vector(1.0), level(random.vector(2.0)));
        let tri = tri.map(|v| v + from);
        let sag = Sag { by: 0.05, ..Sag::NONE };
        let way = &Segment { from, travel, sag: &sag };
        let (found, cells) = search(&mesh, &tri, way, 0.0, &Gap::of(1.25e-5));
        assert!(cells < 400, "{round}: {cells} cells, {found:?}");
        touched += usize::from(found.is_some());
    }
    assert!(touched > 60, "{touched}");
}

fn level(v: Vec3) -> Vec3 {
    Vec3::new(v.x, v.y, 0.0)
}

#[test]
fn no_place_is_deeper_than_said_and_what_is_said_depends_on_no_floor() {
    let mut random = Random::new(7);
    let (mut seen, mut below) = (0, 0);
    for round in 0..300 {
        let corners = 2 * (3 + round % 4);
        let rim: Vec<[f64; 2]> = (0..corners)
            .map(|k| {
                let a = std::f64::consts::TAU * k as f64 / corners as f64;
                let r = random.between(1.0, 6.0);
                [r * a.cos(), r * a.sin()]
            })
            .collect();
        let mesh = prism(&rim, random.between(0.5, 6.0));
        let size = if round % 3 == 0 { 40.0 } else { 6.0 };
        let mut tri = [(); 3].map(|()| random.vector(size));
        let (from, mut travel) = (random.vector(4.0), random.vector(6.0));
        if round % 4 == 0 {
            // It slides in its own plane.
            tri.iter_mut().for_each(|v| v.z = 1.0 + from.z);
            travel.z = 0.0;
        }
        let way = &Segment::straight(from, travel);
        let gap = Gap::of(1e-4);
        let gap = if round % 2 == 0 { gap } else { Gap { above: 0.5, share: 0.01, ..gap } };
        let told = |floor| search(&mesh, &tri, way, floor, &gap).0;
        let found = told(0.0);
        let hi = found.map_or(0.0, |d| d.hi);
        if let Some(d) = found {
            let deep = mesh.depth(&(d.point - from - travel * d.t)).0;
            assert!((0.0..=1.0).contains(&d.t) && (deep - d.lo).abs() < 1e-7, "{deep} {d:?}");
            for share in [0.3, 0.9, 0.999, 1.0] {
                assert_eq!(told(share * d.hi), found, "{share}");
            }
            assert_eq!(told(d.hi + 1e-6), None);
            seen += 1;
        }
        below += usize::from(found.is_none());
        for _ in 0..300 {
            let (u, v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
            let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
            let x = tri[0] + (tri[1] - tri[0]) * u + (tri[2] - tri[0]) * v;
            let at = x - from - travel * random.between(0.0, 1.0);
            let deep = mesh.depth(&at).0;
            assert!(deep <= hi, "{deep} > {hi}");
        }
    }
    assert!(seen > 100 && below > 30, "{seen} {below}");
}
