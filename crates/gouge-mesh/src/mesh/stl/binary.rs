//! Binary STL: 80 bytes of header, a count, 50 bytes a triangle.

use crate::mesh::error::{Fault, Found};
use crate::mesh::parsed::{Parsed, Warning};
use crate::mesh::weld::{MAX_TRIANGLES, weld};
use crate::mesh::{Units, codes};

const HEADER: usize = 80;
/// Bytes before the first triangle.
pub(in crate::mesh) const PREAMBLE: usize = HEADER + 4;
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

    let mesh = weld(count as usize, units, |index| triangle(bytes, index))?;
    Ok(Parsed { mesh, units, warnings, bent: 0.0 })
}

/// The corners of a triangle.
fn triangle(bytes: &[u8], index: usize) -> Result<[[f32; 3]; 3], Found> {
    let at = PREAMBLE + index * RECORD + CORNERS;
    let (words, _) = bytes[at..at + 36].as_chunks::<4>();
    let number = |k: usize| f32::from_le_bytes(words[k]);
    if let Some(bad) = (0..9).find(|&k| !number(k).is_finite()) {
        let text = number(bad).to_string();
        let fault = Fault::NotFinite { text, number: index as u64 + 1 };
        return Err(fault.at_byte(at + 4 * bad));
    }
    Ok([0, 3, 6].map(|k| [number(k), number(k + 1), number(k + 2)]))
}

fn declared(bytes: &[u8]) -> Option<u32> {
    let count = bytes.get(HEADER..PREAMBLE)?;
    Some(u32::from_le_bytes(count.try_into().ok()?))
}

fn length_for(count: u32) -> u64 {
    PREAMBLE as u64 + RECORD as u64 * u64::from(count)
}
