//! How far a motion must be raised or moved aside to be clear: advice for the reader, not the
//! verdict.

use super::contact::Stop;
use super::path::{Path, PathSegment};
use super::target::Target;
use crate::budget::{FEW_OF_ALL, FIRST_FACETS};
use crate::tolerance::FLOAT_MM;
use gouge_core::sweep::{Push, Sag, farthest};
use gouge_core::tool::Solid;
use gouge_core::tree::Course;
use gouge_mesh::geom::{Body, Hull, Meridian, Outline, OutlineArc, Swept, Vec3};

/// A piece wherever it can be after a move of `by` or less along `direction`, a unit vector that is
/// level or upright.
struct Moved<'a> {
    piece: &'a Solid,
    direction: Vec3,
    by: f64,
    /// Of a body of revolution that is raised.
    outline: Option<Outline>,
}

impl<'a> Moved<'a> {
    fn new(piece: &'a Solid, direction: Vec3, by: f64) -> Self {
        let outline = piece.outline().filter(|_| direction == Vec3::z()).map(|outline| {
            let up = |[r, z]: Meridian| [r, z + by];
            let mut all = outline.clone();
            all.corners.extend(outline.corners.iter().copied().map(up));
            let risen = |arc: &OutlineArc| OutlineArc { center: up(arc.center), ..*arc };
            all.arcs.extend(outline.arcs.iter().map(risen));
            all
        });
        Self { piece, direction, by, outline }
    }
}

impl Body for Moved<'_> {
    fn support(&self, u: &Vec3) -> f64 {
        self.piece.support(u) + self.by * u.dot(&self.direction).max(0.0)
    }

    fn hull(&self) -> Hull {
        let hull = self.piece.hull();
        let [low, high] = hull.axis;
        Hull {
            axis: [low, high + self.by * self.direction.z.max(0.0)],
            radius: hull.radius + self.by * self.direction.x.hypot(self.direction.y),
            round: hull.round,
        }
    }

    fn outline(&self) -> Option<&Outline> {
        self.outline.as_ref()
    }
}

/// What is moved out of the way: pieces grown by `grow`, until no facet lies deeper in them than
/// `tolerance`.
#[derive(Clone, Copy)]
pub(super) struct Moving<'a> {
    pub target: &'a Target<'a>,
    pub pieces: &'a [&'a Solid],
    pub grow: f64,
    pub tolerance: f64,
    /// Moves are found to within this, mm: more than nothing, since hierarchies see more or less of
    /// what only touches.
    pub gap: f64,
    /// Pieces of a path bend away from their chords by no more than this, mm.
    pub sag: f64,
    /// Results found after a stop are useless.
    pub stop: Stop<'a>,
}

