//! How lucky a roll was: where its result lies in its distribution.

use serde::Serialize;
use thiserror::Error;
use warodds_engine::dist::Pmf;

use crate::Quantity;

/// How lucky a roll was.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Luck {
    /// Id of the quantity that was rolled, e.g. `wounds`.
    pub quantity: &'static str,
    /// Its name for people.
    #[serde(skip)]
    pub label: String,
    /// What it counts, e.g. `wounds`.
    pub unit: &'static str,
    /// What was rolled.
    pub rolled: u16,
    /// The expected result.
    pub expected: f64,
    /// The probabilities of a worse, the same, and a better result.
    #[serde(flatten)]
    pub odds: LuckOdds,
    /// The distribution of the quantity.
    #[serde(skip)]
    distribution: Pmf,
    /// Whether more of it is worse.
    #[serde(skip)]
    is_loss: bool,
}

/// The probabilities of a worse, the same, and a better result than the one rolled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LuckOdds {
    /// Probability of a worse result.
    pub worse: f64,
    /// Probability of the same result.
    pub same: f64,
    /// Probability of a better result.
    pub better: f64,
    /// The share of such rolls that are worse, with half of those that are the same (the mid-p
    /// value): from 0 for the unluckiest to 1 for the luckiest.
    pub percentile: f64,
}

/// A result that cannot be rolled.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{rolled} {label} cannot be rolled: the possible results are {}", listed(.possible))]
pub struct ImpossibleRoll {
    /// The result.
    pub rolled: u16,
    /// Name of the quantity.
    pub label: String,
    /// The possible results, in ascending order.
    pub possible: Vec<usize>,
}

/// Lists counts, with ranges where they follow one another: `0, 2 to 4`.
fn listed(counts: &[usize]) -> String {
    let ranges = counts.chunk_by(|one, next| *next == one + 1);
    let words = ranges.filter_map(|range| match (range.first()?, range.last()?) {
        (first, last) if first == last => Some(first.to_string()),
        (first, last) => Some(format!("{first} to {last}")),
    });
    words.collect::<Vec<_>>().join(", ")
}

impl Luck {
    /// Returns how lucky it was to roll `rolled` of a quantity. `is_loss` says whether more of it is
    /// worse.
    ///
    /// # Errors
    /// [`ImpossibleRoll`] for a result outside of the distribution.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::{Distribution, Luck, Quantity, ResultLabel};
    /// use warodds_engine::{chance::QuantityName, dist::Pmf};
    ///
    /// let hits = Quantity {
    ///     name: QuantityName::new("hits"),
    ///     label: ResultLabel::plain("hits"),
    ///     unit: "hits",
    ///     distribution: Distribution::Exact(Pmf::new(vec![0.25, 0.5, 0.25])?),
    ///     exact: None,
    /// };
    /// let luck = Luck::new(&hits, 2, false)?;
    /// assert_eq!((luck.odds.worse, luck.odds.percentile), (0.75, 0.875));
    /// assert!(Luck::new(&hits, 3, false).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(quantity: &Quantity, rolled: u16, is_loss: bool) -> Result<Self, ImpossibleRoll> {
        let distribution = quantity.distribution.pmf();
        let label = quantity.label.named.clone();
        // a sample may lack a rare result below the largest
        let is_sampled = quantity.distribution.trials().is_some();
        let is_possible = |(count, p): (usize, &f64)| (is_sampled || *p > 0.0).then_some(count);
        let counts = distribution.probabilities().iter().enumerate();
        let possible: Vec<usize> = counts.filter_map(is_possible).collect();
        if !possible.contains(&rolled.into()) {
            return Err(ImpossibleRoll { rolled, label, possible });
        }
        let (probabilities, place) = worst_first(&distribution, rolled.into(), is_loss);
        Ok(Self {
            quantity: quantity.name.as_str(),
            label,
            unit: quantity.unit,
            rolled,
            expected: distribution.mean(),
            odds: LuckOdds::new(&probabilities, place),
            distribution,
            is_loss,
        })
    }

    /// Returns the luck of the player whose enemy rolled: what is good for the one is bad for the
    /// other.
    #[must_use]
    pub fn of_enemy(self) -> Self {
        let LuckOdds { worse: better, same, better: worse, .. } = self.odds;
        let odds = LuckOdds { worse, same, better, percentile: worse + same / 2.0 };
        Self { odds, is_loss: !self.is_loss, ..self }
    }
}

