//! Units of questions: cards by name, and values.

use super::Error;
use crate::catalogue::Catalogue;
use crate::games::asoiaf::values::{Defense, DiceCount, Hit, Morale, OutOfRange};
use crate::games::asoiaf::{Body, Reach, Unit, UnitType, Weapon};
use crate::request::RequestError;

/// A unit of a question: the name of a card, or a value of your own.
///
/// # Examples
/// A card with another morale:
///
/// ```
/// use warodds::games::asoiaf::{Unit, values::Morale};
///
/// let card = warodds::unit("lannister guardsmen")?;
/// let steady = Unit { morale: Morale::new(4).ok(), ..card };
/// let wounds = warodds::attack("stark sworn swords", steady).exact()?.wounds().mean();
/// let usual = warodds::attack("stark sworn swords", "lannister guardsmen").exact()?;
/// assert!(wounds < usual.wounds().mean());
/// # Ok::<(), warodds::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum UnitSource {
    /// A card by its id, its name, the start of its name or some words of it, with its attachments
    /// after `+`.
    Name(String),
    /// A unit that no card needs to have.
    Value(Box<Unit>),
}

impl From<&str> for UnitSource {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

impl From<String> for UnitSource {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

impl From<Unit> for UnitSource {
    fn from(unit: Unit) -> Self {
        Self::Value(Box::new(unit))
    }
}

impl From<&Unit> for UnitSource {
    fn from(unit: &Unit) -> Self {
        unit.clone().into()
    }
}

/// Finds a shipped card: by its id, its name, the start of its name or some words of it.
///
/// `UNIT + ATTACHMENT` adds attachments. A name means the current card; a card of an older edition
/// needs its full name and edition, or its id.
///
/// # Errors
/// [`Error::Request`] if no card matches or several do, or if the attachment cannot join the unit.
///
/// # Examples
/// ```
/// let swords = warodds::unit("sworn swords")?;
/// assert_eq!((&*swords.name, swords.defense.get()), ("Stark Sworn Swords", 4));
///
/// let led = warodds::unit("stark-sworn-swords + sworn sword captain")?;
/// assert_eq!(led.name, "Stark Sworn Swords + Sworn Sword Captain");
///
/// let error = warodds::unit("stark").unwrap_err();
/// assert!(error.to_string().contains("`stark` matches"));
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn unit(name: &str) -> Result<Unit, Error> {
    let found = Catalogue::shipped().find_unit(name).map_err(RequestError::refused)?;
    Ok(found.unit)
}

/// The numbers of a unit without a card: one melee attack, and all wounds in one rank.
///
/// # Examples
/// ```
/// use warodds::PlainUnit;
///
/// let strong = PlainUnit { dice: 8, hit: 3, defense: 4, morale: 6, wounds: 12 }.unit()?;
/// let weak = PlainUnit { dice: 6, hit: 4, defense: 4, morale: 7, wounds: 12 }.unit()?;
/// let answer = warodds::duel(&strong, &weak).rounds(4).exact()?;
/// assert!(answer.a_left().mean() > answer.b_left().mean());
///
/// let many = PlainUnit { dice: 61, hit: 3, defense: 4, morale: 6, wounds: 12 };
/// let error = many.unit().unwrap_err();
/// assert!(error.to_string().contains("must be a whole number from 1 to 60, not 61"));
/// # Ok::<(), warodds::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainUnit {
    /// Attack dice: 1 to 60.
    pub dice: i64,
    /// Hit value: 2 to 6, for 2+ to 6+.
    pub hit: i64,
    /// Defense value: 2 to 6, for 2+ to 6+.
    pub defense: i64,
    /// Morale value: 2 to 12, for 2+ to 12+.
    pub morale: i64,
    /// Wounds: 1 to 120.
    pub wounds: i64,
}

impl PlainUnit {
    /// Builds an infantry unit without abilities, speed or cost, whose fields can be changed.
    ///
    /// # Errors
    /// [`Error::Request`] for the first number out of its range.
    pub fn unit(self) -> Result<Unit, Error> {
        Ok(self.checked().map_err(RequestError::refused)?)
    }

    fn checked(self) -> Result<Unit, OutOfRange> {
        let dice = vec![DiceCount::new(self.dice)?];
        let weapon = Weapon {
            name: "attack".to_owned(),
            reach: Reach::Melee,
            hit: Hit::new(self.hit)?,
            dice,
        };
        Ok(Unit {
            name: "plain unit".to_owned(),
            faction: None,
            kind: UnitType::Infantry,
            cost: None,
            speed: None,
            defense: Defense::new(self.defense)?,
            morale: Some(Morale::new(self.morale)?),
            body: Body::of_wounds(self.wounds)?,
            attacks: vec![weapon],
            abilities: Vec::new(),
            allegiance: Default::default(),
            foreign: None,
            season: None,
            doubt: None,
            circumstances: Default::default(),
            policy: Default::default(),
        })
    }
}
