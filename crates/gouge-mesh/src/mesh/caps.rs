//! Holes closed by caps: for a point nearer to the surface than to any cap, the sides of the
//! surface are told apart as those of a closed mesh.

use rayon::prelude::*;

use super::chains::Chains;
use super::cross::cross;
use super::defects::{Report, examine};
use super::edges::Edges;
use super::no_material::beside;
use super::{Mesh, Says};
use crate::geom::{Aabb, Triangle};
use crate::tolerance::{CAPPED_LEVEL_SHARE, CAPPED_UPRIGHT_SHARE};

/// A mesh with more edges about its holes is left as it is: each question goes through all caps.
const MOST_EDGES: usize = 512;

/// A mesh that is not closed, with what closes it.
pub struct Capped {
    /// Its facets, and after these the caps.
    pub mesh: Mesh,
    /// What is odd about that.
    pub report: Report,
    /// Which of its facets are caps.
    first: usize,
}

impl Capped {
    /// Caps the holes of a mesh of which `report` tells: each from one of its corners to all of its
    /// edges. None where the outcome would not tell the inside everywhere, or where a hole is as
    /// large as the mesh, as the rim of a land is.
    pub fn of(mesh: &Mesh, report: &Report) -> Option<Self> {
        if report.rims.is_empty() || report.rims.len() > MOST_EDGES || spans(mesh, &report.rims) {
            return None;
        }
        let caps = caps(mesh, report);
        if caps.is_empty() || caps.len() > MOST_EDGES {
            return None;
        }
        let first = mesh.triangles.len();
        let triangles = mesh.triangles.iter().copied().chain(caps).collect();
        let mesh = Mesh { vertices: mesh.vertices.clone(), triangles };
        let new = Self { report: examine(&mesh), mesh, first };
        (new.is_told(report.shells.crack_mm()) && !new.crosses()).then_some(new)
    }

    /// Whether it tells its inside everywhere, no less certainly than the mesh did, and as the
    /// nearest facet does: none has material in front of it.
    fn is_told(&self, crack_mm: f64) -> bool {
        let shells = &self.report.shells;
        let facets = || (0..self.mesh.triangles.len()).into_par_iter();
        let told = |i: usize| matches!(shells.says(i), Says::Winding | Says::Nothing);
        if !shells.whole() || shells.crack_mm() > crack_mm || !facets().all(told) {
            return false;
        }
        let winding = beside(&self.mesh, shells);
        facets().all(|i| match (shells.says(i), winding(i, 1.0)) {
            (Says::Nothing, _) => true,
            (_, before) if i < self.first => before == 0,
            (_, before) => before >= 0,
        })
    }

    /// Whether a cap comes through the surface, or another one: beyond, it would turn inside out
    /// what is not.
    fn crosses(&self) -> bool {
        let caps: Vec<Triangle> = self.caps().collect();
        let around = Aabb::around(caps.iter().flatten().copied());
        let crossing = |i: usize| {
            let facet = self.mesh.triangle(i);
            Aabb::around(facet).meets(&around) && caps.iter().any(|cap| cross(cap, &facet))
        };
        (0..self.mesh.triangles.len()).into_par_iter().any(crossing)
    }

    /// The caps.
    pub fn caps(&self) -> impl Iterator<Item = Triangle> {
        (self.first..self.mesh.triangles.len()).map(|i| self.mesh.triangle(i))
    }
}

/// Whether connected edges reach around most of a mesh.
fn spans(mesh: &Mesh, edges: &[[u32; 2]]) -> bool {
    let all = mesh.bounds().size();
    let holes = Chains::of(mesh, edges).boxes(mesh);
    holes.iter().map(Aabb::size).any(|hole| {
        hole.x > CAPPED_LEVEL_SHARE * all.x
            && hole.y > CAPPED_LEVEL_SHARE * all.y
            && hole.z > CAPPED_UPRIGHT_SHARE * all.z
    })
}

