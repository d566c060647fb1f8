//! How large a region is: what an acceptance is bound to besides its depth, and what a diff
//! compares.

use serde::Serialize;

use super::data::{Region, Report};
use super::summary::{count, place, rapids_among, short, span};
use crate::tolerance::{SAME_REACH_MM, SAME_SIZE_SHARE, SAME_UP_SHARE};

/// How large a region is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Size {
    /// Gouging motions.
    pub contacts: u64,
    /// How many of these are rapids, where that is told.
    pub rapids: Option<u64>,
    /// Length of the tip's way during them, mm.
    pub length_mm: f64,
    /// Least and greatest corner of that way, part coordinates, mm.
    pub reach_mm: [[f64; 3]; 2],
    /// The middle of that way, part coordinates, and how far from there it is along each axis as a
    /// root mean square, mm; `None` where that is not told.
    #[serde(skip)]
    pub spread_mm: Option<[[f64; 3]; 2]>,
    /// The tool's way up in part coordinates: a way that is only raised cuts less.
    #[serde(skip)]
    pub up: [f64; 3],
}

impl Size {
    /// That of a region of a report; `None` where that does not tell it.
    pub fn of(report: &Report, region: &Region) -> Option<Self> {
        let (length_mm, reach_mm) = region.length_mm.zip(region.reach_mm)?;
        Some(Self {
            contacts: region.contacts,
            rapids: Some(region.rapids),
            length_mm,
            reach_mm,
            spread_mm: region.middle_mm.zip(region.spread_mm).map(|(at, by)| [at, by]),
            up: [8, 9, 10].map(|at| report.options.placement[at]),
        })
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
        if self.leaves(accepted) {
            let [now, then] = [self, accepted].map(|size| span(size.reach_mm));
            return Some(format!(
                "the tool reaches {now} there, and {then} was accepted, part coordinates, mm"
            ));
        }
        self.strays(accepted).then(|| {
            let [now, then] = [self, accepted].map(Self::middle);
            format!(
                "the tool takes another way within the same box, about {now}, and about {then} \
                 was accepted, part coordinates, mm"
            )
        })
    }

    /// How it lies elsewhere than another one that is as large, as "reached … and reaches …".
    pub fn moved(&self, other: &Self) -> String {
        let [own, old] = [self, other].map(|size| span(size.reach_mm));
        if own == old {
            let [own, old] = [self, other].map(Self::middle);
            return format!("was about {old} and is about {own} within the same box");
        }
        format!("reached {old} and reaches {own}")
    }

