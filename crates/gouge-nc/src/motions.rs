//! The motions of a program, packed: a program may have millions of them.
//!
//! A motion begins where the one before it ended, and most are made as that one was: so each keeps
//! only its end, its place in the text, and a number for all the rest.

use std::ops::Deref;

use crate::motion::{Arc, Kind, Motion, Place, Span, Tip, Zero};

/// The motions of a program, in its order.
#[derive(Clone, Debug, Default)]
pub struct Motions {
    packed: Vec<Packed>,
    manners: Vec<Counted>,
    arcs: Vec<Arc>,
    /// By index of the motion, ascending.
    rare: Vec<(u32, Rare)>,
    /// Where the zero of blocks lies from the motion of an index on, ascending.
    zeros: Vec<(u32, Zero)>,
}

/// How a motion is made: what it mostly has in common with its neighbours.
#[derive(Clone, Debug, PartialEq)]
pub struct Manner {
    /// How it moves.
    pub kind: Kind,
    /// Number of the tool in the spindle, 0 for none.
    pub tool: u32,
    /// Operation it belongs to, as [`Motion::operation`].
    pub operation: u32,
    /// Where the tool's tip is, seen from the control point.
    pub tip: Tip,
    /// As [`Motion::turned`].
    pub turned: bool,
    /// As [`Motion::dogleg`].
    pub dogleg: bool,
    /// As [`Motion::machine`].
    pub machine: bool,
    /// As [`Motion::at_machine`].
    pub at_machine: [bool; 3],
}

/// One of [`Motions`]: what a [`Motion`] is, looked at.
#[derive(Clone, Copy, Debug)]
pub struct MotionRef<'a> {
    /// Where the block that makes it stands.
    pub span: Span,
    /// Start, unknown while an axis has no known position.
    pub from: Place,
    /// End, unknown where the block leaves an unknown axis unknown.
    pub to: Place,
    /// Set exactly when its kind is [`Kind::Arc`].
    pub arc: Option<&'a Arc>,
    /// As [`Motion::rotary`].
    pub rotary: Option<&'a [f64; 3]>,
    /// As [`Motion::secondary`].
    pub secondary: Option<&'a [f64; 3]>,
    manner: &'a Manner,
}

impl Deref for MotionRef<'_> {
    type Target = Manner;

    #[inline(always)]
    fn deref(&self) -> &Manner {
        self.manner
    }
}

#[derive(Clone, Debug)]
struct Packed {
    to: [f64; 3],
    line: u32,
    column: u16,
    length: u16,
    /// Index of its manner, and [`RARE`].
    manner: u32,
    /// Index of its arc; counts for that kind alone.
    arc: u32,
}

/// Set where a motion has something rare.
const RARE: u32 = 1 << 31;

/// How many of the newest manners are compared: programs change between a few.
const NEW: usize = 16;

/// A manner and how many motions are made so.
#[derive(Clone, Debug)]
struct Counted {
    manner: Manner,
    file: u16,
    count: usize,
}

/// What is seldom said of a motion.
#[derive(Clone, Debug, Default)]
struct Rare {
    /// It does not begin where the one before it ended.
    from: Option<Place>,
    /// Its column or length does not fit.
    span: Option<Span>,
    rotary: Option<[f64; 3]>,
    secondary: Option<[f64; 3]>,
}

