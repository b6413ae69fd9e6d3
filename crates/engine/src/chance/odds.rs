//! The probability tables: distributions of single rolls, used by the exact engine alone.

use std::rc::Rc;

use super::weight::Weight;
use super::{Coin, FaceCounts};

/// An outcome (up to eight counts, one per byte, the first in the highest) and its probability.
pub(super) type WeightedOutcome<W> = (u64, W);

/// A distribution with its outcomes in ascending order.
pub(super) type RollDistribution<W> = Rc<[WeightedOutcome<W>]>;

/// Returns the distribution of a fair die.
pub(super) fn die<W: Weight>(faces: u8) -> RollDistribution<W> {
    (1..=faces).map(|face| (u64::from(face), W::ratio(1, faces.into()))).collect()
}

/// Returns the distribution of a coin that shows heads (1) or tails (0); impossible outcomes are
/// left out.
pub(super) fn coin<W: Weight>(coin: Coin) -> RollDistribution<W> {
    let [tails, heads] = W::of_coin(coin);
    [(0, tails), (1, heads)].into_iter().filter(|(_, weight)| !weight.is_zero()).collect()
}

/// Returns the distribution of two D6 regardless of order: the smaller face first.
pub(super) fn pair<W: Weight>() -> RollDistribution<W> {
    let faces = |low: u64| {
        (low..=6).map(move |high| (low << 8 | high, W::ratio(1 + u64::from(low < high), 36)))
    };
    (1..=6).flat_map(faces).collect()
}

/// Returns the distribution of how many of `dice` D6 show `needed` or more (2 to 6; 7 for none):
/// the binomial, in ascending order.
pub(super) fn successes<W: Weight>(dice: u8, needed: u8) -> RollDistribution<W> {
    let misses = needed.clamp(2, 7) - 1;
    binomial(dice, 6 - misses, misses).collect()
}

/// Returns the binomial distribution of dice with `hits` and `misses` faces, in ascending order;
/// `misses` must be positive.
fn binomial<W: Weight>(dice: u8, hits: u8, misses: u8) -> impl Iterator<Item = WeightedOutcome<W>> {
    let [hit, miss] = [hits, misses].map(|faces| W::ratio(faces.into(), (hits + misses).into()));
    // each term follows from the one before: no factorials, no overflow
    let (mut term, odds) = (miss.power(dice), hit.over(&miss));
    (0..=dice).map(move |k| {
        let next = term.times(&odds.times(&W::ratio((dice - k).into(), u64::from(k) + 1)));
        (u64::from(k), std::mem::replace(&mut term, next))
    })
}

/// Returns the distribution of how many of `dice` dice show each symbol, with `counts` faces each:
/// symbol by symbol among the remaining dice.
pub(super) fn symbols<W: Weight>(dice: u8, counts: &[u8]) -> RollDistribution<W> {
    let (mut distribution, mut faces) = (vec![(0, dice, W::one())], counts.iter().sum::<u8>());
    for &count in counts {
        let others = faces - count;
        let among = |left: u8| match (count, others) {
            (0, _) => vec![(0, W::one())],
            (_, 0) => vec![(u64::from(left), W::one())],
            _ => binomial(left, count, others).collect(),
        };
        let split = |(shown, left, weight): (u64, u8, W)| {
            among(left)
                .into_iter()
                .map(move |(k, p)| (shown << 8 | k, left - k as u8, weight.times(&p)))
        };
        distribution = distribution.into_iter().flat_map(split).collect();
        faces = others;
    }
    distribution.into_iter().map(|(shown, _, weight)| (shown, weight)).collect()
}

/// Returns the distribution of how many of `dice` D6 show a 1 (if requested), succeed with less
/// than a 6, and show a 6.
pub(super) fn sorted<W: Weight>(dice: u8, needed: u8, wanted: FaceCounts) -> RollDistribution<W> {
    let (ones, plain) = (u8::from(wanted == FaceCounts::OnesAndSixes), 6 - needed.clamp(2, 6));
    symbols::<W>(dice, &[ones, plain, 1, 5 - ones - plain])
        .iter()
        .map(|(shown, weight)| (shown >> 8, weight.clone()))
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
                let distribution = sorted::<f64>(dice, needed, wanted);
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
                let distribution = successes::<f64>(dice, needed);
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
        let sum: f64 = symbols::<f64>(20, &[3, 2, 1, 1, 1]).iter().map(|(_, p)| p).sum();
        assert!((sum - 1.0).abs() < 1e-12);
    }

    #[test]
    fn many_dice_still_sum_to_one() {
        for dice in [20, 60, 120] {
            let sum: f64 = successes::<f64>(dice, 6).iter().map(|(_, p)| p).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{dice} dice sum to {sum}");
        }
        assert!((pair::<f64>().iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-15);
    }
}
