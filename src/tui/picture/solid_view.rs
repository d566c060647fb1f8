//! Part, path and tool in space; and the same before the first start.

use std::ops::Range;

use gouge_raster::{Camera, Material};
use ratatui::style::Style;

use super::label::Label;
use super::{Studio, camera};
use crate::geom::{Aabb, Vec3};
use crate::report::Frame;
use crate::report::data::BodyRole;
use crate::report::summary;
use crate::tui::depths::Proved;
use crate::tui::pane::{mm, proved};
use crate::tui::scene::{Pose, Show};
use crate::tui::state::{Clip, State};

/// Motions before and after the cursor whose path is drawn when a gouge is looked at.
const NEAR: usize = 400;

/// Longer programs would hide the part under their path.
const SHORT_PROGRAM: usize = 1_500;

/// Share of the picture that the path may cover where all is shown, and where a gouge is: rows
/// close together would hide the part.
const PATH_SHARES: [f64; 2] = [0.35, 0.1];

/// One number of a region in so many cells of the picture: more would hide it.
const CELLS_A_MARK: f64 = 90.0;

/// How far an aid may lie behind a surface and still be drawn, pixels.
const AID_BIAS: f64 = 2.0;

impl Studio {
    pub(super) fn solid(&mut self, state: &State, w: usize, h: usize, aspect: f64) {
        let eye = camera(&state.eye, w, h, aspect);
        let pose = state.pose();
        let swept = super::section_view::way(state, 120.0 / state.eye.span.max(1e-6));
        let bad = state.witnessed().is_some();
        let short = state.document.path.len() <= SHORT_PROGRAM;
        let whole =
            short && state.eye.span >= 0.6 * crate::tui::state::reach(&state.document.all_bounds());
        let motions = stretch(state, whole, eye.scale, (w, h));
        self.frame.clear(w, h);
        let zones = zones(state);
        self.scene.draw(
            &mut self.frame,
            &Show {
                camera: eye,
                clip: clip(state, pose),
                motions,
                pose,
                sheer: state.sheer,
                swept: if bad { &swept } else { &[] },
                zones: &zones,
                error: 1.0,
            },
        );
        self.axes(state, &eye);
        self.shaded(&eye, state);
        self.marks(state, &eye);
        self.bar(state, eye.scale, eye.aspect);
    }

    pub(super) fn setup(&mut self, state: &State, w: usize, h: usize, aspect: f64) {
        let eye = camera(&state.table, w, h, aspect);
        let feeds = self.first_cut();
        self.frame.clear(w, h);
        let pose = feeds.and_then(|(motion, at)| {
            let step = state.document.path.steps.get(motion)?;
            Some(Pose { tool: u32::from(step.tool), at })
        });
        self.scene.draw(
            &mut self.frame,
            &Show {
                camera: eye,
                clip: None,
                motions: 0..0,
                pose,
                sheer: true,
                swept: &[],
                zones: &[],
                error: 1.0,
            },
        );
        let cutting = state.document.cutting();
        self.boxed(&cutting, &eye);
        self.axes(state, &eye);
        self.shaded(&eye, state);
        let theme = state.theme;
        let part = state.document.bounds(BodyRole::Part);
        let mut lines: Vec<String> = Vec::new();
        if !part.is_empty() {
            let s = part.size();
            lines.push(format!("part {} × {} × {} mm", mm(s.x), mm(s.y), mm(s.z)));
        }
        let units = &state.document.report.inputs.program.units;
        let frame = Frame::new(state.document.placement, units);
        let (lo, hi) = (frame.of_work(cutting.lo), frame.of_work(cutting.hi));
        let range = |(name, k): (&str, usize)| {
            let [lo, hi] = [lo, hi].map(|corner| summary::short(corner[k]));
            format!("{name} {lo} … {hi}")
        };
        let unit = frame.unit_name();
        if !cutting.is_empty() {
            let ranges = [("X", 0), ("Y", 1), ("Z", 2)].map(range);
            let whole = format!("cuts within {} {unit}", ranges.join("  "));
            if whole.chars().count() as f64 * self.cell.0 < 0.94 * w as f64 {
                lines.push(whole);
            } else {
                lines.extend(ranges.map(|range| format!("cuts {range} {unit}")));
            }
        }
        for (row, text) in lines.into_iter().enumerate() {
            let at = [0.03 * w as f64, (row as f64 + 0.5) * self.cell.1];
            self.labels.push(Label { at, text, style: theme.text() });
        }
        let zero = state.document.placement.program_to_work();
        self.name(zero, "zero".to_owned(), theme.accent(), &eye);
        if let Some((motion, at)) = feeds {
            let line = state.document.path.steps[motion].line;
            self.name(at, format!("first cut, line {line}"), theme.accent(), &eye);
        }
        self.bar(state, eye.scale, eye.aspect);
    }

    /// Names a place; lower where something else is written there.
    fn name(&mut self, place: Vec3, text: String, style: Style, eye: &Camera) {
        let (w, h) = self.frame.size();
        let [x, y, _] = eye.project(&place, w, h);
        let mut label = Label { at: [x, y], text, style }.kept_in(w as f64, self.cell);
        while self.labels.iter().any(|other| label.covers(other, self.cell)) {
            label.at[1] += self.cell.1;
        }
        self.labels.push(label);
    }

    /// The first motion that cuts, and where it begins.
    fn first_cut(&self) -> Option<(usize, Vec3)> {
        let path = &self.document.path;
        let motion = path.steps.iter().position(|s| s.kind != crate::nc::Kind::Rapid)?;
        Some((motion, path.at(motion, 0.0)?))
    }

