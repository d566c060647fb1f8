//! One report, seen through every renderer.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gouge::geom::Vec3;
use gouge::mesh::Mesh;
use gouge::nc::{Kind, Motion, Motions, Operation, Refusal, Sign, Span};
use gouge::render::{Format, Look, render};
use gouge::report::data::clearance::{self, Clearances, Distance, ToolRoom};
use gouge::report::data::picture::{Place, Surface};
use gouge::report::data::{
    Acceptance, Assumption, BodyRole, Boxes, Component, ErrorBudget, Inputs, JobUsed, MeshInput,
    Missing, Options, ProgramInput, Remark, ToolComponent, ToolEdge, ToolInput,
};
use gouge::report::{Draft, Listed, Placement, Report, Texts, build};
use gouge::tool::Role;
use gouge::verify::{
    self, Coverage, Doubt, Finding, Findings, MotionOutcome, Outcomes, PartSide, Verdict,
    WitnessSide, regions,
};
use serde_json::Value;

const PROGRAM: &str = "%\nN10 G0 X0 Y0 Z5\nN20 G1 Z-0.5 F300\nN30 X40 (wall <1> & \"2\")\n\
                       N40 G0 Z5\nN50 G187 P1\nM30\n";

fn inputs() -> Inputs {
    let mesh = |path: &str| MeshInput {
        path: path.to_owned(),
        sha256: "22".repeat(32),
        triangles: 2,
        watertight: true,
        bounds_mm: Some([[0.0; 3], [40.0, 20.0, 1.5]]),
    };
    Inputs {
        parts: vec![mesh("plate.stl")],
        fixtures: vec![mesh("vise.stl")],
        program: ProgramInput {
            path: "jobs/a b.nc".to_owned(),
            sha256: "11".repeat(32),
            lines: 7,
            dialect: "haas".to_owned(),
            units: "mm".to_owned(),
            subprograms: Vec::new(),
        },
        tools: vec![ToolInput {
            number: 3,
            kind: "ball".to_owned(),
            spec: "ball:6".to_owned(),
            name: "6 mm ball".to_owned(),
            source: "--tool".to_owned(),
            base: String::new(),
            sha256: Vec::new(),
            components: vec![ToolComponent {
                role: Component::Cutter,
                clearance_mm: 0.0,
                profile_mm: Some(vec![ToolEdge {
                    from: [0.0, 0.0],
                    to: [3.0, 3.0],
                    center: Some([0.0, 3.0]),
                    hollow: false,
                }]),
                endless: true,
                mesh: None,
            }],
        }],
    }
}

fn options() -> Options {
    Options {
        allowance_mm: 0.0,
        deviation_mm: 0.0,
        limits: Vec::new(),
        travel_mm: None,
        tool_change_mm: None,
        mesh_units: "mm".to_owned(),
        placement: Placement::at_origin(Vec3::zeros()).rows(),
        start_mm: None,
        home_mm: None,
        block_delete: false,
        max_motions: 1000,
        accepted: Vec::new(),
        spindle: Vec::new(),
        rapid: None,
        whole_units: false,
        compensation: None,
        offsets_mm: BTreeMap::new(),
        tool_table: None,
        tool_table_units: None,
        subprograms: Vec::new(),
    }
}

fn floor() -> Mesh {
    Mesh {
        vertices: vec![
            Vec3::zeros(),
            Vec3::new(40.0, 0.0, 0.0),
            Vec3::new(40.0, 20.0, 0.0),
            Vec3::new(0.0, 20.0, 0.0),
        ],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    }
}

fn budget() -> ErrorBudget {
    ErrorBudget { arc: 0.0, tool_facets: 0.0, deviation: 0.0, float: 1e-9, mesh_chord: 0.0 }
}

fn span(line: u32, column: u32, length: u32) -> Span {
    Span { file: 0, line, column, length }
}

