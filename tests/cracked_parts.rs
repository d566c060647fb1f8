//! Parts with cracks: facets that do not share their corners to the last digit of a file.

mod shapes;

use std::collections::BTreeMap;
use std::path::Path;

use gouge::geom::Vec3;
use gouge::mesh::{Mesh, defects};
use gouge::nc::{Motion, Span};
use gouge::tool::Spec;
use gouge::verify::{Body, Options, Outcome, Progress, Verdict, check};
use gouge_random::Random;

use shapes::{Facet, box_facets, prism, welded};

/// A step of 30 × 30 × 20: its edges meet in reflex and sharp ones.
fn step() -> Mesh {
    let outline = [[0.0, 0.0], [30.0, 0.0], [30.0, 8.0], [14.0, 8.0], [14.0, 20.0], [0.0, 20.0]];
    prism(&outline, &[[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]], [0.0, 30.0])
}

/// Every facet with corners of its own, each moved by up to `by` mm along every axis.
fn cracked(mesh: &Mesh, by: f64, random: &mut Random) -> Mesh {
    let facets = (0..mesh.triangles.len()).map(|i| mesh.triangle(i));
    let vertices = facets.flatten().map(|v| v + random.vector(by)).collect();
    let corners = (0..3 * mesh.triangles.len() as u32).collect::<Vec<_>>();
    Mesh { vertices, triangles: corners.chunks(3).map(|t| [t[0], t[1], t[2]]).collect() }
}

fn outcome(mesh: &Mesh, tool: &str, points: &[Vec3]) -> Outcome {
    let span = Span { line: 1, column: 1, length: 2, ..Span::default() };
    let motion = |ends: &[Vec3]| Motion { span, ..Motion::feed(1, ends[0].into(), ends[1].into()) };
    let motions: Vec<Motion> = points.windows(2).map(motion).collect();
    let specs = BTreeMap::from([(1, Spec::parse(tool, Path::new(".")).unwrap())]);
    let body = Body::new(mesh, &defects::examine(mesh), false);
    let options = Options { all_depths: true, ..Options::default() };
    check(&[body], &specs, &(&motions[..]).into(), &options, &Progress::default())
}

/// Of a part of 426 facets, a tenth of them moved by 1e-5 mm, two thirds of the motions that are
/// clean were unknown, and a cut 1 mm off a wall of a CAD file was, with half a millimetre left to
/// cut.
#[test]
fn a_part_with_cracks_is_judged_as_without() {
    let whole = step();
    let mut random = Random::new(7);
    let tools = ["ball:6;len=40", "flat:4;len=40", "drill:5,90;len=40", "taper:1,8,16"];
    let (mut clean, mut gouging) = (0, 0);
    for at in 0..240 {
        let by = [1e-7, 1e-6, 5e-6][at % 3];
        let part = cracked(&whole, by, &mut random);
        let report = defects::examine(&part);
        let width = report.shells.crack_mm();
        assert!(report.shells.whole() && 0.0 < width && width <= 8.0 * by, "{width}");
        let tool = tools[at % tools.len()];
        let point = |random: &mut Random| {
            Vec3::new(15.0, 15.0, 9.0)
                + random.vector(1.0).component_mul(&Vec3::new(22.0, 22.0, 13.0))
        };
        let points = [point(&mut random), point(&mut random)];
        let [with, without] = [&part, &whole].map(|mesh| outcome(mesh, tool, &points));
        let of = |found: &Outcome| found.motions.iter().next().unwrap().clone();
        let (with, without) = (of(&with), of(&without));
        assert_eq!(with.verdict, without.verdict, "{tool} {points:?} {with:?} {without:?}");
        let apart = 2.0 * 3f64.sqrt() * by + 1e-9;
        assert!(
            with.depth[0] <= without.depth[1] + apart && without.depth[0] <= with.depth[1] + apart,
            "{tool} {points:?} {with:?} {without:?}"
        );
        clean += usize::from(with.verdict == Verdict::Clean);
        gouging += usize::from(with.verdict == Verdict::Gouge);
    }
    assert!(clean > 30 && gouging > 100, "{clean} {gouging}");
}

#[test]
fn what_is_wider_than_rounding_is_no_crack() {
    let mut random = Random::new(3);
    let shells = defects::examine(&cracked(&step(), 1e-3, &mut random)).shells;
    assert!(!shells.whole() && shells.crack_mm() == 0.0);
}

/// A hole beside cracks stays one, and with it what hangs together with it by edges or corners.
#[test]
fn a_part_that_lacks_a_facet_is_not_closed_by_its_cracks() {
    let mut random = Random::new(5);
    let whole = step();
    for lacking in 0..whole.triangles.len() {
        let mut part = cracked(&whole, 1e-6, &mut random);
        part.triangles.remove(lacking);
        let shells = defects::examine(&part).shells;
        assert!(!shells.whole(), "{lacking}");
    }
}