    fn boxed(&mut self, b: &Aabb, eye: &Camera) {
        if b.is_empty() {
            return;
        }
        let corner = |i: usize| {
            Vec3::new(
                if i & 1 == 0 { b.lo.x } else { b.hi.x },
                if i & 2 == 0 { b.lo.y } else { b.hi.y },
                if i & 4 == 0 { b.lo.z } else { b.hi.z },
            )
        };
        for i in 0..8usize {
            for bit in [1, 2, 4] {
                if i & bit == 0 {
                    self.aid(corner(i), corner(i | bit), Material::AID, eye);
                }
            }
        }
    }

    /// The axes of the program's zero.
    fn axes(&mut self, state: &State, eye: &Camera) {
        let zero = state.document.placement.program_to_work();
        let (w, h) = self.frame.size();
        let length = 0.12 * (w as f64).min(h as f64) / eye.scale;
        for (axis, material) in [
            (Vec3::x(), Material::AXIS_X),
            (Vec3::y(), Material::AXIS_Y),
            (Vec3::z(), Material::AXIS_Z),
        ] {
            self.aid(zero, zero + axis * length, material, eye);
        }
        for (axis, name) in [(Vec3::x(), "X"), (Vec3::y(), "Y"), (Vec3::z(), "Z")] {
            let [x, y, _] = eye.project(&(zero + axis * (1.15 * length)), w, h);
            if x >= 0.0 && y >= 0.0 && x < w as f64 && y < h as f64 {
                self.labels.push(Label {
                    at: [x, y],
                    text: name.to_owned(),
                    style: state.theme.strong(),
                });
            }
        }
    }

    fn aid(&mut self, a: Vec3, b: Vec3, material: Material, eye: &Camera) {
        let (w, h) = self.frame.size();
        let ends = [a, b].map(|p| eye.project(&p, w, h));
        self.frame.line(ends[0], ends[1], material, AID_BIAS / eye.scale);
    }

    /// Numbers of regions at their witnesses, the chosen one first, then the worst, as far as they
    /// do not cover each other: bright where they are seen, faint where hidden.
    pub(super) fn marks(&mut self, state: &State, eye: &Camera) {
        let (w, h) = self.frame.size();
        let regions = &state.document.report.regions;
        let chosen = state.region.at;
        let most = (w * h) as f64 / (self.cell.0 * self.cell.1) / CELLS_A_MARK;
        let others = (0..state.listed.len()).filter(|row| *row != chosen).take(most as usize);
        let mut written: Vec<Label> = Vec::new();
        for row in (chosen < state.listed.len()).then_some(chosen).into_iter().chain(others) {
            let region = &regions[state.listed[row] as usize];
            let point = state.document.work(region.witness.surface_point_mm);
            let [x, y, depth] = eye.project(&point, w, h);
            if x < 0.0 || y < 0.0 || x >= w as f64 || y >= h as f64 {
                continue;
            }
            let (_, seen) = self.frame.at(x as usize, y as usize);
            let hidden = f64::from(seen) > depth + 4.0 / eye.scale;
            let text = if row == chosen {
                format!("✗{} {} mm", region.id, proved(Proved::of(region)))
            } else {
                format!("✗{}", region.id)
            };
            let style =
                if hidden && row != chosen { state.theme.faint() } else { state.theme.bad() };
            let label = Label { at: [x, y], text, style }.kept_in(w as f64, self.cell);
            if !written.iter().any(|other| label.covers(other, self.cell)) {
                written.push(label);
            }
        }
        self.labels.extend(written);
    }
}

/// Borders of zones, mm; those of the report or some that go with its tolerance.
pub(super) fn zones(state: &State) -> Vec<f64> {
    let report = &state.document.report;
    if report.depth_zones_mm.is_empty() {
        [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0].map(|s| s * report.tolerance_mm).to_vec()
    } else {
        report.depth_zones_mm.clone()
    }
}

/// Motions about the cursor whose path is drawn.
fn stretch(state: &State, whole: bool, scale: f64, (w, h): (usize, usize)) -> Range<usize> {
    let path = &state.document.path;
    let at = state.cursor.motion.min(path.len());
    let reach = if whole { path.len() } else { NEAR };
    let most = PATH_SHARES[usize::from(!whole)] * (w * h) as f64;
    // What is longer than the picture is drawn as far as it is seen.
    let across = (w as f64).hypot(h as f64);
    let pixels = |motion: usize| (path.length(motion) * scale).min(across);
    let (mut from, mut to, mut sum) = (at, at, 0.0);
    for _ in 0..reach {
        for next in [(to < path.len()).then_some(to), from.checked_sub(1)].into_iter().flatten() {
            sum += pixels(next);
            (from, to) = (from.min(next), to.max(next + 1));
        }
        if sum > most || (from == 0 && to == path.len()) {
            break;
        }
    }
    from..to
}

fn clip(state: &State, pose: Option<Pose>) -> Option<(Vec3, f64)> {
    let at = pose?.at;
    let towards = camera(&state.eye, 1, 1, 1.0).axes()[2];
    // The half toward the viewer is taken away.
    let side = |v: Vec3| if v.dot(&towards) < 0.0 { -v } else { v };
    let normal = match state.clip.0 {
        Clip::None => return None,
        Clip::Across => side(Vec3::y()),
        Clip::Along => side(Vec3::x()),
        Clip::Level => side(Vec3::z()),
    };
    Some((normal, normal.dot(&at) + state.clip.1))
}
