//! Combatants: a card or plain numbers, with tokens, wounds lost and modifiers.

mod in_question;
mod modifiers;

use super::Error;
use crate::catalogue::Catalogue;
use crate::games::asoiaf::values::{Defense, DiceCount, Hit, Morale, Speed};
use crate::games::asoiaf::{Body, Modifiers, Spending, Token, Tokens, Unit};

/// Finds a shipped card: by its id, its name, the start of its name or some words of it.
///
/// `UNIT + ATTACHMENT` adds attachments. A name means the current card; a card of an older edition
/// needs its full name and edition, or its id.
///
/// # Errors
/// [`Error::NotFound`] if no card matches, or several do.
///
/// # Examples
/// ```
/// let swords = warodds::unit("sworn swords")?;
/// assert_eq!(swords.name(), "Stark Sworn Swords");
/// assert_eq!(warodds::unit("stark-sworn-swords")?.name(), swords.name());
///
/// let error = warodds::unit("stark").map(|_| ()).unwrap_err();
/// assert!(error.to_string().contains("may be any of"));
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn unit(name: &str) -> Result<CombatantBuilder, Error> {
    Ok(CombatantBuilder::from(Catalogue::shipped().find_unit(name)?.unit))
}

/// Creates a unit in plain numbers, with 12 wounds in one rank by default.
///
/// Only the values that the question needs are required, e.g. dice and hit value of an attacker.
///
/// # Examples
/// One die on 4+ against defence 4+ wounds with probability 1/4, which destroys a last wound:
///
/// ```
/// let attacker = warodds::numbers().dice(1).hit(4);
/// let defender = warodds::numbers().defense(4).morale(7).wounds(1);
/// let answer = warodds::attack(&attacker, &defender).exact()?;
/// assert!((answer.destroyed() - 0.25).abs() < 1e-12);
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn numbers() -> CombatantBuilder {
    CombatantBuilder::new(CombatantSource::Numbers(PlainValues::default()))
}

/// A combatant: a card ([`unit()`]) or plain numbers ([`numbers`]), its wounds lost, its tokens,
/// and its modifiers and rerolls.
///
/// Values are checked when they are set. The first error is returned when the question is answered.
///
/// # Examples
/// ```
/// let worn = warodds::unit("lannister guardsmen")?.wounds_lost(5).panicked();
/// let fresh = warodds::unit("lannister guardsmen")?;
/// let swords = warodds::unit("stark sworn swords")?.with("sworn sword captain")?;
/// let on_worn = warodds::attack(&swords, &worn).exact()?;
/// let on_fresh = warodds::attack(&swords, &fresh).exact()?;
/// assert_ne!(on_worn.wounds().mean(), on_fresh.wounds().mean());
/// # Ok::<(), warodds::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct CombatantBuilder {
    source: CombatantSource,
    wounds_lost: i64,
    tokens: Tokens,
    spending: Spending,
    attack: Option<String>,
    attacking: Modifiers,
    defending: Modifiers,
    // methods return `Self`, so the first error waits for the answer
    error: Option<Error>,
}

#[derive(Clone, Debug)]
enum CombatantSource {
    Card(Box<Unit>),
    Numbers(PlainValues),
}

/// The values of a unit without a card; `None` until they are set.
#[derive(Clone, Debug, Default)]
struct PlainValues {
    dice: Option<DiceCount>,
    hit: Option<Hit>,
    defense: Option<Defense>,
    morale: Option<Morale>,
    speed: Option<Speed>,
    body: Option<Body>,
}

/// Wounds of a full infantry unit.
const DEFAULT_WOUNDS: i64 = 12;

impl From<Unit> for CombatantBuilder {
    /// Takes a unit of any catalogue, e.g. one of your own cards.
    fn from(unit: Unit) -> Self {
        Self::new(CombatantSource::Card(Box::new(unit)))
    }
}

