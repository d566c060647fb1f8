//! Sections of the page.

use std::io::{self, Write};

use crate::render::clearance::{self, HEADS};
use crate::render::svg::{ZONES, section};
use crate::render::xml::escaped;
use crate::report::data::picture::{Listing, Pictures, SECTIONS};
use crate::report::data::{Region, Report};
use crate::report::{codes, summary};

/// Regions shown in full; the rest are listed.
const SHOWN: usize = SECTIONS;

/// Remarks listed.
const REMARKS: usize = 200;

pub fn banner(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let text = summary::verdict(report);
    let (head, rest) = text.split_once(": ").unwrap_or((&text, ""));
    writeln!(
        out,
        "<div class=\"banner {}-v\"><b>{}</b>{}<p class=\"small soft\">{}<br>{}</p></div>",
        report.verdict.word(),
        escaped(&head.to_uppercase()),
        escaped(rest),
        escaped(&summary::coverage(report)),
        escaped(&summary::budget(report))
    )
}

pub fn assumptions(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let list = &report.assumptions;
    if list.is_empty() {
        return writeln!(out, "<p>The verdict rests on no assumption.</p>");
    }
    writeln!(
        out,
        "<h2>Assumptions</h2><p class=\"soft\">The verdict rests on these, and nothing proves them.</p>\
         <div class=\"scroll\"><table><tr><th>what</th><th>taken to be</th><th>from</th></tr>"
    )?;
    for a in list {
        writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td></tr>",
            escaped(&a.name),
            escaped(&a.value),
            escaped(&a.source)
        )?;
    }
    writeln!(out, "</table></div>")
}

pub fn baseline(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for line in summary::baseline(report) {
        writeln!(out, "<p>{}</p>", escaped(&line))?;
    }
    Ok(())
}

/// Heads of the columns that say what operations are held to.
const OWN_HEADS: &str = "<th class=\"n\">tolerance</th><th class=\"n\">allowance</th>\
                         <th class=\"n\">deviation</th>";

pub fn operations(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    if report.operations.is_empty() {
        return Ok(());
    }
    let own = report.operations.iter().any(|o| !o.limits.is_empty());
    let assumed = report.operations.iter().any(|o| o.assumed > 0);
    writeln!(
        out,
        "<h2>Operations</h2><div class=\"scroll\"><table><tr><th>operation</th><th>tool</th><th>lines</th>\
         <th class=\"n\">motions</th><th class=\"n\">mm</th><th class=\"n\">clean</th><th class=\"n\">gouging</th>\
         <th class=\"n\">unknown</th>{}<th class=\"n\">cutter</th><th class=\"n\">shank</th><th class=\"n\">holder</th>\
         <th class=\"n\">fixture</th><th class=\"n\">rapids</th>{}</tr>",
        if assumed { "<th class=\"n\">assumed</th>" } else { "" },
        if own { OWN_HEADS } else { "" }
    )?;
    let [finest, _] = report.tolerances_mm();
    let depth = |bounds: Option<[f64; 2]>| match bounds {
        Some(b) => format!("<td class=\"n bad\">{}</td>", summary::depth(b[0], finest)),
        None => "<td class=\"n soft\">–</td>".to_owned(),
    };
    let bad = |n: u64| format!("<td class=\"n{}\">{n}</td>", if n > 0 { " bad" } else { "" });
    for o in &report.operations {
        let d = &o.deepest_mm;
        writeln!(
            out,
            "<tr><td title=\"{}\">{}</td><td>T{}</td><td>{}–{}</td><td class=\"n\">{}</td><td class=\"n\">{:.0}</td>\
             <td class=\"n\">{}</td>{}{}{}{}{}{}{}{}{}</tr>",
            escaped(&o.source),
            escaped(&o.title()),
            o.tool,
            o.lines[0],
            o.lines[1],
            o.motions,
            o.length_mm,
            o.clean,
            bad(o.gouging),
            bad(o.unknown),
            if assumed { format!("<td class=\"n\">{}</td>", o.assumed) } else { String::new() },
            depth(d.cutter),
            depth(d.shank),
            depth(d.holder),
            depth(d.fixture),
            bad(o.gouging_rapids),
            if own {
                o.held_to(report).map(|mm| format!("<td class=\"n\">{mm}</td>")).concat()
            } else {
                String::new()
            }
        )?;
    }
    writeln!(out, "</table></div><p class=\"small soft\">Depths in mm, proved.</p>")?;
    for line in summary::limits(report) {
        writeln!(out, "<p class=\"small\">{}</p>", escaped(&line))?;
    }
    for o in &report.operations {
        for advice in &o.advice {
            let (title, message) = (escaped(&o.title()), escaped(&advice.message));
            writeln!(out, "<p class=\"advice\">{title}: {message}</p>")?;
        }
    }
    Ok(())
}

