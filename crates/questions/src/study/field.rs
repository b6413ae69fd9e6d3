//! Questions about a whole field of units: each of some attackers against each of some defenders,
//! all on the same terms.

mod entrant;
mod terms;

use thiserror::Error;

pub use entrant::{Contestant, Entrant};
pub use terms::Terms;

pub(super) use entrant::notes;

use self::entrant::{names, tell_apart};
use super::attachments::{AttachmentsAnswer, AttachmentsAsked};
use super::compare::CompareAnswer;
use super::matrix::MatrixAnswer;
use super::{Control, EngineKind, NotModelled, Pairing, Plan};
use warodds_engine::run::ContractError;
use warodds_games::asoiaf::{Edition, Foreign, Presence, Unit, Weapon};

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
    /// Nobody knows what a point of a unit brings.
    #[error(
        "the cost of {unit} is not known or 0, and a comparison per-point needs it: compare by \
         wounds"
    )]
    Unpriced {
        /// Its name.
        unit: String,
    },
}

/// The attackers that can attack; the others are named.
pub(super) fn armed(
    terms: &Terms,
    entrants: Vec<Entrant>,
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<Entrant>, FieldError> {
    let names = names(&entrants);
    let (armed, others): (Vec<_>, Vec<_>) =
        entrants.into_iter().partition(|entrant| terms.weapon(&entrant.unit).is_some());
    let why = format!("no {}", terms.wanted.words());
    left_out.extend(
        others.into_iter().map(|entrant| LeftOut { unit: entrant.unit.name, why: why.clone() }),
    );
    if armed.is_empty() {
        Err(FieldError::NoAttacker { wanted: terms.wanted.words(), units: names })
    } else {
        Ok(armed)
    }
}

/// The defenders that can be attacked; the others are named.
pub(super) fn struckable(
    entrants: Vec<Entrant>,
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<Entrant>, FieldError> {
    let names = names(&entrants);
    let (known, others): (Vec<_>, Vec<_>) =
        entrants.into_iter().partition(|entrant| entrant.unit.morale.is_some());
    left_out.extend(others.into_iter().map(|entrant| LeftOut {
        unit: entrant.unit.name,
        why: "its morale is not known".to_owned(),
    }));
    if known.is_empty() { Err(FieldError::NoDefender(names)) } else { Ok(known) }
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
    pub fn new(
        name: impl Into<String>,
        sides: Sides<Vec<Entrant>>,
        metric: Metric,
        order: Order,
    ) -> Result<Self, FieldError> {
        let Sides { mut attackers, mut defenders, terms, edition } = sides;
        let mut left_out = Vec::new();
        tell_apart(&mut attackers);
        tell_apart(&mut defenders);
        let attackers = armed(&terms, attackers, &mut left_out)?;
        let defenders = struckable(defenders, &mut left_out)?;
        let most = defenders.iter().map(|entrant| entrant.unit.body.wounds()).max().unwrap_or(0);
        match metric {
            Metric::AtLeast(given) if given > most => {
                Err(FieldError::TooManyWounds { given, most })
            }
            _ => Ok(Self {
                name: name.into(),
                attackers,
                defenders,
                terms,
                edition,
                metric,
                order,
                left_out,
            }),
        }
    }

    /// All who take part.
    pub(super) fn units(&self) -> impl Iterator<Item = &Unit> + Clone {
        self.attackers.iter().chain(&self.defenders).map(|entrant| &entrant.unit)
    }

    /// All who take part with the weapons they use.
    pub(super) fn armed(&self) -> impl Iterator<Item = (&Unit, Option<&Weapon>)> {
        let attackers =
            self.attackers.iter().map(|entrant| (&entrant.unit, self.terms.weapon(&entrant.unit)));
        attackers.chain(
            self.defenders.iter().map(|entrant| (&entrant.unit, entrant.unit.answers_with())),
        )
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
    /// A comparison; without a `measure` per point where both costs are known and not 0, else in
    /// wounds. Defenders that cannot be attacked are left out and named.
    ///
    /// # Errors
    /// When an attacker has no such attack, when the price of one is not known where they are to be
    /// compared per point, or when no defender is left.
    pub fn new(
        name: impl Into<String>,
        sides: Sides<[Entrant; 2]>,
        measure: Option<Measure>,
    ) -> Result<Self, FieldError> {
        let Sides { mut attackers, mut defenders, terms, edition } = sides;
        let mut left_out = Vec::new();
        tell_apart(&mut attackers);
        tell_apart(&mut defenders);
        if let Some(Entrant { unit, .. }) =
            attackers.iter().find(|entrant| terms.weapon(&entrant.unit).is_none())
        {
            return Err(FieldError::Unarmed {
                unit: unit.name.clone(),
                wanted: terms.wanted.words(),
            });
        }
        let defenders = struckable(defenders, &mut left_out)?;
        let unpriced =
            attackers.iter().find(|entrant| entrant.unit.cost.is_none_or(|cost| cost.get() == 0));
        let measure = match (measure, unpriced) {
            (Some(Measure::PerPoint), Some(entrant)) => {
                return Err(FieldError::Unpriced { unit: entrant.unit.name.clone() });
            }
            (Some(measure), _) => measure,
            (None, Some(_)) => Measure::Wounds,
            (None, None) => Measure::PerPoint,
        };
        Ok(Self { name: name.into(), attackers, defenders, terms, edition, measure, left_out })
    }

    /// The abilities of one of the two attackers that count, and whether each is an order.
    pub fn counted_abilities(&self, attacker: usize) -> Vec<(String, bool)> {
        let unit = self.attackers.get(attacker).map(|entrant| &entrant.unit);
        let Some((unit, weapon)) = unit.and_then(|unit| Some((unit, self.terms.weapon(unit)?)))
        else {
            return Vec::new();
        };
        let presence = Presence::new(unit, &weapon.name);
        let counted = presence.counted();
        counted.map(|one| (one.name.clone(), one.effects.order.is_some())).collect()
    }

    /// The comparison with an ability of one of the two attackers left aside.
    #[must_use]
    pub fn without_ability(&self, attacker: usize, name: &str) -> Self {
        let mut rest = self.clone();
        if let Some(entrant) = rest.attackers.get_mut(attacker) {
            entrant.unit.usage.policy.without.push(name.to_owned());
        }
        rest
    }

    /// All who take part.
    pub(super) fn units(&self) -> impl Iterator<Item = &Unit> + Clone {
        self.attackers.iter().chain(&self.defenders).map(|entrant| &entrant.unit)
    }

    /// All who take part with the weapons they use.
    pub(super) fn armed(&self) -> impl Iterator<Item = (&Unit, Option<&Weapon>)> {
        let attackers =
            self.attackers.iter().map(|entrant| (&entrant.unit, self.terms.weapon(&entrant.unit)));
        attackers.chain(
            self.defenders.iter().map(|entrant| (&entrant.unit, entrant.unit.answers_with())),
        )
    }
}

/// A question about a whole field.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldAsked {
    /// Every attacker against every defender.
    Matrix(MatrixAsked),
    /// Two attackers, each against every defender.
    Compare(Box<CompareAsked>),
    /// A unit with each of some attachments, against a field.
    Attachments(Box<AttachmentsAsked>),
}

impl FieldAsked {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Matrix(asked) => &asked.name,
            Self::Compare(asked) => &asked.name,
            Self::Attachments(asked) => &asked.name,
        }
    }

    /// What kind of question: `matrix`, `compare` or `attachments`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Matrix(_) => "matrix",
            Self::Compare(_) => "compare",
            Self::Attachments(_) => "attachments",
        }
    }

    /// The abilities of all who take part that may change rolls and that no rule counts.
    pub fn not_modelled(&self) -> Vec<NotModelled> {
        match self {
            Self::Matrix(asked) => NotModelled::of(asked.armed()),
            Self::Compare(asked) => NotModelled::of(asked.armed()),
            Self::Attachments(asked) => NotModelled::of(asked.armed()),
        }
    }

    /// The attachments that no army may have in the units that take part (A11.2).
    pub fn foreign(&self) -> Vec<Foreign> {
        match self {
            Self::Matrix(asked) => super::foreign(asked.units()),
            Self::Compare(asked) => super::foreign(asked.units()),
            Self::Attachments(asked) => asked.foreign(),
        }
    }

    /// How many attacks are asked about.
    pub fn attacks(&self) -> u64 {
        match self {
            Self::Matrix(asked) => asked.attackers.len() as u64 * asked.defenders.len() as u64,
            Self::Compare(asked) => 2 * asked.defenders.len() as u64,
            Self::Attachments(asked) => asked.attacks(),
        }
    }
}

