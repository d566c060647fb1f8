//! The paths of pieces cut into chords, and chords cut again in time where shorter ones tighten the
//! bound.

use super::super::halving::how_far;
use super::super::path::PathSegment;
use super::as_cell::AsCell;
use super::chord::{Chord, Pose, Source};
use super::retreat::Surroundings;
use super::shifts::Shifts;
use super::wanted::Wanted;
use super::{Aim, Cell, InteriorQuery, Item};
use crate::budget::{
    CELLS_IN_VAIN, CHORDS_AT_ONCE, FACETS_A_CELL, FEW_PIECES, HALVINGS_IN_VAIN, LONG_CHORD_SHARE,
    MAX_CELLS, MOST_FACETS,
};
use crate::tolerance::{
    FINEST_SAG_SHARE, FLOAT_MM, SHORTEST_TIME, TURNED_OPEN, WAY_OUT_OPEN, WAY_OUT_SHARE,
};
use gouge_core::sweep::Sag;
use gouge_core::tool::Piece;
use gouge_mesh::geom::{Aabb, Body as _, Vec3};
use smallvec::smallvec;

impl<'a> InteriorQuery<'a> {
    /// Adds the chords that a passage begins with.
    pub(super) fn chords(&mut self, at: usize, hi: f64, level: f64, parts: &mut Vec<(f64, Item)>) {
        let passage = &self.passages[at];
        if matches!(self.aim, Aim::Decide { .. }) {
            // Of many chords and pieces each takes as many cells as one.
            let more = (passage.first_chords() * passage.pieces / CHORDS_AT_ONCE).saturating_sub(1);
            self.cells_left += MAX_CELLS * more.min(self.most_grants);
        }
        let paths = passage.paths.iter().enumerate();
        let cuts = paths.flat_map(|(number, timed)| {
            let count = timed.path.first_cut();
            let time = move |i: usize| i as f64 / count as f64;
            let of = move |path, mover| Source { passage: at, path, mover };
            passage
                .first()
                .flat_map(move |m| (0..count).map(move |i| (of(number, m), [time(i), time(i + 1)])))
        });
        let found: Vec<Chord> = cuts.map(|(of, times)| self.chord(of, times)).collect();
        for chord in found {
            self.admit(chord, true, hi, level, parts);
        }
    }

    /// What of a room can be in the material: all that is no higher than the surface where the
    /// material may go on beyond that.
    fn near(&self, room: &Aabb, sag: f64) -> Aabb {
        let bounds = self.target.body.bounds.grown(sag);
        if self.target.body.whole() {
            return room.intersection(&bounds);
        }
        let hi = Vec3::new(room.hi.x, room.hi.y, room.hi.z.min(bounds.hi.z));
        Aabb { lo: room.lo, hi }
    }

    /// Bounds a chord by shifts that clear it.
    fn admit(
        &mut self,
        mut chord: Chord,
        first: bool,
        hi: f64,
        level: f64,
        parts: &mut Vec<(f64, Item)>,
    ) {
        if chord.room.is_empty() {
            return;
        }
        let cap = self.cap(&chord);
        if cap <= level {
            self.left = self.left.max(cap);
            return;
        }
        let hi = hi.min(cap);
        let pocketed = self.passages[chord.of.passage].is_whole(chord.of.mover);
        let counted = pocketed.then(|| self.facets_in(&chord.room));
        let able = counted.is_none_or(|facets| facets <= self.facets_left);
        if first && !pocketed && self.is_of_few(&chord) && self.measures() {
            self.look_beyond(&chord);
        }
        self.facets_left = self.facets_left.saturating_sub(counted.unwrap_or(0));
        let wanted = self.wanted(&chord, hi, level);
        let (told, sought) = if able {
            self.clear(&mut chord, &wanted)
        } else {
            chord.out = None;
            (None, false)
        };
        // A search for a shift, one of many of a region, comes upon what is near.
        let many = sought && self.measures();
        let near = if many { counted.unwrap_or_else(|| self.facets_in(&chord.room)) } else { 0 };
        self.spend(1 + near / FACETS_A_CELL);
        let told = told.map_or(hi, |told| hi.min(told));
        let gains = told <= wanted.gains();
        if chord.halving_pays && !first {
            self.halvings_left = match gains {
                true => HALVINGS_IN_VAIN,
                false => self.halvings_left.saturating_sub(1),
            };
        }
        chord.halving_pays &= first || gains;
        self.chords.push(chord);
        parts.push((told, Item::Chord(self.chords.len() - 1)));
    }

