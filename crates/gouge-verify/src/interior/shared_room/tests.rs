//! Random searches for violations of what `shared_room` proves.

use std::path::Path as File;

use super::super::super::body::Body;
use super::super::super::plan::TimedPath;
use super::super::super::prepared::{PreparedComponent, PreparedTool};
use super::super::super::target::Target;
use super::super::group::tests::hills;
use super::super::{Aim, Reached};
use super::*;
use crate::budget::MOST_SHARING;
use crate::thresholds::Slack;
use gouge_core::tool::Spec;
use gouge_core::tree::Engine;
use gouge_mesh::geom::closest_on_triangle;
use gouge_mesh::mesh::{Mesh, defects};
use gouge_nc::Arc;
use gouge_random::Random;

const TOOLS: [&str; 4] = [
    "flat:3;len=4;shank=5,6",
    "ball:3;len=5;shank=2,4;clearance=0.4",
    "drill:4,90;len=9",
    "bull:5,1;len=3",
];

fn tool(at: usize) -> PreparedTool {
    PreparedTool::new(Spec::parse(TOOLS[at], File::new("")).unwrap().build(100.0), 0.01, 0.0)
}

/// A line, an arc, a helix, a spiral, or an arc whose programmed end is a little off its circle.
fn path(random: &mut Random) -> Path {
    let from = Vec3::new(8.0, 8.0, 6.0) + random.vector(6.0);
    if random.chance(0.4) {
        return Path::Line { from, travel: random.vector(6.0) };
    }
    let normal = if random.chance(0.5) { Vec3::z() } else { random.direction() };
    let flat = random.vector(6.0);
    let flat = flat - normal * normal.dot(&flat);
    let sweep = random.between(-7.0, 7.0);
    let (sin, cos) = f64::sin_cos(sweep);
    let turned = flat * cos + normal.cross(&flat) * sin;
    let rise = if random.chance(0.5) { 0.0 } else { random.between(-3.0, 3.0) };
    let grown = if random.chance(0.5) { 1.0 } else { random.between(0.8, 1.2) };
    let off = if random.chance(0.8) { Vec3::zeros() } else { random.vector(1e-3) };
    let arc = Arc { center: (from - flat).into(), normal: normal.into(), sweep };
    Path::round(&arc, from, from - flat + turned * grown + normal * rise + off, &Vec3::zeros())
}

/// Passages of one component of the tool.
pub fn passages<'a>(tool: &'a PreparedTool, count: usize, random: &mut Random) -> Vec<Passage<'a>> {
    let component = &tool.components[random.below(tool.components.len())];
    (0..count).map(|_| passage(component, path(random))).collect()
}

/// A component on a path.
pub fn passage(component: &PreparedComponent, path: Path) -> Passage<'_> {
    Passage {
        paths: vec![TimedPath { path, times: [0.0, 1.0], dogleg: false }],
        movers: component.movers().chain(component.whole()).collect(),
        pieces: component.movers().count(),
        grow: component.grow,
        excess: component.component.facet_error,
        declared: component.declared(),
        outside: None,
        roofed: false,
        shell: 0.0,
    }
}

/// All that the passages cover, each path in a few pieces of random length.
fn pieces(passages: &[Passage], random: &mut Random) -> Vec<SweptPiece> {
    let mut all = Vec::new();
    for (at, passage) in passages.iter().enumerate() {
        for m in 0..passage.movers.len() {
            let middle = random.between(0.0, 1.0);
            let times = [[0.0, middle], [middle, 1.0]];
            all.extend(times.map(|times| SweptPiece {
                of: Source { passage: at, path: 0, mover: m },
                times,
                most: f64::INFINITY,
                seen: None,
            }));
        }
    }
    all
}

/// A point that a piece covers at a random time, that time, and how deep it is then, mm.
fn covered(
    piece: &SweptPiece,
    passages: &[Passage],
    random: &mut Random,
) -> Option<(Vec3, f64, f64)> {
    let (path, mover, grow) = piece.parts(passages);
    let time = match random.below(4) {
        0 => piece.times[0],
        1 => piece.times[1],
        _ => random.between(piece.times[0], piece.times[1]),
    };
    let room = mover.covered(Vec3::zeros(), Vec3::zeros(), grow);
    let share = random.vector(1.0);
    let y = (room.lo + room.hi) * 0.5 + room.size().component_mul(&share) * 0.5;
    let depth = mover.piece.depth(&y) + grow;
    (depth >= 0.0).then(|| (path.at(time) + y, time, depth))
}

