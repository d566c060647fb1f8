//! How Mach3 differs from LinuxCNC: O lines that are labels, circular pockets, rotation by A, B and
//! R, factors of scaling in the axis words, polar words about the present point.

use crate::code;
use crate::control::Control;
use crate::control::plane::Plane;
use crate::control::transform::{Rotation, Scaling};
use crate::dialect::Dialect;
use crate::emit::{Emitter, Fact};
use crate::execute::feed::check_feed;
use crate::fanuc::transform_check::check_figures;
use crate::fault::{Step, refuse};
use crate::motion::Kind;
use crate::read::block::{AXES, Block, CENTRE, bit};
use crate::words::{Group, code_name, g};

/// Whether the block's axis words are not for a motion; checks them, and what may not stand
/// beside scaling, rotation and polar words.
pub(crate) fn check_mach3(block: &Block, control: &Control<'_>) -> Step<bool> {
    check_figures(block, control)?;
    if control.state.polar.is_some() {
        check_polar(block, control)?;
    }
    let arc = matches!(block.code(Group::Motion).or(control.state.motion), Some(g::G2 | g::G3));
    if arc && block.has(b'r') && control.state.transform.scaling.is_some() {
        let message = "an arc by R in scaled coordinates is not followed: give I and J";
        return refuse(code::NOT_FOLLOWED, block.place(b'r'), message);
    }
    let turns = block.is(Group::Rotation, g::G68);
    let own = if turns {
        Some(Group::Rotation)
    } else if block.is(Group::Scaling, g::G51) {
        Some(Group::Scaling)
    } else if matches!(block.code(Group::Once), Some(g::G12 | g::G13)) {
        Some(Group::Once)
    } else {
        None
    };
    let Some(own) = own else { return Ok(false) };
    let name = code_name('G', block.code(own).unwrap_or_default());
    if block.code(Group::Motion).is_some() {
        let at = block.code_place(Group::Motion);
        return refuse(code::CONFLICT, at, format!("{name} needs a block of its own"));
    }
    let letters = match own {
        Group::Rotation => bit(b'a') | bit(b'b') | bit(b'i') | bit(b'r'),
        Group::Scaling => AXES,
        _ => bit(b'i'),
    };
    let others = block.mask() & !(letters | bit(b'f') | bit(b's') | bit(b't'));
    if others != 0 {
        let at = block.first_place(others);
        return refuse(code::UNUSED, at, format!("{name} has no use for this word"));
    }
    Ok(true)
}

fn check_polar(block: &Block, control: &Control<'_>) -> Step {
    let motion = block.code(Group::Motion).or(control.state.motion);
    let other = motion.is_some_and(|motion| motion > g::G1) && block.any(AXES);
    let zero = matches!(block.code(Group::Once), Some(g::G10 | g::G28 | g::G30 | g::G52 | g::G92))
        || block.code(Group::WorkOffset).is_some()
        || block.code(Group::OffsetState).is_some();
    if other || zero || block.any_group(&[Group::Rotation, Group::Scaling, Group::Plane]) {
        let message = "in polar coordinates (G16) only G0 and G1 are followed: G15 first";
        return refuse(code::NOT_FOLLOWED, 0..0, message);
    }
    Ok(())
}

/// How the words of an arc's centre count is a setting of Mach3 (IJ Mode) until the program says
/// it.
pub(crate) fn assume_centres(
    block: &Block,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let declared = control.arcs_set || control.options.absolute_arc_centers;
    if declared || control.options.dialect != Dialect::Mach3 {
        return Ok(());
    }
    let span = control.here.part(&block.first_place(CENTRE));
    let value = "I, J and K count from the start of the arc (G91.1)".to_owned();
    let message = "neither G90.1 nor G91.1 comes before the first arc, and how they count then is \
                   a setting of the control (IJ Mode)";
    emitter.assume((Fact::ArcCentres, 0), span, value, message)?;
    Ok(())
}

