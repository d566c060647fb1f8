//! Words of Fanuc and Haas controls that change what coordinates mean: rotation (G68), scaling
//! (G51), mirror image (G51.1, Haas G101) and polar coordinates (G16).

use crate::code;
use crate::control::Control;
use crate::control::memory::Polar;
use crate::control::transform::{CoordinateTransform, Rotation, Scaling};
use crate::dialect::Dialect;
use crate::emit::{Emitter, Fact};
use crate::execute::mach3::{mach3_polar, mach3_rotation, mach3_scaling};
use crate::fanuc::first_rotated_move::note_rotation;
use crate::fault::{Step, refuse};
use crate::read::arithmetic::radians;
use crate::read::block::{Block, CENTRE, XYZ};
use crate::words::{Group, code_name, g};

/// What a whole number without a decimal point counts in, as a factor of scaling.
const FACTOR_STEP: f64 = 0.001;

/// G15, G16, G50 … G51.1, G68, G69, G100, G101.
pub(crate) fn set_transforms(
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let mut transform = control.state.transform;
    let mach3 = control.options.dialect == Dialect::Mach3;
    if let Some(code) = block.code(Group::Mirror) {
        let on = matches!(code, g::G51_1 | g::G101);
        let at = block.code_place(Group::Mirror);
        if transform.rotation.is_some() && on {
            let message = "the mirror image is set while a rotation is in force: controls \
                           differ in what that means (G69 first)";
            return refuse(code::CONFLICT, at, message);
        }
        if on && !block.any(XYZ) {
            let message = format!("{} needs the axis to mirror", code_name('G', code));
            return refuse(code::MISSING, at, message);
        }
        for axis in 0..3 {
            match block.axis(axis) {
                Some(place) if on => {
                    // Haas mirrors about the work zero, whatever the number.
                    transform.mirror[axis] = Some(if code == g::G101 { 0.0 } else { place });
                }
                Some(_) => transform.mirror[axis] = None,
                None if !on && !block.any(XYZ) => transform.mirror[axis] = None,
                None => {}
            }
        }
    }
    if !mach3 {
        check_order(block, &transform)?;
    }
    match block.code(Group::Scaling) {
        Some(g::G51) if mach3 => transform.scaling = Some(mach3_scaling(block, control)?),
        Some(g::G51) => transform.scaling = Some(scaling(block, control, emitter)?),
        Some(_) => transform.scaling = None,
        None => {}
    }
    match block.code(Group::Rotation) {
        Some(g::G68) if mach3 => transform.rotation = Some(mach3_rotation(block, control)?),
        Some(g::G68) => transform.rotation = Some(rotation(block, control, emitter)?),
        Some(_) => transform.rotation = None,
        None => {}
    }
    if transform != control.state.transform {
        if control.diverts() {
            let message = "mirror, scaling and rotation cannot change while cutter compensation moves the path";
            return refuse(code::COMPENSATION, 0..0, message);
        }
        let before = control.state.pos;
        control.keep_place(|control| control.state.transform = transform);
        note_rotation(block, before, control, emitter);
    }
    match block.code(Group::Polar) {
        Some(g::G16) => {
            let here = [0, 1].map(|axis| control.work_place(axis));
            let center = if mach3 { here } else { [0.0; 2] };
            if center.iter().any(|value| value.is_nan()) {
                let message = "the centre is the present point, which is not known";
                return refuse(code::UNKNOWN_START, block.code_place(Group::Polar), message);
            }
            control.state.polar = Some(Polar { center, ..Polar::default() });
        }
        Some(_) => control.state.polar = None,
        None => {}
    }
    Ok(())
}

/// Mirror image, then scaling, then rotation: set in another order, what they come to is the
/// control's.
fn check_order(block: &Block, transform: &CoordinateTransform) -> Step {
    if block.is(Group::Rotation, g::G68) && transform.mirror != [None; 3] {
        let message = "a rotation is set while a mirror image is in force: controls differ in what \
                       that means (end the mirror image first)";
        return refuse(code::CONFLICT, block.code_place(Group::Rotation), message);
    }
    if block.is(Group::Scaling, g::G51) && transform.rotation.is_some() {
        let message = "scaling is set while a rotation is in force: controls differ in what that \
                       means (G69 first)";
        return refuse(code::CONFLICT, block.code_place(Group::Scaling), message);
    }
    Ok(())
}

/// The stated centre, axis by axis; where none is stated, the present point.
fn figure_center(
    block: &Block,
    at: std::ops::Range<usize>,
    control: &Control<'_>,
) -> Step<[f64; 3]> {
    let center: [f64; 3] =
        std::array::from_fn(|axis| block.axis(axis).unwrap_or(control.work_place(axis)));
    let [u, v, _] = control.state.plane.axes();
    if center[u].is_nan() || center[v].is_nan() {
        let message = "the centre is the present point, which is not known: state it";
        return refuse(code::UNKNOWN_START, at, message);
    }
    Ok(center.map(|value| if value.is_nan() { 0.0 } else { value }))
}

fn rotation(block: &Block, control: &Control<'_>, emitter: &mut Emitter<'_>) -> Step<Rotation> {
    let at = block.code_place(Group::Rotation);
    let center = figure_center(block, at.clone(), control)?;
    let Some(mut angle) = block.get(b'r') else {
        return refuse(code::MISSING, at, "G68 needs R, the angle");
    };
    if control.state.incremental {
        assume_angle(block, control, emitter)?;
    }
    if control.options.dialect == Dialect::Haas && control.state.incremental {
        angle += control.state.transform.rotation.map_or(0.0, |rotation| rotation.angle);
    }
    Ok(Rotation { plane: control.state.plane, center, angle })
}

