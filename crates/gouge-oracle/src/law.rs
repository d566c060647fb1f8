//! Whether a claim about a motion contradicts the law.

use crate::part::Kind;
use crate::part_side::{Deep, Question};
use crate::path::Path;
use crate::scene::Scene;
use crate::search::Goal;
use crate::tool_side::Contact;
use crate::{part_side, tool_side};

/// The answer claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Not deeper than the tolerance.
    Clean,
    /// Deeper.
    Gouge,
    /// Neither proved.
    Unknown,
}

/// What is claimed of one motion.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// The answer.
    pub verdict: Verdict,
    /// Bounds of its depth, mm; only without an allowance.
    pub depth: [f64; 2],
}

/// What came of the comparison.
#[derive(Clone, Debug, PartialEq)]
pub enum Judgement {
    /// As far as the search went, everything agrees.
    Agrees,
    /// The law says otherwise, with figures.
    Contradicts(String),
    /// Nothing was claimed, though the law decides: at least this deep, or at most.
    Undecided(String),
}

/// Rounding allowed, mm per mm of size.
const ROUNDING: f64 = 1e-10;

/// Depths this share of the tolerance or the depth from a claimed one are not told from it.
const SHARE: f64 = 0.02;

/// Holds a claim about `path` against the law; `pieces` bounds the search for each side.
pub fn judge(scene: &Scene, path: &Path, claim: Claim, pieces: usize) -> Judgement {
    let judge = Judge { scene, path, pieces, body: scene.body(), slack: slack(scene, path) };
    if scene.allowance == 0.0 { judge.depth(claim) } else { judge.allowance(claim.verdict) }
}

fn slack(scene: &Scene, path: &Path) -> f64 {
    let far = |v: &crate::Vec3| v.amax();
    let [a, b] = path.bounds();
    let [c, d] = scene.part.bounds();
    1e-8 + ROUNDING * [a, b, c, d].iter().map(far).fold(0.0, f64::max)
}

struct Judge<'a> {
    scene: &'a Scene,
    path: &'a Path,
    pieces: usize,
    body: crate::body::Body,
    slack: f64,
}

impl Judge<'_> {
    fn tool(&self, goal: Goal) -> crate::search::Bounds<Contact> {
        tool_side(&self.scene.part, &self.body, self.path, goal)
    }

    fn part(&self, question: Question, goal: Goal) -> crate::search::Bounds<Deep> {
        part_side(&self.scene.part, &self.body, self.path, question, goal)
    }

    fn depth(&self, claim: Claim) -> Judgement {
        let tolerance = self.scene.tolerance;
        let [lo, hi] = claim.depth;
        if !(0.0 <= lo && lo <= hi) {
            return Judgement::Contradicts(format!("[{lo}, {hi}] is not a pair of bounds"));
        }
        if claim.verdict == Verdict::Clean && hi > tolerance {
            return Judgement::Contradicts(format!("clean, but hi is {hi}"));
        }
        if claim.verdict == Verdict::Gouge && lo <= tolerance {
            return Judgement::Contradicts(format!("gouge, but lo is {lo}"));
        }
        // Something deeper than claimed?
        let above = Goal {
            floor: hi,
            ceiling: hi + self.slack,
            close: SHARE * hi.max(tolerance) + self.slack,
            pieces: self.pieces,
        };
        let tool = self.tool(above);
        if let Some(at) = tool.at.filter(|_| tool.lo > hi + self.slack) {
            return Judgement::Contradicts(format!(
                "{:?} [{lo}, {hi}], but the surface is {} deep in the tool: {at:?}",
                claim.verdict, tool.lo
            ));
        }
        let told = Question { signed: false, undetermined: false };
        let part = self.part(told, above);
        if let Some(at) = part.at.filter(|_| part.lo > hi + self.slack) {
            return Judgement::Contradicts(format!(
                "{:?} [{lo}, {hi}], but the tool is {} below the surface: {at:?}",
                claim.verdict, part.lo
            ));
        }
        match claim.verdict {
            Verdict::Gouge => self.at_least(lo),
            Verdict::Clean => Judgement::Agrees,
            // A surface that is not closed may leave its inside undetermined.
            Verdict::Unknown if self.scene.part.kind != Kind::Closed => Judgement::Agrees,
            Verdict::Unknown => self.undecided(tool.lo.max(part.lo)),
        }
    }

    /// Nothing as deep as claimed?
    fn at_least(&self, lo: f64) -> Judgement {
        if !self.body.exact() {
            return Judgement::Agrees;
        }
        let level = lo - self.slack;
        let goal = Goal { floor: level, ceiling: level, close: 0.0, pieces: self.pieces };
        let tool = self.tool(goal);
        if tool.hi > level {
            return Judgement::Agrees;
        }
        let part = self.part(Question { signed: false, undetermined: true }, goal);
        if part.hi > level {
            return Judgement::Agrees;
        }
        Judgement::Contradicts(format!(
            "gouge with lo {lo}, but no depth is above {}",
            tool.hi.max(part.hi)
        ))
    }

    /// Nothing was proved: could it have been?
    fn undecided(&self, reached: f64) -> Judgement {
        let tolerance = self.scene.tolerance;
        if reached > tolerance * (1.0 + SHARE) {
            return Judgement::Undecided(format!("{reached} is reached"));
        }
        let level = tolerance * (1.0 - SHARE);
        let goal = Goal { floor: level, ceiling: level, close: 0.0, pieces: self.pieces };
        let (tool, part) =
            (self.tool(goal), self.part(Question { signed: false, undetermined: true }, goal));
        if self.body.exact() && tool.hi <= level && part.hi <= level {
            return Judgement::Undecided(format!("{} is not exceeded", tool.hi.max(part.hi)));
        }
        Judgement::Agrees
    }

    fn allowance(&self, verdict: Verdict) -> Judgement {
        let limit = self.scene.tolerance - self.scene.allowance;
        let signed = limit < 0.0;
        let goal =
            |level: f64| Goal { floor: level, ceiling: level, close: 0.0, pieces: self.pieces };
        let ask = |undetermined: bool, level: f64| {
            let part = self.part(Question { signed, undetermined }, goal(level));
            if self.scene.allowance < 0.0 {
                return (part.lo, part.hi);
            }
            // What does not touch has no depth in the tool.
            let tool = self.tool(goal(level.max(self.slack)));
            let touch = |d: f64| if d > self.slack { d } else { f64::NEG_INFINITY };
            (part.lo.max(touch(tool.lo)), part.hi.max(touch(tool.hi)))
        };
        let (reached, _) = ask(false, limit + self.slack);
        let (_, most) = ask(true, limit - self.slack);
        match verdict {
            Verdict::Clean if reached > limit + self.slack => Judgement::Contradicts(format!(
                "clean, but {} is reached with the allowance",
                reached + self.scene.allowance
            )),
            Verdict::Gouge if self.body.exact() && most <= limit - self.slack => {
                Judgement::Contradicts(format!(
                    "gouge, but {} is not exceeded with the allowance",
                    most + self.scene.allowance
                ))
            }
            Verdict::Unknown if reached > limit + SHARE * self.scene.tolerance => {
                Judgement::Undecided(format!("{} is reached", reached + self.scene.allowance))
            }
            _ => Judgement::Agrees,
        }
    }
}
