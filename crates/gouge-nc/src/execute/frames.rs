//! Words that change what X, Y and Z mean, and those that end that: between them no place is known.

use crate::control::Control;
use crate::emit::Emitter;
use crate::read::block::Block;
use crate::words::{Group, Use, g};

/// Words that are not followed and change what X, Y and Z mean, each with those that end that. G
/// numbers in tenths: cylindrical and polar interpolation, tilted planes and tool centre point
/// control of a Fanuc and a Haas.
const FRAMES: &[(u16, &[u16])] = &[
    (CYLINDRICAL, &[CYLINDRICAL]),
    (70, &[]),
    (121, POLAR_ENDS),
    (411, DIRECTION_ENDS),
    (421, DIRECTION_ENDS),
    (434, &[g::G49]),
    (435, &[g::G49]),
    (542, &[]),
    (544, &[]),
    (682, &[690]),
    (683, &[690]),
    (684, &[690]),
    (1070, &[]),
    (1120, POLAR_ENDS),
    (1410, &[g::G40]),
    (1430, &[g::G49]),
    (1510, DIRECTION_ENDS),
    (1520, DIRECTION_ENDS),
    (2340, &[g::G49]),
    (2540, &[2550]),
    (2680, &[2690]),
];

pub(super) const CYLINDRICAL: u16 = 71;

pub(super) const PLANES: &[u16] = &[g::G17, g::G18, g::G19];

/// G40.1 and its other name.
const DIRECTION_ENDS: &[u16] = &[401, 1500];

/// G15.
pub(super) const POLAR_OFF: &[u16] = &[150];

/// G13.1 and its other name.
const POLAR_ENDS: &[u16] = &[131, 1130];

/// Where a word leads that changes what X, Y and Z mean is not known until another one ends that;
/// nor where the tool stands then.
pub(super) fn invalidate_frame(code: u16, control: &mut Control<'_>, emitter: &mut Emitter<'_>) {
    if !control.options.dialect.macro_b() {
        if matches!(code, 171 | 181 | 191) {
            control.invalid.doubt_frame(PLANES);
        }
        return;
    }
    leave_frame(&[code], control, emitter);
    // Such a number is another word on another control: G112 of a Haas is a work offset.
    let word = control.lookup.g(code);
    if word.is_some_and(|word| control.lookup.use_of(word) == Use::Done) {
        return;
    }
    if let Some((_, ends)) = FRAMES.iter().find(|(begins, _)| *begins == code) {
        control.invalid.doubt_frame(ends);
    }
}

/// A word that was carried out may end what is in doubt since another one was not.
pub(crate) fn settle_frame(block: &Block, control: &mut Control<'_>, emitter: &mut Emitter<'_>) {
    let groups =
        [Group::Rotation, Group::ToolLength, Group::CutterCompensation, Group::Polar, Group::Plane];
    let codes = groups.map(|group| block.code(group).unwrap_or_default());
    leave_frame(&codes, control, emitter);
}

/// Of what is in doubt, what some words end; where the tool stands then is not known.
pub(super) fn leave_frame(codes: &[u16], control: &mut Control<'_>, emitter: &mut Emitter<'_>) {
    if control.invalid.settle_frame(codes) {
        control.state.pos = [f64::NAN; 3];
        emitter.out = [f64::NAN; 3];
    }
}
