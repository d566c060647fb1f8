//! Tool lists as comma-separated values: a heading with the column names, then one tool per line,
//! perhaps after a row of units. Semicolons and tabs separate columns too, and decimals may then
//! have a comma; a first line `sep=;`, as Excel writes it, names the separator.

mod unit_row;

use super::figures::{self, decimals};
use super::heading::role;
use super::{Read, Shelf, list};

/// Reads a list.
pub fn library(text: &str, shelf: &mut Shelf) -> Result<(), String> {
    let (told, text) = divider(text);
    // The line of the heading.
    let first = if told.is_some() { 2 } else { 1 };
    let heading = text.lines().next().unwrap_or("");
    let most = [b';', b'\t', b','].into_iter().max_by_key(|d| count(heading, *d));
    let mut reader = ::csv::ReaderBuilder::new()
        .delimiter(told.or(most).unwrap_or(b','))
        .trim(::csv::Trim::All)
        .flexible(true)
        .from_reader(text.as_bytes());
    let names: Vec<String> =
        reader.headers().map_err(|e| e.to_string())?.iter().map(str::to_owned).collect();
    if !names.iter().any(|name| role(name) == Some("number")) {
        let what = "no column names the tool numbers: call one `T` or `number`";
        return Err(format!("line {first}: {what}"));
    }
    let mut records: Vec<::csv::StringRecord> =
        reader.records().collect::<Result<_, _>>().map_err(|e| e.to_string())?;
    let line = |record: &::csv::StringRecord| record.position().map_or(1, |p| p.line()) + first - 1;
    let names = unit_row::take(&names, &mut records, line)?;
    let tools: Vec<Vec<_>> = records
        .iter()
        .map(|record| names.iter().map(String::as_str).zip(record).collect())
        .collect();
    let decimals = decimals(tools.iter().flatten());
    for (record, tool) in records.iter().zip(&tools) {
        let line = line(record);
        if record.iter().skip(names.len()).any(|cell| !cell.is_empty()) {
            let what = "columns: a decimal comma needs another divider";
            return Err(format!("line {line} has more cells than line {first} has {what}"));
        }
        match list::own_number(tool).map_err(|why| format!("line {line}: {why}"))? {
            Some(number) => shelf.put(number, on_line(figures::read(tool, decimals), line)),
            None if record.iter().all(str::is_empty) => {}
            None => {
                let why = format!("line {line} has no tool number and is left out");
                shelf.library.remarks.push((None, why));
            }
        }
    }
    Ok(())
}

fn count(text: &str, byte: u8) -> usize {
    text.bytes().filter(|b| *b == byte).count()
}

/// What a first line `sep=;` says divides, and the text below it.
fn divider(text: &str) -> (Option<u8>, &str) {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    let said = line.trim_end_matches('\r').trim_matches('"');
    match said
        .get(..4)
        .filter(|word| word.eq_ignore_ascii_case("sep="))
        .map(|_| &said.as_bytes()[4..])
    {
        Some(&[divider]) if divider.is_ascii() => (Some(divider), rest),
        _ => (None, text),
    }
}

/// Why a tool is not used, with its line.
fn on_line(mut read: Read, line: u64) -> Read {
    read.spec = read.spec.map_err(|why| format!("{why} (line {line})"));
    read
}
