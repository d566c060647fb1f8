//! LinuxCNC's own interpreter as the judge: its canonical calls, turned into motions in mm.

use std::f64::consts::TAU;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

const INCH: f64 = 25.4;

/// Axes that moved less have kept their place, degrees or mm: unit changes round.
const STILL: f64 = 1e-9;

/// A, B, C in degrees, each with its U, V or W in mm.
type Rest = [[f64; 2]; 3];

/// One motion as the judge makes it. `arc` is centre (at the start's height), normal, sweep.
#[derive(Clone, Debug)]
pub struct Placed {
    pub line: u32,
    pub kind: &'static str,
    pub from: [f64; 3],
    pub to: [f64; 3],
    pub arc: Option<([f64; 3], [f64; 3], f64)>,
    pub tool: u32,
    /// A, B, C in degrees, when one of them moves.
    pub rotary: Option<[f64; 3]>,
    /// U, V, W in mm, when one of them moves.
    pub secondary: Option<[f64; 3]>,
}

/// All that the judge says of one program.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    pub motions: Vec<Placed>,
    /// Line and text of the error that ended it.
    pub refused: Option<(u32, String)>,
    pub crashed: Option<String>,
}

/// Runs every program (text) with the tool table and subprogram files; `None` where LinuxCNC is not
/// installed.
pub fn judge(
    programs: &[String],
    tool_table: &str,
    library: &[(&str, &str)],
) -> Option<Vec<Judgement>> {
    let folder = tempfile::tempdir().ok()?;
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).ok().map(|()| path)
    };
    let table = write("tools.tbl", tool_table)?;
    for (name, text) in library {
        write(name, text)?;
    }
    let mut list = String::new();
    for (i, text) in programs.iter().enumerate() {
        list += &format!("{}\n", write(&format!("p{i}.ngc"), text)?.display());
    }
    let list = write("list", &list)?;
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/nc_differential/linuxcnc.py");
    let python = Path::new("/usr/bin/python3");
    if !python.exists() {
        return None;
    }
    let output = Command::new(python)
        .arg(driver)
        .arg(table)
        .arg(list)
        .stderr(Stdio::null())
        .output()
        .ok()?;
    if output.status.code() == Some(77) {
        return None;
    }
    let mut all = Vec::new();
    let mut machine = Machine::default();
    for line in output.stdout.split(|b| *b == b'\n').filter(|l| !l.is_empty()) {
        let Ok(call) = serde_json::from_slice::<Value>(line) else { continue };
        if machine.take(&call) {
            all.push(std::mem::take(&mut machine).judgement);
        }
    }
    if all.len() != programs.len() {
        let mut stderr = std::io::stderr();
        let _ = writeln!(stderr, "the judge answered {} of {}", all.len(), programs.len());
        return None;
    }
    Some(all)
}

#[derive(Default)]
struct Machine {
    judgement: Judgement,
    g5x: [f64; 3],
    g92: [f64; 3],
    rotation: f64,
    length: [f64; 3],
    at: [f64; 3],
    rest: Rest,
    tool: u32,
    plane: usize,
}

/// For each plane: its first and second axis and the normal.
const PLANES: [(usize, usize, usize); 3] = [(0, 1, 2), (1, 2, 0), (2, 0, 1)];

