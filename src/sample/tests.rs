//! The parts are solid, and the programs do what they claim, as far as the ball's distance
//! from the part can tell.

use super::*;
use crate::geom::Vec3;
use crate::mesh::defects;

fn size(triangles: usize) -> Size {
    Size { triangles, ..Size::default() }
}

#[test]
fn every_part_is_a_solid_at_every_size() {
    for triangles in [1, 3_000, 20_000] {
        for name in ["duct", "bottle", "block", "boss", "terrain"] {
            let sample = make(name, &size(triangles)).unwrap();
            let report = defects::examine(&sample.part);
            assert!(report.watertight && !report.inverted, "{name} {triangles}: {report:?}");
            assert_eq!((report.degenerate, report.components.len()), (0, 1), "{name}");
            let count = report.triangles;
            eprintln!(
                "{name} {triangles}: {count} triangles, {} lines",
                sample.program.lines().count()
            );
            if triangles > 1 {
                assert!(count * 3 > triangles && count < triangles * 2, "{name}: {count}");
            }
        }
    }
}

/// A boss of some numbers of sides had gouges of a depth of nothing in the program that is called
/// clean.
#[test]
fn what_is_called_clean_is_planted_with_nothing() {
    for triangles in (300..=550).step_by(10).chain([1, 1500]) {
        for name in ["boss", "block", "cavity"] {
            let sample = make(name, &size(triangles)).unwrap();
            assert_eq!(sample.expected, Expected::Clean, "{name} {triangles}");
        }
        let tight = make("boss-tight", &size(triangles)).unwrap();
        assert!(matches!(tight.expected, Expected::Gouges(_)), "{triangles}");
    }
}

/// Motions of a program of straight lines: line number and ends.
fn motions(sample: &Sample) -> Vec<(u32, Vec3, Vec3)> {
    let mut at = Vec3::from(sample.start);
    let mut all = Vec::new();
    for (number, line) in sample.program.lines().enumerate() {
        if !line.starts_with("G0") && !line.starts_with("G1") {
            continue;
        }
        let from = at;
        for word in line.split(' ').skip(1) {
            let axis = ["X", "Y", "Z"].iter().position(|a| word.starts_with(a));
            if let Some(axis) = axis {
                at[axis] = word[1..].parse().unwrap();
            }
        }
        all.push((number as u32 + 1, from, at));
    }
    all
}

/// How deep the ball cuts on each line, where it does.
fn cuts(sample: &Sample) -> Vec<(u32, f64)> {
    let radius = sample.tools[0].1.trim_start_matches("ball:").parse::<f64>().unwrap() / 2.0;
    let landscape = ball::Landscape::new(&sample.part);
    let centre = |p: Vec3| p + Vec3::new(0.0, 0.0, radius);
    let depth = |(line, from, to): (u32, Vec3, Vec3)| {
        (line, radius - landscape.clearance(&centre(from), &centre(to), radius))
    };
    motions(sample).into_iter().map(depth).filter(|(_, depth)| *depth > 1e-6).collect()
}

#[test]
fn ball_programs_cut_where_they_say() {
    for triangles in [3_000, 12_000] {
        for name in ["duct", "duct-low", "bottle", "bottle-low", "terrain"] {
            let sample = make(name, &size(triangles)).unwrap();
            let found = cuts(&sample);
            let planted = match &sample.expected {
                Expected::Clean => Vec::new(),
                Expected::Gouges(planted) => planted.iter().map(|p| (p.line, p.depth)).collect(),
                Expected::AtLeast(_) => panic!("{name}"),
            };
            assert_eq!(found.len(), planted.len(), "{name}: {found:?} {planted:?}");
            for (found, planted) in found.iter().zip(&planted) {
                assert_eq!(found.0, planted.0, "{name}");
                assert!((found.1 - planted.1).abs() < 1e-6, "{name}: {found:?} {planted:?}");
            }
        }
    }
}

/// The ball is nowhere far above the part, either.
#[test]
fn finishing_leaves_little_stock() {
    let sample = make("duct", &size(3_000)).unwrap();
    let landscape = ball::Landscape::new(&sample.part);
    let row = motions(&sample).into_iter().filter(|(_, from, to)| from.x != to.x && from.y == to.y);
    let stock: Vec<f64> = row
        .map(|(_, from, to)| {
            let at = (from + to) / 2.0;
            at.z + 3.0 - landscape.drop(at.x, at.y, 3.0)
        })
        .collect();
    assert!(stock.len() > 50 && stock.iter().all(|s| *s < 0.3), "{stock:?}");
}

#[test]
fn the_zigzag_gouges_its_neighbours() {
    let sample = make("terrain-zigzag", &size(20_000)).unwrap();
    let Expected::AtLeast(planted) = &sample.expected else { panic!() };
    let found = cuts(&sample);
    assert!(planted.len() > 50, "{}", planted.len());
    for planted in planted {
        let found = found.iter().find(|(line, _)| *line == planted.line).unwrap();
        assert!((found.1 - planted.depth).abs() < 1e-3);
    }
    let text = sample.program.lines().nth(4).unwrap();
    assert!(text.starts_with("(GOUGE EXPECT gouge line="), "{text}");
}

#[test]
fn written_samples_hold_the_same_mesh() {
    let folder = tempfile::tempdir().unwrap();
    for (name, _) in NAMES {
        let size = size(2_000);
        let written = write(name, folder.path(), &size).unwrap();
        let sample = make(name, &size).unwrap();
        let back = crate::mesh::read(&written.part, crate::mesh::Units::Millimetre).unwrap().mesh;
        let corners = |mesh: &Mesh| -> Vec<_> {
            (0..mesh.triangles.len()).map(|i| mesh.triangle(i)).collect()
        };
        assert_eq!(corners(&back), corners(&sample.part), "{name}");
        assert_eq!(fs::read_to_string(&written.program).unwrap(), sample.program, "{name}");
    }
    assert!(matches!(write("duck", folder.path(), &size(1)), Err(SampleError::Unknown(_))));
}
