//! Part-side depth: how far below the surface of a body a tool takes material, as the greatest
//! distance to the surface over all points of the material that the tool covers.
//!
//! One best-first search over space and time: the path of each piece is cut into chords, the space
//! covered on a chord into cells, and the cell that can hold the deepest point is cut next. The
//! proofs are in `docs/depth.md`.

mod as_cell;
mod cell;
mod chord;
mod cutting_plane;
mod facet_plane;
mod flat_pair;
mod group;
mod lid;
mod part;
mod passage;
mod retreat;
pub(super) mod room;
mod round;
mod shared_room;
mod shifts;
mod subdivision;
#[cfg(test)]
mod tests;
mod wanted;
mod way_out;
mod witness;

use std::ops::ControlFlow;

use self::cell::Cell;
use self::chord::Chord;
use self::group::Group;
pub(super) use self::group::SMALLEST as SMALLEST_GROUP;
pub(super) use self::passage::{Passage, Reached};
use self::retreat::ShiftMemory;
use self::shifts::Shifts;
use super::target::Target;
use super::thresholds::Slack;
use crate::budget::{
    CELLS_A_CHORD, CELLS_APART, CELLS_APART_EACH, CELLS_BEFORE_OPEN, DECIDING_FACETS,
    DEEP_EPSILONS, EPSILONS_TOGETHER, FEW_CELLS, HALVINGS_IN_VAIN, MAX_CELLS, MAX_CLIMBS,
    MOST_GRANTS, MOST_HOLLOW_APART, MOST_SHARING, MOST_TOGETHER, NEARLY_TOLD, PARTINGS_IN_VAIN,
    POCKETED_FACETS,
};
use crate::tolerance::{REGION_SHARE, VERDICT_SLACK_MM};
use gouge_core::sweep::{Sag, refine};
use gouge_core::tree::{Course, Searcher};
use gouge_mesh::geom::{Aabb, Vec3};

/// What a search must find out, mm.
#[derive(Clone, Copy, Debug)]
pub(super) enum Aim {
    /// Whether anything is deeper than `limit`.
    Decide { limit: f64 },
    /// How deep the deepest is, to within `epsilon` or a hundredth of what is beyond `spared`, to
    /// which the part may be cut.
    Measure { epsilon: f64, spared: f64 },
}

/// The search; its results are read from its fields.
pub(super) struct InteriorQuery<'a> {
    target: Target<'a>,
    searcher: Box<dyn Searcher + 'a>,
    aim: Aim,
    /// Width that bounds may keep, mm: sagittas are refined to a share of it.
    epsilon: f64,
    slack: Slack,
    /// Boxes that hold what each passage covers, mm: with them many passages against a closed body
    /// are bounded together. Empty where each is to be looked at.
    pub rooms: Vec<Aabb>,
    /// Cells of a body of revolution with pockets on an arc are bounded for all its pieces
    /// together, not piece by piece.
    pub hollow: bool,
    /// The passages that were looked into.
    passages: Vec<Passage<'a>>,
    /// Their indices among all passages.
    members: Vec<usize>,
    chords: Vec<Chord>,
    /// Proved: something is this deep, mm.
    lo: f64,
    /// Proved: nothing is deeper, mm.
    hi: f64,
    /// Nothing of what was left out is deeper, mm.
    left: f64,
    /// The deepest point seen.
    pub deepest: Option<Reached>,
    /// The deepest point of which the mesh does not tell whether it is in the material.
    pub undetermined: Option<Reached>,
    /// Cells and chords that may still be bounded.
    pub cells_left: usize,
    /// Cells and chords bounded so far.
    looked: usize,
    /// Points from which a deeper one may still be sought.
    climbs_left: usize,
    shifts: Shifts,
    /// Sign of the last turning shift that cleared a chord: 1 away from the middle of its arc, -1
    /// towards it.
    turning_sign: f64,
    /// Whether a turning shift cleared the last chord that it was tried on.
    turning_cleared: bool,
    memory: ShiftMemory<'a>,
    /// Facets that shifts of such pieces may still be held against.
    facets_left: usize,
    /// How often a motion may be granted its first number of cells again.
    most_grants: usize,
    /// Chords that may still be cut in vain because a shorter one might need less of a shift.
    halvings_left: usize,
    /// Cells that may still be parted in vain by the planes of their facets.
    partings_left: usize,
}

