//! A device described in TOML: every parameter of every unit, by preset or by file.

use serde::{Deserialize, Serialize};

use crate::boxtree::Encoding;

/// The presets, by name.
const PRESETS: [(&str, &str); 3] = [
    ("card", include_str!("../presets/card.toml")),
    ("ecp5-85", include_str!("../presets/ecp5-85.toml")),
    ("datacentre", include_str!("../presets/datacentre.toml")),
];

/// A device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// What it is called in reports.
    pub name: String,
    /// Cycles in a microsecond.
    pub clock_mhz: f64,
    /// How nodes lie in memory.
    pub encoding: Encoding,
    /// Traversals at once, each with its own stack and matrix registers.
    pub lanes: u32,
    /// The calculating unit.
    pub calculating: Calculating,
    /// The transformation unit.
    pub transformation: Transformation,
    /// The polygon unit.
    pub polygon: Polygon,
    /// The stack of a lane.
    pub stack: Entries,
    /// The output FIFO.
    pub fifo: Entries,
    /// On-board memory.
    pub memory: Memory,
    /// The way to the host.
    pub bus: Bus,
}

/// The calculating unit: pipelines that begin one operation a cycle each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calculating {
    /// Pipelines that multiply.
    pub multipliers: u32,
    /// Pipelines that add and subtract.
    pub adders: u32,
    /// Pipelines that compare.
    pub comparators: u32,
    /// Cycles from operands to product.
    pub multiply_latency: u32,
    /// Cycles from operands to sum.
    pub add_latency: u32,
    /// Cycles from operands to answer.
    pub compare_latency: u32,
    /// Steps that wait before the unit, of each lane.
    pub queue: u32,
}

/// The transformation unit: root enclosures and triangles, in its own pipelines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transformation {
    /// Pipelines that multiply, as deep as the calculating unit's.
    pub multipliers: u32,
    /// Pipelines that add, as deep as the calculating unit's.
    pub adders: u32,
    /// Jobs that wait before the unit, of each source.
    pub queue: u32,
}

/// The polygon unit: one pipeline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Polygon {
    /// Cycles from two triangles to the answer.
    pub latency: u32,
    /// Cycles between two pairs.
    pub interval: u32,
    /// Leaf pairs whose corners are on their way at once.
    pub fetches: u32,
    /// Leaf pairs that wait before the unit.
    pub queue: u32,
}

/// A store of so many entries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entries {
    /// Entries held on chip.
    pub entries: u32,
}

/// On-board memory: one port, words aligned to their size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// Capacity for objects. Those that do not fit are swapped to the host, or read there.
    pub bytes: u64,
    /// Bytes of a word, the fetch width.
    pub word_bytes: u32,
    /// Cycles a word occupies the port.
    pub cycles_per_word: u32,
    /// Cycles from the last word's turn to its arrival.
    pub latency: u32,
    /// Requests that wait before the port, of each unit that asks.
    pub queue: u32,
}

/// The way to the host.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bus {
    /// Bandwidth; of each direction, if it is duplex.
    pub megabytes_per_second: f64,
    /// Cycles from the last byte's turn to its arrival.
    pub latency_cycles: u32,
    /// Both directions at once.
    pub duplex: bool,
    /// Checks the card holds before one is begun.
    pub commands: u32,
}

/// Why a description is not usable.
#[derive(Debug, thiserror::Error)]
pub enum DescriptionError {
    /// Not a preset.
    #[error("`{0}` is not a device preset; there are {known}", known = names())]
    Preset(String),
    /// Not TOML, or not a description.
    #[error("device description: {0}")]
    Toml(String),
    /// A value with which no device can be built.
    #[error("device description: {name} is {value}; it must be {must}")]
    Value {
        /// The parameter.
        name: &'static str,
        /// What it is.
        value: String,
        /// What it has to be.
        must: &'static str,
    },
}

impl From<toml::de::Error> for DescriptionError {
    fn from(e: toml::de::Error) -> Self {
        Self::Toml(e.message().trim().to_owned())
    }
}

fn names() -> String {
    PRESETS.map(|(name, _)| name).join(", ")
}

