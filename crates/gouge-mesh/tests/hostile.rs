//! Part files that make no sense: reading them ends with a mesh or an error message, in bounded
//! memory.
//!
//! `GOUGE_FUZZ=1000000 cargo test -p gouge-mesh --test hostile` tries more than the default.

use std::io::{Cursor, Write};
use std::path::Path;

use gouge_mesh::mesh::{Units, defects, describe, read_bytes};
use gouge_random::{Random, inputs};
use zip::write::SimpleFileOptions;

/// Inputs of each format by default.
const FEW: u64 = 3_000;

/// Reads what may be a mesh and looks at it as `gouge info` would.
fn read(name: &str, bytes: &[u8]) {
    let path = Path::new(name);
    match read_bytes(path, bytes, Units::Millimetre) {
        Ok(loaded) => {
            let report = defects::examine(&loaded.mesh);
            assert!(loaded.mesh.vertices.iter().all(|v| v.iter().all(|x| x.is_finite())));
            let count = loaded.mesh.vertices.len() as u32;
            assert!(loaded.mesh.triangles.iter().flatten().all(|&v| v < count));
            assert!(report.watertight || !loaded.mesh.triangles.is_empty());
            let _ = describe(path, &loaded);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn search(name: &str, seed: u64, corpus: &[&[u8]]) {
    let mut random = Random::new(seed);
    for _ in 0..inputs(FEW) {
        read(name, &random.mutated(corpus));
    }
}

/// A tetrahedron.
const CORNERS: [[f32; 3]; 4] = [[0.0; 3], [9.0, 0.0, 0.0], [0.0, 8.0, 0.0], [0.0, 0.0, 7.0]];
const FACETS: [[usize; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

fn binary_stl() -> Vec<u8> {
    let mut bytes = [b"solid header".as_slice(), &[b' '; 68]].concat();
    bytes.extend((FACETS.len() as u32).to_le_bytes());
    for facet in FACETS {
        bytes.extend([0; 12]);
        for x in facet.iter().flat_map(|&v| CORNERS[v]) {
            bytes.extend(x.to_le_bytes());
        }
        bytes.extend([0; 2]);
    }
    bytes
}

#[test]
fn stl() {
    let mut ascii = String::from("solid part\n");
    for facet in FACETS {
        ascii += "facet normal 0 0 1\nouter loop\n";
        for [x, y, z] in facet.map(|v| CORNERS[v]) {
            ascii += &format!("vertex {x} {y} {z}e0\n");
        }
        ascii += "endloop\nendfacet\n";
    }
    ascii += "endsolid part\n";
    let binary = binary_stl();
    search("a.stl", 1, &[ascii.as_bytes(), &binary, b"solid\nendsolid\nSOLID b\nendsolid\n"]);
}

#[test]
fn obj() {
    search(
        "a.obj",
        2,
        &[
            b"# part\nmtllib a.mtl\no a\nv 0 0 0\nv 9 0 0 1.0\nv 0 8 0\nv 0 0 7\nvn 0 0 1\nvt 0 1\n\
              f 1 3 2\nf 1//1 2//1 4//1\nf -4/1 -1/1 -2/1\ng b\ns off\nusemtl x\nf 2/1/1 3/1/1 4/1/1\n",
            b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\nl 1 2\np 1\nf 1 2 \\\n3\n",
        ],
    );
}

#[test]
fn ply() {
    let head = |format: &str| {
        format!(
            "ply\nformat {format} 1.0\ncomment a\nelement vertex 4\nproperty float x\n\
             property float y\nproperty double z\nproperty uchar red\nelement face 4\n\
             property list uchar int vertex_indices\nend_header\n"
        )
    };
    let mut ascii = head("ascii");
    for [x, y, z] in CORNERS {
        ascii += &format!("{x} {y} {z} 255\n");
    }
    for [a, b, c] in FACETS {
        ascii += &format!("3 {a} {b} {c}\n");
    }
    let mut little = head("binary_little_endian").into_bytes();
    let mut big = head("binary_big_endian").into_bytes();
    for [x, y, z] in CORNERS {
        for v in [x, y] {
            little.extend(v.to_le_bytes());
            big.extend(v.to_be_bytes());
        }
        little.extend(f64::from(z).to_le_bytes());
        big.extend(f64::from(z).to_be_bytes());
        little.push(7);
        big.push(7);
    }
    for facet in FACETS {
        little.push(3);
        big.push(3);
        for v in facet {
            little.extend((v as i32).to_le_bytes());
            big.extend((v as i32).to_be_bytes());
        }
    }
    search("a.ply", 3, &[ascii.as_bytes(), &little, &big]);
}

const RELATIONS: &[u8] = br#"<?xml version="1.0"?><Relationships><Relationship Target="/3D/a.model" Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>"#;

const MODELS: [&[u8]; 2] = [
    br#"<?xml version="1.0" encoding="UTF-8"?><model unit="inch"><resources><object id="1" type="model"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="9" y="0" z="0"/><vertex x="0" y="8" z="0"/><vertex x="0" y="0" z="7"/></vertices><triangles><triangle v1="0" v2="2" v3="1"/><triangle v1="0" v2="1" v3="3"/><triangle v1="0" v2="3" v3="2"/><triangle v1="1" v2="2" v3="3"/></triangles></mesh></object></resources><build><item objectid="1"/></build></model>"#,
    br#"<model><resources><object id="1"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices><triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh></object><object id="2"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 5 5 5"/><component objectid="1" p:path="/3D/b.model"/></components></object></resources><build><item objectid="2" transform="0 1 0 -1 0 0 0 0 1 0 0 0"/></build></model>"#,
];

fn package(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let plain = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, bytes) in entries {
        zip.start_file(*name, plain).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Damage to the models in a sound package, and to the package.
#[test]
fn threemf() {
    let sound = package(&[("_rels/.rels", RELATIONS), ("3D/a.model", MODELS[0])]);
    let nested = package(&[("3D/3dmodel.model", MODELS[1]), ("3D/b.model", MODELS[0])]);
    let mut random = Random::new(4);
    for i in 0..inputs(FEW) {
        let bytes = match i % 4 {
            0 => random.mutated(&[&sound, &nested]),
            1 => package(&[
                ("_rels/.rels", &random.mutated(&[RELATIONS])),
                ("3D/a.model", MODELS[0]),
            ]),
            _ => package(&[
                ("3D/3dmodel.model", &random.mutated(&MODELS)),
                ("3D/b.model", MODELS[random.below(2)]),
            ]),
        };
        read("a.3mf", &bytes);
    }
}

#[test]
fn names_decide_nothing_that_content_contradicts() {
    let binary = binary_stl();
    let mut random = Random::new(5);
    for _ in 0..inputs(FEW) / 4 {
        let name = ["a", "a.stl", "a.obj", "a.ply", "a.3mf", "a.step", "a.tools"][random.below(7)];
        read(name, &random.mutated(&[&binary, RELATIONS, b"ply\nformat", b"v 0 0 0\n", b"solid"]));
    }
}
