//! When tactics cards cannot be played in a question.

use std::sync::Arc;

use super::cards::CardKeys;
use crate::catalogue::conditions::{CONDITION_KEYS, ConditionKey};
use crate::catalogue::describe_conditions;
use crate::request::RequestError;
use crate::request::role::{self, side};
use warodds_games::asoiaf::effect::{CardPlay, Conditions, Trigger};
use warodds_games::asoiaf::{Attack, Combatant, Duel, DuelSide, ModelledAbility, Question};

/// The keys that name the cards of attacker and defender.
const OF_ATTACKS: [&str; 2] =
    [CardKeys::<{ role::ATTACKER }>::ID, CardKeys::<{ role::DEFENDER }>::ID];
/// The keys that name the cards of both sides of a duel.
const OF_DUELS: [&str; 2] = [CardKeys::<{ role::A }>::ID, CardKeys::<{ role::B }>::ID];

/// A card that cannot be played.
#[derive(Debug)]
pub(super) struct Unplayable {
    /// Whether it is a card of the attacker, or of the first side of a duel.
    pub is_first: bool,
    /// Its name.
    pub name: Arc<str>,
    /// The error of a question with it.
    pub why: RequestError,
}

impl Unplayable {
    /// Checks that all cards can be played in an attack, a charge or a duel of two units of a field.
    ///
    /// # Errors
    /// The first card that cannot.
    pub(super) fn check(question: &Question) -> Result<(), Self> {
        match question {
            Question::Attack(attack) => check_attack(attack, false),
            Question::Charge(charge) => {
                charge.attack().map_or(Ok(()), |attack| check_attack(attack, true))
            }
            Question::Duel(duel) => check_duel_of(duel, OF_ATTACKS),
            _ => Ok(()),
        }
    }
}

/// Checks that all cards of both units can be played in an attack; `rolls_charge` says whether the
/// question rolls for a charge.
///
/// # Errors
/// [`RequestError::Contradiction`] for the first card that cannot.
pub(super) fn check(attack: &Attack, rolls_charge: bool) -> Result<(), RequestError> {
    check_attack(attack, rolls_charge).map_err(|card| card.why)
}

/// Checks that all cards can be played in an attack.
///
/// # Errors
/// The first card that cannot.
fn check_attack(attack: &Attack, rolls_charge: bool) -> Result<(), Unplayable> {
    for (id, is_first) in OF_ATTACKS.into_iter().zip([true, false]) {
        let place = Place { attack, is_attacker: is_first, rolls_charge, id };
        let unit = if is_first { attack.attacker() } else { attack.defender() };
        let wrong = |(name, why): (Arc<str>, String)| {
            let why = RequestError::contradiction(id, why);
            Unplayable { is_first, name, why }
        };
        for (card, play) in cards_of(unit) {
            place.check(card, play).map_err(|why| wrong((Arc::clone(&card.name), why)))?;
        }
        check_triggers(unit).map_err(wrong)?;
    }
    Ok(())
}

/// Checks that all cards can be played in a duel, each in the first attack that has its trigger.
///
/// # Errors
/// As [`check`].
pub(super) fn check_duel(duel: &Duel) -> Result<(), RequestError> {
    check_duel_of(duel, OF_DUELS).map_err(|card| card.why)
}

/// Checks the cards of a duel, which these keys name.
fn check_duel_of(duel: &Duel, ids: [&'static str; 2]) -> Result<(), Unplayable> {
    let sides = [DuelSide::A, DuelSide::B].into_iter().zip(ids);
    for ((side, id), unit) in sides.zip(duel.sides()) {
        let wrong = |(name, why): (Arc<str>, String)| {
            let why = RequestError::contradiction(id, why);
            Unplayable { is_first: side == DuelSide::A, name, why }
        };
        for (card, play) in cards_of(unit) {
            let is_attacker = play.trigger.is_of_the_attacker().unwrap_or(play.stays);
            let by = if is_attacker { side } else { side.other() };
            let attack = duel.first_attack(by);
            let place = Place { attack: &attack, is_attacker, rolls_charge: false, id };
            place.check_play(card, play).map_err(|why| wrong((Arc::clone(&card.name), why)))?;
        }
        check_triggers(unit).map_err(wrong)?;
    }
    Ok(())
}

/// Checks the cards of a unit that takes a panic test alone.
///
/// # Errors
/// As [`check`].
pub(super) fn check_test(unit: &Combatant) -> Result<(), RequestError> {
    const ID: &str = CardKeys::<{ role::NONE }>::ID;
    let wrong = |wrong: String| RequestError::contradiction(ID, wrong);
    for (card, play) in cards_of(unit) {
        if play.trigger != Trigger::Testing && !play.stays {
            return Err(wrong(format!(
                "`{}` is played {}, and this question is about a panic test alone",
                card.name,
                play.trigger.words()
            )));
        }
        let meets = |only: &Conditions| unit.meets_alone(only);
        check_conditions(card, play, ID, meets).map_err(wrong)?;
    }
    check_triggers(unit).map_err(|(_, why)| wrong(why))
}

/// Returns the cards of a unit.
fn cards_of(unit: &Combatant) -> impl Iterator<Item = (&ModelledAbility, &CardPlay)> {
    unit.abilities.iter().filter_map(|one| Some((one, one.effects.card.as_ref()?)))
}

/// Checks that a player plays one card for each trigger (A8.4). Returns the name of the first that is
/// one too many, and why.
fn check_triggers(unit: &Combatant) -> Result<(), (Arc<str>, String)> {
    let mut played: Vec<(Trigger, &str)> = Vec::new();
    for (card, play) in cards_of(unit).filter(|(_, play)| !play.stays) {
        if let Some((_, other)) = played.iter().find(|(trigger, _)| *trigger == play.trigger) {
            let why = format!(
                "`{other}` and `{}` are both played {}, and a player plays one card per trigger \
                 (A8.4): leave out one of them",
                card.name,
                play.trigger.words()
            );
            return Err((Arc::clone(&card.name), why));
        }
        played.push((play.trigger, &card.name));
    }
    Ok(())
}

/// Where a card is played.
#[derive(Clone, Copy)]
struct Place<'a> {
    attack: &'a Attack,
    is_attacker: bool,
    rolls_charge: bool,
    /// The key that names the card.
    id: &'static str,
}

