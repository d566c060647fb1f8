use super::*;
use crate::sweep::{Gap, Segment, deepest};
use crate::tool::Piece;
use gouge_mesh::mesh::defects;
use gouge_random::Random;

/// A prism along Y over a rim, which `caps` cuts into triangles, 2 mm thick.
fn prism(rim: &[[f64; 2]], caps: &[[u32; 3]]) -> NonconvexMesh {
    let count = rim.len() as u32;
    let mut mesh = Mesh::default();
    for y in [-1.0, 1.0] {
        mesh.vertices.extend(rim.iter().map(|[x, z]| Vec3::new(*x, y, *z)));
    }
    for k in 0..count {
        let next = (k + 1) % count;
        mesh.triangles.extend([[k, next, next + count], [k, next + count, k + count]]);
    }
    for &[a, b, c] in caps {
        mesh.triangles.extend([[a, b, c], [a + count, c + count, b + count]]);
    }
    let shells = defects::examine(&mesh).shells;
    NonconvexMesh::new(mesh, shells).unwrap()
}

/// A bar with a post on it, a fork, and a wedge cut out of a block.
fn shapes() -> [NonconvexMesh; 3] {
    let post = [[-6., 0.], [6., 0.], [6., 2.], [2., 2.], [2., 6.], [-2., 6.], [-2., 2.], [-6., 2.]];
    let fork = [[-3., 0.], [3., 0.], [3., 5.], [1., 5.], [1., 2.], [-1., 2.], [-1., 5.], [-3., 5.]];
    let wedge = [[-4., 0.], [4., 0.], [4., 5.], [0.7, 5.], [0., 1.5], [-0.7, 5.], [-4., 5.]];
    [
        prism(&post, &[[0, 7, 1], [7, 2, 1], [7, 3, 2], [7, 6, 3], [6, 4, 3], [6, 5, 4]]),
        prism(&fork, &[[0, 5, 1], [5, 4, 1], [4, 2, 1], [4, 3, 2], [0, 7, 6], [0, 6, 5]]),
        prism(&wedge, &[[0, 4, 1], [4, 2, 1], [4, 3, 2], [0, 6, 5], [0, 5, 4]]),
    ]
}

/// How far a point is from the outside of what grew, or a little more, mm: the nearest of many
/// places out there, brought nearer as long as that goes.
fn way_out_of(mesh: &NonconvexMesh, x: &Vec3, by: f64, random: &mut Random) -> f64 {
    let outside = |way: &Vec3| mesh.depth(&(x + way)).0 <= -by;
    let aside = |side: f64| Vec3::y() * (side * (1.0 + by) - x.y);
    let [mut best, other] = [aside(-1.0), aside(1.0)];
    if other.norm() < best.norm() {
        best = other;
    }
    let mut width = 1.0;
    for i in 0..4500 {
        // The shapes are prisms: many of the shortest ways lead across their length.
        let across = Vec3::new(1.0, f64::from(i % 2), 1.0);
        let way = match i {
            0..4000 => random.vector(best.norm()).component_mul(&across),
            _ => best * random.between(1.0 - width, 1.0) + random.vector(width * best.norm()),
        };
        if way.norm() < best.norm() && outside(&way) {
            best = way;
        } else if i >= 4000 {
            width *= 0.985;
        }
    }
    best.norm()
}

