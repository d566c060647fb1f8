//! Divides tasks among several machines.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use super::Task;

/// One of several shares of the tasks. Every task falls into exactly one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partition {
    /// The `m`th of `n` shares of about equal cost. Depends on all tasks.
    Slice(u32, u32),
    /// The `m`th of `n` shares by the hash of a task's name: a task stays where it is when others
    /// come and go.
    Hash(u32, u32),
}

impl Partition {
    /// `m` and `n`.
    pub fn share(self) -> (u32, u32) {
        match self {
            Self::Slice(m, n) | Self::Hash(m, n) => (m, n),
        }
    }

    /// The tasks of this share, in their order.
    pub fn of(self, tasks: Vec<Task>) -> Vec<Task> {
        let shares = match self {
            Self::Slice(_, n) => by_cost(&tasks, n),
            Self::Hash(_, n) => tasks.iter().map(|t| by_name(&t.name, n)).collect(),
        };
        let (m, _) = self.share();
        tasks.into_iter().zip(shares).filter(|(_, share)| *share == m - 1).map(|(t, _)| t).collect()
    }
}

/// The share of each task: dearest first, each to the share that has least so far.
fn by_cost(tasks: &[Task], shares: u32) -> Vec<u32> {
    let mut order: Vec<usize> = (0..tasks.len()).collect();
    order.sort_by(|&a, &b| tasks[b].cost.cmp(&tasks[a].cost).then(a.cmp(&b)));
    let mut load = vec![0u128; shares as usize];
    let mut of = vec![0; tasks.len()];
    for task in order {
        let least = (0..load.len()).min_by_key(|&i| load[i]).unwrap_or(0);
        load[least] += u128::from(tasks[task].cost.max(1));
        of[task] = least as u32;
    }
    of
}

fn by_name(name: &str, shares: u32) -> u32 {
    let digest = Sha256::digest(name.as_bytes());
    let bytes = [digest[0], digest[1], digest[2], digest[3], digest[4], digest[5]];
    let number = bytes.iter().fold(0u64, |n, &b| n << 8 | u64::from(b));
    (number % u64::from(shares)) as u32
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Slice(m, n) => write!(f, "slice:{m}/{n}"),
            Self::Hash(m, n) => write!(f, "hash:{m}/{n}"),
        }
    }
}

impl FromStr for Partition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a partition: write slice:1/4 or hash:1/4");
        let (kind, share) = text.split_once(':').ok_or_else(wrong)?;
        let (m, n) = share.split_once('/').ok_or_else(wrong)?;
        let (m, n): (u32, u32) = (m.parse().map_err(|_| wrong())?, n.parse().map_err(|_| wrong())?);
        if m == 0 || m > n || n > MOST_SHARES {
            return Err(format!(
                "`{text}`: the share is 1 to the number of shares, {MOST_SHARES} at most"
            ));
        }
        match kind {
            "slice" => Ok(Self::Slice(m, n)),
            "hash" => Ok(Self::Hash(m, n)),
            _ => Err(wrong()),
        }
    }
}

/// More machines than anybody has.
const MOST_SHARES: u32 = 1_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    fn tasks() -> Vec<Task> {
        let task = |i: u64| Task {
            name: format!("job-{i}/op.nc"),
            job: "gouge.toml".into(),
            job_sha256: String::new(),
            settings: Err(String::new()),
            expected: None,
            cost: i * i,
            memory: 0,
        };
        (0..40).map(task).collect()
    }

    #[test]
    fn every_task_falls_into_one_share() {
        for kind in [Partition::Slice as fn(u32, u32) -> Partition, Partition::Hash] {
            let mut all: Vec<String> =
                (1..=7).flat_map(|m| kind(m, 7).of(tasks())).map(|t| t.name).collect();
            all.sort();
            let mut expected: Vec<String> = tasks().into_iter().map(|t| t.name).collect();
            expected.sort();
            assert_eq!(all, expected);
        }
    }

    #[test]
    fn slices_cost_about_the_same() {
        let cost = |m| -> u64 { Partition::Slice(m, 4).of(tasks()).iter().map(|t| t.cost).sum() };
        let costs: Vec<u64> = (1..=4).map(cost).collect();
        let (least, most) = (costs.iter().min().unwrap(), costs.iter().max().unwrap());
        assert!(most - least <= 39 * 39, "{costs:?}");
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "1/2", "slice:0/2", "slice:3/2", "hash:a/b", "round:1/2", "hash:1/0"] {
            assert!(text.parse::<Partition>().is_err(), "{text}");
        }
        assert_eq!("hash:2/3".parse(), Ok(Partition::Hash(2, 3)));
    }
}
