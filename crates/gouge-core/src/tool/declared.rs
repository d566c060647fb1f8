//! The components of a tool as declared, without what a search derives from them.

use super::{DeclaredEdge, Role, Shape, Spec};

/// A component of a tool, about the tip.
#[derive(Clone, Debug, PartialEq)]
pub struct Declared {
    /// What it is for.
    pub role: Role,
    /// Distance it keeps, mm.
    pub clearance: f64,
    /// The silhouette from the axis upwards; none for a mesh.
    pub profile: Option<Vec<DeclaredEdge>>,
    /// It rises without end from where the silhouette ends; otherwise it closes level.
    pub endless: bool,
}

impl Spec {
    /// The components from the tip upwards.
    pub fn declared(&self) -> Vec<Declared> {
        let fixed = matches!(self.shape, Shape::Profile(_) | Shape::Mesh(_));
        let cutter = self.cutter_profile(self.length);
        let mut top = match (&self.shape, &cutter) {
            (Shape::Mesh(body), _) => gouge_mesh::geom::Body::hull(body.as_ref()).axis[1],
            (_, profile) => profile.as_ref().map_or(0.0, |p| p.top()),
        };
        let mut all = vec![Declared {
            role: Role::Cutter,
            clearance: 0.0,
            profile: cutter.map(|p| p.declared().to_vec()),
            endless: self.length.is_none() && !fixed,
        }];
        for (role, profile) in [(Role::Shank, &self.shank), (Role::Holder, &self.holder)] {
            let Some(profile) = profile else { continue };
            all.push(Declared {
                role,
                clearance: self.clearance,
                profile: Some(profile.raised(top).declared().to_vec()),
                endless: false,
            });
            top += profile.top();
        }
        all
    }
}
