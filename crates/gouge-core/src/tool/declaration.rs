//! Tool declarations as text: `ball:6;len=20;shank=6,40;holder=FILE`.

use std::path::{Path, PathBuf};

use super::drawing::{read_mesh, read_profile};
use super::profile::{Profile, Step};
use super::profile_error::ProfileError;
use super::profile_file::ProfileFileError;
use super::{Shape, Spec, ToolFile};
use crate::tolerance::{LARGEST_MM, PROFILE_JOIN_MM, SMALLEST_TOOL_MM};
use gouge_mesh::geom::MM_PER_INCH;
use gouge_mesh::mesh::MeshError;

/// What is wrong with a tool declaration.
#[derive(Debug, thiserror::Error)]
pub enum SpecError {
    /// A kind that is not known.
    #[error(
        "`{kind}` is not a kind of tool; use ball, flat, bull, taper, drill, chamfer, profile or mesh"
    )]
    Kind {
        /// The word in its place.
        kind: String,
    },
    /// Wrong numbers for the kind.
    #[error("`{text}`: {what}")]
    Numbers {
        /// The part of the declaration.
        text: String,
        /// What is wrong and what would help.
        what: String,
    },
    /// A file that cannot be read.
    #[error("{path}: {what}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system or the reader said.
        what: String,
    },
    /// A mesh file that does not read.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// A profile file that does not read.
    #[error("{}{}: {source}", path.display(), source.place())]
    Profile {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: ProfileFileError,
    },
    /// Numbers that make no tool.
    #[error(transparent)]
    Shape(#[from] ProfileError),
}

/// The names of files in a declaration, given the folder that they are relative to.
fn named<'t>(text: &'t str, base: &Path) -> Vec<&'t str> {
    let Ok(words) = Words::of(text) else { return Vec::new() };
    let cutter = Some(words.rest).filter(|_| ["profile", "mesh"].contains(&words.kind));
    let holder = words.options.iter().filter(|(key, _)| *key == "holder").map(|(_, v)| *v);
    let holder = holder.filter(|value| !is_cones(value, base));
    cutter.into_iter().chain(holder).collect()
}

impl Spec {
    /// Reads a declaration. Files in it are looked for beside `base`.
    ///
    /// # Errors
    /// Unknown kinds, numbers that do not fit, files that do not read.
    pub fn parse(text: &str, base: &Path) -> Result<Self, SpecError> {
        let Words { head, kind, rest, options, scale } = Words::of(text)?;
        let (shape, file) = shape(kind, rest, head, scale, base)?;
        let files = file.into_iter().collect();
        let mut spec = Self { text: text.to_owned(), scale, files, ..Self::cutter(shape) };
        for (key, value) in options {
            let written = format!("{key}={value}");
            match key {
                "len" => {
                    let [l] = lengths(&written, value, scale)?;
                    spec.length = Some(positive(&written, l)?);
                }
                "shank" => spec.shank = Some(column(&written, value, scale)?),
                "clearance" => {
                    let [c] = lengths(&written, value, scale)?;
                    if c < 0.0 {
                        return Err(numbers(&written, "a clearance is not negative"));
                    }
                    spec.clearance = c;
                }
                _ if is_cones(value, base) => spec.holder = Some(column(&written, value, scale)?),
                _ => {
                    let (profile, file) = read_profile(value, base, scale)?;
                    let begins = profile.declared().first().map_or(0.0, |e| e.from[1]);
                    if begins != 0.0 {
                        let what = format!(
                            "a holder's profile begins at z = 0, its lower end, but {value} at {begins} mm"
                        );
                        return Err(numbers(&written, &what));
                    }
                    let hangs = profile.hangs();
                    if hangs > PROFILE_JOIN_MM {
                        let what = format!(
                            "a holder's profile begins at its lower end, but {value} hangs {hangs:.4} mm lower than it begins; begin with a level line there"
                        );
                        return Err(numbers(&written, &what));
                    }
                    spec.holder = Some(profile);
                    spec.files.push(file);
                }
            }
        }
        spec.check_stack()?;
        Ok(spec)
    }

    /// The files that a declaration names, beside `base`; none where it does not read.
    pub fn files(text: &str, base: &Path) -> Vec<PathBuf> {
        named(text, base).into_iter().map(|name| base.join(name)).collect()
    }

    /// A declaration whose files are named beside `base`, to stand in `folder`.
    pub fn moved(text: &str, base: &Path, folder: &Path) -> String {
        let named = named(text, base);
        let part = |part: &str| match part.find([':', '=']) {
            Some(at) if named.contains(&part[at + 1..].trim()) => {
                let file = base.join(part[at + 1..].trim());
                let file = file.strip_prefix(folder).unwrap_or(&file);
                format!("{}{}", &part[..=at], file.display())
            }
            _ => part.to_owned(),
        };
        text.split(';').map(part).collect::<Vec<_>>().join(";")
    }

