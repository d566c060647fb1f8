//! The four kinds of picture, drawn from the state into cells.

mod label;
mod map;
mod room;
mod section_view;
mod solid_view;
mod stroke;

use std::sync::Arc;

use gouge_raster::{Camera, Frame, Light, Picture, shade};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub use label::Label;

use super::document::Document;
use super::graphics::{self, Painter};
use super::scene::Scene;
use super::section::{Drawing, scale};
use super::state::{Eye, State, View};
use crate::report::Report;
use crate::report::data::{Motion, Verdict};
use crate::report::summary::count;
use map::Map;
use room::Room;
use stroke::Stroke;

/// A picture that is not on a screen has its arrows as on one of so many cells.
const CELLS: (usize, usize) = (200, 60);

/// What pictures are drawn with; kept from frame to frame.
pub struct Studio {
    document: Arc<Document>,
    scene: Scene,
    frame: Frame,
    painter: Painter,
    map: Option<Map>,
    room: Option<Room>,
    /// The cut of the last frame, by what it was made from.
    cut: Option<(String, Drawing)>,
    /// Pixels of a cell in the picture that is being drawn.
    cell: (f64, f64),
    /// The last picture, for export and for pixel protocols.
    pub picture: Picture,
    /// What is written over it.
    pub labels: Vec<Label>,
    /// Thin lines over it.
    strokes: Vec<Stroke>,
}

impl Studio {
    /// Prepares a document for drawing.
    pub fn new(document: Arc<Document>) -> Self {
        let scene = Scene::new(&document, gouging(&document.report));
        Self::with(document, scene)
    }

    /// Begins to prepare it: sections can be drawn at once, the others when [`Self::arrive`] says
    /// so.
    pub fn begin(document: Arc<Document>) -> Self {
        let scene = Scene::begin(&document, gouging(&document.report));
        Self::with(document, scene)
    }

    fn with(document: Arc<Document>, scene: Scene) -> Self {
        Self {
            scene,
            document,
            frame: Frame::new(0, 0),
            painter: Painter::default(),
            map: None,
            room: None,
            cut: None,
            cell: (1.0, 2.0),
            picture: Picture::default(),
            labels: Vec::new(),
            strokes: Vec::new(),
        }
    }

    /// Draws this document from now on. With the same bodies, what was prepared stays.
    pub fn show(&mut self, document: &Arc<Document>) {
        if Arc::ptr_eq(&self.document, document) {
            return;
        }
        if Arc::ptr_eq(&self.document.bodies, &document.bodies) {
            // What is only seen yet changes too often for a long path.
            if document.sighted == 0 {
                self.scene.follow(document, gouging(&document.report));
            }
            self.document = Arc::clone(document);
            (self.map, self.room, self.cut) = (None, None, None);
        } else {
            *self = Self::begin(Arc::clone(document));
        }
    }

    /// Takes over what is prepared by now; tells whether something is.
    pub fn arrive(&mut self) -> bool {
        self.scene.arrive()
    }

    /// Waits until all is prepared.
    pub fn wait(&mut self) {
        self.scene.wait();
    }

    /// Whether something is still being prepared.
    pub fn is_coming(&self) -> bool {
        self.scene.is_coming()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.scene.bytes()
    }

    /// The last frame is coarser than it could be: draw it again when there is time.
    pub fn is_coarse(&self) -> bool {
        self.painter.is_coarse()
    }

    /// Something else is where the picture was.
    pub fn hide(&mut self) {
        self.painter.forget();
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
        let pixels = (across, down);
        self.compose(state, (w, h), pixels, state.mode.aspect(cell));
        let thin = |s: &Stroke| !state.mode.is_pixels() && s.is_thin(pixels);
        let (thin, thick): (Vec<_>, Vec<_>) = self.strokes.drain(..).partition(thin);
        thick.iter().for_each(|s| s.burn(&mut self.picture));
        let theme = &state.theme;
        if state.mode.is_pixels() {
            graphics::leave(area, buf);
        } else {
            let how = (state.mode, theme.depth, theme.background);
            self.painter.paint(&self.picture, area, buf, how, budget);
        }
        for stroke in thin {
            stroke.write(pixels, &self.picture, theme.depth, area, buf);
        }
        for label in &self.labels {
            label.write(pixels, area, buf);
        }
    }

    /// Draws the picture in so many pixels, without words.
    pub fn render(&mut self, state: &State, w: usize, h: usize, aspect: f64) {
        let cell = (w / CELLS.0, h / CELLS.1);
        self.compose(state, (w, h), cell, aspect);
        self.strokes.iter().for_each(|s| s.burn(&mut self.picture));
    }

    fn compose(
        &mut self,
        state: &State,
        (w, h): (usize, usize),
        cell: (usize, usize),
        aspect: f64,
    ) {
        self.labels.clear();
        self.strokes.clear();
        self.cell = (cell.0 as f64, cell.1 as f64);
        match state.view {
            View::Section => self.section(state, w, h, aspect),
            View::Solid => self.solid(state, w, h, aspect),
            View::Map => self.chart(state, w, h, aspect),
            View::Setup => self.setup(state, w, h, aspect),
        }
        if state.view != View::Section && !self.scene.has_bodies() {
            self.prepared_soon(state);
        }
    }

    /// Says what is waited for.
    fn prepared_soon(&mut self, state: &State) {
        let facets = self.document.bodies.iter().map(|b| b.mesh.triangles.len() as u64).sum();
        let text = format!(" preparing {} … ", count(facets, "facet"));
        let wide = text.chars().count() as f64 * self.cell.0;
        let left = (0.5 * (self.picture.width as f64 - wide)).max(0.0);
        let at = [left, 0.5 * self.picture.height as f64];
        self.labels.push(Label { at, text, style: state.theme.accent() });
    }

    /// The bar that shows the scale, pixels a millimetre.
    fn bar(&mut self, state: &State, scale: f64, aspect: f64) {
        let size = (self.picture.width as f64, self.picture.height as f64);
        let theme = &state.theme;
        let (bar, label) =
            label::scale_bar(size, (scale, aspect), self.cell, theme.ink(), theme.text());
        self.strokes.push(bar);
        self.labels.push(label);
    }

    fn shaded(&mut self, camera: &Camera, state: &State) {
        self.picture = shade(&self.frame, camera, &state.theme.picture(), &Light::default());
    }
}

/// Tells the motions that gouge, as far as a report names them.
fn gouging(report: &Report) -> impl Fn(usize) -> bool + Send + use<> {
    let bad = |m: &&Motion| m.verdict == Verdict::Gouge;
    let listed = report.motions.iter().flatten().filter(bad).map(|m| m.index);
    let worst = report.regions.iter().map(|r| r.witness.motion);
    let mut motions: Vec<u32> = listed.chain(worst).collect();
    motions.sort_unstable();
    move |i| u32::try_from(i).is_ok_and(|i| motions.binary_search(&i).is_ok())
}

/// The camera of an eye for a picture of `w` × `h` pixels.
pub fn camera(eye: &Eye, w: usize, h: usize, aspect: f64) -> Camera {
    Camera {
        target: eye.target,
        azimuth: eye.azimuth,
        elevation: eye.elevation,
        scale: scale(w, h, eye.span, aspect),
        aspect,
    }
}
