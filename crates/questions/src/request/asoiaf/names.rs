//! Units by name: what stands in a question instead of numbers.

use super::combat::{TokenKeys, WoundsLeft, checked};
use super::list_files::files_named;
use super::usage::UsageKeys;
use crate::catalogue::{Catalogue, FindError, normalize_name};
use crate::request::{Count, Keys, ParsedFields, RequestError, TextValue, keys};
use warodds_games::asoiaf::best_weapon::WeaponQuestion;
use warodds_games::asoiaf::values::Morale;
use warodds_games::asoiaf::{
    AnyCombatant, Combatant, Edition, Spending, Tokens, Unit, UnitState, UnknownMorale, Weapon,
    WeaponFilter, with_best_weapon,
};

keys! {
    /// Two units by name.
    pub struct UnitNames in Units {
        /// The attacker: the name of a unit, its start, some of its words, or its id (see `warodds
        /// units`).
        maybe attacker: TextValue [Positional, Lists, Requires("defender")], "ATTACKER";
        /// The defender.
        maybe defender: TextValue [Positional, Lists, Requires("attacker")], "DEFENDER";
        /// An attachment of the attacker.
        maybe attacker_with: TextValue [Part("attachment", "attacker"), Alias("with")], "ATTACHMENT";
        /// An attachment of the defender.
        maybe defender_with: TextValue [Part("attachment", "defender")], "ATTACHMENT";
        /// Which attack of the attacker's card [default: the legal one with the highest expected
        /// wounds, the first of equals].
        maybe weapon: TextValue [Mistaken("attack-name")], "ATTACK";
        /// Wounds the attacker has lost.
        usual attacker_wounds_lost: Count [Mistaken("wounds-lost")] = Count(0), "N";
        /// Wounds the defender has lost.
        usual defender_wounds_lost: Count [Conflicts("defender_wounds")] = Count(0), "N";
    }
}

