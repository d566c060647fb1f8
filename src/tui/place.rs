//! Lines of the program and of the files that it calls, and which of them a report refers to.

use super::document::Document;
use super::path::Step;
use crate::report::data::Region;

/// A line of the program, or of a file that it calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Which file; 0 is the program.
    pub file: u16,
    /// Line, from 1.
    pub line: u32,
}

impl Document {
    /// Which file of those at hand a report means: the program, or a subprogram file by its name
    /// there.
    pub fn file_of(&self, name: Option<&str>) -> Option<u16> {
        name.map_or(Some(0), |name| self.called.get(name).copied())
    }

    /// Whether the file of a region's worst motion is at hand.
    pub fn has_file_of(&self, region: &Region) -> bool {
        self.file_of(region.witness.file.as_deref()).is_some()
    }

    /// Whether a file is not as it was checked.
    pub fn is_stale(&self, file: u16) -> bool {
        self.stale.contains(&file)
    }

    /// Where a line of the report is now; none where its file is not at hand, or changed.
    pub fn place_at(&self, name: Option<&str>, line: u32) -> Option<Place> {
        let file = self.file_of(name).filter(|file| !self.is_stale(*file))?;
        (line > 0).then_some(Place { file, line })
    }

    /// Where a region's worst motion is now; none where its file is not at hand, and where that
    /// changed and the line is not found again.
    pub fn place_of(&self, region: &Region) -> Option<Place> {
        let file = self.file_of(region.witness.file.as_deref())?;
        let line = match self.is_stale(file) {
            false => Some(region.witness.line),
            true => self.found.get(&region.id).copied(),
        };
        Some(Place { file, line: line? })
    }

    /// Where a motion is made. The report counts its line without naming the file; none where other
    /// motions may be made now.
    pub fn place_of_motion(&self, motion: u32, line: u32) -> Option<Place> {
        let step = self.path.steps.get(motion as usize).filter(|_| !self.called.is_empty());
        let known = self.stale.is_empty() && self.has_all_files();
        known.then(|| step.map_or(Place { file: 0, line }, Step::place))
    }

    /// Whether all subprogram files of the report are at hand.
    fn has_all_files(&self) -> bool {
        self.called.len() == self.report.inputs.program.subprograms.len()
    }

    /// Whether a region's first and last line count in the file of its worst motion, as the report
    /// has them.
    pub fn is_known_to_be_in_one_file(&self, region: &Region) -> bool {
        let only_one = self.report.inputs.program.subprograms.is_empty();
        only_one || self.stale.is_empty() && self.has_all_files() && !self.is_mixed(region)
    }

    /// First and last line of a region in the file of its worst motion, as far as they are known.
    pub fn span_of(&self, region: &Region) -> Option<(u16, [u32; 2])> {
        let Place { file, line } = self.place_of(region)?;
        // What is around a line that is found again may have changed.
        let one = self.is_stale(file) || self.is_mixed(region);
        Some((file, if one { [line; 2] } else { region.lines }))
    }

    /// Whether a region goes over several files: its first and last line may count in any of them.
    pub fn is_mixed(&self, region: &Region) -> bool {
        self.path.changes_file(region.motions)
    }

    /// The line that calls the file of a region, where that file is not at hand.
    pub fn call_of(&self, region: &Region) -> Option<u32> {
        let name =
            region.witness.file.as_deref().filter(|name| !self.called.contains_key(*name))?;
        let stem = std::path::Path::new(name).file_stem()?.to_string_lossy().to_lowercase();
        let own = |(_, message): &&(u32, String)| message.to_lowercase().contains(&stem);
        let calls = &self.unanswered;
        calls.iter().find(own).or(calls.first()).map(|(line, _)| *line)
    }

    /// The text of a file.
    pub fn text_of(&self, file: u16) -> &[u8] {
        match usize::from(file).checked_sub(1) {
            None => &self.program,
            Some(index) => self.files.get(index).map_or(&[], |file| &file.bytes),
        }
    }

    /// The name of a file, without its folder.
    pub fn name_of(&self, file: u16) -> &str {
        match usize::from(file).checked_sub(1) {
            None => base_name(&self.report.inputs.program.path),
            Some(index) => self.files.get(index).map_or("", |file| base_name(&file.name)),
        }
    }
}

/// The name of a file without its folder.
pub fn base_name(path: &str) -> &str {
    let name = std::path::Path::new(path).file_name().and_then(|name| name.to_str());
    name.unwrap_or(path)
}
