//! Pockets with flat and bull nose mills, in loops at constant height.

use super::part::{CAVITY_FLOOR, FIN_TOP, POCKET_FLOOR};
use super::program::{Program, SAFE, number};
use crate::tool::Role;

/// Tool radius, mm.
pub(super) const RADIUS: f64 = 3.0;

/// The deep pocket: loops at three heights, from the middle to the walls. `wide` mm too far
/// to the right on the middle height. `shank`: where a shank begins above the tip, and its
/// radius, when it is wider than the pocket's last loop allows.
pub(super) fn deep(wide: f64, shank: Option<[f64; 2]>) -> Program {
    const MIDDLE: [f64; 2] = [20.0, 30.0];
    const WALLS: [f64; 4] = [10.0, 30.0, 10.0, 50.0];
    const LOOPS: [f64; 3] = [7.0, 5.0, RADIUS];
    let mut program = Program::begin();
    for (step, z) in [POCKET_FLOOR / 3.0, POCKET_FLOOR / 1.5, POCKET_FLOOR].into_iter().enumerate()
    {
        program.note(&format!("height {}", number(z)));
        program.approach([MIDDLE[0], MIDDLE[1], z]);
        // Beside the wall the shank stands over the block's top, and sinks below it: it has to
        // give way by the lesser of the two.
        let overlap = shank.map_or(0.0, |[from, radius]| (-z - from).min(radius - RADIUS));
        let mut at = [MIDDLE[0], MIDDLE[1], z];
        for inset in LOOPS {
            let last = inset == RADIUS;
            let over = if last && step == 1 { wide } else { 0.0 };
            let [left, right, low, high] =
                [WALLS[0] + inset, WALLS[1] - inset, WALLS[2] + inset, WALLS[3] - inset];
            let corners =
                [[left, low], [right + over, low], [right + over, high], [left, high], [left, low]];
            for (number, [x, y]) in corners.into_iter().enumerate() {
                let to = [x, y, z];
                if to == at {
                    continue;
                }
                program.feed(at, to);
                if over > 0.0 && (1..=3).contains(&number) {
                    // Into the wall and along it: the wall's normal is the direction of the
                    // shift, so both sides of the depth are the shift itself.
                    program.gouges(over, Role::Cutter);
                }
                at = to;
                if last && overlap > 0.0 {
                    program.gouges(overlap, Role::Shank);
                }
            }
        }
        program.push(format!("G0 Z{}", number(SAFE)));
        if overlap > 0.0 {
            program.gouges(overlap, Role::Shank);
        }
    }
    program
}

/// The cavity: along its walls, around the fin and around the core, at two heights. With
/// `straight` the way from fin to core leads through the fin instead of around it.
pub(super) fn cavity(straight: bool) -> Program {
    let mut program = Program::begin();
    for z in [CAVITY_FLOOR / 2.0, CAVITY_FLOOR] {
        program.note(&format!("height {}", number(z)));
        let start = [43.0, 30.0, z];
        program.approach(start);
        let mut at = start;
        let mut follow = |program: &mut Program, corners: &[[f64; 2]]| {
            for [x, y] in corners {
                program.feed(at, [*x, *y, z]);
                at = [*x, *y, z];
            }
        };
        program.note("walls");
        let walls = [[43.0, 47.0], [97.0, 47.0], [97.0, 13.0], [43.0, 13.0], [43.0, 30.0]];
        follow(&mut program, &walls);
        program.note("fin");
        let fin = [[53.0, 30.0], [53.0, 43.0], [60.0, 43.0], [60.0, 17.0], [53.0, 17.0]];
        follow(&mut program, &fin);
        follow(&mut program, &[[53.0, 30.0]]);
        program.note("core");
        if straight {
            follow(&mut program, &[[71.0, 30.0]]);
            // The middle of the fin's top is that far from the tip, and a radius from its sides.
            let depth = (FIN_TOP - z).min(RADIUS);
            if depth > 0.0 {
                program.gouges(depth, Role::Cutter);
            }
        } else {
            follow(&mut program, &[[53.0, 17.0], [60.0, 17.0], [60.0, 30.0], [71.0, 30.0]]);
        }
        let core = [[71.0, 39.0], [87.0, 39.0], [87.0, 21.0], [71.0, 21.0], [71.0, 30.0]];
        follow(&mut program, &core);
        program.push(format!("G0 Z{}", number(SAFE)));
    }
    program
}
