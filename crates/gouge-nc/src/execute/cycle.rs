//! Canned cycles G73, G74, G81 … G89 of LinuxCNC, in every plane: `interp_cycles.cc`.

use crate::code;
use crate::control::Control;
use crate::control::plane::Plane;
use crate::control::state::{FeedMode, Spindle};
use crate::emit::{Emitter, Said};
use crate::execute::feed::{check_feed, check_spindle};
use crate::execute::target::said;
use crate::fault::{Step, refuse};
use crate::motion::Kind;
use crate::read::arithmetic::radians;
use crate::read::block::{ANGLE, Block, RADIUS, bit};
use crate::tolerance::PECK_CLEARANCE_INCH;
use crate::words::{Group, code_name, g};

/// One cycle with its words resolved; lengths in the unit in force, levels along the plane's
/// normal.
#[derive(Clone, Copy, Debug)]
struct Cycle {
    code: u16,
    /// R level.
    r: f64,
    /// Where the tool returns to.
    clear: f64,
    bottom: f64,
    peck: f64,
    /// I, J, K of back boring, in plane order.
    shift: [f64; 3],
}

/// Where the holes are, in the plane.
#[derive(Clone, Copy, Debug)]
struct Holes {
    at: [f64; 2],
    step: [f64; 2],
    /// Polar steps: radius and angle (radians).
    polar_step: [f64; 2],
}

impl Holes {
    /// On to the next hole.
    fn advance(&mut self, block: &Block) -> Step {
        self.at[0] += self.step[0];
        self.at[1] += self.step[1];
        if self.polar_step != [0.0, 0.0] {
            let [x, y] = self.at;
            if x == 0.0 && y == 0.0 {
                let at = block.first_place(crate::read::block::POLAR);
                let message = "an incremental polar word has no meaning at the origin";
                return refuse(code::RANGE, at, message);
            }
            let length = x.hypot(y) + self.polar_step[0];
            let (sin, cos) = (y.atan2(x) + self.polar_step[1]).sin_cos();
            self.at = [length * cos, length * sin];
        }
        Ok(())
    }
}

pub(crate) fn cycle(
    code: u16,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let at = block.code_place(Group::Motion);
    check_feed(block, control, emitter)?;
    if control.state.feed_mode == FeedMode::InverseTime {
        let message = "canned cycles do not run in inverse time feed (G93)";
        return refuse(code::CYCLE, at, message);
    }
    if control.compensating() {
        let message = "canned cycles are not allowed while cutter compensation is on";
        return refuse(code::COMPENSATION, at, message);
    }
    let repeated = control.state.motion == Some(code);
    let words = level_words(block, repeated, control)?;
    let Levels { r, bottom, initial, start } = approach(&words, block, control, emitter)?;
    let plane = control.state.plane;
    let [.., normal] = plane.axes();
    emitter.said = said(block, control);
    emitter.said[normal] = Said::Nothing;
    let clear = if control.state.return_to_r { r } else { initial };
    let (dwell, peck, ijk) = cycle_words(code, block, repeated, control)?;
    let mut shift = plane.axes().map(|axis| ijk[axis]);
    if control.state.incremental {
        shift[2] += bottom;
    }
    let cycle = Cycle { code, r, clear, bottom, peck, shift };
    let last = run_holes(cycle, words.count, start, block, control, emitter)?;
    control.state.pos = plane.unfold([last[0], last[1], clear]);
    let memory = &mut control.state.cycle;
    (memory.r, memory.depth) = (words.r, words.depth);
    (memory.dwell, memory.peck, memory.ijk) = (dwell, peck, ijk);
    control.state.motion = Some(code);
    Ok(())
}

/// R and the word of the bottom, given here or remembered, and how often the cycle runs.
struct LevelWords {
    r: f64,
    depth: f64,
    count: i64,
}

fn level_words(block: &Block, repeated: bool, control: &Control<'_>) -> Step<LevelWords> {
    let at = block.code_place(Group::Motion);
    let plane = control.state.plane;
    let memory = control.state.cycle;
    let r = match block.get(b'r') {
        Some(r) => r,
        None if repeated => memory.r,
        None => {
            return refuse(code::MISSING, at, "the cycle needs R, the level above the hole");
        }
    };
    let count = match block.get(b'l') {
        None => 1,
        Some(0.0) => {
            return refuse(code::RANGE, block.place(b'l'), "L0: the cycle would not run at all");
        }
        Some(count) => count as i64,
    };
    let [.., normal] = plane.axes();
    let depth = match block.axis(normal) {
        Some(depth) => depth,
        None if repeated => memory.depth,
        None => {
            let [.., name] = plane.names();
            let message = format!("the cycle needs {name}, the bottom of the hole");
            return refuse(code::MISSING, at, message);
        }
    };
    Ok(LevelWords { r, depth, count })
}

/// Levels of a cycle along the plane's normal.
struct Levels {
    r: f64,
    bottom: f64,
    /// Where the series of cycles began, or R where that is higher.
    initial: f64,
    /// Where the tool stands before the first hole.
    start: f64,
}

