//! What the questions about a whole field share: how all attacks are made, and who takes part.

use super::combat::{AttackManner, RollChanges, Weapons};
use super::lists;
use super::usage::UsageKeys;
use crate::catalogue::Catalogue;
use crate::request::{Keys, ParsedFields, RequestError, TextValue, groups, keys};
use crate::study::field::{FieldTerms, FieldUnit};
use warodds_games::asoiaf::{Facing, Unit};

keys! {
    /// From where all attack.
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
    /// The keys that say how all attacks are made.
    pub struct TermsKeys {
        /// From where.
        pub from: AttackDirection,
        /// How.
        pub manner: AttackManner,
        /// Which attacks of the cards will do.
        pub weapons: Weapons,
        /// What changes the rolls.
        pub changes: RollChanges,
        /// How the units are used.
        pub usage: UsageKeys,
    }
}

impl TermsKeys {
    /// All units as they are used.
    ///
    /// # Errors
    /// For abilities that no unit has.
    pub(super) fn field(
        &self,
        attackers: &mut [FieldUnit],
        defenders: &mut [FieldUnit],
    ) -> Result<(), RequestError> {
        let all = attackers.iter().chain(defenders.iter());
        let units: Vec<Unit> = all.map(|member| member.unit.clone()).collect();
        self.usage.check(&units)?;
        attackers.iter_mut().for_each(|member| self.usage.set(&mut member.unit, true));
        defenders.iter_mut().for_each(|member| self.usage.set(&mut member.unit, false));
        Ok(())
    }

    /// The terms they describe.
    ///
    /// # Errors
    /// For a charge of ranged attacks, and for cover from melee attacks.
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

/// The units of some filters, each once: the cards of a filter, and the units of the lists that it
/// names.
///
/// # Errors
/// For filters that fit no card, and for lists that are not given or invalid.
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
    lists::each_once(&mut all);
    Ok(all)
}

/// The filters in words, with the titles of lists in the place of their files.
///
/// # Errors
/// For lists that are not given or invalid.
pub(super) fn titled(
    values: &ParsedFields<'_>,
    catalogue: &Catalogue,
    filters: &[TextValue],
) -> Result<String, RequestError> {
    let titled = |filter: &TextValue| lists::titled(values, catalogue, &filter.0);
    Ok(filters.iter().map(titled).collect::<Result<Vec<_>, _>>()?.join("; "))
}
