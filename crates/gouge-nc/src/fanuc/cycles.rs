//! Drilling cycles of Fanuc and Haas controls.
//!
//! Unlike LinuxCNC's they approach the hole at the level the tool is on, keep Z, R and Q until G80
//! even when a G0 stands between two holes, drill only in blocks that name a place or a level, and
//! take R in G91 from the level on which the cycle began.

use crate::code;
use crate::control::Control;
use crate::control::plane::Plane;
use crate::control::state::MM_PER_INCH;
use crate::control::state::Rest;
use crate::dialect::Dialect;
use crate::emit::{Emitter, Fact, Said};
use crate::execute::target::target;
use crate::fault::{Step, refuse};
use crate::motion::Kind;
use crate::read::block::{AXES, Block, bit};
use crate::read::expr::times;
use crate::tolerance::{NO_LENGTH_MM, PECK_CLEARANCE_INCH};
use crate::words::{Group, code_name, g};

/// One block of a drilling cycle.
pub(crate) fn drill_fanuc(
    cycle: u16,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let at = block.code_place(Group::Motion);
    let name = code_name('G', cycle);
    if control.compensating() {
        let message = format!("{name} is not allowed while cutter compensation is on");
        return refuse(code::COMPENSATION, at, message);
    }
    if !control.state.motion.is_some_and(g::is_cycle) {
        control.state.drilling.before = control.state.motion;
    }
    control.state.motion = Some(cycle);
    let n = control.state.plane.axes()[2];
    if control.state.plane != Plane::Xy {
        let axis = control.state.plane.names()[2];
        let value = format!("canned cycles drill along {axis} in this plane");
        let message = "some controls drill along Z in every plane (Fanuc: parameter 5101, bit 0), and \
                       others refuse cycles but in G17";
        emitter.assume((Fact::CycleAxis, u32::from(axis)), control.here.span(), value, message)?;
    }
    // A machine position that nobody placed in the program is no level of it.
    let here = if emitter.unplaced(control)[n] { f64::NAN } else { control.state.pos[n] };
    let initial = *control.state.drilling.initial.get_or_insert(here);
    note_levels(block, n, initial, control);
    let repeats = times(block, repeat_letter(control))?;
    if repeats == 0 {
        return stays_put(n, block, control);
    }
    if !block.any(AXES | bit(b'r')) {
        return Ok(());
    }
    let (Some(clear), Some(bottom)) = (control.state.drilling.clear, control.state.drilling.bottom)
    else {
        let letter = if control.state.drilling.clear.is_none() {
            'R'
        } else {
            control.state.plane.names()[2]
        };
        return refuse(
            code::MISSING,
            at,
            format!("{name} needs {letter}: no level is known since G80"),
        );
    };
    if initial.is_nan() && !control.state.return_to_r {
        let message = format!("{name} returns to the level it began on (G98), which is not known");
        return refuse(code::UNKNOWN_START, at, message);
    }
    if bottom > clear {
        let message = format!("{name}: the bottom {bottom:.4} lies above R {clear:.4}");
        return refuse(code::CYCLE, at, message);
    }
    assume_drills(n, block, control, emitter)?;
    if !control.state.return_to_r {
        assume_initial(initial, control, emitter)?;
    }
    for _ in 0..repeats {
        let (mut to, rest) = target(block, control, emitter)?;
        to[n] = control.state.pos[n];
        emitter.said[n] = Said::Nothing;
        go(Kind::Rapid, to, rest, control, emitter)?;
        level(Kind::Rapid, n, clear, control, emitter)?;
        bore(cycle, n, clear, bottom, control, emitter)?;
        let back = if control.state.return_to_r { clear } else { initial };
        level(Kind::Rapid, n, back, control, emitter)?;
    }
    Ok(())
}

/// G28, G30 or G53 between two holes.
pub(crate) fn leave_series(code: u16, control: &mut Control<'_>) {
    if control.state.drilling.initial.is_some() {
        control.state.drilling.left = Some((code, control.here.number));
    }
}

/// A Fanuc keeps the level on which it changed to drilling from no cycle (0i-MD user's manual,
/// "Canned Cycle for Drilling", G98); the manual of a Haas has it come back to where Z stood before
/// the cycle, and does not say whether a way to a machine position begins it anew.
fn assume_initial(initial: f64, control: &mut Control<'_>, emitter: &mut Emitter<'_>) -> Step {
    let Some((code, line)) = control.state.drilling.left.take() else { return Ok(()) };
    if control.options.dialect != Dialect::Haas {
        return Ok(());
    }
    let mm = (initial * control.state.units.mm() * 1e6).round() / 1e6;
    let word = code_name('G', code);
    let value =
        format!("G98 goes back to {mm} mm, where the cycle began before {word} in line {line}");
    let message = "whether the control takes the level anew after such a word is not told: G80 and \
                   the whole cycle again leave no doubt";
    emitter.assume((Fact::Initial, 0), control.here.span(), value, message)?;
    Ok(())
}

