//! G0, G1, G33, G33.1, G76. LinuxCNC: `convert_straight` in `interp_convert.cc`.

use crate::code;
use crate::control::Control;
use crate::emit::Emitter;
use crate::execute::compensate::divert_straight;
use crate::execute::curves::threading_cycle;
use crate::execute::feed::{check_feed, check_spindle};
use crate::execute::suspend::suspend_offset;
use crate::execute::target::target;
use crate::fault::Step;
use crate::motion::Kind;
use crate::read::block::{Block, XYZ, bit};
use crate::words::{Group, g};

/// G0, G1 and the spindle-synchronised straight motions.
pub(crate) fn straight(
    code: u16,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    control.arc_barred = false;
    if code == g::G1 {
        check_feed(block, control, emitter)?;
    }
    control.state.motion = Some(code);
    let (to, rest) = target(block, control, emitter)?;
    if control.diverts() {
        return divert_straight(code, to, rest, block, control, emitter);
    }
    match code {
        g::G0 | g::G1 => {
            let kind = if code == g::G0 { Kind::Rapid } else { Kind::Feed };
            if block.is(Group::Once, g::G53) {
                emitter.send_to_machine(kind, to, block.names(), rest, control)?;
                suspend_offset(g::G53, block.has(b'z'), control, emitter);
            } else {
                if kind == Kind::Rapid {
                    watch_rapid(to, block, control, emitter)?;
                }
                emitter.send(kind, to, rest, control)?;
            }
        }
        g::G33 => {
            check_spindle(block, control)?;
            emitter.send(Kind::Feed, to, rest, control)?;
        }
        g::G33_1 => {
            check_spindle(block, control)?;
            // The spindle reverses at the bottom and the tool comes back the same way.
            let start = control.state.pos;
            emitter.send(Kind::Feed, to, control.state.rest, control)?;
            emitter.send(Kind::Feed, start, control.state.rest, control)?;
            control.state.rest = rest;
            return Ok(());
        }
        _ => {
            check_spindle(block, control)?;
            return threading_cycle(to, rest, block, control, emitter);
        }
    }
    control.state.pos = to;
    control.state.rest = rest;
    Ok(())
}

fn watch_rapid(
    to: [f64; 3],
    block: &Block,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let from = control.state.pos;
    if block.has(b'z') && to[2] < from[2] && (to[0] != from[0] || to[1] != from[1]) {
        // An axis that was unknown may not have moved at all.
        if !from[0].is_nan() && !from[1].is_nan() {
            let at = block.first_place(XYZ | bit(b'g'));
            let message = "a rapid moves down and sideways at the same time".to_owned();
            return emitter.warn(code::RAPID_DOWN, at, message, control);
        }
    }
    Ok(())
}
