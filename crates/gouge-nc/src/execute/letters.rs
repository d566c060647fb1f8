//! Which letters of a block have a word that uses them. The order and the rules are LinuxCNC's:
//! `interp_check.cc`.

use crate::code;
use crate::fault::{Step, refuse};
use crate::read::block::{Block, CENTRE, SECONDARY, SPINDLE, bit};
use crate::tolerance::INTEGER_P;
use crate::words::{Group, g};

/// Letters that need a word to use them.
const NEED_USE: u32 = bit(b'a')
    | bit(b'b')
    | bit(b'c')
    | bit(b'd')
    | bit(b'e')
    | bit(b'h')
    | CENTRE
    | bit(b'l')
    | bit(b'p')
    | bit(b'q')
    | bit(b'r')
    | 1 << SPINDLE;

/// Refuses the first letter that nothing in the block uses.
#[inline]
pub(crate) fn check_letters(block: &Block) -> Step {
    if block.any(NEED_USE) { look_for_uses(block) } else { Ok(()) }
}

fn look_for_uses(block: &Block) -> Step {
    let uses = Uses::of(block);
    refuse_secondary(block)?;
    check_spindle_use(block, &uses)?;
    for (letter, used) in used_letters(block, &uses) {
        let neutral = letter == b'q' && block.get(b'q') == Some(-1.0);
        if block.has(letter) && !used && !neutral {
            return unused(block, letter, "no word in the block uses it");
        }
        if letter == b'p' && block.has(b'p') {
            check_p(block, &uses)?;
        }
    }
    if uses.orient && block.get(b'q').is_some_and(|time| time <= 0.0) {
        let message = "Q of M19, the time to wait, must be above zero";
        return refuse(code::RANGE, block.place(b'q'), message);
    }
    check_r(block, &uses)
}

/// What there is in a block that uses letters.
struct Uses {
    motion: Option<u16>,
    arc: bool,
    lathe: bool,
    /// A lathe cycle, but for G70.
    roughing: bool,
    /// G81 … G89.
    numbered_cycle: bool,
    /// G10.
    data: bool,
    /// G64.
    path: bool,
    /// G41 … G42.1.
    compensates: bool,
    /// G41.1 and G42.1.
    given_radius: bool,
    /// M19.
    orient: bool,
    /// M98.
    calls: bool,
    /// M50 … M53.
    overrides: Option<u16>,
    /// M62 … M68.
    io: Option<u16>,
    /// M100 … M199, which are given P and Q.
    user: bool,
}

impl Uses {
    fn of(block: &Block) -> Self {
        let motion = block.motion;
        let lathe = motion.is_some_and(g::is_lathe_cycle);
        let compensation = block.code(Group::CutterCompensation);
        Uses {
            motion,
            arc: matches!(motion, Some(g::G2 | g::G3)),
            lathe,
            roughing: lathe && motion != Some(g::G70),
            numbered_cycle: motion.is_some_and(|code| (g::G81..=g::G89).contains(&code)),
            data: block.is(Group::Once, g::G10),
            path: block.is(Group::PathControl, g::G64),
            compensates: compensation.is_some_and(|code| code != g::G40),
            given_radius: matches!(compensation, Some(g::G41_1 | g::G42_1)),
            orient: block.is(Group::Spindle, 19),
            calls: block.is(Group::Stop, 98),
            overrides: block.code(Group::Override),
            io: block.code(Group::InputOutput),
            user: block.code(Group::User).is_some(),
        }
    }

    /// Whether the block moves by one of these.
    fn moves_by(&self, codes: &[u16]) -> bool {
        self.motion.is_some_and(|motion| codes.contains(&motion))
    }
}

/// Axes that canned cycles leave alone.
fn refuse_secondary(block: &Block) -> Step {
    if !block.motion.is_some_and(g::is_cycle) {
        return Ok(());
    }
    for letter in *b"abc" {
        if block.has(letter) {
            return unused(block, letter, "canned cycles do not move rotary axes");
        }
    }
    if block.any(SECONDARY) {
        let at = block.first_place(SECONDARY);
        return refuse(code::UNUSED, at, "canned cycles in this plane do not move U, V and W");
    }
    Ok(())
}

