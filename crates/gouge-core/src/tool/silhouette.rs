//! A profile with hollow arcs as it is declared, arcs being arcs, and what grows from that.
//!
//! Depths are searched in bodies whose hollow arcs are chords, which hold a little more. How much
//! less deep a point lies in what was declared is not told by how far chords are beside arcs: where
//! two borders of what grew meet in a cusp, chords fill more of it. So a lower bound of depth is
//! measured here.

use super::cut_edge::trimmed;
use super::edge::{
    Edge, Meridian, at_angle, cap, direction, in_fan, level_direction, meridian_of, norm, sub,
};
use super::inflate::{moved_edge, outside};
use super::profile::{DeclaredEdge, Profile};
use crate::tolerance::{FLOAT_MM, PROFILE_JOIN_MM, SAME_OUTLINE_SHARE};
use gouge_mesh::geom::Vec3;
use std::f64::consts::PI;

/// The half section of bodies of revolution, in which hollow arcs are arcs.
#[derive(Clone, Debug, PartialEq)]
pub struct Silhouette {
    declared: Vec<HalfSection>,
    /// Where it grew, all of its border but for pieces shorter than `same`, and maybe points that
    /// are within that of it.
    border: Vec<Edge>,
    /// mm.
    same: f64,
}

/// What one profile declares, and how much larger that is on all sides.
#[derive(Clone, Debug, PartialEq)]
struct HalfSection {
    /// The edges and the top cap. A hollow arc leads from its upper end to its lower one.
    edges: Vec<Edge>,
    /// Which of these are hollow.
    hollow: Vec<usize>,
    /// mm.
    grow: f64,
}

impl Silhouette {
    /// That of a profile.
    pub(super) fn of(profile: &Profile) -> Self {
        let mut edges: Vec<Edge> = profile.declared().iter().map(edge).collect();
        let hollow = profile.declared().iter().enumerate().filter(|(_, e)| e.hollow);
        let hollow: Vec<usize> = hollow.map(|(i, _)| i).collect();
        edges.push(cap(profile.edges()));
        Self {
            declared: vec![HalfSection { edges, hollow, grow: 0.0 }],
            border: Vec::new(),
            same: 0.0,
        }
    }

    /// Whether chords stand for some of its arcs where depths are searched.
    pub(super) fn is_hollow(&self) -> bool {
        self.declared.iter().any(|half| !half.hollow.is_empty())
    }

    /// The space within `by` mm of each of some, that of its own; none of which is zero.
    ///
    /// Its border is as far as it grew from what was declared. So it lies in the edges, moved out,
    /// and the circles about their ends: cut where they cross, each of their pieces is a part of it
    /// or touches it nowhere but at its ends.
    pub(super) fn grown<'a>(parts: impl IntoIterator<Item = (&'a Self, f64)>) -> Self {
        let more = |(part, by): (&Self, f64)| {
            let larger =
                move |half: &HalfSection| HalfSection { grow: half.grow + by, ..half.clone() };
            part.declared.iter().map(larger).collect::<Vec<_>>()
        };
        let declared: Vec<HalfSection> = parts.into_iter().flat_map(more).collect();
        let raw: Vec<Edge> = declared.iter().flat_map(HalfSection::moved_out).collect();
        let size = raw.iter().flat_map(|e| [e.start(), e.end()]).map(norm).fold(1.0, f64::max);
        let same = SAME_OUTLINE_SHARE * size;
        let border = trimmed(&raw, same, |p| declared.iter().all(|half| half.depth(p) <= same));
        Self { declared, border, same }
    }

    /// How deep a point (mm, relative to the control point) lies in it at least, mm; negative
    /// outside.
    ///
    /// A ball about a point, no larger than the depth of that and what it grew by, lies in what
    /// grew. Where pockets fill, and where one part meets another, it is deeper than that: as far as
    /// the border is away.
    pub fn depth(&self, x: &Vec3) -> f64 {
        self.section_depth(meridian_of(x))
    }

    fn section_depth(&self, p: Meridian) -> f64 {
        let own = self.declared.iter().map(|half| half.depth(p));
        let least = own.fold(f64::NEG_INFINITY, f64::max);
        let far = self.border.iter().map(|edge| norm(sub(edge.nearest(p).at, p))).reduce(f64::min);
        match far {
            Some(far) if least > 0.0 => least.max(far - self.same),
            _ => least,
        }
    }

    /// Whether `x` (mm, relative to the control point) lies in it, but for rounding.
    pub fn holds(&self, x: &Vec3) -> bool {
        self.depth(x) >= -FLOAT_MM
    }

    /// The place next to `x` that no chord of a hollow arc holds alone: `x`, or the nearest beyond
    /// that arc by more than rounding, mm. Of what grew it is `x`.
    pub fn pared(&self, x: &Vec3) -> Vec3 {
        let [HalfSection { edges, hollow, grow: 0.0 }] = &self.declared[..] else { return *x };
        let p = meridian_of(x);
        let beyond = |i: &usize| {
            let Edge::Arc { a, b, center, radius } = edges[*i] else { return None };
            let out = sub(p, center);
            let is_there =
                norm(out) < radius + FLOAT_MM && in_fan(out, sub(a, center), sub(b, center));
            let way = direction(out).filter(|_| is_there)?;
            Some([0, 1].map(|k| center[k] + way[k] * (radius + 2.0 * FLOAT_MM)))
        };
        let Some([r, z]) = hollow.iter().find_map(beyond) else { return *x };
        let [cx, cy] = level_direction(x);
        Vec3::new(r * cx, r * cy, z)
    }
}