impl Machine {
    /// Whether the call ended the program.
    fn take(&mut self, call: &Value) -> bool {
        let number = |i: usize| call[i].as_f64().unwrap_or(0.0);
        let inches = |i: usize| [0, 1, 2].map(|k| number(i + k) * INCH);
        let rest = |i: usize| [0, 1, 2].map(|k| [number(i + k), number(i + 3 + k) * INCH]);
        let line = number(1) as u32;
        match call[0].as_str().unwrap_or("") {
            "g5x" => self.g5x = inches(1),
            "g92" => self.g92 = inches(1),
            "rotation" => self.rotation = number(1).to_radians(),
            "plane" => {
                self.plane = match call[1].as_str() {
                    Some("yz" | "2") => 1,
                    Some("zx" | "3") => 2,
                    _ => 0,
                }
            }
            "tool" => self.tool = number(1) as u32,
            "length" => {
                let new = inches(1);
                self.at = [0, 1, 2].map(|k| self.at[k] + self.length[k] - new[k]);
                self.length = new;
            }
            "rapid" => self.straight("rapid", line, inches(2), rest(5)),
            "feed" => self.straight("feed", line, inches(2), rest(5)),
            "tap" => {
                let back = self.at;
                self.straight("feed", line, inches(2), self.rest);
                self.push("feed", line, back, None, self.rest);
            }
            "arc" => {
                let [end, center] = [2, 4].map(|i| [number(i) * INCH, number(i + 1) * INCH]);
                self.arc(line, end, center, number(6) as i32, number(7) * INCH, rest(8));
            }
            "end" => {
                match call[1].as_str() {
                    Some("error") => {
                        let text = call[3].as_str().unwrap_or("").to_owned();
                        self.judgement.refused = Some((number(2) as u32, text));
                    }
                    Some("crash") => self.judgement.crashed = Some(call[2].to_string()),
                    _ => {}
                }
                return true;
            }
            _ => {}
        }
        false
    }

    /// Program coordinates to the controlled point.
    fn place(&self, p: [f64; 3]) -> [f64; 3] {
        let [x, y, z] = self.turn([0, 1, 2].map(|k| p[k] + self.g92[k]));
        [x + self.g5x[0], y + self.g5x[1], z + self.g5x[2]]
    }

    fn program(&self, p: [f64; 3]) -> [f64; 3] {
        let [x, y, z] = [0, 1, 2].map(|k| p[k] - self.g5x[k]);
        let (sin, cos) = (-self.rotation).sin_cos();
        let turned = [x * cos - y * sin, x * sin + y * cos, z];
        [0, 1, 2].map(|k| turned[k] - self.g92[k])
    }

    fn turn(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        if self.rotation == 0.0 {
            return [x, y, z];
        }
        let (sin, cos) = self.rotation.sin_cos();
        [x * cos - y * sin, x * sin + y * cos, z]
    }

    fn straight(&mut self, kind: &'static str, line: u32, to: [f64; 3], rest: Rest) {
        let to = self.place(to);
        self.push(kind, line, to, None, rest);
    }

    fn arc(
        &mut self,
        line: u32,
        end: [f64; 2],
        center: [f64; 2],
        turns: i32,
        height: f64,
        rest: Rest,
    ) {
        let (u, v, n) = PLANES[self.plane];
        let (mut to, mut c, mut normal) = ([0.0; 3], [0.0; 3], [0.0; 3]);
        (to[u], to[v], to[n]) = (end[0], end[1], height);
        (c[u], c[v], c[n]) = (center[0], center[1], self.program(self.at)[n]);
        normal[n] = 1.0;
        let start = self.program(self.at);
        let (from, goal, middle) = (start, to, c);
        let to = self.place(to);
        let c = self.place(c);
        let normal = self.turn(normal);
        if turns == 0 {
            return self.push("feed", line, to, None, rest);
        }
        let angle = |p: [f64; 3]| (p[v] - middle[v]).atan2(p[u] - middle[u]);
        let mut sweep = angle(goal) - angle(from);
        // Equal directions, but for rounding, are a full circle.
        const SAME: f64 = 1e-9;
        if turns > 0 {
            while sweep <= SAME {
                sweep += TAU;
            }
            sweep += TAU * f64::from(turns - 1);
        } else {
            while sweep >= -SAME {
                sweep -= TAU;
            }
            sweep += TAU * f64::from(turns + 1);
        }
        self.push("arc", line, to, Some((c, normal, sweep)), rest);
    }

    fn push(
        &mut self,
        kind: &'static str,
        line: u32,
        to: [f64; 3],
        arc: Option<([f64; 3], [f64; 3], f64)>,
        rest: Rest,
    ) {
        let moved = |kind: usize| {
            let [now, before] = [rest, self.rest].map(|rest| rest.map(|axis| axis[kind]));
            (0..3).any(|k| (now[k] - before[k]).abs() > STILL).then_some(now)
        };
        self.judgement.motions.push(Placed {
            line,
            kind,
            from: self.at,
            to,
            arc,
            tool: self.tool,
            rotary: moved(0),
            secondary: moved(1),
        });
        self.at = to;
        self.rest = rest;
    }
}
