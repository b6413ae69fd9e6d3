//! Named units in questions, their states and their weapons.

use super::cards::PlayedCards;
use super::combat::{TokenKeys, WoundsLeft, checked};
use super::list_files::files_named;
use super::usage::UsageKeys;
use crate::catalogue::{Catalogue, FindError, NamedUnit, normalize_name};
use crate::document::quoted;
use crate::request::role::{ATTACKER, DEFENDER};
use crate::request::{Count, Keys, ParsedFields, RequestError, TextValue, keys};
use warodds_games::asoiaf::best_weapon::WeaponQuestion;
use warodds_games::asoiaf::values::Morale;
use warodds_games::asoiaf::{
    Combatant, CombatantError, Edition, Spending, Tokens, Unit, UnitState, Weapon, WeaponFilter,
    with_best_weapon,
};

keys! {
    /// Two units by name.
    pub struct UnitNames in Units {
        /// The attacking unit: its name, or some words of it (see `warodds units`).
        maybe attacker: TextValue [Positional, Lists, Requires("defender")], "ATTACKER";
        /// The unit that is attacked.
        maybe defender: TextValue [Positional, Lists, Requires("attacker")], "DEFENDER";
        /// An attachment of the attacker.
        maybe attacker_with: TextValue [Part("attachment", "attacker"), Alias("with")], "ATTACHMENT";
        /// An attachment of the defender.
        maybe defender_with: TextValue [Part("attachment", "defender")], "ATTACHMENT";
        /// Which attack of the attacker's card [default: the legal one with the highest expected
        /// wounds].
        maybe weapon: TextValue [Mistaken("attack-name")], "ATTACK";
        /// Wounds the attacker has lost.
        usual attacker_wounds_lost: Count [Mistaken("wounds-lost")] = Count(0), "N";
        /// Wounds the defender has lost.
        usual defender_wounds_lost: Count [Conflicts("defender_wounds")] = Count(0), "N";
    }
}

/// The wounds of a unit, as lost or as left, with the option that sets them.
#[derive(Clone, Copy, Debug)]
pub(super) enum WoundsLeftOf<'o> {
    /// The number of wounds lost.
    Lost(&'o str, i64),
    /// The number of wounds left.
    Wounds(&'o str, i64),
}

impl UnitNames {
    /// Finds both units with their attachments; `None` if no names are given.
    ///
    /// # Errors
    /// [`RequestError`] for an unknown or ambiguous name, and if `usage` or `cards` do not fit the
    /// units.
    pub fn units(
        &self,
        (usage, cards): (&UsageKeys, &PlayedCards<ATTACKER, DEFENDER>),
        catalogue: &Catalogue,
    ) -> Result<Option<[Unit; 2]>, RequestError> {
        let Some(mut units) = self.found(catalogue)? else { return Ok(None) };
        cards.deal(&mut units, catalogue)?;
        usage.apply(&mut units)?;
        Ok(Some(units))
    }

    /// Finds both units with their attachments; `None` if no names are given.
    fn found(&self, catalogue: &Catalogue) -> Result<Option<[Unit; 2]>, RequestError> {
        let (Some(attacker), Some(defender)) = (&self.attacker, &self.defender) else {
            return Ok(None);
        };
        for TextValue(name) in [attacker, defender] {
            if files_named(name).next().is_some() {
                return Err(RequestError::Refused(format!(
                    "{} is a list, and this question takes one unit: ask `matrix`, `compare`, \
                     `survive` or `charge`",
                    quoted(name)
                )));
            }
        }
        Ok(Some([
            unit(
                catalogue,
                ("attacker", &attacker.0),
                ("attacker_with", self.attacker_with.as_ref()),
            )?,
            unit(
                catalogue,
                ("defender", &defender.0),
                ("defender_with", self.defender_with.as_ref()),
            )?,
        ]))
    }

    /// Finds both units, whose tactics cards are ranked.
    ///
    /// # Errors
    /// As [`units`](Self::units), and without names.
    pub(super) fn ranked_units(&self, catalogue: &Catalogue) -> Result<[Unit; 2], RequestError> {
        self.found(catalogue)?
            .ok_or_else(|| RequestError::refused("--rank-cards needs two units by name: name them"))
    }

    /// Returns attacker and defender; `[own, other]` override their wounds left.
    ///
    /// # Errors
    /// [`RequestError::Refused`] for more wounds than the unit has.
    pub fn combatants(
        &self,
        [attacker, defender]: [&Unit; 2],
        [own, other]: [Option<WoundsLeft>; 2],
        tokens: &TokenKeys,
        spending: [Spending; 2],
    ) -> Result<[Combatant; 2], RequestError> {
        let left = |given: Option<WoundsLeft>, option, lost: WoundsLeftOf<'static>| {
            given.map_or(lost, |wounds| WoundsLeftOf::Wounds(option, wounds.get()))
        };
        let own = left(
            own,
            "attacker-wounds",
            WoundsLeftOf::Lost("attacker-wounds-lost", self.attacker_wounds_lost.0),
        );
        let other = left(
            other,
            "defender-wounds",
            WoundsLeftOf::Lost("defender-wounds-lost", self.defender_wounds_lost.0),
        );
        Ok([
            combatant(attacker, own, tokens.attacker_tokens, spending[0])?,
            combatant(defender, other, tokens.defender_tokens, spending[1])?,
        ])
    }
}

