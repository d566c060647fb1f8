//! `gouge browse` without a terminal: screens, keys, the bytes that go over the line.

#[path = "browse/background.rs"]
mod background;
#[path = "browse/desk.rs"]
mod desk;
#[path = "browse/replay.rs"]
mod replay;
#[path = "browse/scenarios.rs"]
mod scenarios;
#[path = "browse/screens.rs"]
mod screens;
