use super::super::profile_file::read;
use super::*;
use gouge_mesh::geom::Vec3;

fn chain(text: &str) -> Vec<Edge> {
    let profile = read(text, 1.0).unwrap();
    let mut edges = profile.edges().to_vec();
    let top = edges.last().unwrap().end();
    edges.push(Edge::Line { a: top, b: [0.0, top[1]] });
    edges
}

/// A point is in the larger body where it is near enough to a part: how many were, none where
/// it is open.
fn promise(parts: &[Part]) -> usize {
    let Some((found, more)) = inflated(parts) else { return 0 };
    let mut inside = 0;
    for i in 0..70 {
        for k in 0..170 {
            let p =
                [10.0 * (f64::from(i) + 0.31) / 70.0, -3.0 + 26.0 * (f64::from(k) + 0.47) / 170.0];
            let own = parts.iter().map(|(c, by)| outside(c, p) - by).fold(f64::INFINITY, f64::min);
            let said = outside(&found, p);
            assert!(said <= own + 1e-7, "{p:?}: {said} {own}");
            assert!(
                own <= 0.0 || more && own <= 1e-4 || said >= -1e-7,
                "{p:?} is in no part: {said} {own}"
            );
            inside += usize::from(said < 0.0);
        }
    }
    inside
}

const TOOLS: [&str; 6] = [
    "start 0 0\nline 4 0\nline 4 2\nline 2 2\nline 2 20",
    "start 0 0\narc 2 6.236067977 4\nline 2 20",
    "start 0 0\nline 5 0\nline 2 4\nline 2 12",
    "start 0 0\nline 2 0\narc 4 2 -2\nline 4 20",
    "start 0 0\nline 5 0\nline 5 2\nline 3 3\nline 2 6\nline 2 9\nline 4 12\nline 4 20",
    "start 0 0\nline 4 0\nline 4 5\nline 3 6\nline 3 7\nline 4 8\nline 4 14\nline 2 14\nline 2 20",
];

#[test]
fn a_larger_body_holds_what_is_near_enough() {
    for text in TOOLS {
        for by in [0.001, 0.1, 0.45, 1.0, 2.5] {
            assert!(promise(&[(chain(text), by)]) > 1000, "{text} {by}");
        }
    }
}

/// An arc that goes on at a millionth of a radian overlapped what it follows, and the cylinder
/// around all of it was taken: 2.1 mm too much.
#[test]
fn arcs_that_nearly_go_on_as_one_are_followed() {
    for end in ["3.73", "3.73205", "3.7320508", "3.732051", "3.7320515", "3.73206", "3.7321"] {
        let text = format!("start 0 0\narc 2 2 2\narc 1 {end} 2\nline 1 12");
        for by in [0.001, 0.1, 0.3, 0.5, 1.0, 2.5] {
            assert!(promise(&[(chain(&text), by)]) > 500, "{text} {by}");
        }
    }
}

/// An arc whose figures are rounded to four decimals turns back by 0.14° where the wall begins.
/// Grown, the two crossed at that angle, and the cylinder around all of it was taken: a region
/// 3.7 mm deep was told to be 2.9 to 3.7, in 17 s.
#[test]
fn an_arc_that_turns_back_by_little_is_followed() {
    for text in [
        "start 0 0\nline 0.5763 0\narc 3.3992 3.7958 3.9507\nline 3.3992 6.9703",
        "start 0 0\narc 4 4.002 4.0005\nline 4 9",
        "start 0 0\nline 3 0\nline 3 2\narc 2 5.7 4.001\nline 2 9",
    ] {
        for by in [1e-5, 1e-4, 0.001, 0.002, 0.004, 0.005, 0.0051, 0.01, 0.02, 0.1, 1.0] {
            assert!(promise(&[(chain(text), by)]) > 500, "{text} {by}");
        }
    }
}

