//! The report as one page: no links, no requests, and no scripts for anything but the view in
//! space.
//!
//! The JSON report is in `<template id="gouge-report">` as text, with `&`, `<`, `>` and `"`
//! written as entities; pictures are left out of it.

mod parts;

use std::io::{self, Write};

use super::safe::safe;
use super::svg::{STYLE, ZONES, front, tool, top};
use super::xml::escaped;
use super::{NO_PICTURES, json};
use crate::report::data::Report;
use crate::report::data::picture::Pictures;
use crate::report::summary;

const PAGE: &str = include_str!("page.css");
const VIEWER: &str = include_str!("viewer.js");

/// Writes `report`.
pub fn render(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    // What a recheck reads stays as it is.
    // A page of motions that nothing there shows would be too large to send.
    let plain = Report { pictures: None, surfaces: None, motions: None, ..report.clone() };
    let report = &*safe(report)?;
    let Some(pictures) = &report.pictures else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, NO_PICTURES));
    };
    let program = escaped(&report.inputs.program.path);
    writeln!(
        out,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{}: {program}</title><style>{PAGE}{STYLE}</style></head><body><main>\n\
         <h1>gouge check <span class=\"soft\">{program}</span></h1>",
        report.verdict.word()
    )?;
    parts::banner(report, out)?;
    parts::assumptions(report, out)?;
    parts::baseline(report, out)?;
    parts::operations(report, out)?;
    parts::clearances(report, out)?;
    parts::histogram(report, out)?;
    space(pictures, out)?;
    writeln!(out, "<h2>Setup</h2><div class=\"pictures\">")?;
    writeln!(out, "{}", top(report, &pictures.setup).element("the job from above"))?;
    writeln!(out, "{}", front(report, &pictures.setup).element("the job from the front"))?;
    writeln!(out, "</div>")?;
    parts::regions(report, pictures, out)?;
    parts::remarks(report, out)?;
    writeln!(out, "<h2>Tools</h2><div class=\"pictures\">")?;
    for view in &pictures.setup.tools {
        let said = report.inputs.tools.iter().find(|t| t.number == view.number);
        let name = said.map_or_else(String::new, |t| t.name.clone());
        writeln!(
            out,
            "<figure class=\"card\">{}<figcaption class=\"small\">T{}: {}<br><code>{}</code><br><span class=\"soft\">from {}</span></figcaption></figure>",
            tool(view).element(&format!("T{} {name}", view.number)),
            view.number,
            escaped(&name),
            escaped(said.map_or("", |t| &t.spec)),
            escaped(said.map_or("", |t| &t.source))
        )?;
    }
    writeln!(out, "</div>")?;
    parts::inputs(report, out)?;
    writeln!(
        out,
        "<div class=\"sign\"><div>date</div><div>checked by</div><div>released by</div></div></main>"
    )?;
    let mut text = Vec::new();
    json::render(&plain, &mut text)?;
    let text = String::from_utf8_lossy(&text);
    writeln!(out, "<template id=\"gouge-report\">{}</template>", escaped(&text))?;
    let mut view = serde_json::to_value(&pictures.view)?;
    view["zones"] = serde_json::json!(ZONES);
    writeln!(out, "<template id=\"gouge-view\">{}</template>", escaped(&view.to_string()))?;
    writeln!(out, "<script>{VIEWER}</script></body></html>")
}

/// The frame of the view in space; the script shows it where it can draw.
fn space(pictures: &Pictures, out: &mut dyn Write) -> io::Result<()> {
    let view = &pictures.view;
    let (shown, of) = view
        .bodies
        .iter()
        .fold((0u64, 0u64), |(s, o), b| (s.saturating_add(b.shown), o.saturating_add(b.of)));
    let step = summary::short(view.step);
    let thinned = if shown == of {
        format!("All {} of the meshes are shown.", summary::count(of, "triangle"))
    } else {
        let kept = if view.bodies.iter().all(|b| b.cut_as_is) {
            "facets with a corner that was seen to be cut, and those of witnesses, are all shown"
        } else {
            "so many facets are cut that only those of witnesses are certain to be shown"
        };
        format!(
            "Thinned for display: {shown} of {} are shown; {kept}. The check used them all.",
            summary::count(of, "triangle")
        )
    };
    let left_out = |n: u64, what: &str| match n {
        0 => String::new(),
        n => format!(" {} of the path {what} left out here.", summary::count(n, "motion")),
    };
    let skipped = format!(
        " Places are rounded to {step} mm.{}{}",
        left_out(view.skipped, "proved clean are"),
        left_out(view.skipped_others, "that gouge or are not decided are")
    );
    let layer = |value: &str, name: &str| {
        format!("<label><input type=\"checkbox\" value=\"{value}\" checked> {name}</label>")
    };
    writeln!(
        out,
        "<h2 class=\"noprint\">View in space</h2><noscript><p class=\"soft\">The view in space needs scripts; all else is here.</p></noscript>\
         <p id=\"nogl\" hidden>This browser offers no WebGL2: the sections below show every region.</p>\
         <div id=\"view3d\" hidden><canvas></canvas><div class=\"controls\"><button id=\"play\">Play</button>\
         <input type=\"range\" min=\"0\" value=\"0\" aria-label=\"motion\"><output></output></div><div class=\"controls\">\
         {}{}{}{}{}{}<button id=\"home\">All</button><button id=\"top\">Top</button><button id=\"side\">Front</button>\
         <span class=\"soft\">drag turns, shift moves, wheel zooms</span></div></div><p class=\"small soft noprint\">{thinned}{skipped}</p>",
        layer("part", "part"),
        layer("path", "path"),
        layer("rapid", "rapids"),
        layer("fixture", "fixtures"),
        layer("tool", "tool"),
        layer("holder", "holder"),
    )
}
