//! Entries of a catalogue: cards of units, attachments, NCUs and abilities.

use std::sync::Arc;

use warodds_games::asoiaf::effect::{Conditions, EffectTarget, Effects, Moment};
use warodds_games::asoiaf::values::Cost;
use warodds_games::asoiaf::{CardEdition, ModelStatus, Range, Unit, UnitType};

/// The origin of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardOrigin {
    /// The faction of its file, e.g. `Night's Watch`.
    pub faction: String,
    /// The edition of the card.
    pub edition: CardEdition,
    /// The printing of the card within its edition, e.g. `2021-S03`, if known.
    pub version: Option<String>,
    /// The source of the numbers.
    pub source: String,
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
    /// The names of the abilities.
    pub abilities: Vec<String>,
    /// Whether the unit is a commander, as a few solos are (A11.4).
    pub commander: bool,
    /// The tray, if it is not the one of the unit's type (A15.2).
    pub tray: Option<CardTray>,
    /// Edition, printing and source of the card.
    pub origin: CardOrigin,
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
    /// Edition, printing and source of the card.
    pub origin: CardOrigin,
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
    /// The names of the abilities.
    pub abilities: Vec<String>,
    /// Edition, printing and source of the card.
    pub origin: CardOrigin,
}

impl Attachment {
    /// Returns the name with its title.
    pub fn full_name(&self) -> String {
        full_name(&self.name, self.title.as_deref())
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
    /// Faction, edition, printing and source of the card.
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

/// When a tactics card is played outside of attacks, charges and tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BattleTrigger {
    /// A round begins.
    RoundStart,
    /// A turn of either player begins.
    TurnStart,
    /// A turn of the card's player begins.
    OwnTurnStart,
    /// A turn of the enemy begins.
    EnemyTurnStart,
    /// A friendly unit activates.
    FriendActivates,
    /// An enemy unit activates.
    EnemyActivates,
    /// A turn of either player ends.
    TurnEnd,
    /// A round ends.
    RoundEnd,
}

impl BattleTrigger {
    /// All triggers with their names in files and their descriptions.
    pub const ALL: [(Self, &'static str, &'static str); 8] = [
        (Self::RoundStart, "start-of-round", "at the start of a round"),
        (Self::TurnStart, "start-of-turn", "at the start of a turn"),
        (Self::OwnTurnStart, "start-of-own-turn", "at the start of a turn of its player"),
        (Self::EnemyTurnStart, "start-of-enemy-turn", "at the start of a turn of the enemy"),
        (Self::FriendActivates, "friend-activates", "when a friendly unit activates"),
        (Self::EnemyActivates, "enemy-activates", "when an enemy unit activates"),
        (Self::TurnEnd, "end-of-turn", "at the end of a turn"),
        (Self::RoundEnd, "end-of-round", "at the end of a round"),
    ];

    /// Returns the name in files.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(trigger, ..)| *trigger == self).map_or("", |(_, name, _)| name)
    }

    /// Returns the description.
    pub fn words(self) -> &'static str {
        Self::ALL.iter().find(|(trigger, ..)| *trigger == self).map_or("", |(.., words)| words)
    }
}

/// The unit for which a tactics card is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChosenUnit {
    /// The unit that activates.
    Activating,
    /// Any on the table.
    Any,
    /// One in contact with an enemy.
    Engaged,
    /// One in contact with no enemy.
    Unengaged,
}

/// The enemy for which a tactics card is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChosenEnemy {
    /// The unit that activates.
    Activating,
    /// Any on the table.
    Any,
    /// One in contact with the card's unit, or with any friend if the card has none.
    Engaged,
}

/// When a tactics card leaves the unit on which it stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StayEnd {
    /// At the end of the turn.
    Turn,
    /// At the end of the round.
    Round,
    /// At the end of the battle.
    Battle,
    /// When its unit fails a panic test.
    FailedPanic,
    /// When its unit has been attacked.
    Attacked,
}

impl StayEnd {
    /// All ends with their names in files and their descriptions.
    pub const ALL: [(Self, &'static str, &'static str); 5] = [
        (Self::Turn, "turn-end", "until the end of the turn"),
        (Self::Round, "round-end", "until the end of the round"),
        (Self::Battle, "game-end", "for the rest of the battle"),
        (Self::FailedPanic, "holder-fails-panic", "until its unit fails a panic test"),
        (Self::Attacked, "holder-attacked", "until its unit has been attacked"),
    ];

    /// Returns the description.
    pub fn words(self) -> &'static str {
        Self::ALL.iter().find(|(end, ..)| *end == self).map_or("", |(.., words)| words)
    }
}

/// What a tactics card does for the unit on which it stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StayingCard {
    /// Whether it stays on the chosen unit or on the enemy.
    pub on: EffectTarget,
    /// When it leaves.
    pub until: StayEnd,
    /// Types of friends of which one must have been destroyed for it to count; empty if it counts
    /// at once.
    pub after_death_of: Vec<UnitType>,
    /// What it does as an ability of its unit.
    pub effects: Arc<Effects>,
}

/// A way in which battles play a tactics card outside of attacks, charges and tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattlePlay {
    /// The name that distinguishes it from other ways to play the card.
    pub name: Option<String>,
    /// When it is played.
    pub trigger: BattleTrigger,
    /// The unit that has the effects; `None` if the card is for an enemy alone, or for no unit.
    pub unit: Option<ChosenUnit>,
    /// The enemy on which the effects act, if any.
    pub enemy: Option<ChosenEnemy>,
    /// The range of the unit within which the enemy must be; `None` for any distance.
    pub within: Option<Range>,
    /// What must hold for the unit and the enemy.
    pub requires: Conditions,
    /// What it does at once: effects of [`Self::moment`], and those that follow their tests.
    pub effects: Arc<Effects>,
    /// The cards that its player draws.
    pub draw: u8,
    /// What it does for the unit on which it stays.
    pub stays: Option<StayingCard>,
}

impl BattlePlay {
    /// Returns the moment of the effects that the card has at once.
    pub const fn moment(&self) -> Moment {
        match self.trigger {
            BattleTrigger::EnemyActivates => Moment::EnemyActivating,
            _ => Moment::Activating,
        }
    }
}

/// An ability of a catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbilityEntry {
    /// The name.
    pub name: String,
    /// The edition of the cards that have it: the same name may do something else in another.
    pub edition: CardEdition,
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