/// Where a rim that is next to straight meets a small arc, the crossing was 1e-7 mm off, and the
/// cylinder around all of it was taken: of a cut of 0.52 mm nothing was proved.
#[test]
fn an_arc_of_a_large_radius_is_followed() {
    for rim in ["arc 9.9 2 5000", "arc 9.9 2 100000", "arc 9.8 2 30000"] {
        for text in [
            format!("start 0 0\nline 10 0\n{rim}\narc 9.795 2.1 0.105\nline 3 2.1\nline 3 20"),
            format!("start 0 0\nline 10 0\n{rim}\nline 9.795 2.001\nline 3 2.001\nline 3 20"),
        ] {
            for by in [1e-4, 0.001, 0.02, 0.1] {
                assert!(promise(&[(chain(&text), by)]) > 500, "{text} {by}");
            }
        }
    }
    let text =
        "start 0 0\nline 10 0\narc 9.9 2 5000\narc 9.895 2.005 0.005\nline 3 2.005\nline 3 20";
    assert!(promise(&[(chain(text), 0.02)]) > 500);
    let text = "start 0 0\nline 1 0\narc 0.9 0.5 5000\nline 0.9 0.501\nline 0.4 0.501\nline 0.4 9";
    assert!(promise(&[(chain(text), 0.02)]) > 100);
}

/// Chords of a hollow arc that turn by little overlapped where they were moved out, and the
/// cylinder around all of it was taken: a gouge 1 mm deep was not decided.
#[test]
fn the_chords_of_hollow_arcs_are_followed() {
    for text in
        ["start 0 0\nline 2 0\narc 4 2 -2\nline 4 20", "start 0 0\narc 3 3 -3\nline 9 3\nline 9 20"]
    {
        for by in [1e-5, 5e-4, 0.001, 0.003, 0.01, 0.1] {
            assert!(promise(&[(chain(text), by)]) > 500, "{text} {by}");
        }
    }
}

/// Walls that just meet when they grow were free or not by rounding, and the cylinder around all
/// of it was taken: a cut of 1 mm was not decided.
#[test]
fn walls_of_a_groove_that_just_meet_are_followed() {
    for (low, high, by) in
        [("1", "1.2", 0.1), ("1", "1.02", 0.01), ("0.3", "0.5", 0.1), ("2", "2.1", 0.05)]
    {
        let text = format!(
            "start 0 0\nline 2 0\nline 2 {low}\nline 1.5 {low}\nline 1.5 {high}\n\
             line 2 {high}\nline 2 5"
        );
        assert!(promise(&[(chain(&text), by)]) > 200, "{text} {by}");
        let rim = Vec3::new(1.9, 0.0, low.parse::<f64>().unwrap() + by);
        let depth = body(&[(chain(&text), by)]).0.depth(&rim);
        assert!((0.1 - 1e-9..0.101).contains(&depth), "{text} {by}: {depth}");
    }
    for radius in [0.79999, 0.799] {
        let text = format!("start 0 0\nline 3 0\nline 3 1e-7\narc 2.2 0.8 {radius}\nline 2.2 5.8");
        for by in [0.02, 0.1] {
            assert!(promise(&[(chain(&text), by)]) > 200, "{text} {by}");
        }
    }
}

/// A tip whose arc begins a little downwards, if only for its centre being rounded, began
/// beyond the axis when moved out, and no convex part was left of a body with pockets: it was
/// clean everywhere.
#[test]
fn a_dimpled_tip_begins_on_the_axis() {
    for text in [
        "start 0 0\narc 2 5.2361 3\nline 2 20",
        "start 0 0\narc 4 1 2.3\nline 4 3\nline 6 3\nline 6 20",
        "start 0 0\narc 4.355 3.840 4.389\nline 6.016 17.007\nline 6.016 20",
        "start 0 0\narc 3 2 2\nline 3 20",
    ] {
        for by in [1e-5, 0.001, 0.005, 0.1, 1.0] {
            assert!(promise(&[(chain(text), by)]) > 500, "{text} {by}");
            let found = inflated(&[(chain(text), by)]).unwrap();
            assert_eq!(found.0[0].start()[0], 0.0, "{text} {by}");
            let (piece, excess) = body(&[(chain(text), by)]);
            let covers =
                |x: &Vec3| piece.cover().unwrap().iter().any(|part| part.depth(x).depth > 0.0);
            assert_eq!(excess, 0.0);
            for height in [0.5, 2.0, 10.0] {
                assert!(covers(&Vec3::new(1.0, 0.0, height)), "{text} {by}");
            }
        }
    }
}

