//! Real files beside the project: all of them load, with the counts their list states.

use std::collections::BTreeMap;
use std::fs;

use gouge::mesh::{Units, defects, read};

use super::shared;

/// Counts that the list states per polygon, or per object and not per placed one.
const PLACED: [(&str, usize); 6] = [
    ("meshes/assimp/production_components.3mf", 8),
    ("meshes/trimesh/counterXP.3MF", 83750),
    ("meshes/trimesh/negative_indices.obj", 12),
    ("meshes/trimesh/pyramids.3mf", 3276),
    ("meshes/trimesh/tube.obj", 120),
    ("meshes/trimesh/wallhole.obj", 66),
];

#[test]
fn every_part_loads_with_its_count() {
    let Some(folder) = shared() else { return };
    let list = fs::read_to_string(folder.join("SOURCES.md")).unwrap();
    let placed = BTreeMap::from(PLACED);
    let mut seen = 0;
    for row in list.lines().filter(|l| l.starts_with("| meshes/")) {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let (name, content) = (cells[1], cells[4]);
        let stated: usize = content.split(' ').next().unwrap().parse().unwrap();
        let expected = placed.get(name).copied().unwrap_or(stated);
        let part =
            read(&folder.join(name), Units::Millimetre).unwrap_or_else(|e| panic!("{name}: {e}"));
        let report = defects::examine(&part.mesh);
        eprintln!(
            "{name}: {} watertight {} inverted {} degenerate {} duplicates {} open {} pieces {}",
            report.triangles,
            report.watertight,
            report.inverted,
            report.degenerate,
            report.duplicates,
            report.open_edges,
            report.components.len()
        );
        assert_eq!(part.mesh.triangles.len(), expected, "{name}");
        seen += 1;
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn malformed_files_are_read_or_refused_with_reason() {
    let Some(folder) = shared() else { return };
    for (name, expected) in [
        ("assimp/empty.obj", Err("the file is empty")),
        ("assimp/malformed.obj", Err("malformed.obj:23:5: a face uses vertex 12")),
        ("assimp/triangle_with_empty_solid.stl", Ok(1)),
        ("opencamlib/failedinpycam.stl", Ok(428)),
        ("pycam/problem_1_triangle.stl", Ok(1)),
        ("trimesh/empty.obj", Err("neither vertices nor faces")),
        ("trimesh/empty.stl", Err("solid `Empty` (line 1) holds no facets")),
        ("trimesh/nancolor.obj", Ok(12)),
        ("trimesh/notenoughindices.obj", Err("notenoughindices.obj:9:1: expected a face")),
        ("trimesh/obj_points.obj", Err("8 vertices but no faces")),
        ("trimesh/soup.stl", Ok(100)),
        ("trimesh/stl_empty_ascii.stl", Err("holds no facets")),
        ("trimesh/stl_empty_bin.stl", Err("holds no triangles")),
        ("trimesh/two_objects_mixed_case_names.stl", Ok(24)),
        ("gsender/longmill-line_invalid_gcode.nc", Err("not a part file")),
    ] {
        let result = read(&folder.join("malformed").join(name), Units::Millimetre);
        match (result, expected) {
            (Ok(part), Ok(count)) => assert_eq!(part.mesh.triangles.len(), count, "{name}"),
            (Err(error), Err(what)) => {
                assert!(error.to_string().contains(what), "{name}: {error}");
            }
            (result, _) => panic!("{name}: {:?}", result.map(|p| p.mesh.triangles.len())),
        }
    }
}
