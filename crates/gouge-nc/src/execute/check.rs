//! Whether the words of a block fit each other, before anything is carried out. The order and the
//! rules are LinuxCNC's: `interp_check.cc`.

use crate::code;
use crate::control::Control;
use crate::control::plane::Plane;
use crate::dialect::Dialect;
use crate::execute::letters::check_letters;
use crate::execute::mach3::check_mach3;
use crate::fault::{Step, refuse};
use crate::grbl::check::check_grbl;
use crate::read::block::{AXES, Block, CENTRE, POLAR, bit};
use crate::tolerance::INTEGER_WORD;
use crate::words::{Group, code_name, g};

/// Finds the motion that the block makes and checks its words.
pub(crate) fn check(block: &mut Block, control: &Control<'_>) -> Step {
    if control.options.dialect == Dialect::Mach3 && check_mach3(block, control)? {
        return Ok(());
    }
    if control.options.dialect == Dialect::Grbl {
        check_grbl(block, control)?;
    }
    find_motion(block, control)?;
    check_once_words(block, control)?;
    check_letters(block)?;
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
        // Grbl passes over axis words beside G49.
        let passed = length == Some(g::G49) && control.options.dialect == Dialect::Grbl;
        if length != Some(g::G43_1) && !passed {
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
        g::G53 => check_machine_coordinates(block, control),
        _ => Ok(()),
    }
}

/// G53: without axis words nothing moves. LinuxCNC refuses it then, Grbl asks for the word in force
/// only, and Mach3 begins every program of SheetCam's with it. Grbl goes to the machine position
/// whatever G91 says.
fn check_machine_coordinates(block: &Block, control: &Control<'_>) -> Step {
    let dialect = control.options.dialect;
    let at = block.code_place(Group::Once);
    let motion = match dialect {
        Dialect::Grbl => block.code(Group::Motion).or(control.state.motion),
        _ => block.motion,
    };
    let idle = dialect == Dialect::Mach3 && motion.is_none();
    if !idle && !matches!(motion, Some(g::G0 | g::G1)) {
        return refuse(code::CONFLICT, at, "G53 needs G0 or G1 in force");
    }
    if dialect != Dialect::Grbl && !idle && control.is_incremental_in(block) {
        return refuse(code::CONFLICT, at, "G53 needs absolute coordinates (G90)");
    }
    Ok(())
}

fn check_data_setting(block: &Block, control: &Control<'_>) -> Step {
    let kind = block.get(b'l').unwrap_or(-1.0);
    let at = block.code_place(Group::Once);
    if ![0.0, 1.0, 2.0, 10.0, 11.0, 20.0].contains(&kind) {
        return refuse(code::RANGE, at, "G10 needs L0, L1, L2, L10, L11 or L20");
    }
    // Grbl takes a P that is missing for 0, the offset in force.
    let none = if control.options.dialect == Dialect::Grbl { 0.0 } else { -1.0 };
    let number = block.get(b'p').unwrap_or(none);
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
