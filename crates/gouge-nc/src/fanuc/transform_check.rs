//! What may not be combined with rotated, scaled or mirrored coordinates. Fanuc 0i-MD user's
//! manual, "Scaling" and "Coordinate System Rotation", limitations.

use crate::code;
use crate::control::Control;
use crate::fault::{Step, refuse};
use crate::read::block::Block;
use crate::words::{Group, code_name, g};

/// Words that name machine places or move zeros are not for rotated, scaled or mirrored
/// coordinates, and cycles not for scaled ones.
pub(crate) fn check_figures(block: &Block, control: &Control<'_>) -> Step {
    if !control.state.transform.active() {
        return Ok(());
    }
    let once = block
        .code(Group::Once)
        .filter(|code| matches!(*code, g::G28 | g::G29 | g::G30 | g::G52 | g::G53 | g::G92));
    let group = if once.is_some() { Group::Once } else { Group::WorkOffset };
    if let Some(code) = once.or(block.code(Group::WorkOffset)) {
        let name = code_name('G', code);
        let message =
            format!("{name} while coordinates are rotated, scaled or mirrored: end that first");
        return refuse(code::CONFLICT, block.code_place(group), message);
    }
    if block.motion.is_some_and(g::is_cycle) && control.state.transform.scaling.is_some() {
        let message = "a drilling cycle in scaled coordinates is not followed";
        return refuse(code::NOT_FOLLOWED, block.code_place(Group::Motion), message);
    }
    Ok(())
}
