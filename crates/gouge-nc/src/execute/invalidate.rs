//! Marks as unknown what a refused block leaves open: positions, parameters, the motion word.

use std::ops::RangeInclusive;

use crate::control::Control;
use crate::control::contour::Contour;
use crate::control::length::InForce;
use crate::control::params::{G92_FIRST, HOME, system_first};
use crate::control::state::{FIRST_SECONDARY, FeedMode};
use crate::control::transform::{Rotation, Scaling};
use crate::dialect::Dialect;
use crate::emit::Emitter;
use crate::execute::frames::{CYLINDRICAL, PLANES, POLAR_OFF, invalidate_frame, leave_frame};
use crate::execute::lose::{
    lose_all, lose_length, lose_parameter, lose_place, lose_rest, lose_tool_data, lose_zeros,
};
use crate::execute::offsets::system_of;
use crate::execute::plane_of;
use crate::execute::tool_length::takes_h_alone;
use crate::execute::written::Written;
use crate::fanuc::lost_setting::lose_variable;
use crate::grbl::command::{command, lose_by_command};
use crate::read::block::Block;
use crate::read::expr::whole;
use crate::words::{Group, g};

/// Where a macro is called after each motion (G66).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Macros {
    None,
    /// In the program that runs: which blocks moved decides whether it ran, and what it changed.
    Here,
    /// In one that this program was called from.
    Outside,
}

