//! Questions about a whole field of units: each of some attackers against each of some defenders, all on the same terms.

use thiserror::Error;

use super::{NotModelled, Setting};
use crate::games::asoiaf::{
    Attack, Bonus, Context, Edition, Facing, Fielded, GuardChanges, Spending, StrikeChanges, Striker, Struck, Token, Tokens, Unit, Wanted,
    Weapon, matchup,
};

/// A unit that takes part.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// Its id in the catalogue, or in the file that tells of it.
    pub id: String,
    /// Its faction; empty where it has none.
    pub faction: String,
    /// Its card.
    pub unit: Unit,
}

/// On which terms all attacks are made.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// Which attacks: each unit makes the first of its card that will do.
    pub wanted: Wanted,
    /// Where from and how.
    pub context: Context,
    /// What changes the attackers' rolls.
    pub strike: StrikeChanges,
    /// What changes the defenders' rolls.
    pub guard: GuardChanges,
    /// What every attacker holds.
    pub attacker_tokens: Tokens,
    /// What every defender holds.
    pub defender_tokens: Tokens,
    /// When players spend the tokens of enemy units.
    pub spending: Spending,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            wanted: Wanted::Melee,
            context: Context::default(),
            strike: StrikeChanges::NONE,
            guard: GuardChanges::NONE,
            attacker_tokens: Tokens::NONE,
            defender_tokens: Tokens::NONE,
            spending: Spending::default(),
        }
    }
}

/// A unit that could not take part, and why.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct LeftOut {
    /// Its name.
    pub unit: String,
    /// Why, e.g. `no melee attack`.
    pub why: String,
}

/// Why there is nothing to ask.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FieldError {
    /// No attacker is left.
    #[error("none of the attackers has a {wanted}: {units}")]
    NoAttacker {
        /// What they need.
        wanted: &'static str,
        /// Who they are.
        units: String,
    },
    /// No defender is left.
    #[error("the morale of none of the defenders is known: {0}")]
    NoDefender(String),
    /// Nobody has so many wounds.
    #[error("no defender has {given} wounds: at most {most} can be asked for")]
    TooManyWounds {
        /// What was asked for.
        given: u8,
        /// The most wounds of a defender.
        most: u8,
    },
    /// A unit that is compared cannot attack.
    #[error("{unit} has no {wanted}")]
    Unarmed {
        /// Its name.
        unit: String,
        /// What it needs.
        wanted: &'static str,
    },
}

