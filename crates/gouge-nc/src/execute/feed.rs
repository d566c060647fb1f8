//! Whether a motion at feed may run: feed rate and spindle.
//! LinuxCNC: `convert_feed_mode`, `convert_straight` in `interp_convert.cc`.

use crate::code;
use crate::control::Control;
use crate::control::state::{FeedMode, Spindle};
use crate::dialect::Dialect;
use crate::emit::Emitter;
use crate::fault::{Fault, Step, refuse};
use crate::read::block::Block;
use crate::words::Group;

/// Whether motions at feed may run; reports a missing feed rate once, and goes on, since the
/// path does not depend on it. Grbl drops the block, and a sender may go on.
pub(crate) fn check_feed(block: &Block, control: &Control<'_>, emitter: &mut Emitter<'_>) -> Step {
    let missing = match control.state.feed_mode {
        // To Grbl, F0 is none.
        FeedMode::InverseTime => block
            .get(b'f')
            .is_none_or(|feed| feed == 0.0 && control.options.dialect == Dialect::Grbl),
        FeedMode::PerMinute | FeedMode::PerRevolution => control.state.feed == 0.0,
    };
    if missing && control.options.dialect == Dialect::Grbl {
        let message = "no feed rate is set for this motion: Grbl rejects its block (error 22)";
        return refuse(code::FEED, block.code_place(Group::Motion), message);
    }
    let still = control.state.feed_mode == FeedMode::PerRevolution && control.state.speed == 0.0;
    if (missing || still) && !emitter.suspicion.feed_reported {
        emitter.suspicion.feed_reported = true;
        let at = block.code_place(Group::Motion);
        let message = if missing && control.state.feed_mode == FeedMode::InverseTime {
            "inverse time feed (G93) needs F in every block that cuts"
        } else if missing {
            "no feed rate is set for this motion: the control refuses it"
        } else {
            "feed per revolution (G95) needs a spindle speed"
        };
        let fault =
            Fault { code: code::FEED, message: message.to_owned(), at, line: None, fatal: false };
        emitter.report(fault, control)?;
    }
    Ok(())
}

pub(crate) fn check_spindle(block: &Block, control: &Control<'_>) -> Step {
    if control.state.spindle == Spindle::Stopped {
        let at = block.code_place(Group::Motion);
        return refuse(code::SPINDLE, at, "this motion needs a turning spindle (M3 or M4)");
    }
    Ok(())
}
