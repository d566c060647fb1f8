//! Parts whose mesh is not closed: what can still be told of a tool wholly inside, and what not.

mod shapes;

use std::collections::BTreeMap;
use std::path::Path;

use gouge::geom::Vec3;
use gouge::mesh::{Mesh, defects};
use gouge::nc::{Motion, Span};
use gouge::tool::Spec;
use gouge::verify::{Body, Options, Outcome, Outcomes, Progress, Verdict, check, reason};

use gouge_random::Random;

use shapes::{Facet, box_facets, welded};

/// 400 × 400 × 100 from the origin.
fn rock() -> Vec<Facet> {
    box_facets([0.0; 3], [400.0, 400.0, 100.0])
}

/// The top in three facets whose common corner lies on the edge of a side facet.
fn rock_with_t_junction() -> Vec<Facet> {
    let (a, b, c, d) =
        ([0.0, 0.0, 100.0], [400.0, 0.0, 100.0], [400.0, 400.0, 100.0], [0.0, 400.0, 100.0]);
    let middle = [130.0, 400.0, 100.0];
    let mut facets = rock();
    facets.splice(2..4, [[a, b, c], [a, c, middle], [a, middle, d]]);
    facets
}

fn turned([a, b, c]: Facet) -> Facet {
    [a, c, b]
}

fn way(tool: u32, points: &[[f64; 3]]) -> Vec<Motion> {
    let span = Span { line: 1, column: 1, length: 2, ..Span::default() };
    let motion = |ends: &[[f64; 3]]| Motion { span, ..Motion::feed(tool, ends[0], ends[1]) };
    points.windows(2).map(motion).collect()
}

/// A check of motions before a mesh, which `report` is about.
fn outcome(
    (mesh, report): (&Mesh, &defects::Report),
    tools: &[&str],
    motions: &[Motion],
) -> Outcome {
    let specs: BTreeMap<u32, Spec> =
        (1..).zip(tools.iter().map(|t| Spec::parse(t, Path::new(".")).unwrap())).collect();
    let body = Body::new(mesh, report, false);
    check(&[body], &specs, &motions.into(), &Options::default(), &Progress::default())
}

fn run(facets: &[Facet], tools: &[&str], motions: &[Motion]) -> Outcomes {
    let mesh = welded(facets);
    outcome((&mesh, &defects::examine(&mesh)), tools, motions).motions
}

fn verdicts(facets: &[Facet], tools: &[&str], motions: &[Motion]) -> Vec<Verdict> {
    let outcomes = run(facets, tools, motions);
    for m in outcomes.iter().filter(|m| m.verdict == Verdict::Unknown) {
        assert_eq!(m.doubt.as_ref().unwrap().reason, reason::SIDE_UNKNOWN);
    }
    outcomes.iter().map(|m| m.verdict).collect()
}

const BALL: &str = "ball:6;len=20";
const DEEP: [[f64; 3]; 2] = [[200.0, 200.0, 45.0], [201.0, 200.0, 45.0]];

fn deep(facets: &[Facet]) -> Verdict {
    verdicts(facets, &[BALL], &way(1, &DEEP))[0]
}

#[test]
fn a_facet_without_area_does_not_open_a_part() {
    let rock = rock();
    let with = |facet: Facet| [&rock[..], &[facet]].concat();
    // By itself; at an edge of the shell; with a corner used twice.
    assert_eq!(deep(&with([[0.0; 3], [1.0; 3], [2.0; 3]])), Verdict::Gouge);
    let (a, b) = ([0.0, 0.0, 0.0], [400.0, 0.0, 0.0]);
    assert_eq!(deep(&with([a, b, [200.0, 0.0, 0.0]])), Verdict::Gouge);
    assert_eq!(deep(&with([a, b, [700.0, 0.0, 0.0]])), Verdict::Gouge);
    assert_eq!(deep(&with([a, b, b])), Verdict::Gouge);
}

