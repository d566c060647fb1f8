//! A tool made ready for a check: what is worked out once, not motion by motion.

mod piece;

use gouge_core::tool::{Component, Piece, Solid, Tool};
use gouge_mesh::geom::{Aabb, Body as _, Vec3};

use self::piece::PreparedPiece;
use super::joint::Joint;
use super::mover::Mover;
use super::plan::Way;
use crate::tolerance::{FEW_PIECES, FLOAT_MM, TINY_MM, VERDICT_SLACK_MM};

/// A tool made ready: its components and where they stand on each other.
pub(super) struct PreparedTool {
    pub components: Vec<PreparedComponent>,
    pub joints: Vec<Joint>,
}

impl PreparedTool {
    /// Makes a tool ready; `scale` is the least depth, mm, up to which what is said of small depths
    /// must hold, `deviation` how much thicker all of it is, mm.
    pub fn new(tool: Tool, scale: f64, deviation: f64) -> Self {
        let grow: Vec<f64> = tool.components.iter().map(|c| c.clearance + deviation).collect();
        let joints: Vec<Joint> =
            tool.seams.iter().filter_map(|seam| Joint::new(seam, scale, &grow)).collect();
        let components = tool.components.into_iter().zip(&grow);
        let ready = components.map(|(c, grow)| PreparedComponent::new(c, scale, *grow));
        let mut components: Vec<PreparedComponent> = ready.collect();
        for joint in &joints {
            components[joint.lower].raised = raised(&components[joint.lower..], scale);
        }
        Self { components, joints }
    }

    /// By how much what tells depths at a joint is larger than what was declared, mm: what the two
    /// components are larger by counted.
    pub fn excess_at(&self, joint: &Joint) -> f64 {
        self.components.iter().map(|c| c.component.facet_error).fold(joint.excess, f64::max)
    }
}

/// A component and what follows from its shape alone.
pub(super) struct PreparedComponent {
    pub component: Component,
    /// How much thicker it is on all sides than its pieces, mm.
    pub grow: f64,
    /// Inscribed balls of the pieces that have a top: centre and radius, mm. A piece without a top
    /// ends above everything, so some of it is always outside.
    pub interior_balls: Vec<(Vec3, f64)>,
    /// Convex pieces that it is made of together, and meshes that are not convex.
    movers: Vec<PreparedPiece>,
    /// The body of revolution with pockets that many of these are made of.
    whole: Option<PreparedPiece>,
    /// How blunt it is at rising depths, mm: none where a piece is not convex.
    bluntness: Vec<[f64; 2]>,
    /// The same where the component that stands on it goes on above its rim; empty where none does.
    raised: Vec<[f64; 2]>,
    /// That of its lowest part, led on above its widest place, and how high this is, mm.
    column: Option<(Vec<[f64; 2]>, f64)>,
}

/// How blunt something is at rising depths up to `most`, mm.
fn rising(scale: f64, most: f64, blunt: impl Fn(f64) -> f64) -> Vec<[f64; 2]> {
    let scales = (0..SCALES).map(|i| scale * f64::from(i).exp2()).take_while(|d| *d <= most);
    scales.map(|depth| [depth, blunt(depth)]).take_while(|b| b[1].is_finite()).collect()
}

/// How far a point of something may be from what is `depth` deep in it, mm, as a table of its
/// bluntness says; `None` beyond that.
///
/// Depth is concave: halfway between a place that is a deep and one that is b deep it is (a + b) / 2 deep or
/// deeper, and so on for every mean. A point that has such places within H(a) and H(b) has one within
/// that mean of both: H is convex, and between two depths of the table no more than the straight
/// line.
fn farthest(table: &[[f64; 2]], depth: f64) -> Option<f64> {
    let next = table.iter().position(|[scale, _]| depth <= *scale)?;
    let Some(before) = next.checked_sub(1) else { return Some(depth * table[next][1]) };
    let far = |[scale, blunt]: [f64; 2]| [scale, scale * blunt];
    let ([below, least], [above, most]) = (far(table[before]), far(table[next]));
    Some(least + (most - least) * ((depth - below) / (above - below)))
}

