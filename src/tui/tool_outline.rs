//! The outline of a tool: points from the tip upwards, by component.

use crate::geom::{Body as _, Vec3};
use crate::mesh::Mesh;
use crate::tool::{Edge, Piece, Profile, Role, Shape, Spec};

/// Chords for a quarter of a turn.
const CHORDS: usize = 12;

/// How high a cutter without a stated length is drawn, in diameters.
const DRAWN_LENGTH: f64 = 3.0;

/// One component.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentOutline {
    /// What it is for.
    pub role: Role,
    /// (r, z) from the lower end to the upper, mm from the control point.
    pub points: Vec<[f64; 2]>,
}

/// The components of a tool, cutter first. A cutter without a stated length is drawn `least` high
/// at least, mm.
pub fn outlines(spec: &Spec, least: f64) -> Vec<ComponentOutline> {
    let drawn = (DRAWN_LENGTH * spec.shape.diameter()).max(least);
    let mut list = Vec::new();
    let mut top = match &spec.shape {
        Shape::Mesh(piece) => {
            let hull = piece.hull();
            let [low, high] = hull.axis;
            let points = vec![[0.0, low], [hull.radius, low], [hull.radius, high], [0.0, high]];
            list.push(ComponentOutline { role: Role::Cutter, points });
            high
        }
        _ => match spec.cutter_profile(Some(spec.length.unwrap_or(drawn))) {
            Some(profile) => {
                list.push(ComponentOutline { role: Role::Cutter, points: points(&profile, 0.0) });
                profile.top()
            }
            None => 0.0,
        },
    };
    for (role, profile) in [(Role::Shank, &spec.shank), (Role::Holder, &spec.holder)] {
        if let Some(profile) = profile {
            list.push(ComponentOutline { role, points: points(profile, top) });
            top += profile.top();
        }
    }
    list
}

fn points(profile: &Profile, raised: f64) -> Vec<[f64; 2]> {
    let mut list = Vec::new();
    for edge in profile.edges() {
        let [r, z] = edge.start();
        list.push([r, z + raised]);
        if let Edge::Arc { a, b, center, radius } = edge {
            let angle = |p: &[f64; 2]| (p[1] - center[1]).atan2(p[0] - center[0]);
            let (from, to) = (angle(a), angle(b));
            let turn = (to - from).rem_euclid(std::f64::consts::TAU);
            let count =
                (turn / std::f64::consts::FRAC_PI_2 * CHORDS as f64).ceil().max(1.0) as usize;
            list.extend((1..count).map(|i| {
                let w = from + turn * i as f64 / count as f64;
                [center[0] + radius * w.cos(), center[1] + radius * w.sin() + raised]
            }));
        }
    }
    if let Some(edge) = profile.edges().last() {
        let [r, z] = edge.end();
        list.push([r, z + raised]);
        list.push([0.0, z + raised]);
    }
    list.dedup();
    list
}

/// Greatest radius at a height, mm; none above and below the component.
pub fn radius_at(points: &[[f64; 2]], z: f64) -> Option<f64> {
    let on = |w: &[[f64; 2]]| {
        let (low, high) = (w[0][1].min(w[1][1]), w[0][1].max(w[1][1]));
        (low <= z && z <= high).then(|| {
            let span = w[1][1] - w[0][1];
            if span == 0.0 {
                w[0][0].max(w[1][0])
            } else {
                w[0][0] + (w[1][0] - w[0][0]) * (z - w[0][1]) / span
            }
        })
    };
    points.windows(2).filter_map(on).reduce(f64::max)
}

/// The outline turned about the axis.
pub fn turned(points: &[[f64; 2]], sectors: usize) -> Mesh {
    let mut mesh = Mesh::default();
    for [r, z] in points {
        for j in 0..sectors {
            let (sin, cos) = (std::f64::consts::TAU * j as f64 / sectors as f64).sin_cos();
            mesh.vertices.push(Vec3::new(r * cos, r * sin, *z));
        }
    }
    let at = |i: usize, j: usize| (i * sectors + j % sectors) as u32;
    for i in 0..points.len().saturating_sub(1) {
        for j in 0..sectors {
            mesh.triangles.push([at(i, j), at(i, j + 1), at(i + 1, j + 1)]);
            mesh.triangles.push([at(i, j), at(i + 1, j + 1), at(i + 1, j)]);
        }
    }
    mesh
}

/// The mesh to draw for a component.
pub fn solid(spec: &Spec, outline: &ComponentOutline) -> Mesh {
    match &spec.shape {
        Shape::Mesh(piece) if outline.role == Role::Cutter => facets(piece),
        _ => turned(&outline.points, 48),
    }
}

fn facets(piece: &Piece) -> Mesh {
    let mut mesh = Mesh::default();
    for triangle in piece.triangles() {
        let first = mesh.vertices.len() as u32;
        mesh.vertices.extend(triangle);
        mesh.triangles.push([first, first + 1, first + 2]);
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ball_with_shank_and_holder_stands_on_itself() {
        let spec =
            Spec::parse("ball:6;len=10;shank=5,20;holder=20,30,40", std::path::Path::new(""))
                .unwrap();
        let list = outlines(&spec, 0.0);
        let tops: Vec<f64> = list.iter().map(|o| o.points.last().unwrap()[1]).collect();
        assert_eq!(tops, [10.0, 30.0, 70.0]);
        assert_eq!(radius_at(&list[0].points, 5.0), Some(3.0));
        assert_eq!(radius_at(&list[2].points, 50.0), Some(12.5));
        assert_eq!(radius_at(&list[0].points, 11.0), None);
    }
}
