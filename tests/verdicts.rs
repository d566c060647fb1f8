//! Small parts, one motion each, depths known by hand.

mod shapes;

use std::collections::BTreeMap;
use std::path::Path;

use gouge::geom::Vec3;
use gouge::mesh::{Mesh, defects};
use gouge::nc::{Arc, Kind, Motion, Span};
use gouge::tool::Spec;
use gouge::verify::{Body, Finding, Options, Outcome, Progress, Verdict, check};

use shapes::{block, prism};

fn feed(from: [f64; 3], to: [f64; 3]) -> Motion {
    let span = Span { line: 1, column: 1, length: 2, ..Span::default() };
    Motion { span, ..Motion::feed(1, from, to) }
}

fn options() -> Options {
    Options { tolerance: 0.01, ..Options::default() }
}

fn run(mesh: &Mesh, tool: &str, motions: &[Motion], options: &Options) -> Outcome {
    let report = defects::examine(mesh);
    assert!(report.watertight);
    let spec = Spec::parse(tool, Path::new(".")).unwrap();
    let specs = BTreeMap::from([(1, spec)]);
    check(
        &[Body::new(mesh, &report, false)],
        &specs,
        &motions.into(),
        options,
        &Progress::default(),
    )
}

fn only(outcome: &Outcome) -> Finding {
    assert_eq!(outcome.findings.len(), 1, "{outcome:?}");
    outcome.findings.at(0).into_owned()
}

fn near(bounds: [f64; 2], want: f64) {
    near_by(bounds, want, 1e-4);
}

/// Bounds about `want`, as far apart as `width` at most.
fn near_by(bounds: [f64; 2], want: f64, width: f64) {
    assert!(
        bounds[0] <= want + 1e-7 && want - 1e-7 <= bounds[1],
        "{bounds:?} does not hold {want}"
    );
    assert!(bounds[1] - bounds[0] <= width, "{bounds:?} is wider than {width}");
}

fn slab() -> Mesh {
    block([0.0, 0.0, 0.0], [40.0, 40.0, 10.0])
}

#[test]
fn a_flat_tool_half_a_millimetre_too_deep() {
    let m = [feed([-10.0, 20.0, 9.5], [50.0, 20.0, 9.5])];
    let out = run(&slab(), "flat:6", &m, &options());
    let f = only(&out);
    near(f.tool_side, 0.5);
    near(f.part_side.as_ref().unwrap().depth, 0.5);
    near(f.depth, 0.5);
    assert!((f.lift.unwrap() - 0.49).abs() < 1e-3, "{:?}", f.lift);
}

#[test]
fn touching_is_not_gouging() {
    for tool in ["flat:6", "ball:6", "bull:6,1", "taper:0.5,20,6", "drill:6,118"] {
        let m = [feed([-10.0, 20.0, 10.0], [50.0, 20.0, 10.0])];
        let out = run(&slab(), tool, &m, &options());
        assert_eq!(out.motions.at(0).verdict, Verdict::Clean, "{tool} {out:?}");
        let m = [feed([-3.0, -10.0, 2.0], [-3.0, 50.0, 2.0])];
        let out = run(&slab(), tool, &m, &options());
        assert_eq!(out.motions.at(0).verdict, Verdict::Clean, "{tool} {out:?}");
    }
}

#[test]
fn a_shaving_off_a_tall_wall_is_as_deep_as_it_is_thick() {
    let m = [feed([-2.98, -10.0, 2.0], [-2.98, 50.0, 2.0])];
    let out = run(&slab(), "flat:6", &m, &options());
    let f = only(&out);
    near(f.tool_side, 0.02);
    near(f.part_side.as_ref().unwrap().depth, 0.02);
}

/// The way down from the top face may be a hair longer than the tolerance, by the tool alone; the
/// wall ends it a hair below. That near the tolerance it takes a decision, not bounds within ε.
#[test]
fn a_length_within_epsilon_of_the_tolerance_is_decided() {
    let part = block([0.0, 0.0, 0.0], [20.0, 20.0, 10.0]);
    let (z, x) = (10.0 - 0.010_01, -3.0 + 0.009_98);
    let along = feed([x, 5.0, z], [x, 15.0, z]);
    let outcome = run(&part, "flat:6", &[along], &options());
    assert_eq!(outcome.motions.at(0).verdict, Verdict::Clean, "{outcome:?}");
}

#[test]
fn a_v_tool_scratch_counts_by_the_part_side() {
    // Half angle 45: tool side is 0.0085, below the tolerance; part side is 0.012.
    let m = [feed([-10.0, 20.0, 9.988], [50.0, 20.0, 9.988])];
    let out = run(&slab(), "taper:0,45,6", &m, &options());
    let f = only(&out);
    near(f.tool_side, 0.012 * 0.5f64.sqrt());
    near(f.part_side.as_ref().unwrap().depth, 0.012);
}