impl HalfSection {
    /// How deep a point lies in it at least, mm; negative outside.
    fn depth(&self, p: Meridian) -> f64 {
        self.grow - outside(&self.edges, p)
    }

    /// Where its border may be, and more.
    fn moved_out(&self) -> Vec<Edge> {
        let Self { edges, hollow, grow } = self;
        let is_hollow = |i: usize| hollow.contains(&i);
        let moved = edges.iter().enumerate().filter_map(|(i, edge)| match *edge {
            // What is as far from a hollow arc, straight across, is nearer to the ends of it.
            Edge::Arc { radius, .. } if is_hollow(i) => {
                (radius > *grow).then(|| moved_edge(edge, -grow))
            }
            _ => is_long(edge).then(|| moved_edge(edge, *grow)),
        });
        let corners = edges.iter().enumerate().flat_map(|(i, edge)| {
            circle(if is_hollow(i) { edge.end() } else { edge.start() }, *grow)
        });
        moved.chain(corners).collect()
    }
}

/// A declared edge, counter-clockwise where it is an arc.
fn edge(edge: &DeclaredEdge) -> Edge {
    let (a, b) = if edge.hollow { (edge.to, edge.from) } else { (edge.from, edge.to) };
    match edge.center {
        Some(center) => {
            let radius = norm(sub(a, center)).max(norm(sub(b, center)));
            Edge::Arc { a, b, center, radius }
        }
        None => Edge::Line { a, b },
    }
}

/// Whether an edge is long enough to lead anywhere.
fn is_long(edge: &Edge) -> bool {
    norm(sub(edge.end(), edge.start())) > PROFILE_JOIN_MM
}

/// A circle as two arcs.
fn circle(center: Meridian, radius: f64) -> [Edge; 2] {
    [-0.5 * PI, 0.5 * PI].map(|from| {
        let [a, b] = [from, from + PI].map(|angle| {
            let way = at_angle(angle);
            [0, 1].map(|k| center[k] + radius * way[k])
        });
        Edge::Arc { a, b, center, radius }
    })
}

#[cfg(test)]
mod tests {
    use super::super::cut_edge::at;
    use super::super::edge::unit;
    use super::super::profile_file::read;
    use super::*;
    use gouge_random::Random;

    fn silhouette(text: &str) -> Silhouette {
        Silhouette::of(&read(text, 1.0).unwrap())
    }

    /// Places `by` mm from what was declared or nearer, each straight beside it or beside one of its
    /// ends, no farther than `step` from each other along it.
    fn beside(declared: &[Edge], by: f64, step: f64) -> Vec<Meridian> {
        let along = |edge: &Edge| {
            let length = match *edge {
                Edge::Line { a, b } => norm(sub(b, a)),
                Edge::Arc { radius, .. } => PI * radius,
            };
            let count = (length / step).ceil().max(1.0) as usize;
            let edge = *edge;
            (0..=count).flat_map(move |i| {
                let p = at(&edge, i as f64 / count as f64);
                let way = match edge {
                    Edge::Line { a, b } => unit([b[1] - a[1], a[0] - b[0]]),
                    Edge::Arc { center, .. } => unit(sub(p, center)),
                };
                [by, -by].map(|by| [0, 1].map(|k| p[k] + by * way[k]))
            })
        };
        let ends = declared.iter().flat_map(|edge| [edge.start(), edge.end()]);
        let around = ends.flat_map(|end| {
            let count = (2.0 * PI * by / step).ceil();
            (0..count as usize).map(move |i| {
                let way = at_angle(2.0 * PI * i as f64 / count);
                [0, 1].map(|k| end[k] + by * way[k])
            })
        });
        declared.iter().flat_map(along).chain(around).collect()
    }

