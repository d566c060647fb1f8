//! Carries out a block: its words take effect in a fixed order, whatever order they stand in.
//! RS274NGC, section 3.8 (order of execution); LinuxCNC: `execute_block` in `interp_execute.cc`.

pub(crate) mod arc;
pub(crate) mod check;
pub(crate) mod compensate;
pub(crate) mod curves;
pub(crate) mod cycle;
pub(crate) mod feed;
mod frames;
pub(crate) mod invalidate;
mod letters;
pub(crate) mod lose;
pub(crate) mod mach3;
pub(crate) mod offsets;
pub(crate) mod reference;
pub(crate) mod saved_state;
pub(crate) mod spline;
pub(crate) mod straight;
pub(crate) mod suspend;
pub(crate) mod target;
pub(crate) mod thread;
mod tool_data;
pub(crate) mod tool_length;
pub(crate) mod tool_words;
mod written;

use std::ops::Range;

use crate::code;
use crate::comments::tool_note;
use crate::control::Control;
use crate::control::plane::Plane;
use crate::control::state::{FeedMode, Spindle};
use crate::dialect::Dialect;
use crate::emit::Emitter;
use crate::execute::arc::arc;
use crate::execute::compensate::set_compensation;
use crate::execute::curves::{end_nurbs, nurbs_point, spline};
use crate::execute::cycle::cycle;
use crate::execute::frames::settle_frame;
use crate::execute::mach3::circular_pocket;
use crate::execute::offsets::{set_data, set_system, set_zero};
use crate::execute::reference::{go_home, save_home};
use crate::execute::saved_state::saved_state;
use crate::execute::straight::straight;
use crate::execute::tool_length::{length_word, set_tool_length};
use crate::execute::tool_words::{change_tool, changes_last, select_tool};
use crate::fanuc::cycles::{drill_fanuc, leave_series};
use crate::fanuc::lost_setting::lose_variable;
use crate::fanuc::offsets::fanuc_data;
use crate::fanuc::reference::return_from_home;
use crate::fanuc::transforms::set_transforms;
use crate::fault::{Step, give_up, refuse};
use crate::lathe::{Gathering, lathe_cycle};
use crate::motion::Span;
use crate::read::block::{Block, bit};
use crate::read::cursor::Cursor;
use crate::read::expr::whole;
use crate::words::{Group, g};

/// Tool descriptions kept until the program's unit is known.
const MOST_NOTES: usize = 1000;

/// Groups that change what coordinates mean on Fanuc and Haas controls.
const FIGURES: &[Group] = &[Group::Mirror, Group::Scaling, Group::Rotation, Group::Polar];

