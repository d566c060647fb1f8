//! What a component of a tool was found to do, with the verdict on it.

use super::super::body::Body;
use super::super::chunk::SurfaceDepth;
use super::super::finding::Verdict;
use super::super::interior::Reached;
use super::super::thresholds::Thresholds;
use gouge_core::tool::Role;
use gouge_mesh::geom::Vec3;

/// What one component does to one body during one motion.
#[derive(Clone, Debug)]
pub(in super::super) struct Trial {
    pub role: Role,
    pub verdict: Verdict,
    pub surface: SurfaceDepth,
    /// Bounds of the part-side depth, mm.
    pub part: [f64; 2],
    /// Points deeper in the component than this are outside the material all along, mm.
    pub outside: Option<f64>,
    /// It comes beneath an open surface.
    pub roofed: bool,
    /// A point that shows the lower bound.
    pub reached: Option<Box<Reached>>,
    /// A point of which it is unknown whether it is in the material, and where that matters.
    pub undetermined: Option<Box<Vec3>>,
}

impl Trial {
    /// Its greatest possible depth, the allowance counted, mm, if there is nothing else to report.
    pub fn clean_to(&self, body: &Body, thresholds: &Thresholds) -> Option<f64> {
        let [lo, hi] = thresholds.judged(body, self.surface.depth, self.part);
        let silent = self.surface.contact.is_none()
            && self.reached.is_none()
            && self.undetermined.is_none()
            && lo <= 0.0
            && self.verdict == Verdict::Clean;
        // Taking an allowance off and adding it again must not move it across the limit.
        silent.then(|| hi.min(thresholds.tolerance))
    }

    /// The trial of a gouge that the surface shows.
    pub fn of_surface(role: Role, surface: SurfaceDepth) -> Self {
        Self {
            role,
            verdict: Verdict::Gouge,
            surface,
            part: [0.0; 2],
            outside: None,
            roofed: false,
            reached: None,
            undetermined: None,
        }
    }
}
