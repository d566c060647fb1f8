//! Embree with our leaf, on the ball's paths: its time, and whether its answers agree with Gouge's.

use super::program::{Answer, EMBREE, Program};
use super::{Measured, TOLERANCE, each_depth, remark};
use crate::experiments::ground::RADIUS;
use crate::experiments::sphere::Sphere;
use crate::experiments::table::Table;
use gouge_core::tree::Facets;
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::Mesh;

/// Both measure in closed form and double precision, mm.
const SAME_MM: f64 = 1e-9;

/// Asks it about the ball whose centre goes along `centres`, and puts what came out in the table.
#[expect(clippy::too_many_arguments, reason = "two sides of a comparison")]
pub fn rows(
    program: &Program,
    mesh: &Mesh,
    facets: &dyn Facets,
    centres: &[Vec<Vec3>],
    rounds: usize,
    about: &Measured,
    swept: f64,
    table: &mut Table,
) {
    let (answers, theirs) = match asked(program, mesh, centres, rounds) {
        Ok(asked) => asked,
        Err(why) => {
            table.row(remark(about.count, format!("{}: {why}", EMBREE.name)));
            return;
        }
    };
    let ball = Sphere(RADIUS);
    let mut ours = Vec::with_capacity(theirs.len());
    let facet = |index: u32, from: &Vec3, travel: &Vec3, _: f64| {
        ball.depth(from, travel, &mesh.triangle(index as usize))
    };
    each_depth(facets, &ball, centres, TOLERANCE, facet, |depth| ours.push(depth));
    let agreed = match differs(&theirs, &ours) {
        None => String::new(),
        Some(difference) => format!("; {difference}"),
    };
    for Answer { what, seconds, gouging, found } in answers {
        if what == "build" {
            continue;
        }
        let (what, found) = match &*what {
            "contacts" => ("Embree, contacts".to_owned(), found.to_string()),
            _ => (format!("Embree, {}{agreed}", what.replace(',', ", ")), "-".to_owned()),
        };
        table.row(about.row(&what, seconds, swept, &gouging.to_string(), &found));
    }
}

fn asked(
    program: &Program,
    mesh: &Mesh,
    centres: &[Vec<Vec3>],
    rounds: usize,
) -> Result<(Vec<Answer>, Vec<f64>), String> {
    let told = |e: std::io::Error| e.to_string();
    let mesh = program.mesh("part", mesh).map_err(told)?;
    let rows = program.rows("rows", centres).map_err(told)?;
    program.run(&[mesh, rows, RADIUS.to_string(), TOLERANCE.to_string(), rounds.to_string()])
}

/// Where the depth of a motion is not the same: theirs is 0, ours the tolerance where it is no
/// deeper.
fn differs(theirs: &[f64], ours: &[f64]) -> Option<String> {
    if theirs.len() != ours.len() {
        return Some(format!("{} depths for {}", theirs.len(), ours.len()));
    }
    let worst = theirs.iter().zip(ours).map(|(a, b)| (a.max(TOLERANCE) - b).abs());
    let (at, by) = worst.enumerate().max_by(|a, b| a.1.total_cmp(&b.1))?;
    (by.is_nan() || by > SAME_MM)
        .then(|| format!("motion {at} is {} deep there, {} here", theirs[at], ours[at]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::ground::{Land, Rows};
    use gouge_core::tree::WideTree;

    #[test]
    fn depths_are_compared_motion_by_motion() {
        assert_eq!(differs(&[0.0, 0.5], &[TOLERANCE, 0.5]), None);
        assert_eq!(differs(&[0.0, 0.5], &[TOLERANCE, 0.5 + 1e-10]), None);
        for ours in [[TOLERANCE, 0.6], [0.02, 0.5], [TOLERANCE, f64::NAN]] {
            assert!(differs(&[0.0, 0.5], &ours).is_some(), "{ours:?}");
        }
        assert!(differs(&[0.0], &[TOLERANCE, 0.5]).is_some());
    }

    /// Runs the program where Embree is installed.
    #[test]
    fn embree_finds_the_depths_that_gouge_finds() {
        let program = match EMBREE.made() {
            Ok(program) => program,
            Err(why) => {
                assert!(!why.starts_with("does not compile"), "{why}");
                return;
            }
        };
        let land = Land::default();
        let mesh = land.mesh(60);
        let tree = WideTree::new(&mesh);
        let rows = Rows { count: 5, motions: 40, step: 1.5 };
        let up = Vec3::new(0.0, 0.0, RADIUS);
        let centres: Vec<Vec<Vec3>> =
            land.heavy(&rows).iter().map(|row| row.iter().map(|p| p + up).collect()).collect();
        let mut table = Table::new("", &[]);
        let about = Measured { count: 0, path: "", motions: 200 };
        super::rows(&program, &mesh, &tree, &centres, 1, &about, 1.0, &mut table);
        let told: Vec<(&str, &str)> = table.rows.iter().map(|r| (&*r[3], &*r[6])).collect();
        let names: Vec<&str> = told.iter().map(|(what, _)| *what).collect();
        assert_eq!(names, ["Embree, contacts", "Embree, depth, seeded", "Embree, depth"]);
        assert!(
            told.iter().all(|(_, gouging)| *gouging == told[0].1 && *gouging != "0"),
            "{told:?}"
        );
    }
}
