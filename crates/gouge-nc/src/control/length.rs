//! The height of the tool tip: the length offset in force against the length of the tool in the
//! spindle.
//!
//! The machine moves so that a tool as long as the offset in force has its tip at the control
//! point. The tip of a tool of another length is higher or lower by the difference.

use memchr::memchr2;

use crate::code;
use crate::control::Control;
use crate::control::state::Units;
use crate::motion::Tip;
use crate::read::cursor::is_blank;
use crate::tolerance::NO_LENGTH_MM;

/// Whose length offset is in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum InForce {
    /// None (G49, or before the first G43).
    #[default]
    Nothing,
    /// That of this tool; whether its length is known.
    Of(u32, bool),
    /// Stated in the block (G43.1) or added up (G43.2).
    Stated,
    /// Added up (G43.2) of offsets that are not all known.
    Unknown,
}

impl InForce {
    /// Whether a figure that is known is in force.
    pub fn is_known(self) -> bool {
        !matches!(self, Self::Of(_, false) | Self::Unknown)
    }

    /// Whether a change to another offset is by a difference that is known: both figures are, or
    /// what G10 changed of one.
    pub fn differs_knowably(self, other: Self) -> bool {
        (self.is_known() && other.is_known()) || (self == other && self != Self::Unknown)
    }

    /// Whether what is kept of it counts from a length that is not known.
    pub fn is_relative(self) -> bool {
        matches!(self, Self::Nothing | Self::Of(_, false))
    }
}

/// The length offset in force.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LengthOffset {
    pub in_force: InForce,
    /// The tool has changed since.
    pub stale: bool,
    /// There was one for the tool in the spindle, and the program took it off.
    pub taken_off: bool,
    /// The program uses length offsets, here or further down.
    pub used: bool,
    /// The last H, which a G43 without one takes on Fanuc, Haas and Mach3.
    pub last: Option<u32>,
    /// A block that was refused may have given another.
    pub last_lost: bool,
    /// A block that was refused may have changed it.
    pub invalid: bool,
    /// The word that suspended it (G28, G30, G53) and its line: whether it is in force again where
    /// the height changes next is the control's.
    pub suspended: Option<(u16, u32)>,
}

/// Where the tip is during a motion, which `passes` where it may be a rapid on its way to where the
/// tool's own offset comes into force.
pub(crate) fn tip(passes: bool, control: &Control<'_>) -> Tip {
    let spindle = control.tools.spindle_number;
    let LengthOffset { in_force, stale, used, invalid, taken_off, .. } = control.length;
    if invalid {
        return Tip::Unknown(code::BEFORE_OFFSET);
    }
    if in_force == InForce::Nothing && !used {
        return Tip::AtControlPoint;
    }
    // A tool that no word brought there has whatever offset the program gives it.
    if spindle == 0 && matches!(in_force, InForce::Nothing | InForce::Of(..)) {
        return match taken_off && !passes {
            true => Tip::Unknown(code::BEFORE_OFFSET),
            false => Tip::AtControlPoint,
        };
    }
    if in_force.is_known()
        && let Some(own) = control.tools.spindle_length()
    {
        let unit = control.state.units.mm();
        let shift = std::array::from_fn(|axis| control.state.tool_length[axis] * unit - own[axis]);
        let longer = |value: &f64| value.abs() > NO_LENGTH_MM;
        return if shift.iter().any(longer) {
            Tip::Shifted(Box::new(shift))
        } else {
            Tip::AtControlPoint
        };
    }
    match in_force {
        InForce::Of(number, false) if number == spindle => changed(control),
        InForce::Of(..) | InForce::Stated | InForce::Unknown if !stale => {
            Tip::Unknown(code::WRONG_OFFSET)
        }
        _ if passes => Tip::AtControlPoint,
        _ => Tip::Unknown(code::BEFORE_OFFSET),
    }
}

/// Where the tip is whose length is not known under its own offset: beside the control point by
/// what the program changed of that offset.
fn changed(control: &Control<'_>) -> Tip {
    let higher = control.state.tool_length[2] * control.state.units.mm();
    match higher.abs() > NO_LENGTH_MM {
        true => Tip::Shifted(Box::new([0.0, 0.0, higher])),
        false => Tip::AtControlPoint,
    }
}

