//! The four kinds of picture, drawn from the state into cells.

mod label;
mod map;
mod section_view;
mod solid_view;

use std::sync::Arc;

use gouge_raster::{Camera, Frame, Light, Picture, shade};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub use label::{Label, scale_bar};

use super::document::Document;
use super::graphics::{self, Painter};
use super::scene::Scene;
use super::section::Drawing;
use super::state::{Eye, State, View};
use map::Map;

/// What pictures are drawn with; kept from frame to frame.
pub struct Studio {
    document: Arc<Document>,
    scene: Scene,
    frame: Frame,
    painter: Painter,
    map: Option<Map>,
    /// The cut of the last frame, by what it was made from.
    cut: Option<(String, Drawing)>,
    /// Pixels of a cell in the picture that is being drawn.
    cell: (f64, f64),
    /// The last picture, for export and for pixel protocols.
    pub picture: Picture,
    /// What is written over it.
    pub labels: Vec<Label>,
}

impl Studio {
    /// Prepares a document for drawing.
    pub fn new(document: Arc<Document>) -> Self {
        let regions = &document.report.regions;
        let mut worst: Vec<u32> = regions.iter().map(|r| r.witness.motion).collect();
        worst.sort_unstable();
        let gouging = document.report.motions.as_ref().map(|list| {
            let bad =
                |m: &&crate::report::data::Motion| m.verdict == crate::report::data::Verdict::Gouge;
            list.iter().filter(bad).map(|m| m.index).collect::<std::collections::HashSet<u32>>()
        });
        let bad = |i: usize| match &gouging {
            Some(set) => set.contains(&(i as u32)),
            None => worst.binary_search(&(i as u32)).is_ok(),
        };
        let scene = Scene::new(&document, bad);
        Self {
            scene,
            document,
            frame: Frame::new(0, 0),
            painter: Painter::default(),
            map: None,
            cut: None,
            cell: (1.0, 2.0),
            picture: Picture::default(),
            labels: Vec::new(),
        }
    }

    /// Whether it was made for this document.
    pub fn is_of(&self, document: &Arc<Document>) -> bool {
        Arc::ptr_eq(&self.document, document)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.scene.bytes()
    }

    /// The last frame is coarser than it could be: draw it again when there is time.
    pub fn is_coarse(&self) -> bool {
        self.painter.is_coarse()
    }

    /// Draws the picture into the cells of `area`, in at most `budget` bytes.
    pub fn draw(
        &mut self,
        state: &State,
        cell: (u16, u16),
        area: Rect,
        buf: &mut Buffer,
        budget: usize,
    ) {
        let (across, down) = state.mode.pixels(cell);
        let (w, h) = (usize::from(area.width) * across, usize::from(area.height) * down);
        if w == 0 || h == 0 {
            return;
        }
        self.labels.clear();
        self.cell = (across as f64, down as f64);
        self.render(state, w, h, state.mode.aspect(cell));
        if state.mode.is_pixels() {
            graphics::leave(area, buf);
        } else {
            let theme = &state.theme;
            self.painter.paint(
                &self.picture,
                area,
                buf,
                (state.mode, theme.depth, theme.light),
                budget,
            );
        }
        for label in &self.labels {
            label.write((across, down), area, buf);
        }
    }

    /// Draws the picture in so many pixels.
    pub fn render(&mut self, state: &State, w: usize, h: usize, aspect: f64) {
        match state.view {
            View::Section => self.section(state, w, h, aspect),
            View::Solid => self.solid(state, w, h, aspect),
            View::Map => self.chart(state, w, h, aspect),
            View::Setup => self.setup(state, w, h, aspect),
        }
    }

    fn shaded(&mut self, camera: &Camera, state: &State) {
        self.picture = shade(&self.frame, camera, &state.theme.picture(), &Light::default());
    }
}

/// The camera of an eye for a picture of `w` × `h` pixels.
pub fn camera(eye: &Eye, w: usize, h: usize, aspect: f64) -> Camera {
    Camera {
        target: eye.target,
        azimuth: eye.azimuth,
        elevation: eye.elevation,
        scale: super::section::scale(w, h, eye.span, aspect),
        aspect,
    }
}
