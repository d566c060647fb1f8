//! The report in the style of a compiler: regions worst first, one line of source each.

use std::collections::HashMap;
use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::{clearance, missing, table};
use crate::report::data::{Excerpt, Operation, Region, Remark, Report, Verdict};
use crate::report::summary;

/// Entries of one kind shown before "… and N more".
const SHOWN: usize = 20;

/// Widest line drawn when the terminal does not say, characters.
const WIDTH: usize = 120;

/// Columns before a line of the program: its number and the bar, and a blank behind it.
const MARGIN: usize = 10;

/// How the text may look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// With colours.
    pub color: bool,
    /// The verdict alone.
    pub quiet: bool,
    /// Columns that there are, where that is known.
    pub width: Option<usize>,
}

/// Writes `report`.
pub fn render(report: &Report, look: Look, out: &mut dyn Write) -> io::Result<()> {
    if look.quiet {
        return verdict(report, look, out);
    }
    let renderer = if look.color { Renderer::styled() } else { Renderer::plain() };
    let page = Page {
        renderer: renderer.term_width(look.width.unwrap_or(WIDTH)),
        path: &report.inputs.program.path,
        units: &report.inputs.program.units,
        width: look.width.unwrap_or(usize::MAX),
    };

    let regions = &report.regions;
    for region in regions.iter().take(SHOWN) {
        page.region(out, region, regions.len())?;
    }
    more(out, regions.len().saturating_sub(SHOWN), "region")?;
    page.remarks(out, Level::ERROR, &report.refusals, "refused block")?;
    for u in &report.undecided {
        let message = summary::undecided(u);
        let title = Level::ERROR.primary_title(message).id(u.code.as_str());
        let label = match u.open.first() {
            None => "the first one".to_owned(),
            Some(worst) => {
                let bound = (worst.bound_mm * 1e4).ceil() * 1e-4;
                format!(
                    "the worst of those left: no facet is deeper than {} mm",
                    summary::short(bound)
                )
            }
        };
        let mut group = page.group(title, u.line, &u.file, &u.block, Some(&label));
        let told = summary::bounds(u, report);
        if let Some([known, help]) = &told {
            group = group.element(Level::NOTE.message(known)).element(Level::HELP.message(help));
        }
        page.write(out, group)?;
    }
    page.remarks(out, Level::WARNING, &report.warnings, "warning")?;

    operations(report, out)?;
    clearance::text(report, out)?;
    for o in &report.operations {
        for advice in &o.advice {
            writeln!(out, "{}: {}", o.title(), advice.message)?;
        }
    }
    for tool in &report.inputs.tools {
        writeln!(out, "T{}: {} (from {})", tool.number, tool.name, tool.source)?;
    }
    let parts = report.inputs.parts.iter().map(|m| ("part", m));
    // A role stands before the name: no name begins a line.
    for (role, mesh) in parts.chain(report.inputs.fixtures.iter().map(|m| ("fixture", m))) {
        let closed = if mesh.watertight { "watertight" } else { "not watertight" };
        writeln!(
            out,
            "{role} {}: {}, {closed}, read in {}",
            mesh.path,
            summary::count(mesh.triangles, "triangle"),
            summary::mesh_unit(mesh, &report.options)
        )?;
    }
    for line in missing::boxes(report) {
        writeln!(out, "{line}")?;
    }
    for line in summary::baseline(report) {
        writeln!(out, "{line}")?;
    }
    if let Some(job) = summary::job(report) {
        writeln!(out, "{job}")?;
    }
    for line in summary::limits(report).chain(summary::assumptions(report)) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{}", summary::coverage(report))?;
    writeln!(out, "{}", summary::budget(report))?;
    missing::text(report, out)?;
    verdict(report, look, out)
}

/// The last line.
fn verdict(report: &Report, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let (on, off) = match (look.color, report.verdict) {
        (false, _) => ("", ""),
        (true, Verdict::Clean) => ("\u{1b}[1;32m", "\u{1b}[0m"),
        (true, Verdict::Gouge) => ("\u{1b}[1;31m", "\u{1b}[0m"),
        (true, Verdict::Unknown) => ("\u{1b}[1;33m", "\u{1b}[0m"),
    };
    writeln!(out, "{on}{}{off}", summary::verdict(report))
}

