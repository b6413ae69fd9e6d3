//! Keys of tactics cards that players play in a question, and when they cannot be played.

use crate::catalogue::conditions::{CONDITION_KEYS, ConditionKey, ConditionValue};
use crate::catalogue::{CardUse, Catalogue, TacticsCard, describe_conditions, is_same_name};
use crate::document::schema::{Schema, line};
use crate::request::role::{self, side};
use crate::request::{RequestError, Value, groups, keys};
use warodds_games::asoiaf::army::is_one_army;
use warodds_games::asoiaf::effect::{CardPlay, Conditions, Trigger};
use warodds_games::asoiaf::{
    Attack, Combatant, Duel, DuelSide, ModelledAbility, Unit, names_match,
};

keys! {
    /// Tactics cards that the player of one unit plays.
    pub struct CardKeys<ROLE> in Abilities {
        /// A tactics card that the player of {role} plays when its trigger comes (see `warodds
        /// cards`), or CARD=WAY for one of several ways to play it. May be given several times.
        several card: PlayedCard, "CARD";
    }
}

groups! {
    /// Tactics cards that both players play.
    pub struct PlayedCards<ONE, OTHER> {
        /// Of the first unit.
        pub one: CardKeys<ONE>,
        /// Of the other unit.
        pub other: CardKeys<OTHER>,
    }
}

/// The note of answers with tactics cards.
pub(super) const CARDS_OF: &str = "tactics cards are those of 2021 to S05";

/// A tactics card as a question names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedCard {
    /// Its name.
    pub name: String,
    /// Which of several ways to play it.
    pub way: Option<String>,
}

impl Value for PlayedCard {
    fn read(text: &str) -> Result<Self, String> {
        let (name, way) = match text.split_once('=') {
            Some((name, way)) => (name.trim(), Some(way.trim().to_owned())),
            None => (text.trim(), None),
        };
        if name.is_empty() || way.as_deref() == Some("") {
            return Err("it must be the name of a card, or CARD=WAY".to_owned());
        }
        Ok(Self { name: name.to_owned(), way })
    }

    fn show(&self) -> String {
        self.way.as_ref().map_or_else(|| self.name.clone(), |way| format!("{}={way}", self.name))
    }

    fn schema() -> Schema {
        line(200)
    }
}

impl<const ONE: u8, const OTHER: u8> PlayedCards<ONE, OTHER> {
    /// Adds the cards to both units, as abilities.
    ///
    /// # Errors
    /// [`RequestError`] for an unknown card and for one that the army of its unit cannot have.
    pub fn deal(&self, units: &mut [Unit; 2], catalogue: &Catalogue) -> Result<(), RequestError> {
        let [one, other] = units;
        self.one.deal(one, catalogue)?;
        self.other.deal(other, catalogue)
    }
}

impl PlayedCards<{ role::ATTACKER }, { role::DEFENDER }> {
    /// Returns whether no card is played.
    pub(super) const fn is_empty(&self) -> bool {
        self.one.card.is_empty() && self.other.card.is_empty()
    }

    /// Returns the cards with a further one of a role.
    pub(super) fn with(&self, role: u8, played: PlayedCard) -> Self {
        let mut cards = self.clone();
        match role {
            role::ATTACKER => cards.one.card.push(played),
            _ => cards.other.card.push(played),
        }
        cards
    }
}

impl<const ROLE: u8> CardKeys<ROLE> {
    /// The id of the key.
    const ID: &'static str =
        role::id(ROLE, ["card", "attacker_card", "defender_card", "a_card", "b_card"]);

