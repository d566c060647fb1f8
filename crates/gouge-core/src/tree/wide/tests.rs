//! A random search for violations of the bounds, with every instruction set at hand.

mod clear;
mod deepest;

use fearless_simd::{Level, Simd, dispatch, f32x8, prelude::*};
use gouge_random::Random;

use super::bounds::boxes;
use super::lanes::{self, Things, TriangleLanes};
use super::node::Child;
use super::query::Query;
use super::{WIDTH, WideTree, planes};
use crate::sweep::{Deepest, Gap, Segment, Slope};
use crate::tolerance::ROUNDING;
use crate::tool::{Piece, Polyhedron, Solid, Spec};
use crate::tree::clip::farthest;
use crate::tree::{Course, Facets};
use gouge_mesh::geom::{Aabb, Body, Swept, Triangle, Vec3, closest_on_triangle};
use gouge_mesh::mesh::Mesh;

/// What the exact test says of a facet during a straight motion.
fn exactly(
    piece: &Piece,
    facet: &Triangle,
    (from, travel): (Vec3, Vec3),
    floor: f64,
    gap: f64,
) -> Option<Deepest> {
    let way = Segment::straight(from, travel);
    crate::sweep::deepest(piece, facet, &way, floor, &Gap::of(gap))
}

const TOOLS: [&str; 10] = [
    "ball:6",
    "flat:8",
    "bull:10,2",
    "taper:2,10,12",
    "drill:6,118",
    "chamfer:1,45,10",
    "ball:3;len=10;shank=3,30",
    "flat:4;len=5;shank=8,20",
    "turned mesh",
    "leaning mesh",
];

/// The order kept the room of what it was sorted by, four times its own.
#[test]
fn the_order_of_a_tree_takes_no_more_room_than_it_fills() {
    let mesh = soup(&mut Random::new(1), 5000, Vec3::zeros());
    let tree = WideTree::new(&mesh);
    assert!(!tree.order.is_empty() && tree.order.capacity() == tree.order.len());
}

/// The instructions of this machine, and those that every machine of its kind has.
fn levels() -> [Level; 2] {
    [Level::new(), Level::baseline()]
}

/// Facets of all sizes: strewn, along a slope, without area, all in one place.
fn soup(random: &mut Random, count: usize, around: Vec3) -> Mesh {
    let kind = random.below(4);
    let mut mesh = Mesh::default();
    for _ in 0..count {
        let mut centre = random.vector(12.0);
        if kind == 1 {
            centre.z = 0.5 * centre.x;
        }
        let size = [3.0, 0.5, 1e-3][random.below(3)];
        for _ in 0..3 {
            let corner = match kind {
                2 => Vec3::new(1.0, 2.0, 3.0),
                _ if random.chance(0.02) => centre,
                _ => centre + random.vector(size),
            };
            mesh.vertices.push(around + corner);
        }
        let first = mesh.vertices.len() as u32 - 3;
        mesh.triangles.push([first, first + 1, first + 2]);
    }
    mesh
}

fn pieces(tool: &str) -> Vec<Piece> {
    if let Some(kind) = tool.strip_suffix(" mesh") {
        let lean = if kind == "leaning" { 3.0 } else { 0.0 };
        return vec![Piece::Solid(Solid::Faceted(frustum(lean)))];
    }
    let tool = Spec::parse(tool, ".".as_ref()).unwrap().build(60.0);
    tool.components.into_iter().flat_map(|c| c.pieces).collect()
}

/// A frustum of eleven sides whose upper end stands beside the axis.
fn frustum(lean: f64) -> Polyhedron {
    const SIDES: u32 = 11;
    let mut mesh = Mesh::default();
    for [radius, z, beside] in [[2.0, 0.0, 0.0], [5.0, 9.0, lean]] {
        mesh.vertices.extend((0..SIDES).map(|k| {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(k) / f64::from(SIDES)).sin_cos();
            Vec3::new(radius * cos + beside, radius * sin, z)
        }));
    }
    for k in 0..SIDES {
        let [a, b] = [k, (k + 1) % SIDES];
        mesh.triangles.extend([[a, b, b + SIDES], [a, b + SIDES, a + SIDES]]);
    }
    for k in 1..SIDES - 1 {
        mesh.triangles.extend([[0, k + 1, k], [SIDES, SIDES + k, SIDES + k + 1]]);
    }
    Polyhedron::new(&mesh).unwrap()
}