/// Small, since a region may have millions of passages.
enum Item {
    Group(Box<Group>),
    Passage(usize),
    Chord(usize),
    Cell(Box<Cell>),
}

impl<'a> InteriorQuery<'a> {
    /// A search for `aim`; depths up to `known` need not be distinguished.
    pub fn new(target: Target<'a>, aim: Aim, known: f64, epsilon: f64, slack: Slack) -> Self {
        Self {
            target,
            searcher: target.facets.searcher(Course::ALONE),
            aim,
            epsilon,
            slack,
            rooms: Vec::new(),
            hollow: false,
            passages: Vec::new(),
            members: Vec::new(),
            chords: Vec::new(),
            lo: known,
            hi: f64::INFINITY,
            left: 0.0,
            deepest: None,
            undetermined: None,
            cells_left: match aim {
                Aim::Decide { .. } if !target.body.whole() => CELLS_BEFORE_OPEN,
                _ => MAX_CELLS,
            },
            looked: 0,
            climbs_left: MAX_CLIMBS,
            shifts: Shifts::default(),
            turning_sign: -1.0,
            turning_cleared: false,
            memory: ShiftMemory::default(),
            facets_left: match aim {
                Aim::Decide { .. } => POCKETED_FACETS / DECIDING_FACETS,
                Aim::Measure { .. } => POCKETED_FACETS,
            },
            most_grants: MOST_GRANTS,
            halvings_left: HALVINGS_IN_VAIN,
            partings_left: PARTINGS_IN_VAIN,
        }
    }

    /// A search that is granted no more cells however many chords and pieces there are: for advice,
    /// which is not worth much time.
    pub fn brief(self) -> Self {
        Self { most_grants: 0, ..self }
    }

    /// Looks at passages until the aim is reached, `stop` says so or the cells are used up. In
    /// every case the bounds hold. `caps` are upper bounds on the depth in each passage, mm; a
    /// passage is made when it is its turn, most never are.
    pub fn run(
        &mut self,
        caps: impl Iterator<Item = f64>,
        passage: impl Fn(usize) -> Passage<'a>,
        stop: impl Fn() -> bool,
    ) {
        let caps: Vec<f64> = caps.collect();
        let (all, measures) = (self.cells_left, matches!(self.aim, Aim::Measure { .. }));
        let able = || (1..=MOST_SHARING).contains(&caps.len()) && self.can_share(&passage(0));
        let shared = measures && all >= MAX_CELLS && able();
        if shared {
            self.cells_left = self.cells_apart(caps.len(), &passage);
        }
        let apart = self.cells_left;
        let mut hi = self.one_by_one(&caps, &passage, &stop);
        // One by one they do not come to an end soon: together, and else one by one to the end.
        if shared && !self.settled(hi) && !stop() {
            self.cells_left = all;
            hi = hi.min(self.bound_together(hi, &caps, &passage, &stop));
            let near = hi - self.lo <= NEARLY_TOLD * (self.level() - self.lo);
            if all >= 2 * apart && !near && !stop() {
                self.cells_left = all;
                hi = hi.min(self.one_by_one(&caps, &passage, &stop));
            }
        }
        self.hi = hi.max(self.lo) + self.slack.mm();
    }

