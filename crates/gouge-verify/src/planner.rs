//! Follows the control point through a program and decides which of its motions can be checked.

use super::options::Accepted;
use super::plan::{Plan, Unplaced, ends};
use super::reason;
use gouge_mesh::geom::Vec3;
use gouge_nc::{MotionRef, Place, Tip};

/// Follows the control point through the program. Machine positions move with `home`, which
/// says where machine zero lies in program coordinates.
pub(super) struct Planner {
    pub shift: Vec3,
    /// Not a number where unknown.
    home: Vec3,
    /// A tool that stays above this height touches nothing.
    ceiling: f64,
    /// A known position was reached.
    reached: bool,
    /// Axes that stand at a machine position.
    at_machine: [bool; 3],
    accepted: Accepted,
}

impl Planner {
    /// `shift`: program coordinates to work coordinates; `ceiling` in work coordinates.
    pub fn new(shift: Vec3, home: Option<Vec3>, ceiling: f64) -> Self {
        let home = home.unwrap_or_else(|| Vec3::repeat(f64::NAN));
        let accepted = Accepted::default();
        Self { shift, home, ceiling, reached: false, at_machine: [false; 3], accepted }
    }

    /// The same, with motions that are taken to touch nothing.
    pub fn accepting(self, accepted: Accepted) -> Self {
        Self { accepted, ..self }
    }

    pub fn plan(&mut self, motion: &MotionRef, mut known: impl FnMut(u32) -> bool) -> Plan {
        let still = motion.at_machine == [false; 3] && self.at_machine == [false; 3];
        let plain =
            still && !motion.turned && motion.rotary.is_none() && motion.secondary.is_none();
        let placed = || motion.from.known().and(motion.to.known()).is_some();
        if plain && motion.tip == Tip::AtControlPoint && known(motion.tool) && placed() {
            // As all that follows would have it, which takes longer.
            self.reached = true;
            return Plan::Check(None);
        }
        let before = std::mem::replace(&mut self.at_machine, motion.at_machine);
        let from = self.place(motion.from, before);
        let to = self.place(motion.to, motion.at_machine);
        let arrives = |p: Vec3| p.iter().all(|c| !c.is_nan());
        let reached = self.reached;
        self.reached |= arrives(to);
        if motion.turned || motion.rotary.is_some() || motion.secondary.is_some() {
            return Plan::Unplaced(Unplaced::of(reason::ROTARY));
        }
        if !arrives(from) || !arrives(to) {
            let why = match (motion.from.known(), motion.to.known()) {
                (Some(_), Some(_)) => reason::MACHINE_POSITION,
                _ => reason::START_UNKNOWN,
            };
            let over = |z: f64| motion.tip.shift().is_some_and(|tip| z + tip[2] > self.ceiling);
            // A height not known is above nothing: a comparison with it does not hold.
            if known(motion.tool) && motion.arc.is_none() && over(from.z) && over(to.z) {
                return Plan::Above;
            }
            let accepted = self.accepted.holds(why, !reached);
            let end = [(to, 1.0), (from, 0.0)].into_iter().find(|(at, _)| arrives(*at));
            let tip = motion.tip.shift().filter(|_| accepted && known(motion.tool));
            let stands =
                tip.zip(end).map(|(tip, (at, time))| Box::new((at + Vec3::from(tip), time)));
            return Plan::Unplaced(Unplaced { accepted, stands, ..Unplaced::of(why) });
        }
        let tip = match &motion.tip {
            Tip::Unknown(why) => return Plan::Unplaced(Unplaced::of(why)),
            tip => tip.shift().map_or_else(Vec3::zeros, Vec3::from),
        };
        if !known(motion.tool) {
            let why = if motion.tool == 0 { reason::NO_TOOL } else { reason::TOOL_UNDECLARED };
            return Plan::Unplaced(Unplaced::of(why));
        }
        let own = [from + tip, to + tip];
        let is_plain = own == ends(motion, &self.shift);
        Plan::Check((!is_plain).then(|| Box::new(own)))
    }

    /// After the last motion: what leads to the first known position is taken to touch nothing, and
    /// where there is none it leads nowhere.
    pub fn settle(&self, plan: &mut Plan) {
        if let Plan::Unplaced(unplaced) = plan
            && !self.reached
            && !self.accepted.holds(unplaced.why, false)
        {
            *unplaced = Unplaced::of(unplaced.why);
        }
    }

    /// In work coordinates; not a number where unknown. Axes at a machine position count from home.
    fn place(&self, p: Place, at_machine: [bool; 3]) -> Vec3 {
        Vec3::from_fn(|i, _| match p.axis(i) {
            None => f64::NAN,
            Some(value) if at_machine[i] => value + self.shift[i] + self.home[i],
            Some(value) => value + self.shift[i],
        })
    }
}
