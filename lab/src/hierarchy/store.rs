//! Trees on disk: little-endian arrays behind a short header.

use std::io::{self, Read, Write};

use gouge_mesh::geom::{Aabb, Vec3};

/// Why a stored tree cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Not a stored tree, of another kind, or of another version.
    #[error("this is not a stored tree of the kind asked for")]
    Kind,
    /// A count or a link that points outside the tree.
    #[error("the stored tree is damaged: {0}")]
    Damaged(&'static str),
    /// The system could not read it.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
}

/// A tree that can be saved and loaded again.
pub trait Store: Sized {
    /// Writes it.
    ///
    /// # Errors
    /// What the system says.
    fn save(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads it back. A damaged file is refused; that it belongs to a mesh is for
    /// [`crate::tree::validate`] to say.
    ///
    /// # Errors
    /// When it is no such tree, damaged or unreadable.
    fn load(input: &mut dyn Read) -> Result<Self, StoreError>;
}

const MAGIC: &[u8; 8] = b"gougetr1";
/// Read at a time: a bogus count then runs into the end of the file before it fills memory.
const CHUNK: usize = 1 << 16;

pub(super) fn write_header(out: &mut dyn Write, kind: &[u8; 4]) -> io::Result<()> {
    out.write_all(MAGIC)?;
    out.write_all(kind)
}

pub(super) fn read_header(input: &mut dyn Read, kind: &[u8; 4]) -> Result<(), StoreError> {
    let mut header = [0; 12];
    input.read_exact(&mut header)?;
    if header[..8] == *MAGIC && header[8..] == *kind { Ok(()) } else { Err(StoreError::Kind) }
}

pub(super) fn write_box(out: &mut dyn Write, b: &Aabb) -> io::Result<()> {
    b.lo.iter().chain(b.hi.iter()).try_for_each(|x| out.write_all(&x.to_le_bytes()))
}

pub(super) fn read_box(input: &mut dyn Read) -> Result<Aabb, StoreError> {
    let mut corner = || -> Result<Vec3, StoreError> {
        let mut bytes = [0; 24];
        input.read_exact(&mut bytes)?;
        let x = bytes.as_chunks::<8>().0;
        Ok(Vec3::from_fn(|i, _| f64::from_le_bytes(x[i])))
    };
    Ok(Aabb { lo: corner()?, hi: corner()? })
}

/// Writes a count and that many values.
pub(super) fn write_all<T, const N: usize>(
    out: &mut dyn Write,
    values: &[T],
    bytes: impl Fn(&T) -> [u8; N],
) -> io::Result<()> {
    out.write_all(&(values.len() as u64).to_le_bytes())?;
    let mut buffer = Vec::with_capacity(N * values.len().min(CHUNK));
    for chunk in values.chunks(CHUNK) {
        buffer.clear();
        chunk.iter().for_each(|v| buffer.extend(bytes(v)));
        out.write_all(&buffer)?;
    }
    Ok(())
}

/// Reads a count and that many values.
pub(super) fn read_all<T, const N: usize>(
    input: &mut dyn Read,
    value: impl Fn([u8; N]) -> T,
) -> Result<Vec<T>, StoreError> {
    let mut count = [0; 8];
    input.read_exact(&mut count)?;
    let count = usize::try_from(u64::from_le_bytes(count))
        .ok()
        .filter(|c| *c <= u32::MAX as usize)
        .ok_or(StoreError::Damaged("a count is too large"))?;
    let mut values = Vec::with_capacity(count.min(CHUNK));
    let mut buffer = vec![0; N * count.min(CHUNK)];
    while values.len() < count {
        let now = (count - values.len()).min(CHUNK);
        let buffer = &mut buffer[..N * now];
        input.read_exact(buffer)?;
        values.extend(buffer.as_chunks::<N>().0.iter().map(|b| value(*b)));
    }
    Ok(values)
}
