//! How deep a facet reaches into a moving body of revolution that is not convex: the greatest depth
//! in its convex parts, first those of whole pockets, then those of halves of them where the bounds
//! do not close.

use super::ascent::ascended;
use super::climb::{Deepest, climb, climb_and_learn};
use super::domain::Patch;
use super::gap::Gap;
use super::learned::Learned;
use super::middles::middles;
use super::refine::refine;
use super::sag::Sag;
use super::segment::Segment;
use super::slope::Slopes;
use crate::tolerance::FLOAT_MM;
use crate::tool::{ConcaveRevolve, MeridianBox, Part};
use gouge_mesh::geom::Triangle;
use std::ops::ControlFlow;

/// As [`super::deepest`], for a body with pockets. Bounds of great depths stay as wide as the
/// finest parts leave them.
///
/// Where a search ends depends on the deepest place that it came upon, and so, slightly, does what
/// it says. The floor, which rises as facets are measured, therefore only ends it where all it could
/// still say lies below: what is said of a facet does not depend on the order they come in.
pub(super) fn deepest(
    body: &ConcaveRevolve,
    tri: &Triangle,
    way: &Segment,
    floor: f64,
    gap: &Gap,
    taught: &mut Learned,
) -> Option<Deepest> {
    if taught.clear(body, tri, way, floor, gap) {
        return None;
    }
    match Search::begin(body, tri, way, floor, gap, &mut taught.hull) {
        ControlFlow::Break(told) => told,
        ControlFlow::Continue(mut search) => search.attempt(floor, taught),
    }
}

/// By how much a path leaves bounds apart that were to be `close` to each other, mm.
fn left(sag: &Sag, found: &Deepest, close: f64) -> f64 {
    match sag.arc {
        Some(_) => (found.hi - found.lo - close).max(0.0),
        None => sag.by,
    }
}

/// How deep one facet is in the parts of a body.
struct Search<'a> {
    body: &'a ConcaveRevolve,
    patch: Patch,
    way: &'a Segment<'a>,
    gap: &'a Gap,
    /// Where its places are about the axis of the body, where one is known to be in that and parts
    /// tell by place: only those that tell of balls there are looked at.
    middles: Option<MeridianBox>,
    /// How deep it is in the hull.
    hull: Deepest,
    /// How deep it is in the body where that was found, or near there.
    begun: Deepest,
    /// How many parts were looked at.
    looks: usize,
}

impl<'a> Search<'a> {
    /// The answer where the facet is deepest in the convex hull of the body and as deep there in
    /// the body itself: most are, since places next to a pocket are seldom the deepest.
    fn begin(
        body: &'a ConcaveRevolve,
        tri: &Triangle,
        way: &'a Segment<'a>,
        floor: f64,
        gap: &'a Gap,
        taught: &mut Slopes,
    ) -> ControlFlow<Option<Deepest>, Self> {
        let (patch, close) = (Patch::whole(tri), Gap::of(0.5 * gap.mm));
        let learn = &mut |slope| taught.learn(slope);
        let hull = climb_and_learn(body.around(), &patch, way, floor, &close, learn);
        let Some(hull) = hull else { return ControlFlow::Break(None) };
        let mut search = Self { body, patch, way, gap, middles: None, hull, begun: hull, looks: 0 };
        let closed = |lo: f64| hull.hi - lo <= gap.at(lo) + left(way.sag, &hull, close.mm);
        search.begun = search.shown(hull);
        let lo = hull.lo.min(search.begun.lo);
        if closed(lo) {
            return ControlFlow::Break(Some(Deepest { lo, ..hull }));
        }
        if !body.rises() {
            search.begun = ascended(|x| body.depth(x), tri, way, search.begun);
            if closed(search.begun.lo) {
                return ControlFlow::Break(Some(search.begun));
            }
        }
        if search.begun.lo > 0.0 {
            search.middles = middles(body, tri, way);
        }
        ControlFlow::Continue(search)
    }

    /// How deep the place that was found in something else is in the body.
    fn shown(&self, found: Deepest) -> Deepest {
        let relative = found.point - self.way.at(found.t);
        Deepest { lo: self.body.depth(&relative) - FLOAT_MM, ..found }
    }

