//! Whether the words of a block fit each other, before anything is carried out: what moves, and
//! which letters have a word that uses them. The order and the rules are LinuxCNC's:
//! `interp_check.cc`.

use crate::code;
use crate::control::Control;
use crate::control::plane::Plane;
use crate::dialect::Dialect;
use crate::execute::mach3::check_mach3;
use crate::fault::{Step, refuse};
use crate::read::block::{AXES, Block, CENTRE, POLAR, SECONDARY, SPINDLE, bit};
use crate::tolerance::{INTEGER_P, INTEGER_WORD};
use crate::words::{Group, code_name, g};

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

/// Finds the motion that the block makes and checks its words.
pub(crate) fn check(block: &mut Block, control: &Control<'_>) -> Step {
    if control.options.dialect == Dialect::Mach3 && check_mach3(block, control)? {
        return Ok(());
    }
    find_motion(block, control)?;
    check_once_words(block, control)?;
    if block.any(NEED_USE) {
        check_letters(block)?;
    }
    check_needs(block)
}

fn find_motion(block: &mut Block, control: &Control<'_>) -> Step {
    let polar = block.any(POLAR);
    let axes = block.any(AXES);
    if polar {
        let at = block.first_place(POLAR);
        if control.state.plane != Plane::Xy {
            return refuse(code::CONFLICT, at, "polar words need the XY plane (G17)");
        }
        if block.any(bit(b'x') | bit(b'y')) {
            return refuse(code::CONFLICT, at, "polar words and X or Y exclude each other");
        }
    }
    let once = block.code(Group::Once);
    let wants_axes = matches!(once, Some(g::G10 | g::G28 | g::G30 | g::G52 | g::G92));
    let zeroing = matches!(once, Some(g::G52 | g::G92));
    let zero_without_axes = |block: &Block| {
        let name = code_name('G', once.unwrap_or_default());
        let at = block.code_place(Group::Once);
        refuse(code::MISSING, at, format!("{name} needs at least one axis word"))
    };
    let polar_zero = |block: &Block| {
        refuse(code::CONFLICT, block.first_place(POLAR), "polar words are for motions only")
    };
    if let Some(motion) = block.code(Group::Motion) {
        if motion == g::G80 {
            if (polar || axes) && !wants_axes {
                let at = block.first_place(AXES | POLAR);
                return refuse(code::NO_MOTION, at, "axis words beside G80");
            }
            if polar && once == Some(g::G92) {
                return polar_zero(block);
            }
            if !axes && zeroing {
                return zero_without_axes(block);
            }
        } else {
            if wants_axes {
                let (one, two) = (code_name('G', once.unwrap_or_default()), code_name('G', motion));
                let at = block.code_place(Group::Motion);
                let message = format!("{one} and {two} both want the axis words of the block");
                return refuse(code::CONFLICT, at, message);
            }
            let moves_without_axes =
                motion <= g::G3 || motion == g::G5_2 || g::is_lathe_cycle(motion);
            if !axes && !polar && !moves_without_axes {
                let at = block.code_place(Group::Motion);
                let message = format!("{} needs at least one axis word", code_name('G', motion));
                return refuse(code::MISSING, at, message);
            }
        }
        block.motion = Some(motion);
    } else if wants_axes {
        if polar && once == Some(g::G92) {
            return polar_zero(block);
        }
        if !axes && zeroing {
            return zero_without_axes(block);
        }
    } else if axes || polar {
        let length = block.code(Group::ToolLength);
        let idle = matches!(control.state.motion, None | Some(g::G80));
        if idle && !matches!(length, Some(g::G43_1 | g::G43_2)) {
            let at = block.first_place(AXES | POLAR);
            return refuse(code::NO_MOTION, at, control.lack_of_motion());
        }
        if length != Some(g::G43_1) {
            block.motion = control.state.motion;
        }
    } else if block.any(CENTRE) && matches!(control.state.motion, Some(g::G2 | g::G3)) {
        block.motion = control.state.motion;
    }
    if polar && block.motion.is_none() {
        return polar_zero(block);
    }
    Ok(())
}

