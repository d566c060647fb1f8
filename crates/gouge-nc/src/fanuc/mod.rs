//! How Fanuc and Haas controls differ from LinuxCNC, except in where the program goes
//! ([`crate::flow`]).
//!
//! `expression`, `rounding`, `macro_precision`, `variables` and `values` are macro B's values.
//! `increments` reads numbers without a decimal point, `sub_increment` watches for finer ones,
//! `check` and `transform_check` decide what a block means; `cycles` drills, `transforms` rotates,
//! scales and mirrors, `offsets` places work offsets, `registers` keeps changes of tool lengths,
//! `length_change` weighs what such a change moves, `lost_setting` forgets what a refused statement
//! may have set, `first_rotated_move` handles the first move in rotated coordinates, `reference`
//! comes back from the reference point.

pub(crate) mod check;
pub(crate) mod cycles;
mod expression;
pub(crate) mod first_rotated_move;
pub(crate) mod increments;
pub(crate) mod length_change;
pub(crate) mod lost_setting;
mod macro_precision;
pub(crate) mod offsets;
pub(crate) mod operators;
pub(crate) mod reference;
pub(crate) mod registers;
pub(crate) mod rounding;
pub(crate) mod sub_increment;
pub(crate) mod transform_check;
pub(crate) mod transforms;
pub(crate) mod values;
pub(crate) mod variables;
