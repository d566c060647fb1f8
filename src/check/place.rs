//! Where the part lies according to the settings: an origin, a transform, sides turned over.

use std::path::Path;

use nalgebra::{Matrix3, Rotation3, Vector3};

use crate::error::{Error, Result};
use crate::files;
use crate::geom::Vec3;
use crate::job::{Item, Origin, Settings};
use crate::report::Placement;
use crate::tolerance::LARGEST_MM;

/// Where the part lies: its origin, turned over and turned about, or a transform.
///
/// # Errors
/// Files and numbers that are no placement.
pub fn placement(settings: &Settings) -> Result<Placement> {
    if let [first, rest @ ..] = settings.items("transform") {
        if rest.is_empty() {
            let path = first.path();
            return rigid(&path, transform_numbers(&files::text(&path)?));
        }
        let numbers = settings.items("transform").iter().map(|i| i.text.trim().parse().ok());
        return rigid(Path::new(&first.origin.place()), numbers.collect());
    }
    let origin = Vec3::from(settings.point("origin")?.unwrap_or([0.0; 3]));
    let over = settings.text("flip").map_or(Matrix3::identity(), flip);
    let about = settings.items("rotate").first().map_or(Ok(Matrix3::identity()), rotate)?;
    let turn = about * over;
    if turn == Matrix3::identity() {
        return Ok(Placement::at_origin(origin));
    }
    Ok(Placement::turned(turn, origin))
}

/// The turn that brings a side of the part up: over X or Y, or by the side's name.
fn flip(word: &str) -> Matrix3<f64> {
    let rows = match word {
        "x" | "bottom" => [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]],
        "y" => [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]],
        // The side that looks to -Y, and so on.
        "front" => [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]],
        "back" => [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]],
        "left" => [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]],
        "right" => [[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]],
        _ => return Matrix3::identity(),
    };
    Matrix3::from_fn(|row, column| rows[row][column])
}

/// A turn about Z by degrees; quarters are exact.
fn rotate(item: &Item) -> Result<Matrix3<f64>> {
    let number = item.text.trim().parse().ok().filter(|d: &f64| d.is_finite());
    let degrees = number.ok_or_else(|| {
        let help = match item.origin {
            Origin::Option => "--rotate 90",
            Origin::File { .. } => "rotate = 90",
        };
        Error::new("J006", format!("{}`{}` is not an angle", item.origin.before(), item.text))
            .help(format!("degrees about Z, counter-clockwise seen from above: {help}"))
    })?;
    let quarter = |c: f64, s: f64| Matrix3::new(c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0);
    Ok(match degrees.rem_euclid(360.0) {
        0.0 => Matrix3::identity(),
        90.0 => quarter(0.0, 1.0),
        180.0 => quarter(-1.0, 0.0),
        270.0 => quarter(0.0, -1.0),
        other => *Rotation3::from_axis_angle(&Vector3::z_axis(), other.to_radians()).matrix(),
    })
}

fn rigid(path: &Path, numbers: Option<Vec<f64>>) -> Result<Placement> {
    let wrong = |what: &str| Error::new("J003", format!("{}: {what}", path.display()));
    let unread = |what: &str| {
        wrong(what).help("write 16 numbers, row by row, as JSON or separated by white space")
    };
    let numbers = numbers.ok_or_else(|| unread("this is not a list of numbers"))?;
    let count = numbers.len();
    if numbers.iter().any(|n| n.abs() > LARGEST_MM) {
        return Err(wrong("it moves the part by more than 100 km")
            .help("lengths of a transform are in mm, in the last of its four columns"));
    }
    let rows: [f64; 16] =
        numbers.try_into().map_err(|_| unread(&format!("there are {count} numbers, not 16")))?;
    Placement::from_rows(rows).map_err(|e| wrong(&e.to_string()).help(e.help()))
}

/// Numbers as JSON (a list, or a list of rows) or separated by white space or commas.
fn transform_numbers(text: &str) -> Option<Vec<f64>> {
    if let Ok(list) = serde_json::from_str::<Vec<f64>>(text) {
        return Some(list);
    }
    if let Ok(rows) = serde_json::from_str::<Vec<Vec<f64>>>(text) {
        return Some(rows.concat());
    }
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty());
    words.map(|w| w.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_named_side_comes_up() {
        for (word, side) in [
            ("x", [0.0, 0.0, -1.0]),
            ("y", [0.0, 0.0, -1.0]),
            ("top", [0.0, 0.0, 1.0]),
            ("bottom", [0.0, 0.0, -1.0]),
            ("front", [0.0, -1.0, 0.0]),
            ("back", [0.0, 1.0, 0.0]),
            ("left", [-1.0, 0.0, 0.0]),
            ("right", [1.0, 0.0, 0.0]),
        ] {
            let turn = flip(word);
            assert_eq!(turn * Vec3::from(side), Vec3::z(), "{word}");
            assert_eq!(turn.determinant(), 1.0, "{word}");
        }
    }

    #[test]
    fn the_origin_stays_program_zero_however_the_part_is_turned() {
        let mut settings = Settings::default();
        settings.say("origin", ["1", "2", "3"]);
        settings.say("flip", ["x"]);
        settings.say("rotate", ["90"]);
        let placed = placement(&settings).unwrap();
        let at = |x, y, z| placed.part_to_work(Vec3::new(x, y, z));
        assert_eq!(at(1.0, 2.0, 3.0), Vec3::zeros());
        assert_eq!(at(2.0, 2.0, 3.0), Vec3::new(0.0, 1.0, 0.0));
        assert_eq!(at(1.0, 2.0, 4.0), Vec3::new(0.0, 0.0, -1.0));
        settings.say("rotate", ["a quarter"]);
        assert!(placement(&settings).is_err());
    }
}