/// An answer about a whole field.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldAnswer {
    /// Every attacker against every defender.
    Matrix(Box<MatrixAnswer>),
    /// Two attackers, each against every defender.
    Compare(Box<CompareAnswer>),
    /// A unit with each of some attachments, against a field.
    Attachments(Box<AttachmentsAnswer>),
}

impl FieldAnswer {
    /// The question's name.
    pub fn name(&self) -> &str {
        match self {
            Self::Matrix(answer) => &answer.name,
            Self::Compare(answer) => &answer.name,
            Self::Attachments(answer) => &answer.name,
        }
    }

    /// What kind of answer: `matrix`, `compare` or `attachments`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Matrix(_) => "matrix",
            Self::Compare(_) => "compare",
            Self::Attachments(_) => "attachments",
        }
    }

    /// Whether the run was stopped before all of it was answered.
    pub const fn is_partial(&self) -> bool {
        match self {
            Self::Matrix(answer) => answer.method.partial,
            Self::Compare(answer) => answer.method.partial,
            Self::Attachments(answer) => answer.method.partial,
        }
    }

    /// How many attacks were answered, each of a comparison with its counterpart.
    pub fn attacks(&self) -> usize {
        match self {
            Self::Matrix(answer) => answer.answered(),
            Self::Compare(answer) => 2 * answer.matchups.len(),
            Self::Attachments(answer) => answer.answered(),
        }
    }
}

