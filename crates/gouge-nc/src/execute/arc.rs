//! G2 and G3 by centre or radius. LinuxCNC: `convert_arc` in `interp_convert.cc`, `interp_arc.cc`;
//! Grbl: `gc_execute_line` in `gcode.c`.

use crate::code;
use crate::control::Control;
use crate::control::plane::Plane;
use crate::control::state::Units;
use crate::dialect::Dialect;
use crate::emit::{Emitter, PlaneArc};
use crate::execute::compensate::divert_arc;
use crate::execute::feed::check_feed;
use crate::execute::mach3::assume_centres;
use crate::execute::target::target;
use crate::fanuc::increments::steps;
use crate::fault::{Step, refuse};
use crate::read::block::{Block, CENTRE};
use crate::tolerance::{
    ARC_HALF_CIRCLE, ARC_RADII_INCH, ARC_RADII_MM, ARC_RADII_SHARE, ARC_RADII_SUSPICIOUS_MM,
    ARC_RADIUS_WORD_SUSPICIOUS, ARC_SHORTEST_RADIUS_INCH, FULL_CIRCLE, GRBL_RADII_LEAST_MM,
    GRBL_RADII_MOST_MM, GRBL_RADII_SHARE, WHOLE_STEP,
};
use crate::words::{Group, g};

pub(crate) fn arc(
    code: u16,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let at = block.code_place(Group::Motion);
    if control.arc_barred {
        let message = "the first motion after cutter compensation must be straight";
        return refuse(code::COMPENSATION, at, message);
    }
    let by_centre = block.any(CENTRE);
    if !by_centre && !block.has(b'r') {
        return refuse(code::MISSING, at, "an arc needs its centre (I, J, K) or its radius (R)");
    }
    if by_centre && block.has(b'r') {
        let at = block.place(b'r');
        return refuse(code::CONFLICT, at, "an arc takes I, J, K or R, not both");
    }
    check_feed(block, control, emitter)?;
    let plane = control.state.plane;
    if !control.state.transform.keeps_circles(plane) {
        let message = "the scaling in force makes an ellipse of this arc";
        return refuse(code::NOT_FOLLOWED, at, message);
    }
    if by_centre && control.state.polar.is_some() {
        let message = "an arc in polar coordinates (G16) is followed with R only";
        return refuse(code::NOT_FOLLOWED, at, message);
    }
    if control.options.dialect == Dialect::Grbl {
        check_grbl_arc(block, plane)?;
    }
    if control.options.dialect == Dialect::Mach3 && block.has(b'p') {
        return refuse(code::UNUSED, block.place(b'p'), "Mach3's arcs take no turns P");
    }
    if by_centre {
        check_centre_words(block, control)?;
        assume_centres(block, control, emitter)?;
    } else {
        let [first, second, _] = plane.axes();
        let polar = plane == Plane::Xy && block.any(crate::read::block::POLAR);
        if block.axis(first).is_none() && block.axis(second).is_none() && !polar {
            let [one, two, _] = plane.names();
            let message = format!("an arc by R needs {one} or {two}");
            return refuse(code::MISSING, at, message);
        }
    }
    let (to, rest) = target(block, control, emitter)?;
    control.state.motion = Some(code);
    let start = control.state.pos;
    let arc = plane_arc(code, start, to, block, control, emitter)?;
    if control.diverts() && plane != Plane::Yz {
        return divert_arc(arc, to, rest, control, emitter);
    }
    emitter.send_arc(start, to, arc.centre, arc.turns, rest, control)?;
    control.state.pos = to;
    control.state.rest = rest;
    Ok(())
}

/// In the plane only, and both of them when they are absolute.
fn check_centre_words(block: &Block, control: &Control<'_>) -> Step {
    let [first, second, normal] = control.state.plane.axes();
    let letter = |axis: usize| [b'i', b'j', b'k'][axis];
    // Grbl reads it and drops it.
    if block.centre(normal).is_some() && control.options.dialect != Dialect::Grbl {
        let name = char::from(letter(normal)).to_ascii_uppercase();
        let code = control.state.plane.code() / 10;
        let message = format!("{name} has no place in an arc in this plane (G{code})");
        return refuse(code::CONFLICT, block.place(letter(normal)), message);
    }
    if control.state.arc_absolute {
        for axis in [first, second] {
            if block.centre(axis).is_none() {
                let name = char::from(letter(axis)).to_ascii_uppercase();
                let message = format!("an absolute arc centre (G90.1) needs {name} too");
                return refuse(code::MISSING, block.code_place(Group::Motion), message);
            }
        }
    }
    Ok(())
}

