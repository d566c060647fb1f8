//! G40 … G42.1: words, declared use, and the moves that come out late. LinuxCNC:
//! `convert_cutter_compensation_on`, `interp_queue.cc`; the geometry is in [`crate::comp`].

use std::ops::Range;

use crate::code;
use crate::comp::{CompError, Compensator, Move, Planar, Shape, Side, lathe_nose};
use crate::control::Control;
use crate::control::contour::{Contour, Tag};
use crate::control::plane::Plane;
use crate::control::state::{Rest, Units};
use crate::control::tool_table::ToolEntry;
use crate::dialect::Dialect;
use crate::emit::{Emitter, Fact, PlaneArc};
use crate::fanuc::registers::assume_own_radius;
use crate::fault::{BLOCK, Fault, Step, refuse};
use crate::motion::Kind;
use crate::options::Compensation;
use crate::read::block::{Block, bit};
use crate::read::expr::whole;
use crate::words::{Group, code_name, g};

/// G40 … G42.1.
pub(crate) fn set_compensation(
    code: u16,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    if code == g::G40 {
        return end_compensation(control, emitter);
    }
    let at = block.code_place(Group::CutterCompensation);
    if control.state.plane == Plane::Yz {
        let message = "cutter compensation works in the planes G17 and G18 only";
        return refuse(code::COMPENSATION, at, message);
    }
    let linuxcnc = control.options.dialect == Dialect::LinuxCnc;
    if control.compensating() && (linuxcnc || control.diverts()) {
        return refuse(code::COMPENSATION, at, "cutter compensation is on already");
    }
    if !linuxcnc && control.options.compensation == Some(Compensation::Control) {
        let message = format!(
            "how {} rounds corners with the tool's radius in compensation is not followed: \
             post the tool's path and declare wear",
            control.options.dialect.title()
        );
        return lose_contour(code::NOT_FOLLOWED, at, message, control, emitter);
    }
    let side = if matches!(code, g::G41 | g::G41_1) { Side::Left } else { Side::Right };
    let (radius, orientation) = if matches!(code, g::G41_1 | g::G42_1) {
        given_radius(block, control)?
    } else {
        match table_radius(block, control)? {
            Use::By(radius, orientation) => (radius, orientation),
            Use::OfNoDiameter(number) => {
                let message = no_diameter(code, number);
                return lose_contour(code::TOOL, at, message, control, emitter);
            }
            Use::Lost => {
                let message = "which radius the control holds is not known after the block that \
                               was refused";
                return lose_contour(code::TOOL, at, message.to_owned(), control, emitter);
            }
            Use::Undeclared => {
                let message = undeclared(code, control);
                return lose_contour(code::COMPENSATION_UNDECLARED, at, message, control, emitter);
            }
        }
    };
    if let Some(number) = block.get(b'd').and_then(whole)
        && let Ok(number) = u32::try_from(number)
    {
        assume_own_radius(number, control, emitter)?;
    }
    if matches!(code, g::G41 | g::G42) {
        if radius == 0.0 {
            assume_declared(block, control, emitter)?;
            assume_no_wear(code, block, control, emitter)?;
        } else {
            let message =
                "G41 and G42 move the path by what that table holds; --tools FILE.tbl names it";
            assume_diameter(tool_of(block), message, control, emitter)?;
        }
    }
    let inch = control.state.units == Units::Inch;
    let nose = if control.state.plane == Plane::Zx {
        lathe_nose(orientation, radius.abs())
    } else {
        Planar::zeros()
    };
    let side = if radius < 0.0 { side.opposite() } else { side };
    let compensator = Box::new(Compensator::new(side, radius.abs(), nose, inch));
    control.contour = Contour::On { side, compensator };
    Ok(())
}

fn no_diameter(code: u16, number: u32) -> String {
    let g = code_name('G', code);
    match number {
        0 => format!(
            "{g} compensates for the radius of the tool in the spindle, and no tool is there: \
             change one in (T1 M6) or give D"
        ),
        _ => format!(
            "{g} compensates for the radius of tool {number}, and its diameter is not known: \
             declare the tool, as in --tool {number}=flat:D, or name the control's tool table \
             (--tools FILE.tbl)"
        ),
    }
}

fn undeclared(code: u16, control: &Control<'_>) -> String {
    let declare = if control.options.dialect == Dialect::LinuxCnc {
        "add --compensation control (it holds the contour), wear (it holds the tool's path) or none"
    } else {
        // Round corners are not followed there.
        "add --compensation wear if it holds the tool's path, or none; a program that holds the \
         contour is not followed on this control"
    };
    format!(
        "the program compensates for the tool's radius ({}), but how it is used has not been \
         declared: {declare}",
        code_name('G', code)
    )
}

/// The tool that D names, 0 for the one in the spindle.
fn tool_of(block: &Block) -> u32 {
    block.get(b'd').and_then(whole).and_then(|n| u32::try_from(n).ok()).unwrap_or(0)
}