#[test]
fn facets_that_repeat_others_do_not_open_a_part() {
    let rock = rock();
    for index in 0..rock.len() {
        let same = [&rock[..], &[rock[index]]].concat();
        assert_eq!(deep(&same), Verdict::Gouge, "{index}");
        let thrice = [&same[..], &[rock[index]]].concat();
        assert_eq!(deep(&thrice), Verdict::Gouge, "{index}");
        let both_ways = [&rock[..], &[turned(rock[index])]].concat();
        assert_eq!(deep(&both_ways), Verdict::Gouge, "{index}");
        // Beside it the same part is no material.
        let beside = way(1, &[[200.0, 200.0, -60.0], [201.0, 200.0, -60.0]]);
        for part in [&same, &thrice, &both_ways] {
            assert_eq!(verdicts(part, &[BALL], &beside), [Verdict::Clean], "{index}");
        }
    }
    assert_eq!(deep(&[&rock[..], &rock[..]].concat()), Verdict::Gouge);
}

/// Two bodies that share a face with the same facets were no solid: what the face hides from both
/// was taken out of one of them, and the bounds of a cut were 4.1 and 17.5 mm.
#[test]
fn bodies_that_share_a_face_keep_their_inside() {
    let rock = rock();
    let wide = 400.0;
    let next = rock.iter().map(|t| t.map(|[x, y, z]| [x + wide, y, z]));
    let face = |t: &Facet, x: f64| t.iter().all(|p| p[0] == x);
    let shared: Vec<Facet> = rock.iter().filter(|t| face(t, wide)).copied().collect();
    assert_eq!(shared.len(), 2);
    let beyond = next.filter(|t| !face(t, wide));
    let both: Vec<Facet> =
        rock.iter().copied().chain(beyond).chain(shared.iter().map(|t| turned(*t))).collect();
    let report = defects::examine(&welded(&both));
    assert!(report.closed && report.duplicates == 2 && report.shells.whole());
    assert_eq!(deep(&both), Verdict::Gouge);
    let beside = way(1, &[[810.0, 200.0, 60.0], [811.0, 200.0, 60.0]]);
    assert_eq!(verdicts(&both, &[BALL], &beside), [Verdict::Clean]);
}

#[test]
fn a_part_listed_again_inside_out_is_not_taken_for_air() {
    let twice =
        |part: &[Facet]| -> Vec<Facet> { part.iter().flat_map(|t| [*t, turned(*t)]).collect() };
    assert_eq!(deep(&twice(&rock())), Verdict::Gouge);
    assert_eq!(deep(&twice(&rock_with_t_junction())), Verdict::Gouge);
    // Standing beside a body of its own.
    let far = rock().iter().map(|t| t.map(|[x, y, z]| [x + 1000.0, y, z])).collect::<Vec<_>>();
    assert_eq!(deep(&[twice(&rock()), far].concat()), Verdict::Gouge);
}

#[test]
fn corners_on_edges_do_not_open_a_part() {
    let part = rock_with_t_junction();
    assert!(!defects::examine(&welded(&part)).closed);
    assert_eq!(deep(&part), Verdict::Gouge);
    let above = way(1, &[[130.0, 399.0, 100.5], [130.0, 401.0, 100.5]]);
    assert_eq!(verdicts(&part, &[BALL], &above), [Verdict::Clean]);
    // The same with the collinear facet that some exporters put into the gap.
    let gap = [[400.0, 400.0, 100.0], [0.0, 400.0, 100.0], [130.0, 400.0, 100.0]];
    for facet in [gap, turned(gap)] {
        assert_eq!(deep(&[&part[..], &[facet]].concat()), Verdict::Gouge);
    }
    // And with corners on both sides of an edge, at different places.
    let mut both = part.clone();
    let side = both.iter().position(|t| {
        t.iter().all(|p| p[1] == 400.0) && t.iter().filter(|p| p[2] == 100.0).count() == 2
    });
    let [a, b, c] = both.remove(side.unwrap());
    let turn = [[a, b, c], [b, c, a], [c, a, b]].into_iter().find(|t| t[0][2] == 0.0).unwrap();
    let middle = [270.0, 400.0, 100.0];
    both.extend([[turn[0], turn[1], middle], [turn[0], middle, turn[2]]]);
    assert_eq!(deep(&both), Verdict::Gouge);
}