/// Whether the offset in force is that of a tool that was in the spindle before.
pub(crate) fn is_of_another(control: &Control<'_>) -> bool {
    let LengthOffset { in_force, stale, .. } = control.length;
    let spindle = control.tools.spindle_number;
    let own = matches!(in_force, InForce::Of(number, _) if number == spindle);
    stale && !own && in_force != InForce::Nothing
}

/// Whether [`tip`] takes for granted that the offset in force is right, or that the tool only
/// passes until its own is.
pub(crate) fn takes_for_granted(control: &Control<'_>) -> bool {
    let LengthOffset { in_force, used, .. } = control.length;
    let spindle = control.tools.spindle_number;
    let right = matches!(in_force, InForce::Of(number, _) if number == spindle)
        || (in_force == InForce::Nothing && !used);
    let known = in_force.is_known() && control.tools.spindle_length().is_some();
    spindle != 0 && !right && !known
}

/// Whether the tip hangs below the spindle by a length that is not known, in a program whose
/// heights count from the tip.
pub(crate) fn hangs_unknown(control: &Control<'_>) -> bool {
    let LengthOffset { in_force, used, .. } = control.length;
    let counts = match in_force {
        InForce::Nothing => used,
        InForce::Of(..) | InForce::Unknown => true,
        // The block said how long it is.
        InForce::Stated => false,
    };
    let known = in_force.is_known() && control.tools.spindle_length().is_some();
    control.tools.spindle_number != 0 && counts && !known
}

/// How long the tool in the spindle is, mm, if that is stated in a program that uses no length
/// offset.
pub(crate) fn unused_length(control: &Control<'_>) -> Option<f64> {
    let own = control.tools.spindle_length().filter(|_| control.tools.spindle_number != 0)?[2];
    let LengthOffset { in_force, used, .. } = control.length;
    (in_force == InForce::Nothing && !used && own.abs() > NO_LENGTH_MM).then_some(own)
}

/// Whether an inch program takes figures from a tool table of which nobody said the unit: LinuxCNC
/// keeps it in the machine's.
pub(crate) fn takes_table_unit(control: &Control<'_>) -> bool {
    let long = |value: &f64| value.abs() > NO_LENGTH_MM;
    let own = control.tools.spindle_length().is_some_and(|own| own.iter().any(long));
    let offset = control.state.tool_length.iter().any(long);
    control.tools.unit_taken()
        && control.state.units == Units::Inch
        && (own || offset || control.compensating())
}

/// Whether a line sets a length offset (G43, also G43.1, G43.2).
pub(crate) fn sets_length(line: &[u8]) -> bool {
    // Most lines hold no G at all, which is soon seen.
    if memchr2(b'g', b'G', line).is_none() {
        return false;
    }
    let mut at = 0;
    while let Some(&byte) = line.get(at) {
        match byte {
            b';' => return false,
            b'(' => match line[at..].iter().position(|byte| *byte == b')') {
                Some(length) => at += length,
                None => return false,
            },
            b'g' | b'G' => {
                let digits: Vec<u8> = line[at + 1..]
                    .iter()
                    .copied()
                    .filter(|byte| !is_blank(*byte))
                    .skip_while(|byte| *byte == b'0')
                    .take(3)
                    .collect();
                let more = digits.get(2).is_some_and(u8::is_ascii_digit);
                if digits.starts_with(b"43") && !more {
                    return true;
                }
            }
            _ => {}
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::sets_length;

    #[test]
    fn finds_g43_outside_comments() {
        for line in ["G43 H1", "n1g0g 043z1", "T1M6G43.1Z2", "(a) g43"] {
            assert!(sets_length(line.as_bytes()), "{line}");
        }
        for line in ["(G43 H1)", "G430", "G1 X43", "; G43", "(open G43"] {
            assert!(!sets_length(line.as_bytes()), "{line}");
        }
    }
}