/// Puts a question about a field to the engine of the plan, on the threads of the current pool.
///
/// # Errors
/// When a rule breaks its contract with the exact engine; no input does that.
pub fn answer(
    asked: &FieldAsked,
    plan: &Plan,
    control: &dyn Control,
) -> Result<FieldAnswer, ContractError> {
    Ok(match asked {
        FieldAsked::Matrix(asked) => {
            FieldAnswer::Matrix(Box::new(super::matrix::matrix(asked, plan, control)?))
        }
        FieldAsked::Compare(asked) => {
            FieldAnswer::Compare(Box::new(super::compare::compare(asked, plan, control)?))
        }
        FieldAsked::Attachments(asked) => {
            let found = super::attachments::attachments(asked, plan, control)?;
            FieldAnswer::Attachments(Box::new(found))
        }
    })
}

/// What a run of a question counts: attacks where they are exact, else trials.
pub fn steps(asked: &FieldAsked, plan: &Plan) -> u64 {
    match (asked, plan.engine) {
        (_, EngineKind::Exact) => asked.attacks(),
        // pairs are rolled together and counted once
        (FieldAsked::Compare(_), EngineKind::MonteCarlo | EngineKind::Conditional)
            if plan.pairing == Pairing::Common =>
        {
            (asked.attacks() / 2).saturating_mul(plan.goal.trials)
        }
        _ => asked.attacks().saturating_mul(plan.goal.trials),
    }
}