pub fn clearances(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let Some(measured) = &report.clearances else { return Ok(()) };
    let heads: String = HEADS.iter().map(|h| format!("<th class=\"n\">{h}</th>")).collect();
    writeln!(
        out,
        "<h2>Least distances</h2><div class=\"scroll\"><table><tr><th>operation</th>{heads}<th>at</th></tr>"
    )?;
    for row in clearance::rows(report, measured) {
        let cell = |c: &Option<String>| match c {
            Some(mm) => format!("<td class=\"n\">{mm}</td>"),
            None => "<td class=\"n soft\">–</td>".to_owned(),
        };
        let cells: String = row.cells.iter().map(cell).collect();
        writeln!(
            out,
            "<tr><td>{}</td>{cells}<td>{}</td></tr>",
            escaped(&row.title),
            escaped(&row.at)
        )?;
    }
    writeln!(
        out,
        "</table></div><p class=\"small soft\">In mm, proved: nothing comes nearer.</p>"
    )?;
    for line in clearance::notes(report, measured) {
        writeln!(out, "<p class=\"small\">{}</p>", escaped(&line))?;
    }
    Ok(())
}

pub fn histogram(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let zones: Vec<(f64, u64, f64)> = (0..report.depth_zones_mm.len())
        .map(|i| {
            let all = report.operations.iter().filter_map(|o| o.depths.get(i));
            let sum = all.fold((0, 0.0), |(n, mm): (u64, f64), d| {
                (n.saturating_add(d.motions[0]), mm + d.length_mm[0])
            });
            (report.depth_zones_mm[i], sum.0, sum.1)
        })
        .collect();
    let most = zones.iter().map(|z| z.2).fold(0.0, f64::max);
    if most <= 0.0 {
        return Ok(());
    }
    writeln!(
        out,
        "<h2>How deep</h2><table><tr><th>deeper than</th><th class=\"n\">motions</th><th class=\"n\">path, mm</th><th></th></tr>"
    )?;
    for (i, (than, motions, mm)) in zones.iter().enumerate() {
        writeln!(
            out,
            "<tr><td>{than} mm</td><td class=\"n\">{motions}</td><td class=\"n\">{mm:.1}</td>\
             <td><span class=\"bar\" style=\"width:{:.2}rem;background:{}\"></span></td></tr>",
            18.0 * mm / most,
            ZONES[i.min(ZONES.len() - 1)]
        )?;
    }
    writeln!(out, "</table>")
}

pub fn regions(report: &Report, pictures: &Pictures, out: &mut dyn Write) -> io::Result<()> {
    if report.regions.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h2>Regions</h2>")?;
    for region in report.regions.iter().take(SHOWN) {
        self::region(report, region, pictures, out)?;
    }
    if report.regions.len() > SHOWN {
        writeln!(
            out,
            "<h3>{} more</h3><div class=\"scroll\"><table><tr><th class=\"n\">region</th><th>line</th><th>what</th></tr>",
            report.regions.len() - SHOWN
        )?;
        for r in &report.regions[SHOWN..] {
            writeln!(
                out,
                "<tr><td class=\"n\">{}</td><td>{}</td><td>{}</td></tr>",
                r.id,
                r.witness.line,
                escaped(&r.message)
            )?;
        }
        writeln!(out, "</table></div>")?;
    }
    Ok(())
}

