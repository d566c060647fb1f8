//! Every action and its keys. The help screen is made from this table, so it cannot be wrong.

use std::collections::{BTreeMap, HashMap};

use super::key::Key;

/// Something to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the table below says what each does")]
pub enum Action {
    Down,
    Up,
    Left,
    Right,
    First,
    Last,
    HalfDown,
    HalfUp,
    Open,
    Back,
    Search,
    NextMatch,
    PreviousMatch,
    Filter,
    Sort,
    Command,
    NextPane,
    PreviousPane,
    Operations,
    Regions,
    Program,
    Witness,
    Assumptions,
    View,
    Full,
    Section,
    Solid,
    Map,
    Setup,
    ZoomIn,
    ZoomOut,
    Fit,
    TurnLeft,
    TurnRight,
    TurnUp,
    TurnDown,
    Side,
    Clip,
    ClipIn,
    ClipOut,
    Sheer,
    NextRegion,
    PreviousRegion,
    NextGouge,
    PreviousGouge,
    NextMotion,
    PreviousMotion,
    NextBlock,
    PreviousBlock,
    NextOperation,
    PreviousOperation,
    Forward,
    Backward,
    Play,
    Faster,
    Slower,
    Accept,
    Note,
    Export,
    Copy,
    CopyWitness,
    Edit,
    Pictures,
    Background,
    Mouse,
    Stop,
    Cancel,
    Suspend,
    Help,
    Quit,
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// What is done.
    pub action: Action,
    /// Its name in the configuration.
    pub name: &'static str,
    /// Keys, as [`Key`] reads them.
    pub keys: &'static [&'static str],
    /// For the help screen.
    pub about: &'static str,
    /// Heading there.
    pub group: &'static str,
}

const fn row(
    group: &'static str,
    action: Action,
    name: &'static str,
    keys: &'static [&'static str],
    about: &'static str,
) -> Binding {
    Binding { action, name, keys, about, group }
}

