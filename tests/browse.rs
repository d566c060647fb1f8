//! `gouge browse` without a terminal: screens, keys, the bytes that go over the line.

#[path = "browse/background.rs"]
mod background;
#[path = "browse/decisions.rs"]
mod decisions;
#[path = "browse/depths.rs"]
mod depths;
#[path = "browse/desk.rs"]
mod desk;
#[path = "browse/lists.rs"]
mod lists;
#[path = "browse/marks.rs"]
mod marks;
#[path = "browse/programs.rs"]
mod programs;
#[path = "browse/replay.rs"]
mod replay;
#[path = "browse/scenarios.rs"]
mod scenarios;
#[path = "browse/screens.rs"]
mod screens;
#[path = "browse/subprograms.rs"]
mod subprograms;
