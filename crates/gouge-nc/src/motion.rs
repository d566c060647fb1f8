//! What a program does, once read: the boundary between the interpreter and everything after it.

use std::fmt;

use crate::tolerance::NO_LENGTH_MM;

/// A place in the program text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// Which file: 0 is the program itself, others count [`Summary::files`](crate::Summary::files).
    pub file: u16,
    /// Line of that file, from 1.
    pub line: u32,
    /// Column of the first character, from 1, counted in bytes.
    pub column: u32,
    /// Length in bytes, at least 1.
    pub length: u32,
}

/// How a motion moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Positioning (G0): the control may take its own way between the ends, see [`Motion::dogleg`].
    Rapid,
    /// Straight at feed.
    Feed,
    /// Circle, helix or spiral: [`Motion::arc`] is set.
    Arc,
}

/// The round part of an arc motion. The angle grows linearly along the motion, as do
/// the height along `normal` and, for spirals, the radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// Centre at the start's height along the normal, mm.
    pub center: [f64; 3],
    /// Unit normal of the arc's plane.
    pub normal: [f64; 3],
    /// Signed angle about `normal`, radians, counter-clockwise positive; may exceed a full turn.
    pub sweep: f64,
}

/// A point in program coordinates, mm, axis by axis known or not.
#[derive(Clone, Copy)]
pub struct Place {
    /// Not a number where unknown.
    at: [f64; 3],
}

impl Place {
    /// X, Y and Z as far as they are known.
    #[must_use]
    #[inline]
    pub fn axes(self) -> [Option<f64>; 3] {
        self.at.map(|value| (!value.is_nan()).then_some(value))
    }

    /// One of them: 0 is X.
    #[must_use]
    #[inline]
    pub fn axis(self, axis: usize) -> Option<f64> {
        self.at.get(axis).copied().filter(|value| !value.is_nan())
    }

    /// The point, when all three axes are known.
    #[must_use]
    #[inline]
    pub fn known(self) -> Option<[f64; 3]> {
        self.at.iter().all(|value| !value.is_nan()).then_some(self.at)
    }
}

/// Known, except where the value is not a number.
impl From<[f64; 3]> for Place {
    fn from(at: [f64; 3]) -> Self {
        Place { at }
    }
}

/// Not a number where unknown.
impl From<Place> for [f64; 3] {
    #[inline]
    fn from(place: Place) -> Self {
        place.at
    }
}

impl From<[Option<f64>; 3]> for Place {
    fn from(axes: [Option<f64>; 3]) -> Self {
        Place { at: axes.map(|axis| axis.unwrap_or(f64::NAN)) }
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.axes() == other.axes()
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.axes().fmt(f)
    }
}

/// Where the zero of the coordinates that a block is written in lies in those of its motion.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Zero {
    /// No offset, rotation or scaling is in force: a block says where its motion ends.
    #[default]
    Alike,
    /// Here, mm: work offsets are in force, and the axes are alike.
    Moved(Box<[f64; 3]>),
    /// Rotation, mirror image or scaling is in force, declared or programmed.
    Turned,
    /// Nobody told, or the block says machine positions.
    Unknown,
}

impl Zero {
    /// What to add to a place as the block says it, mm; `None` where that is not all there is to
    /// it.
    #[must_use]
    pub fn shift(&self) -> Option<[f64; 3]> {
        match self {
            Self::Alike => Some([0.0; 3]),
            Self::Moved(by) => Some(**by),
            Self::Turned | Self::Unknown => None,
        }
    }
}

/// Where the tool's tip is, seen from the control point.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Tip {
    /// At the control point: its own length offset is in force, or the program uses none.
    #[default]
    AtControlPoint,
    /// Beside it by this much, mm: another length offset is in force, and the tool table knows
    /// how long the tool is.
    Shifted(Box<[f64; 3]>),
    /// Not known: another length offset is in force, and the tool's length is not known. The code
    /// says why.
    Unknown(&'static str),
}

impl Tip {
    /// The tip seen from the control point, mm; `None` when it is not known.
    #[must_use]
    #[inline]
    pub fn shift(&self) -> Option<[f64; 3]> {
        match self {
            Tip::AtControlPoint => Some([0.0; 3]),
            Tip::Shifted(shift) => Some(**shift),
            Tip::Unknown(_) => None,
        }
    }
}

