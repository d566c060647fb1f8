//! How large a region is: what an acceptance is bound to besides its depth, and what a diff
//! compares.

use serde::Serialize;

use super::data::{Cells, Region};
use super::summary::{count, rapids_among, short, span};
use crate::tolerance::{SAME_REACH_MM, SAME_SIZE_SHARE};

/// How large a region is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Size {
    /// Gouging motions.
    pub contacts: u64,
    /// How many of these are rapids, where that is told.
    pub rapids: Option<u64>,
    /// Length of the tip's way during them, mm.
    pub length_mm: f64,
    /// Least and greatest corner of that way, part coordinates, mm.
    pub reach_mm: [[f64; 3]; 2],
    /// Where within there that way is, where that is told.
    #[serde(skip)]
    pub cells: Option<Cells>,
}

impl Size {
    /// That of a region; `None` where its report does not tell it.
    pub fn of(region: &Region) -> Option<Self> {
        let (length_mm, reach_mm) = region.length_mm.zip(region.reach_mm)?;
        let (contacts, rapids, cells) =
            (region.contacts, Some(region.rapids), region.cells.clone());
        Some(Self { contacts, rapids, length_mm, reach_mm, cells })
    }

    /// It goes beyond the other one by more than reposting explains.
    pub fn exceeds(&self, other: &Self) -> bool {
        self.is_more_than(other) || self.leaves(other) || self.strays(other)
    }

    /// How it goes beyond one that was accepted, as a sentence; `None` where it does not.
    pub fn beyond(&self, accepted: &Self) -> Option<String> {
        if self.is_more_than(accepted) {
            let [now, then] = self.beside(accepted);
            return Some(format!("it is {now}, and {then} were accepted"));
        }
        let [now, then] = [self, accepted].map(|size| span(size.reach_mm));
        if self.leaves(accepted) {
            return Some(format!(
                "the tool reaches {now} there, and {then} was accepted, part coordinates, mm"
            ));
        }
        let strays = self.strays(accepted);
        strays.then(|| format!("the tool takes another way within {then}, part coordinates, mm"))
    }

    /// How it lies elsewhere than another one that is as large, as "reached … and reaches …".
    pub fn moved(&self, other: &Self) -> String {
        let [own, old] = [self, other].map(|size| span(size.reach_mm));
        match own == old {
            true => format!("takes another way within {own}"),
            false => format!("reached {old} and reaches {own}"),
        }
    }

    /// "3 motions over 2.1 mm", and the same of another one: rapids are told where they differ.
    pub fn beside(&self, other: &Self) -> [String; 2] {
        let differ = self.rapids.zip(other.rapids).is_some_and(|(own, other)| own != other);
        [self, other].map(|size| {
            let rapids = size.rapids.filter(|_| differ).unwrap_or_default();
            let all = count(size.contacts, "motion");
            let among = rapids_among(size.contacts, rapids);
            format!("{all} over {} mm{among}", short(size.length_mm))
        })
    }

    /// More motions, more rapids among them, or a longer way.
    fn is_more_than(&self, other: &Self) -> bool {
        let more = 1.0 + SAME_SIZE_SHARE;
        self.rapids.zip(other.rapids).is_some_and(|(own, other)| own > other)
            || self.contacts as f64 > other.contacts as f64 * more
            || self.length_mm > other.length_mm * more + SAME_REACH_MM
    }

    /// A way that leaves the other's box.
    fn leaves(&self, other: &Self) -> bool {
        let ([lo, hi], [other_lo, other_hi]) = (self.reach_mm, other.reach_mm);
        (0..3).any(|k| lo[k] < other_lo[k] - SAME_REACH_MM || hi[k] > other_hi[k] + SAME_REACH_MM)
    }

    /// A way that is elsewhere within the other's box.
    fn strays(&self, other: &Self) -> bool {
        let cells = self.cells.as_ref().zip(other.cells.as_ref());
        cells.is_some_and(|(own, other)| !own.lie_in(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRATCH: Size = Size {
        contacts: 100,
        rapids: Some(1),
        length_mm: 50.0,
        reach_mm: [[0.0; 3], [50.0, 0.0, 0.0]],
        cells: None,
    };

    #[test]
    fn reposting_makes_nothing_larger() {
        let again = Size {
            contacts: 101,
            rapids: Some(1),
            length_mm: 50.5,
            reach_mm: [[-0.1, -0.05, 0.0], [50.1, 0.05, 0.0]],
            cells: None,
        };
        assert!(!again.exceeds(&SCRATCH));
        assert_eq!(again.beyond(&SCRATCH), None);
        assert!(!SCRATCH.exceeds(&again));
    }

    #[test]
    fn more_motions_a_longer_way_and_another_place_are_larger() {
        for larger in [
            Size { contacts: 102, ..SCRATCH },
            Size { rapids: Some(2), ..SCRATCH },
            Size { length_mm: 51.0, ..SCRATCH },
            Size { reach_mm: [[0.0; 3], [50.0, 0.2, 0.0]], ..SCRATCH },
            Size { reach_mm: [[0.0, 0.0, -0.2], [50.0, 0.0, 0.0]], ..SCRATCH },
        ] {
            assert!(larger.exceeds(&SCRATCH), "{larger:?}");
            assert!(larger.beyond(&SCRATCH).is_some(), "{larger:?}");
        }
    }
}