/// Rules of the words that act in their own block only.
fn check_once_words(block: &Block, control: &Control<'_>) -> Step {
    let Some(once) = block.code(Group::Once) else { return Ok(()) };
    let at = block.code_place(Group::Once);
    let motion = block.code(Group::Motion);
    match once {
        g::G4 => {
            if block.get(b'p').is_none_or(|time| time == -1.0) {
                return refuse(code::MISSING, at, "G4 needs P, the time to wait");
            }
            if matches!(motion, Some(g::G2 | g::G3)) {
                return refuse(code::CONFLICT, at, "G4 and an arc would both use P");
            }
            Ok(())
        }
        g::G10 => check_data_setting(block, control),
        g::G5_3 if motion.is_some_and(|motion| motion != g::G5_2) => {
            refuse(code::CONFLICT, at, "only G5.2 may come between G5.2 and G5.3")
        }
        g::G53 => {
            if !matches!(block.motion, Some(g::G0 | g::G1)) {
                return refuse(code::CONFLICT, at, "G53 needs G0 or G1 in force");
            }
            if control.is_incremental_in(block) {
                return refuse(code::CONFLICT, at, "G53 needs absolute coordinates (G90)");
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn check_data_setting(block: &Block, control: &Control<'_>) -> Step {
    let kind = block.get(b'l').unwrap_or(-1.0);
    let at = block.code_place(Group::Once);
    if ![0.0, 1.0, 2.0, 10.0, 11.0, 20.0].contains(&kind) {
        return refuse(code::RANGE, at, "G10 needs L0, L1, L2, L10, L11 or L20");
    }
    let number = block.get(b'p').unwrap_or(-1.0);
    let whole = number.round();
    let place = if block.has(b'p') { block.place(b'p') } else { at };
    if (number - whole).abs() > INTEGER_WORD {
        return refuse(code::RANGE, place, "P of G10 must be a whole number");
    }
    let in_range = match kind as u32 {
        // Grbl has G54 to G59.
        2 | 20 if control.options.dialect == Dialect::Grbl => (0.0..=6.0).contains(&whole),
        2 | 20 => (0.0..=9.0).contains(&whole),
        1 | 10 | 11 => whole >= 1.0,
        _ => true,
    };
    if in_range {
        Ok(())
    } else {
        refuse(code::RANGE, place, format!("P is out of range for G10 L{kind}"))
    }
}

/// Refuses the first letter that nothing in the block uses.
fn check_letters(block: &Block) -> Step {
    let motion = block.motion;
    let is_motion = |codes: &[u16]| motion.is_some_and(|motion| codes.contains(&motion));
    let lathe = motion.is_some_and(g::is_lathe_cycle);
    let roughing = lathe && motion != Some(g::G70);
    let cycle = motion.is_some_and(g::is_cycle);
    let numbered_cycle =
        is_motion(&[g::G81, g::G82, g::G83, g::G84, g::G85, g::G86, g::G87, g::G88, g::G89]);
    let data = block.is(Group::Once, g::G10);
    let compensation = block.code(Group::CutterCompensation);
    let compensates = compensation.is_some_and(|code| code != g::G40);
    let given_radius = matches!(compensation, Some(g::G41_1 | g::G42_1));
    let io = block.code(Group::InputOutput);
    let orient = block.is(Group::Spindle, 19);
    let override_code = block.code(Group::Override);
    let user = block.code(Group::User).is_some();
    let calls = block.is(Group::Stop, 98);
    let path_64 = block.is(Group::PathControl, g::G64);
    let arc = is_motion(&[g::G2, g::G3]);
    let length = block.code(Group::ToolLength);
    // A user M word may want any letter, so nothing can be called unused beside it.
    if user {
        return Ok(());
    }
    for letter in *b"abc" {
        if block.has(letter) && cycle {
            return unused(block, letter, "canned cycles do not move rotary axes");
        }
    }
    if cycle && block.any(SECONDARY) {
        let at = block.first_place(SECONDARY);
        return refuse(code::UNUSED, at, "canned cycles in this plane do not move U, V and W");
    }
    let rules: [(u8, bool); 9] = [
        (b'd', compensates || lathe || block.is(Group::SpindleMode, g::G96)),
        (b'e', is_motion(&[g::G76, g::G33, g::G33_1, g::G70]) || matches!(io, Some(66..=68))),
        (b'h', matches!(length, Some(g::G43 | g::G43_2)) || is_motion(&[g::G76])),
        (b'i', arc || roughing || data || is_motion(&[g::G5, g::G5_1, g::G76, g::G87, g::G33_1])),
        (b'j', arc || data || is_motion(&[g::G5, g::G5_1, g::G76, g::G87])),
        (b'k', arc || is_motion(&[g::G33, g::G33_1, g::G76, g::G87])),
        (
            b'l',
            numbered_cycle
                || data
                || compensates
                || calls
                || io == Some(66)
                || is_motion(&[g::G76, g::G5_2, g::G73]),
        ),
        (
            b'p',
            data || calls
                || block.is(Group::Once, g::G4)
                || path_64
                || arc
                || orient
                || is_motion(&[
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
                || matches!(override_code, Some(50..=53))
                || matches!(io, Some(62..=66)),
        ),
        (
            b'q',
            data || path_64
                || orient
                || lathe
                || matches!(io, Some(66..=68))
                || block.is(Group::ToolChange, 61)
                || is_motion(&[g::G83, g::G73, g::G5, g::G76]),
        ),
    ];
    if block.slot(SPINDLE).is_some() {
        let spindle = matches!(block.code(Group::Spindle), Some(3 | 4 | 5 | 19));
        let used = spindle
            || override_code == Some(51)
            || block.has(b's')
            || is_motion(&[g::G76, g::G33, g::G33_1]);
        if !used {
            let at = block.slot_place(SPINDLE);
            return refuse(code::UNUSED, at, "no word in the block uses the spindle number $");
        }
        check_spindle_number(block)?;
    }
    for (letter, used) in rules {
        let neutral = letter == b'q' && block.get(b'q') == Some(-1.0);
        if block.has(letter) && !used && !neutral {
            return unused(block, letter, "no word in the block uses it");
        }
        if letter == b'p' && block.has(b'p') {
            if orient {
                check_p(block, WholeP::Orientation)?;
            }
            if arc {
                check_p(block, WholeP::Turns)?;
            }
        }
    }
    if orient && block.get(b'q').is_some_and(|time| time <= 0.0) {
        return refuse(
            code::RANGE,
            block.place(b'q'),
            "Q of M19, the time to wait, must be above zero",
        );
    }
    if block.has(b'r') {
        if path_64 && orient {
            let message = "R would serve both G64 and M19: write them in two blocks";
            return refuse(code::CONFLICT, block.place(b'r'), message);
        }
        let used = arc
            || roughing
            || numbered_cycle
            || given_radius
            || data
            || orient
            || path_64
            || is_motion(&[g::G76, g::G73, g::G74]);
        if !used {
            return unused(block, b'r', "no word in the block uses it");
        }
        let angle = block.get(b'r').unwrap_or(0.0);
        if orient && !(0.0..=360.0).contains(&angle) {
            return refuse(code::RANGE, block.place(b'r'), "R of M19 must lie between 0 and 360");
        }
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

/// What a P means that must be a whole number.
enum WholeP {
    /// The way that M19 turns.
    Orientation,
    /// Turns of an arc.
    Turns,
}

fn check_p(block: &Block, meaning: WholeP) -> Step {
    let number = block.get(b'p').unwrap_or(0.0);
    let whole = number.round();
    let at = block.place(b'p');
    if (number - whole).abs() > INTEGER_P {
        return refuse(code::RANGE, at, "P must be a whole number here");
    }
    match meaning {
        WholeP::Orientation if !(0.0..=2.0).contains(&whole) => {
            refuse(code::RANGE, at, "P of M19 must be 0, 1 or 2")
        }
        WholeP::Turns if whole < 1.0 => {
            refuse(code::RANGE, at, "P of an arc counts its turns: 1 or more")
        }
        _ => Ok(()),
    }
}

fn unused(block: &Block, letter: u8, why: &str) -> Step {
    let name = char::from(letter).to_ascii_uppercase();
    refuse(code::UNUSED, block.place(letter), format!("the word {name} has no use: {why}"))
}

/// Words that need another letter beside them.
fn check_needs(block: &Block) -> Step {
    let needs = |at, message: &str| refuse(code::MISSING, at, message);
    if block.is(Group::SpindleMode, g::G96) && !block.has(b's') {
        return needs(block.code_place(Group::SpindleMode), "G96 needs S, the surface speed");
    }
    let at = block.code_place(Group::Motion);
    match block.motion {
        Some(g::G33 | g::G33_1) if !block.has(b'k') => needs(at, "G33 needs K, the pitch"),
        Some(g::G33 | g::G33_1) if block.has(b'f') => {
            refuse(code::CONFLICT, block.place(b'f'), "F and G33 exclude each other: K is the feed")
        }
        Some(g::G76) if !block.has(b'p') => needs(at, "G76 needs P, the pitch"),
        Some(g::G76) if block.mask() & CENTRE != CENTRE => needs(at, "G76 needs I, J and K"),
        _ => Ok(()),
    }
}
