//! Who fights: a card, or plain numbers.

mod in_question;

use super::Error;
use crate::catalogue::Catalogue;
use crate::games::asoiaf::values::{AutoHits, Defense, DiceCount, Hit, Modifier, Morale, Speed};
use crate::games::asoiaf::{AttackChanges, Body, DefenseChanges, Spending, Token, Tokens, Unit};

/// The unit of a shipped card, as a player calls it: its name, the start of it, some of its words
/// or its id, alone or with its attachments: `UNIT + ATTACHMENT`. Names mean current cards; those of
/// older editions are found by their whole name and edition, or by id.
///
/// ```
/// let swords = warodds::unit("stark sworn swords")?;
/// assert_eq!(swords.name(), "Stark Sworn Swords");
/// # Ok::<(), warodds::Error>(())
/// ```
///
/// # Errors
/// When no card is called so, or several are.
pub fn unit(name: &str) -> Result<CombatantBuilder, Error> {
    Ok(CombatantBuilder::from(Catalogue::shipped().find_unit(name)?.unit))
}

/// A unit in plain numbers, of which only those are needed that a question asks for: 12 wounds in
/// one rank unless [`CombatantBuilder::wounds`] says otherwise.
///
/// ```
/// let ours = warodds::numbers().dice(8).hit(3);
/// let theirs = warodds::numbers().defense(4).morale(7).wounds(9);
/// let destroyed = warodds::attack(&ours, &theirs).rear().exact()?.destroyed();
/// assert!((0.0..=1.0).contains(&destroyed));
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn numbers() -> CombatantBuilder {
    CombatantBuilder::new(Source::Numbers(Numbers::default()))
}

/// Who fights: a card ([`unit()`]) or plain numbers ([`numbers`]), what is left of it, the tokens
/// it holds, and what changes its rolls.
///
/// Numbers are checked when they are said; what is wrong with one comes out when a question is
/// answered.
///
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
    source: Source,
    wounds_lost: i64,
    tokens: Tokens,
    spending: Spending,
    attack: Option<String>,
    attacking: AttackChanges,
    defending: DefenseChanges,
    /// The first thing that was wrong.
    fault: Option<Error>,
}

/// Where the numbers are from.
#[derive(Clone, Debug)]
enum Source {
    Card(Box<Unit>),
    Numbers(Numbers),
}

/// A unit in plain numbers.
#[derive(Clone, Debug, Default)]
struct Numbers {
    dice: Option<DiceCount>,
    hit: Option<Hit>,
    defense: Option<Defense>,
    morale: Option<Morale>,
    speed: Option<Speed>,
    body: Option<Body>,
}

/// Wounds of a full infantry unit, where nothing else is said.
const WOUNDS: i64 = 12;

impl From<Unit> for CombatantBuilder {
    /// A unit of a catalogue of one's own.
    fn from(unit: Unit) -> Self {
        Self::new(Source::Card(Box::new(unit)))
    }
}

