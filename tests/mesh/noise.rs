//! Readers never panic, whatever the bytes.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::{load, shared};

/// Random byte strings per reader; `GOUGE_NOISE` overrides.
fn cases() -> u32 {
    std::env::var("GOUGE_NOISE").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000)
}

const READERS: [(&str, &[u8]); 8] = [
    ("a.stl", b""),
    ("a.stl", b"solid a\n"),
    ("a.stl", b"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n"),
    ("a.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 1\nf "),
    ("a.ply", b"ply\nformat ascii 1.0\n"),
    ("a.ply", b"ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 9\nproperty list uint int vertex_indices\nend_header\n"),
    ("a.ply", b"ply\nformat binary_big_endian 1.0\nelement x 4000000000\nproperty list double char x\nend_header\n"),
    ("a.3mf", b"PK\x03\x04"),
];

#[test]
fn random_bytes_never_panic() {
    for (name, prefix) in READERS {
        let mut runner = TestRunner::new(Config { cases: cases(), ..Config::default() });
        let bytes = proptest::collection::vec(any::<u8>(), 0..300);
        runner
            .run(&bytes, |tail| {
                let _ = load(name, &[prefix, &tail].concat());
                Ok(())
            })
            .unwrap();
    }
}

/// Words of the formats in random order get further than random bytes.
#[test]
fn random_words_never_panic() {
    const WORDS: [&str; 44] = [
        "solid",
        "endsolid",
        "facet normal 0 0 1\n",
        "outer loop\n",
        "vertex",
        "vertex 0 0 1\n",
        "endloop\n",
        "endfacet\n",
        "\n",
        " ",
        "0",
        "-1",
        "1e39",
        "nan",
        "v 1 2 3\n",
        "f 1 2 3\n",
        "f",
        "f 1 2 3 4 5\n",
        "\\\n",
        "#",
        "/",
        "//",
        "ply\n",
        "format ascii 1.0\n",
        "format binary_little_endian 1.0\n",
        "format binary_big_endian 1.0\n",
        "element vertex 3\n",
        "element face 2\n",
        "element x 99999999999\n",
        "element vertex 18446744073709551615\n",
        "property float x\n",
        "property float y\n",
        "property float z\n",
        "property list uchar int vertex_indices\n",
        "property list int double vertex_index\n",
        "property list float char x\n",
        "end_header\n",
        "\0\0\0\0",
        "\u{1}",
        "3 0 1 2\n",
        "4 0 1 2 0\n",
        "0 0 1\n",
        "property uchar x\n",
        "comment x\n",
    ];
    for name in ["a.stl", "a.obj", "a.ply"] {
        let prefixes: &[&str] = match name {
            "a.stl" => &["solid a\n"],
            "a.obj" => &["v 0 0 0\nv 1 0 0\nv 0 1 0\n"],
            _ => &["ply\nformat ascii 1.0\n", "ply\nformat binary_little_endian 1.0\n"],
        };
        let mut runner = TestRunner::new(Config { cases: cases(), ..Config::default() });
        let words = proptest::collection::vec(proptest::sample::select(&WORDS[..]), 0..60);
        runner
            .run(&(words, proptest::sample::select(prefixes)), |(words, prefix)| {
                let _ = load(name, format!("{prefix}{}", words.concat()).as_bytes());
                Ok(())
            })
            .unwrap();
    }
}

#[test]
fn altered_real_files_never_panic() {
    let Some(folder) = shared() else { return };
    for name in [
        "malformed/trimesh/soup.stl",
        "malformed/trimesh/two_objects_mixed_case_names.stl",
        "meshes/trimesh/negative_indices.obj",
        "meshes/assimp/box.3mf",
        "meshes/assimp/production_components.3mf",
        "meshes/pycam/Box0.stl",
        "meshes/fabex/first_down_Cube.stl",
    ] {
        let whole = std::fs::read(folder.join(name)).unwrap();
        let mut runner = TestRunner::new(Config { cases: cases(), ..Config::default() });
        let length = whole.len();
        let changes = proptest::collection::vec((0..length, any::<u8>()), 0..6);
        runner
            .run(&(changes, 0..=length, 0..length), |(changes, end, cut)| {
                let mut bytes = whole.clone();
                for (at, value) in changes {
                    bytes[at] = value;
                }
                // Some whole, some cut short, some with a piece missing inside.
                match end % 3 {
                    0 => {}
                    1 => bytes.truncate(end),
                    _ => drop(bytes.drain(end.min(cut)..end.max(cut))),
                }
                let _ = load(name, &bytes);
                Ok(())
            })
            .unwrap();
    }
}