/// The arc of a hollow tip was cut wherever the line of one of the chords above it passed its
/// circle, into 150 pieces that each of as many parts was asked about: 7.5 s before any motion
/// was looked at.
#[test]
fn an_arc_that_grew_is_one_edge() {
    let text = "start 0 0\narc 5.719 0 6.4954\narc 5.5554 3.5318 -2.05\nline 5.5554 9.5318";
    let (piece, excess) = body(&[(chain(text), 0.01)]);
    let arcs = |edges: &[Edge]| edges.iter().filter(|e| matches!(e, Edge::Arc { .. })).count();
    let Piece::ConcaveRevolve(body) = &piece else { panic!() };
    assert_eq!(excess, 0.0);
    // The tip, the rims below and above the hollow, and that of the top.
    assert_eq!(arcs(&body.meridian()), 4);
    assert!(body.meridian().len() < 170, "{}", body.meridian().len());
}

#[test]
fn parts_that_grow_differently_are_one_body() {
    let raised = |text: &str| read(text, 1.0).unwrap().raised(20.0);
    for text in &TOOLS[..2] {
        let upper = raised("start 0 0\nline 6 0\nline 6 2.5");
        let mut above = upper.edges().to_vec();
        above.push(Edge::Line { a: [6.0, 22.5], b: [0.0, 22.5] });
        for (low, high) in [(0.0, 0.2), (0.01, 0.2), (0.3, 0.3), (1.0, 0.1)] {
            let parts = [(chain(text), low), (above.clone(), high)];
            assert!(promise(&parts) > 1000, "{text} {low} {high}");
        }
    }
}

/// The edges of what grew met each other but for rounding: at a level between two ends, such as
/// that of the tip, what is inside was outside.
#[test]
fn a_level_at_which_an_edge_ends_lies_in_the_body() {
    let mut looked = 0;
    for text in [
        "start 0 0\nline 6 0\nline 6 2\nline 2 2\nline 2 20",
        "start 0 0\nline 3 0\nline 3 2\nline 5 2\nline 5 20",
        "start 0 0\nline 4 0\nline 4 2\nline 2 3\nline 2 30",
        "start 0 0\narc 4 4 4\narc 2 7.464101615 4\nline 2 9\narc 4 11 2\nline 6 13\nline 6 20",
    ] {
        for by in [0.003, 0.01, 0.02, 0.1, 0.3, 0.5, 0.7, 1.1] {
            let (Piece::ConcaveRevolve(body), _) = body(&[(chain(text), by)]) else { continue };
            let edges = body.meridian();
            let ends = edges.iter().flat_map(|e| [e.start()[1], e.end()[1]]);
            for z in ends.chain((0..24).map(f64::from)) {
                for k in 0..80 {
                    let depth = |z: f64| body.depth(&Vec3::new(0.1 * f64::from(k) + 0.037, 0.0, z));
                    let [here, above, below] = [z, z + 1e-7, z - 1e-7].map(depth);
                    let near = |d: f64| (d - here).abs() <= 3e-7;
                    assert!(
                        near(above) && near(below),
                        "{text} {by} {k} {z}: {below} {here} {above}"
                    );
                    looked += 1;
                }
            }
        }
    }
    assert!(looked > 50_000, "{looked}");
}
