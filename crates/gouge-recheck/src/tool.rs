//! A tool as the report declares it, taken as one body: components that stand on each other have no
//! surface where they meet.

use crate::tolerance::SAME_MM;
use std::path::Path;

use gouge_mesh::geom::Vec3;

use crate::document::{Component, Edge, Role};
use crate::files::Files;
use crate::silhouette::{Section, Silhouette, Wall};
use crate::surface::Surface;

/// Shape of a component, about the control point.
enum Form {
    Round(Silhouette),
    Faceted(Surface),
}

struct Part {
    role: Role,
    /// Larger all around by this much, mm.
    grow: f64,
    form: Form,
}

/// The whole tool, larger by the declared deviation and each component by its clearance.
pub(crate) struct Body {
    parts: Vec<Part>,
    /// Solids of revolution in the body, each with how much larger it is, mm: components, and those
    /// that stand on each other as one.
    pub rounds: Vec<(Silhouette, f64)>,
}

impl Body {
    /// From the declaration in the report; mesh files are read anew.
    ///
    /// # Errors
    /// What does not fit, in a sentence.
    pub fn new(
        components: &[Component],
        deviation: f64,
        base: &Path,
        files: &mut Files,
    ) -> Result<Self, String> {
        let mut parts = Vec::new();
        for c in components {
            let form = match (&c.profile_mm, &c.mesh) {
                (Some(edges), None) => Form::Round(Silhouette { walls: walls(edges, c.endless)? }),
                (None, Some(mesh)) => {
                    let surface = files.tool_mesh(mesh, base)?;
                    if !surface.closed {
                        return Err(format!("{} is not closed", mesh.path));
                    }
                    Form::Faceted(surface)
                }
                _ => return Err("a component has a profile or a mesh".to_owned()),
            };
            let share = if c.role == Role::Cutter { 0.0 } else { c.clearance_mm };
            let grow = deviation + share;
            if !(grow >= 0.0 && grow.is_finite()) {
                return Err("a clearance is not negative".to_owned());
            }
            parts.push(Part { role: c.role, grow, form });
        }
        if parts.is_empty() {
            return Err("it has no components".to_owned());
        }
        let rounds = rounds(&parts);
        Ok(Self { parts, rounds })
    }