pub fn query<'a>(target: Target<'a>, passages: Vec<Passage<'a>>, known: f64) -> InteriorQuery<'a> {
    let epsilon = 1e-3;
    let mut query = InteriorQuery::new(
        target,
        Aim::Measure { epsilon, spared: 0.0 },
        known,
        epsilon,
        Slack::rounding(1e-9),
    );
    query.members = (0..passages.len()).collect();
    query.passages = passages;
    query
}

pub fn apart(mesh: &Mesh, x: &Vec3) -> f64 {
    let apart = |t| (closest_on_triangle(x, &mesh.triangle(t)) - x).norm();
    (0..mesh.triangles.len()).map(apart).fold(f64::INFINITY, f64::min)
}

#[test]
fn no_covered_point_is_beyond_support_box_or_reach() {
    let mut random = Random::new(23);
    let tools: Vec<PreparedTool> = (0..TOOLS.len()).map(tool).collect();
    let mut looked = 0;
    for round in 0..600 {
        let passages = passages(&tools[round % TOOLS.len()], 1, &mut random);
        for piece in pieces(&passages, &mut random) {
            for _ in 0..20 {
                let Some((x, time, depth)) = covered(&piece, &passages, &mut random) else {
                    continue;
                };
                looked += 1;
                let u = random.direction();
                let support = piece.support(&passages, &u);
                assert!(u.dot(&x) <= support + 1e-11, "{} > {support} {piece:?}", u.dot(&x));
                let room = piece.covered(&passages).grown(1e-11);
                assert_eq!(room.intersection(&Aabb::around([x])), Aabb::around([x]), "{piece:?}");
                let reach = piece.reach(&passages, &x).unwrap();
                assert!(depth <= reach.most, "{depth} > {} at {time} {piece:?}", reach.most);
                // Nor is it deeper, or anything beside it, than a look from elsewhere says.
                let aside = x + random.vector(2.0);
                let seen = piece.reach(&passages, &(x + random.vector(2.0))).unwrap().seen;
                assert!(depth <= seen.most(&x) + seen.sag + FLOAT_MM, "{depth} {seen:?}");
                let beside = piece.reach(&passages, &aside).unwrap().depth;
                assert!(beside <= seen.most(&aside) + FLOAT_MM, "{beside} {seen:?}");
            }
        }
    }
    assert!(looked > 10_000, "{looked}");
}

/// The box was larger by the sagitta on all sides: rooms reached below the tip of a mesh on a level
/// arc, and were halved sideways a thousandfold in vain.
#[test]
fn the_box_around_a_level_arc_ends_where_its_piece_does() {
    let tool = tool(1);
    let at = |angle: f64| Vec3::new(8.0 * angle.cos(), 8.0 * angle.sin(), -2.0);
    let sweep = 1.2;
    let arc = Arc { center: [0.0, 0.0, -2.0], normal: Vec3::z().into(), sweep };
    let path = Path::round(&arc, at(0.0), at(sweep), &Vec3::zeros());
    let passages = [passage(&tool.components[0], path)];
    let of = Source { passage: 0, path: 0, mover: 0 };
    for times in [[0.0, 1.0], [0.2, 0.7]] {
        let piece = SweptPiece { of, times, most: f64::INFINITY, seen: None };
        let Aabb { lo, hi } = piece.covered(&passages);
        let own = passages[0].movers[0].piece.hull().bounds();
        let off = (lo.z - (own.lo.z - 2.0)).abs().max((hi.z - (own.hi.z - 2.0)).abs());
        assert!(off < 1e-9, "{off}");
    }
}