/// Refuses keys for attachments and weapons in addition to army lists.
///
/// # Errors
/// [`RequestError::Refused`] for the first of these keys that is given.
pub(super) fn refuse_with_lists(
    values: &ParsedFields<'_>,
    ids: &[&str],
) -> Result<(), RequestError> {
    values.refuse(ids, |_, option| {
        format!("{option} applies to one unit, and a list has several: leave it out")
    })
}

/// Refuses keys of named units in a question in plain numbers.
///
/// # Errors
/// [`RequestError::Refused`] for the first of these keys that is given.
pub(super) fn refuse_names(values: &ParsedFields<'_>) -> Result<(), RequestError> {
    let cards = PlayedCards::<ATTACKER, DEFENDER>::ids();
    let ids = [UnitNames::ids(), UsageKeys::ids(), cards, super::CatalogueKey::ids()].concat();
    values.refuse(&ids, |id, option| {
        let instead = match id {
            "defender_wounds_lost" => {
                "use --defender-wounds, the wounds that the defender has left"
            }
            _ => "name an ATTACKER and a DEFENDER instead of the numbers, or leave it out",
        };
        format!("{option} needs units by name and has no effect on plain numbers: {instead}")
    })
}

/// Refuses keys for spending tokens if no unit holds any and no ability could add one. `tokens` are
/// the ids of the keys for tokens.
///
/// # Errors
/// [`RequestError::Refused`] with the keys that add tokens.
pub(super) fn refuse_spending(
    values: &ParsedFields<'_>,
    tokens: &[&str],
    units: &[Unit],
) -> Result<(), RequestError> {
    // among several cases, some units may hold a token
    if !values.is_only_case() || units.iter().any(|unit| !unit.abilities.is_empty()) {
        return Ok(());
    }
    for id in tokens {
        if values.one::<Tokens>(id)?.is_some_and(|held| held != Tokens::NONE) {
            return Ok(());
        }
    }
    // the default is allowed, as a link would omit it
    let ids = ["spending", "attacker_spending", "defender_spending", "a_spending", "b_spending"];
    if values.one::<Spending>("spending")? == Some(Spending::WhenItHelps) {
        return Ok(());
    }
    let give: Vec<String> = tokens.iter().map(|id| values.display_name(id)).collect();
    values.refuse(&ids, |_, option| {
        format!(
            "{option} says when tokens are spent, and no unit has one: add {}, or leave {option} \
             out",
            give.join(" or ")
        )
    })
}