#[test]
fn a_thin_fin_severed_whole_counts_by_the_tool_side() {
    let fin = block([0.0, -20.0, 0.0], [0.004, 20.0, 30.0]);
    let m = [feed([-10.0, 0.0, 10.0], [10.0, 0.0, 10.0])];
    let out = run(&fin, "flat:6", &m, &options());
    let f = only(&out);
    near(f.tool_side, 3.0);
    near(f.part_side.as_ref().unwrap().depth, 0.002);
}

#[test]
fn a_buried_tool_is_found_without_touching_a_facet() {
    let rock = block([-50.0; 3], [50.0; 3]);
    let m = [feed([0.0, 0.0, 0.0], [5.0, 0.0, 0.0])];
    let out = run(&rock, "flat:6;len=10", &m, &options());
    assert!(only(&out).buried);
}

/// Its lower face exactly as deep beyond the block's as may be, the surface alone decides nothing;
/// all the rest of the tool is in the material.
#[test]
fn a_buried_tool_is_found_though_its_surface_is_undecided() {
    let part = block([0.0, 0.0, 0.0], [40.0, 20.0, 10.0]);
    let motion = feed([20.0, 10.0, -0.01], [22.0, 10.0, -0.01]);
    let outcome = run(&part, "flat:3;len=4", &[motion], &options());
    assert_eq!(outcome.motions.at(0).verdict, Verdict::Gouge, "{outcome:?}");
}

/// The upper bound was the tolerance, though more was shown: the lower one was above it.
#[test]
fn what_is_deeper_than_the_tolerance_by_rounding_alone_keeps_its_bounds() {
    let options = Options { all_depths: true, ..options() };
    let depth = 0.010_000_05;
    for tool in ["ball:4", "flat:4", "bull:4,1", "flat:4;len=8;shank=4,9"] {
        let level = [[5.0, 20.0, 10.0 - depth], [30.0, 20.0, 10.0 - depth]];
        let out = run(&slab(), tool, &[feed(level[0], level[1])], &options);
        let told = out.motions.at(0);
        assert_eq!(told.verdict, Verdict::Clean, "{tool}");
        let [lo, hi] = told.depth;
        assert!(lo <= depth + 1e-9 && depth - 1e-9 <= hi && lo <= hi, "{tool}: {lo} {hi}");
    }
}

#[test]
fn a_full_circle_cuts_as_deep_as_its_floor() {
    let arc =
        Arc { center: [20.0, 20.0, 9.9], normal: [0.0, 0.0, 1.0], sweep: -std::f64::consts::TAU };
    let mut m = feed([25.0, 20.0, 9.9], [25.0, 20.0, 9.9]);
    m.kind = Kind::Arc;
    m.arc = Some(Box::new(arc));
    for tool in ["flat:6", "ball:6", "bull:6,1"] {
        let out = run(&slab(), tool, std::slice::from_ref(&m), &options());
        let f = only(&out);
        near(f.tool_side, 0.1);
        // Along an arc the part side is as narrow as a region's depth has to be.
        let [lo, hi] = f.part_side.as_ref().unwrap().depth;
        assert!(lo <= 0.1 && 0.1 <= hi && hi - lo < 1e-3, "{f:?}");
    }
}

#[test]
fn an_arc_along_a_wall_keeps_its_sagitta() {
    // Chords end on the arc and the arc bulges towards the wall between them.
    let post = block([-5.0, -5.0, 0.0], [5.0, 5.0, 10.0]);
    for (center, depth) in [(16.0, None), (15.97, Some(0.03))] {
        let arc = Arc { center: [center, 0.0, 2.0], normal: [0.0, 0.0, 1.0], sweep: 0.2 };
        let at = |a: f64| [center - 8.0 * f64::cos(a), -8.0 * f64::sin(a), 2.0];
        let mut m = feed(at(-0.1), at(0.1));
        m.kind = Kind::Arc;
        m.arc = Some(Box::new(arc));
        let out = run(&post, "flat:6", std::slice::from_ref(&m), &options());
        match depth {
            None => assert_eq!(out.motions.at(0).verdict, Verdict::Clean, "{out:?}"),
            Some(depth) => {
                near(only(&out).tool_side, depth);
                // Measuring the part side along an arc may run out of budget: the bounds hold,
                // but need not be narrow.
                let [lo, hi] = only(&out).part_side.as_ref().unwrap().depth;
                assert!(lo <= depth + 1e-7 && depth - 1e-7 <= hi && depth - lo < 1e-4);
            }
        }
    }
}

