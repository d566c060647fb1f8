//! What every stable code means: `gouge explain` and the rules of SARIF read it.

/// One stable code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// `G…`, `P…`, `M…`, `T…`, `J…`.
    pub code: &'static str,
    /// One phrase.
    pub title: &'static str,
    /// A few sentences: what it means, why it matters, what would clear it.
    pub text: &'static str,
}

/// Gouges and collisions.
const GOUGES: &[Code] = &[
    Code {
        code: "G001",
        title: "the cutter cuts into the part",
        text: "The cutter, moving at feed, takes away material of the goal shape deeper than the \
               tolerance. Check the tool that is declared against the one the program was made \
               for, its length offset and the work offset; then the toolpath. The lift in the \
               message is the least +Z raise that clears it.",
    },
    Code {
        code: "G002",
        title: "a rapid cuts into the part",
        text: "A positioning motion (G0 and the like) goes through the goal shape. Where the \
               control may leave the straight line on a rapid, both the line and its dog-leg \
               were checked. Retract higher before it, or split it.",
    },
    Code {
        code: "G003",
        title: "the shank touches the part",
        text: "The shank comes closer to the part than its clearance allows. Use a longer \
               cutting edge, a reduced shank or a longer tool, or clear the wall first.",
    },
    Code {
        code: "G004",
        title: "the holder touches the part",
        text: "The holder comes closer to the part than its clearance allows. Use a longer tool \
               or a slimmer holder.",
    },
    Code {
        code: "G005",
        title: "the tool touches a fixture",
        text: "A component of the tool touches a mesh given with `--fixture`. Move the fixture, \
               or lead the tool around it.",
    },
    Code {
        code: "G006",
        title: "the tool is wholly inside the material",
        text: "No surface of the part is near, yet the tool lies inside it: the whole motion is \
               buried. Most often the program's zero is not where it was declared (`--origin`), \
               or inch and millimetre are swapped. The depth stated is what the tool's own size \
               proves; the true one is larger.",
    },
];

/// Every code there is, sorted.
pub fn all() -> Vec<Code> {
    let mut all: Vec<Code> = GOUGES.to_vec();
    all.sort_by_key(|c| c.code);
    all
}

/// The code named `code`, in any letter case.
pub fn find(code: &str) -> Option<Code> {
    all().into_iter().find(|c| c.code.eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_explained() {
        let all = all();
        assert!(all.windows(2).all(|w| w[0].code < w[1].code));
        assert!(all.iter().all(|c| !c.title.is_empty() && c.text.ends_with('.')));
        assert_eq!(find("g001").map(|c| c.code), Some("G001"));
        assert_eq!(find("G999"), None);
    }
}
