use super::super::profile_file::read;
use super::*;
use gouge_mesh::geom::Vec3;
use gouge_random::Random;
use std::f64::consts::TAU;

/// Whether a point lies in the meridian: the way outwards from it leaves that an odd number of
/// times.
fn wide(edges: &[Edge], p: Meridian) -> bool {
    let crossings = edges.iter().map(|e| match *e {
        Edge::Line { a, b } => {
            let crosses = (a[1] <= p[1]) != (b[1] <= p[1]);
            let r = a[0] + (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]);
            usize::from(crosses && r > p[0])
        }
        Edge::Arc { a, b, center, radius } => {
            let h = p[1] - center[1];
            let half = (radius * radius - h * h).sqrt();
            let on = |w: f64| {
                let [from, to, at] = [sub(a, center), sub(b, center), [w, h]];
                let turn = |v: Meridian| v[1].atan2(v[0]);
                (turn(at) - turn(from)).rem_euclid(TAU) <= (turn(to) - turn(from)).rem_euclid(TAU)
            };
            let ways = [-half, half].into_iter().filter(|w| center[0] + w > p[0] && on(*w));
            if half.is_nan() { 0 } else { ways.count() }
        }
    });
    crossings.sum::<usize>() % 2 == 1
}

/// Checks what parts of any fineness promise at a grid of points.
fn promise(text: &str) {
    let profile = read(text, 1.0).unwrap();
    holds_its_promises(&ConcaveRevolve::new(&profile).unwrap(), profile.edges(), text);
}

/// The same of the body of an outline.
fn holds_its_promises(body: &ConcaveRevolve, edges: &[Edge], text: &str) {
    let most = |way: Meridian, k: usize| {
        edges.iter().map(|e| e.extreme(way)[k]).fold(f64::NEG_INFINITY, f64::max)
    };
    let (top, radius) = (most([0.0, 1.0], 1), most([1.0, 0.0], 0));
    let mut random = Random::new(83);
    let (mut inside, mut looks, mut spared) = (0, 0, 0);
    let by_place = body.tells_by_place();
    for i in 0..80 {
        for k in 0..240 {
            let p = [radius * (i as f64 + 0.31) / 80.0, top * (k as f64 + 0.47) / 240.0];
            let x = Vec3::new(p[0], 0.0, p[1]);
            let ball = body.depth(&x);
            assert_eq!(ball > 0.0, wide(edges, p), "{text}: {p:?}");
            let deep = |column: &Solid| column.depth(&x).depth;
            // Balls that are small fit between two pockets.
            if (0.0..0.2).contains(&ball) {
                let coarse = body.coarse().iter().map(deep).fold(f64::NEG_INFINITY, f64::max);
                assert!(coarse >= 0.995 * ball && coarse <= ball + 1e-9, "{text}: {p:?}");
            }
            let covered = body.cover().iter().map(deep).fold(f64::NEG_INFINITY, f64::max);
            assert!(covered <= ball + 1e-9, "{text}: {p:?} {covered} {ball}");
            assert_eq!(ball > 0.0, covered > 0.0, "{text}: {p:?} {covered} {ball}");
            assert!(body.columns().iter().all(|c| deep(c) <= ball + 1e-9), "{text}: {p:?}");
            let depth = |part: &Part| part.solid.depth(&x).depth;
            let wide = 10f64.powf(random.between(-3.0, 1.0));
            let [y, z] = [0; 2].map(|_| x + random.vector(wide));
            let near = MeridianBox::around(&[x, y, z], 0.0);
            let mut open: Vec<&Part> = body.first().collect();
            loop {
                let outer = open.iter().map(|part| part.outer(depth(part)));
                let outer = outer.fold(f64::NEG_INFINITY, f64::max);
                assert!(outer >= ball - 1e-9, "{text}: {p:?} {outer} {ball}");
                // Nor is anything forgotten that only parts for balls about here are asked of.
                if ball > 0.0 && k % 4 == 0 {
                    let own = open.iter().filter_map(|part| match by_place {
                        true => body.closest(part, &near),
                        false => Some(part),
                    });
                    let own: Vec<f64> = own.map(|part| part.outer(depth(part))).collect();
                    let told = own.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                    assert!(told >= ball - 1e-9, "{text}: {p:?} {told} {ball}");
                    (looks, spared) = (looks + open.len(), spared + open.len() - own.len());
                }
                let within = |part: &Part| !part.within || depth(part) <= ball + 1e-9;
                assert!(open.iter().all(|part| within(part)), "{text}: {p:?}");
                let holds = |part: &&Part| depth(part) >= part.inner(ball - 1e-9);
                assert!(open.iter().any(holds), "{text}: {p:?} {ball}");
                if open.iter().all(|part| body.halves(part).next().is_none()) {
                    break;
                }
                let closer = |part| match body.halves(part).collect::<Vec<_>>() {
                    none if none.is_empty() => vec![part],
                    halves => halves,
                };
                open = open.into_iter().flat_map(closer).collect();
            }
            assert!(body.around().depth(&x).depth >= ball - 1e-9, "{text}: {p:?} {ball}");
            inside += usize::from(ball > 0.0);
        }
    }
    assert!(inside > 1000, "{inside}");
    assert!(!by_place || 3 * spared > looks, "{text}: {spared} {looks}");
}

