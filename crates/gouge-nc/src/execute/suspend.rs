//! How the length offset changes at a machine position. Haas mill manual, G28: it cancels tool
//! length offsets for the lines that follow, and G53 only leaves them out. Fanuc 0i-MD user's
//! manual, "Tool Length Offset": G28, G30 and G53 cancel the offset vector.

use crate::control::Control;
use crate::control::length::{InForce, LengthOffset};
use crate::dialect::Dialect;
use crate::emit::{Emitter, Fact};
use crate::execute::tool_length::apply_tool_length;
use crate::fault::Step;
use crate::motion::Motion;
use crate::tolerance::NO_LENGTH_MM;
use crate::words::{code_name, g};

/// After G28, G30 or G53; `height` tells whether it moved Z.
pub(crate) fn suspend_offset(
    code: u16,
    height: bool,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) {
    if !matches!(control.length.in_force, InForce::Of(..)) {
        return;
    }
    let haas = control.options.dialect == Dialect::Haas;
    if haas && code == g::G28 {
        apply_tool_length([0.0; 3], [0.0; 6], control, emitter);
        let LengthOffset { used, last, last_lost, stale, .. } = control.length;
        let taken_off = !stale;
        control.length =
            LengthOffset { used, last, last_lost, taken_off, ..LengthOffset::default() };
        emitter.suspicion.offset_off();
    } else if control.options.dialect.macro_b() && height && !(haas && code == g::G53) {
        control.length.suspended = Some((code, control.here.number));
    }
}

impl Emitter<'_> {
    /// Says so where a motion changes the height under an offset that was suspended; `left` tells
    /// whether Z stood at a machine position before it.
    pub(crate) fn weigh_suspended(
        &mut self,
        motion: &Motion,
        left: bool,
        control: &Control<'_>,
    ) -> Step {
        let Some((code, line)) = control.length.suspended else { return Ok(()) };
        let stays = match (motion.from.axis(2), motion.to.axis(2)) {
            (Some(from), Some(to)) => (to - from).abs() <= NO_LENGTH_MM,
            (from, to) => from == to,
        };
        if motion.machine || (stays && left == motion.at_machine[2]) {
            return Ok(());
        }
        let name = code_name('G', code);
        let value = format!("offset taken to be in force again after {name} in line {line}");
        let message = format!(
            "{name} cancels the length offset, and whether it comes back without a new G43 is a parameter"
        );
        self.assume((Fact::Length, u32::MAX), motion.span, value, &message)?;
        Ok(())
    }
}