#[test]
fn a_loose_facet_leaves_the_shell_its_inside() {
    let rock = rock();
    let flap = [[-50.0, -50.0, 0.0], [-60.0, -50.0, 0.0], [-50.0, -60.0, 0.0]];
    assert_eq!(deep(&[&rock[..], &[flap]].concat()), Verdict::Gouge);
    // Around a facet within the part it could be the rest of a cavity.
    let within = [[190.0, 190.0, 40.0], [210.0, 190.0, 40.0], [200.0, 210.0, 80.0]];
    let part = [&rock[..], &[within]].concat();
    let points = [[199.0, 196.0, 62.0], [199.0, 196.0, 62.5]];
    assert_eq!(verdicts(&part, &["ball:1;len=1"], &way(1, &points)), [Verdict::Unknown]);
    let beside = [[100.0, 100.0, 45.0], [101.0, 100.0, 45.0]];
    assert_eq!(verdicts(&part, &[BALL], &way(1, &beside)), [Verdict::Gouge]);
}

#[test]
fn facets_that_disagree_still_part_inside_from_outside() {
    let soup: Vec<Facet> = rock()
        .into_iter()
        .enumerate()
        .map(|(i, t)| if i % 3 == 0 { turned(t) } else { t })
        .collect();
    assert_eq!(deep(&soup), Verdict::Gouge);
    let below = way(1, &[[200.0, 200.0, -60.0], [201.0, 200.0, -60.0]]);
    assert_eq!(verdicts(&soup, &[BALL], &below), [Verdict::Clean]);
    // A second such piece inside the first is a cavity or a double wall.
    let inner = box_facets([100.0, 100.0, 10.0], [300.0, 300.0, 90.0]);
    let nested: Vec<Facet> = [
        soup,
        inner.into_iter().enumerate().map(|(i, t)| if i == 5 { turned(t) } else { t }).collect(),
    ]
    .concat();
    assert_eq!(deep(&nested), Verdict::Unknown);
}

/// The nearest surface tells the side; the tool sees the sky only where facets above it are
/// missing.
#[test]
fn an_open_part_does_not_pass_a_tool_that_begins_inside() {
    let aside = [[150.0, 250.0, 45.0], [151.0, 250.0, 45.0]];
    for missing in 0..12 {
        let mut part = rock();
        let gone = part.remove(missing);
        let above = gone.iter().all(|p| p[2] == 100.0);
        for points in [DEEP, aside] {
            let verdict = verdicts(&part, &[BALL], &way(1, &points))[0];
            assert!(verdict != Verdict::Clean || above, "{missing} {points:?}");
        }
    }
    // One facet turned the wrong way at a hole, and two facets too many at an edge.
    let mut part = rock();
    part.remove(4);
    part[0] = turned(part[0]);
    assert_ne!(verdicts(&part, &[BALL], &way(1, &aside)), [Verdict::Clean]);
    let fin = [[0.0, 0.0, 0.0], [400.0, 0.0, 0.0], [50.0, 50.0, 50.0]];
    assert_ne!(deep(&[&rock()[..], &[fin]].concat()), Verdict::Clean);
}

/// Faces that nowhere share corners to the last bit: the nearest of them tells the side.
#[test]
fn faces_that_do_not_meet_are_an_open_part() {
    let shifted = |i: usize, facet: Facet| facet.map(|p| p.map(|c| c + 1e-9 * (1 + i / 2) as f64));
    let part: Vec<Facet> = rock().into_iter().enumerate().map(|(i, t)| shifted(i, t)).collect();
    assert_eq!(deep(&part), Verdict::Gouge);
}

fn lidless() -> Vec<Facet> {
    let mut part = rock();
    part.drain(2..4);
    part
}

/// The same skin, looking into the room that it is open to.
fn basin() -> Vec<Facet> {
    lidless().into_iter().map(turned).collect()
}

