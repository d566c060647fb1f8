//! The least raise along +Z that clears a motion: advice for the reader, not the verdict.

use super::path::Path;
use super::target::Target;
use crate::tolerance::LIFT_SAG_MM;
use gouge_core::sweep::{Patch, Push, Sag, farthest};
use gouge_core::tool::Solid;
use gouge_core::tree::Course;
use gouge_mesh::geom::{Body, Hull, Swept, Vec3};

/// A piece together with everything above it: where it can be after a raise.
struct Raised<'a> {
    piece: &'a Solid,
    by: f64,
}

impl Body for Raised<'_> {
    fn support(&self, u: &Vec3) -> f64 {
        self.piece.support(u) + self.by * u.z.max(0.0)
    }

    fn hull(&self) -> Hull {
        let hull = self.piece.hull();
        Hull { axis: [hull.axis[0], hull.axis[1] + self.by], ..hull }
    }
}

/// The raise, mm, after which no facet lies deeper than `tolerance` in `pieces` grown by `grow`
/// along `path`, however much farther it is raised. For a column without a top that is the
/// least raise; a finite tool may find a gap lower down.
pub(super) fn lift(
    target: &Target,
    pieces: &[&Solid],
    path: &Path,
    grow: f64,
    tolerance: f64,
) -> f64 {
    let (mesh, bounds) = (target.body.mesh, target.body.bounds);
    if bounds.is_empty() {
        return 0.0;
    }
    let down = Vec3::new(0.0, 0.0, -1.0);
    let mut count = path.first_cut();
    while path.sag(1.0 / count as f64) > LIFT_SAG_MM {
        count *= 2;
    }
    let mut best = 0f64;
    for &piece in pieces {
        let low = -piece.support(&down);
        for i in 0..count {
            let leg = path.piece(i as f64 / count as f64, (i + 1) as f64 / count as f64);
            // Raised by this much, even the lowest point of the piece is above the body.
            let limit =
                bounds.hi.z - leg.from.z.min(leg.from.z + leg.travel.z) - low + grow.abs() + 1.0;
            if limit <= best {
                continue;
            }
            let body = Raised { piece, by: limit };
            let inset = grow - tolerance;
            let swept =
                Swept { from: leg.from, travel: leg.travel, body: &body, grow: inset + leg.sag };
            let push = Push {
                piece,
                from: leg.from,
                travel: leg.travel,
                sag: Sag { by: leg.sag, normal: path.normal() },
                grow: inset,
                along: down,
                limit,
                gap: LIFT_SAG_MM * tolerance,
            };
            // Trees that divide space hand the same facet over many times.
            let mut touched = Vec::new();
            let mut searcher = target.facets.searcher(Course::ALONE);
            searcher.deeper(&swept, 0.0, &mut |index, _| {
                touched.push(index);
                0.0
            });
            touched.sort_unstable();
            touched.dedup();
            for index in touched {
                let tri = mesh.triangle(index as usize);
                if let Some(raise) = farthest(&push, &Patch::whole(&tri), best) {
                    best = best.max(raise);
                }
            }
        }
    }
    best
}
