//! The program run on a scene, and its report held against the law.

use std::path::Path;
use std::process::{Command, Stdio};

use gouge_oracle::law::{Claim, Judgement, Verdict, judge};
use gouge_oracle::part::Kind;
use gouge_oracle::part_side::{Question, part_side};
use gouge_oracle::scene::Scene;
use gouge_oracle::search::Goal;
use serde_json::Value;

/// What the program says of a scene.
pub struct Answer {
    pub report: Value,
    /// Of every motion, in order; none where it was left out for want of length.
    pub claims: Vec<Option<Claim>>,
}

/// Something that does not agree.
#[derive(Clone, Debug)]
pub struct Complaint {
    pub what: String,
    /// Nothing false was said, only less than the law decides.
    pub undecided: bool,
}

fn complaint(what: String) -> Complaint {
    Complaint { what, undecided: false }
}

/// Writes the files of `scene` into `folder`.
pub fn write(scene: &Scene, folder: &Path) {
    for (name, text) in scene.files() {
        std::fs::write(folder.join(name), text).unwrap();
    }
}

/// Runs the program in `folder`: exit code, standard output, standard error.
pub fn gouge(folder: &Path, args: &[String]) -> (Option<i32>, String, String) {
    let other = std::env::var_os("GOUGE_DEPTH_PROGRAM");
    let mut command = Command::new(other.unwrap_or(env!("CARGO_BIN_EXE_gouge").into()));
    let out = command.args(args).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (out.status.code(), text(out.stdout), text(out.stderr))
}

/// Checks a scene whose files are in `folder`.
pub fn check(scene: &Scene, folder: &Path, extra: &[&str]) -> Result<Answer, String> {
    let mut args = vec!["check".to_owned(), "--threads=1".to_owned()];
    args.extend(scene.args());
    args.extend(extra.iter().map(|&s| s.to_owned()));
    let (code, out, err) = gouge(folder, &args);
    if !matches!(code, Some(0 | 1 | 3)) {
        return Err(format!("ends with {code:?}: {err}"));
    }
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("no JSON: {e}"))?;
    let claims = claims(scene, &report);
    Ok(Answer { report, claims })
}

fn pair(value: &Value) -> [f64; 2] {
    [0, 1].map(|i| value[i].as_f64().unwrap_or(f64::NAN))
}

fn claims(scene: &Scene, report: &Value) -> Vec<Option<Claim>> {
    let mut claims = vec![None; scene.motions.len()];
    for motion in report["motions"].as_array().into_iter().flatten() {
        let place = motion["line"].as_u64().and_then(|line| line.checked_sub(3));
        let verdict = match motion["verdict"].as_str() {
            Some("clean") => Verdict::Clean,
            Some("gouge") => Verdict::Gouge,
            _ => Verdict::Unknown,
        };
        if let Some(claim) = place.and_then(|i| claims.get_mut(i as usize)) {
            let [lo, hi] = pair(&motion["depth_mm"]);
            *claim =
                Some(Claim { verdict, depth: [lo, if hi.is_nan() { f64::INFINITY } else { hi }] });
        }
    }
    claims
}

/// All that does not agree between an answer and the law; `pieces` bounds each search.
pub fn compare(scene: &Scene, answer: &Answer, pieces: usize) -> Vec<Complaint> {
    let mut found = Vec::new();
    for (i, (path, claim)) in scene.motions.iter().zip(&answer.claims).enumerate() {
        let Some(claim) = claim else {
            if path.speed() > 1e-6 {
                found.push(complaint(format!("motion {i} is not in the report")));
            }
            continue;
        };
        match judge(scene, path, *claim, pieces) {
            Judgement::Agrees => {}
            Judgement::Contradicts(what) => found.push(complaint(format!("motion {i}: {what}"))),
            Judgement::Undecided(what) => found.push(Complaint {
                what: format!("motion {i}: unknown, though {what} {}", reasons(&answer.report)),
                undecided: true,
            }),
        }
    }
    let endless = answer.claims.iter().flatten().filter(|c| c.depth[1].is_infinite()).count();
    if endless > 0 {
        found.push(complaint(format!("{endless} motions without an upper bound")));
    }
    found.extend(regions(scene, answer, pieces));
    found
}

/// Why motions are unknown, as the report says it.
fn reasons(report: &Value) -> String {
    let list = report["undecided"].as_array().into_iter().flatten();
    list.filter_map(|u| u["code"].as_str()).collect::<Vec<_>>().join(" ")
}

/// Pieces of a search for what a region covers in a shell whose inside is not told.
const UNDETERMINED_PIECES: usize = 4000;

/// How deep the tool comes, mm, on the lines of a region whose depth is `hi` at most, where what is
/// not told counts as inside: a shell inside out holds no proved depth, and no bound that is lower.
fn undetermined(scene: &Scene, region: &Value, hi: f64) -> f64 {
    let body = scene.body();
    let question = Question { signed: false, undetermined: true };
    let goal =
        Goal { floor: 0.99 * hi, ceiling: 0.991 * hi, close: 0.0, pieces: UNDETERMINED_PIECES };
    let [first, last] = lines(region);
    let motions = scene.motions.iter().zip(3..).filter(|(_, line)| (first..=last).contains(line));
    let deep = |path| part_side(&scene.part, &body, path, question, goal).lo;
    motions.map(|(path, _)| deep(path)).fold(0.0, f64::max)
}

/// The first and the last line of a region.
fn lines(region: &Value) -> [u64; 2] {
    [0, 1].map(|i| region["lines"][i].as_u64().unwrap_or(0))
}

/// A region's depth is the greatest of all its motions, and its bounds are narrow.
fn regions(scene: &Scene, answer: &Answer, pieces: usize) -> Vec<Complaint> {
    let mut found = Vec::new();
    if scene.allowance != 0.0 {
        return found;
    }
    let regions: Vec<&Value> = answer.report["regions"].as_array().into_iter().flatten().collect();
    for region in &regions {
        let [lo, hi] = pair(&region["depth_mm"]);
        let wide = (0.01 * scene.tolerance).max(0.01 * hi) * (1.0 + 1e-9);
        // What is not told to be outside of an open part counts as inside for the upper bound.
        let told = scene.part.kind == Kind::Closed;
        if !(lo <= hi && (!told || hi - lo <= wide || hi - undetermined(scene, region, hi) <= wide))
        {
            found.push(complaint(format!("region {}: [{lo}, {hi}] is too wide", region["id"])));
        }
    }
    // A motion may lie in several regions: the deepest of them must be as deep as the motion.
    for (i, (path, claim)) in scene.motions.iter().zip(&answer.claims).enumerate() {
        if claim.is_none_or(|c| c.verdict != Verdict::Gouge) {
            continue;
        }
        let line = i as u64 + 3;
        let holds = |r: &&&Value| {
            let [first, last] = lines(r);
            (first..=last).contains(&line)
        };
        let deepest = regions.iter().filter(holds).map(|r| pair(&r["depth_mm"])).fold(
            None,
            |best: Option<[f64; 2]>, d| {
                if best.is_none_or(|b| d[1] > b[1]) { Some(d) } else { best }
            },
        );
        let Some(depth) = deepest else {
            found.push(complaint(format!("motion {i} gouges, but is in no region")));
            continue;
        };
        let claim = Claim { verdict: Verdict::Gouge, depth: [scene.tolerance.next_up(), depth[1]] };
        if let Judgement::Contradicts(what) = judge(scene, path, claim, pieces) {
            found.push(complaint(format!("region of motion {i}: {what}")));
        }
    }
    found
}