fn largest(mesh: &Mesh) -> f64 {
    mesh.vertices.iter().map(|v| v.amax()).fold(1.0, f64::max)
}

#[test]
fn nodes_hold_their_facets_to_the_last_bit() {
    let mut random = Random::new(11);
    for case in 0..80 {
        let count = [1, 3, 8, 9, 17, 64, 65, 87, 513, 1500][random.below(10)];
        let around = random.vector([0.0, 1.0, 1e4, 1e7][case % 4]);
        let mesh = soup(&mut random, count, around);
        let tree = WideTree::new(&mesh);
        let mut seen = vec![0; count];
        let mut stack = vec![0];
        while let Some(node) = stack.pop() {
            let node = &tree.nodes[node as usize];
            let (boxes, slabs) = (node.boxes(), node.slabs());
            let origin = Vec3::from(node.origin_from(&Vec3::zeros()).map(f64::from));
            let middle = origin + random.vector([0.0, 1.0, 100.0][case % 3]);
            let read = node.boxes_from(&middle);
            let pad = f64::from(ROUNDING * read.size);
            for (lane, child) in node.children().into_iter().enumerate() {
                let mut below = Vec::new();
                let mut open = vec![child];
                while let Some(child) = open.pop() {
                    match child {
                        Child::Absent => {}
                        Child::Inner(at) => open.extend(tree.nodes[at as usize].children()),
                        Child::Leaf(first, size) => below
                            .extend_from_slice(&tree.order[first as usize..][..usize::from(size)]),
                    }
                }
                match child {
                    Child::Inner(at) => stack.push(at),
                    Child::Leaf(..) => below.iter().for_each(|&f| seen[f as usize] += 1),
                    Child::Absent => {}
                }
                for p in below.iter().flat_map(|&f| mesh.triangle(f as usize)) {
                    for axis in 0..3 {
                        assert!(boxes.lo[axis][lane] <= p[axis], "{case}: {p:?}");
                        assert!(p[axis] <= boxes.hi[axis][lane], "{case}: {p:?}");
                        let at = p[axis] - middle[axis];
                        assert!(f64::from(read.lo[axis][lane]) - pad <= at, "{case}: {p:?}");
                        assert!(at <= f64::from(read.hi[axis][lane]) + pad, "{case}: {p:?}");
                    }
                    let normal = Vec3::from(slabs.normal.map(|row| f64::from(row[lane])));
                    let pad = (pad + 1e-13 * largest(&mesh)) * normal.norm();
                    let at = normal.dot(&(p - origin));
                    if normal != Vec3::zeros() {
                        assert!(f64::from(slabs.from[lane]) - pad <= at, "{case}: {p:?}");
                        assert!(at <= f64::from(slabs.to[lane]) + pad, "{case}: {p:?}");
                    }
                }
            }
        }
        assert!(seen.iter().all(|&times| times == 1), "{case}: every facet in one leaf");
        assert!(count < 500 || tree.bytes() <= 12 * count, "{case}: {} bytes", tree.bytes());
    }
}

/// Linear bounds of the depth in a body, each mixed from some of its supporting planes.
fn slopes(random: &mut Random, body: &dyn Body) -> Vec<Slope> {
    let mut mixed = || {
        let ways: [Vec3; 3] = std::array::from_fn(|_| random.direction());
        let [a, b] = [random.between(0.0, 0.5), random.between(0.0, 0.5)];
        let parts = ways.into_iter().zip([a, b, 1.0 - a - b]);
        parts.fold(Slope { normal: Vec3::zeros(), offset: 0.0 }, |sum, (way, share)| Slope {
            normal: sum.normal + way * share,
            offset: sum.offset + body.support(&way) * share,
        })
    };
    vec![mixed(), mixed()]
}

