//! The settings of a check, wherever they are given: on the command line, in a job file, in the
//! shop's file above it.
//!
//! [`Settings`] holds every value with its origin; what is given first counts. A job file is
//! found beside the program or above it ([`find`]), and a shop file above the job gives what
//! several jobs share.

mod file;
mod keys;
mod machine;
mod named;
mod of_program;
mod programs;
pub mod quantity;
mod settings;

pub use file::{JOB_FILE, SHOP_FILE, find, find_shop, read, read_with_shop, shop_above};
pub use keys::{KEYS, Key, Kind};
pub use named::expect_named;
pub use programs::{expect_file, programs};
pub use settings::{Item, Origin, PLACES, Settings};

#[cfg(test)]
mod tests;
