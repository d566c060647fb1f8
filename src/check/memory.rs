//! How much memory there is: what bounds the motions that are kept and the files that are read.

/// Bytes that a motion takes while it is checked: itself, its way, what was proved of it.
const MOTION_BYTES: u64 = 1024;

/// Share of the memory that motions may take, and likewise a single file: one in so many.
const SHARE: u64 = 2;

/// Bytes that may be taken; without limit where the system does not tell.
fn available() -> u64 {
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
    line.split_whitespace().next()?.parse().ok()
}

/// Motions that fit into memory while they are checked.
pub fn motions() -> u64 {
    (available() / SHARE / MOTION_BYTES).max(1)
}

/// The largest file that is read, bytes.
pub fn file() -> u64 {
    available() / SHARE
}

#[cfg(test)]
mod tests {
    #[test]
    fn some_memory_is_found() {
        assert!(super::motions() > 1000 && super::file() > 1 << 20);
    }
}
