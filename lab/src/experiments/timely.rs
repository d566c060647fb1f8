//! What is known when a budget of tests is spent, with both objects opened at the same pace or one
//! of them first.

use super::flights::flights;
use super::table::{Table, number};
use super::{Extent, Progress};
use crate::pair::{Answer, Axes, BoxTest, Contacts, Descent, LOCK_STEP, TreePair, within};
use crate::tree::{Hierarchy, ObbTree, Stats};

/// Share of poses left open, and the mean bound of those.
fn at_budget(
    trees: (&ObbTree, &ObbTree),
    flight: &super::flights::Flight,
    descent: Descent,
    budget: u64,
) -> (f64, f64) {
    let (mut open, mut sum) = (0, 0.0);
    for pose in &flight.poses {
        let test = BoxTest::new(trees.0, trees.1, pose, Axes::Fifteen);
        let pair = TreePair { a: trees.0, b: trees.1, test: &test, descent };
        let meshes = Contacts { a: &flight.fixed, b: &flight.moving, pose };
        if let Answer::Perhaps(bound) = within(&pair, &meshes, budget, &mut Stats::default()) {
            open += 1;
            sum += bound;
        }
    }
    (f64::from(open) / flight.poses.len() as f64, sum / f64::from(open.max(1)))
}

/// Bound against budget.
pub fn timely(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "Poses left open and how deep they may be, at a budget of tests, OBB trees",
        &[
            "flight",
            "tests",
            "open, lock-step",
            "bound",
            "open, environment first",
            "bound, environment first",
        ],
    );
    let (mut better, mut settings, mut shrinks) = (0, 0, true);
    for flight in flights(extent) {
        progress(flight.name);
        let trees = (ObbTree::build(&flight.fixed), ObbTree::build(&flight.moving));
        let mut last = f64::INFINITY;
        for budget in [1, 4, 16, 64, 256, 1024] {
            let lock = at_budget((&trees.0, &trees.1), &flight, LOCK_STEP, budget);
            let first = at_budget((&trees.0, &trees.1), &flight, Descent::FirstA, budget);
            if first.0 > 0.0 && lock.0 > 0.0 {
                settings += 1;
                better += usize::from(lock.1 <= first.1 * 1.001);
            }
            shrinks &= lock.0 * lock.1 <= last * 1.001;
            last = lock.0 * lock.1;
            table.row([
                flight.name.into(),
                budget.to_string(),
                number(lock.0),
                number(lock.1),
                number(first.0),
                number(first.1),
            ]);
        }
    }
    table.claim(
        "S3.8",
        "in lock-step the bound at a budget is better than in the default order.",
        format!("not worse in {better} of {settings} settings"),
        2 * better > settings,
    );
    table.claim(
        "S1.9",
        "what may be left shrinks as the budget grows.",
        if shrinks { "in every step" } else { "not always" },
        shrinks,
    );
    table
}
