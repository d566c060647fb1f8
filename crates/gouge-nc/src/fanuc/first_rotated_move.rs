//! The first move after G68 or G69 that names only one axis of the plane. The other axis then
//! counts as standing either at its real place, in the new coordinates, or at the coordinate last
//! programmed, whatever that now means. Bit 5 (AX1) of parameter 11600 says which (parameter manual
//! of the 0i-F and 30i families); older controls keep the place.

use crate::control::Control;
use crate::control::plane::Plane;
use crate::emit::{Emitter, Fact};
use crate::fault::Step;
use crate::read::block::Block;
use crate::tolerance::NO_LENGTH_MM;
use crate::words::{Group, code_name};

/// A rotation set or ended after which no axis of its plane has moved yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rotated {
    code: u16,
    plane: Plane,
    /// Where the tool stands, mm.
    at: [f64; 3],
    /// How far the coordinates of before lie from those of now, mm.
    apart: [f64; 3],
}

/// After G68 or G69 changed the coordinates of where the tool stands; `before` are the old ones,
/// unit in force.
pub(crate) fn note_rotation(
    block: &Block,
    before: [f64; 3],
    control: &mut Control<'_>,
    emitter: &Emitter<'_>,
) {
    let Some(code) = block.code(Group::Rotation) else { return };
    if !control.options.dialect.macro_b() {
        return;
    }
    let (plane, at) = (control.state.plane, emitter.out);
    let unit = control.state.units.mm();
    // Coordinates last programmed stay the same through several such words.
    let earlier = control.rotated.filter(|rotated| rotated.stands(at));
    let apart = std::array::from_fn(|axis| {
        let more = earlier.map_or(0.0, |rotated| rotated.apart[axis]);
        (before[axis] - control.state.pos[axis]) * unit + more
    });
    control.rotated = Some(Rotated { code, plane, at, apart });
}

/// Before a block moves: says so where the axis that it does not name could go to two places.
pub(crate) fn weigh_first_rotated_move(
    block: &Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let Some(rotated) = control.rotated else { return Ok(()) };
    let ([u, v, _], [one, two, _]) = (rotated.plane.axes(), rotated.plane.names());
    let (other, name, alone) = match [u, v].map(|axis| block.axis(axis).is_some()) {
        [false, false] => return Ok(()),
        [true, false] => (v, two, one),
        [false, true] => (u, one, two),
        [true, true] => {
            control.rotated = None;
            return Ok(());
        }
    };
    control.rotated = None;
    let plain = !control.state.incremental && control.state.polar.is_none();
    let placed = rotated.stands(emitter.out) && !emitter.standing()[other];
    if plain && placed && rotated.apart[other].abs() > NO_LENGTH_MM {
        let code = code_name('G', rotated.code);
        let value =
            format!("{name} stays in place in the first move after {code}, by {alone} alone");
        let message = format!(
            "some controls go to the coordinate that {name} had before {code} (parameter 11600)"
        );
        let which = u32::from(rotated.code);
        emitter.assume((Fact::FirstTurned, which), control.here.span(), value, &message)?;
    }
    Ok(())
}

impl Rotated {
    /// Whether the tool still stands there in the plane.
    fn stands(&self, at: [f64; 3]) -> bool {
        let [u, v, _] = self.plane.axes();
        [u, v].iter().all(|axis| (at[*axis] - self.at[*axis]).abs() <= NO_LENGTH_MM)
    }
}