/// Defines a method that sets a value of a plain unit, or replaces the value of a card.
macro_rules! value {
    ($(#[$doc:meta])* $method:ident: $kind:ident, $card:expr) => {
        $(#[$doc])*
        pub fn $method(self, $method: i64) -> Self {
            self.checked($kind::new($method), |combatant, value| match &mut combatant.source {
                CombatantSource::Numbers(numbers) => {
                    numbers.$method = Some(value);
                    Ok(())
                }
                CombatantSource::Card(unit) => {
                    // dice and hit value belong to a weapon of the card, so their setters refuse
                    let set: fn(&mut Unit, $kind) -> bool = $card;
                    if set(unit, value) { Ok(()) } else { Err(of_the_card(unit, stringify!($method))) }
                }
            })
        }
    };
}

impl CombatantBuilder {
    const fn new(source: CombatantSource) -> Self {
        Self {
            source,
            wounds_lost: 0,
            tokens: Tokens::NONE,
            // the default policy of A7.4
            spending: Spending::WhenItHelps,
            attack: None,
            attacking: Modifiers::NONE,
            defending: Modifiers::NONE,
            error: None,
        }
    }

    /// Sets a value, or records the error if none is recorded yet.
    fn checked<T, E: Into<Error>>(
        mut self,
        value: Result<T, E>,
        set: impl FnOnce(&mut Self, T) -> Result<(), Error>,
    ) -> Self {
        let result = value.map_err(Into::into).and_then(|value| set(&mut self, value));
        // later errors are often consequences of the first
        if let Err(error) = result {
            self.error.get_or_insert(error);
        }
        self
    }

    value! {
        /// Sets the number of attack dice of a plain unit: 1 to 60.
        ///
        /// # Examples
        /// ```
        /// let attacker = warodds::numbers().dice(61).hit(3);
        /// let defender = warodds::numbers().defense(4).morale(7);
        /// let error = warodds::attack(&attacker, &defender).exact().map(|_| ()).unwrap_err();
        /// assert!(error.to_string().contains("must be a whole number from 1 to 60"));
        /// ```
        dice: DiceCount, |_, _| false
    }
    value! {
        /// Sets the hit value of a plain unit: 2 to 6, for 2+ to 6+.
        hit: Hit, |_, _| false
    }
    value! {
        /// Sets the defence value, also of a card: 2 to 6, for 2+ to 6+.
        defense: Defense, |unit, value| { unit.defense = value; true }
    }
    value! {
        /// Sets the morale value, also of a card: 2 to 12, for 2+ to 12+.
        ///
        /// # Examples
        /// Two dice never total less than 2:
        ///
        /// ```
        /// let answer = warodds::panic(&warodds::numbers().morale(2)).exact()?;
        /// assert_eq!(answer.failed(), 0.0);
        /// # Ok::<(), warodds::Error>(())
        /// ```
        morale: Morale, |unit, value| { unit.morale = Some(value); true }
    }
    value! {
        /// Sets the speed, also of a card: 0 to 20 inches.
        speed: Speed, |unit, value| { unit.speed = Some(value); true }
    }

    /// Sets the total wounds of a plain unit: 1 to 120.
    pub fn wounds(self, wounds: i64) -> Self {
        self.checked(Body::of_wounds(wounds), |combatant, body| match &mut combatant.source {
            CombatantSource::Numbers(numbers) => {
                numbers.body = Some(body);
                Ok(())
            }
            CombatantSource::Card(unit) => Err(of_the_card(unit, "wounds")),
        })
    }

    /// Sets the wounds already lost; at least one must be left.
    ///
    /// # Examples
    /// A unit with one wound left loses at most that one:
    ///
    /// ```
    /// let unit = warodds::numbers().morale(7).wounds(12).wounds_lost(11);
    /// let answer = warodds::panic(&unit).exact()?;
    /// assert!((answer.wounds().mean() - 15.0 / 36.0).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub const fn wounds_lost(mut self, wounds: i64) -> Self {
        self.wounds_lost = wounds;
        self
    }

    /// Adds a Panicked token: the enemy may reroll dice of a morale test (A7.1).
    ///
    /// # Examples
    /// ```
    /// let unit = warodds::numbers().morale(7).panicked();
    /// let wounds = warodds::panic(&unit).exact()?.wounds().mean();
    /// assert!((wounds - 1565.0 / 648.0).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub const fn panicked(self) -> Self {
        self.with_token(Token::Panicked)
    }

    /// Adds a Vulnerable token: the enemy may reroll defence dice (A7.2).
    ///
    /// # Examples
    /// With every block rerolled, a save on 4+ holds with probability 1/4:
    ///
    /// ```
    /// let attacker = warodds::numbers().dice(8).hit(3);
    /// let defender = warodds::numbers().defense(4).morale(7).vulnerable();
    /// let answer = warodds::attack(&attacker, &defender).exact()?;
    /// assert!((answer.unblocked_hits().mean() - 16.0 / 3.0 * 3.0 / 4.0).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub const fn vulnerable(self) -> Self {
        self.with_token(Token::Vulnerable)
    }

    /// Adds a Weakened token: the enemy may reroll attack dice (A7.3).
    ///
    /// # Examples
    /// With every hit rerolled, a die on 3+ hits with probability (4/6)²:
    ///
    /// ```
    /// let attacker = warodds::numbers().dice(8).hit(3).weakened();
    /// let defender = warodds::numbers().defense(4).morale(7);
    /// let answer = warodds::attack(&attacker, &defender).exact()?;
    /// assert!((answer.hits().mean() - 8.0 * 4.0 / 9.0).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub const fn weakened(self) -> Self {
        self.with_token(Token::Weakened)
    }

    const fn with_token(mut self, token: Token) -> Self {
        self.tokens = self.tokens.with(token);
        self
    }

    /// Sets when its player spends tokens on enemy units; by default when it helps (A7.4).
    pub const fn spending(mut self, spending: Spending) -> Self {
        self.spending = spending;
        self
    }

    /// Selects an attack of its card, by its name or the start of it.
    ///
    /// # Examples
    /// ```
    /// let swords = warodds::unit("stark sworn swords")?.attacking_with("bows");
    /// let guardsmen = warodds::unit("lannister guardsmen")?;
    /// let error = warodds::attack(&swords, &guardsmen).exact().map(|_| ()).unwrap_err();
    /// assert!(error.to_string().contains("has no attack `bows`"));
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn attacking_with(mut self, attack: &str) -> Self {
        self.attack = Some(attack.to_owned());
        self
    }
}

