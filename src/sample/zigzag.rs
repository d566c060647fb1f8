//! The terrain test of Klosowski's thesis (1998): every tenth row of the terrain as a polygon,
//! offset by the ball within the row alone. Neighbouring rows are gouged wherever they rise
//! above it, and so is the row itself by the chords between its poses.

use super::ball::Landscape;
use super::program::{Program, SAFE, number};
use super::terrain::Lattice;
use crate::geom::Vec3;
use crate::mesh::Mesh;

/// Rows of the terrain to one row of the path.
const EVERY: usize = 10;

/// The path over `lattice` with a ball of `radius` mm; gouges deeper than `tolerance` mm on
/// the tool's side are listed.
pub(super) fn program(lattice: &Lattice, mesh: &Mesh, radius: f64, tolerance: f64) -> Program {
    let landscape = Landscape::new(mesh);
    let mut path: Vec<[f64; 3]> = Vec::new();
    for (count, column) in (0..lattice.x.len()).step_by(EVERY).enumerate() {
        let heights = offset(lattice, column, radius);
        let poses = lattice.y.iter().zip(heights).map(|(y, z)| {
            let place = [lattice.x[column], *y].map(|c| (c * 1e4).round() / 1e4);
            [place[0], place[1], ((z - radius) * 1e4).round() / 1e4]
        });
        if count % 2 == 0 {
            path.extend(poses);
        } else {
            path.extend(poses.rev());
        }
    }
    let mut program = Program::begin();
    if let Some(first) = path.first() {
        program.approach(*first);
    }
    let centre = |p: &[f64; 3]| Vec3::new(p[0], p[1], p[2] + radius);
    for pair in path.windows(2) {
        program.feed(pair[0], pair[1]);
        let depth = radius - landscape.clearance(&centre(&pair[0]), &centre(&pair[1]), radius);
        if depth > tolerance {
            program.gouges_at_least(depth);
        }
    }
    program.push(format!("G0 Z{}", number(SAFE)));
    program
}

/// Height of a ball's centre over each corner of a row, resting on the row's corners and edges.
fn offset(lattice: &Lattice, column: usize, radius: f64) -> Vec<f64> {
    let y = &lattice.y;
    let z = |j: usize| lattice.height(column, j);
    let over = |at: f64| {
        let near = |j: &usize| (y[*j] - at).abs() <= radius;
        let corners = (0..y.len()).filter(near).map(|j| {
            let away = y[j] - at;
            z(j) + (radius * radius - away * away).sqrt()
        });
        // An edge lifts the ball to a parallel line, as long as the foot stays on it.
        let edges = (1..y.len()).filter(|j| near(j) || near(&(j - 1))).filter_map(|j| {
            let (run, rise) = (y[j] - y[j - 1], z(j) - z(j - 1));
            let length = run.hypot(rise);
            let foot = at + radius * rise / length;
            let line = z(j - 1) + rise / run * (at - y[j - 1]) + radius * length / run;
            (y[j - 1]..=y[j]).contains(&foot).then_some(line)
        });
        corners.chain(edges).fold(f64::NEG_INFINITY, f64::max)
    };
    y.iter().map(|at| over(*at)).collect()
}
