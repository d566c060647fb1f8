//! The declared shape of a tool, as the report carries it for those who prove it again.

use crate::report::data::{Component, ToolComponent, ToolEdge, ToolMesh};
use crate::tool::{DeclaredEdge, MeshFile, Role, Spec};

/// The components of a tool, from the tip upwards.
pub fn components(spec: &Spec) -> Vec<ToolComponent> {
    let component = |c: crate::tool::Declared| ToolComponent {
        role: match c.role {
            Role::Cutter => Component::Cutter,
            Role::Shank => Component::Shank,
            Role::Holder => Component::Holder,
        },
        clearance_mm: c.clearance,
        mesh: spec.mesh.as_ref().filter(|_| c.profile.is_none()).map(mesh),
        profile_mm: c.profile.map(|edges| edges.iter().map(edge).collect()),
        endless: c.endless,
    };
    spec.declared().into_iter().map(component).collect()
}

fn edge(e: &DeclaredEdge) -> ToolEdge {
    ToolEdge { from: e.from, to: e.to, center: e.center, hollow: e.hollow }
}

fn mesh(file: &MeshFile) -> ToolMesh {
    ToolMesh { path: file.path.clone(), sha256: file.sha256.clone(), scale: file.scale }
}
