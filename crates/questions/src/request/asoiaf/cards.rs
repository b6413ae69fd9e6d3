//! Keys of tactics cards that players play in a question.

use crate::catalogue::{CardUse, Catalogue, TacticsCard, is_same_name};
use crate::document::quoted;
use crate::document::schema::{Schema, line};
use crate::request::role;
use crate::request::{RequestError, Value, groups, keys};
use std::mem::take;
use warodds_games::asoiaf::army::is_one_army;
use warodds_games::asoiaf::{Unit, names_match};

keys! {
    /// Tactics cards that the player of one unit plays.
    pub struct CardKeys<ROLE> in Abilities {
        /// A tactics card that the player of {role} plays at its trigger (see `warodds cards`);
        /// CARD=WAY names one of several ways to play it. May be given several times.
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
    pub(super) const ID: &'static str =
        role::id(ROLE, ["card", "attacker_card", "defender_card", "a_card", "b_card"]);

    /// Adds the cards to a unit, as abilities.
    ///
    /// # Errors
    /// As [`PlayedCards::deal`].
    pub(super) fn deal(&self, unit: &mut Unit, catalogue: &Catalogue) -> Result<(), RequestError> {
        let mut led: Option<&TacticsCard> = None;
        for played in &self.card {
            let wrong = |wrong: String| RequestError::contradiction(Self::ID, wrong);
            let card = catalogue.find_tactics_of(&played.name, unit);
            let card = card.map_err(|error| RequestError::contradiction(Self::ID, error))?;
            check_army(card, unit).map_err(wrong)?;
            check_hand(card, led).map_err(wrong)?;
            led = led.or(Some(card)).filter(|one| one.commander.is_some());
            let ability = card.as_ability(Self::way(card, played).map_err(wrong)?);
            if unit.abilities.iter().any(|other| other.name == ability.name) {
                return Err(wrong(format!(
                    "{} already has `{}`: effects of the same name do not add up (A0.8)",
                    unit.name, ability.name
                )));
            }
            unit.abilities.push(ability);
            if has_vassal(unit, card) {
                unit.allegiance = take(&mut unit.allegiance).joined_by_vassal();
            }
        }
        Ok(())
    }

    /// Returns the way to play a card that a question names, or the first for this role.
    fn way<'c>(card: &'c TacticsCard, played: &PlayedCard) -> Result<&'c CardUse, String> {
        let Some(first) = card.uses.first() else {
            let why = card.left_out.as_deref().unwrap_or("all of it");
            return Err(format!("nothing on `{}` takes effect in this question: {why}", card.name));
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
                "it can be played in one way only".to_owned()
            } else {
                format!("it can be played as {}", known.join(", "))
            };
            format!("`{}` cannot be played as {}: {help}", card.name, quoted(way))
        })
    }
}

/// Returns whether a model in a unit counts as the commander of an army with a card: a vassal of any
/// commander, or of the one whose card it is.
fn has_vassal(unit: &Unit, card: &TacticsCard) -> bool {
    let serves = |lord: &str| {
        let commander = card.commander.as_deref().unwrap_or_default();
        lord == "Commander" || commander.split(' ').any(|name| name == lord)
    };
    let lord_of = |name: &str| {
        let lord = name.strip_suffix(" Vassal")?;
        lord.strip_suffix("'s").or_else(|| lord.strip_suffix('\'')).map(str::to_owned)
    };
    unit.abilities.iter().filter_map(|ability| lord_of(&ability.name)).any(|lord| serves(&lord))
}

/// Checks that a player may have a card beside another, which is of a commander.
fn check_hand(card: &TacticsCard, other: Option<&TacticsCard>) -> Result<(), String> {
    let Some(other) = other else { return Ok(()) };
    let commanders = card.commander.as_deref().zip(other.commander.as_deref());
    match commanders.filter(|(own, first)| !is_same_name(own, first)) {
        Some((own, first)) => Err(format!(
            "`{}` is a card of {own}, and `{}` of {first}: an army has one commander (A11.4)",
            card.name, other.name
        )),
        None => Ok(()),
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
