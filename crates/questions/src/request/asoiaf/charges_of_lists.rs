//! Charges of the units of lists: each of one side at each of the other.

use super::charge::ChargeKeys;
use super::list_files::files_named;
use super::lists;
use super::names;
use super::rules::RulesKeys;
use crate::catalogue::Catalogue;
use crate::request::{Keys, ParsedFields, RequestError, TextValue};
use crate::study::field::FieldUnit;
use crate::study::{NamedQuestion, Setting};
use warodds_games::asoiaf::{Unit, WeaponFilter};

/// A pair of units, and what tells it from others.
type Pair = ([Unit; 2], Vec<Setting>);

/// Chargers with targets.
pub(super) struct ChargePairs {
    /// Each of them.
    all: Vec<Pair>,
    /// What all of them are about.
    subject: String,
    /// Who takes no part, and why.
    left_out: Vec<String>,
}

/// The units of a list that can do what is asked of them, each once, and who cannot.
fn able(
    mut listed: Vec<FieldUnit>,
    list: &str,
    why: &str,
    can: impl Fn(&Unit) -> bool,
) -> Result<(Vec<Unit>, Option<String>), RequestError> {
    lists::each_once(&mut listed);
    lists::able(listed.into_iter().map(|member| member.unit), list, why, can)
}

/// Returns the name of the units of one side: of the only one, of their lists, or of each.
fn side(
    values: &ParsedFields<'_>,
    catalogue: &Catalogue,
    text: &str,
    units: &[Unit],
) -> Result<String, RequestError> {
    match units {
        [only] => Ok(only.name.clone()),
        _ if files_named(text).next().is_some() => lists::titled(values, catalogue, text),
        several => {
            let names: Vec<&str> = several.iter().map(|unit| unit.name.as_str()).collect();
            Ok(names.join(", "))
        }
    }
}

impl ChargeKeys {
    /// Returns a charge for each pair, with the units as its case.
    pub(super) fn of_pairs(
        &self,
        pairs: &ChargePairs,
        values: &ParsedFields<'_>,
    ) -> Result<Vec<NamedQuestion>, RequestError> {
        let rules = RulesKeys::read(values)?;
        let mut cases = Vec::new();
        for (units, told) in &pairs.all {
            let posed = self.of_units(units.clone(), values, &rules)?;
            let mut question = posed.question;
            question.notes.extend(posed.notes);
            question.case.clone_from(told);
            question.name = format!("{}, {}", question.subject, question.name);
            question.subject.clone_from(&pairs.subject);
            question.notes.extend_from_slice(&pairs.left_out);
            cases.push(question);
        }
        Ok(cases)
    }

    /// Each charger with each target where either is a list, with what tells it from the others;
    /// none where none is.
    pub(super) fn pairs(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<Option<ChargePairs>, RequestError> {
        let (Some(TextValue(one)), Some(TextValue(other))) =
            (&self.names.attacker, &self.names.defender)
        else {
            return Ok(None);
        };
        let lists = [one, other].map(|name| lists::several(values, catalogue, name));
        let [chargers, targets] = lists;
        let (chargers, targets) = (chargers?, targets?);
        if chargers.is_none() && targets.is_none() {
            return Ok(None);
        }
        let refused = [
            (
                chargers.is_some(),
                ["attacker_with", "weapon", "attacker_wounds_lost", "attacker_wounds"].as_slice(),
            ),
            (
                targets.is_some(),
                ["defender_with", "defender_wounds_lost", "defender_wounds"].as_slice(),
            ),
        ];
        for (_, ids) in refused.iter().filter(|(is_list, _)| *is_list) {
            names::refuse_beside_lists(values, ids)?;
        }
        let alone = |[id, of]: [&'static str; 2], name: &str, with: Option<&TextValue>| {
            let unit = names::unit(catalogue, (id, name), (of, with))?;
            Ok::<_, RequestError>((vec![unit], None))
        };
        let (chargers, no_chargers) = match chargers {
            Some(all) => able(all, one, "cannot charge", |unit| {
                unit.speed.is_some()
                    && unit.morale.is_some()
                    && WeaponFilter::Melee.first(&unit.attacks).is_some()
            })?,
            None => alone(["attacker", "attacker_with"], one, self.names.attacker_with.as_ref())?,
        };
        let (targets, no_targets) = match targets {
            Some(all) => able(all, other, "its morale is not known", |unit| unit.morale.is_some())?,
            None => alone(["defender", "defender_with"], other, self.names.defender_with.as_ref())?,
        };
        self.usage.check(&[chargers.as_slice(), &targets].concat())?;
        let left_out = no_chargers.into_iter().chain(no_targets).collect();
        let charging = side(values, catalogue, one, &chargers)?;
        let subject = format!("{charging} → {}", side(values, catalogue, other, &targets)?);
        Ok(Some(ChargePairs { all: self.paired(&chargers, &targets), subject, left_out }))
    }

    /// Each charger with each target, as they are used.
    fn paired(&self, chargers: &[Unit], targets: &[Unit]) -> Vec<Pair> {
        let told = |all: &[Unit], axis: &str, unit: &Unit| {
            (all.len() > 1).then(|| Setting::text(axis, unit.name.clone()))
        };
        let pairs = chargers.iter().flat_map(|one| targets.iter().map(move |other| (one, other)));
        let used = |(one, other): (&Unit, &Unit)| {
            let mut units = [one.clone(), other.clone()];
            let [first, second] = &mut units;
            self.usage.set(first, true);
            self.usage.set(second, false);
            let told = [told(chargers, "attacker", one), told(targets, "defender", other)];
            (units, told.into_iter().flatten().collect())
        };
        pairs.map(used).collect()
    }
}
