//! What a report states besides gouges, one sentence each: what was not understood, not decided, or
//! warned of.

use serde::Serialize;

use crate::report::data::{Remark, Report};
use crate::report::summary;

/// Remarks written into headers, which programs read whole.
const MOST: usize = 200;

/// What is remarked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum About {
    /// A block was not understood.
    Refused,
    /// Motions, or the whole, were not decided.
    Undecided,
    /// Something is legal but suspicious.
    Warning,
}

/// One sentence.
pub struct Said<'a> {
    pub about: About,
    pub code: &'a str,
    pub message: String,
    /// Subprogram file that the line counts in.
    pub file: Option<&'a str>,
    /// 0 where no line is meant.
    pub line: u32,
}

/// All of them; what leaves the verdict unknown comes first.
pub fn remarks(report: &Report) -> impl Iterator<Item = Said<'_>> {
    fn all(about: About, list: &[Remark]) -> impl Iterator<Item = Said<'_>> {
        list.iter().map(move |r| Said {
            about,
            code: &r.code,
            message: r.message.clone(),
            file: r.file.as_deref(),
            line: r.line,
        })
    }
    let undecided = report.undecided.iter().map(|u| Said {
        about: About::Undecided,
        code: &u.code,
        message: summary::undecided(u),
        file: u.file.as_deref(),
        line: u.line,
    });
    all(About::Refused, &report.refusals)
        .chain(undecided)
        .chain(all(About::Warning, &report.warnings))
}

/// The verdict with what it covers and leaves open, a line each: for formats that show a mesh,
/// which looks alike whether nothing gouges or nothing was checked.
pub fn lines(report: &Report) -> Vec<String> {
    let mut lines = vec![summary::verdict(report), summary::coverage(report)];
    lines.extend(summary::baseline(report));
    let all = || remarks(report);
    lines.extend(all().take(MOST).map(|said| {
        let Said { about, code, message, file, line } = said;
        let about = match about {
            About::Refused => "refused",
            About::Undecided => "undecided",
            About::Warning => "warning",
        };
        let place = match (file, line) {
            (_, 0) => String::new(),
            (None, line) => format!("line {line}: "),
            (Some(file), line) => format!("{file}, line {line}: "),
        };
        format!("{about}: {place}{message} [{code}]")
    }));
    match all().count().saturating_sub(MOST) {
        0 => {}
        rest => lines.push(format!("and {}", summary::count(rest as u64, "more remark"))),
    }
    lines
}