pub(crate) fn execute(
    block: &mut Block,
    text: &[u8],
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step<Option<Box<Gathering>>> {
    control.set_parameters(block)?;
    if let Some(at) = block.comment.as_ref().or(block.remark.as_ref())
        && block.only_comment()
    {
        let span = control.here.part(at);
        emitter.operations.comment(text.get(at.clone()).unwrap_or_default(), span);
    }
    if block.comment.is_some() || block.remark.is_some() {
        describe_tools(text, block, control, emitter);
    }
    if let Some(at) = block.comment.clone() {
        act_on_comment(text, at)?;
    }
    if block.has_codes() || block.any(bit(b'f') | bit(b'h') | bit(b's') | bit(b't')) {
        rates(block, control, emitter);
        select_tool(block, control)?;
        m_words(block, control, emitter)?;
        settings(block, control, emitter)?;
    }
    if control.invalid.doubts_frame() {
        settle_frame(block, control, emitter);
    }
    let gathering = match block.motion {
        Some(code) => motion(code, block, control, emitter)?,
        None => None,
    };
    if changes_last(block, control) {
        change_tool(block, control, emitter)?;
    }
    Ok(gathering)
}

/// Keeps what the comments of a block say of tools.
fn describe_tools(text: &[u8], block: &Block, control: &Control<'_>, emitter: &mut Emitter<'_>) {
    let places = block.earlier_comments.iter().chain(&block.comment).chain(&block.remark);
    let comments: Vec<(&[u8], Span)> = places
        .map(|at| (text.get(at.clone()).unwrap_or_default(), control.here.part(at)))
        .collect();
    let room = MOST_NOTES.saturating_sub(emitter.notes.len());
    let tool = block.get(b't').map(|number| number as u32).filter(|number| *number > 0);
    emitter.notes.extend(tool_note::of_block(&comments, tool).take(room));
}

/// Comments that act: of several in a block only the last does.
fn act_on_comment(text: &[u8], at: Range<usize>) -> Step {
    let comment = text.get(at.clone()).unwrap_or_default();
    let mut cursor = Cursor::new(comment);
    if cursor.take(b"abort,") {
        let message = String::from_utf8_lossy(&comment[cursor.end()..]).trim().to_owned();
        return give_up(code::ABORTED, at, format!("the program stops itself: {message}"));
    }
    if cursor.take(b"py,") || cursor.take(b"pyrun,") {
        let message = "the comment runs Python at the machine, which cannot be followed";
        return refuse(code::NOT_FOLLOWED, at, message);
    }
    Ok(())
}

/// Spindle mode, feed mode, F and S.
fn rates(block: &Block, control: &mut Control<'_>, emitter: &mut Emitter<'_>) {
    if let Some(mode) = block.code(Group::SpindleMode) {
        control.state.surface_speed = mode == g::G96;
    }
    if let Some(mode) = block.code(Group::FeedMode) {
        let new = match mode {
            g::G93 => FeedMode::InverseTime,
            g::G95 => FeedMode::PerRevolution,
            _ => FeedMode::PerMinute,
        };
        // LinuxCNC forgets F where the mode in force is said again, too.
        let forgets =
            new != control.state.feed_mode || control.options.dialect == Dialect::LinuxCnc;
        control.state.feed_mode = new;
        if mode != g::G93 && forgets {
            control.feed_set = true;
            control.state.feed = 0.0;
        }
    }
    if let Some(feed) = block.get(b'f')
        && control.state.feed_mode != FeedMode::InverseTime
    {
        control.feed_set = true;
        control.state.feed = feed;
        emitter.suspicion.feed_reported = false;
    }
    if let Some(speed) = block.get(b's') {
        control.speed_set = true;
        control.state.speed = speed;
    }
}

fn m_words(block: &Block, control: &mut Control<'_>, emitter: &mut Emitter<'_>) -> Step {
    output_words(block, control)?;
    if !changes_last(block, control) {
        change_tool(block, control, emitter)?;
    }
    match block.code(Group::Spindle) {
        Some(3) => control.state.spindle = Spindle::Clockwise,
        Some(4) => control.state.spindle = Spindle::CounterClockwise,
        Some(5 | 19) => control.state.spindle = Spindle::Stopped,
        Some(code @ 70..=73) => saved_state(code, control, emitter)?,
        _ => {}
    }
    match block.code(Group::Coolant) {
        Some(7) => control.state.mist = true,
        Some(8) => control.state.flood = true,
        Some(9) => (control.state.mist, control.state.flood) = (false, false),
        _ => {}
    }
    overrides(block, control)?;
    if let Some(number) = block.code(Group::User)
        && number >= 100
    {
        if control.options.dialect == Dialect::Haas && number == 109 {
            return ask_operator(block, control, emitter);
        }
        let at = block.code_place(Group::User);
        let why = "runs a program of this machine that is not shown here";
        emitter.warn_of_unknown(number, at, why, control)?;
    }
    Ok(())
}

/// M109 of a Haas: what the operator answers is in the variable P from there on.
fn ask_operator(block: &Block, control: &mut Control<'_>, emitter: &mut Emitter<'_>) -> Step {
    let number = block.get(b'p').and_then(whole).and_then(|number| u32::try_from(number).ok());
    lose_variable(number, control, emitter);
    match number {
        Some(_) => Ok(()),
        None => {
            let at = block.code_place(Group::User);
            refuse(code::MISSING, at, "M109 needs P, the number of the variable that it sets")
        }
    }
}

/// M62 … M68: no motion, but the letters they need must be there.
fn output_words(block: &Block, control: &Control<'_>) -> Step {
    let Some(number) = block.code(Group::InputOutput) else { return Ok(()) };
    let at = block.code_place(Group::InputOutput);
    if control.compensating() {
        let message = format!("M{number} is not allowed while cutter compensation is on");
        return refuse(code::COMPENSATION, at, message);
    }
    let index = if number <= 65 { b'p' } else { b'e' };
    if block.get(index).is_none_or(|value| value.round() < 0.0) {
        let letter = char::from(index).to_ascii_uppercase();
        return refuse(code::MISSING, at, format!("M{number} needs {letter}, zero or more"));
    }
    Ok(())
}

fn overrides(block: &Block, control: &mut Control<'_>) -> Step {
    let Some(number) = block.code(Group::Override) else { return Ok(()) };
    if control.compensating() {
        let at = block.code_place(Group::Override);
        let message = format!("M{number} is not allowed while cutter compensation is on");
        return refuse(code::COMPENSATION, at, message);
    }
    let on = block.get(b'p') != Some(0.0);
    match number {
        48 | 49 => {
            control.state.feed_override = number == 48;
            control.state.speed_override = number == 48;
        }
        50 => control.state.feed_override = on,
        51 => control.state.speed_override = on,
        52 => control.state.adaptive_feed = on,
        53 => control.state.feed_hold = on,
        _ => {}
    }
    Ok(())
}

/// G words that set something, in their order.
fn settings(block: &mut Block, control: &mut Control<'_>, emitter: &mut Emitter<'_>) -> Step {
    if let Some(plane) = block.code(Group::Plane) {
        set_plane(plane, block, control)?;
    }
    control.units_set |= block.code(Group::Units).is_some();
    control.set_units(control.units_in(block));
    if let Some(mode) = block.code(Group::LatheDiameter) {
        set_diameter_mode(mode == g::G7, block, control);
    }
    if let Some(code) = block.code(Group::CutterCompensation) {
        set_compensation(code, block, control, emitter)?;
    }
    if let Some(code) = length_word(block, control) {
        set_tool_length(code, block, control, emitter)?;
    }
    if let Some(code) = block.code(Group::WorkOffset) {
        set_system(code, block, control, emitter)?;
    }
    if let Some(code) = block.code(Group::PathControl) {
        if control.compensating() {
            let at = block.code_place(Group::PathControl);
            let message = "path control cannot change while cutter compensation is on";
            return refuse(code::COMPENSATION, at, message);
        }
        control.state.path_control = code;
    }
    if let Some(code) = block.code(Group::Distance) {
        control.distance_set = true;
        control.state.incremental = code == g::G91;
    }
    if let Some(code) = block.code(Group::ArcDistance) {
        control.arcs_set = true;
        control.state.arc_absolute = code == g::G90_1;
    }
    if let Some(code) = block.code(Group::ReturnLevel) {
        if control.compensating() {
            let at = block.code_place(Group::ReturnLevel);
            let message = "the return level cannot change while cutter compensation is on";
            return refuse(code::COMPENSATION, at, message);
        }
        control.state.return_to_r = code != g::G98;
    }
    if block.any_group(FIGURES) {
        set_transforms(block, control, emitter)?;
    }
    if let Some(code) = block.code(Group::Once) {
        once(code, block, control, emitter)?;
    }
    if let Some(code) = block.code(Group::OffsetState) {
        set_zero(code, block, control, emitter)?;
    }
    Ok(())
}

/// The plane of G17, G18, G19.
pub(crate) fn plane_of(code: u16) -> Plane {
    match code {
        g::G18 => Plane::Zx,
        g::G19 => Plane::Yz,
        _ => Plane::Xy,
    }
}

fn set_plane(code: u16, block: &Block, control: &mut Control<'_>) -> Step {
    let plane = plane_of(code);
    if control.compensating() && (plane != control.state.plane || plane == Plane::Yz) {
        let at = block.code_place(Group::Plane);
        let message = "the plane cannot change while cutter compensation is on";
        return refuse(code::COMPENSATION, at, message);
    }
    control.state.plane = plane;
    Ok(())
}

/// G7, G8: X of this very block was read in the old mode.
fn set_diameter_mode(diameter: bool, block: &mut Block, control: &mut Control<'_>) {
    if diameter == control.state.lathe_diameter {
        return;
    }
    let factor = if diameter { 0.5 } else { 2.0 };
    let letters: &[u8] = if block.motion == Some(g::G76) { b"xijk" } else { b"x" };
    for letter in letters {
        if let Some(value) = block.get(*letter) {
            block.change(*letter, value * factor);
        }
    }
    control.state.lathe_diameter = diameter;
}

fn once(code: u16, block: &Block, control: &mut Control<'_>, emitter: &mut Emitter<'_>) -> Step {
    match code {
        g::G10 if control.options.dialect.macro_b() => fanuc_data(block, control, emitter),
        g::G10 => set_data(block, control, emitter),
        g::G28 | g::G30 => {
            leave_series(code, control);
            go_home(code, block, control, emitter)
        }
        g::G29 => return_from_home(block, control, emitter),
        g::G28_1 | g::G30_1 => save_home(code, block, control, emitter),
        g::G12 | g::G13 => circular_pocket(code, block, control, emitter),
        g::G52 | g::G92 => set_zero(code, block, control, emitter),
        g::G5_3 => end_nurbs(block, control, emitter),
        _ => Ok(()),
    }
}

fn motion(
    code: u16,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step<Option<Box<Gathering>>> {
    if control.options.dialect.macro_b() && block.is(Group::Once, g::G53) {
        // It is for this block alone, and leaves a series of holes as it was.
        leave_series(g::G53, control);
    } else if !g::is_cycle(code) {
        control.state.end_series();
    }
    match code {
        g::G0 | g::G1 | g::G33 | g::G33_1 | g::G76 => straight(code, block, control, emitter)?,
        g::G2 | g::G3 => arc(code, block, control, emitter)?,
        g::G5 | g::G5_1 => spline(code, block, control, emitter)?,
        g::G5_2 => nurbs_point(block, control, emitter)?,
        g::G80 if control.options.dialect.macro_b() => {
            control.state.end_drilling();
        }
        g::G80 => {
            control.state.motion = Some(g::G80);
        }
        _ if g::is_cycle(code) && control.options.dialect.macro_b() => {
            drill_fanuc(code, block, control, emitter)?;
        }
        _ if g::is_cycle(code) => cycle(code, block, control, emitter)?,
        _ if g::is_lathe_cycle(code) => {
            return lathe_cycle(code, block, control, emitter).map(Some);
        }
        _ => return refuse(code::NOT_FOLLOWED, block.code_place(Group::Motion), "not followed"),
    }
    Ok(None)
}