/// Whether R in G91 adds to the angle in force is a setting of the control.
fn assume_angle(block: &Block, control: &Control<'_>, emitter: &mut Emitter<'_>) -> Step {
    let (value, message) = match control.options.dialect {
        Dialect::Haas => (
            "R of G68 in G91 adds to the angle in force",
            "setting 73 of the control says whether it does",
        ),
        _ => (
            "R of G68 in G91 is the angle itself, not one added to it",
            "a parameter of the control says which it is",
        ),
    };
    let span = control.here.part(&block.place(b'r'));
    emitter.assume((Fact::Rotation, 0), span, value.to_owned(), message)?;
    Ok(())
}

fn scaling(block: &Block, control: &Control<'_>, emitter: &mut Emitter<'_>) -> Step<Scaling> {
    let at = block.code_place(Group::Scaling);
    if control.options.dialect == Dialect::Haas && block.any(CENTRE) {
        let message = "G51 of a Haas scales all axes alike, by P: I, J and K have no use";
        return refuse(code::UNUSED, block.first_place(CENTRE), message);
    }
    let center = figure_center(block, at.clone(), control)?;
    let mut factor = [1.0; 3];
    let fanuc = control.options.dialect == Dialect::Fanuc;
    let mut read = |letter: u8| -> Step<Option<f64>> {
        let Some(value) = block.get(letter) else { return Ok(None) };
        if block.pointed(letter) {
            return Ok(Some(value));
        }
        if fanuc {
            assume_factor(letter, value, block, control, emitter)?;
            return Ok(Some(value * FACTOR_STEP));
        }
        refuse(
            code::RANGE,
            block.place(letter),
            "a factor without a decimal point is read differently from control to control: write the point",
        )
    };
    if let Some(all) = read(b'p')? {
        factor = [all; 3];
    } else if block.any(CENTRE) {
        for (axis, letter) in [b'i', b'j', b'k'].into_iter().enumerate() {
            factor[axis] = read(letter)?.unwrap_or(1.0);
        }
    } else {
        return refuse(code::MISSING, at, "G51 needs its factor: P, or I, J, K");
    }
    if factor.contains(&0.0) {
        return refuse(code::RANGE, at, "a factor of 0 leaves nothing");
    }
    if fanuc {
        assume_scaled(block, factor, control, emitter)?;
    }
    Ok(Scaling { center, factor })
}

/// Which axes take part is a parameter of the control, axis by axis: where the block names no
/// centre of one, nothing in the program says that it does.
fn assume_scaled(
    block: &Block,
    factor: [f64; 3],
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let scaled = |axis: &usize| block.axis(*axis).is_none() && factor[*axis] != 1.0;
    let axes: Vec<usize> = (0..3).filter(scaled).collect();
    if axes.is_empty() {
        return Ok(());
    }
    let which = axes.iter().map(|axis| 1 << axis).sum();
    let names: Vec<&str> = axes.iter().map(|axis| ["X", "Y", "Z"][*axis]).collect();
    let value = format!("G51 also scales {}, without naming a centre", names.join(", "));
    let span = control.here.part(&block.code_place(Group::Scaling));
    let message = "a parameter of the control (5401) says which axes are scaled";
    emitter.assume((Fact::ScaledAxes, which), span, value, message)?;
    Ok(())
}

/// What a factor without a decimal point counts in is a parameter of the control: thousandths or
/// hundred thousandths.
fn assume_factor(
    letter: u8,
    value: f64,
    block: &Block,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let name = char::from(letter).to_ascii_uppercase();
    let value =
        format!("{name}{value} of G51 is a factor of {}, in thousandths", value * FACTOR_STEP);
    let span = control.here.part(&block.place(letter));
    let message = "a parameter of the control sets what a factor without a decimal point counts in";
    emitter.assume((Fact::Scale, 0), span, value, message)?;
    Ok(())
}

/// The plane's coordinates of a block in polar coordinates: the first axis word is the radius,
/// the second the angle, about the work zero.
pub(crate) fn polar_place(
    block: &Block,
    here: [f64; 3],
    control: &mut Control<'_>,
) -> Step<[f64; 3]> {
    let Some(mut polar) = control.state.polar else { return Ok(here) };
    if control.options.dialect == Dialect::Mach3 {
        let [x, y] = mach3_polar(block, polar.center, control)?.unwrap_or([here[0], here[1]]);
        return Ok([x, y, here[2]]);
    }
    let [u, v, _] = control.state.plane.axes();
    let mut to = here;
    if block.axis(u).is_none() && block.axis(v).is_none() {
        (to[u], to[v]) = (control.state.pos[u], control.state.pos[v]);
        return Ok(to);
    }
    let place = block.first_place(XYZ);
    if let Some(radius) = block.axis(u) {
        if control.state.incremental {
            let message = "an incremental polar radius is not followed: state it in G90";
            return refuse(code::NOT_FOLLOWED, place, message);
        }
        polar.radius = Some(radius);
    }
    if let Some(angle) = block.axis(v) {
        let before = if control.state.incremental { polar.angle.unwrap_or(0.0) } else { 0.0 };
        polar.angle = Some(before + angle);
    }
    let (Some(radius), Some(angle)) = (polar.radius, polar.angle) else {
        let message = "polar coordinates need both radius and angle at first";
        return refuse(code::MISSING, place, message);
    };
    control.state.polar = Some(polar);
    let (sin, cos) = radians(angle).sin_cos();
    (to[u], to[v]) = (radius * cos, radius * sin);
    Ok(to)
}
