//! Two boxes by their parallel edges (Zachmann 1995, after Liang and Barsky).
//!
//! Each box's edges fall into three families of four parallel ones. A family is clipped by
//! the other box's three slabs: for a family along axis f, the edge at places s1, s2 of the
//! other two axes meets face F of slab x at `t = (F - O_x - s1 v_x - s2 w_x) / u_x`, with u,
//! v, w the box's axes seen from the other. The boxes overlap iff an edge of *either* has
//! something left; one set alone is not enough. Moving a face by d moves a t by d times a
//! constant of the query, so a pair one step below computes 36 of its 144 values.

use super::{Opened, PairTest, Pose};
use crate::tree::Hierarchy;
use crate::tree::face::Place;
use crate::tree::{Choose, SpaceTree};
use gouge_core::tolerance::PRUNE_PAD;
use gouge_mesh::geom::{Aabb, Vec3};

/// `[family][edge][slab][face]`: bit 0 of the edge is the end of the lower of the other two
/// axes, bit 1 that of the higher.
type Table = [[[[f64; 2]; 3]; 4]; 3];

/// Where the edges of one box cross the faces of another's slabs.
#[derive(Clone, Copy)]
struct Frame {
    /// `[x][f]`: the box's axis f along x of the other.
    axes: [[f64; 3]; 3],
    origin: [f64; 3],
}

/// Stands in for a product that is exactly zero: edges parallel to a slab cross its faces
/// far away on the side they are on.
const PARALLEL: f64 = 1e-30;

const OTHERS: [[usize; 2]; 3] = [[1, 2], [0, 2], [0, 1]];

fn end(b: &Aabb, axis: usize, end: usize) -> f64 {
    if end == 0 { b.lo[axis] } else { b.hi[axis] }
}

impl Frame {
    fn new(matrix: nalgebra::Matrix3<f64>, origin: Vec3) -> Self {
        let axes = [0, 1, 2].map(|x| {
            [0, 1, 2].map(|f| {
                let u = matrix[(x, f)];
                if u.abs() < PARALLEL { PARALLEL } else { u }
            })
        });
        Self { axes, origin: origin.into() }
    }

    /// All 72 values for the edges of `own` and the slabs of `other`, whose faces stand out
    /// by `pad`.
    fn table(&self, own: &Aabb, other: &Aabb, pad: f64) -> Table {
        std::array::from_fn(|f| {
            std::array::from_fn(|edge| {
                let [j, k] = OTHERS[f];
                let (s1, s2) = (end(own, j, edge & 1), end(own, k, edge >> 1));
                std::array::from_fn(|x| {
                    let base = self.origin[x] + s1 * self.axes[x][j] + s2 * self.axes[x][k];
                    let face = [other.lo[x] - pad, other.hi[x] + pad];
                    face.map(|at| (at - base) / self.axes[x][f])
                })
            })
        })
    }

    /// After face `side` (0 lower) of the own box along `axis` moved by `by`.
    fn own_moved(&self, table: &mut Table, axis: usize, side: usize, by: f64) {
        for f in 0..3 {
            let Some(bit) = OTHERS[f].iter().position(|&o| o == axis) else { continue };
            for edge in (0..4).filter(|e| e >> bit & 1 == side) {
                for (slab, axes) in table[f][edge].iter_mut().zip(&self.axes) {
                    let shift = by * (axes[axis] / axes[f]);
                    *slab = slab.map(|t| t - shift);
                }
            }
        }
    }

    /// After face `side` of slab `axis` of the other box moved by `by`.
    fn slab_moved(&self, table: &mut Table, axis: usize, side: usize, by: f64) {
        for (f, family) in table.iter_mut().enumerate() {
            let shift = by / self.axes[axis][f];
            for edge in family {
                edge[axis][side] += shift;
            }
        }
    }

    /// Whether any edge has something left inside the other box.
    fn any(&self, table: &Table, own: &Aabb, pad: f64) -> bool {
        (0..3).any(|f| {
            table[f].iter().any(|edge| {
                let (mut enter, mut leave) = (own.lo[f] - pad, own.hi[f] + pad);
                for (&[a, b], axes) in edge.iter().zip(&self.axes) {
                    let (first, last) = if axes[f] > 0.0 { (a, b) } else { (b, a) };
                    enter = enter.max(first);
                    leave = leave.min(last);
                }
                enter <= leave
            })
        })
    }
}

/// The parallel-edge test of two space subdivisions for one pose.
pub struct EdgeTest<'a, C> {
    a: &'a SpaceTree<C>,
    b: &'a SpaceTree<C>,
    /// A from B, B from A.
    frames: [Frame; 2],
    pad: f64,
}

/// What a pair's test leaves for the pairs below: all crossings, and for which boxes.
#[derive(Clone, Copy)]
pub struct Crossings {
    tables: [Table; 2],
    boxes: [Aabb; 2],
}

