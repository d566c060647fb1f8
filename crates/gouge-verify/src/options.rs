//! The options of a check.

use super::limits::{Case, Limits, OwnLimits};
use super::reason;
use crate::tolerance::DEPTH_DEFAULT_MM;
use gouge_core::tree::Engine;
use gouge_mesh::geom::Vec3;

/// The options of a check, lengths in mm.
#[derive(Clone, Debug)]
pub struct Options {
    /// Depth above which a motion gouges.
    pub tolerance: f64,
    /// Stock to leave on the parts.
    pub allowance: f64,
    /// How far the machine may leave the programmed path.
    pub deviation: f64,
    /// Cases that are checked against other limits than these.
    pub own: OwnLimits,
    /// The hierarchy to search with.
    pub engine: Engine,
    /// Fronts are carried from motion to motion.
    pub front: bool,
    /// Depths of clean motions are wanted too.
    pub all_depths: bool,
    /// Program coordinates to work coordinates.
    pub shift: Vec3,
    /// Where machine zero lies in program coordinates; not a number where an axis is not known.
    pub home: Option<Vec3>,
    /// What is accepted without proof.
    pub accepted: Accepted,
    /// Clean motions that another run of the same check proved, by index, each with the bounds of
    /// its depth, mm: they are not searched again. Empty for none. This counts where every body is
    /// closed: elsewhere the side of a tool follows from the motions before.
    pub proved: Vec<Option<[f64; 2]>>,
}

/// Motions that are taken to touch nothing, though nothing proves it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    /// Those that lead to the first position that is known.
    pub start: bool,
    /// Those to and from machine positions (G28, G30, G53).
    pub home: bool,
}

impl Accepted {
    /// Whether a motion that cannot be checked, for the reason `why`, is taken to touch nothing; an
    /// `approach` leads to the first position that is known.
    pub(super) fn holds(self, why: &str, approach: bool) -> bool {
        (approach && self.start) || (self.home && why == reason::MACHINE_POSITION)
    }
}

impl Default for Options {
    /// The default tolerance, nothing thicker, program and work coordinates the same.
    fn default() -> Self {
        Self {
            tolerance: DEPTH_DEFAULT_MM,
            allowance: 0.0,
            deviation: 0.0,
            own: OwnLimits::default(),
            engine: Engine::default(),
            front: true,
            all_depths: false,
            shift: Vec3::zeros(),
            home: None,
            accepted: Accepted::default(),
            proved: Vec::new(),
        }
    }
}

impl Options {
    /// The limits that hold where a case has none of its own.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let Self { tolerance, allowance, deviation, .. } = *self;
        Limits { tolerance, allowance, deviation }
    }

    /// The limits of a case.
    #[must_use]
    pub fn limits_of(&self, case: Case) -> Limits {
        self.own.of(case).unwrap_or_else(|| self.limits())
    }

    /// The greatest value of a figure over all limits.
    pub(super) fn most(&self, figure: impl Fn(&Limits) -> f64) -> f64 {
        self.own.kinds().iter().map(&figure).fold(figure(&self.limits()), f64::max)
    }
}