/// Checks the conditions under which a card is played. `id` is the key that names the card.
fn check_conditions(
    card: &ModelledAbility,
    play: &CardPlay,
    id: &str,
    meets: impl Fn(&Conditions) -> bool,
) -> Result<(), String> {
    let mut keys = CONDITION_KEYS.iter();
    match keys.find(|key| !meets(&(key.only)(&play.requires))) {
        Some(key) => Err(format!("`{}` is played only {}", card.name, required(key, play, id))),
        None => Ok(()),
    }
}

/// Keys of conditions that a question states, and what its key is called without the role.
const STATED: [(&str, &str); 3] =
    [("resource", "resource"), ("near_commander", "near-commander"), ("supported", "supported")];

/// Describes a condition of a card that does not hold.
fn required(key: &ConditionKey, play: &CardPlay, id: &str) -> String {
    let required = describe_conditions(&(key.only)(&play.requires)).join(", ");
    let required = format!("{required}, which does not hold here");
    let role = id.strip_suffix("card").unwrap_or_default().replace('_', "-");
    let is_stated = |(condition, _): &&(&str, &str)| {
        // the unit of a panic test has no support
        *condition == key.key && (!role.is_empty() || *condition != "supported")
    };
    match STATED.iter().find(is_stated) {
        Some((_, name)) => format!("{required}: `{role}{name}` states it"),
        None => required,
    }
}

impl Place<'_> {
    /// Checks that a card can be played and does something.
    fn check(self, card: &ModelledAbility, play: &CardPlay) -> Result<(), String> {
        self.check_play(card, play)?;
        let may_act = |rolls_charge: bool| {
            let mut moments = card.effects.all().map(|effect| effect.moment);
            moments.any(|moment| moment.may_come(self.is_attacker, rolls_charge))
        };
        if may_act(self.rolls_charge) {
            return Ok(());
        }
        let help = if may_act(true) {
            "it changes the charge roll: ask `charge` instead".to_owned()
        } else {
            format!("it does nothing for the {} here", self.role())
        };
        Err(format!("`{}` has no effect: {help}", card.name))
    }

    /// Checks that a card can be played.
    fn check_play(self, card: &ModelledAbility, play: &CardPlay) -> Result<(), String> {
        if !play.stays {
            self.check_trigger(card, play.trigger)?;
        }
        check_conditions(card, play, self.id, |only| self.attack.meets(self.is_attacker, only))
    }

    fn check_trigger(self, card: &ModelledAbility, trigger: Trigger) -> Result<(), String> {
        let (name, when) = (&card.name, trigger.words());
        if trigger == Trigger::Claim {
            return Err(format!(
                "`{name}` is played {when}, and nobody claims one in this question"
            ));
        }
        if trigger.is_of_the_attacker().is_some_and(|attacker| attacker != self.is_attacker) {
            let role = self.role();
            return Err(format!("`{name}` is played {when}, which does not happen for the {role}"));
        }
        let charge = self.attack.context.engagement.charge();
        if trigger.is_of_a_charge() && charge.is_none() {
            return Err(format!("`{name}` is played {when}, and nobody charges in this question"));
        }
        let disorderly = charge.is_some_and(|charge| charge.disorderly);
        if disorderly && self.is_attacker && !trigger.precedes_arrival() {
            return Err(format!(
                "`{name}` is played {when}, and after a disorderly charge its player cannot play \
                 cards (A5.5)"
            ));
        }
        Ok(())
    }

    const fn role(self) -> &'static str {
        side(if self.is_attacker { role::ATTACKER } else { role::DEFENDER })
    }
}
