//! The calculating unit in Verilog (`rtl/`) against this one: the same bits, the same cycles.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::super::calculate::Calculating;
use super::super::wires::Wires;
use super::*;
use crate::description::Description;
use crate::geometry::Placement;
use gouge_random::Random;

/// Steps compared; `GOUGE_ACCELERATOR_STEPS` asks for more.
const STEPS: u64 = 100_000;

/// Numbers that find faults: ordinary ones, exact ties, neighbours, corners of the format.
fn number(random: &mut Random) -> f32 {
    match random.below(16) {
        0..9 => (random.between(-1.0, 1.0) * [1.0, 1e3, 1e-3][random.below(3)]) as f32,
        9 => random.below(9) as f32 - 4.0,
        10 => f32::from_bits(random.bits() as u32),
        11 => f32::from_bits(0x3f80_0000 + random.below(4) as u32),
        12 => f32::MIN_POSITIVE * random.between(0.2, 4.0) as f32,
        13 => f32::MAX * random.between(-1.0, 1.0) as f32,
        14 => [0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN][random.below(5)],
        _ => 2.0f32.powi(random.below(60) as i32 - 30) * (1.0 - f32::EPSILON / 2.0),
    }
}

fn bounds(random: &mut Random) -> Bounds {
    let wild = random.chance(0.1);
    let mut side = || {
        if wild {
            return (number(random), number(random));
        }
        let at = random.between(-1.0, 1.0);
        (at as f32, (at + random.between(0.0, 1.0)) as f32)
    };
    let sides = [side(), side(), side()];
    Bounds { lo: sides.map(|s| s.0), hi: sides.map(|s| s.1) }
}

fn random_step(random: &mut Random) -> (Step, Registers) {
    let node = NodeRef { flags: 0, link: 0 };
    let mut children = [None; 2];
    let leaf = random.below(8);
    for (who, place) in children.iter_mut().enumerate() {
        if leaf != who {
            let mut cut = || {
                Cut::By(if random.chance(0.8) {
                    random.between(0.0, 0.8) as f32
                } else {
                    number(random)
                })
            };
            let nodes = [Some((node, cut())), Some((node, cut()))];
            *place = Some(Children { axis: random.below(3), nodes });
        }
    }
    let boxes = |random: &mut Random| [bounds(random), bounds(random)];
    let pair = Pair { own: boxes(random), enclosure: boxes(random) };
    let placement = |random: &mut Random| Placement {
        matrix: [0; 3].map(|_| [0; 3].map(|_| number(random))),
        translation: [0.0; 3],
    };
    let registers = Registers {
        b_to_a: placement(random),
        a_to_b: placement(random),
        margin_a: 0.0,
        margin_b: 0.0,
        position: 0.0,
    };
    let entry = super::super::messages::Entry { nodes: [node; 2], pair };
    (Step { entry, children, one_direction: false }, registers)
}

/// A step and what the emulator makes of it, as `rtl/bench.cpp` reads them.
fn vector(step: &Step, registers: &Registers, out: &mut Vec<u8>) {
    let mut flow = Dataflow::default();
    let pair = &step.entry.pair;
    let faces =
        [0, 1].map(|who| flow.faces(&pair.own[who], step.children[who].as_ref(), [true; 2]));
    let axes = step.children.map(axis);
    let columns = [registers.a_to_b.column(axes[0]), registers.b_to_a.column(axes[1])];
    let enclosed = [0, 1].map(|who| {
        flow.enclose(&pair.enclosure[who], &faces[who], columns[who], &pair.own[1 - who])
    });
    let leaf = step.children.map(|c| c.is_none());
    let (mut counts, mut apart) = (0u32, 0u32);
    for a in 0..2 {
        for b in 0..2 {
            if (leaf[0] && a == 1) || (leaf[1] && b == 1) {
                continue;
            }
            let bit = 1 << (2 * a + b);
            counts |= bit;
            let mut gone = enclosed[0][a].apart || enclosed[1][b].apart;
            if let Some(face) = &faces[0][a] {
                gone |= flow.apart(face, axes[0], &enclosed[1][b]);
            }
            if let Some(face) = &faces[1][b] {
                gone |= flow.apart(face, axes[1], &enclosed[0][a]);
            }
            apart |= if gone { bit } else { 0 };
        }
    }
    let cut = |who: usize, side: usize| faces[who][side].map_or(0.0, |f: NewFace| f.cut.bits);
    let moved = |who: usize, side: usize| {
        let child = &enclosed[who][side];
        [0, 1, 2].map(|x| match (side == 0) == columns[who][x].is_sign_positive() {
            true => child.hi[x].bits,
            false => child.lo[x].bits,
        })
    };
    let face = |who: usize, side: usize| faces[who][side].map_or(0.0, |f: NewFace| f.face.bits);
    let control = 1
        | u32::from(leaf[0]) << 1
        | u32::from(leaf[1]) << 2
        | (axes[0] as u32) << 4
        | (axes[1] as u32) << 6;
    let sides = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let mut words = vec![control];
    let mut reals: Vec<f32> = sides.map(|(who, side)| cut(who, side)).to_vec();
    for b in [&pair.own[0], &pair.own[1], &pair.enclosure[0], &pair.enclosure[1]] {
        reals.extend(b.lo.iter().chain(&b.hi));
    }
    reals.extend(columns.iter().flatten());
    words.extend(reals.iter().map(|x| x.to_bits()));
    words.push(0);
    words.push(counts << 4 | apart);
    words.extend(sides.iter().flat_map(|&(w, s)| moved(w, s)).map(f32::to_bits));
    words.extend(sides.iter().map(|&(w, s)| face(w, s).to_bits()));
    out.extend(words.into_iter().flat_map(u32::to_le_bytes));
}

