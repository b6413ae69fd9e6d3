//! Effects of the parts of a comparison, by repeating the comparison without each part.

use warodds_engine::run::ContractError;

use crate::study::compare::{CompareAnswer, CompareContribution, compare};
use crate::study::field::CompareQuestion;
use crate::study::{Control, EngineKind, Plan, Stopped, cmp_descending};

/// A part of a comparison: its name, kind and side, and the comparison without it.
type Without = (String, &'static str, &'static str, CompareQuestion);

/// Computes the effect of each part, largest first: the fields left out in `without` and the
/// abilities of both attackers.
pub(super) fn parts(
    asked: &CompareQuestion,
    without: Vec<Without>,
    plan: &Plan,
    control: &dyn Control,
) -> Result<Vec<CompareContribution>, ContractError> {
    let plan = Plan { engine: EngineKind::Exact, ..*plan };
    let whole = Means::of(&compare(asked, &plan, control)?);
    let mut all = Vec::new();
    for (what, kind, side, asked) in without.into_iter().chain(abilities(asked)) {
        let rest = Means::of(&compare(&asked, &plan, control)?);
        if control.is_stopped() {
            // results for a part of the field have another mean than the whole field
            return Err(Stopped.into());
        }
        if let Some(([a, b], difference)) = whole.zip(rest).map(|(whole, rest)| whole.minus(&rest))
        {
            all.push(CompareContribution {
                what,
                kind,
                side,
                wounds: a,
                other_wounds: b,
                difference,
            });
        }
    }
    all.sort_by(|one, other| cmp_descending(one.difference.abs(), other.difference.abs()));
    Ok(all)
}

/// Returns the comparison without each active ability of the two attackers.
fn abilities(asked: &CompareQuestion) -> Vec<Without> {
    let of = |(place, side): (usize, &'static str)| {
        let counted = asked.counted_abilities(place).into_iter();
        counted.map(move |(name, is_order)| {
            let kind = if is_order { "order" } else { "ability" };
            let without = asked.without_ability(place, &name);
            (name, kind, side, without)
        })
    };
    ["a", "b"].into_iter().enumerate().flat_map(of).collect()
}

/// The mean results of a comparison over its field.
#[derive(Clone, Copy, Debug)]
struct Means {
    wounds: [f64; 2],
    difference: f64,
}

impl Means {
    /// Computes the means; `None` for a comparison without matchups.
    fn of(answer: &CompareAnswer) -> Option<Self> {
        Some(Self { wounds: answer.mean_wounds()?, difference: answer.mean_difference()? })
    }

    fn minus(&self, other: &Self) -> ([f64; 2], f64) {
        let [[a, b], [without_a, without_b]] = [self.wounds, other.wounds];
        ([a - without_a, b - without_b], self.difference - other.difference)
    }
}
