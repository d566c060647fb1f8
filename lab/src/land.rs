//! `gouge-lab land`: the land of the measurements and a path of a ball over it as files, so that
//! whole commands can be timed.

use std::fmt::Write as _;
use std::fs;
use std::io::{Write as _, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use gouge::error::Result;
use gouge::mesh::write_stl;
use gouge::output::write_whole;
use gouge_core::tree::WideTree;
use gouge_lab::experiments::{BALL, Land, Rows, ball, column};

use crate::bench::unwritable;

/// Height of the rapids between rows over the land's zero, mm: over all of it.
const HIGH: f64 = 150.0;

/// Arguments of `land`.
#[derive(Debug, clap::Args)]
pub struct LandArgs {
    /// Where land.stl and path.nc are written
    folder: PathBuf,
    /// Points of the lattice along a side of the land: 300 are 178,802 triangles, 1200 are
    /// 2,875,202
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(2..=4000))]
    side: u32,
    /// Rows that the ball runs in
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    rows: u32,
    /// Motions of each row
    #[arg(long, default_value_t = 3333, value_parser = clap::value_parser!(u32).range(1..))]
    motions: u32,
    /// Length of a motion seen from above, mm
    #[arg(long, default_value_t = 0.09)]
    step: f64,
    /// Cut into the slopes beside each row instead of resting on the land
    #[arg(long)]
    heavy: bool,
}

/// Runs the command.
pub fn run(args: &LandArgs) -> Result<ExitCode> {
    fs::create_dir_all(&args.folder).map_err(|e| unwritable(&args.folder, &e))?;
    let land = Land::default();
    let mesh = land.mesh(args.side as usize);
    let rows = Rows { count: args.rows as usize, motions: args.motions as usize, step: args.step };
    let path = match ball().as_ref().and_then(column) {
        Some(ball) if !args.heavy => land.clean(&rows, &mesh, &WideTree::new(&mesh), &ball),
        _ => land.heavy(&rows),
    };
    let mut text = "%\nG21 G90 G17\nT1 M6\nS8000 M3\nF2000\n".to_owned();
    let _ = writeln!(text, "G0 Z{HIGH}");
    for row in &path {
        let mut rest = row.iter();
        if let Some(first) = rest.next() {
            let _ = writeln!(text, "G0 X{:.4} Y{:.4}\nG1 Z{:.4}", first.x, first.y, first.z);
        }
        for tip in rest {
            let _ = writeln!(text, "X{:.4} Y{:.4} Z{:.4}", tip.x, tip.y, tip.z);
        }
        let _ = writeln!(text, "G0 Z{HIGH}");
    }
    text += "M30\n%\n";
    let [part, program] = ["land.stl", "path.nc"].map(|name| args.folder.join(name));
    write_stl(&part, &mesh)?;
    write_whole(&program, text.as_bytes())?;
    let [part, program] = [part, program].map(|path| path.display().to_string());
    writeln!(stdout(), "gouge check {part} {program} --tool 1={BALL}")?;
    Ok(ExitCode::SUCCESS)
}