    /// The middle of its way for people: "X1 Y2 Z-3".
    fn middle(&self) -> String {
        self.spread_mm.map_or(String::new(), |[middle, _]| place(middle))
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

    /// A way that is no part of the other's, as their middles and spreads tell: summed up along
    /// the way, distances from a side of the other's box, and their squares, are to be those of the
    /// other way less what the rest of that can come to within the box. Only axes of the part
    /// across the tool's are compared.
    ///
    /// Points may move by what reposting explains, and as much more way as it explains may be
    /// anywhere in the box.
    fn strays(&self, other: &Self) -> bool {
        let (Some(own), Some(old)) = (self.spread_mm, other.spread_mm) else { return false };
        let [length, whole] = [self.length_mm, other.length_mm];
        let (rest, more) = ((whole - length).max(0.0), (length - whole).max(0.0));
        let [lo, hi] = other.reach_mm;
        let across = |k: &usize| [self.up, other.up].iter().all(|up| up[*k].abs() <= SAME_UP_SHARE);
        (0..3).filter(across).any(|k| {
            let wide = hi[k] - lo[k];
            let sums = |[middle, spread]: [[f64; 3]; 2], length: f64| {
                let from = middle[k] - lo[k];
                [length * from, length * (from * from + spread[k] * spread[k])]
            };
            let (own, old) = (sums(own, length), sums(old, whole));
            let moves = SAME_REACH_MM + SAME_SIZE_SHARE * wide;
            let slack = [moves, moves * (2.0 * wide + moves)].map(|by| length.max(whole) * by);
            let most = [wide, wide * wide];
            (0..2).any(|i| {
                let (left, slack) = (old[i] - own[i], slack[i] + more * most[i]);
                left < -slack || left > rest * most[i] + slack
            })
        })
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
        spread_mm: Some([[25.0, 0.0, 0.0], [14.43, 0.0, 0.0]]),
        up: [0.0, 0.0, 1.0],
    };

    #[test]
    fn reposting_makes_nothing_larger() {
        let again = Size {
            contacts: 101,
            rapids: Some(1),
            length_mm: 50.5,
            reach_mm: [[-0.1, -0.05, 0.0], [50.1, 0.05, 0.0]],
            spread_mm: Some([[25.1, 0.02, 0.0], [14.5, 0.01, 0.0]]),
            ..SCRATCH
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

    /// A way of straight legs.
    fn way(points: &[[f64; 3]]) -> Size {
        let each = |k: usize, sum: &dyn Fn(f64, f64) -> f64| -> f64 {
            points.windows(2).map(|leg| sum(leg[0][k], leg[1][k]) * long(leg)).sum()
        };
        fn long(leg: &[[f64; 3]]) -> f64 {
            (0..3).map(|k| (leg[1][k] - leg[0][k]).powi(2)).sum::<f64>().sqrt()
        }
        let length_mm: f64 = points.windows(2).map(long).sum();
        let middle = [0, 1, 2].map(|k| each(k, &|a, b| 0.5 * (a + b)) / length_mm);
        let spread = [0, 1, 2].map(|k| {
            let square = each(k, &|a, b| (a * a + a * b + b * b) / 3.0) / length_mm;
            (square - middle[k] * middle[k]).max(0.0).sqrt()
        });
        let corner = |pick: fn(f64, f64) -> f64| {
            [0, 1, 2].map(|k| points.iter().map(|p| p[k]).reduce(pick).unwrap())
        };
        let reach_mm = [corner(f64::min), corner(f64::max)];
        let spread_mm = Some([middle, spread]);
        Size { length_mm, reach_mm, spread_mm, ..SCRATCH }
    }

    /// Two sides of a square were accepted, and the other two passed: as many motions over as long
    /// a way within the same box.
    #[test]
    fn another_way_within_the_same_box_is_not_the_accepted_one() {
        let corner = |x: f64, y: f64| [x, y, -0.03];
        let square = [corner(10.0, 10.0), corner(20.0, 10.0), corner(20.0, 20.0)];
        let other = way(&[corner(10.0, 10.0), corner(10.0, 20.0), corner(20.0, 20.0)]);
        let accepted = way(&square);
        assert!(other.exceeds(&accepted) && other.beyond(&accepted).is_some());
        // Sides that face each other have the middle of the other two.
        let [low, high] = [10.0, 20.0].map(|y| [corner(10.0, y), corner(20.0, y)]);
        let [left, right] = [10.0, 20.0].map(|x| [corner(x, 10.0), corner(x, 20.0)]);
        let both = |[a, b]: [[f64; 3]; 2], [c, d]: [[f64; 3]; 2]| {
            let [first, second] = [way(&[a, b]), way(&[c, d])];
            let [p, q] = [first, second].map(|w| w.spread_mm.unwrap());
            let middle = [0, 1, 2].map(|k| 0.5 * (p[0][k] + q[0][k]));
            let about =
                |w: [[f64; 3]; 2], k: usize| w[1][k].powi(2) + (w[0][k] - middle[k]).powi(2);
            let spread = [0, 1, 2].map(|k| (0.5 * (about(p, k) + about(q, k))).sqrt());
            Size { length_mm: 20.0, spread_mm: Some([middle, spread]), ..accepted }
        };
        assert!(both(left, right).exceeds(&both(low, high)));
    }

    /// Whatever part of a way is left, wherever, is no other way; nor is one that was posted again.
    #[test]
    fn a_part_of_the_accepted_way_is_no_other_way() {
        let mut random = gouge_random::Random::new(7);
        for _ in 0..500 {
            let points: Vec<[f64; 3]> = (0..12).map(|_| random.vector(20.0).into()).collect();
            let all = way(&points);
            let first = random.below(11);
            let last = first + 2 + random.below(11 - first);
            let part = way(&points[first..last.min(12)]);
            assert!(!part.strays(&all), "{points:?} {first} {last}");
            let again: Vec<[f64; 3]> =
                points.iter().map(|p| p.map(|v| v + random.between(-0.05, 0.05))).collect();
            assert!(!way(&again).strays(&all) && !all.strays(&way(&again)), "{points:?}");
            let raised: Vec<[f64; 3]> = points.iter().map(|&[x, y, z]| [x, y, z + 5.0]).collect();
            assert!(!way(&raised).strays(&all), "{points:?}");
        }
    }
}
