//! Tolerance, allowance and deviation of single tools, operations and parts: the `[for…]` tables
//! of a job file.
//!
//! Each figure is settled by itself. The command line counts everywhere; then the operation's own
//! counts, then the tool's, then the part's, then that of the whole job.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::reading::Program;
use super::{Check, Opened};
use crate::error::{Error, Result};
use crate::job::{self, Item, Origin, Settings};
use crate::report::data::{Assumption, LimitsOf, OwnLimits};
use crate::verify::{self, Case};

/// What has figures of its own.
#[derive(Clone, Debug, PartialEq)]
enum Of {
    Tool(u32),
    Operation(String),
    /// Index of the part.
    Part(u32),
}

/// Figures of one tool, operation or part, mm.
#[derive(Clone, Debug, PartialEq)]
struct Rule {
    of: Of,
    /// As the job file has it.
    name: String,
    tolerance: Option<f64>,
    allowance: Option<f64>,
    deviation: Option<f64>,
    /// Where the first of them was said.
    item: Item,
}

/// What a check is held to, mm.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    /// What holds where nothing else does.
    pub all: verify::Limits,
    /// Operations first, then tools, then parts: the first that says a figure counts.
    rules: Vec<Rule>,
}

/// The tables of a job file, in the order in which they count.
const TABLES: [&str; 3] = ["for.operation", "for.tool", "for.part"];

impl Limits {
    /// Gathers what is said.
    ///
    /// # Errors
    /// Names that are neither a tool number nor a part.
    pub fn gather(settings: &Settings, all: verify::Limits, parts: &[PathBuf]) -> Result<Self> {
        let mut rules: Vec<Rule> = Vec::new();
        let fixtures = settings.paths("fixture");
        for table in TABLES {
            let mut names: BTreeMap<&str, &Item> = BTreeMap::new();
            for (key, items) in settings.table(table) {
                if let (Some((name, _)), Some(item)) = (key.rsplit_once('.'), items.first()) {
                    names.entry(name).or_insert(item);
                }
            }
            for (name, item) in names {
                let figure = |key: &str| settings.length(&format!("{table}.{name}.{key}"));
                let rule = Rule {
                    of: named(table, name, item, [parts, &fixtures])?,
                    name: name.to_owned(),
                    tolerance: figure("tolerance")?,
                    allowance: figure("allowance")?,
                    deviation: figure("deviation")?,
                    item: item.clone(),
                };
                if let Some(other) = rules.iter().find(|r| r.of == rule.of) {
                    let what = format!("`{}` and `{name}` are the same", other.name);
                    return Err(wrong(item, &what).help("keep one of the two tables"));
                }
                rules.push(rule);
            }
        }
        Ok(Self { all, rules })
    }

    /// Whether everything is held to the same.
    pub fn uniform(&self) -> bool {
        self.rules.is_empty()
    }

    /// Whether a rule is about a tool in an operation before a part.
    fn says(&self, rule: &Rule, tool: u32, operation: Option<&str>, part: Option<u32>) -> bool {
        match &rule.of {
            Of::Tool(number) => *number == tool,
            Of::Operation(name) => operation == Some(name),
            Of::Part(index) => part == Some(*index),
        }
    }

    /// What a tool is held to in an operation before a part, or before a fixture, which keeps no
    /// allowance.
    fn of(&self, tool: u32, operation: Option<&str>, part: Option<u32>) -> verify::Limits {
        let rules = || self.rules.iter().filter(|r| self.says(r, tool, operation, part));
        let first = |figure: fn(&Rule) -> Option<f64>| rules().find_map(figure);
        let allowance = first(|r| r.allowance).filter(|_| part.is_some());
        verify::Limits {
            tolerance: first(|r| r.tolerance).unwrap_or(self.all.tolerance),
            allowance: allowance.unwrap_or(self.all.allowance),
            deviation: first(|r| r.deviation).unwrap_or(self.all.deviation),
        }
    }
}

fn wrong(item: &Item, what: &str) -> Error {
    Error::new("J004", format!("{}: {what}", item.origin.place()))
}