impl<'a, C: Choose> EdgeTest<'a, C> {
    /// For one pose.
    pub fn new(a: &'a SpaceTree<C>, b: &'a SpaceTree<C>, pose: &Pose) -> Self {
        let back = pose.rotation.transpose() / pose.scale;
        let size = |t: &SpaceTree<C>| {
            t.root().map_or(0.0, |r| t.bounds(&r).lo.amax().max(t.bounds(&r).hi.amax()))
        };
        Self {
            a,
            b,
            frames: [
                Frame::new(back, -(back * pose.translation)),
                Frame::new(pose.rotation * pose.scale, pose.translation),
            ],
            pad: PRUNE_PAD * (size(a) + size(b) + pose.translation.amax()),
        }
    }

    /// Whether two boxes, each in its own frame, overlap.
    pub fn overlap(&self, a: &Aabb, b: &Aabb) -> bool {
        self.decide(&self.crossings(a, b))
    }

    fn crossings(&self, a: &Aabb, b: &Aabb) -> Crossings {
        let tables = [self.frames[0].table(a, b, self.pad), self.frames[1].table(b, a, self.pad)];
        Crossings { tables, boxes: [*a, *b] }
    }

    fn decide(&self, c: &Crossings) -> bool {
        (0..2).any(|i| self.frames[i].any(&c.tables[i], &c.boxes[i], self.pad))
    }

    fn empty(&self, a: &Place, b: &Place) -> bool {
        self.a.is_empty(a) || self.b.is_empty(b)
    }
}

impl<C: Choose> PairTest<SpaceTree<C>> for EdgeTest<'_, C> {
    type Trace = Crossings;
    type Note = ();

    fn meets(&self, a: &Place, b: &Place, (): &mut ()) -> Option<Crossings> {
        if self.empty(a, b) {
            return None;
        }
        let crossings = self.crossings(&a.bounds, &b.bounds);
        self.decide(&crossings).then_some(crossings)
    }

    fn narrow(
        &self,
        above: &Crossings,
        opened: Opened,
        a: &Place,
        b: &Place,
        (): &mut (),
    ) -> Option<Crossings> {
        if self.empty(a, b) {
            return None;
        }
        let mut below = *above;
        let (which, place) = match opened {
            Opened::Neither => return self.meets(a, b, &mut ()),
            Opened::A => (0, a),
            Opened::B => (1, b),
        };
        let (axis, lower) = place.face();
        let side = usize::from(!lower);
        let by = end(&place.bounds, axis, side) - end(&above.boxes[which], axis, side);
        self.frames[which].own_moved(&mut below.tables[which], axis, side, by);
        self.frames[1 - which].slab_moved(&mut below.tables[1 - which], axis, side, by);
        below.boxes[which] = place.bounds;
        self.decide(&below).then_some(below)
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Rotation3;

    use super::*;
    use crate::tree::{Hierarchy, Open, ThreeD};
    use gouge_mesh::mesh::Mesh;

    /// S1.6: of the 144 values of a pair, one step down changes 36, and they are those that the
    /// child's own boxes give.
    #[test]
    fn a_child_computes_a_quarter_of_the_values() {
        let corners = |k: i32| f64::from((k * k * 7919) % 101) / 50.0 - 1.0;
        let mesh = Mesh {
            vertices: (0..90)
                .map(|k| {
                    let at = |k: i32| Vec3::new(corners(k), corners(k + 31), corners(k + 57));
                    at(k / 3) + at(k + 11) * 0.05
                })
                .collect(),
            triangles: (0..30).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect(),
        };
        let tree = SpaceTree::with(&mesh, ThreeD { enough: 2, least_gain: 0 });
        let rotation = Rotation3::new(Vec3::new(0.4, -0.9, 0.3)).into_inner();
        let pose = Pose { rotation, ..Pose::at(Vec3::new(0.3, 0.2, -0.4)) };
        let test = EdgeTest::new(&tree, &tree, &pose);
        let flat = |c: &Crossings| -> Vec<f64> {
            c.tables.iter().flatten().flatten().flatten().flatten().copied().collect()
        };
        let mut open = vec![(tree.root().unwrap(), tree.root().unwrap(), 0)];
        let mut steps = 0;
        while let Some((a, b, depth)) = open.pop() {
            let above = test.crossings(&a.bounds, &b.bounds);
            let a_first = depth % 2 == 0;
            let Open::Pair(lower, upper) = tree.open(if a_first { &a } else { &b }) else {
                continue;
            };
            for child in [lower, upper] {
                let (opened, a, b) =
                    if a_first { (Opened::A, child, b) } else { (Opened::B, a, child) };
                let Some(below) = test.narrow(&above, opened, &a, &b, &mut ()) else { continue };
                let (old, new) = (flat(&above), flat(&below));
                let fresh = flat(&test.crossings(&a.bounds, &b.bounds));
                assert_eq!(old.len(), 144);
                assert!(old.iter().zip(&new).filter(|(x, y)| x != y).count() <= 36);
                assert!(
                    new.iter().zip(&fresh).all(|(x, y)| (x - y).abs() <= 1e-9 * y.abs().max(1.0))
                );
                steps += 1;
                open.push((a, b, depth + 1));
            }
        }
        assert!(steps > 50, "{steps}");
    }
}
