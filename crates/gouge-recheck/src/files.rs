//! The files that a report names, read again and compared by their digests.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use gouge_mesh::input;
use gouge_mesh::mesh::{Mesh, Units, read_bytes};
use sha2::{Digest, Sha256};

use crate::document::{MeshFile, ToolMesh};
use crate::surface::{Says, Shell, Surface};

/// Finds files by the names in the report: from the current folder, else beside the report.
pub(crate) struct Files {
    folder: PathBuf,
}

impl Files {
    /// Beside the report in `folder`.
    pub fn beside(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// Where a name leads.
    pub fn find(&self, path: &Path) -> PathBuf {
        let beside = self.folder.join(path);
        if !path.exists() && beside.exists() { beside } else { path.to_owned() }
    }

    /// The bytes of a file and their digest.
    ///
    /// # Errors
    /// Standard input, and files that cannot be read.
    pub fn bytes(&self, path: &str) -> Result<(Vec<u8>, String), String> {
        if path == "-" {
            return Err("an input was read from standard input: check again with files".to_owned());
        }
        let place = self.find(Path::new(path));
        // A device or a pipe may have no end, and does not give the same twice.
        if std::fs::metadata(&place).is_ok_and(|facts| !facts.is_file()) {
            return Err(format!("{path}: this is not a file that can be read again"));
        }
        let bytes = std::fs::read(&place).map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => format!("{path}: no such file"),
            _ => format!("{path}: cannot be read: {e}"),
        })?;
        let digest = sha256(&bytes);
        Ok((bytes, digest))
    }

    /// A text file, if it is there.
    pub fn text(&self, path: &Path) -> Option<String> {
        input::text(&self.find(path)).ok()
    }

    /// A part or a fixture, and its digest.
    ///
    /// # Errors
    /// Files that do not read.
    pub fn mesh(&self, file: &MeshFile, units: Units) -> Result<(Mesh, String), String> {
        let (bytes, digest) = self.bytes(&file.path)?;
        let path = self.find(Path::new(&file.path));
        let mesh = read_bytes(&path, &bytes, units).map_err(|e| e.to_string())?.mesh;
        Ok((mesh, digest))
    }

    /// A mesh tool as its declaration names it.
    ///
    /// # Errors
    /// Files that do not read.
    pub fn declared_mesh(&self, name: &str, scale: f64, base: &Path) -> Result<ToolMesh, String> {
        let (_, sha256) = self.bytes(&base.join(name).to_string_lossy())?;
        Ok(ToolMesh { path: name.to_owned(), sha256, scale })
    }

    /// The surface of a mesh tool, mm.
    ///
    /// # Errors
    /// Files that do not read, or are not the one that was checked.
    pub fn tool_mesh(&self, mesh: &ToolMesh, base: &Path) -> Result<Surface, String> {
        let name = base.join(&mesh.path);
        let (bytes, digest) = self.bytes(&name.to_string_lossy())?;
        if digest != mesh.sha256 {
            return Err(format!("{} is not the file that was checked", mesh.path));
        }
        let read = read_bytes(&self.find(&name), &bytes, Units::Millimetre);
        let mut found = read.map_err(|e| e.to_string())?.mesh;
        found.vertices.iter_mut().for_each(|v| *v *= mesh.scale);
        Ok(surface(&found))
    }
}

/// Lower-case hex.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect()
}

/// All facets of a mesh, and whether they close; of facets that repeat others, whichever way round,
/// one alone is read as well.
pub(crate) fn surface(mesh: &Mesh) -> Surface {
    let mut surface = as_it_is(mesh);
    let mut corners: Vec<[u32; 3]> = mesh.triangles.iter().map(|t| sorted(*t)).collect();
    corners.sort_unstable();
    if corners.windows(2).any(|pair| pair[0] == pair[1]) {
        let mut met = BTreeSet::new();
        let mut once = mesh.clone();
        once.triangles.retain(|t| met.insert(sorted(*t)));
        surface.once = Some(Box::new(as_it_is(&once)));
    }
    surface
}

/// The same for facets with the same corners, whichever way round.
fn sorted(mut corners: [u32; 3]) -> [u32; 3] {
    corners.sort_unstable();
    corners
}

fn as_it_is(mesh: &Mesh) -> Surface {
    let facets = mesh.facets().collect();
    let closed = closed(mesh);
    Surface::new(facets, closed, if closed { Vec::new() } else { shells(mesh) })
}