/// What is left of a unit, in either of the words for it.
#[derive(Clone, Copy, Debug)]
pub(super) enum WoundsLeftOf<'o> {
    /// So many wounds are lost, by this option.
    Lost(&'o str, i64),
    /// So many wounds are left, by this option.
    Wounds(&'o str, i64),
}

impl UnitNames {
    /// Both units with their attachments; none where no names were given.
    ///
    /// # Errors
    /// When a name means no unit, or no one unit, and for what `usage` says wrongly of them.
    pub fn units(
        &self,
        usage: &UsageKeys,
        catalogue: &Catalogue,
    ) -> Result<Option<[Unit; 2]>, RequestError> {
        let (Some(attacker), Some(defender)) = (&self.attacker, &self.defender) else {
            return Ok(None);
        };
        for TextValue(name) in [attacker, defender] {
            if files_named(name).next().is_some() {
                return Err(RequestError::Refused(format!(
                    "`{name}` is a list, and here one unit stands: ask `matrix`, `compare`, \
                     `survive` or `charge`"
                )));
            }
        }
        let mut units = [
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
        ];
        usage.apply(&mut units)?;
        Ok(Some(units))
    }

    /// Attacker and defender as they stand, with wounds left where `[own, other]` say so.
    ///
    /// # Errors
    /// When they never had so many wounds.
    pub fn combatants(
        &self,
        [attacker, defender]: [&Unit; 2],
        [own, other]: [Option<WoundsLeft>; 2],
        tokens: &TokenKeys,
        spending: [Spending; 2],
    ) -> Result<[AnyCombatant; 2], RequestError> {
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

/// Refuses numbers of a card, of these ids, beside units by name.
///
/// # Errors
/// Naming the first.
pub(super) fn refuse_numbers(values: &ParsedFields<'_>, ids: &[&str]) -> Result<(), RequestError> {
    values.refuse(ids, |_, option| {
        format!(
            "{option} cannot be given beside units by name, whose cards have it: leave it out, or \
             change the card in a scenario (`use`) or a catalogue of your own"
        )
    })
}

/// Refuses attachments and attacks by name, of these ids, beside lists of armies.
///
/// # Errors
/// Naming the first.
pub(super) fn refuse_beside_lists(
    values: &ParsedFields<'_>,
    ids: &[&str],
) -> Result<(), RequestError> {
    values.refuse(ids, |_, option| {
        format!("{option} is about one unit, and the units of a list are several: leave it out")
    })
}

/// Refuses what is said of units by name where there are only numbers.
///
/// # Errors
/// Naming the first.
pub(super) fn refuse_names(values: &ParsedFields<'_>) -> Result<(), RequestError> {
    let ids = [UnitNames::ids(), UsageKeys::ids(), super::CatalogueKey::ids()].concat();
    values.refuse(&ids, |id, option| {
        let instead = match id {
            "defender_wounds_lost" => "say --defender-wounds, what the defender has left",
            _ => "name an ATTACKER and a DEFENDER in place of the numbers, or leave it out",
        };
        format!("{option} is about units by name and has no effect on plain numbers: {instead}")
    })
}

/// Refuses to say when tokens are spent where no key of these ids gives one, and no ability of the
/// units could.
///
/// # Errors
/// Naming the keys that would.
pub(super) fn refuse_spending(
    values: &ParsedFields<'_>,
    tokens: &[&str],
    units: &[Unit],
) -> Result<(), RequestError> {
    // of several cases, some may hold a token
    if !values.is_only_case() || units.iter().any(|unit| !unit.abilities.is_empty()) {
        return Ok(());
    }
    for id in tokens {
        if values.one::<Tokens>(id)?.is_some_and(|held| held != Tokens::NONE) {
            return Ok(());
        }
    }
    // what is usual may be said as well: a link leaves it out
    let ids = ["spending", "attacker_spending", "defender_spending", "a_spending", "b_spending"];
    if values.one::<Spending>("spending")? == Some(Spending::WhenItHelps) {
        return Ok(());
    }
    let give: Vec<String> = tokens.iter().map(|id| values.display_name(id)).collect();
    values.refuse(&ids, |_, option| {
        format!(
            "{option} says when tokens are spent, and no unit holds one: add {}, or leave \
             {option} out",
            give.join(" or ")
        )
    })
}

/// Finds the unit of a field with the attachment of another.
///
/// # Errors
/// When a name means no unit or attachment, or no one of them, or the unit cannot take it.
pub(super) fn unit(
    catalogue: &Catalogue,
    (id, name): (&'static str, &str),
    (with, attachment): (&'static str, Option<&TextValue>),
) -> Result<Unit, RequestError> {
    let unit = catalogue.find_unit(name).map_err(|wrong| RequestError::contradiction(id, wrong));
    let unit = unit?.unit;
    let Some(attachment) = attachment else { return Ok(unit) };
    let wrong = |wrong: FindError| RequestError::contradiction(with, wrong);
    let attachment = catalogue.find_attachment(&attachment.0).map_err(wrong)?;
    catalogue.attach(unit, attachment).map_err(|wrong| RequestError::contradiction(with, wrong))
}

/// A unit with what is left of it.
///
/// # Errors
/// When it never had so many wounds.
pub(super) fn combatant(
    unit: &Unit,
    left: WoundsLeftOf<'_>,
    tokens: Tokens,
    spending: Spending,
) -> Result<AnyCombatant, RequestError> {
    Ok(Combatant::of(unit, standing(unit, left, tokens)?, spending))
}

/// What is left of a unit.
///
/// # Errors
/// When it never had so many wounds.
pub(super) fn standing(
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

/// The morale of a unit; a card may be without.
///
/// # Errors
/// When it is.
pub(super) fn morale(unit: &Unit) -> Result<Morale, RequestError> {
    unit.morale.ok_or_else(|| no_morale(UnknownMorale { unit: unit.name.clone() }))
}

/// Returns the error of a unit of unknown morale.
pub(super) fn no_morale(missing: UnknownMorale) -> RequestError {
    unknown(&missing.to_string(), "morale")
}

/// Returns the error of a number that a card lacks; `wrong` says what is missing.
pub(super) fn unknown(wrong: &str, number: &str) -> RequestError {
    RequestError::Refused(format!(
        "{wrong}: give a unit of your own `{number}`, in a scenario (`use` beside it) or a catalogue"
    ))
}

/// Returns the attack of a name (or its start), or all attacks of the card that will do, in its
/// order.
///
/// # Errors
/// When the unit has no such attack.
pub(super) fn weapons<'a>(
    unit: &'a Unit,
    named: Option<&TextValue>,
    wanted: WeaponFilter,
) -> Result<Vec<&'a Weapon>, RequestError> {
    let Some(TextValue(name)) = named else {
        let fitting: Vec<&Weapon> = wanted.of(&unit.attacks).collect();
        if fitting.is_empty() {
            return Err(RequestError::Refused(format!(
                "{} has no {}; its attacks are {}",
                unit.name,
                wanted.words(),
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
    let unknown =
        || format!("{} has no attack `{name}`; its attacks are {}", unit.name, attacks(unit));
    let weapon = exact.or_else(start).ok_or_else(|| RequestError::Refused(unknown()))?;
    if wanted.fits(weapon) {
        return Ok(vec![weapon]);
    }
    let (weapon, wanted) = (&weapon.name, wanted.words());
    Err(RequestError::Refused(format!("`{weapon}` of {} is no {wanted}", unit.name)))
}

/// Returns the question about the attacker's best weapon, of those that will do: `pose` builds the
/// question about one of them.
///
/// # Errors
/// When the unit has no such attack, and the error of `pose`.
pub(super) fn with_best<S: WeaponQuestion>(
    unit: &Unit,
    (named, wanted): (Option<&TextValue>, WeaponFilter),
    edition: Edition,
    pose: impl FnMut(&Weapon) -> Result<S, RequestError>,
) -> Result<S, RequestError> {
    let id = if named.is_some() { "weapon" } else { "attacker" };
    let fitting = weapons(unit, named, wanted).map_err(|wrong| wrong.about(id))?;
    let posed: Vec<S> = fitting.into_iter().map(pose).collect::<Result<_, _>>()?;
    let none = || RequestError::Refused(format!("{} has no {}", unit.name, wanted.words()));
    with_best_weapon(posed, edition).ok_or_else(none)
}

/// The attacks of a unit, to be told.
fn attacks(unit: &Unit) -> String {
    let told = |weapon: &Weapon| format!("`{}` ({})", weapon.name, weapon.reach.name());
    unit.attacks.iter().map(told).collect::<Vec<_>>().join(", ")
}
