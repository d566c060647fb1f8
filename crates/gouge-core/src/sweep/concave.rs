//! How deep a facet reaches into a moving body of revolution that is not convex: the deepest of
//! its convex parts, those of whole pockets first, those of halves of them where the bounds do not
//! close.

use super::climb::{Deepest, climb};
use super::domain::Patch;
use super::loose::Loose;
use super::refine::refine;
use super::sag::Sag;
use crate::tolerance::FLOAT_MM;
use crate::tool::{ConcaveRevolve, Part};
use gouge_mesh::geom::{Triangle, Vec3};
use std::ops::ControlFlow;

/// As [`super::deepest`], for a body with pockets. Bounds of great depths stay as wide as the
/// finest parts leave them.
///
/// Which parts are searched depends on the floor, and so, slightly, does what they say of a place.
/// A facet that passes the floor is therefore measured again without one, so that a result does not
/// depend on the order of the search.
pub(super) fn deepest(
    body: &ConcaveRevolve,
    tri: &Triangle,
    way: (&Vec3, &Vec3, &Sag),
    floor: f64,
    gap: (f64, &Loose),
) -> Option<Deepest> {
    let mut looks = 0;
    attempt(body, tri, way, floor, gap, &mut looks)?;
    attempt(body, tri, way, f64::NEG_INFINITY, gap, &mut looks)
}

