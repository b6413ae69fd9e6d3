//! The probability tables: distributions of single rolls, used by the exact engine alone.

use std::rc::Rc;

use super::FaceCounts;

/// An outcome (up to eight counts, one per byte, the first in the highest) and its probability.
pub(super) type WeightedOutcome = (u64, f64);

/// A distribution with its outcomes in ascending order.
pub(super) type RollDistribution = Rc<[WeightedOutcome]>;

/// Returns the distribution of a fair die.
pub(super) fn die(faces: u8) -> RollDistribution {
    (1..=faces).map(|face| (u64::from(face), 1.0 / f64::from(faces))).collect()
}

/// Returns the distribution of a coin that shows heads (1) with chance `heads`; impossible outcomes
/// are left out.
pub(super) fn coin(heads: f64) -> RollDistribution {
    [(0, 1.0 - heads), (1, heads)].into_iter().filter(|(_, weight)| *weight > 0.0).collect()
}

/// Returns the distribution of two D6 regardless of order: the smaller face first.
pub(super) fn pair() -> RollDistribution {
    let faces = |low: u64| {
        (low..=6).map(move |high| (low << 8 | high, if low == high { 1.0 } else { 2.0 } / 36.0))
    };
    (1..=6).flat_map(faces).collect()
}

/// Returns the distribution of how many of `dice` D6 show `needed` or more (2 to 6; 7 for none):
/// the binomial, in ascending order.
pub(super) fn successes(dice: u8, needed: u8) -> RollDistribution {
    binomial(dice, f64::from(7 - needed.clamp(2, 7)) / 6.0, f64::from(needed.clamp(2, 7) - 1) / 6.0)
        .collect()
}

/// Returns the binomial distribution in ascending order; `miss` must be positive.
fn binomial(dice: u8, hit: f64, miss: f64) -> impl Iterator<Item = WeightedOutcome> {
    // each term follows from the one before: no factorials, no overflow
    let (mut term, odds) = (miss.powi(i32::from(dice)), hit / miss);
    (0..=dice).map(move |k| {
        let weighted = (u64::from(k), term);
        term *= odds * (f64::from(dice - k) / f64::from(k + 1));
        weighted
    })
}

/// Returns the distribution of how many of `dice` dice show each symbol, with `counts` faces each:
/// symbol by symbol among the remaining dice.
pub(super) fn symbols(dice: u8, counts: &[u8]) -> RollDistribution {
    let (mut distribution, mut faces) = (vec![(0, dice, 1.0)], counts.iter().sum::<u8>());
    for &count in counts {
        let (hit, miss) =
            (f64::from(count) / f64::from(faces), f64::from(faces - count) / f64::from(faces));
        let among = |left: u8| match (count, faces - count) {
            (0, _) => vec![(0, 1.0)],
            (_, 0) => vec![(u64::from(left), 1.0)],
            _ => binomial(left, hit, miss).collect(),
        };
        let split = |(shown, left, weight): (u64, u8, f64)| {
            among(left).into_iter().map(move |(k, p)| (shown << 8 | k, left - k as u8, weight * p))
        };
        distribution = distribution.into_iter().flat_map(split).collect();
        faces -= count;
    }
    distribution.into_iter().map(|(shown, _, weight)| (shown, weight)).collect()
}

/// Returns the distribution of how many of `dice` D6 show a 1 (if requested), succeed with less
/// than a 6, and show a 6.
pub(super) fn sorted(dice: u8, needed: u8, wanted: FaceCounts) -> RollDistribution {
    let (ones, plain) = (u8::from(wanted == FaceCounts::OnesAndSixes), 6 - needed.clamp(2, 6));
    symbols(dice, &[ones, plain, 1, 5 - ones - plain])
        .iter()
        .map(|&(shown, weight)| (shown >> 8, weight))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_counted_out_die_by_die() {
        for (dice, needed) in [(1, 4), (2, 2), (3, 3), (4, 6), (3, 7), (0, 4)] {
            for wanted in [FaceCounts::Sixes, FaceCounts::OnesAndSixes] {
                let mut counted = std::collections::BTreeMap::<u64, f64>::new();
                let rolls = 6_u32.pow(u32::from(dice));
                for roll in 0..rolls {
                    let mut key = 0_u64;
                    for face in (0..dice).map(|die| roll / 6_u32.pow(u32::from(die)) % 6 + 1) {
                        let success = face >= u32::from(needed);
                        key += match face {
                            6 => 1,
                            _ if success => 1 << 8,
                            1 if wanted == FaceCounts::OnesAndSixes => 1 << 16,
                            _ => 0,
                        };
                    }
                    *counted.entry(key).or_default() += 1.0 / f64::from(rolls);
                }
                let distribution = sorted(dice, needed, wanted);
                assert_eq!(distribution.len(), counted.len(), "{dice} dice on {needed}+");
                assert!(
                    distribution.iter().all(|(key, p)| (p - counted[key]).abs() < 1e-12),
                    "{dice} dice on {needed}+"
                );
            }
        }
    }

    #[test]
    fn the_binomial_is_counted_out_die_by_die() {
        for dice in 0..=5u8 {
            for needed in 2..=7u8 {
                let mut counted = vec![0.0; usize::from(dice) + 1];
                let rolls = 6_u32.pow(u32::from(dice));
                for roll in 0..rolls {
                    let hits = (0..dice)
                        .filter(|&die| {
                            roll / 6_u32.pow(u32::from(die)) % 6 + 1 >= u32::from(needed)
                        })
                        .count();
                    counted[hits] += 1.0 / f64::from(rolls);
                }
                let distribution = successes(dice, needed);
                assert!(
                    distribution.iter().zip(&counted).all(|((_, p), q)| (p - q).abs() < 1e-12),
                    "{dice} dice on {needed}+"
                );
            }
        }
    }

    #[test]
    fn symbols_are_counted_out_die_by_die() {
        for counts in [&[3, 2, 1, 1, 1][..], &[4, 0, 1, 3], &[8], &[0, 8], &[0, 5, 3, 0]] {
            let of_face: Vec<usize> = counts
                .iter()
                .enumerate()
                .flat_map(|(symbol, &count)| vec![symbol; count.into()])
                .collect();
            for dice in 0..=4u32 {
                let mut counted = std::collections::BTreeMap::new();
                for roll in 0..8_usize.pow(dice) {
                    let shown = (0..dice).fold(0u64, |word, die| {
                        word + (1
                            << (8 * (counts.len() - 1 - of_face[roll / 8_usize.pow(die) % 8])))
                    });
                    *counted.entry(shown).or_insert(0.0) += 0.125_f64.powi(dice as i32);
                }
                let distribution: std::collections::BTreeMap<u64, f64> =
                    symbols(dice as u8, counts).iter().copied().collect();
                assert_eq!(
                    distribution.keys().collect::<Vec<_>>(),
                    counted.keys().collect::<Vec<_>>(),
                    "{dice} dice of {counts:?}"
                );
                assert!(
                    distribution.iter().all(|(shown, p)| (p - counted[shown]).abs() < 1e-15),
                    "{dice} dice of {counts:?}"
                );
            }
        }
        // and of many dice, the sum
        let sum: f64 = symbols(20, &[3, 2, 1, 1, 1]).iter().map(|(_, p)| p).sum();
        assert!((sum - 1.0).abs() < 1e-12);
    }

    #[test]
    fn many_dice_still_sum_to_one() {
        for dice in [20, 60, 120] {
            let sum: f64 = successes(dice, 6).iter().map(|(_, p)| p).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{dice} dice sum to {sum}");
        }
        assert!((pair().iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-15);
    }
}
