//! The declared shape of a tool, carried in the report so that others can prove it again.

use crate::report::data::{Component, ToolComponent, ToolEdge, ToolMesh};
use crate::tool::{DeclaredEdge, Role, Spec};

/// The components of a tool, from the tip upwards.
pub fn components(spec: &Spec) -> Vec<ToolComponent> {
    let component = |c: crate::tool::Declared| ToolComponent {
        role: match c.role {
            Role::Cutter => Component::Cutter,
            Role::Shank => Component::Shank,
            Role::Holder => Component::Holder,
        },
        clearance_mm: c.clearance,
        mesh: if c.profile.is_none() { mesh(spec) } else { None },
        profile_mm: c.profile.map(|edges| edges.iter().map(edge).collect()),
        endless: c.endless,
    };
    spec.declared().into_iter().map(component).collect()
}

fn edge(e: &DeclaredEdge) -> ToolEdge {
    ToolEdge { from: e.from, to: e.to, center: e.center, hollow: e.hollow }
}

fn mesh(spec: &Spec) -> Option<ToolMesh> {
    let file = spec.files.first()?;
    Some(ToolMesh { path: file.path.clone(), sha256: file.sha256.clone(), scale: spec.scale })
}
