//! The declared shape of a tool, as the report carries it for those who prove it again.

use crate::files;
use crate::report::data::{Component, ToolComponent, ToolEdge, ToolMesh};
use crate::tool::library::Declared;
use crate::tool::{DeclaredEdge, Role, Spec};

/// The components of a tool, from the tip upwards.
pub fn components(spec: &Spec, declared: &Declared) -> Vec<ToolComponent> {
    let component = |c: crate::tool::Declared| ToolComponent {
        role: match c.role {
            Role::Cutter => Component::Cutter,
            Role::Shank => Component::Shank,
            Role::Holder => Component::Holder,
        },
        clearance_mm: c.clearance,
        mesh: if c.profile.is_none() { mesh(declared) } else { None },
        profile_mm: c.profile.map(|edges| edges.iter().map(edge).collect()),
        endless: c.endless,
    };
    spec.declared().into_iter().map(component).collect()
}

fn edge(e: &DeclaredEdge) -> ToolEdge {
    ToolEdge { from: e.from, to: e.to, center: e.center, hollow: e.hollow }
}

/// The file that `mesh:FILE;unit=inch` names, read again; none if it vanished meanwhile.
fn mesh(declared: &Declared) -> Option<ToolMesh> {
    let mut words = declared.spec.split(';').map(str::trim);
    let path = words.next()?.strip_prefix("mesh:")?.trim();
    let unit = words.filter_map(|w| w.split_once('=')).find(|(key, _)| key.trim() == "unit");
    let scale = match unit.map(|(_, value)| value.trim()) {
        Some("inch" | "in") => 25.4,
        Some("m") => 1000.0,
        _ => 1.0,
    };
    let bytes = files::bytes(&declared.base.join(path)).ok()?;
    Some(ToolMesh { path: path.to_owned(), sha256: files::sha256(&bytes), scale })
}
