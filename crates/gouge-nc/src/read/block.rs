//! One block: its words by letter, the codes of each modal group, the parameters it sets.
//! LinuxCNC: `block_struct` in `interp_internal.hh`; modal groups as in RS274NGC, section 3.4.

use std::ops::Range;

use crate::control::state::FIRST_SECONDARY;
use crate::words::{GROUPS, Group, Word};

/// Slot of `@` (polar radius) after the letters.
pub(crate) const RADIUS: usize = 26;
/// Slot of `^` (polar angle).
pub(crate) const ANGLE: usize = 27;
/// Slot of `$` (spindle number).
pub(crate) const SPINDLE: usize = 28;
const SLOTS: usize = 29;

/// Slot of a letter.
pub(crate) const fn slot(letter: u8) -> usize {
    (letter.to_ascii_lowercase() - b'a') as usize
}

/// The bit of a letter in a mask of words.
pub(crate) const fn bit(letter: u8) -> u32 {
    1 << slot(letter)
}

/// X, Y, Z and all others.
pub(crate) const AXES: u32 = XYZ | bit(b'a') | bit(b'b') | bit(b'c') | SECONDARY;
/// U, V, W.
pub(crate) const SECONDARY: u32 = bit(b'u') | bit(b'v') | bit(b'w');
/// X, Y, Z.
pub(crate) const XYZ: u32 = bit(b'x') | bit(b'y') | bit(b'z');
/// I, J, K.
pub(crate) const CENTRE: u32 = bit(b'i') | bit(b'j') | bit(b'k');
/// `@` and `^`.
pub(crate) const POLAR: u32 = 1 << RADIUS | 1 << ANGLE;

/// The words of one block, read but not yet carried out.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// Which slots hold a word.
    words: u32,
    values: [f64; SLOTS],
    places: [(u32, u32); SLOTS],
    /// Which slots hold a number written without a decimal point.
    whole: u32,
    /// Which slots hold a computed number, or one with many decimals.
    fine: u32,
    /// Which groups hold a code.
    groups: u32,
    codes: [u16; GROUPS],
    code_places: [(u32, u32); GROUPS],
    /// The motion that this block makes, tenths.
    pub motion: Option<u16>,
    /// Text of the last comment, bytes of the line.
    pub comment: Option<Range<usize>>,
    /// Texts of the comments before that.
    pub earlier_comments: Vec<Range<usize>>,
    /// Text behind a semicolon, bytes of the line.
    pub remark: Option<Range<usize>>,
    /// Parameters that the block sets, in order.
    pub settings: Vec<Setting>,
}

/// One `#… = …`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Setting {
    Number(usize, f64),
    Name(String, f64),
}

impl Block {
    pub fn new() -> Self {
        Block {
            words: 0,
            whole: 0,
            fine: 0,
            values: [0.0; SLOTS],
            places: [(0, 0); SLOTS],
            groups: 0,
            codes: [0; GROUPS],
            code_places: [(0, 0); GROUPS],
            motion: None,
            comment: None,
            earlier_comments: Vec::new(),
            remark: None,
            settings: Vec::new(),
        }
    }

    /// Empties it for the next line.
    pub fn clear(&mut self) {
        self.words = 0;
        self.whole = 0;
        self.fine = 0;
        self.groups = 0;
        self.motion = None;
        self.comment = None;
        self.earlier_comments.clear();
        self.remark = None;
        self.settings.clear();
    }

    /// Whether nothing but comments stands in the block.
    pub fn only_comment(&self) -> bool {
        self.words == 0 && self.groups == 0 && self.motion.is_none()
    }

    /// Puts a word.
    #[inline]
    pub fn put(&mut self, slot: usize, value: f64, start: usize, end: usize) {
        self.words |= 1 << slot;
        self.values[slot] = value;
        self.places[slot] = (start as u32, end as u32);
    }

    /// Notes that a letter's number was written without a decimal point.
    pub fn put_whole(&mut self, slot: usize) {
        self.whole |= 1 << slot;
    }

    /// Whether a letter's number has a decimal point, or is a computed value.
    pub fn pointed(&self, letter: u8) -> bool {
        self.whole & bit(letter) == 0
    }