#[test]
fn a_forked_mesh_tool_straddles_a_rib() {
    // Two legs, 4 mm apart and 6 mm long, under a bridge.
    let outline = [
        [-6.0, 0.0],
        [-2.0, 0.0],
        [-2.0, 6.0],
        [2.0, 6.0],
        [2.0, 0.0],
        [6.0, 0.0],
        [6.0, 9.0],
        [-6.0, 9.0],
    ];
    let caps = [[0, 1, 2], [0, 2, 7], [7, 2, 3], [7, 3, 6], [6, 3, 4], [6, 4, 5]];
    let fork = prism(&outline, &caps, [-3.0, 3.0]);
    let file = tempfile::Builder::new().suffix(".stl").tempfile().unwrap();
    std::fs::write(file.path(), stl(&fork)).unwrap();
    let tool = format!("mesh:{}", file.path().display());
    for (rib, depth) in [(1.9, None), (2.0, None), (2.125, Some(0.125))] {
        let part = block([-rib, -40.0, 0.0], [rib, 40.0, 5.0]);
        let m = [feed([0.0, -60.0, 0.0], [0.0, 60.0, 0.0])];
        let out = run(&part, &tool, &m, &options());
        match depth {
            None => assert_eq!(out.motions.at(0).verdict, Verdict::Clean, "{rib} {out:?}"),
            // A gouge is told as narrowly as its region needs.
            Some(depth) => near_by(only(&out).tool_side, depth, 0.01 * depth),
        }
    }
}

fn stl(mesh: &Mesh) -> Vec<u8> {
    let mut out = vec![0; 80];
    out.extend((mesh.triangles.len() as u32).to_le_bytes());
    for i in 0..mesh.triangles.len() {
        out.extend([0; 12]);
        for v in mesh.triangle(i) {
            v.iter().for_each(|c| out.extend((*c as f32).to_le_bytes()));
        }
        out.extend([0; 2]);
    }
    out
}

/// The plate reaches neither into the cutter nor into the shank by more than a tolerance, but the
/// tool cuts all through it.
#[test]
fn a_thin_plate_where_cutter_and_shank_meet_is_cut() {
    let plate = block([0.0, 0.0, -0.003], [40.0, 40.0, 0.003]);
    let m = [feed([-10.0, 20.0, -10.0], [50.0, 20.0, -10.0])];
    for (tool, depth) in [
        ("flat:6;len=10;shank=6,30", 3.0),
        ("ball:6;len=10;shank=4,30", f64::hypot(2.0, 0.003)),
        ("flat:4;len=10;shank=6,30", f64::hypot(2.0, 0.003)),
    ] {
        let out = run(&plate, tool, &m, &options());
        // A gouge is told no closer than its region has to be.
        let [lo, hi] = only(&out).tool_side;
        assert!(lo <= depth && depth <= hi && hi - lo <= hi / 100.0, "{tool}: [{lo}, {hi}]");
    }
}

/// What the seam adds counts for the component it lies in, and the other stays as it is.
#[test]
fn a_gouge_of_the_shank_alone_leaves_the_cutter_clean() {
    let m = [feed([-10.0, 20.0, -2.0], [50.0, 20.0, -2.0])];
    let out = run(&slab(), "flat:4;len=12.5;shank=10,30", &m, &options());
    assert_eq!(out.findings.len(), 1, "{out:?}");
    assert_eq!(out.findings.at(0).role, gouge::tool::Role::Cutter);
    let beside = [feed([-10.0, -3.0, -4.0], [50.0, -3.0, -4.0])];
    let out = run(&slab(), "flat:4;len=12;shank=10,30", &beside, &options());
    let f = only(&out);
    assert_eq!(f.role, gouge::tool::Role::Shank);
    // What the shank may be together with the cutter is told less closely than in itself.
    let [lo, hi] = f.tool_side;
    assert!(lo <= 2.0 && 2.0 <= hi && hi - lo <= 0.02, "[{lo}, {hi}]");
}

