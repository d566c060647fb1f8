//! The card as an application uses it: contexts, objects, checks that run while the host goes on.
//!
//! | the source's call | here |
//! |-|-|
//! | `colInit` | [`Card::context`] |
//! | `colNewObject` | [`Context::new_object`] |
//! | `colIndex` | [`NewObject::index`], [`NewObject::indices`] |
//! | `colVertex` | [`NewObject::vertex`] |
//! | `colTriangles` | [`NewObject::vertices`]: the whole list at once |
//! | `colEndObject` | [`NewObject::finish`]: blocks until the tree is built and on board |
//! | `colCheck` | [`Context::check`]: returns at once |
//! | `colDeleteObject` | [`Context::delete`] |
//!
//! The source leaves open how to wait for a result, what happens if an array is too small, and what
//! can go wrong: [`Check::is_done`], [`Check::wait`], [`Request::capacity`], [`CheckError`].
//!
//! The host has a clock in device cycles. Calls take no time; [`Card::work`] lets time pass in
//! which the host does something else and the card goes on; waiting moves the clock to the time
//! when the result was there. So overlap is simulated, and the same on every run.

mod card;
mod check;
mod driver;
mod error;
mod id;
mod object;

pub use card::{Card, Context};
pub use check::{Check, Outcome, Request};
pub use error::{CheckError, ObjectError};
pub use id::ObjectId;
pub use object::NewObject;

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::description::Description;
    use crate::geometry::Placement;
    use crate::mode::Mode;
    use crate::reference::Solid;

    fn ball(points: usize) -> Arc<Solid> {
        let corners = (0..points)
            .map(|i| {
                let (u, v) = (i as f32 * 0.7, i as f32 * 2.1);
                [u.cos() * v.sin(), u.sin() * v.sin(), v.cos()]
            })
            .collect();
        let triangles = (2..points as u32).map(|i| [i - 2, i - 1, i]).collect();
        Arc::new(Solid::new(corners, triangles).unwrap())
    }

    /// Units see of each other only what was there when the cycle began.
    #[test]
    fn the_order_in_which_units_tick_does_not_matter() {
        let solid = ball(30);
        let run = |name: &str, backwards: bool| {
            let card = Card::new(Description::preset(name).unwrap());
            if backwards {
                card.tick_backwards();
            }
            card.record();
            let context = card.context();
            let id = context.insert(Arc::clone(&solid)).unwrap();
            let order = |x: f32, mode| {
                let placement = Placement::moved([x, 0.3, 0.1]);
                let request = Request { objects: [id; 2], placement, mode, capacity: usize::MAX };
                context.check(&request).unwrap()
            };
            let first_hit = Mode { first_hit: true, ..Mode::default() };
            let checks: Vec<Check> = (0..6)
                .map(|i| {
                    order(i as f32 * 0.3, if i % 2 == 0 { Mode::default() } else { first_hit })
                })
                .collect();
            let outcomes: Vec<Outcome> = checks.into_iter().map(|c| c.wait().unwrap()).collect();
            let waveform = card.trace().unwrap().1;
            (outcomes, waveform, card.statistics().list)
        };
        for preset in ["card", "ecp5-85"] {
            assert_eq!(run(preset, false), run(preset, true));
        }
    }
}