impl Description {
    /// Names of the presets.
    pub fn presets() -> impl Iterator<Item = &'static str> {
        PRESETS.iter().map(|&(name, _)| name)
    }

    /// A preset.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn preset(name: &str) -> Result<Self, DescriptionError> {
        Self::from_toml(&format!("base = {name:?}"))
    }

    /// A description in full, or a `base` preset with what differs from it.
    ///
    /// # Errors
    /// If it is not TOML, a parameter is missing, unknown or out of range.
    pub fn from_toml(text: &str) -> Result<Self, DescriptionError> {
        let mut table: toml::Table = text.parse()?;
        if let Some(base) = table.remove("base") {
            let name = base.as_str().map_or_else(|| base.to_string(), str::to_owned);
            let found = PRESETS.iter().find(|(preset, _)| *preset == name);
            let (_, preset) = found.ok_or(DescriptionError::Preset(name))?;
            let differs = std::mem::replace(&mut table, preset.parse()?);
            lay_over(&mut table, differs);
        }
        let description = Self::deserialize(table)?;
        description.validate()?;
        Ok(description)
    }

    /// Every parameter with its value, by its name in TOML.
    #[must_use]
    pub fn parameters(&self) -> Vec<(String, String)> {
        let table = toml::Table::try_from(self).unwrap_or_default();
        let mut list = Vec::new();
        for (name, value) in &table {
            match value {
                toml::Value::Table(unit) => {
                    list.extend(unit.iter().map(|(k, v)| (format!("{name}.{k}"), v.to_string())));
                }
                value => list.push((name.clone(), value.to_string())),
            }
        }
        list
    }

    /// Bytes the bus moves in a cycle.
    #[must_use]
    pub fn bus_bytes_per_cycle(&self) -> f64 {
        self.bus.megabytes_per_second / self.clock_mhz
    }

    fn validate(&self) -> Result<(), DescriptionError> {
        let (c, t, p, m) = (&self.calculating, &self.transformation, &self.polygon, &self.memory);
        let counts = [
            ("lanes", self.lanes, 1024),
            ("calculating.multipliers", c.multipliers, 1024),
            ("calculating.adders", c.adders, 1024),
            ("calculating.comparators", c.comparators, 1024),
            ("calculating.multiply_latency", c.multiply_latency, 1024),
            ("calculating.add_latency", c.add_latency, 1024),
            ("calculating.compare_latency", c.compare_latency, 1024),
            ("calculating.queue", c.queue, 1 << 20),
            ("transformation.multipliers", t.multipliers, 1024),
            ("transformation.adders", t.adders, 1024),
            ("transformation.queue", t.queue, 1 << 20),
            ("polygon.latency", p.latency, 1 << 20),
            ("polygon.interval", p.interval, 1 << 20),
            ("polygon.fetches", p.fetches, 1024),
            ("polygon.queue", p.queue, 1 << 20),
            ("stack.entries", self.stack.entries, 1 << 20),
            ("fifo.entries", self.fifo.entries, 1 << 20),
            ("memory.word_bytes", m.word_bytes, 4096),
            ("memory.cycles_per_word", m.cycles_per_word, 1 << 20),
            ("memory.latency", m.latency, 1 << 20),
            ("memory.queue", m.queue, 1 << 20),
            ("bus.latency_cycles", self.bus.latency_cycles, 1 << 20),
            ("bus.commands", self.bus.commands, 1 << 20),
        ];
        for (name, value, most) in counts {
            if value == 0 || value > most {
                let must = match most {
                    1024 => "1 to 1024",
                    4096 => "1 to 4096",
                    _ => "1 to 1048576",
                };
                return Err(DescriptionError::Value { name, value: value.to_string(), must });
            }
        }
        let rates = [
            ("clock_mhz", self.clock_mhz),
            ("bus.megabytes_per_second", self.bus.megabytes_per_second),
        ];
        for (name, value) in rates {
            if !(1e-3..=1e7).contains(&value) {
                let must = "between 0.001 and 10 million";
                return Err(DescriptionError::Value { name, value: value.to_string(), must });
            }
        }
        Ok(())
    }
}

/// Puts what differs over a base, table by table.
fn lay_over(base: &mut toml::Table, differs: toml::Table) {
    for (name, value) in differs {
        match (base.get_mut(&name), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(above)) => lay_over(below, above),
            (_, value) => {
                base.insert(name, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_valid_and_knows_its_name() {
        for name in Description::presets() {
            assert_eq!(Description::preset(name).unwrap().name, name);
        }
    }

    #[test]
    fn a_file_states_what_differs_from_a_preset() {
        let text = "base = \"card\"\nlanes = 3\n[memory]\nlatency = 99\n";
        let description = Description::from_toml(text).unwrap();
        let mut card = Description::preset("card").unwrap();
        (card.lanes, card.memory.latency) = (3, 99);
        assert_eq!(description, card);
    }

    #[test]
    fn every_parameter_is_echoed_and_read_back() {
        let card = Description::preset("card").unwrap();
        assert_eq!(card.parameters().len(), 29);
        let text = toml::to_string(&card).unwrap();
        assert_eq!(Description::from_toml(&text).unwrap(), card);
    }

    #[test]
    fn what_no_device_can_be_built_of_is_refused_by_name() {
        for (text, says) in [
            ("base = \"best\"", "`best` is not a device preset"),
            ("base = \"card\"\n[fifo]\nentries = 0", "fifo.entries is 0"),
            ("base = \"card\"\n[fifo]\ndepth = 3", "unknown field `depth`"),
            ("base = \"card\"\nclock_mhz = -5.0", "clock_mhz is -5"),
            ("lanes = 1", "missing field"),
            ("lanes = ", "device description"),
            ("[[[", "device description"),
        ] {
            let error = Description::from_toml(text).unwrap_err().to_string();
            assert!(error.contains(says) && !error.contains('\n'), "{error}");
        }
    }
}
