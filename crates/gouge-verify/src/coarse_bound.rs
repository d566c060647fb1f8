//! A first, cheap bound on the depth of a motion, so that limited time goes to the worst motions.

use super::plan::TimedPath;
use super::prepared::PreparedComponent;
use gouge_core::tree::Facets;
use gouge_mesh::geom::Swept;

/// Node tests for one question, and questions for one piece of the path.
const TESTS: usize = 32;
const HALVINGS: usize = 5;

/// No facet lies deeper in the component anywhere along `paths`, mm. At most its own size; zero
/// when nothing is near.
pub(super) fn coarse_bound(
    facets: &dyn Facets,
    component: &PreparedComponent,
    paths: &[TimedPath],
) -> f64 {
    let mut worst = 0.0;
    for path in paths.iter().map(|w| &w.path) {
        let count = path.first_cut();
        for i in 0..count {
            let segment = path.segment(i as f64 / count as f64, (i + 1) as f64 / count as f64);
            for body in &component.component.pieces {
                let swept =
                    Swept { from: segment.from, travel: segment.travel, body, grow: segment.sag };
                let clear = |depth| facets.is_clear_by_top(&swept, depth, TESTS);
                if clear(worst) {
                    continue;
                }
                let (mut less, mut enough) = (worst, worst.max(component.reach() + segment.sag));
                for _ in 0..HALVINGS {
                    let middle = 0.5 * (less + enough);
                    if clear(middle) { enough = middle } else { less = middle }
                }
                worst = enough;
            }
        }
    }
    worst
}