impl Motions {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.packed.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.packed.is_empty()
    }

    /// Asks for room for one more; false where there is none.
    #[must_use]
    pub fn has_room(&mut self) -> bool {
        self.packed.try_reserve(1).is_ok()
    }

    /// Puts the next one.
    pub fn push(&mut self, motion: Motion) {
        let Motion { span, kind, from, to, tool, operation, tip, arc, rotary, secondary, .. } =
            motion;
        let Motion { turned, dogleg, machine, at_machine, .. } = motion;
        let manner = Manner { kind, tool, operation, tip, turned, dogleg, machine, at_machine };
        let mut manner = self.index(manner, span.file);
        let begin: [f64; 3] = from.into();
        let same = |end: &[f64; 3], axis: usize| end[axis].to_bits() == begin[axis].to_bits();
        let follows =
            self.packed.last().is_some_and(|last| (0..3).all(|axis| same(&last.to, axis)));
        let (column, length) = (span.column as u16, span.length as u16);
        let fits = (u32::from(column), u32::from(length)) == (span.column, span.length);
        if !follows || !fits || rotary.is_some() || secondary.is_some() {
            let rare = Rare {
                from: (!follows).then_some(from),
                span: (!fits).then_some(span),
                rotary: rotary.as_deref().copied(),
                secondary: secondary.as_deref().copied(),
            };
            self.rare.push((self.packed.len() as u32, rare));
            manner |= RARE;
        }
        let to = to.into();
        let packed =
            Packed { to, line: span.line, column, length, manner, arc: self.arcs.len() as u32 };
        self.packed.push(packed);
        self.arcs.extend(arc.map(|arc| *arc));
    }

    /// Puts where the zero of blocks lies from the next motion on.
    pub fn put_zero(&mut self, zero: Zero) {
        self.zeros.push((self.packed.len() as u32, zero));
    }

    /// Where the zero of the block of a motion lies.
    #[must_use]
    pub fn zero(&self, index: usize) -> &Zero {
        let before = self.zeros.partition_point(|(first, _)| *first as usize <= index);
        before.checked_sub(1).map_or(&Zero::Alike, |at| &self.zeros[at].1)
    }

    /// The index of a manner, one motion more being made so.
    fn index(&mut self, manner: Manner, file: u16) -> u32 {
        let newest = self.manners.len().saturating_sub(NEW);
        let alike = |known: &Counted| known.file == file && known.manner == manner;
        let known = self.manners[newest..].iter().rposition(alike).map(|at| newest + at);
        let at = known.unwrap_or_else(|| {
            self.manners.push(Counted { manner, file, count: 0 });
            self.manners.len() - 1
        });
        self.manners[at].count += 1;
        at as u32
    }

    /// One of them, by its index.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<MotionRef<'_>> {
        (index < self.packed.len()).then(|| self.at(index))
    }

    /// One of them, by an index that there is. Always inlined: most callers look at little of it.
    #[inline(always)]
    #[must_use]
    pub fn at(&self, index: usize) -> MotionRef<'_> {
        let packed = &self.packed[index];
        let Counted { manner, file, .. } = &self.manners[(packed.manner & !RARE) as usize];
        let span = Span {
            file: *file,
            line: packed.line,
            column: packed.column.into(),
            length: packed.length.into(),
        };
        let from = index.checked_sub(1).map_or([f64::NAN; 3], |before| self.packed[before].to);
        let arc = if manner.kind == Kind::Arc { self.arcs.get(packed.arc as usize) } else { None };
        let motion = MotionRef {
            span,
            from: from.into(),
            to: packed.to.into(),
            arc,
            rotary: None,
            secondary: None,
            manner,
        };
        if packed.manner & RARE == 0 { motion } else { self.with_rare(index, motion) }
    }

    #[cold]
    fn with_rare<'a>(&'a self, index: usize, motion: MotionRef<'a>) -> MotionRef<'a> {
        let Ok(at) = self.rare.binary_search_by_key(&(index as u32), |(index, _)| *index) else {
            return motion;
        };
        let Rare { from, span, rotary, secondary } = &self.rare[at].1;
        MotionRef {
            from: from.unwrap_or(motion.from),
            span: span.unwrap_or(motion.span),
            rotary: rotary.as_ref(),
            secondary: secondary.as_ref(),
            ..motion
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = MotionRef<'_>> + DoubleEndedIterator {
        (0..self.len()).map(|index| self.at(index))
    }

    /// Every way in which motions are made, some of them more than once, in no order that counts.
    pub fn manners(&self) -> impl Iterator<Item = &Manner> {
        self.manners.iter().filter(|known| known.count > 0).map(|known| &known.manner)
    }

    /// Changes how motions are made: all that are made alike together.
    pub fn change(&mut self, change: impl FnMut(&mut Manner)) {
        self.manners.iter_mut().map(|known| &mut known.manner).for_each(change);
    }

    /// Puts another tool into the spindle, motion by motion; whether that changes any.
    pub fn change_tools(&mut self, tool: impl Fn(&MotionRef) -> u32) -> bool {
        let mut changed = false;
        for index in 0..self.len() {
            let motion = self.at(index);
            let (new, file) = (tool(&motion), motion.span.file);
            if new == motion.tool {
                continue;
            }
            changed = true;
            let manner = Manner { tool: new, ..motion.manner.clone() };
            let old = self.packed[index].manner;
            self.manners[(old & !RARE) as usize].count -= 1;
            self.packed[index].manner = self.index(manner, file) | old & RARE;
        }
        changed
    }
}