/// They were undecided: the exact test measured along all of the 40 km.
#[test]
fn very_long_motions_are_decided() {
    for tool in ["ball:6", "flat:6", "bull:6,1", "drill:6,118", "ball:6;len=20", "flat:6;len=9"] {
        for length in [2e5, 2e6, 2e7, 1e8] {
            for (height, want) in [(10.0, 0.0), (9.9, 0.1)] {
                let level = feed([-length, 20.0, height], [length, 20.0, height]);
                let across = feed([-length, -length, height], [length, length, height]);
                let half = feed([12.0, 20.0, height], [12.0, length, height]);
                for motion in [level, across, half] {
                    let out = run(&slab(), tool, &[motion], &options());
                    if want == 0.0 {
                        assert_eq!(out.motions.at(0).verdict, Verdict::Clean, "{tool} {length}");
                        continue;
                    }
                    let f = only(&out);
                    let float = out.budget.float;
                    assert!(float >= 1e-13 * length, "{float}");
                    assert!(f.depth[0] <= want && want <= f.depth[1], "{tool} {length} {f:?}");
                    let [lo, hi] = f.tool_side;
                    assert!(hi - lo < 1e-4 + 4.0 * float, "{tool} {length} {f:?}");
                }
            }
        }
    }
}

/// A body far from zero is measured with coarser numbers, and the report says so.
#[test]
fn rounding_is_stated_for_the_coordinates_at_hand() {
    let near = run(&slab(), "ball:6", &[feed([0.0, 0.0, 20.0], [40.0, 0.0, 20.0])], &options());
    assert_eq!(near.budget.float, 1e-9);
    let far = block([0.0, 0.0, 0.0], [40.0, 40.0, 5e7]);
    let out = run(&far, "ball:6", &[feed([-9.0, 9.0, 5.0], [-2.5, 9.0, 5.0])], &options());
    assert_eq!(out.budget.float, 5e-6);
    assert!(only(&out).tool_side[1] - only(&out).tool_side[0] >= 5e-6);
}

/// A ball across the seam of cutter and shank lay in the holder, and its depth counted for the
/// shank, which is nowhere near.
#[test]
fn a_holder_that_hits_is_not_reported_as_a_shank() {
    let part = block([12.0, -20.0, 20.0], [40.0, 20.0, 39.0]);
    for all_depths in [false, true] {
        let options = Options { all_depths, ..options() };
        let m = [feed([0.0, 0.0, 0.0], [0.0, 1.0, 0.0])];
        let out = run(&part, "flat:10;len=20;shank=10,10;holder=40,40,30", &m, &options);
        let f = only(&out);
        assert_eq!(f.role, gouge::tool::Role::Holder, "{f:?}");
    }
}

/// An 18 µm pin about the seam of two components that keep a distance is as deep as in one.
#[test]
fn a_seam_keeps_the_clearance_of_its_components() {
    let plate = block([0.0, 0.0, 29.998], [40.0, 40.0, 30.002]);
    let m = [feed([-10.0, 20.0, 0.0], [50.0, 20.0, 0.0])];
    let out = run(&plate, "flat:4;len=10;shank=6,20;holder=6,20;clearance=0.003", &m, &options());
    assert!(out.findings.iter().any(|f| f.depth[0] > 3.0), "{out:?}");
}

/// What is thinner than the tolerance is nowhere deeper in itself: facing with a thin disc was a
/// buried disc.
#[test]
fn a_disc_thinner_than_the_tolerance_is_not_buried() {
    let m = [
        feed([20.0, 20.0, 15.0], [20.0, 20.0, 9.991]),
        feed([20.0, 20.0, 9.991], [30.0, 20.0, 9.991]),
    ];
    let out = run(&slab(), "flat:20;len=0.015;shank=20,20", &m, &options());
    assert!(out.findings.iter().all(|f| !f.buried), "{out:?}");
}

/// The way into the material starts in the shank and ends in the cutter.
#[test]
fn a_way_across_a_seam_is_as_long_as_without_it() {
    let slope = |z: f64, x: f64| [x, -50.0, z - x];
    let vertices: Vec<Vec3> = [-20.0, 20.0]
        .into_iter()
        .flat_map(|y| {
            [
                slope(0.012 * 2f64.sqrt() + 5.0, -50.0),
                slope(0.012 * 2f64.sqrt() + 5.0, 50.0),
                [-50.0, -50.0, -50.0],
            ]
            .map(|[x, _, z]| Vec3::new(x, y, z))
        })
        .collect();
    let triangles = vec![
        [0, 2, 1],
        [3, 4, 5],
        [0, 1, 4],
        [0, 4, 3],
        [1, 2, 5],
        [1, 5, 4],
        [2, 0, 3],
        [2, 3, 5],
    ];
    let wedge = Mesh { vertices, triangles };
    let m = [feed([0.0, 0.0, 0.0], [0.0, 1.0, 0.0])];
    let verdict = |tool: &str| {
        let out = run(&wedge, tool, &m, &options());
        (out.motions.at(0).verdict, format!("{out:?}"))
    };
    let (whole, text) = verdict("flat:10;len=20");
    assert_eq!(whole, Verdict::Gouge, "{text}");
    for tool in ["flat:10;len=0.006;shank=10,20", "flat:10;len=0.003;shank=10,20"] {
        let (split, text) = verdict(tool);
        assert_eq!(split, Verdict::Gouge, "{tool} {text}");
    }
}

