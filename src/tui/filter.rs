//! Which regions are listed, and in which order.

use std::cmp::Ordering;

use crate::report::data::{BodyRole, Component, Region};

/// Order of regions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// Deepest first.
    #[default]
    Depth,
    /// First line first.
    Line,
    /// Tool by tool, deepest first.
    Tool,
    /// Most contacts first.
    Contacts,
}

impl Sort {
    /// The next one.
    pub fn next(self) -> Self {
        match self {
            Self::Depth => Self::Line,
            Self::Line => Self::Tool,
            Self::Tool => Self::Contacts,
            Self::Contacts => Self::Depth,
        }
    }

    /// For the pane's title.
    pub fn name(self) -> &'static str {
        match self {
            Self::Depth => "depth",
            Self::Line => "line",
            Self::Tool => "tool",
            Self::Contacts => "contacts",
        }
    }

    fn compare(self, a: &Region, b: &Region) -> Ordering {
        let deeper = || b.depth_mm[0].total_cmp(&a.depth_mm[0]);
        match self {
            Self::Depth => deeper(),
            Self::Line => a.lines.cmp(&b.lines),
            Self::Tool => a.tool.cmp(&b.tool).then_with(deeper),
            Self::Contacts => b.contacts.cmp(&a.contacts),
        }
        .then(a.id.cmp(&b.id))
    }
}

/// One condition.
#[derive(Clone, Debug, PartialEq)]
enum Term {
    Tool(u32),
    Component(Component),
    Body(BodyRole),
    Lines(u32, u32),
    Deeper(f64),
    Shallower(f64),
    Text(String),
}

/// Conditions that all hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    terms: Vec<Term>,
}

impl Filter {
    /// Reads `tool:2 holder depth>0.1 line:9-99 rough`.
    ///
    /// # Errors
    /// Numbers that are none.
    pub fn parse(text: &str) -> Result<Self, String> {
        let number = |v: &str| v.parse::<f64>().map_err(|_| format!("`{v}` is not a number"));
        let whole = |v: &str| v.parse::<u32>().map_err(|_| format!("`{v}` is not a whole number"));
        let term = |word: &str| -> Result<Term, String> {
            if let Some(v) = word.strip_prefix("tool:") {
                return Ok(Term::Tool(whole(v.trim_start_matches(['T', 't']))?));
            }
            if let Some(v) = word.strip_prefix("line:") {
                let (a, b) = v.split_once('-').unwrap_or((v, v));
                return Ok(Term::Lines(whole(a)?, whole(b)?));
            }
            if let Some(v) = word.strip_prefix("depth>") {
                return Ok(Term::Deeper(number(v)?));
            }
            if let Some(v) = word.strip_prefix("depth<") {
                return Ok(Term::Shallower(number(v)?));
            }
            Ok(match word.to_lowercase().as_str() {
                "cutter" => Term::Component(Component::Cutter),
                "shank" => Term::Component(Component::Shank),
                "holder" => Term::Component(Component::Holder),
                "part" => Term::Body(BodyRole::Part),
                "fixture" => Term::Body(BodyRole::Fixture),
                text => Term::Text(text.to_owned()),
            })
        };
        Ok(Self { terms: text.split_whitespace().map(term).collect::<Result<_, _>>()? })
    }

    /// Whether it holds for a region.
    pub fn holds(&self, region: &Region) -> bool {
        self.terms.iter().all(|term| match term {
            Term::Tool(n) => region.tool == *n,
            Term::Component(c) => region.component == *c,
            Term::Body(b) => region.body_role == *b,
            Term::Lines(a, b) => region.lines[0] <= *b && *a <= region.lines[1],
            Term::Deeper(d) => region.depth_mm[0] > *d,
            Term::Shallower(d) => region.depth_mm[0] < *d,
            Term::Text(text) => {
                let operation = region.operation.as_deref().unwrap_or("");
                [&region.message, &region.code, &region.fingerprint, operation]
                    .iter()
                    .any(|s| s.to_lowercase().contains(text))
            }
        })
    }
}

/// Indices of the regions that are listed, in order.
pub fn listed(regions: &[Region], filter: &Filter, sort: Sort) -> Vec<u32> {
    let mut list: Vec<u32> =
        (0..regions.len() as u32).filter(|&i| filter.holds(&regions[i as usize])).collect();
    list.sort_by(|&a, &b| sort.compare(&regions[a as usize], &regions[b as usize]));
    list
}
