//! What a 3MF says beside its triangles: extensions, slicers' settings, types of objects, its unit.

use gouge::geom::Vec3;
use gouge::tool::Spec;

use crate::formats::{ROOT, model, package, tetrahedron};
use crate::{load, refusal};

const ITEM: &str = "<item objectid=\"1\"/>";

const FAMILY: &str = "http://schemas.microsoft.com/3dmanufacturing";

/// Volumes that a slicer takes away, or that only change its settings, counted as material.
#[test]
fn volumes_that_are_no_material_are_refused() {
    let text = model("", &tetrahedron(1), ITEM);
    let bambu = |kind: &str| {
        let parts = format!("<part id=\"1\" subtype=\"normal_part\"/><part subtype=\"{kind}\"/>");
        let settings = format!("<config><object id=\"1\">{parts}</object></config>");
        package(&[(ROOT, &text), ("Metadata/model_settings.config", &settings)])
    };
    let prusa = |key: &str, value: &str| {
        let data = format!("<metadata type=\"volume\" key=\"{key}\" value=\"{value}\"/>");
        let volume = format!("<volume firstid=\"0\" lastid=\"3\">{data}</volume>");
        let settings = format!("<config><object id=\"1\">{volume}</object></config>");
        package(&[(ROOT, &text), ("Metadata/Slic3r_PE_model.config", &settings)])
    };
    let sound = [
        bambu("normal_part"),
        prusa("volume_type", "ModelPart"),
        prusa("modifier", "0"),
        prusa("matrix", "1 0 0 0"),
    ];
    for bytes in sound {
        assert_eq!(load("a.3mf", &bytes).unwrap().mesh.triangles.len(), 4);
    }
    for (bytes, kind) in [
        (bambu("negative_part"), "`negative_part`"),
        (bambu("modifier_part"), "`modifier_part`"),
        (bambu("support_blocker"), "`support_blocker`"),
        (prusa("volume_type", "NegativeVolume"), "`NegativeVolume`"),
        (prusa("volume_type", "ParameterModifier"), "`ParameterModifier`"),
        (prusa("volume_type", "SupportEnforcer"), "`SupportEnforcer`"),
        (prusa("modifier", "1"), "`modifier`"),
    ] {
        let error = load("a.3mf", &bytes).unwrap_err();
        let message = error.to_string();
        assert_eq!(error.code(), "M012", "{message}");
        assert!(message.contains(kind) && message.contains("export the part alone"), "{message}");
    }
    let broken =
        [(ROOT, text.as_str()), ("Metadata/model_settings.config", "<config><part a></b>")];
    assert!(refusal("a.3mf", &package(&broken)).contains("broken package"));
}

/// So did what only holds up what is printed, where the build places it.
#[test]
fn an_object_that_is_a_support_is_refused_where_it_is_placed() {
    let object = |kind: &str| {
        let typed = format!("<object id=\"1\" type=\"{kind}\"");
        tetrahedron(1).replace("<object id=\"1\"", &typed)
    };
    let file = |objects: &str, items: &str| package(&[(ROOT, &model("", objects, items))]);
    assert!(load("a.3mf", &file(&object("model"), ITEM)).is_ok());
    for kind in ["support", "solidsupport"] {
        let message = refusal("a.3mf", &file(&object(kind), ITEM));
        let what = format!("places an object of the type `{kind}`");
        assert!(message.contains(&what) && message.contains("no material"), "{message}");
        let both = object(kind) + &tetrahedron(2);
        assert!(load("a.3mf", &file(&both, "<item objectid=\"2\"/>")).is_ok());
    }
}

/// The coarse stand-in of an object with alternatives was read as the object.
#[test]
fn an_object_with_alternatives_is_refused() {
    let spaces = format!(
        "xmlns:pa=\"{FAMILY}/production/alternatives/2021/04\" \
         xmlns:p=\"{FAMILY}/production/2015/06\""
    );
    let more = "<pa:alternatives><pa:alternative objectid=\"7\"/></pa:alternatives></object>";
    let object = tetrahedron(1).replace("</object>", more);
    let message = refusal("a.3mf", &package(&[(ROOT, &model(&spaces, &object, ITEM))]));
    assert!(message.contains("`pa:alternatives` in an object"), "{message}");
    let required = format!("{spaces} requiredextensions=\"p pa\"");
    let message = refusal("a.3mf", &package(&[(ROOT, &model(&required, &tetrahedron(1), ITEM))]));
    assert!(message.contains("`production/alternatives/2021/04`"), "{message}");
    let plain = package(&[(ROOT, &model(&spaces, &tetrahedron(1), ITEM))]);
    assert!(load("a.3mf", &plain).is_ok());
}

/// The name of an extension broke off before it said which, and a model in an older namespace was
/// told to hold nothing.
#[test]
fn a_namespace_that_is_not_read_is_named() {
    let of = |attributes: &str| {
        refusal("a.3mf", &package(&[(ROOT, &model(attributes, &tetrahedron(1), ITEM))]))
    };
    let beams = of(&format!("xmlns:b=\"{FAMILY}/beamlattice/2017/02\" requiredextensions=\"b\""));
    assert!(beams.contains("the 3MF extension `beamlattice/2017/02`"), "{beams}");
    let old = of(&format!("xmlns=\"{FAMILY}/2013/01\""));
    assert!(old.contains("in the namespace `2013/01`, not in 3MF's core/2015/02"), "{old}");
}

/// A mesh tool whose file says that it is in inches was made 25.4 times as large once more by the
/// unit of its declaration.
#[test]
fn a_mesh_tool_in_3mf_has_its_own_unit() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = package(&[(ROOT, &model("unit=\"inch\"", &tetrahedron(1), ITEM))]);
    std::fs::write(folder.path().join("t.3mf"), bytes).unwrap();
    let tool = |text: &str| Spec::parse(text, folder.path());
    let wide = tool("mesh:t.3mf").unwrap().shape.diameter();
    assert!((wide - 50.8).abs() < 1e-3, "{wide}");
    assert!(tool("mesh:t.3mf;unit=mm").is_ok());
    let message = tool("mesh:t.3mf;unit=inch").unwrap_err().to_string();
    assert!(message.contains("states its own unit; leave unit= out"), "{message}");
}

/// Numbers that begin or end with their point were refused, though OBJ with the same ones is read.
#[test]
fn the_numbers_of_a_ply_need_no_digit_on_both_sides_of_their_point() {
    let text = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty double y\n\
                property float z\nelement face 1\nproperty list uchar int vertex_indices\n\
                end_header\n0 0 0\n10. -.5 1.e1\n0 .25 -3.\n3 0 1 2\n";
    let part = load("a.ply", text.as_bytes()).unwrap().mesh;
    let has = |point: [f64; 3]| part.vertices.iter().any(|v| *v == Vec3::from(point));
    assert!(has([10.0, -0.5, 10.0]) && has([0.0, 0.25, -3.0]), "{:?}", part.vertices);
    assert!(
        refusal("a.ply", text.replace("10.", "1.0.").as_bytes()).contains("expected an element")
    );
}