/// How blunt the first of some components is where the next goes on above its rim: of depths so
/// small that the end of that one is far away.
fn raised(stack: &[PreparedComponent], scale: f64) -> Vec<[f64; 2]> {
    let [own, above, ..] = stack else { return Vec::new() };
    let ([Piece::Solid(solid)], [Piece::Solid(next)]) =
        (&own.component.pieces[..], &above.component.pieces[..])
    else {
        return Vec::new();
    };
    let raised = solid.raised_into(next).filter(|_| own.grow <= above.grow);
    let Some((raised, height)) = raised else { return Vec::new() };
    let smallest = own.interior_balls.iter().map(|ball| ball.1).fold(f64::INFINITY, f64::min);
    let far = |b: &[f64; 2]| b[0] * (1.0 + b[1]) <= height;
    let table = rising(scale, smallest, |depth| raised.bluntness(depth));
    table.into_iter().take_while(far).collect()
}

/// Depths at which the bluntness of a tool is worked out, each twice the one before.
const SCALES: i32 = 24;

impl PreparedComponent {
    fn new(mut component: Component, scale: f64, grow: f64) -> Self {
        let mut left = grow;
        if grow > 0.0 {
            if let [piece] = &mut component.pieces[..]
                && let Some((larger, excess)) = piece.inflated(grow)
            {
                *piece = larger;
                component.facet_error += excess;
                left = 0.0;
            } else {
                for piece in &mut component.pieces {
                    if let Piece::Nonconvex(mesh) = piece {
                        *mesh = mesh.to_grow(grow);
                    }
                }
            }
        }
        component.facet_error += component.pieces.iter().map(Piece::excess).fold(0.0, f64::max);
        let pieces = &component.pieces;
        let closed = pieces.iter().filter(|p| !p.is_open());
        let interior_balls: Vec<(Vec3, f64)> = closed.flat_map(Piece::hearts).collect();
        let smallest = interior_balls.iter().map(|ball| ball.1).fold(f64::INFINITY, f64::min);
        let mut movers = Vec::new();
        for piece in pieces {
            // What it covers is asked point by point: no more of them are needed than hold each.
            match (piece.cover(), piece) {
                (None, Piece::Nonconvex(mesh)) => movers.push(PreparedPiece::mesh(mesh)),
                (cover, _) => {
                    movers.extend(cover.into_iter().flatten().map(PreparedPiece::convex));
                }
            }
        }
        let solids: Option<Vec<&[Solid]>> = pieces.iter().map(Piece::solids).collect();
        let bluntness = solids.map_or_else(Vec::new, |solids| {
            let all = || solids.iter().copied().flatten();
            rising(scale, smallest, |depth| all().map(|s| s.bluntness(depth)).fold(1.0, f64::max))
        });
        let raised = Vec::new();
        let column = match &pieces[..] {
            [piece] => piece.column().map(|(column, rim)| {
                (rising(scale, smallest, |depth| column.bluntness(depth)), rim)
            }),
            _ => None,
        };
        let whole = match &pieces[..] {
            [Piece::ConcaveRevolve(body)] if movers.len() > FEW_PIECES => {
                Some(PreparedPiece::pocketed(body, &movers))
            }
            _ => None,
        };
        Self { grow: left, interior_balls, movers, whole, bluntness, raised, column, component }
    }

