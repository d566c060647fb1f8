//! Wrong verdicts that the oracle found, one test each.

use gouge::geom::Vec3;
use gouge::nc::Motion;
use gouge::verify::Verdict;

use crate::judge::{options, run};
use crate::path::Path;
use crate::random::seeded;
use crate::scene::mesh_of;
use crate::tools::{KINDS, tool};

fn feed(from: Vec3, to: Vec3) -> Motion {
    Path::Line { from, to, dogleg: false }.motion()
}

/// Rounding decided which way the plane across a contact faced, and a touch became as deep as
/// the tool is wide.
#[test]
fn a_corner_on_the_surface_of_the_tool_is_not_deep_in_it() {
    let random = &mut seeded(7);
    for kind in KINDS {
        for _ in 0..40 {
            let tool = tool(kind, random);
            let mut x = random.vector(tool.size);
            x.z = x.z.abs();
            for _ in 0..4 {
                let (depth, slope) = tool.solid.depth(&x);
                x -= slope * depth;
            }
            let (_, inward) = tool.solid.depth(&x);
            let away = [x, x - inward * 2.0 + random.vector(0.2), x - inward * 2.0];
            // Somewhere where coordinates round.
            let at = random.vector(30.0);
            let motion = feed(at, at);
            let facet = away.map(|v| v + at);
            let outcome = run(&mesh_of(&[facet]), &tool.spec, &[motion], &options());
            // Of a hollow tool the far corners may be inside again.
            if away.iter().all(|v| tool.solid.at(v) < 1e-6) && tool.convex {
                // A facet alone does not tell what lies below the tool beyond its rim.
                assert_ne!(outcome.motions.at(0).verdict, Verdict::Gouge, "{kind} {outcome:?}");
            }
        }
    }
}

/// The tolerance less the growth, plus the growth, is not always the tolerance again.
#[test]
fn a_clear_motion_stays_clean_whatever_the_allowance() {
    let random = &mut seeded(8);
    let tool = tool("flat", random);
    for _ in 0..500 {
        let mut options = options();
        options.allowance = random.between(0.0, 1.0);
        let z = options.allowance * random.between(0.992, 1.5);
        let plane = [[-99.0, -99.0], [99.0, -99.0], [0.0, 99.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
        let motion = feed(Vec3::new(0.0, 0.0, z), Vec3::new(5.0, 0.0, z));
        let outcome = run(&mesh_of(&[plane]), &tool.spec, &[motion], &options);
        assert_eq!(
            outcome.motions.at(0).verdict,
            Verdict::Clean,
            "{} {outcome:?}",
            options.allowance
        );
    }
}
