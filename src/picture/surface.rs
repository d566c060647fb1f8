//! Every facet of the bodies with its depth, for programs that show fields over surfaces.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::deep::{Deep, deep_corners};
use super::scene::Scene;
use crate::report::data::BodyRole;
use crate::report::data::picture::{Place, Surface};
use crate::verify::{self, Region};

/// The bodies of a scene, parts first; `regions` hold its findings, worst first.
pub fn of(scene: &Scene, regions: &[Region], asked: &verify::Options) -> Vec<Surface> {
    let mut region_of = vec![0; scene.findings.len()];
    for (region, id) in regions.iter().zip(1..) {
        region.findings.iter().for_each(|&f| region_of[f as usize] = id);
    }
    let depths = deep_corners(scene, usize::MAX);
    scene
        .meshes
        .iter()
        .zip(&depths)
        .enumerate()
        .map(|(i, (mesh, corners))| {
            let fixture = i.checked_sub(scene.parts);
            let mut facets: Vec<Option<Deep>> = vec![None; mesh.triangles.len()];
            let mut put = |facet: usize, deep: Deep| {
                let slot: &mut Option<Deep> = &mut facets[facet];
                if deep.depth > slot.map_or(0.0, |s| s.depth) {
                    *slot = Some(deep);
                }
            };
            for (facet, t) in mesh.triangles.iter().enumerate() {
                t.iter().filter_map(|v| corners.get(v)).for_each(|deep| put(facet, *deep));
            }
            let own = scene.findings.gouges().enumerate().filter(|(_, f)| f.body as usize == i);
            for (finding, f) in own {
                if (f.triangle as usize) < mesh.triangles.len() {
                    let limits = asked.limits_of(f.case());
                    let kept = if fixture.is_none() { limits.allowance } else { 0.0 };
                    let depth = f.depth[0] - kept.max(0.0);
                    put(f.triangle as usize, Deep { depth, finding });
                }
            }
            let place = |index: u32, deep: &Deep| Place {
                index,
                depth_mm: deep.depth,
                region: region_of[deep.finding],
            };
            let mut vertex_depths: Vec<Place> = corners.iter().map(|(v, d)| place(*v, d)).collect();
            vertex_depths.sort_by_key(|p| p.index);
            let points = mesh.vertices.iter().map(|v| scene.placement.work_to_part(*v));
            let bytes = points.flat_map(<[f64; 3]>::from).flat_map(f64::to_le_bytes);
            let corners = mesh.triangles.iter().flatten().flat_map(|v| v.to_le_bytes());
            Surface {
                role: if fixture.is_none() { BodyRole::Part } else { BodyRole::Fixture },
                body: fixture.unwrap_or(i) as u32,
                vertices_mm: STANDARD.encode(bytes.collect::<Vec<u8>>()),
                triangles: STANDARD.encode(corners.collect::<Vec<u8>>()),
                vertex_depths,
                facet_depths: facets
                    .iter()
                    .zip(0..)
                    .filter_map(|(deep, facet)| deep.as_ref().map(|deep| place(facet, deep)))
                    .collect(),
            }
        })
        .collect()
}
