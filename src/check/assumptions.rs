//! The assumptions that the verdict rests on and nothing proves.

use super::placed_mesh::PlacedMesh;
use super::read::Read;
use super::{Check, Opened};
use crate::geom::Aabb;
use crate::mesh::Says;
use crate::nc::Manner;
use crate::report::data::Assumption;
use crate::verify;

/// The name of every assumption beside those of the interpreter, and what is assumed.
pub(crate) const ASSUMPTIONS: [(&str, &str); 8] = [
    ("start", "where the tool stands at first (--start)"),
    ("home", "where machine zero lies (--home)"),
    ("tool", "tools that comments or libraries describe, and which is in the spindle"),
    ("operation", "where an operation ends that has rules of its own"),
    ("material", "where the material is beside an open surface"),
    ("cracks", "cracks that come only from rounding are closed"),
    ("faces", "how non-planar faces are triangulated"),
    ("transform", "a transform whose numbers are a rotation but for rounding is one"),
];

impl Check {
    /// What nothing proves: of the settings and the program first, then of tools, then of meshes.
    pub(super) fn assumptions(
        &self,
        opened: &Opened,
        loaded: &[PlacedMesh],
        outcome: &verify::Outcome,
    ) -> Vec<Assumption> {
        let mut all = opened.assumptions.clone();
        all.extend(self.facts(&opened.read));
        all.extend(self.unclear_ends(opened));
        all.extend(opened.tools.assumptions.iter().cloned());
        if outcome.coverage.checked > 0 {
            all.extend(material(loaded));
            all.extend(cracks(loaded));
            all.extend(bent(loaded));
        }
        all.extend(self.rounded(loaded));
        all
    }

    /// Where the program begins, where machine zero lies, what the interpreter took for granted.
    fn facts(&self, read: &Read) -> Vec<Assumption> {
        let point = |p: [Option<f64>; 3]| {
            let axes = ["X", "Y", "Z"].iter().zip(p);
            let known = axes.filter_map(|(axis, v)| v.map(|v| format!("{axis}{v}")));
            known.collect::<Vec<_>>().join(" ")
        };
        let declared = |name: &str, value: Option<[Option<f64>; 3]>| {
            value.map(|p| Assumption {
                name: name.to_owned(),
                value: point(p),
                source: self.settings.source(name).unwrap_or("option").to_owned(),
            })
        };
        let rests = |m: &Manner| m.machine || self.travel.stated().is_some();
        let home = self.reading.home.filter(|_| read.motions.manners().any(rests));
        let declared =
            declared("start", self.reading.start).into_iter().chain(declared("home", home));
        let of_program = read.assumptions.iter().map(|a| Assumption {
            name: a.name.to_owned(),
            value: a.value.clone(),
            source: format!("line {}", a.span.line),
        });
        declared.chain(of_program).collect()
    }

    /// That the numbers of a transform are a rotation but for rounding.
    fn rounded(&self, loaded: &[PlacedMesh]) -> Option<Assumption> {
        let all = loaded.iter().map(|l| l.mesh.bounds()).fold(Aabb::EMPTY, |a, b| a.union(&b));
        let corner = |i: usize| {
            let at = |axis: usize| if i >> axis & 1 == 0 { all.lo[axis] } else { all.hi[axis] };
            self.placement.off_mm(self.placement.work_to_part([at(0), at(1), at(2)].into()))
        };
        // The farthest point of a box is one of its corners.
        let off = if all.is_empty() { 0.0 } else { (0..8).map(corner).fold(0.0, f64::max) };
        let source = self.settings.source("transform").unwrap_or("option").to_owned();
        // Rounded up in the two digits that are written.
        (off > 0.0).then(|| Assumption {
            name: "transform".to_owned(),
            value: format!(
                "the nearest rotation, up to {:.1e} mm from where its rounded numbers put the part",
                1.05 * off
            ),
            source,
        })
    }
}

/// On which side of an open surface the material is.
fn material(loaded: &[PlacedMesh]) -> impl Iterator<Item = Assumption> {
    let open = |l: &&PlacedMesh| {
        let mut facets = 0..l.mesh.triangles.len();
        facets.any(|i| l.defects.shells.says(i) == Says::Loose)
    };
    loaded.iter().filter(open).map(|l| Assumption {
        name: "material".to_owned(),
        value: "below the surface, away from its normals, where it is open".to_owned(),
        source: l.input.path.clone(),
    })
}

/// That what fits but for rounding is one surface.
fn cracks(loaded: &[PlacedMesh]) -> impl Iterator<Item = Assumption> {
    let cracked = loaded.iter().filter(|l| l.defects.shells.crack_mm() > 0.0);
    cracked.map(|l| Assumption {
        name: "cracks".to_owned(),
        value: format!("closed, no wider than {:.1e} mm", l.defects.shells.crack_mm()),
        source: l.input.path.clone(),
    })
}

/// How faces that are not flat are cut into triangles: a file does not say.
fn bent(loaded: &[PlacedMesh]) -> impl Iterator<Item = Assumption> {
    loaded.iter().filter(|l| l.bent > 0.0).map(|l| Assumption {
        name: "faces".to_owned(),
        value: format!(
            "as cut into triangles here; cut another way, up to {:.4} mm elsewhere",
            l.bent
        ),
        source: l.input.path.clone(),
    })
}