impl CombatantBuilder {
    /// Adds a shipped attachment to its card.
    ///
    /// # Errors
    /// [`Error::NotFound`] if no attachment matches, [`Error::Attachment`] if it cannot join the
    /// unit, [`Error::NoCard`] for plain numbers.
    ///
    /// # Examples
    /// ```
    /// let swords = warodds::unit("stark sworn swords")?.with("sworn sword captain")?;
    /// assert!(swords.name().starts_with("Stark Sworn Swords"));
    /// assert!(warodds::numbers().with("sworn sword captain").is_err());
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn with(self, attachment: &str) -> Result<Self, Error> {
        let CombatantSource::Card(unit) = self.source else {
            return Err(Error::NoCard { what: "attachments" });
        };
        let catalogue = Catalogue::shipped();
        let unit = catalogue.attach(*unit, catalogue.find_attachment(attachment)?)?;
        Ok(Self { source: CombatantSource::Card(Box::new(unit)), ..self })
    }

    /// Returns the name of its card; empty for plain numbers.
    pub fn name(&self) -> &str {
        self.card().map_or("", |unit| &unit.name)
    }

    /// Returns its card; `None` for plain numbers.
    pub const fn card(&self) -> Option<&Unit> {
        match &self.source {
            CombatantSource::Card(unit) => Some(unit),
            CombatantSource::Numbers(_) => None,
        }
    }
}

fn of_the_card(unit: &Unit, method: &'static str) -> Error {
    Error::OfTheCard { unit: unit.name.clone(), method }
}
