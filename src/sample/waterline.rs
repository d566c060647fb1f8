//! Milling around the boss at constant height, in full circles and helices.

use super::part::{BOSS_HEIGHT, BOSS_RADIUS};
use super::program::{Program, SAFE, number};
use crate::tool::Role;

/// Tool radius, mm.
pub(super) const RADIUS: f64 = 5.0;

/// Circles around a boss of `sides` sides at four heights, the tool led from one to the next
/// on a wider helix. The second circle is `tight` mm too small.
pub(super) fn program(sides: usize, tight: f64) -> Program {
    const OUT: f64 = 28.0;
    let mut program = Program::begin();
    let heights = [3, 2, 1, 0].map(|quarter| BOSS_HEIGHT * f64::from(quarter) / 4.0);
    program.approach([OUT, 0.0, heights[0]]);
    let mut at = heights[0];
    for (number_of, z) in heights.into_iter().enumerate() {
        let over = if number_of == 1 { tight } else { 0.0 };
        let circle = number(BOSS_RADIUS + RADIUS - over);
        let out = number(OUT);
        if z != at {
            program.push(format!("G3 X{out} Y0 Z{} I-{out} J0", number(z)));
            at = z;
        }
        // Where the tool runs as it should, rounding is no depth.
        let depths = if over > 0.0 { depths(sides, over) } else { [0.0; 2] };
        program.push(format!("G1 X{circle}"));
        plant(&mut program, depths[0]);
        program.push(format!("G2 X{circle} Y0 I-{circle} J0"));
        plant(&mut program, depths[1]);
        program.push(format!("G1 X{out}"));
        plant(&mut program, depths[0]);
    }
    program.push(format!("G0 Z{}", number(SAFE)));
    program
}

fn plant(program: &mut Program, depth: f64) {
    if depth > 0.0 {
        program.gouges(depth, Role::Cutter);
    }
}

/// Depths at the boss's corners when the tool runs `over` mm too close: on the straight way
/// in along x, and around. The corners stick `over` mm into the tool; measured along the
/// normal of a side, which is turned half a side away, it is a little more.
fn depths(sides: usize, over: f64) -> [f64; 2] {
    let half = std::f64::consts::PI / sides as f64;
    let away = (RADIUS - over) * half.cos();
    let straight = (away * away + RADIUS * RADIUS - (RADIUS - over).powi(2)).sqrt() - away;
    let inner = BOSS_RADIUS - over;
    let corner = BOSS_RADIUS * half.sin();
    let around = BOSS_RADIUS * half.cos() - (inner * inner - corner * corner).sqrt();
    [straight, around]
}