/// A whole face of a solid was missing, as where it was not exported, and a plunge through it was
/// proved clean: what goes down there sees the sky, and no facet of it looks up by which a gap
/// would have been told.
#[test]
fn a_solid_without_its_top_is_no_open_container() {
    let down = way(1, &[[200.0, 200.0, 150.0], [200.0, 200.0, 45.0], [210.0, 200.0, 45.0]]);
    assert_eq!(verdicts(&lidless(), &[BALL], &down), [Verdict::Gouge; 2]);
    assert_eq!(verdicts(&lidless(), &["ball:6"], &way(1, &DEEP)), [Verdict::Gouge]);
    // Beside it and above it there is nothing to ask.
    let beside = [[-50.0, 200.0, 45.0], [-20.0, 200.0, 45.0], [-20.0, 200.0, 150.0]];
    assert_eq!(verdicts(&lidless(), &[BALL], &way(1, &beside)), [Verdict::Clean; 2]);
    let above = [[200.0, 200.0, 150.0], [200.0, 200.0, 100.0], [210.0, 200.0, 100.0]];
    assert_eq!(verdicts(&lidless(), &[BALL], &way(1, &above)), [Verdict::Clean; 2]);
}

/// Of a body that lacks a facet of its top, beside a closed one in the same file, the first that is
/// met from the sky belongs to that: what came down through the hole was clean.
#[test]
fn a_closed_body_below_a_missing_facet_hides_no_gap() {
    let mut holed = box_facets([5.0, 5.0, 20.0], [35.0, 35.0, 40.0]);
    // That is one half of its top.
    holed.remove(3);
    let down = way(1, &[[15.0, 25.0, 60.0], [15.0, 25.0, 35.0], [15.0, 25.0, 25.0]]);
    let alone = verdicts(&holed, &["ball:6;len=10"], &down);
    assert!(!alone.contains(&Verdict::Clean));
    for [low, high] in [[0.0, 20.0], [0.0, 20.5], [0.0, 19.0], [22.0, 24.0]] {
        let wide = if low > 20.0 { [14.0, 16.0] } else { [0.0, 40.0] };
        let closed = box_facets([wide[0], wide[0], low], [wide[1], wide[1], high]);
        for both in [[&closed[..], &holed].concat(), [&holed[..], &closed].concat()] {
            assert_eq!(verdicts(&both, &["ball:6;len=10"], &down), alone, "{low} {high}");
        }
    }
}

/// Open parts above the rim of a gap were taken for what covers it: a plunge through them into a
/// box without a facet of its top was clean.
#[test]
fn open_parts_above_the_rim_of_a_gap_do_not_hide_it() {
    let mut part = box_facets([5.0, 5.0, 20.0], [35.0, 35.0, 40.0]);
    // That is one half of its top.
    part.remove(3);
    // Each lacks a facet of the side that is farther from the gap.
    let bars = [(8, [0.0, 0.0, 9.0, 40.0]), (6, [0.0, 31.0, 40.0, 40.0])];
    let steps =
        (0..6).map(|i| 3.0 + 5.0 * f64::from(i)).map(|at| (10, [at, at, at + 9.0, at + 9.0]));
    for (missing, [left, front, right, back]) in bars.into_iter().chain(steps) {
        let mut bar = box_facets([left, front, 80.0], [right, back, 90.0]);
        bar.remove(missing);
        part.extend(bar);
    }
    let down = way(1, &[[12.5, 27.5, 120.0], [12.5, 27.5, 35.0], [12.5, 27.5, 25.0]]);
    let said = run(&part, &["ball:2;len=10"], &down);
    assert!(said.iter().all(|m| m.verdict != Verdict::Clean));
}

/// Two uses of every edge of its rim made a part that is listed twice a closed one whose facets
/// disagree: what crosses each twice was outside.
#[test]
fn an_open_part_that_is_listed_twice_is_no_air() {
    let mut once = rock();
    once.retain(|t| t.iter().any(|p| p[2] > 0.0));
    assert_eq!(once.len(), 10);
    let twice = [&once[..], &once].concat();
    assert_eq!(deep(&twice), deep(&once));
    let through = way(1, &[[-10.0, 200.0, 45.0], [10.0, 200.0, 45.0]]);
    assert_eq!(verdicts(&twice, &[BALL], &through), verdicts(&once, &[BALL], &through));
}