/// What eight planes say of eight facets: with what is added for rounding, and without; and what
/// slopes say of them, as they are and turned to the sides that the planes face.
#[inline(always)]
fn told<S: Simd>(
    simd: S,
    query: &Query,
    normals: [[f32; WIDTH]; 3],
    [a, b, c]: [[&Vec3; WIDTH]; 3],
    floor: f32,
) -> [[f32; WIDTH]; 4] {
    let [a, b, c] = [
        lanes::seen_from(simd, &a, &query.middle),
        lanes::seen_from(simd, &b, &query.middle),
        lanes::seen_from(simd, &c, &query.middle),
    ];
    let far = lanes::farthest(&lanes::farthest(&a, &b), &c);
    let things = TriangleLanes { a, b, c, size: far[0] + far[1] + far[2] };
    let n = lanes::load3(simd, normals);
    let bare = planes::support(simd, query, &n) - things.least(&n);
    let sloped = planes::sloped(simd, query, &things);
    let size = (n[0] * n[0] + n[1] * n[1]).sqrt();
    let turned = planes::turned(simd, query, [n[0] / size, n[1] / size], &things);
    let known = planes::Known { most: f32x8::splat(simd, f32::INFINITY), floor };
    let bounds = planes::across(simd, query, &n, &things, known);
    [bounds.into(), bare.into(), sloped.into(), turned.into()]
}

/// A plane across a normal of length one, in double precision, against the same in single.
#[test]
fn rounding_takes_less_off_a_bound_than_is_added() {
    let mut random = Random::new(17);
    let (mut missed, mut sides) = (0, 0);
    for case in 0..4000 {
        let pieces = pieces(TOOLS[case % TOOLS.len()]);
        let body = &pieces[random.below(pieces.len())];
        let middle = random.vector([0.0, 300.0, 1e5][case % 3]);
        let travel = random.direction() * [0.0, 0.1, 40.0][random.below(3)];
        let (from, grow) = (middle - 0.5 * travel, [0.0, 0.3][random.below(2)]);
        let swept = Swept { from, travel, body, grow };
        let bounds = Aabb { lo: middle, hi: middle };
        let slopes = slopes(&mut random, body);
        let query = Query::new(&swept, farthest(&bounds), &slopes);
        let reach = [0.1, 10.0, 400.0][random.below(3)];
        let corners: [Vec3; 3 * WIDTH] = std::array::from_fn(|_| middle + random.vector(reach));
        let ways: [Vec3; WIDTH] = std::array::from_fn(|_| random.direction());
        let normals = [0, 1, 2].map(|axis| ways.map(|way| way[axis] as f32));
        let facets = [0, 1, 2].map(|k| std::array::from_fn(|lane| &corners[WIDTH * k + lane]));
        for level in levels() {
            let floor = [f32::NEG_INFINITY, 0.0][case / 3 % 2];
            let told = dispatch!(level, simd => told(simd, &query, normals, facets, floor));
            let [bounds, bare, sloped, turned] = told;
            for lane in 0..WIDTH {
                let n = Vec3::from(normals.map(|row| f64::from(row[lane]))).normalize();
                let most = body.support(&n) + 0.5 * n.dot(&travel).abs() + grow;
                let least = |n: &Vec3| {
                    let at = |corner: &[&Vec3; WIDTH]| n.dot(&(corner[lane] - query.middle));
                    facets.iter().map(at).fold(f64::INFINITY, f64::min)
                };
                let depth = most - least(&n);
                let say = |normal: &Vec3, offset: f64| {
                    offset + 0.5 * normal.dot(&travel).abs() + grow - least(normal)
                };
                let own = slopes.iter().map(|Slope { normal, offset }| say(normal, *offset));
                let known = own.fold(f64::INFINITY, f64::min);
                assert!(f64::from(sloped[lane]) >= known - 1e-12 * reach, "{case}, {level:?}");
                let side = n.xy().normalize();
                let own = slopes.iter().filter(|_| query.outline.is_some()).map(|slope| {
                    let across = side * slope.normal.xy().norm();
                    say(&Vec3::new(across.x, across.y, slope.normal.z), slope.offset)
                });
                let known = own.fold(f64::INFINITY, f64::min);
                assert!(f64::from(turned[lane]) >= known - 1e-12 * reach, "{case}, {level:?}");
                sides += usize::from(known < f64::INFINITY);
                assert!(f64::from(bounds[lane]) >= depth - 1e-12 * reach, "{case}, {level:?}");
                missed += usize::from(f64::from(bare[lane]) < depth);
            }
        }
    }
    assert!(missed > 1000, "rounding is of consequence: {missed}");
    assert!(sides > 1000, "{sides}");
}