/// Letters that few words use, and whether one of these is in the block.
fn used_letters(block: &Block, uses: &Uses) -> [(u8, bool); 9] {
    let &Uses { arc, lathe, roughing, data, compensates, orient, calls, io, user, .. } = uses;
    let length = block.code(Group::ToolLength);
    let moves_by = |codes: &[u16]| uses.moves_by(codes);
    [
        (b'd', compensates || lathe || block.is(Group::SpindleMode, g::G96)),
        (b'e', moves_by(&[g::G76, g::G33, g::G33_1, g::G70]) || matches!(io, Some(66..=68))),
        (b'h', matches!(length, Some(g::G43 | g::G43_2)) || moves_by(&[g::G76])),
        (b'i', arc || roughing || data || moves_by(&[g::G5, g::G5_1, g::G76, g::G87, g::G33_1])),
        (b'j', arc || data || moves_by(&[g::G5, g::G5_1, g::G76, g::G87])),
        (b'k', arc || moves_by(&[g::G33, g::G33_1, g::G76, g::G87])),
        (
            b'l',
            uses.numbered_cycle
                || data
                || compensates
                || calls
                || io == Some(66)
                || moves_by(&[g::G76, g::G5_2, g::G73]),
        ),
        (
            b'p',
            data || calls
                || user
                || block.is(Group::Once, g::G4)
                || uses.path
                || arc
                || orient
                || moves_by(&[
                    g::G76,
                    g::G82,
                    g::G86,
                    g::G88,
                    g::G89,
                    g::G5,
                    g::G5_2,
                    g::G70,
                    g::G74,
                    g::G84,
                ])
                || matches!(uses.overrides, Some(50..=53))
                || matches!(io, Some(62..=66)),
        ),
        (
            b'q',
            data || uses.path
                || orient
                || user
                || lathe
                || matches!(io, Some(66..=68))
                || block.is(Group::ToolChange, 61)
                || moves_by(&[g::G83, g::G73, g::G5, g::G76]),
        ),
    ]
}

/// `$` needs a word that turns or asks of a spindle.
fn check_spindle_use(block: &Block, uses: &Uses) -> Step {
    if block.slot(SPINDLE).is_none() {
        return Ok(());
    }
    let used = matches!(block.code(Group::Spindle), Some(3 | 4 | 5 | 19))
        || uses.overrides == Some(51)
        || block.has(b's')
        || uses.moves_by(&[g::G76, g::G33, g::G33_1]);
    if !used {
        let at = block.slot_place(SPINDLE);
        return refuse(code::UNUSED, at, "no word in the block uses the spindle number $");
    }
    check_spindle_number(block)
}

fn check_r(block: &Block, uses: &Uses) -> Step {
    let Some(angle) = block.get(b'r') else { return Ok(()) };
    let at = block.place(b'r');
    if uses.path && uses.orient {
        let message = "R would serve both G64 and M19: write them in two blocks";
        return refuse(code::CONFLICT, at, message);
    }
    let used = uses.arc
        || uses.roughing
        || uses.numbered_cycle
        || uses.given_radius
        || uses.data
        || uses.orient
        || uses.path
        || uses.moves_by(&[g::G76, g::G73, g::G74]);
    if !used {
        return unused(block, b'r', "no word in the block uses it");
    }
    if uses.orient && !(0.0..=360.0).contains(&angle) {
        return refuse(code::RANGE, at, "R of M19 must lie between 0 and 360");
    }
    Ok(())
}

/// A machine has one spindle unless it says otherwise, which a program cannot: `$0`, and `$-1` for
/// all of them where turning or speed are meant.
fn check_spindle_number(block: &Block) -> Step {
    let number = block.slot(SPINDLE).unwrap_or(0.0);
    let single = block.is(Group::Spindle, 19)
        || [Group::SpindleMode, Group::FeedMode].iter().any(|group| block.code(*group).is_some())
        || matches!(block.motion, Some(g::G33 | g::G33_1 | g::G74 | g::G76..=g::G89));
    let least = if single { 0.0 } else { -1.0 };
    if number < least || number >= 1.0 || block.is(Group::Override, 51) {
        let message =
            format!("the machine is taken to have one spindle, $0: there is no ${number}");
        return refuse(code::RANGE, block.slot_place(SPINDLE), message);
    }
    Ok(())
}

/// The P of M19, the way that it turns, and of an arc, its turns.
fn check_p(block: &Block, uses: &Uses) -> Step {
    if !uses.orient && !uses.arc {
        return Ok(());
    }
    let number = block.get(b'p').unwrap_or(0.0);
    let whole = number.round();
    let at = block.place(b'p');
    if (number - whole).abs() > INTEGER_P {
        return refuse(code::RANGE, at, "P must be a whole number here");
    }
    if uses.orient && !(0.0..=2.0).contains(&whole) {
        return refuse(code::RANGE, at, "P of M19 must be 0, 1 or 2");
    }
    if uses.arc && whole < 1.0 {
        return refuse(code::RANGE, at, "P of an arc counts its turns: 1 or more");
    }
    Ok(())
}

fn unused(block: &Block, letter: u8, why: &str) -> Step {
    let name = char::from(letter).to_ascii_uppercase();
    refuse(code::UNUSED, block.place(letter), format!("the word {name} has no use: {why}"))
}
