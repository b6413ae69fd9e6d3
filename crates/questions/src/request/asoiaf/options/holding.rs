//! Holding as an option: the unit stays where it is, and the enemy makes its best attack.

use super::{Action, Arcs, MatchupOptions, keys};
use crate::catalogue::Catalogue;
use crate::request::query::QueryCase;
use crate::request::{Key, Keys, ParsedFields, RawFields, RequestError};
use crate::study::{NamedQuestion, PointsTerms};
use warodds_games::asoiaf::{Facing, Unit};

/// The note on options that hold.
const NOTE: &str = "holding counts the best attack of the enemy; the other options end before the \
                    enemy acts";

/// The fields that mean the same for the enemy's attack. Modifiers and cover are about the attack of
/// the unit alone.
const SHARED: [&str; 11] = [
    "distance",
    "round",
    "engaged",
    "rules",
    "cards",
    "catalogue",
    "strict",
    "spending",
    "fishing",
    "without",
    "no_orders",
];

impl MatchupOptions {
    /// Returns each attack of the enemy on the unit from the front. None if it can make none, or if
    /// a given field has no counterpart for the other unit: the attack would not be the right one.
    ///
    /// `subject` is that of the options of the unit, and `points` are its terms.
    pub(super) fn held(
        &self,
        [_, enemy]: &[Unit; 2],
        (subject, points): (&str, Option<PointsTerms>),
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<Vec<QueryCase>, RequestError> {
        let all_keys = keys();
        let Some(fields) = self.reversed(values, &all_keys) else { return Ok(Vec::new()) };
        let reversed = ParsedFields::new("options", &all_keys, &fields)?;
        let facing = Some(Arcs(vec![Facing::Front]));
        let other = Self { facing, distance: self.distance, ..Self::read(&reversed)? };
        let points = points
            .map(|PointsTerms { by, costs: [own, other] }| PointsTerms { by, costs: [other, own] });
        let case = |action: Action| {
            let question = action.question(catalogue)?;
            let notes = [question.notes.clone(), vec![NOTE.to_owned()]].concat();
            let subject = subject.to_owned();
            let question = NamedQuestion { subject, points, notes, ..question };
            let verb = match action.is_charge {
                true => "charge",
                false if action.fields.has("ranged") => "shoot",
                false => "strike",
            };
            Ok(QueryCase::new(format!("hold; the enemy may {verb}"), question))
        };
        other.actions(enemy, &reversed).into_iter().map(case).collect()
    }

    /// Returns the fields of the enemy's options: what is said of either unit is swapped.
    fn reversed(&self, values: &ParsedFields<'_>, keys: &[Key]) -> Option<RawFields> {
        let mut fields = RawFields::new().with("a", &self.b.0).with("b", &self.a.0);
        for (id, text) in values.given().all() {
            let swapped = match (id.strip_prefix("attacker_"), id.strip_prefix("defender_")) {
                // a card is played in the options of the unit
                (Some("card"), _) | (_, Some("card")) => continue,
                (Some(of_unit), _) => format!("defender_{of_unit}"),
                (_, Some(of_enemy)) => format!("attacker_{of_enemy}"),
                _ if SHARED.contains(&id) => id.to_owned(),
                _ => continue,
            };
            let is_known = keys.iter().any(|key| key.id == swapped);
            is_known.then(|| fields.push(&swapped, text))?;
        }
        Some(fields)
    }
}