/// What is told of the children of a node, against every facet below them.
#[test]
fn no_facet_is_deeper_than_what_is_told_of_its_child() {
    let mut random = Random::new(18);
    let (mut asked, mut close) = (0, 0);
    for case in 0..300 {
        let around = random.vector([0.0, 50.0, 3e3][case % 3]);
        let count = [3, 20, 70, 400][random.below(4)];
        let mesh = soup(&mut random, count, around);
        let pieces = pieces(TOOLS[case % TOOLS.len()]);
        let body = &pieces[random.below(pieces.len())];
        let travel = random.direction() * [0.0, 0.01, 1.0, 20.0][random.below(4)];
        let from = around + random.vector(14.0) - Vec3::new(0.0, 0.0, 4.0);
        let swept = Swept { from, travel, body, grow: 0.0 };
        let slopes = slopes(&mut random, body);
        for level in levels() {
            let tree = WideTree::with_level(&mesh, level);
            let query = tree.query(&swept, &slopes);
            // What is no depth to be distinguished must not be said to be less.
            let floor = [f32::NEG_INFINITY, 0.0, 0.5][random.below(3)];
            for node in &tree.nodes {
                let most: [f32; WIDTH] = dispatch!(level, simd => {
                    let most: [f32; WIDTH] = boxes(simd, &query, node, floor).into();
                    most
                });
                for (child, most) in node.children().into_iter().zip(most) {
                    let Child::Leaf(first, size) = child else { continue };
                    for &facet in &tree.order[first as usize..][..usize::from(size)] {
                        let facet = mesh.triangle(facet as usize);
                        let floor = f64::NEG_INFINITY;
                        let found = exactly(body, &facet, (from, travel), floor, 1e-7);
                        let Some(found) = found.filter(|f| f.lo > -4.0) else { continue };
                        let most = f64::from(most);
                        assert!(most >= found.lo, "{case}, {level:?}: {most} {found:?}");
                        close += usize::from(most < found.lo + 0.05);
                        asked += 1;
                    }
                }
            }
        }
    }
    assert!(asked > 2000 && close > 200, "{asked}, {close}");
}

/// A facet is measured first, and then asked for at the very depth that it was proved to reach:
/// that leaves the search nothing but its pads.
#[test]
fn no_facet_is_lost_at_its_own_depth() {
    let mut random = Random::new(12);
    let mut asked = 0;
    for case in 0..400 {
        let around = random.vector([0.0, 50.0, 3e3][case % 3]);
        let count = 1 + random.below(120);
        let mesh = soup(&mut random, count, around);
        let pieces = pieces(TOOLS[case % TOOLS.len()]);
        let travel = random.direction() * [0.0, 0.01, 1.0, 20.0][random.below(4)];
        let from = around + random.vector(10.0) - Vec3::new(0.0, 0.0, 4.0);
        for level in levels() {
            let tree = WideTree::with_level(&mesh, level);
            let mut searcher = tree.searcher(Course::ALONE);
            for (at, piece) in pieces.iter().enumerate() {
                let target = random.below(count) as u32;
                let facet = mesh.triangle(target as usize);
                let gap = 1e-7;
                let floor = f64::NEG_INFINITY;
                let found = exactly(piece, &facet, (from, travel), floor, gap);
                let Some(found) = found.filter(|f| f.lo > -4.0) else { continue };
                let grow = [0.0, 0.25][random.below(2)];
                let swept = Swept { from, travel, body: piece, grow };
                let mut handed = 0;
                searcher.hint(&slopes(&mut random, piece));
                searcher.deeper(&swept, found.lo + grow, &mut |index, depth| {
                    handed += usize::from(index == target);
                    depth
                });
                assert_eq!(handed, 1, "{case}, {level:?}, piece {at}: {found:?}");
                asked += 1;
            }
        }
    }
    assert!(asked > 200, "{asked}");
}