/// What the control's table holds of a tool is not known where only declarations stand for it.
pub(crate) fn assume_diameter(
    number: u32,
    message: &str,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let Some(entry) = control.tools.entry(number) else { return Ok(()) };
    if control.tools.has_table() || entry.diameter_set {
        return Ok(());
    }
    let tool = if number == 0 { control.tools.spindle_number } else { number };
    let value = format!(
        "the control's table holds the declared diameter of T{tool}, {} mm",
        entry.diameter
    );
    emitter.assume(
        (Fact::Compensation, tool.saturating_add(1)),
        control.here.span(),
        value,
        message,
    )?;
    Ok(())
}

/// That the control leaves the path alone is only declared.
fn assume_declared(block: &Block, control: &Control<'_>, emitter: &mut Emitter<'_>) -> Step {
    let (value, message) = match control.options.compensation {
        Some(Compensation::Wear) => (
            "G41 and G42 add no more than wear, which is zero (--compensation wear)",
            "the program is declared to hold the tool's path: an offset that holds a radius moves it",
        ),
        Some(Compensation::None) => (
            "G41 and G42 do nothing (--compensation none)",
            "a control that carries them out moves the path by the offset in its table",
        ),
        _ => return Ok(()),
    };
    let span = control.here.span();
    emitter.assume((Fact::Compensation, 0), span, value.to_owned(), message)?;
    let spindle = control.tools.spindle_number;
    // The D of LinuxCNC is a tool.
    let number = block.get(b'd').filter(|_| control.options.dialect != Dialect::LinuxCnc);
    if let Some(number) = number.and_then(whole).and_then(|n| u32::try_from(n).ok())
        && ![0, spindle].contains(&number)
        && spindle != 0
    {
        let value = format!("D{number} holds the wear of T{spindle}, which is zero");
        let message = "the offset has another number than the tool";
        emitter.assume((Fact::Compensation, number), span, value, message)?;
    }
    Ok(())
}

/// Where the program holds the tool's path: LinuxCNC moves it by the diameter in its table, which
/// is taken for the tool's own.
fn assume_no_wear(
    code: u16,
    block: &Block,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let number = tool_of(block);
    let diameter = control.tools.entry(number).map_or(0.0, |entry| entry.diameter);
    if control.tools.has_table() && diameter != 0.0 {
        let name = code_name('G', code);
        let value = format!("{name} moves nothing, though the tool table says D{diameter}");
        let message = "the diameter is taken for the tool's, not for its wear";
        emitter.assume((Fact::Wear, number), control.here.span(), value, message)?;
    }
    Ok(())
}

/// Where the tool runs is not known until G40. The cause is said once, however often the program
/// switches compensation on.
fn lose_contour(
    code: &'static str,
    at: Range<usize>,
    message: String,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    control.contour = Contour::Unknown;
    if emitter.misses(Fact::Compensation) {
        emitter.report(Fault { code, message, at, line: None, fatal: false }, control)?;
    }
    Ok(())
}

/// G41.1 and G42.1: D is the diameter.
fn given_radius(block: &Block, control: &Control<'_>) -> Step<(f64, u8)> {
    let at = block.code_place(Group::CutterCompensation);
    let Some(diameter) = block.get(b'd') else {
        return refuse(code::MISSING, at, "G41.1 and G42.1 need D, the tool's diameter");
    };
    let orientation = match block.get(b'l') {
        None => 0,
        Some(_) if control.state.plane != Plane::Zx => {
            let message = "L, the tool's orientation, is for turning (G18)";
            return refuse(code::COMPENSATION, block.place(b'l'), message);
        }
        Some(orientation) => orientation as u8,
    };
    Ok((diameter / 2.0, orientation))
}

/// What G41 and G42 compensate for.
enum Use {
    /// This radius and orientation.
    By(f64, u8),
    /// The radius of a tool whose diameter nothing tells; 0 for a spindle without a tool.
    OfNoDiameter(u32),
    /// A radius that a refused block may have set.
    Lost,
    /// It is not declared how the program uses compensation.
    Undeclared,
}

