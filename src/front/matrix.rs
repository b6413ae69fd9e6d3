//! Every attacker against every defender.

use super::{Error, FrontQuestion, QuestionBuilder};
use crate::catalogue::Catalogue;
use crate::engine::StdControl;
use crate::games::asoiaf::{ChargeEffects, Edition, EngagementFilter, Facing, WeaponFilter};
use crate::study::field::{FieldSetup, FieldTerms, FieldUnit, MatrixQuestion, Metric, Order};
use crate::study::matrix;
use crate::study::{Distribution, Plan};

/// Creates a question about the attacks of some shipped cards against some others.
///
/// Both are filters of [`Catalogue::filtered`], e.g. `stark, infantry, 5..6`. Each attacker uses the
/// legal attack of its card with the highest expected wounds; cards without one are left out.
///
/// # Examples
/// ```
/// let answer = warodds::matrix("stark, infantry", "lannister, infantry").charge().exact()?;
/// let best = answer.attackers().max_by(|a, b| a.mean_wounds().total_cmp(&b.mean_wounds()));
/// assert!(best.is_some_and(|best| best.mean_wounds() > 3.0));
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn matrix(attackers: &str, defenders: &str) -> QuestionBuilder<AttackMatrixQuestion> {
    QuestionBuilder::new(AttackMatrixQuestion {
        attackers: attackers.to_owned(),
        defenders: defenders.to_owned(),
        facing: Facing::Front,
        charge: None,
        kind: WeaponFilter::Any,
    })
}

/// A question about every attacker against every defender, created by [`matrix()`].
///
/// # Examples
/// ```
/// let error = warodds::matrix("tully", "lannister").exact().map(|_| ()).unwrap_err();
/// assert!(error.to_string().starts_with("`tully` is not a faction, a type or a cost"));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AttackMatrixQuestion {
    attackers: String,
    defenders: String,
    facing: Facing,
    charge: Option<ChargeEffects>,
    kind: WeaponFilter,
}

impl QuestionBuilder<AttackMatrixQuestion> {
    /// Gives all attacks the charge bonus (A3.1).
    ///
    /// # Examples
    /// A cell is the answer to the attack of its two cards:
    ///
    /// ```
    /// let matrix = warodds::matrix("unit=stark sworn swords", "unit=lannister guardsmen");
    /// let answer = matrix.charge().exact()?;
    /// let mean = answer.attackers().next().map(|row| row.mean_wounds());
    ///
    /// let swords = warodds::unit("stark sworn swords")?;
    /// let guardsmen = warodds::unit("lannister guardsmen")?;
    /// let attack = warodds::attack(&swords, &guardsmen).charge().exact()?;
    /// assert_eq!(mean, Some(attack.wounds().mean()));
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn charge(self) -> Self {
        self.with(|matrix| matrix.charge = Some(ChargeEffects::default()))
    }

    /// Sets the arc that is attacked.
    pub fn facing(self, facing: Facing) -> Self {
        self.with(|matrix| matrix.facing = facing)
    }

    /// Makes all attacks into the flank (A3.2).
    pub fn flank(self) -> Self {
        self.facing(Facing::Flank)
    }

    /// Makes all attacks into the rear (A3.3).
    pub fn rear(self) -> Self {
        self.facing(Facing::Rear)
    }

    /// Makes ranged attacks: each attacker uses the best of its card.
    pub fn ranged(self) -> Self {
        self.with(|matrix| matrix.kind = WeaponFilter::Ranged)
    }

    /// Makes melee attacks: each attacker uses the best of its card.
    pub fn melee(self) -> Self {
        self.with(|matrix| matrix.kind = WeaponFilter::Melee)
    }
}

/// Returns the shipped cards that match a filter.
fn filtered_units(filter: &str) -> Result<Vec<FieldUnit>, Error> {
    Ok(Catalogue::shipped()
        .filtered(filter)?
        .into_iter()
        .map(|unit| unit.into_parts().into())
        .collect())
}

impl FrontQuestion for AttackMatrixQuestion {
    type Output = AttackMatrixAnswer;

    fn answer(&self, edition: Edition, plan: &Plan) -> Result<AttackMatrixAnswer, Error> {
        let Self { attackers, defenders, facing, charge, kind } = self;
        let engagement = EngagementFilter::new(*kind, *charge, false)?;
        let sides = FieldSetup {
            attackers: filtered_units(attackers)?,
            defenders: filtered_units(defenders)?,
            terms: FieldTerms { facing: *facing, engagement, ..FieldTerms::default() },
            edition,
        };
        let name = format!("{attackers} → {defenders}");
        // metric and order belong to printed tables: the answer has all distributions
        let question = MatrixQuestion::new(name, sides, Metric::default(), Order::default())?;
        AttackMatrixAnswer::new(matrix::matrix(&question, plan, &StdControl)?)
    }
}

/// The answer to an [`AttackMatrixQuestion`]: a row for each attacker, a cell for each defender.
///
/// # Examples
/// ```
/// let answer = warodds::matrix("unit=stark sworn swords", "lannister, infantry").exact()?;
/// let swords = answer.attackers().next().expect("one attacker");
/// for (defender, wounds) in swords.wounds() {
///     println!("{} → {defender}: {:.2}", swords.name(), wounds.mean());
/// }
/// # Ok::<(), warodds::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AttackMatrixAnswer {
    answer: matrix::MatrixAnswer,
    /// Wounds by `[attacker][defender]`.
    cells: Vec<Vec<Distribution>>,
}

impl AttackMatrixAnswer {
    fn new(answer: matrix::MatrixAnswer) -> Result<Self, Error> {
        // copied once, so that rows can return slices
        let columns = answer.defenders.len();
        let cell = |row, column| answer.distribution(row, column).cloned();
        let row = |row| (0..columns).map(|column| cell(row, column)).collect::<Option<Vec<_>>>();
        let cells = (0..answer.attackers.len()).map(row).collect::<Option<Vec<_>>>();
        Ok(Self { cells: cells.ok_or(Error::NoResult("wounds"))?, answer })
    }

    /// Returns the rows, sorted by faction, cost and name.
    pub fn attackers(&self) -> impl Iterator<Item = AttackMatrixRow<'_>> {
        let rows = self.answer.attackers.iter().zip(&self.cells);
        rows.map(|(attacker, cells)| AttackMatrixRow {
            name: &attacker.name,
            cells,
            answer: &self.answer,
        })
    }

    /// Returns the untyped answer: with costs, notes, and the cards that were left out and why.
    pub const fn details(&self) -> &matrix::MatrixAnswer {
        &self.answer
    }
}

/// One attacker against every defender: a row of [`AttackMatrixAnswer`].
///
/// # Examples
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
pub struct AttackMatrixRow<'a> {
    name: &'a str,
    cells: &'a [Distribution],
    answer: &'a matrix::MatrixAnswer,
}

impl<'a> AttackMatrixRow<'a> {
    /// Returns the attacker's name.
    pub const fn name(&self) -> &'a str {
        self.name
    }

    /// Returns each defender's name with the wounds it suffers.
    pub fn wounds(&self) -> impl Iterator<Item = (&'a str, &'a Distribution)> {
        self.answer.defenders.iter().map(|defender| defender.name.as_str()).zip(self.cells)
    }

    /// Returns the expected wounds, averaged over all defenders.
    pub fn mean_wounds(&self) -> f64 {
        self.cells.iter().map(Distribution::mean).sum::<f64>() / self.cells.len() as f64
    }
}
