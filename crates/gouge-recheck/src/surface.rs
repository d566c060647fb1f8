//! A surface searched facet by facet: the nearest distance, and inside from outside by counting
//! crossings of a ray with exact predicates.

use crate::cluster::{Cluster, clusters};
use crate::foot::{distance, to_segment};
use crate::skin;
use crate::solid_angle;
use crate::tolerance::SAME_MM;
use gouge_mesh::geom::{Aabb, Triangle, Vec3};
use robust::{Coord3D, orient3d};

/// All facets of one body.
pub(crate) struct Surface {
    pub facets: Vec<Triangle>,
    /// Every edge is run through as often one way as the other.
    pub closed: bool,
    /// Facets connected by edges, where the surface is not closed.
    shells: Vec<Shell>,
    /// Of each facet, the place of its shell, if it is in one.
    shell_of: Vec<Option<usize>>,
    clusters: Vec<Cluster>,
    /// The box around it, mm.
    pub bounds: Aabb,
    /// The same without facets that repeat others, where there are some: what is written twice,
    /// once each way round, encloses nothing as it is.
    pub once: Option<Box<Self>>,
}

/// Facets connected by edges, by their places in the file.
pub(crate) struct Shell {
    pub facets: Vec<usize>,
    pub says: Says,
}

/// How the edges of a shell tell its inside from its outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Says {
    /// Each is run through as often one way as the other.
    Winding,
    /// Each has an even number of facets: crossings tell, whichever way these look.
    Parity,
    /// Some are open.
    Nothing,
}

impl Surface {
    /// Of all its facets; shells are those of a surface that is not closed.
    pub fn new(facets: Vec<Triangle>, closed: bool, shells: Vec<Shell>) -> Self {
        let mut shell_of = vec![None; facets.len()];
        for (place, shell) in shells.iter().enumerate() {
            shell.facets.iter().for_each(|&f| shell_of[f] = Some(place));
        }
        let clusters = clusters(&facets);
        let bounds = Aabb::around(facets.iter().copied().flatten());
        Self { facets, closed, shells, shell_of, clusters, bounds, once: None }
    }

    /// Whether `deep` is more than `most` at a corner of some facet; it changes no faster than the
    /// place.
    pub fn has_deeper_corner(&self, most: f64, deep: impl Fn(&Vec3) -> f64) -> bool {
        let mut reached = self.reached(most, &deep).flat_map(|c| &c.facets);
        reached.any(|&f| self.facets[f].iter().any(|v| deep(v) > most))
    }

    /// Clusters with a point where `deep` may be more than `most`: at none of a ball is it more
    /// than at its middle by more than the radius.
    pub fn reached(
        &self,
        most: f64,
        deep: impl Fn(&Vec3) -> f64,
    ) -> impl Iterator<Item = &Cluster> {
        self.clusters.iter().filter(move |c| deep(&c.center) + c.radius > most)
    }

    /// Facets with a point that is no farther from `p` than `gap`, and some more, in their order.
    fn about(&self, p: &Vec3, gap: f64) -> Vec<usize> {
        let near = self.reached(-gap, |v| -(v - p).norm());
        let mut facets: Vec<usize> = near.flat_map(|c| c.facets.iter().copied()).collect();
        facets.sort_unstable();
        facets
    }

    /// Facets that the segment may meet.
    fn along(&self, p: &Vec3, q: &Vec3) -> impl Iterator<Item = usize> {
        let near = self.reached(0.0, |v| -to_segment(v, p, q));
        near.flat_map(|c| c.facets.iter().copied())
    }

    /// Distance to the nearest point of the surface, mm.
    pub fn distance(&self, p: &Vec3) -> f64 {
        self.distance_to(p, |_| true)
    }

    /// Distance to the nearest point of the facets that are asked for, mm.
    fn distance_to(&self, p: &Vec3, asked: impl Fn(usize) -> bool) -> f64 {
        let held = self.clusters.iter().filter(|c| c.facets.iter().any(|&f| asked(f)));
        let gap = held.map(|c| (c.center - p).norm() + c.radius).fold(f64::INFINITY, f64::min);
        // What is no nearer than the box around it need not be asked closely.
        let nearer = |least: f64, t: &Triangle| {
            let aside = |k: usize| {
                let [lo, hi] =
                    [t[0][k].min(t[1][k]).min(t[2][k]), t[0][k].max(t[1][k]).max(t[2][k])];
                (lo - p[k]).max(p[k] - hi).max(0.0)
            };
            let [x, y, z] = [0, 1, 2].map(aside);
            if x * x + y * y + z * z > least * least { least } else { least.min(distance(p, t)) }
        };
        let near = self.about(p, gap).into_iter().filter(|&f| asked(f));
        near.map(|f| &self.facets[f]).fold(f64::INFINITY, nearer)
    }

