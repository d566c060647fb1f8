//! Drilling cycles of Fanuc and Haas controls.
//!
//! Unlike LinuxCNC's they approach the hole at the level the tool is on, keep Z, R and Q until G80
//! even when a G0 stands between two holes, drill only in blocks that name a place or a level, and
//! take R in G91 from the level on which the cycle began.

use super::super::block::{AXES, Block, bit};
use super::super::code;
use super::super::dialect::Dialect;
use super::super::fault::{Step, refuse};
use super::super::machine::Machine;
use super::super::motion::Kind;
use super::super::state::MM_PER_INCH;
use super::super::state::Rest;
use super::super::words::{Group, code_name, g};
use crate::tolerance::PECK_CLEARANCE_INCH;

/// What a series of holes remembers, unit in force.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Drilling {
    /// R level.
    pub clear: Option<f64>,
    /// Bottom.
    pub bottom: Option<f64>,
    /// First peck, its decrease and its least value: Q, or I, J, K on Haas controls.
    pub peck: [Option<f64>; 3],
    /// Motion word that G80 gives back.
    pub before: Option<u16>,
}

impl Drilling {
    /// Changes the unit of every length.
    pub fn convert(&mut self, ratio: f64) {
        let levels = [&mut self.clear, &mut self.bottom].into_iter();
        for value in levels.chain(&mut self.peck).flatten() {
            *value *= ratio;
        }
    }
}

impl Machine<'_> {
    /// One block of a drilling cycle.
    pub(crate) fn drill_fanuc(&mut self, cycle: u16, block: &Block) -> Step {
        let at = block.code_place(Group::Motion);
        let name = code_name('G', cycle);
        if self.compensating() {
            let message = format!("{name} is not allowed while cutter compensation is on");
            return refuse(code::COMPENSATION, at, message);
        }
        if !self.state.motion.is_some_and(g::is_cycle) {
            self.state.drilling.before = self.state.motion;
        }
        self.state.motion = Some(cycle);
        let n = self.state.plane.axes()[2];
        let initial = *self.state.cycle.initial.get_or_insert(self.state.pos[n]);
        self.note_levels(block, n, initial);
        let repeats = block.get(self.repeat_letter()).unwrap_or(1.0).max(0.0) as u32;
        if !block.any(AXES | bit(b'r')) || repeats == 0 {
            return Ok(());
        }
        let (Some(clear), Some(bottom)) = (self.state.drilling.clear, self.state.drilling.bottom)
        else {
            let letter =
                if self.state.drilling.clear.is_none() { 'R' } else { self.state.plane.names()[2] };
            return refuse(
                code::MISSING,
                at,
                format!("{name} needs {letter}: no level was given since G80"),
            );
        };
        if initial.is_nan() && !self.state.return_to_r {
            let message =
                format!("{name} returns to the level it began on (G98), which is not known");
            return refuse(code::UNKNOWN_START, at, message);
        }
        if bottom > clear {
            let message = format!("{name}: the bottom {bottom:.4} lies above R {clear:.4}");
            return refuse(code::CYCLE, at, message);
        }
        for _ in 0..repeats {
            let (mut to, rest) = self.target(block)?;
            to[n] = self.state.pos[n];
            self.go(Kind::Rapid, to, rest)?;
            self.level(Kind::Rapid, n, clear)?;
            self.bore(cycle, n, clear, bottom)?;
            let back = if self.state.return_to_r { clear } else { initial };
            self.level(Kind::Rapid, n, back)?;
        }
        Ok(())
    }

    /// G80: the levels are forgotten, and the motion word of before is in force again.
    pub(crate) fn end_drilling(&mut self) {
        if self.state.motion.is_some_and(g::is_cycle) {
            self.state.motion = self.state.drilling.before;
        }
        self.state.drilling = Drilling::default();
        self.state.cycle.initial = None;
    }

    /// K on Fanuc controls, L on Haas ones.
    fn repeat_letter(&self) -> u8 {
        if self.options.dialect == Dialect::Haas { b'l' } else { b'k' }
    }

    fn note_levels(&mut self, block: &Block, n: usize, initial: f64) {
        let incremental = self.state.incremental;
        let haas = self.options.dialect == Dialect::Haas;
        let drilling = &mut self.state.drilling;
        if let Some(r) = block.get(b'r') {
            drilling.clear = Some(if incremental { initial + r } else { r });
        }
        if let Some(depth) = block.axis(n) {
            let from = drilling.clear.unwrap_or(initial);
            drilling.bottom = Some(if incremental { from + depth } else { depth });
        }
        if let Some(q) = block.get(b'q') {
            drilling.peck = [Some(q.abs()), None, None];
        }
        if haas && let Some(first) = block.get(b'i') {
            drilling.peck =
                [Some(first), block.get(b'j'), block.get(b'k')].map(|v| v.map(f64::abs));
        }
    }

    /// The hole itself, from the R level and back to it.
    fn bore(&mut self, cycle: u16, n: usize, clear: f64, bottom: f64) -> Step {
        match cycle {
            g::G73 | g::G83 => self.peck(cycle, n, clear, bottom)?,
            _ => self.level(Kind::Feed, n, bottom)?,
        }
        let out = match cycle {
            g::G74 | g::G84 | g::G85 | g::G89 => Kind::Feed,
            _ => Kind::Rapid,
        };
        self.level(out, n, clear)
    }

    /// Pecks: G83 clears the hole after each, G73 only lifts a little.
    fn peck(&mut self, cycle: u16, n: usize, clear: f64, bottom: f64) -> Step {
        let [first, decrease, least] = self.state.drilling.peck;
        let mut step = first.filter(|q| *q > 0.0).unwrap_or(clear - bottom);
        let gap = PECK_CLEARANCE_INCH * MM_PER_INCH / self.state.units.mm();
        let mut depth = clear;
        loop {
            depth = (depth - step).max(bottom);
            self.level(Kind::Feed, n, depth)?;
            if depth <= bottom {
                return Ok(());
            }
            if cycle == g::G83 {
                self.level(Kind::Rapid, n, clear)?;
            }
            self.level(Kind::Rapid, n, (depth + gap).min(clear))?;
            step = (step - decrease.unwrap_or(0.0)).max(least.unwrap_or(step)).min(step);
        }
    }

    /// Moves along the plane's normal.
    fn level(&mut self, kind: Kind, n: usize, level: f64) -> Step {
        let mut to = self.state.pos;
        to[n] = level;
        let rest = self.state.rest;
        self.go(kind, to, rest)
    }

    fn go(&mut self, kind: Kind, to: [f64; 3], rest: Rest) -> Step {
        self.send(kind, to, rest)?;
        self.state.pos = to;
        self.state.rest = rest;
        Ok(())
    }
}
