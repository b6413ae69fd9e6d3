//! Charges between lists of units: each unit of one side at each of the other.

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

/// A pair of units, and the settings that distinguish it from the other pairs.
type Pair = ([Unit; 2], Vec<Setting>);

/// The pairs of chargers and targets.
pub(super) struct ChargePairs {
    /// All pairs.
    all: Vec<Pair>,
    /// The subject of all charges.
    subject: String,
    /// Notes on the units left out.
    left_out: Vec<String>,
}

/// Separates the units for which `can` holds from the others, without repetitions.
fn able(
    mut listed: Vec<FieldUnit>,
    list: &str,
    why: &str,
    can: impl Fn(&Unit) -> bool,
) -> Result<(Vec<Unit>, Option<String>), RequestError> {
    lists::remove_repeated(&mut listed);
    lists::split_able(listed.into_iter().map(|member| member.unit), list, why, can)
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
        _ if files_named(text).next().is_some() => lists::with_titles(values, catalogue, text),
        several => {
            let names: Vec<&str> = several.iter().map(|unit| unit.name.as_str()).collect();
            Ok(names.join(", "))
        }
    }
}

impl ChargeKeys {
    /// Returns a charge for each pair, with the units as its case.
    pub(super) fn pair_questions(
        &self,
        pairs: &ChargePairs,
        values: &ParsedFields<'_>,
    ) -> Result<Vec<NamedQuestion>, RequestError> {
        let rules = RulesKeys::read(values)?;
        let mut cases = Vec::new();
        for (units, settings) in &pairs.all {
            let parsed = self.unit_question(units.clone(), values, &rules)?;
            let mut question = parsed.question;
            question.notes.extend(parsed.notes);
            question.case.clone_from(settings);
            question.name = format!("{}, {}", question.subject, question.name);
            question.subject.clone_from(&pairs.subject);
            question.notes.extend_from_slice(&pairs.left_out);
            cases.push(question);
        }
        Ok(cases)
    }

    /// Pairs each charger with each target if either side is a list; `None` otherwise.
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
        let lists = [one, other].map(|name| lists::units_of_several(values, catalogue, name));
        let [chargers, targets] = lists;
        let (chargers, targets) = (chargers?, targets?);
        if chargers.is_none() && targets.is_none() {
            return Ok(None);
        }
        names::refuse_with_lists(values, &["attacker_card", "defender_card"])?;
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
            names::refuse_with_lists(values, ids)?;
        }
        let single = |[id, of]: [&'static str; 2], name: &str, with: Option<&TextValue>| {
            let unit = names::unit(catalogue, (id, name), (of, with))?;
            Ok::<_, RequestError>((vec![unit], None))
        };
        let (chargers, no_chargers) = match chargers {
            Some(all) => able(all, one, "cannot charge", |unit| {
                unit.speed.is_some()
                    && unit.morale.is_some()
                    && WeaponFilter::Melee.first(&unit.attacks).is_some()
            })?,
            None => single(["attacker", "attacker_with"], one, self.names.attacker_with.as_ref())?,
        };
        let (targets, no_targets) = match targets {
            Some(all) => able(all, other, "its morale is unknown", |unit| unit.morale.is_some())?,
            None => {
                single(["defender", "defender_with"], other, self.names.defender_with.as_ref())?
            }
        };
        self.usage.check(chargers.iter().chain(&targets))?;
        let left_out = no_chargers.into_iter().chain(no_targets).collect();
        let charging = side(values, catalogue, one, &chargers)?;
        let subject = format!("{charging} → {}", side(values, catalogue, other, &targets)?);
        Ok(Some(ChargePairs { all: self.pair_all(&chargers, &targets), subject, left_out }))
    }

    /// Pairs each charger with each target and applies the game situation to both.
    fn pair_all(&self, chargers: &[Unit], targets: &[Unit]) -> Vec<Pair> {
        let setting = |all: &[Unit], axis: &str, unit: &Unit| {
            (all.len() > 1).then(|| Setting::text(axis, unit.name.clone()))
        };
        let pairs = chargers.iter().flat_map(|one| targets.iter().map(move |other| (one, other)));
        let pair = |(one, other): (&Unit, &Unit)| {
            let mut units = [one.clone(), other.clone()];
            let [first, second] = &mut units;
            self.usage.apply_to(first, true);
            self.usage.apply_to(second, false);
            let settings =
                [setting(chargers, "attacker", one), setting(targets, "defender", other)];
            (units, settings.into_iter().flatten().collect())
        };
        pairs.map(pair).collect()
    }
}
