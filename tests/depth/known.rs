//! Cases whose depths a formula gives.

use gouge_oracle::closed_forms::cases;

use crate::run::{check, compare, write};

#[test]
fn depths_that_a_formula_gives() {
    let mut wrong = Vec::new();
    for case in cases() {
        let folder = tempfile::tempdir().unwrap();
        write(&case.scene, folder.path());
        let answer = match check(&case.scene, folder.path(), &[]) {
            Ok(answer) => answer,
            Err(e) => {
                wrong.push(format!("{}: {e}", case.name));
                continue;
            }
        };
        let region = &answer.report["regions"][0]["depth_mm"];
        let [lo, hi] = [0, 1].map(|i| region[i].as_f64().unwrap_or(f64::NAN));
        let near = 1e-8 * (1.0 + case.depth);
        // Doubled facets may leave the inside undetermined.
        let undetermined = case.name.contains("doubled") && answer.report["verdict"] == "unknown";
        let holds = lo <= case.depth + near && case.depth - near <= hi;
        if !(holds || undetermined) {
            wrong.push(format!(
                "{}: {} [{lo}, {hi}], not {}",
                case.name, answer.report["verdict"], case.depth
            ));
        }
        let complaints = compare(&case.scene, &answer, 3000);
        wrong.extend(
            complaints
                .iter()
                .filter(|c| !(undetermined && c.undecided))
                .map(|c| format!("{}: {}", case.name, c.what)),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
