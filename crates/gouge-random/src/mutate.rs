//! Malformed inputs: files of a corpus, cut, spliced, with numbers where they hurt.

use crate::Random;

/// Texts that readers trip over: borders of integers, figures that are none, ends and brackets.
const TOKENS: [&[u8]; 34] = [
    b"0",
    b"-1",
    b"1",
    b"4294967295",
    b"4294967296",
    b"99999999999999999999",
    b"9223372036854775807",
    b"-9223372036854775808",
    b"1e308",
    b"1e-320",
    b"-1e400",
    b"0.1",
    b"nan",
    b"inf",
    b"null",
    b"true",
    b"\"\"",
    b"[]",
    b"{}",
    b"[[[[[[[[",
    b"\"",
    b"'",
    b"<",
    b"/>",
    b";",
    b"=",
    b",",
    b"\n",
    b"\r",
    b"\0\0\0\0",
    b"\xff\xff\xff\xff",
    b"\xff\xff\xff\x7f",
    b"../../x",
    b"\xc3\x28\x1b[31m",
];

impl Random {
    /// One of `corpus` with a few random changes: pieces of others put in, bytes and figures
    /// replaced, pieces removed, repeated or cut off.
    pub fn mutated(&mut self, corpus: &[&[u8]]) -> Vec<u8> {
        let mut text = corpus[self.below(corpus.len())].to_vec();
        for _ in 0..1 + self.below(5) {
            let at = self.below(text.len() + 1);
            let end = (at + 1 + self.below(16)).min(text.len()).max(at);
            match self.below(8) {
                0 => {
                    let other = corpus[self.below(corpus.len())];
                    let from = self.below(other.len() + 1);
                    let to = (from + 1 + self.below(40)).min(other.len()).max(from);
                    text.splice(at..at, other[from..to].iter().copied());
                }
                1 => {
                    if let Some(byte) = text.get_mut(at) {
                        *byte = self.bits() as u8;
                    }
                }
                2 => {
                    if let Some(byte) = text.get_mut(at) {
                        *byte ^= 1 << self.below(8);
                    }
                }
                3 => {
                    let token = TOKENS[self.below(TOKENS.len())];
                    text.splice(at..at, token.iter().copied());
                }
                4 => self.figure(&mut text, at),
                5 => drop(text.drain(at..end)),
                6 => {
                    let piece = text[at..end].to_vec();
                    text.splice(at..at, piece);
                }
                _ if self.chance(0.2) => text.truncate(at),
                _ => {
                    let token = TOKENS[self.below(TOKENS.len())];
                    let to = (at + token.len()).min(text.len());
                    text.splice(at..to, token.iter().copied());
                }
            }
        }
        text
    }

    /// Replaces the figure after `at` by another one.
    fn figure(&mut self, text: &mut Vec<u8>, at: usize) {
        let digit = |b: &u8| b.is_ascii_digit() || matches!(b, b'.' | b'-');
        let Some(from) = text[at..].iter().position(digit).map(|i| at + i) else { return };
        let to = text[from..].iter().position(|b| !digit(b)).map_or(text.len(), |i| from + i);
        let token = TOKENS[self.below(14)];
        text.splice(from..to, token.iter().copied());
    }
}

/// How many inputs a search for hostile ones tries: `GOUGE_FUZZ=N`, or `default`.
pub fn inputs(default: u64) -> u64 {
    std::env::var("GOUGE_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_inputs_are_not_those_of_the_corpus() {
        let corpus: [&[u8]; 2] = [b"G1 X10 Y-2.5\n", b"solid\nvertex 1 2 3\n"];
        let mut random = Random::new(3);
        let all: Vec<Vec<u8>> = (0..1000).map(|_| random.mutated(&corpus)).collect();
        let changed = all.iter().filter(|t| !corpus.contains(&t.as_slice())).count();
        assert!(changed > 800, "{changed}");
        assert!(all.iter().any(|t| t.len() < 8) && all.iter().any(|t| t.len() > 30));
        let mut again = Random::new(3);
        assert!(all.iter().all(|t| *t == again.mutated(&corpus)));
    }
}
