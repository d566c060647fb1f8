//! Random compensated contours through the compensator alone, against the judge.

use gouge_nc::comp::{CompError, Compensator, Move, Planar, Shape, Side, lathe_nose};

use super::oracle::{self, Placed};
use super::rng::Rng;

const ENTRY: [f64; 3] = [-20.0, -20.0, 5.0];

struct Case {
    text: String,
    ours: Vec<Move<u32>>,
    /// Line and error.
    refused: Option<(u32, CompError)>,
    zx: bool,
}

/// One contour, written as a program and fed to the compensator at once.
fn contour(seed: u64) -> Case {
    let mut rng = Rng::new(seed);
    let zx = rng.one_in(4);
    let radius = rng.word(0.3, 3.0).max(0.2);
    let side = *rng.pick(&[Side::Left, Side::Right]);
    let nose = if zx && rng.one_in(2) { rng.below(10) as u8 } else { 0 };
    let word = if side == Side::Left { "G41.1" } else { "G42.1" };
    let orientation = if nose > 0 { format!(" L{nose}") } else { String::new() };
    let (u, v, w) = if zx { ("Z", "X", "Y") } else { ("X", "Y", "Z") };
    let (i, j) = if zx { ("K", "I") } else { ("I", "J") };
    let mut text = format!(
        "G21 G90 G40 {} F100\nG0 {u}{} {v}{} {w}{}\n{word} D{:.4}{orientation}\n",
        if zx { "G18" } else { "G17" },
        ENTRY[0],
        ENTRY[1],
        ENTRY[2],
        radius * 2.0,
    );
    let mut line = 3;
    let mut comp = Compensator::new(side, radius, lathe_nose(nose, radius), false);
    let mut out = Vec::new();
    let mut at = Planar::new(ENTRY[0], ENTRY[1]);
    let mut height = ENTRY[2];
    let mut refused = None;
    let mut heading: f64 = rng.below(8) as f64 * 45f64.to_radians();
    for _ in 0..2 + rng.below(14) {
        line += 1;
        let turn = match rng.below(8) {
            0 => 0.0,
            1 => 180f64.to_radians(),
            2..5 => *rng.pick(&[-90f64, 90.0, 45.0, -45.0]) * 1f64.to_radians(),
            _ => rng.between(-3.1, 3.1),
        };
        heading += turn;
        let length = rng.between(0.3, 12.0) * radius;
        let next_height = if rng.one_in(6) { rng.word(-5.0, 5.0) } else { height };
        let round = |p: Planar| p.map(|x| (x * 1e4).round() / 1e4);
        let (to, shape) = match rng.below(10) {
            0..5 => {
                let to = round(at + Planar::new(heading.cos(), heading.sin()) * length);
                (to, if rng.one_in(9) { Shape::Rapid } else { Shape::Feed })
            }
            5 if comp.entered() => (at, Shape::Feed),
            6 if rng.one_in(3) => {
                text += "M0\n";
                if let Err(error) = comp.stop(&mut out) {
                    refused = Some((line, error));
                    break;
                }
                continue;
            }
            _ => {
                let turns = *rng.pick(&[1, -1]);
                let sweep = match rng.below(4) {
                    0 => 90f64.to_radians(),
                    1 => 180f64.to_radians(),
                    _ => rng.between(0.1, 6.0),
                };
                let left = Planar::new(-heading.sin(), heading.cos());
                let center = round(at + left * (length * f64::from(turns)));
                let start = at - center;
                let angle = start.y.atan2(start.x) + sweep * f64::from(turns);
                let to = round(center + Planar::new(angle.cos(), angle.sin()) * start.norm());
                heading += sweep * f64::from(turns);
                (to, Shape::Arc { center, turns })
            }
        };
        let height_word =
            if next_height == height { String::new() } else { format!(" {w}{next_height}") };
        text += &match shape {
            Shape::Rapid => format!("G0 {u}{:.4} {v}{:.4}{height_word}\n", to.x, to.y),
            Shape::Feed => format!("G1 {u}{:.4} {v}{:.4}{height_word}\n", to.x, to.y),
            Shape::Arc { center, turns } => format!(
                "{} {u}{:.4} {v}{:.4}{height_word} {i}{:.4} {j}{:.4}\n",
                if turns > 0 { "G3" } else { "G2" },
                to.x,
                to.y,
                center.x - at.x,
                center.y - at.y
            ),
        };
        let step = Move { to, height: next_height, shape, tag: line };
        if let Err(error) = comp.feed(at, height, step, &mut out) {
            refused = Some((line, error));
            break;
        }
        (at, height) = (to, next_height);
    }
    if refused.is_none() {
        text += "G40\n";
        if let Err(error) = comp.finish(&mut out) {
            refused = Some((line + 1, error));
        }
    }
    text += "M2\n";
    Case { text, ours: out, refused, zx }
}

/// The first way in which ours differs from the judge's motions after the approach.
fn difference(case: &Case, judge: &oracle::Judgement) -> Option<String> {
    if let Some(crash) = &judge.crashed {
        return Some(format!("judge crashed: {crash}"));
    }
    match (&case.refused, &judge.refused) {
        (None, None) => {}
        (Some((ours, error)), Some((theirs, text))) if ours == theirs => {
            let _ = (error, text);
        }
        (ours, theirs) => return Some(format!("refusals: ours {ours:?}, judge {theirs:?}")),
    }
    let theirs = &judge.motions[1..];
    if theirs.len() != case.ours.len() {
        return Some(format!("{} motions, judge {}", case.ours.len(), theirs.len()));
    }
    if theirs.iter().any(|m| m.tool != 0 || m.rotary.is_some() || m.from == [0.0; 3]) {
        return Some("the judge changed tools or turned an axis".to_owned());
    }
    let (u, v, w) = if case.zx { (2, 0, 1) } else { (0, 1, 2) };
    case.ours.iter().zip(theirs).find_map(|(a, b): (&Move<u32>, &Placed)| {
        let kind = match a.shape {
            Shape::Rapid => "rapid",
            Shape::Feed => "feed",
            Shape::Arc { .. } => "arc",
        };
        let off =
            (a.to.x - b.to[u]).abs().max((a.to.y - b.to[v]).abs()).max((a.height - b.to[w]).abs());
        let off_center = match (a.shape, &b.arc) {
            (Shape::Arc { center, .. }, Some((c, ..))) => {
                (center.x - c[u]).abs().max((center.y - c[v]).abs())
            }
            _ => 0.0,
        };
        (kind != b.kind || off > 1e-6 || off_center > 1e-6 || a.tag != b.line)
            .then(|| format!("ours {a:?}\njudge {b:?}"))
    })
}

pub fn run(count: u64) {
    let cases: Vec<Case> = (0..count).map(contour).collect();
    let programs: Vec<String> = cases.iter().map(|c| c.text.clone()).collect();
    let Some(judged) = oracle::judge(&programs, "T1 P1 Z0 D2\n", &[]) else {
        super::absent::absent("LinuxCNC's interpreter");
        return;
    };
    let mut wrong = 0;
    let (mut moves, mut refused) = (0, 0);
    for (seed, (case, judge)) in cases.iter().zip(&judged).enumerate() {
        moves += judge.motions.len();
        refused += usize::from(judge.refused.is_some());
        if let Some(what) = difference(case, judge) {
            wrong += 1;
            if wrong <= 5 {
                eprintln!("--- seed {seed}: {what}\n{}", case.text);
            }
        }
    }
    eprintln!("{count} contours, {moves} motions, {refused} refused by the judge, {wrong} differ");
    assert_eq!(wrong, 0);
}
