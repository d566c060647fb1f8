//! What a mesh holds, for people.

use std::io::{self, Write};

use crate::escape::shown;
use crate::mesh::{Description, Format};

/// Writes the facts.
pub fn print(d: &Description, out: &mut dyn Write) -> io::Result<()> {
    let format = match d.format {
        Format::StlBinary => "binary STL",
        Format::StlAscii => "ASCII STL",
        Format::Obj => "OBJ",
        Format::Ply => "PLY",
        Format::ThreeMf => "3MF",
    };
    let [lo, hi] = d.bounds_mm;
    let size = [0, 1, 2].map(|i| hi[i] - lo[i]);
    let path = shown(&d.path.display().to_string());
    writeln!(out, "file {path}: mesh, {format}, read in {}", d.units.name())?;
    writeln!(out, "  triangles    {} ({} corner points)", d.triangles, d.vertices)?;
    writeln!(out, "  size         {} mm", places(size).join(" × "))?;
    writeln!(out, "  from         {}", places(lo).join(", "))?;
    writeln!(out, "  to           {}", places(hi).join(", "))?;
    let watertight = match (d.watertight, d.inverted) {
        (true, false) => "yes".to_owned(),
        (true, true) => "yes, but inverted: the facets face inwards".to_owned(),
        (false, _) => format!(
            "no: {} open, {} non-manifold, {} flipped edges",
            d.open_edges, d.non_manifold_edges, d.flipped_edges
        ),
    };
    writeln!(out, "  watertight   {watertight}")?;
    if let Some(volume) = d.volume_mm3 {
        writeln!(out, "  volume       {volume:.3} mm³")?;
    }
    writeln!(out, "  components   {}", d.component_count)?;
    writeln!(out, "  degenerate   {}", d.degenerate)?;
    writeln!(out, "  duplicate    {}", d.duplicates)?;
    for w in &d.warnings {
        writeln!(out, "  warning[{}]: {}", w.code, shown(&w.message))?;
    }
    Ok(())
}

fn places(p: [f64; 3]) -> [String; 3] {
    p.map(|c| format!("{c:.3}"))
}
