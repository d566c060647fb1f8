//! Parses LinuxCNC's canonical calls as text (`rs274 -g`) into motions.

const INCH: f64 = 25.4;

/// Motions shorter than this are rounding of the four printed decimals, mm.
pub const NOISE: f64 = 0.005;

/// One motion: its kind, its end (mm, offsets applied, tool length not) and an arc's centre in the
/// plane with its turns.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub kind: &'static str,
    pub to: [f64; 3],
    pub center: Option<[f64; 3]>,
    pub normal: usize,
}

#[derive(Default)]
struct Frame {
    unit: f64,
    g5x: [f64; 3],
    g92: [f64; 3],
    rotation: f64,
    plane: usize,
}

impl Frame {
    fn base(&self, point: [f64; 3]) -> [f64; 3] {
        let (sin, cos) = self.rotation.to_radians().sin_cos();
        let [x, y, z]: [f64; 3] =
            std::array::from_fn(|axis| (point[axis] + self.g92[axis]) * self.unit);
        let turned = [x * cos - y * sin, x * sin + y * cos, z];
        std::array::from_fn(|axis| turned[axis] + self.g5x[axis] * self.unit)
    }
}

/// The motions that the text makes, those of no length left out. A motion is `rapid`, `feed`,
/// `arc` or `probe`.
pub fn motions(text: &str) -> Vec<Call> {
    let mut frame = Frame { unit: 1.0, plane: 2, ..Frame::default() };
    let mut length = [0.0; 3];
    let mut at = [0.0; 3];
    let mut calls = Vec::new();
    for line in text.lines() {
        let Some((head, rest)) = line.split_once('(') else { continue };
        let Some(name) = head.split_whitespace().last() else { continue };
        let values: Vec<f64> = rest
            .split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-')))
            .filter_map(|word| word.parse().ok())
            .collect();
        let three = |from: usize| -> [f64; 3] {
            std::array::from_fn(|axis| values.get(from + axis).copied().unwrap_or(0.0))
        };
        let straight = match name.trim_start_matches(|c: char| !c.is_ascii_uppercase()) {
            "STRAIGHT_TRAVERSE" => Some("rapid"),
            "STRAIGHT_FEED" => Some("feed"),
            "STRAIGHT_PROBE" => Some("probe"),
            "USE_LENGTH_UNITS" => {
                let unit = if rest.contains("INCH") { INCH } else { 1.0 };
                let ratio = frame.unit / unit;
                for values in [&mut frame.g5x, &mut frame.g92, &mut length] {
                    values.iter_mut().for_each(|value| *value *= ratio);
                }
                frame.unit = unit;
                None
            }
            "SET_G5X_OFFSET" => {
                frame.g5x = three(1);
                None
            }
            "SET_G92_OFFSET" => {
                frame.g92 = three(0);
                None
            }
            "SET_XY_ROTATION" => {
                frame.rotation = values.first().copied().unwrap_or(0.0);
                None
            }
            "USE_TOOL_LENGTH_OFFSET" => {
                let new = three(0);
                for axis in 0..3 {
                    at[axis] += (length[axis] - new[axis]) * frame.unit;
                }
                length = new;
                None
            }
            "SELECT_PLANE" => {
                frame.plane = match rest {
                    rest if rest.contains("YZ") => 0,
                    rest if rest.contains("XZ") => 1,
                    _ => 2,
                };
                None
            }
            "ARC_FEED" => {
                let [a, b, u, v, turns, h] =
                    std::array::from_fn(|at| values.get(at).copied().unwrap_or(0.0));
                let (to, center) = match frame.plane {
                    2 => ([a, b, h], [u, v, 0.0]),
                    1 => ([b, h, a], [v, 0.0, u]),
                    _ => ([h, a, b], [0.0, u, v]),
                };
                let to = frame.base(to);
                let mut center = frame.base(center);
                center[frame.plane] = at[frame.plane];
                let kind = if turns > 0.0 { "arc ccw" } else { "arc cw" };
                calls.push(Call { kind, to, center: Some(center), normal: frame.plane });
                at = to;
                None
            }
            "RIGID_TAP" => {
                let to = frame.base(three(0));
                for end in [to, at] {
                    calls.push(Call { kind: "feed", to: end, center: None, normal: 2 });
                }
                None
            }
            _ => None,
        };
        if let Some(kind) = straight {
            let to = frame.base(three(0));
            let moves = (0..3).any(|axis| (to[axis] - at[axis]).abs() > NOISE);
            let turns = values[3..].iter().any(|value| *value != 0.0);
            if moves || turns {
                calls.push(Call { kind, to, center: None, normal: 2 });
            }
            at = to;
        }
    }
    calls
}