/// After a refused block: what it may have changed is not known any more. Whether it is known
/// which line comes next.
pub(crate) fn invalidate(
    text: &[u8],
    block: &Block,
    macros: Macros,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> bool {
    // Of a program for Grbl, whatever control it is read for.
    if let Some(command) = command(text) {
        lose_by_command(&command, control, emitter);
        return true;
    }
    let mut written = Written::of(text, block, control);
    let calls = match macros {
        Macros::None => false,
        Macros::Here => true,
        Macros::Outside => written.codes.contains(&g::G67),
    };
    written.anything |= calls;
    written.unclear |= calls;
    let block = &written.block;
    for code in &written.codes {
        invalidate_frame(*code, control, emitter);
    }
    if written.unrolls {
        leave_frame(&[CYLINDRICAL], control, emitter);
    }
    invalidate_figures(&written, control);
    invalidate_path(block, control, emitter);
    control.invalid.selected |= written.selects;
    invalidate_offsets(&written, control);
    invalidate_hole(&written, control, emitter);
    if matches!(block.code(Group::Once), Some(g::G28 | g::G30)) {
        control.passed = [None; 3];
    }
    if let Some(code @ (g::G28_1 | g::G30_1)) = block.code(Group::Once) {
        let first = HOME[usize::from(code == g::G30_1)];
        (first..first + 3).for_each(|number| control.params.set(number, f64::NAN));
    }
    let elsewhere = sets_another_zero(block, control);
    let moves_zero =
        matches!(block.code(Group::Once), Some(g::G10 | g::G28 | g::G30)) && !elsewhere;
    let shifts = [Group::WorkOffset, Group::ToolLength, Group::OffsetState]
        .into_iter()
        .any(|group| block.code(group).is_some());
    // An H alone changes the length too.
    let renews = written.length && takes_h_alone(control);
    if renews {
        lose_length([false; 3], control);
    }
    control.length.last_lost |= written.length;
    let anywhere = written.strange || moves_zero || shifts || renews;
    let named = written.axes.map(|named| named && !elsewhere);
    lose_place(named.map(|named| named || anywhere), control, emitter);
    lose_rest(turned(&written, control), control);
    if written.codes.iter().any(|code| MEASURES.contains(code)) {
        lose_tool_data(None, control);
    }
    if written.codes.iter().any(|code| MEASURES_ZERO.contains(code)) {
        lose_zeros(None, control);
    }
    let lose = if control.options.dialect.macro_b() { lose_variable } else { lose_parameter };
    for number in &written.variables {
        lose(*number, control, emitter);
    }
    // What a call that was not followed changes is anyone's guess, as is which word `G#500` is.
    if written.anything {
        lose_all(control, emitter);
        control.invalid.doubt_frame(&[]);
    }
    match control.options.dialect {
        Dialect::Grbl => doubt_modes(&written, control),
        _ => take_modes(&written, control),
    }
    !written.steers
}

/// What comes after a refused block is judged in its modes, as if they alone were carried out.
fn take_modes(written: &Written, control: &mut Control<'_>) {
    let block = &written.block;
    if let Some(code) = block.code(Group::Plane) {
        control.state.plane = plane_of(code);
    }
    if written.unclear {
        control.state.motion = None;
    } else if let Some(motion) = block.code(Group::Motion) {
        control.state.motion = Some(motion);
        if !g::is_cycle(motion) {
            control.state.end_series();
        }
    }
    if !control.options.dialect.macro_b() && control.state.motion.is_some_and(g::is_cycle) {
        // The cycle goes on with levels that the block may have changed.
        control.state.motion = None;
    }
    control.set_units(control.units_in(block));
    control.state.incremental = control.is_incremental_in(block);
    if let Some(code) = block.code(Group::ArcDistance) {
        control.state.arc_absolute = code == g::G90_1;
    }
    if let Some(code) = block.code(Group::LatheDiameter) {
        control.state.lathe_diameter = code == g::G7;
    }
    if let Some(code) = block.code(Group::ReturnLevel) {
        control.state.return_to_r = code != g::G98;
    }
}

/// A mode that a refused block says is not known where it is another than that of before. Grbl
/// drops the modes of a block with it, and a sender that goes on does so in those of before; but
/// not all that is refused here is rejected there, and what follows Grbl takes more than it.
fn doubt_modes(written: &Written, control: &mut Control<'_>) {
    let block = &written.block;
    if block.code(Group::Plane).is_some_and(|code| plane_of(code) != control.state.plane) {
        control.invalid.doubt_frame(PLANES);
    }
    let units = control.units_in(block) != control.state.units;
    let inverse = control.state.feed_mode == FeedMode::InverseTime;
    // In inverse time a cut without F is dropped.
    let feeds = block.code(Group::FeedMode).is_some_and(|code| (code == g::G93) != inverse);
    if units || feeds || control.is_incremental_in(block) != control.state.incremental {
        control.invalid.doubt_frame(&[]);
    }
    // A rapid and a straight cut go the same way.
    let straight = |motion: Option<u16>| matches!(motion, Some(g::G0 | g::G1));
    let said = block.code(Group::Motion);
    let other = said.is_some() && said != control.state.motion;
    if written.unclear || (other && !(straight(said) && straight(control.state.motion))) {
        let idle = match control.state.motion {
            Some(motion) => motion == g::G80,
            None => control.invalid.idle,
        };
        control.invalid.idle = idle || written.codes.contains(&g::G80);
        control.state.motion = None;
    }
}

/// Automatic measuring of lengths and diameters (G35 … G37 of a Haas).
const MEASURES: RangeInclusive<u16> = 350..=370;

/// Automatic measuring of a work offset (G36 and G136 of a Haas).
const MEASURES_ZERO: [u16; 2] = [360, 1360];

/// Which of A, B, C, U, V, W a refused line may have moved: U, V and W are steps of lathe cycles
/// too, and the time of a dwell.
fn turned(written: &Written, control: &Control<'_>) -> [bool; 6] {
    // C of G7.1 is a radius.
    if written.codes.contains(&CYLINDRICAL) {
        return [false; 6];
    }
    let steps = written.block.code(Group::Motion).is_some_and(g::is_lathe_cycle);
    let dwells = control.options.dialect.macro_b() && written.codes.contains(&g::G4);
    std::array::from_fn(|axis| written.rest[axis] && (axis < FIRST_SECONDARY || !(steps || dwells)))
}

/// A refused block that may have drilled: which level it came back to, on which the series began,
/// and the levels that it may have set and that were not noted.
fn invalidate_hole(written: &Written, control: &mut Control<'_>, emitter: &mut Emitter<'_>) {
    let begins = written.codes.iter().any(|code| g::is_cycle(*code));
    let said = written.block.code(Group::Motion).filter(|_| !written.unclear);
    let goes_on = said.or(control.state.motion).is_none_or(g::is_cycle);
    if !begins && (!goes_on || control.options.dialect == Dialect::Grbl) {
        return;
    }
    let plane = written.block.code(Group::Plane).map_or(control.state.plane, plane_of);
    let normal = plane.axes()[2];
    if written.level || written.axes.contains(&true) {
        lose_place(std::array::from_fn(|axis| axis == normal), control, emitter);
    }
    let drilling = &mut control.state.drilling;
    if begins {
        drilling.initial.get_or_insert(f64::NAN);
        control.state.cycle.initial.get_or_insert(f64::NAN);
    }
    if drilling.noted {
        return;
    }
    if written.level {
        drilling.clear = None;
    }
    if written.axes[normal] {
        drilling.bottom = None;
    }
}

/// Where the tool runs is not known after a cutter compensation whose beginning, end or change was
/// refused; nor where moves end that waited for the next one.
fn invalidate_path(block: &Block, control: &mut Control<'_>, emitter: &mut Emitter<'_>) {
    let Some(code) = block.code(Group::CutterCompensation) else { return };
    let begins = code != g::G40 && !control.compensating();
    if begins || control.diverts() {
        control.contour = Contour::Unknown;
        emitter.drifts = true;
    }
}

/// An offset or a tool that a refused block may have changed is not known until another one says
/// it: what the places after it are was taken from those of before.
fn invalidate_offsets(written: &Written, control: &mut Control<'_>) {
    let block = &written.block;
    let once = block.code(Group::Once);
    if once == Some(g::G10) {
        invalidate_data(written, control);
    }
    let system = block.code(Group::WorkOffset);
    let further = |code| matches!(code, g::G54_1 | g::G154) || block.has(b'p');
    control.invalid.system |=
        system.is_some_and(|code| further(code) || system_of(code) != control.state.system);
    control.invalid.tool |= block.code(Group::ToolChange).is_some();
    if control.invalid.system || control.invalid.tool {
        control.load_system();
    }
    // Nothing is ended that is not there.
    let ends = |code: Option<u16>, end: &[u16], there: bool| {
        code.is_some_and(|code| there || !end.contains(&code))
    };
    let moved = control.state.g92 != [0.0; 3];
    let all = ends(block.code(Group::OffsetState), &[g::G92_1, g::G92_2], moved);
    let some = matches!(once, Some(g::G92 | g::G52));
    for (axis, named) in written.axes.into_iter().enumerate() {
        if all || (some && named) {
            control.state.g92[axis] = f64::NAN;
            // G92.3 would bring back what was stored before.
            control.params.set(G92_FIRST + axis, f64::NAN);
        }
    }
    let length = control.length.in_force != InForce::Nothing;
    let code = block.code(Group::ToolLength);
    if ends(code, &[g::G49], length) {
        let given = matches!(code, Some(g::G43_1 | g::G43_2));
        lose_length(written.axes.map(|named| named && given), control);
    }
}

/// What a refused G10 may have set: the offset or tool of its P, where that was read.
fn invalidate_data(written: &Written, control: &mut Control<'_>) {
    let block = &written.block;
    let number = block.get(b'p').and_then(whole);
    let kind = block.get(b'l').and_then(whole);
    if !matches!(kind, Some(2 | 20)) {
        lose_tool_data(number.and_then(|number| u32::try_from(number).ok()), control);
    }
    if !matches!(kind, Some(1 | 10..=13)) {
        let zero = placed_zero(block, control);
        let turns = written.level && control.options.dialect == Dialect::LinuxCnc;
        for system in (1..=9).filter(|system| turns && zero.is_none_or(|zero| zero == *system)) {
            control.params.set(system_first(system) + 9, f64::NAN);
        }
        lose_zeros(zero, control);
    }
}

/// The work offset that a G10 places, where that was read.
fn placed_zero(block: &Block, control: &Control<'_>) -> Option<usize> {
    let further = control.options.dialect.macro_b() && block.get(b'l').and_then(whole) != Some(2);
    let number = block.get(b'p').and_then(whole).and_then(|number| usize::try_from(number).ok());
    number.filter(|system| (1..=9).contains(system) && !further)
}

/// Whether the axis words of a refused block are for a work offset that is not in force.
fn sets_another_zero(block: &Block, control: &Control<'_>) -> bool {
    let kind = block.get(b'l').and_then(whole);
    let data = block.is(Group::Once, g::G10) && block.code(Group::Motion).is_none();
    let other = placed_zero(block, control).is_some_and(|system| system != control.state.system);
    data && matches!(kind, Some(2 | 20)) && other && block.code(Group::WorkOffset).is_none()
}

/// A scaling, rotation or mirror image whose beginning or end was refused leaves no place known
/// until it is ended.
fn invalidate_figures(written: &Written, control: &mut Control<'_>) {
    let block = &written.block;
    let transform = &mut control.state.transform;
    // Nothing is ended that is not there.
    let doubtful = |code: Option<u16>, begins: &[u16], there: bool| {
        code.is_some_and(|code| there || begins.contains(&code))
    };
    if doubtful(block.code(Group::Scaling), &[g::G51], transform.scaling.is_some()) {
        transform.scaling = Some(Scaling { center: [f64::NAN; 3], factor: [1.0; 3] });
    }
    if doubtful(block.code(Group::Polar), &[g::G16], control.state.polar.is_some()) {
        control.invalid.doubt_frame(POLAR_OFF);
    }
    if doubtful(block.code(Group::Rotation), &[g::G68], transform.rotation.is_some()) {
        let plane = block.code(Group::Plane).map_or(control.state.plane, plane_of);
        let mut center = plane.unfold([f64::NAN, f64::NAN, 0.0]);
        if let Some(Rotation { plane: before, .. }) = transform.rotation {
            before.axes()[..2].iter().for_each(|axis| center[*axis] = f64::NAN);
        }
        transform.rotation = Some(Rotation { plane, center, angle: 0.0 });
    }
    if let Some(code) = block.code(Group::Mirror) {
        let begins = matches!(code, g::G51_1 | g::G101);
        for (mirror, named) in transform.mirror.iter_mut().zip(written.axes) {
            if mirror.is_some() || (begins && named) {
                *mirror = Some(f64::NAN);
            }
        }
    }
}