    /// No more than the depth of `p` (mm, relative to the control point) in the body; negative
    /// outside. Components that stand flat on each other count as one, larger by the least of
    /// what each is: a lower bound, since a larger solid holds the ball of the same centre that
    /// is larger by as much.
    pub fn depth(&self, p: &Vec3) -> f64 {
        let round = self.rounds.iter().map(|(form, grow)| form.depth(p) + grow);
        let faceted = self.parts.iter().filter_map(|part| match &part.form {
            Form::Round(_) => None,
            Form::Faceted(surface) => Some(surface.depth(p) + part.grow),
        });
        round.chain(faceted).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The same in one component alone; `None` if there is no such component.
    pub fn depth_in(&self, role: Role, p: &Vec3) -> Option<f64> {
        let part = self.parts.iter().find(|part| part.role == role)?;
        let signed = match &part.form {
            Form::Round(form) => form.depth(p),
            Form::Faceted(surface) => surface.depth(p),
        };
        Some(signed + part.grow)
    }

    /// Twice the greatest distance of the cutter from its axis, mm.
    pub fn diameter(&self) -> f64 {
        let radius = |part: &Part| match &part.form {
            Form::Round(form) => {
                form.walls.iter().flat_map(Wall::ends).map(|p| p[0]).fold(0.0, f64::max)
            }
            Form::Faceted(surface) => {
                surface.facets.iter().flatten().map(|v| v.x.hypot(v.y)).fold(0.0, f64::max)
            }
        };
        2.0 * self.parts.first().map_or(0.0, radius)
    }
}

/// Components of revolution, and those that stand on each other as one, each with how much larger
/// it is, mm.
fn rounds(parts: &[Part]) -> Vec<(Silhouette, f64)> {
    let mut rounds = Vec::new();
    for (first, part) in parts.iter().enumerate() {
        let Form::Round(form) = &part.form else { continue };
        let (mut walls, mut grow) = (form.walls.clone(), part.grow);
        rounds.push((Silhouette { walls: walls.clone() }, grow));
        for next in &parts[first + 1..] {
            let Form::Round(above) = &next.form else { break };
            let Some(both) = joined(&walls, &above.walls) else { break };
            walls = both;
            grow = grow.min(next.grow);
            rounds.push((Silhouette { walls: walls.clone() }, grow));
        }
    }
    rounds
}

/// The silhouette of a component: a chain that starts on the axis, each edge where the last ended.
fn walls(edges: &[Edge], endless: bool) -> Result<Vec<Wall>, String> {
    let finite = |p: &Section| p.iter().all(|v| v.is_finite()) && p[0] >= 0.0;
    let mut walls = Vec::new();
    let mut at: Option<Section> = None;
    for e in edges {
        if !finite(&e.from) || !finite(&e.to) {
            return Err("a point of the profile has no radius".to_owned());
        }
        match at {
            None if e.from[0] != 0.0 => return Err("the profile is open at the axis".to_owned()),
            Some(last) if apart(last, e.from) > SAME_MM => {
                return Err("the profile has a gap".to_owned());
            }
            _ => {}
        }
        at = Some(e.to);
        walls.push(match e.center {
            None => Wall::Line(e.from, e.to),
            Some(center) => {
                let (r0, r1) = (apart(e.from, center), apart(e.to, center));
                if (r0 - r1).abs() > SAME_MM * (1.0 + r0) {
                    return Err("an arc of the profile is not round".to_owned());
                }
                if e.hollow {
                    Wall::Arc { from: e.to, to: e.from, center }
                } else {
                    Wall::Arc { from: e.from, to: e.to, center }
                }
            }
        });
    }
    let end = at.ok_or("the profile is empty")?;
    if endless {
        walls.push(Wall::Rising(end));
    } else if end[0] > 0.0 {
        walls.push(Wall::Line(end, [0.0, end[1]]));
    }
    Ok(walls)
}

/// Two silhouettes as one, where the upper one stands flat on the lower one.
fn joined(lower: &[Wall], upper: &[Wall]) -> Option<Vec<Wall>> {
    let Some(Wall::Line(below, top)) = lower.last() else { return None };
    if top[0] != 0.0 || below[1] != top[1] {
        return None;
    }
    let level = |w: &&Wall| matches!(w, Wall::Line(a, b) if (a[1] - b[1]).abs() <= SAME_MM);
    let base = upper.iter().take_while(level).count();
    let (foot, rest) = upper.split_at(base);
    let Some(Wall::Line(_, foot)) = foot.last() else { return None };
    if (foot[1] - below[1]).abs() > SAME_MM {
        return None;
    }
    let mut walls = lower[..lower.len() - 1].to_vec();
    walls.push(Wall::Line(*below, *foot));
    walls.extend(rest);
    Some(walls)
}

fn apart(a: Section, b: Section) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn component(role: Role, clearance_mm: f64, points: &[[f64; 2]]) -> Component {
        let edges =
            points.windows(2).map(|w| Edge { from: w[0], to: w[1], center: None, hollow: false });
        Component {
            role,
            clearance_mm,
            profile_mm: Some(edges.collect()),
            endless: false,
            mesh: None,
        }
    }

    fn body(clearance: f64, deviation: f64) -> Body {
        let cutter = component(Role::Cutter, 0.0, &[[0.0, 0.0], [2.0, 0.0], [2.0, 5.0]]);
        let holder = component(Role::Holder, clearance, &[[0.0, 5.0], [6.0, 5.0], [6.0, 20.0]]);
        let files = &mut Files::beside(Path::new(""));
        Body::new(&[cutter, holder], deviation, Path::new(""), files).unwrap()
    }

    #[test]
    fn a_joint_is_no_surface() {
        let p = Vec3::new(0.0, 0.0, 5.0);
        assert!((body(0.0, 0.0).depth(&p) - 2.0).abs() < 1e-12);
        assert!((body(0.0, 0.1).depth(&p) - 2.1).abs() < 1e-12);
        // The cutter is not larger by the clearance, the holder is.
        assert!((body(0.5, 0.0).depth(&p) - 2.0).abs() < 1e-12);
        assert!((body(0.5, 0.0).depth(&Vec3::new(0.0, 0.0, 19.0)) - 1.5).abs() < 1e-12);
    }
}
