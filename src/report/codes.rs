//! The meaning of every stable code, read by `gouge explain` and the rules of SARIF.

use crate::{mesh, nc, verify};

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

/// Nothing comes near the part.
pub const PLACE: &str = "G020";
/// An axis is sent beyond its travel, or its travel is not checked.
pub const TRAVEL: &str = "J013";
/// A program's verdict is not the one that its job expects.
pub const NOT_EXPECTED: &str = "J014";

/// Gouges and collisions.
const GOUGES: &[Code] = &[
    Code {
        code: "G001",
        title: "the cutter cuts into the part",
        text: "The cutter, moving at feed, takes away material of the goal shape deeper than the \
               tolerance. Check the tool that is declared against the one the program was made \
               for, its length offset and the work offset; then the toolpath. The lift in the \
               message is a +Z raise that clears it, the least that was found: on arcs less may \
               do.",
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
               or route the tool around it.",
    },
    Code {
        code: "G006",
        title: "the tool, or a component of it, is wholly inside the material",
        text: "No surface of the part is near, yet the tool lies inside it: the whole motion is \
               buried. Most often the program's zero is not where it was declared (`--origin`), \
               or inch and millimetre are swapped. The depth stated is what the tool's own size \
               proves; the true one is larger.",
    },
];

/// What makes a verdict worthless when true.
const SUSPICIONS: &[Code] = &[Code {
    code: PLACE,
    title: "no cutting motion comes near the part",
    text: "Over the whole program the tool never comes near the part, so nothing could gouge and \
           nothing is proved. Most often program zero is not where it was declared: `--origin \
           X,Y,Z` says where it lies in part coordinates, `--flip` and `--rotate` turn the part \
           over and about. The report shows both boxes in program coordinates. If program and part \
           are right nevertheless (a roughing pass high above it), `--assume place` accepts that. \
           In a program without cutting motions the rapids are judged instead: it may have been \
           cut off after its approach.",
}];

/// Tools: declarations and libraries against what the program says.
const TOOLS: &[Code] = &[
    Code {
        code: "T010",
        title: "the declared tool differs from the program's comment",
        text: "A comment of the program gives this tool different sizes from its declaration. \
               The declaration counts. If the program was computed for the tool in the \
               comment, the part may come out wrong even where nothing gouges.",
    },
    Code {
        code: "T011",
        title: "the tool is taken from the program's comment",
        text: "Nothing declares this tool, but a comment of the program describes it, and that \
               is used: a bare cutter without shank and holder. Declare the tool with --tool to \
               have those checked too.",
    },
    Code {
        code: "T012",
        title: "the declared tool differs from the tool table",
        text: "The control's tool table gives this tool another diameter than its declaration \
               does. The declaration is what is checked; where the control compensates for the \
               radius (G41, G42), the table moves the tool. If the figures are 25.4 times apart, \
               set the table's unit with --table-units.",
    },
    Code {
        code: "T020",
        title: "a tool declaration cannot be read",
        text: "The declaration does not follow `N=KIND:SIZES;OPTIONS`, or no tool has such \
               sizes. `gouge help tools` shows every kind.",
    },
    Code {
        code: "T021",
        title: "a tool library cannot be read",
        text: "The file is not a job TOML, a Fusion 360 library (JSON, .tools), a FreeCAD tool bit \
               or library (.fctb, .fctl), a LinuxCNC tool table (.tbl), a table of tools (.csv) or \
               a JSON list of tools; or it is, and breaks off, contradicts itself or breaks the \
               format at the stated place.",
    },
    Code {
        code: "T022",
        title: "a remark on a tool of the library or of the program's comments",
        text: "A tool could not be used, since libraries or comments describe it in two ways or \
               say too little about it, or something about it had to be assumed; the message says \
               what. Declare the tool with --tool to settle it.",
    },
];

