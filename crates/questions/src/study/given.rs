//! Answers under a condition on their results.

use std::fmt::{self, Display, Formatter};

use warodds_answer::{AnswerCondition, ConditionChange, cmp_descending};
use warodds_engine::chance::Slot;
use warodds_engine::run::{ContractError, Control, watched};
use warodds_games::asoiaf::results::{event, quantity};

use super::answer::{answer, answer_conditional};
use super::{Answer, NamedQuestion, Plan};

/// A comparison of a result with a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// At least the count.
    AtLeast,
    /// At most the count.
    AtMost,
    /// More than the count.
    Above,
    /// Fewer than the count.
    Below,
    /// Exactly the count.
    Equal,
}

impl Comparison {
    /// All comparisons with their signs; a sign follows those that begin with it.
    pub const SIGNS: [(Self, &'static str); 5] = [
        (Self::AtLeast, ">="),
        (Self::AtMost, "<="),
        (Self::Above, ">"),
        (Self::Below, "<"),
        (Self::Equal, "="),
    ];

    /// Returns its sign: `>=`.
    fn sign(self) -> &'static str {
        let found = Self::SIGNS.into_iter().find(|(comparison, _)| *comparison == self);
        found.map_or("", |(_, sign)| sign)
    }

    /// Returns whether it holds for a value.
    fn holds(self, value: u8, count: u16) -> bool {
        let value = u16::from(value);
        match self {
            Self::AtLeast => value >= count,
            Self::AtMost => value <= count,
            Self::Above => value > count,
            Self::Below => value < count,
            Self::Equal => value == count,
        }
    }

    /// Describes the counts for which it holds: `at least 9`.
    fn words(self, count: u16) -> String {
        match self {
            Self::AtLeast => format!("at least {count}"),
            Self::AtMost => format!("at most {count}"),
            Self::Above => format!("more than {count}"),
            Self::Below => format!("fewer than {count}"),
            Self::Equal => format!("exactly {count}"),
        }
    }
}

/// A condition on one result: a quantity, or an event counted as 0 or 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultCondition {
    /// Id of the quantity or event.
    pub result: String,
    /// How the result is compared.
    pub comparison: Comparison,
    /// What the result is compared with.
    pub count: u16,
}

/// Conditions on the results of a resolution, all of which hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition(pub Vec<ResultCondition>);

/// The spelling in options: `wounds>=9 and hits>=5`.
impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (place, ResultCondition { result, comparison, count }) in self.0.iter().enumerate() {
            let and = if place == 0 { "" } else { " and " };
            write!(f, "{and}{result}{}{count}", comparison.sign())?;
        }
        Ok(())
    }
}

/// Why there is no answer under a condition.
#[derive(Debug)]
pub enum ConditionError {
    /// The question does not have a result of the condition.
    Unknown {
        /// Id of the missing result.
        result: String,
        /// Ids of all results.
        known: Vec<&'static str>,
    },
    /// The condition cannot hold; the text says what is possible, or is empty.
    Impossible(String),
    /// No seed of the given number was found.
    Rare {
        /// The probability of the condition.
        p: f64,
        /// Number of seeds drawn.
        draws: u64,
    },
    /// The engine failed.
    Engine(ContractError),
}

impl From<ContractError> for ConditionError {
    fn from(error: ContractError) -> Self {
        Self::Engine(error)
    }
}

/// A condition with the slots of its results.
struct SlotCondition<'a>(Vec<(usize, &'a ResultCondition)>);

impl SlotCondition<'_> {
    /// Returns whether it holds for the results of a resolution.
    fn holds(&self, values: &[u8]) -> bool {
        self.0.iter().all(|(slot, one)| {
            values.get(*slot).is_some_and(|value| one.comparison.holds(*value, one.count))
        })
    }
}