impl Moving<'_> {
    /// The longest move of `piece` along `direction`, up to `limit`, after which a facet lies too
    /// deep in it somewhere on `segment`; `best` where none is longer.
    fn farthest(
        &self,
        piece: &Solid,
        on: (&PathSegment, Vec3),
        direction: Vec3,
        limit: f64,
        mut best: f64,
    ) -> f64 {
        if best >= limit || (self.stop)() {
            return best;
        }
        let push = self.push(piece, on, direction, limit);
        let mut open = self.in_the_way(&push, on.0, best);
        let mut count = FIRST_FACETS;
        while !open.is_empty() && !(self.stop)() {
            let rest = open.split_off(count.min(open.len()));
            let before = best;
            for (most, index) in open {
                // Of all that come after it nothing is in the way any longer.
                if most <= best + FLOAT_MM || (self.stop)() {
                    return best;
                }
                if let Some(far) = self.held(&push, index, best) {
                    best = best.max(far);
                }
            }
            open = rest;
            // What the first ones told leaves little else to ask about.
            if best > before && open.len() > count {
                let left = self.touched_by(&push, on.0, best);
                open.retain(|(_, index)| left.binary_search(index).is_ok());
            }
            count *= 2;
        }
        best
    }

    /// Facets that may lie too deep in a piece after a push no shorter than `least`, and how long a
    /// push is at most after which they do, mm: that one first after which that is longest.
    fn in_the_way(&self, push: &Push, segment: &PathSegment, least: f64) -> Vec<(f64, u32)> {
        let direction = -push.along;
        let behind = direction.dot(&push.from) + direction.dot(&push.travel).min(0.0);
        let reach = push.piece.support(&push.along) + push.grow + segment.sag - behind;
        let most = |index: u32| {
            let corners = self.target.body.mesh.triangle(index as usize);
            corners.iter().map(|corner| direction.dot(corner)).fold(f64::NEG_INFINITY, f64::max)
                + reach
        };
        let touched = self.touched_by(push, segment, least);
        let mut open: Vec<(f64, u32)> = touched.into_iter().map(|i| (most(i), i)).collect();
        open.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        open
    }

    /// The facets that [`touched`](Self::touched) hands out, each once, in order.
    fn touched_by(&self, push: &Push, segment: &PathSegment, least: f64) -> Vec<u32> {
        let mut touched = Vec::new();
        self.touched(push, segment, least, |index| {
            touched.push(index);
            !(self.stop)()
        });
        // Trees that divide space hand the same facet over many times.
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    fn push<'p>(
        &self,
        piece: &'p Solid,
        (segment, normal): (&PathSegment, Vec3),
        direction: Vec3,
        limit: f64,
    ) -> Push<'p> {
        Push {
            piece,
            from: segment.from,
            travel: segment.travel,
            sag: Sag { by: segment.sag, normal, arc: None },
            grow: self.grow - self.tolerance,
            along: -direction,
            limit,
            gap: self.gap,
        }
    }

    /// Hands out facets that may lie too deep in a piece after a push that is no shorter than
    /// `least`, until one is the last that is asked for.
    fn touched(
        &self,
        push: &Push,
        segment: &PathSegment,
        least: f64,
        mut facet: impl FnMut(u32) -> bool,
    ) {
        let direction = -push.along;
        let body = Moved::new(push.piece, direction, push.limit - least);
        let (from, travel) = (segment.from + direction * least, segment.travel);
        let swept = Swept { from, travel, body: &body, grow: push.grow + segment.sag };
        let mut searcher = self.target.facets.searcher(Course::ALONE);
        // Searched a little deeper than bounds are closed, so that no hierarchy sees less than
        // another.
        searcher.deeper(&swept, -2.0 * push.gap, &mut |index, floor| {
            if facet(index) { floor } else { f64::INFINITY }
        });
    }

    /// Whether no facet lies too deep in `piece` on `segment` however far it is raised.
    fn is_free(&self, piece: &Solid, on: (&PathSegment, Vec3)) -> bool {
        let limit = to_the_top(self, piece, on.0);
        if limit <= 0.0 {
            return true;
        }
        let push = self.push(piece, on, Vec3::z(), limit);
        let mut free = true;
        self.touched(&push, on.0, 0.0, |facet| {
            free = self.held(&push, facet, 0.0).is_none_or(|far| far <= 0.0);
            free && !(self.stop)()
        });
        free
    }

    /// The longest push after which a facet lies too deep, mm; none where that is shorter than
    /// `best`.
    fn held(&self, push: &Push, facet: u32, best: f64) -> Option<f64> {
        let tri = self.target.body.mesh.triangle(facet as usize);
        farthest(push, &tri, best)
    }
}

/// How far a piece can be raised from the lowest point of a segment until all of it is above the
/// body, mm.
fn to_the_top(moving: &Moving, piece: &Solid, segment: &PathSegment) -> f64 {
    let low = -piece.support(&-Vec3::z());
    let lowest = segment.from.z.min(segment.from.z + segment.travel.z);
    moving.target.body.bounds.hi.z - lowest - low
        + moving.grow.abs()
        + (-moving.tolerance).max(0.0)
        + 1.0
}

