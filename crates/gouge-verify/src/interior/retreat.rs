//! Whether a shift moves everything that a piece covers on a chord out of the material.

use super::super::target::Target;
use super::Passage;
use super::chord::{Chord, ShiftedChord};
use crate::tolerance::APART_SHARE;
use gouge_core::sweep::Successive;
use gouge_core::tool::Piece;
use gouge_core::tree::Searcher;
use gouge_mesh::geom::{Body as _, Swept, Vec3};
use gouge_mesh::mesh::Side;
use smallvec::SmallVec;

/// The surroundings that a passage's chords are tested against.
pub(super) struct Surroundings<'q, 'a> {
    pub target: &'q Target<'a>,
    pub passage: &'q Passage<'a>,
    pub searcher: &'q mut (dyn Searcher + 'a),
    pub memory: &'q mut ShiftMemory<'a>,
}

/// So many are kept: more are seldom in the way of shifts that lead nearly the same way.
const KEPT: usize = 3;

/// What was learned from the last shifts; it changes no answer.
#[derive(Default)]
pub(super) struct ShiftMemory<'a> {
    /// Facets that were in the way: they may be so again. The last one first.
    refusing: SmallVec<[u32; KEPT]>,
    pub test: LastTest<'a>,
}

/// The exact test of the last piece that was tested.
#[derive(Default)]
pub(super) struct LastTest<'a>(Option<Successive<'a>>);

impl<'a> LastTest<'a> {
    /// The test of a piece, begun anew if the piece is another.
    pub fn of(&mut self, piece: &'a Piece) -> &mut Successive<'a> {
        self.0.take_if(|test| !test.is_about(piece));
        self.0.get_or_insert_with(|| Successive::new(piece))
    }
}

impl Chord {
    /// Whether all that the piece covers is outside of the material after a shift by `by`: then
    /// nothing of it lies deeper than the length of that shift, and a little for rounding.
    ///
    /// A point x of the material that is outside after the shift has surface on the path. No facet
    /// lies deeper than 2 η in the shifted piece, and its middle is outside: what is deeper in it
    /// than that is outside, and the rest no farther from there than `bluntness` × 2 η. A mesh of
    /// any shape that is connected is where one point of it is, if no facet comes into it: that
    /// is told by what is left of the shift, since exact tests of one come to no end where it only
    /// touches.
    ///
    /// Around the rim of an open surface a path leads out that meets none of it: there only what
    /// comes that near to the sky that it does not count is told, and only by a shift straight up.
    pub fn retreats(&self, around: &mut Surroundings, by: Vec3) -> bool {
        if around.target.body.open() && (by.x != 0.0 || by.y != 0.0 || by.z < 0.0) {
            return false;
        }
        self.is_out(around, &self.shifted(&by), by.norm())
    }

    /// The same of a shift by `by` mm away from the middle of the arc, which turns with the path:
    /// each point goes as far, its own path, while the piece is on a wider arc or a narrower one.
    pub fn is_cleared_by_turning(&self, around: &mut Surroundings, by: f64) -> bool {
        let course = self.with_radius_changed(by).filter(|_| !around.target.body.open());
        course.is_some_and(|course| self.is_out(around, &course, by.abs()))
    }

    /// Whether all that the piece covers on a course is outside of the material, to which none of
    /// its points comes from farther away than `length` mm.
    fn is_out(&self, around: &mut Surroundings, shifted: &ShiftedChord, length: f64) -> bool {
        let Surroundings { target, passage, .. } = *around;
        let mover = &passage.movers[self.of.mover];
        let piece = mover.piece;
        let ShiftedChord { from, travel, sag } = *shifted;
        let eta = self.eta();
        let room = mover.covered(from, travel, passage.grow + sag.by);
        let crack = target.body.crack_mm();
        let told = length + (2.0 * eta + crack) * mover.bluntness;
        if told > self.shell && !target.body.rimless(&room) {
            return false;
        }
        let lowest = from.z + travel.z.min(0.0) - sag.by;
        let depth = passage.grow + 2.0 * eta;
        let roofs = || target.roofs(mover, &room, lowest, depth);
        if !target.body.whole() && (target.body.may_miss_cover(&room) || roofs()) {
            return false;
        }
        // Of a column without a top, hierarchies see what is no higher than it is made longer than
        // all of the program asks for: a shift may draw it down by more.
        if piece.is_open() && lowest + piece.hull().axis[1] <= target.body.bounds.hi.z {
            return false;
        }
        let clear = |(middle, radius): &(Vec3, f64)| {
            let outside = || piece.is_open() || target.side(&(from + middle)) == Side::Outside;
            *radius > 4.0 * eta + crack && outside()
        };
        let (floor, eta) = match piece {
            Piece::Nonconvex(mesh) => {
                let apart = APART_SHARE * length;
                if !mesh.is_in_one_piece() || apart < eta + crack {
                    return false;
                }
                (-passage.grow - 2.0 * apart, apart)
            }
            _ => (-passage.grow, eta),
        };
        let way = shifted.segment();
        let (start, travel, grow) = sag.straight(from, travel);
        let swept = Swept { from: start, travel, body: piece, grow };
        let Surroundings { searcher, memory, .. } = around;
        let ShiftMemory { refusing: known, test } = memory;
        let test = test.of(piece);
        let mut refuses = |facet: u32| {
            let tri = target.body.mesh.triangle(facet as usize);
            test.exceeds(&tri, &way, floor + 2.0 * eta, 0.5 * eta)
        };
        if let Some(at) = known.iter().position(|facet| refuses(*facet)) {
            known[..=at].rotate_right(1);
            return false;
        }
        // Searched a little deeper than asked, so that no hierarchy sees less than another.
        let mut refusing = None;
        searcher.deeper(&swept, floor - eta, &mut |facet, depth| {
            if !refuses(facet) {
                return depth;
            }
            refusing = Some(facet);
            f64::INFINITY
        });
        if let Some(facet) = refusing {
            known.truncate(KEPT - 1);
            known.insert(0, facet);
            return false;
        }
        mover.interior_balls.iter().all(clear)
    }
}
