//! Cracks: open edges that fit each other but for the rounding of a file.
//!
//! Where a corner lies on the edge of a neighbour, or each facet writes down a common corner for
//! itself, the format rounds: one point becomes two, as far apart as the last digits. Slivers
//! between such edges close the surface. They separate inside from outside, and no distance is
//! measured to them.
//!
//! What a surface S leaves open is a chain ∂S of edges, which has no ends. Let r move its corners,
//! none farther than w. An edge ab gives way to r(a)r(b) by the slivers b a r(a) and b r(a) r(b),
//! whose sides a r(a) cancel where edges meet. An edge AB with a corner M no farther than w from it
//! gives way to AM, MB by the sliver B A M. Where nothing is left in the end, S and the slivers are
//! closed. A sliver of the first kind is no farther from ab than its corners are moved. One of the
//! second is no farther from AB than M, and AB no farther from ab than its corners are moved.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::Mesh;
use super::seams::{MOST_SEAMS, Seam};
use crate::disjoint::DisjointSets;
use crate::geom::{Vec3, closest_on_segment};
use crate::tolerance::{CRACK_MM, CRACK_SHARE, ROUNDING_SHARE};

/// How much narrower cracks are sought, as shares of the widest.
const NARROWER: [f64; 3] = [0.5, 0.25, 0.125];

/// Shorter than 1, along no axis: in this direction few corners of a rim lie beside each other.
const ACROSS: Vec3 = Vec3::new(0.74, 0.53, 0.41);

/// Corners are held against others, and against edges, no more often than this.
const MOST_COMPARED: usize = 1 << 26;

/// What closes the cracks of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Cracks {
    /// Facets between open edges, each with a facet at one of these.
    pub slivers: Vec<([u32; 3], u32)>,
    /// Edges, lower corners first, that leave nothing open.
    closed: HashSet<[u32; 2]>,
    /// No point of a sliver is farther from the surface, mm; 0 where that is no more than rounding.
    pub width: f64,
}

impl Cracks {
    /// Whether an open edge between two corners leaves nothing open.
    pub fn is_closed(&self, [a, b]: [u32; 2]) -> bool {
        self.closed.contains(&lower_first(a, b))
    }
}

