//! Entries of a catalogue: cards of units, attachments, NCUs and abilities.

use std::sync::Arc;

use super::army_terms::{ArmyTerms, is_called};
use super::battle_play::BattlePlay;
use warodds_games::asoiaf::effect::{Effects, Zone};
use warodds_games::asoiaf::values::Cost;
use warodds_games::asoiaf::{ModelStatus, Season, Unit, UnitType};

/// The origin of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardOrigin {
    /// The faction of its file, e.g. `Night's Watch`.
    pub faction: String,
    /// The season of the card.
    pub season: Season,
    /// The printing of the card within its season, e.g. `2021-S03`, if known.
    pub version: Option<String>,
    /// The source of the numbers.
    pub source: String,
    /// Why the numbers are uncertain, if they are.
    pub doubt: Option<String>,
}

/// The tray of a unit (A15.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardTray {
    /// The tray of infantry.
    Infantry,
    /// The tray of cavalry.
    Cavalry,
    /// The tray of solos.
    Small,
    /// The tray of war machines and the largest solos.
    Large,
}

impl CardTray {
    /// All trays with their names in files.
    pub const ALL: [(&'static str, Self); 4] = [
        ("infantry", Self::Infantry),
        ("cavalry", Self::Cavalry),
        ("small", Self::Small),
        ("large", Self::Large),
    ];
}

/// The card of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The id in kebab-case, unique among units.
    pub id: String,
    /// The numbers of the card. [`Catalogue::unit`](super::Catalogue::unit) adds the abilities.
    pub unit: Unit,
    /// The second line of its name, e.g. `The Mountain That Rides`.
    pub title: Option<String>,
    /// The names of the abilities.
    pub abilities: Vec<String>,
    /// Whether the unit is a commander, as a few solos are (A11.4).
    pub commander: bool,
    /// Whether the unit is a character, which an army may have once only (A11.3).
    pub character: bool,
    /// What the card says about its army.
    pub terms: ArmyTerms,
    /// The tray, if it is not the one of the unit's type (A15.2).
    pub tray: Option<CardTray>,
    /// Season, printing and source of the card.
    pub origin: CardOrigin,
}

impl Card {
    /// Returns the name with the second line of the card.
    pub fn full_name(&self) -> String {
        full_name(&self.unit.name, self.title.as_deref())
    }
}

/// A non-combat unit, which acts on the tactics board (A11.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ncu {
    /// The id in kebab-case, unique among NCUs.
    pub id: String,
    /// The name, e.g. `Sansa Stark`.
    pub name: String,
    /// The title that distinguishes versions of a name, e.g. `Little Bird`.
    pub title: Option<String>,
    /// The cost in points.
    pub cost: Cost,
    /// Whether the NCU may command an army (A11.4).
    pub commander: bool,
    /// What the card says about its army.
    pub terms: ArmyTerms,
    /// What the NCU does in battles.
    pub abilities: NcuAbilities,
    /// Season, printing and source of the card.
    pub origin: CardOrigin,
}

/// What an NCU does in battles (A9.4).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NcuAbilities {
    /// What it does, in our own words.
    pub summary: Option<String>,
    /// The order tokens that it has at the start of a battle.
    pub tokens: u8,
    /// The cards by which it enlarges the hand of its player (A8.2).
    pub hand_size: u8,
    /// Whether it loses an order token with each claim, and leaves the battle at the end of a round
    /// in which it has none.
    pub dies_without_tokens: bool,
    /// Whether it gains an order token for each rank of an enemy that is destroyed.
    pub tokens_by_ranks: bool,
    /// Whether it never activates.
    pub never_acts: bool,
    /// The zone that its player controls while it is on the tactics board.
    pub counts_as: Option<Zone>,
    /// The ways to use it in attacks, charges and tests.
    pub uses: Vec<CardUse>,
    /// The ways to use it at other times.
    pub battle: Vec<BattlePlay>,
    /// The parts that battles leave out, if any.
    pub left_out: Option<String>,
}

impl Ncu {
    /// Returns the name with its title.
    pub fn full_name(&self) -> String {
        full_name(&self.name, self.title.as_deref())
    }
}

/// Joins a name and a title.
fn full_name(name: &str, title: Option<&str>) -> String {
    title.map_or_else(|| name.to_owned(), |title| format!("{name}, {title}"))
}

/// The units that an attachment may join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joins {
    /// Units of this type.
    Units(UnitType),
    /// No unit of its own side, such as an animal that another attachment brings.
    NoUnit,
}

impl Joins {
    /// Returns the name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Units(kind) => kind.name(),
            Self::NoUnit => "none",
        }
    }
}

/// The cost of an attachment (A11.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Price {
    /// The cost in points.
    Points(Cost),
    /// Free, because it is a commander.
    Commander,
}

/// An attachment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The id in kebab-case, unique among attachments.
    pub id: String,
    /// The name, e.g. `Robb Stark`.
    pub name: String,
    /// The title that distinguishes versions of a name, e.g. `The Wolf Lord`.
    pub title: Option<String>,
    /// The units it may join.
    pub joins: Joins,
    /// The cost.
    pub price: Price,
    /// Whether the attachment is a character, which an army may have once only (A11.3).
    pub character: bool,
    /// What the card says about its army.
    pub terms: ArmyTerms,
    /// The names of the abilities.
    pub abilities: Vec<String>,
    /// Season, printing and source of the card.
    pub origin: CardOrigin,
}