#[test]
fn what_is_not_handed_over_is_nowhere_deeper() {
    let mut random = Random::new(13);
    let (mut kept, mut cut) = (0, 0);
    for case in 0..250 {
        let mesh = soup(&mut random, 60, Vec3::zeros());
        let pieces = pieces(TOOLS[case % TOOLS.len()]);
        let travel = random.direction() * [0.0, 0.3, 15.0][random.below(3)];
        let from = random.vector(10.0) - Vec3::new(0.0, 0.0, 4.0);
        let floor = random.between(-1.0, 1.0);
        let piece = &pieces[random.below(pieces.len())];
        let tree = WideTree::new(&mesh);
        let mut handed = vec![false; mesh.triangles.len()];
        let swept = Swept { from, travel, body: piece, grow: 0.0 };
        tree.searcher(Course::ALONE).deeper(&swept, floor, &mut |index, depth| {
            handed[index as usize] = true;
            depth
        });
        for (index, _) in handed.iter().enumerate().filter(|(_, handed)| !**handed) {
            let [a, b, c] = mesh.triangle(index);
            for _ in 0..200 {
                let (mut u, mut v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                if u + v > 1.0 {
                    (u, v) = (1.0 - u, 1.0 - v);
                }
                let p = a + (b - a) * u + (c - a) * v;
                let control = from + travel * random.between(0.0, 1.0);
                assert!(piece.depth(&(p - control)) < floor + 1e-12, "{case}: facet {index}");
            }
        }
        kept += handed.iter().filter(|handed| **handed).count();
        cut += handed.iter().filter(|handed| !**handed).count();
    }
    assert!(kept > 500 && cut > 500, "{kept}, {cut}");
}

#[test]
fn every_level_finds_the_same_depth_and_the_same_nearest_facet() {
    let mut random = Random::new(14);
    for case in 0..150 {
        let count = 1 + random.below(300);
        let mesh = soup(&mut random, count, Vec3::zeros());
        let pieces = pieces(TOOLS[case % TOOLS.len()]);
        let trees = levels().map(|level| WideTree::with_level(&mesh, level));
        for _ in 0..10 {
            let (from, travel) = (random.vector(14.0), random.vector(3.0));
            let body = &pieces[0];
            let swept = Swept { from, travel, body, grow: 0.0 };
            let depth = |tree: &WideTree| {
                tree.searcher(Course::ALONE).deeper(&swept, -2.0, &mut |index, floor| {
                    let facet = mesh.triangle(index as usize);
                    let found = exactly(body, &facet, (from, travel), floor, 1e-9);
                    found.map_or(floor, |f| f.lo.max(floor))
                })
            };
            let brute = (0..count)
                .filter_map(|i| {
                    let facet = mesh.triangle(i);
                    exactly(body, &facet, (from, travel), f64::NEG_INFINITY, 1e-9)
                })
                .map(|f| f.lo)
                .fold(-2.0, f64::max);
            let found = trees.each_ref().map(depth);
            let same = found.iter().all(|depth| *depth == found[0]);
            assert!((found[0] - brute).abs() < 1e-6 && same, "{case}: {found:?}");

            let p = random.vector(15.0);
            let gap = |i: usize| (closest_on_triangle(&p, &mesh.triangle(i)) - p).norm();
            let least = (0..count)
                .map(|i| (gap(i), i as u32))
                .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            assert_eq!(trees[0].nearest(p, f64::INFINITY), least, "{case}");
            assert_eq!(trees[0].nearest(p, 1.0), least.filter(|l| l.0 <= 1.0), "{case}");
        }
    }
}

#[test]
fn the_outline_of_a_tool_has_its_support_and_one_around_a_mesh_more() {
    let mut random = Random::new(15);
    for tool in TOOLS {
        for piece in pieces(tool) {
            let outline = piece.outline().or(piece.around()).unwrap();
            for _ in 0..2000 {
                let u = random.direction();
                let d = [u.x.hypot(u.y), u.z];
                let along = |p: [f64; 2]| p[0] * d[0] + p[1] * d[1];
                let cross = |a: [f64; 2], b: [f64; 2]| a[0] * b[1] - a[1] * b[0];
                let corners = outline.corners.iter().map(|c| along(*c));
                let arcs = outline.arcs.iter();
                let arcs = arcs.filter(|a| cross(a.first, d).min(cross(d, a.last)) >= 0.0);
                let round = arcs.map(|a| along(a.center) + a.radius);
                let found = corners.chain(round).fold(f64::NEG_INFINITY, f64::max);
                let more = found - piece.support(&u);
                match tool.strip_suffix(" mesh") {
                    None => assert!(more.abs() < 1e-9, "{tool}: {u:?} {more}"),
                    // Eleven sides and 24 directions off a round one 5 mm wide.
                    Some("turned") => assert!((0.0..0.4).contains(&more), "{u:?} {more}"),
                    Some(_) => assert!(more >= 0.0, "{tool}: {u:?} {more}"),
                }
            }
        }
    }
}

#[test]
fn empty_meshes_are_searched() {
    let mesh = Mesh::default();
    let tree = WideTree::new(&mesh);
    let pieces = pieces("ball:6");
    let swept = Swept { from: Vec3::zeros(), travel: Vec3::x(), body: &pieces[0], grow: 0.0 };
    assert_eq!(tree.searcher(Course::ALONE).deeper(&swept, 0.5, &mut |_, _| f64::INFINITY), 0.5);
    assert_eq!(tree.nearest(Vec3::zeros(), f64::INFINITY), None);
    assert!(tree.is_clear_by_top(&swept, 0.0, 1));
    assert_eq!(tree.order.len() + WIDTH, 8);
}

/// A path in small steps, along which motions are searched in groups, finds what each motion alone
/// does.
#[test]
fn motions_of_a_path_find_together_what_they_find_alone() {
    let mut random = Random::new(16);
    let (mut together, mut alone) = (0, 0);
    for case in 0..60 {
        let mesh = soup(&mut random, 200, Vec3::zeros());
        let pieces = pieces(TOOLS[case % TOOLS.len()]);
        let mut points = vec![random.vector(9.0)];
        let mut way = random.direction() * 0.05;
        for _ in 0..60 {
            if random.chance(0.05) {
                way = random.direction() * 0.05;
            }
            let bend = random.vector([0.0, 1e-3, 1e-2][case % 3]);
            points.push(points[points.len() - 1] + way + bend);
        }
        let body = &pieces[0];
        let floor = [0.01, 0.5][case % 2];
        let tree = WideTree::new(&mesh);
        let run = |course: Course| {
            let mut searcher = tree.searcher(course);
            let found: Vec<_> = points
                .windows(2)
                .map(|ends| {
                    let (from, travel) = (ends[0], ends[1] - ends[0]);
                    let swept = Swept { from, travel, body, grow: 0.0 };
                    let mut best = None;
                    let depth = searcher.deeper(&swept, floor, &mut |index, floor| {
                        let facet = mesh.triangle(index as usize);
                        let found = exactly(body, &facet, (from, travel), floor, 1e-9);
                        let Some(found) = found.filter(|f| f.lo > floor) else { return floor };
                        best = Some(index);
                        found.lo
                    });
                    (depth, best)
                })
                .collect();
            (found, searcher.stats().nodes)
        };
        let (each, grouped) = (run(Course::ALONE), run(Course { carry: true, points: &points }));
        for (motion, (a, b)) in each.0.iter().zip(&grouped.0).enumerate() {
            assert!((a.0 - b.0).abs() < 1e-7, "{case}, motion {motion}: {a:?} {b:?}");
        }
        alone += each.1;
        together += grouped.1;
    }
    assert!(2 * together < alone, "{together} of {alone} nodes");
}
