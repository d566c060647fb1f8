//! The map: the surface, coloured by how deep the gouging motions reach below it, or by how near
//! tools come to it. Depths are those of poses along the motions, drawn, not proved; the numbers
//! written are the report's.

use std::collections::HashMap;

use gouge_raster::{Camera, Colours, Light, Material, Rgb, shade};
use ratatui::style::{Color, Style};

use super::label::Label;
use super::room::Room;
use super::solid_view::zones;
use super::{Studio, camera};
use crate::geom::Vec3;
use crate::report::data::Component;
use crate::report::data::Verdict;
use crate::report::data::clearance::Clearances;
use crate::tui::pane::mm;
use crate::tui::pane::regions::component;
use crate::tui::scene::{Pose, Show};
use crate::tui::state::{Field, State, reach};

/// Most poses in a map.
const MOST_POSES: usize = 60_000;

/// Borders of the zones of clearance, mm, the widest first: the nearest zone is the last.
const ROOM_ZONES: [f64; 6] = [20.0, 10.0, 5.0, 2.0, 1.0, 0.5];

/// From far to near: lightness falls evenly, and no colour is one of the depths.
const ROOM_COLOURS: [Rgb; 6] = [
    Rgb([206, 236, 218]),
    Rgb([150, 212, 196]),
    Rgb([92, 178, 180]),
    Rgb([56, 136, 164]),
    Rgb([44, 92, 142]),
    Rgb([38, 50, 108]),
];

/// Hollows darkened would look like another zone.
const FLAT: Light = Light { outlines: true, hollows: false };

/// Most shades of a material in a map: its colours tell depths, and each change of a colour is two
/// dozen bytes over the line.
const SHADES: u8 = 10;

/// Cells between two numbers of a zone, across and down.
const NUMBERED: [usize; 2] = [12, 5];

/// Poses by the cells of a grid as wide as the widest tool.
pub struct Map {
    cell: f64,
    poses: HashMap<[i32; 2], Vec<Pose>>,
    /// Of regions with many motions only the worst is in it.
    worst_only: bool,
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
        let worst_only = listed.is_none() && regions.iter().any(|r| r.contacts > 1);
        Self { cell, poses, worst_only }
    }

    fn near(&self, p: Vec3) -> impl Iterator<Item = &Pose> {
        let [x, y] = place(p, self.cell);
        let cells = (-1..=1).flat_map(move |dx| (-1..=1).map(move |dy| [x + dx, y + dy]));
        cells.filter_map(|c| self.poses.get(&c)).flatten()
    }
}

/// Colours of maps.
fn flat(state: &State) -> Colours {
    let colours = state.theme.picture();
    Colours { shades: colours.shades.min(SHADES), ..colours }
}

fn place(p: Vec3, cell: f64) -> [i32; 2] {
    [(p.x / cell).floor() as i32, (p.y / cell).floor() as i32]
}

impl Studio {
    pub(super) fn chart(&mut self, state: &State, w: usize, h: usize, aspect: f64) {
        let eye = self.above(state, w, h, aspect);
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
        match (state.field, &state.document.report.clearances) {
            (Field::Depth, _) => self.depths(state, &eye),
            (Field::Clearance, Some(measured)) => self.rooms(state, &eye, measured),
            (Field::Clearance, None) => {
                self.shaded(&eye, state);
                self.unmeasured(state);
            }
        }
        self.bar(state, eye.scale, eye.aspect);
    }

    /// The eye of the map: what is shown whole fills the picture, for it is not turned about.
    fn above(&self, state: &State, w: usize, h: usize, aspect: f64) -> Camera {
        let mut eye = camera(&state.chart, w, h, aspect);
        let bounds = self.scene.bounds();
        let mut fitted = eye;
        fitted.fit(&bounds, w, h);
        eye.scale *= fitted.scale / super::scale(w, h, reach(&bounds), aspect);
        eye
    }