    /// All of it as one piece, where it is a body of revolution that many are made of.
    pub fn whole(&self) -> Option<Mover<'_>> {
        self.whole.as_ref().map(PreparedPiece::mover)
    }

    /// What of it is moved.
    pub fn movers(&self) -> impl Iterator<Item = Mover<'_>> + Clone {
        self.movers.iter().map(PreparedPiece::mover)
    }

    /// A box around all that one of its movers covers on a way.
    pub fn room(&self, mover: &Mover, way: &Way) -> Aabb {
        let ends = way.path.bounds();
        mover.covered(ends.lo, ends.size(), self.grow)
    }

    /// Those of all of them on some ways.
    pub fn rooms(&self, ways: &[Way]) -> impl Iterator<Item = Aabb> {
        self.movers().flat_map(move |mover| ways.iter().map(move |way| self.room(&mover, way)))
    }

    /// The least tool-side depth, mm, at which part-side depth can be more than `limit`, as far as
    /// the shape of the component alone says, with its middle outside of the material.
    ///
    /// What it grew by is as blunt as a ball: see [`grown`](Self::grown).
    pub fn harmless(&self, limit: f64) -> f64 {
        let Some([scale, blunt]) = self.bluntness.first() else { return 0.0 };
        let left = limit - VERDICT_SLACK_MM;
        let round = left.min(self.grow);
        (round + (left - round) / blunt).clamp(0.0, scale.max(self.grow))
    }

    /// How far a point of it may be from what is `depth` deep in it, mm, as a table of the bluntness of
    /// what grew says.
    ///
    /// Of K grown by a ball of radius g what is deeper than d is what of K is deeper than d - g. A point of it
    /// has one of K within g, and that has one as deep within H(d - g): no farther than g + H(d - g).
    /// Where d is no more than g, all of K is as deep, and none is farther than d.
    fn grown(&self, table: &[[f64; 2]], depth: f64) -> Option<f64> {
        let all = farthest(table, depth)?;
        if depth <= self.grow {
            return Some(depth);
        }
        let own = farthest(table, depth - self.grow)?;
        Some(all.min(self.grow + own))
    }

    /// How deep a motion can be on the part side whose middle stays outside of the material and
    /// whose tool-side depth is at most `depth`, mm; `None` where nothing follows.
    ///
    /// See [`Solid::bluntness`]: it rises with depth, and the middle, deeper in the tool than any
    /// surface, stays where it is.
    pub fn part_side(&self, depth: f64) -> Option<f64> {
        if depth <= -FLOAT_MM {
            // Nothing of it is any nearer to the surface.
            return Some(depth);
        }
        let at_least = depth.max(FLOAT_MM);
        let told = self.grown(&self.bluntness, at_least).unwrap_or(f64::INFINITY);
        // So near the surface, rounding may keep the bluntness of an arc from being worked out.
        let touch = self.movers.iter().map(|m| m.bluntness).fold(1.0, f64::max) * TINY_MM;
        let most = if depth <= FLOAT_MM { touch.min(told) } else { told };
        Some(most).filter(|most| most.is_finite())
    }

    /// As [`part_side`](Self::part_side), where it stands below another component and no surface is
    /// deeper than `depth` in both together, mm.
    ///
    /// Let E be the component with its wall led on up through the next one, and E' what is deeper
    /// than `depth` in it: all of it is in the tool, so that no surface meets E', which is convex and
    /// holds the middle of the component. What is said of the component and what is deep in it holds of E
    /// and E', for points of the component: the way to E' needs no corner at a rim that is none.
    pub fn part_side_below(&self, depth: f64) -> Option<f64> {
        let least = depth.max(0.0) + FLOAT_MM;
        self.grown(&self.raised, least)
    }

    /// As [`part_side`](Self::part_side), where no material is near its widest place or above that: with it comes
    /// how high some may be, mm above the control point.
    ///
    /// Let E be its lowest part led on up from the widest place, both grown by g. A point y of it that is
    /// lower than that place by H(d) + d or more has a point x of E within H(d) that is more than d deep in
    /// that. The ball of radius d about x ends below the place, where E and the component are the same before
    /// they grow; and what grew into there from above it grew from its disc as well. So x is more than d deep in
    /// the component.
    pub fn below_rim(&self, depth: f64) -> Option<(f64, f64)> {
        let (table, rim) = self.column.as_ref()?;
        let least = depth.max(0.0) + FLOAT_MM;
        let far = self.grown(table, least)?;
        Some((far, rim - far - least - FLOAT_MM))
    }

    /// Whether a surface no deeper than `depth` in the component leaves its middle on the side
    /// where it is, mm.
    pub fn keeps_side(&self, depth: f64) -> bool {
        self.interior_balls.iter().all(|(_, radius)| *radius > depth)
    }

    /// How deep the sentry of each of its pieces lies in that, mm.
    pub fn sentry_depth(&self) -> f64 {
        self.movers.iter().map(|m| m.sentry.1).fold(f64::INFINITY, f64::min) + self.grow
    }

    /// How far it reaches sideways from the axis, mm.
    pub fn reach(&self) -> f64 {
        self.component.pieces.iter().map(|p| p.hull().radius).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tolerance::VERDICT_SLACK_MM;
    use gouge_core::tool::Spec;
    use gouge_random::Random;

    fn prepared(spec: &str) -> PreparedTool {
        PreparedTool::new(Spec::parse(spec, ".".as_ref()).unwrap().build(100.0), 0.01, 0.0)
    }

    /// The square rim under a shank as wide as the cutter counted as a corner: the depth of a region
    /// was left an eighth wide.
    #[test]
    fn a_rim_under_a_shank_is_no_corner() {
        let ball = prepared("ball:20;len=30;shank=20,60");
        let cutter = &ball.components[0];
        assert!(cutter.part_side(1.5).unwrap() > 2.0);
        assert!(cutter.part_side_below(1.5).unwrap() < 1.51);
        // What ends at a shank that is narrower has a corner there, and so has the lower end of a mill.
        let narrower = prepared("ball:20;len=30;shank=12,60");
        assert_eq!(narrower.components[0].part_side_below(1.5), None);
        let flat = prepared("flat:20;len=30;shank=24,60");
        assert!(flat.components[0].part_side_below(1.5).unwrap() > 2.0);
    }

    /// The next depth of the table told of all before it: a bull nose three times as deep as its corner
    /// is round counted as a seventh blunter than it is.
    #[test]
    fn between_two_depths_of_the_table_what_is_far_lies_below_their_line() {
        for spec in ["bull:20,3", "taper:2,10,20", "drill:20,118", "flat:6", "ball:8;len=5"] {
            let tool = prepared(spec);
            let component = &tool.components[0];
            let Piece::Solid(solid) = &component.component.pieces[0] else { panic!("{spec}") };
            for step in 1..60 {
                let depth = 0.06 * f64::from(step);
                let Some(most) = farthest(&component.bluntness, depth) else { continue };
                let own = depth * solid.bluntness(depth);
                assert!(own <= most * (1.0 + 1e-3), "{spec} {depth} {own} {most}");
            }
        }
        let bull = prepared("bull:20,3");
        assert!(bull.components[0].part_side(3.3).unwrap() < 1.1 * 3.3);
    }

    /// Rounding kept the bluntness of a cylinder 6 mm high from being worked out next to its surface, so that no
    /// shift proved anything of it: a region was left a third wide.
    #[test]
    fn rounding_keeps_no_bluntness_from_being_told() {
        let mut random = Random::new(5);
        for case in 0..300 {
            let (wide, high) = match case {
                0 => (6.0, 6.0),
                _ => (random.between(0.5, 40.0), random.between(1.0, 80.0)),
            };
            let shank = random.between(0.5, 40.0);
            for tool in ["flat:W;len=H;shank=S,H", "ball:W;len=80;shank=S,H", "bull:W,0.2;len=H"] {
                let tool = tool.replace('W', &wide.to_string()).replace('H', &high.to_string());
                let tool = prepared(&tool.replace('S', &shank.to_string()));
                for mover in tool.components.iter().flat_map(PreparedComponent::movers) {
                    assert!(
                        mover.bluntness.is_finite(),
                        "{wide} {high} {shank} {}",
                        mover.bluntness
                    );
                }
            }
        }
    }

    /// What grew counted as sharp as what it grew from.
    #[test]
    fn every_point_of_a_piece_that_grew_is_as_near_to_what_is_deep_as_said() {
        let mut random = Random::new(12);
        let mut sharper = 0;
        for spec in ["flat:10;len=20", "drill:10,118", "chamfer:2,45,10", "bull:12,0.5", "ball:8"] {
            for _ in 0..120 {
                let grow = random.between(0.001, 0.4);
                let spec = Spec::parse(spec, ".".as_ref()).unwrap();
                let tool = PreparedTool::new(spec.build(100.0), 0.01, grow);
                let component = &tool.components[0];
                let Piece::Solid(solid) = &component.component.pieces[0] else { panic!() };
                let depth = grow * random.between(0.2, 2.5);
                let Some(most) = component.part_side(depth) else { continue };
                // A point of the border of what grew.
                let out = random.direction();
                let mut x = out * (solid.support(&out) + grow);
                for _ in 0..100 {
                    let there = solid.depth(&x);
                    x += there.normal * (there.depth + grow);
                }
                let mut deep = x;
                for _ in 0..500 {
                    let there = solid.depth(&deep);
                    if there.depth + grow >= depth {
                        break;
                    }
                    deep -= there.normal * (depth - grow - there.depth + 1e-9);
                }
                // Pushed in, it need not be the nearest yet.
                let mut step = 0.2 * depth;
                for round in 0..600 {
                    let next = deep + random.vector(step);
                    let nearer = (next - x).norm() < (deep - x).norm();
                    if nearer && solid.depth(&next).depth + grow >= depth {
                        deep = next;
                    }
                    step *= if round % 20 == 19 { 0.6 } else { 1.0 };
                }
                assert!(solid.depth(&deep).depth + grow >= depth - 1e-9, "{grow} {depth}");
                let far = (deep - x).norm();
                assert!(far <= most * (1.0 + 1e-3), "{grow} {depth}: {far} {most}");
                sharper += u32::from(most < 0.95 * farthest(&component.bluntness, depth).unwrap());
            }
        }
        assert!(sharper > 150, "{sharper}");
    }

    /// A ball below a neck counted as blunt as its square rim, however far below that the material ended: a region
    /// of 40,000 motions took 14 seconds.
    #[test]
    fn every_point_far_below_the_widest_place_is_near_to_what_is_deep() {
        let mut random = Random::new(41);
        let (mut told, mut less) = (0, 0);
        for (spec, grow) in [
            ("ball:6;len=6", 0.0),
            ("bull:12,2;len=9", 0.0),
            ("ball:6;len=7", 0.2),
            ("taper:2,10,9", 0.05),
            ("drill:10,118;len=12", 0.3),
        ] {
            let tool = Spec::parse(spec, ".".as_ref()).unwrap().build(100.0);
            let tool = PreparedTool::new(tool, 0.01, grow);
            let component = &tool.components[0];
            let Piece::Solid(solid) = &component.component.pieces[0] else { panic!("{spec}") };
            for _ in 0..150 {
                let depth = random.between(0.01, 0.5);
                let Some((far, above)) = component.below_rim(depth) else { continue };
                less += u32::from(component.part_side(depth).is_none_or(|part| far < 0.99 * part));
                // A point of the border of what grew.
                let out = random.direction();
                let mut x = out * (solid.support(&out) + component.grow);
                for _ in 0..100 {
                    let there = solid.depth(&x);
                    x += there.normal * (there.depth + component.grow);
                }
                if x.z > above {
                    continue;
                }
                let mut deep = x;
                for _ in 0..2000 {
                    let there = solid.depth(&deep);
                    if there.depth + component.grow >= depth {
                        break;
                    }
                    deep -= there.normal * (depth - component.grow - there.depth + 1e-9);
                }
                let mut step = 0.2 * depth;
                for round in 0..3000 {
                    let next = deep + random.vector(step);
                    let nearer = (next - x).norm() < (deep - x).norm();
                    if nearer && solid.depth(&next).depth + component.grow >= depth {
                        deep = next;
                    }
                    step *= if round % 60 == 59 { 0.75 } else { 1.0 };
                }
                assert!(
                    solid.depth(&deep).depth + component.grow >= depth - 1e-9,
                    "{spec} {depth}"
                );
                assert!((deep - x).norm() <= far * (1.0 + 1e-3), "{spec} {depth} {far} {x:?}");
                told += 1;
            }
        }
        assert!(told > 150 && less > 150, "{told} {less}");
    }

    #[test]
    fn every_point_below_a_shank_is_as_near_to_what_is_deep_as_its_component_says() {
        let mut random = Random::new(3);
        for spec in [
            "ball:20;len=30;shank=20,60",
            "bull:20,3;len=30;shank=22,60",
            "taper:2,10,20;len=60;shank=30,40",
        ] {
            let tool = prepared(spec);
            let [cutter, shank] = &tool.components[..] else { panic!("{spec}") };
            let [Piece::Solid(own), Piece::Solid(next)] =
                [&cutter.component.pieces[0], &shank.component.pieces[0]]
            else {
                panic!("{spec}")
            };
            let (raised, height) = own.raised_into(next).unwrap();
            let top = own.hull().axis[1];
            for _ in 0..200 {
                let depth = random.between(0.01, 0.9 * own.inscribed().1);
                let Some(most) = cutter.part_side_below(depth) else { continue };
                // A point of the component, near its surface.
                let out = random.vector(1.0).normalize();
                let mut x = out * own.support(&out);
                while own.depth(&x).depth < 0.0 {
                    x = own.inscribed().0 + (x - own.inscribed().0) * 0.97;
                }
                // The nearest of what is deep in both together, sought step by step.
                let mut deep = x;
                for _ in 0..2000 {
                    let there = raised.depth(&deep);
                    if there.depth >= depth {
                        break;
                    }
                    deep -= there.normal * (depth - there.depth + 1e-9);
                }
                assert!(raised.depth(&deep).depth >= depth - VERDICT_SLACK_MM, "{spec} {depth}");
                assert!(deep.z + depth <= top + height, "{spec}");
                assert!((deep - x).norm() <= most + 1e-6, "{spec} {depth} {most} {x:?} {deep:?}");
            }
        }
    }
}