    /// No point of a chord is deeper than a shift that clears it says, mm, and whether one was
    /// sought where none was found before.
    fn clear(&mut self, chord: &mut Chord, wanted: &Wanted) -> (Option<f64>, bool) {
        // What turned with its arc is told soonest by what does so again.
        let cleared = std::mem::take(&mut self.turning_cleared);
        if cleared && let Some(told) = self.clear_by_turning(chord, wanted) {
            return (Some(told), false);
        }
        chord.out = self.shift_as_before(chord, wanted);
        let told = |chord: &Chord| chord.out.map(|by| by.norm() + wanted.beside(chord));
        if told(chord).is_some_and(|told| told <= wanted.level) {
            return (told(chord), false);
        }
        if !cleared && let Some(told) = self.clear_by_turning(chord, wanted) {
            return (Some(told), false);
        }
        let sought = chord.out.is_none() && wanted.tells(chord);
        if sought {
            chord.out = self.shift_out(chord, wanted);
        }
        (told(chord), sought)
    }

    fn measures(&self) -> bool {
        matches!(self.aim, Aim::Measure { .. })
    }

    /// Whether what moves on a chord is of few pieces.
    fn is_of_few(&self, chord: &Chord) -> bool {
        self.passages[chord.of.passage].pieces <= FEW_PIECES
    }

    /// What a shift of a chord is to tell.
    fn wanted(&self, chord: &Chord, hi: f64, level: f64) -> Wanted {
        let lo = self.lo.max(0.0);
        let open = match self.aim {
            Aim::Decide { .. } => 0.0,
            Aim::Measure { .. } => level - lo,
        };
        let gap = (WAY_OUT_SHARE * self.epsilon).max(WAY_OUT_OPEN * open);
        // What is decided may take all that is enough. What is measured is told no closer than by
        // this: as short as the deepest is deep, or along an arc, which turns, with a share of what
        // bounds may differ.
        let lengths = match self.aim {
            Aim::Decide { .. } => smallvec![f64::INFINITY],
            Aim::Measure { .. } if chord.arc.is_some() => {
                smallvec![lo + gap, lo + TURNED_OPEN * open]
            }
            Aim::Measure { .. } => smallvec![lo + gap],
        };
        let bluntness = self.passages[chord.of.passage].movers[chord.of.mover].bluntness;
        Wanted { lo, level, hi, gap, lengths, bluntness, slack: self.slack }
    }

    /// What a chord is held against, and the shifts that cleared others.
    pub(super) fn around(&mut self, chord: &Chord) -> (Surroundings<'_, 'a>, &mut Shifts) {
        let around = Surroundings {
            target: &self.target,
            passage: &self.passages[chord.of.passage],
            searcher: &mut *self.searcher,
            memory: &mut self.memory,
        };
        (around, &mut self.shifts)
    }

    /// The shift of what a chord was cut from if that clears it too and is short enough; else one
    /// that leads where one did before.
    fn shift_as_before(&mut self, chord: &mut Chord, wanted: &Wanted) -> Option<Vec3> {
        let (mut around, shifts) = self.around(chord);
        let (out, axes) = (chord.out, chord.axes());
        // What `length` makes of how long a shift along `direction` may be to be enough, and to be
        // worth a cut.
        let mut clears = |direction: Vec3, length: &dyn Fn([f64; 2]) -> Option<f64>| {
            chord.bends = chord.bends_from(&direction);
            let beside = wanted.beside(chord) + FLOAT_MM;
            let by = direction * length([wanted.level, wanted.gains()].map(|h| h - beside))?;
            chord.retreats(&mut around, by).then_some(by)
        };
        if let Some(by) = out {
            let as_long =
                |[enough, _]: [f64; 2]| (0.0 < enough && by.norm() <= enough).then_some(1.0);
            if let Some(by) = clears(by, &as_long) {
                return Some(by);
            }
        }
        for most in &wanted.lengths {
            let short = |[enough, _]: [f64; 2]| (0.0 < enough).then(|| most.min(enough));
            if let Some(by) = shifts.find(&axes, |direction, _| clears(direction, &short)) {
                return Some(by);
            }
        }
        // As long as it was: where that is not enough here either, what is cut in two may need
        // less.
        let tried = wanted.lengths.last().copied().unwrap_or(0.0);
        [false, true].into_iter().find_map(|over| {
            shifts.find(&axes, |direction, length| {
                let as_long = |[enough, most]: [f64; 2]| {
                    let [least, most] =
                        if over { [enough.max(tried), most] } else { [tried, enough] };
                    (least < length && length <= most).then_some(length)
                };
                clears(direction, &as_long)
            })
        })
    }

