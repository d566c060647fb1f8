//! What a variable held or set whose statement was refused. Fanuc 0i-MD user's manual, "System
//! Variables": #2001 … #2999 and #10001 … #13999 are tool offsets, on some controls #2500 … #2999
//! work offsets; #5201 … #5328, #7001 … #7999 and #14001 … #19999 are work offsets. Haas mill
//! manual, "System Variables": the same, with outputs at #1100 … and inputs and outputs at #11000 ….

use crate::control::Control;
use crate::dialect::Dialect;
use crate::emit::Emitter;
use crate::execute::lose::{lose_all, lose_place, lose_tool_data, lose_zeros};

/// What a variable holds, or has set, is not known any more; with none, of any.
pub(crate) fn lose_variable(
    number: Option<u32>,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) {
    match number {
        Some(number) if control.variables.lose(number) => {}
        Some(number) => lose_setting(number, control, emitter),
        None => {
            control.variables.lose_all();
            lose_all(control, emitter);
        }
    }
}

fn lose_setting(number: u32, control: &mut Control<'_>, emitter: &mut Emitter<'_>) {
    let haas = control.options.dialect == Dialect::Haas;
    match number {
        11_000..=13_999 if haas => {}
        // Signals, and alarms, messages and timers.
        1000..=1999 | 3000..=3999 => {}
        2001..=2499 | 10_001..=13_999 => lose_tool_data(None, control),
        // One of the first six; those below shift them all.
        5221..=5340 => {
            lose_zeros(Some(1 + (number as usize - 5221) / 20), control);
            lose_place([true; 3], control, emitter);
        }
        5201..=5220 | 7001..=7999 | 14_001..=19_999 => {
            lose_zeros(None, control);
            lose_place([true; 3], control, emitter);
        }
        _ => lose_all(control, emitter),
    }
}