/// So many are not shown.
fn more(out: &mut dyn Write, rest: usize, noun: &str) -> io::Result<()> {
    match rest {
        0 => Ok(()),
        rest => writeln!(
            out,
            "… and {} (`--format json` has all)\n",
            summary::count(rest as u64, &format!("more {noun}"))
        ),
    }
}

/// Rows of operations shown when all of them are clean.
const CLEAN_SHOWN: usize = 12;

/// Columns that are there whatever they hold: up to the cutter's.
const ALWAYS_SHOWN: usize = 8;

/// Columns of what operations are held to, the last ones.
const LIMITS: usize = 3;

/// What each operation came to, as a table.
fn operations(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    use super::table::Stand::{Left, Right};
    let all = &report.operations;
    // One operation without a name is the whole program: the verdict says it all.
    if all.iter().all(|o| o.name.is_none()) && all.len() < 2 {
        return Ok(());
    }
    let head = [
        ("operation", Left),
        ("tool", Left),
        ("lines", Left),
        ("motions", Right),
        ("mm", Right),
        ("gouging", Right),
        ("unknown", Right),
        ("cutter", Right),
        ("shank", Right),
        ("holder", Right),
        ("fixture", Right),
        ("rapids", Right),
        ("assumed", Right),
        ("tolerance", Right),
        ("allowance", Right),
        ("deviation", Right),
    ];
    let mut rows: Vec<&Operation> =
        all.iter().filter(|o| o.gouging + o.unknown + o.assumed > 0).collect();
    if rows.is_empty() {
        rows = all.iter().take(CLEAN_SHOWN).collect();
    }
    let [finest, _] = report.tolerances_mm();
    let depth = |bounds: Option<[f64; 2]>| {
        bounds.map_or_else(|| "-".to_owned(), |b| summary::depth(b[0], finest))
    };
    let row = |o: &&Operation| {
        [
            o.title(),
            format!("T{}", o.tool),
            format!("{}-{}", o.lines[0], o.lines[1]),
            summary::grouped(o.motions),
            summary::grouped(o.length_mm.round() as u64),
            summary::grouped(o.gouging),
            summary::grouped(o.unknown),
            depth(o.deepest_mm.cutter),
            depth(o.deepest_mm.shank),
            depth(o.deepest_mm.holder),
            depth(o.deepest_mm.fixture),
            summary::grouped(o.gouging_rapids),
            summary::grouped(o.assumed),
        ]
        .into_iter()
        .chain(o.held_to(report))
        .collect::<Vec<_>>()
    };
    let cells: Vec<Vec<String>> = rows.iter().map(row).collect();
    // What no operation has takes no room, nor what is the same for all.
    let own = all.iter().any(|o| !o.limits.is_empty());
    let says = |column: &usize| match *column {
        column if column < ALWAYS_SHOWN => true,
        column if column < head.len() - LIMITS => {
            cells.iter().any(|row| !matches!(&*row[column], "-" | "0"))
        }
        _ => own,
    };
    let shown: Vec<usize> = (0..head.len()).filter(says).collect();
    let head: Vec<_> = shown.iter().map(|&column| head[column]).collect();
    let cells: Vec<Vec<String>> =
        cells.iter().map(|row| shown.iter().map(|&column| row[column].clone()).collect()).collect();
    table::write(out, &head, &cells)?;
    let rest = all.len() - rows.len();
    if rest > 0 {
        writeln!(out, "… and {} clean", summary::count(rest as u64, "more operation"))?;
    }
    let zones = summary::zones(report);
    if !zones.is_empty() {
        writeln!(out, "{zones}")?;
    }
    writeln!(out)
}

struct Page<'a> {
    renderer: Renderer,
    path: &'a str,
    /// Those of the program.
    units: &'a str,
    /// Columns that there are.
    width: usize,
}