/// Walls that meet in a ring 1e-9 mm wide where they grew: all above it was in no part, and clean.
#[test]
fn a_grown_tool_keeps_what_is_above_a_ring_of_a_nanometre() {
    for (text, by) in [
        (
            "start 0 0\nline 0.5 0\nline 0.5 0.005\nline 0.499999998 1.42\nline 0.519999998 1.42\n\
             line 0.519999998 2.02\nline 0.499999998 2.02\nline 0.499999998 4.46",
            0.01,
        ),
        (
            "start 0 0\nline 3 0\nline 3 1\nline 3.10000001 1\nline 3.10000001 1.5\nline 3 1.5\n\
             line 3 5.5",
            0.1,
        ),
        (
            "start 0 0\nline 3 0\nline 3 1\nline 3.100000002 1\nline 3.100000002 1.5\nline 3 1.5\n\
             line 3 5.5",
            0.1,
        ),
    ] {
        let body = ConcaveRevolve::new(&read(text, 1.0).unwrap()).unwrap();
        let super::super::Piece::ConcaveRevolve(grown) = body.inflated(by).0 else { panic!() };
        holds_its_promises(&grown, &grown.meridian(), text);
    }
}

#[test]
fn slot() {
    promise("start 0 0\nline 4 0\nline 4 2\nline 2 2\nline 2 30");
}

#[test]
fn lollipop() {
    promise("start 0 0\narc 2 6.236067977 4\nline 2 20");
}

#[test]
fn two_balls_on_a_neck() {
    promise(
        "start 0 0\narc 4 4 4\narc 2 7.464101615 4\nline 2 9\narc 4 11 2\narc 3 13 3\nline 3 20",
    );
}

#[test]
fn dovetail() {
    promise("start 0 0\nline 5 0\nline 2 4\nline 2 12");
}

#[test]
fn hollow_corner() {
    promise("start 0 0\nline 2 0\narc 4 2 -2\nline 4 30");
}

/// Arcs that bend less than chords may be beside them.
#[test]
fn hollow_corners_that_are_next_to_straight() {
    for radius in [3.0, 20.0, 30.0, 1250.0, 1e5] {
        promise(&format!("start 0 0\nline 2 0\narc 2.06 0.08 -{radius}\nline 2.06 5"));
        promise(&format!("start 0 0\nline 2 0\narc 4 3 -{radius}\nline 4 9"));
    }
}

/// The ends of the arc are rounded, so that it leads a little back inwards and downwards.
#[test]
fn hollow_corner_of_rounded_ends() {
    promise("start 0 0\nline 2 0\narc 4 2 -1.995\nline 4 30");
}

/// A point was in the tool only where it lay as deep in its chords as these are outside of the
/// arc: of a cusp, whose depth that takes up, 0.4 mm were told to a fiftieth.
#[test]
fn between_a_hollow_arc_and_its_chords_nothing_is_in_what_was_declared() {
    let radius = 3.2;
    let profile = read("start 0 0\narc 3.2 3.2 -3.2\nline 3.2 20", 1.0).unwrap();
    let body = ConcaveRevolve::new(&profile).unwrap();
    let shape = body.declared().unwrap();
    assert!(body.overstated() > 0.0);
    let mut between = 0;
    for i in 1..2000 {
        let z = 3.0 * f64::from(i) / 2000.0;
        let wide = radius - (radius * radius - z * z).sqrt();
        let holds = |r: f64| shape.holds(&Vec3::new(0.6 * r, 0.8 * r, z));
        assert!(!holds(wide + 1e-8), "{z}");
        assert!(wide < 1e-7 || holds(wide - 1e-8), "{z}");
        let chord = Vec3::new(wide + 1e-8, 0.0, z);
        between += usize::from(body.depth(&chord) > 0.0);
    }
    assert!(between > 1000, "{between}");
}

