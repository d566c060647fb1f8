//! A batch as one page that links the tasks' reports.

use std::io::{self, Write};

use super::summary::{EXPECTED_WORDS, Row, Summary};
use crate::escape::shown;
use crate::report::count as count_of;

const STYLE: &str = "\
:root{color-scheme:light dark}\
body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}\
table{border-collapse:collapse;width:100%}\
th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #8884;vertical-align:top}\
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}\
.gouge,.failed{font-weight:700}\
.gouge{color:#b3261e}.failed{color:#b3261e}.unknown{color:#8a5a00}.clean,.accepted{color:#1b6e3c}\
@media (prefers-color-scheme:dark){.gouge,.failed{color:#ff8a80}.unknown{color:#ffcc66}\
.clean,.accepted{color:#7ddc9f}}\
pre{white-space:pre-wrap;margin:.2rem 0}";

/// Writes the page. What is worst comes first.
pub fn write(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    let mut rows: Vec<&Row> = summary.tasks.iter().collect();
    let rank = |row: &Row| match row.exit_code() {
        2 => 0,
        1 => 1,
        3 => 2,
        _ => 3,
    };
    rows.sort_by(|a, b| {
        rank(a)
            .cmp(&rank(b))
            .then(b.deepest_mm.unwrap_or(0.0).total_cmp(&a.deepest_mm.unwrap_or(0.0)))
            .then(a.name.cmp(&b.name))
    });
    writeln!(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width\">")?;
    writeln!(out, "<title>Gouge: {}</title><style>{STYLE}</style></head><body>", counted(summary))?;
    writeln!(out, "<h1>{}</h1>", counted(summary))?;
    writeln!(
        out,
        "<table><thead><tr><th>verdict</th><th>program</th><th class=\"n\">deepest, mm</th>\
         <th class=\"n\">regions</th><th class=\"n\">motions</th><th class=\"n\">not known</th>\
         <th class=\"n\">assumptions</th><th class=\"n\">warnings</th></tr></thead><tbody>"
    )?;
    for row in rows {
        line(row, out)?;
    }
    writeln!(out, "</tbody></table></body></html>")
}

fn line(row: &Row, out: &mut dyn Write) -> io::Result<()> {
    let (word, name) = (row.word(), escaped(&row.name));
    write!(out, "<tr><td class=\"{word}\">{word}</td>")?;
    if let Some(why) = &row.failure {
        let lines: Vec<String> = why.lines().map(escaped).collect();
        let why = lines.join("\n");
        return writeln!(out, "<td colspan=\"7\">{name}<pre>{why}</pre></td></tr>");
    }
    let missing = match row.missing.as_slice() {
        [] => String::new(),
        names => format!("<br>missing: {}", escaped(&names.join(", "))),
    };
    let refused = match row.refused {
        0 => String::new(),
        count => format!("<br>blocks refused: {count}"),
    };
    let reason = match &row.reason {
        Some(reason) => format!("<br>{}", escaped(reason)),
        None => String::new(),
    };
    let accepted = match row.accepted {
        0 => String::new(),
        count => format!("<br>regions accepted: {count}"),
    };
    let expected = row.expected_words().map_or(String::new(), |words| format!("<br>{words}"));
    let deepest = row.deepest_mm.map_or(String::new(), |d| format!("{d:.4}"));
    writeln!(
        out,
        "<td><a href=\"{}\">{name}</a>{refused}{missing}{reason}{accepted}{expected}</td><td class=\"n\">{deepest}</td><td class=\"n\">{}</td>\
         <td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
         <td class=\"n\">{}</td></tr>",
        link(&row.page()),
        row.regions,
        row.motions,
        row.unknown,
        row.assumptions,
        row.warnings
    )
}

/// "40 programs: 2 failed, 3 gouging, 35 clean; 1 not as expected"; none: "0 programs".
pub fn counted(summary: &Summary) -> String {
    let total = summary.tasks.len();
    let count = |word: &str| summary.tasks.iter().filter(|row| row.word() == word).count();
    let counts: Vec<String> = ["failed", "gouge", "unknown", "accepted", "clean"]
        .into_iter()
        .map(|word| (count(word), word))
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {}", if word == "gouge" { "gouging" } else { word }))
        .collect();
    let programs = count_of(total as u64, "program");
    // With them the verdicts alone do not tell the exit code.
    let met =
        |words| summary.tasks.iter().filter(|row| row.expected_words() == Some(words)).count();
    let expected: String = EXPECTED_WORDS
        .into_iter()
        .map(|words| (met(words), words))
        .filter(|(count, _)| *count > 0)
        .map(|(count, words)| format!("; {count} {words}"))
        .collect();
    match counts.is_empty() {
        true => programs,
        false => format!("{programs}: {}{expected}", counts.join(", ")),
    }
}

/// Text as HTML that stays on its line.
fn escaped(text: &str) -> String {
    shown(text).chars().fold(String::new(), |mut html, c| {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            c => html.push(c),
        }
        html
    })
}

/// A relative file name as the address of a link.
fn link(name: &str) -> String {
    name.bytes().fold(String::from("./"), |mut link, b| {
        match b {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                link.push(char::from(b));
            }
            b => link.push_str(&format!("%{b:02X}")),
        }
        link
    })
}