impl FromIterator<Motion> for Motions {
    fn from_iter<I: IntoIterator<Item = Motion>>(motions: I) -> Self {
        let mut all = Self::default();
        motions.into_iter().for_each(|motion| all.push(motion));
        all
    }
}

impl From<&[Motion]> for Motions {
    fn from(motions: &[Motion]) -> Self {
        motions.iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(m: &MotionRef) -> Motion {
        Motion {
            span: m.span,
            kind: m.kind,
            from: m.from,
            to: m.to,
            tool: m.tool,
            operation: m.operation,
            tip: m.tip.clone(),
            arc: m.arc.copied().map(Box::new),
            rotary: m.rotary.copied().map(Box::new),
            secondary: m.secondary.copied().map(Box::new),
            turned: m.turned,
            dogleg: m.dogleg,
            machine: m.machine,
            at_machine: m.at_machine,
        }
    }

    /// One motion of many kinds for every number.
    fn motion(number: u32) -> Motion {
        let digit = |place: u32| f64::from(number / 3u32.pow(place) % 3);
        let some = |every: u32| number.is_multiple_of(every);
        let places = [[f64::NAN, 0.0, 1.0], [-0.0, 2.5, f64::NAN], [0.0, 2.5, -7.0]];
        let arc = Arc { center: [digit(1); 3], normal: [0.0, 0.0, 1.0], sweep: digit(2) };
        let tips = [Tip::AtControlPoint, Tip::Shifted(Box::new([digit(0); 3])), Tip::Unknown("P1")];
        Motion {
            span: Span {
                file: (number / 50) as u16,
                line: number,
                column: if some(31) { 1 << 16 } else { 5 },
                length: if some(37) { u32::MAX } else { number },
            },
            kind: if some(4) { Kind::Arc } else { [Kind::Rapid, Kind::Feed][number as usize % 2] },
            from: if some(5) { places[number as usize % 3].into() } else { [1.0; 3].into() },
            to: if some(7) { places[number as usize % 3].into() } else { [1.0; 3].into() },
            tool: number / 9 % 4,
            operation: number / 20,
            tip: tips[number as usize / 8 % 3].clone(),
            arc: some(4).then(|| Box::new(arc)),
            rotary: some(11).then(|| Box::new([digit(1); 3])),
            secondary: some(13).then(|| Box::new([digit(2); 3])),
            turned: some(17),
            dogleg: some(6),
            machine: some(19),
            at_machine: [some(19), false, some(23)],
        }
    }

    #[test]
    fn motions_come_back_as_they_were_put() {
        let all: Vec<Motion> = (1..2000).map(motion).collect();
        let packed: Motions = all.iter().cloned().collect();
        assert_eq!(packed.len(), all.len());
        let bits = |p: Place| <[f64; 3]>::from(p).map(f64::to_bits);
        for (one, packed) in all.iter().zip(packed.iter()) {
            assert_eq!(*one, owned(&packed));
            assert_eq!(bits(one.from), bits(packed.from));
            assert_eq!(bits(one.to), bits(packed.to));
        }
        assert!(packed.get(all.len()).is_none());
    }

    #[test]
    fn a_zero_holds_from_the_next_motion_on() {
        let mut packed = Motions::default();
        let moved = Zero::Moved(Box::new([1.0, 2.0, 3.0]));
        for number in 1..7 {
            match number {
                3 => packed.put_zero(moved.clone()),
                5 => packed.put_zero(Zero::Turned),
                _ => {}
            }
            packed.push(motion(number));
        }
        let zeros: Vec<&Zero> = (0..6).map(|index| packed.zero(index)).collect();
        let alike = &Zero::Alike;
        assert_eq!(zeros, [alike, alike, &moved, &moved, &Zero::Turned, &Zero::Turned]);
    }

    #[test]
    fn other_tools_leave_all_else_alone() {
        let mut all: Vec<Motion> = (1..500).map(motion).collect();
        let mut packed: Motions = all.iter().cloned().collect();
        let tool = |line: u32, tool: u32| if tool == 0 { 7 + line % 2 } else { tool };
        packed.change_tools(|m| tool(m.span.line, m.tool));
        all.iter_mut().for_each(|m| m.tool = tool(m.span.line, m.tool));
        assert!(all.iter().zip(packed.iter()).all(|(one, packed)| *one == owned(&packed)));
        assert!(packed.manners().all(|manner| manner.tool != 0));
    }

    #[test]
    fn a_motion_takes_forty_bytes() {
        assert!(size_of::<Packed>() <= 40, "{}", size_of::<Packed>());
    }
}