    /// Notes that a letter's number may be finer than the control's increments.
    pub fn put_fine(&mut self, slot: usize) {
        self.fine |= 1 << slot;
    }

    /// Mask of the letters whose numbers may be so.
    #[inline]
    pub fn fine(&self) -> u32 {
        self.fine
    }

    /// Whether any word of the mask is there.
    #[inline]
    pub fn any(&self, mask: u32) -> bool {
        self.words & mask != 0
    }

    /// Mask of the words that are there.
    #[inline]
    pub fn mask(&self) -> u32 {
        self.words
    }

    #[inline]
    pub fn has(&self, letter: u8) -> bool {
        self.any(bit(letter))
    }

    /// The value of a letter's word.
    #[inline]
    pub fn get(&self, letter: u8) -> Option<f64> {
        self.slot(slot(letter))
    }

    /// The value in a slot.
    #[inline]
    pub fn slot(&self, slot: usize) -> Option<f64> {
        (self.words & 1 << slot != 0).then(|| self.values[slot])
    }

    /// Gives a word another value, its place staying the same.
    pub fn change(&mut self, letter: u8, value: f64) {
        self.values[slot(letter)] = value;
    }

    /// X, Y or Z by axis number.
    #[inline]
    pub fn axis(&self, axis: usize) -> Option<f64> {
        self.slot(slot(b'x') + axis)
    }

    /// Which of X, Y and Z it names.
    pub fn names(&self) -> [bool; 3] {
        [0, 1, 2].map(|axis| self.axis(axis).is_some())
    }

    /// A, B, C, U, V or W by number in a [`Rest`](crate::control::state::Rest).
    #[inline]
    pub fn rest(&self, axis: usize) -> Option<f64> {
        let secondary = axis >= FIRST_SECONDARY;
        self.slot(if secondary { slot(b'u') + axis - FIRST_SECONDARY } else { axis })
    }

    /// I, J or K by axis number.
    #[inline]
    pub fn centre(&self, axis: usize) -> Option<f64> {
        self.slot(slot(b'i') + axis)
    }

    /// Where a letter's word stands; the whole block when it is not there.
    pub fn place(&self, letter: u8) -> Range<usize> {
        self.slot_place(slot(letter))
    }

    /// The same by slot.
    pub fn slot_place(&self, slot: usize) -> Range<usize> {
        if self.words & 1 << slot == 0 {
            return 0..0;
        }
        let (start, end) = self.places[slot];
        start as usize..end as usize
    }

    /// The first of these letters that is there, and where.
    pub fn first_place(&self, mask: u32) -> Range<usize> {
        (0..SLOTS)
            .filter(|slot| self.words & mask & 1 << slot != 0)
            .map(|slot| self.slot_place(slot))
            .min_by_key(|place| place.start)
            .unwrap_or(0..0)
    }

    /// Puts the code of a modal group.
    #[inline]
    pub fn put_code(&mut self, word: &Word, start: usize, end: usize) {
        let group = word.group as usize;
        self.groups |= 1 << group;
        self.codes[group] = word.code;
        self.code_places[group] = (start as u32, end as u32);
    }

    /// The code of a modal group, if the block has one.
    #[inline]
    pub fn code(&self, group: Group) -> Option<u16> {
        (self.groups & 1 << group as usize != 0).then(|| self.codes[group as usize])
    }

    /// Whether the block has exactly this code.
    #[inline]
    pub fn is(&self, group: Group, code: u16) -> bool {
        self.code(group) == Some(code)
    }

    /// Whether the block has any G or M word.
    #[inline]
    pub fn has_codes(&self) -> bool {
        self.groups != 0
    }

    /// Whether any of these groups holds a code.
    pub fn any_group(&self, groups: &[Group]) -> bool {
        groups.iter().any(|group| self.code(*group).is_some())
    }

    /// Where the code of a group stands.
    pub fn code_place(&self, group: Group) -> Range<usize> {
        if self.code(group).is_none() {
            return 0..0;
        }
        let (start, end) = self.code_places[group as usize];
        start as usize..end as usize
    }
}