    /// That a place is as deep as told: as far as the nearest of those that are no nearer than `by`
    /// to what was declared.
    fn promise(text: &str, by: f64, random: &mut Random) -> [usize; 2] {
        let own = silhouette(text);
        let grown = Silhouette::grown([(&own, by)]);
        let free = beside(&own.declared[0].edges, by + 1e-9, 1e-3).into_iter();
        let free: Vec<Meridian> =
            free.filter(|q| q[0] >= 0.0 && -own.section_depth(*q) >= by).collect();
        let (mut filled, mut looked) = (0, 0);
        for _ in 0..300 {
            let p = [random.between(0.0, 7.0), random.between(-1.0, 9.0)];
            let told = grown.section_depth(p);
            let most = free.iter().map(|q| norm(sub(*q, p))).fold(f64::INFINITY, f64::min);
            if told <= 0.0 {
                assert!(own.section_depth(p) <= 1e-9 - by, "{text} {by} {p:?}: {told}");
                continue;
            }
            assert!(told <= most + 1e-9, "{text} {by} {p:?}: {told} {most}");
            assert!(told >= most - 2e-3, "{text} {by} {p:?}: {told} {most}");
            looked += 1;
            filled += usize::from(told > by + own.section_depth(p) + 1e-6);
        }
        [looked, filled]
    }

    const TOOLS: [&str; 6] = [
        "start 0 0\nline 2 0\narc 4 2 -2\nline 4 8",
        "start 0 0\narc 3.2 3.2 -3.2\nline 3.2 8",
        "start 0 0\nline 5 0\nline 5 2\nline 2 2\narc 5 5 -3.1\nline 5 8",
        "start 0 0\nline 5 0\narc 5 3 -1.6\nline 5 8",
        "start 0 0\narc 2 2 2\nline 2 3\narc 3 4 -1\narc 4 5 -1\nline 4 8",
        "start 0 0\nline 1 0\narc 3 2 -2\nline 2 2\narc 3.5 3.5 1.5\nline 3.5 8",
    ];

    #[test]
    fn what_grew_is_as_deep_as_told() {
        let mut random = Random::new(97);
        let (mut looked, mut filled) = (0, 0);
        for text in TOOLS {
            for by in [0.01, 0.3, 0.7, 1.1, 2.5] {
                let [l, f] = promise(text, by, &mut random);
                (looked, filled) = (looked + l, filled + f);
            }
        }
        assert!(looked > 4000 && filled > 200, "{looked} {filled}");
    }

    #[test]
    fn what_grew_from_any_profile_is_as_deep_as_told() {
        let mut random = Random::new(43);
        let (mut looked, mut filled) = (0, 0);
        while looked < 8_000 {
            let mut text = "start 0 0".to_owned();
            let (mut r, mut z) = (0.0, 0.0);
            for i in 0..2 + random.below(5) {
                let to = [random.between(0.3, 6.0), z + random.between(0.0, 2.0)];
                let to = if i > 0 && random.chance(0.2) { [r, to[1]] } else { to };
                let least = 0.5 * norm(sub(to, [r, z]));
                let radius = least * 10f64.powf(random.between(0.001, 0.7));
                match random.below(3) {
                    0 => text += &format!("\nline {} {}", to[0], to[1]),
                    1 => text += &format!("\narc {} {} {radius}", to[0], to[1]),
                    _ => text += &format!("\narc {} {} -{radius}", to[0], to[1]),
                }
                [r, z] = to;
            }
            text += &format!("\nline {r} {}", z + 1.0);
            let Ok(profile) = read(&text, 1.0) else { continue };
            if !Silhouette::of(&profile).is_hollow() {
                continue;
            }
            let by = 10f64.powf(random.between(-2.5, 0.5));
            let [l, f] = promise(&text, by, &mut random);
            (looked, filled) = (looked + l, filled + f);
        }
        assert!(filled > 400, "{filled}");
    }
}