/// What is connected by edges, and what its edges tell; facets of no area tell nothing. Of facets
/// that repeat each other one is enough where more is told so.
fn shells(mesh: &Mesh) -> Vec<Shell> {
    let turned = |t: [u32; 3]| [t, [t[1], t[2], t[0]], [t[2], t[0], t[1]]].into_iter().min();
    let mut best: Option<([usize; 2], Vec<Shell>)> = None;
    let tries: [&dyn Fn([u32; 3]) -> Option<[u32; 3]>; 3] =
        [&|_| None, &turned, &|t| Some(sorted(t))];
    for name in tries {
        let mut met = BTreeSet::new();
        let new = |t: &[u32; 3]| name(*t).is_none_or(|name| met.insert(name));
        let kept: Vec<bool> = mesh.triangles.iter().map(new).collect();
        let shells = shells_among(mesh, &kept);
        let count = |says| shells.iter().filter(|s| s.says == says).map(|s| s.facets.len()).sum();
        let flaws = [count(Says::Nothing), count(Says::Parity)];
        if best.as_ref().is_none_or(|(least, _)| flaws < *least) {
            best = Some((flaws, shells));
        }
    }
    best.map(|(_, shells)| shells).unwrap_or_default()
}

/// The same of the facets that are kept.
fn shells_among(mesh: &Mesh, kept: &[bool]) -> Vec<Shell> {
    let sides = |t: &[u32; 3]| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
    let whole = |i: usize| {
        let t = &mesh.triangles[i];
        kept[i] && t[0] != t[1] && t[1] != t[2] && t[2] != t[0]
    };
    let mut at: BTreeMap<[u32; 2], Vec<(usize, bool)>> = BTreeMap::new();
    for facet in (0..kept.len()).filter(|&i| whole(i)) {
        for [a, b] in sides(&mesh.triangles[facet]) {
            at.entry([a.min(b), a.max(b)]).or_default().push((facet, a < b));
        }
    }
    let mut seen = vec![false; kept.len()];
    let mut shells = Vec::new();
    for first in (0..kept.len()).filter(|&i| whole(i)) {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let (mut facets, mut says) = (vec![first], Says::Winding);
        let mut next = 0;
        while let Some(&facet) = facets.get(next) {
            next += 1;
            for [a, b] in sides(&mesh.triangles[facet]) {
                let uses = &at[&[a.min(b), a.max(b)]];
                let forward = uses.iter().filter(|u| u.1).count();
                says = match (uses.len() % 2, 2 * forward == uses.len()) {
                    (0, true) => says,
                    (0, false) if says != Says::Nothing => Says::Parity,
                    _ => Says::Nothing,
                };
                for &(other, _) in uses {
                    if !std::mem::replace(&mut seen[other], true) {
                        facets.push(other);
                    }
                }
            }
        }
        shells.push(Shell { facets, says });
    }
    shells
}

/// Edges of facets that use three different corners, each with the way it is run through.
fn edges(mesh: &Mesh) -> Vec<([u32; 2], bool)> {
    let whole = mesh.triangles.iter().filter(|t| t[0] != t[1] && t[1] != t[2] && t[2] != t[0]);
    let mut edges: Vec<([u32; 2], bool)> = whole
        .flat_map(|t| (0..3).map(move |i| [t[i], t[(i + 1) % 3]]))
        .map(|[a, b]| ([a.min(b), a.max(b)], a < b))
        .collect();
    edges.sort_unstable();
    edges
}

fn closed(mesh: &Mesh) -> bool {
    let edges = edges(mesh);
    !edges.is_empty()
        && edges
            .chunk_by(|a, b| a.0 == b.0)
            .all(|uses| 2 * uses.iter().filter(|u| u.1).count() == uses.len())
}

/// Whether every edge is run through exactly twice, once each way.
pub(crate) fn watertight(mesh: &Mesh) -> bool {
    let edges = edges(mesh);
    !edges.is_empty()
        && edges.chunk_by(|a, b| a.0 == b.0).all(|uses| uses.len() == 2 && uses[0].1 != uses[1].1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_mesh::geom::Vec3;

    /// A box whose facets are all there twice, once each way round, encloses nothing as it is: a
    /// witness in it was called wrong. So was one in a box without its bottom that is there twice
    /// the same way.
    #[test]
    fn facets_that_are_there_twice_are_read_once_too() {
        let corner = |i: usize| Vec3::from_fn(|k, _| if i >> k & 1 == 1 { 4.0 } else { 0.0 });
        let quads: [[u32; 4]; 6] =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let sides = |quads: &[[u32; 4]]| -> Vec<[u32; 3]> {
            quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect()
        };
        let back = |t: &[u32; 3]| [t[0], t[2], t[1]];
        let (all, open) = (sides(&quads), sides(&quads[1..]));
        let both_ways = [&all[..], &all.iter().map(back).collect::<Vec<_>>()].concat();
        for triangles in [both_ways, [&open[..], &open].concat()] {
            let mesh = Mesh { vertices: (0..8).map(corner).collect(), triangles };
            let surface = surface(&mesh);
            assert!(surface.holds(&Vec3::new(1.7, 2.1, 3.2)));
            assert!(!surface.holds(&Vec3::new(1.7, 2.1, 4.2)));
        }
    }
}