/// The centre and the turns of the arc from `start` to `end`.
fn plane_arc(
    code: u16,
    start: [f64; 3],
    end: [f64; 3],
    block: &Block,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step<PlaneArc> {
    let [first, second, _] = control.state.plane.axes();
    let from = [start[first], start[second]];
    let to = [end[first], end[second]];
    if from.iter().chain(&to).any(|value| value.is_nan()) {
        let message = "the arc starts from a position that is not known";
        return refuse(code::UNKNOWN_START, block.code_place(Group::Motion), message);
    }
    let count = block.get(b'p').map_or(1, |turns| turns.round() as i32);
    let turns = if code == g::G2 { -count } else { count };
    let centre = if let Some(radius) = block.get(b'r') {
        centre_by_radius(code, from, to, radius, block, control, emitter)?
    } else {
        let word = [first, second].map(|axis| block.centre(axis).unwrap_or(0.0));
        let centre =
            if control.state.arc_absolute { word } else { [from[0] + word[0], from[1] + word[1]] };
        check_full_circle(from, to, centre, block, control)?;
        check_radii(from, to, centre, block, control, emitter)?;
        centre
    };
    Ok(PlaneArc { centre, turns })
}

/// Ends that are nearer to each other than a Fanuc or a Haas tells apart may be the same to it,
/// which makes a full circle of next to nothing.
fn check_full_circle(
    from: [f64; 2],
    to: [f64; 2],
    centre: [f64; 2],
    block: &Block,
    control: &Control<'_>,
) -> Step {
    let apart = (from[0] - to[0]).abs().max((from[1] - to[1]).abs()) * steps(control.state.units);
    let out = |point: [f64; 2]| [point[0] - centre[0], point[1] - centre[1]];
    let ([x, y], [u, v]) = (out(from), out(to));
    // So little is a full circle on every control.
    let turns = (x * v - y * u).atan2(x * u + y * v).abs() <= FULL_CIRCLE;
    if !control.options.dialect.macro_b() || turns || apart >= 1.0 - WHOLE_STEP {
        return Ok(());
    }
    let message = "the arc ends within the control's least increment of where it starts: it may \
                   be a full circle there";
    refuse(code::ARC, block.code_place(Group::Motion), message)
}

fn check_radii(
    from: [f64; 2],
    to: [f64; 2],
    centre: [f64; 2],
    block: &Block,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let radius = |point: [f64; 2]| (centre[0] - point[0]).hypot(centre[1] - point[1]);
    let (one, two) = (radius(from), radius(to));
    let at = block.first_place(CENTRE);
    let shortest = shortest_radius(control);
    let least = one.min(two);
    if least < shortest {
        let message = format!(
            "the arc has no radius: its centre is {least:.5} from its start or end, and less than \
             {shortest:.5} is none"
        );
        return refuse(code::ARC, at, message);
    }
    let difference = (one - two).abs();
    let share = difference / one.max(two);
    if control.options.dialect == Dialect::Grbl {
        return check_grbl_radii(one, two, at, control, emitter);
    }
    let allowed = match control.state.units {
        Units::Inch => ARC_RADII_INCH,
        Units::Mm => ARC_RADII_MM,
    };
    if difference > allowed * 100.0 || (share > ARC_RADII_SHARE && difference > allowed) {
        let mut message = format!("the arc starts at radius {one:.4} and ends at radius {two:.4}");
        if fits_other_centre(from, to, centre, control) {
            let other =
                if control.state.arc_absolute { "offsets (G91.1)" } else { "absolute (G90.1)" };
            message += &format!("; were its centre words {other}, they would agree");
        }
        return refuse(code::ARC, at, message);
    }
    if difference * control.state.units.mm() > ARC_RADII_SUSPICIOUS_MM {
        let message =
            format!("the arc starts at radius {one:.4} and ends at radius {two:.4}: a spiral");
        emitter.warn(code::UNEQUAL_RADII, at, message, control)?;
    }
    Ok(())
}

/// Whether the radii agree with the centre words read the other way.
fn fits_other_centre(
    from: [f64; 2],
    to: [f64; 2],
    centre: [f64; 2],
    control: &Control<'_>,
) -> bool {
    let back = if control.state.arc_absolute { -1.0 } else { 1.0 };
    let other = [centre[0] - back * from[0], centre[1] - back * from[1]];
    let radius = |point: [f64; 2]| (other[0] - point[0]).hypot(other[1] - point[1]);
    let (one, two) = (radius(from), radius(to));
    one > shortest_radius(control) && (one - two).abs() <= ARC_RADII_SHARE * one
}

fn centre_by_radius(
    code: u16,
    from: [f64; 2],
    to: [f64; 2],
    radius: f64,
    block: &Block,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step<[f64; 2]> {
    let at = block.place(b'r');
    if from == to {
        let message = "an arc by R cannot end where it starts: give I, J, K for a full circle";
        return refuse(code::ARC, at, message);
    }
    let middle = [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0];
    let size = radius.abs();
    let mut half = (middle[0] - to[0]).hypot(middle[1] - to[1]);
    let grbl = control.options.dialect == Dialect::Grbl;
    let short = match grbl {
        true => is_short_to_grbl(from, to, radius, control.state.units),
        false => half - size > shortest_radius(control),
    };
    if short {
        let by = if grbl { "Grbl refuses this arc: " } else { "" };
        let message =
            format!("{by}radius {size:.4} is too short: the ends are {:.4} apart", 2.0 * half);
        return refuse(code::ARC, at, message);
    }
    if half / size > ARC_RADIUS_WORD_SUSPICIOUS {
        let degrees = 2.0 * (half / size).min(1.0).asin().to_degrees();
        let message = format!(
            "an arc of {degrees:.2} degrees by R: its centre moves far with the last digit"
        );
        emitter.warn(code::HALF_CIRCLE_RADIUS, at, message, control)?;
    }
    if half / size > 1.0 - ARC_HALF_CIRCLE {
        half = size;
    }
    let chord = (to[1] - from[1]).atan2(to[0] - from[0]);
    let right = (code == g::G2) == (radius > 0.0);
    let quarter = std::f64::consts::FRAC_PI_2;
    let direction = if right { chord - quarter } else { chord + quarter };
    let offset = size * (half / size).asin().cos();
    let (sin, cos) = direction.sin_cos();
    Ok([middle[0] + offset * cos, middle[1] + offset * sin])
}

/// Grbl's rule for an arc by R, in mm and single precision as it computes them: 4R² may not be less
/// than the square of the chord.
fn is_short_to_grbl(from: [f64; 2], to: [f64; 2], radius: f64, units: Units) -> bool {
    let mm = |value: f64| match units {
        Units::Mm => value as f32,
        Units::Inch => value as f32 * crate::control::state::MM_PER_INCH as f32,
    };
    let [x, y] = [0, 1].map(|axis| mm(to[axis]) - mm(from[axis]));
    let radius = mm(radius);
    4.0 * radius * radius - x * x - y * y < 0.0
}

/// Grbl's rule: radii that differ by more than 0.5 mm, or by more than 0.005 mm and a thousandth
/// of the start radius, are refused.
fn check_grbl_radii(
    one: f64,
    two: f64,
    at: std::ops::Range<usize>,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let unit = control.state.units.mm();
    let difference = (one - two).abs() * unit;
    let refused = difference > GRBL_RADII_MOST_MM
        || (difference > GRBL_RADII_LEAST_MM && difference > GRBL_RADII_SHARE * one * unit);
    if refused {
        let message = format!(
            "Grbl refuses this arc: it starts at radius {one:.4} and ends at radius {two:.4}"
        );
        return refuse(code::ARC, at, message);
    }
    if difference > ARC_RADII_SUSPICIOUS_MM {
        let message =
            format!("the arc starts at radius {one:.4} and ends at radius {two:.4}: a spiral");
        emitter.warn(code::UNEQUAL_RADII, at.clone(), message, control)?;
        emitter.note_spiral(control.here.part(&at), difference);
    }
    Ok(())
}

/// The control's least radius, unit in force.
fn shortest_radius(control: &Control<'_>) -> f64 {
    ARC_SHORTEST_RADIUS_INCH * crate::control::state::MM_PER_INCH / control.state.units.mm()
}

/// Grbl wants an end word and a centre word of the plane, and knows no turns.
fn check_grbl_arc(block: &Block, plane: Plane) -> Step {
    let [first, second, _] = plane.axes();
    let [one, two, _] = plane.names();
    let at = block.code_place(Group::Motion);
    if block.axis(first).is_none() && block.axis(second).is_none() {
        let message = format!("Grbl needs {one} or {two} in an arc, for full circles too");
        return refuse(code::MISSING, at, message);
    }
    let centre = block.centre(first).is_some() || block.centre(second).is_some();
    if block.any(CENTRE) && !centre {
        return refuse(code::MISSING, at, "the arc's centre needs an offset in its plane");
    }
    if block.has(b'p') {
        return refuse(code::UNUSED, block.place(b'p'), "Grbl's arcs take no turns P");
    }
    Ok(())
}
