//! Bodies with their depths, unpacked for the formats that show them.

use std::io;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::report::data::Report;
use crate::report::data::picture::Place;

/// What is said when a report without depths is to be shown over its meshes.
const NO_SURFACES: &str = "the report holds no depths of the surface: check again with --pictures";

/// All bodies of a report as one mesh.
#[derive(Default)]
pub(super) struct Field {
    /// Corners, part coordinates, mm.
    pub points: Vec<[f64; 3]>,
    /// Depth of each corner, mm, and its region; 0 for none.
    pub at_points: Vec<(f64, u32)>,
    /// Corners of each facet.
    pub facets: Vec<[u32; 3]>,
    /// Depth of each facet, mm, and its region; 0 for none.
    pub at_facets: Vec<(f64, u32)>,
    /// Body of each facet: parts first, then fixtures.
    pub bodies: Vec<u32>,
}

impl Field {
    /// That of `report`.
    pub fn of(report: &Report) -> io::Result<Self> {
        let surfaces = report
            .surfaces
            .as_ref()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, NO_SURFACES))?;
        let mut all = Self::default();
        for (surface, body) in surfaces.iter().zip(0..) {
            let first = all.points.len();
            let numbers = unpacked(&surface.vertices_mm, f64::from_le_bytes)?;
            all.points.extend(numbers.as_chunks().0);
            let indices = unpacked(&surface.triangles, u32::from_le_bytes)?;
            let last = all.points.len() - first;
            for corners in indices.as_chunks().0 {
                if corners.iter().any(|&c| c as usize >= last) {
                    return Err(damaged());
                }
                all.facets.push(corners.map(|c| c + first as u32));
                all.bodies.push(body);
            }
            spread(&surface.vertex_depths, all.points.len(), &mut all.at_points)?;
            spread(&surface.facet_depths, all.facets.len(), &mut all.at_facets)?;
        }
        Ok(all)
    }
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the report's depths of the surface are damaged")
}

fn unpacked<T, const N: usize>(text: &str, number: fn([u8; N]) -> T) -> io::Result<Vec<T>> {
    let bytes = STANDARD.decode(text).map_err(|_| damaged())?;
    Ok(bytes.as_chunks().0.iter().copied().map(number).collect())
}

/// Makes `all` `until` long, places where the depths say and nothing elsewhere.
fn spread(places: &[Place], until: usize, all: &mut Vec<(f64, u32)>) -> io::Result<()> {
    let first = all.len();
    all.resize(until, (0.0, 0));
    for place in places {
        let slot = all[first..].get_mut(place.index as usize).ok_or_else(damaged)?;
        *slot = (place.depth_mm, place.region);
    }
    Ok(())
}
