//! Why a command could not run: one message, with its place and what would help.

use std::fmt;
use std::io;
use std::path::Path;

use crate::escape::shown;
use crate::input::NotAFile;
use crate::mesh::MeshError;
use crate::output::OutputError;

/// Why a command could not run. It ends with exit code 2.
#[derive(Debug)]
pub struct Error {
    /// Stable code, for `gouge explain`.
    code: &'static str,
    message: String,
    help: Option<String>,
    /// The reader of our output went away: nothing to say, and nothing went wrong here.
    quiet: bool,
}

/// Result of a command.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error under `code`.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), help: None, quiet: false }
    }

    /// The same with advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same, after what was found out before it.
    pub fn after(mut self, found: &str) -> Self {
        self.message = format!("{found}: {}", self.message);
        self
    }

    /// A file that cannot be read.
    pub fn unreadable(path: &Path, cause: &io::Error) -> Self {
        let path = path.display();
        match cause.kind() {
            io::ErrorKind::NotFound => Self::new("J001", format!("{path}: no such file"))
                .help("check the name and the folder"),
            io::ErrorKind::IsADirectory => {
                Self::new("J001", format!("{path}: this is a directory")).help("name a file in it")
            }
            _ if NotAFile::is_cause(cause) => {
                Self::new("J001", format!("{path}: {cause}")).help("name a file")
            }
            _ => Self::new("J001", format!("{path}: cannot be read: {cause}"))
                .help("check its permissions and the disk"),
        }
    }

    /// Whether this is the error `code`.
    pub fn is_code(&self, code: &str) -> bool {
        self.code == code
    }

    /// Its code, for `gouge explain`.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// What is wrong and what would help, without a code and in one line.
    pub fn in_one_line(&self) -> String {
        let help = self.help.iter().flat_map(|help| ["; ", help.as_str()]);
        let text: String = std::iter::once(self.message.as_str()).chain(help).collect();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The reader of our output went away.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error[{}]: {}", self.code, shown(&self.message))?;
        match &self.help {
            Some(help) => write!(f, "\n  = help: {}", shown(help)),
            None => Ok(()),
        }
    }
}

impl From<MeshError> for Error {
    fn from(e: MeshError) -> Self {
        Self::new(e.code(), e.to_string())
    }
}

impl From<OutputError> for Error {
    fn from(e: OutputError) -> Self {
        Self::new("J007", e.to_string())
    }
}

/// A failed write to standard output.
impl From<io::Error> for Error {
    fn from(e: io::Error) -> Self {
        Self {
            quiet: e.kind() == io::ErrorKind::BrokenPipe,
            ..Self::new("J007", format!("standard output: cannot be written: {e}"))
                .help("make room on the disk, or write elsewhere with --output")
        }
    }
}