    /// No point of a chord is deeper, mm, where a shift that turns with its arc clears it and is
    /// short enough: in a bore or around a boss one is, all the way.
    fn clear_by_turning(&mut self, chord: &Chord, wanted: &Wanted) -> Option<f64> {
        let chord = Chord { bends: false, ..*chord };
        let (sign, beside) = (self.turning_sign, wanted.beside(&chord) + FLOAT_MM);
        let enough = wanted.level - beside;
        if chord.arc.is_none() || enough <= 0.0 {
            return None;
        }
        // Of many pieces each would be asked.
        let whole = self.passages[chord.of.passage].is_whole(chord.of.mover);
        if !whole && !self.is_of_few(&chord) {
            return None;
        }
        let least = wanted.lengths.first().map_or(enough, |length| length.min(enough));
        let (mut around, _) = self.around(&chord);
        let tries = [(sign, least), (sign, enough), (-sign, enough)];
        let out = chord.axes()[0];
        // One that bends away from the surface is told no closer than its chord.
        let near =
            |sign: f64| chord.sag <= wanted.level - wanted.lo || !chord.bends_from(&(out * sign));
        let mut tries = tries.into_iter().filter(|(sign, _)| near(*sign));
        let (sign, by) =
            tries.find(|(sign, by)| chord.is_cleared_by_turning(&mut around, sign * by))?;
        (self.turning_sign, self.turning_cleared) = (sign, true);
        Some(by + beside)
    }

    /// A shift that clears a chord.
    fn shift_out(&mut self, chord: &mut Chord, wanted: &Wanted) -> Option<Vec3> {
        // Of a body with pockets each look takes long, and longest of a mesh that fills some.
        let passage = &self.passages[chord.of.passage];
        let (pocketed, mover) = (passage.is_whole(chord.of.mover), passage.movers[chord.of.mover]);
        let thorough = self.measures() && !pocketed && !mover.piece.fills();
        let (mut around, shifts) = self.around(chord);
        let mut out = None;
        // Of an arc that bends away from the surface its chord is asked instead.
        for bends in [false, true] {
            chord.bends = bends;
            let most = [wanted.level, wanted.hi].map(|h| h - wanted.beside(chord));
            out = chord.way_out(&mut around, most, wanted.gap);
            if chord.bends == bends {
                break;
            }
        }
        if out.is_none() && thorough {
            // Beyond the planes of facets, where what only leads off them takes more places than
            // are looked at: a thread or a sharp edge in a bore.
            let most = wanted.hi - wanted.beside(chord);
            out = chord.way_out(&mut around, [most; 2], wanted.gap);
        }
        let enough = wanted.level - wanted.beside(chord) - FLOAT_MM;
        if thorough && enough > 0.0 && out.is_none_or(|by| by.norm() > enough) {
            out = chord.leaning(&mut around, enough, wanted.gap).or(out);
        }
        if let Some(by) = out {
            shifts.learn(&chord.axes(), &by);
        }
        out
    }

    /// Offers what the piece reaches straight beneath where the surface lies deepest in it: sharp
    /// edges go much deeper than that, and shifts are held against the deepest that is known.
    fn look_beyond(&mut self, chord: &Chord) {
        let gap = self.epsilon;
        let (mut around, _) = self.around(chord);
        let Some((facet, found)) = chord.deepest(&mut around, gap) else { return };
        let passage = &self.passages[chord.of.passage];
        let (mover, grow) = (passage.movers[chord.of.mover], passage.grow);
        let down = -self.target.body.outward(facet);
        let seen = found.point - chord.shifted(&Vec3::zeros()).at(found.t);
        let depth = |by: f64| mover.piece.depth(&(seen + down * by)) + grow;
        let by = how_far(|by| depth(by) >= 0.0, [0.0, chord.room.size().norm()]);
        let x = chord.from + chord.travel * found.t + seen + down * by;
        let depth = depth(by);
        let pose = Pose { depth, most: depth, t: found.t, plane: None };
        if let Some(nearest) = self.target.nearest(&x, f64::INFINITY) {
            self.offer(chord, &x, &pose, &nearest);
        }
    }

    /// How many facets come into a room, as far as they are counted.
    fn facets_in(&self, room: &Aabb) -> usize {
        self.target.within(room, MOST_FACETS).map_or(MOST_FACETS, |facets| facets.len())
    }

