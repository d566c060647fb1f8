//! A random search for cells whose bound is less than the depth of a point in them. Verdicts hardly
//! show such cells: the deepest point elsewhere keeps the bounds up.

use std::path::Path as File;

use super::super::body::Body;
use super::super::narrowed::tests::drilled;
use super::super::path::Path;
use super::super::prepared::PreparedTool;
use super::cell::Cell;
use super::chord::tests::star;
use super::group::tests::hills;
use super::shared_room::tests::{apart, passage, passages, query};
use super::*;
use gouge_core::tool::{Piece, Spec};
use gouge_core::tree::Engine;
use gouge_mesh::geom::Body as _;
use gouge_mesh::mesh::{Mesh, Side, defects};
use gouge_nc::Arc;
use gouge_random::Random;

/// A tool whose silhouette is of many convex pieces.
fn hollow(name: &str, text: &str) -> PreparedTool {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hollow.txt");
    std::fs::write(&file, text).unwrap();
    let spec = Spec::parse(&format!("profile:{}", file.display()), File::new(""));
    let tool = PreparedTool::new(spec.unwrap().build(100.0), 0.01, 0.0);
    assert!(tool.components[0].whole().is_some(), "{name}");
    tool
}

/// A cutter with a hollow arc went round the edge of a bore as some hundred convex pieces, each
/// searched by itself and chord by chord: half a circle, where only the material counts, took 10 s
/// and all cells, and was told to a tenth.
#[test]
fn a_hollow_cutter_round_the_edge_of_a_bore_is_told_to_a_hundredth() {
    let mesh = drilled(8.0, 60);
    let body = Body::new(&mesh, &defects::examine(&mesh), false);
    let facets = (Engine::default().build)(&mesh);
    let target = Target { body: &body, facets: &*facets };
    let tool = hollow("edge", "start 0 0\nline 1 0\narc 4 3 -3\nline 4 40");
    let component = &tool.components[0];
    let from = Vec3::new(6.9904, 0.0, -2.9);
    let center = Vec3::new(0.0, 0.0, -2.9).into();
    let arc = Arc { center, normal: Vec3::z().into(), sweep: std::f64::consts::PI };
    let path = Path::round(&arc, from, Vec3::new(-6.9904, 0.0, -2.9), &Vec3::zeros());
    let aim = Aim::Measure { epsilon: 1e-4, spared: 0.05 };
    let mut query = InteriorQuery::new(target, aim, 0.0, 1e-4, Slack::rounding(1e-9));
    query.hollow = true;
    query.run([9.0].into_iter(), |_| passage(component, path.clone()), || false);
    let [lo, hi] = query.bounds();
    assert!(lo > 0.82 && hi < lo + 0.01 * (lo - 0.05), "{lo} {hi}");
    assert!(query.looked < 10_000, "{}", query.looked);
}

/// What bends away level counts next to nothing against a floor that is next to level; it was added
/// to the depth in full, and the chords of an arc were halved until it was a share of what was left
/// to tell: a form tool over an open plane took two seconds a motion, and some were undecided.
#[test]
fn an_arc_above_a_slanting_floor_is_told_by_few_cells() {
    let corner = |x: f64, y: f64| Vec3::new(x, y, 0.0085 * y);
    let vertices =
        vec![corner(-90.0, -90.0), corner(90.0, -90.0), corner(90.0, 90.0), corner(-90.0, 90.0)];
    let mesh = Mesh { vertices, triangles: vec![[0, 1, 2], [0, 2, 3]] };
    let body = Body::new(&mesh, &defects::examine(&mesh), false);
    let facets = (Engine::default().build)(&mesh);
    let target = Target { body: &body, facets: &*facets };
    let tool = hollow("waist", "start 0 0\nline 3 0\narc 3 3.8 -1.9\nline 3 8");
    // It rises evenly and the floor beneath its rim does not: 0.0049 mm deep at both ends, 0.01556
    // between them.
    let (radius, wide) = (6.0, 3.0);
    let height = |y: f64| 0.0085 * (y + wide) - 0.0049 * 0.0085f64.hypot(1.0);
    let from = Vec3::new(radius, 0.0, height(0.0));
    let to = Vec3::new(0.0, radius, height(radius));
    let center = Vec3::new(0.0, 0.0, from.z).into();
    let arc = Arc { center, normal: Vec3::z().into(), sweep: std::f64::consts::FRAC_PI_2 };
    let path = Path::round(&arc, from, to, &Vec3::zeros());
    let aim = Aim::Decide { limit: 0.0158 };
    let mut query = InteriorQuery::new(target, aim, 0.0, 5e-5, Slack::rounding(1e-9));
    query.hollow = true;
    query.run([9.0].into_iter(), |_| passage(&tool.components[0], path.clone()), || false);
    let [lo, hi] = query.bounds();
    assert!(lo > 0.015 && hi <= 0.0158, "{lo} {hi}");
    assert!(query.looked < 12_000, "{}", query.looked);
}

