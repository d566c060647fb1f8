//! Arguments of `browse`: a check, and how the screen is drawn.

use std::path::PathBuf;

use clap::Args;

use super::{AnalysisArgs, EngineArgs, InputArgs};
use crate::tui::ColorDepth;

/// Arguments of `browse`.
#[derive(Debug, Args)]
pub struct BrowseArgs {
    #[command(flatten)]
    pub(in crate::cli) inputs: InputArgs,
    #[command(flatten)]
    pub(in crate::cli) analysis: AnalysisArgs,
    #[command(flatten)]
    pub(in crate::cli) engine: EngineArgs,
    /// How pictures are drawn; `test` shows every way side by side [default: half-block]
    #[arg(long, value_name = "MODE", help_heading = "Screen")]
    pub graphics: Option<String>,
    /// Colours of the terminal [default: from the environment]
    #[arg(long, value_name = "true|256|16|none", help_heading = "Screen")]
    pub colors: Option<ColorDepth>,
    /// Background of the terminal [default: the terminal is asked]
    #[arg(long, value_name = "dark|light", help_heading = "Screen",
          value_parser = ["dark", "light"], hide_possible_values = true)]
    pub background: Option<String>,
    /// Measure milliseconds and bytes per frame in every mode, and stop
    #[arg(long, help_heading = "Screen")]
    pub bench: bool,
    /// Keys to press first, separated by blanks, such as `o 0`
    #[arg(long, value_name = "KEYS", help_heading = "Screen")]
    pub press: Option<String>,
    /// Write the screen as an SVG picture, and stop
    #[arg(long, value_name = "FILE", help_heading = "Screen")]
    pub shot: Option<PathBuf>,
    /// Size of the screen that is measured or written, in cells [default: 200x60]
    #[arg(
        long,
        value_name = "COLUMNSxROWS",
        default_value = "200x60",
        hide_default_value = true,
        help_heading = "Screen"
    )]
    pub size: Cells,
}

/// A screen's width and height in cells.
#[derive(Clone, Copy, Debug)]
pub struct Cells(pub ratatui::layout::Size);

impl std::str::FromStr for Cells {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (columns, rows) = text.split_once('x').ok_or("write COLUMNSxROWS, such as 200x60")?;
        match (columns.parse(), rows.parse()) {
            (Ok(width @ 1..=1000), Ok(height @ 1..=1000)) => {
                Ok(Self(ratatui::layout::Size { width, height }))
            }
            _ => Err("columns and rows are whole numbers from 1 to 1000".to_owned()),
        }
    }
}
