//! G5 … G5.3 and G76: turns the words of curves and threads into their moves. LinuxCNC:
//! `convert_spline`, `convert_nurbs`, `convert_threading_cycle`.

use crate::code;
use crate::control::Control;
use crate::control::plane::Plane;
use crate::control::state::Rest;
use crate::emit::Emitter;
use crate::execute::feed::check_feed;
use crate::execute::spline::{ControlPoint, Nurbs, bow, chords, cubic, quadratic};
use crate::execute::target::target;
use crate::execute::thread::Thread;
use crate::fault::{BLOCK, Step, refuse};
use crate::motion::Kind;
use crate::read::arithmetic::radians;
use crate::read::block::{Block, bit};
use crate::words::{Group, g};

/// G5 and G5.1.
pub(crate) fn spline(
    code: u16,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let at = block.code_place(Group::Motion);
    if control.compensating() {
        let message = "splines are not allowed while cutter compensation is on";
        return refuse(code::COMPENSATION, at, message);
    }
    check_feed(block, control, emitter)?;
    if control.state.plane != Plane::Xy {
        return refuse(code::CONFLICT, at, "splines need the XY plane (G17)");
    }
    let others = bit(b'z') | bit(b'a') | bit(b'b') | bit(b'c');
    if block.any(others) {
        let at = block.first_place(others);
        return refuse(code::CONFLICT, at, "a spline moves in X and Y only");
    }
    let start = curve_start(block, control)?;
    let offset = match (block.get(b'i'), block.get(b'j')) {
        (Some(i), Some(j)) => [i, j],
        (None, None) if code == g::G5 => [control.state.cycle.ijk[0], control.state.cycle.ijk[1]],
        _ => return refuse(code::MISSING, at, "the spline needs both I and J"),
    };
    let (to, _) = target(block, control, emitter)?;
    let end = [to[0], to[1]];
    if code == g::G5_1 {
        send_chords(&quadratic(start, offset, end), 3, control, emitter)?;
    } else {
        let (Some(p), Some(q)) = (block.get(b'p'), block.get(b'q')) else {
            return refuse(code::MISSING, at, "G5 needs both P and Q");
        };
        send_chords(&cubic(start, offset, [p, q], end), 4, control, emitter)?;
        control.state.cycle.ijk[0] = -p;
        control.state.cycle.ijk[1] = -q;
    }
    control.state.pos[0] = end[0];
    control.state.pos[1] = end[1];
    Ok(())
}

fn curve_start(block: &Block, control: &Control<'_>) -> Step<[f64; 2]> {
    let [x, y, _] = control.state.pos;
    if x.is_nan() || y.is_nan() {
        let message = "the curve starts from a position that is not known";
        return refuse(code::UNKNOWN_START, block.code_place(Group::Motion), message);
    }
    Ok([x, y])
}

fn send_chords(
    points: &[ControlPoint],
    order: usize,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let (height, rest) = (control.state.pos[2], control.state.rest);
    emitter.note_spline(control.here.span(), bow(points, order) * control.state.units.mm());
    for [x, y] in chords(points, order) {
        emitter.send(Kind::Feed, [x, y, height], rest, control)?;
    }
    Ok(())
}

/// G5.2: one control point, or the weight of the first.
pub(crate) fn nurbs_point(
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    check_feed(block, control, emitter)?;
    let start = curve_start(block, control)?;
    if control.state.motion != Some(g::G5_2) {
        control.nurbs = None;
    }
    let point = if block.any(bit(b'x') | bit(b'y')) {
        let (to, _) = target(block, control, emitter)?;
        [0, 1].map(|axis| block.axis(axis).map(|_| to[axis]))
    } else {
        [None, None]
    };
    let order = block.get(b'l').map(|order| order as usize);
    let nurbs = control.nurbs.get_or_insert_with(|| Nurbs::new(start));
    if let Err(error) = nurbs.block(point, block.get(b'p'), order) {
        return refuse(code::RANGE, BLOCK, error.to_string());
    }
    control.state.motion = Some(g::G5_2);
    Ok(())
}

/// G5.3: draws the spline.
pub(crate) fn end_nurbs(
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let at = block.code_place(Group::Once);
    let nurbs = control.nurbs.take().filter(|_| control.state.motion == Some(g::G5_2));
    let Some(nurbs) = nurbs else {
        return refuse(code::CONFLICT, at, "G5.3 ends a spline that G5.2 must begin");
    };
    match nurbs.finish() {
        Ok((points, order)) => {
            send_chords(&points, order, control, emitter)?;
            if let Some(last) = points.last() {
                control.state.pos[0] = last.at[0];
                control.state.pos[1] = last.at[1];
            }
            control.state.motion = Some(g::G80);
            Ok(())
        }
        Err(error) => refuse(code::RANGE, at, error.to_string()),
    }
}

/// G76 of LinuxCNC.
pub(crate) fn threading_cycle(
    to: [f64; 3],
    rest: Rest,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let at = block.code_place(Group::Motion);
    if rest != control.state.rest {
        return refuse(code::CONFLICT, at, "G76 moves X, Y and Z only");
    }
    if control.compensating() {
        let message = "G76 is not allowed while cutter compensation is on";
        return refuse(code::COMPENSATION, at, message);
    }
    if control.state.pos.iter().any(|value| value.is_nan()) {
        let message = "the thread starts from a position that is not known";
        return refuse(code::UNKNOWN_START, at, message);
    }
    let scale = if control.state.lathe_diameter { 0.5 } else { 1.0 };
    let word = |letter: u8| block.get(letter).unwrap_or(0.0);
    let tapers = block.get(b'l').map_or(0, |flags| flags as i64);
    let thread = Thread {
        start: control.state.pos,
        end: to,
        peak: word(b'i') * scale,
        first_cut: word(b'j') * scale,
        full_depth: word(b'k') * scale,
        compound: block.get(b'q').filter(|angle| *angle != -1.0).map_or(0.0, radians),
        degression: word(b'r'),
        springs: word(b'h').max(0.0) as u32,
        taper: word(b'e'),
        entry_taper: tapers & 1 != 0,
        exit_taper: tapers & 2 != 0,
    };
    if let Err(error) = thread.check() {
        return refuse(code::CYCLE, at, error.to_string());
    }
    thread.run(|step| {
        let kind = if step.rapid { Kind::Rapid } else { Kind::Feed };
        emitter.send(kind, step.to, rest, control)
    })?;
    control.state.pos = to;
    Ok(())
}
