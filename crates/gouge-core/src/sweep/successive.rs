//! The exact test of one piece against facet after facet: bounds learned from one facet clear
//! others.

use super::arc::Arc;
use super::climb::{Deepest, climb_and_learn};
use super::concave;
use super::deepest::{deepest, in_closed_form};
use super::domain::Patch;
use super::gap::Gap;
use super::learned::Learned;
use super::sag::Sag;
use super::segment::Segment;
use super::slope::Slope;
use super::turned;
use crate::tolerance::FLOAT_MM;
use crate::tool::{Piece, Solid};
use gouge_mesh::geom::Triangle;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// More hints than these cost a search more than they save.
const HINTS: usize = 2;

/// A piece that is tested against facet after facet.
#[derive(Clone, Debug)]
pub struct Successive<'a> {
    piece: &'a Piece,
    /// A convex piece is its own hull.
    taught: Learned,
}

impl<'a> Successive<'a> {
    /// Whether this is the piece being tested.
    pub fn is_about(&self, piece: &Piece) -> bool {
        std::ptr::eq(self.piece, piece)
    }

    /// A piece of which nothing is known yet.
    pub fn new(piece: &'a Piece) -> Self {
        Self { piece, taught: Learned::default() }
    }

    /// As [`deepest`](super::deepest()).
    ///
    /// Earlier queries change no answer: a facet is only passed over that is so much less deep than
    /// `floor` that bounds no farther apart than they may be say the same of it.
    pub fn deepest(
        &mut self,
        tri: &Triangle,
        way: &Segment,
        floor: f64,
        gap: &Gap,
    ) -> Option<Deepest> {
        let solid = match self.piece {
            Piece::Solid(solid) => solid,
            Piece::ConcaveRevolve(body) => {
                return concave::deepest(body, tri, way, floor, gap, &mut self.taught);
            }
            Piece::Nonconvex(_) => {
                return deepest(self.piece, tri, way, floor, gap);
            }
        };
        if let ControlFlow::Break(told) = in_closed_form(solid, tri, way, floor) {
            return told;
        }
        if self.passes(solid, tri, way, gap.least(floor)) {
            return None;
        }
        let slopes = &mut self.taught.hull;
        let learn = &mut |slope| slopes.learn(slope);
        climb_and_learn(solid, &Patch::whole(tri), way, floor, gap, learn)
    }

    /// Whether a facet comes deeper into the piece than `level` on any path within `sag`; none does
    /// that stays `gap` mm less deep.
    pub fn exceeds(&mut self, tri: &Triangle, way: &Segment, level: f64, gap: f64) -> bool {
        let gap = Gap { enough: level, ..Gap::of(gap) };
        self.deepest(tri, way, level, &gap).is_some_and(|found| found.hi > level)
    }

    /// The same at any time of an arc about an upright line, decided without its chords; yes where
    /// that does not decide it.
    pub fn exceeds_turning(&mut self, tri: &Triangle, arc: &Arc, level: f64, gap: f64) -> bool {
        let Piece::Solid(Solid::Round(body)) = self.piece else { return true };
        if !arc.is_upright() || !turned::clears(body, tri, arc, level) {
            return true;
        }
        // Where the radius changes, an end stands for all places that are as far round.
        let level = level - arc.off - arc.widens();
        let mut enters = |from, travel| {
            let end = Segment { from, travel, sag: &Sag::NONE };
            !turned::clears_end(body, tri, &end, level) && self.exceeds(tri, &end, level, gap)
        };
        arc.ends().into_iter().any(|(from, travel)| enters(from, travel))
    }

    /// Whether what the last facets taught proves that no bound of the depth of this one reaches
    /// `least`. Along an arc bounds need not close by its spare.
    fn passes(&self, solid: &Solid, tri: &Triangle, way: &Segment, least: f64) -> bool {
        let level = least - way.sag.spare() - 2.0 * FLOAT_MM;
        self.taught.hull.clear(tri, way, level, matches!(solid, Solid::Round(_)))
    }

