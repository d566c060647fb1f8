//! Depths as a map: the surface, coloured by how deep the gouging motions reach below it. Depths
//! are those of poses along the motions, drawn, not proved; the numbers written are the report's.

use std::collections::HashMap;

use gouge_raster::Material;
use ratatui::style::{Color, Style};

use super::label::Label;
use super::solid_view::zones;
use super::{Studio, camera};
use crate::geom::Vec3;
use crate::report::data::Verdict;
use crate::tui::pane::mm;
use crate::tui::scene::{Pose, Show};
use crate::tui::state::State;

/// Most poses in a map.
const MOST_POSES: usize = 60_000;

/// Poses by the cells of a grid as wide as the widest tool.
pub struct Map {
    cell: f64,
    poses: HashMap<[i32; 2], Vec<Pose>>,
}

impl Map {
    fn new(studio: &Studio) -> Self {
        let document = &studio.document;
        let regions = &document.report.regions;
        let radius = |n: u32| {
            let outlines = studio.scene.tool(n).map_or(&[][..], |t| &t.outlines);
            outlines.iter().flat_map(|o| &o.points).map(|p| p[0]).fold(0.1, f64::max)
        };
        let cell = regions.iter().map(|r| radius(r.tool)).fold(0.1, f64::max);
        let listed = document.report.motions.as_ref();
        let motions: Vec<usize> = match listed {
            Some(list) => list
                .iter()
                .filter(|m| m.verdict == Verdict::Gouge)
                .map(|m| m.index as usize)
                .collect(),
            None => regions.iter().map(|r| r.witness.motion as usize).collect(),
        };
        let path = &document.path;
        let length: f64 = motions.iter().map(|m| path.length(*m)).sum();
        let step = (length / MOST_POSES as f64).max(0.1 * cell);
        let mut poses: HashMap<[i32; 2], Vec<Pose>> = HashMap::new();
        for motion in motions {
            let Some(tool) = path.steps.get(motion).map(|s| u32::from(s.tool)) else { continue };
            let count = (path.length(motion) / step).ceil().max(1.0) as usize;
            for i in 0..=count {
                if let Some(at) = path.at(motion, i as f64 / count as f64) {
                    poses.entry(place(at, cell)).or_default().push(Pose { tool, at });
                }
            }
        }
        Self { cell, poses }
    }

    fn near(&self, p: Vec3) -> impl Iterator<Item = &Pose> {
        let [x, y] = place(p, self.cell);
        let cells = (-1..=1).flat_map(move |dx| (-1..=1).map(move |dy| [x + dx, y + dy]));
        cells.filter_map(|c| self.poses.get(&c)).flatten()
    }
}

fn place(p: Vec3, cell: f64) -> [i32; 2] {
    [(p.x / cell).floor() as i32, (p.y / cell).floor() as i32]
}

impl Studio {
    pub(super) fn chart(&mut self, state: &State, w: usize, h: usize, aspect: f64) {
        let eye = camera(&state.chart, w, h, aspect);
        let map = self.map.take().unwrap_or_else(|| Map::new(self));
        let borders = zones(state);
        self.frame.clear(w, h);
        self.scene.draw(
            &mut self.frame,
            &Show {
                camera: eye,
                clip: None,
                motions: 0..0,
                pose: None,
                sheer: false,
                swept: &[],
                zones: &[],
                error: 1.0,
            },
        );
        let mut counts = vec![0usize; borders.len()];
        for material in [Material::PART, Material::FIXTURE] {
            let scene = &self.scene;
            self.frame.repaint(&eye, material, |p| {
                let depth = map.near(p).filter_map(|pose| scene.depth(pose, p)).fold(0.0, f64::max);
                let zone = borders.iter().take_while(|b| depth > **b).count().checked_sub(1)?;
                counts[zone] += 1;
                Some(Material::zone(zone))
            });
        }
        self.map = Some(map);
        self.shaded(&eye, state);
        self.marks(state, &eye);
        self.legend(state, &borders, &counts);
        self.bar(state, eye.scale, eye.aspect);
    }

    /// Zones with their colours, and how much of the picture each takes.
    fn legend(&mut self, state: &State, borders: &[f64], counts: &[usize]) {
        let area: usize = counts.iter().sum();
        let colours = state.theme.picture();
        let mut rows = Vec::with_capacity(borders.len());
        for (i, border) in borders.iter().enumerate().rev() {
            let share = if area > 0 { 100.0 * counts[i] as f64 / area as f64 } else { 0.0 };
            let rgb = colours.of[usize::from(Material::zone(i).0)];
            rows.push((i + 1, rgb, format!(" > {} mm {share:>3.0} % ", mm(*border))));
        }
        let wide = rows.iter().map(|(_, _, text)| text.chars().count()).max().unwrap_or(0) + 3;
        let left = self.picture.width as f64 - wide as f64 * self.cell.0;
        for (row, (zone, rgb, text)) in rows.into_iter().enumerate() {
            let y = (row as f64 + 0.5) * self.cell.1;
            let ink = if rgb.brightness() > 0.5 { Color::Black } else { Color::White };
            let style = Style::new().bg(state.theme.depth.color(rgb));
            let style = if style.bg == Some(Color::Reset) { style } else { style.fg(ink) };
            self.labels.push(Label { at: [left, y], text: format!(" {zone} "), style });
            let at = [left + 3.0 * self.cell.0, y];
            self.labels.push(Label { at, text, style: state.theme.text() });
        }
    }
}
