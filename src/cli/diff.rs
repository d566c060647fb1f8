//! `gouge diff`: what changed from one report to the next.

use std::io::{Write, stdout};
use std::process::ExitCode;

use super::args::DiffArgs;
use super::reports::{exit, read};
use crate::error::Result;
use crate::escape::shown;
use crate::report::approach::Went;
use crate::report::change::{Became, Change, Entry};
use crate::report::data::{BodyRole, Component};
use crate::report::{count, depth};

/// Runs the command.
pub fn run(args: &DiffArgs) -> Result<ExitCode> {
    let (old, new) = (read(&args.old)?, read(&args.new)?);
    let change = Change::between(&old, &new);
    let mut out = stdout().lock();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &change).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        text(&change, new.tolerance_mm, &mut out)?;
    }
    out.flush()?;
    Ok(exit(change.worse()))
}

fn text(change: &Change, tolerance: f64, out: &mut dyn Write) -> std::io::Result<()> {
    for entry in change.regions.iter().filter(|e| e.became != Became::Same) {
        writeln!(out, "{}", line(entry, tolerance))?;
    }
    for a in &change.clearances {
        let went = match a.went {
            Went::Nearer => "nearer",
            Went::Farther => "farther",
        };
        let from = match a.body_role {
            BodyRole::Part => "part",
            BodyRole::Fixture => "fixtures",
        };
        let component = match a.component {
            Component::Cutter => "cutter",
            Component::Shank => "shank",
            Component::Holder => "holder",
        };
        let [was, is] = [a.old_mm, a.new_mm].map(|b| depth(b[0], tolerance));
        let at = a.line.map_or_else(String::new, |line| format!(", line {line}"));
        writeln!(
            out,
            "{went}, was {was} mm: {is} mm between the {component} of T{} and the {from}, {}{at}",
            a.tool,
            shown(&a.operation)
        )?;
    }
    for c in &change.inputs {
        let [field, old, new] = [shown(&c.field), word(&c.old), word(&c.new)];
        writeln!(out, "changed: {field}: {old} -> {new}")?;
    }
    let numbers =
        [("motions not decided", change.unknown), ("blocks refused", change.refused_blocks)];
    for (what, [was, is]) in numbers.into_iter().filter(|(_, [was, is])| was != is) {
        writeln!(out, "{what}: {was} -> {is}")?;
    }
    for doubt in &change.doubts {
        writeln!(out, "not decided now: {}", shown(doubt))?;
    }
    let [was, is] = change.verdict;
    if was != is {
        writeln!(out, "verdict: {} -> {}", was.word(), is.word())?;
    }
    writeln!(
        out,
        "{} new, {} deeper, {} larger, {} same, {} shallower, {} smaller, {} gone",
        count(change.count(Became::New) as u64, "region"),
        change.count(Became::Deeper),
        change.count(Became::Larger),
        change.count(Became::Same),
        change.count(Became::Shallower),
        change.count(Became::Smaller),
        change.count(Became::Gone)
    )
}

/// A value as it is said: text without quotes, in one line.
fn word(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Null => "none".to_owned(),
        serde_json::Value::String(text) => shown(text),
        other => shown(&other.to_string()),
    }
}

fn line(e: &Entry, tolerance: f64) -> String {
    let mm = |bounds: Option<[f64; 2]>| bounds.map_or(String::new(), |b| depth(b[0], tolerance));
    let place = format!("line {}, {} [{}]", e.line, shown(&e.message), shown(&e.fingerprint));
    // A way as long, of as many motions, lies elsewhere.
    let sized = |what: &str| match (&e.old_size, &e.new_size) {
        (Some(old), Some(new)) => match old.beside(new) {
            [old, new] if old != new => format!("{what}, was {old} and is {new}: {place}"),
            _ => format!("{what}, {}, part coordinates, mm: {place}", new.moved(old)),
        },
        _ => format!("{what}: {place}"),
    };
    match e.became {
        Became::Larger => sized("larger"),
        Became::Smaller => sized("smaller"),
        Became::New => format!("new: {place}"),
        Became::Gone => format!("gone: {place}"),
        Became::Deeper => format!("deeper, was {} mm: {place}", mm(e.old_depth_mm)),
        Became::Shallower => format!("shallower, was {} mm: {place}", mm(e.old_depth_mm)),
        Became::Same => format!("same: {place}"),
    }
}
