//! Why a part file could not be read: what, where, and what would help.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::input::{MORE_MEMORY, NotAFile};

/// A part file that could not be read.
#[derive(Debug, Error)]
#[error("{}{place}: {fault}; {}", file.display(), fault.help())]
pub struct MeshError {
    /// The file as the user named it.
    pub file: PathBuf,
    /// Where in it.
    pub place: Place,
    /// What is wrong.
    #[source]
    pub fault: Fault,
}

impl MeshError {
    pub(super) fn new(file: &Path, found: Found) -> Self {
        Self { file: file.to_path_buf(), place: found.place, fault: found.fault }
    }

    /// The stable code, `M…`, that `gouge explain` knows.
    pub fn code(&self) -> &'static str {
        self.fault.code()
    }
}

/// A place in a part file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// The file as a whole.
    #[default]
    Whole,
    /// Offset in bytes from the start.
    Byte(u64),
    /// Line and column from 1, the column in bytes.
    Text {
        /// Line, from 1.
        line: u64,
        /// Column, from 1.
        column: u64,
    },
    /// A byte of one file inside a package (3MF).
    Member {
        /// Name of the inner file.
        name: String,
        /// Offset in bytes in the unpacked inner file.
        byte: u64,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Byte(at) => write!(f, ": byte {at}"),
            Self::Text { line, column } => write!(f, ":{line}:{column}"),
            Self::Member { name, byte } => write!(f, "({name}): byte {byte}"),
        }
    }
}

/// What is wrong with a part file.
#[derive(Debug, Error)]
pub enum Fault {
    /// Nothing has that name.
    #[error("no such file")]
    Missing,
    /// A folder was named.
    #[error("this is a directory, not a part file")]
    Directory,
    /// A pipe or a device was named.
    #[error(transparent)]
    NotAFile(NotAFile),
    /// The system refused to hand out the bytes.
    #[error("cannot be read: {0}")]
    Unreadable(#[source] io::Error),
    /// Fewer bytes came than the file had when it was opened.
    #[error("the file changed while it was read: {got} of {expected} bytes came")]
    Changed {
        /// Bytes the file had when it was opened.
        expected: u64,
        /// Bytes that came.
        got: u64,
    },
    /// No byte at all, or a mesh without a single triangle.
    #[error("{0}")]
    Empty(String),
    /// Neither content nor name fits a known format.
    #[error("not a part file: the content is neither STL, OBJ, PLY nor 3MF")]
    UnknownFormat,
    /// The file ends too early.
    #[error("the file ends before {0}")]
    Truncated(String),
    /// The triangle count of a binary STL does not fit its length.
    #[error(
        "the count says {declared} triangles ({needed} bytes), but the file has {length} bytes, room for {room}"
    )]
    Count {
        /// Triangles according to the count.
        declared: u64,
        /// Bytes such a file would have.
        needed: u64,
        /// Bytes the file has.
        length: u64,
        /// Triangles that fit into the file.
        room: u64,
    },
    /// NaN or infinite coordinate.
    #[error("coordinate `{text}` of triangle or vertex {number} is not a finite number")]
    NotFinite {
        /// The coordinate as it stands in the file.
        text: String,
        /// Number of the triangle (STL) or vertex (other formats), from 1.
        number: u64,
    },
    /// A coordinate beyond what anything is measured with.
    #[error("a coordinate is {0:e} mm: more than 100 km")]
    TooFar(f64),
    /// The text does not follow the format.
    #[error("expected {expected}, found `{found}`")]
    Syntax {
        /// What should stand there.
        expected: String,
        /// What does.
        found: String,
    },
    /// A face names a vertex that does not exist.
    #[error("a face uses vertex {index}, but there are {count}")]
    BadIndex {
        /// The index as it stands in the file.
        index: String,
        /// Vertices there are.
        count: u64,
    },
    /// A polygon that no triangulation follows.
    #[error("the outline of this face crosses itself")]
    Crossing,
    /// More triangles or vertices than 32-bit indices can name.
    #[error("more than {0} triangles")]
    TooMany(u64),
    /// A valid file whose content the program cannot take over without loss.
    #[error("{0}")]
    Unsupported(String),
    /// Volumes that are no material of the part.
    #[error("{0}, which is no material of the part")]
    NoMaterial(String),
    /// A package whose inner structure is broken.
    #[error("broken package: {0}")]
    Package(String),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            io::ErrorKind::IsADirectory => Self::Directory,
            _ if NotAFile::is_cause(&error) => Self::NotAFile(NotAFile),
            _ => Self::Unreadable(error),
        }
    }
}

impl Fault {
    /// The stable code, `M…`, that `gouge explain` knows.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Missing | Self::Directory | Self::NotAFile(_) | Self::Unreadable(_) => "M001",
            Self::Changed { .. } => "M002",
            Self::Empty(_) => "M003",
            Self::UnknownFormat => "M004",
            Self::Truncated(_) => "M005",
            Self::Count { .. } => "M006",
            Self::NotFinite { .. } => "M007",
            Self::Syntax { .. } => "M008",
            Self::BadIndex { .. } => "M009",
            Self::Crossing => "M010",
            Self::TooMany(_) => "M011",
            Self::Unsupported(_) | Self::NoMaterial(_) => "M012",
            Self::Package(_) => "M013",
            Self::TooFar(_) => "M014",
        }
    }

    /// What the user can do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Missing => "check the name and the folder",
            Self::Directory => "name a file in it",
            Self::NotAFile(_) => "name a file",
            Self::Unreadable(cause) if cause.kind() == io::ErrorKind::FileTooLarge => MORE_MEMORY,
            Self::Unreadable(_) => "check its permissions and the disk",
            Self::Changed { .. } => "wait until its writer is done and try again",
            Self::Empty(_) => "export it again and check that a body was selected",
            Self::UnknownFormat => "export it as STL, OBJ, PLY or 3MF",
            Self::Count { needed, length, .. } if length > needed => {
                "its count is wrong, or something was added to it: export it again"
            }
            Self::Truncated(_) | Self::Count { .. } => {
                "it was probably cut off while copying: export or copy it again"
            }
            Self::NotFinite { .. } => "repair it in its CAD system and export it again",
            Self::Syntax { .. } | Self::BadIndex { .. } | Self::Package(_) => {
                "export it again, binary STL is the safest"
            }
            Self::Crossing => "let the exporter triangulate",
            Self::TooFar(_) => "check the unit it is read in and the numbers in it",
            Self::TooMany(_) => "export with a coarser tolerance or in several files",
            Self::Unsupported(_) => "export it as binary STL, not packed",
            Self::NoMaterial(_) => "export the part alone, without it",
        }
    }
}

/// A fault and its place, before the file's name is known.
#[derive(Debug)]
pub(super) struct Found {
    pub place: Place,
    pub fault: Fault,
}

impl Fault {
    pub(super) fn at(self, place: Place) -> Found {
        Found { place, fault: self }
    }

    pub(super) fn at_byte(self, offset: usize) -> Found {
        self.at(Place::Byte(offset as u64))
    }

    pub(super) fn at_line(self, line: usize, column: usize) -> Found {
        self.at(Place::Text { line: line as u64, column: column as u64 })
    }
}

impl From<Fault> for Found {
    fn from(fault: Fault) -> Self {
        fault.at(Place::Whole)
    }
}