fn finding(motion: u32, place: Span, x: f64, depth: f64) -> Finding {
    let point = Vec3::new(x, 0.1, 0.0);
    let bounds = [depth, depth + 1e-5];
    Finding {
        motion,
        span: place,
        kind: Kind::Feed,
        tool: 3,
        operation: 0,
        role: Role::Cutter,
        body: 0,
        triangle: 0,
        t: 1.0 / 3.0,
        dogleg: false,
        control_point: Vec3::new(x, 0.1, -depth),
        surface_point: point,
        normal: Vec3::z(),
        tool_side: bounds,
        part_side: Some(Box::new(PartSide {
            depth: bounds,
            inner: point,
            triangle: 0,
            point,
            t: 1.0 / 3.0,
        })),
        depth: bounds,
        lift: Some(depth + 1e-5),
        shift: None,
        buried: false,
        side: WitnessSide::Tool,
        inner_point: None,
    }
}

fn outcome(verdict: Verdict) -> MotionOutcome {
    let mut outcome = MotionOutcome::bare(verdict);
    outcome.length = 10.0;
    if verdict == Verdict::Gouge {
        outcome.depth = [0.25, 0.5];
        outcome.put_deepest(Some((0, 0.25)));
    }
    outcome.doubt = Doubt::of("G001").filter(|_| verdict == Verdict::Unknown);
    outcome
}

fn motion(span: Span, kind: Kind) -> Motion {
    Motion { span, kind, ..Motion::feed(3, [0.0; 3], [10.0, 0.0, 0.0]) }
}

/// What is asked where nothing else is said.
static ASKED: LazyLock<verify::Options> = LazyLock::new(verify::Options::default);

static NO_MOTIONS: LazyLock<Motions> = LazyLock::new(Motions::default);

static NOTHING: LazyLock<Findings> = LazyLock::new(Findings::default);

static NO_OUTCOMES: LazyLock<Outcomes> = LazyLock::new(Outcomes::default);

