//! A block in the form in which it is compared with that of another posting.

/// A block without block number, blanks and comments, in upper case: what is left when a program
/// is renumbered and commented anew.
pub fn stripped(block: &[u8]) -> Vec<u8> {
    let mut words = Vec::with_capacity(block.len());
    let mut depth = 0_u32;
    for &b in block {
        match b {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b';' if depth == 0 => break,
            _ if depth > 0 || b.is_ascii_whitespace() => {}
            _ => words.push(b.to_ascii_uppercase()),
        }
    }
    let head = usize::from(words.first() == Some(&b'/'));
    if words.get(head) == Some(&b'N') {
        let digits = words[head + 1..].iter().take_while(|b| b.is_ascii_digit() || **b == b'.');
        let count = digits.count();
        words.drain(head..head + 1 + count);
    }
    words
}
