//! What Grbl keeps of a line: `protocol_main_loop` in `protocol.c`.

/// Most characters kept (`LINE_BUFFER_SIZE` and its end).
const MOST_KEPT: usize = 79;

/// The characters that Grbl keeps, as capitals: no blanks, no `/`, no comments. A comment in
/// parentheses ends at the first `)` or with the line.
pub(crate) fn kept(text: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(text.len());
    let mut inside = false;
    for byte in text {
        match byte {
            b')' if inside => inside = false,
            _ if inside => {}
            b'(' => inside = true,
            b';' => break,
            b'/' | 0..=b' ' => {}
            _ => kept.push(byte.to_ascii_uppercase()),
        }
    }
    kept
}

/// What is wrong with a line that has more characters than Grbl keeps.
pub(crate) fn too_long(text: &[u8]) -> Option<String> {
    if text.len() <= MOST_KEPT {
        return None;
    }
    let count = kept(text).len();
    (count > MOST_KEPT).then(|| {
        format!(
            "Grbl rejects this line (error 11): without blanks and comments it has {count} \
             characters, and {MOST_KEPT} are kept"
        )
    })
}
