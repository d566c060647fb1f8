//! Half spaces of shifts, one for each place where the surface is in a tool, and the shortest shift
//! in all of them.

use crate::tolerance::{FLOAT_MM, SAME_PLANE_SHARE};
use gouge_mesh::geom::Vec3;

/// Shifts v with `away · v >= least`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wall {
    /// Unit vector.
    pub away: Vec3,
    /// Mm.
    pub least: f64,
}

/// The shortest shift in all walls; `None` where there is none.
///
/// It lies on one, two or three of them.
pub(super) fn shortest(walls: &[Wall]) -> Option<Vec3> {
    let mut best: Option<Vec3> = None;
    let mut offer = |by: Option<Vec3>| {
        if let Some(by) = by
            && best.is_none_or(|b| by.norm_squared() < b.norm_squared())
            && walls.iter().all(|w| w.away.dot(&by) >= w.least - FLOAT_MM)
        {
            best = Some(by);
        }
    };
    for (i, a) in walls.iter().enumerate() {
        offer(Some(a.away * a.least));
        for (j, b) in walls[..i].iter().enumerate() {
            offer(on_both(a, b));
            walls[..j].iter().for_each(|c| offer(on_all(a, b, c)));
        }
    }
    best
}

/// The point nearest to the origin on the border of two walls.
fn on_both(a: &Wall, b: &Wall) -> Option<Vec3> {
    let lean = a.away.dot(&b.away);
    let room = 1.0 - lean * lean;
    (room > SAME_PLANE_SHARE).then(|| {
        a.away * ((a.least - lean * b.least) / room) + b.away * ((b.least - lean * a.least) / room)
    })
}

/// The point on the border of three walls.
fn on_all(a: &Wall, b: &Wall, c: &Wall) -> Option<Vec3> {
    let [bc, ca, ab] = [b.away.cross(&c.away), c.away.cross(&a.away), a.away.cross(&b.away)];
    let volume = a.away.dot(&bc);
    (volume.abs() > SAME_PLANE_SHARE).then(|| (bc * a.least + ca * b.least + ab * c.least) / volume)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_shift_lies_on_as_many_walls_as_it_needs() {
        let wall = |x: f64, y: f64, z: f64, least| Wall { away: Vec3::new(x, y, z), least };
        let floor = wall(0.0, 0.0, 1.0, 1.0);
        let left = wall(1.0, 0.0, 0.0, 2.0);
        let back = wall(0.0, 1.0, 0.0, 3.0);
        let slope = wall(0.6, 0.0, 0.8, 5.0);
        assert_eq!(shortest(&[floor]), Some(Vec3::new(0.0, 0.0, 1.0)));
        assert_eq!(shortest(&[floor, left]), Some(Vec3::new(2.0, 0.0, 1.0)));
        assert_eq!(shortest(&[floor, left, back]), Some(Vec3::new(2.0, 3.0, 1.0)));
        assert_eq!(shortest(&[floor, left, slope]), Some(Vec3::new(3.0, 0.0, 4.0)));
        assert_eq!(shortest(&[floor, wall(0.0, 0.0, -1.0, 0.5)]), None);
    }
}
