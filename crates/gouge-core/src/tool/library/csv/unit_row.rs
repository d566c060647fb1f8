//! A row of units below the headings, as spreadsheets and exports of CAM systems have one: `,,in,in`.

use csv::StringRecord;

use super::super::heading::{angular, measured, role, scale};
use super::super::list::number;
use super::super::quoted;
use super::super::unit::{degrees, millimetres};

/// The headings with the units behind them that stand in a row below, which is taken out of `rows`.
pub fn take(
    names: &[String],
    rows: &mut Vec<StringRecord>,
    line: impl Fn(&StringRecord) -> u64,
) -> Result<Vec<String>, String> {
    let Some(at) = rows.iter().position(|row| is_one(names, row)) else {
        return Ok(names.to_vec());
    };
    let row = rows.remove(at);
    let tools_above = rows[..at].iter().any(|row| !row.iter().all(str::is_empty));
    let second = rows.iter().find(|row| is_one(names, row));
    if let Some(row) = second.or(tools_above.then_some(&row)) {
        let what = "it has units in place of figures, which belong below the headings, and once";
        return Err(format!("line {}: {what}", line(row)));
    }
    behind(names, &row).map_err(|why| format!("line {}: {why}", line(&row)))
}

/// Whether a row has no tool number, or 0, and units where a tool has its figures.
fn is_one(names: &[String], row: &StringRecord) -> bool {
    let cells = names.iter().map(String::as_str).zip(row);
    let is_tool = |cell: &str| number(cell).is_ok_and(|number| number > 0);
    if cells.clone().any(|(name, cell)| role(name) == Some("number") && is_tool(cell)) {
        return false;
    }
    let stated = cells.filter(|(name, cell)| measured(name).is_some() && !["", "-"].contains(cell));
    stated.clone().count() > 0 && stated.map(|(_, cell)| cell).all(is_unit)
}

/// The headings with the units of a row behind them. Nobody knows what a length counts in that has
/// none there, in its heading or in a column for units.
fn behind(names: &[String], row: &StringRecord) -> Result<Vec<String>, String> {
    let of_tools = ["unit", "is metric", "is inch"];
    let column = names.iter().any(|name| role(name).is_some_and(|role| of_tools.contains(&role)));
    let cells = row.iter().chain(std::iter::repeat(""));
    let with = names.iter().zip(cells).map(|(name, cell)| match measured(name) {
        Some(_) if is_unit(cell) => Ok(format!("{name} ({})", bare(cell))),
        Some(figure) if !angular(figure) && !column && scale(name, figure)?.is_none() => {
            let name = quoted(name.trim());
            Err(format!("it states units below the headings, and none for `{name}`"))
        }
        _ => Ok(name.clone()),
    });
    with.collect()
}

fn is_unit(cell: &str) -> bool {
    let word = bare(cell);
    millimetres(word).is_ok() || degrees(word).is_some()
}

/// A unit without its brackets.
fn bare(cell: &str) -> &str {
    cell.trim_matches(|c: char| c.is_whitespace() || "()[]{}".contains(c))
}