/// G12 and G13: to the circle along X, once round it, and back to its centre.
pub(crate) fn circular_pocket(
    code: u16,
    block: &Block,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let at = block.code_place(Group::Once);
    let name = code_name('G', code);
    let Some(radius) = block.get(b'i').filter(|radius| *radius != 0.0) else {
        return refuse(code::MISSING, at, format!("{name} needs I, the radius"));
    };
    if control.state.plane != Plane::Xy || !control.state.transform.keeps_circles(Plane::Xy) {
        let message = format!("{name} is for the XY plane (G17), unscaled or scaled evenly");
        return refuse(code::CONFLICT, at, message);
    }
    if control.compensating() {
        let message = format!("{name} is not allowed while cutter compensation is on");
        return refuse(code::COMPENSATION, at, message);
    }
    let center = [0, 1, 2].map(|axis| control.work_place(axis));
    if center.iter().any(|value| value.is_nan()) {
        let message = "the pocket's centre is the present point, which is not known";
        return refuse(code::UNKNOWN_START, at, message);
    }
    check_feed(block, control, emitter)?;
    let rest = control.state.rest;
    let edge = [center[0] + radius, center[1], center[2]];
    let turns = if code == g::G12 { -1 } else { 1 };
    emitter.send(Kind::Feed, edge, rest, control)?;
    emitter.send_arc(edge, edge, [center[0], center[1]], turns, rest, control)?;
    emitter.send(Kind::Feed, center, rest, control)
}

/// G68: A and B are the centre, R the angle, which I adds to the one in force.
pub(crate) fn mach3_rotation(block: &Block, control: &Control<'_>) -> Step<Rotation> {
    let at = block.code_place(Group::Rotation);
    let (Some(x), Some(y), Some(mut angle)) = (block.rest(0), block.rest(1), block.get(b'r'))
    else {
        return refuse(code::MISSING, at, "G68 needs A and B, its centre, and R, the angle");
    };
    if control.state.plane != Plane::Xy {
        return refuse(code::CONFLICT, at, "G68 is for the XY plane (G17)");
    }
    let center = [x, y, 0.0];
    if block.has(b'i')
        && let Some(before) = control.state.transform.rotation
    {
        if before.center != center {
            let message = "G68 with I about another centre is not followed: G69 first";
            return refuse(code::NOT_FOLLOWED, at, message);
        }
        angle += before.angle;
    } else if control.state.transform.rotation.is_some() {
        let message = "G68 while a rotation is in force is not followed: G69 first";
        return refuse(code::NOT_FOLLOWED, at, message);
    }
    Ok(Rotation { plane: Plane::Xy, center, angle })
}

/// G51: the axis words are the factors, about the work zero.
pub(crate) fn mach3_scaling(block: &Block, control: &Control<'_>) -> Step<Scaling> {
    let at = block.code_place(Group::Scaling);
    let rotary = bit(b'a') | bit(b'b') | bit(b'c');
    if block.any(rotary) {
        let message = "scaled rotary axes are not followed";
        return refuse(code::NOT_FOLLOWED, block.first_place(rotary), message);
    }
    if !block.any(AXES) {
        return refuse(code::MISSING, at, "G51 needs a factor for at least one axis");
    }
    let before = control.state.transform.scaling.map_or([1.0; 3], |scaling| scaling.factor);
    let factor: [f64; 3] = std::array::from_fn(|axis| block.axis(axis).unwrap_or(before[axis]));
    if factor.contains(&0.0) {
        return refuse(code::RANGE, at, "a factor of 0 leaves nothing");
    }
    Ok(Scaling { center: [0.0; 3], factor })
}

/// A block in polar coordinates: X is the radius and Y the angle, about where G16 was given.
pub(crate) fn mach3_polar(
    block: &Block,
    center: [f64; 2],
    control: &Control<'_>,
) -> Step<Option<[f64; 2]>> {
    let (radius, angle) = (block.axis(0), block.axis(1));
    match (radius, angle) {
        (None, None) => Ok(None),
        (Some(radius), Some(angle)) if !control.state.incremental => {
            let (sin, cos) = crate::read::arithmetic::radians(angle).sin_cos();
            Ok(Some([center[0] + radius * cos, center[1] + radius * sin]))
        }
        _ => {
            let at = block.first_place(bit(b'x') | bit(b'y'));
            let message = "polar coordinates are followed with X and Y, radius and angle, in G90";
            refuse(code::NOT_FOLLOWED, at, message)
        }
    }
}
