//! Pictures as plain data: polylines and numbers in millimetres, computed once, drawn by any
//! renderer and by the terminal alike. Nothing here knows a format, and no verdict rests on it.
//!
//! | module | gives |
//! |---|---|
//! | [`plane`] | a plane with its two directions |
//! | [`slice`](mod@slice) | where a plane cuts a mesh |
//! | [`silhouette`] | where it cuts a tool, and what a tool sweeps in it |
//! | [`track`] | where the control point is during a motion |
//! | [`section`] | a gouge as a dimensioned section |
//! | [`setup`] | part, fixtures, zero, cutting box, tools |
//! | [`scene`] | what pictures are made from |

pub mod plane;
pub mod scene;
pub mod section;
pub mod setup;
pub mod silhouette;
pub mod slice;
pub mod track;

pub use plane::{Plane, Point};
pub use scene::Scene;
pub use section::Section;
pub use setup::Setup;
pub use slice::{Outline, slice};

use crate::report::Report;

/// Sections drawn, those of the worst regions.
pub const SECTIONS: usize = 40;

/// Every picture of a report.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Pictures {
    /// One for each of the worst regions.
    pub sections: Vec<Section>,
    /// The whole job.
    pub setup: Setup,
}

impl Pictures {
    /// The pictures of `report`, which was made from `scene`.
    pub fn draw(report: &Report, scene: &Scene) -> Self {
        let worst = report.regions.iter().take(SECTIONS);
        Self {
            sections: worst.filter_map(|region| section::of(region, scene)).collect(),
            setup: setup::of(report, scene),
        }
    }
}