    /// How deep `p` lies in a closed tool, mm, negative outside: material is where its surface
    /// winds at all, since a tool that was drawn inside out is still one.
    pub fn depth(&self, p: &Vec3) -> f64 {
        let gap = self.distance(p);
        if self.winding(p).is_some_and(|n| n != 0) { gap } else { -gap }
    }

    /// Whether `p` is proved to lie in the material, facets that repeat others read as they are or
    /// once.
    pub fn holds(&self, p: &Vec3) -> bool {
        self.as_it_is(p) || self.once.as_ref().is_some_and(|once| once.as_it_is(p))
    }

    /// The same with all facets: by the winding number of closed shells, by the number of crossings
    /// where the facets of one disagree about its outside, by the side of the nearest facets where
    /// those belong to an open one; or by all of them where they take up all of the view, but for
    /// cracks.
    fn as_it_is(&self, p: &Vec3) -> bool {
        if self.closed {
            return self.winding(p).is_some_and(|n| n >= 1);
        }
        self.by_shells(p) || self.by_the_view(p)
    }

    /// By what all facets together take up of the view: slow, so asked last.
    fn by_the_view(&self, p: &Vec3) -> bool {
        let told = (0..self.facets.len()).filter(|&f| self.shell_of[f].is_some());
        solid_angle::winding(told.map(|f| &self.facets[f]), p).is_some_and(|n| n >= 1)
    }

    fn by_shells(&self, p: &Vec3) -> bool {
        let Some((turns, odd)) = self.around(p) else { return false };
        let inside = matches!((turns, odd), (1.., 0) | (0, 1));
        let gap = self.distance(p);
        let says = |f: usize| self.shell_of[f].map(|shell| &self.shells[shell].says);
        let loose = |f: usize| says(f) == Some(&Says::Nothing);
        let apart = self.distance_to(p, loose);
        // All that the sides of the nearest points can hang on.
        let near = |gap: f64, told: &dyn Fn(usize) -> bool| -> Vec<&Triangle> {
            let near = self.about(p, gap + 4.0 * SAME_MM).into_iter().filter(|&f| told(f));
            near.map(|f| &self.facets[f]).collect()
        };
        if apart > gap + SAME_MM {
            // Each body is judged by itself: what is beside a closed one may be in an open one.
            let beside = (turns, odd) == (0, 0) && apart.is_finite();
            return inside || (beside && skin::below(&near(apart, &loose), p, apart));
        }
        if !inside && (turns, odd) != (0, 0) {
            return false;
        }
        // Facets that repeat others or have no area are in no shell.
        skin::below(&near(gap, &|f| says(f).is_some()), p, gap)
    }

    /// How often the surface winds around `p`: crossings of a ray, each with its sense. `None`
    /// where every ray tried meets an edge exactly.
    pub fn winding(&self, p: &Vec3) -> Option<i64> {
        RAYS.iter().find_map(|way| {
            let end = self.beyond(p, way);
            let mut near = self.along(p, &end);
            near.try_fold(0, |sum, f| Some(sum + crossing(p, &end, &self.facets[f])?))
        })
    }

    /// How often the shells wind around `p` whose facets agree about their outside, and how many of
    /// those that do not are around it; open ones are passed over.
    fn around(&self, p: &Vec3) -> Option<(i64, usize)> {
        RAYS.iter().find_map(|way| {
            let end = self.beyond(p, way);
            let mut met = vec![0; self.shells.len()];
            for f in self.along(p, &end) {
                let Some(shell) = self.shell_of[f] else { continue };
                met[shell] += match self.shells[shell].says {
                    Says::Winding => crossing(p, &end, &self.facets[f])?,
                    Says::Parity => crossing(p, &end, &self.facets[f])?.abs(),
                    Says::Nothing => 0,
                };
            }
            let of = |says| {
                let met = self.shells.iter().zip(&met).filter(move |(shell, _)| shell.says == says);
                met.map(|(_, met)| *met)
            };
            let odd = of(Says::Parity).filter(|met| met % 2 == 1).count();
            Some((of(Says::Winding).sum(), odd))
        })
    }

