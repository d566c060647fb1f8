//! How blunt solids are: how far their points are from the points at some depth in them.

use gouge_core::tool::Solid;
use gouge_mesh::geom::{Aabb, Body as _, Vec3};

use crate::tolerance::BLUNT_AT_MM;

/// The bluntness of the bluntest of some solids at rising depths from `scale` up to `most`, mm.
///
/// None is blunter at a depth than at a greater one, so that from the greatest down only those are
/// tested that may be blunter than the bluntest is.
pub(super) fn rising(scale: f64, most: f64, solids: &[&Solid]) -> Vec<[f64; 2]> {
    rising_by(scale, most, solids, Solid::bluntness)
}

fn rising_by(
    scale: f64,
    most: f64,
    solids: &[&Solid],
    bluntness: impl Fn(&Solid, f64) -> f64,
) -> Vec<[f64; 2]> {
    let scales = (0..SCALES).map(|i| scale * f64::from(i).exp2()).take_while(|d| *d <= most);
    let mut table: Vec<[f64; 2]> = scales.map(|depth| [depth, 1.0]).collect();
    let deepest = table.last().map_or(scale, |[depth, _]| *depth);
    let at_first = |solid: &Solid| {
        let interior_ball = solid.inscribed();
        if solid.is_convex() && interior_ball.1 >= deepest {
            about(solid, interior_ball)
        } else {
            f64::INFINITY
        }
    };
    let mut at_most: Vec<(f64, &Solid)> = solids.iter().map(|s| (at_first(s), *s)).collect();
    for [depth, bluntest] in table.iter_mut().rev() {
        at_most.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (most, solid) in &mut at_most {
            if *most <= *bluntest {
                break;
            }
            *most = most.min(bluntness(solid, *depth));
            *bluntest = bluntest.max(*most);
        }
    }
    table.into_iter().take_while(|[_, blunt]| blunt.is_finite()).collect()
}

/// How far a point of something may be from what is `depth` deep in it, mm, as a table of its
/// bluntness says; `None` beyond that.
///
/// Depth is concave: halfway between a place that is a deep and one that is b deep it is (a + b) /
/// 2 deep or deeper, and so on for every mean. A point that has such places within H(a) and H(b)
/// has one within that mean of both: H is convex, and between two depths of the table no more than
/// the straight line.
pub(super) fn farthest(table: &[[f64; 2]], depth: f64) -> Option<f64> {
    let next = table.iter().position(|[scale, _]| depth <= *scale)?;
    let Some(before) = next.checked_sub(1) else { return Some(depth * table[next][1]) };
    let far = |[scale, blunt]: [f64; 2]| [scale, scale * blunt];
    let ([below, least], [above, most]) = (far(table[before]), far(table[next]));
    Some(least + (most - least) * ((depth - below) / (above - below)))
}

/// How blunt a piece is at most where only rounding counts: that never falls with rising depth.
/// Nearer to the surface rounding keeps it from being worked out. Of many walls each is held
/// against all others, so that what the ball in the middle tells is taken where it is enough.
pub(super) fn blunt_at_most(solid: &Solid, interior_ball: (Vec3, f64)) -> f64 {
    if solid.is_convex() && solid.walls().len() > FEW_WALLS {
        let told = about(solid, interior_ball);
        if told <= BLUNT_ENOUGH {
            return told;
        }
    }
    let mut told = BLUNT_AT_MM.into_iter().map(|depth| solid.bluntness(depth));
    told.find(|blunt| blunt.is_finite()).unwrap_or(f64::INFINITY)
}

/// How blunt a convex solid is at most, up to the radius of a ball in it.
///
/// Depth is concave: on the way from a point x to the middle m of a ball of radius ρ in the solid,
/// d / ρ of it from x, it is d at least, so that no x is farther from what is d deep than |m - x| d
/// / ρ.
fn about(solid: &Solid, (middle, radius): (Vec3, f64)) -> f64 {
    let Aabb { lo, hi } = solid.hull().bounds();
    hi.x.hypot((hi.z - middle.z).max(middle.z - lo.z)) / radius
}

/// Depths at which the bluntness of a tool is worked out, each twice the one before.
const SCALES: i32 = 24;

/// Walls of a meridian that are each asked how blunt the piece is there.
const FEW_WALLS: usize = 32;

/// What is no blunter leaves less than a hundredth of ε to rounding.
const BLUNT_ENOUGH: f64 = 100.0;

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_core::tool::{Piece, Spec};

    fn form(text: &str) -> gouge_core::tool::Tool {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("form.txt");
        std::fs::write(&file, text).unwrap();
        let spec = Spec::parse(&format!("profile:{}", file.display()), "".as_ref());
        spec.unwrap().build(60.0)
    }

    /// Each of the hundreds of parts of a hollow arc was asked at each depth, which took up to a
    /// minute before any motion was looked at and no budget ended.
    #[test]
    fn of_many_solids_the_bluntest_is_told_by_asking_few() {
        let tool = form("start 0 0\narc 5 5 -5\narc 10 10 5\nline 10 40\n");
        let [piece] = &tool.components[0].pieces[..] else { panic!() };
        let solids: Vec<&Solid> = piece.solids().unwrap().iter().collect();
        assert!(solids.len() > 20, "{}", solids.len());
        let asked = std::cell::Cell::new(0);
        let blunt = |solid: &Solid, depth: f64| {
            asked.set(asked.get() + 1);
            solid.bluntness(depth)
        };
        let table = rising_by(1e-3, 0.5, &solids, blunt);
        assert!(table.len() > 1);
        assert!(asked.get() < solids.len() * table.len() / 2, "{asked:?} {}", solids.len());
        for [depth, told] in table {
            let all = solids.iter().map(|s| s.bluntness(depth));
            let most = all.fold(1.0, f64::max);
            assert!(told <= most && told >= most * (1.0 - 1e-6), "{depth}: {told} {most}");
        }
    }

    /// A form tool of hundreds of parts, each of hundreds of walls, took minutes to make ready.
    #[test]
    fn a_piece_of_many_walls_is_no_blunter_than_is_said() {
        // A ball, wall by wall.
        let step = |k: u32| {
            let (sin, cos) = (f64::from(k) * std::f64::consts::FRAC_PI_2 / 48.0).sin_cos();
            format!("line {} {}\n", 5.0 * sin, 5.0 * (1.0 - cos))
        };
        let text = format!("start 0 0\n{}line 5 30", (1..=48).map(step).collect::<String>());
        let tool = form(&text);
        let Piece::Solid(solid) = &tool.components[0].pieces[0] else { panic!() };
        assert!(solid.walls().len() > FEW_WALLS);
        let told = blunt_at_most(solid, solid.inscribed());
        for depth in BLUNT_AT_MM {
            let blunt = solid.bluntness(depth);
            assert!(told >= blunt && told < 1e3, "{depth}: {told} {blunt}");
        }
    }
}