#[test]
fn a_chain_that_begins_above_an_open_part_stays_clean() {
    let down = way(1, &[[200.0, 200.0, 150.0], [200.0, 200.0, 45.0], [210.0, 200.0, 45.0]]);
    assert_eq!(verdicts(&basin(), &[BALL], &down), [Verdict::Clean; 2]);
    // And one that ends there was never inside, nor one that is there in between.
    let up = way(1, &[[210.0, 200.0, 45.0], [200.0, 200.0, 45.0], [200.0, 200.0, 150.0]]);
    assert_eq!(verdicts(&basin(), &[BALL], &up), [Verdict::Clean; 2]);
    let both = [DEEP[0], DEEP[1], [200.0, 200.0, 300.0], DEEP[1], DEEP[0]];
    assert_eq!(verdicts(&basin(), &[BALL], &way(1, &both)), [Verdict::Clean; 4]);
}

/// Chunks of motions are checked in parallel: the place that proves a chain lies in another one.
#[test]
fn long_chains_carry_what_one_place_proves() {
    let mut points = vec![[200.0, 200.0, 150.0]];
    points.extend((0..1500).map(|i| [150.0 + 0.05 * f64::from(i % 700), 200.0, 45.0]));
    let count = points.len() - 1;
    assert_eq!(verdicts(&basin(), &[BALL], &way(1, &points)), vec![Verdict::Clean; count]);
    points.remove(0);
    assert_eq!(verdicts(&basin(), &[BALL], &way(1, &points)), vec![Verdict::Clean; count - 1]);
    points.push([200.0, 200.0, 150.0]);
    assert_eq!(verdicts(&basin(), &[BALL], &way(1, &points)), vec![Verdict::Clean; count]);
}

#[test]
fn a_gouge_ends_what_a_chain_proves() {
    // Through a wall at its full height: afterwards it sees the sky once more.
    let through =
        [[-50.0, 200.0, 45.0], [-20.0, 200.0, 45.0], [20.0, 200.0, 45.0], [30.0, 200.0, 45.0]];
    assert_eq!(
        verdicts(&basin(), &[BALL], &way(1, &through)),
        [Verdict::Clean, Verdict::Gouge, Verdict::Clean]
    );
    // A scratch leaves the middle of the tool where it was.
    let scratch =
        [[-50.0, 200.0, 45.0], [-2.5, 200.0, 45.0], [-4.0, 210.0, 45.0], [-4.0, 220.0, 45.0]];
    assert_eq!(
        verdicts(&basin(), &[BALL], &way(1, &scratch)),
        [Verdict::Gouge, Verdict::Gouge, Verdict::Clean]
    );
}

#[test]
fn each_component_is_proved_by_itself() {
    // Only the shank begins within the bounds, and sees the sky through the missing lid.
    let tool = "ball:6;len=20;shank=6,30";
    let at = [[200.0, 200.0, -15.0], [201.0, 200.0, -15.0]];
    let facets = basin()[2..].to_vec();
    assert_eq!(verdicts(&facets, &[tool], &way(1, &at)), [Verdict::Clean]);
    assert_eq!(
        verdicts(&facets, &[BALL], &way(1, &[[200.0, 200.0, -50.0], [201.0, 200.0, -50.0]])),
        [Verdict::Clean]
    );
}

#[test]
fn a_tool_change_within_an_open_part_begins_anew() {
    let mut motions = way(1, &[[200.0, 200.0, 150.0], DEEP[0]]);
    motions.extend(way(2, &DEEP));
    assert_eq!(verdicts(&basin(), &[BALL, BALL], &motions), [Verdict::Clean, Verdict::Clean]);
    // A tool that is not declared breaks the chain as well.
    let mut motions = way(1, &[[200.0, 200.0, 150.0], DEEP[0]]);
    motions.extend(way(3, &DEEP));
    motions.extend(way(1, &[DEEP[1], DEEP[0]]));
    let got: Vec<_> = run(&basin(), &[BALL], &motions)
        .iter()
        .map(|m| m.doubt.as_ref().map(|d| d.reason))
        .collect();
    assert_eq!(got, [None, Some(reason::TOOL_UNDECLARED), None]);
}

