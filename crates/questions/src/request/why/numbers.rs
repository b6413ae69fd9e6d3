//! Sensitivity to the numbers of both cards. Each number is increased and decreased by one, players
//! choose again, and the exact answers are compared.
//!
//! Numbers are those of a card (dice, hit, defense, morale, speed) and the wounds left. A question
//! may contain a number several times (a unit may attack and be attacked); all copies change.
//! Impossible values are left out: a save of 7, or one more wound for a full unit with ranks.

use super::WhyError;
use super::worth::Worth;
use crate::study::{Control, NamedQuestion, Plan, cmp_descending};
use warodds_games::Question;
use warodds_games::asoiaf::values::{Defense, DiceCount, Hit, Morale, Speed};
use warodds_games::asoiaf::{
    AttackProfile, Body, Charger, Combatant, DefenseProfile, Panic, Question as Query, UnitState,
};

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

/// References to all numbers of one side in a question.
#[derive(Default)]
struct SideNumbers<'a> {
    state: Option<&'a mut UnitState>,
    attacking: Option<&'a mut AttackProfile>,
    defending: Option<&'a mut DefenseProfile>,
    panic: Option<&'a mut Panic>,
    charger: Option<(&'a mut Speed, &'a mut UnitState)>,
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
    let mut all = Vec::new();
    for (place, side) in side_names(question).into_iter().enumerate() {
        for number in Number::ALL {
            for by in [1, -1] {
                let mut changed = question.clone();
                let found = side_numbers(&mut changed).into_iter().nth(place);
                if let Some(values) = found.and_then(|mut found| found.change(number, by)) {
                    all.push((number.name(), side, values, changed));
                }
            }
        }
    }
    all
}

/// Returns the names of a question's sides.
fn side_names(question: &Question) -> Vec<&'static str> {
    match question.asoiaf() {
        Some(Query::Attack(_) | Query::Charge(_)) => vec!["attacker", "defender"],
        Some(Query::Duel(_)) => vec!["a", "b"],
        _ => Vec::new(),
    }
}

/// Returns the numbers of each side, in the order of [`side_names`].
fn side_numbers(question: &mut Question) -> Vec<SideNumbers<'_>> {
    let Question::Asoiaf(question, _) = question else { return Vec::new() };
    match &mut **question {
        Query::Attack(attack) => {
            vec![SideNumbers::of(&mut attack.attacker), SideNumbers::of(&mut attack.defender)]
        }
        Query::Charge(charge) => {
            let Some(attack) = &mut charge.attack else {
                return vec![SideNumbers::default().with_charger(&mut charge.charger)];
            };
            let own = SideNumbers::of(&mut attack.attacker).with_charger(&mut charge.charger);
            vec![own, SideNumbers::of(&mut attack.defender)]
        }
        Query::Duel(duel) => [&mut duel.a, &mut duel.b].map(SideNumbers::of).into(),
        _ => Vec::new(),
    }
}

impl<'a> SideNumbers<'a> {
    fn of<A, D>(combatant: &'a mut Combatant<A, D>) -> Self
    where
        &'a mut A: Into<Option<&'a mut AttackProfile>>,
        &'a mut D: Into<Option<&'a mut DefenseProfile>>,
    {
        let Combatant { state, attacking, defending, .. } = combatant;
        let (attacking, defending) = (attacking.into(), defending.into());
        Self { state: Some(state), attacking, defending, ..Self::default() }
    }

    fn with_charger(mut self, charger: &'a mut Charger) -> Self {
        self.panic = charger.panic.as_mut();
        self.charger = Some((&mut charger.speed, &mut charger.state));
        self
    }

    /// Adds `by` to all copies of a number. Returns the original and changed value, or `None` if
    /// the side has no such number or the changed value is impossible.
    fn change(&mut self, number: Number, by: i64) -> Option<[u8; 2]> {
        match number {
            Number::Dice => self.dice(by),
            Number::Hit => {
                let next = |hit: &Hit| Hit::new(i64::from(hit.get()) + by).ok();
                let hits = self.attacking.iter_mut().map(|one| &mut one.hit);
                change_all(hits, next).map(|both| both.map(Hit::get))
            }
            Number::Defense => {
                let next = |one: &Defense| Defense::new(i64::from(one.get()) + by).ok();
                let all = self.defending.iter_mut().map(|one| &mut one.defense);
                change_all(all, next).map(|both| both.map(Defense::get))
            }
            Number::Morale => {
                let next = |one: &Morale| Morale::new(i64::from(one.get()) + by).ok();
                let test_morale = self.panic.iter_mut().map(|one| &mut one.morale);
                let all = self.defending.iter_mut().map(|one| &mut one.morale).chain(test_morale);
                change_all(all, next).map(|both| both.map(Morale::get))
            }
            Number::Speed => {
                let next = |one: &Speed| Speed::new(i64::from(one.get()) + by).ok();
                let all = self.charger.iter_mut().map(|(speed, _)| &mut **speed);
                change_all(all, next).map(|both| both.map(Speed::get))
            }
            Number::Wounds => {
                let next = |one: &UnitState| with_wounds(*one, by);
                change_all(self.states(), next).map(|both| both.map(UnitState::wounds_left))
            }
        }
    }

    /// Adds `by` to the dice of every rank. Returns the values for the ranks left.
    fn dice(&mut self, by: i64) -> Option<[u8; 2]> {
        let (unit, profile) = (self.state.as_ref()?, self.attacking.as_mut()?);
        let body = unit.body();
        let lost = body.ranks() - body.ranks_left(unit.wounds_left());
        let next = |dice: &DiceCount| DiceCount::new(i64::from(dice.get()) + by).ok();
        let changed: Vec<DiceCount> = profile.dice.iter().map(next).collect::<Option<_>>()?;
        let place = usize::from(lost);
        let both = [profile.dice.get(place)?.get(), changed.get(place)?.get()];
        profile.dice = changed;
        Some(both)
    }

    fn states(&mut self) -> impl Iterator<Item = &mut UnitState> {
        let own = self.state.iter_mut().map(|state| &mut **state);
        let panic = self.panic.iter_mut().map(|one| &mut one.state);
        let charger = self.charger.iter_mut().map(|(_, state)| &mut **state);
        own.chain(panic).chain(charger)
    }
}

/// Changes all copies of a number. Returns the original and changed value of the first.
fn change_all<'a, T: Copy + 'a>(
    places: impl Iterator<Item = &'a mut T>,
    next: impl Fn(&T) -> Option<T>,
) -> Option<[T; 2]> {
    let mut first = None;
    for place in places {
        let both = [*place, next(place)?];
        *place = both[1];
        first = first.or(Some(both));
    }
    first
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