    fn depths(&mut self, state: &State, eye: &Camera) {
        let map = self.map.take().unwrap_or_else(|| Map::new(self));
        let borders = zones(state);
        let mut counts = vec![0usize; borders.len()];
        for material in [Material::PART, Material::FIXTURE] {
            let scene = &self.scene;
            self.frame.repaint(eye, material, |p| {
                let depth = map.near(p).filter_map(|pose| scene.depth(pose, p)).fold(0.0, f64::max);
                let zone = borders.iter().take_while(|b| depth > **b).count().checked_sub(1)?;
                counts[zone] += 1;
                Some(Material::zone(zone))
            });
        }
        let worst_only = map.worst_only;
        self.map = Some(map);
        let colours = flat(state);
        self.picture = shade(&self.frame, eye, &colours, &FLAT);
        let of = |i| colours.of[usize::from(Material::zone(i).0)];
        let ramp: Vec<Rgb> = (0..borders.len()).map(of).collect();
        self.numbers(state, &ramp);
        self.marks(state, eye);
        self.legend(state, ("surface in the tool", '>'), &borders, &ramp, &counts);
        if worst_only {
            let text = " worst motions only; check --moves has all ".to_owned();
            let at = [0.03 * self.picture.width as f64, 0.95 * self.picture.height as f64];
            let at = [at[0], at[1] - self.cell.1];
            self.labels.push(Label { at, text, style: state.theme.faint() });
        }
    }

    fn rooms(&mut self, state: &State, eye: &Camera, measured: &Clearances) {
        let mut room = match self.room.take() {
            Some(room) => room,
            None => Room::new(&self.document, &self.scene),
        };
        let mut counts = vec![0usize; ROOM_ZONES.len()];
        for material in [Material::PART, Material::FIXTURE] {
            let fixture = material == Material::FIXTURE;
            self.frame.repaint(eye, material, |p| {
                let distance = room.distance(p, fixture, ROOM_ZONES[0])?;
                let zone = ROOM_ZONES.iter().take_while(|b| distance < **b).count() - 1;
                counts[zone] += 1;
                Some(Material::zone(zone))
            });
        }
        self.room = Some(room);
        let mut colours = flat(state);
        for (i, rgb) in ROOM_COLOURS.into_iter().enumerate() {
            colours.of[usize::from(Material::zone(i).0)] = rgb;
        }
        self.picture = shade(&self.frame, eye, &colours, &FLAT);
        self.numbers(state, &ROOM_COLOURS);
        self.least(state, eye, measured);
        self.legend(state, ("clearance", '<'), &ROOM_ZONES, &ROOM_COLOURS, &counts);
    }

    /// The proved least distances at their places, the least first, as far as they do not cover
    /// each other.
    fn least(&mut self, state: &State, eye: &Camera, measured: &Clearances) {
        let (w, h) = self.frame.size();
        let mut places: Vec<_> = measured
            .distances
            .iter()
            .filter_map(|d| Some((d.distance_mm?[0], d.component, d.place.as_ref()?)))
            .collect();
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut written: Vec<Label> = Vec::new();
        for (distance, which, place) in places {
            let [x, y, _] = eye.project(&state.document.work(place.surface_point_mm), w, h);
            if x < 0.0 || y < 0.0 || x >= w as f64 || y >= h as f64 {
                continue;
            }
            let touches = distance == 0.0;
            let rapid = if which == Component::Cutter { " in rapid" } else { "" };
            let name = component(which);
            let text = if touches {
                format!("✗ {name}{rapid} touches :{}", place.line)
            } else {
                format!("+ {name}{rapid} {} mm :{}", mm(distance), place.line)
            };
            let style = if touches { state.theme.bad() } else { state.theme.strong() };
            let label = Label { at: [x, y], text, style }.kept_in(w as f64, self.cell);
            if !written.iter().any(|other| label.covers(other, self.cell)) {
                written.push(label);
            }
        }
        self.labels.extend(written);
    }