/// A corner on the edge of a neighbour, rounded to single precision as STL files are.
#[test]
fn a_corner_rounded_off_the_edge_of_its_neighbour_does_not_open_a_part() {
    let single = |facet: &Facet| facet.map(|p| p.map(|v| f64::from(v as f32)));
    let (lo, hi) = ([0.1, 0.2, 0.3], [40.7, 37.9, 20.3]);
    let top = |x: f64, y: f64| [x, y, hi[2]];
    let (a, b, c, d) = (top(lo[0], lo[1]), top(hi[0], lo[1]), top(hi[0], hi[1]), top(lo[0], hi[1]));
    let at = |share: f64| top(lo[0] + share * (hi[0] - lo[0]), lo[1] + share * (hi[1] - lo[1]));
    let mut off = 0;
    for share in (1..40).map(|i| f64::from(i) / 41.3) {
        let middle = at(share);
        let mut facets = box_facets(lo, hi);
        facets.splice(2..4, [[a, b, c], [a, middle, d], [middle, c, d]]);
        let part = welded(&facets.iter().map(single).collect::<Vec<_>>());
        let report = defects::examine(&part);
        assert!(!report.closed && report.shells.whole(), "{share}");
        off += usize::from(report.shells.crack_mm() > 0.0);
        let deep = [Vec3::new(20.0, 19.0, 8.0), Vec3::new(20.0, 19.0, 8.5)];
        let found = outcome(&part, "ball:4;len=8", &deep);
        assert_eq!(found.coverage.gouging, 1, "{share}");
    }
    assert!(off > 20, "{off}");
}

fn reversed(facets: &[Facet]) -> Vec<Facet> {
    facets.iter().map(|[a, b, c]| [*a, *c, *b]).collect()
}

/// The verdict on a short way down from a place.
fn verdict(mesh: &Mesh, tool: &str, [x, y, z]: [f64; 3], down: f64) -> Verdict {
    let found = outcome(mesh, tool, &[Vec3::new(x, y, z), Vec3::new(x, y, z - down)]);
    found.motions.iter().next().unwrap().verdict
}

/// Sides that look both ways closed their cracks, and enclosed nothing: a tool wholly inside was
/// clean.
#[test]
fn a_part_with_two_sides_is_no_air_for_its_cracks() {
    let mut random = Random::new(8);
    let sides = box_facets([0.0; 3], [40.0, 40.0, 20.0]);
    let both = [&sides[..], &reversed(&sides)].concat();
    assert_eq!(verdict(&welded(&both), "ball:6;len=7", [20.3, 10.2, 5.5], 0.5), Verdict::Gouge);
    for round in 0..40 {
        let whole = welded(&both);
        let mut part = cracked(&whole, 1e-6, &mut random);
        if round % 2 == 0 {
            // One corner of one facet alone.
            let moved = part.vertices[random.below(part.vertices.len())];
            part = whole;
            part.vertices.push(moved);
            let facet = random.below(part.triangles.len());
            part.triangles[facet][random.below(3)] = part.vertices.len() as u32 - 1;
        }
        let told = verdict(&part, "ball:6;len=7", [20.3, 10.2, 5.5], 0.5);
        assert_ne!(told, Verdict::Clean, "{round}");
    }
}

/// A body inside out that overlaps a good one takes off what that encloses: where cracks make one
/// piece of both, it was air.
#[test]
fn a_body_inside_out_is_no_cavity_for_its_cracks() {
    let mut random = Random::new(9);
    let good = box_facets([0.0; 3], [40.0, 40.0, 20.0]);
    let turned = reversed(&box_facets([20.0, 0.0, 0.0], [60.0, 40.0, 20.0]));
    let both = welded(&[good, turned].concat());
    for _ in 0..20 {
        let part = cracked(&both, 2e-6, &mut random);
        let told = verdict(&part, "ball:6;len=7", [30.3, 10.2, 5.5], 0.5);
        assert_ne!(told, Verdict::Clean);
    }
}

/// A box whose top parts into two halves along its middle, `wide` mm apart there.
fn slit(wide: f64) -> Vec<Facet> {
    let mut facets = box_facets([0.0; 3], [100.0, 100.0, 50.0]);
    let at = |x: f64, y: f64| [x, y, 50.0];
    let [left, right] = [-0.5, 0.5].map(|side| at(50.0 + side * wide, 50.0));
    let [low, high] = [0.0, 100.0].map(|y| at(50.0, y));
    let [a, b, c, d] = [at(0.0, 0.0), at(100.0, 0.0), at(100.0, 100.0), at(0.0, 100.0)];
    facets.splice(
        2..4,
        [
            [a, low, left],
            [a, left, d],
            [left, high, d],
            [low, b, right],
            [right, b, c],
            [right, c, high],
        ],
    );
    facets
}

/// A needle that goes down through a crack touches nothing: it was clean, and 1.25 mm deep at most.
#[test]
fn a_needle_in_a_crack_is_in_the_part() {
    let part = welded(&slit(9e-5));
    assert!(defects::examine(&part).shells.whole());
    let needle = "taper:0.000001,0.001,0.0001";
    let down =
        |z: f64| outcome(&part, needle, &[Vec3::new(50.0, 50.0, 60.0), Vec3::new(50.0, 50.0, z)]);
    for (z, deep) in [(47.5, 2.5), (47.3, 2.7)] {
        let found = down(z);
        assert_eq!(found.coverage.gouging, 1, "{z}");
        let hi = found.findings.depth(found.regions[0].worst)[1];
        assert!(hi >= deep, "{z}: {hi}");
    }
}

/// A crack in a part that lacks a facet elsewhere was taken for a way to the sky.
#[test]
fn an_open_part_is_not_open_at_its_cracks() {
    let mut part = welded(&slit(2e-6));
    let bottom = |t: &[u32; 3]| t.iter().all(|v| part.vertices[*v as usize].z == 0.0);
    let lacking = part.triangles.iter().position(bottom).unwrap();
    part.triangles.remove(lacking);
    assert!(!defects::examine(&part).shells.whole());
    for tool in ["flat:0.01", "ball:0.01;len=2", "ball:1;len=2"] {
        assert_ne!(verdict(&part, tool, [50.0, 50.0, 60.0], 12.5), Verdict::Clean, "{tool}");
    }
}