    /// Whether a chord says less of its arc than what is left to say, where something may be `bent`
    /// mm deeper since that bends away.
    pub(super) fn is_slack(&self, chord: &Chord, bent: f64, hi: f64, level: f64) -> bool {
        // What a depth is measured to anyway need not be halved away.
        let room = match self.aim {
            Aim::Decide { .. } => 0.0,
            Aim::Measure { .. } => level - self.lo.max(0.0),
        };
        bent > (0.25 * (hi - level)).max(FINEST_SAG_SHARE * self.epsilon.max(room))
            && chord.times[1] - chord.times[0] > SHORTEST_TIME
    }

    /// Cuts a chord in two, or makes it a cell; that of many pieces as one is taken apart.
    pub(super) fn open(&mut self, at: usize, hi: f64, level: f64, parts: &mut Vec<(f64, Item)>) {
        let chord = self.chords[at];
        let passage = &self.passages[chord.of.passage];
        let wide = passage.movers[chord.of.mover].piece.hull().radius;
        let long = chord.travel.norm() > LONG_CHORD_SHARE * wide.max(self.epsilon);
        let across = chord.travel.amax() < chord.travel.norm();
        let apart = passage.is_whole(chord.of.mover) && !self.keeps_whole(&chord);
        // Pieces are evaluated on the chord, all of them as one on its arc.
        let bent = if apart { chord.sag } else { self.off(&chord).by };
        let slack = self.is_slack(&chord, bent, hi, level);
        let as_cell = apart || (slack && chord.normal != Vec3::zeros());
        if let AsCell::Unasked(vain) = chord.as_cell
            && as_cell
            && vain < CELLS_IN_VAIN
        {
            self.tell_as_cell(at, vain, hi, level, parts);
        } else if slack || ((long || (chord.halving_pays && self.halvings_left > 0)) && across) {
            for half in self.halves(&chord) {
                self.admit(half, false, hi, level, parts);
            }
        } else if apart {
            let Source { passage, path, .. } = chord.of;
            for mover in 0..self.passages[passage].pieces {
                let piece = self.chord(Source { passage, path, mover }, chord.times);
                let room = piece.room.intersection(&chord.room);
                self.admit(Chord { room, ..piece }, true, hi, level, parts);
            }
        } else {
            let (room, away) = (chord.room, Vec3::zeros());
            let times = [0.0, 1.0];
            let cell = Cell { chord: at, times, room, toward: None, away, near: None, bent: 0.0 };
            self.put(cell, hi, level, parts);
        }
    }

    /// Nothing is deeper on the path of a chord, as was known before, mm.
    pub(super) fn cap(&self, chord: &Chord) -> f64 {
        self.passages[chord.of.passage].paths[chord.of.path].path.cap(chord.times)
    }

    /// Both halves of a chord in time.
    pub(super) fn halves(&self, chord: &Chord) -> [Chord; 2] {
        let [start, end] = chord.times;
        let middle = self.passages[chord.of.passage].paths[chord.of.path].path.middle(chord.times);
        // Points of the two chords for the same point of the tool are no farther apart.
        let before = chord.room.grown(2.0 * chord.sag);
        [[start, middle], [middle, end]].map(|times| {
            let half = self.chord(chord.of, times);
            let room = half.room.intersection(&before);
            let Chord { out, halving_pays, .. } = *chord;
            Chord { room, out, halving_pays, as_cell: chord.as_cell.of_halves(), ..half }
        })
    }

    /// The chord of a piece on its way between two times, of which nothing is known yet.
    fn chord(&self, of: Source, times: [f64; 2]) -> Chord {
        let passage = &self.passages[of.passage];
        let mover = &passage.movers[of.mover];
        let path = &passage.paths[of.path].path;
        let segment = path.segment(times[0], times[1]);
        let PathSegment { from, travel, .. } = segment;
        let Sag { by: sag, normal, arc } = path.sagitta(&segment);
        let arc = arc.filter(|_| !matches!(mover.piece, Piece::Nonconvex(_)));
        let shell = self.shell(of, from, travel, sag);
        let bend = Sag { by: sag, normal, arc };
        let chord = Chord { shell, ..Chord::new(of, [from, travel], times, bend) };
        // Where poses are asked for on the arc itself, it holds what is covered from there.
        let beside = chord.round(mover).map_or(0.0, |_| sag);
        let room = self.near(&mover.covered(from, travel, passage.grow + beside), sag);
        Chord { room, ..chord }
    }
}