    /// Adds the cards to a unit, as abilities.
    ///
    /// # Errors
    /// As [`PlayedCards::deal`].
    pub(super) fn deal(&self, unit: &mut Unit, catalogue: &Catalogue) -> Result<(), RequestError> {
        for played in &self.card {
            let wrong = |wrong: String| RequestError::contradiction(Self::ID, wrong);
            let card = catalogue.find_tactics_of(&played.name, unit);
            let card = card.map_err(|error| RequestError::contradiction(Self::ID, error))?;
            check_army(card, unit).map_err(wrong)?;
            let ability = card.as_ability(Self::way(card, played).map_err(wrong)?);
            if unit.abilities.iter().any(|other| other.name == ability.name) {
                return Err(wrong(format!(
                    "{} has `{}` already: effects of one name do not add up (A0.8)",
                    unit.name, ability.name
                )));
            }
            unit.abilities.push(ability);
        }
        Ok(())
    }

    /// Returns the way to play a card that a question names, or the first for this role.
    fn way<'c>(card: &'c TacticsCard, played: &PlayedCard) -> Result<&'c CardUse, String> {
        let Some(first) = card.uses.first() else {
            let why = card.left_out.as_deref().unwrap_or("all of it");
            return Err(format!("nothing of `{}` acts in this question: {why}", card.name));
        };
        let Some(way) = &played.way else {
            let is_attacker = match ROLE {
                role::ATTACKER => Some(true),
                role::DEFENDER => Some(false),
                _ => None,
            };
            let fits = |one: &&CardUse| {
                let play = one.effects.card.as_ref();
                play.is_some_and(|play| {
                    let of = play.trigger.is_of_the_attacker();
                    play.stays || of.is_none() || is_attacker.is_none() || of == is_attacker
                })
            };
            return Ok(card.uses.iter().find(fits).unwrap_or(first));
        };
        let is_it = |one: &&CardUse| one.name.as_ref().is_some_and(|name| names_match(name, way));
        card.uses.iter().find(is_it).ok_or_else(|| {
            let known: Vec<&str> = card.uses.iter().filter_map(|one| one.name.as_deref()).collect();
            let help = if known.is_empty() {
                "there is one way to play it".to_owned()
            } else {
                format!("the ways to play it are {}", known.join(", "))
            };
            format!("`{}` is not played as `{way}`: {help}", card.name)
        })
    }
}

/// Checks that the army of a unit may have a card.
pub(super) fn check_army(card: &TacticsCard, unit: &Unit) -> Result<(), String> {
    let faction = unit.faction.as_deref().filter(|own| !is_one_army(own, &card.origin.faction));
    if let Some(faction) = faction {
        return Err(format!(
            "`{}` is a card of {}, and {} is of {faction} (A11.2)",
            card.name, card.origin.faction, unit.name
        ));
    }
    let commanders = card.commander.as_deref().zip(unit.allegiance.commander());
    match commanders.filter(|(own, other)| !is_same_name(own, other)) {
        Some((own, other)) => Err(format!(
            "`{}` is a card of {own}, and the commander here is {other}: an army has one (A11.4)",
            card.name
        )),
        None => Ok(()),
    }
}

/// Checks that all cards of both units can be played in an attack; `rolls_charge` says whether the
/// question rolls for a charge.
///
/// # Errors
/// [`RequestError::Contradiction`] for the first card that cannot.
pub(super) fn check(attack: &Attack, rolls_charge: bool) -> Result<(), RequestError> {
    let ids = [CardKeys::<{ role::ATTACKER }>::ID, CardKeys::<{ role::DEFENDER }>::ID];
    for (id, is_attacker) in ids.into_iter().zip([true, false]) {
        let place = Place { attack, is_attacker, rolls_charge, id };
        let unit = if is_attacker { attack.attacker() } else { attack.defender() };
        let wrong = |wrong: String| RequestError::contradiction(id, wrong);
        cards_of(unit).try_for_each(|(card, play)| place.check(card, play)).map_err(wrong)?;
        check_triggers(unit).map_err(wrong)?;
    }
    Ok(())
}

