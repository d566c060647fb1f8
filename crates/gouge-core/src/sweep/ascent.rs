//! A local search for a deeper point of a facet near one already found: in a body with a hollow
//! tip, the point that planes lead to may lie in the hollow, beside the ring that is deepest.
//!
//! A compass search (Fermi and Metropolis 1952): steps along the facet and in time, halved where
//! none leads deeper.

use super::climb::Deepest;
use super::segment::Segment;
use crate::tolerance::{FLOAT_MM, SHORTEST_MM};
use gouge_mesh::geom::{self, Triangle, Vec3, closest_on_triangle, unit_normal};

/// Steps that may be taken, halved ones counted.
const MOST_STEPS: usize = 120;

/// The place that is reached from `found`; `depth` tells how deep a place about the control point is,
/// mm.
pub(super) fn ascended(
    depth: impl Fn(&Vec3) -> f64,
    tri: &Triangle,
    way: &Segment,
    found: Deepest,
) -> Deepest {
    let (side, length) = geom::longest_side(tri);
    let along = tri[(side + 1) % 3] - tri[side];
    let along = along.try_normalize(SHORTEST_MM).unwrap_or_default();
    let across = unit_normal(tri).cross(&along);
    let travel = way.travel.norm();
    let at = |point: Vec3, t: f64| {
        let lo = depth(&(point - way.at(t))) - FLOAT_MM;
        Deepest { lo, point, t, ..found }
    };
    let mut best = at(found.point, found.t);
    let mut step = 0.5 * length.max(travel);
    for _ in 0..MOST_STEPS {
        if step <= FLOAT_MM {
            break;
        }
        let level = [along, -along, across, -across].map(|way| {
            let point = closest_on_triangle(&(best.point + way * step), tri);
            at(point, best.t)
        });
        let later = [1.0, -1.0].map(|sign| {
            let t = if travel > 0.0 { best.t + sign * step / travel } else { best.t };
            at(best.point, t.clamp(0.0, 1.0))
        });
        let next = level.into_iter().chain(later).filter(|next| next.lo > best.lo);
        match next.max_by(|a, b| a.lo.total_cmp(&b.lo)) {
            Some(next) => best = next,
            None => step *= 0.5,
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::{Gap, deepest};
    use super::*;
    use crate::tool::{Piece, Spec};
    use gouge_random::Random;

    /// Facets all over and beneath a tip that is hollow, those level beneath it among them.
    #[test]
    fn no_facet_is_deeper_beneath_a_hollow_tip_than_said() {
        let mut random = Random::new(67);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("hollow-tip.txt");
        let (mut deep, mut floors) = (0, 0);
        for text in [
            "start 0 0\narc 4 1 2.3\nline 4 9",
            "start 0 0\narc 4 1 2.3\nline 4 3\nline 2 4\nline 2 20",
        ] {
            std::fs::write(&file, text).unwrap();
            let spec = Spec::parse(&format!("profile:{}", file.display()), "".as_ref()).unwrap();
            let mut tool = spec.build(60.0);
            let piece = tool.components.remove(0).pieces.remove(0);
            let Piece::ConcaveRevolve(body) = &piece else { panic!("{text}") };
            for case in 0..1500 {
                let at = random.vector(4.0) + Vec3::z();
                let mut tri = [0; 3].map(|_| at + random.vector(3.0));
                let travel = random.vector(2.0) * f64::from(case % 2);
                let floor = case % 3 == 0;
                if floor {
                    let z = random.between(-1.0, 0.0);
                    tri =
                        [[-9.0, -9.0], [20.0, -9.0], [-9.0, 20.0]].map(|[x, y]| Vec3::new(x, y, z));
                }
                let way = Segment::straight(Vec3::zeros(), travel);
                let lowest = f64::NEG_INFINITY;
                let found = deepest(&piece, &tri, &way, lowest, &Gap::of(1e-4)).unwrap();
                let own = body.depth(&(found.point - way.at(found.t)));
                assert!(found.lo <= own && found.lo <= found.hi, "{text} {found:?} {own}");
                let nearest = closest_on_triangle(&found.point, &tri);
                assert!((nearest - found.point).norm() < 1e-9, "{text} {found:?}");
                for _ in 0..100 {
                    let (a, b) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                    let (a, b) = if a + b > 1.0 { (1.0 - a, 1.0 - b) } else { (a, b) };
                    let q = tri[0] + (tri[1] - tri[0]) * a + (tri[2] - tri[0]) * b;
                    let depth = body.depth(&(q - way.at(random.between(0.0, 1.0))));
                    assert!(depth <= found.hi, "{text} {tri:?} {travel:?}: {depth} {found:?}");
                }
                deep += u32::from(found.lo > 0.1);
                let closed = found.hi - found.lo < 2e-4;
                floors += u32::from(floor && travel.z == 0.0 && found.lo > 0.0 && closed);
            }
        }
        std::fs::remove_file(file).unwrap();
        assert!(deep > 500 && floors > 200, "{deep} {floors}");
    }
}