    /// The bounds learned from the last facets, for a search of facets that are to be distinguished
    /// by `gap` from then on, mm.
    pub fn slopes(&self, gap: f64) -> SmallVec<[Slope; HINTS]> {
        self.taught.hull.less_close(gap + 2.0 * FLOAT_MM).take(HINTS).collect()
    }

    /// The same once more, with bounds that are closer than before: whatever else is known.
    pub fn closer(&self, tri: &Triangle, way: &Segment, floor: f64, gap: &Gap) -> Option<Deepest> {
        deepest(self.piece, tri, way, floor, gap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::{Arc, Sag, Turn};
    use crate::tool::{Polyhedron, Spec};
    use gouge_mesh::geom::Vec3;
    use gouge_mesh::mesh::Mesh;
    use gouge_random::Random;

    /// A convex mesh 20 mm long and 4 mm wide.
    fn bar() -> Piece {
        let corner = |i: usize| {
            let pick = |bit: usize, [lo, hi]: [f64; 2]| if i >> bit & 1 == 0 { lo } else { hi };
            Vec3::new(pick(0, [-10.0, 10.0]), pick(1, [-2.0, 2.0]), pick(2, [0.0, 30.0]))
        };
        let quads: [[u32; 4]; 6] =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
        let mesh = Mesh { vertices: (0..8).map(corner).collect(), triangles };
        Piece::Solid(Solid::Faceted(Polyhedron::new(&mesh).unwrap()))
    }

    /// The first two components of a tool as one.
    fn joined(spec: &str) -> Piece {
        let tool = Spec::parse(spec, ".".as_ref()).unwrap().build(100.0);
        let seam = &tool.seams[0];
        let body = seam.within(seam.reach(0.0)).unwrap();
        assert!(matches!(body, Piece::ConcaveRevolve(_)));
        body
    }

    /// A stretch of an arc that begins at a place, of a radius of 3 to 30 mm, and its chord.
    fn random_way(random: &mut Random, from: Vec3) -> (Vec3, Vec3, Sag) {
        let normal = random.direction();
        let toward = normal.cross(&random.direction()).normalize();
        let (radius, angle) = (random.between(3.0, 30.0), random.between(-0.8, 0.8));
        let arc = Arc {
            center: from - toward * radius,
            toward,
            side: normal.cross(&toward),
            radius: [radius; 2],
            turn: Turn::by(angle),
            rise: Vec3::zeros(),
            off: 0.0,
        };
        let by = radius * (1.0 - (0.5 * angle).cos());
        (from, arc.at(1.0) - from, Sag { by, normal, arc: Some(arc) })
    }

    /// A hollow corner as cones, under a flange.
    const HOLLOW: &str = "flat:8;len=2;shank=8,8.3,1.8/8.3,9.1,1.7/9.1,10.5,1.6/10.5,12.3,1.2/\
                          12.3,14.5,0.9/14.5,17,0.6/17,20,0.3/20,6";

    /// What is said of a facet must not depend on whether a hierarchy spares it.
    #[test]
    fn nothing_is_deeper_along_an_arc_than_in_the_sweep_that_hierarchies_ask_about() {
        let mut random = Random::new(71);
        for spec in ["drill:1,140", "flat:20", "bull:6,2", "taper:2,10,20", "drill:20,118;len=30"] {
            let tool = Spec::parse(spec, ".".as_ref()).unwrap().build(100.0);
            let piece = &tool.components[0].pieces[0];
            for _ in 0..1500 {
                let (from, travel, sag) = random_way(&mut random, Vec3::zeros());
                let way = Segment { from, travel, sag: &sag };
                let at = from + travel * random.between(-0.2, 1.2) + random.vector(6.0);
                let tri = [0; 3].map(|_| at + random.vector(3.0));
                let gap = Gap::of(10f64.powf(random.between(-8.0, -3.0)));
                let deepest = |way: &Segment| {
                    Successive::new(piece).deepest(&tri, way, f64::NEG_INFINITY, &gap)
                };
                let found = deepest(&way).unwrap();
                let (from, travel, by) = sag.straight(from, travel);
                let sweep = deepest(&Segment::straight(from, travel)).unwrap();
                let most = sweep.lo + by + gap.mm + 4.0 * FLOAT_MM;
                assert!(found.hi <= most, "{spec} {found:?} {sweep:?} {by}");
            }
        }
    }

    /// What one facet teaches passes over others, and nothing else may come of it: along arcs too,
    /// where bounds of a fresh test do not close.
    #[test]
    fn what_was_asked_before_changes_no_answer() {
        let mut random = Random::new(5);
        let (mut passed, mut told, mut loosely, mut concave) = (0, 0, 0, 0);
        let specs = ["flat:20", "bull:20,3", "taper:2,10,20", "drill:20,118", "ball:20;len=30"];
        let piece = |spec: &&str| {
            let tool = Spec::parse(spec, ".".as_ref()).unwrap().build(100.0);
            tool.components[0].pieces[0].clone()
        };
        // What holds on one side of a bar holds on no other.
        let pieces = specs.iter().map(piece).chain([bar()]);
        for piece in pieces
            .chain(["flat:20;len=4;shank=8,40", "ball:20;len=12;shank=9,40", HOLLOW].map(joined))
        {
            let mut test = Successive::new(&piece);
            for _ in 0..600 {
                // Facets of a slope that lies a few millimetres deep in the tool.
                let lean = random.vector(0.6);
                let travel = random.vector(1.5);
                let from = random.vector(3.0);
                let arc = (random.below(2) == 0).then(|| random_way(&mut random, from));
                let height = |x: f64, y: f64| 2.0 + lean.x * x + lean.y * y;
                let above = random.between(-0.5, 1.5);
                let gap = Gap::of(1e-3);
                let gap = [gap, Gap { above, share: 0.05, ..gap }][random.below(2)];
                let mut floor = f64::NEG_INFINITY;
                for _ in 0..40 {
                    let at = random.vector(12.0);
                    let tri = [0; 3].map(|_| {
                        let p = at + random.vector(1.0);
                        Vec3::new(p.x, p.y, height(p.x, p.y) + random.between(-0.05, 0.05))
                    });
                    let by = [0.0, random.between(0.0, 1e-3)][random.below(2)];
                    let (from, travel, sag) =
                        arc.unwrap_or((from, travel, Sag { by, ..Sag::NONE }));
                    let way = &Segment { from, travel, sag: &sag };
                    let fresh = Successive::new(&piece).deepest(&tri, way, floor, &gap);
                    match &piece {
                        Piece::Solid(solid) => {
                            let least = gap.least(floor);
                            passed += u32::from(test.passes(solid, &tri, way, least));
                        }
                        Piece::ConcaveRevolve(body) => {
                            let clear = test.taught.clear(body, &tri, way, floor, &gap);
                            concave += u32::from(clear);
                        }
                        Piece::Nonconvex(_) => panic!("{piece:?}"),
                    }
                    let found = test.deepest(&tri, way, floor, &gap);
                    assert_eq!(found, fresh, "{tri:?} {from:?} {travel:?} {floor}");
                    told += u32::from(found.is_some());
                    if let (Some(found), Piece::Solid(_)) = (found, &piece) {
                        let apart = if arc.is_some() { sag.spare() } else { by };
                        let wide = gap.at(found.lo) + apart + 4.0 * FLOAT_MM;
                        assert!(found.hi - found.lo <= wide, "{gap:?} {found:?}");
                        loosely += u32::from(found.hi - found.lo > 2.0 * gap.mm);
                    }
                    floor = found.map_or(floor, |found| floor.max(found.lo));
                }
            }
        }
        let counted = passed > 40_000 && told > 6_000 && loosely > 400 && concave > 10_000;
        assert!(counted, "{passed} {told} {loosely} {concave}");
    }
}
