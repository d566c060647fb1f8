//! Facets that lie near each other, taken together: a ball around each such cluster shows that none
//! of its facets can matter, and the facets of the others are tested one by one.
//!
//! Each cluster has about as many facets as there are clusters, so that a query takes the square
//! root of what all facets would.

use gouge_mesh::geom::{Aabb, Triangle, Vec3};

use crate::tolerance::BALL_SHARE;

/// Facets, and a ball that holds all their points.
pub(crate) struct Cluster {
    pub center: Vec3,
    /// Mm, more than rounding above the farthest corner.
    pub radius: f64,
    /// By their places in the file, in order.
    pub facets: Vec<usize>,
}

impl Cluster {
    fn new(mut within: Vec<usize>, facets: &[Triangle]) -> Self {
        within.sort_unstable();
        let corners = || within.iter().flat_map(|&f| facets[f]);
        let Aabb { lo, hi } = Aabb::around(corners());
        let center = (lo + hi) / 2.0;
        let farthest = corners().map(|v| (v - center).norm()).fold(0.0, f64::max);
        let radius = farthest + BALL_SHARE * (farthest + center.amax());
        Self { center, radius, facets: within }
    }
}

/// All facets in clusters, halved at the middle one along their longer way.
pub(crate) fn clusters(facets: &[Triangle]) -> Vec<Cluster> {
    let most = facets.len().isqrt().max(1);
    let middle = |f: usize| facets[f][0] + facets[f][1] + facets[f][2];
    let mut clusters = Vec::new();
    let mut open: Vec<Vec<usize>> = vec![(0..facets.len()).collect()];
    while let Some(mut within) = open.pop() {
        if within.len() <= most {
            if !within.is_empty() {
                clusters.push(Cluster::new(within, facets));
            }
            continue;
        }
        let along = Aabb::around(within.iter().map(|&f| middle(f))).size().imax();
        let half = within.len() / 2;
        within.select_nth_unstable_by(half, |&a, &b| {
            middle(a)[along].total_cmp(&middle(b)[along]).then(a.cmp(&b))
        });
        open.push(within.split_off(half));
        open.push(within);
    }
    clusters
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_random::Random;

    #[test]
    fn each_facet_is_in_one_cluster_and_all_of_it_in_the_ball() {
        let mut random = Random::new(3);
        for count in [0, 1, 2, 5, 300, 4_000] {
            let facets: Vec<Triangle> = (0..count)
                .map(|_| {
                    let at = random.vector(1_000.0);
                    [at, at + random.vector(9.0), at + random.vector(0.1)]
                })
                .collect();
            let clusters = clusters(&facets);
            let mut met: Vec<usize> = clusters.iter().flat_map(|c| c.facets.clone()).collect();
            met.sort_unstable();
            assert!(met.into_iter().eq(0..count));
            assert!(clusters.len() <= 4 * count.isqrt() + 1, "{count}: {}", clusters.len());
            for c in &clusters {
                for v in c.facets.iter().flat_map(|&f| facets[f]) {
                    assert!((v - c.center).norm() < c.radius);
                }
            }
        }
    }
}
