//! Small files of every format, written out here.

use std::io::Write;
use std::path::Path;

use gouge::mesh::{Format, Mesh, Units, read, read_bytes, write_stl_to};

use super::{load, refusal};

const FACET: &str = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n\
                     endloop\nendfacet\n";

fn binary(header: &[u8], count: u32, triangles: &[[f32; 9]]) -> Vec<u8> {
    let mut bytes = vec![b' '; 80];
    bytes[..header.len()].copy_from_slice(header);
    bytes.extend(count.to_le_bytes());
    for t in triangles {
        bytes.extend([0; 12]);
        bytes.extend(t.iter().flat_map(|c| c.to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

const ONE: [f32; 9] = [0., 0., 0., 1., 0., 0., -0., 1., 0.];

#[test]
fn binary_stl() {
    let part = load("a.stl", &binary(b"part", 2, &[ONE, ONE])).unwrap();
    assert_eq!(part.format, Format::StlBinary);
    assert_eq!(part.mesh.triangles, [[0, 1, 2], [0, 1, 2]]);
    assert!(part.warnings.is_empty());
}

#[test]
fn binary_stl_that_begins_with_solid() {
    for header in [&b"solid"[..], b"solid part\n", b"SOLID facet normal\n"] {
        let part = load("a.stl", &binary(header, 1, &[ONE])).unwrap();
        assert_eq!((part.format, part.mesh.triangles.len()), (Format::StlBinary, 1));
    }
}

#[test]
fn content_goes_before_extension() {
    assert_eq!(load("a.obj", &binary(b"", 1, &[ONE])).unwrap().format, Format::StlBinary);
    let text = format!("solid a\n{FACET}endsolid a\n");
    assert_eq!(load("a.ply", text.as_bytes()).unwrap().format, Format::StlAscii);
    let obj = b"# made\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    assert_eq!(load("a", obj).unwrap().format, Format::Obj);
}

#[test]
fn binary_stl_counts() {
    let mut padded = binary(b"part", 1, &[ONE]);
    padded.extend([7; 49]);
    let part = load("a.stl", &padded).unwrap();
    assert_eq!(part.warnings[0].code, "M101");
    assert!(part.warnings[0].message.starts_with("49 bytes"));

    let hidden = refusal("a.stl", &binary(b"part", 1, &[ONE, ONE]));
    assert!(hidden.contains("byte 80") && hidden.contains("room for 2"), "{hidden}");
    let cut = refusal("a.stl", &binary(b"part", 3, &[ONE, ONE]));
    assert!(cut.contains("byte 80") && cut.contains("3 triangles (234 bytes)"), "{cut}");
    let huge = refusal("a.stl", &binary(b"part", u32::MAX, &[ONE]));
    assert!(huge.contains("4294967295 triangles (214748364834 bytes)"), "{huge}");
    let solid = refusal("a.stl", &binary(b"solid part", 3, &[ONE]));
    assert!(solid.contains("room for 1"), "{solid}");
    let short = refusal("a.stl", b"only a header");
    assert!(short.contains("byte 13") && short.contains("triangle count"), "{short}");
    let none = refusal("a.stl", &binary(b"part", 0, &[]));
    assert!(none.contains("this binary STL holds no triangles"), "{none}");
}

#[test]
fn binary_stl_with_wrong_numbers() {
    for (bad, at) in [(f32::NAN, 0), (f32::INFINITY, 5), (f32::NEG_INFINITY, 8)] {
        let mut second = ONE;
        second[at] = bad;
        let message = refusal("a.stl", &binary(b"part", 2, &[ONE, second]));
        let place = format!("byte {}", 84 + 50 + 12 + 4 * at);
        assert!(message.contains(&place) && message.contains("vertex 2"), "{message}");
    }
}

#[test]
fn ascii_stl_oddities() {
    for text in [
        format!("solid a\n{FACET}endsolid a\n"),
        format!("solid\n{FACET}endsolid"),
        format!("SOLID Part\r\n{}ENDSOLID\r\n", FACET.to_uppercase().replace('\n', "\r\n")),
        format!("\u{feff}solid a\n{FACET}endsolid\n"),
        format!("\n \t\n   solid a\n\n{}\n   endsolid a\n\n", FACET.replace('\n', "\n\n  ")),
        format!("solid a\r{}endsolid\r", FACET.replace('\n', "\r")),
        format!("solid a\n{}endsolid\n", FACET.replace("0 0 1\n", "nan nan nan\n")),
        format!("solid facet\n{FACET}endsolid facet\n"),
    ] {
        let part = load("a.stl", text.as_bytes()).unwrap_or_else(|e| panic!("{text:?}: {e}"));
        assert_eq!(part.format, Format::StlAscii);
        assert_eq!(part.mesh.triangles, [[0, 1, 2]], "{text:?}");
    }
    let latin = [b"solid M\xFCller\n", FACET.as_bytes(), b"endsolid M\xFCller\n"].concat();
    assert_eq!(load("a.stl", &latin).unwrap().mesh.triangles.len(), 1);
}

/// Numbers were rounded to single precision: a block's top at 1000000.03 came down to 1000000, and
/// a cutter that ran along there was clean.
#[test]
fn the_numbers_of_ascii_stl_are_not_rounded() {
    let far = FACET.replace("vertex 0 0 0", "VERTEX 0.1 -1000000.03 1e-7");
    let text = format!("solid a\n{far}{FACET}endsolid\n");
    let part = load("a.stl", text.as_bytes()).unwrap();
    let corner: [f64; 3] = part.mesh.vertices[0].into();
    assert_eq!(corner, [0.1, -1_000_000.03, 1e-7]);
    let other: [f64; 3] = part.mesh.vertices[3].into();
    assert_eq!(other, [0.0; 3]);
}

/// A text that lost its first line, or has a comment there, was told that a billion triangles were
/// cut off; zeros behind it made it a binary file.
#[test]
fn text_stl_that_does_not_begin_with_solid_is_refused_for_that() {
    let facet = format!("{FACET}endsolid a\n");
    let read = |text: String| read_bytes(Path::new("a.stl"), text.as_bytes(), Units::default());
    let whole = read(format!("solid a\n{facet}{}", "\0".repeat(300))).unwrap();
    assert_eq!(whole.mesh.triangles.len(), 1);
    for (head, found) in
        [("", "facet normal 0 0 1"), ("# made by hand\nsolid a\n", "# made by hand")]
    {
        let error = read(format!("{head}{facet}{}", " ".repeat(80))).unwrap_err().to_string();
        assert!(error.contains(&format!("expected `solid`, found `{found}`")), "{error}");
    }
}

#[test]
fn ascii_stl_with_several_solids() {
    let other = FACET.replace("vertex 0 0 0", "vertex 0 0 5");
    let text =
        format!("solid a\n{FACET}endsolid a\nsolid\nendsolid\n\nSolid b\n{other}{FACET}endsolid\n");
    let part = load("a.stl", text.as_bytes()).unwrap();
    assert_eq!(part.mesh.triangles, [[0, 1, 2], [3, 1, 2], [0, 1, 2]]);
    assert_eq!(part.warnings.len(), 1);
    assert_eq!(part.warnings[0].code, "M102");
    assert!(part.warnings[0].message.contains("line 10"), "{:?}", part.warnings);
}

#[test]
fn ascii_stl_with_faults() {
    let broken = |from: &str, to: &str| {
        let text = format!("solid a\n{FACET}{}endsolid a\n", FACET.replace(from, to));
        refusal("a.stl", text.as_bytes())
    };
    let nan = broken("vertex 1 0 0", "vertex 1 nan 0");
    assert!(nan.contains("a.stl:12:10") && nan.contains("vertex 2"), "{nan}");
    let big = broken("vertex 1 0 0", "vertex 1e40 0 0");
    assert!(big.contains("a.stl:12:8: coordinate `1e40`"), "{big}");
    let word = broken("vertex 1 0 0", "  vertex 1 0 O");
    assert!(word.contains("a.stl:12:14: expected a number, found `O`"), "{word}");
    let short = broken("vertex 1 0 0\n", "");
    assert!(short.contains("a.stl:13:1: expected `vertex x y z`, found `endloop`"), "{short}");
    let four = broken("endloop", "vertex 1 1 1\nendloop");
    assert!(four.contains("a.stl:14:1: expected `endloop`"), "{four}");
    let split = broken("endfacet\n", "endsolid\nsolid b\nendfacet\n");
    assert!(split.contains("a.stl:15:1: expected `endfacet`, found `endsolid`"), "{split}");
    let noise = broken("outer loop", "\u{1}\u{ff}?");
    assert!(noise.contains("a.stl:10:1: expected `outer loop`, found `????`"), "{noise}");

    let whole = format!("solid a\n{FACET}{FACET}endsolid a\n");
    for length in 5..whole.len() - "endsolid a\n".len() + 8 {
        let message = refusal("a.stl", &whole.as_bytes()[..length]);
        assert!(message.starts_with("a.stl"), "{message}");
    }
    let ended = refusal("a.stl", format!("solid a\n{FACET}").as_bytes());
    assert!(ended.contains("ends before `facet normal nx ny nz` or `endsolid`"), "{ended}");
}

#[test]
fn empty_files_say_what_is_empty() {
    assert!(refusal("a.stl", b"").contains("the file is empty"));
    let named = refusal("a.stl", b"solid Lid\nendsolid Lid\n");
    assert!(named.contains("solid `Lid` (line 1) holds no facets"), "{named}");
    let several = refusal("a.stl", b"solid a\nendsolid\nsolid b\nendsolid\n");
    assert!(several.contains("no facets in any of its solids"), "{several}");
    assert!(refusal("a.obj", b"v 0 0 0\n").contains("1 vertices but no faces"));
    assert!(refusal("a.obj", b"# nothing\n").contains("neither vertices nor faces"));
}

#[test]
fn unknown_content() {
    let message = refusal("part.step", b"ISO-10303-21;\nHEADER;\n");
    assert!(message.contains("this is a STEP file"), "{message}");
    assert!(message.contains("export it as binary STL"), "{message}");
}

#[test]
fn obj() {
    let text = b"mtllib a.mtl\no M\xFCller\nv 0 0 0\nv 2 0 0 # corner\nv 2 2 0 1 0 0\n\
                 v 0 2 0\nvn 0 0 1\ng side\nf 1//1 2//1 3//1 \\\n 4//1\nv 1 1 5\nf -1 -4 1/7/9\n";
    let part = load("a.obj", text).unwrap();
    assert_eq!(part.mesh.triangles.len(), 3);
    assert_eq!(part.mesh.triangle(2).map(|v| v.x), [1., 2., 0.]);

    let three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    for (face, place) in [
        ("f 1 2 4", "a.obj:4:7: a face uses vertex 4, but there are 3"),
        ("f 0 1 2", "a.obj:4:3: a face uses vertex 0"),
        ("f 1 2 -4", "a.obj:4:7: a face uses vertex -4"),
        ("f 1 2", "a.obj:4:1: expected a face of at least three corners"),
        ("f 1 2 x", "a.obj:4:7: expected a vertex number, found `x`"),
        ("v 1 nan 3", "a.obj:4:5: coordinate `nan` of triangle or vertex 4"),
        ("v 1 2", "a.obj:4:1: expected three coordinates"),
        ("v 1 2 z", "a.obj:4:7: expected a number, found `z`"),
        ("surf 0 1 0 1 1 2", "a.obj:4:1: `surf` statements are not supported"),
    ] {
        let message = refusal("a.obj", format!("{three}{face}\nf 1 2 3\n").as_bytes());
        assert!(message.starts_with(place), "{message}");
    }
}

fn ply(format: &str, numbers: impl Fn(f64, bool) -> Vec<u8>) -> Vec<u8> {
    let mut bytes = format!("ply\nformat {format} 1.0\ncomment from M").into_bytes();
    bytes.extend(
        b"\xFCller\nelement vertex 4\nproperty float x\nproperty float y\nproperty uchar red\n\
          property float z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n",
    );
    for [x, y, z] in [[0., 0., 0.], [1., 0., 0.], [1., 1., 0.], [0., 1., 0.5]] {
        bytes.extend([numbers(x, true), numbers(y, true), numbers(255., false)].concat());
        bytes.extend(numbers(z, true));
    }
    let face = |corners: &[f64]| {
        let mut bytes = numbers(corners.len() as f64, false);
        for corner in corners {
            // The crate reads an int where the header says so; a float of the same size here
            // would not do.
            bytes.extend(match format {
                "ascii" => numbers(*corner, false),
                "binary_big_endian" => (*corner as i32).to_be_bytes().to_vec(),
                _ => (*corner as i32).to_le_bytes().to_vec(),
            });
        }
        bytes
    };
    bytes.extend(face(&[0., 1., 2., 3.]));
    bytes.extend(face(&[0., 2., 1.]));
    bytes
}

fn plies() -> [Vec<u8>; 3] {
    let small = |v: f64| vec![v as u8];
    [
        ply("ascii", |v, _| format!("{v}\n").replace('\n', " ").into_bytes()),
        ply(
            "binary_little_endian",
            |v, f| if f { (v as f32).to_le_bytes().into() } else { small(v) },
        ),
        ply("binary_big_endian", |v, f| if f { (v as f32).to_be_bytes().into() } else { small(v) }),
    ]
}

#[test]
fn ply_in_every_encoding() {
    let [text, little, big] = plies();
    // The text needs its line ends, one element a line.
    let head = text.windows(11).position(|w| w == b"end_header\n").unwrap() + 11;
    let words: Vec<_> = std::str::from_utf8(&text[head..]).unwrap().split_whitespace().collect();
    let (vertices, faces) = words.split_at(16);
    let mut lines: Vec<String> = vertices.chunks(4).map(|l| l.join(" ")).collect();
    lines.extend([faces[..5].join(" "), faces[5..].join(" ")]);
    let text = [&text[..head], lines.join("\n").as_bytes(), b"\n"].concat();
    let meshes = [&text, &little, &big].map(|bytes| {
        let part = load("a.ply", bytes).unwrap();
        assert_eq!(part.format, Format::Ply);
        // Its face of four corners is not flat.
        assert_eq!(part.warnings.iter().map(|w| w.code).collect::<Vec<_>>(), ["M111"]);
        part.mesh
    });
    assert_eq!(meshes[0].triangles.len(), 3);
    assert_eq!(meshes[0].vertices.len(), 4);
    assert!(meshes.iter().all(|m| *m == meshes[0]));

    for cut in [1, 5, 20] {
        let message = refusal("a.ply", &little[..little.len() - cut]);
        assert!(message.contains(": byte ") && message.contains("ends before"), "{message}");
    }
    let message = refusal("a.ply", &text[..text.len() - 10]);
    assert!(message.starts_with("a.ply:"), "{message}");
    let nan = String::from_utf8_lossy(&text).replace("1 0 255 0", "1 nan 255 0");
    let message = refusal("a.ply", nan.as_bytes());
    assert!(message.starts_with("a.ply:13:1: ") && message.contains("nan 255"), "{message}");
    let mut nan = little.clone();
    let second = nan.len() - 17 - 13 - 39;
    nan[second..second + 4].copy_from_slice(&f32::NAN.to_le_bytes());
    let message = refusal("a.ply", &nan);
    assert!(message.contains("coordinate `NaN` of triangle or vertex 2"), "{message}");
    let far = String::from_utf8_lossy(&text).replace("3 0 2 1", "3 0 2 4");
    assert!(refusal("a.ply", far.as_bytes()).contains("vertex 4, but there are 4"));
    let strips = String::from_utf8_lossy(&text).replace("element face", "element tristrips");
    assert!(refusal("a.ply", strips.as_bytes()).contains("triangle strips"));
    let mut more = little.clone();
    more.extend([0; 3]);
    assert_eq!(load("a.ply", &more).unwrap().warnings[0].code, "M101");
}

pub fn package(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

pub fn model(attributes: &str, objects: &str, items: &str) -> String {
    format!("<model {attributes}><resources>{objects}</resources><build>{items}</build></model>")
}

pub fn tetrahedron(id: u32) -> String {
    format!(
        "<object id=\"{id}\"><mesh><vertices><vertex x=\"0\" y=\"0\" z=\"0\"/>\
         <vertex x=\"1\" y=\"0\" z=\"0\"/><vertex x=\"0\" y=\"1\" z=\"0\"/>\
         <vertex x=\"0\" y=\"0\" z=\"1\"/></vertices><triangles>\
         <triangle v1=\"0\" v2=\"2\" v3=\"1\"/><triangle v1=\"0\" v2=\"1\" v3=\"3\"/>\
         <triangle v1=\"0\" v2=\"3\" v3=\"2\"/><triangle v1=\"1\" v2=\"2\" v3=\"3\"/>\
         </triangles></mesh></object>"
    )
}

pub const ROOT: &str = "3D/3dmodel.model";

#[test]
fn threemf_places_components() {
    let group = "<object id=\"9\"><components><component objectid=\"1\"/><component \
                 objectid=\"1\" transform=\"-1 0 0 0 1 0 0 0 1 5 0 0\"/></components></object>";
    let items = "<item objectid=\"9\" transform=\"0 2 0 -2 0 0 0 0 2 10 0 0\"/>";
    let text = model("unit=\"inch\"", &format!("{}{group}", tetrahedron(1)), items);
    let part = load("a.3mf", &package(&[(ROOT, &text)])).unwrap();
    assert_eq!((part.format, part.units), (Format::ThreeMf, Units::Inch));
    let report = gouge::mesh::defects::examine(&part.mesh);
    assert_eq!((report.triangles, report.components.len()), (8, 2));
    assert!(report.watertight && !report.inverted);
    let cube = 25.4f64.powi(3);
    for component in &report.components {
        assert!((component.volume.unwrap() - 8.0 / 6.0 * cube).abs() < 1e-9 * cube);
    }
    let bounds = part.mesh.bounds();
    assert!((bounds.lo.x - 8.0 * 25.4).abs() < 1e-9 && (bounds.hi.y - 10.0 * 25.4).abs() < 1e-9);
}

#[test]
fn threemf_follows_paths() {
    let root = model(
        "xmlns:p=\"http://x/production/2015\" requiredextensions=\"p\"",
        "<object id=\"2\"><components><component p:path=\"/3D/a.model\" objectid=\"1\"/>\
         <component p:path=\"/3D/b.model\" objectid=\"1\"/></components></object>",
        "<item objectid=\"2\"/>",
    );
    let a = model("", &tetrahedron(1), "");
    let b = model("", &tetrahedron(1).replace("x=\"1\"", "x=\"7\""), "");
    let files = [(ROOT, &*root), ("3D/a.model", &*a), ("3D/b.model", &*b)];
    let mesh = load("a.3mf", &package(&files)).unwrap().mesh;
    assert_eq!((mesh.triangles.len(), mesh.bounds().hi.x), (8, 7.0));
    let lost = refusal("a.3mf", &package(&files[..2]));
    assert!(lost.contains("no model `3D/b.model`"), "{lost}");
}

#[test]
fn threemf_with_faults() {
    let item = "<item objectid=\"1\"/>";
    let refuse = |text: String| refusal("a.3mf", &package(&[(ROOT, &text)]));
    let good = tetrahedron(1);
    let looped = "<object id=\"1\"><components><component objectid=\"1\"/></components></object>";
    for (text, what) in [
        (model("", &good.replace("x=\"1\"", "x=\"NaN\""), item), "coordinate `NaN`"),
        (model("", &good.replace("v3=\"3\"", "v3=\"4\""), item), "vertex 4, but there are 4"),
        (model("", &good.replace("v3=\"3\"", "v3=\"-1\""), item), "expected a vertex number"),
        (model("", &good, "<item objectid=\"2\"/>"), "object 2 in `3D/3dmodel.model` is missing"),
        (model("", looped, item), "contains itself"),
        (model("", &good, ""), "lists no items"),
        (model("", "<object id=\"1\"/>", item), "hold no triangles"),
        (model("unit=\"ell\"", &good, item), "expected a unit of length, found `ell`"),
        (model("", &good, "<item objectid=\"1\" transform=\"1 2\"/>"), "twelve numbers"),
        (
            model("requiredextensions=\"b\" xmlns:b=\"http://x/beamlattice/\"", &good, item),
            "beamlattice",
        ),
        (model("", &good, item).replace("</mesh>", "</mash>"), "3D/3dmodel.model): byte"),
    ] {
        let message = refuse(text);
        assert!(message.contains(what), "{message}");
    }
    let whole = package(&[(ROOT, &model("", &good, item))]);
    assert!(refusal("a.3mf", &whole[..whole.len() / 2]).contains("not a complete zip"));
    assert!(refusal("a.3mf", &package(&[("x", "y")])).contains("no model `3D/3dmodel.model`"));
}

/// Half a megabyte that unpacks to any size.
#[test]
fn threemf_that_unpacks_to_far_too_much() {
    let blanks = " ".repeat(70 << 20);
    let text = model("", &tetrahedron(1).replace("</vertices>", &(blanks + "</vertices>")), "");
    let message = refusal("a.3mf", &package(&[(ROOT, &text)]));
    assert!(message.contains("unpacks from"), "{message}");
}

#[test]
fn threemf_flattened_by_a_transform() {
    let item = "<item objectid=\"1\" transform=\"1 0 0 0 1 0 0 0 0 0 0 0\"/>";
    let message = refusal("a.3mf", &package(&[(ROOT, &model("", &tetrahedron(1), item))]));
    assert!(message.contains("flattens"), "{message}");
}

/// A quad whose two halves turn either way has no area in all, but is no line.
#[test]
fn bow_ties_are_refused() {
    let tie = b"v 0 0 0\nv 10 10 0\nv 10 0 0\nv 0 10 0\nf 1 2 3 4\n";
    assert!(refusal("a.obj", tie).contains("crosses itself"));
    let line = b"v 0 0 0\nv 1 1 0\nv 3 3 0\nv 2 2 0\nf 1 2 3 4\n";
    assert_eq!(load("a.obj", line).unwrap().mesh.triangles.len(), 2);
}

#[test]
fn units() {
    let bytes = binary(b"part", 1, &[[0., 0., 0., 0.1, 0., 0., 0., 3., 0.]]);
    let width = |units| {
        let mesh = read_bytes(Path::new("a.stl"), &bytes, units).unwrap().mesh;
        mesh.bounds().hi.x
    };
    assert_eq!(width(Units::Millimetre), f64::from(0.1f32));
    assert_eq!(width(Units::Inch), f64::from(0.1f32) * 25.4);
    assert_eq!(width(Units::Metre), f64::from(0.1f32) * 1000.0);
    assert_eq!("inch".parse(), Ok(Units::Inch));
    assert!("cm".parse::<Units>().is_err());
}

#[test]
fn files_that_cannot_be_opened() {
    let folder = tempfile::tempdir().unwrap();
    let message = |path: &Path| read(path, Units::Millimetre).unwrap_err().to_string();
    assert!(message(folder.path()).contains("this is a directory"));
    assert!(message(&folder.path().join("none.stl")).contains("no such file"));
    let file = folder.path().join("none.stl/part.stl");
    std::fs::write(folder.path().join("none.stl"), "x").unwrap();
    assert!(message(&file).contains("cannot be read"), "{}", message(&file));
}

#[test]
fn written_stl_is_read_back() {
    let mesh = Mesh {
        vertices: vec![[0., 0., 0.].into(), [1., 0., 0.].into(), [0., 0.25, 1e-3].into()],
        triangles: vec![[0, 1, 2], [0, 2, 1]],
    };
    let mut bytes = Vec::new();
    write_stl_to(&mut bytes, &mesh).unwrap();
    let back = load("a.stl", &bytes).unwrap().mesh;
    assert_eq!(back.triangles, mesh.triangles);
    assert_eq!(back.vertices[2].z, f64::from(1e-3f32));
}

/// Half of what such files held was left out without a word, or read as something else: clean,
/// where a boss stood.
#[test]
fn what_a_package_holds_is_read_whole_or_refused() {
    let item = "<item objectid=\"1\"/>";
    let good = tetrahedron(1);
    let core = "xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\"";
    let text = model(core, &good, item);
    let refuse = |text: &str| refusal("a.3mf", &package(&[(ROOT, text)]));
    let inside = |more: &str| good.replace("</mesh>", &format!("</mesh>{more}"));
    let foreign = "xmlns:b=\"http://x/boolean/\"";
    for (text, what) in [
        (text.replace("</build></model>", ""), "ends too early"),
        (format!("{text}<model/>"), "something follows the end of its model"),
        (format!("{text}x"), "something follows the end of its model"),
        (model(core, &(good.clone() + &good), item), "object 1 is there twice"),
        (text.replace("z=\"1\"", "z=\"1\" z=\"9\""), "byte"),
        (
            model(
                &format!("{core} {foreign}"),
                &good.replace("<mesh>", "<b:booleanshape/><mesh>"),
                item,
            ),
            "`b:booleanshape` in an object of a 3MF is not supported",
        ),
        (
            model(
                core,
                &(good.clone() + "<object id=\"2\"><mesh/></object>"),
                "<item objectid=\"1\"/><item objectid=\"2\"/>",
            ),
            "hold no triangles",
        ),
    ] {
        let message = refuse(&text);
        assert!(message.contains(what), "{what}: {message}");
    }
    // Names of another namespace are other names.
    let attributes = good.replace("z=\"1\"", "b:z=\"9\" z=\"1\"");
    let item_too = "<item b:transform=\"1 0 0 0 1 0 0 0 1 500 0 0\" objectid=\"1\"/><b:item/>";
    let bounds = |text: &str| load("a.3mf", &package(&[(ROOT, text)])).unwrap().mesh.bounds();
    let plain = bounds(&text);
    assert_eq!(bounds(&model(&format!("{core} {foreign}"), &attributes, item_too)), plain);
    assert_eq!(bounds(&format!("<?xml version=\"1.0\"?>\n<!-- a -->{text}\n<!-- b -->\n")), plain);
    let prefixed = text.replace('<', "<m:").replace("<m:/", "</m:").replace("xmlns=", "xmlns:m=");
    assert_eq!(bounds(&prefixed), plain);
    let material = "xmlns:m=\"http://schemas.microsoft.com/3dmanufacturing/material/2015/02\"";
    let coloured = model(&format!("{core} {material}"), &inside("<m:colors/>"), item);
    assert_eq!(bounds(&coloured), plain);
}

/// The checksum of what was unpacked was compared only by readers that read beyond its end.
#[test]
fn a_package_whose_checksum_does_not_fit_is_refused() {
    let text = model("", &tetrahedron(1), "<item objectid=\"1\"/>");
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let stored =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    zip.start_file(ROOT, stored).unwrap();
    zip.write_all(text.as_bytes()).unwrap();
    let mut bytes = zip.finish().unwrap().into_inner();
    assert_eq!(load("a.3mf", &bytes).unwrap().mesh.triangles.len(), 4);
    let at = bytes.windows(5).position(|w| w == b"z=\"1\"").unwrap();
    bytes[at + 3] = b'7';
    let message = refusal("a.3mf", &bytes);
    assert!(message.to_lowercase().contains("checksum"), "{message}");
}

/// Which model counts was the last, or the first, of two with one name or in one list.
#[test]
fn a_package_of_two_models_is_refused() {
    let text = model("", &tetrahedron(1), "<item objectid=\"1\"/>");
    let relation = |target: &str| {
        format!("<Relationship Target=\"/{target}\" Type=\"http://x/2013/01/3dmodel\"/>")
    };
    let list =
        |two: &str| format!("<Relationships>{}{}</Relationships>", relation(ROOT), relation(two));
    let read = |list: &str| package(&[("_rels/.rels", list), (ROOT, &text), ("3D/b.model", &text)]);
    assert_eq!(load("a.3mf", &read(&list(ROOT))).unwrap().mesh.triangles.len(), 4);
    let message = refusal("a.3mf", &read(&list("3D/b.model")));
    assert!(message.contains("it names two models"), "{message}");
    // The writer refuses a second entry of one name, so the name is changed later.
    let mut bytes = package(&[(ROOT, &text), ("3D/4dmodel.model", &text)]);
    let other = b"3D/4dmodel.model";
    while let Some(at) = bytes.windows(other.len()).position(|w| w == other) {
        bytes[at + 3] = b'3';
    }
    let message = refusal("a.3mf", &bytes);
    assert!(message.contains("the same name"), "{message}");
}

/// A vertical tab is no blank of Rust's: the corner was not a number, and nothing said so.
#[test]
fn a_vertical_tab_is_a_blank() {
    for (from, to) in [
        ("vertex 1 0 0", "vertex 1 0 0\u{b}"),
        ("vertex 1 0 0", "vertex 1\u{b}0 0"),
        ("vertex 1 0 0", "vertex \u{b}1 0 0"),
        ("facet", "\u{b}facet"),
    ] {
        let text = format!("solid a\n{}endsolid a\n", FACET.replacen(from, to, 1));
        let part = load("a.stl", text.as_bytes()).unwrap_or_else(|e| panic!("{to:?}: {e}"));
        assert_eq!(part.mesh.bounds().hi.x, 1.0, "{to:?}");
        assert_eq!(part.mesh.vertices.len(), 3);
    }
    let obj = "v 0 0 0\nv 1\u{b}0 0\nv 0 1 0\nf\u{b}1 2 3\n";
    assert_eq!(load("a.obj", obj.as_bytes()).unwrap().mesh.triangles.len(), 1);
}

/// Faces under another word than `f` were left out without one.
#[test]
fn a_word_that_obj_does_not_know_is_refused() {
    let three = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let read = |line: &str| load("a.obj", format!("{three}{line}\n").as_bytes());
    for line in ["F 1 2 3", "Face 1 2 3", "bzp 1 2 3", "cdp 1 2", "x", "1 2 3"] {
        let message = refusal("a.obj", format!("{three}{line}\n").as_bytes());
        assert!(message.starts_with("a.obj:5:1: "), "{message}");
    }
    assert_eq!(read("fo 1 3 2").unwrap().mesh.triangles.len(), 2);
    for line in [
        "#F 1 2 3",
        "g a b",
        "lod 3",
        "parm u 0 1 \\\n 2 3",
        "vt 0 0",
        "usemtl Steel",
        "curv 0 1 1 2",
    ] {
        assert_eq!(read(line).unwrap().mesh.triangles.len(), 1, "{line}");
    }
}

/// What the header did not announce, or announced twice, was left out, or moved the columns.
#[test]
fn what_a_ply_holds_is_read_whole_or_refused() {
    let ply = |vertex: &str, faces: &str, rows: &str| {
        format!(
            "ply\nformat ascii 1.0\nelement vertex 4\n{vertex}{faces}end_header\n\
             0 0 0\n1 0 0\n0 1 0\n0 0 1\n{rows}"
        )
    };
    let xyz = "property float x\nproperty float y\nproperty float z\n";
    let list = "property list uchar int vertex_indices\n";
    let faces = |count: u32| format!("element face {count}\n{list}");
    let refuse = |text: String| refusal("a.ply", text.as_bytes());
    let two = "3 0 1 2\n3 0 1 3\n";
    assert_eq!(load("a.ply", ply(xyz, &faces(2), two).as_bytes()).unwrap().mesh.triangles.len(), 2);
    let short = refuse(ply(xyz, &faces(1), two));
    assert!(short.contains("the end of the file after the last element"), "{short}");
    let twice = refuse(ply(xyz, &(faces(1) + &faces(1)), two));
    assert!(twice.contains("two of `element face 1`"), "{twice}");
    let column = refuse(ply(&(xyz.to_owned() + "property float y\n"), &faces(2), two));
    assert!(column.contains("two of `property float y`"), "{column}");
    let lists = faces(2) + "property list uchar int vertex_index\n";
    let both = refuse(ply(xyz, &lists, "3 0 1 2 3 0 1 3\n3 0 1 3 3 0 1 3\n"));
    assert!(both.contains("two lists of corners"), "{both}");
    let more = refuse(ply(xyz, &faces(2), "3 0 1 2 3\n3 0 1 3\n"));
    assert!(more.starts_with("a.ply:14:1: "), "{more}");
}

/// A backslash at the end of a name or remark, which in Shift-JIS is the second half of many a letter,
/// led the line on: the face or corner after it was lost.
#[test]
fn a_backslash_in_a_name_leads_no_line_on() {
    let three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    for line in
        ["o \u{95}\\", "usemtl C:\\parts\\", "g a # C:\\", "f 1 2 3 # C:\\", "# \\", "mtllib a\\"]
    {
        let text = format!("{three}f 1 3 2\n{line}\nf 1 2 3\n");
        let count = 2 + usize::from(line.starts_with('f'));
        let part = load("a.obj", text.as_bytes()).unwrap();
        assert_eq!(part.mesh.triangles.len(), count, "{line}");
    }
    let continued = format!("{three}f 1 2 \\\n3\nvn 0 0 \\\n1\nf 1 3 2\u{1a}\0\0");
    assert_eq!(load("a.obj", continued.as_bytes()).unwrap().mesh.triangles.len(), 2);
    let text = format!("solid a\n{FACET}endsolid a\n\u{1a}");
    assert_eq!(load("a.stl", text.as_bytes()).unwrap().mesh.triangles.len(), 1);
}

/// What is no number in columns that do not count was refused, though MeshLab, trimesh and
/// CloudCompare write it.
#[test]
fn columns_that_do_not_count_need_no_numbers() {
    let ply = |q: &str, z: &str| {
        format!(
            "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float quality\n\
             property float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\n\
             property float area\nend_header\n0 {q} 0 {z}\n1 {q} 0 0\n0 {q} 1 0\n3 0 1 2 {q}\n"
        )
    };
    for q in ["nan", "-nan(ind)", "inf", "-1.#IND", "0.5", "NaN"] {
        let part = load("a.ply", ply(q, "0").as_bytes()).unwrap_or_else(|e| panic!("{q}: {e}"));
        assert_eq!(part.mesh.bounds().hi.y, 1.0, "{q}");
    }
    assert!(refusal("a.ply", ply("nan", "nan").as_bytes()).starts_with("a.ply:12:1: "));
    let text = ply("0", "0");
    let (vertex, rest) = text.split_once("element face").unwrap();
    let (face, rows) = rest.split_once("end_header").unwrap();
    let head = vertex.replace("element vertex", &format!("element face{face}element vertex"));
    let message = refusal("a.ply", format!("{head}end_header{rows}").as_bytes());
    assert!(message.contains("faces before its vertices"), "{message}");
    let other = text
        .replace("end_header", "element quad 1\nproperty list uchar int vertex_index\nend_header");
    let message = refusal("a.ply", format!("{other}3 0 1 2\n").as_bytes());
    assert!(message.contains("faces in an element `quad`"), "{message}");
}

/// Slic3r names ranges of triangles in each mesh.
#[test]
fn what_slicers_add_to_an_object_is_passed_over() {
    let volumes = "</triangles><s:volumes><s:volume ts=\"0\" te=\"3\"/></s:volumes>";
    let settings = "<s:object type=\"fill_density\" config=\"2\"/><mesh>";
    let object = tetrahedron(1).replace("</triangles>", volumes).replace("<mesh>", settings);
    let text = model(
        "xmlns:s=\"http://link_to_Slic3r_schema.com/2017/06\"",
        &object,
        "<item objectid=\"1\"/>",
    );
    assert_eq!(load("a.3mf", &package(&[(ROOT, &text)])).unwrap().mesh.triangles.len(), 4);
}
