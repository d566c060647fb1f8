//! Finishing a part in rows with a ball: no pose and no motion between two poses cuts, except at
//! the requested dips.

use super::ball::Landscape;
use super::program::{Program, SAFE, number, round_up};
use crate::geom::Vec3;
use crate::mesh::Mesh;
use crate::tool::Role;

/// A raster over a part.
pub(super) struct Raster {
    /// Ball radius, mm.
    pub radius: f64,
    /// Stock that may stay where poses are skipped, mm.
    pub stock: f64,
    /// Ends of each row, mm, in the order they are milled; every other one is run backwards.
    pub rows: Vec<[[f64; 2]; 2]>,
    /// Places on rows, over flat ground wider than the ball's contact, where the program has
    /// a point of its own, and how far below the ground it lies there (0: on it), mm.
    pub dips: Vec<([f64; 2], f64)>,
}

/// Distance of the poses looked at along a row, mm.
const STEP: f64 = 0.5;
/// Half the length of a dip along its row, mm.
const DIP: f64 = 4.0;
/// What counts as cutting while the poses are raised, mm: what rounding leaves, and far less
/// than any tolerance.
const NOISE: f64 = 1e-7;

impl Raster {
    /// The program: every pose rests on the part, then poses are raised until no motion cuts.
    pub fn program(&self, mesh: &Mesh) -> Program {
        let landscape = Landscape::new(mesh);
        let mut path: Vec<[f64; 3]> = Vec::new();
        let mut end: Option<[f64; 2]> = None;
        for (index, [first, last]) in self.rows.iter().enumerate() {
            let row = if index % 2 == 0 { [*first, *last] } else { [*last, *first] };
            // Links between rows rest on the part too.
            let link = end.map(|end| [end, row[0]]);
            for row in link.into_iter().chain([row]) {
                path.extend(self.row(&landscape, &row));
            }
            end = Some(row[1]);
        }
        path.dedup();
        self.raise(&landscape, &mut path);
        self.write(&path)
    }

    /// Tip positions along a row, thinned, dips and their shoulders kept.
    fn row(&self, landscape: &Landscape, row: &[[f64; 2]; 2]) -> Vec<[f64; 3]> {
        let [from, to] = row.map(|p| Vec3::new(p[0], p[1], 0.0));
        let length = (to - from).norm();
        let along = (to - from) / length;
        let mut stations: Vec<f64> =
            (0..=(length / STEP) as usize).map(|i| i as f64 * STEP).chain([length]).collect();
        let mut must_keep = vec![0.0, length];
        for (place, _) in &self.dips {
            let at = (Vec3::new(place[0], place[1], 0.0) - from).dot(&along);
            let here = from + along * at;
            if (here.x, here.y) == (place[0], place[1]) {
                must_keep.extend([at - DIP, at, at + DIP]);
            }
        }
        stations.extend(&must_keep);
        stations.sort_by(f64::total_cmp);
        stations.dedup_by(|a, b| *a - *b < STEP / 10.0);
        let poses: Vec<[f64; 3]> = stations
            .iter()
            .map(|s| {
                let at = from + along * *s;
                let [x, y] = [at.x, at.y].map(|c| (c * 1000.0).round() / 1000.0);
                [x, y, round_up(landscape.drop(x, y, self.radius) - self.radius)]
            })
            .collect();
        let mut keep: Vec<bool> =
            stations.iter().map(|s| must_keep.iter().any(|k| (k - s).abs() < STEP / 5.0)).collect();
        let fixed: Vec<usize> = (0..poses.len()).filter(|i| keep[*i]).collect();
        for pair in fixed.windows(2) {
            thin(&poses, self.stock, pair[0], pair[1], &mut keep);
        }
        poses.into_iter().zip(keep).filter_map(|(p, k)| k.then_some(p)).collect()
    }

    /// Lifts both ends of every motion that cuts until none does.
    fn raise(&self, landscape: &Landscape, path: &mut [[f64; 3]]) {
        let centre = |p: &[f64; 3]| Vec3::new(p[0], p[1], p[2] + self.radius);
        let mut pending: Vec<usize> = (1..path.len()).collect();
        while !pending.is_empty() {
            let mut next = Vec::new();
            for &end in &pending {
                let (from, to) = (centre(&path[end - 1]), centre(&path[end]));
                let lack = self.radius - landscape.clearance(&from, &to, self.radius);
                if lack > NOISE {
                    path[end - 1][2] = round_up(path[end - 1][2] + lack);
                    path[end][2] = round_up(path[end][2] + lack);
                    next.extend([end - 1, end, end + 1]);
                }
            }
            next.retain(|end| (1..path.len()).contains(end));
            next.sort_unstable();
            next.dedup();
            pending = next;
        }
    }

    fn write(&self, path: &[[f64; 3]]) -> Program {
        let mut program = Program::begin();
        let Some(first) = path.first() else { return program };
        program.approach(*first);
        let below = |p: &[f64; 3]| {
            let dip = self.dips.iter().find(|(at, _)| *at == [p[0], p[1]]);
            dip.map_or(0.0, |(_, depth)| *depth)
        };
        for pair in path.windows(2) {
            let depths = [below(&pair[0]), below(&pair[1])];
            let sunk = |p: [f64; 3], depth: f64| [p[0], p[1], p[2] - depth];
            program.feed(sunk(pair[0], depths[0]), sunk(pair[1], depths[1]));
            let depth = depths[0].max(depths[1]);
            if depth > 0.0 {
                program.gouges(depth, Role::Cutter);
            }
        }
        program.push(format!("G0 Z{}", number(SAFE)));
        program
    }
}

/// Keeps the poses between `from` and `to` that lie more than `stock` off the straight line.
fn thin(poses: &[[f64; 3]], stock: f64, from: usize, to: usize, keep: &mut [bool]) {
    let [a, b] = [from, to].map(|i| Vec3::from(poses[i]));
    let off = |i: usize| {
        let p = Vec3::from(poses[i]);
        let flat = |v: Vec3| (v.x * v.x + v.y * v.y).sqrt();
        let share = flat(p - a) / flat(b - a);
        (p.z - (a.z + (b.z - a.z) * share)).abs()
    };
    let worst = (from + 1..to).max_by(|i, j| off(*i).total_cmp(&off(*j)));
    if let Some(worst) = worst.filter(|i| off(*i) > stock) {
        keep[worst] = true;
        thin(poses, stock, from, worst, keep);
        thin(poses, stock, worst, to, keep);
    }
}