impl Terms {
    /// The attack a unit makes: the first of its card that will do.
    pub fn weapon<'a>(&self, unit: &'a Unit) -> Option<&'a Weapon> {
        self.wanted.first(unit)
    }

    /// A unit as it strikes; none without such an attack.
    pub(super) fn striker<'a>(&self, unit: &'a Unit) -> Option<Striker<'a>> {
        let fielded = Fielded::full(unit, self.attacker_tokens, self.spending).ok()?;
        Some(fielded.striker(self.weapon(unit)?, self.strike))
    }

    /// A unit as it is struck; none where its morale is not known.
    pub(super) fn struck<'a>(&self, unit: &'a Unit) -> Option<Struck<'a>> {
        Fielded::full(unit, self.defender_tokens, self.spending).ok()?.struck(self.guard).ok()
    }

    /// The attack of one on the other.
    pub(super) fn attack(&self, striker: &Striker<'_>, struck: &Struck<'_>) -> Attack {
        matchup::attack(striker, struck, self.context)
    }

    /// The attackers that can attack; the others are named.
    fn armed(&self, entrants: Vec<Entrant>, left_out: &mut Vec<LeftOut>) -> Result<Vec<Entrant>, FieldError> {
        let names = names(&entrants);
        let (armed, others): (Vec<_>, Vec<_>) = entrants.into_iter().partition(|entrant| self.weapon(&entrant.unit).is_some());
        let why = format!("no {}", self.wanted.words());
        left_out.extend(others.into_iter().map(|entrant| LeftOut { unit: entrant.unit.name, why: why.clone() }));
        if armed.is_empty() { Err(FieldError::NoAttacker { wanted: self.wanted.words(), units: names }) } else { Ok(armed) }
    }

    /// What is not as usual, for people: `facing` = `flank`, `charge` = `yes`.
    pub fn told(&self) -> Vec<Setting> {
        let Self { context, strike, guard, .. } = self;
        let flag = |name: &str, holds: bool| holds.then(|| (name.to_owned(), "yes".to_owned()));
        let number = |name: &str, n: i64| (n != 0).then(|| (name.to_owned(), format!("{n:+}")));
        let tokens = |name: &str, tokens: Tokens| {
            let held: Vec<&str> = Token::ALL.into_iter().filter(|token| tokens.holds(*token)).map(Token::name).collect();
            (!held.is_empty()).then(|| (name.to_owned(), held.join(", ")))
        };
        let told = [
            (context.facing != Facing::Front).then(|| ("facing".to_owned(), context.facing.name().to_owned())),
            flag("charge", context.charge != Bonus::None),
            flag("disorderly", context.charge == Bonus::Disorderly),
            flag("fortified", context.fortified),
            flag("cover", context.cover),
            tokens("attacker_tokens", self.attacker_tokens),
            tokens("defender_tokens", self.defender_tokens),
            (self.spending == Spending::Never).then(|| ("spending".to_owned(), "never".to_owned())),
            number("hit_modifier", strike.hit_modifier.get().into()),
            number("auto_hits", strike.auto_hits.get().into()),
            flag("reroll_attacks", strike.attack_rerolls.roller),
            flag("force_reroll_attacks", strike.attack_rerolls.enemy),
            number("save_modifier", guard.save_modifier.get().into()),
            number("panic_modifier", guard.panic_modifier.get().into()),
            flag("reroll_saves", guard.save_rerolls.roller),
            flag("force_reroll_saves", guard.save_rerolls.enemy),
            flag("reroll_morale", guard.morale_rerolls.roller),
            flag("force_reroll_morale", guard.morale_rerolls.enemy),
        ];
        told.into_iter().flatten().map(|(axis, value)| Setting { axis, value }).collect()
    }
}

/// The defenders that can be attacked; the others are named.
fn struckable(entrants: Vec<Entrant>, left_out: &mut Vec<LeftOut>) -> Result<Vec<Entrant>, FieldError> {
    let names = names(&entrants);
    let (known, others): (Vec<_>, Vec<_>) = entrants.into_iter().partition(|entrant| entrant.unit.morale.is_some());
    left_out.extend(others.into_iter().map(|entrant| LeftOut { unit: entrant.unit.name, why: "its morale is not known".to_owned() }));
    if known.is_empty() { Err(FieldError::NoDefender(names)) } else { Ok(known) }
}

/// The names of some units.
fn names(entrants: &[Entrant]) -> String {
    const NAMED: usize = 5;
    let named: Vec<&str> = entrants.iter().take(NAMED).map(|entrant| entrant.unit.name.as_str()).collect();
    let more = entrants.len().saturating_sub(NAMED);
    if more > 0 { format!("{} and {more} more", named.join(", ")) } else { named.join(", ") }
}

/// Gives units of one name different ones: with their faction, or else with their id.
fn tell_apart(entrants: &mut [Entrant]) {
    for by in [|entrant: &Entrant| entrant.faction.clone(), |entrant: &Entrant| entrant.id.clone()] {
        let names: Vec<String> = entrants.iter().map(|entrant| entrant.unit.name.clone()).collect();
        for (place, entrant) in entrants.iter_mut().enumerate() {
            let twice = names.iter().enumerate().any(|(other, name)| other != place && *name == entrant.unit.name);
            let more = by(entrant);
            if twice && !more.is_empty() {
                entrant.unit.name = format!("{} ({more})", entrant.unit.name);
            }
        }
    }
}