/// Cycles a step spends in the emulated unit, when one enters every cycle.
fn latency() -> u64 {
    let mut description = Description::preset("card").unwrap();
    description.lanes = 4;
    let (mut unit, mut wires) = (Calculating::new(&description), Wires::new(&description));
    let (step, registers) = random_step(&mut Random::new(1));
    for lane in 0..4 {
        wires.registers.load(lane, registers);
    }
    wires.commit();
    let mut answered = Vec::new();
    for cycle in 0..64 {
        for lane in 0..4 {
            if wires.answers.lanes[lane].take().is_some() {
                answered.push(cycle);
            }
        }
        assert!(wires.steps.lanes[cycle as usize % 4].offer(step).is_ok());
        unit.tick(&mut wires, cycle);
        wires.commit();
    }
    assert!(answered.windows(2).all(|w| w[1] == w[0] + 1), "one step a cycle: {answered:?}");
    // The registers of the two queues are not the unit's.
    answered[0] - 2
}

/// Verilated and compiled; `None`, said loudly, where there is no Verilator.
fn bench(folder: &Path) -> Option<PathBuf> {
    let rtl = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rtl");
    let files = ["calculate.v", "direction.v", "multiply.v", "add.v", "less.v", "delay.v"];
    let built = Command::new("verilator")
        .args(["--cc", "--exe", "--build", "-O3", "--x-assign", "fast", "-CFLAGS", "-O2"])
        .args(["--top-module", "calculate", "-Mdir"])
        .arg(folder)
        .args(["-Wall", "-Wno-DECLFILENAME", "-Wno-UNUSEDSIGNAL"])
        .args(files.map(|f| rtl.join(f)))
        .arg(rtl.join("bench.cpp"))
        .output();
    match built {
        Err(_) => {
            let required = std::env::var_os("GOUGE_REQUIRE_DATA").is_some_and(|v| v == "1");
            assert!(!required, "there is no Verilator, and GOUGE_REQUIRE_DATA=1 asks for it");
            // Past the test harness, which shows what is printed only when a test fails.
            let _ = writeln!(
                std::io::stderr(),
                "\n*** NOT TESTED: there is no Verilator; rtl/ was not compared with the emulator ***"
            );
            None
        }
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "verilator: {said}");
            Some(folder.join("Vcalculate"))
        }
    }
}

#[test]
fn the_verilog_gives_the_same_bits_in_the_same_cycles() {
    let latency = latency();
    assert_eq!(latency, 3 + 4 + 1);
    let folder = tempfile::tempdir().expect("a folder");
    let Some(bench) = bench(folder.path()) else { return };
    let asked = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let steps = asked("GOUGE_ACCELERATOR_STEPS").unwrap_or(STEPS);
    let mut child = Command::new(bench)
        .arg(latency.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a bench that was just built");
    let mut random = Random::new(asked("GOUGE_ACCELERATOR_SEED").unwrap_or(5));
    let mut pipe = child.stdin.take().expect("piped");
    for _ in 0..steps {
        let mut bytes = Vec::with_capacity(512);
        // Now and then a cycle without a step.
        if random.chance(0.1) {
            bytes.resize(53 * 4, 0);
        }
        let (step, registers) = random_step(&mut random);
        vector(&step, &registers, &mut bytes);
        if pipe.write_all(&bytes).is_err() {
            break; // It found a difference, and says which.
        }
    }
    drop(pipe);
    let output = child.wait_with_output().expect("an end");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("agree"), "{said}");
    println!("{said}");
}