    /// Cells that are looked at one by one before so many passages are looked at together.
    fn cells_apart(&self, passages: usize, passage: impl Fn(usize) -> Passage<'a>) -> usize {
        // What is thin takes cells as small as it is deep: together, each of them counts for many.
        if self.lo <= DEEP_EPSILONS * self.epsilon {
            return MAX_CELLS;
        }
        // Deep ones take fewer cells, so that more of them may share one.
        let deep = (self.lo / (EPSILONS_TOGETHER * self.epsilon)).max(1.0);
        if passages as f64 <= MOST_TOGETHER as f64 * deep {
            // All are of one component.
            let of = passage(0);
            // Cells of it hold all of its pieces, so that each of a few motions is told soonest.
            let round = self.hollow && of.first().any(|mover| of.is_round(mover));
            if round && passages <= MOST_HOLLOW_APART {
                return MAX_CELLS;
            }
            let pieces = of.first().len();
            if pieces < 2 {
                return CELLS_APART;
            }
            let first = (0..passages.min(MOST_TOGETHER)).map(|i| passage(i).first_chords());
            let chords: usize = first.sum();
            return (CELLS_A_CHORD * pieces * chords).clamp(CELLS_APART, MAX_CELLS);
        }
        (CELLS_APART_EACH * passages).clamp(CELLS_APART, MAX_CELLS)
    }

    /// Bounds the depth of all passages, each looked into by itself.
    fn one_by_one(
        &mut self,
        caps: &[f64],
        passage: &impl Fn(usize) -> Passage<'a>,
        stop: &impl Fn() -> bool,
    ) -> f64 {
        self.passages.clear();
        self.members.clear();
        self.chords.clear();
        self.left = 0.0;
        let rooms = std::mem::take(&mut self.rooms);
        let apart = |i: usize| (caps[i], Item::Passage(i));
        let all = || {
            let cap = caps.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            (cap, Item::Group(Box::new(Group::of(0..rooms.len(), &rooms))))
        };
        let open: Vec<_> =
            if rooms.is_empty() { (0..caps.len()).map(apart).collect() } else { vec![all()] };
        let hi = refine(open, |hi, item, parts| {
            if self.settled(hi) || self.cells_left == 0 || stop() {
                return ControlFlow::Break(());
            }
            let level = self.level();
            match item {
                Item::Group(group) => match group.halves(&rooms) {
                    Some(halves) => halves.into_iter().for_each(|half| {
                        self.spend(1);
                        if let Some(hi) = half.bound(&self.target, hi, level) {
                            parts.push((hi, Item::Group(Box::new(half))));
                        }
                    }),
                    None => parts.extend(group.passages.clone().map(apart)),
                },
                Item::Passage(member) => {
                    let passage = passage(*member);
                    let hi = hi.min(self.most() + passage.grow);
                    self.passages.push(passage);
                    self.members.push(*member);
                    self.chords(self.passages.len() - 1, hi, level, parts);
                }
                Item::Chord(at) => self.open(*at, hi, level, parts),
                Item::Cell(cell) if !self.cut(cell, hi, level, parts) => {
                    return ControlFlow::Break(());
                }
                Item::Cell(_) => {}
            }
            ControlFlow::Continue(())
        });
        self.rooms = rooms;
        hi.max(self.left)
    }

    /// Cuts a cell in two, in time where its chord says too little; `false` where it is next to
    /// nothing.
    fn cut(&mut self, cell: &Cell, hi: f64, level: f64, parts: &mut Vec<(f64, Item)>) -> bool {
        let chord = self.chords[cell.chord];
        if self.is_slack(&chord, cell.bent, hi, level) {
            for half in self.halves(&Chord { room: cell.room, ..chord }) {
                let hi = hi.min(self.cap(&half));
                self.chords.push(half);
                let chord = self.chords.len() - 1;
                // What was known of the times of the whole chord is not of those of its half.
                let half = Cell { chord, times: [0.0, 1.0], room: half.room, ..*cell };
                self.put(half, hi, level, parts);
            }
            return true;
        }
        let passage = &self.passages[chord.of.passage];
        let (mover, grow) = (&passage.movers[chord.of.mover], passage.grow);
        // What is hollow bends across its path alone.
        let many = self.is_long() || passage.is_round(chord.of.mover);
        let depth = |x: &Vec3| chord.pose(mover, grow, x, cell.times, 0.0).depth;
        let parted = self.parted(&cell.room, (&cell.away, cell.near), [level, hi], many, depth);
        let Some(halves) = parted else { return false };
        for room in halves {
            self.put(Cell { room, ..*cell }, hi, level, parts);
        }
        true
    }