    /// The end of a ray from `p` beyond all facets.
    fn beyond(&self, p: &Vec3, way: &[f64; 3]) -> Vec3 {
        let Aabb { lo, hi } = self.bounds;
        let far = [lo, hi].map(|v| (v - p).amax()).into_iter().fold(1.0, f64::max);
        p + Vec3::from(*way) * (4.0 * far)
    }
}

/// Directions that run along no facet or edge of usual parts.
const RAYS: [[f64; 3]; 5] = [
    [0.374_91, 0.563_12, 0.736_37],
    [-0.811_03, 0.217_71, 0.543_29],
    [0.143_57, -0.929_18, 0.341_03],
    [-0.402_77, -0.611_97, -0.680_71],
    [0.903_11, -0.109_93, -0.415_13],
];

/// 1 where the segment leaves the material through the facet, -1 where it enters, 0 where it
/// passes by; `None` where it meets an edge or the facet's plane at its beginning. All signs are
/// exact (Shewchuk 1997).
fn crossing(p: &Vec3, q: &Vec3, [a, b, c]: &Triangle) -> Option<i64> {
    // Most facets lie wholly to one side of all the segment.
    let beside = |k: usize| {
        let [lo, hi] = [p[k].min(q[k]), p[k].max(q[k])];
        [a, b, c].iter().all(|v| v[k] < lo) || [a, b, c].iter().all(|v| v[k] > hi)
    };
    if (0..3).any(beside) {
        return Some(0);
    }
    let side = |a: &Vec3, b: &Vec3, c: &Vec3, d: &Vec3| {
        let at = |v: &Vec3| Coord3D { x: v.x, y: v.y, z: v.z };
        let det = orient3d(at(a), at(b), at(c), at(d));
        if det > 0.0 {
            1
        } else if det < 0.0 {
            -1
        } else {
            0
        }
    };
    let around = [side(p, q, a, b), side(p, q, b, c), side(p, q, c, a)];
    if around.contains(&1) && around.contains(&-1) {
        return Some(0);
    }
    let (near, away) = (side(a, b, c, p), side(a, b, c, q));
    if near * away > 0 {
        return Some(0);
    }
    if near == 0 || away == 0 || around.contains(&0) {
        return if around == [0; 3] && near == 0 && away == 0 { Some(0) } else { None };
    }
    // Positive: the point lies below the facet, on the side its normal points away from.
    Some(near)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_random::Random;

    fn closed(facets: Vec<Triangle>) -> Surface {
        Surface::new(facets, true, Vec::new())
    }

    /// A cube of side 2 about the origin.
    fn cube() -> Surface {
        let corner = |i: u32| {
            let s = |bit: u32| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
            Vec3::new(s(0), s(1), s(2))
        };
        let facets = [
            [0, 2, 1],
            [1, 2, 3],
            [4, 5, 6],
            [5, 7, 6],
            [0, 1, 4],
            [1, 5, 4],
            [2, 6, 3],
            [3, 6, 7],
            [0, 4, 2],
            [2, 4, 6],
            [1, 3, 5],
            [3, 7, 5],
        ]
        .map(|t| t.map(corner));
        closed(facets.to_vec())
    }

    #[test]
    fn depth_in_a_cube() {
        for (p, inside, want) in [
            (Vec3::new(0.0, 0.1, 0.2), true, 0.8),
            (Vec3::new(0.9, 0.0, 0.0), true, 0.1),
            (Vec3::new(3.0, 0.0, 0.0), false, 2.0),
            (Vec3::new(2.0, 2.0, 1.0), false, 2f64.sqrt()),
        ] {
            let cube = cube();
            assert_eq!(cube.holds(&p), inside, "{p:?}");
            assert_eq!(cube.winding(&p), Some(i64::from(inside)));
            assert!((cube.distance(&p) - want).abs() < 1e-12);
        }
    }

    /// The search takes such a tool as it was meant, and every witness of it was refused.
    #[test]
    fn a_tool_drawn_inside_out_is_as_deep_as_the_right_way_round() {
        let turned = |t: &Triangle| [t[1], t[0], t[2]];
        let out = closed(cube().facets.iter().map(turned).collect());
        for p in [Vec3::new(0.1, 0.2, -0.1), Vec3::new(5.0, 0.3, 0.2)] {
            assert_eq!(out.depth(&p), cube().depth(&p), "{p:?}");
        }
        assert!(out.depth(&Vec3::new(0.1, 0.2, -0.1)) > 0.0);
    }

    #[test]
    fn inside_out_and_twice() {
        let turned = |t: &Triangle| [t[0], t[2], t[1]];
        let p = Vec3::new(0.1, 0.2, 0.3);
        let out = closed(cube().facets.iter().map(turned).collect());
        assert_eq!((out.winding(&p), out.holds(&p)), (Some(-1), false));
        let twice = [cube().facets, cube().facets].concat();
        assert_eq!(closed(twice).winding(&p), Some(2));
    }

    /// The nearest facet was asked, and said that the middle of such a cube is air.
    #[test]
    fn a_facet_that_looks_the_wrong_way_leaves_a_shell_its_inside() {
        for wrong in 0..12 {
            let mut facets = cube().facets;
            facets[wrong].swap(1, 2);
            let shells = vec![Shell { facets: (0..12).collect(), says: Says::Parity }];
            let cube = Surface::new(facets, false, shells);
            for (p, inside) in
                [([0.1, 0.2, 0.3], true), ([0.9, 0.1, 0.2], true), ([1.1, 0.1, 0.2], false)]
            {
                assert_eq!(cube.holds(&Vec3::from(p)), inside, "{wrong} {p:?}");
            }
        }
    }

    /// Ten thousand regions of a part of 120,000 facets took minutes: each asked them all, some
    /// thirty times.
    #[test]
    fn clusters_tell_what_all_facets_do_and_ask_few() {
        let mut random = Random::new(17);
        let cubes = (0..1_500).map(|i| Vec3::new(f64::from(i % 40), f64::from(i / 40), 0.0) * 3.0);
        let moved = |by: Vec3| cube().facets.into_iter().map(move |t| t.map(|v| v + by));
        let field = closed(cubes.flat_map(moved).collect());
        let most = field.facets.len() / 20;
        let mut held = 0;
        for _ in 0..300 {
            let p = Vec3::new(random.between(-3.0, 120.0), random.between(-3.0, 115.0), 0.0)
                + random.vector(1.5);
            let all = field.facets.iter().map(|t| distance(&p, t)).fold(f64::INFINITY, f64::min);
            assert_eq!(field.distance(&p), all, "{p:?}");
            assert!(field.about(&p, all).len() < most);
            let end = field.beyond(&p, &RAYS[0]);
            assert!(field.along(&p, &end).count() < most);
            let turns: Option<i64> = field.facets.iter().map(|t| crossing(&p, &end, t)).sum();
            assert_eq!(field.winding(&p), turns, "{p:?}");
            held += turns.unwrap_or(0);
            let radius = random.between(0.1, 3.0);
            let deep = |v: &Vec3| radius - (v - p).norm();
            let corner = field.facets.iter().flatten().any(|v| deep(v) > 0.0);
            assert_eq!(field.has_deeper_corner(0.0, deep), corner, "{p:?} {radius}");
        }
        assert!(held > 30, "{held}");
    }

    #[test]
    fn a_skin_has_material_below_it_but_not_beyond_its_rim() {
        let flat = |x: f64, y: f64| Vec3::new(x, y, 0.0);
        let facets = vec![
            [flat(0.0, 0.0), flat(4.0, 0.0), flat(4.0, 4.0)],
            [flat(0.0, 0.0), flat(4.0, 4.0), flat(0.0, 4.0)],
        ];
        let shells = vec![Shell { facets: vec![0, 1], says: Says::Nothing }];
        let skin = Surface::new(facets, false, shells);
        assert!(skin.holds(&Vec3::new(2.0, 2.0, -1.0)));
        assert!(!skin.holds(&Vec3::new(2.0, 1.0, 1.0)));
        assert!(!skin.holds(&Vec3::new(5.0, 2.0, -1.0)));
    }
}