/// Everything that can be done.
pub const BINDINGS: [Binding; 69] = {
    use Action as A;
    const LISTS: &str = "Lists";
    const PANES: &str = "Panes";
    const VIEWS: &str = "Views";
    const MOTION: &str = "Along the program";
    const DECIDE: &str = "Decide";
    const SCREEN: &str = "Screen";
    [
        row(LISTS, A::Down, "down", &["j", "Down"], "next row; in a view: move or turn down"),
        row(LISTS, A::Up, "up", &["k", "Up"], "row before; in a view: up"),
        row(LISTS, A::Left, "left", &["h", "Left"], "motion before; in a view: left"),
        row(LISTS, A::Right, "right", &["l", "Right"], "next motion; in a view: right"),
        row(LISTS, A::First, "first", &["g", "Home"], "first row"),
        row(LISTS, A::Last, "last", &["G", "End"], "last row"),
        row(LISTS, A::HalfDown, "half-down", &["Ctrl-d", "PageDown"], "half a page down"),
        row(LISTS, A::HalfUp, "half-up", &["Ctrl-u", "PageUp"], "half a page up"),
        row(LISTS, A::Open, "open", &["Enter"], "go where the row points"),
        row(LISTS, A::Back, "back", &["Backspace", "Ctrl-o"], "back to where you were"),
        row(LISTS, A::Search, "search", &["/"], "search in the pane"),
        row(LISTS, A::NextMatch, "next-match", &["n"], "next match"),
        row(LISTS, A::PreviousMatch, "previous-match", &["N"], "match before"),
        row(
            LISTS,
            A::Filter,
            "filter",
            &["f"],
            "filter regions: tool:2 holder depth>0.1 line:9-99",
        ),
        row(LISTS, A::Sort, "sort", &["s"], "sort regions by depth, line, tool, contacts"),
        row(LISTS, A::Command, "command", &[":"], ":LINE goes there; :help names the others"),
        row(PANES, A::NextPane, "next-pane", &["Tab"], "next pane"),
        row(PANES, A::PreviousPane, "previous-pane", &["Shift-Tab"], "pane before"),
        row(PANES, A::Operations, "operations", &["1"], "operations of the program"),
        row(PANES, A::Regions, "regions", &["2"], "gouges, worst first"),
        row(PANES, A::Program, "program", &["3"], "program text"),
        row(PANES, A::Witness, "witness", &["4"], "the proof of a gouge"),
        row(PANES, A::Assumptions, "assumptions", &["5"], "what the verdict rests on"),
        row(PANES, A::View, "view", &["v"], "the picture"),
        row(PANES, A::Full, "full", &["z"], "this pane alone, and back"),
        row(VIEWS, A::Section, "section", &["x"], "section through the gouge"),
        row(VIEWS, A::Solid, "solid", &["o"], "part, path and tool in space"),
        row(VIEWS, A::Map, "map", &["m"], "map of depths; again: of clearances"),
        row(VIEWS, A::Setup, "setup", &["u"], "part, fixtures, zero, first cut"),
        row(VIEWS, A::ZoomIn, "zoom-in", &["+", "="], "nearer"),
        row(VIEWS, A::ZoomOut, "zoom-out", &["-"], "farther"),
        row(VIEWS, A::Fit, "fit", &["0"], "all of it; again: the gouge"),
        row(VIEWS, A::TurnLeft, "turn-left", &["H"], "section: turn the plane; space: move left"),
        row(VIEWS, A::TurnRight, "turn-right", &["L"], "the other way"),
        row(VIEWS, A::TurnUp, "turn-up", &["K"], "section: step the plane back; space: move up"),
        row(VIEWS, A::TurnDown, "turn-down", &["J"], "section: step it forward; space: move down"),
        row(VIEWS, A::Side, "side", &["t"], "next standard view"),
        row(
            VIEWS,
            A::Clip,
            "clip",
            &["c"],
            "clip plane through the tool: none, across, along, level",
        ),
        row(VIEWS, A::ClipIn, "clip-in", &["i"], "move the clip plane in"),
        row(VIEWS, A::ClipOut, "clip-out", &["I"], "move it out"),
        row(VIEWS, A::Sheer, "sheer", &["S"], "tool see-through or solid"),
        row(MOTION, A::NextRegion, "next-region", &["]"], "next region of the list"),
        row(MOTION, A::PreviousRegion, "previous-region", &["["], "region before"),
        row(MOTION, A::NextGouge, "next-gouge", &[")"], "next gouge in the order of the program"),
        row(MOTION, A::PreviousGouge, "previous-gouge", &["("], "gouge before"),
        row(MOTION, A::NextMotion, "next-motion", &["."], "next motion"),
        row(MOTION, A::PreviousMotion, "previous-motion", &[","], "motion before"),
        row(MOTION, A::NextBlock, "next-block", &["w"], "next block that moves"),
        row(MOTION, A::PreviousBlock, "previous-block", &["b"], "block before"),
        row(MOTION, A::NextOperation, "next-operation", &["}"], "next operation"),
        row(MOTION, A::PreviousOperation, "previous-operation", &["{"], "operation before"),
        row(MOTION, A::Forward, "forward", &["Ctrl-f"], "a twentieth of the motion on"),
        row(MOTION, A::Backward, "backward", &["Ctrl-b"], "a twentieth back"),
        row(MOTION, A::Play, "play", &["Space"], "play, pause"),
        row(MOTION, A::Faster, "faster", &[">"], "play faster"),
        row(MOTION, A::Slower, "slower", &["<"], "play slower"),
        row(DECIDE, A::Accept, "accept", &["a"], "accept the region, with reason and expiry"),
        row(DECIDE, A::Note, "note", &["A"], "note on the region"),
        row(DECIDE, A::Export, "export", &["E"], "write the picture: SVG, or PNG without words"),
        row(DECIDE, A::Copy, "copy", &["y"], "copy the advice"),
        row(DECIDE, A::CopyWitness, "copy-witness", &["Y"], "copy the witness"),
        row(DECIDE, A::Edit, "edit", &["e"], "the program in $EDITOR, at the line"),
        row(SCREEN, A::Pictures, "pictures", &["P"], "next way to draw pictures"),
        row(SCREEN, A::Background, "background", &["B"], "colours for dark or light"),
        row(SCREEN, A::Mouse, "mouse", &["M"], "mouse on or off"),
        row(SCREEN, A::Stop, "stop", &["Ctrl-x"], "stop the check"),
        row(SCREEN, A::Cancel, "cancel", &["Esc"], "close, clear the filter"),
        row(SCREEN, A::Help, "help", &["?", "F1"], "this"),
        row(SCREEN, A::Quit, "quit", &["q", "Ctrl-c"], "leave"),
    ]
};