/// A Fanuc drills wherever a block names X, Y, Z or R (0i-MD user's manual, "Canned Cycle for
/// Drilling"); the manual of a Haas mill (1999) names new places of X and Y only.
fn assume_drills(
    n: usize,
    block: &Block,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let across = block.any(AXES & !bit(b"xyz"[n]));
    let says_cycle = block.code(Group::Motion).is_some();
    if control.options.dialect != Dialect::Haas || across || says_cycle {
        return Ok(());
    }
    let value = "a block under a cycle that names a level alone drills".to_owned();
    let message =
        "whether it does is not told: the place of the hole beside the level leaves no doubt";
    emitter.assume((Fact::LevelAlone, 0), control.here.span(), value, message)?;
    Ok(())
}

/// A block that only notes the levels, K0: whether its place is gone to is the control's.
fn stays_put(n: usize, block: &Block, control: &Control<'_>) -> Step {
    let nearest = NO_LENGTH_MM / control.state.units.mm();
    let goes = |axis: usize| match block.axis(axis) {
        _ if axis == n => false,
        None => false,
        // Radius and angle.
        Some(_) if control.state.polar.is_some() => true,
        Some(way) if control.state.incremental => way != 0.0,
        // Nor is a place that is not known the same.
        Some(place) => {
            let way = (place - control.state.pos[axis]).abs();
            way.is_nan() || way > nearest
        }
    };
    if !(0..3).any(goes) {
        return Ok(());
    }
    let letter = repeat_letter(control);
    let name = char::from(letter).to_ascii_uppercase();
    let message = format!(
        "{name}0 drills nothing, and whether the tool goes to the place in the block differs from \
         control to control: leave the place out"
    );
    refuse(code::NOT_FOLLOWED, block.place(letter), message)
}

/// K on Fanuc controls, L on Haas ones.
fn repeat_letter(control: &Control<'_>) -> u8 {
    if control.options.dialect == Dialect::Haas { b'l' } else { b'k' }
}

fn note_levels(block: &Block, n: usize, initial: f64, control: &mut Control<'_>) {
    let incremental = control.state.incremental;
    let haas = control.options.dialect == Dialect::Haas;
    let drilling = &mut control.state.drilling;
    drilling.noted = true;
    if let Some(r) = block.get(b'r') {
        drilling.clear = Some(if incremental { initial + r } else { r });
    }
    if let Some(depth) = block.axis(n) {
        let from = drilling.clear.unwrap_or(initial);
        drilling.bottom = Some(if incremental { from + depth } else { depth });
    }
    if let Some(q) = block.get(b'q') {
        drilling.peck = [Some(q.abs()), None, None];
    }
    if haas && let Some(first) = block.get(b'i') {
        drilling.peck = [Some(first), block.get(b'j'), block.get(b'k')].map(|v| v.map(f64::abs));
    }
}

/// The hole itself, from the R level and back to it.
fn bore(
    cycle: u16,
    n: usize,
    clear: f64,
    bottom: f64,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    match cycle {
        g::G73 | g::G83 => peck(cycle, n, clear, bottom, control, emitter)?,
        _ => level(Kind::Feed, n, bottom, control, emitter)?,
    }
    let out = match cycle {
        g::G74 | g::G84 | g::G85 | g::G89 => Kind::Feed,
        _ => Kind::Rapid,
    };
    level(out, n, clear, control, emitter)
}

/// Pecks: G83 clears the hole after each, G73 only lifts a little.
fn peck(
    cycle: u16,
    n: usize,
    clear: f64,
    bottom: f64,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let [first, decrease, least] = control.state.drilling.peck;
    let mut step = first.filter(|q| *q > 0.0).unwrap_or(clear - bottom);
    let gap = PECK_CLEARANCE_INCH * MM_PER_INCH / control.state.units.mm();
    let mut depth = clear;
    loop {
        depth = (depth - step).max(bottom);
        level(Kind::Feed, n, depth, control, emitter)?;
        if depth <= bottom {
            return Ok(());
        }
        if cycle == g::G83 {
            level(Kind::Rapid, n, clear, control, emitter)?;
        }
        level(Kind::Rapid, n, (depth + gap).min(clear), control, emitter)?;
        step = (step - decrease.unwrap_or(0.0)).max(least.unwrap_or(step)).min(step);
    }
}

/// Moves along the plane's normal.
fn level(
    kind: Kind,
    n: usize,
    level: f64,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let mut to = control.state.pos;
    to[n] = level;
    emitter.said[n] = Said::word(control);
    let rest = control.state.rest;
    go(kind, to, rest, control, emitter)
}

fn go(
    kind: Kind,
    to: [f64; 3],
    rest: Rest,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    emitter.send(kind, to, rest, control)?;
    control.state.pos = to;
    control.state.rest = rest;
    Ok(())
}
