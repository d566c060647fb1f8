use super::super::ProfileError;
use super::super::profile_file::read;

/// That a profile is refused for what is wrong with it, and one that is right is not.
fn refuses(text: &str, wrong: Option<ProfileError>) {
    let told = read(text, 1.0).err().map(|e| e.to_string());
    let words = wrong.map(|wrong| wrong.to_string());
    let found = words.map(|words| told.as_ref().is_some_and(|told| told.contains(&words)));
    assert!(found.unwrap_or(told.is_none()), "{text}: {told:?}");
}

/// A hollow arc that leads beyond the axis by rounding was led along it: a tip of 0.04 mm had no
/// width, was lost, and clean.
#[test]
fn a_hollow_arc_beyond_the_axis_keeps_its_tip() {
    for text in ["start 0 0\narc 0.213 0.414 -0.46", "start 0 0\narc 3 3 -3.0003"] {
        let profile = read(text, 1.0).unwrap();
        let first = profile.edges()[0];
        assert!(first.start() == [0.0, 0.0] && first.end()[0] > 0.0, "{text}: {first:?}");
        assert!(profile.facet_error() < 2e-3, "{text}: {}", profile.facet_error());
    }
}

/// A flange without thickness was taken, and lost: a disc that cut 1.5 mm deep through a plate
/// of 5 mm was clean. A slit without width counted as a wall.
#[test]
fn a_profile_that_leads_back_over_its_own_way_is_refused() {
    for (text, point) in [
        ("start 0 0\nline 1 0\nline 1 3\nline 3 3\nline 1 3\nline 1 10", Some(5)),
        ("start 0 0\nline 3 0\nline 3 3\nline 1 3\nline 1 3\nline 3 3\nline 3 10", Some(6)),
        ("start 0 0\nline 5 0\nline 3 0\nline 3 10", Some(3)),
        ("start 0 0\nline 1 0\nline 1 3\nline 3 3\nline 3 3.0001\nline 1 3.0001\nline 1 10", None),
        ("start 0 0\nline 2 0\nline 4 0\nline 4 3\nline 2 3\nline 1 3\nline 1 10", None),
        ("start 0 0\nline 4 0\narc 2 2 -2\nline 2 10", None),
    ] {
        refuses(text, point.map(|index| ProfileError::Folds { index }));
    }
}

/// Where one came back to the axis and went on as a ball, the point was taken for a wall: a
/// plate 2.2 mm deep in the ball was told to be clean at 2.15.
#[test]
fn a_profile_that_comes_back_to_the_axis_and_goes_on_is_refused() {
    for (text, point) in [
        ("start 0 0\nline 2 0\nline 2 4\nline 0 4\narc 12 16 12\nline 12 33", Some(4)),
        ("start 0 0\nline 2 0\nline 0 4\nline 2 8", Some(3)),
        ("start 0 0\nline 0 4\nline 2 8", Some(2)),
        ("start 0 0\nline 2 0\narc 2 4 -2\nline 2 8", Some(3)),
        ("start 0 0\nline 2 0\nline 0.001 4\nline 2 8", None),
        ("start 0 0\nline 2 0\nline 2 4\nline 0 4", None),
        ("start 0 0\narc 2 2 2\narc 0 4 2", None),
        ("start 0 0\nline 0 0\nline 2 0\nline 2 4", None),
    ] {
        refuses(text, point.map(|index| ProfileError::Pinched { index }));
    }
}

/// What lay between the hollow tip and the step was no part of the tool: a wall 3 mm inside of it
/// was clean.
#[test]
fn a_hollow_tip_that_steps_in_where_it_begins_is_refused() {
    for (text, point) in [
        ("start 0 0\narc 6 0 8\nline 2 0\nline 2 8", Some(3)),
        ("start 0 1\narc 6 1 8\nline 6 1.0005\nline 2 1.0005\nline 2 8", Some(4)),
        ("start 0 0\narc 6 0 8\nline 6 0.01\nline 2 0.01\nline 2 8", None),
        ("start 0 0\narc 6 0 8\nline 5 2\nline 5 8", None),
        ("start 0 0\narc 6 0 8\nline 8 0\nline 8 8", None),
    ] {
        refuses(text, point.map(|index| ProfileError::ThinAtAxis { index }));
    }
}

/// An arc that dips leads over the level line that it begins above, and over the wall below that:
/// what lies between them is a void that no way leads out of.
#[test]
fn a_profile_that_crosses_itself_around_a_void_is_refused() {
    let text = "start 0 0\nline 3 0\nline 3 1\nline 2.9 1\nline 2.9 1.0005\n\
                arc 13.8753 7.2496 12.5\nline 13.8753 20";
    let told = read(text, 1.0).unwrap_err().to_string();
    assert!(told.contains("crosses itself at r 3.0000 and z 0.9997 mm"), "{told}");
}

/// The flange was cut off as a loop, though it is drawn once: a disc that cuts 0.2 mm deep was clean.
#[test]
fn an_arc_that_hangs_through_a_thin_flange_is_refused() {
    let text = "start 0 0\nline 3 0\nline 3 0.0005\nline 2 0.0005\n\
                arc 2.004 0.50000004e-3 0.0027\nline 2.004 5";
    let told = read(text, 1.0).map(|p| p.radius());
    assert!(told.as_ref().is_err_and(|e| e.to_string().contains("crosses itself")), "{told:?}");
}

/// The arc began at the first of two points that are one, so that its centre was 6e-5 mm off, and
/// a gouge was told that is none.
#[test]
fn a_step_of_no_length_moves_no_arc() {
    let ring = |low: &str| {
        let text = format!("start 0 0\nline 0.5 0\n{low}\narc 0.5 11 5\nline 0.5 30");
        read(&text, 1.0).unwrap().radius()
    };
    let joined = ring("line 0.5 1\nline 0.5 1.0000000007");
    assert!((joined - ring("line 0.5 1.0000000007")).abs() < 1e-9, "{joined}");
}

/// Its disc was no part of the tool, unless that grew: clean without a deviation, a gouge of
/// half a millimetre with a millionth of one.
#[test]
fn a_brim_without_thickness_is_refused() {
    let brim = ProfileError::Brim { index: 4 };
    refuses("start 0 0\nline 2 0\nline 2 4\nline 5 4", Some(brim));
    refuses("start 0 0\nline 2 0\nline 2 4\nline 5 4\nline 5 4.1", None);
    refuses("start 0 0\nline 2 0\nline 2 4\nline 1 4", None);
}