/// Checks that all cards can be played in a duel, each in the first attack that has its trigger.
///
/// # Errors
/// As [`check`].
pub(super) fn check_duel(duel: &Duel) -> Result<(), RequestError> {
    let ids = [CardKeys::<{ role::A }>::ID, CardKeys::<{ role::B }>::ID];
    let sides = [DuelSide::A, DuelSide::B].into_iter().zip(ids);
    for ((side, id), unit) in sides.zip(duel.sides()) {
        let wrong = |wrong: String| RequestError::contradiction(id, wrong);
        for (card, play) in cards_of(unit) {
            let is_attacker = play.trigger.is_of_the_attacker().unwrap_or(play.stays);
            let by = if is_attacker { side } else { side.other() };
            let attack = duel.first_attack(by);
            let place = Place { attack: &attack, is_attacker, rolls_charge: false, id };
            place.check_play(card, play).map_err(wrong)?;
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
                "`{}` is played {}, and here a panic test alone is asked about",
                card.name,
                play.trigger.words()
            )));
        }
        let meets = |only: &Conditions| unit.meets_alone(only);
        check_conditions(card, play, ID, meets).map_err(wrong)?;
    }
    check_triggers(unit).map_err(wrong)
}

/// Returns the cards of a unit.
fn cards_of(unit: &Combatant) -> impl Iterator<Item = (&ModelledAbility, &CardPlay)> {
    unit.abilities.iter().filter_map(|one| Some((one, one.effects.card.as_ref()?)))
}

/// Checks that a player plays one card for each trigger (A8.4).
fn check_triggers(unit: &Combatant) -> Result<(), String> {
    let mut played: Vec<(Trigger, &str)> = Vec::new();
    for (card, play) in cards_of(unit).filter(|(_, play)| !play.stays) {
        if let Some((_, other)) = played.iter().find(|(trigger, _)| *trigger == play.trigger) {
            return Err(format!(
                "`{other}` and `{}` are both played {}, and a player plays one card for each \
                 trigger (A8.4): leave out one of them",
                card.name,
                play.trigger.words()
            ));
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
    let mut failing = (key.only)(&play.requires);
    let words = describe_conditions(&failing).join(", ");
    let required = match key.value {
        ConditionValue::Whether(field) => {
            let holds = field(&mut failing);
            *holds = holds.map(|holds| !holds);
            format!("{words}, and here it is {}", describe_conditions(&failing).join(", "))
        }
        ConditionValue::Types(_) | ConditionValue::Affiliations(_) => format!("on a unit {words}"),
        ConditionValue::Zones(_) => format!("by a player {words}"),
        ConditionValue::Facing(_) => words,
        _ => format!("with {words}"),
    };
    let role = id.strip_suffix("card").unwrap_or_default().replace('_', "-");
    let is_stated = |(condition, _): &&(&str, &str)| {
        // the unit of a panic test has no other circumstances
        *condition == key.key && (!role.is_empty() || *condition == "near_commander")
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
            "it changes the charge roll: ask `charge`".to_owned()
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
            return Err(format!("`{name}` is played {when}, and here nobody claims one"));
        }
        if trigger.is_of_the_attacker().is_some_and(|attacker| attacker != self.is_attacker) {
            let role = self.role();
            return Err(format!("`{name}` is played {when}, which never comes for the {role}"));
        }
        let charge = self.attack.context.engagement.charge();
        if trigger.is_of_a_charge() && charge.is_none() {
            return Err(format!("`{name}` is played {when}, and here nobody charges"));
        }
        let disorderly = charge.is_some_and(|charge| charge.disorderly);
        if disorderly && self.is_attacker && !trigger.precedes_arrival() {
            return Err(format!(
                "`{name}` is played {when}, and after a disorderly charge its player plays no \
                 cards (A5.5)"
            ));
        }
        Ok(())
    }

    const fn role(self) -> &'static str {
        side(if self.is_attacker { role::ATTACKER } else { role::DEFENDER })
    }
}
