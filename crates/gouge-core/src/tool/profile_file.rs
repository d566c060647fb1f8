//! Profile files: a tool silhouette as text, one step a line.
//!
//! ```text
//! # r and z in mm, from the tip upwards
//! start 0 0
//! line 3 0
//! arc 5 2 2        bulges outwards with radius 2
//! line 5 30
//! ```
//!
//! `arc R Z -2` is hollow. `apt D R E F A B H` alone stands for the APT seven-parameter cutter.

use super::profile::{Profile, Step};
use super::profile_error::ProfileError;
use crate::tolerance::{APT_SHARE, LARGEST_MM};

/// What is wrong with a profile file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ProfileFileError {
    /// A line that does not read.
    #[error("{what}")]
    Line {
        /// Line and column, from 1.
        place: [usize; 2],
        /// What is wrong and what would help.
        what: String,
    },
    /// A line that reads, but makes no tool of those before it.
    #[error("{source}")]
    Step {
        /// Line, from 1.
        line: usize,
        /// What is wrong.
        source: ProfileError,
    },
    /// Lines that read, but no tool comes of them.
    #[error(transparent)]
    Profile(ProfileError),
}

impl ProfileFileError {
    /// Line and column of what is wrong, each after a colon, where it is in one place.
    pub fn place(&self) -> String {
        match self {
            Self::Line { place: [line, column], .. } => format!(":{line}:{column}"),
            Self::Step { line, .. } => format!(":{line}:1"),
            Self::Profile(_) => String::new(),
        }
    }
}

/// Reads a profile; `scale` is mm for one unit of the file.
pub fn read(text: &str, scale: f64) -> Result<Profile, ProfileFileError> {
    // Some editors mark a file as UTF-8.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut start = [0.0, 0.0];
    let mut steps = Vec::new();
    // Those of the start and of each step.
    let mut lines = vec![1];
    for (i, raw) in text.lines().enumerate() {
        let line = i + 1;
        let content = raw.split('#').next().unwrap_or("").trim();
        let mut words = content.split_whitespace();
        let Some(word) = words.next() else { continue };
        let wrong = |word: &str, what: String| {
            let before = word.as_ptr().addr() - raw.as_ptr().addr();
            let column = raw[..before].chars().count() + 1;
            ProfileFileError::Line { place: [line, column], what }
        };
        let mut numbers = Vec::new();
        for w in words.by_ref() {
            match w.parse::<f64>() {
                Ok(v) if (v * scale).abs() <= LARGEST_MM => numbers.push(v * scale),
                Ok(v) if v.is_finite() => {
                    return Err(wrong(w, format!("`{w}` is more than 100 km: check its unit")));
                }
                _ => return Err(wrong(w, format!("`{w}` is not a number"))),
            }
        }
        match (word, &numbers[..]) {
            ("start", &[r, z]) if steps.is_empty() => (start, lines[0]) = ([r, z], line),
            ("line", &[r, z]) => steps.push(Step { to: [r, z], arc: None }),
            ("arc", &[r, z, radius]) => steps.push(Step { to: [r, z], arc: Some(radius) }),
            ("apt", &[d, r, e, f, a, b, h]) if steps.is_empty() => {
                return apt([d, r, e, f, a / scale, b / scale, h])
                    .map_err(|source| ProfileFileError::Step { line, source });
            }
            ("start" | "line" | "arc" | "apt", _) => {
                return Err(wrong(
                    word,
                    format!(
                        "`{content}` does not fit; write `start R Z`, `line R Z`, `arc R Z RADIUS` or `apt D R E F A B H`"
                    ),
                ));
            }
            _ => {
                return Err(wrong(
                    word,
                    format!("`{word}` is not a profile step; write `line R Z` or `arc R Z RADIUS`"),
                ));
            }
        }
        lines.resize(1 + steps.len(), line);
    }
    Profile::new(start, &steps).map_err(|source| {
        match source.point().and_then(|at| lines.get(at - 1)) {
            Some(&line) => ProfileFileError::Step { line, source },
            None => ProfileFileError::Profile(source),
        }
    })
}