    /// A search over the parts of the body, the one that bounds the greatest depth first.
    fn attempt(&mut self, floor: f64, taught: &mut Learned) -> Option<Deepest> {
        let Self { body, ref patch, way, gap, middles, hull, begun, .. } = *self;
        let close = Gap::of(0.5 * gap.mm);
        let mut best = begun;
        let mut looks = 0;
        let show = |found: Deepest, best: &mut Deepest| {
            let shown = self.shown(found);
            if shown.lo > best.lo {
                *best = shown;
            }
        };
        // The greatest upper bound over what a part bounds, and by how much the path leaves it
        // apart; below what was found no exact value is needed.
        let mut bound = |part: &'a Part, best: &mut Deepest| {
            looks += 1;
            let least = part.inner(best.lo);
            let learn = &mut |slope| taught.learn(part, slope);
            let found = climb_and_learn(&part.solid, patch, way, least, &close, learn)?;
            if part.within {
                show(found, best);
            }
            Some((part.outer(found.hi), (part, left(way.sag, &found, close.mm))))
        };
        let closest = |part| middles.map_or(Some(part), |middles| body.closest(part, &middles));
        let concerns = |part: &&Part| middles.is_none_or(|middles| part.concerns(&middles));
        // The greatest depth that can still be said.
        let most = |hi: f64, best: &Deepest| hi.min(hull.hi).max(best.lo) + FLOAT_MM;
        let first = body.first().filter(concerns).filter_map(|part| bound(part, &mut best));
        let first: Vec<_> = first.collect();
        // Great depths, of which the parts say nothing, are often those in what goes through
        // several pockets.
        let mut columns = Some(body.columns());
        let hi = refine(first, |hi, &(part, left), parts| {
            // The upper bound holds for paths that bend away, the lower one does not.
            let closed = |hi: f64, lo: f64| hi - lo <= gap.at(lo) + left;
            if most(hi, &best) < floor || closed(hi, best.lo) {
                return ControlFlow::Break(());
            }
            for column in columns.take().unwrap_or_default() {
                let found = climb(column, patch, way, best.lo, &close);
                found.into_iter().for_each(|found| show(found, &mut best));
            }
            let mut halves = body.halves(part).peekable();
            let close = closed(hi.min(hull.hi), best.lo);
            if close || !part.tells(best.lo) || halves.peek().is_none() {
                return ControlFlow::Break(());
            }
            let halves = halves.filter_map(closest);
            parts.extend(halves.filter_map(|half| bound(half, &mut best)));
            ControlFlow::Continue(())
        });
        self.looks += looks;
        let hi = most(hi, &best);
        (hi >= floor).then_some(Deepest { hi, ..best })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::{Piece, Spec};
    use gouge_mesh::geom::Vec3;
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

    /// The depth of a facet by a single search, and how many parts that looked at.
    fn looked(
        body: &ConcaveRevolve,
        tri: &Triangle,
        way: &Segment,
        floor: f64,
        gap: &Gap,
    ) -> (Option<Deepest>, usize) {
        let mut taught = Learned::default();
        match Search::begin(body, tri, way, floor, gap, &mut taught.hull) {
            ControlFlow::Break(told) => (told, 0),
            ControlFlow::Continue(mut search) => (search.attempt(floor, &mut taught), search.looks),
        }
    }

    /// A ball below a neck: 17 parts were looked at for each facet, twice, 1.5 ms a motion.
    #[test]
    fn where_a_body_bulges_no_part_is_looked_at() {
        let body = body("ball:6;len=6;shank=3,24");
        let mut random = Random::new(37);
        let mut told = 0;
        for _ in 0..300 {
            let at = random.vector(2.0) * 0.5 + Vec3::z() * random.between(0.0, 2.0);
            let tri = [0; 3].map(|_| at + random.vector(0.3));
            let (from, travel) = (random.vector(0.2), random.vector(0.5));
            let way = &Segment::straight(from, travel);
            let (found, looks) = looked(&body, &tri, way, 0.01, &Gap::of(1e-5));
            told += u32::from(found.is_some_and(|found| found.lo > 0.01) && looks == 0);
        }
        assert!(told > 250, "{told}");
    }

    #[test]
    fn nothing_is_deeper_than_the_parts_say_and_a_floor_hides_nothing() {
        let body = body("flat:10;len=20;shank=6,30;holder=40,20");
        let mut random = Random::new(23);
        let (mut told, mut taught) = (0, Learned::default());
        let exactly = &Gap::of(1e-4);
        for _ in 0..300 {
            let (tri, from, travel) = random_facet(&mut random);
            let way = &Segment::straight(from, travel);
            let mut deepest = |floor| deepest(&body, &tri, way, floor, exactly, &mut taught);
            let all = deepest(f64::NEG_INFINITY).unwrap();
            assert!(all.hi - all.lo < 1e-3 + 2e-5 * all.hi.abs(), "{all:?}");
            for _ in 0..60 {
                let (a, b) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                let (a, b) = if a + b > 1.0 { (1.0 - a, 1.0 - b) } else { (a, b) };
                let q = tri[0] + (tri[1] - tri[0]) * a + (tri[2] - tri[0]) * b;
                let t = random.between(0.0, 1.0);
                let depth = body.depth(&(q - from - travel * t));
                assert!(depth <= all.hi, "{depth} {all:?}");
            }
            assert_eq!(deepest(all.lo - 1e-6), Some(all));
            assert_eq!(deepest(all.hi + 1e-6), None);
            told += u32::from(all.lo > 0.1);
        }
        assert!(told > 100, "{told}");
    }