impl Condition {
    /// Finds the slots of the results.
    fn of_slots(&self, slots: &[Slot]) -> Result<SlotCondition<'_>, ConditionError> {
        let find = |one: &ResultCondition| slots.iter().position(|s| s.name.as_str() == one.result);
        let found = self.0.iter().map(|one| {
            find(one).map(|slot| (slot, one)).ok_or_else(|| ConditionError::Unknown {
                result: one.result.clone(),
                known: slots.iter().map(|slot| slot.name.as_str()).collect(),
            })
        });
        found.collect::<Result<_, _>>().map(SlotCondition)
    }

    /// Describes the condition with the names of an answer: `total wounds of at least 9`.
    fn words(&self, answer: &Answer) -> String {
        let words = |one: &ResultCondition| {
            let event = answer.events.iter().find(|event| event.name.as_str() == one.result);
            if let Some(event) = event {
                let holds = one.comparison.holds(1, one.count);
                return format!("{}{}", if holds { "" } else { "not " }, event.label.named);
            }
            let find = answer.quantities.iter().find(|of| of.name.as_str() == one.result);
            let label = find.map_or(one.result.as_str(), |quantity| &quantity.label.named);
            format!("{label} of {}", one.comparison.words(one.count))
        };
        self.0.iter().map(words).collect::<Vec<_>>().join(" and ")
    }

    /// Describes what is possible for the first condition that no resolution meets on its own.
    fn possible(&self, answer: &Answer) -> String {
        let impossible = self.0.iter().find_map(|one| {
            let quantity = answer.quantities.iter().find(|of| of.name.as_str() == one.result)?;
            let pmf = quantity.distribution.pmf();
            let possible = |p: &f64| *p > 0.0;
            let [low, high] = [
                pmf.probabilities().iter().position(possible)?,
                pmf.probabilities().iter().rposition(possible)?,
            ];
            let none = (low..=high).all(|value| {
                u8::try_from(value).is_ok_and(|value| !one.comparison.holds(value, one.count))
            });
            let counts = if low == high { low.to_string() } else { format!("{low} to {high}") };
            none.then(|| format!("{counts} {} are possible", quantity.label.named))
        });
        impossible.unwrap_or_default()
    }

    /// Returns the changes of the steps that lead to the results, the largest first, without the
    /// results that the condition itself is about.
    fn changes(&self, without: &Answer, given: &Answer) -> Vec<ConditionChange> {
        let is_condition = |name: &str| self.0.iter().any(|one| one.result == name);
        let quantities = quantity::STEPS.into_iter().filter_map(|name| {
            let (one, other) = (without.quantity(name)?, given.quantity(name)?);
            let pair = [&one.distribution, &other.distribution];
            ConditionChange::new(name.as_str(), (&one.label, false), pair)
        });
        let events = event::STEPS.into_iter().filter_map(|name| {
            let (one, other) = (without.event(name)?, given.event(name)?);
            let pair = [&one.distribution, &other.distribution];
            ConditionChange::new(name.as_str(), (&one.label, true), pair)
        });
        let all = quantities.chain(events).filter(|change| !is_condition(change.result));
        let mut all: Vec<ConditionChange> = all.collect();
        all.sort_by(|one, other| cmp_descending(one.standardized.abs(), other.standardized.abs()));
        all
    }
}

/// Answers a question under a condition, with the exact engine. `without` is the exact answer
/// without the condition.
///
/// # Errors
/// [`ConditionError`] if the condition cannot hold or names no result of the question, and if a rule
/// breaks its contract with the exact engine (a bug).
pub fn answer_given(
    question: &NamedQuestion,
    plan: &Plan,
    condition: &Condition,
    without: &Answer,
    control: &dyn Control,
) -> Result<Answer, ConditionError> {
    let rule = watched(control, || question.question.ready()).map_err(ContractError::from)?;
    let slots = condition.of_slots(&rule.slots())?;
    let holds = |values: &[u8]| slots.holds(values);
    let found = answer_conditional(question, &*rule, plan, &holds, control)?;
    let (p, answer) =
        found.ok_or_else(|| ConditionError::Impossible(condition.possible(without)))?;
    let given = AnswerCondition {
        condition: condition.to_string(),
        words: condition.words(without),
        p,
        changes: condition.changes(without, &answer),
    };
    Ok(Answer { given: Some(given), ..answer })
}

/// Finds the first seed from `first` whose resolution meets a condition, in at most `draws` draws.
/// Returns the seed and the probability of the condition.
///
/// # Errors
/// As [`answer_given`], and [`ConditionError::Rare`] if no seed was found.
pub fn seed_given(
    question: &NamedQuestion,
    plan: &Plan,
    condition: &Condition,
    draws: u64,
    control: &dyn Control,
) -> Result<(u64, AnswerCondition), ConditionError> {
    let without = answer(question, plan, control)?;
    let conditional = answer_given(question, plan, condition, &without, control)?;
    let given = conditional.given.ok_or(ConditionError::Engine(ContractError::OutOfRange))?;
    let rule = watched(control, || question.question.ready()).map_err(ContractError::from)?;
    let slots = condition.of_slots(&rule.slots())?;
    let holds = |values: &[u8]| slots.holds(values);
    let seed = watched(control, || rule.seed_given(&holds, plan.goal.seed, draws));
    let seed = seed.map_err(ContractError::from)?;
    seed.map(|seed| (seed, given.clone())).ok_or(ConditionError::Rare { p: given.p, draws })
}
