//! Marks as unknown what a refused block leaves open: positions, parameters, the motion word.

use crate::control::Control;
use crate::control::contour::Contour;
use crate::control::length::InForce;
use crate::control::params::G92_FIRST;
use crate::control::state::Units;
use crate::control::transform::{Rotation, Scaling};
use crate::emit::Emitter;
use crate::execute::offsets::system_of;
use crate::execute::plane_of;
use crate::read::block::Block;
use crate::read::cursor::Cursor;
use crate::read::expr::read_name;
use crate::words::{Group, g};

/// After a refused block: what it may have changed is not known any more.
pub(crate) fn invalidate(
    text: &[u8],
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) {
    let mut cursor = Cursor::new(text);
    let (mut unknown, mut g_words) = ([false; 3], 0);
    let (mut selects, mut calls) = (false, false);
    loop {
        match cursor.peek() {
            0 | b';' => break,
            b'(' if cursor.comment().is_ok() => continue,
            letter @ b'x'..=b'z' => unknown[usize::from(letter - b'x')] = true,
            b'@' | b'^' => unknown = [true, true, false],
            b'#' if !control.options.dialect.macro_b() => {
                invalidate_setting(&mut cursor, control);
                continue;
            }
            b'g' => {
                g_words += 1;
                cursor.bump();
                let code = cursor.literal().map(|number| (number.value * 10.0).round());
                let code = code.unwrap_or_default() as u16;
                calls |= control.options.dialect.macro_b() && matches!(code, 650 | 660);
                invalidate_frame(code, control, emitter);
                continue;
            }
            b'c' => {
                cursor.bump();
                // G7.1 C0 ends it.
                if cursor.literal().is_some_and(|number| number.value == 0.0) {
                    leave_frame(&[CYLINDRICAL], control, emitter);
                }
                continue;
            }
            b't' => selects = true,
            _ => {}
        }
        cursor.bump();
    }
    invalidate_figures(block, control);
    invalidate_path(block, control);
    control.invalid.selected |= selects;
    invalidate_offsets(block, control);
    // Where a call that was not followed leaves the tool is anyone's guess.
    let calls = calls || matches!(block.code(Group::Stop), Some(97 | 98));
    if matches!(block.code(Group::Once), Some(g::G28 | g::G30)) {
        control.passed = [None; 3];
    }
    let moves_zero = matches!(block.code(Group::Once), Some(g::G10 | g::G28 | g::G30));
    let shifts = [Group::WorkOffset, Group::ToolLength, Group::OffsetState]
        .into_iter()
        .any(|group| block.code(group).is_some());
    for (axis, unknown) in unknown.into_iter().enumerate() {
        if unknown || moves_zero || shifts || calls {
            control.state.pos[axis] = f64::NAN;
            emitter.out[axis] = f64::NAN;
        }
    }
    if let Some(code) = block.code(Group::Plane) {
        control.state.plane = plane_of(code);
    }
    if calls || g_words > block.groups().count_ones() {
        control.state.motion = None;
    } else if let Some(motion) = block.code(Group::Motion) {
        control.state.motion = Some(motion);
    }
    if let Some(code) = block.code(Group::Units) {
        control.set_units(if code == g::G20 { Units::Inch } else { Units::Mm });
    }
    if let Some(code) = block.code(Group::Distance) {
        control.state.incremental = code == g::G91;
    }
}

/// Words that are not followed and change what X, Y and Z mean, each with those that end that. G
/// numbers in tenths: cylindrical and polar interpolation, tilted planes and tool centre point
/// control of a Fanuc and a Haas.
const FRAMES: &[(u16, &[u16])] = &[
    (CYLINDRICAL, &[CYLINDRICAL]),
    (121, &[131]),
    (434, &[g::G49]),
    (435, &[g::G49]),
    (542, &[]),
    (544, &[]),
    (682, &[690]),
    (683, &[690]),
    (684, &[690]),
    (1070, &[]),
    (1410, &[g::G40]),
    (1430, &[g::G49]),
    (2340, &[g::G49]),
    (2540, &[2550]),
    (2680, &[2690]),
];

const CYLINDRICAL: u16 = 71;

/// Where a word leads that changes what X, Y and Z mean is not known until another one ends that;
/// nor where the tool stands then.
fn invalidate_frame(code: u16, control: &mut Control<'_>, emitter: &mut Emitter<'_>) {
    if !control.options.dialect.macro_b() {
        return;
    }
    leave_frame(&[code], control, emitter);
    if let Some((_, ends)) = FRAMES.iter().find(|(begins, _)| *begins == code) {
        control.invalid.frame = Some(ends);
    }
}

