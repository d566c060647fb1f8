//! How much memory there is, which limits the motions that are kept and the files that are read.
//!
//! Stable Rust ends a process whose allocation fails. So large allocations are tried beforehand, in
//! a way that may be refused.

use crate::error::{Error, Result};
use crate::input::MORE_MEMORY;

/// Memory that a mesh takes while it is read and searched, per byte of its file. Generous.
pub const OF_MESH: u64 = 8;

/// Memory that a program may take while it is read, per byte of its text, beside that text: a line
/// is copied for the interpreter and for a message about it, and it may be the only one.
pub const OF_PROGRAM: u64 = 2;

/// Bytes that a clean motion takes while it is checked: its end, what was proved of it. Generous:
/// 140 measured, its text included.
pub const OF_MOTION: u64 = 512;

/// The same of a motion that gouges: its trials, its finding, its place in a region and in the
/// report. 320 measured, all of them in one region.
const OF_GOUGE: u64 = 2048;

/// Bytes that a message takes, from the interpreter to the report: its sentence, its block.
const OF_MESSAGE: u64 = 1024;

/// Share of the memory that messages may take, and likewise a single file: one in so many.
const SHARE: u64 = 2;

/// Bytes that may be taken; without limit where the system does not tell.
pub fn available() -> u64 {
    let limits = [of_system(), of_group(), of_process()];
    limits.into_iter().flatten().min().unwrap_or(u64::MAX)
}

/// What the system could hand out.
fn of_system() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// What a container may have.
fn of_group() -> Option<u64> {
    std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok()?.trim().parse().ok()
}

/// What `ulimit -v` leaves.
fn of_process() -> Option<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let most: u64 = line.split_whitespace().next()?.parse().ok()?;
    let held = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = held.split_whitespace().next()?.parse().ok()?;
    Some(most.saturating_sub(pages * PAGE))
}

/// Bytes of a page, where the system does not say otherwise.
const PAGE: u64 = 4096;

/// Asks for memory and gives it back: what is refused here would end the process later.
///
/// # Errors
/// Says what needs it and how much there is.
pub fn expect(bytes: u64, what: &str) -> Result<()> {
    let there = available();
    let refused = |size: usize| Vec::<u8>::new().try_reserve_exact(size).is_err();
    if bytes <= there && !usize::try_from(bytes).map_or(true, refused) {
        return Ok(());
    }
    let [needed, there] = [bytes, there].map(|bytes| (bytes >> 20).max(1));
    Err(Error::new(
        "J012",
        format!("{what} needs about {needed} MB of memory, {there} MB are free"),
    )
    .help(MORE_MEMORY))
}

/// Says that motions could not be kept.
pub fn too_many_motions(kept: usize) -> Error {
    Error::new(
        "J012",
        format!("the program makes more than {kept} motions, all that fit into memory"),
    )
    .help("split the program, or take a larger machine")
}

/// Says that messages could not be kept.
pub fn too_many_messages(kept: u64) -> Error {
    Error::new(
        "J012",
        format!("the program gives rise to more than {kept} messages, all that fit into memory"),
    )
    .help("`gouge motions` shows the first ones: is this a program, and of this dialect?")
}

/// Messages that fit into memory until they are written.
pub fn messages() -> u64 {
    (available() / SHARE / OF_MESSAGE).max(1)
}

/// Motions that fit into memory while they are checked, even if all of them gouge. An eighth is
/// left to the rest.
pub fn motions() -> u64 {
    (available() / 8 * 7 / OF_GOUGE).max(1)
}

/// The largest file that is read, bytes.
pub fn file() -> u64 {
    available() / SHARE
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_no_machine_has_is_refused() {
        assert!(super::expect(1 << 62, "a part").is_err());
        assert!(super::expect(1 << 20, "a part").is_ok());
    }

    #[test]
    fn some_memory_is_found() {
        assert!(super::motions() > 1000 && super::file() > 1 << 20);
    }
}
