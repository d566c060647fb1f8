//! A part on emulated cards: one card per thread, each with the part in its memory.

use std::sync::{Arc, Mutex, PoisonError};

use gouge_accelerator::{CheckError, Context, Mode, ObjectError, ObjectId, Request, Solid};

use super::Cards;
use super::cover::Cover;
use crate::geom::{Aabb, Swept, Vec3};
use crate::mesh::Mesh;
use crate::tree::{Course, Facets, Hierarchy, KdopTree, MeshTree, Searcher, Stats};

/// Boxes alone, in both directions.
const CANDIDATES: Mode = Mode { one_direction: false, candidates: true, first_hit: false };

/// A card that has the part on board.
struct Seat {
    context: Context,
    part: ObjectId,
}

/// The facets of a mesh, searched by cards.
pub struct CardFacets<'m> {
    mesh: &'m Mesh,
    cards: Cards,
    /// `None` if the card cannot hold the part (no facets, or coordinates beyond f32): every
    /// facet is handed over then.
    part: Option<Arc<Solid>>,
    /// How far a coordinate of the part moved when it became f32, mm.
    rounding: f64,
    free: Mutex<Vec<Seat>>,
    host: MeshTree<'m, KdopTree<9>>,
}

impl<'m> CardFacets<'m> {
    /// Puts nothing on board yet: a card is inserted when a thread first asks.
    pub fn new(cards: &Cards, mesh: &'m Mesh) -> Self {
        let single = |p: &Vec3| [p.x as f32, p.y as f32, p.z as f32];
        let points: Vec<_> = mesh.vertices.iter().map(single).collect();
        let off = |(p, q): (&Vec3, &[f32; 3])| {
            (0..3).map(|x| (p[x] - f64::from(q[x])).abs()).fold(0.0, f64::max)
        };
        // Flushing subnormals moves a coordinate by less than the least normal number.
        let rounding = mesh.vertices.iter().zip(&points).map(off).fold(0.0, f64::max)
            + f64::from(f32::MIN_POSITIVE);
        Self {
            mesh,
            cards: cards.clone(),
            part: Solid::new(points, mesh.triangles.clone()).ok().map(Arc::new),
            rounding,
            free: Mutex::default(),
            host: MeshTree::new(mesh, KdopTree::build(mesh)),
        }
    }

    fn seat(&self, part: &Arc<Solid>) -> Result<Seat, ObjectError> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        free.map_or_else(
            || {
                let context = self.cards.insert().context();
                let part = context.insert(Arc::clone(part))?;
                Ok(Seat { context, part })
            },
            Ok,
        )
    }

    /// Facets whose leaf boxes meet the cover; `None` if the card failed.
    fn candidates(&self, cover: &Cover) -> Option<Vec<u32>> {
        let seat = self.seat(self.part.as_ref()?).ok()?;
        let found = seat.ask(cover).ok();
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(seat);
        found
    }
}

/// Why a card gave no answer: never in a card that works.
enum Failed {
    Object,
    Check,
}

impl From<ObjectError> for Failed {
    fn from(_: ObjectError) -> Self {
        Self::Object
    }
}

impl From<CheckError> for Failed {
    fn from(_: CheckError) -> Self {
        Self::Check
    }
}

impl Seat {
    fn ask(&self, cover: &Cover) -> Result<Vec<u32>, Failed> {
        // One polygon from corner to corner has the cover for its box.
        let solid = Solid::new(vec![cover.lo, cover.hi], vec![[0, 1, 1]])?;
        let tool = self.context.insert(Arc::new(solid))?;
        let check = self.context.check(&Request {
            objects: [self.part, tool],
            placement: cover.placement,
            mode: CANDIDATES,
            capacity: usize::MAX,
        })?;
        let hits = check.wait()?.hits;
        self.context.delete(tool)?;
        Ok(hits.pairs.into_iter().map(|[facet, _]| facet).collect())
    }
}

impl Facets for CardFacets<'_> {
    fn searcher<'s>(&'s self, _: Course<'s>) -> Box<dyn Searcher + 's> {
        Box::new(CardSearcher { of: self, stats: Stats::default() })
    }

    fn nearest(&self, p: Vec3, within: f64) -> Option<(f64, u32)> {
        self.host.nearest(p, within)
    }

    fn is_clear_by_top(&self, _swept: &Swept, _depth: f64, _tests: usize) -> bool {
        false
    }

    fn within(&self, cell: &Aabb, facet: &mut dyn FnMut(u32) -> bool) {
        self.host.within(cell, facet);
    }

    fn bytes(&self) -> usize {
        let encoding = self.cards.description.encoding;
        let tree = self.part.as_ref().map_or(0, |p| p.tree().node_count() * encoding.bytes());
        tree + self.host.bytes()
    }
}

struct CardSearcher<'a> {
    of: &'a CardFacets<'a>,
    stats: Stats,
}

impl Searcher for CardSearcher<'_> {
    fn deeper(&mut self, swept: &Swept, depth: f64, facet: &mut dyn FnMut(u32, f64) -> f64) -> f64 {
        let mesh = self.of.mesh;
        let Some(cover) = Cover::new(swept, depth, self.of.rounding) else { return depth };
        let all = || (0..mesh.triangles.len() as u32).collect();
        let mut depth = depth;
        for index in self.of.candidates(&cover).unwrap_or_else(all) {
            self.stats.nodes += 1;
            if cover.passes(&mesh.triangle(index as usize), depth) {
                self.stats.triangles += 1;
                depth = depth.max(facet(index, depth));
                if depth == f64::INFINITY {
                    break;
                }
            }
        }
        depth
    }

    fn stats(&self) -> Stats {
        self.stats
    }
}