/// What a mesh fills counted as deep as half the thin side of its box, and as no less than the
/// mesh otherwise: 3.2 where 0.7 is true.
#[test]
fn facets_in_a_mesh_that_grew_are_no_deeper_than_said_and_next_to_no_pocket_as_deep() {
    let mut random = Random::new(11);
    let (mut told, mut filled) = (0, 0);
    for mesh in shapes() {
        for by in [0.05, 0.3, 1.2, 2.0] {
            let grown = mesh.to_grow(by);
            let corners = &grown.filled().unwrap().pieces.vertices[..];
            let grown = Piece::Nonconvex(grown.clone());
            for _ in 0..40 {
                let at = random.vector(4.0).component_mul(&Vec3::new(1.2, 0.3, 0.8));
                let mut tri = [(); 3].map(|()| at + Vec3::z() * 2.5 + random.vector(0.6));
                let (from, mut travel) = (random.vector(0.2), random.vector(0.5));
                if random.chance(0.7) {
                    // Small, mostly next to a pocket.
                    let corner = corners[random.below(corners.len())] + random.vector(by);
                    let at = if random.chance(0.6) { corner } else { at + Vec3::z() * 2.5 };
                    tri = [(); 3].map(|()| at + from + random.vector(0.1 * by));
                    travel *= 0.1 * by;
                }
                let way = Segment::straight(from, travel);
                let found = deepest(&grown, &tri, &way, -by, &Gap::of(1e-3));
                let own = Piece::Nonconvex(mesh.clone());
                let before = deepest(&own, &tri, &way, -by, &Gap::of(1e-3));
                let most = found.map_or(0.0, |found| found.hi + by);
                if let (Some(found), Some(before)) = (found, before) {
                    told += usize::from(found.hi <= before.hi + 1e-3 + 1e-5);
                    filled += usize::from(found.hi > before.hi + 1e-3 + 1e-5);
                }
                for _ in 0..4 {
                    let (u, v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                    let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
                    let y = tri[0] + (tri[1] - tri[0]) * u + (tri[2] - tri[0]) * v;
                    let x = y - from - travel * random.between(0.0, 1.0);
                    let deep = way_out_of(&mesh, &x, by, &mut random);
                    assert!(deep <= most + 0.02 + 0.02 * deep, "{by} {x:?} {deep} {most}");
                }
            }
        }
    }
    assert!(told > 60 && filled > 20, "{told} {filled}");
}

/// Its ends along each axis, mm.
type Brick = [[f64; 2]; 3];

/// Bricks that touch or overlap, as one mesh.
fn bricks(all: &[Brick]) -> NonconvexMesh {
    let mut mesh = Mesh::default();
    for brick in all {
        let first = mesh.vertices.len() as u32;
        let corner = |k: usize| Vec3::from_fn(|axis, _| brick[axis][k >> axis & 1]);
        mesh.vertices.extend((0..8).map(corner));
        let quads =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let facets = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
        mesh.triangles.extend(facets.map(|t: [u32; 3]| t.map(|v| first + v)));
    }
    let shells = defects::examine(&mesh).shells;
    NonconvexMesh::new(mesh, shells).unwrap()
}

/// How far a point is from the outside of all bricks together, mm: all their planes cut space
/// into boxes, each of them inside or outside.
fn way_out_of_bricks(all: &[Brick], x: &Vec3) -> f64 {
    let ends = |axis: usize| {
        let mut ends: Vec<f64> = all.iter().flat_map(|brick| brick[axis]).collect();
        ends.extend([-1e3, 1e3]);
        ends.sort_by(f64::total_cmp);
        ends
    };
    let [xs, ys, zs] = [0, 1, 2].map(ends);
    let mut best = f64::INFINITY;
    for a in xs.windows(2) {
        for b in ys.windows(2) {
            for c in zs.windows(2) {
                let cell = [a, b, c];
                let middle = [0, 1, 2].map(|k| 0.5 * (cell[k][0] + cell[k][1]));
                let holds = |brick: &Brick| {
                    (0..3).all(|k| brick[k][0] < middle[k] && middle[k] < brick[k][1])
                };
                if !all.iter().any(holds) {
                    let near = Vec3::from_fn(|k, _| x[k].clamp(cell[k][0], cell[k][1]));
                    best = best.min((near - x).norm());
                }
            }
        }
    }
    best
}

/// Each body counted alone: with one more in or on it, a tool was less deep.
#[test]
fn nothing_is_deeper_in_bodies_together_than_said() {
    let mut random = Random::new(5);
    let (mut inner, mut own) = (0, 0);
    for round in 0..30 {
        let mut end = |from: f64, to: f64| (2.0 * random.between(from, to)).round() / 2.0;
        let mut all: Vec<Brick> = vec![[[-2.0, 2.0]; 3]];
        for _ in 0..=round % 3 {
            // One more face to face with the first, through it, or within it.
            let side = |low: f64, size: f64| [low, low + size];
            let [a, b, c] = [(); 3].map(|()| side(end(-3.0, 2.0), end(0.5, 3.0).max(0.5)));
            all.push(if round % 2 == 0 { [side(2.0, end(1.0, 3.0)), b, c] } else { [a, b, c] });
        }
        let mesh = bricks(&all);
        // What grew is deeper by no less than that, wherever the mesh is.
        let by = [0.0, 0.004, 0.05, 0.3][round % 4];
        let piece = Piece::Nonconvex(if by > 0.0 { mesh.to_grow(by) } else { mesh });
        for _ in 0..60 {
            let at = random.vector(3.0);
            let tri = [(); 3].map(|()| at + random.vector(0.4));
            let travel = random.vector(0.3);
            let found = deepest(
                &piece,
                &tri,
                &Segment::straight(Vec3::zeros(), travel),
                0.0,
                &Gap::of(1e-3),
            );
            let hi = found.map_or(0.0, |found| found.hi);
            inner += usize::from(found.is_some_and(|found| found.hi > found.lo + 0.01));
            own += usize::from(found.is_some_and(|found| found.hi <= found.lo + 0.01));
            for _ in 0..8 {
                let (u, v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
                let y = tri[0] + (tri[1] - tri[0]) * u + (tri[2] - tri[0]) * v;
                let x = y - travel * random.between(0.0, 1.0);
                let deep = way_out_of_bricks(&all, &x);
                assert!(deep <= hi + 1e-6, "{all:?} {x:?} {deep} {hi}");
            }
        }
    }
    assert!(inner > 100 && own > 100, "{inner} {own}");
}

/// Half its height bounded the depth of what grew, 3.1 where the thin side leaves 1.1.
#[test]
fn nothing_is_deeper_than_the_thin_side_of_the_box_leaves() {
    let [mesh, ..] = shapes();
    let mut random = Random::new(11);
    for by in [0.01, 0.14, 0.6, 2.0] {
        let filled = Filled::new(&mesh, by).unwrap();
        let most = filled.most;
        assert!(most <= 1.0 + by + 1e-9, "{most}");
        for _ in 0..2000 {
            let q = random.vector(7.0) + Vec3::z() * 3.0;
            let beyond = |way: f64| q + Vec3::y() * (way * (most + 1e-6));
            let outside = [-1.0, 1.0].map(|way| mesh.depth(&beyond(way)).0 <= -by);
            assert!(outside.contains(&true), "{by} {q:?}");
        }
    }
}