/// Its top is above everything, so whatever it stands in is open above it.
#[test]
fn an_endless_column_is_never_buried() {
    assert_eq!(verdicts(&basin(), &["ball:6"], &way(1, &DEEP)), [Verdict::Clean]);
}

/// A level sheet that ends at X0.
fn sheet() -> [Facet; 2] {
    let at = |x: f64, y: f64| [x, y, 0.0];
    [
        [at(-40.0, -40.0), at(0.0, -40.0), at(0.0, 40.0)],
        [at(-40.0, -40.0), at(0.0, 40.0), at(-40.0, 40.0)],
    ]
}

/// The depth of the one region of a 4 mm flat mill on a way.
fn region(mesh: &Mesh, report: &defects::Report, points: &[[f64; 3]]) -> [f64; 2] {
    let outcome = outcome((mesh, report), &["flat:4"], &way(1, points));
    let [region] = &outcome.regions[..] else { panic!("{:?}", outcome.regions) };
    outcome.findings.depth(region.worst)
}

/// Moved aside by 5 mm the tool is past the rim, and was told to be no deeper than that.
#[test]
fn a_way_around_a_rim_leads_out_of_nothing() {
    let mesh = welded(&sheet());
    let [lo, hi] =
        region(&mesh, &defects::examine(&mesh), &[[-2.2, 0.0, -10.0], [-0.2, 0.0, -10.0]]);
    assert!((lo..=hi).contains(&10.0) && hi < 10.1, "[{lo}, {hi}]");
}

/// Its rims were looked for where they are in the file: what is 0.07 mm from the sky counted as 0.2
/// deep, more than the verdict said.
#[test]
fn a_part_that_is_turned_takes_its_rims_along() {
    let mesh = welded(&sheet());
    let mut file = mesh.clone();
    file.vertices.iter_mut().for_each(|v| *v = Vec3::new(-v.x - 90.0, -v.y, v.z));
    let past = [[1.93, 0.0, -0.2], [1.93, 3.0, -0.2]];
    let [lo, hi] = region(&mesh, &defects::examine(&mesh), &past);
    assert!(0.07 - 1e-6 < lo && hi < 0.1, "[{lo}, {hi}]");
    assert_eq!(region(&mesh, &defects::examine(&file), &past), [lo, hi]);
}

/// Under a cover that is missing the sky is above where that would be: a point there was named as
/// deeper than its region, which a shift up had bounded.
#[test]
fn nothing_in_a_gap_is_deeper_than_it_is_far_from_where_that_ends() {
    let mut facets = box_facets([-2.5, -10.0, -3.6], [7.8, -1.7, -0.8]);
    // One of two at the top, and one at either side of it.
    for index in [10, 6, 3] {
        facets.remove(index);
    }
    let mesh = welded(&facets);
    let motions = way(1, &[[-2.1, -63.0, 5.9], [-2.49, -8.7, -2.0]]);
    let outcome = outcome((&mesh, &defects::examine(&mesh)), &["flat:8;len=30"], &motions);
    let [region] = &outcome.regions[..] else { panic!("{:?}", outcome.regions) };
    let finding = outcome.findings.at(region.worst);
    let part = finding.part_side.as_ref().unwrap().depth;
    assert!(part[1] <= finding.depth[1] + 1e-6, "{part:?} {:?}", finding.depth);
}

#[test]
fn parts_turned_inside_out_do_not_tell_their_inside() {
    let stray = [[500.0; 3], [501.0; 3], [502.0; 3]];
    let part: Vec<Facet> = rock().into_iter().map(turned).chain([stray]).collect();
    assert!(defects::examine(&welded(&part)).inverted);
    assert_eq!(deep(&part), Verdict::Unknown);
}