/// The command itself: files, options, output.
const JOBS: &[Code] = &[
    Code {
        code: "J001",
        title: "a file cannot be read",
        text: "No file has that name, a folder was named, or the system refuses to hand out the \
               bytes. Check the name, the folder and the permissions.",
    },
    Code {
        code: "J002",
        title: "a file is not the text it should be",
        text: "The file holds bytes that do not occur in text. Most often the wrong file was \
               named, or the arguments were given in the wrong order: the part comes first, then \
               the program.",
    },
    Code {
        code: "J003",
        title: "a transform cannot be read",
        text: "A transform file holds sixteen numbers, 4×4, row by row, as JSON or separated by \
               white space, and they turn and move only: p_program = M · p_part, millimetres. \
               Numbers that are a rotation but for rounding, to six decimals or more, are taken \
               for the nearest one.",
    },
    Code {
        code: "J004",
        title: "a job file cannot be read",
        text: "At the stated place the job file is not valid TOML, has an unknown key or a value \
               of the wrong kind. `gouge help job` lists the keys.",
    },
    Code {
        code: "J005",
        title: "an elevation grid cannot be read",
        text: "`gouge sample --grid` reads a two-dimensional NumPy array of 16-bit integers (.npy).",
    },
    Code {
        code: "J006",
        title: "something is missing or does not fit on the command line",
        text: "The message says what. `gouge help COMMAND` lists the options.",
    },
    Code {
        code: "J007",
        title: "the output cannot be written",
        text: "The disk is full, the folder does not exist, or the system refuses. What stood at \
               the place before is untouched: files are written whole or not at all.",
    },
    Code {
        code: "J008",
        title: "a report cannot be read",
        text: "`recheck` reads the JSON report of `check` (--format json), as it was written: one \
               that lacks a field is refused. It also reads a page (--format html), but of that \
               only the JSON report inside it: text and pictures of the page may say something \
               else. `render`, `diff` and `browse` read the JSON report alone.",
    },
    Code {
        code: "J009",
        title: "a file of accepted regions cannot be read",
        text: "`gouge help baseline` shows what `gouge-baseline.toml` holds.",
    },
    Code {
        code: "J010",
        title: "the results of a batch do not fit together",
        text: "`gouge merge` joins all shares of one batch, and reads again what `gouge batch` \
               wrote: a share is missing, is there twice, or a file was changed since.",
    },
    Code {
        code: "J011",
        title: "an error of Gouge itself",
        text: "Two independent computations of the same answer disagree. Please report it with \
               the job.",
    },
    Code {
        code: "J012",
        title: "what is to be checked does not fit into memory",
        text: "A part takes about eight times its file; a motion half a kilobyte while it is \
               checked, two kilobytes if it gouges. Give the process more memory (ulimit -v, the \
               limits of the container), take a larger machine, or split the program. Memory for \
               large inputs is reserved before use. A program that is read beyond its default \
               limit with --max-motions and gouges all the way, or a machine that has nothing left \
               at all, can still end the process when an allocation fails (exit 134), with no file \
               half written.",
    },
    Code {
        code: TRAVEL,
        title: "an axis does not go that far",
        text: "`travel` in the job file, or in the table of its machine, says how far the axes go, \
               in machine coordinates. Those of a motion are the program's minus `home`, which \
               says where machine zero lies; a position of G28, G30 or G53 needs none. Z is that \
               of the control point, as in `home`: how far the tool hangs down from the spindle is \
               not counted. It is a warning, because the control will refuse to go there; where \
               home or a place is not known, that is said instead. --deny warnings makes it \
               count.",
    },
    Code {
        code: NOT_EXPECTED,
        title: "a program's verdict is not the one its job expects",
        text: "`[expect]` in the job file gives the verdict that is expected of the program. If \
               one that is kept because it gouges is clean now, something else has changed: the \
               part, the tool or Gouge. If the new verdict is right, change the job.",
    },
];

/// Every code there is, sorted.
pub fn all() -> Vec<Code> {
    let told = |&(code, title, text): &(&'static str, &'static str, &'static str)| Code {
        code,
        title,
        text,
    };
    let mut all: Vec<Code> = [GOUGES, SUSPICIONS, TOOLS, JOBS].concat();
    all.extend(mesh::codes::CODES.iter().chain(verify::reason::REASONS).map(told));
    let program = nc::codes().iter();
    all.extend(program.map(|c| Code { code: c.code, title: c.title, text: c.text }));
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
