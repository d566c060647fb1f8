//! The text of a new job file. Whatever a check takes for granted by itself, and counts as an
//! assumption, is written as a comment: what stands in a job file is a fact.

use std::fmt::Write as _;

use super::found::{Found, is_table};
use super::said::Said;
use crate::escape::shown;
use crate::job::{PLACES, Settings};

/// The job file of what was found; what the shop says is left to it.
pub(super) fn written(found: &Found, said: &Said, shop: &Settings) -> String {
    let mut out = String::from("# A job of gouge; `gouge help job` lists the keys.\n");
    // Writing to a string cannot fail.
    let _ = write_files(&mut out, found, said);
    let _ = write_control(&mut out, said, shop);
    let _ = write_place(&mut out, said, shop);
    let _ = write_libraries(&mut out, found, said);
    let _ = write_offsets(&mut out, said);
    let _ = write_tools(&mut out, said);
    out
}

fn text(name: &str) -> String {
    toml::Value::String(name.to_owned()).to_string()
}

fn list(names: &[&String]) -> String {
    match names {
        [one] => text(one),
        many => format!("[{}]", many.iter().map(|n| text(n)).collect::<Vec<_>>().join(", ")),
    }
}

fn guess(names: &[&String], why: &str) -> String {
    if names.len() > 1 { format!("  # guess: {why}") } else { String::new() }
}

/// Whether one of the words is in a name, by itself or as more than one: a device is no vice.
fn names_one_of(name: &str, words: &[&str]) -> bool {
    let name = name.to_ascii_lowercase();
    let mut tokens = name.split(|c: char| !c.is_alphabetic());
    tokens.any(|token| words.iter().any(|word| token.strip_suffix('s').unwrap_or(token) == *word))
}

fn write_files(out: &mut String, found: &Found, said: &Said) -> std::fmt::Result {
    let holds = |name: &&String| {
        names_one_of(name, &["vise", "vice", "fixture", "clamp", "jaw", "softjaw", "table"])
    };
    let (mut fixtures, meshes): (Vec<&String>, Vec<&String>) = found.meshes.iter().partition(holds);
    let (mut left_out, mut parts): (Vec<&String>, Vec<&String>) =
        meshes.into_iter().partition(|name| names_one_of(name, &["stock", "blank"]));
    // Of the meshes one is the part, whatever it is called.
    for others in [&mut left_out, &mut fixtures] {
        if parts.is_empty() {
            parts = std::mem::take(others);
        }
    }
    let why = guess(&parts, "all meshes here, except those whose names say otherwise");
    writeln!(out, "part = {}{why}", list(&parts))?;
    for name in left_out {
        writeln!(out, "# {} is left out: stock, by its name  # guess", shown(name))?;
    }
    if !fixtures.is_empty() {
        writeln!(out, "fixture = {}  # guess, by the names", list(&fixtures))?;
    }
    let called = |name: &&String| said.called.contains_key(*name);
    let (mut called, mut programs): (Vec<&String>, Vec<&String>) =
        found.programs.iter().partition(called);
    // Programs that call each other are all of them programs.
    if programs.is_empty() {
        programs = std::mem::take(&mut called);
    }
    let why = guess(&programs, "all programs here, none of them a subprogram");
    writeln!(out, "program = {}{why}", list(&programs))?;
    for name in called {
        let caller = shown(&said.called[name]);
        writeln!(out, "# {} is left out: a subprogram of {caller}", shown(name))?;
    }
    Ok(())
}

fn write_control(out: &mut String, said: &Said, shop: &Settings) -> std::fmt::Result {
    if let Some(item) = shop.items("dialect").first() {
        let (name, place) = (text(&item.text), shown(&item.origin.place()));
        writeln!(out, "# dialect = {name}, by {place}")?;
        for (dialect, why) in said.dialects.iter().filter(|(d, _)| d.name() != item.text) {
            writeln!(out, "# dialect = {}  # guess: {}", text(dialect.name()), shown(why))?;
        }
        return Ok(());
    }
    let Some(((dialect, why), others)) = said.dialects.split_first() else {
        return writeln!(out, "dialect = \"linuxcnc\"  # guess: nothing names the control");
    };
    writeln!(out, "dialect = {}  # guess: {}", text(dialect.name()), shown(why))?;
    for (dialect, why) in others {
        let name = text(dialect.name());
        writeln!(out, "# dialect = {name}  # guess, for [for.program.NAME]: {}", shown(why))?;
    }
    Ok(())
}

fn write_place(out: &mut String, said: &Said, shop: &Settings) -> std::fmt::Result {
    let placed = PLACES.into_iter().chain(["transform"]).find_map(|key| shop.items(key).first());
    match placed {
        Some(item) => {
            writeln!(out, "# where the part lies: by {}", shown(&item.origin.place()))?;
        }
        None => {
            writeln!(out, "origin = [0, 0, 0]  # guess: program zero in part coordinates, mm")?;
        }
    }
    for corner in &said.corners {
        writeln!(out, "# {corner}")?;
    }
    writeln!(out, "# start = [\"\", \"\", 100]  # the tool's height before the first block")?;
    writeln!(out, "# home = [\"\", \"\", 300]  # machine zero in program coordinates")?;
    writeln!(out, "# assume = [\"start=safe\", \"home=safe\"]  # where neither is known")
}

fn write_libraries(out: &mut String, found: &Found, said: &Said) -> std::fmt::Result {
    let first_table = found.libraries.iter().find(|name| is_table(name));
    let mut taken = Vec::new();
    for name in &found.libraries {
        if let Some(why) = said.unread.get(name) {
            writeln!(out, "# {} is left out: {}", shown(name), shown(why))?;
        } else if is_table(name) && first_table != Some(name) {
            let what = "a control has one tool table; keep the one of the machine";
            writeln!(out, "# {} is left out: {what}  # guess", shown(name))?;
        } else {
            taken.push(name);
        }
    }
    if !taken.is_empty() {
        writeln!(out, "tools_from = {}", list(&taken))?;
    }
    Ok(())
}

fn write_offsets(out: &mut String, said: &Said) -> std::fmt::Result {
    if said.offsets.len() > 1 {
        writeln!(out, "\n[offsets]")?;
        for name in said.offsets.iter().filter(|n| *n != "G54") {
            writeln!(out, "# {name} = [0, 0, 0]  # guess: as G54; its zero seen from G54")?;
        }
    }
    Ok(())
}

fn write_tools(out: &mut String, said: &Said) -> std::fmt::Result {
    let bare: Vec<_> = said.used.iter().filter(|(n, _)| !said.tools.contains_key(n)).collect();
    if said.tools.is_empty() && bare.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n[tools]")?;
    for (number, told) in &said.tools {
        for (spec, place) in told {
            writeln!(out, "# {number} = {}  # guess: the comment in {place}", text(spec))?;
        }
    }
    for (number, place) in bare {
        let says = match said.hints.get(number) {
            Some(hint) => format!("; {hint}"),
            None => ", not described".to_owned(),
        };
        writeln!(out, "# {number} = \"flat:D\"  # moves from {place} on{says}")?;
    }
    Ok(())
}
