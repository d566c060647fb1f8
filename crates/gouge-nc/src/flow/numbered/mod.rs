//! Program flow by numbers, as Fanuc, Haas and Mach3 have it: M98, M99, G65, GOTO, WHILE.

mod calls;
mod line;
mod places;
mod seek;
mod statements;

pub(super) use places::NumberFlow;
