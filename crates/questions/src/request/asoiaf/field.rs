//! Keys and functions shared by questions about whole fields of units.

use super::cards::PlayedCards;
use super::charge::ChargePath;
use super::combat::{AttackManner, RollChanges, Weapons, checked};
use super::lists;
use super::names::UnitNames;
use super::usage::UsageKeys;
use crate::catalogue::{Attachment, Catalogue};
use crate::request::role::{ATTACKER, DEFENDER};
use crate::request::{
    BoundedInteger, Count, Key, Keys, Mark, ParsedFields, RequestError, TextValue, groups, keys,
};
use crate::study::field::{ChargeRoll, FieldTerms, FieldUnit, UnplayedCards};
use warodds_games::asoiaf::Facing;
use warodds_games::asoiaf::values::{Activations, Inches};

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

/// Attachments and wounds of all units, and the distance of their charges: keys of single attacks
/// and charges.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FieldSituation {
    /// The attachments of the attackers and of the defenders that may have them.
    pub with: [Option<TextValue>; 2],
    /// Wounds lost by every attacker and by every defender.
    pub wounds_lost: [u8; 2],
    /// The roll of the charge.
    pub charge_roll: Option<ChargeRoll>,
}

impl FieldSituation {
    const OF_UNITS: [&str; 4] =
        ["attacker_with", "defender_with", "attacker_wounds_lost", "defender_wounds_lost"];
    const OF_CHARGES: [&str; 3] = ["distance", "terrain", "reroll_distance"];
}

impl Keys for FieldSituation {
    fn keys() -> Vec<Key> {
        let mut units = UnitNames::keys();
        units.retain(|key| Self::OF_UNITS.contains(&key.id));
        for key in &mut units {
            key.marks.retain(|mark| !matches!(mark, Mark::Conflicts(_)));
        }
        let mut charges = ChargePath::keys();
        charges.retain(|key| Self::OF_CHARGES.contains(&key.id));
        for key in &mut charges {
            let is_distance = key.id == "distance";
            key.is_needed = false;
            // the name of a flag of charges that have arrived
            let is_of_charges = |mark: &Mark| {
                [Mark::Short("fortified", "fortified"), Mark::Argument].contains(mark)
            };
            key.marks.retain(|mark| !is_of_charges(mark));
            key.marks.push(Mark::Requires(if is_distance { "charge" } else { "distance" }));
        }
        [units, charges].concat()
    }

    fn ids() -> Vec<&'static str> {
        [&Self::OF_UNITS[..], &Self::OF_CHARGES].concat()
    }

    fn read(values: &ParsedFields<'_>) -> Result<Self, RequestError> {
        let lost = |id| -> Result<u8, RequestError> {
            let lost: Option<Count> = values.one(id)?;
            // no unit has as many wounds as this type holds
            Ok(lost.map_or(0, |lost| u8::try_from(lost.0).unwrap_or(u8::MAX)))
        };
        let distance: Option<Inches> = values.one("distance")?;
        if distance.is_some() {
            values.refuse(&["disorderly", "fortified"], |_, option| {
                format!(
                    "{option} applies to a charge that has arrived: with --distance use --terrain, \
                     or leave {option} out"
                )
            })?;
        }
        let terrain = values.one("terrain")?.unwrap_or_default();
        let reroll_distance = values.flag("reroll_distance");
        let roll = |distance| ChargeRoll { distance, terrain, reroll_distance };
        Ok(Self {
            with: [values.one("attacker_with")?, values.one("defender_with")?],
            wounds_lost: [lost("attacker_wounds_lost")?, lost("defender_wounds_lost")?],
            charge_roll: distance.map(roll),
        })
    }
}