/// A block with a slot across its top and one across a side, which leaves a flange: each facet cut
/// into sixteen.
fn flanged() -> Vec<Facet> {
    let outline = [
        [0.0, 0.0],
        [40.0, 0.0],
        [40.0, 6.0],
        [30.0, 6.0],
        [30.0, 14.0],
        [40.0, 14.0],
        [40.0, 20.0],
        [24.0, 20.0],
        [24.0, 12.0],
        [16.0, 12.0],
        [16.0, 20.0],
        [0.0, 20.0],
    ];
    let faces = [
        [0, 1, 2],
        [0, 2, 3],
        [0, 3, 9],
        [3, 4, 8],
        [3, 8, 9],
        [4, 5, 7],
        [5, 6, 7],
        [4, 7, 8],
        [0, 9, 11],
        [9, 10, 11],
    ];
    let mesh = shapes::prism(&outline, &faces, [0.0, 30.0]);
    let mut facets: Vec<Facet> =
        (0..mesh.triangles.len()).map(|i| mesh.triangle(i).map(Into::into)).collect();
    for _ in 0..2 {
        facets = facets.iter().flat_map(quarters).collect();
    }
    facets
}

fn quarters([a, b, c]: &Facet) -> [Facet; 4] {
    let middle = |p: &[f64; 3], q: &[f64; 3]| [0, 1, 2].map(|i| 0.5 * (p[i] + q[i]));
    let (d, e, f) = (middle(a, b), middle(b, c), middle(c, a));
    [[*a, d, f], [d, *b, e], [f, e, *c], [d, e, f]]
}

/// With one facet missing or turned anywhere, regions far from it were wider than a hundredth and
/// took fifty times as long, and what goes beneath an overhang was not decided.
#[test]
fn a_hole_far_from_the_tool_changes_nothing() {
    let whole = flanged();
    let mut random = Random::new(11);
    let (mut asked, mut gouging, mut undercut) = (0, 0, 0);
    let tools = ["ball:4;len=30", "flat:3;len=6;shank=5,20", "drill:3,90;len=25"];
    while asked < 60 {
        let point = |random: &mut Random| {
            let far = random.vector(1.0).component_mul(&Vec3::new(24.0, 18.0, 12.0));
            <[f64; 3]>::from(Vec3::new(20.0, 15.0, 12.0) + far)
        };
        let (from, to) = (point(&mut random), point(&mut random));
        let hole = random.below(whole.len());
        // Beyond a box around all that any of the tools covers.
        let near = |axis: usize, by: f64, p: &[f64; 3]| {
            let [low, high] = [from[axis].min(to[axis]), from[axis].max(to[axis])];
            low - by <= p[axis] && p[axis] <= high + by
        };
        let is_near = |p: &[f64; 3]| (0..2).all(|axis| near(axis, 9.0, p));
        if whole[hole].iter().any(is_near) {
            continue;
        }
        asked += 1;
        let mut holed = whole.clone();
        match random.chance(0.7) {
            true => _ = holed.remove(hole),
            false => holed[hole] = turned(holed[hole]),
        }
        let motions = way(1, &[from, to]);
        let [closed, open] = [&whole, &holed].map(|facets| {
            let mesh = welded(facets);
            outcome((&mesh, &defects::examine(&mesh)), &tools[asked % 3..], &motions)
        });
        let verdict = |o: &Outcome| o.motions.get(0).unwrap().verdict;
        assert_eq!(verdict(&closed), verdict(&open), "{from:?} {to:?} {:?}", whole[hole]);
        let bounds = |o: &Outcome| {
            let worst = o.regions.first().map(|r| o.findings.at(r.worst).depth);
            worst.unwrap_or_default()
        };
        let ([lo, hi], [least, most]) = (bounds(&closed), bounds(&open));
        assert!(least <= hi && lo <= most, "{least} {most} {lo} {hi}");
        assert!(most - least <= 1e-4_f64.max(0.0101 * least), "{from:?} {to:?}: {least} {most}");
        gouging += usize::from(most > 0.0);
        undercut += usize::from(from[2].max(to[2]) < 13.0);
    }
    assert!(gouging > 20 && undercut > 10, "{gouging} {undercut}");
}