/// Finds the unit of a field with the attachment of another.
///
/// # Errors
/// [`RequestError`] for an unknown or ambiguous name, and for an attachment that may not join.
pub(super) fn unit(
    catalogue: &Catalogue,
    (id, name): (&'static str, &str),
    (with, attachment): (&'static str, Option<&TextValue>),
) -> Result<Unit, RequestError> {
    let unit = catalogue.find_unit(name).map_err(|wrong| RequestError::contradiction(id, wrong));
    let NamedUnit { card, unit, .. } = unit?;
    let Some(attachment) = attachment else { return Ok(unit) };
    let wrong = |wrong: FindError| RequestError::contradiction(with, wrong);
    let attachment = catalogue.find_joining(&attachment.0, card).map_err(wrong)?;
    let attached = catalogue.attach_to(card, unit, attachment);
    attached.map_err(|wrong| RequestError::contradiction(with, wrong))
}

/// Returns a unit with its wounds and tokens.
///
/// # Errors
/// [`RequestError::Refused`] for more wounds than the unit has.
pub(super) fn combatant(
    unit: &Unit,
    left: WoundsLeftOf<'_>,
    tokens: Tokens,
    spending: Spending,
) -> Result<Combatant, RequestError> {
    Ok(Combatant::of(unit, unit_state(unit, left, tokens)?, spending))
}

/// Returns the state of a unit with these wounds and tokens.
///
/// # Errors
/// [`RequestError::Refused`] for more wounds than the unit has.
pub(super) fn unit_state(
    unit: &Unit,
    left: WoundsLeftOf<'_>,
    tokens: Tokens,
) -> Result<UnitState, RequestError> {
    let most = i64::from(unit.body.wounds());
    let (option, lost) = match left {
        WoundsLeftOf::Lost(option, lost) => (option, lost),
        WoundsLeftOf::Wounds(option, wounds) if wounds > most => {
            return Err(RequestError::Refused(format!(
                "--{option} must be a whole number from 1 to {most}, the wounds of {}, not \
                 {wounds}",
                unit.name
            )));
        }
        WoundsLeftOf::Wounds(option, wounds) => (option, most - wounds),
    };
    checked(option, UnitState::after(unit.body, lost, tokens))
}

/// Returns the morale of a unit.
///
/// # Errors
/// [`RequestError::Refused`] if the card has no morale value.
pub(super) fn morale(unit: &Unit) -> Result<Morale, RequestError> {
    unit.morale
        .ok_or_else(|| lacking(CombatantError::Unknown { what: "morale", unit: unit.name.clone() }))
}

/// Returns the error of a unit that lacks a value.
pub(super) fn lacking(wrong: CombatantError) -> RequestError {
    match wrong {
        CombatantError::Unknown { what, .. } => unknown(&wrong.to_string(), what),
        CombatantError::TooFewDice { .. } | CombatantError::TooManyWounds { .. } => {
            RequestError::refused(wrong)
        }
        CombatantError::TooManyChoices { .. } => {
            RequestError::Refused(format!("{wrong} (`choose`, `without`)"))
        }
    }
}

/// Returns the error of a number that a card lacks; `wrong` says what is missing.
pub(super) fn unknown(wrong: &str, number: &str) -> RequestError {
    RequestError::Refused(format!(
        "{wrong}: set `{number}` in a unit of a scenario, with `use`, or in a catalogue"
    ))
}

/// Returns the weapon with this name or start of a name; without a name, all weapons that pass the
/// filter, in the order of the card.
///
/// # Errors
/// [`RequestError::Refused`] if the unit has no such weapon.
pub(super) fn weapons<'a>(
    unit: &'a Unit,
    named: Option<&TextValue>,
    filter: WeaponFilter,
) -> Result<Vec<&'a Weapon>, RequestError> {
    let Some(TextValue(name)) = named else {
        let fitting: Vec<&Weapon> = filter.of(&unit.attacks).collect();
        if fitting.is_empty() {
            return Err(RequestError::Refused(format!(
                "{} has no {}; its attacks are {}",
                unit.name,
                filter.words(),
                attacks(unit)
            )));
        }
        return Ok(fitting);
    };
    let given = normalize_name(name);
    let normalized = |weapon: &&Weapon| normalize_name(&weapon.name);
    let exact = unit.attacks.iter().find(|weapon| normalized(weapon) == given);
    let start = || {
        unit.attacks
            .iter()
            .find(|weapon| !given.is_empty() && normalized(weapon).starts_with(&given))
    };
    let unknown = || {
        format!("{} has no attack {}; its attacks are {}", unit.name, quoted(name), attacks(unit))
    };
    let weapon = exact.or_else(start).ok_or_else(|| RequestError::Refused(unknown()))?;
    if filter.fits(weapon) {
        return Ok(vec![weapon]);
    }
    let (weapon, filter) = (&weapon.name, filter.words());
    Err(RequestError::Refused(format!("`{weapon}` of {} is not a {filter}", unit.name)))
}

/// Returns the question with the attacker's best weapon among those that pass the filter; `build`
/// builds the question for one weapon.
///
/// # Errors
/// [`RequestError::Refused`] if the unit has no such weapon, and the error of `build`.
pub(super) fn with_best<S: WeaponQuestion>(
    unit: &Unit,
    (named, filter): (Option<&TextValue>, WeaponFilter),
    edition: Edition,
    build: impl FnMut(&Weapon) -> Result<S, RequestError>,
) -> Result<S, RequestError> {
    let id = if named.is_some() { "weapon" } else { "attacker" };
    let fitting = weapons(unit, named, filter).map_err(|wrong| wrong.about(id))?;
    let questions: Vec<S> = fitting.into_iter().map(build).collect::<Result<_, _>>()?;
    let none = || RequestError::Refused(format!("{} has no {}", unit.name, filter.words()));
    with_best_weapon(questions, edition).ok_or_else(none)
}

/// Lists the attacks of a unit for messages.
fn attacks(unit: &Unit) -> String {
    let describe = |weapon: &Weapon| format!("`{}` ({})", weapon.name, weapon.reach.name());
    unit.attacks.iter().map(describe).collect::<Vec<_>>().join(", ")
}
