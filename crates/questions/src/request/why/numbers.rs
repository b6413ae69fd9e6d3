//! What each number of both cards is worth: it is made one more and one less, all that is left to
//! choose being chosen anew, and the exact answers are compared.
//!
//! Numbers are those of a card (dice, hit, defense, morale, speed) and the wounds that are left. A
//! number stands in several places of a question (a unit that strikes may be struck back); all of
//! them are changed. What no unit may have is left out: a save of 7, a full unit of ranks with one
//! wound more.

use super::WhyError;
use super::worth::Worth;
use crate::study::{NamedQuestion, Plan, greatest_first};
use warodds_games::Question;
use warodds_games::asoiaf::values::{Defense, DiceCount, Hit, Morale, Speed};
use warodds_games::asoiaf::{
    Attacker, Body, Charger, Defender, Duellist, Panic, Presence, Question as Asked, Standing,
};

/// What one number more or less is worth.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Change {
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
    attackers: Vec<&'a mut Attacker>,
    defenders: Vec<&'a mut Defender>,
    panics: Vec<&'a mut Panic>,
    charger: Option<(&'a mut Speed, &'a mut Standing)>,
}

/// What each number is worth, the weightiest first; none where the question is not about an
/// attack, a charge or a duel.
///
/// # Errors
/// When a rule breaks its contract with the exact engine; no input does that.
pub(super) fn changes(asked: &NamedQuestion, plan: &Plan) -> Result<Vec<Change>, WhyError> {
    let Some(whole) = Worth::exactly(asked, plan)? else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for (what, side, [from, to], question) in shifted(&asked.question) {
        let asked = NamedQuestion { question, ..asked.clone() };
        if let Some(worth) = Worth::exactly(&asked, plan)? {
            all.push(Change { what, side, from, to, worth: worth.less(&whole) });
        }
    }
    all.sort_by(|one, other| greatest_first(one.worth.net().abs(), other.worth.net().abs()));
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
        Some(Asked::Attack(_) | Asked::Charge(_)) => vec!["attacker", "defender"],
        Some(Asked::Duel(_)) => vec!["a", "b"],
        _ => Vec::new(),
    }
}

/// The places of each side, in the order of [`names`].
fn places(question: &mut Question) -> Vec<Places<'_>> {
    let Question::Asoiaf(question, _) = question else { return Vec::new() };
    match &mut **question {
        Asked::Attack(attack) => {
            let [own, other] = &mut attack.presence;
            let own = Places::striking(&mut attack.attacker, own);
            vec![own, Places::struck(&mut attack.defender, other)]
        }
        Asked::Charge(charge) => {
            let Some(attack) = &mut charge.attack else {
                return vec![Places::default().charging(&mut charge.charger)];
            };
            let [own, other] = &mut attack.presence;
            let own = Places::striking(&mut attack.attacker, own).charging(&mut charge.charger);
            vec![own, Places::struck(&mut attack.defender, other)]
        }
        Asked::Duel(duel) => [&mut duel.a, &mut duel.b].map(Places::duelling).into(),
        _ => Vec::new(),
    }
}

impl<'a> Places<'a> {
    fn striking(attacker: &'a mut Attacker, presence: &'a mut Presence) -> Self {
        Self {
            attackers: vec![attacker],
            defenders: presence.guard.iter_mut().collect(),
            ..Self::default()
        }
    }

    fn struck(defender: &'a mut Defender, presence: &'a mut Presence) -> Self {
        Self {
            attackers: presence.counter.iter_mut().collect(),
            defenders: vec![defender],
            ..Self::default()
        }
    }

    fn duelling(duellist: &'a mut Duellist) -> Self {
        let Presence { guard, counter, .. } = &mut duellist.presence;
        Self {
            attackers: std::iter::once(&mut duellist.attacker).chain(counter).collect(),
            defenders: std::iter::once(&mut duellist.defender).chain(guard).collect(),
            ..Self::default()
        }
    }

    fn charging(mut self, charger: &'a mut Charger) -> Self {
        self.panics.extend(charger.panic.as_mut());
        self.charger = Some((&mut charger.speed, &mut charger.standing));
        self
    }

    /// Changes a number by one in all places; what it was and is. None where the side has no such
    /// number, or no unit may have it.
    fn shift(&mut self, number: Number, by: i64) -> Option<[u8; 2]> {
        match number {
            Number::Dice => self.dice(by),
            Number::Hit => {
                let next = |hit: &Hit| Hit::new(i64::from(hit.get()) + by).ok();
                let hits = self.attackers.iter_mut().map(|one| &mut one.hit);
                each(hits, next).map(|both| both.map(Hit::get))
            }
            Number::Defense => {
                let next = |one: &Defense| Defense::new(i64::from(one.get()) + by).ok();
                let all = self.defenders.iter_mut().map(|one| &mut one.defense);
                each(all, next).map(|both| both.map(Defense::get))
            }
            Number::Morale => {
                let next = |one: &Morale| Morale::new(i64::from(one.get()) + by).ok();
                let of_tests = self.panics.iter_mut().map(|one| &mut one.morale);
                let all = self.defenders.iter_mut().map(|one| &mut one.morale).chain(of_tests);
                each(all, next).map(|both| both.map(Morale::get))
            }
            Number::Speed => {
                let next = |one: &Speed| Speed::new(i64::from(one.get()) + by).ok();
                let all = self.charger.iter_mut().map(|(speed, _)| &mut **speed);
                each(all, next).map(|both| both.map(Speed::get))
            }
            Number::Wounds => {
                let next = |one: &Standing| with_wounds(*one, by);
                each(self.standings(), next).map(|both| both.map(Standing::wounds_left))
            }
        }
    }

    /// All ranks have one die more or less; told of the ranks that stand.
    fn dice(&mut self, by: i64) -> Option<[u8; 2]> {
        let mut told = None;
        for attacker in &mut self.attackers {
            let body = attacker.standing.body();
            let lost = body.ranks() - body.ranks_left(attacker.standing.wounds_left());
            let next = |dice: &DiceCount| DiceCount::new(i64::from(dice.get()) + by).ok();
            let changed: Vec<DiceCount> = attacker.dice.iter().map(next).collect::<Option<_>>()?;
            let place = usize::from(lost);
            let both = [attacker.dice.get(place)?.get(), changed.get(place)?.get()];
            attacker.dice = changed;
            told = told.or(Some(both));
        }
        told
    }

    fn standings(&mut self) -> impl Iterator<Item = &mut Standing> {
        let attackers = self.attackers.iter_mut().map(|one| &mut one.standing);
        let defenders = self.defenders.iter_mut().map(|one| &mut one.standing);
        let panics = self.panics.iter_mut().map(|one| &mut one.standing);
        let charger = self.charger.iter_mut().map(|(_, standing)| &mut **standing);
        attackers.chain(defenders).chain(panics).chain(charger)
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
fn with_wounds(standing: Standing, by: i64) -> Option<Standing> {
    let body = standing.body();
    let lost = i64::from(body.wounds()) - i64::from(standing.wounds_left()) - by;
    if lost >= 0 {
        return Standing::after(body, lost, standing.tokens).ok();
    }
    let grown = match (body.ranks(), body.models(), body.wounds_per_model()) {
        (1, 1, wounds) => Body::new(1, 1, i64::from(wounds) - lost).ok()?,
        (1, models, 1) => Body::of_wounds(i64::from(models) - lost).ok()?,
        _ => return None,
    };
    Standing::after(grown, 0, standing.tokens).ok()
}
