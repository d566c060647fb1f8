//! The judge itself, on cases whose depths a formula gives.

use gouge_oracle::closed_forms::cases;
use gouge_oracle::part_side::Question;
use gouge_oracle::search::Goal;
use gouge_oracle::{part_side, tool_side};

#[test]
fn both_depths_lie_in_their_bounds() {
    let mut wrong = Vec::new();
    for case in cases() {
        let scene = &case.scene;
        let (path, body) = (&scene.motions[0], scene.body());
        let mut compare = |side: &str, want: Option<f64>, lo: f64, hi: f64| {
            let Some(want) = want else { return };
            // Depths of 0 are not looked for.
            let (lo, hi) = (lo.max(0.0), hi.max(0.0));
            let near = 1e-6 + 1e-3 * want;
            if lo > want + 1e-9 || hi < want - 1e-9 || lo < want - near {
                wrong.push(format!("{}, {side}: [{lo}, {hi}], not {want}", case.name));
            }
        };
        let goal = Goal::within(0.02 * case.depth, 20_000);
        let tool = tool_side(&scene.part, &body, path, goal);
        compare("tool side", case.tool_side, tool.lo, tool.hi);
        let told = Question { signed: false, undetermined: false };
        let part = part_side(&scene.part, &body, path, told, goal);
        compare("part side", case.part_side, part.lo, part.hi);
        println!(
            "{:70} tool [{:.5}, {:.5}] part [{:.5}, {:.5}]",
            case.name, tool.lo, tool.hi, part.lo, part.hi
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