/// What a cell of a matrix holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// Expected wounds.
    #[default]
    Wounds,
    /// Expected wounds for each point the attacker costs.
    PerPoint,
    /// The chance that the defender is destroyed.
    Destroyed,
    /// The chance of so many wounds or more.
    AtLeast(u8),
}

/// How the units of a matrix are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By faction, then cost, then name.
    #[default]
    Faction,
    /// By cost, then name.
    Cost,
    /// By name.
    Name,
    /// By what the matrix shows: the best attackers first, the defenders that suffer most first.
    Value,
}

/// Every attacker against every defender.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixAsked {
    /// Its name.
    pub name: String,
    pub(super) attackers: Vec<Entrant>,
    pub(super) defenders: Vec<Entrant>,
    pub(super) terms: Terms,
    pub(super) edition: Edition,
    pub(super) metric: Metric,
    pub(super) order: Order,
    pub(super) left_out: Vec<LeftOut>,
}

/// Who takes part and by which rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Sides<A> {
    /// Who attacks.
    pub attackers: A,
    /// Who is attacked.
    pub defenders: Vec<Entrant>,
    /// On which terms.
    pub terms: Terms,
    /// The edition of the rules.
    pub edition: Edition,
}

impl MatrixAsked {
    /// A matrix. Units that cannot take part are left out and named.
    ///
    /// # Errors
    /// When nobody is left on a side, or no defender has as many wounds as are asked for.
    pub fn new(name: impl Into<String>, sides: Sides<Vec<Entrant>>, metric: Metric, order: Order) -> Result<Self, FieldError> {
        let Sides { mut attackers, mut defenders, terms, edition } = sides;
        let mut left_out = Vec::new();
        tell_apart(&mut attackers);
        tell_apart(&mut defenders);
        let attackers = terms.armed(attackers, &mut left_out)?;
        let defenders = struckable(defenders, &mut left_out)?;
        let most = defenders.iter().map(|entrant| entrant.unit.body.wounds()).max().unwrap_or(0);
        match metric {
            Metric::AtLeast(given) if given > most => Err(FieldError::TooManyWounds { given, most }),
            _ => Ok(Self { name: name.into(), attackers, defenders, terms, edition, metric, order, left_out }),
        }
    }

    /// All who take part.
    pub(super) fn units(&self) -> impl Iterator<Item = &Unit> + Clone {
        self.attackers.iter().chain(&self.defenders).map(|entrant| &entrant.unit)
    }
}

/// By which difference two attackers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Wounds.
    Wounds,
    /// Wounds for each point they cost.
    PerPoint,
}

/// Two attackers, each against every defender.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareAsked {
    /// Its name.
    pub name: String,
    pub(super) attackers: [Entrant; 2],
    pub(super) defenders: Vec<Entrant>,
    pub(super) terms: Terms,
    pub(super) edition: Edition,
    pub(super) measure: Measure,
    pub(super) left_out: Vec<LeftOut>,
}

impl CompareAsked {
    /// A comparison; without a `measure` per point where both costs are known and not 0, else in wounds. Defenders that cannot
    /// be attacked are left out and named.
    ///
    /// # Errors
    /// When an attacker has no such attack, or no defender is left.
    pub fn new(name: impl Into<String>, sides: Sides<[Entrant; 2]>, measure: Option<Measure>) -> Result<Self, FieldError> {
        let Sides { mut attackers, mut defenders, terms, edition } = sides;
        let mut left_out = Vec::new();
        tell_apart(&mut attackers);
        tell_apart(&mut defenders);
        if let Some(Entrant { unit, .. }) = attackers.iter().find(|entrant| terms.weapon(&entrant.unit).is_none()) {
            return Err(FieldError::Unarmed { unit: unit.name.clone(), wanted: terms.wanted.words() });
        }
        let defenders = struckable(defenders, &mut left_out)?;
        let priced = attackers.iter().all(|entrant| entrant.unit.cost.is_some_and(|cost| cost.get() > 0));
        let measure = measure.unwrap_or(Measure::PerPoint);
        let measure = if priced { measure } else { Measure::Wounds };
        Ok(Self { name: name.into(), attackers, defenders, terms, edition, measure, left_out })
    }

