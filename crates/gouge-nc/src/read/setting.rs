//! `#… = …` of LinuxCNC: takes effect after the whole line is read.

use crate::code;
use crate::control::Control;
use crate::control::params::{is_read_only, is_zero};
use crate::control::system_names;
use crate::fault::{Step, refuse};
use crate::read::block::{Block, Setting};
use crate::read::cursor::Cursor;
use crate::read::expr::{parameter_number, read_name, value};

pub(super) fn read_setting(
    cursor: &mut Cursor<'_>,
    block: &mut Block,
    start: usize,
    control: &mut Control<'_>,
) -> Step {
    cursor.bump();
    if cursor.peek() == b'<' {
        let name = read_name(cursor)?;
        let at = start..cursor.end();
        let machines = name.starts_with("_ini[") || name.starts_with("_hal[");
        if machines || system_names::value(&name, control).is_some() {
            let message = format!("#<{name}> cannot be set by a program");
            return refuse(code::PARAMETER, at, message);
        }
        control.names.declare(&name);
        expect_equals(cursor, start)?;
        let value = value(cursor, control)?;
        block.settings.push(Setting::Name(name, value));
        return Ok(());
    }
    let number = parameter_number(cursor, 0, start, control)?;
    let at = start..cursor.end();
    if is_read_only(number) {
        return refuse(code::PARAMETER, at, format!("#{number} cannot be set by a program"));
    }
    if is_zero(number) {
        let message = format!(
            "#{number} is of the G92 offset: what is set there takes effect at some later words \
             and not at others, which is not followed; use G92"
        );
        return refuse(code::NOT_FOLLOWED, at, message);
    }
    expect_equals(cursor, start)?;
    let value = value(cursor, control)?;
    block.settings.push(Setting::Number(number, value));
    Ok(())
}

fn expect_equals(cursor: &mut Cursor<'_>, start: usize) -> Step {
    if cursor.peek() != b'=' {
        return refuse(
            code::PARAMETER,
            start..cursor.end(),
            "a `=` is missing after the parameter",
        );
    }
    cursor.bump();
    Ok(())
}
