//! Verdicts and bounds against the law of depth by brute force.
//!
//! `GOUGE_DEPTH_MOTIONS=200000 cargo test --release --test depth -- --ignored campaign --nocapture`
//! judges that many random motions; `GOUGE_DEPTH_SEED` is the first of their scenes (0), and
//! `GOUGE_DEPTH_KEEP=FOLDER` keeps the files of each scene that fails, `GOUGE_DEPTH_PROGRAM=FILE`
//! judges another build.

mod alike;
mod campaign;
mod known;
mod run;
