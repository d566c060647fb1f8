//! A user's preferences for `gouge browse`: a file in the folder where programs keep their
//! settings.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;

use crate::error::{Error, Result};
use crate::files;
use crate::tool::library::toml_error;

/// The file below the folder of configurations.
const NAME: &str = "gouge/browse.toml";

/// What it may say.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preferences {
    /// How pictures are drawn, as `--graphics`.
    pub graphics: Option<String>,
    /// How many colours there are, as `--colors`.
    pub colors: Option<String>,
    /// Of the terminal, as `--background`.
    pub background: Option<String>,
    /// Keys, by the name of what they do.
    #[serde(default)]
    pub keys: BTreeMap<String, Vec<String>>,
}

/// Reads it; where there is none, nothing is said.
///
/// # Errors
/// A file that does not read.
pub fn read() -> Result<Preferences> {
    let Some(path) = place().filter(|path| path.exists()) else {
        return Ok(Preferences::default());
    };
    let text = files::text(&path)?;
    toml::from_str(&text).map_err(|e| wrong(toml_error(&text, &e)))
}

/// What is wrong with it.
pub fn wrong(what: String) -> Error {
    let path = place().map_or_else(|| NAME.to_owned(), |path| path.display().to_string());
    Error::new("J006", format!("{path}: {what}"))
        .help("`gouge help keys` lists what it may contain")
}

/// Where it is: `$XDG_CONFIG_HOME`, or the place of the system.
pub fn place() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let home = || named("HOME").map(|home| home.join(".config"));
    let folder = named("XDG_CONFIG_HOME").or_else(|| named("APPDATA")).or_else(home)?;
    Some(folder.join(NAME))
}
