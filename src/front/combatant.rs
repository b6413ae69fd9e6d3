//! Who fights: a card, or plain numbers.

use super::Error;
use crate::catalogue::{Catalogue, plain};
use crate::games::asoiaf::values::{AutoHits, Defense, DiceCount, Hit, Modifier, Morale, Speed};
use crate::games::asoiaf::{
    Body, Fielded, GuardChanges, Presence, Reach, Spending, Standing, StrikeChanges, Striker,
    Struck, Token, Tokens, Unit, Wanted, Weapon,
};

/// The unit of a shipped card, as a player calls it: its name, the start of it, some of its words
/// or its id. Of several editions the newest is meant.
///
/// ```
/// let swords = warodds::unit("stark sworn swords")?;
/// assert_eq!(swords.name(), "Stark Sworn Swords");
/// # Ok::<(), warodds::Error>(())
/// ```
///
/// # Errors
/// When no card is called so, or several are.
pub fn unit(name: &str) -> Result<Combatant, Error> {
    let catalogue = Catalogue::shipped();
    let card = catalogue.find(name)?;
    let unit = catalogue.unit(card);
    let name = format!("{}{}", unit.name, card.origin.edition.suffix());
    Ok(Combatant::from(Unit { name, ..unit }))
}

/// A unit in plain numbers, of which only those are needed that a question asks for: 12 wounds in
/// one rank unless [`Combatant::wounds`] says otherwise.
///
/// ```
/// let ours = warodds::numbers().dice(8).hit(3);
/// let theirs = warodds::numbers().defense(4).morale(7).wounds(9);
/// let destroyed = warodds::attack(&ours, &theirs).rear().exact()?.destroyed();
/// assert!((0.0..=1.0).contains(&destroyed));
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn numbers() -> Combatant {
    Combatant::new(Source::Numbers(Numbers::default()))
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
pub struct Combatant {
    source: Source,
    wounds_lost: i64,
    tokens: Tokens,
    spending: Spending,
    attack: Option<String>,
    strike: StrikeChanges,
    guard: GuardChanges,
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

impl From<Unit> for Combatant {
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

impl Combatant {
    const fn new(source: Source) -> Self {
        Self {
            source,
            wounds_lost: 0,
            tokens: Tokens::NONE,
            spending: Spending::WhenItHelps,
            attack: None,
            strike: StrikeChanges::NONE,
            guard: GuardChanges::NONE,
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
        hit_modifier(modifier: Modifier) => strike.hit_modifier
    }
    change! {
        /// Hits beside those of its dice (A2.10): 0 to 60.
        auto_hits(hits: AutoHits) => strike.auto_hits
    }
    change! {
        /// Added to its saves: −12 to 12.
        save_modifier(modifier: Modifier) => guard.save_modifier
    }
    change! {
        /// Added to its panic tests: −12 to 12.
        panic_modifier(modifier: Modifier) => guard.panic_modifier
    }
    change! {
        /// It may reroll its attack dice.
        reroll_attacks() => strike.attack_rerolls.roller
    }
    change! {
        /// It may reroll its defence dice.
        reroll_saves() => guard.save_rerolls.roller
    }
    change! {
        /// It may reroll its panic tests.
        reroll_morale() => guard.morale_rerolls.roller
    }
    change! {
        /// The enemy may have its attack dice rerolled.
        forced_to_reroll_attacks() => strike.attack_rerolls.enemy
    }
    change! {
        /// The enemy may have its defence dice rerolled.
        forced_to_reroll_saves() => guard.save_rerolls.enemy
    }
    change! {
        /// The enemy may have its panic tests rerolled.
        forced_to_reroll_morale() => guard.morale_rerolls.enemy
    }
}

impl Combatant {
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

    /// What was wrong with a number that was said of it.
    fn sound(&self) -> Result<(), Error> {
        self.fault.clone().map_or(Ok(()), Err)
    }

    /// Whether it can attack at all.
    pub(super) const fn is_armed(&self) -> bool {
        match &self.source {
            Source::Card(_) => true,
            Source::Numbers(Numbers { dice, hit, .. }) => dice.is_some() || hit.is_some(),
        }
    }

    /// The player's habit with the enemy's tokens.
    pub(super) const fn spends(&self) -> Spending {
        self.spending
    }

    /// What changes its saves and tests.
    pub(super) const fn guard(&self) -> GuardChanges {
        self.guard
    }

    /// What is left of it.
    pub(super) fn standing(&self) -> Result<Standing, Error> {
        self.sound()?;
        let body = match &self.source {
            Source::Card(unit) => unit.body,
            Source::Numbers(Numbers { body: Some(body), .. }) => *body,
            Source::Numbers(_) => Body::of_wounds(WOUNDS)?,
        };
        Ok(Standing::after(body, self.wounds_lost, self.tokens)?)
    }

    /// Its speed.
    pub(super) fn charging_speed(&self, who: &'static str) -> Result<Speed, Error> {
        self.sound()?;
        let speed = match &self.source {
            Source::Card(unit) => unit.speed,
            Source::Numbers(numbers) => numbers.speed,
        };
        speed.ok_or(Error::Missing { who, what: "a speed", method: "speed" })
    }

    /// Its morale, where it is known.
    pub(super) fn known_morale(&self) -> Option<Morale> {
        match &self.source {
            Source::Card(unit) => unit.morale,
            Source::Numbers(numbers) => numbers.morale,
        }
    }

    /// Its morale.
    pub(super) fn tested_morale(&self, who: &'static str) -> Result<Morale, Error> {
        self.sound()?;
        self.known_morale().ok_or(Error::Missing { who, what: "a morale", method: "morale" })
    }

    /// What it brings to a test of its own.
    pub(super) fn presence(&self) -> Presence {
        self.card().map_or_else(Presence::default, |unit| Presence::new(unit, ""))
    }

    /// The attack that it makes.
    pub(super) fn weapon(&self, wanted: Wanted, who: &'static str) -> Result<Weapon, Error> {
        self.sound()?;
        match &self.source {
            Source::Card(unit) => weapon_of(unit, self.attack.as_deref(), wanted).cloned(),
            Source::Numbers(_) if self.attack.is_some() => {
                Err(Error::NoCard { what: "attacks by name" })
            }
            Source::Numbers(numbers) => numbers.weapon(wanted, who),
        }
    }

    /// The unit as it strikes.
    pub(super) fn striker<'a>(&'a self, weapon: &'a Weapon) -> Result<Striker<'a>, Error> {
        let (standing, changes, spending) = (self.standing()?, self.strike, self.spending);
        Ok(Striker { card: self.card(), weapon, standing, changes, spending })
    }

    /// The unit as it is struck.
    pub(super) fn struck(&self, who: &'static str) -> Result<Struck<'_>, Error> {
        let standing = self.standing()?;
        let morale = self.tested_morale(who)?;
        match &self.source {
            Source::Card(unit) => {
                Ok(Fielded { unit, standing, spending: self.spending }.struck(self.guard)?)
            }
            Source::Numbers(Numbers { defense, .. }) => Ok(Struck {
                card: None,
                defense: defense.ok_or(Error::Missing {
                    who,
                    what: "a defence",
                    method: "defense",
                })?,
                morale,
                standing,
                changes: self.guard,
                spending: self.spending,
            }),
        }
    }
}

impl Numbers {
    fn weapon(&self, wanted: Wanted, who: &'static str) -> Result<Weapon, Error> {
        let missing = |what, method| Error::Missing { who, what, method };
        let dice = self.dice.ok_or_else(|| missing("attack dice", "dice"))?;
        let hit = self.hit.ok_or_else(|| missing("a hit value", "hit"))?;
        let reach = if wanted == Wanted::Ranged { Reach::Long } else { Reach::Melee };
        Ok(Weapon { name: String::new(), reach, hit, dice: vec![dice] })
    }
}

fn of_the_card(unit: &Unit, method: &'static str) -> Error {
    Error::OfTheCard { unit: unit.name.clone(), method }
}

/// The attack of that name (or of its start), or the first of a card that will do.
fn weapon_of<'a>(unit: &'a Unit, name: Option<&str>, wanted: Wanted) -> Result<&'a Weapon, Error> {
    let none = |wanted: String| Error::NoAttack {
        unit: unit.name.clone(),
        wanted,
        known: unit
            .attacks
            .iter()
            .map(|weapon| format!("`{}` ({})", weapon.name, weapon.reach.name()))
            .collect::<Vec<_>>()
            .join(", "),
    };
    let Some(name) = name else {
        return wanted.first(unit).ok_or_else(|| none(wanted.words().to_owned()));
    };
    let given = plain(name);
    let fits = |weapon: &&Weapon| wanted.fits(weapon) && !given.is_empty();
    let exact = unit.attacks.iter().find(|weapon| fits(weapon) && plain(&weapon.name) == given);
    let start = || {
        let starts = |weapon: &&Weapon| fits(weapon) && plain(&weapon.name).starts_with(&given);
        unit.attacks.iter().find(starts)
    };
    exact.or_else(start).ok_or_else(|| none(format!("{} `{name}`", wanted.words())))
}