fn draft<'a>(texts: &'a Texts<'a>, meshes: &'a [&'a Mesh]) -> Draft<'a> {
    Draft {
        inputs: inputs(),
        options: options(),
        asked: &ASKED,
        placement: Placement::at_origin(Vec3::zeros()),
        texts,
        meshes,
        regions: &[],
        findings: &NOTHING,
        program: &NO_MOTIONS,
        operations: &[],
        zones: vec![0.01, 0.1],
        motions: &NO_OUTCOMES,
        coverage: Coverage::default(),
        budget: budget(),
        refusals: &[],
        warnings: Vec::new(),
        boxes: Boxes::default(),
        suspicions: Vec::new(),
        missing: Vec::new(),
        assumptions: Vec::new(),
        job: None,
        listed: Listed::Nothing,
    }
}

fn gouging() -> Report {
    let mut holder = finding(2, span(5, 1, 9), 30.0, 1.25);
    holder.role = Role::Holder;
    holder.body = 1;
    holder.kind = Kind::Rapid;
    holder.part_side = None;
    holder.lift = None;
    let findings =
        [finding(0, span(3, 1, 17), 1.0, 0.25), finding(1, span(4, 1, 7), 7.0 / 3.0, 0.5), holder];
    let findings: Findings = findings.into_iter().collect();
    let verdicts = [Verdict::Gouge, Verdict::Gouge, Verdict::Unknown];
    let motions: Outcomes = verdicts.into_iter().map(outcome).collect();
    let program = [
        motion(span(3, 1, 17), Kind::Feed),
        motion(span(4, 1, 7), Kind::Feed),
        motion(span(5, 1, 9), Kind::Rapid),
    ];
    let coverage = Coverage {
        motions: 3,
        checked: 2,
        clean: 0,
        gouging: 2,
        assumed: 0,
        unknown: 1,
        refused_blocks: 1,
        length_mm: 45.5,
    };
    let refusal = Refusal {
        span: span(6, 5, 4),
        code: "P101",
        message: "G187 is not understood in this dialect".to_owned(),
        calls: Vec::new(),
    };
    let (plate, vise) = (floor(), floor());
    let texts = Texts::new(PROGRAM.as_bytes(), &[]);
    let grouped = regions(&findings, &[&plate, &vise], |_, _| 3.0);
    build(Draft {
        findings: &findings,
        regions: &grouped,
        motions: &motions,
        program: &Motions::from_iter(program),
        operations: &[Operation {
            name: Some("2D Pocket <1>".to_owned()),
            span: span(2, 1, 3),
            tool: 3,
            sign: Sign::Styled("Fusion or HSMWorks"),
            possible_end: None,
        }],
        coverage,
        refusals: &[refusal],
        warnings: vec![gouge::report::Remark {
            span: span(0, 0, 0),
            code: "T010",
            message: "T3: the program says 8 mm".to_owned(),
        }],
        boxes: Boxes {
            part: Some([[0.0; 3], [40.0, 20.0, 1.5]]),
            cutting: Some([[0.0, 0.0, -0.5], [40.0, 0.0, 5.0]]),
        },
        suspicions: Vec::new(),
        missing: vec![Missing {
            name: "home".to_owned(),
            message: "1 motion goes to or from a machine position".to_owned(),
            options: vec![[
                "--home X,Y,Z".to_owned(),
                "where machine zero lies in program coordinates".to_owned(),
            ]],
            again: Some("--assume home=safe".to_owned()),
        }],
        assumptions: vec![Assumption {
            name: "start".to_owned(),
            value: "X0 Y0 Z5".to_owned(),
            source: "option".to_owned(),
        }],
        job: Some(JobUsed {
            path: "jobs/gouge.toml".to_owned(),
            values: BTreeMap::from([("tolerance".to_owned(), "0.01".to_owned())]),
        }),
        listed: Listed::Every,
        ..draft(&texts, &[&plate, &vise])
    })
}

fn clean() -> Report {
    let plate = floor();
    let coverage =
        Coverage { motions: 4, checked: 4, clean: 4, length_mm: 12.0, ..Coverage::default() };
    let texts = Texts::new(PROGRAM.as_bytes(), &[]);
    build(Draft { coverage, ..draft(&texts, &[&plate]) })
}

fn seen(report: &Report, format: Format) -> String {
    let mut out = Vec::new();
    render(report, format, Look::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn text() {
    insta::assert_snapshot!("text", seen(&gouging(), Format::Text));
    insta::assert_snapshot!("text_clean", seen(&clean(), Format::Text));
}

/// What was not decided for its bounds named neither these nor what may decide it.
#[test]
fn text_tells_between_which_depths_a_motion_is_undecided() {
    let mut report = gouging();
    for (depth, motions, words) in [
        ([0.00938, 0.01134], 1, "it is proved to be 0.0094 to 0.0113 mm deep"),
        ([0.00938, 0.01134], 2, "--tolerance 0.012 accepts that"),
        ([0.005, 0.021], 1, "says what may decide it"),
        ([0.5, f64::MAX], 3, "the deepest is proved to be 0.5000 mm deep or more"),
    ] {
        let open = &mut report.undecided[0];
        (open.depth_mm, open.motions) = (Some(depth), motions);
        let page = seen(&report, Format::Text);
        assert!(page.contains(words), "{words}: {page}");
    }
}

#[test]
fn json() {
    insta::assert_snapshot!("json", seen(&gouging(), Format::Json));
}

#[test]
fn jsonl() {
    insta::assert_snapshot!("jsonl", seen(&gouging(), Format::Jsonl));
}

#[test]
fn sarif() {
    let text = seen(&gouging(), Format::Sarif).replace(env!("CARGO_PKG_VERSION"), "VERSION");
    insta::assert_snapshot!("sarif", text);
}

#[test]
fn junit() {
    insta::assert_snapshot!("junit", seen(&gouging(), Format::Junit));
    insta::assert_snapshot!("junit_clean", seen(&clean(), Format::Junit));
}

#[test]
fn gitlab() {
    insta::assert_snapshot!("gitlab", seen(&gouging(), Format::Gitlab));
}

#[test]
fn csv() {
    insta::assert_snapshot!("csv_motions", seen(&gouging(), Format::Csv));
    let regions = Report { motions: None, ..gouging() };
    insta::assert_snapshot!("csv_regions", seen(&regions, Format::Csv));
}

/// Somebody accepted every region; nothing else is amiss.
fn accepted() -> Report {
    let mut report =
        Report { refusals: Vec::new(), undecided: Vec::new(), warnings: Vec::new(), ..gouging() };
    report.motions = None;
    report.coverage.unknown = 0;
    report.coverage.refused_blocks = 0;
    report.coverage.checked = report.coverage.motions;
    for region in &mut report.regions {
        region.accepted = Some(Acceptance {
            reason: "relief cut".to_owned(),
            who: Some("A. Miller".to_owned()),
            until: Some("2027-03-31".to_owned()),
        });
    }
    report
}

/// Dashboards were red, with exit code 1 in SARIF, where the check itself ended with 0.
#[test]
fn what_somebody_accepted_fails_in_no_format() {
    let said = "accepted by A. Miller until 2027-03-31: relief cut";
    let report = accepted();
    let sarif: Value = serde_json::from_str(&seen(&report, Format::Sarif)).unwrap();
    let run = &sarif["runs"][0];
    assert_eq!(run["invocations"][0]["exitCode"], 0);
    for result in run["results"].as_array().unwrap() {
        let suppression = &result["suppressions"][0];
        assert_eq!([&suppression["kind"], &suppression["status"]], ["external", "accepted"]);
        assert_eq!(suppression["justification"], said);
        assert_eq!(result["level"], "note");
    }
    let junit = seen(&report, Format::Junit);
    assert!(junit.contains("failures=\"0\" errors=\"0\"") && junit.contains(said), "{junit}");
    let github = seen(&report, Format::Github);
    assert!(!github.contains("::error") && github.contains("::notice file=jobs/a b.nc,line=4"));
    assert!(github.contains(said), "{github}");
    let gitlab = seen(&report, Format::Gitlab);
    assert!(!gitlab.contains("critical") && gitlab.contains("\"info\""), "{gitlab}");
    assert!(gitlab.contains(said), "{gitlab}");
    assert!(seen(&report, Format::Csv).contains(said));
}

/// What nobody accepted stands beside it as before, and says that it is not suppressed.
#[test]
fn what_nobody_accepted_fails_beside_it() {
    let mut report = accepted();
    report.regions[1].accepted = None;
    let sarif: Value = serde_json::from_str(&seen(&report, Format::Sarif)).unwrap();
    let run = &sarif["runs"][0];
    assert_eq!(run["invocations"][0]["exitCode"], 1);
    assert_eq!(run["results"][1]["level"], "error");
    assert_eq!(run["results"][1]["suppressions"], serde_json::json!([]));
    assert!(seen(&report, Format::Junit).contains("failures=\"1\" errors=\"0\""));
    assert_eq!(seen(&report, Format::Github).matches("::error").count(), 1);
}

/// A table without rows and a mesh without depths were all there was to see.
#[test]
fn a_verdict_left_unknown_looks_clean_in_no_format() {
    let mut report = Report { regions: Vec::new(), ..with_surface() };
    report.verdict = gouge::report::data::Verdict::Unknown;
    let refused = "G187 is not understood in this dialect";
    let warned = "T3: the program says 8 mm";
    let bytes = |format| {
        let mut out = Vec::new();
        render(&report, format, Look::default(), &mut out).unwrap();
        String::from_utf8_lossy(&out).into_owned()
    };
    let moves = bytes(Format::Csv);
    let csv = {
        let report = Report { motions: None, ..report.clone() };
        seen(&report, Format::Csv)
    };
    for text in [&moves, &csv, &bytes(Format::Ply)] {
        assert!(text.contains(refused) && text.contains(warned), "{text}");
        assert!(text.contains("1 motion not decided"), "{text}");
    }
    assert!(moves.contains("\r\n,6,,,refused,unknown,,,P101,"), "{moves}");
    assert!(csv.contains("\r\n,,P101,,,,,,,,6,"), "{csv}");
    assert!(bytes(Format::Ply).contains("\ncomment unknown: nothing is proved to gouge"));
    let codes = |text: &str| text.bytes().map(|b| format!("{b} ")).collect::<String>();
    let vtp = bytes(Format::Vtp);
    for text in ["unknown: nothing is proved to gouge", refused, warned] {
        assert!(vtp.contains(&codes(text)), "{text}: {vtp}");
    }
}

/// With every corner and facet of the plate.
fn with_surface() -> Report {
    let plate = floor();
    let numbers = plate.vertices.iter().flat_map(|v| [v.x, v.y, v.z]);
    let bytes: Vec<u8> = numbers.flat_map(f64::to_le_bytes).collect();
    let corners: Vec<u8> = plate.triangles.iter().flatten().flat_map(|v| v.to_le_bytes()).collect();
    let surface = Surface {
        role: BodyRole::Part,
        body: 0,
        vertices_mm: STANDARD.encode(bytes),
        triangles: STANDARD.encode(corners),
        vertex_depths: vec![Place { index: 1, depth_mm: 0.25, region: 2 }],
        facet_depths: vec![Place { index: 0, depth_mm: 0.5, region: 1 }],
    };
    let mut report = gouging();
    report.inputs.fixtures.clear();
    Report { surfaces: Some(vec![surface]), ..report }
}

#[test]
fn vtp() {
    insta::assert_snapshot!("vtp", seen(&with_surface(), Format::Vtp));
}

#[test]
fn ply() {
    let mut out = Vec::new();
    render(&with_surface(), Format::Ply, Look::default(), &mut out).unwrap();
    let end = b"end_header\n";
    let at = out.windows(end.len()).position(|w| w == end).unwrap() + end.len();
    let (head, body) = out.split_at(at);
    let rows = |bytes: &[u8], long: usize| -> Vec<String> {
        bytes.chunks(long).map(|row| row.iter().map(|b| format!("{b:02x}")).collect()).collect()
    };
    // Four vertices of four numbers and a region, two faces.
    let (vertices, faces) = body.split_at(4 * 36);
    let rows = [rows(vertices, 36), rows(faces, 29)].concat().join("\n");
    insta::assert_snapshot!("ply", format!("{}{rows}", String::from_utf8_lossy(head)));
}

#[test]
fn depths_that_do_not_fit_their_mesh_are_refused() {
    for damage in [
        |s: &mut Surface| s.vertices_mm.push('!'),
        |s: &mut Surface| s.vertices_mm.truncate(32),
        |s: &mut Surface| s.vertex_depths[0].index = 4,
        |s: &mut Surface| s.facet_depths[0].index = 2,
    ] {
        let mut report = with_surface();
        damage(&mut report.surfaces.as_mut().unwrap()[0]);
        for format in [Format::Ply, Format::Vtp] {
            assert!(render(&report, format, Look::default(), &mut Vec::new()).is_err());
        }
    }
}

#[test]
fn clearances() {
    let distance = |component, body_role, lo: f64, line| Distance {
        operation_id: 1,
        tool: 3,
        component,
        body_role,
        distance_mm: Some([lo, lo + 0.001]),
        motions: 3,
        unmeasured: 1,
        place: Some(clearance::Place {
            line,
            file: None,
            motion: 1,
            kind: gouge::report::data::Kind::Feed,
            dogleg: false,
            t: 0.5,
            control_point_program: [1.0, 2.5, -3.0],
            control_point_mm: [1.0, 2.5, -3.0],
            body: 0,
            triangle: 0,
            surface_point_mm: [0.0; 3],
        }),
    };
    let tool = ToolRoom {
        tool: 3,
        stick_out_mm: Some(30.0),
        stick_out_needed_mm: Some(22.123456),
        lowest_z_program: Some(-12.5),
        lowest_z_block: None,
        zmin_program: Some(-10.0),
        below_zmin: true,
    };
    let measured = Clearances {
        distances: vec![
            distance(Component::Cutter, BodyRole::Part, 1.25, 4),
            distance(Component::Holder, BodyRole::Part, 0.5, 3),
            distance(Component::Holder, BodyRole::Fixture, 7.0, 5),
        ],
        tools: vec![tool],
    };
    let report = Report { clearances: Some(measured), ..gouging() };
    let text = seen(&report, Format::Text);
    let from = text.find("least distance").unwrap();
    let rest = &text[from..];
    insta::assert_snapshot!("clearances", &rest[..rest.find("\n\n").unwrap()]);

    // In a program in inches, lengths are in inches first.
    let mut inches = report;
    inches.inputs.program.units = "inch".to_owned();
    let text = seen(&inches, Format::Text);
    let want = "T3: sticks out 1.1811 in (30 mm), 0.8711 in (22.1235 mm) needed; lowest Z-12.5 in";
    assert!(text.contains(want), "{text}");
}

/// The name of an operation, taken from a comment, turned the text after it around.
#[test]
fn no_text_of_a_report_leaves_its_line() {
    let whole = serde_json::to_value(gouging()).unwrap();
    let mut marked = 0;
    for place in texts_of(&whole, "") {
        let mut value = whole.clone();
        let at = value.pointer_mut(&place).unwrap();
        *at = format!("\u{202e}{}", at.as_str().unwrap()).into();
        // What is one of a few words has no room for others.
        let Ok(report) = serde_json::from_value::<Report>(value) else { continue };
        marked += 1;
        for format in [Format::Text, Format::Junit, Format::Github, Format::Gitlab] {
            let text = seen(&report, format);
            assert!(!text.contains('\u{202e}'), "{place} as {format:?}: {text}");
        }
    }
    assert!(marked > 20, "{marked}");
}

/// JSON pointers to every text in `value`.
fn texts_of(value: &serde_json::Value, place: &str) -> Vec<String> {
    use serde_json::Value;
    match value {
        Value::String(_) => vec![place.to_owned()],
        Value::Array(list) => {
            let each = list.iter().enumerate();
            each.flat_map(|(i, v)| texts_of(v, &format!("{place}/{i}"))).collect()
        }
        Value::Object(fields) => {
            let name = |name: &String| name.replace('~', "~0").replace('/', "~1");
            let each = fields.iter();
            each.flat_map(|(n, v)| texts_of(v, &format!("{place}/{}", name(n)))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

#[test]
fn quiet_text_is_the_verdict() {
    let mut out = Vec::new();
    let look = Look { quiet: true, ..Look::default() };
    render(&gouging(), Format::Text, look, &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap().lines().count(), 1);
}

#[test]
fn github() {
    insta::assert_snapshot!("github", seen(&gouging(), Format::Github));
}

#[test]
fn json_reads_back() {
    for report in [gouging(), clean()] {
        let back: Report = serde_json::from_str(&seen(&report, Format::Json)).unwrap();
        assert_eq!(back, report);
    }
}

/// Twenty of thirty refusals were the same sentence, and other causes were cut off.
#[test]
fn refusals_in_the_same_words_are_counted_in_text() {
    let mut report = gouging();
    let first = report.refusals[0].clone();
    report.refusals = (0..30).map(|i| Remark { line: 10 + i, ..first.clone() }).collect();
    report.refusals.push(Remark { message: "another cause".to_owned(), ..first });
    let text = seen(&report, Format::Text);
    assert!(text.contains("the same of 29 more blocks, the last on line 39"), "{text}");
    assert!(text.contains("another cause") && !text.contains("… and"), "{text}");
}

#[test]
fn many_regions_are_cut_short_in_text() {
    let mut report = gouging();
    report.regions = vec![report.regions[1].clone(); 30];
    let text = seen(&report, Format::Text);
    assert!(text.contains("… and 10 more regions"), "{text}");
}

/// A check that was stopped while it measured looked like one that was not.
#[test]
fn a_depth_that_was_not_measured_is_reported_in_text() {
    let mut report = gouging();
    let said = "the check was stopped before its depth was measured";
    assert!(!seen(&report, Format::Text).contains(said));
    report.regions[0].unmeasured = true;
    assert!(seen(&report, Format::Text).contains(said));
    let read: Report = serde_json::from_str(&seen(&report, Format::Json)).unwrap();
    assert!(read.regions[0].unmeasured && !read.regions[1].unmeasured);
}
