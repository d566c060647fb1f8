//! Lists of tools as comma-separated values: a heading with the names of the columns, a tool a
//! line. Semicolons and tabs divide as well, and then decimals may have a comma.

use super::figures;
use super::heading::role;
use super::{Shelf, list};

/// Reads a list.
pub fn library(text: &str, shelf: &mut Shelf) -> Result<(), String> {
    let heading = text.lines().next().unwrap_or("");
    let divider = *[b';', b'\t', b',']
        .iter()
        .max_by_key(|d| heading.bytes().filter(|b| b == *d).count())
        .unwrap_or(&b',');
    let mut reader = ::csv::ReaderBuilder::new()
        .delimiter(divider)
        .trim(::csv::Trim::All)
        .flexible(true)
        .from_reader(text.as_bytes());
    let names: Vec<String> =
        reader.headers().map_err(|e| e.to_string())?.iter().map(str::to_owned).collect();
    if !names.iter().any(|name| role(name) == Some("number")) {
        return Err("line 1: no column names the tool numbers: call one `T` or `number`".to_owned());
    }
    for (index, record) in reader.records().enumerate() {
        let record = record.map_err(|e| e.to_string())?;
        let line = record.position().map_or(index as u64 + 2, |p| p.line());
        if record.iter().skip(names.len()).any(|cell| !cell.is_empty()) {
            let what = "more cells than line 1 has columns: a decimal comma needs another divider";
            return Err(format!("line {line} has {what}"));
        }
        let tool: Vec<_> = names.iter().map(String::as_str).zip(&record).collect();
        match list::own_number(&tool).map_err(|why| format!("line {line}: {why}"))? {
            Some(number) => shelf.put(number, figures::read(&tool)),
            None if record.iter().all(str::is_empty) => {}
            None => {
                let why = format!("line {line} has no tool number and is left out");
                shelf.library.remarks.push((None, why));
            }
        }
    }
    Ok(())
}