impl FieldSituation {
    /// Adds the attachments to all units that may have them, and returns notes that name the
    /// others.
    ///
    /// # Errors
    /// [`RequestError`] for an unknown attachment, and for one that no unit of its side may have.
    pub(super) fn attach(
        &self,
        catalogue: &Catalogue,
        [attackers, defenders]: [&mut [FieldUnit]; 2],
    ) -> Result<Vec<String>, RequestError> {
        let [own, other] = &self.with;
        let sides = [("attacker_with", own, attackers), ("defender_with", other, defenders)];
        let mut notes = Vec::new();
        for (id, name, members) in sides {
            let Some(name) = name else { continue };
            let wrong = |wrong| RequestError::contradiction(id, wrong);
            let attachment = catalogue.find_attachment(&name.0).map_err(wrong)?;
            notes.extend(attach_to_all(catalogue, attachment, members)?);
        }
        Ok(notes)
    }
}

/// The most units named in a note.
const NAMED: usize = 5;

/// Adds an attachment to the units that may have it (A1.6) and be in an army with it (A11.2).
/// Returns a note that names the others.
fn attach_to_all(
    catalogue: &Catalogue,
    attachment: &Attachment,
    members: &mut [FieldUnit],
) -> Result<Option<String>, RequestError> {
    let mut without = Vec::new();
    let count = members.len();
    for member in members {
        match catalogue.attach(member.unit.clone(), attachment) {
            Ok(unit) if unit.foreign.is_none() || member.unit.foreign.is_some() => {
                member.id = format!("{}+{}", member.id, attachment.id);
                member.unit = unit;
            }
            _ => without.push(member.unit.name.as_str()),
        }
    }
    let name = attachment.full_name();
    if without.len() == count {
        return Err(RequestError::Refused(format!(
            "{name} cannot join any of these units (A1.6, A11.2): {}",
            named(&without)
        )));
    }
    Ok((!without.is_empty())
        .then(|| format!("without {name}, which cannot join them: {}", named(&without))))
}

/// Names the first few units.
fn named(units: &[&str]) -> String {
    let first = units.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    match units.len().saturating_sub(NAMED) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

groups! {
    /// The keys that all attacks of a field share.
    pub struct TermsKeys {
        /// Attachments, wounds lost and the distance of charges.
        pub situation: FieldSituation,
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

/// Returns keys without those of attachments of all units and of the distance of charges, which
/// exchanges of attacks do not have.
pub(super) fn of_exchanges(mut keys: Vec<Key>) -> Vec<Key> {
    let [with, defender_with, ..] = FieldSituation::OF_UNITS;
    let is_left_out =
        |id: &str| [with, defender_with].contains(&id) || FieldSituation::OF_CHARGES.contains(&id);
    keys.retain(|key| !is_left_out(key.id));
    keys
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
        self.usage.check(all.map(|member| &member.unit))?;
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
        let cards = PlayedCards::<ATTACKER, DEFENDER>::ids();
        let ids = [UsageKeys::ids(), FieldSituation::ids(), cards].concat();
        usage.retain(|one| ids.contains(&&*one.axis));
        Ok(FieldTerms {
            facing: self.from.facing,
            engagement: self.manner.engagement(self.weapons.weapon, false)?,
            attacking: self.changes.attacking.modifiers(),
            defending: self.changes.defending.modifiers(),
            attacker_tokens: self.changes.tokens.attacker_tokens,
            defender_tokens: self.changes.tokens.defender_tokens,
            spending: self.changes.tokens.spending,
            wounds_lost: self.situation.wounds_lost,
            charge_roll: self.situation.charge_roll,
            usage,
            notes: Vec::new(),
            unplayed: UnplayedCards::default(),
        })
    }
}

/// Checks that units can charge from the distance of the terms: among several cases the answer says
/// which cannot.
///
/// # Errors
/// [`RequestError::Contradiction`] with the first that cannot.
pub(super) fn check_reach(
    values: &ParsedFields<'_>,
    terms: &FieldTerms,
    units: &[FieldUnit],
) -> Result<(), RequestError> {
    let why = |FieldUnit { unit, .. }: &FieldUnit| {
        Some(format!("{}: {}; shorten --distance", unit.name, terms.out_of_reach(unit)?))
    };
    match units.iter().find_map(why).filter(|_| values.is_only_case()) {
        Some(wrong) => Err(RequestError::contradiction("distance", wrong)),
        None => Ok(()),
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