/// A search over the parts of the body, the one that bounds the greatest depth first; counts those
/// that are looked at.
fn attempt<'b>(
    body: &'b ConcaveRevolve,
    tri: &Triangle,
    (from, travel, sag): (&Vec3, &Vec3, &Sag),
    floor: f64,
    (gap, loose): (f64, &Loose),
    looks: &mut usize,
) -> Option<Deepest> {
    let patch = Patch::whole(tri);
    let close = (0.5 * gap, &Loose::NEVER);
    let mut best: Option<Deepest> = None;
    let reached = |best: &Option<Deepest>| best.map_or(f64::NEG_INFINITY, |b| b.lo);
    let show = |found: Deepest, best: &mut Option<Deepest>| {
        let relative = found.point - sag.place(from, travel, found.t);
        let lo = body.depth(&relative) - FLOAT_MM;
        if best.is_none_or(|b| lo > b.lo) {
            *best = Some(Deepest { lo, ..found });
        }
    };
    // The greatest upper bound over what a part bounds, and by how much the path leaves it apart; below
    // the floor no exact value is needed.
    let mut bound = |part: &'b Part, best: &mut Option<Deepest>| {
        *looks += 1;
        let least = part.inner(floor.max(reached(best)));
        let found = climb(&part.solid, &patch, from, travel, sag, least, close)?;
        if part.within {
            show(found, best);
        }
        let left = match sag.arc {
            Some(_) => (found.hi - found.lo - close.0).max(0.0),
            None => sag.by,
        };
        Some((part.outer(found.hi), (part, left)))
    };
    let first: Vec<_> = body.first().filter_map(|part| bound(part, &mut best)).collect();
    // Great depths, of which the parts say nothing, most often end at the lower face.
    let mut around = None;
    let hi = refine(first, |hi, &(part, left), parts| {
        // The upper bound holds for paths that bend away, the lower one does not.
        let closed = |hi: f64, best: &Option<Deepest>| {
            let lo = reached(best);
            hi <= floor || hi - lo <= loose.gap(lo, gap) + left
        };
        if closed(hi, &best) {
            return ControlFlow::Break(());
        }
        let hull = *around.get_or_insert_with(|| {
            for column in body.columns() {
                let least = floor.max(reached(&best));
                let found = climb(column, &patch, from, travel, sag, least, close);
                found.into_iter().for_each(|found| show(found, &mut best));
            }
            let hull = climb(body.around(), &patch, from, travel, sag, floor, close);
            hull.map_or(f64::NEG_INFINITY, |hull| {
                show(hull, &mut best);
                hull.hi
            })
        });
        let mut halves = body.halves(part).peekable();
        if closed(hi.min(hull), &best) || !part.tells(reached(&best)) || halves.peek().is_none() {
            return ControlFlow::Break(());
        }
        parts.extend(halves.filter_map(|half| bound(half, &mut best)));
        ControlFlow::Continue(())
    });
    let best = best?;
    let hi = hi.min(around.unwrap_or(f64::INFINITY)).max(best.lo) + FLOAT_MM;
    (hi >= floor).then_some(Deepest { hi, ..best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::{Piece, Spec};
    use gouge_random::Random;
    use std::f64::consts::FRAC_PI_2;

    fn body(spec: &str) -> ConcaveRevolve {
        let tool = Spec::parse(spec, ".".as_ref()).unwrap().build(100.0);
        let seam = &tool.seams[0];
        match seam.within(seam.reach(0.0)) {
            Some(Piece::ConcaveRevolve(body)) => body,
            other => panic!("{other:?}"),
        }
    }

    /// A body with a pocket, a facet that lies a few millimetres deep, and a way.
    fn random_facet(random: &mut Random) -> (Triangle, Vec3, Vec3) {
        let at = random.vector(6.0) + Vec3::z() * 20.0;
        ([0; 3].map(|_| at + random.vector(4.0)), random.vector(1.0), random.vector(3.0))
    }

    #[test]
    fn nothing_is_deeper_than_the_parts_say_and_a_floor_hides_nothing() {
        let body = body("flat:10;len=20;shank=6,30;holder=40,20");
        let mut random = Random::new(23);
        let mut told = 0;
        for _ in 0..300 {
            let (tri, from, travel) = random_facet(&mut random);
            let sag = Sag::NONE;
            let way = (&from, &travel, &sag);
            let all = deepest(&body, &tri, way, f64::NEG_INFINITY, (1e-4, &Loose::NEVER)).unwrap();
            assert!(all.hi - all.lo < 1e-3 + 2e-5 * all.hi.abs(), "{all:?}");
            for _ in 0..60 {
                let (a, b) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                let (a, b) = if a + b > 1.0 { (1.0 - a, 1.0 - b) } else { (a, b) };
                let q = tri[0] + (tri[1] - tri[0]) * a + (tri[2] - tri[0]) * b;
                let t = random.between(0.0, 1.0);
                let depth = body.depth(&(q - from - travel * t));
                assert!(depth <= all.hi, "{depth} {all:?}");
            }
            let below = deepest(&body, &tri, way, all.lo - 1e-6, (1e-4, &Loose::NEVER));
            assert_eq!(below, Some(all));
            let above = deepest(&body, &tri, way, all.hi + 1e-6, (1e-4, &Loose::NEVER));
            assert_eq!(above, None);
            told += u32::from(all.lo > 0.1);
        }
        assert!(told > 100, "{told}");
    }

    /// Edges that lead straight on made two pockets of one, and of what is deeper than one of several pockets
    /// nothing was known but how deep the cylinder around all is: a thin fin was 0.65 to 0.9 deep.
    #[test]
    fn a_fin_through_several_pockets_is_told_closely() {
        for (spec, depth) in [
            ("flat:6;len=0.5;shank=5,0.5/5,0.3;holder=6,0.5", 0.9),
            ("flat:6;len=0.5;shank=7,0.5/6,0.3", 0.65),
            ("flat:6;len=1;shank=6,1/7,0.5/6,1;holder=8,1", 2.25),
        ] {
            let body = body(spec);
            let tri = [[0.0, -9.0], [60.0, -9.0], [0.0, 9.0]].map(|[x, z]| Vec3::new(x, 0.0, z));
            let (from, travel) = (Vec3::x() * 12.0, Vec3::x() * 6.0);
            let way = (&from, &travel, &Sag::NONE);
            let found = deepest(&body, &tri, way, 0.1, (1e-4, &Loose::NEVER)).unwrap();
            assert!(found.lo <= depth && depth <= found.hi, "{spec}: {found:?}");
            assert!(found.hi - found.lo < 2e-4, "{spec}: {found:?}");
        }
    }

    /// The bounds of a chord that stands for an arc never come nearer to each other than that bends away:
    /// all parts of all pockets were looked at for each facet, 2 ms each.
    #[test]
    fn no_more_parts_are_looked_at_than_a_chord_can_tell() {
        let body = body("flat:10;len=20;shank=6,30;holder=40,20");
        let mut random = Random::new(29);
        let loose = Loose { above: 0.01, share: 0.006, ..Loose::NEVER };
        let (mut most, mut straight) = (0, 0);
        for _ in 0..100 {
            let (tri, from, travel) = random_facet(&mut random);
            for (by, most) in [(0.05, &mut most), (0.0, &mut straight)] {
                let sag = Sag { by, ..Sag::NONE };
                let mut looks = 0;
                let way = (&from, &travel, &sag);
                attempt(&body, &tri, way, f64::NEG_INFINITY, (1e-5, &loose), &mut looks);
                *most = looks.max(*most);
            }
        }
        assert!(most <= 40 && straight <= 60, "{most} {straight}");
    }

    /// Of a hollow arc the line along each of its chords was looked at for each facet: a form tool took 17 ms
    /// of each motion.
    #[test]
    fn of_a_hollow_arc_not_every_chord_is_looked_at() {
        const CHORDS: u32 = 100;
        let on = |k: u32| {
            let (sin, cos) = (f64::from(k) / f64::from(CHORDS) * FRAC_PI_2).sin_cos();
            [10.0 - 6.0 * cos, 6.0 * sin]
        };
        let cone = |k: u32| {
            let ([from, low], [to, high]) = (on(k), on(k + 1));
            format!("{},{},{}", 2.0 * from, 2.0 * to, high - low)
        };
        let cones: Vec<String> = (0..CHORDS).map(cone).collect();
        let body = body(&format!("flat:8;len=2;shank={}/20,5", cones.join("/")));
        let mut random = Random::new(31);
        let (mut looks, mut deep) = (0, 0);
        for _ in 0..300 {
            let at = Vec3::new(random.between(0.0, 9.0), 0.0, random.between(0.0, 10.0));
            let tri = [0; 3].map(|_| at + random.vector(1.0));
            let (from, travel) = (random.vector(1.0), random.vector(1.0));
            let loose = Loose { above: 0.01, share: 0.006, ..Loose::NEVER };
            let way = (&from, &travel, &Sag::NONE);
            let found = attempt(&body, &tri, way, 0.01, (1e-5, &loose), &mut looks);
            deep += u32::from(found.is_some_and(|found| found.lo > 0.01));
        }
        assert!(deep > 100 && looks < 300 * 16, "{deep} {looks}");
    }
}
