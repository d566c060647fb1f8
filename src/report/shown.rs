//! Names and declarations are data: whatever they hold, they stay on their line.

use std::borrow::Cow;

use super::data::Report;

/// The same text without control characters: they are written as escapes.
pub fn shown(text: &str) -> String {
    text.chars()
        .flat_map(|c| match c.is_control() || is_marked(c) {
            true => c.escape_default().collect::<Vec<_>>(),
            false => vec![c],
        })
        .collect()
}

/// Characters that turn the direction of text, or break lines without being control characters.
fn is_marked(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A report whose texts are all fit to be shown; the same one where they are already.
pub fn safe(report: &Report) -> Cow<'_, Report> {
    let inputs = &report.inputs;
    let meshes = inputs.parts.iter().chain(&inputs.fixtures).map(|m| &m.path);
    let tools = inputs.tools.iter().flat_map(|t| [&t.spec, &t.source, &t.base, &t.name]);
    let job = report.job.iter().flat_map(|j| j.values.values().chain([&j.path]));
    let remarks = report.refusals.iter().chain(&report.warnings);
    let places = remarks.flat_map(|r| r.file.iter().chain([&r.message]));
    let regions = report.regions.iter().flat_map(|r| r.witness.file.iter().chain([&r.message]));
    let accepted = report.regions.iter().filter_map(|r| r.accepted.as_ref());
    let accepted = accepted.flat_map(|a| a.who.iter().chain(&a.until).chain([&a.reason]));
    let baseline = report.baseline.iter().flat_map(|b| b.unused.iter().chain([&b.path]));
    let open = report.undecided.iter().flat_map(|u| u.file.iter().chain([&u.message]));
    let facts = report
        .missing
        .iter()
        .flat_map(|m| m.options.iter().flatten().chain(&m.again).chain([&m.message]));
    let assumptions = report.assumptions.iter().flat_map(|a| [&a.name, &a.value, &a.source]);
    let mut all = meshes
        .chain([&inputs.program.path])
        .chain(tools)
        .chain(job)
        .chain(places)
        .chain(regions)
        .chain(accepted)
        .chain(baseline)
        .chain(open)
        .chain(facts)
        .chain(assumptions);
    if all.all(|text| !text.chars().any(|c| c.is_control() || is_marked(c))) {
        return Cow::Borrowed(report);
    }
    let mut report = report.clone();
    let mend = |text: &mut String| *text = shown(text);
    let inputs = &mut report.inputs;
    inputs.parts.iter_mut().chain(&mut inputs.fixtures).for_each(|m| mend(&mut m.path));
    mend(&mut inputs.program.path);
    for tool in &mut inputs.tools {
        [&mut tool.spec, &mut tool.source, &mut tool.base, &mut tool.name]
            .into_iter()
            .for_each(mend);
    }
    if let Some(job) = &mut report.job {
        mend(&mut job.path);
        job.values.values_mut().for_each(mend);
    }
    for r in report.refusals.iter_mut().chain(&mut report.warnings) {
        mend(&mut r.message);
        r.file.iter_mut().for_each(mend);
    }
    for r in &mut report.regions {
        mend(&mut r.message);
        r.witness.file.iter_mut().for_each(mend);
        if let Some(a) = &mut r.accepted {
            a.who.iter_mut().chain(&mut a.until).chain([&mut a.reason]).for_each(mend);
        }
    }
    if let Some(b) = &mut report.baseline {
        b.unused.iter_mut().chain([&mut b.path]).for_each(mend);
    }
    for u in &mut report.undecided {
        mend(&mut u.message);
        u.file.iter_mut().for_each(mend);
    }
    for m in &mut report.missing {
        mend(&mut m.message);
        m.options.iter_mut().flatten().chain(&mut m.again).for_each(mend);
    }
    for a in &mut report.assumptions {
        [&mut a.name, &mut a.value, &mut a.source].into_iter().for_each(mend);
    }
    Cow::Owned(report)
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn nothing_shown_leaves_its_line() {
        assert_eq!(shown("a\nb\u{1b}[31m\u{202e}c\r"), "a\\nb\\u{1b}[31m\\u{202e}c\\r");
        assert_eq!(shown("Fräser ø6 | 1/4\""), "Fräser ø6 | 1/4\"");
    }
}