/// Suspending cannot be bound to another key: shells know it by this one.
pub const SUSPEND: &str = "Ctrl-z";

/// Keys and what they do.
#[derive(Clone, Debug)]
pub struct Keys {
    actions: HashMap<Key, Action>,
    keys: HashMap<Action, Vec<Key>>,
}

impl Default for Keys {
    fn default() -> Self {
        Self::with(&BTreeMap::new())
            .unwrap_or(Self { actions: HashMap::new(), keys: HashMap::new() })
    }
}

impl Keys {
    /// The table, with other keys for some actions: name, keys.
    ///
    /// # Errors
    /// Names and keys that are not valid, keys given twice.
    pub fn with(changes: &BTreeMap<String, Vec<String>>) -> Result<Self, String> {
        if let Some(name) = changes.keys().find(|n| BINDINGS.iter().all(|b| b.name != n.as_str())) {
            return Err(format!("`{name}` is not an action; `?` in browse lists them"));
        }
        let mut keys = Self { actions: HashMap::new(), keys: HashMap::new() };
        for b in &BINDINGS {
            let list: Vec<Key> = match changes.get(b.name) {
                Some(list) => list.iter().map(|k| k.parse()).collect::<Result<_, _>>()?,
                None => b.keys.iter().map(|k| k.parse()).collect::<Result<_, _>>()?,
            };
            for key in &list {
                if let Some(other) = keys.actions.insert(*key, b.action) {
                    let name = BINDINGS.iter().find(|b| b.action == other).map_or("", |b| b.name);
                    return Err(format!("key `{key}` is bound to `{name}` and to `{}`", b.name));
                }
            }
            // Nobody is to be locked in.
            if list.is_empty() && b.action == Action::Quit {
                return Err(format!("`{}` needs a key", b.name));
            }
            keys.keys.insert(b.action, list);
        }
        keys.actions.insert(SUSPEND.parse()?, Action::Suspend);
        Ok(keys)
    }

    /// What a key does.
    pub fn action(&self, key: Key) -> Option<Action> {
        self.actions.get(&key).copied()
    }

    /// The keys of an action, for help.
    pub fn of(&self, action: Action) -> String {
        let list = self.keys.get(&action).map_or(&[][..], Vec::as_slice);
        list.iter().map(Key::to_string).collect::<Vec<_>>().join(" ")
    }

    /// The first key of an action, for hints.
    pub fn first(&self, action: Action) -> String {
        self.keys.get(&action).and_then(|l| l.first()).map_or(String::new(), Key::to_string)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things_and_every_action_is_told_once() {
        let keys = Keys::with(&BTreeMap::new()).unwrap();
        let count: usize = BINDINGS.iter().map(|b| b.keys.len()).sum();
        assert_eq!(keys.actions.len(), count + 1);
        let mut names: Vec<&str> = BINDINGS.iter().map(|b| b.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), BINDINGS.len());
    }

    #[test]
    fn keys_can_be_changed_and_clashes_are_reported() {
        let change = |name: &str, key: &str| {
            Keys::with(&BTreeMap::from([(name.to_owned(), vec![key.to_owned()])]))
        };
        let keys = change("quit", "Ctrl-q").unwrap();
        assert_eq!(keys.action("Ctrl-q".parse().unwrap()), Some(Action::Quit));
        assert_eq!(keys.action("q".parse().unwrap()), None);
        assert!(change("quit", "j").unwrap_err().contains("`j`"));
        assert!(change("dance", "D").is_err());
    }
}