/// What a name in a table stands for.
fn named(table: &str, name: &str, item: &Item, [parts, fixtures]: [&[PathBuf]; 2]) -> Result<Of> {
    match table {
        "for.tool" => {
            let number = name.trim().trim_start_matches(['T', 't']).parse();
            number.map(Of::Tool).map_err(|_| {
                wrong(item, &format!("`{name}` is not a tool number"))
                    .help("write [for.tool.3] for T3, and [for.operation.'NAME'] for an operation")
            })
        }
        "for.part" => {
            let file = |path: &Path| path.file_name().map(|n| n.to_string_lossy().into_owned());
            let here = |path: &Path| path == Path::new(name) || path == item.path_of(name);
            let mut alike = (0..parts.len()).filter(|&i| file(&parts[i]).as_deref() == Some(name));
            let found = match (parts.iter().position(|path| here(path)), alike.next()) {
                (None, Some(_)) if alike.next().is_some() => {
                    return Err(wrong(item, &format!("several parts are named `{name}`"))
                        .help("write the path of one as the job lists it"));
                }
                (listed, named) => listed.or(named),
            };
            found.map(|index| Of::Part(index as u32)).ok_or_else(|| {
                let fixture = |path: &PathBuf| here(path) || file(path).as_deref() == Some(name);
                if fixtures.iter().any(fixture) {
                    return wrong(item, &format!("`{name}` is a fixture, not a part")).help(
                        "limits of a fixture are those of the job, of the tool ([for.tool.3]) and of \
                         the operation ([for.operation.'NAME'])",
                    );
                }
                let names: Vec<String> = parts.iter().filter_map(|p| file(p)).collect();
                wrong(item, &format!("`{name}` is not one of the parts"))
                    .help(nearest(name, &names))
            })
        }
        _ => Ok(Of::Operation(name.to_owned())),
    }
}

/// Help that names what was probably meant.
fn nearest(name: &str, known: &[String]) -> String {
    let alike = |other: &String| strsim::jaro_winkler(&name.to_lowercase(), &other.to_lowercase());
    match known.iter().max_by(|a, b| alike(a).total_cmp(&alike(b))) {
        Some(near) => format!("is `{near}` meant?"),
        None => "there is none".to_owned(),
    }
}

impl Opened {
    /// Every tool with every operation that it moves in.
    fn pairs(&self) -> BTreeSet<(u32, u32)> {
        self.read.motions.manners().map(|manner| (manner.tool, manner.operation)).collect()
    }

    fn operation(&self, index: u32) -> Option<&str> {
        self.read.operations.get(index as usize)?.name.as_deref()
    }
}

impl Check {
    /// The cases of a program that are held to limits of their own.
    pub(super) fn own_limits(&self, opened: &Opened) -> verify::OwnLimits {
        let mut own = verify::OwnLimits::default();
        if self.limits.uniform() {
            return own;
        }
        for (tool, operation) in opened.pairs() {
            let name = opened.operation(operation);
            for body in 0..(self.parts.len() + self.fixtures.len()) as u32 {
                let part = Some(body).filter(|&body| (body as usize) < self.parts.len());
                let limits = self.limits.of(tool, name, part);
                if limits != self.limits.all {
                    own.put(Case { body, tool, operation }, limits);
                }
            }
        }
        own
    }

    /// Where operations with limits of their own go on past a comment that may name the next one.
    pub(super) fn unclear_ends(&self, opened: &Opened) -> Vec<Assumption> {
        let limited =
            |name: &str| self.limits.rules.iter().any(|r| r.of == Of::Operation(name.into()));
        let unclear = opened.read.operations.iter().filter_map(|operation| {
            let name = operation.name.as_deref().filter(|name| limited(name))?;
            let (comment, span) = operation.possible_end.as_ref()?;
            Some(Assumption {
                name: "operation".to_owned(),
                value: format!("`{name}` goes on past the comment `{comment}`"),
                source: format!("line {}", span.line),
            })
        });
        unclear.collect()
    }

