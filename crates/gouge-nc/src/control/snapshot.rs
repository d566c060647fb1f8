//! The state that one run of the program leaves for the next: M99 in the main program begins it
//! again, and a run that ends as it began shows all that follow.

use std::collections::BTreeMap;

use crate::control::Control;
use crate::control::length::InForce;
use crate::control::params::{Names, Parameters};
use crate::control::scope::Scope;
use crate::control::state::{Rest, State, same};
use crate::control::tools::Tools;
use crate::fanuc::variables::Variables;
use crate::tolerance::SAME_STATE;

/// Everything that the next run depends on.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    pos: [f64; 3],
    rest: Rest,
    /// The modal state without the place, as text: a number that is none equals itself there.
    modal: String,
    params: Parameters,
    names: Names,
    variables: Variables,
    tools: Tools,
    further: BTreeMap<usize, [f64; 3]>,
    length: (InForce, [bool; 2], Option<u32>),
    passed: [Option<f64>; 3],
}

impl Snapshot {
    /// As things stand; `flow` is what the program's flow keeps.
    pub fn take(control: &Control<'_>, at_machine: [bool; 3], flow: &str) -> Self {
        let State { pos, rest, .. } = control.state;
        let state = State { pos: [0.0; 3], rest: [0.0; 6], ..control.state.clone() };
        let scope: &Scope = &control.scope;
        let contour = control.compensation_code();
        let length = control.length;
        Snapshot {
            pos,
            rest,
            modal: format!("{state:?} {at_machine:?} {contour} {scope:?} {flow}"),
            params: control.params.clone(),
            names: control.names.clone(),
            variables: control.variables.clone(),
            tools: control.tools.clone(),
            further: control.further.clone(),
            length: (length.in_force, [length.stale, length.taken_off], length.last),
            passed: control.passed,
        }
    }

    /// What is no longer as it was.
    pub fn differs(&self, now: &Self) -> Option<&'static str> {
        let moved =
            !same(&self.pos, &now.pos, SAME_STATE) || !same(&self.rest, &now.rest, SAME_STATE);
        let passed = self.passed.iter().zip(&now.passed).all(|(one, other)| match (one, other) {
            (Some(one), Some(other)) => same(&[*one], &[*other], SAME_STATE),
            (one, other) => one == other,
        });
        let offsets = self.further == now.further && self.params.same(&now.params, SAME_STATE);
        let named = self.names == now.names && self.variables == now.variables;
        let tools = self.tools == now.tools && self.length == now.length;
        [
            (moved, "the tool is elsewhere"),
            (!offsets, "offsets or parameters differ"),
            (!named, "variables differ"),
            (!tools, "the tool or its length offset differs"),
            (!passed || self.modal != now.modal, "different modal words are in force"),
        ]
        .into_iter()
        .find_map(|(differs, what)| differs.then_some(what))
    }
}