/// A word that was carried out may end what is in doubt since another one was not.
pub(crate) fn settle_frame(block: &Block, control: &mut Control<'_>, emitter: &mut Emitter<'_>) {
    let groups = [Group::Rotation, Group::ToolLength, Group::CutterCompensation, Group::Polar];
    let codes = groups.map(|group| block.code(group).unwrap_or_default());
    leave_frame(&codes, control, emitter);
}

fn leave_frame(codes: &[u16], control: &mut Control<'_>, emitter: &mut Emitter<'_>) {
    let ends = |frame: &[u16]| codes.iter().any(|code| frame.contains(code));
    if control.invalid.frame.is_some_and(ends) {
        control.invalid.frame = None;
        control.state.pos = [f64::NAN; 3];
        emitter.out = [f64::NAN; 3];
    }
}

/// Where the tool runs is not known after a cutter compensation that was refused.
fn invalidate_path(block: &Block, control: &mut Control<'_>) {
    let begins = block.code(Group::CutterCompensation).is_some_and(|code| code != g::G40);
    if begins && !control.compensating() {
        control.contour = Contour::Unknown;
    }
}

/// An offset or a tool that a refused block may have changed is not known until another one says
/// it: what the places after it are was taken from those of before.
fn invalidate_offsets(block: &Block, control: &mut Control<'_>) {
    let once = block.code(Group::Once);
    if once == Some(g::G10) {
        let systems = match block.get(b'p').map(|p| p as usize) {
            Some(system @ 1..=9) => system..=system,
            _ => 1..=9,
        };
        systems.for_each(|system| control.set_origin_of(system, [f64::NAN; 3]));
        control.length.invalid = true;
    }
    let system = block.code(Group::WorkOffset);
    let further = |code| matches!(code, g::G54_1 | g::G154) || block.has(b'p');
    control.invalid.system |=
        system.is_some_and(|code| further(code) || system_of(code) != control.state.system);
    control.invalid.tool |= block.code(Group::ToolChange).is_some();
    if once == Some(g::G10) || control.invalid.system || control.invalid.tool {
        control.load_system();
    }
    // Nothing is ended that is not there.
    let ends = |code: Option<u16>, end: &[u16], there: bool| {
        code.is_some_and(|code| there || !end.contains(&code))
    };
    let moved = control.state.g92 != [0.0; 3];
    let all = ends(block.code(Group::OffsetState), &[g::G92_1, g::G92_2], moved);
    let some = matches!(once, Some(g::G92 | g::G52));
    for (axis, named) in block.names().into_iter().enumerate() {
        if all || (some && named) {
            control.state.g92[axis] = f64::NAN;
            // G92.3 would bring back what was stored before.
            control.params.set(G92_FIRST + axis, f64::NAN);
        }
    }
    let length = control.length.in_force != InForce::Nothing;
    control.length.invalid |= ends(block.code(Group::ToolLength), &[g::G49], length);
}

/// A scaling, rotation or mirror image that was refused leaves no place known until it ends.
fn invalidate_figures(block: &Block, control: &mut Control<'_>) {
    let transform = &mut control.state.transform;
    if block.is(Group::Scaling, g::G51) {
        transform.scaling = Some(Scaling { center: [f64::NAN; 3], factor: [1.0; 3] });
    }
    if block.is(Group::Polar, g::G16) {
        control.invalid.frame = Some(&[150]);
    }
    if block.is(Group::Rotation, g::G68) {
        let plane = control.state.plane;
        let center = plane.unfold([f64::NAN, f64::NAN, 0.0]);
        transform.rotation = Some(Rotation { plane, center, angle: 0.0 });
    }
    if matches!(block.code(Group::Mirror), Some(g::G51_1 | g::G101)) {
        for (axis, named) in block.names().into_iter().enumerate() {
            if named {
                transform.mirror[axis] = Some(f64::NAN);
            }
        }
    }
}

/// A parameter that a refused block sets is unknown from there on.
fn invalidate_setting(cursor: &mut Cursor<'_>, control: &mut Control<'_>) {
    cursor.bump();
    if cursor.peek() == b'<' {
        if let Ok(name) = read_name(cursor)
            && cursor.peek() == b'='
        {
            control.names.set(&name, f64::NAN);
        }
    } else if let Some(number) = cursor.digits()
        && cursor.peek() == b'='
        && let Ok(number) = usize::try_from(number)
    {
        control.params.set(number, f64::NAN);
    }
}
