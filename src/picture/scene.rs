//! The data that pictures are made from: the inputs of a check, in work coordinates.

use std::collections::BTreeMap;

use crate::geom::{Aabb, Vec3};
use crate::mesh::Mesh;
use crate::nc::{Kind, Motions};
use crate::report::Placement;
use crate::report::track::Track;
use crate::tool::{Spec, Tool};
use crate::verify::{Findings, Outcomes};

/// The inputs of a check and what it found, work coordinates, mm.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// Parts first, then fixtures.
    pub meshes: &'a [&'a Mesh],
    /// How many of them are parts.
    pub parts: usize,
    /// The program's motions.
    pub motions: &'a Motions,
    /// What was proved of each.
    pub outcomes: &'a Outcomes,
    /// Every gouge.
    pub findings: &'a Findings,
    /// The declared tools.
    pub tools: &'a BTreeMap<u32, Spec>,
    /// Where the part lies.
    pub placement: Placement,
}

impl Scene<'_> {
    /// The way of a motion, where it is known.
    pub fn track(&self, motion: u32) -> Option<Track> {
        Track::of(&self.motions.get(motion as usize)?, &self.placement.program_to_work())
    }

    /// Work coordinates to program coordinates, mm.
    pub fn to_program(&self, p: Vec3) -> Vec3 {
        p - self.placement.program_to_work()
    }

    /// A tool, its cutter a column `column` mm high where no length is declared.
    pub fn tool(&self, number: u32, column: f64) -> Option<Tool> {
        self.tools.get(&number).map(|spec| spec.build(column))
    }

    /// The box around all parts.
    pub fn part_bounds(&self) -> Aabb {
        self.meshes
            .iter()
            .take(self.parts)
            .map(|m| m.bounds())
            .fold(Aabb::EMPTY, |a, b| a.union(&b))
    }

    /// The box around the control points of all cutting motions.
    pub fn cutting_bounds(&self) -> Aabb {
        let cuts = self.motions.iter().enumerate().filter(|(_, m)| m.kind != Kind::Rapid);
        let tracks = cuts.filter_map(|(i, _)| self.track(i as u32));
        tracks.fold(Aabb::EMPTY, |b, t| b.union(&Aabb::around(t.points())))
    }
}