    /// What of the tables says something of the program, as the report has it.
    pub(super) fn limits_used(&self, opened: &Opened) -> Vec<OwnLimits> {
        let pairs = if self.limits.uniform() { BTreeSet::new() } else { opened.pairs() };
        let says = |rule: &&Rule| {
            pairs.iter().any(|&(tool, operation)| {
                (0..self.parts.len() as u32)
                    .any(|p| self.limits.says(rule, tool, opened.operation(operation), Some(p)))
            })
        };
        let used = |rule: &Rule| OwnLimits {
            of: match rule.of {
                Of::Tool(_) => LimitsOf::Tool,
                Of::Operation(_) => LimitsOf::Operation,
                Of::Part(_) => LimitsOf::Part,
            },
            name: match &rule.of {
                Of::Tool(number) => number.to_string(),
                Of::Operation(name) => name.clone(),
                Of::Part(index) => index.to_string(),
            },
            tolerance_mm: rule.tolerance,
            allowance_mm: rule.allowance,
            deviation_mm: rule.deviation,
            source: rule.item.origin.word().to_owned(),
        };
        self.limits.rules.iter().filter(says).map(used).collect()
    }

    /// Every tool and operation of the job's tables is one of a program of the job. What the shop
    /// says is for many jobs and need not be.
    ///
    /// # Errors
    /// One that is not, with the nearest one that is.
    pub(super) fn expect_limits(&self, opened: &Opened) -> Result<()> {
        let mut tools: BTreeSet<u32> = self.declarations.numbers().into_iter().collect();
        tools.extend(opened.read.motions.manners().map(|m| m.tool));
        let mut operations: Vec<String> = Vec::new();
        for name in opened.read.operations.iter().filter_map(|o| o.name.as_ref()) {
            if !operations.contains(name) {
                operations.push(name.clone());
            }
        }
        let missing = |rule: &&Rule, tools: &BTreeSet<u32>, operations: &[String]| match &rule.of {
            Of::Tool(number) => !tools.contains(number),
            Of::Operation(name) => !operations.contains(name),
            Of::Part(_) => false,
        };
        let of_job = |rule: &&Rule| !matches!(rule.item.origin, Origin::File { shop: true, .. });
        let rules = || self.limits.rules.iter().filter(of_job);
        if !rules().any(|rule| missing(&rule, &tools, &operations)) {
            return Ok(());
        }
        // Another program of the job may have it.
        for path in self.other_programs()? {
            if !rules().any(|rule| missing(&rule, &tools, &operations)) {
                return Ok(());
            }
            // One that does not read says so when it is checked itself.
            let read = |program: Program| self.read(&program);
            let Ok(other) = Program::read(&path).and_then(read) else { return Ok(()) };
            tools.extend(other.motions.manners().map(|m| m.tool));
            operations.extend(other.operations.into_iter().filter_map(|o| o.name));
        }
        let Some(rule) = rules().find(|rule| missing(rule, &tools, &operations)) else {
            return Ok(());
        };
        Err(match &rule.of {
            Of::Tool(number) => {
                let known = tools.iter().filter(|&&n| n > 0).min_by_key(|n| n.abs_diff(*number));
                let what = format!("no program uses T{number}, and nothing declares it");
                let error = wrong(&rule.item, &what);
                match known {
                    Some(near) => error.help(format!("is T{near} meant?")),
                    None => error.help("no program of the job names a tool"),
                }
            }
            _ => {
                let what = format!("no program has an operation `{}`", rule.name);
                let help = match operations.is_empty() {
                    true => "no program of the job names its operations".to_owned(),
                    false => nearest(&rule.name, &operations),
                };
                wrong(&rule.item, &what).help(help)
            }
        })
    }

    /// The programs of the job file beside the one that is checked.
    fn other_programs(&self) -> Result<Vec<PathBuf>> {
        let Some(path) = &self.settings.job else { return Ok(Vec::new()) };
        let mut programs = job::programs(&job::read_with_shop(path)?)?;
        programs.retain(|program| *program != self.program);
        Ok(programs)
    }
}
