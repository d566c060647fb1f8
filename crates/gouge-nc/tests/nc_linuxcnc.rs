//! Rules that are LinuxCNC's own, as its interpreter (rs274) carries them out.

mod support;

use support::seen::{Seen, at, see};

fn run(text: &str) -> Seen {
    see(&format!("G21 G90 G54\n{text}\nM2\n"), at([0.0, 0.0, 50.0]))
}

/// Where the last motion ends.
fn last(seen: &Seen) -> [Option<f64>; 3] {
    seen.motions.last().unwrap().to.axes()
}

fn close(seen: &Seen, point: [f64; 3]) {
    let end = last(seen).map(|axis| axis.unwrap());
    assert!((0..3).all(|k| (end[k] - point[k]).abs() < 1e-4), "{end:?} {point:?}");
}

/// The other axis of the plane was kept as it was stored, and was 7.9 mm off once it was read again.
#[test]
fn g10_l20_of_one_axis_moves_a_turned_zero_along_both() {
    let one = run("G0 X20 Y0\nG10 L2 P1 R-50\nG10 L20 P1 Y5\nG10 L2 P1 R0\nG0 X0 Y0");
    close(&one, [7.90626, 6.63414, 50.0]);
    let other = run("G0 X20 Y0\nG10 L2 P2 R-50\nG10 L20 P2 Y5\nG55\nG0 X1 Y1\nG0 X0 Y0");
    close(&other, [7.90626, 6.63414, 50.0]);
    let straight = run("G0 X20 Y3\nG10 L20 P1 Y5\nG10 L2 P1 R0\nG0 X0 Y0");
    close(&straight, [0.0, -2.0, 50.0]);
}