/// Works out the levels, and goes up to R where the tool stands below it.
fn approach(
    words: &LevelWords,
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step<Levels> {
    let [.., normal] = control.state.plane.axes();
    let mut here = control.state.pos;
    // The level to come back to, or to count from, is no place of the work.
    let counts = !control.state.return_to_r || control.state.incremental;
    if counts && emitter.unplaced(control)[normal] && control.state.cycle.initial.is_none() {
        here[normal] = f64::NAN;
    }
    if here.iter().any(|value| value.is_nan()) {
        need_known_cycle(block, here, control)?;
    }
    let initial = *control.state.cycle.initial.get_or_insert(here[normal]);
    let (r, bottom) = if control.state.incremental {
        (words.r + initial, words.r + initial + words.depth)
    } else {
        (words.r, words.depth)
    };
    if r < bottom {
        let message = format!("R ({r}) lies below the bottom of the hole ({bottom})");
        return refuse(code::CYCLE, block.first_place(bit(b'r')), message);
    }
    if initial < r {
        let mut to = here;
        to[normal] = r;
        emitter.said[normal] = Said::word(control);
        emitter.send(Kind::Rapid, to, control.state.rest, control)?;
        return Ok(Levels { r, bottom, initial: r, start: r });
    }
    Ok(Levels { r, bottom, initial, start: here[normal] })
}

/// Drills one hole after the other, the tool standing at the level `start`; where the last one is.
fn run_holes(
    cycle: Cycle,
    count: i64,
    start: f64,
    block: &Block,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step<[f64; 2]> {
    let Cycle { r, clear, .. } = cycle;
    let [first, second, _] = control.state.plane.axes();
    let mut holes = holes(block, [first, second], control);
    for number in 0..count {
        holes.advance(block)?;
        if number == 0 && start > r {
            cycle_move(Kind::Rapid, holes.at, start, control, emitter)?;
            cycle_move(Kind::Rapid, holes.at, r, control, emitter)?;
        } else {
            cycle_move(Kind::Rapid, holes.at, clear, control, emitter)?;
            if clear > r {
                cycle_move(Kind::Rapid, holes.at, r, control, emitter)?;
            }
        }
        drill(cycle, holes.at, block, control, emitter)?;
    }
    Ok(holes.at)
}

/// A cycle needs every place that its levels and its holes are measured from.
fn need_known_cycle(block: &Block, here: [f64; 3], control: &Control<'_>) -> Step {
    let [_, _, normal] = control.state.plane.axes();
    let needed =
        |axis: usize| axis == normal || control.state.incremental || block.axis(axis).is_none();
    if (0..3).any(|axis| here[axis].is_nan() && needed(axis)) {
        let message = "the cycle starts from a position that is not known";
        return refuse(code::UNKNOWN_START, block.code_place(Group::Motion), message);
    }
    Ok(())
}

/// Dwell, peck and I, J, K: given here or remembered.
fn cycle_words(
    code: u16,
    block: &Block,
    repeated: bool,
    control: &Control<'_>,
) -> Step<(f64, f64, [f64; 3])> {
    let memory = control.state.cycle;
    let at = block.code_place(Group::Motion);
    let given = |letter: u8| block.get(letter).filter(|value| *value != -1.0);
    let dwells = matches!(code, g::G82 | g::G86 | g::G88 | g::G89);
    if dwells && !repeated && given(b'p').is_none() {
        let message = format!("{} needs P, the time to wait", code_name('G', code));
        return refuse(code::MISSING, at, message);
    }
    let mut peck = memory.peck;
    if matches!(code, g::G73 | g::G83) {
        peck = match given(b'q') {
            Some(peck) => peck,
            None if repeated => memory.peck,
            None => {
                let message = format!("{} needs Q, the peck", code_name('G', code));
                return refuse(code::MISSING, at, message);
            }
        };
        if peck <= 0.0 {
            return refuse(code::RANGE, block.place(b'q'), "the peck Q must be above zero");
        }
    }
    let mut shift = memory.ijk;
    if code == g::G87 {
        for (axis, value) in shift.iter_mut().enumerate() {
            match block.centre(axis) {
                Some(word) => *value = word,
                None if repeated => {}
                None => return refuse(code::MISSING, at, "G87 needs I, J and K"),
            }
        }
    }
    let uses_dwell = dwells || matches!(code, g::G74 | g::G84);
    let dwell = if uses_dwell { given(b'p').unwrap_or(memory.dwell) } else { memory.dwell };
    Ok((dwell, peck, shift))
}

fn holes(block: &Block, plane: [usize; 2], control: &Control<'_>) -> Holes {
    let here = plane.map(|axis| control.state.pos[axis]);
    let mut holes = Holes { at: here, step: [0.0; 2], polar_step: [0.0; 2] };
    let (radius, angle) = (block.slot(RADIUS), block.slot(ANGLE).map(radians));
    if control.state.incremental {
        holes.step = plane.map(|axis| block.axis(axis).unwrap_or(0.0));
        holes.polar_step = [radius.unwrap_or(0.0), angle.unwrap_or(0.0)];
    } else if radius.is_some() || angle.is_some() {
        let length = radius.unwrap_or_else(|| here[0].hypot(here[1]));
        let (sin, cos) = angle.unwrap_or_else(|| here[1].atan2(here[0])).sin_cos();
        holes.at = [length * cos, length * sin];
    } else {
        holes.at = [0, 1].map(|slot| block.axis(plane[slot]).unwrap_or(here[slot]));
    }
    holes
}

fn cycle_move(
    kind: Kind,
    at: [f64; 2],
    level: f64,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let to = control.state.plane.unfold([at[0], at[1], level]);
    emitter.send(kind, to, control.state.rest, control)
}

/// One hole, the tool standing above it.
fn drill(
    cycle: Cycle,
    at: [f64; 2],
    block: &Block,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let Cycle { code, r, clear, bottom, .. } = cycle;
    match code {
        g::G73 | g::G83 => {
            let gap =
                PECK_CLEARANCE_INCH * crate::control::state::MM_PER_INCH / control.state.units.mm();
            let mut depth = r - cycle.peck;
            while depth > bottom {
                cycle_move(Kind::Feed, at, depth, control, emitter)?;
                if code == g::G83 {
                    cycle_move(Kind::Rapid, at, r, control, emitter)?;
                }
                cycle_move(Kind::Rapid, at, depth + gap, control, emitter)?;
                depth -= cycle.peck;
            }
            cycle_move(Kind::Feed, at, bottom, control, emitter)?;
            cycle_move(Kind::Rapid, at, clear, control, emitter)
        }
        g::G74 | g::G84 => {
            check_tapping(code, block, control)?;
            tap_move(at, bottom, control, emitter)?;
            tap_move(at, clear, control, emitter)
        }
        g::G85 => {
            cycle_move(Kind::Feed, at, bottom, control, emitter)?;
            cycle_move(Kind::Feed, at, r, control, emitter)?;
            cycle_move(Kind::Rapid, at, clear, control, emitter)
        }
        g::G86 => {
            check_spindle(block, control)?;
            cycle_move(Kind::Feed, at, bottom, control, emitter)?;
            cycle_move(Kind::Rapid, at, clear, control, emitter)
        }
        g::G87 => back_bore(cycle, at, block, control, emitter),
        g::G88 => {
            check_spindle(block, control)?;
            cycle_move(Kind::Feed, at, bottom, control, emitter)
        }
        g::G89 => {
            cycle_move(Kind::Feed, at, bottom, control, emitter)?;
            cycle_move(Kind::Feed, at, clear, control, emitter)
        }
        _ => {
            cycle_move(Kind::Feed, at, bottom, control, emitter)?;
            cycle_move(Kind::Rapid, at, clear, control, emitter)
        }
    }
}

/// LinuxCNC hands on the coordinates of tapping in the wrong order in the planes G18 and G19,
/// so that is where the tool goes there.
fn tap_move(at: [f64; 2], level: f64, control: &Control<'_>, emitter: &mut Emitter<'_>) -> Step {
    let turned = match control.state.plane {
        Plane::Xy => [at[0], at[1], level],
        Plane::Zx => [at[1], level, at[0]],
        Plane::Yz => [level, at[0], at[1]],
    };
    let to = control.state.plane.unfold(turned);
    emitter.send(Kind::Feed, to, control.state.rest, control)
}

fn check_tapping(code: u16, block: &Block, control: &Control<'_>) -> Step {
    check_spindle(block, control)?;
    let wrong = if code == g::G84 { Spindle::CounterClockwise } else { Spindle::Clockwise };
    if control.state.spindle == wrong {
        let message = format!("the spindle turns the wrong way for {}", code_name('G', code));
        return refuse(code::SPINDLE, block.code_place(Group::Motion), message);
    }
    Ok(())
}

/// G87: down beside the hole, under the part, up into it and back.
fn back_bore(
    cycle: Cycle,
    at: [f64; 2],
    block: &Block,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    check_spindle(block, control)?;
    let beside = [at[0] + cycle.shift[0], at[1] + cycle.shift[1]];
    cycle_move(Kind::Rapid, beside, cycle.r, control, emitter)?;
    cycle_move(Kind::Rapid, beside, cycle.bottom, control, emitter)?;
    cycle_move(Kind::Rapid, at, cycle.bottom, control, emitter)?;
    cycle_move(Kind::Feed, at, cycle.shift[2], control, emitter)?;
    cycle_move(Kind::Feed, at, cycle.bottom, control, emitter)?;
    cycle_move(Kind::Rapid, beside, cycle.bottom, control, emitter)?;
    cycle_move(Kind::Rapid, beside, cycle.clear, control, emitter)?;
    cycle_move(Kind::Rapid, at, cycle.clear, control, emitter)
}
