//! Sensitivity to the numbers of both cards. Each number is increased and decreased by one, players
//! choose again, and the exact answers are compared.
//!
//! Numbers are those of a card (dice, hit, defense, morale, speed) and the wounds left.
//! Impossible values are left out: a save of 7, or one more wound for a full unit with ranks.

use super::WhyError;
use super::worth::Worth;
use crate::study::{Control, NamedQuestion, Plan, cmp_descending};
use warodds_games::Question;
use warodds_games::asoiaf::values::{Defense, DiceCount, Hit, Morale, Speed};
use warodds_games::asoiaf::{Body, Combatant, Question as Query, UnitState};

/// The effect of a number increased or decreased by one.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NumberChange {
    /// The number: `dice`, `hit`, `defense`, `morale`, `wounds` (left) or `speed`.
    pub what: &'static str,
    /// The side that has the number: `attacker` or `defender`, in a duel `a` or `b`.
    #[cfg_attr(
        feature = "schema",
        schemars(extend("enum" = ["attacker", "defender", "a", "b"]))
    )]
    pub side: &'static str,
    /// The original value.
    pub from: u8,
    /// The changed value.
    pub to: u8,
    /// Results with the changed number minus the original results.
    #[serde(flatten)]
    pub worth: Worth,
}

/// A number of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Dice,
    Hit,
    Defense,
    Morale,
    Wounds,
    Speed,
}

impl Number {
    const ALL: [Self; 6] =
        [Self::Dice, Self::Hit, Self::Defense, Self::Morale, Self::Wounds, Self::Speed];

    const fn name(self) -> &'static str {
        match self {
            Self::Dice => "dice",
            Self::Hit => "hit",
            Self::Defense => "defense",
            Self::Morale => "morale",
            Self::Wounds => "wounds",
            Self::Speed => "speed",
        }
    }
}

/// Computes the effect of each number, largest first. Empty if the question is not about an attack,
/// a charge or a duel.
///
/// # Errors
/// [`WhyError`] if a rule breaks its contract with the exact engine (a bug).
pub(super) fn changes(
    asked: &NamedQuestion,
    plan: &Plan,
    control: &dyn Control,
) -> Result<Vec<NumberChange>, WhyError> {
    let Some(original) = Worth::compute(asked, plan, control)? else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for (what, side, [from, to], question) in changed_numbers(&asked.question) {
        let asked = NamedQuestion { question, ..asked.clone() };
        if let Some(worth) = Worth::compute(&asked, plan, control)? {
            all.push(NumberChange { what, side, from, to, worth: worth.minus(&original) });
        }
    }
    all.sort_by(|one, other| cmp_descending(one.worth.net().abs(), other.worth.net().abs()));
    Ok(all)
}

/// Name and side of a number, its original and changed value, and the changed question.
type ChangedNumber = (&'static str, &'static str, [u8; 2], Question);

/// Returns the question with each number increased and decreased by one, if the value is possible.
fn changed_numbers(question: &Question) -> Vec<ChangedNumber> {
    let Question::Asoiaf(asked, edition) = question else { return Vec::new() };
    let mut all = Vec::new();
    for (place, (side, unit)) in asked.sides().into_iter().enumerate() {
        for number in Number::ALL.into_iter().filter(|number| number.is_of(asked, place)) {
            for by in [1, -1] {
                let mut changed = unit.clone();
                let Some(values) = number.change(&mut changed, by) else { continue };
                let mut question = asked.clone();
                if question.edit_side(place, |unit| *unit = changed).is_ok() {
                    all.push((number.name(), side, values, Question::Asoiaf(question, *edition)));
                }
            }
        }
    }
    all
}

impl Number {
    /// Returns whether the side at this place of a question has the number.
    fn is_of(self, question: &Query, side: usize) -> bool {
        match (question, self) {
            // without an attack only the roll and the panic test are left
            (Query::Charge(charge), Self::Dice | Self::Hit | Self::Defense) => {
                charge.attack().is_some()
            }
            (Query::Charge(_), Self::Speed) => side == 0,
            (_, Self::Speed) => false,
            _ => true,
        }
    }

    /// Adds `by` to the number. Returns the original and changed value, or `None` if the unit has
    /// no such number or the changed value is impossible.
    fn change(self, unit: &mut Combatant, by: i64) -> Option<[u8; 2]> {
        let next = |value: u8| i64::from(value) + by;
        match self {
            Self::Dice => change_dice(unit, by),
            Self::Hit => {
                let weapon = unit.weapon.as_mut()?;
                replace(&mut weapon.hit, |hit| Hit::new(next(hit.get())).ok(), Hit::get)
            }
            Self::Defense => {
                // a unit is attacked only if both values are known
                unit.morale?;
                let changed = |one: Defense| Defense::new(next(one.get())).ok();
                replace(unit.defense.as_mut()?, changed, Defense::get)
            }
            Self::Morale => {
                let changed = |one: Morale| Morale::new(next(one.get())).ok();
                replace(unit.morale.as_mut()?, changed, Morale::get)
            }
            Self::Speed => {
                let changed = |one: Speed| Speed::new(next(one.get())).ok();
                replace(unit.speed.as_mut()?, changed, Speed::get)
            }
            Self::Wounds => {
                replace(&mut unit.state, |state| with_wounds(state, by), UnitState::wounds_left)
            }
        }
    }
}

/// Adds `by` to the dice of every rank. Returns the values for the ranks left.
fn change_dice(unit: &mut Combatant, by: i64) -> Option<[u8; 2]> {
    let (body, weapon) = (unit.state.body(), unit.weapon.as_mut()?);
    let lost = body.ranks() - body.ranks_left(unit.state.wounds_left());
    let next = |dice: &DiceCount| DiceCount::new(i64::from(dice.get()) + by).ok();
    let changed: Vec<DiceCount> = weapon.dice.iter().map(next).collect::<Option<_>>()?;
    let place = usize::from(lost);
    let both = [weapon.dice.get(place)?.get(), changed.get(place)?.get()];
    weapon.dice = changed;
    Some(both)
}

/// Replaces a value. Returns the original and the changed value.
fn replace<T: Copy>(
    value: &mut T,
    change: impl FnOnce(T) -> Option<T>,
    number: impl Fn(T) -> u8,
) -> Option<[u8; 2]> {
    let changed = change(*value)?;
    Some([std::mem::replace(value, changed), changed].map(number))
}

/// Returns the state with `by` more wounds left. A full unit without ranks may grow.
fn with_wounds(state: UnitState, by: i64) -> Option<UnitState> {
    let body = state.body();
    let lost = i64::from(body.wounds()) - i64::from(state.wounds_left()) - by;
    if lost >= 0 {
        return UnitState::after(body, lost, state.tokens).ok();
    }
    let grown = match (body.ranks(), body.models(), body.wounds_per_model()) {
        (1, 1, wounds) => Body::new(1, 1, i64::from(wounds) - lost).ok()?,
        (1, models, 1) => Body::of_wounds(i64::from(models) - lost).ok()?,
        _ => return None,
    };
    UnitState::after(grown, 0, state.tokens).ok()
}
