//! What each number of both cards is worth: it is made one more and one less, all that is left to
//! choose being chosen anew, and the exact answers are compared.
//!
//! Numbers are those of a card (dice, hit, defense, morale, speed) and the wounds that are left. A
//! number stands in several places of a question (a unit that strikes may be struck back); all of
//! them are changed. What no unit may have is left out: a save of 7, a full unit of ranks with one
//! wound more.

use super::WhyError;
use super::worth::Worth;
use crate::study::{Control, NamedQuestion, Plan, cmp_descending};
use warodds_games::Question;
use warodds_games::asoiaf::values::{Defense, DiceCount, Hit, Morale, Speed};
use warodds_games::asoiaf::{
    AttackProfile, Body, Charger, Combatant, DefenseProfile, Panic, Question as Query, UnitState,
};

/// What one number more or less is worth.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct NumberChange {
    /// The number: `dice`, `hit`, `defense`, `morale`, `wounds` (left) or `speed`.
    pub what: &'static str,
    /// Whose it is: `attacker` or `defender`, of a duel `a` or `b`.
    pub side: &'static str,
    /// What it is.
    pub from: u8,
    /// What it is changed to.
    pub to: u8,
    /// What the question comes to with the changed number, less what it comes to as it is.
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

/// All places of a question in which numbers of one side stand.
#[derive(Default)]
struct Places<'a> {
    standing: Option<&'a mut UnitState>,
    attacking: Option<&'a mut AttackProfile>,
    defending: Option<&'a mut DefenseProfile>,
    panic: Option<&'a mut Panic>,
    charger: Option<(&'a mut Speed, &'a mut UnitState)>,
}

/// What each number is worth, the weightiest first; none where the question is not about an
/// attack, a charge or a duel.
///
/// # Errors
/// When a rule breaks its contract with the exact engine; no input does that.
pub(super) fn changes(
    asked: &NamedQuestion,
    plan: &Plan,
    control: &dyn Control,
) -> Result<Vec<NumberChange>, WhyError> {
    let Some(whole) = Worth::exactly(asked, plan, control)? else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for (what, side, [from, to], question) in shifted(&asked.question) {
        let asked = NamedQuestion { question, ..asked.clone() };
        if let Some(worth) = Worth::exactly(&asked, plan, control)? {
            all.push(NumberChange { what, side, from, to, worth: worth.less(&whole) });
        }
    }
    all.sort_by(|one, other| cmp_descending(one.worth.net().abs(), other.worth.net().abs()));
    Ok(all)
}

/// A number's name and side, what it is and becomes, and the question in which it has become so.
type Shifted = (&'static str, &'static str, [u8; 2], Question);

/// The question with each number one more and one less, where there is such a unit.
fn shifted(question: &Question) -> Vec<Shifted> {
    let mut all = Vec::new();
    for (place, side) in names(question).into_iter().enumerate() {
        for number in Number::ALL {
            for by in [1, -1] {
                let mut changed = question.clone();
                let found = places(&mut changed).into_iter().nth(place);
                if let Some(values) = found.and_then(|mut found| found.shift(number, by)) {
                    all.push((number.name(), side, values, changed));
                }
            }
        }
    }
    all
}

/// What the sides of a question are called.
fn names(question: &Question) -> Vec<&'static str> {
    match question.asoiaf() {
        Some(Query::Attack(_) | Query::Charge(_)) => vec!["attacker", "defender"],
        Some(Query::Duel(_)) => vec!["a", "b"],
        _ => Vec::new(),
    }
}

/// The places of each side, in the order of [`names`].
fn places(question: &mut Question) -> Vec<Places<'_>> {
    let Question::Asoiaf(question, _) = question else { return Vec::new() };
    match &mut **question {
        Query::Attack(attack) => {
            vec![Places::of(&mut attack.attacker), Places::of(&mut attack.defender)]
        }
        Query::Charge(charge) => {
            let Some(attack) = &mut charge.attack else {
                return vec![Places::default().charging(&mut charge.charger)];
            };
            let own = Places::of(&mut attack.attacker).charging(&mut charge.charger);
            vec![own, Places::of(&mut attack.defender)]
        }
        Query::Duel(duel) => [&mut duel.a, &mut duel.b].map(Places::of).into(),
        _ => Vec::new(),
    }
}

