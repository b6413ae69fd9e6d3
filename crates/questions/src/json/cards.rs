//! Cards as JSON.

use serde::Serialize;

use crate::catalogue::{Attachment, Card, Catalogue, Ncu, Price, describe_effects};
use warodds_games::asoiaf::{Ability, ModelStatus, Season, Weapon};

/// An attack of a card.
#[derive(Clone, Debug, Serialize)]
pub struct WeaponData<'a> {
    name: &'a str,
    kind: &'static str,
    hit: u8,
    dice: Vec<u8>,
}

/// An ability of a card.
#[derive(Clone, Debug, Serialize)]
pub struct AbilityData<'a> {
    name: &'a str,
    /// `modelled`, `modelled in part`, `not modelled` or `no effect on dice`.
    status: &'static str,
    codes: Vec<&'static str>,
    summary: Option<&'a str>,
    /// Its effects in words; empty if they are not modelled.
    effects: Vec<String>,
    /// The part that is not counted, in words.
    left_out: Option<&'a str>,
    /// The options its owner chooses from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    options: Vec<String>,
}

/// The card of a unit.
#[derive(Clone, Debug, Serialize)]
pub struct CardData<'a> {
    id: &'a str,
    name: &'a str,
    faction: &'a str,
    #[serde(rename = "type")]
    kind: &'static str,
    solo: bool,
    cost: Option<u8>,
    speed: Option<u8>,
    defense: u8,
    morale: Option<u8>,
    models: u8,
    ranks: u8,
    wounds_per_model: u8,
    wounds: u8,
    attacks: Vec<WeaponData<'a>>,
    abilities: Vec<AbilityData<'a>>,
    season: &'static str,
    version: Option<&'a str>,
    /// Why its numbers are uncertain.
    #[serde(skip_serializing_if = "Option::is_none")]
    doubt: Option<&'a str>,
    source: &'a str,
}

/// An attachment.
#[derive(Clone, Debug, Serialize)]
pub struct AttachmentData<'a> {
    id: &'a str,
    name: String,
    faction: &'a str,
    #[serde(rename = "type")]
    joins: &'static str,
    cost: Option<u8>,
    commander: bool,
    character: bool,
    abilities: Vec<AbilityData<'a>>,
    season: &'static str,
    version: Option<&'a str>,
    /// Why its numbers are uncertain.
    #[serde(skip_serializing_if = "Option::is_none")]
    doubt: Option<&'a str>,
    source: &'a str,
}

/// An NCU.
#[derive(Clone, Debug, Serialize)]
pub struct NcuData<'a> {
    id: &'a str,
    name: String,
    faction: &'a str,
    #[serde(rename = "type")]
    kind: &'static str,
    cost: u8,
    commander: bool,
    season: &'static str,
    version: Option<&'a str>,
    /// Why its numbers are uncertain.
    #[serde(skip_serializing_if = "Option::is_none")]
    doubt: Option<&'a str>,
    source: &'a str,
}

/// Returns how far answers count an ability.
pub fn status(status: &ModelStatus) -> &'static str {
    match status {
        ModelStatus::NoDice => "no effect on dice",
        ModelStatus::Elsewhere => "elsewhere",
        ModelStatus::Modelled(effects) if effects.left_out.is_none() => "modelled",
        ModelStatus::Modelled(_) => "modelled in part",
        ModelStatus::NotModelled => "not modelled",
    }
}

fn weapon(weapon: &Weapon) -> WeaponData<'_> {
    let dice = weapon.dice.iter().map(|dice| dice.get()).collect();
    WeaponData { name: &weapon.name, kind: weapon.reach.name(), hit: weapon.hit.get(), dice }
}

