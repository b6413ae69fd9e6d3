//! The circumstances a unit's abilities depend on, and how its player uses them.

use thiserror::Error;

use super::condition::Spending;
use super::effect::{Zone, Zones};

/// The state of the game around a fight. The defaults favor nobody: no zone is controlled, it is
/// the first round, and the unit has already activated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circumstances {
    /// Zones of the tactics table controlled by the unit's player (A9).
    pub zones: Zones,
    /// Round of the game, from 1.
    pub round: u8,
    /// Whether the unit has already activated this round.
    pub activated: bool,
    /// Whether the unit was in contact with the enemy at the start of the turn.
    pub engaged_since_start: bool,
    /// Resource tokens of the unit: Faith, Pillage, orders.
    pub resource: u8,
    /// Whether another friendly unit is in contact with the enemy.
    pub supported: bool,
    /// Whether the army's commander is near, as abilities ask, without being in the unit.
    pub near_commander: bool,
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
            near_commander: false,
        }
    }
}

impl Circumstances {
    /// Returns the name of a zone that both players would control, which is impossible (A9).
    pub fn contested(&self, enemy: &Self) -> Option<&'static str> {
        let both = |zone: &&(Zone, _)| self.zones.has(zone.0) && enemy.zones.has(zone.0);
        Zone::ALL.iter().find(both).map(|(_, name)| *name)
    }
}

/// Whether an attacker with a reroll gives up hits for natural 6s that are worth more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fishing {
    /// If rerolling all dice but 6s is better in expectation.
    #[default]
    WhenItHelps,
    /// Never: only misses are rerolled.
    Never,
    /// Always: all dice but 6s are rerolled.
    Always,
}

impl Fishing {
    /// All policies with their names in files.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::WhenItHelps, "when-it-helps"), (Self::Never, "never"), (Self::Always, "always")];
}

/// How a player uses a unit's abilities and the tokens of its enemies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// When the enemy's tokens are spent (A7.4).
    pub spending: Spending,
    /// Whether orders are given if that is best (A1.7).
    pub orders: bool,
    /// Which attack dice are rerolled.
    pub fishing: Fishing,
    /// Names of abilities that are not used.
    pub without: Vec<String>,
    /// Options taken instead of the best ones.
    pub chosen: Vec<RequestedOption>,
}

/// A request to take an option instead of the best one. Only the unit that has the option creates
/// it ([`Unit::wish`](super::unit::Unit::wish)), so the option exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestedOption {
    pub(super) ability: String,
    pub(super) option: String,
}

impl RequestedOption {
    /// Returns whether the request is for an ability of this name.
    pub(super) fn is_of(&self, ability: &str) -> bool {
        names_match(ability, &self.ability)
    }

    /// Returns whether the request is for this option.
    pub(super) fn wants(&self, option: &str) -> bool {
        names_match(option, &self.option)
    }
}

/// An option that cannot be requested.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum OptionError {
    /// The unit has no such ability.
    #[error("{unit} has no ability `{ability}`")]
    NoAbility {
        /// Name of the unit.
        unit: String,
        /// The requested ability.
        ability: String,
    },
    /// The ability has no such option.
    #[error("`{ability}` has no option `{option}`: {}", remedy(known))]
    NoOption {
        /// Name of the ability.
        ability: String,
        /// The requested option.
        option: String,
        /// The options of the ability.
        known: Vec<String>,
    },
    /// The option is requested twice.
    #[error("`{option}` of `{ability}` is chosen twice: choose it once")]
    Twice {
        /// Name of the ability.
        ability: String,
        /// Name of the option.
        option: String,
    },
    /// Too many options are requested.
    #[error("too many options of `{ability}` are chosen: at most {most} may be chosen")]
    TooMany {
        /// Name of the ability.
        ability: String,
        /// Largest number of options.
        most: u8,
    },
}

fn remedy(known: &[String]) -> String {
    if known.is_empty() {
        "it has no options to choose from".to_owned()
    } else {
        format!("its options are {}", known.join(", "))
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            spending: Spending::default(),
            orders: true,
            fishing: Fishing::default(),
            without: Vec::new(),
            chosen: Vec::new(),
        }
    }
}

/// Returns whether `name` is a weapon's name, ignoring a suffix in brackets that distinguishes two
/// uses of one weapon.
pub(super) fn is_weapon(name: &str, weapon: &str) -> bool {
    names_match(name, weapon)
        || weapon.split_once(" (").is_some_and(|(weapon, _)| names_match(name, weapon))
}

/// Returns whether two names are equal, ignoring case and everything but letters and digits. A
/// leading `Order:` is optional.
///
/// # Examples
/// ```
/// use warodds_games::asoiaf::names_match;
///
/// assert!(names_match("Order: Counterattack", "counter attack"));
/// assert!(!names_match("Furious Charge", "charge"));
/// ```
pub fn names_match(name: &str, other: &str) -> bool {
    plain(name).eq(plain(other))
}

/// Returns the letters and digits of a name in lower case, without a leading `Order:`.
fn plain(text: &str) -> impl Iterator<Item = char> {
    let letters = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
    // cards print orders as `Order: Name`; users often leave the prefix out
    const PREFIX: &str = "order";
    let is_order = letters.clone().take(PREFIX.len()).eq(PREFIX.chars());
    letters.skip(if is_order { PREFIX.len() } else { 0 })
}