    fn check_stack(&self) -> Result<(), SpecError> {
        let fixed = matches!(self.shape, Shape::Profile(_) | Shape::Mesh(_));
        if (self.shank.is_some() || self.holder.is_some()) && self.length.is_none() && !fixed {
            return Err(numbers(
                &self.text,
                "a shank or holder needs the cutter's length below it; add len=L",
            ));
        }
        if self.length.is_some() && fixed {
            return Err(numbers(
                &self.text,
                "a profile or mesh has its own length; leave len= out",
            ));
        }
        if let Some(length) = self.length {
            let least = self.cutter_profile(None).map_or(0.0, |p| p.top());
            if length < least - PROFILE_JOIN_MM {
                let least = ((least - PROFILE_JOIN_MM) * 1e6).ceil() / 1e6;
                return Err(numbers(
                    &self.text,
                    &format!(
                        "the cutter is at least {least} mm long by its shape; make len= longer"
                    ),
                ));
            }
        }
        Ok(())
    }
}

/// A declaration taken apart.
struct Words<'a> {
    /// Kind and sizes.
    head: &'a str,
    kind: &'a str,
    rest: &'a str,
    /// What follows, but for the unit.
    options: Vec<(&'a str, &'a str)>,
    /// Millimetres of the unit that bare numbers are in.
    scale: f64,
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Result<Self, SpecError> {
        let mut parts = text.split(';').map(str::trim);
        let head = parts.next().unwrap_or("");
        let (kind, rest) = head.split_once(':').unwrap_or((head, ""));
        let mut options = Vec::new();
        let mut scale = None;
        for part in parts.filter(|p| !p.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let (key, value) = (key.trim(), value.trim());
            let again = || numbers(part, "it is given twice: leave one out");
            let unit = match (key, value) {
                ("unit", "inch" | "in") => MM_PER_INCH,
                ("unit", "mm") => 1.0,
                ("unit", "m") => 1000.0,
                ("len" | "shank" | "holder" | "clearance", v) if !v.is_empty() => {
                    if options.iter().any(|(known, _)| *known == key) {
                        return Err(again());
                    }
                    options.push((key, value));
                    continue;
                }
                _ => {
                    return Err(numbers(
                        part,
                        "known are len=L, shank=D,L, holder=FILE or D1,D2,H/…, clearance=C and \
                         unit=mm|inch",
                    ));
                }
            };
            if scale.replace(unit).is_some() {
                return Err(again());
            }
        }
        let (kind, rest) = (kind.trim(), rest.trim());
        Ok(Self { head, kind, rest, options, scale: scale.unwrap_or(1.0) })
    }
}

/// Whether a holder is given by its cones rather than by a file: a lone number is one of them whose
/// others are missing, unless there is a file of that name.
fn is_cones(value: &str, base: &Path) -> bool {
    let alone = || value.parse::<f64>().is_ok() && !base.join(value).exists();
    value.chars().all(|c| c.is_ascii_digit() || " .,/+-eEinm".contains(c))
        && (value.contains(',') || alone())
}

/// A shank or holder: one cylinder `D,L`, or cones from below `D1,D2,H/D1,D2,H`.
fn column(written: &str, value: &str, scale: f64) -> Result<Profile, SpecError> {
    let mut steps = Vec::new();
    let mut top = 0.0;
    for cone in value.split('/') {
        let [low, high, height] = match cone.split(',').count() {
            2 => lengths(written, cone, scale).map(|[d, l]| [d, d, l])?,
            3 => lengths(written, cone, scale)?,
            _ => {
                let what = "it has a diameter and a length, D,L, or cones from below, D1,D2,H/…";
                return Err(numbers(written, what));
            }
        };
        let low = 0.5 * positive(written, low)?;
        let high = 0.5 * positive(written, high)?;
        steps.push(Step { to: [low, top], arc: None });
        top += positive(written, height)?;
        steps.push(Step { to: [high, top], arc: None });
    }
    Ok(Profile::new([0.0, 0.0], &steps)?)
}

/// The shape, and the file that it comes from, if it does.
fn shape(
    kind: &str,
    rest: &str,
    head: &str,
    scale: f64,
    base: &Path,
) -> Result<(Shape, Option<ToolFile>), SpecError> {
    let shape = match kind {
        "ball" => {
            let [d] = lengths(head, rest, scale)?;
            Shape::Ball(positive(head, d)?)
        }
        "flat" => {
            let [d] = lengths(head, rest, scale)?;
            Shape::Flat(positive(head, d)?)
        }
        "bull" => {
            let [d, c] = lengths(head, rest, scale)?;
            if !(0.0..=0.5 * positive(head, d)?).contains(&c) {
                return Err(numbers(head, "the corner radius is between 0 and half the diameter"));
            }
            Shape::Bull(d, c)
        }
        "taper" => {
            let [q, half, d] = lengths(head, rest, 1.0)?;
            let (q, d) = (q * scale, positive(head, d * scale)?);
            if !(half > 0.0 && half < 90.0) {
                return Err(numbers(head, "the half angle is between 0 and 90 degrees"));
            }
            let half = half.to_radians();
            if q < 0.0 || q * half.cos() > 0.5 * d {
                return Err(numbers(head, "the tip is wider than the greatest diameter"));
            }
            Shape::Taper(q, half, d)
        }
        "drill" => {
            let [d, point] = lengths(head, rest, 1.0)?;
            if !(point > 0.0 && point <= 180.0) {
                return Err(numbers(head, "the point angle is between 0 and 180 degrees"));
            }
            Shape::Drill(positive(head, d * scale)?, point.to_radians())
        }
        "chamfer" => {
            let [tip, half, d] = lengths(head, rest, 1.0)?;
            let (tip, d) = (tip * scale, positive(head, d * scale)?);
            if !(half > 0.0 && half < 90.0) {
                return Err(numbers(head, "the half angle is between 0 and 90 degrees"));
            }
            if !(0.0..d).contains(&tip) {
                return Err(numbers(head, "the tip is as wide as the greatest diameter, or wider"));
            }
            Shape::Chamfer(tip, half.to_radians(), d)
        }
        "profile" => {
            let (profile, file) = read_profile(rest, base, scale)?;
            return Ok((Shape::Profile(profile), Some(file)));
        }
        "mesh" => {
            let (piece, file) = read_mesh(rest, base, scale)?;
            return Ok((Shape::Mesh(Box::new(piece)), Some(file)));
        }
        _ => return Err(SpecError::Kind { kind: kind.to_owned() }),
    };
    Ok((shape, None))
}