/// Converts the abilities of a card of a season.
fn abilities<'a>(
    catalogue: &'a Catalogue,
    names: &'a [String],
    season: Season,
) -> Vec<AbilityData<'a>> {
    let ability = |name: &'a String| {
        let entry = catalogue.ability(name, season);
        let effects = entry.and_then(|entry| match &entry.status {
            ModelStatus::Modelled(effects) => Some(effects.as_ref()),
            ModelStatus::NoDice | ModelStatus::Elsewhere | ModelStatus::NotModelled => None,
        });
        AbilityData {
            name,
            // a card may name an ability that no entry describes: to answers it is not modelled
            status: status(entry.map_or(&ModelStatus::NotModelled, |entry| &entry.status)),
            codes: entry.map_or_else(Vec::new, |entry| entry.codes.clone()),
            summary: entry.and_then(|entry| entry.summary.as_deref()),
            effects: effects.map(describe_effects).unwrap_or_default(),
            // reported next to the effects: `modelled in part` alone does not say which part
            left_out: effects.and_then(|effects| effects.left_out.as_deref()),
            options: entry.map(|entry| options(name, &entry.status)).unwrap_or_default(),
        }
    };
    names.iter().map(ability).collect()
}

/// Returns the options of an ability that its owner chooses from.
fn options(name: &str, status: &ModelStatus) -> Vec<String> {
    let ability = Ability { name: name.into(), status: status.clone(), attached: false };
    ability.options().unwrap_or_default().into_iter().map(str::to_owned).collect()
}

/// Converts the card of a unit.
pub fn card<'a>(catalogue: &'a Catalogue, card: &'a Card) -> CardData<'a> {
    let Card { id, unit, origin, .. } = card;
    CardData {
        id,
        name: &unit.name,
        faction: &origin.faction,
        kind: unit.kind.name(),
        solo: unit.is_solo(),
        cost: unit.cost.map(|cost| cost.get()),
        speed: unit.speed.map(|speed| speed.get()),
        defense: unit.defense.get(),
        morale: unit.morale.map(|morale| morale.get()),
        models: unit.body.models(),
        ranks: unit.body.ranks(),
        wounds_per_model: unit.body.wounds_per_model(),
        wounds: unit.body.wounds(),
        attacks: unit.attacks.iter().map(weapon).collect(),
        abilities: abilities(catalogue, &card.abilities, origin.season),
        season: origin.season.name(),
        version: origin.version.as_deref(),
        doubt: origin.doubt.as_deref(),
        source: &origin.source,
    }
}

/// Converts an attachment.
pub fn attachment<'a>(catalogue: &'a Catalogue, attachment: &'a Attachment) -> AttachmentData<'a> {
    let origin = &attachment.origin;
    let (cost, commander) = match attachment.price {
        Price::Points(cost) => (Some(cost.get()), false),
        // a commander is free (A11.1), which is no cost of 0 points: `null` keeps it out of sums
        Price::Commander => (None, true),
    };
    AttachmentData {
        id: &attachment.id,
        name: attachment.full_name(),
        faction: &origin.faction,
        joins: attachment.joins.name(),
        cost,
        commander,
        character: attachment.character,
        abilities: abilities(catalogue, &attachment.abilities, origin.season),
        season: origin.season.name(),
        version: origin.version.as_deref(),
        doubt: origin.doubt.as_deref(),
        source: &origin.source,
    }
}

/// Converts an NCU.
pub fn ncu(ncu: &Ncu) -> NcuData<'_> {
    NcuData {
        id: &ncu.id,
        name: ncu.full_name(),
        faction: &ncu.origin.faction,
        kind: "ncu",
        cost: ncu.cost.get(),
        commander: ncu.commander,
        season: ncu.origin.season.name(),
        version: ncu.origin.version.as_deref(),
        doubt: ncu.origin.doubt.as_deref(),
        source: &ncu.origin.source,
    }
}

/// Writes data as indented text.
///
/// # Errors
/// Never for cards; the serializer's own error is returned rather than hidden.
pub fn text(data: &impl Serialize) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(data)
}