    /// How to come by what the map of clearances shows.
    fn unmeasured(&mut self, state: &State) {
        const WHY: [&str; 4] = [
            " Clearances are not measured: it takes longer. ",
            " With --clearance they are: ",
            " gouge browse PART PROGRAM --clearance … ",
            " gouge check … --clearance --format json ",
        ];
        let down = self.picture.height as f64 / 2.0 - 2.0 * self.cell.1;
        for (row, text) in WHY.into_iter().enumerate() {
            let wide = text.chars().count() as f64 * self.cell.0;
            let left = (0.5 * (self.picture.width as f64 - wide)).max(0.0);
            let at = [left, down + (row as f64 + 0.5) * self.cell.1];
            let style = if row < 2 { state.theme.text() } else { state.theme.accent() };
            self.labels.push(Label { at, text: text.to_owned(), style });
        }
    }

    /// The number of its zone here and there on the surface, and at least once on every zone that
    /// is seen: colours alone do not tell them apart for everybody.
    fn numbers(&mut self, state: &State, ramp: &[Rgb]) {
        let (w, h) = self.frame.size();
        let cells = [w as f64 / self.cell.0, h as f64 / self.cell.1].map(|n| n as usize);
        let mut written = vec![false; ramp.len()];
        let mut first: Vec<Option<[f64; 2]>> = vec![None; ramp.len()];
        for row in 0..cells[1] {
            for column in 0..cells[0] {
                let at = [(column as f64 + 0.5) * self.cell.0, (row as f64 + 0.5) * self.cell.1];
                let (material, _) = self.frame.at(at[0] as usize, at[1] as usize);
                let Some(zone) = material.zone_index().filter(|z| *z < ramp.len()) else {
                    continue;
                };
                // Rows are shifted against each other: numbers stand in no columns.
                let shifted = column + (row / NUMBERED[1] % 2) * NUMBERED[0] / 2;
                if row % NUMBERED[1] == NUMBERED[1] / 2 && shifted % NUMBERED[0] == NUMBERED[0] / 2
                {
                    written[zone] = true;
                    self.labels.push(number(state, zone, at, ramp[zone]));
                } else if first[zone].is_none() {
                    first[zone] = Some(at);
                }
            }
        }
        for (zone, at) in first.into_iter().enumerate() {
            if let (false, Some(at)) = (written[zone], at) {
                self.labels.push(number(state, zone, at, ramp[zone]));
            }
        }
    }

    /// Zones with their colours, below what they tell of; in a low picture those that are seen. A
    /// wall that is seen along itself takes no room, however deep it is cut: regions tell how deep.
    fn legend(
        &mut self,
        state: &State,
        (what, sign): (&str, char),
        borders: &[f64],
        ramp: &[Rgb],
        counts: &[usize],
    ) {
        let low = self.picture.height as f64 / self.cell.1 < 3.0 * borders.len() as f64;
        let mut rows = Vec::with_capacity(borders.len());
        for (i, border) in borders.iter().enumerate().rev() {
            if low && counts[i] == 0 {
                continue;
            }
            rows.push((i, format!(" {sign} {} mm ", mm(*border))));
        }
        let wide = rows.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0) + 3;
        let left = self.picture.width as f64 - wide as f64 * self.cell.0;
        let about = format!(" {what}, as seen from here ");
        let at = self.picture.width as f64 - about.chars().count() as f64 * self.cell.0;
        let at = [at.max(0.0), 0.5 * self.cell.1];
        self.labels.push(Label { at, text: about, style: state.theme.faint() });
        for (row, (zone, text)) in rows.into_iter().enumerate() {
            let y = (row as f64 + 1.5) * self.cell.1;
            let key = number(state, zone, [left, y], ramp[zone.min(ramp.len() - 1)]);
            self.labels.push(Label { text: format!(" {} ", key.text), ..key });
            let at = [left + 3.0 * self.cell.0, y];
            self.labels.push(Label { at, text, style: state.theme.text() });
        }
    }
}

/// The number of a zone on its colour.
fn number(state: &State, zone: usize, at: [f64; 2], rgb: Rgb) -> Label {
    let ink = if rgb.brightness() > 0.5 { Color::Black } else { Color::White };
    let style = Style::new().bg(state.theme.depth.color(rgb));
    let style = if style.bg == Some(Color::Reset) { style } else { style.fg(ink) };
    Label { at, text: (zone + 1).to_string(), style }
}