impl<'a> Places<'a> {
    fn of<A, D>(combatant: &'a mut Combatant<A, D>) -> Self
    where
        &'a mut A: Into<Option<&'a mut AttackProfile>>,
        &'a mut D: Into<Option<&'a mut DefenseProfile>>,
    {
        let Combatant { state: standing, attacking, defending, .. } = combatant;
        let (attacking, defending) = (attacking.into(), defending.into());
        Self { standing: Some(standing), attacking, defending, ..Self::default() }
    }

    fn charging(mut self, charger: &'a mut Charger) -> Self {
        self.panic = charger.panic.as_mut();
        self.charger = Some((&mut charger.speed, &mut charger.state));
        self
    }

    /// Changes a number by one in all places; what it was and is. None where the side has no such
    /// number, or no unit may have it.
    fn shift(&mut self, number: Number, by: i64) -> Option<[u8; 2]> {
        match number {
            Number::Dice => self.dice(by),
            Number::Hit => {
                let next = |hit: &Hit| Hit::new(i64::from(hit.get()) + by).ok();
                let hits = self.attacking.iter_mut().map(|one| &mut one.hit);
                each(hits, next).map(|both| both.map(Hit::get))
            }
            Number::Defense => {
                let next = |one: &Defense| Defense::new(i64::from(one.get()) + by).ok();
                let all = self.defending.iter_mut().map(|one| &mut one.defense);
                each(all, next).map(|both| both.map(Defense::get))
            }
            Number::Morale => {
                let next = |one: &Morale| Morale::new(i64::from(one.get()) + by).ok();
                let of_tests = self.panic.iter_mut().map(|one| &mut one.morale);
                let all = self.defending.iter_mut().map(|one| &mut one.morale).chain(of_tests);
                each(all, next).map(|both| both.map(Morale::get))
            }
            Number::Speed => {
                let next = |one: &Speed| Speed::new(i64::from(one.get()) + by).ok();
                let all = self.charger.iter_mut().map(|(speed, _)| &mut **speed);
                each(all, next).map(|both| both.map(Speed::get))
            }
            Number::Wounds => {
                let next = |one: &UnitState| with_wounds(*one, by);
                each(self.standings(), next).map(|both| both.map(UnitState::wounds_left))
            }
        }
    }

    /// All ranks have one die more or less; told of the ranks that stand.
    fn dice(&mut self, by: i64) -> Option<[u8; 2]> {
        let (unit, profile) = (self.standing.as_ref()?, self.attacking.as_mut()?);
        let body = unit.body();
        let lost = body.ranks() - body.ranks_left(unit.wounds_left());
        let next = |dice: &DiceCount| DiceCount::new(i64::from(dice.get()) + by).ok();
        let changed: Vec<DiceCount> = profile.dice.iter().map(next).collect::<Option<_>>()?;
        let place = usize::from(lost);
        let both = [profile.dice.get(place)?.get(), changed.get(place)?.get()];
        profile.dice = changed;
        Some(both)
    }

    fn standings(&mut self) -> impl Iterator<Item = &mut UnitState> {
        let own = self.standing.iter_mut().map(|standing| &mut **standing);
        let panic = self.panic.iter_mut().map(|one| &mut one.state);
        let charger = self.charger.iter_mut().map(|(_, standing)| &mut **standing);
        own.chain(panic).chain(charger)
    }
}

/// Changes a number in all places where it stands; what the first was and is.
fn each<'a, T: Copy + 'a>(
    places: impl Iterator<Item = &'a mut T>,
    next: impl Fn(&T) -> Option<T>,
) -> Option<[T; 2]> {
    let mut told = None;
    for place in places {
        let both = [*place, next(place)?];
        *place = both[1];
        told = told.or(Some(both));
    }
    told
}

/// The same unit with a wound more or less; a full unit without ranks may grow.
fn with_wounds(standing: UnitState, by: i64) -> Option<UnitState> {
    let body = standing.body();
    let lost = i64::from(body.wounds()) - i64::from(standing.wounds_left()) - by;
    if lost >= 0 {
        return UnitState::after(body, lost, standing.tokens).ok();
    }
    let grown = match (body.ranks(), body.models(), body.wounds_per_model()) {
        (1, 1, wounds) => Body::new(1, 1, i64::from(wounds) - lost).ok()?,
        (1, models, 1) => Body::of_wounds(i64::from(models) - lost).ok()?,
        _ => return None,
    };
    UnitState::after(grown, 0, standing.tokens).ok()
}
