//! δt: how deep the part's surface comes to lie in the tool, pose by pose.
//!
//! Depth in a body changes by at most the distance moved, so over a piece of a facet and a piece of
//! the motion no depth is greater than that in the middle plus the farthest distance from there.

use crate::Vec3;
use crate::body::Body;
use crate::part::{Facet, Part};
use crate::path::{Path, Ride};
use crate::search::{Bounds, Goal, Look, greatest};

/// Where a depth is reached.
#[derive(Clone, Copy, Debug)]
pub struct Contact {
    /// Point of the surface.
    pub point: Vec3,
    /// Facet.
    pub facet: usize,
    /// Time, in [0, 1].
    pub t: f64,
}

struct Piece {
    facet: usize,
    corners: Facet,
    time: [f64; 2],
}

impl Piece {
    /// Middle, and how far corners are from it.
    fn middle(&self) -> (Vec3, f64) {
        let [a, b, c] = &self.corners;
        let m = (a + b + c) / 3.0;
        (m, self.corners.iter().map(|v| (v - m).norm()).fold(0.0, f64::max))
    }
}

/// Bounds of δt, without allowance: negative where nothing touches. The upper bound only means
/// something where depths in the body are exact.
pub fn tool_side(part: &Part, body: &Body, path: &Path, goal: Goal) -> Bounds<Contact> {
    let [low, high] = body.bounds();
    let [from, to] = path.bounds();
    let ride = &path.ride();
    let touches = |f: &Facet| {
        let lo = f[0].inf(&f[1]).inf(&f[2]);
        let hi = f[0].sup(&f[1]).sup(&f[2]);
        (0..3).all(|i| lo[i] <= high[i] + to[i] && low[i] + from[i] <= hi[i])
    };
    let first: Vec<Piece> = part
        .facets
        .iter()
        .enumerate()
        .filter(|(_, f)| touches(f))
        .map(|(facet, corners)| Piece { facet, corners: *corners, time: [0.0, 1.0] })
        .collect();
    // Outside of the body nothing counts: depth 0 is the floor.
    let goal = Goal { floor: goal.floor.max(0.0), ..goal };
    let look = |piece: &mut Piece, best: f64| {
        let (m, reach) = piece.middle();
        let t = 0.5 * (piece.time[0] + piece.time[1]);
        let depth = body.deep(&(m - ride.at(t)));
        let bound = depth + reach + ride.reach(piece.time);
        let mut reached = (depth, Contact { point: m, facet: piece.facet, t });
        if bound > best {
            let corner = toward(&piece.corners, &body.depth(&(m - ride.at(t))).1);
            let there = body.deep(&(corner - ride.at(t)));
            if there > depth {
                reached = (there, Contact { point: corner, facet: piece.facet, t });
            }
        }
        Look { bound: (bound > goal.floor).then_some(bound), reached: Some(reached) }
    };
    let split = |piece: Piece| {
        let (_, reach) = piece.middle();
        let [t0, t1] = piece.time;
        if ride.reach(piece.time) > reach {
            let t = 0.5 * (t0 + t1);
            return [[t0, t], [t, t1]]
                .map(|time| Piece { time, ..Piece { corners: piece.corners, ..piece } })
                .into();
        }
        halves(&piece.corners)
            .map(|corners| Piece { corners, facet: piece.facet, time: piece.time })
            .into()
    };
    let mut found = greatest(first, goal, look, split);
    if let Some(at) = found.at.filter(|_| !goal.is_told(&found)) {
        let (value, at) = climb(part, body, ride, found.lo, at);
        (found.lo, found.at) = (value, Some(at));
        found.hi = found.hi.max(value);
    }
    found
}

/// The corner farthest along `way`.
fn toward(corners: &Facet, way: &Vec3) -> Vec3 {
    let better = |a: Vec3, b: Vec3| if b.dot(way) > a.dot(way) { b } else { a };
    better(better(corners[0], corners[1]), corners[2])
}

/// A facet cut at the middle of its longest edge.
fn halves([a, b, c]: &Facet) -> [Facet; 2] {
    let (ab, bc, ca) = ((b - a).norm(), (c - b).norm(), (a - c).norm());
    let (p, q, r) = if ab >= bc && ab >= ca {
        (a, b, c)
    } else if bc >= ca {
        (b, c, a)
    } else {
        (c, a, b)
    };
    let m = (p + q) * 0.5;
    [[*p, m, *r], [m, *q, *r]]
}

/// Small steps in the facet and in time, as long as they lead deeper.
fn climb(part: &Part, body: &Body, ride: &Ride, lo: f64, at: Contact) -> (f64, Contact) {
    let [a, b, c] = part.facets[at.facet];
    let (e, f) = (b - a, c - a);
    let (mut best, mut at) = (lo, at);
    let mut step = 0.05;
    let directions = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 0.0, 1.0]];
    let [mut u, mut v] = weights(&e, &f, &(at.point - a));
    for _ in 0..60 {
        let mut better = false;
        for way in directions.iter().flat_map(|d| [*d, d.map(|x| -x)]) {
            let (nu, nv, nt) = (u + step * way[0], v + step * way[1], at.t + step * way[2]);
            if nu < 0.0 || nv < 0.0 || nu + nv > 1.0 || !(0.0..=1.0).contains(&nt) {
                continue;
            }
            let point = a + e * nu + f * nv;
            let depth = body.deep(&(point - ride.at(nt)));
            if depth > best {
                (best, u, v, at) = (depth, nu, nv, Contact { point, t: nt, ..at });
                better = true;
            }
        }
        if !better {
            step *= 0.5;
        }
    }
    (best, at)
}

/// `p` as a sum of shares of `e` and `f`.
fn weights(e: &Vec3, f: &Vec3, p: &Vec3) -> [f64; 2] {
    let (ee, ef, ff) = (e.norm_squared(), e.dot(f), f.norm_squared());
    let (pe, pf) = (p.dot(e), p.dot(f));
    let det = ee * ff - ef * ef;
    if det <= 0.0 {
        return [0.0, 0.0];
    }
    let u = ((pe * ff - pf * ef) / det).clamp(0.0, 1.0);
    [u, ((pf * ee - pe * ef) / det).clamp(0.0, 1.0 - u)]
}