/// Whether no facet lies too deep along `path` however far that is raised, where nothing stops it:
/// the [`lift`] is nothing.
pub(super) fn is_free(moving: &Moving, path: &Path) -> bool {
    let free = |piece, segment| moving.is_free(piece, (&segment, path.normal()));
    moving.target.body.bounds.is_empty()
        || moving
            .pieces
            .iter()
            .all(|piece| segments(path, moving.sag).all(|segment| free(piece, segment)))
}

/// The raise, mm, after which no facet lies too deep along `path`, however much farther it is
/// raised. For a column without a top that is the least raise; a finite tool may find a gap lower
/// down. It is known to be no less than `known`.
pub(super) fn lift(moving: &Moving, path: &Path, known: f64) -> f64 {
    if moving.target.body.bounds.is_empty() {
        return known;
    }
    let mut best = known;
    for &piece in moving.pieces {
        for segment in segments(path, moving.sag) {
            let limit = to_the_top(moving, piece, &segment);
            if limit > best {
                best = moving.farthest(piece, (&segment, path.normal()), Vec3::z(), limit, best);
            }
        }
    }
    best
}

/// The move along `direction`, level and of length 1, after which no facet lies too deep along
/// `path`, however much farther it goes up to `reach`, mm; `None` where it takes more than that. It
/// is known to be no less than `known`.
pub(super) fn shift(
    moving: &Moving,
    path: &Path,
    direction: Vec3,
    [known, reach]: [f64; 2],
) -> Option<f64> {
    let mut best = known;
    for &piece in moving.pieces {
        for segment in segments(path, moving.sag) {
            best = moving.farthest(piece, (&segment, path.normal()), direction, reach, best);
        }
    }
    (best < reach - moving.gap).then_some(best)
}

/// A path in pieces that bend away from their chords by no more than `most`, mm, but for where the
/// programmed end is beside the arc: first a few from all along it, since what one of them needs
/// leaves little to ask of its neighbours.
pub(super) fn segments(path: &Path, most: f64) -> impl Iterator<Item = PathSegment> {
    let once = path.once();
    let piece = move |i: usize, count: usize| {
        let [start, end] = [i, i + 1].map(|i| once * i as f64 / count as f64);
        path.segment(start, end)
    };
    let mut count = (once * path.first_cut() as f64).ceil() as usize;
    // Where the programmed end is beside the arc no stretch comes closer than that.
    let most = most + path.least_sag() + FLOAT_MM;
    while (0..count).any(|i| piece(i, count).sag > most) {
        count *= 2;
    }
    let few = move |i: &usize| i.is_multiple_of(FEW_OF_ALL);
    let order = (0..count).filter(few).chain((0..count).filter(move |i| !few(i)));
    order.map(move |i| piece(i, count))
}