impl LuckOdds {
    /// Returns the odds of a result, from the probabilities of all results, the worst first.
    fn new(probabilities: &[f64], result: usize) -> Self {
        let worse: f64 = probabilities.iter().take(result).sum();
        let better: f64 = probabilities.iter().skip(result + 1).sum();
        let same = probabilities.get(result).copied().unwrap_or(0.0);
        Self { worse, same, better, percentile: worse + same / 2.0 }
    }
}

/// Returns the probabilities of a quantity and the place of a result among them, the worst first if
/// more is worse.
fn worst_first(distribution: &Pmf, result: usize, is_loss: bool) -> (Vec<f64>, usize) {
    let mut probabilities = distribution.probabilities().to_vec();
    if !is_loss {
        return (probabilities, result);
    }
    probabilities.reverse();
    (probabilities, distribution.max().saturating_sub(result))
}

/// A roll of a game and how lucky it was.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RollLuck {
    /// The line it stands in, from 1.
    pub line: usize,
    /// Whether the enemy rolled.
    pub by_enemy: bool,
    /// Kind of question.
    pub kind: &'static str,
    /// Who meets whom.
    pub subject: String,
    /// How lucky it was for the player, whoever rolled ([`Luck::of_enemy`]).
    #[serde(flatten)]
    pub luck: Luck,
}

/// How lucky the rolls of a game were.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameLuck {
    /// Each roll.
    pub rolls: Vec<RollLuck>,
    /// The rolls of each unit of count together, such as all wounds.
    pub totals: Vec<TotalLuck>,
}

/// How lucky all rolls that count the same were together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TotalLuck {
    /// What they count, e.g. `wounds`.
    pub unit: &'static str,
    /// Number of rolls.
    pub rolls: usize,
    /// How much better the results were than expected; negative if they were worse.
    pub gained: f64,
    /// The probabilities of a worse, the same, and a better sum.
    #[serde(flatten)]
    pub odds: LuckOdds,
}

impl GameLuck {
    /// Adds up the rolls of each unit of count: gains of the player and losses of the enemy are good
    /// luck, whose sums are distributed as sums of independent rolls.
    pub fn new(rolls: Vec<RollLuck>) -> Self {
        let mut units: Vec<&'static str> = Vec::new();
        for roll in &rolls {
            if !units.contains(&roll.luck.unit) {
                units.push(roll.luck.unit);
            }
        }
        let total = |unit: &'static str| {
            TotalLuck::new(unit, rolls.iter().filter(|roll| roll.luck.unit == unit))
        };
        Self { totals: units.into_iter().map(total).collect(), rolls }
    }
}

impl TotalLuck {
    fn new<'a>(unit: &'static str, rolls: impl Iterator<Item = &'a RollLuck>) -> Self {
        // the worst result of each roll counts 0, so that sums start at 0
        let (mut count, mut gained, mut result, mut sum) = (0, 0.0, 0, vec![1.0]);
        for roll in rolls {
            let Luck { distribution, rolled, expected, is_loss, .. } = &roll.luck;
            let difference = f64::from(*rolled) - expected;
            gained += if *is_loss { -difference } else { difference };
            let (each, place) = worst_first(distribution, (*rolled).into(), *is_loss);
            (count, result, sum) = (count + 1, result + place, convolved(&sum, &each));
        }
        let odds = LuckOdds::new(&sum, result);
        Self { unit, rolls: count, gained, odds }
    }
}