fn region(report: &Report, r: &Region, pictures: &Pictures, out: &mut dyn Write) -> io::Result<()> {
    let lines = match r.lines {
        [a, b] if a == b => format!("line {a}"),
        [a, b] => format!("lines {a} to {b}"),
    };
    let operation =
        r.operation.as_ref().map_or_else(String::new, |name| format!("{} · ", escaped(name)));
    writeln!(
        out,
        "<article class=\"card\" id=\"region-{}\"><h3>{}. {} <span class=\"soft\">[{}]</span></h3>\
         <p class=\"small soft\">{operation}{lines}, {} · {} · worst on line {} · <code>{}</code> \
         <button class=\"noprint\" data-show=\"{}\" hidden>Show in space</button></p>",
        r.id,
        r.id,
        escaped(&r.message),
        escaped(&r.code),
        summary::count(r.contacts, "motion") + &summary::rapids_among(r.contacts, r.rapids),
        escaped(codes::find(&r.code).map_or("", |c| c.title)),
        r.witness.line,
        escaped(&r.fingerprint),
        r.id
    )?;
    let w = &r.witness;
    writeln!(
        out,
        "<p class=\"small\">deepest at <b>{}</b>; on the part, mm: control point {}, surface {}</p>",
        summary::control_point(w, &report.inputs.program.units),
        summary::place(w.control_point_mm),
        summary::place(w.surface_point_mm)
    )?;
    if let Some(own) = &r.limits {
        let held = escaped(&summary::held_to(own));
        writeln!(out, "<p class=\"small\">held to limits of its own: {held}</p>")?;
    }
    if let Some(accepted) = summary::accepted(r) {
        writeln!(out, "<p class=\"soft\">{}</p>", escaped(&accepted))?;
    }
    for advice in &r.advice {
        writeln!(out, "<p class=\"advice\">{}</p>", escaped(&advice.message))?;
    }
    if let Some(s) = pictures.sections.iter().find(|s| s.region == r.id) {
        writeln!(out, "{}", section(r, s, r.held_to(report).tolerance_mm).element(&r.message))?;
    }
    if let Some(listing) = pictures.listings.iter().find(|l| l.region == r.id) {
        listed(listing, r.witness.line, out)?;
    }
    writeln!(out, "</article>")
}

fn listed(listing: &Listing, here: u32, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "<pre>")?;
    for (text, number) in listing.lines.iter().zip(listing.first..=u32::MAX) {
        let class = if number == here { " class=\"here\"" } else { "" };
        write!(out, "<span{class}>{number:>7}  {}</span>", escaped(text))?;
    }
    writeln!(out, "</pre>")
}

pub fn remarks(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let undecided = report.undecided.iter().map(|u| (&u.code, summary::undecided(u), u.line));
    let refused = report.refusals.iter().map(|r| (&r.code, r.message.clone(), r.line));
    let warned = report.warnings.iter().map(|w| (&w.code, w.message.clone(), w.line));
    for (title, list) in [
        ("Not decided", undecided.collect::<Vec<_>>()),
        ("Refused blocks", refused.collect()),
        ("Warnings", warned.collect()),
    ] {
        if list.is_empty() {
            continue;
        }
        writeln!(out, "<h2>{title}</h2><ul>")?;
        for (code, message, line) in list.iter().take(REMARKS) {
            let place = if *line > 0 { format!("line {line}: ") } else { String::new() };
            writeln!(
                out,
                "<li>{place}{} <span class=\"soft\">[{code}]</span></li>",
                escaped(message)
            )?;
        }
        writeln!(out, "</ul>")?;
        if list.len() > REMARKS {
            writeln!(out, "<p class=\"soft\">and {} more</p>", list.len() - REMARKS)?;
        }
    }
    Ok(())
}

pub fn inputs(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "<h2>Inputs</h2><div class=\"scroll\"><table><tr><th>file</th><th>what</th><th>SHA-256</th></tr>"
    )?;
    let mut row = |path: &str, what: String, sha: &str| {
        writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td><code class=\"small\">{}</code></td></tr>",
            escaped(path),
            escaped(&what),
            escaped(sha)
        )
    };
    let p = &report.inputs.program;
    let what = format!("program, {}, {}, {}", summary::count(p.lines, "line"), p.dialect, p.units);
    row(&p.path, what, &p.sha256)?;
    let parts = report.inputs.parts.iter().map(|m| ("part", m));
    for (role, m) in parts.chain(report.inputs.fixtures.iter().map(|m| ("fixture", m))) {
        let closed = if m.watertight { "watertight" } else { "not watertight" };
        let what = format!(
            "{role}, {}, {closed}, read in {}",
            summary::count(m.triangles, "triangle"),
            summary::mesh_unit(m, &report.options)
        );
        row(&m.path, what, &m.sha256)?;
    }
    writeln!(out, "</table></div>")
}