impl Attachment {
    /// Returns the name with its title.
    pub fn full_name(&self) -> String {
        full_name(&self.name, self.title.as_deref())
    }
}

impl Attachment {
    /// Returns the points; a commander is free (A11.1).
    pub const fn points(&self) -> u8 {
        match self.price {
            Price::Points(cost) => cost.get(),
            Price::Commander => 0,
        }
    }
}

impl Card {
    /// Returns the points that an attachment costs in this unit (A11.7); `None` for a commander.
    pub fn price_of(&self, attachment: &Attachment) -> Option<u8> {
        match attachment.price {
            Price::Points(cost) => Some(cost.get() - self.points_saved(attachment)),
            Price::Commander => None,
        }
    }

    /// Returns the points that an attachment costs less in this unit (A11.7).
    pub fn points_saved(&self, attachment: &Attachment) -> u8 {
        let ArmyTerms { free, discount, .. } = &self.terms;
        let is_free =
            free.iter().any(|name| is_called(name, &attachment.name, attachment.title.as_deref()));
        match self.terms.is_sure() {
            true if is_free => attachment.points(),
            true => attachment.points().min(*discount),
            false => 0,
        }
    }
}

/// A tactics card (A8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TacticsCard {
    /// The id in kebab-case, unique among tactics cards.
    pub id: String,
    /// The name, e.g. `Winter's Might`.
    pub name: String,
    /// The full name of the commander whose card it is; `None` for a card of a faction (A8.1).
    pub commander: Option<String>,
    /// The card of the faction whose place it takes in a deck, or [`TacticsCard::WHOLE_DECK`].
    pub replaces: Option<String>,
    /// The number of the card in its source.
    pub code: Option<String>,
    /// What the card does, in our own words.
    pub summary: Option<String>,
    /// The ways in which questions can play it; empty if nothing of it acts in them.
    pub uses: Vec<CardUse>,
    /// The parts that questions leave out, if any.
    pub left_out: Option<String>,
    /// The ways in which battles play it outside of attacks, charges and tests.
    pub battle: Vec<BattlePlay>,
    /// Faction, season, printing and source of the card.
    pub origin: CardOrigin,
}

/// A way to play a tactics card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardUse {
    /// The name that distinguishes it from other ways to play the card.
    pub name: Option<String>,
    /// What it does, its trigger and its conditions.
    pub effects: Arc<Effects>,
}

/// An ability of a catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbilityEntry {
    /// The name.
    pub name: String,
    /// The season of the cards that have it: the same name may do something else in another.
    pub season: Season,
    /// The effects on dice, and whether they are modelled.
    pub status: ModelStatus,
    /// Codes of [`EFFECT_KINDS`]; empty if they are not known.
    pub codes: Vec<&'static str>,
    /// What the ability does, in our own words, if known.
    pub summary: Option<String>,
}

/// The kinds of effects as code and description.
pub const EFFECT_KINDS: [(&str, &str); 47] = [
    ("A1", "more or fewer attack dice"),
    ("A2", "attack dice as with more or fewer ranks"),
    ("A3", "to hit better or worse"),
    ("A4", "all attack dice hit"),
    ("A5", "rerolls of attack dice"),
    ("A6", "natural 6s count as two hits"),
    ("A7", "hits from natural 6s cannot be blocked"),
    ("A8", "attack dice of 1 hurt the attacker"),
    ("A9", "several hits for each success"),
    ("A10", "hits in addition to the dice"),
    ("A11", "misses hurt the attacker"),
    ("D1", "saves better or worse"),
    ("D2", "rerolls of saves"),
    ("D3", "hits blocked in addition to the dice"),
    ("D4", "no saves"),
    ("D5", "only natural 6s save"),
    ("D6", "one wound for two unblocked hits"),
    ("D7", "something happens on a face of a save or for each blocked hit"),
    ("D8", "wounds by a formula instead of saves"),
    ("W1", "more wounds after the saves"),
    ("W2", "wounds without an attack"),
    ("W3", "hits without an attack"),
    ("W4", "wounds to its own side"),
    ("P1", "morale rolls better or worse"),
    ("P2", "a failed panic test costs more or less"),
    ("P3", "an upper limit for the cost of a failed panic test"),
    ("P4", "rerolls of morale tests"),
    ("P5", "morale tests that pass without a roll"),
    ("P6", "another morale value"),
    ("P7", "makes a unit take a morale test"),
    ("P8", "something happens when a test is passed"),
    ("P9", "something happens when a test is failed"),
    ("C1", "gives condition tokens"),
    ("C2", "takes condition tokens away"),
    ("C3", "prevents condition tokens or their use"),
    ("C4", "spends condition tokens on something else"),
    ("H1", "heals"),
    ("X1", "rerolls or fixes the charge die"),
    ("X2", "makes charges disorderly"),
    ("X3", "changes the bonus of charge, flank or rear"),
    ("E1", "another attack or charge"),
    ("E2", "attacks before the attacker does"),
    ("E3", "acts when it is destroyed"),
    ("E4", "survives or returns"),
    ("S1", "takes abilities, orders or cards away"),
    ("S2", "cancels something, often on a die"),
    ("K1", "kills an attachment"),
];