/// An arc whose radius is rounded down leads past the shoulder that begins where it ends. That
/// corner was none of a pocket, the tool was too thin, and clean what it cut 0.05 mm too deep.
#[test]
fn arcs_of_rounded_radius_that_lead_past_a_shoulder_keep_its_pocket() {
    let arc_in = |less: f64| format!("start 0 0\nline 1.2 0\narc 0.4 0.8 {}", 0.8 - less);
    for less in [1e-12, 1e-5] {
        promise(&format!("{}\nline 0.7 0.8\nline 0.7 4", arc_in(less)));
    }
    promise(&format!("{}\narc 1.2 1.6 0.79\nline 1.2 4", arc_in(0.01)));
    promise("start 0 0\nline 2 0\nline 2 1\nline 1 1\narc 1.8 1.8 0.7999\nline 1.8 4");
    // Past it by less than points are told apart.
    promise("start 0 0\nline 0.1 0\narc 0.05 0.05 0.0499999999\nline 0.09 0.05\nline 0.09 0.3");
}

/// A step so short that the arc before it, leading over its own top, ends behind the wall above it:
/// no two edges that follow each other meet there, all above was lost, and clean 9 times too deep.
#[test]
fn an_arc_over_its_own_top_that_a_later_wall_comes_out_of_keeps_its_pocket() {
    for (radius, out) in [(0.79, 5e-3), (0.79, 0.015), (0.7999, 1e-5)] {
        promise(&format!(
            "start 0 0\nline 2.7 0\nline 2.7 0.8\narc 1.9 1.6 {radius}\n\
             line {r} 1.6\nline {r} 4",
            r = 1.9 + out
        ));
    }
}

/// A half circle of a micrometre at a flat end hangs below it. Its rim was in no part that reaches the
/// axis, was lost, and 0.0109 mm were clean at 0.0102; above a shoulder likewise.
#[test]
fn what_is_beside_a_rim_that_hangs_or_stands_is_filled() {
    for (text, deep) in [
        ("start 0 0\nline 3 0\narc 3.0018 1e-8 0.00090000018\nline 3.0018 4", [3.0, -1e-4]),
        ("start 0 0\nline 3 0\nline 3 4\narc 2.9982 4.00000001 0.00090000018", [0.1, 4.0001]),
        (
            "start 0 0\nline 3 0\nline 3 2\narc 2.9982 2.00000001 0.00090000018\nline 2 2.00000001\n\
             line 2 6",
            [2.1, 2.0001],
        ),
    ] {
        let profile = read(text, 1.0).unwrap();
        let by = profile.facet_error();
        assert!((5e-4..1e-3).contains(&by), "{text}: {by}");
        let depth = |x: &Vec3| match ConcaveRevolve::new(&profile) {
            Some(body) => body.depth(x),
            None => profile.body(false).depth(x).depth,
        };
        assert!(depth(&Vec3::new(deep[0], 0.0, deep[1])) > 0.0, "{text}");
        assert!(profile.rises(), "{text}");
        if ConcaveRevolve::new(&profile).is_some() {
            promise(text);
        }
    }
}

#[test]
fn waist_of_many_corners() {
    promise(
        "start 0 0\nline 6 0\nline 5 1\nline 4.8 1.6\nline 4.79 2.1\nline 4.8 3\nline 5.1 5\nline 6 6\nline 6 30",
    );
}

#[test]
fn steps_in_and_out() {
    promise(
        "start 0 0\nline 3 0\nline 3 1\nline 4 1\nline 4 2\nline 3 2\nline 3 3\nline 6 3\nline 6 4",
    );
}

#[test]
fn neck_of_two_steps() {
    promise("start 0 0\nline 5 0\nline 5 2\nline 3 3\nline 2 6\nline 2 9\nline 4 12\nline 4 20");
}

#[test]
fn two_grooves() {
    promise(
        "start 0 0\nline 4 0\nline 4 5\nline 3 6\nline 3 7\nline 4 8\nline 4 14\nline 2 14\nline 2 20",
    );
}

/// That planes come as near to every part of a body as one likes, but to those that lines that lead
/// down leave hollow about the axis.
fn parts_are_convex(text: &str) {
    let body = ConcaveRevolve::new(&read(text, 1.0).unwrap()).unwrap();
    let mut open: Vec<&Part> = body.first().collect();
    while let Some(part) = open.pop() {
        for i in 0..100 {
            for k in 0..100 {
                let x = Vec3::new(0.04 * f64::from(i), 0.0, 0.09 * f64::from(k));
                let told = part.solid.depth(&x);
                let apart = told.offset - told.normal.dot(&x) - told.depth;
                let closes = apart.abs() < 1e-9 || !part.solid.is_convex();
                assert!(closes, "{text}: {x:?} {told:?}");
            }
        }
        open.extend(body.halves(part));
    }
}

