//! The points that a stretch of motions passes, one after the other.

use std::ops::Range;

use super::limits::Case;
use super::plan::Plans;
use gouge_mesh::geom::Vec3;

/// Where some motions begin and end, and which of them lead straight from point to point.
pub(super) struct Route {
    /// Where they begin and end, one after the other, mm.
    pub points: Vec<Vec3>,
    legs: Vec<Leg>,
    /// They are a chain, if none of them turns a component to its other side.
    pub chain: Option<Chain>,
}

/// Motions of one tool, each beginning where the one before ends, on all of which every component
/// stays on its side: the side found for the first holds for all.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Chain {
    /// As [`HeldTool::key`](super::tools::HeldTool::key) has it.
    pub tool: (u32, u32),
    pub from: Vec3,
    pub to: Vec3,
}

/// A motion from one of the points to the next.
#[derive(Clone, Copy)]
struct Leg {
    /// The one that it begins at.
    point: u32,
    /// How many motions from it on lead straight from point to point with the same tool.
    straight: u32,
    /// It begins where the one before ended, with the same tool.
    follows: bool,
}

impl Route {
    /// That of some motions against a body; `tool` tells the tool of one that is to be searched, as
    /// [`HeldTool::key`](super::tools::HeldTool::key) has it.
    pub fn new(
        plans: &Plans,
        motions: Range<usize>,
        body: u32,
        mut tool: impl FnMut(usize, Case) -> Option<(u32, u32)>,
    ) -> Self {
        let mut points: Vec<Vec3> = Vec::with_capacity(motions.len() + 1);
        let mut legs: Vec<Leg> = Vec::with_capacity(motions.len());
        let mut chain: Option<Chain> = None;
        let mut chained = true;
        let mut end: Option<Vec3> = None;
        let mut held = None;
        for motion in motions {
            let Some((case, [from, to], straight)) = plans.ends_at(motion, body) else {
                legs.push(Leg { point: 0, straight: 0, follows: false });
                (held, chained) = (None, false);
                continue;
            };
            let own = tool(motion, case);
            let straight = straight && own.is_some();
            points.extend(end.filter(|end| *end != from));
            let follows = own.is_some() && own == held && end == Some(from);
            legs.push(Leg { point: points.len() as u32, straight: straight.into(), follows });
            points.push(from);
            (end, held) = (Some(to), own);
            chained &= own.is_some() && (follows || chain.is_none());
            chain = own.map(|tool| match chain {
                Some(chain) => Chain { to, ..chain },
                None => Chain { tool, from, to },
            });
        }
        points.extend(end);
        let mut later = Leg { point: 0, straight: 0, follows: false };
        for leg in legs.iter_mut().rev() {
            if leg.straight > 0 && later.follows {
                leg.straight += later.straight;
            }
            later = *leg;
        }
        Self { points, legs, chain: chain.filter(|_| chained) }
    }

    /// The points that the motions lead straight to that begin with one, by its place, and its
    /// start: no more than one point where that is none.
    pub fn straight(&self, at: usize) -> &[Vec3] {
        let Leg { point, straight, .. } = self.legs[at];
        &self.points[point as usize..=(point + straight) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::super::planner::Planner;
    use super::*;
    use gouge_nc::{Arc, Kind, Motion, Motions};

    /// Five feeds along X, of which the fourth begins elsewhere and the fifth is made by another
    /// tool, an arc between the first two of them.
    #[test]
    fn legs_end_at_arcs_gaps_and_other_tools() {
        let at = |x: f64| [x, 0.0, 0.0];
        let arc = Arc { center: at(1.5), normal: [0.0, 0.0, 1.0], sweep: 3.0 };
        let round = Motion {
            kind: Kind::Arc,
            arc: Some(Box::new(arc)),
            ..Motion::feed(1, at(1.0), at(2.0))
        };
        let all: Motions = [
            Motion::feed(1, at(0.0), at(1.0)),
            round,
            Motion::feed(1, at(2.0), at(3.0)),
            Motion::feed(1, at(3.0), at(4.0)),
            Motion::feed(1, at(5.0), at(6.0)),
            Motion::feed(2, at(6.0), at(7.0)),
        ]
        .into_iter()
        .collect();
        let plans = Plans::new(&all, Planner::new(Vec3::zeros(), None, 50.0), |_| true);
        let tool = |_: usize, case: Case| Some((case.tool, 0));
        let route = Route::new(&plans, 0..6, 0, tool);
        let xs = |at: usize| route.straight(at).iter().map(|p| p.x).collect::<Vec<_>>();
        assert_eq!(xs(0), [0.0, 1.0]);
        assert_eq!(xs(1), [1.0]);
        assert_eq!(xs(2), [2.0, 3.0, 4.0]);
        assert_eq!(xs(3), [3.0, 4.0]);
        assert_eq!(xs(4), [5.0, 6.0]);
        assert_eq!(xs(5), [6.0, 7.0]);
        assert_eq!(route.points.len(), 8);
        assert_eq!(route.chain, None);
        let (from, to) = (Vec3::from(at(0.0)), Vec3::from(at(4.0)));
        assert_eq!(Route::new(&plans, 0..4, 0, tool).chain, Some(Chain { tool: (1, 0), from, to }));
        // What is not to be searched is in no chain and no leg.
        let open = |motion: usize, case: Case| tool(motion, case).filter(|_| motion != 2);
        let route = Route::new(&plans, 0..4, 0, open);
        assert_eq!((route.straight(2).len(), route.chain), (1, None));
    }
}
