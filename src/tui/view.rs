//! What is in view: panes, pictures, rows and view directions.

use gouge_raster::Side;

use crate::geom::{Aabb, Vec3};

/// A list or a text beside the view, or the view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pane {
    /// Operations of the program.
    Operations,
    /// Gouges.
    #[default]
    Regions,
    /// The program's text.
    Program,
    /// The proof of a gouge.
    Witness,
    /// What the verdict rests on.
    Assumptions,
    /// The picture.
    View,
}

impl Pane {
    /// In the order of Tab.
    pub const ALL: [Self; 6] = [
        Self::Operations,
        Self::Regions,
        Self::Program,
        Self::Witness,
        Self::Assumptions,
        Self::View,
    ];
}

/// A kind of picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Through the gouge.
    #[default]
    Section,
    /// In space.
    Solid,
    /// Depths.
    Map,
    /// Before the first start.
    Setup,
}

impl View {
    /// For titles.
    pub fn name(self) -> &'static str {
        match self {
            Self::Section => "section",
            Self::Solid => "3-D",
            Self::Map => "map",
            Self::Setup => "setup",
        }
    }
}

/// What the map shows by colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Field {
    /// How deep tools cut in.
    #[default]
    Depth,
    /// How near tools come.
    Clearance,
}

/// A place in the program: a motion, and where along it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cursor {
    /// Motion, from 0.
    pub motion: usize,
    /// 0 to 1.
    pub t: f64,
}

/// A row of a list and the first one shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Chosen.
    pub at: usize,
    /// First on the screen.
    pub top: usize,
}

impl Row {
    /// Moves by `step` within `count` rows.
    pub fn step(&mut self, step: isize, count: usize) {
        self.at = self.at.saturating_add_signed(step).min(count.saturating_sub(1));
    }

    /// The first row to show so that the chosen one is among `height`.
    pub fn scrolled(&self, height: usize, count: usize) -> usize {
        let height = height.max(1);
        let last = count.saturating_sub(height);
        self.top.clamp((self.at + 1).saturating_sub(height), self.at).min(last)
    }
}

/// How far a section may lie beside the tool's axis without anybody seeing it, mm.
pub const HAIR_MM: f64 = 1e-4;

/// How space is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eye {
    /// About +Z from the front, radians.
    pub azimuth: f64,
    /// Above the horizon, radians.
    pub elevation: f64,
    /// In the middle, work coordinates, mm.
    pub target: Vec3,
    /// mm across the shorter side of the picture.
    pub span: f64,
    /// The standard view that was chosen last.
    pub side: Side,
}

impl Eye {
    /// All of `bounds` from a standard side.
    pub fn around(bounds: &Aabb, side: Side) -> Self {
        let camera = gouge_raster::Camera::new(bounds, side);
        Self {
            azimuth: camera.azimuth,
            elevation: camera.elevation,
            target: camera.target,
            span: reach(bounds),
            side,
        }
    }
}

/// Size of a picture that shows all of `bounds` from anywhere, mm.
pub fn reach(bounds: &Aabb) -> f64 {
    if bounds.is_empty() { 100.0 } else { bounds.size().norm().max(1e-3) }
}

/// How a section is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cut {
    /// Of the plane, from +X toward +Y, radians.
    pub angle: f64,
    /// Step of the plane along its normal, mm.
    pub offset: f64,
    /// Middle of the picture, mm from the control point.
    pub pan: [f64; 2],
    /// mm across the shorter side.
    pub span: f64,
}

/// A clip plane of the view in space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clip {
    /// None.
    #[default]
    None,
    /// Looking along Y.
    Across,
    /// Looking along X.
    Along,
    /// Looking down.
    Level,
}
