//! What a unit's abilities hang on beside the fight itself, and how its player uses them.

use thiserror::Error;

use super::effect::{Zone, Zones};

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
    pub chosen: Vec<RequestedOption>,
}

/// An option that its owner wants taken in place of the best. It is made by the unit that has it
/// ([`Unit::wish`](super::unit::Unit::wish)), so that there is such an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestedOption {
    pub(super) ability: String,
    pub(super) option: String,
}

impl RequestedOption {
    /// Whether it is about an ability of this name.
    pub(super) fn is_of(&self, ability: &str) -> bool {
        names_match(ability, &self.ability)
    }

    /// Whether it is this option.
    pub(super) fn wants(&self, option: &str) -> bool {
        names_match(option, &self.option)
    }
}

/// An option that cannot be asked for.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum OptionError {
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

/// Whether a weapon is called so; what stands in brackets tells two ways to use one weapon apart.
pub(super) fn is_weapon(name: &str, weapon: &str) -> bool {
    names_match(name, weapon)
        || weapon.split_once(" (").is_some_and(|(weapon, _)| names_match(name, weapon))
}

/// Whether something is called `given`: letters and digits count, large and small ones being the
/// same; `Order:` may be left out.
pub fn names_match(name: &str, given: &str) -> bool {
    let plain = |text: &str| {
        let letters: String =
            text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        letters.strip_prefix("order").map(str::to_owned).unwrap_or(letters)
    };
    plain(name) == plain(given)
}
