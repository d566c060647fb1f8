//! Whether the words of a Fanuc or Haas block fit each other: what moves, and what the axis words
//! are for. Fanuc 0i-MD user's manual, "Preparatory Function", table of G codes.

use std::ops::Range;

use crate::code;
use crate::control::Control;
use crate::dialect::Dialect;
use crate::execute::plane_of;
use crate::execute::tool_length::takes_h_alone;
use crate::fanuc::offsets::names_further;
use crate::fanuc::transform_check::check_figures;
use crate::fault::{Step, refuse};
use crate::read::block::{AXES, Block, CENTRE, XYZ, bit, slot};
use crate::read::expr::whole;
use crate::words::{Group, Word, code_name, g};

/// Finds the motion that the block makes and checks its words.
pub(crate) fn check_fanuc(block: &mut Block, control: &mut Control<'_>) -> Step {
    check_call(block)?;
    let code = block.code(Group::Motion);
    if axes_are_data(block) {
        take_motion(code, control);
    } else if block.is(Group::Once, g::G53) {
        take_motion(code, control);
        if control.is_incremental_in(block) {
            let at = block.code_place(Group::Once);
            return refuse(code::CONFLICT, at, "G53 needs absolute coordinates (G90)");
        }
        block.motion = Some(g::G0);
    } else if let Some(code) = code {
        block.motion = Some(code);
        if code == g::G80 && block.any(AXES) {
            control.state.end_drilling();
            block.motion = control.state.motion.filter(|motion| *motion != g::G80);
            need_motion(block, control)?;
        }
    } else if block.any(AXES) {
        block.motion = control.state.motion.filter(|motion| *motion != g::G80);
        need_motion(block, control)?;
    } else {
        let circle = block.any(CENTRE) && matches!(control.state.motion, Some(g::G2 | g::G3));
        let level = block.has(b'r') && control.state.motion.is_some_and(g::is_cycle);
        if circle || level {
            block.motion = control.state.motion;
        }
    }
    check_figures(block, control)?;
    check_local_offset(block, control)?;
    check_once(block)?;
    check_idle_axes(block, control)?;
    check_letters(block, control)
}

/// A motion word beside words that it does not serve is for the blocks that follow, and ends a
/// cycle at once (0i-MD user's manual, "Canned Cycle for Drilling": G80 or a G code of group 01).
fn take_motion(code: Option<u16>, control: &mut Control<'_>) {
    match code {
        Some(g::G80) => control.state.end_drilling(),
        Some(code @ ..=g::G3) => {
            control.state.motion = Some(code);
            control.state.end_series();
        }
        _ => {}
    }
}

/// G52 lies within the work offset and G92 moves the offset itself; here they share one place,
/// so only one of them is followed at a time.
fn check_local_offset(block: &Block, control: &mut Control<'_>) -> Step {
    let shifted = control.state.g92 != [0.0; 3];
    let moves = block.is(Group::Once, g::G92) && block.any(AXES);
    let both = if moves {
        shifted && !control.state.zero_moved
    } else {
        block.is(Group::Once, g::G52) && shifted && control.state.zero_moved
    };
    if both {
        let message = "G52 and G92 in force together are not followed";
        return refuse(code::NOT_FOLLOWED, block.code_place(Group::Once), message);
    }
    control.state.zero_moved = moves || (control.state.zero_moved && shifted);
    Ok(())
}

/// A cycle is of another group than G80 and G0 … G3 on these controls: beside each other none gives
/// way to the other, and what they come to differs.
pub(crate) fn check_beside_cycle(
    word: &Word,
    block: &Block,
    at: &Range<usize>,
    control: &Control<'_>,
) -> Step {
    let Some(other) = block.code(Group::Motion) else { return Ok(()) };
    let beside = word.group == Group::Motion && g::is_cycle(word.code) != g::is_cycle(other);
    if !beside || !control.options.dialect.macro_b() {
        return Ok(());
    }
    let message = format!(
        "{} and {} are in one block: whether it drills differs from control to control",
        code_name('G', other),
        word.name()
    );
    refuse(code::CONFLICT, at.clone(), message)
}

fn need_motion(block: &Block, control: &Control<'_>) -> Step {
    if block.motion.is_some() {
        return Ok(());
    }
    let at = block.first_place(AXES);
    refuse(code::NO_MOTION, at, control.lack_of_motion())
}

/// Whether the axis words are not an end point: offsets, centres, intermediate points.
fn axes_are_data(block: &Block) -> bool {
    let once = matches!(
        block.code(Group::Once),
        Some(g::G4 | g::G5_1 | g::G10 | g::G28 | g::G29 | g::G30 | g::G52 | g::G92)
    );
    once || block.is(Group::Scaling, g::G51)
        || block.code(Group::Mirror).is_some()
        || block.is(Group::Rotation, g::G68)
}

/// A macro call elsewhere than at the block's beginning was not seen as one.
fn check_call(block: &Block) -> Step {
    let modal = block.is(Group::ModalCall, g::G66);
    if modal || block.is(Group::Once, g::G65) {
        let group = if modal { Group::ModalCall } else { Group::Once };
        let message = "a macro call is followed at the beginning of its block only";
        return refuse(code::NOT_FOLLOWED, block.code_place(group), message);
    }
    Ok(())
}

