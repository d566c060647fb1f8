//! Binary STL: 80 bytes of header, a count, 50 bytes a triangle.

use std::io::{self, Read, Seek, SeekFrom};

use crate::mesh::error::{Fault, Found};
use crate::mesh::read::{Parsed, Warning};
use crate::mesh::weld::{MAX_TRIANGLES, Welder};
use crate::mesh::{Units, codes};

const HEADER: usize = 80;
const PREAMBLE: usize = HEADER + 4;
const RECORD: usize = 50;
/// Where the first corner stands in a record, behind the normal.
const CORNERS: usize = 12;

/// True when the count fits the length exactly.
pub(in crate::mesh) fn fits(bytes: &[u8]) -> bool {
    declared(bytes).is_some_and(|count| length_for(count) == bytes.len() as u64)
}

pub(in crate::mesh) fn read(bytes: &[u8], units: Units) -> Result<Parsed, Found> {
    let Some(count) = declared(bytes) else {
        let what = "the 80-byte header and the 4-byte triangle count are complete";
        return Err(Fault::Truncated(what.into()).at_byte(bytes.len()));
    };
    let length = bytes.len() as u64;
    let room = (length - PREAMBLE as u64) / RECORD as u64;
    // Fewer than one record left over is padding; a whole record beyond the count is a
    // triangle that would silently be missing from the part.
    if room != u64::from(count) {
        let needed = length_for(count);
        let fault = Fault::Count { declared: count.into(), needed, length, room };
        return Err(fault.at_byte(HEADER));
    }
    if count == 0 {
        return Err(Fault::Empty("this binary STL holds no triangles".into()).at_byte(HEADER));
    }
    if u64::from(count) > MAX_TRIANGLES {
        return Err(Fault::TooMany(MAX_TRIANGLES).at_byte(HEADER));
    }
    let mut warnings = Vec::new();
    let trailing = length - length_for(count);
    if trailing > 0 {
        let message = format!("{trailing} bytes after the last triangle were ignored");
        warnings.push(Warning { code: codes::TRAILING, message });
    }

    let mut source = Headless { bytes, at: 0 };
    let unreadable = |e| Found::from(Fault::Unreadable(e));
    let triangles = stl_io::create_stl_reader(&mut source).map_err(unreadable)?;
    let mut welder = Welder::with_capacity(count as usize);
    for (index, triangle) in triangles.enumerate() {
        let corners = triangle.map_err(unreadable)?.vertices.map(|v| v.0);
        let flat = corners.as_flattened();
        if let Some(bad) = flat.iter().position(|c| !c.is_finite()) {
            let fault = Fault::NotFinite { text: flat[bad].to_string(), number: index as u64 + 1 };
            return Err(fault.at_byte(PREAMBLE + index * RECORD + CORNERS + 4 * bad));
        }
        welder.push(corners.map(|c| c.map(f64::from)))?;
    }
    Ok(Parsed { mesh: welder.finish(units), units, warnings })
}

fn declared(bytes: &[u8]) -> Option<u32> {
    let count = bytes.get(HEADER..PREAMBLE)?;
    Some(u32::from_le_bytes(count.try_into().ok()?))
}

fn length_for(count: u32) -> u64 {
    PREAMBLE as u64 + RECORD as u64 * u64::from(count)
}

/// The file with a header of zeros, so that stl_io cannot take it for text.
struct Headless<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Read for Headless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = &self.bytes[self.at.min(self.bytes.len())..];
        let taken = rest.len().min(buffer.len());
        buffer[..taken].copy_from_slice(&rest[..taken]);
        let blank = HEADER.saturating_sub(self.at).min(taken);
        buffer[..blank].fill(0);
        self.at += taken;
        Ok(taken)
    }
}

/// stl_io only ever goes back to the start.
impl Seek for Headless<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match to {
            SeekFrom::Start(at) if at <= self.bytes.len() as u64 => self.at = at as usize,
            _ => return Err(io::ErrorKind::Unsupported.into()),
        }
        Ok(self.at as u64)
    }
}
