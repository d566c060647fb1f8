//! Whether a ball lies in a tool that has grown.
//!
//! In the pocket of a tool that is larger all around by a ball, and at the joint of components that
//! are larger by different widths, a point may be deeper than any one ball about a point of the
//! grown tool shows: there the ball is searched, place by place.

use gouge_mesh::geom::Vec3;

use crate::silhouette::{Section, Silhouette};
use crate::tool::Body;

/// Squares that one ball may take: where it touches the boundary, they become as small as what is
/// left out there.
const MOST_SQUARES: usize = 400_000;

impl Body {
    /// Whether all that is nearer to `p` (mm, relative to the control point) than `radius` is in
    /// the body; `false` where that is not told.
    ///
    /// How deep a place is in one of the solids of revolution that it is made of changes no faster
    /// than the place: a square of the half section is in it if its middle is deeper than its
    /// corners are away. A place of the ball is no farther from `p` in space than in the half
    /// section. Where the ball touches a solid all along, that takes squares without end: of one
    /// that grew by g all is in it that is drawn near to `p`, in the share of the radius that g
    /// leaves, to what did not grow.
    pub fn holds_ball(&self, p: &Vec3, radius: f64) -> bool {
        let rounds = &self.rounds;
        let depth = |[r, z]: Section| {
            let at = Vec3::new(r, 0.0, z);
            let depths = rounds.iter().map(|(form, grow)| form.depth(&at) + grow);
            depths.fold(f64::NEG_INFINITY, f64::max)
        };
        let middle = [p.x.hypot(p.y), p.z];
        let mut open = vec![(middle, radius)];
        let mut looked = 0;
        while let Some((at, half)) = open.pop() {
            let away = [0, 1].map(|k| (at[k] - middle[k]).abs());
            if (away[0] - half).max(0.0).hypot((away[1] - half).max(0.0)) >= radius {
                continue;
            }
            looked += 1;
            let deep = depth(at);
            if deep >= half * std::f64::consts::SQRT_2 {
                continue;
            }
            let drawn = |grow: f64| {
                let share = (1.0 - grow / radius).max(0.0);
                let at = [0, 1].map(|k| middle[k] + share * (at[k] - middle[k]));
                (at, share * half, share * radius)
            };
            let holds = |(form, grow): &(Silhouette, f64)| {
                let (at, half, radius) = drawn(*grow);
                form.holds_lens(at, half, middle, radius)
            };
            if rounds.iter().any(holds) {
                continue;
            }
            if looked > MOST_SQUARES || (deep < 0.0 && away[0].hypot(away[1]) < radius) {
                return false;
            }
            let part = 0.5 * half;
            for (r, z) in [(-part, -part), (-part, part), (part, -part), (part, part)] {
                open.push(([at[0] + r, at[1] + z], part));
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::document::{Component, Edge, Role};
    use crate::files::Files;
    use gouge_random::Random;

    /// A cutter of radius 2 to z = 5, and a wider one on it to z = 9 that keeps clear.
    fn body(wide: f64, clearance: f64, deviation: f64) -> Body {
        let component = |role, clearance_mm, points: &[[f64; 2]]| Component {
            role,
            clearance_mm,
            profile_mm: Some(
                points
                    .windows(2)
                    .map(|w| Edge { from: w[0], to: w[1], center: None, hollow: false })
                    .collect(),
            ),
            endless: false,
            mesh: None,
        };
        let cutter = component(Role::Cutter, 0.0, &[[0.0, 0.0], [2.0, 0.0], [2.0, 5.0]]);
        let holder = component(Role::Holder, clearance, &[[0.0, 5.0], [wide, 5.0], [wide, 9.0]]);
        let files = &mut Files::beside(Path::new(""));
        Body::new(&[cutter, holder], deviation, Path::new(""), files).unwrap()
    }

    /// The wider one comes down to 4.5 all around: the nearest place outside is the corner there,
    /// and 2.0 was all that was taken for proved.
    #[test]
    fn at_a_joint_the_ball_reaches_to_the_corner_of_what_grew() {
        let tool = body(6.0, 0.5, 0.0);
        let p = Vec3::new(0.0, 0.0, 5.0);
        let most = 2.0f64.hypot(0.5);
        assert!(tool.depth(&p) < 2.0 + 1e-9);
        assert!(tool.holds_ball(&p, most - 1e-6) && !tool.holds_ball(&p, most + 1e-6));
    }

    /// A ball end that a deep point's ball touches all along took squares without end, and a true
    /// report of a shank with clearance was refused.
    #[test]
    fn a_ball_that_touches_the_tool_all_along_is_held() {
        for deviation in [0.0, 0.05] {
            let component = |role, clearance_mm, profile| Component {
                role,
                clearance_mm,
                profile_mm: Some(profile),
                endless: false,
                mesh: None,
            };
            let line = |from, to| Edge { from, to, center: None, hollow: false };
            let end =
                Edge { from: [0.0, 0.0], to: [3.0, 3.0], center: Some([0.0, 3.0]), hollow: false };
            let cutter = component(Role::Cutter, 0.0, vec![end, line([3.0, 3.0], [3.0, 4.0])]);
            let shank = vec![line([0.0, 4.0], [2.6, 4.0]), line([2.6, 4.0], [2.6, 24.0])];
            let shank = component(Role::Shank, 0.3, shank);
            let files = &mut Files::beside(Path::new(""));
            let tool = Body::new(&[cutter, shank], deviation, Path::new(""), files).unwrap();
            let (p, radius) = (Vec3::z() * 3.0, 3.0 + deviation);
            assert!(tool.depth(&p) < radius - 0.1);
            assert!(tool.holds_ball(&p, radius - 1e-9) && !tool.holds_ball(&p, radius + 1e-6));
        }
    }

    #[test]
    fn all_of_a_ball_that_is_held_is_in_the_tool() {
        let mut random = Random::new(41);
        let (mut more, mut refused) = (0, 0);
        for round in 0..300 {
            let clearance = random.between(0.0, 1.0);
            let deviation = if round % 2 == 0 { 0.0 } else { random.between(0.0, 0.5) };
            let tool = body(random.between(0.5, 6.0), clearance, deviation);
            let p = Vec3::z() * random.between(2.5, 7.5) + random.vector(2.5);
            let depth = tool.depth(&p);
            if depth <= 0.0 {
                continue;
            }
            // What the closed forms tell is held.
            assert!(tool.holds_ball(&p, depth - 1e-6), "{p:?} {depth}");
            let radius = depth * random.between(1.0, 1.1);
            if !tool.holds_ball(&p, radius) {
                refused += 1;
                continue;
            }
            more += 1;
            for _ in 0..400 {
                let x = p + random.direction() * (radius * random.between(0.9, 1.0));
                let own = [Role::Cutter, Role::Holder].map(|role| tool.depth_in(role, &x));
                let deep = own.into_iter().flatten().fold(f64::NEG_INFINITY, f64::max);
                assert!(deep >= -1e-9, "{x:?} is {} mm outside", -deep);
            }
        }
        assert!(more > 10 && refused > 50, "{more} {refused}");
    }
}
