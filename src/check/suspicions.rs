//! Signs that the input was read differently from how it is meant.

use super::Check;
use super::placed_mesh::PlacedMesh;
use crate::nc::{self, Motions};
use crate::report::data::Boxes;
use crate::report::{Remark, codes, span};
use crate::verify::scale;

impl Check {
    /// Says so when the program is 25.4 times as large as the parts, or as small.
    pub(super) fn scale(&self, loaded: &[PlacedMesh], motions: &Motions) -> Option<Remark> {
        let parts = loaded.iter().take(self.parts.len()).map(|l| l.mesh.bounds());
        let found = scale::mismatch(&parts.reduce(|a, b| a.union(&b))?, motions)?;
        let [x, y] = found.ratio;
        let message = format!(
            "the cutting motions are {x:.3} times as long in X and {y:.3} times in Y as the part: \
             one of them may be in inches"
        );
        Some(Remark { span: found.span, code: nc::code::SCALE, message })
    }
}

/// The suspicion that program and part have nothing to do with each other.
pub(super) fn far(boxes: &Boxes) -> Remark {
    let part = boxes.part.map_or_else(|| "nowhere".to_owned(), span);
    let message = match boxes.cutting {
        Some(cutting) => format!(
            "no cutting motion comes near the part: the part lies at {part}, the cutting at {}",
            span(cutting)
        ),
        None => format!("nothing cuts, and no rapid comes near the part, which lies at {part}"),
    };
    Remark { span: nc::Span::default(), code: codes::PLACE, message }
}