/// An edge, its lower corner first.
fn lower_first(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// Closes cracks among all edges that a mesh leaves open, and returns with them the edges that stay
/// open. What meets at an edge is one piece from there on.
///
/// The narrowest are sought that leave the least open: facets may be as thin as wider ones.
pub(super) fn close(mesh: &Mesh, seams: Vec<Seam>, pieces: &DisjointSets) -> (Cracks, Vec<Seam>) {
    let ends = seams.iter().flat_map(|s| [s.from, s.to]).map(|v| mesh.vertices[v as usize]);
    let largest = ends.map(|end| end.amax()).fold(0.0, f64::max);
    let widest = (CRACK_SHARE * largest).min(CRACK_MM);
    let few = (1..=MOST_SEAMS).contains(&seams.len());
    let within = |width: f64| {
        let bridges = few.then(|| bridges(mesh, &seams, width)).flatten()?;
        let left = left(&seams, &bridges);
        Some((bridges, left))
    };
    // The rim of a sheet fits nothing, which once is enough to see.
    let Some(mut best) = within(widest).filter(|(_, left)| left.len() < seams.len()) else {
        return (Cracks::default(), seams);
    };
    for narrower in NARROWER {
        best = match within(narrower * widest) {
            Some(found) if found.1.len() <= best.1.len() => found,
            _ => best,
        };
    }
    let (bridges, left) = best;
    let mut cracks = Cracks::default();
    let mut first: HashMap<[u32; 2], usize> = HashMap::new();
    for (seam, bridge) in seams.iter().zip(&bridges) {
        for (edge, _) in bridge.edges() {
            pieces.join(*first.entry(edge).or_insert(seam.facet), seam.facet);
        }
        cracks.slivers.extend(bridge.slivers(seam).map(|sliver| (sliver, seam.facet as u32)));
        if bridge.edges().all(|(edge, _)| !left.contains_key(&edge)) {
            cracks.closed.insert(lower_first(seam.from, seam.to));
        }
        cracks.width = cracks.width.max(bridge.moved + bridge.aside);
    }
    if cracks.width <= ROUNDING_SHARE * largest {
        cracks.width = 0.0;
    }
    let open = left.into_iter().flat_map(|([low, high], (count, facet))| {
        let (from, to) = if count > 0 { (low, high) } else { (high, low) };
        std::iter::repeat_n(Seam { from, to, facet }, count.unsigned_abs() as usize)
    });
    (cracks, open.collect())
}

/// Edges, lower corners first, how much oftener they are run through from there than to there, and
/// a facet at each.
type Left = BTreeMap<[u32; 2], (i32, usize)>;

/// What open edges leave open that give way to bridges.
fn left(seams: &[Seam], bridges: &[Bridge]) -> Left {
    let mut left = Left::new();
    for (seam, bridge) in seams.iter().zip(bridges) {
        for (edge, way) in bridge.edges() {
            left.entry(edge).or_insert((0, seam.facet)).0 += way;
        }
    }
    left.retain(|_, (count, _)| *count != 0);
    left
}

/// What an open edge gives way to.
struct Bridge {
    /// Corners from where its beginning is moved to where its end is; one where that is the same.
    way: Vec<u32>,
    /// How far its ends are moved at most, mm.
    moved: f64,
    /// How far the corners between lie from the edge that it is moved to at most, mm.
    aside: f64,
}

impl Bridge {
    /// The facets between the edge and its way.
    fn slivers(&self, seam: &Seam) -> impl Iterator<Item = [u32; 3]> {
        let ends = self.way.first().copied().zip(self.way.last().copied());
        let (from, to) = (seam.from, seam.to);
        let all = ends.into_iter().flat_map(move |(first, last)| {
            let moved = [[to, from, first], [to, first, last]];
            moved.into_iter().chain(self.way.windows(2).map(move |step| [last, step[0], step[1]]))
        });
        all.filter(|[a, b, c]| a != b && b != c && c != a)
    }

    /// The edges of its way, lower corners first, and 1 or -1 for the direction that they are run
    /// through.
    fn edges(&self) -> impl Iterator<Item = ([u32; 2], i32)> {
        self.way.windows(2).map(|step| {
            let (a, b) = (step[0], step[1]);
            (lower_first(a, b), if a < b { 1 } else { -1 })
        })
    }
}

/// What each open edge gives way to within `widest` mm; `None` where too much would have to be
/// compared.
fn bridges(mesh: &Mesh, seams: &[Seam], widest: f64) -> Option<Vec<Bridge>> {
    let at = |v: u32| mesh.vertices[v as usize];
    let mut corners: Vec<u32> = seams.iter().flat_map(|s| [s.from, s.to]).collect();
    corners.sort_unstable();
    corners.dedup();
    let across = |v: u32| ACROSS.dot(&at(v));
    corners.sort_by(|&a, &b| across(a).total_cmp(&across(b)));
    let mut compared = 0;

    let mut target: HashMap<u32, u32> = HashMap::new();
    let mut kept = Vec::new();
    for (i, &corner) in corners.iter().enumerate() {
        if target.contains_key(&corner) {
            continue;
        }
        target.insert(corner, corner);
        kept.push(corner);
        let near = |v: &&u32| across(**v) - across(corner) <= widest;
        for &other in corners[i + 1..].iter().take_while(near) {
            compared += 1;
            if (at(other) - at(corner)).norm() <= widest {
                target.entry(other).or_insert(corner);
            }
        }
        if compared > MOST_COMPARED {
            return None;
        }
    }

    let bridge = |seam: &Seam| {
        let [from, to] = [seam.from, seam.to].map(|v| target[&v]);
        let moved = (at(seam.from) - at(from)).norm().max((at(seam.to) - at(to)).norm());
        if from == to {
            return Some(Bridge { way: vec![from], moved, aside: 0.0 });
        }
        let (a, b) = (at(from), at(to));
        let along = b - a;
        let share = |m: &Vec3| (m - a).dot(&along) / along.norm_squared();
        let [begin, end] = [across(from), across(to)];
        let [low, high] = [begin.min(end) - widest, begin.max(end) + widest];
        let first = kept.partition_point(|&v| across(v) < low);
        let beside = kept[first..].iter().take_while(|&&v| across(v) <= high);
        let (mut between, mut aside) = (Vec::new(), 0.0f64);
        for &corner in beside.filter(|&&v| v != from && v != to) {
            compared += 1;
            let m = at(corner);
            let (share, gap) = (share(&m), (closest_on_segment(&m, &a, &b) - m).norm());
            if gap <= widest && 0.0 < share && share < 1.0 {
                between.push((share, corner));
                aside = aside.max(gap);
            }
        }
        between.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
        let between = between.into_iter().map(|(_, corner)| corner);
        let way = std::iter::once(from).chain(between).chain([to]).collect();
        (compared <= MOST_COMPARED).then_some(Bridge { way, moved, aside })
    };
    seams.iter().map(bridge).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Enclosure;
    use super::super::defects::examine;
    use super::*;
    use crate::geom::closest_on_triangle;
    use gouge_random::Random;

    /// The frustum of a cone of `n` facets, some of its sides cut where that of a neighbour is not.
    fn frustum(n: u32, random: &mut Random) -> Mesh {
        // Few digits: quarters of a way lie on it exactly.
        let few = |v: f64| f64::from(v as f32);
        let turn = |i: u32| (f64::from(i) / f64::from(n) * std::f64::consts::TAU).sin_cos();
        let ring = |r: f64, z: f64| {
            (0..n).map(move |i| Vec3::new(few(r * turn(i).1 + 3.0), few(r * turn(i).0 - 5.0), z))
        };
        let mut vertices: Vec<Vec3> = ring(9.0, 1.0).chain(ring(4.0, 11.0)).collect();
        vertices.extend([Vec3::new(3.0, -5.0, 1.0), Vec3::new(3.0, -5.0, 11.0)]);
        let mut triangles = Vec::new();
        for i in 0..n {
            let j = (i + 1) % n;
            triangles.extend([[i, j, n + j], [2 * n, j, i], [2 * n + 1, n + i, n + j]]);
            let upper = [i, n + j, n + i];
            if random.chance(0.5) {
                triangles.push(upper);
                continue;
            }
            // A corner on the edge in common with the facet below, in this one alone.
            let share = 0.25 * random.between(1.0, 4.0).floor();
            let m = vertices.len() as u32;
            vertices.push(
                vertices[i as usize] + (vertices[(n + j) as usize] - vertices[i as usize]) * share,
            );
            triangles.extend([[i, m, n + i], [m, n + j, n + i]]);
        }
        Mesh { vertices, triangles }
    }

    /// With corners of their own, `by` mm off, for a share of the facets.
    fn cracked(mesh: &Mesh, by: f64, random: &mut Random) -> Mesh {
        let mut cracked = mesh.clone();
        for triangle in &mut cracked.triangles {
            for corner in triangle {
                if random.chance(0.7) {
                    continue;
                }
                cracked.vertices.push(cracked.vertices[*corner as usize] + random.vector(by));
                *corner = cracked.vertices.len() as u32 - 1;
            }
        }
        cracked
    }

    /// Looks at random for a point of a sliver that is farther from the surface than the width of
    /// cracks, and for a place off the surface whose side is not that of the mesh without them.
    #[test]
    fn slivers_keep_to_the_surface_and_close_it() {
        let mut random = Random::new(20);
        let (mut slivers, mut asked) = (0, 0);
        for round in 0..120 {
            let by = [0.0, 1e-8, 1e-6][round % 3];
            let whole = frustum(5 + random.below(9) as u32, &mut random);
            let mesh = cracked(&whole, by, &mut random);
            let shells = examine(&mesh).shells;
            assert!(shells.whole());
            let width = shells.crack_mm();
            for &([a, b, c], _) in shells.slivers() {
                let [from, across] = [0, 1].map(|_| random.between(0.0, 1.0));
                let [a, b, c] = [a, b, c].map(|v| mesh.vertices[v as usize]);
                let p = a + (b - a + (c - b) * across) * from;
                let apart = (0..mesh.triangles.len())
                    .map(|i| (closest_on_triangle(&p, &mesh.triangle(i)) - p).norm());
                let apart = apart.fold(f64::INFINITY, f64::min);
                assert!(apart <= width + 1e-12, "{apart} {width}");
                slivers += 1;
            }
            let sides = [&whole, &mesh].map(|mesh| Enclosure::new(mesh, examine(mesh).shells));
            for _ in 0..100 {
                let p = Vec3::new(3.0, -5.0, 6.0) + random.vector(8.0);
                let near = (0..mesh.triangles.len())
                    .any(|i| (closest_on_triangle(&p, &mesh.triangle(i)) - p).norm() < 1e-4);
                if !near {
                    assert_eq!(sides[0].winding(&p), sides[1].winding(&p), "{p:?}");
                    asked += 1;
                }
            }
        }
        assert!(slivers > 1_000 && asked > 10_000, "{slivers} {asked}");
    }

    /// Corners that lie exactly on the edges of their neighbours do not any more where a mesh is
    /// moved: over a place in between, the facets of one side were counted, or those of none.
    #[test]
    fn a_closed_surface_stays_closed_wherever_it_is_moved() {
        let mut random = Random::new(4);
        let whole = frustum(12, &mut random);
        let shells = examine(&whole).shells;
        for _ in 0..200 {
            let by = random.vector(1e3);
            let angle = random.between(0.0, 6.0);
            let turn = random.turn(angle);
            let moved = |v: &Vec3| turn * v + by;
            let mesh = Mesh {
                vertices: whole.vertices.iter().map(moved).collect(),
                triangles: whole.triangles.clone(),
            };
            let inside = Enclosure::new(&mesh, shells.clone());
            for v in &mesh.vertices {
                let far = Vec3::new(v.x, v.y, by.z - 40.0);
                assert_eq!(inside.winding(&far), 0, "{far:?}");
            }
        }
    }
}