/// The APT cutter: diameter D, corner radius R whose centre lies E from the axis and F above
/// the tip, tip angle A (degrees from the horizontal) below it, flank angle B (degrees from
/// the axis) above it, height H. Lengths in mm.
pub fn apt([d, r, e, f, a, b, h]: [f64; 7]) -> Result<Profile, ProfileError> {
    if [a, b].iter().any(|angle| angle.abs() >= 90.0) || [d, r, e, h].iter().any(|l| *l < 0.0) {
        return Err(ProfileError::AptRange);
    }
    let (a, b) = (a.to_radians(), b.to_radians());
    let same = |made: f64, said: f64| (made - said).abs() <= APT_SHARE * d;
    let mut steps = Vec::new();
    if r > 0.0 {
        // The corner arc touches the tip cone and the flank.
        let low = [e + r * a.sin(), f - r * a.cos()];
        let high = [e + r * b.cos(), f - r * b.sin()];
        let tip = low[1] - low[0] * a.tan();
        // Tip cone and flank, led on, meet at the diameter.
        let narrows = 1.0 - a.tan() * b.tan();
        let made = 2.0 * (high[0] + (tip - high[1]) * b.tan()) / narrows;
        if narrows <= 0.0 || !same(made, d) {
            return Err(ProfileError::AptDiameter { made, said: d });
        }
        // Where the arc begins beyond the axis, no tip is made at all.
        if !same(tip, 0.0) || low[0] < -APT_SHARE * d {
            return Err(ProfileError::AptTip { tip });
        }
        if h < high[1] {
            return Err(ProfileError::AptHeight { corner: high[1], said: h });
        }
        if low[0] > 0.0 {
            steps.push(Step { to: low, arc: None });
        }
        if high[1] > low[1] {
            steps.push(Step { to: high, arc: Some(r) });
        }
        let top = top(high[0] + (h - high[1]).max(0.0) * b.tan())?;
        steps.push(Step { to: [top, h], arc: None });
        return Profile::new([0.0, tip.max(0.0)], &steps);
    }
    let radius = 0.5 * d;
    let cone = radius * a.tan();
    // Without a corner, E and F are left at zero, or name the edge.
    let corner = [radius, cone];
    let named = |(said, made): (f64, f64)| said == 0.0 || same(made, said);
    if ![e, f].into_iter().zip(corner).all(named) {
        return Err(ProfileError::AptCorner { corner });
    }
    if h < cone {
        return Err(ProfileError::AptHeight { corner: cone, said: h });
    }
    steps.push(Step { to: [radius, cone], arc: None });
    steps.push(Step { to: [top(radius + (h - cone).max(0.0) * b.tan())?, h], arc: None });
    Profile::new([0.0, 0.0], &steps)
}

/// The radius at the top of a flank, unless it is out of all bounds.
fn top(radius: f64) -> Result<f64, ProfileError> {
    if radius <= LARGEST_MM { Ok(radius) } else { Err(ProfileError::AptRange) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figures that contradict each other made a tool 6 mm wide of one of 10 mm, and an angle of 90
    /// degrees one wider than the earth.
    #[test]
    fn figures_that_no_apt_cutter_has_are_refused() {
        let wide = |text: &str| read(text, 1.0).map(|profile| 2.0 * profile.radius());
        let near = |text: &str, want: f64| {
            let told = wide(text).unwrap();
            assert!((told - want).abs() < 1e-9, "{text}: {told}");
        };
        near("apt 10 0 0 0 0 0 30", 10.0);
        near("apt 10 2 3 2 0 0 30", 10.0);
        near("apt 6 3 0 3 0 0 20", 6.0);
        near("apt 10 0 5 0 0 0 30", 10.0);
        near("\u{feff}apt 10 1 4 1 0 0 30", 10.0);
        // A ball of 3 under a flank that leans by 30 degrees, led on to the plane of its tip.
        let flank = 2.0 * (3.0 / 30f64.to_radians().cos() - 3.0 * 30f64.to_radians().tan());
        let height = 10.0;
        let leaning = format!("apt {flank} 3 0 3 0 30 {height}");
        near(&leaning, flank + 2.0 * height * 30f64.to_radians().tan());
        for (text, part) in [
            ("apt 10 2 1 4 0 0 20", "make a diameter of 6.0000 mm, and D says 10"),
            ("apt 10 0 0 0 0 90 20", "between -90 and 90"),
            ("apt 10 0 0 0 0 89.99999999 20", "beyond 100 km"),
            ("apt 10 -2 3 2 0 0 30", "not negative"),
            // These were drawn all the same, with the tip off the point that is programmed.
            ("apt 10 1 4 1.5 0 0 30", "put the tip at 0.5000 mm"),
            ("apt 10 1 4 0.5 0 0 30", "put the tip at -0.5000 mm"),
            ("apt 10 1 4 1 0 0 0.5", "the corner ends at 1.0000 mm, and H says 0.5"),
            ("apt 10 0 4 1 0 0 30", "put the corner at E 5.0000 and F 0.0000"),
            ("apt 10 0 0 0 45 0 3", "the corner ends at 5.0000 mm, and H says 3"),
        ] {
            let what = wide(text).unwrap_err().to_string();
            assert!(what.contains(part), "{text}: {what}");
        }
    }
}