/// The number of these pieces.
pub(super) fn chords(path: &Path, most: f64) -> usize {
    segments(path, most).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Body as Part;
    use crate::tolerance::LIFT_SAG_MM;
    use gouge_core::tool::{Piece, Spec};
    use gouge_core::tree::Engine;
    use gouge_mesh::mesh::{Mesh, defects};

    /// Each turn of a circle that is driven many times was looked at by itself: 20 s of one region.
    #[test]
    fn a_circle_is_raised_once_however_often_it_is_driven() {
        let arc = |turns: f64| {
            let (center, normal) = ([0.0, 0.0, 3.0], [0.0, 0.0, 1.0]);
            let sweep = turns * std::f64::consts::TAU;
            let from = Vec3::new(583.0, 0.0, 3.0);
            Path::round(&gouge_nc::Arc { center, normal, sweep }, from, from, &Vec3::zeros())
        };
        let count = |turns| segments(&arc(turns), LIFT_SAG_MM).count();
        assert!(count(1.0) > 100);
        assert!((count(1.0)..=2 * count(1.0)).contains(&count(20.0)), "{}", count(20.0));
        let ends = segments(&arc(20.0), LIFT_SAG_MM).map(|s| s.t1).fold(0.0, f64::max);
        assert!((0.05..0.0501).contains(&ends), "{ends}");
    }

    /// Of a piece that is raised a search did not know along which planes its walls lead: each of
    /// the hundreds of parts of a form tool was held against thousands of facets, 5 s of one
    /// region.
    #[test]
    fn what_a_raised_piece_stays_clear_of_is_not_looked_at() {
        const SIDE: u32 = 30;
        // A bowl that rises as steeply as the tool.
        let at = |i: u32| 0.8 * (f64::from(i) - 0.5 * f64::from(SIDE));
        let vertex = |x: f64, y: f64| Vec3::new(x, y, x.hypot(y) - 0.5);
        let row = |i: u32| (0..=SIDE).map(move |k| vertex(at(i), at(k)));
        let mut mesh = Mesh { vertices: (0..=SIDE).flat_map(row).collect(), triangles: Vec::new() };
        for i in 0..SIDE {
            for k in 0..SIDE {
                let a = i * (SIDE + 1) + k;
                let (b, c, d) = (a + SIDE + 1, a + SIDE + 2, a + 1);
                mesh.triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        let body = Part::new(&mesh, &defects::examine(&mesh), false);
        let facets = (Engine::default().build)(&mesh);
        let target = Target { body: &body, facets: &*facets };
        let tool = Spec::parse("chamfer:0.2,45,20", "".as_ref()).unwrap().build(40.0);
        let Piece::Solid(piece) = &tool.components[0].pieces[0] else { panic!() };
        let looked_at = |height: f64| {
            let moving = Moving {
                target: &target,
                pieces: &[piece],
                grow: 0.0,
                tolerance: 0.01,
                gap: 1e-4,
                sag: LIFT_SAG_MM,
                stop: &|| false,
            };
            let path = Path::Line { from: Vec3::z() * height, travel: 0.1 * Vec3::x() };
            let segment = path.segment(0.0, 1.0);
            let limit = to_the_top(&moving, piece, &segment);
            let push = moving.push(piece, (&segment, path.normal()), Vec3::z(), limit);
            let mut count = 0;
            moving.touched(&push, &segment, 0.0, |_| {
                count += 1;
                true
            });
            count
        };
        assert_eq!(looked_at(0.3), 0);
        assert!(looked_at(-2.0) > 10);
    }

    /// A raise was told that left a re-entrant corner deeper in the part than each of the two
    /// convex parts about it: recheck refused the report.
    #[test]
    fn a_raise_clears_what_lies_between_the_convex_parts_of_a_tool() {
        let at = |i: usize| {
            let end = |k: usize| [[0.0, 20.0], [-12.0, 0.0], [-10.0, 0.0]][k][i >> k & 1];
            Vec3::from_fn(|k, _| end(k))
        };
        let quads: [[u32; 4]; 6] =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let mesh = Mesh {
            vertices: (0..8).map(at).collect(),
            triangles: quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect(),
        };
        let body = Part::new(&mesh, &defects::examine(&mesh), false);
        let facets = (Engine::default().build)(&mesh);
        let target = Target { body: &body, facets: &*facets };
        // From 1 to 5 mm above the tip 3 mm wide, above that 6 mm.
        let tool =
            Spec::parse("ball:2;len=1;shank=6,6,4/12,12,20", "".as_ref()).unwrap().build(40.0);
        let piece = &tool.components[1].pieces[0];
        let Piece::ConcaveRevolve(whole) = piece else { panic!() };
        let pieces: Vec<&Solid> = piece.solids().unwrap().iter().collect();
        let moving = Moving {
            target: &target,
            pieces: &pieces,
            grow: 0.0,
            tolerance: 0.01,
            gap: 1e-4,
            sag: LIFT_SAG_MM,
            stop: &|| false,
        };
        // Its wall is in the block less than the tolerance, its ledge half a millimetre.
        let from = Vec3::new(-9.0, 2.991, -5.5);
        let raise = lift(&moving, &Path::Line { from, travel: 40.0 * Vec3::x() }, 0.0);
        let edge = Vec3::new(9.0, 0.0, 0.0);
        let depth = whole.depth(&(edge - Vec3::new(9.0, from.y, from.z + raise)));
        assert!((0.009..=0.010_05).contains(&depth), "{raise}: {depth}");
    }
}