    /// Bounds the depth of all passages together, which is no more than `cap`.
    fn bound_together(
        &mut self,
        cap: f64,
        caps: &[f64],
        passage: &impl Fn(usize) -> Passage<'a>,
        stop: &impl Fn() -> bool,
    ) -> f64 {
        let level = self.level();
        self.members = (0..caps.len()).filter(|&i| caps[i] > level).collect();
        self.passages = self.members.iter().map(|&i| passage(i)).collect();
        self.together(cap, stop).max(level.min(cap))
    }

    /// Whether it has looked at many cells.
    fn is_long(&self) -> bool {
        self.looked > FEW_CELLS
    }

    /// Counts what is bounded.
    fn spend(&mut self, cells: usize) {
        self.cells_left = self.cells_left.saturating_sub(cells);
        self.looked += cells;
    }

    /// What is bounded by this need not be looked into. What may be as deep as it likes, where the
    /// mesh does not tell, counts as if it were.
    fn level(&self) -> f64 {
        let undetermined = self.undetermined.map_or(f64::NEG_INFINITY, |u| u.depth);
        self.level_of(self.lo.max(undetermined))
    }

    /// The same where something is `lo` mm deep.
    pub fn level_of(&self, lo: f64) -> f64 {
        let lo = lo.max(0.0);
        match self.aim {
            Aim::Decide { limit } => limit - 2.0 * self.slack.mm(),
            Aim::Measure { epsilon, spared } => lo + epsilon.max((lo - spared) * REGION_SHARE),
        }
    }

    /// Whether it is found out, where nothing is deeper than `hi`.
    pub fn settled(&self, hi: f64) -> bool {
        match self.aim {
            Aim::Decide { limit } => {
                let undetermined = self.undetermined.is_some_and(|u| u.depth > limit);
                self.lo > limit
                    || hi + self.slack.mm() <= limit
                    || hi - self.lo <= VERDICT_SLACK_MM
                    || undetermined
            }
            Aim::Measure { .. } => hi <= self.level(),
        }
    }

    /// Bounds of the greatest depth, mm.
    pub fn bounds(&self) -> [f64; 2] {
        [self.lo, self.hi]
    }

    /// No point of a closed body is deeper, mm: a ball in the material fits between its sides.
    fn most(&self) -> f64 {
        let size = self.target.body.bounds.size();
        if self.target.body.whole() { 0.5 * size.min() } else { f64::MAX }
    }

    /// Whether cells of a chord are bounded for all pieces of it together.
    fn keeps_whole(&self, chord: &Chord) -> bool {
        let passage = &self.passages[chord.of.passage];
        let able = self.hollow && self.target.body.whole() && passage.is_round(chord.of.mover);
        able && chord.arc.is_some()
    }

    /// How far the true path may be from where poses of what moves on a chord are evaluated.
    fn off(&self, chord: &Chord) -> Sag {
        chord.off(&self.passages[chord.of.passage].movers[chord.of.mover])
    }

    /// Bounds what of a cell the tool may take on its true path, which is `off` its poses; `None`
    /// where nothing of that is in the material and in the tool.
    fn bound_beside(&mut self, cell: &mut Cell, off: Sag, hi: f64, level: f64) -> Option<f64> {
        let about = off.about();
        let told = self.bound(cell, off.across(), hi, level - about);
        cell.bent += about;
        // Where nothing on the chord is in the material, the true path still may be, no deeper
        // than it bends away.
        told.map_or_else(|| (about > 0.0).then_some(about), |told| Some(told + about))
    }

    /// Bounds a cell and puts it, unless it holds nothing of interest.
    fn put(&mut self, mut cell: Cell, hi: f64, level: f64, parts: &mut Vec<(f64, Item)>) {
        self.spend(1);
        if cell.room.is_empty() {
            return;
        }
        let off = self.off(&self.chords[cell.chord]);
        let Some(bound) = self.bound_beside(&mut cell, off, hi, level) else { return };
        if bound > level.max(0.0) || bound > off.by {
            parts.push((bound, Item::Cell(Box::new(cell))));
        } else {
            self.left = self.left.max(bound);
        }
    }
}