#[test]
fn what_covers_a_point_of_a_room_is_gathered_and_the_deepest_of_it_told() {
    let mut random = Random::new(29);
    let tools: Vec<PreparedTool> = (0..TOOLS.len()).map(tool).collect();
    let mesh = hills(&mut random);
    let report = defects::examine(&mesh);
    let body = Body::new(&mesh, &report, false);
    let facets = (Engine::default().build)(&mesh);
    let target = Target { body: &body, facets: &*facets };
    let (mut held, mut dropped, mut cut) = (0, 0, 0);
    for round in 0..800 {
        let passages = passages(&tools[round % TOOLS.len()], 4, &mut random);
        let all = pieces(&passages, &mut random);
        let query = query(target, passages, 0.0);
        let half = Vec3::new(1.0, 1.0, 1.0) * random.between(0.05, 3.0);
        let Some((at, ..)) = covered(&all[random.below(all.len())], &query.passages, &mut random)
        else {
            continue;
        };
        let middle = at + random.vector(1.2).component_mul(&half);
        let room = Aabb { lo: middle - half, hi: middle + half };
        let mut shared =
            SharedRoom { room, pieces: all.clone(), toward: None, away: Vec3::zeros(), near: None };
        let gathered = query.gather(&mut shared, &middle).grown(1e-11);
        cut += usize::from(shared.pieces.len() > all.len());
        for piece in &all {
            dropped += usize::from(!shared.pieces.iter().any(|p| p.of == piece.of));
            for _ in 0..20 {
                let Some((x, time, depth)) = covered(piece, &query.passages, &mut random) else {
                    continue;
                };
                let only = Aabb::around([x]);
                if room.intersection(&only) != only {
                    continue;
                }
                let keeps =
                    |p: &&SweptPiece| p.of == piece.of && p.times[0] <= time && time <= p.times[1];
                assert!(shared.pieces.iter().any(|p| keeps(&p)), "{piece:?} at {time} is left out");
                assert_eq!(gathered.intersection(&only), only, "{x:?}");
                let reach = query.deepest_reach(&shared.pieces, &x, (x - middle).norm()).unwrap();
                assert!(depth <= reach.most, "{depth} > {}", reach.most);
                // What is shown is there.
                let (path, mover, grow) = reach.piece.parts(&query.passages);
                let Piece::Solid(solid) = mover.piece else { panic!() };
                let there = solid.depth(&(x - path.at(reach.time))).depth + grow;
                assert!((there - reach.depth).abs() < 1e-9, "{there} {}", reach.depth);
                assert!(reach.depth <= reach.most);
                held += 1;
            }
        }
    }
    assert!(held > 1_000 && dropped > 500 && cut > 30, "{held} {dropped} {cut}");
}

#[test]
fn nothing_in_a_shared_room_is_deeper_than_its_bound() {
    let mut random = Random::new(31);
    let tools: Vec<PreparedTool> = (0..TOOLS.len()).map(tool).collect();
    let (mut told, mut clear, mut held) = (0, 0, 0);
    for _ in 0..12 {
        let mesh = hills(&mut random);
        let report = defects::examine(&mesh);
        let body = Body::new(&mesh, &report, false);
        let facets = (Engine::default().build)(&mesh);
        let target = Target { body: &body, facets: &*facets };
        for round in 0..50 {
            let passages = passages(&tools[round % TOOLS.len()], 3, &mut random);
            let all = pieces(&passages, &mut random);
            let half = Vec3::new(1.0, 1.0, 1.0) * random.between(0.1, 4.0);
            let Some((at, ..)) = covered(&all[random.below(all.len())], &passages, &mut random)
            else {
                continue;
            };
            let middle = at + random.vector(1.0).component_mul(&half);
            let room = Aabb { lo: middle - half, hi: middle + half };
            // A witness that is found already must change no bound of what is deeper.
            let known = if random.chance(0.5) { 0.0 } else { random.between(0.0, 1.0) };
            let mut query = query(target, passages, known);
            let mut shared = SharedRoom {
                room,
                pieces: all.clone(),
                toward: None,
                away: Vec3::zeros(),
                near: None,
            };
            let bound = query.bound_shared(&mut shared, 100.0, f64::NEG_INFINITY);
            for piece in &all {
                for _ in 0..30 {
                    let Some((x, ..)) = covered(piece, &query.passages, &mut random) else {
                        continue;
                    };
                    let only = Aabb::around([x]);
                    if room.intersection(&only) != only || target.side(&x) != Side::Inside {
                        continue;
                    }
                    let depth = apart(&mesh, &x);
                    assert!(bound.is_some_and(|hi| depth <= hi), "{depth} > {bound:?} at {x:?}");
                    assert_eq!(shared.room.grown(1e-11).intersection(&only), only, "{x:?}");
                    held += 1;
                }
            }
            told += usize::from(bound.is_some_and(|hi| hi < 99.0));
            clear += usize::from(bound.is_none());
        }
    }
    assert!(told > 100 && clear > 100 && held > 500, "{told} {clear} {held}");
}

