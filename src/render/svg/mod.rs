//! The pictures as SVG: exact outlines, millimetres of paper at a stated scale.

mod section;
mod setup;
mod tool;

use std::fmt::Write as _;
use std::io::{self, Write};

pub(super) use section::section;
pub(super) use setup::{front, top};
pub(super) use tool::tool;

use super::remarks::lines;
use super::xml::escaped;
use crate::number::trimmed;
use crate::report::data::Report;
use crate::report::data::picture::{Outline, Point};
use crate::report::summary;

/// Colours of the pictures, light and dark; told apart by the colour-blind (Okabe and Ito 2008).
pub(super) const STYLE: &str = include_str!("style.css");

/// Colours of the depth zones, shallow to deep: lightness falls from step to step.
pub(super) const ZONES: [&str; 7] =
    ["#ffe08a", "#fdb863", "#f1803c", "#d94801", "#a63603", "#7f2704", "#4a1486"];

/// Gap between pictures on a sheet, mm of paper.
const GAP: f64 = 8.0;

/// Least width of a sheet without its margins, mm of paper: the verdict stands in one line.
const LEAST_WIDE: f64 = 180.0;

/// Width of a letter and height of a line of what is said below the verdict, mm of paper.
const LETTER: f64 = 1.4;
const LINE: f64 = 3.6;

/// A drawing: its size on paper, mm, and its elements.
pub(super) struct Drawing {
    pub size: [f64; 2],
    pub body: String,
}

impl Drawing {
    /// As an element of its own, `title` for those who cannot see it.
    pub fn element(&self, title: &str) -> String {
        let [w, h] = self.size.map(number);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" role=\"img\" width=\"{w}mm\" \
             height=\"{h}mm\" viewBox=\"0 0 {w} {h}\"><title>{}</title>{}</svg>",
            escaped(title),
            self.body
        )
    }
}

/// Writes all pictures of `report` as one sheet, below the verdict and what it leaves open.
pub fn render(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let Some(pictures) = &report.pictures else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, super::NO_PICTURES));
    };
    let mut drawings = vec![top(report, &pictures.setup), front(report, &pictures.setup)];
    for s in &pictures.sections {
        if let Some(region) = report.regions.iter().find(|r| r.id == s.region) {
            drawings.push(section(region, s, region.held_to(report).tolerance_mm));
        }
    }
    drawings.extend(pictures.setup.tools.iter().map(tool));
    let wide = drawings.iter().map(|d| d.size[0]).fold(LEAST_WIDE, f64::max) + 2.0 * GAP;
    let mut y = GAP + 8.0;
    let mut body = String::new();
    let columns = ((wide - 2.0 * GAP) / LETTER) as usize;
    for line in lines(report).iter().skip(1).flat_map(|line| textwrap::wrap(line, columns)) {
        let text = escaped(&line);
        let _ = write!(body, "<text class=\"small\" x=\"{GAP}\" y=\"{}\">{text}</text>", number(y));
        y += LINE;
    }
    for d in &drawings {
        let _ = write!(
            body,
            "<g transform=\"translate({} {})\">{}</g>",
            number(GAP),
            number(y),
            d.body
        );
        y += d.size[1] + GAP;
    }
    let [w, h] = [wide, y].map(number);
    writeln!(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" \
         width=\"{w}mm\" height=\"{h}mm\" viewBox=\"0 0 {w} {h}\"><style>{STYLE}</style>\
         <rect class=\"paper\" width=\"{w}\" height=\"{h}\"/><text class=\"head\" x=\"{GAP}\" y=\"10\">{}</text>\n{body}</svg>",
        escaped(&summary::verdict(report))
    )
}

/// From millimetres of the work to millimetres of paper.
pub(super) struct Scale {
    pub by: f64,
    window: [Point; 2],
}

impl Scale {
    /// The largest usual scale at which `window` is at most `widest` by `highest` mm of paper.
    pub fn fit(window: [Point; 2], widest: f64, highest: f64) -> Self {
        let size = [0, 1].map(|k| (window[1][k] - window[0][k]).max(1e-9));
        let most = (widest / size[0]).min(highest / size[1]);
        let decade = 10f64.powf(most.log10().floor());
        let by = [5.0, 2.0, 1.0].map(|s| s * decade).into_iter().find(|s| *s <= most);
        Self { by: by.unwrap_or(decade), window }
    }

    /// "5:1", "1:2".
    pub fn name(&self) -> String {
        let by = self.by;
        if by >= 1.0 { format!("{}:1", number(by)) } else { format!("1:{}", number(1.0 / by)) }
    }

    pub fn size(&self) -> [f64; 2] {
        [0, 1].map(|k| (self.window[1][k] - self.window[0][k]) * self.by)
    }

    pub fn at(&self, p: Point) -> Point {
        [(p[0] - self.window[0][0]) * self.by, (self.window[1][1] - p[1]) * self.by]
    }

    /// Outlines as the data of one path.
    pub fn path(&self, outlines: &[Outline]) -> String {
        let mut d = String::new();
        for outline in outlines {
            for (i, p) in outline.points.iter().enumerate() {
                let [x, y] = self.at(*p).map(number);
                let _ = write!(d, "{}{x} {y}", if i == 0 { "M" } else { "L" });
            }
            if outline.closed {
                d.push('Z');
            }
        }
        d
    }
}

/// Four decimals at most: a ten-thousandth of a millimetre of paper.
pub(super) fn number(value: f64) -> String {
    trimmed(value, 4)
}

/// Colour of a depth: that of the deepest zone it is beyond.
pub(super) fn zone(report: &Report, depth: f64) -> usize {
    let beyond = report.depth_zones_mm.iter().filter(|than| depth > **than).count();
    beyond.saturating_sub(1).min(ZONES.len() - 1)
}