impl Page<'_> {
    fn region(&self, out: &mut dyn Write, r: &Region, all: usize) -> io::Result<()> {
        let w = &r.witness;
        let label = format!("deepest at {}", summary::control_point(w, self.units));
        let lines = match r.lines {
            [a, b] if a == b => format!("line {a}"),
            [a, b] => format!("lines {a} to {b}"),
        };
        let note = format!(
            "region {} of {all} [{}]: {lines}, {}; worst at facet {} of {} {}",
            r.id,
            r.fingerprint,
            summary::count(r.contacts, "motion") + &summary::rapids_among(r.contacts, r.rapids),
            w.triangle,
            match r.body_role {
                crate::report::data::BodyRole::Part => "part",
                crate::report::data::BodyRole::Fixture => "fixture",
            },
            r.body.saturating_add(1)
        );
        let title = Level::ERROR.primary_title(r.message.as_str()).id(r.code.as_str());
        // A label stands behind the mark, or below where there is no room.
        let beside = w.block.mark[1] as usize + label.chars().count() + MARGIN <= self.width;
        let mut group =
            self.group(title, w.line, &w.file, &w.block, beside.then_some(label.as_str()));
        if !beside {
            group = group.element(Level::NOTE.message(label.as_str()));
        }
        group = group.element(Level::NOTE.message(note));
        let places = format!(
            "on the part: control point {}, surface {}, mm",
            summary::place(w.control_point_mm),
            summary::place(w.surface_point_mm)
        );
        group = group.element(Level::NOTE.message(places));
        if r.unmeasured {
            let [lo, hi] = r.depth_mm.map(summary::short);
            let note =
                format!("the check was stopped before its depth was measured: {lo} to {hi} mm");
            group = group.element(Level::NOTE.message(note));
        }
        if let Some(own) = &r.limits {
            let held = format!("held to limits of its own: {}", summary::held_to(own));
            group = group.element(Level::NOTE.message(held));
        }
        if let Some(accepted) = summary::accepted(r) {
            group = group.element(Level::NOTE.message(accepted));
        }
        for advice in &r.advice {
            group = group.element(Level::HELP.message(advice.message.as_str()));
        }
        self.write(out, group)
    }

    /// What is said again in the same words is counted, not repeated.
    fn remarks(
        &self,
        out: &mut dyn Write,
        level: Level,
        all: &[Remark],
        noun: &str,
    ) -> io::Result<()> {
        let mut kinds: HashMap<(&str, &str), usize> = HashMap::new();
        let mut firsts: Vec<(&Remark, u64, u32)> = Vec::new();
        for remark in all {
            let next = firsts.len();
            match *kinds.entry((&remark.code, &remark.message)).or_insert(next) {
                at if at < next => (firsts[at].1, firsts[at].2) = (firsts[at].1 + 1, remark.line),
                _ => firsts.push((remark, 0, remark.line)),
            }
        }
        for (remark, alike, last) in firsts.iter().take(SHOWN) {
            let title =
                level.clone().primary_title(remark.message.as_str()).id(remark.code.as_str());
            let mut group = self.group(title, remark.line, &remark.file, &remark.block, None);
            if *alike > 0 {
                let number = summary::count(*alike, "more block");
                let note = format!("the same of {number}, the last on line {last}");
                group = group.element(Level::NOTE.message(note));
            }
            self.write(out, group)?;
        }
        let shown: u64 = firsts.iter().take(SHOWN).map(|(_, alike, _)| alike + 1).sum();
        more(out, all.len() - shown as usize, noun)
    }

    fn group<'a>(
        &'a self,
        title: annotate_snippets::Title<'a>,
        line: u32,
        file: &'a Option<String>,
        block: &'a Excerpt,
        label: Option<&'a str>,
    ) -> Group<'a> {
        if line == 0 {
            return Group::with_title(title);
        }
        let byte = |chars: u32| {
            block.text.char_indices().nth(chars as usize).map_or(block.text.len(), |(i, _)| i)
        };
        let [from, to] = block.mark.map(byte);
        let mark = AnnotationKind::Primary.span(from..to.max(from));
        let mark = match label {
            Some(text) => mark.label(text),
            None => mark,
        };
        title.element(
            Snippet::source(block.text.as_str())
                .line_start(line as usize)
                .path(file.as_deref().unwrap_or(self.path))
                .annotation(mark),
        )
    }

    fn write(&self, out: &mut dyn Write, group: Group) -> io::Result<()> {
        writeln!(out, "{}\n", self.renderer.render(&[group]))
    }
}