fn check_once(block: &Block) -> Step {
    let Some(once) = block.code(Group::Once) else { return Ok(()) };
    let at = block.code_place(Group::Once);
    match once {
        g::G52 if !block.any(AXES) => refuse(code::MISSING, at, "G52 needs at least one axis word"),
        g::G29 if !block.any(AXES) => refuse(code::MISSING, at, "G29 needs at least one axis word"),
        g::G92 if !block.any(AXES | bit(b's')) => {
            refuse(code::MISSING, at, "G92 needs at least one axis word")
        }
        g::G30 if block.get(b'p').is_some_and(|p| !matches!(whole(p), Some(2..=4))) => {
            let message = "P of G30 is 2, 3 or 4: the second to the fourth reference position";
            refuse(code::RANGE, block.place(b'p'), message)
        }
        g::G10 if !block.has(b'l') => refuse(code::MISSING, at, "G10 needs L, what it sets"),
        _ => Ok(()),
    }
}

/// Refuses axis words that are data of a word which has no use for them: they would be left out.
fn check_idle_axes(block: &Block, control: &Control<'_>) -> Step {
    let (group, used) = match block.code(Group::Once) {
        Some(g::G4) => (Group::Once, dwell_axes(block, control)),
        Some(g::G5_1) => (Group::Once, smoothed_axes(block)),
        Some(_) => return Ok(()),
        None if block.is(Group::Rotation, g::G68) => {
            let [first, second, _] =
                block.code(Group::Plane).map_or(control.state.plane, plane_of).axes();
            (Group::Rotation, 1 << (slot(b'x') + first) | 1 << (slot(b'x') + second))
        }
        None if block.is(Group::Scaling, g::G51) => (Group::Scaling, XYZ),
        None if block.code(Group::Mirror).is_some() => (Group::Mirror, XYZ),
        None => return Ok(()),
    };
    if !block.any(AXES & !used) {
        return Ok(());
    }
    let at = block.first_place(AXES & !used);
    let name = code_name('G', block.code(group).unwrap_or_default());
    let message = if group == Group::Once {
        format!("{name} has no use for this axis word: write the motion in a block of its own")
    } else {
        format!("{name} has no use for this axis word: leave it out, or write its motion apart")
    };
    refuse(code::UNUSED, at, message)
}

/// On a Fanuc the time of a dwell is P or X; on a Haas it is P.
fn dwell_axes(block: &Block, control: &Control<'_>) -> u32 {
    let by_x = control.options.dialect == Dialect::Fanuc && !block.has(b'p');
    if by_x { bit(b'x') } else { 0 }
}

/// G5.1 Q2 X0 Y0 Z0 names the axes that it smooths.
fn smoothed_axes(block: &Block) -> u32 {
    let names = block.get(b'q').is_some_and(|q| q >= 2.0);
    let zero = |axis: &usize| block.axis(*axis) == Some(0.0);
    let axes = (0..3).filter(zero).map(|axis| 1 << (slot(b'x') + axis));
    if names { axes.sum() } else { 0 }
}

/// Whether letters of the block are settings of the control's own; a user's word may take any.
pub(crate) fn takes_settings(block: &Block) -> bool {
    let once = block.code(Group::Once);
    matches!(once, Some(g::G5 | g::G5_1 | g::G8 | g::G103 | g::G187))
        || block.code(Group::User).is_some()
        || block.is(Group::Spindle, 19)
}

/// Refuses the first letter that nothing in the block uses. D and rotary axes may stand alone.
fn check_letters(block: &Block, control: &Control<'_>) -> Step {
    let motion = block.motion;
    let cycle = motion.is_some_and(g::is_cycle);
    let arc = matches!(motion, Some(g::G2 | g::G3));
    let data = block.is(Group::Once, g::G10);
    let scales = block.is(Group::Scaling, g::G51);
    let calls = matches!(block.code(Group::Stop), Some(97 | 98));
    let returns = block.is(Group::Stop, 99);
    let system = matches!(block.code(Group::WorkOffset), Some(g::G54_1 | g::G154))
        || names_further(block, control);
    let haas = control.options.dialect == Dialect::Haas;
    let pecks = matches!(motion, Some(g::G73 | g::G83));
    let once = block.code(Group::Once);
    let settings = takes_settings(block);
    let rules: [(u8, bool); 9] = [
        (b'e', false),
        (b'h', block.code(Group::ToolLength).is_some() || takes_h_alone(control)),
        (b'i', arc || cycle || scales),
        (b'j', arc || cycle || scales),
        (b'k', arc || (cycle && (!haas || pecks)) || scales),
        (b'l', (cycle && haas) || data || calls),
        (
            b'p',
            cycle
                || data
                || scales
                || calls
                || returns
                || system
                || matches!(once, Some(g::G4 | g::G30)),
        ),
        (b'q', cycle || data),
        (b'r', arc || cycle || data || block.is(Group::Rotation, g::G68)),
    ];
    for (letter, used) in rules {
        if block.has(letter) && !used && !settings {
            let name = char::from(letter).to_ascii_uppercase();
            let why = match letter {
                b'k' if cycle => "L repeats a cycle on this control, K does on a Fanuc",
                b'l' if cycle => {
                    "K repeats a cycle on this control; L does on older ones, and on a Haas"
                }
                _ => "no word in the block uses it",
            };
            let message = format!("the word {name} has no use: {why}");
            return refuse(code::UNUSED, block.place(letter), message);
        }
    }
    if cycle && block.any(bit(b'a') | bit(b'b') | bit(b'c')) {
        let at = block.first_place(bit(b'a') | bit(b'b') | bit(b'c'));
        let name = code_name('G', motion.unwrap_or_default());
        return refuse(code::NOT_FOLLOWED, at, format!("a rotary axis in {name} is not followed"));
    }
    Ok(())
}
