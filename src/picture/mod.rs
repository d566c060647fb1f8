//! Pictures as plain data, computed once, drawn by any renderer and by the terminal alike; their
//! types are in [`crate::report::data::picture`]. Nothing here knows a format, and no verdict
//! rests on it.
//!
//! | module | gives |
//! |---|---|
//! | [`plane`] | a plane with its two directions |
//! | [`slice`](mod@slice) | where a plane cuts a mesh |
//! | [`silhouette`] | where it cuts a tool, and what a tool sweeps in it |
//! | [`section`] | a gouge as a dimensioned section |
//! | [`setup`] | part, fixtures, zero, cutting box, tools |
//! | [`surface`] | every facet with its depth |
//! | [`view`] | the scene in space, thinned for display |
//! | [`scene`] | what pictures are made from |

mod deep;
pub mod plane;
pub mod scene;
pub mod section;
pub mod setup;
pub mod silhouette;
pub mod slice;
pub mod surface;
pub mod view;

pub use scene::Scene;
pub use slice::slice;

use crate::nc::Span;
use crate::report::data::Region;
use crate::report::data::picture::{Listing, Pictures, SECTIONS};
use crate::report::{Report, Texts};

/// Lines shown before and after a witness.
const LINES_AROUND: u32 = 10;

impl Pictures {
    /// The pictures of `report`, which was made from `scene`.
    pub fn draw(report: &Report, scene: &Scene, texts: &Texts) -> Self {
        let worst = || report.regions.iter().take(SECTIONS);
        let setup = setup::of(report, scene);
        Self {
            sections: worst()
                .filter_map(|r| section::of(r, r.held_to(report).allowance_mm, scene))
                .collect(),
            listings: worst().map(|region| listing(region, texts)).collect(),
            view: view::of(report, scene, &setup),
            setup,
        }
    }
}

fn listing(region: &Region, texts: &Texts) -> Listing {
    let span = texts.span_of(region.witness.file.as_deref(), region.witness.line);
    let first = span.line.saturating_sub(LINES_AROUND).max(1);
    let last = span.line.saturating_add(LINES_AROUND).min(texts.last_line(span));
    let text = |line| texts.excerpt(Span { line, column: 1, length: 1, ..span }).text;
    Listing { region: region.id, first, lines: (first..=last).map(text).collect() }
}
