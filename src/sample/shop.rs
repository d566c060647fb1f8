//! A shop to try batches with: forty jobs, each a folder with a part, a program and a job file,
//! under a shop file that holds what they share.

use std::fs;
use std::path::{Path, PathBuf};

use super::{NAMES, SampleError, Size, make, put, stl};
use crate::job::{JOB_FILE, SHOP_FILE};

/// Jobs of the shop.
pub const JOBS: usize = 40;

/// Writes the shop below `folder` and returns its jobs' folders. Every sample comes several times,
/// each time larger.
///
/// # Errors
/// Folders or files that cannot be written.
pub fn write_shop(folder: &Path, size: &Size) -> Result<Vec<PathBuf>, SampleError> {
    let create = |folder: &Path| {
        fs::create_dir_all(folder)
            .map_err(|cause| SampleError::Folder { folder: folder.to_owned(), cause })
    };
    create(folder)?;
    let shop = "# What all jobs of this shop share.\ndialect = 'linuxcnc'\ntolerance = 0.01\n";
    put(&[(&folder.join(SHOP_FILE), shop.as_bytes())])?;
    let mut jobs = Vec::with_capacity(JOBS);
    for number in 0..JOBS {
        let (name, about) = NAMES[number % NAMES.len()];
        let round = number / NAMES.len();
        let size = Size {
            triangles: size.triangles * (1 + round),
            rows: size.rows / (1 + round) as f64,
            ..size.clone()
        };
        let sample = make(name, &size)?;
        let job = folder.join(format!("{:02}-{name}", number + 1));
        create(&job)?;
        let [part, program, file] = ["part.stl", "op1.ngc", JOB_FILE].map(|name| job.join(name));
        let mesh = stl(&part, &sample.part)?;
        let [x, y, z] = sample.start;
        let tools: String =
            sample.tools.iter().map(|(n, spec)| format!("{n} = '{spec}'\n")).collect();
        let text = format!(
            "# {about}\npart = 'part.stl'\nprogram = '*.ngc'\nstart = [{x}, {y}, {z}]\n\n[tools]\n{tools}"
        );
        put(&[(&part, &mesh), (&program, sample.program.as_bytes()), (&file, text.as_bytes())])?;
        jobs.push(job);
    }
    Ok(jobs)
}
