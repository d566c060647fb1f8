//! Whether the surface reaches deeper into a component than a given level, which is cheaper to
//! decide than how deep it reaches.

use super::super::path::{Path, PathSegment};
use super::super::plan::TimedPath;
use super::{DepthQuery, Stop, sagitta};
use crate::tolerance::{COARSE_SAG_MM, SHORTEST_TIME, SOLVER_SHARE, VERDICT_SLACK_MM};
use gouge_core::sweep::{Arc, Gap, Sag, Segment, Successive};
use gouge_core::tool::Piece;
use gouge_core::tree::{Course, Facets, Searcher};
use gouge_mesh::geom::Swept;
use gouge_mesh::mesh::Mesh;

impl DepthQuery<'_> {
    /// Whether any facet comes deeper than `floor` mm into any of some convex pieces on the path,
    /// which is resolved no closer than `sag` mm; yes after a stop. No facet that stays `gap` mm
    /// less deep does.
    pub fn enters(
        &mut self,
        paths: &[TimedPath],
        [floor, gap]: [f64; 2],
        sag: f64,
        stop: Stop,
    ) -> bool {
        (0..self.pieces.len()).any(|piece| {
            paths.iter().any(|TimedPath { path, .. }| {
                let count = path.first_cut();
                let time = |i: usize| i as f64 / count as f64;
                let times = (0..count).map(|i| [time(i), time(i + 1)]).collect();
                self.enters_at((path, times), piece, [floor, gap], sag, stop)
            })
        })
    }

    /// The same of one piece, from one time to another.
    pub(super) fn enters_at(
        &mut self,
        (path, mut times): (&Path, Vec<[f64; 2]>),
        piece: usize,
        [floor, gap]: [f64; 2],
        sag: f64,
        stop: Stop,
    ) -> bool {
        while let Some([start, end]) = times.pop() {
            let segment = path.segment(start, end);
            if !self.exceeds(path, &segment, piece, [floor, gap], stop) {
                continue;
            }
            if segment.sag <= sag || end - start <= SHORTEST_TIME || stop() {
                return true;
            }
            let middle = 0.5 * (start + end);
            times.extend([[start, middle], [middle, end]]);
        }
        false
    }

    /// Whether any facet comes into any of some convex pieces on the path, which is resolved no
    /// closer than `sag` mm; yes after a stop.
    pub fn comes_into(
        (tree, mesh): (&dyn Facets, &Mesh),
        pieces: &[Piece],
        paths: &[TimedPath],
        sag: f64,
        stop: Stop,
    ) -> bool {
        let gap = VERDICT_SLACK_MM * SOLVER_SHARE;
        DepthQuery::new(tree, mesh, pieces, Course::ALONE).enters(paths, [0.0, gap], sag, stop)
    }

    /// Whether any facet may be deeper than `known` in a straight piece widened by its sagitta,
    /// without its arc showing that it is not.
    pub(super) fn exceeds(
        &mut self,
        path: &Path,
        segment: &PathSegment,
        piece: usize,
        [known, gap]: [f64; 2],
        stop: Stop,
    ) -> bool {
        let body = &self.pieces[piece];
        // Before a longer chord there are too many facets that have to be asked.
        let whole = path.sagitta(segment);
        let arc = whole.arc.filter(|_| segment.sag <= COARSE_SAG_MM);
        let sag = sagitta(whole, body);
        let (from, travel, grow) = sag.straight(segment.from, segment.travel);
        let swept = Swept { from, travel, body, grow };
        let (mesh, test) = (self.mesh, &mut self.tests[piece]);
        let least = body.least(Gap::of(gap).least(known));
        let way = Segment { from: segment.from, travel: segment.travel, sag: &sag };
        let mut exceeds = |index: u32| {
            let tri = mesh.triangle(index as usize);
            if stop() {
                return true;
            }
            let by_its_arc = |arc: &Arc| !test.exceeds_turning(&tri, arc, known, gap);
            !arc.as_ref().is_some_and(by_its_arc) && test.exceeds(&tri, &way, known, gap)
        };
        let searcher = &mut *self.searchers[piece];
        if let Some(rooms) = &self.rooms {
            return enter(rooms, searcher, mesh, segment, &sag).into_iter().any(exceeds);
        }
        let end = searcher.deeper(&swept, least, &mut |index, least| {
            if exceeds(index) { f64::INFINITY } else { least }
        });
        end == f64::INFINITY
    }
}

/// The facets that come into any of some convex pieces on a straight piece of the path, the sagitta
/// counted.
pub(super) fn enter(
    rooms: &[Piece],
    searcher: &mut dyn Searcher,
    mesh: &Mesh,
    segment: &PathSegment,
    sag: &Sag,
) -> Vec<u32> {
    let mut inside = Vec::new();
    let gap = Gap::of(VERDICT_SLACK_MM);
    let least = gap.least(0.0);
    for room in rooms {
        let mut test = Successive::new(room);
        let (from, travel) = (segment.from, segment.travel);
        let swept = Swept { from, travel, body: room, grow: segment.sag };
        searcher.deeper(&swept, least, &mut |index, least| {
            let (tri, way) = (mesh.triangle(index as usize), Segment { from, travel, sag });
            if test.deepest(&tri, &way, 0.0, &gap).is_some_and(|found| found.hi > 0.0) {
                inside.push(index);
            }
            least
        });
    }
    inside.sort_unstable();
    inside.dedup();
    inside
}
