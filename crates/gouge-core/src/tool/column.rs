//! The lowest part of a body of revolution, extended straight up as a column.

use super::convex::Convex;
use super::edge::{Edge, cross};
use crate::tolerance::STRAIGHT_SINE;

/// What is below the first widest place of a chain from the axis at the bottom, led on straight up
/// as a column without a top, and the height of that place, mm; none where the chain begins in a
/// dimple, or comes back below that height further out.
pub(super) fn column(chain: &[Edge]) -> Option<(Convex, f64)> {
    let mut edges: Vec<Edge> = Vec::new();
    let mut before = [1.0, 0.0];
    for edge in chain {
        let start = edge.direction_at_start();
        if start[0] < 0.0 || cross(before, start) < -STRAIGHT_SINE {
            break;
        }
        if let Edge::Arc { a, center, radius, .. } = *edge
            && edge.direction_at_end()[0] < 0.0
        {
            edges.push(Edge::Arc { a, b: edge.extreme([1.0, 0.0]), center, radius });
            break;
        }
        edges.push(*edge);
        before = edge.direction_at_end();
    }
    let [wide, rim] = edges.last()?.end();
    let rest = &chain[edges.len()..];
    if wide <= 0.0 || rest.iter().any(|edge| edge.extreme([0.0, -1.0])[1] < rim) {
        return None;
    }
    // As far up as it is high and wide, no corner of the end is near what is told of it.
    let low = edges.iter().map(|edge| edge.extreme([0.0, -1.0])[1]).fold(rim, f64::min);
    let top = rim + (rim - low) + wide;
    edges.push(Edge::Line { a: [wide, rim], b: [wide, top] });
    edges.push(Edge::Line { a: [wide, top], b: [0.0, top] });
    let column = Convex::new(edges, true);
    (!column.is_dimpled()).then_some((column, rim))
}

#[cfg(test)]
mod tests {
    use super::super::profile_file::read;
    use super::super::{Piece, Solid};
    use gouge_mesh::geom::Vec3;

    #[test]
    fn below_its_widest_place_a_column_is_the_body() {
        let mut told = 0;
        for (text, height) in [
            ("start 0 0\narc 3 3 3\narc 1.5 5.598076211 3\nline 1.5 30", Some(3.0)),
            ("start 0 0\nline 5 0\nline 5 1\nline 2 1\nline 2 30", Some(1.0)),
            ("start 0 0\nline 5 0\nline 2 4\nline 2 12", Some(0.0)),
            ("start 0 0\nline 2 2\nline 6 4\nline 6 30", Some(2.0)),
            ("start 0 0\nline 4 0\nline 4 8\nline 3 9\nline 0 9", Some(8.0)),
        ] {
            let piece = Piece::turned(&read(text, 1.0).unwrap(), false);
            let column = piece.column();
            assert_eq!(column.as_ref().map(|(_, rim)| *rim), height, "{text}");
            let Some((Solid::Round(column), rim)) = column else { continue };
            for k in 0..4000 {
                let x = Vec3::new(0.17 * f64::from(k % 40), 0.0, 0.1 * f64::from(k / 40) - 1.003);
                if x.z < rim {
                    let inside = column.depth(&x).depth > 0.0;
                    assert_eq!(inside, piece.depth(&x) > 0.0, "{text} {x:?}");
                    told += u32::from(inside);
                }
            }
        }
        assert!(told > 300, "{told}");
    }
}