    /// Seen with a floor between its bounds, a facet was told to be below that: whether it raised the
    /// bound of a motion depended on which facet came first.
    #[test]
    fn what_is_said_of_a_facet_does_not_depend_on_the_floor() {
        let mut random = Random::new(61);
        let wide = &Gap { above: 0.01, share: 0.006, ..Gap::of(1e-5) };
        let mut told = 0;
        for body in [body("flat:20;len=3;shank=10,30"), hollow_corner()] {
            for _ in 0..400 {
                let at = Vec3::z() * 3.0 + random.vector(4.0);
                let tri = [0; 3].map(|_| at + random.vector(1.0));
                let way = &Segment::straight(random.vector(1.0), random.vector(1.0));
                let say = |floor| deepest(&body, &tri, way, floor, wide, &mut Learned::default());
                let all = say(f64::NEG_INFINITY).unwrap();
                for share in [0.1, 0.5, 0.9] {
                    let floor = all.lo + share * (all.hi - all.lo);
                    assert_eq!(say(floor), Some(all), "{floor}");
                }
                told += u32::from(all.lo > 0.1);
            }
        }
        assert!(told > 400, "{told}");
    }

    /// Edges that lead straight on made two pockets of one, and of what is deeper than one of
    /// several pockets nothing was known but how deep the cylinder around all is: a thin fin was
    /// 0.65 to 0.9 deep.
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
            let way = &Segment::straight(from, travel);
            let (exactly, mut taught) = (&Gap::of(1e-4), Learned::default());
            let found = deepest(&body, &tri, way, 0.1, exactly, &mut taught).unwrap();
            assert!(found.lo <= depth && depth <= found.hi, "{spec}: {found:?}");
            assert!(found.hi - found.lo < 2e-4, "{spec}: {found:?}");
        }
    }

    /// The bounds of a chord that stands for an arc never come nearer to each other than that bends
    /// away: all parts of all pockets were looked at for each facet, 2 ms each.
    #[test]
    fn no_more_parts_are_looked_at_than_a_chord_can_tell() {
        let body = body("flat:10;len=20;shank=6,30;holder=40,20");
        let mut random = Random::new(29);
        let wide = Gap { above: 0.01, share: 0.006, ..Gap::of(1e-5) };
        let (mut most, mut straight) = (0, 0);
        for _ in 0..100 {
            let (tri, from, travel) = random_facet(&mut random);
            for (by, most) in [(0.05, &mut most), (0.0, &mut straight)] {
                let sag = Sag { by, ..Sag::NONE };
                let way = &Segment { from, travel, sag: &sag };
                let (_, looks) = looked(&body, &tri, way, f64::NEG_INFINITY, &wide);
                *most = looks.max(*most);
            }
        }
        assert!(most <= 40 && straight <= 60, "{most} {straight}");
    }

    /// A hollow corner of 6 mm, as chords, above a pin of 4 mm.
    fn hollow_corner() -> ConcaveRevolve {
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
        body(&format!("flat:8;len=2;shank={}/20,5", cones.join("/")))
    }

    /// Of a rounded edge in a hollow corner every facet is deep in the hull, and most are in none of
    /// the parts: these were looked at anew for each, where those above all had not told.
    #[test]
    fn what_a_rounded_edge_taught_passes_over_most_of_its_facets() {
        let body = hollow_corner();
        let mut random = Random::new(47);
        let (mut taught, mut passed, mut told) = (Learned::default(), 0, 0);
        let gap = &Gap::of(1e-4);
        const FACETS: usize = 2_000;
        for _ in 0..FACETS {
            let (angle, across) = (random.between(0.1, 1.4), random.between(-2.0, 2.0));
            let radius = 6.0 - random.between(0.0, 0.05);
            let (sin, cos) = angle.sin_cos();
            let at = Vec3::new(10.0 - radius * cos, across, 2.0 + radius * sin);
            let tri = [0; 3].map(|_| {
                let [along, aside] = [0; 2].map(|_| random.between(-0.1, 0.1));
                at + Vec3::new(sin * along, aside, cos * along)
            });
            let way = &Segment::straight(random.vector(0.01), Vec3::y() * 0.1);
            passed += usize::from(taught.clear(&body, &tri, way, 0.01, gap));
            told += usize::from(deepest(&body, &tri, way, 0.01, gap, &mut taught).is_some());
        }
        assert!(10 * passed > 8 * FACETS, "{passed} {told}");
    }

    /// Of a hollow arc the line along each of its chords was looked at for each facet: a form tool
    /// took 17 ms of each motion.
    #[test]
    fn of_a_hollow_arc_not_every_chord_is_looked_at() {
        let body = hollow_corner();
        let mut random = Random::new(31);
        let (mut looks, mut deep) = (0, 0);
        for _ in 0..300 {
            let at = Vec3::new(random.between(0.0, 9.0), 0.0, random.between(0.0, 10.0));
            let tri = [0; 3].map(|_| at + random.vector(1.0));
            let (from, travel) = (random.vector(1.0), random.vector(1.0));
            let wide = Gap { above: 0.01, share: 0.006, ..Gap::of(1e-5) };
            let way = &Segment::straight(from, travel);
            let (found, own) = looked(&body, &tri, way, 0.01, &wide);
            looks += own;
            deep += u32::from(found.is_some_and(|found| found.lo > 0.01));
        }
        assert!(deep > 100 && looks < 300 * 16, "{deep} {looks}");
    }
}