/// What is wrong with a size beyond [`LARGEST_MM`].
pub(super) const TOO_LARGE: &str = "a size is more than 100 km: check its unit";

fn lengths<const N: usize>(written: &str, list: &str, scale: f64) -> Result<[f64; N], SpecError> {
    let mut out = [0.0; N];
    let words: Vec<&str> = list.split(',').map(str::trim).collect();
    if words.len() != N || list.is_empty() {
        let expected = match N {
            1 => "expected one number".to_owned(),
            _ => format!("expected {N} numbers separated by commas"),
        };
        return Err(numbers(written, &expected));
    }
    for (slot, word) in out.iter_mut().zip(words) {
        let (digits, unit) = if let Some(d) = word.strip_suffix("mm") {
            (d, 1.0)
        } else if let Some(d) = word.strip_suffix("in") {
            (d, MM_PER_INCH)
        } else {
            (word, scale)
        };
        match digits.trim().parse::<f64>() {
            Ok(v) if (v * unit).abs() <= LARGEST_MM => *slot = v * unit,
            Ok(v) if v.is_finite() => {
                return Err(numbers(written, TOO_LARGE));
            }
            _ => return Err(numbers(written, &format!("`{word}` is not a number"))),
        }
    }
    Ok(out)
}

pub(super) fn positive(written: &str, value: f64) -> Result<f64, SpecError> {
    if value >= SMALLEST_TOOL_MM {
        Ok(value)
    } else if value > 0.0 {
        let less =
            format!("{value} mm is less than any tool has, {SMALLEST_TOOL_MM} mm: check its unit");
        Err(numbers(written, &less))
    } else {
        Err(numbers(written, "the size must be more than 0"))
    }
}

pub(super) fn numbers(text: &str, what: &str) -> SpecError {
    SpecError::Numbers { text: text.to_owned(), what: what.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tangent of 45 degrees is not quite 1: a pointed cutter without a cylinder was to be made
    /// longer by the last place of its length.
    #[test]
    fn a_cutter_may_be_as_long_as_its_own_tip() {
        let parse = |text: &str| Spec::parse(text, Path::new("."));
        for text in [
            "chamfer:0,45,10;len=5",
            "chamfer:1,45,6;len=2.5;shank=6,20",
            "chamfer:0,30,2;len=1.7320508075688772",
            "drill:2,90;len=1",
            "drill:6,90;len=3;shank=4,20;holder=20,30",
        ] {
            let tool = parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).build(100.0);
            assert!(!tool.components.is_empty(), "{text}");
        }
        let short = parse("chamfer:0,45,10;len=4.9999").unwrap_err().to_string();
        assert!(short.contains("at least 5 mm"), "{short}");
    }

    /// One that hung down around the shank was taken to touch that in a point: a plate 3 mm deep in
    /// the tool was 2 mm deep, and a foil clean.
    #[test]
    fn a_holder_that_hangs_below_where_it_stands_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |name: &str, arc: &str| {
            let name = format!("{name}.txt");
            std::fs::write(folder.path().join(&name), format!("start 0 0\n{arc}\nline 6 10\n"))
                .unwrap();
            let text = format!("flat:6;len=5;shank=6,10;holder={name}");
            Spec::parse(&text, folder.path()).err().map(|e| e.to_string())
        };
        for (name, arc) in [("deep", "arc 6 0 6.5"), ("shallow", "arc 6 0 700")] {
            let told = refused(name, arc).unwrap_or_default();
            assert!(told.contains("mm lower than it begins"), "{name}: {told}");
        }
        // The fillet is rounded.
        let fillet = "line 4.3782 0\narc 6.4337 4.2467 2.6161";
        for (name, arc) in [
            ("round", "arc 6 6 6"),
            ("wide", "arc 6 0.000018 1e6"),
            ("flat", "line 6 0"),
            ("fillet", fillet),
        ] {
            assert_eq!(refused(name, arc), None, "{name}");
        }
    }
}