/// The facets that close what pieces with open edges leave open. Seen from all facets together
/// these edges are chains without ends, and so is the rim of the caps, the other way round; but for
/// edges along which more than one facet is missing.
fn caps(mesh: &Mesh, report: &Report) -> Vec<[u32; 3]> {
    let edges = Edges::among(mesh, |i| report.shells.says(i) == Says::Loose);
    let open: Vec<([u32; 2], i32)> = edges
        .map(|all| {
            let net = all.map(|(low, high, uses)| {
                let turn = |forward| if forward { 1 } else { -1 };
                ([low, high], uses.iter().map(|u| turn(u.forward())).sum::<i32>())
            });
            net.filter(|(_, net)| *net != 0).collect::<Vec<_>>()
        })
        .concat();
    let ends: Vec<[u32; 2]> = open.iter().map(|(ends, _)| *ends).collect();
    let chains = Chains::of(mesh, &ends);
    let mut caps = Vec::new();
    for ([low, high], net) in open {
        let apex = chains.apex(low);
        let cap = if net > 0 { [high, low, apex] } else { [low, high, apex] };
        if apex != low && apex != high {
            caps.push(cap);
        }
    }
    caps
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::geom::Vec3;
    use crate::mesh::Classifier;
    use crate::mesh::enclosure::Enclosure;
    use crate::mesh::weld::Welder;
    use crate::mesh::{Side, Units};
    use gouge_random::Random;

    /// A box of facets a tenth as wide as it is.
    fn block() -> Mesh {
        const N: u32 = 10;
        let mut mesh = Mesh::default();
        let mut numbers: HashMap<[u32; 3], u32> = HashMap::new();
        let mut corner = |mesh: &mut Mesh, at: [u32; 3]| {
            *numbers.entry(at).or_insert_with(|| {
                mesh.vertices.push(Vec3::from(at.map(f64::from)));
                mesh.vertices.len() as u32 - 1
            })
        };
        for axis in 0..3 {
            for (height, up) in [(0, false), (N, true)] {
                for (i, j) in (0..N).flat_map(|i| (0..N).map(move |j| (i, j))) {
                    let mut at = |i: u32, j: u32| {
                        let mut place = [height; 3];
                        (place[(axis + 1) % 3], place[(axis + 2) % 3]) = (i, j);
                        corner(&mut mesh, place)
                    };
                    let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
                    let facets = if up { [[a, b, c], [a, c, d]] } else { [[a, c, b], [a, d, c]] };
                    mesh.triangles.extend(facets);
                }
            }
        }
        mesh
    }

    #[test]
    fn away_from_holes_a_capped_mesh_is_the_closed_one() {
        let whole = block();
        let inside = Classifier::new(&whole);
        let mut random = Random::new(3);
        let mut capped_at_all = 0;
        for _ in 0..60 {
            let mut holed = whole.clone();
            for _ in 0..1 + random.below(4) {
                let at = random.below(holed.triangles.len());
                holed.triangles.remove(at);
            }
            let report = examine(&holed);
            let Some(capped) = Capped::of(&holed, &report) else { continue };
            capped_at_all += 1;
            let told = Enclosure::new(&capped.mesh, capped.report.shells.clone());
            for _ in 0..200 {
                let x = Vec3::new(5.0, 5.0, 5.0) + random.vector(7.0);
                let wanted = if inside.contains(&x) { Side::Inside } else { Side::Outside };
                assert_eq!(told.closed_side(&x), wanted, "{x:?}");
            }
        }
        assert!(capped_at_all > 50, "{capped_at_all}");
    }

    /// A piece that was inside out went for air behind its facets, far from a hole of another.
    #[test]
    fn what_is_inside_out_is_not_capped_and_a_cavity_is() {
        let holed = |mut mesh: Mesh| {
            mesh.triangles.remove(7);
            let report = examine(&mesh);
            Capped::of(&mesh, &report).is_some()
        };
        let with = |by: f64, moved: f64| {
            let (mut both, other) = (block(), block());
            let first = both.vertices.len() as u32;
            let place = |v: &Vec3| (v - Vec3::repeat(5.0)) * by + Vec3::new(5.0 + moved, 5.0, 5.0);
            both.vertices.extend(other.vertices.iter().map(place));
            let turned = |t: &[u32; 3]| [t[0], t[2], t[1]].map(|v| v + first);
            both.triangles.extend(other.triangles.iter().map(turned));
            both
        };
        assert!(holed(block()) && holed(with(0.5, 0.0)), "a cavity");
        assert!(!holed(with(0.5, 20.0)), "beside it");
        let mut lobes = block();
        lobes.vertices.iter_mut().for_each(|v| v.x = 5.0 + (v.x - 5.0) * (7.5 - v.z) / 5.0);
        assert!(!holed(lobes), "a lobe that is inside out");
    }

    /// The caps of holes that touch began at the corner that the file has first.
    #[test]
    fn the_order_of_facets_does_not_change_caps() {
        let caps = |turn: usize| {
            let mut mesh = block();
            mesh.triangles.drain(20..23);
            mesh.triangles.rotate_left(turn);
            let facets = (0..mesh.triangles.len()).map(|i| mesh.triangle(i).map(<[f64; 3]>::from));
            let mut welder = Welder::default();
            facets.for_each(|facet| welder.push(facet).unwrap());
            let mesh = welder.finish(Units::Millimetre);
            let capped = Capped::of(&mesh, &examine(&mesh)).unwrap();
            let mut caps: Vec<[[f64; 3]; 3]> = capped.caps().map(|t| t.map(Into::into)).collect();
            caps.iter_mut().for_each(|cap| cap.sort_by(|a, b| a.partial_cmp(b).unwrap()));
            caps.sort_by(|a, b| a.partial_cmp(b).unwrap());
            caps
        };
        assert!(!caps(0).is_empty());
        for turn in [1, 100, 300, 555] {
            assert_eq!(caps(0), caps(turn));
        }
    }

    #[test]
    fn a_land_is_not_capped() {
        let mut land = block();
        land.triangles.retain(|t| t.iter().all(|&v| land.vertices[v as usize].z == 10.0));
        land.vertices.iter_mut().for_each(|v| v.z = 0.3 * (v.x - v.y));
        assert!(Capped::of(&land, &examine(&land)).is_none());
    }
}