/// G41 and G42: the radius of tool D, or of the tool in the spindle.
fn table_radius(block: &Block, control: &Control<'_>) -> Step<Use> {
    let place = block.first_place(bit(b'd'));
    let number = match block.get(b'd') {
        None => 0,
        Some(value) => match whole(value) {
            Some(number) if number >= 0 => number as u32,
            _ => {
                let message = "D of G41 and G42 is a tool number: whole, zero or more";
                return refuse(code::RANGE, place, message);
            }
        },
    };
    // The D register of other controls is not a tool number.
    let linuxcnc = control.options.dialect == Dialect::LinuxCnc;
    let entry = control.tools.entry(number).or((!linuxcnc).then(ToolEntry::default));
    let Some(entry) = entry else {
        let message = format!("tool {number} is not in the tool table");
        return refuse(code::TOOL, place, message);
    };
    if control.state.plane != Plane::Zx && !matches!(entry.orientation, 0 | 9) {
        let message = "a lathe tool is compensated in the plane G18 only";
        let at = block.code_place(Group::CutterCompensation);
        return refuse(code::COMPENSATION, at, message);
    }
    let own = || Use::By(entry.diameter / 2.0 / control.state.units.mm(), entry.orientation);
    Ok(match control.options.compensation {
        None => Use::Undeclared,
        Some(Compensation::Wear | Compensation::Control) if control.tools.has_lost(number) => {
            Use::Lost
        }
        // What the program puts into the table is how far it wants to be moved.
        Some(Compensation::Wear) if linuxcnc && entry.diameter_set => own(),
        Some(Compensation::Wear | Compensation::None) => Use::By(0.0, entry.orientation),
        Some(Compensation::Control) if control.tools.lacks_diameter(&entry) => {
            Use::OfNoDiameter(if number == 0 { control.tools.spindle_number } else { number })
        }
        Some(Compensation::Control) => own(),
    })
}

fn end_compensation(control: &mut Control<'_>, emitter: &mut Emitter<'_>) -> Step {
    if let Contour::On { compensator, .. } = std::mem::take(&mut control.contour) {
        let mut out = Vec::new();
        control.arc_barred = compensator.entered() && compensator.changes_moves();
        let result = compensator.finish(&mut out);
        send_moves(out, control, emitter)?;
        compensated(result, control)?;
    }
    Ok(())
}

/// Lets waiting moves run, as a program stop does.
pub(crate) fn flush_compensation(control: &mut Control<'_>, emitter: &mut Emitter<'_>) -> Step {
    let mut out = Vec::new();
    let result = match &mut control.contour {
        Contour::On { compensator, .. } => compensator.stop(&mut out),
        _ => return Ok(()),
    };
    send_moves(out, control, emitter)?;
    compensated(result, control)
}

/// A straight motion, compensated.
pub(crate) fn divert_straight(
    code: u16,
    to: [f64; 3],
    rest: Rest,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    if !matches!(code, g::G0 | g::G1) || block.is(Group::Once, g::G53) {
        let at = block.code_place(Group::Motion);
        let message = "this motion is not allowed while cutter compensation is on";
        return refuse(code::COMPENSATION, at, message);
    }
    let shape = if code == g::G0 { Shape::Rapid } else { Shape::Feed };
    divert(shape, to, rest, control, emitter)
}

/// An arc, compensated.
pub(crate) fn divert_arc(
    arc: PlaneArc,
    to: [f64; 3],
    rest: Rest,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let center = Planar::new(arc.centre[0], arc.centre[1]);
    divert(Shape::Arc { center, turns: arc.turns }, to, rest, control, emitter)
}

fn divert(
    shape: Shape,
    to: [f64; 3],
    rest: Rest,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let plane = control.state.plane;
    let from = plane.fold(control.state.pos);
    let goal = plane.fold(to);
    let mut out = Vec::new();
    let result = match &mut control.contour {
        Contour::On { compensator, .. } => {
            if from.iter().chain(&goal).any(|value| value.is_nan()) {
                let message = "cutter compensation needs a known position to start from";
                return refuse(code::UNKNOWN_START, BLOCK, message);
            }
            let tag = Tag { here: control.here, rest };
            let step = Move { to: Planar::new(goal[0], goal[1]), height: goal[2], shape, tag };
            compensator.feed(Planar::new(from[0], from[1]), from[2], step, &mut out)
        }
        _ => {
            let lost = plane.unfold([f64::NAN, f64::NAN, goal[2]]);
            let kind = if shape == Shape::Rapid { Kind::Rapid } else { Kind::Feed };
            emitter.drifts = true;
            emitter.send(kind, lost, rest, control)?;
            Ok(())
        }
    };
    send_moves(out, control, emitter)?;
    compensated(result, control)?;
    control.state.pos = to;
    control.state.rest = rest;
    Ok(())
}

fn send_moves(moves: Vec<Move<Tag>>, control: &mut Control<'_>, emitter: &mut Emitter<'_>) -> Step {
    let here = control.here;
    for step in moves {
        control.here = step.tag.here;
        let end = control.state.plane.unfold([step.to.x, step.to.y, step.height]);
        let sent = match step.shape {
            Shape::Rapid => emitter.send(Kind::Rapid, end, step.tag.rest, control),
            Shape::Feed => emitter.send(Kind::Feed, end, step.tag.rest, control),
            Shape::Arc { center, turns } => {
                let start = emitter.last_point(control);
                emitter.send_arc(start, end, [center.x, center.y], turns, step.tag.rest, control)
            }
        };
        control.here = here;
        sent?;
    }
    Ok(())
}

fn compensated(result: Result<(), CompError>, control: &mut Control<'_>) -> Step {
    match result {
        Ok(()) => Ok(()),
        Err(error) => {
            control.contour = Contour::Unknown;
            refuse(code::COMPENSATION, BLOCK, error.to_string())
        }
    }
}
