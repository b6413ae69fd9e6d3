//! Keys and functions shared by questions about whole fields of units.

use super::combat::{AttackManner, RollChanges, Weapons, checked};
use super::lists;
use super::usage::UsageKeys;
use crate::catalogue::Catalogue;
use crate::request::{BoundedInteger, Keys, ParsedFields, RequestError, TextValue, groups, keys};
use crate::study::field::{FieldTerms, FieldUnit};
use warodds_games::asoiaf::values::Activations;
use warodds_games::asoiaf::{Facing, Unit};

keys! {
    /// The arc of all attacks.
    pub struct AttackDirection in Situation {
        /// The defenders' arc in which the attackers stand.
        usual facing: Facing [
            Part("bonus", "attacker"),
            Short("flank", "flank"),
            Short("rear", "rear")
        ] = Facing::Front, "FACING";
    }
}

groups! {
    /// The keys that all attacks of a field share.
    pub struct TermsKeys {
        /// The arc.
        pub from: AttackDirection,
        /// Charge and cover.
        pub manner: AttackManner,
        /// The kind of attacks.
        pub weapons: Weapons,
        /// Changes to the rolls.
        pub changes: RollChanges,
        /// The game situation and the use of abilities.
        pub usage: UsageKeys,
    }
}

impl TermsKeys {
    /// Applies the game situation and the use of abilities to all units.
    ///
    /// # Errors
    /// [`RequestError`] if the keys name an ability that no unit has.
    pub(super) fn apply_usage(
        &self,
        attackers: &mut [FieldUnit],
        defenders: &mut [FieldUnit],
    ) -> Result<(), RequestError> {
        let all = attackers.iter().chain(defenders.iter());
        let units: Vec<Unit> = all.map(|member| member.unit.clone()).collect();
        self.usage.check(&units)?;
        attackers.iter_mut().for_each(|member| self.usage.apply_to(&mut member.unit, true));
        defenders.iter_mut().for_each(|member| self.usage.apply_to(&mut member.unit, false));
        Ok(())
    }

    /// Builds the terms of all attacks.
    ///
    /// # Errors
    /// [`RequestError`] for a charge with ranged attacks, and for cover from melee attacks.
    pub(super) fn terms(&self, values: &ParsedFields<'_>) -> Result<FieldTerms, RequestError> {
        let mut usage = values.settings();
        usage.retain(|one| UsageKeys::ids().contains(&&*one.axis));
        Ok(FieldTerms {
            facing: self.from.facing,
            engagement: self.manner.engagement(self.weapons.weapon, false)?,
            attacking: self.changes.attacking.modifiers(),
            defending: self.changes.defending.modifiers(),
            attacker_tokens: self.changes.tokens.attacker_tokens,
            defender_tokens: self.changes.tokens.defender_tokens,
            spending: self.changes.tokens.spending,
            usage,
        })
    }
}

/// Returns the units as attackers or as defenders, in their game situation.
pub(super) fn with_usage(usage: &UsageKeys, units: &[FieldUnit], attacks: bool) -> Vec<FieldUnit> {
    let mut units = units.to_vec();
    units.iter_mut().for_each(|member| usage.apply_to(&mut member.unit, attacks));
    units
}

/// Returns the number of attacks of duels, given as such or in rounds.
///
/// # Errors
/// [`RequestError::Value`] for rounds with more attacks than a duel may have.
pub(super) fn activations(
    rounds: Option<BoundedInteger<1, 60>>,
    activations: Option<Activations>,
) -> Result<Activations, RequestError> {
    let of_rounds = rounds.map(|rounds| checked("rounds", Activations::new(2 * rounds.get())));
    Ok(of_rounds.transpose()?.or(activations).unwrap_or(Activations::USUAL))
}

/// Returns the cards that fit the filters and the units of the lists they name, without
/// repetitions.
///
/// # Errors
/// [`RequestError`] for a filter that fits no card, and for a list that is missing or invalid.
pub(super) fn members(
    values: &ParsedFields<'_>,
    catalogue: &Catalogue,
    (id, filters): (&str, &[TextValue]),
) -> Result<Vec<FieldUnit>, RequestError> {
    let mut all = Vec::new();
    for TextValue(filter) in filters {
        let listed = lists::units(values, catalogue, filter)?;
        let (members, filter) = listed.unwrap_or_else(|| (Vec::new(), filter.to_owned()));
        let is_filtered = members.is_empty() || !filter.trim().is_empty();
        all.extend(members);
        if is_filtered {
            let cards = catalogue
                .filtered(&filter)
                .map_err(|wrong| RequestError::Refused(format!("--{id}: {wrong}")))?;
            all.extend(cards.into_iter().map(|unit| unit.into_parts().into()));
        }
    }
    lists::remove_repeated(&mut all);
    Ok(all)
}

/// Describes the filters, with the titles of lists in place of their files.
///
/// # Errors
/// [`RequestError`] for a list that is missing or invalid.
pub(super) fn with_titles(
    values: &ParsedFields<'_>,
    catalogue: &Catalogue,
    filters: &[TextValue],
) -> Result<String, RequestError> {
    let with_titles = |filter: &TextValue| lists::with_titles(values, catalogue, &filter.0);
    Ok(filters.iter().map(with_titles).collect::<Result<Vec<_>, _>>()?.join("; "))
}
