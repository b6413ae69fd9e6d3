//! What a unit brings to a fight beside the numbers of its attack and defence: its abilities, what
//! they hang on, and how its player uses them.

use thiserror::Error;

use super::ability::ModelStatus;
use super::effect::{Action, Effects, Triggered, Zone, Zones};
use super::question::{Attacker, Defender};
use super::surroundings::Surroundings;
use super::unit::{Unit, UnitType};

/// What a player knows of the game around a fight. Unless told otherwise nothing helps: no zone is
/// held, it is the first round, the enemy has activated already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circumstances {
    /// Zones of the tactics table that the unit's player controls (A9).
    pub zones: Zones,
    /// The round of the game, from 1.
    pub round: u8,
    /// Whether the unit has activated this round already.
    pub activated: bool,
    /// Whether it was in contact with the enemy when the turn began.
    pub engaged_since_start: bool,
    /// Tokens of its own kind there are: Faith, Pillage, orders.
    pub resource: u8,
    /// Whether another friendly unit is in contact with the enemy.
    pub supported: bool,
}

impl Default for Circumstances {
    fn default() -> Self {
        Self {
            zones: Zones::default(),
            round: 1,
            activated: true,
            engaged_since_start: false,
            resource: 0,
            supported: false,
        }
    }
}

impl Circumstances {
    /// The name of a zone that both units' players would control, which no two can (A9).
    pub fn contested(&self, enemy: &Self) -> Option<&'static str> {
        let both = |zone: &&(Zone, _)| self.zones.has(zone.0) && enemy.zones.has(zone.0);
        Zone::ALL.iter().find(both).map(|(_, name)| *name)
    }
}

/// Whether an attacker with a reroll gives up hits for natural 6s that are worth more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fishing {
    /// Where all dice but 6s are worth more thrown again, in expectation.
    #[default]
    WhenItHelps,
    /// Misses alone are rerolled.
    Never,
    /// All dice but 6s are rerolled.
    Always,
}

impl Fishing {
    /// All of them with their names in files.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::WhenItHelps, "when-it-helps"), (Self::Never, "never"), (Self::Always, "always")];
}

/// How a player uses what the unit has, where the player has a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Whether orders are given where that is best (A1.7).
    pub orders: bool,
    /// Which attack dice are rerolled.
    pub fishing: Fishing,
    /// Abilities that are left aside.
    pub without: Vec<String>,
    /// Options taken in place of the best.
    pub chosen: Vec<Wish>,
}

/// An option that its owner wants taken in place of the best. It is made by the unit that has it
/// ([`Unit::wish`]), so that there is such an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    pub(super) ability: String,
    pub(super) option: String,
}

impl Wish {
    /// Whether it is about an ability of this name.
    pub(super) fn is_of(&self, ability: &str) -> bool {
        is_called(ability, &self.ability)
    }

    /// Whether it is this option.
    pub(super) fn wants(&self, option: &str) -> bool {
        is_called(option, &self.option)
    }
}

/// An option that cannot be asked for.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NoWish {
    /// The unit has no such ability.
    #[error("{unit} has no ability `{ability}`")]
    NoAbility {
        /// The unit.
        unit: String,
        /// What was asked for.
        ability: String,
    },
    /// The ability has no such option.
    #[error("`{ability}` has no option `{option}`: {}", remedy(known))]
    NoOption {
        /// The ability.
        ability: String,
        /// What was asked for.
        option: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The option is asked for already.
    #[error("`{option}` of `{ability}` is asked for twice: once is enough")]
    Twice {
        /// The ability.
        ability: String,
        /// The option.
        option: String,
    },
    /// More options are asked for than may be taken.
    #[error("of the options of `{ability}` {most} may be taken: ask for no more")]
    TooMany {
        /// The ability.
        ability: String,
        /// How many may be taken.
        most: u8,
    },
}

fn remedy(known: &[String]) -> String {
    if known.is_empty() {
        "it leaves nothing to choose".to_owned()
    } else {
        format!("its options are {}", known.join(", "))
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self { orders: true, fishing: Fishing::default(), without: Vec::new(), chosen: Vec::new() }
    }
}

/// What a unit's abilities hang on and how its player uses them: no part of its card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The game around the fight.
    pub circumstances: Circumstances,
    /// The player's ways.
    pub policy: Policy,
}

/// An ability whose effects are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modelled {
    /// Its name.
    pub name: String,
    /// What it does.
    pub effects: Effects,
}

/// What a unit brings beside the numbers of this attack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// Its type.
    pub kind: UnitType,
    /// Its abilities that are counted, each name once (A0.8).
    pub abilities: Vec<Modelled>,
    /// The name of the weapon it strikes with.
    pub weapon: String,
    /// What they hang on and how they are used.
    pub usage: Usage,
    /// The terrain around it.
    pub surroundings: Surroundings,
    /// How it is struck, for a unit that strikes and may be struck back.
    pub guard: Option<Defender>,
    /// How it strikes back, for a unit that is struck.
    pub counter: Option<Attacker>,
}

impl Presence {
    /// Of a unit with what it strikes with: its abilities whose effects are known, each name once
    /// (A0.8).
    pub fn new(unit: &Unit, weapon: &str) -> Self {
        let mut modelled: Vec<Modelled> = Vec::new();
        for ability in &unit.abilities {
            if let ModelStatus::Modelled(effects) = &ability.status
                && !modelled.iter().any(|other| other.name == ability.name)
            {
                modelled.push(Modelled {
                    name: ability.name.clone(),
                    effects: Effects { attached: ability.attached, ..(**effects).clone() },
                });
            }
        }
        let usage = unit.usage.clone();
        Self {
            kind: unit.kind,
            abilities: modelled,
            weapon: weapon.to_owned(),
            usage,
            surroundings: Surroundings::default(),
            guard: None,
            counter: None,
        }
    }

    /// The same with another ability, such as what a zone does ([`zones`](super::zones)).
    #[must_use]
    pub fn with(mut self, ability: Modelled) -> Self {
        self.abilities.push(ability);
        self
    }

    /// Whether an ability lets it answer an attack with one of its own.
    pub(super) fn answers(&self) -> bool {
        self.counted()
            .flat_map(|ability| ability.effects.all())
            .any(|effect| effect.action == Action::Triggered(Triggered::Attack))
    }

    /// The abilities that count: orders only where they are given, weapons only in hand, none that
    /// is left aside.
    pub fn counted(&self) -> impl Iterator<Item = &Modelled> {
        self.abilities.iter().filter(|ability| {
            let Effects { of_weapon, order, .. } = ability.effects;
            let left_aside =
                self.usage.policy.without.iter().any(|name| is_called(&ability.name, name));
            !left_aside
                && (order.is_none() || self.usage.policy.orders)
                && (!of_weapon || is_weapon(&ability.name, &self.weapon))
        })
    }
}

/// Whether a weapon is called so; what stands in brackets tells two ways to use one weapon apart.
pub(super) fn is_weapon(name: &str, weapon: &str) -> bool {
    is_called(name, weapon)
        || weapon.split_once(" (").is_some_and(|(weapon, _)| is_called(name, weapon))
}

/// Whether something is called `given`: letters and digits count, large and small ones being the
/// same; `Order:` may be left out.
pub fn is_called(name: &str, given: &str) -> bool {
    let plain = |text: &str| {
        let letters: String =
            text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        letters.strip_prefix("order").map(str::to_owned).unwrap_or(letters)
    };
    plain(name) == plain(given)
}