/// A number of a plain unit, or of a card in place of its own.
macro_rules! value {
    ($(#[$doc:meta])* $method:ident: $kind:ident, $card:expr) => {
        $(#[$doc])*
        pub fn $method(self, $method: i64) -> Self {
            self.checked($kind::new($method), |combatant, value| match &mut combatant.source {
                Source::Numbers(numbers) => {
                    numbers.$method = Some(value);
                    Ok(())
                }
                Source::Card(unit) => {
                    let set: fn(&mut Unit, $kind) -> bool = $card;
                    if set(unit, value) { Ok(()) } else { Err(of_the_card(unit, stringify!($method))) }
                }
            })
        }
    };
}

/// What changes the rolls of a unit.
macro_rules! change {
    ($(#[$doc:meta])* $method:ident($name:ident: $kind:ident) => $($field:ident).+) => {
        $(#[$doc])*
        pub fn $method(self, $name: i64) -> Self {
            self.checked($kind::new($name), |combatant, value| {
                combatant.$($field).+ = value;
                Ok(())
            })
        }
    };
    ($(#[$doc:meta])* $method:ident() => $($field:ident).+) => {
        $(#[$doc])*
        pub const fn $method(mut self) -> Self {
            self.$($field).+ = true;
            self
        }
    };
}

impl CombatantBuilder {
    const fn new(source: Source) -> Self {
        Self {
            source,
            wounds_lost: 0,
            tokens: Tokens::NONE,
            spending: Spending::WhenItHelps,
            attack: None,
            attacking: AttackChanges::NONE,
            defending: DefenseChanges::NONE,
            fault: None,
        }
    }

    /// Takes a number over, or keeps in mind why it cannot be.
    fn checked<T, E: Into<Error>>(
        mut self,
        value: Result<T, E>,
        take: impl FnOnce(&mut Self, T) -> Result<(), Error>,
    ) -> Self {
        let taken = value.map_err(Into::into).and_then(|value| take(&mut self, value));
        if let Err(fault) = taken {
            self.fault.get_or_insert(fault);
        }
        self
    }

    value! {
        /// Attack dice of a plain unit: 1 to 60.
        dice: DiceCount, |_, _| false
    }
    value! {
        /// The hit value of a plain unit: 2 to 6.
        hit: Hit, |_, _| false
    }
    value! {
        /// The defence value, in place of a card's own: 2 to 6.
        defense: Defense, |unit, value| { unit.defense = value; true }
    }
    value! {
        /// The morale value, in place of a card's own: 2 to 12.
        morale: Morale, |unit, value| { unit.morale = Some(value); true }
    }
    value! {
        /// The speed in inches, in place of a card's own: 0 to 20.
        speed: Speed, |unit, value| { unit.speed = Some(value); true }
    }

    /// The wounds that a plain unit can take in all: 1 to 120.
    pub fn wounds(self, wounds: i64) -> Self {
        self.checked(Body::of_wounds(wounds), |combatant, body| match &mut combatant.source {
            Source::Numbers(numbers) => {
                numbers.body = Some(body);
                Ok(())
            }
            Source::Card(unit) => Err(of_the_card(unit, "wounds")),
        })
    }

    /// The wounds it has lost, of which one must be left.
    pub const fn wounds_lost(mut self, wounds: i64) -> Self {
        self.wounds_lost = wounds;
        self
    }

    /// Holding a Panicked token (A7.1).
    pub const fn panicked(self) -> Self {
        self.holding(Token::Panicked)
    }

    /// Holding a Vulnerable token (A7.2).
    pub const fn vulnerable(self) -> Self {
        self.holding(Token::Vulnerable)
    }

    /// Holding a Weakened token (A7.3).
    pub const fn weakened(self) -> Self {
        self.holding(Token::Weakened)
    }

    const fn holding(mut self, token: Token) -> Self {
        self.tokens = self.tokens.with(token);
        self
    }

    /// When its player spends the tokens of the enemy: when it helps, unless told otherwise.
    pub const fn spending(mut self, spending: Spending) -> Self {
        self.spending = spending;
        self
    }

    /// Making that attack of its card, by its name or the start of it, and not the first that fits.
    pub fn attacking_with(mut self, attack: &str) -> Self {
        self.attack = Some(attack.to_owned());
        self
    }

    change! {
        /// Added to its hit rolls: −12 to 12.
        hit_modifier(modifier: Modifier) => attacking.hit_modifier
    }
    change! {
        /// Hits beside those of its dice (A2.10): 0 to 60.
        auto_hits(hits: AutoHits) => attacking.auto_hits
    }
    change! {
        /// Added to its saves: −12 to 12.
        save_modifier(modifier: Modifier) => defending.save_modifier
    }
    change! {
        /// Added to its panic tests: −12 to 12.
        panic_modifier(modifier: Modifier) => defending.panic_modifier
    }
    change! {
        /// It may reroll its attack dice.
        reroll_attacks() => attacking.attack_rerolls.roller
    }
    change! {
        /// It may reroll its defence dice.
        reroll_saves() => defending.save_rerolls.roller
    }
    change! {
        /// It may reroll its panic tests.
        reroll_morale() => defending.morale_rerolls.roller
    }
    change! {
        /// The enemy may have its attack dice rerolled.
        forced_to_reroll_attacks() => attacking.attack_rerolls.enemy
    }
    change! {
        /// The enemy may have its defence dice rerolled.
        forced_to_reroll_saves() => defending.save_rerolls.enemy
    }
    change! {
        /// The enemy may have its panic tests rerolled.
        forced_to_reroll_morale() => defending.morale_rerolls.enemy
    }
}

impl CombatantBuilder {
    /// The same with a shipped attachment in it.
    ///
    /// # Errors
    /// When no attachment is called so, or it joins no such unit; for plain numbers.
    pub fn with(self, attachment: &str) -> Result<Self, Error> {
        let Source::Card(unit) = self.source else {
            return Err(Error::NoCard { what: "attachments" });
        };
        let catalogue = Catalogue::shipped();
        let unit = catalogue.attach(*unit, catalogue.find_attachment(attachment)?)?;
        Ok(Self { source: Source::Card(Box::new(unit)), ..self })
    }

    /// The name of its card; empty for plain numbers.
    pub fn name(&self) -> &str {
        self.card().map_or("", |unit| &unit.name)
    }

    /// Its card, if it has one.
    pub const fn card(&self) -> Option<&Unit> {
        match &self.source {
            Source::Card(unit) => Some(unit),
            Source::Numbers(_) => None,
        }
    }
}

fn of_the_card(unit: &Unit, method: &'static str) -> Error {
    Error::OfTheCard { unit: unit.name.clone(), method }
}
