//! Every attacker against every defender, as a question.

use super::metric::check_metric;
use super::unit::{disambiguate_names, pairs};
use super::{
    FieldError, FieldSetup, FieldTerms, FieldUnit, LeftOut, Metric, Order, armed, check_range,
    retain_defenders, retain_known,
};
use crate::study::{PointsBy, Setting};
use warodds_answer::WoundRange;
use warodds_games::asoiaf::values::Activations;
use warodds_games::asoiaf::{Aim, DuelSide, Edition, EngagementFilter, Unit, Weapon, WeaponFilter};

/// Every attacker against every defender.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixQuestion {
    /// Its name.
    pub name: String,
    /// The values of lists that distinguish it from other questions.
    pub case: Vec<Setting>,
    pub(in crate::study) attackers: Vec<FieldUnit>,
    pub(in crate::study) defenders: Vec<FieldUnit>,
    pub(in crate::study) terms: FieldTerms,
    pub(in crate::study) edition: Edition,
    pub(in crate::study) metric: Metric,
    pub(in crate::study) order: Order,
    pub(in crate::study) left_out: Vec<LeftOut>,
    /// Schedule of the duels; `None` for single attacks.
    pub(in crate::study) schedule: Option<DuelSchedule>,
    pub(in crate::study) points: PointsBy,
}

/// The schedule of a matrix's duels. Charge and arc of the terms apply to the first attack (A5.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelSchedule {
    /// Largest number of attacks of both sides together.
    pub activations: Activations,
    /// The side that attacks first; `a` are the attackers.
    pub first: DuelSide,
    /// What both players choose for.
    pub aim: Aim,
}

/// Returns the terms as those of duels: attacks in melee.
///
/// # Errors
/// [`FieldError::NotInDuels`] for a term of single attacks.
pub(super) fn terms_of_duels(terms: FieldTerms) -> Result<FieldTerms, FieldError> {
    let charge = terms.charge();
    if charge.is_some_and(|charge| charge.fortified) {
        return Err(FieldError::NotInDuels("fortified terrain"));
    }
    if terms.kind() == WeaponFilter::Ranged {
        // both units of a duel are engaged, and engaged units do not shoot (A6.3)
        return Err(FieldError::NotInDuels("ranged attack"));
    }
    if terms.charge_roll.is_some() {
        return Err(FieldError::NotInDuels("charge distance"));
    }
    Ok(FieldTerms { engagement: EngagementFilter::Melee { charge }, ..terms })
}

impl MatrixQuestion {
    /// Creates a matrix of single attacks. Units that cannot take part are left out and named.
    ///
    /// # Errors
    /// If no unit is left on a side, no defender has the requested number of wounds, or the metric
    /// is one of duels.
    pub fn new(
        name: impl Into<String>,
        sides: FieldSetup<Vec<FieldUnit>>,
        metric: Metric,
        order: Order,
    ) -> Result<Self, FieldError> {
        let FieldSetup { mut attackers, mut defenders, terms, edition } = sides;
        let mut left_out = Vec::new();
        disambiguate_names(&mut attackers);
        disambiguate_names(&mut defenders);
        let attackers = armed(&terms, attackers, &mut left_out)?;
        let defenders = retain_defenders(&terms, defenders, &mut left_out)?;
        let [_, lost] = terms.wounds_lost;
        match metric {
            // otherwise every cell would show 0
            Metric::AtLeast(k) => check_range(WoundRange::new(Some(k), None), &defenders, lost)?,
            _ => check_metric(metric, false)?,
        }
        let name = name.into();
        let schedule = None;
        Ok(Self {
            name,
            case: Vec::new(),
            attackers,
            defenders,
            terms,
            edition,
            metric,
            order,
            left_out,
            schedule,
            points: PointsBy::default(),
        })
    }

    /// Creates a matrix of duels, in which both sides attack in turn. Units that cannot take part
    /// are left out and named.
    ///
    /// # Errors
    /// If no unit is left on a side, or the metric or a term is one of single attacks.
    pub fn duels(
        name: impl Into<String>,
        sides: FieldSetup<Vec<FieldUnit>>,
        schedule: DuelSchedule,
        metric: Metric,
        order: Order,
    ) -> Result<Self, FieldError> {
        check_metric(metric, true)?;
        let FieldSetup { mut attackers, mut defenders, terms, edition } = sides;
        let terms = terms_of_duels(terms)?;
        let mut left_out = Vec::new();
        disambiguate_names(&mut attackers);
        disambiguate_names(&mut defenders);
        let attackers = armed(&terms, attackers, &mut left_out)?;
        let attackers = retain_known(attackers, &mut left_out)?;
        // a defender strikes back without the wounds that the attackers lost
        let back = FieldTerms { engagement: terms.engagement, ..terms.reversed() };
        let defenders = armed(&back, defenders, &mut left_out)?;
        let defenders = retain_known(defenders, &mut left_out)?;
        // a unit on both sides would be named twice
        left_out.dedup();
        let (name, schedule) = (name.into(), Some(schedule));
        Ok(Self {
            name,
            case: Vec::new(),
            attackers,
            defenders,
            terms,
            edition,
            metric,
            order,
            left_out,
            schedule,
            points: PointsBy::default(),
        })
    }

    /// Returns the matrix with points that count as destroyed by `points`.
    #[must_use]
    pub fn counting(self, points: PointsBy) -> Self {
        Self { points, ..self }
    }

    /// Returns attacker and defender of each cell, row by row.
    pub(in crate::study) fn pairs(&self) -> Vec<[&Unit; 2]> {
        pairs(&self.attackers, &self.defenders)
    }

    /// Returns all units.
    pub(in crate::study) fn units(&self) -> impl Iterator<Item = &Unit> + Clone {
        self.attackers.iter().chain(&self.defenders).map(|member| &member.unit)
    }

    /// Returns all units with each weapon that they may use.
    pub(in crate::study) fn armed(&self) -> impl Iterator<Item = (&Unit, Option<&Weapon>)> {
        let attackers = self.attackers.iter().flat_map(|member| self.terms.armed(&member.unit));
        let defenders = self.defenders.iter().flat_map(|member| match self.schedule {
            Some(_) => self.terms.armed(&member.unit).collect(),
            None => vec![(&member.unit, member.unit.answers_with())],
        });
        attackers.chain(defenders)
    }
}