/// One motion of the control point, mm, in program coordinates: work offsets (G5x, G92,
/// G52, G10 rotation) applied, tool length not.
///
/// Kept small, since programs of millions of motions are held: what is rare is boxed.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// Where the block that makes it stands.
    pub span: Span,
    /// How it moves.
    pub kind: Kind,
    /// Start, unknown while an axis has no known position.
    pub from: Place,
    /// End, unknown where the block leaves an unknown axis unknown.
    pub to: Place,
    /// Number of the tool in the spindle, 0 for none.
    pub tool: u32,
    /// Operation it belongs to: an index into [`Summary::operations`](crate::Summary::operations).
    pub operation: u32,
    /// Where the tool's tip is, seen from the control point.
    pub tip: Tip,
    /// Set exactly when `kind` is [`Kind::Arc`]; both ends are then known.
    pub arc: Option<Box<Arc>>,
    /// A, B, C at the end in degrees, when the motion moves one of them.
    pub rotary: Option<Box<[f64; 3]>>,
    /// U, V, W at the end in mm, when the motion moves one of them.
    pub secondary: Option<Box<[f64; 3]>>,
    /// An axis beside X, Y and Z stands elsewhere than before the first block, work offsets
    /// counted, or a word that turns what X, Y and Z mean was not followed: the tool is not where
    /// these alone would place it on the part.
    pub turned: bool,
    /// The dialect's control may leave the straight line on this rapid, axes arriving one by one.
    pub dogleg: bool,
    /// The end is a machine position (G28, G30, G53): where it lies in the work depends on
    /// offsets that the program does not state.
    pub machine: bool,
    /// Axes that end at a machine position, this motion's or one before it: the same number is
    /// another place than in the program. An axis that only changes from one to the other moves,
    /// though its numbers are equal. What a motion begins with is what the one before ended with.
    pub at_machine: [bool; 3],
}

impl Motion {
    /// Whether any number changes: else it only goes from a place of the machine to one of the work
    /// with the same number, or back. Who knows of one frame alone sees no motion.
    #[must_use]
    pub fn changes_a_number(&self) -> bool {
        let same = |axis: usize| match (self.from.axis(axis), self.to.axis(axis)) {
            (Some(from), Some(to)) => (to - from).abs() <= NO_LENGTH_MM,
            // What is not known may change.
            _ => false,
        };
        let others = self.arc.is_some() || self.rotary.is_some() || self.secondary.is_some();
        others || !(0..3).all(same)
    }

    /// A straight motion of `tool` at feed between known points, mm, with nothing else going on.
    #[must_use]
    pub fn feed(tool: u32, from: [f64; 3], to: [f64; 3]) -> Self {
        Self {
            span: Span::default(),
            kind: Kind::Feed,
            from: from.into(),
            to: to.into(),
            tool,
            operation: 0,
            tip: Tip::AtControlPoint,
            arc: None,
            rotary: None,
            secondary: None,
            turned: false,
            dogleg: false,
            machine: false,
            at_machine: [false; 3],
        }
    }
}

/// A block, or a word of it, that was not understood or not supported: whatever it does is
/// missing from the motions, so the program cannot be `clean`.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The guilty words.
    pub span: Span,
    /// Stable code, `P…`.
    pub code: &'static str,
    /// One sentence for a machinist: what, and what would help.
    pub message: String,
    /// Calls that led here, outermost first (line of each call).
    pub calls: Vec<Span>,
}

/// Something legal that often goes wrong in the shop.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    /// The words in question.
    pub span: Span,
    /// Stable code, `P…`.
    pub code: &'static str,
    /// One sentence for a machinist.
    pub message: String,
}

/// A tool described in a header comment.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolNote {
    /// The comment.
    pub span: Span,
    /// Tool number.
    pub number: u32,
    /// Diameter, mm.
    pub diameter: Option<f64>,
    /// Corner radius, mm.
    pub corner_radius: Option<f64>,
    /// The angle after `TAPER=`, radians: of drills the full point angle, of chamfer mills half of
    /// it.
    pub point_angle: Option<f64>,
    /// The lowest Z that the comment promises (`ZMIN=`), program coordinates, mm.
    pub lowest: Option<f64>,
    /// The diameter looks like one in the other unit.
    pub doubtful: bool,
    /// The kind as the comment words it, lower case ("flat end mill", "ball").
    pub kind: Option<String>,
    /// Figures and words of shapes that the comment has beside all that, lower case: what it
    /// describes is more than is read of it.
    pub unread: Vec<String>,
}

/// A fact that motions rest on and that the program does not prove: taken as said here, once.
#[derive(Clone, Debug, PartialEq)]
pub struct Assumption {
    /// Where it first counts.
    pub span: Span,
    /// Stable name of the fact: `length`, `offset`, `decimals`, `units`.
    pub name: &'static str,
    /// What it is taken to be, in a few words (`G55 at X0 Y0 Z0`).
    pub value: String,
    /// One sentence for a machinist: why, and what would prove it.
    pub message: String,
}

/// What the interpreter hands out, in program order.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// One motion.
    Motion(Motion),
    /// Where the zero of blocks lies from the next motion on.
    Zero(Zero),
    /// Something not understood.
    Refusal(Refusal),
    /// Something suspicious.
    Warning(Warning),
    /// A tool described in a comment.
    ToolNote(ToolNote),
    /// Something taken for granted.
    Assumption(Assumption),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn motions_are_small_enough_to_keep_by_the_million() {
        assert!(size_of::<Motion>() <= 128, "{}", size_of::<Motion>());
    }
}
