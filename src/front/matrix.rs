//! Every attacker against every defender.

use super::{Ask, Asked, Error};
use crate::catalogue::Catalogue;
use crate::engine::StdControl;
use crate::games::asoiaf::{Bonus, Edition, Facing, Wanted};
use crate::study::field::{FieldUnit, MatrixAsked, Metric, Order, Sides, Terms};
use crate::study::matrix;
use crate::study::{Distribution, Plan};

/// Asks what the attack of each of some shipped cards does to each of some others. Both are filters
/// as in [`Catalogue::filtered`], e.g. `stark, infantry, 5..6`. Each makes the legal attack of its
/// card with the highest expected wounds; cards without one are left out.
///
/// ```
/// let answer = warodds::matrix("stark, infantry", "lannister, infantry").charge().exact()?;
/// let best = answer.attackers().max_by(|a, b| a.mean_wounds().total_cmp(&b.mean_wounds()));
/// assert!(best.is_some_and(|best| best.mean_wounds() > 3.0));
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn matrix(attackers: &str, defenders: &str) -> Ask<Matrix> {
    Ask::new(Matrix {
        attackers: attackers.to_owned(),
        defenders: defenders.to_owned(),
        terms: Terms::default(),
    })
}

/// Every attacker against every defender: see [`matrix()`].
///
/// ```
/// let wrong = warodds::matrix("tully", "lannister").exact().map(|_| ()).unwrap_err();
/// assert!(wrong.to_string().starts_with("`tully` is no faction, type or cost"));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Matrix {
    attackers: String,
    defenders: String,
    terms: Terms,
}

impl Ask<Matrix> {
    /// All attacks are made after a charge (A3.1).
    pub fn charge(self) -> Self {
        self.with(|matrix| matrix.terms.context.charge = Bonus::Charge)
    }

    /// All attacks are made into that arc.
    pub fn facing(self, facing: Facing) -> Self {
        self.with(|matrix| matrix.terms.context.facing = facing)
    }

    /// All attacks are made into the flank (A3.2).
    pub fn flank(self) -> Self {
        self.facing(Facing::Flank)
    }

    /// All attacks are made into the rear (A3.3).
    pub fn rear(self) -> Self {
        self.facing(Facing::Rear)
    }

    /// Each makes the best ranged attack of its card.
    pub fn ranged(self) -> Self {
        self.with(|matrix| matrix.terms.wanted = Wanted::Ranged)
    }

    /// Each makes the best melee attack of its card.
    pub fn melee(self) -> Self {
        self.with(|matrix| matrix.terms.wanted = Wanted::Melee)
    }
}

/// The cards of a filter.
fn members(filter: &str) -> Result<Vec<FieldUnit>, Error> {
    Ok(Catalogue::shipped()
        .filtered(filter)?
        .into_iter()
        .map(|unit| unit.into_parts().into())
        .collect())
}

impl Asked for Matrix {
    type Answer = MatrixAnswer;

    fn answered(&self, edition: Edition, plan: &Plan) -> Result<MatrixAnswer, Error> {
        let Self { attackers, defenders, terms } = self;
        if terms.wanted == Wanted::Ranged && terms.context.charge != Bonus::None {
            return Err(Error::Contradiction(
                "a charge leads to melee attacks: leave out `.ranged()` or `.charge()`",
            ));
        }
        let sides = Sides {
            attackers: members(attackers)?,
            defenders: members(defenders)?,
            terms: terms.clone(),
            edition,
        };
        let name = format!("{attackers} → {defenders}");
        let asked = MatrixAsked::new(name, sides, Metric::default(), Order::default())?;
        MatrixAnswer::new(matrix::matrix(&asked, plan, &StdControl)?)
    }
}

/// Every attacker against every defender.
///
/// ```
/// let answer = warodds::matrix("unit=stark sworn swords", "lannister, infantry").exact()?;
/// let swords = answer.attackers().next().expect("they are there");
/// for (defender, wounds) in swords.wounds() {
///     println!("{} → {defender}: {:.2}", swords.name(), wounds.mean());
/// }
/// # Ok::<(), warodds::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MatrixAnswer {
    found: matrix::MatrixAnswer,
    /// The distributions row by row.
    cells: Vec<Vec<Distribution>>,
}

impl MatrixAnswer {
    fn new(found: matrix::MatrixAnswer) -> Result<Self, Error> {
        let columns = found.defenders.len();
        let cell = |row, column| found.distribution(row, column).cloned();
        let row = |row| (0..columns).map(|column| cell(row, column)).collect::<Option<Vec<_>>>();
        let cells = (0..found.attackers.len()).map(row).collect::<Option<Vec<_>>>();
        Ok(Self { cells: cells.ok_or(Error::NoResult("wounds"))?, found })
    }

    /// The rows, by faction, cost and name.
    pub fn attackers(&self) -> impl Iterator<Item = Row<'_>> {
        let rows = self.found.attackers.iter().zip(&self.cells);
        rows.map(|(attacker, cells)| Row { name: &attacker.name, cells, found: &self.found })
    }

    /// Everything that was found: with prices, notes, and who was left out and why.
    pub const fn details(&self) -> &matrix::MatrixAnswer {
        &self.found
    }
}

/// An attacker and what it does to each defender: see [`MatrixAnswer`].
///
/// ```
/// let answer = warodds::matrix("stark, infantry", "unit=lannister guardsmen").exact()?;
/// for row in answer.attackers() {
///     assert_eq!(row.wounds().count(), 1);
///     assert!(row.mean_wounds() > 0.0, "{}", row.name());
/// }
/// # Ok::<(), warodds::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Row<'a> {
    name: &'a str,
    cells: &'a [Distribution],
    found: &'a matrix::MatrixAnswer,
}

impl<'a> Row<'a> {
    /// The attacker's name.
    pub const fn name(&self) -> &'a str {
        self.name
    }

    /// Each defender's name, and the wounds it suffers.
    pub fn wounds(&self) -> impl Iterator<Item = (&'a str, &'a Distribution)> {
        self.found.defenders.iter().map(|defender| defender.name.as_str()).zip(self.cells)
    }

    /// The mean of the expected wounds over all defenders.
    pub fn mean_wounds(&self) -> f64 {
        self.cells.iter().map(Distribution::mean).sum::<f64>() / self.cells.len() as f64
    }
}