/// Arcs that are drawn to four decimals bend 0.2 µm back across the level of the corner in which
/// they begin or end. That sliver stayed in what lines keep off the next pocket, which was not
/// convex for it: planes did not close on it, and a motion of a form tool took 14 s.
#[test]
fn where_an_arc_bends_back_across_the_level_of_its_corner_parts_are_convex() {
    for text in [
        "start 0 0\nline 0.436 0\narc 0.7958 1.2098 -0.9352\nline 0.297 1.9164\n\
         arc 3.0995 2.8555 4.5391\nline 3.0995 7.8527",
        "start 0 0\nline 2 0\nline 1.2 0.5\nline 3.0995 1.5\narc 0.297 2.4391 4.5391\n\
         line 0.7958 3.1457\nline 0.7958 8",
    ] {
        promise(text);
        let profile = read(text, 1.0).unwrap();
        let bends = |edge: &Edge| {
            let [low, high] = [[0.0, -1.0], [0.0, 1.0]].map(|way| edge.extreme(way)[1]);
            edge.start()[1] - low > 1e-4 || high - edge.end()[1] > 1e-4
        };
        assert!(profile.edges().iter().any(bends), "{text}");
        parts_are_convex(text);
    }
}

/// What chords alone hold is moved beyond the arc, and no farther than they overstate the body.
#[test]
fn a_place_that_only_chords_hold_is_pared_off_onto_the_arc() {
    let profile = read("start 0 0\nline 8 0\narc 10 2 -2", 1.0).unwrap();
    let body = ConcaveRevolve::new(&profile).unwrap();
    let shape = body.declared().unwrap();
    let mut pared = 0;
    for i in 0..20_000 {
        let angle = 0.5 * std::f64::consts::PI * f64::from(i) / 20_000.0;
        let r = 2.0 - 0.25 * body.overstated();
        let x = Vec3::new(10.0 - r * angle.cos(), 0.0, r * angle.sin());
        let moved = shape.pared(&x);
        assert!((moved - x).norm() <= body.overstated(), "{x:?}");
        if body.depth(&x) > 1e-6 {
            pared += 1;
            assert!(!shape.holds(&x) && shape.holds(&moved), "{x:?} {moved:?}");
        }
    }
    assert!(pared > 3_000, "{pared}");
}

/// An arc that begins level where a shoulder ends was no re-entrant corner, since their directions
/// have no sine between them: the slit between both was left in parts that count as convex, and a
/// turn of a helix before one facet took 90 s.
#[test]
fn an_arc_that_leads_straight_back_ends_a_pocket() {
    let neck = "start 0 0\nline 3 0\nline 3 2\nline 1 2\narc 2.5 3.5 1.5\nline 2.5 8";
    promise(neck);
    for text in [neck, "start 0 0\nline 1 0\narc 3 2 -2\nline 2 2\narc 3.5 3.5 1.5\nline 3.5 8"] {
        parts_are_convex(text);
    }
}

/// Grown by 0.02 µm, a tip that leaves the axis at 5e-5 begins with an arc that ends 1e-9 mm beside
/// it. That was taken for one along the axis, which keeps nothing but what is within its circle: the
/// tool was gone, and a cut of 1 mm clean.
#[test]
fn a_tip_that_grew_by_next_to_nothing_keeps_its_body() {
    for (slope, by) in [(1e-4, 1e-5), (1e-4, 2e-5), (1e-3, 1e-6), (1e-5, 1e-4), (2.0, 2e-10)] {
        let text =
            format!("start 0 0\nline 2 {slope}\nline 2 {0}\nline 1 {0}\nline 1 9", 1.0 + slope);
        let body = ConcaveRevolve::new(&read(&text, 1.0).unwrap()).unwrap();
        let (grown, excess) = body.inflated(by);
        assert_eq!(excess, 0.0);
        for x in [[1.9, 0.9], [0.5, 5.0], [0.1, 0.2]].map(|[r, z]| Vec3::new(r, 0.0, z + slope)) {
            let (own, more) = (body.depth(&x), grown.depth(&x));
            assert!((own + by - more).abs() < 1e-8 && more > 0.05, "{text} {by}: {own} {more}");
            let covers = grown.cover().unwrap().iter().any(|part| part.depth(&x).depth > 0.05);
            assert!(covers, "{text} {by} {x:?}");
        }
    }
}
