//! Parts with tool paths for the machining experiments: analogues of the sources' terrains and
//! molds, whose originals are not available.

use std::ops::ControlFlow;

use super::Extent;
use gouge::nc::{self, Event, Kind, Motion};
use gouge::sample::{self, Grid, Size};
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::Mesh;

/// A part and the straight pieces of a tip's way over it.
pub struct Scene {
    /// Name in the tables.
    pub name: &'static str,
    /// The part.
    pub part: Mesh,
    /// Radius of the ball the path was made for, mm.
    pub radius: f64,
    /// Start and displacement of each step, tip, mm.
    pub steps: Vec<(Vec3, Vec3)>,
}

/// Height of a terrain over (x, y), mm.
type Height = fn(f64, f64) -> f64;

/// Terrains from flat to steep, each row of the path offset within itself only.
pub fn terrains(extent: Extent) -> Vec<Scene> {
    let side = extent.pick(100, 300);
    let landscapes: [(&str, Height); 3] = [
        ("plain", |x, y| (x * 0.4).sin() * (y * 0.5).cos()),
        ("hills", |x, y| 12.0 * (x * 0.055).sin() * (y * 0.043).cos() + (x * 0.5).sin()),
        ("mountains", |x, y| {
            40.0 * ((x * 0.05 + (y * 0.03).sin()).sin() * (y * 0.06).sin()).abs()
                + 6.0 * (x * 0.31).sin() * (y * 0.27).cos()
        }),
    ];
    landscapes
        .into_iter()
        .filter_map(|(name, height)| {
            let grid = elevations(side, height)?;
            let size = Size { grid: Some(grid), closed: false, ..Size::default() };
            from_sample(name, "terrain-zigzag", &size, extent)
        })
        .map(|scene| flattened(scene, kept_relief))
        .collect()
}

/// Share of the sample's relief that a terrain keeps.
fn kept_relief(name: &str) -> f64 {
    match name {
        "plain" => 0.04,
        "hills" => 0.4,
        _ => 1.0,
    }
}

/// Samples scale every terrain to the same relief; this takes it back and runs the path over
/// the result as high as the highest point it passes demands.
fn flattened(mut scene: Scene, relief: fn(&str) -> f64) -> Scene {
    let share = relief(scene.name);
    scene.part.vertices.iter_mut().for_each(|v| v.z *= share);
    for (from, travel) in &mut scene.steps {
        from.z *= share;
        travel.z *= share;
    }
    scene
}

/// Molds with ball paths, small and large; one path is lowered to force hits.
pub fn molds(extent: Extent) -> Vec<Scene> {
    let jobs: [(&str, &str, usize, f64, f64); 5] = [
        ("duct, small", "duct", extent.pick(2_000, 11_000), 5.0, 0.0),
        ("duct, small, lowered", "duct", extent.pick(2_000, 11_000), 5.0, 0.5),
        ("bottle", "bottle", extent.pick(3_000, 13_000), 5.0, 0.2),
        ("cavity", "cavity", extent.pick(1_600, 1_600), 5.0, 0.0),
        ("duct, large", "duct", extent.pick(6_000, 81_000), 2.0, 0.5),
    ];
    jobs.into_iter()
        .filter_map(|(name, sample, triangles, rows, lower)| {
            let size = Size { triangles, rows, ..Size::default() };
            let mut scene = from_sample(name, sample, &size, extent)?;
            scene.steps.iter_mut().for_each(|(from, _)| from.z -= lower);
            Some(scene)
        })
        .collect()
}

/// Steps at most of a path: rates do not change with more.
const STEPS_FULL: usize = 2_000;
const STEPS_QUICK: usize = 300;

fn from_sample(name: &'static str, sample: &str, size: &Size, extent: Extent) -> Option<Scene> {
    let made = sample::make(sample, size).ok()?;
    let diameter = made.tools.first().and_then(|(_, spec)| {
        spec.split([':', ',', ';']).nth(1).and_then(|d| d.parse::<f64>().ok())
    })?;
    let mut steps = Vec::new();
    let source = nc::Source::from_bytes(sample, made.program.into_bytes());
    nc::Interpreter::new(nc::Options::default()).run(&source, |event| {
        if let Event::Motion(Motion { kind: Kind::Feed, from, to, .. }) = event
            && let (Some([x, y, z]), Some([u, v, w])) = (from.known(), to.known())
        {
            let from = Vec3::new(x, y, z);
            steps.push((from, Vec3::new(u, v, w) - from));
        }
        ControlFlow::Continue(())
    });
    let most = extent.pick(STEPS_QUICK, STEPS_FULL);
    // A stretch from the middle keeps consecutive steps consecutive.
    let skip = steps.len().saturating_sub(most) / 2;
    let steps = steps.into_iter().skip(skip).take(most).collect();
    Some(Scene { name, part: made.part, radius: diameter / 2.0, steps })
}

/// A square grid of elevations over 300 mm, as the file a sample reads.
fn elevations(side: usize, height: Height) -> Option<Grid> {
    const SIDE_MM: f64 = 300.0;
    const STEPS_PER_MM: f64 = 400.0;
    let header = format!("{{'descr': '<i2', 'fortran_order': False, 'shape': ({side}, {side}), }}");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    for row in 0..side {
        for column in 0..side {
            let at = |i: usize| i as f64 * SIDE_MM / (side - 1) as f64;
            let z = (height(at(column), at(row)) * STEPS_PER_MM).round() as i16;
            bytes.extend(z.to_le_bytes());
        }
    }
    Grid::from_npy(&bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S3.22: the source's terrain, and a ball that stays on its own row up to the rounding of
    /// a posted program.
    #[test]
    fn the_terrain_has_the_sources_triangles_and_rows_are_not_entered() {
        let extent = Extent { quick: false };
        let grid = elevations(300, |x, y| 30.0 * (x * 0.05).sin() * (y * 0.06).sin());
        let size = Size { grid, closed: false, ..Size::default() };
        let scene = from_sample("terrain", "terrain-zigzag", &size, extent).unwrap();
        assert_eq!(scene.part.triangles.len(), 178_802);
        let rows: std::collections::BTreeSet<i64> =
            scene.steps.iter().map(|(from, _)| (from.x * 1e3).round() as i64).collect();
        assert!(rows.len() >= 5);
        let mut nearest = f64::INFINITY;
        for x in rows.into_iter().map(|x| x as f64 * 1e-3) {
            let of_row = |v: &&Vec3| (v.x - x).abs() < 2e-3;
            let mut row: Vec<[f64; 2]> =
                scene.part.vertices.iter().filter(of_row).map(|v| [v.y, v.z]).collect();
            row.sort_by(|a, b| a[0].total_cmp(&b[0]));
            assert_eq!(row.len(), 300);
            for (from, _) in scene.steps.iter().filter(|s| (s.0.x - x).abs() < 2e-3) {
                let center = [from.y, from.z + scene.radius];
                for edge in row.windows(2) {
                    let [dy, dz] = [edge[1][0] - edge[0][0], edge[1][1] - edge[0][1]];
                    let [y, z] = [center[0] - edge[0][0], center[1] - edge[0][1]];
                    let s = ((y * dy + z * dz) / (dy * dy + dz * dz)).clamp(0.0, 1.0);
                    nearest = nearest.min((y - s * dy).hypot(z - s * dz) - scene.radius);
                }
            }
        }
        assert!((-1e-4..1e-3).contains(&nearest), "{nearest}");
    }
}
