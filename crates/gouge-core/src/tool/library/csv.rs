//! Lists of tools as comma-separated values: a heading with the names of the columns, a tool a
//! line. Semicolons and tabs divide as well, and then decimals may have a comma.

use super::figures::{Figures, role, unit};
use super::{Read, Shelf};

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
        let word = |wanted: &str| {
            let at = names.iter().position(|name| role(name) == Some(wanted))?;
            record.get(at).filter(|text| !text.is_empty())
        };
        let Some(number) = word("number") else { continue };
        let number = number.trim_start_matches(['T', 't']).parse().map_err(|_| {
            format!("line {line}: `{}` is not a tool number", number.escape_debug())
        })?;
        let read = match word("spec") {
            Some(spec) => Ok(spec.to_owned()).into(),
            None => Read::of(tool(&names, &record, &word)),
        };
        shelf.put(number, read);
    }
    Ok(())
}

fn tool<'a>(
    names: &[String],
    record: &::csv::StringRecord,
    word: &impl Fn(&str) -> Option<&'a str>,
) -> Result<Figures, String> {
    let scale = unit(word("unit").unwrap_or(""))?;
    let mut figures = Figures::new(word("kind").unwrap_or(""));
    for (name, text) in names.iter().zip(record) {
        figures.take(name, text, scale)?;
    }
    Ok(figures)
}