/// Where the way into the material passes the tolerance, the other face of the ridge comes just as
/// near along a strip in which rounding decides. The search stayed in that strip until its budget
/// was spent, and did not look beyond it.
#[test]
fn a_ridge_cut_a_little_deeper_than_the_tolerance_is_decided() {
    let top = [
        [9.03009987, 59.19732285, 21.97128677],
        [10.0334444, 59.19732285, 22.34269142],
        [10.0334444, 60.20066833, 24.82992554],
        [9.03009987, 60.20066833, 23.2994442],
    ];
    let vertices =
        top.iter().copied().chain(top.map(|[x, y, _]| [x, y, 0.0])).map(Vec3::from).collect();
    let mut triangles = vec![[0, 1, 2], [0, 2, 3], [4, 6, 5], [4, 7, 6]];
    for (i, j) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
        triangles.extend([[i, i + 4, j + 4], [i, j + 4, j]]);
    }
    let ridge = Mesh { vertices, triangles };
    let m = [feed([8.25, 54.5, 22.55458166752501], [6.75, 54.5, 21.62125039506246])];
    let out = run(&ridge, "flat:10", &m, &options());
    let f = only(&out);
    let depth = f.part_side.as_ref().unwrap().depth;
    assert!(depth[0] > 0.0121 && depth[1] < 0.0123, "{f:?}");
}

/// Of what is deeper in a tool than half of what stands between two of its pockets, its convex
/// parts said nothing: a collar 2 mm thick was unknown at a tolerance of 1.26 mm, between 1.04 and
/// 2.3 mm.
#[test]
fn a_collar_in_a_part_is_decided_at_a_tolerance_as_large_as_half_of_it() {
    let part = block([0.0, 0.0, 0.0], [8.0, 2.0, 10.0]);
    let m = [feed([-10.0, 1.0, 7.7], [2.0, 1.0, 7.7])];
    let deep = 1f64.hypot(0.3);
    for tool in ["flat:2;len=2;shank=6,2;holder=2,10", "flat:2;len=2;shank=6,2;holder=10,20"] {
        for (tolerance, verdict) in [
            (0.4, Verdict::Gouge),
            (0.99 * deep, Verdict::Gouge),
            (1.001 * deep, Verdict::Clean),
            (1.26, Verdict::Clean),
            (2.0, Verdict::Clean),
        ] {
            let out = run(&part, tool, &m, &Options { tolerance, ..options() });
            assert_eq!(out.motions.at(0).verdict, verdict, "{tool} {tolerance}");
        }
    }
}

/// Such a cutter was searched as if it were a ball nose mill of its own radius: clean, 0.2 mm deep
/// at its rim.
#[test]
fn a_cutter_whose_end_is_flatter_than_a_ball_cuts_with_its_rim() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lens.txt");
    std::fs::write(&file, "start 0 0\narc 3 1 5\nline 3 20").unwrap();
    let part = block([2.8, -10.0, -10.0], [20.0, 10.0, 1.4]);
    let m = [feed([0.0, -5.0, 0.0], [0.0, 5.0, 0.0])];
    let out = run(&part, &format!("profile:{}", file.display()), &m, &options());
    near_by(only(&out).depth, 0.2, 2e-3);
}

/// A plunge and the retract from its end are equally deep, and bounds of the verdicts no closer
/// than a region's: the retract was named for showing a millionth more.
#[test]
fn a_plunge_is_named_and_not_the_retract_from_its_end() {
    for tool in ["flat:6", "ball:6", "bull:6,1", "drill:6,118", "flat:6;len=4;shank=4,20"] {
        for z in [9.99, 9.7, 8.0] {
            let above = [20.0, 20.0, 30.0];
            let (floor, down) = ([20.0, 20.0, 10.0], [20.0, 20.0, z]);
            let motions = [feed(above, floor), feed(floor, down), feed(down, above)];
            let options = Options { tolerance: 0.005, ..options() };
            let outcome = run(&slab(), tool, &motions, &options);
            let [region] = &outcome.regions[..] else { panic!("{tool} {z}: {outcome:?}") };
            let finding = outcome.findings.at(region.worst);
            assert_eq!(finding.motion, 1, "{tool} {z}: {finding:?}");
            assert!((finding.depth[0] - (10.0 - z)).abs() < 1e-6, "{tool} {z}: {finding:?}");
        }
    }
}
