//! Two attackers, each against every defender, as a question.

use super::unit::disambiguate_names;
use super::{
    FieldError, FieldSetup, FieldTerms, FieldUnit, LeftOut, Measure, check_range, retain_defenders,
};
use crate::study::Setting;
use warodds_answer::WoundRange;
use warodds_games::asoiaf::{Edition, Unit, Weapon};

/// Two attackers, each against every defender.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareQuestion {
    /// Its name.
    pub name: String,
    /// The values of lists that distinguish it from other questions.
    pub case: Vec<Setting>,
    pub(in crate::study) attackers: [FieldUnit; 2],
    pub(in crate::study) defenders: Vec<FieldUnit>,
    pub(in crate::study) terms: FieldTerms,
    pub(in crate::study) edition: Edition,
    pub(in crate::study) measure: Measure,
    pub(in crate::study) range: Option<WoundRange>,
    pub(in crate::study) left_out: Vec<LeftOut>,
}

/// Returns the measure of a comparison: without a requested one per point if all costs are known and
/// not 0, otherwise wounds.
///
/// # Errors
/// [`FieldError::Unpriced`] for a comparison per point of a unit whose cost is unknown or 0.
pub(super) fn default_measure(
    measure: Option<Measure>,
    units: &[FieldUnit],
) -> Result<Measure, FieldError> {
    // the value per point of a free unit is infinite
    let unpriced = units.iter().find(|member| member.unit.cost.is_none_or(|cost| cost.get() == 0));
    match (measure, unpriced) {
        (Some(Measure::PerPoint), Some(member)) => {
            Err(FieldError::Unpriced { unit: member.unit.name.clone() })
        }
        (Some(measure), _) => Ok(measure),
        (None, Some(_)) => Ok(Measure::Wounds),
        (None, None) => Ok(Measure::PerPoint),
    }
}

impl CompareQuestion {
    /// Creates a comparison. Without a `measure` units are compared per point if both costs are
    /// known and not 0, otherwise by wounds. Defenders that cannot be attacked are left out and
    /// named.
    ///
    /// # Errors
    /// If an attacker has no such attack, if the cost of one is unknown or 0 and the measure is per
    /// point, or if no defender is left.
    pub fn new(
        name: impl Into<String>,
        sides: FieldSetup<[FieldUnit; 2]>,
        measure: Option<Measure>,
    ) -> Result<Self, FieldError> {
        let FieldSetup { mut attackers, mut defenders, terms, edition } = sides;
        let mut left_out = Vec::new();
        disambiguate_names(&mut attackers);
        disambiguate_names(&mut defenders);
        if let Some(FieldUnit { unit, .. }) =
            attackers.iter().find(|member| !terms.arms(&member.unit))
        {
            return Err(FieldError::Unarmed {
                unit: unit.name.clone(),
                required: terms.kind().words(),
            });
        }
        for FieldUnit { unit, .. } in &attackers {
            terms.check_attacker(unit)?;
        }
        let defenders = retain_defenders(&terms, defenders, &mut left_out)?;
        let measure = default_measure(measure, &attackers)?;
        let (name, case, range) = (name.into(), Vec::new(), None);
        Ok(Self { name, case, attackers, defenders, terms, edition, measure, range, left_out })
    }

    /// Requests the chance of some numbers of wounds.
    ///
    /// # Errors
    /// [`FieldError::TooManyWounds`] if no defender has as many.
    pub fn counting(self, range: Option<WoundRange>) -> Result<Self, FieldError> {
        check_range(range, &self.defenders, self.terms.wounds_lost[1])?;
        Ok(Self { range, ..self })
    }

    /// Returns the abilities of an attacker (0 or 1) that count, and whether each is an order.
    pub(crate) fn counted_abilities(&self, attacker: usize) -> Vec<(String, bool)> {
        let Some(FieldUnit { unit, .. }) = self.attackers.get(attacker) else { return Vec::new() };
        let mut all: Vec<(String, bool)> = Vec::new();
        for (combatant, _) in self.terms.attackers(unit) {
            for ability in combatant.counted() {
                let one = (ability.name.to_string(), ability.effects.order.is_some());
                if !all.contains(&one) {
                    all.push(one);
                }
            }
        }
        all
    }

    /// Returns the comparison without an ability of an attacker (0 or 1).
    #[must_use]
    pub(crate) fn without_ability(&self, attacker: usize, name: &str) -> Self {
        let mut rest = self.clone();
        if let Some(member) = rest.attackers.get_mut(attacker) {
            member.unit.policy.without.push(name.to_owned());
        }
        rest
    }

    /// Returns all units.
    pub(in crate::study) fn units(&self) -> impl Iterator<Item = &Unit> + Clone {
        self.attackers.iter().chain(&self.defenders).map(|member| &member.unit)
    }

    /// Returns all units with each weapon that they may use.
    pub(in crate::study) fn armed(&self) -> impl Iterator<Item = (&Unit, Option<&Weapon>)> {
        let attackers = self.attackers.iter().flat_map(|member| self.terms.armed(&member.unit));
        attackers
            // a defender needs a weapon only for attacks that its abilities trigger (E1)
            .chain(self.defenders.iter().map(|member| (&member.unit, member.unit.answers_with())))
    }
}
