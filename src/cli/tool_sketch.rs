//! A tool drawn in characters: its outline in (r, z), from the axis out to both sides.

use crate::tool::{Role, Spec};

/// Rows of a picture.
const ROWS: usize = 14;

/// Columns on one side of the axis.
const SIDE: usize = 16;

/// How much taller than wide a character is.
const ASPECT: f64 = 2.0;

/// Height shown of a cutter that has no top, in its diameters.
const OPEN: f64 = 2.0;

/// The picture, from the top down: `█` the cutter, `▒` the shank, `▓` the holder.
pub fn draw(spec: &Spec) -> Vec<String> {
    let tool = spec.build(OPEN * spec.shape.diameter());
    let hull = |p| crate::geom::Body::hull(p);
    let pieces = || tool.components.iter().flat_map(|c| c.pieces.iter().map(move |p| (c.role, p)));
    let top = pieces().map(|(_, p)| hull(p).axis[1]).fold(0.0, f64::max);
    let wide = pieces().map(|(_, p)| hull(p).radius).fold(0.0, f64::max);
    // One scale for both directions: a step across is one character, a step up is one line.
    let step = (top / ROWS as f64).max(wide * ASPECT / SIDE as f64);
    if step <= 0.0 {
        return Vec::new();
    }
    let rows = (top / step).ceil() as usize;
    (0..rows)
        .rev()
        .map(|row| {
            let z = (row as f64 + 0.5) * step;
            let half: Vec<char> = (0..SIDE)
                .map(|column| {
                    let r = (column as f64 + 0.5) * step / ASPECT;
                    let at = crate::geom::Vec3::new(r, 0.0, z);
                    let inside = pieces().find(|(_, p)| p.depth(&at) >= 0.0);
                    inside.map_or(' ', |(role, _)| match role {
                        Role::Cutter => '█',
                        Role::Shank => '▒',
                        Role::Holder => '▓',
                    })
                })
                .collect();
            let left: String = half.iter().rev().collect();
            let right: String = half.iter().collect();
            (left + &right).trim_end().to_owned()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_is_seen_from_the_side() {
        let spec = "flat:10;len=10;shank=6,10;holder=20,20,10";
        let spec = Spec::parse(spec, std::path::Path::new("")).unwrap();
        let rows = draw(&spec);
        let width = |row: &String| row.trim().chars().count();
        assert!(rows.first().unwrap().contains('▓') && rows.last().unwrap().contains('█'));
        let [holder, cutter] = [width(&rows[0]), width(rows.last().unwrap())];
        let shank = width(&rows[rows.len() / 2]);
        assert!(shank < cutter && cutter < holder, "{rows:#?}");
    }
}