/// Returns the distribution of the sum of two independent counts.
fn convolved(some: &[f64], others: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; (some.len() + others.len()).saturating_sub(1)];
    for (start, one) in some.iter().enumerate() {
        for (sum, other) in sums.iter_mut().skip(start).zip(others) {
            *sum += one * other;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Distribution, ResultLabel};
    use warodds_engine::chance::QuantityName;

    #[test]
    fn losses_are_lucky_where_they_are_few() {
        // two fair coins: no loss is as lucky as two gains
        let coins = Pmf::new(vec![0.25, 0.5, 0.25]).expect("a distribution");
        for (rolled, share) in [(0, 0.125), (1, 0.5), (2, 0.875)] {
            let [gain, loss] = [false, true].map(|is_loss| {
                let (probabilities, place) = worst_first(&coins, rolled, is_loss);
                LuckOdds::new(&probabilities, place)
            });
            assert_eq!((gain.percentile, loss.percentile), (share, 1.0 - share));
            assert_eq!(gain.worse + gain.same + gain.better, 1.0);
        }
    }

    #[test]
    fn rolls_of_one_unit_are_added_up() {
        let coins = |name, rolled, is_loss, by_enemy| {
            let quantity = Quantity {
                name: QuantityName::new(name),
                label: ResultLabel::plain(name),
                unit: name,
                distribution: Distribution::Exact(
                    Pmf::new(vec![0.25, 0.5, 0.25]).expect("a distribution"),
                ),
                exact: None,
            };
            let luck = Luck::new(&quantity, rolled, is_loss).expect("a possible result");
            let luck = if by_enemy { luck.of_enemy() } else { luck };
            RollLuck { line: 1, by_enemy, kind: "attack", subject: String::new(), luck }
        };
        // a gain of 2, no loss, and nothing of two coins of the enemy's: six of six lucky coins
        let best = [("c", 2, false, false), ("c", 0, true, false), ("c", 0, false, true)];
        // two of six lucky coins: (1 + 6) / 64 are worse, 15 / 64 the same
        let worse = [("c", 0, false, false), ("c", 1, true, false), ("c", 1, false, true)];
        for (rolls, gained, less, same) in [(best, 3.0, 63.0, 1.0), (worse, -1.0, 7.0, 15.0)] {
            let all = rolls.map(|(name, rolled, loss, enemy)| coins(name, rolled, loss, enemy));
            let GameLuck { totals, .. } = GameLuck::new(all.to_vec());
            let odds = totals.first().map(|one| (one.odds.worse * 64.0, one.odds.same * 64.0));
            assert_eq!(odds, Some((less, same)));
            assert_eq!(
                totals.iter().map(|one| (one.rolls, one.gained)).collect::<Vec<_>>(),
                [(3, gained)]
            );
        }
        let apart =
            GameLuck::new(vec![coins("wounds", 1, false, false), coins("inches", 1, false, false)]);
        assert_eq!(apart.totals.len(), 2);
    }

    /// Of two fair coins for wounds, one is better than none (1/4) and as good as one (2/4) for who
    /// rolls them, and so worse for who suffers them.
    #[test]
    fn a_lucky_roll_of_the_enemy_is_bad_luck() {
        let quantity = Quantity {
            name: QuantityName::new("wounds"),
            label: ResultLabel::plain("wounds"),
            unit: "wounds",
            distribution: Distribution::Exact(
                Pmf::new(vec![0.25, 0.5, 0.25]).expect("a distribution"),
            ),
            exact: None,
        };
        let luck = Luck::new(&quantity, 2, false).expect("a possible result");
        assert_eq!((luck.odds.worse, luck.odds.same, luck.odds.percentile), (0.75, 0.25, 0.875));
        let own = luck.clone().of_enemy();
        assert_eq!((own.odds.worse, own.odds.better, own.odds.percentile), (0.0, 0.75, 0.125));
        assert_eq!(own.of_enemy(), luck);
    }

    #[test]
    fn impossible_results_name_what_is_possible() {
        let wrong = |possible: &[usize]| {
            let possible = possible.to_vec();
            ImpossibleRoll { rolled: 3, label: "wounds".to_owned(), possible }.to_string()
        };
        assert_eq!(wrong(&[0]), "3 wounds cannot be rolled: the possible results are 0");
        assert_eq!(
            wrong(&[0, 2, 4, 5, 6]),
            "3 wounds cannot be rolled: the possible results are 0, 2, 4 to 6"
        );
    }
}