/// A column without a top was drawn down until it ended beneath the material: the exact test of a
/// facet knows of no end, hierarchies do, and each gave the reports that its boxes happened to.
#[test]
fn a_column_that_is_drawn_down_does_not_end_beneath_the_material() {
    let mesh = drilled(8.0, 60);
    let bottom = mesh.bounds().lo.z;
    let body = Body::new(&mesh, &defects::examine(&mesh), false);
    let tool = Spec::parse("drill:1,140", File::new("")).unwrap().build(30.0);
    let tool = PreparedTool::new(tool, 0.01, 0.0);
    for engine in Engine::SHIPPED {
        let facets = (engine.build)(&mesh);
        let target = Target { body: &body, facets: &*facets };
        let way = Path::Line { from: Vec3::new(11.0, 0.0, -2.0), travel: Vec3::new(1.0, 0.0, 0.0) };
        let mut query = query(target, vec![passage(&tool.components[0], way)], 0.0);
        query.chords(0, 9.0, query.level(), &mut Vec::new());
        let chord = query.chords[0];
        let top = chord.from.z + query.passages[0].movers[0].piece.hull().axis[1];
        let (mut around, _) = query.around(&chord);
        assert!(chord.retreats(&mut around, Vec3::new(-11.0, 0.0, 0.0)));
        for by in [-1.0, bottom - top - 1.0] {
            assert!(!chord.retreats(&mut around, Vec3::new(0.0, 0.0, by)), "{by}");
        }
    }
}

/// A cell stands for all places in the tool and times at which these are in its room on the chord:
/// where they are on the true path then, none is deeper than the bound of one of its parts, or than
/// what is left out with them, whether it is cut in space or in time.
#[test]
fn no_point_of_a_cell_is_deeper_than_its_parts_and_what_is_left_out_say() {
    let mut random = Random::new(83);
    let round = |text: &str| {
        let spec = Spec::parse(text, File::new("")).unwrap();
        PreparedTool::new(spec.build(100.0), 0.01, 0.0)
    };
    let tools = [
        star(0.2),
        hollow("cove", "start 0 0\nline 1 0\narc 4 3 -3\nline 4 8"),
        star(0.5),
        star(2.0),
        round("bull:5,1;len=3"),
        hollow("hourglass", "start 0 0\nline 4 0\narc 4 4 -3\nline 4 5"),
    ];
    let mut timed = 0;
    let (mut in_time, mut in_space, mut points, mut deep, mut left_out) = (0, 0, 0, 0, 0);
    let mut deep_in_hollow = 0;
    for case in 0..4800 {
        let mesh = hills(&mut random);
        let report = defects::examine(&mesh);
        let body = Body::new(&mesh, &report, false);
        let facets = (Engine::default().build)(&mesh);
        let target = Target { body: &body, facets: &*facets };
        let known = 2.0 * random.between(0.0, 1.0).powi(4);
        let passages = passages(&tools[case % tools.len()], 1, &mut random);
        let passed = passages[0].paths[0].clone();
        let mut query = query(target, passages, known);
        query.hollow = true;
        // One of the chords of the path, and a cell about what the tool covers on it.
        let (hi, mut parts) = (20.0, Vec::new());
        query.chords(0, hi, query.level(), &mut parts);
        if query.chords.is_empty() {
            continue;
        }
        let at = random.below(query.chords.len());
        let chord = query.chords[at];
        let (mover, grow) = (query.passages[0].movers[chord.of.mover], query.passages[0].grow);
        let piece = mover.piece;
        let hull = piece.hull().bounds();
        let share = random.vector(0.5);
        let place = (hull.lo + hull.hi) * 0.5 + hull.size().component_mul(&share);
        let middle = chord.from + chord.travel * random.between(0.0, 1.0) + place;
        let half = Vec3::repeat(1.2 * random.between(0.2, 1.0).powi(2));
        let room = Aabb { lo: middle - half, hi: middle + half }.intersection(&chord.room);
        let cell = Cell {
            chord: at,
            times: [0.0, 1.0],
            room,
            toward: None,
            away: Vec3::zeros(),
            near: None,
            bent: 0.0,
        };
        let level = query.level();
        parts.clear();
        query.left = 0.0;
        query.put(cell, hi, level, &mut parts);
        let (mut rounds, mut window) = (0, [0.0, 1.0]);
        while rounds < 5 && !parts.is_empty() {
            let part = random.below(parts.len());
            let (own, Item::Cell(cell)) = parts.swap_remove(part) else { unreachable!() };
            let chords = query.chords.len();
            let level = query.level();
            if !query.cut(&cell, own, level, &mut parts) {
                parts.push((own, Item::Cell(cell)));
                break;
            }
            if query.chords.len() > chords && cell.chord == at && cell.times != [0.0, 1.0] {
                timed += 1;
                window = cell.times;
            }
            in_time += usize::from(query.chords.len() > chords);
            in_space += usize::from(query.chords.len() == chords);
            rounds += 1;
        }
        let bounds = parts.iter().map(|(hi, _)| *hi);
        let most = bounds.fold(query.left, f64::max).max(0.0) + query.slack.mm();
        left_out += usize::from(query.left > 0.0);
        for _ in 0..400 {
            let t = random.between(window[0], window[1]);
            let share = Vec3::from_fn(|_, _| random.between(0.0, 1.0));
            let seen = room.lo + room.size().component_mul(&share);
            let place = seen - chord.place(&mover, t);
            let control = passed.path.at(chord.times[0] + t * (chord.times[1] - chord.times[0]));
            let x = control + place;
            if piece.depth(&place) + grow < 0.0 || target.side(&x) != Side::Inside {
                continue;
            }
            let depth = apart(&mesh, &x);
            assert!(depth <= most, "case {case}: {depth} {most} {x:?} {control:?} {room:?}");
            points += 1;
            deep += usize::from(depth > 0.9 * most);
            let whole = matches!(piece, Piece::ConcaveRevolve(_));
            deep_in_hollow += usize::from(whole && depth > 0.7 * most);
        }
    }
    let counted = (timed, in_time, in_space, points, deep, left_out);
    assert!(
        in_time > 300 && in_space > 300 && points > 3_000 && deep > 100 && timed > 100,
        "{counted:?}"
    );
    assert!(left_out > 100 && deep_in_hollow > 100, "{counted:?} {deep_in_hollow}");
}