#[test]
fn motions_together_are_as_deep_as_their_bounds_say() {
    let mut random = Random::new(37);
    let tools: Vec<PreparedTool> = (0..TOOLS.len()).map(tool).collect();
    let (mut shown, mut held, mut narrow) = (0, 0, 0);
    for round in 0..24 {
        let mesh = hills(&mut random);
        let report = defects::examine(&mesh);
        let body = Body::new(&mesh, &report, false);
        let facets = (Engine::default().build)(&mesh);
        let target = Target { body: &body, facets: &*facets };
        let tool = &tools[round % TOOLS.len()];
        let mut paths = random.clone();
        let all = passages(tool, 6, &mut paths);
        let mut again = passages(tool, 6, &mut random).into_iter().map(Some).collect::<Vec<_>>();
        let mut query = query(target, Vec::new(), 0.0);
        let caps = [100.0; 6];
        let taken = std::cell::RefCell::new(&mut again);
        let taken = |i: usize| taken.borrow_mut()[i].take().unwrap();
        let hi = query.bound_together(100.0, &caps, &taken, &|| false);
        let lo = query.bounds()[0];
        assert!(lo <= hi, "{lo} {hi}");
        if let Some(Reached { depth, x, passage, t, .. }) = query.deepest {
            let side = target.side(&x);
            assert!(side == Side::Inside && depth <= apart(&mesh, &x), "{depth} {x:?} {side:?}");
            let passage = &all[passage];
            let y = x - passage.paths[0].path.at(t);
            let deep = |m: &Mover| m.piece.depth(&y) + passage.grow;
            assert!(passage.movers.iter().any(|m| deep(m) >= 0.0), "{x:?} is not in the tool");
            shown += 1;
        }
        narrow += usize::from(hi - lo <= f64::max(1e-3, 0.01 * hi));
        for piece in pieces(&all, &mut random) {
            for _ in 0..200 {
                let Some((x, ..)) = covered(&piece, &all, &mut random) else { continue };
                if target.side(&x) == Side::Inside {
                    let depth = apart(&mesh, &x);
                    assert!(depth <= hi, "{depth} > {hi} at {x:?}");
                    held += 1;
                }
            }
        }
    }
    assert!(shown > 15 && held > 2_000 && narrow > 15, "{shown} {held} {narrow}");
}

/// Looks at one land.
fn before_hills(look: impl FnOnce(Target)) {
    let mesh = hills(&mut Random::new(41));
    let report = defects::examine(&mesh);
    let body = Body::new(&mesh, &report, false);
    let facets = (Engine::default().build)(&mesh);
    look(Target { body: &body, facets: &*facets });
}

/// Motions as deep as each other were looked at one by one until hardly a cell was left: 19,446 of
/// them, where some hundreds tell all motions together. Of more than were looked at together, cells
/// were used up one by one, and that was all: a region of 832 motions was left at [1.52, 1.98].
#[test]
fn deep_motions_that_take_long_apart_are_soon_looked_at_together() {
    let tool = tool(0);
    let component = &tool.components[0];
    // Turn after turn in one place, a little higher each.
    let passage = |i: usize, count: usize| {
        let center = Vec3::new(8.0, 8.0, 0.5 + 0.8 * i as f64 / count as f64);
        let from = center + Vec3::x() * 3.0;
        let arc = Arc { center: center.into(), normal: [0.0, 0.0, 1.0], sweep: 6.0 };
        let to = center + Vec3::new(6.0f64.cos(), 6.0f64.sin(), 0.0) * 3.0;
        let path = Path::round(&arc, from, to, &Vec3::zeros());
        Passage {
            paths: vec![TimedPath { path, times: [0.0, 1.0], dogleg: false }],
            movers: component.movers().collect(),
            pieces: component.movers().count(),
            grow: 0.0,
            excess: 0.0,
            declared: None,
            outside: None,
            roofed: false,
            shell: 0.0,
        }
    };
    let epsilon = 1e-4;
    before_hills(|target| {
        for (count, most) in [(40, 8_000), (1500, 60_000)] {
            let aim = Aim::Measure { epsilon, spared: 0.0 };
            let mut query = InteriorQuery::new(target, aim, 0.5, epsilon, Slack::rounding(1e-9));
            query.run((0..count).map(|_| 9.0), |i| passage(i, count), || false);
            let [lo, hi] = query.bounds();
            assert!(hi - lo <= 0.01 * lo, "{count}: {lo} {hi}");
            assert!(query.looked < most, "{count}: {}", query.looked);
        }
    });
}

/// Looked at together, each motion takes a kilobyte: 147,471 of them took 260 MB, and a million
/// would take more than all else.
#[test]
fn motions_of_a_huge_region_are_not_all_made_at_once() {
    let tool = tool(0);
    let made = std::cell::Cell::new(0);
    before_hills(|target| {
        let passage = |_| {
            made.set(made.get() + 1);
            passages(&tool, 1, &mut Random::new(made.get())).remove(0)
        };
        let aim = Aim::Measure { epsilon: 1e-4, spared: 0.0 };
        let mut query = InteriorQuery::new(target, aim, 0.5, 1e-4, Slack::rounding(1e-9));
        query.run((0..=MOST_SHARING).map(|_| 9.0), passage, || false);
        let [lo, hi] = query.bounds();
        assert!(lo <= hi && made.get() < 25_000, "{lo} {hi} {}", made.get());
    });
}