    /// All who take part.
    pub(super) fn units(&self) -> impl Iterator<Item = &Unit> + Clone {
        self.attackers.iter().chain(&self.defenders).map(|entrant| &entrant.unit)
    }
}

/// A question about a whole field.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldAsked {
    /// Every attacker against every defender.
    Matrix(MatrixAsked),
    /// Two attackers, each against every defender.
    Compare(Box<CompareAsked>),
}

impl FieldAsked {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Matrix(asked) => &asked.name,
            Self::Compare(asked) => &asked.name,
        }
    }

    /// What kind of question: `matrix` or `compare`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Matrix(_) => "matrix",
            Self::Compare(_) => "compare",
        }
    }

    /// The abilities of all who take part that may change rolls and that no rule counts.
    pub fn not_modelled(&self) -> Vec<NotModelled> {
        match self {
            Self::Matrix(asked) => NotModelled::of(asked.units()),
            Self::Compare(asked) => NotModelled::of(asked.units()),
        }
    }

    /// How many attacks are asked about.
    pub fn attacks(&self) -> u64 {
        match self {
            Self::Matrix(asked) => asked.attackers.len() as u64 * asked.defenders.len() as u64,
            Self::Compare(asked) => 2 * asked.defenders.len() as u64,
        }
    }
}

/// A unit as reports tell of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// Its id.
    pub id: String,
    /// Its name, different from those of all others on its side.
    pub name: String,
    /// Its faction; may be empty.
    pub faction: String,
    /// Its cost in points, where known.
    pub cost: Option<u8>,
    /// The attack it makes; none for a defender.
    pub attack: Option<String>,
    /// Its wounds when full.
    pub wounds: u8,
    /// Its abilities that may change rolls and that no rule counts.
    pub not_modelled: Vec<String>,
}

impl Contestant {
    /// The unit as it takes part, with the attack it makes.
    pub(super) fn of(entrant: &Entrant, attack: Option<&Weapon>) -> Self {
        let Entrant { id, faction, unit } = entrant;
        Self {
            id: id.clone(),
            name: unit.name.clone(),
            faction: faction.clone(),
            cost: unit.cost.map(|cost| cost.get()),
            attack: attack.map(|weapon| weapon.name.clone()),
            wounds: unit.body.wounds(),
            not_modelled: unit.not_modelled().into_iter().map(str::to_owned).collect(),
        }
    }

    /// What a point of it brings of `wounds`; nothing that could be told of a unit without a price.
    pub fn per_point(&self, wounds: f64) -> Option<f64> {
        self.cost.filter(|cost| *cost > 0).map(|cost| wounds / f64::from(cost))
    }
}

/// What must be said once of all answers: editions that are mixed, and what is not certain of the rules.
pub(super) fn notes<'a>(edition: Edition, units: impl Iterator<Item = &'a Unit>) -> Vec<String> {
    let mut mixed: Vec<(&str, Vec<&str>)> = Vec::new();
    for unit in units {
        let Some(card) = unit.edition.filter(|card| edition.mixture([("", *card)]).is_some()) else { continue };
        match mixed.iter_mut().find(|(name, _)| *name == card.name()) {
            Some((_, units)) if units.contains(&unit.name.as_str()) => {}
            Some((_, units)) => units.push(&unit.name),
            None => mixed.push((card.name(), vec![&unit.name])),
        }
    }
    let cards = |(card, units): &(&str, Vec<&str>)| match units.as_slice() {
        [only] => format!("{only} is a card of {card}"),
        several => format!("{} cards are of {card}", several.len()),
    };
    let told = (!mixed.is_empty()).then(|| {
        let cards: Vec<String> = mixed.iter().map(cards).collect();
        format!("editions are mixed: the rules are those of {}, {}", edition.name(), cards.join(", "))
    });
    told.into_iter().chain(edition.doubts().map(str::to_owned)).collect()
}
