//! A name for a region that survives the changes of editing and reposting a program: line numbers,
//! block numbers, blanks, comments, letter case.
//!
//! It is the head of a SHA-256 over the tool number, the component, the body, the worst
//! surface point on a grid of [`GRID`] and the text of the worst block, stripped.

use sha2::{Digest, Sha256};

use super::data::{BodyRole, Component};
use crate::geom::Vec3;
use crate::nc::stripped;

/// Cell of the grid that places are rounded to, mm: coarse enough for reposted coordinates.
const GRID: f64 = 0.1;

/// What a region is known by.
pub struct Identity<'a> {
    /// Tool number.
    pub tool: u32,
    /// Part of the tool that touches.
    pub component: Component,
    /// What the body is.
    pub body_role: BodyRole,
    /// Index among the bodies of that role.
    pub body: u32,
    /// Worst surface point, part coordinates, mm.
    pub place: Vec3,
    /// The block that makes the worst motion, as it stands in the program.
    pub block: &'a [u8],
}

/// Sixteen lower-case hex digits.
pub fn fingerprint(identity: &Identity) -> String {
    let place = identity.place.map(|c| (c / GRID).round() as i64);
    let mut hash = Sha256::new();
    hash.update(format!(
        "{} {:?} {:?} {} {} {} {} ",
        identity.tool,
        identity.component,
        identity.body_role,
        identity.body,
        place.x,
        place.y,
        place.z
    ));
    hash.update(stripped(identity.block));
    hash.finalize().iter().take(8).map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print(block: &str, x: f64) -> String {
        fingerprint(&Identity {
            tool: 1,
            component: Component::Cutter,
            body_role: BodyRole::Part,
            body: 0,
            place: Vec3::new(x, 2.0, 3.0),
            block: block.as_bytes(),
        })
    }

    #[test]
    fn survives_renumbering_blanks_comments_and_case() {
        let one = print("N120 G1 X5. Y3.2 (wall)", 1.0);
        for same in ["G1X5.Y3.2", "n7 g1 x5. y3.2 ; wall", " N99999G1 X5. Y3.2"] {
            assert_eq!(print(same, 1.000001), one, "{same}");
        }
        assert_eq!(one.len(), 16);
    }

    #[test]
    fn tells_other_blocks_and_places_apart() {
        let one = print("G1 X5", 1.0);
        assert_ne!(print("G1 X6", 1.0), one);
        assert_ne!(print("G1 X5", 2.0), one);
        assert_ne!(print("/G1 X5", 1.0), one);
    }
}
