//! A step of a sequence, parsed as a question of the kind `attack` or `charge`.

use std::sync::LazyLock;

use super::super::attack::AttackKeys;
use super::super::card_numbers::CardNumbers;
use super::super::charge::{ChargeKeys, out_of_reach};
use crate::catalogue::Catalogue;
use crate::request::{Key, Keys, ParsedFields, RawFields, RequestError, SEQUENCE, find_key};
use warodds_games::asoiaf::{Edition, SequenceStep, Tokens, Unit};

/// The keys of `attack` and `charge` about the defender or the whole turn, which all steps share.
pub(super) const SHARED: [&str; 23] = [
    "defender_with",
    "defense",
    "morale",
    "defender_wounds_lost",
    "defender_wounds",
    "defender_tokens",
    "spending",
    "defender_spending",
    "defender_zones",
    "defender_resource",
    "defender_not_activated",
    "defender_supported",
    "defender_near_commander",
    "round",
    "no_orders",
    "fishing",
    "cover",
    "save_modifier",
    "panic_modifier",
    "reroll_saves",
    "reroll_morale",
    "horrific",
    "inspiring",
];

/// The keys of `attack` and `charge` that no sequence has: what a step names itself, the
/// catalogue, and friends.
const LEFT_OUT: [&str; 5] = ["attacker", "defender", "friend", "cards", "catalogue"];

/// The keys of a step that is an attack.
static OF_ATTACK: LazyLock<Vec<Key>> = LazyLock::new(AttackKeys::keys);
/// The keys of a step that is a charge.
static OF_CHARGE: LazyLock<Vec<Key>> = LazyLock::new(ChargeKeys::keys);

/// What all steps of a sequence share.
#[derive(Clone, Copy)]
pub(super) struct StepContext<'s> {
    /// The name of the unit under attack.
    pub(super) defender: &'s str,
    /// The values of the whole sequence.
    pub(super) values: &'s ParsedFields<'s>,
    pub(super) catalogue: &'s Catalogue,
    pub(super) edition: Edition,
}

/// A parsed step.
#[derive(Clone, Debug)]
pub(super) struct ParsedStep {
    /// The text of the step.
    pub(super) text: String,
    pub(super) attacker: Unit,
    pub(super) defender: Unit,
    pub(super) step: SequenceStep,
    /// Whether the attacker holds tokens.
    pub(super) holds_tokens: bool,
}

impl ParsedStep {
    /// Parses a step as an attack or a charge.
    pub(super) fn parse(
        text: &str,
        StepContext { defender, values, catalogue, edition }: StepContext<'_>,
        replaced: &mut CardNumbers,
    ) -> Result<Self, RequestError> {
        let (name, given) = text.split_once(':').unwrap_or((text, ""));
        if name.split('+').next().is_none_or(|unit| unit.trim().is_empty()) {
            return Err(RequestError::refused(
                "it names no unit: write a step as `UNIT[ + ATTACHMENT][:KEY[=VALUE],…]`, such as \
                 `stark bowmen:ranged`",
            ));
        }
        let given = StepOptions::parse(given);
        let keys: &[Key] = if given.is_charge() { &OF_CHARGE } else { &OF_ATTACK };
        let fields = fields([name, defender], &given, keys, values)?;
        let parsed = ParsedFields::new(SEQUENCE, keys, &fields)?.among_others();
        let (units, step) = if given.is_charge() {
            charge(&parsed, (catalogue, edition), replaced)?
        } else {
            attack(&parsed, (catalogue, edition), replaced)?
        };
        let [attacker, defender] = units;
        let tokens = parsed.one::<Tokens>("attacker_tokens")?;
        let holds_tokens = tokens.is_some_and(|held| held != Tokens::NONE);
        Ok(Self { text: text.trim().to_owned(), attacker, defender, step, holds_tokens })
    }
}

/// Returns the fields of the question of a step.
fn fields(
    [name, defender]: [&str; 2],
    given: &StepOptions<'_>,
    keys: &[Key],
    values: &ParsedFields<'_>,
) -> Result<RawFields, RequestError> {
    let (unit, attachment) = match name.split_once('+') {
        Some((unit, attachment)) => (unit.trim(), Some(attachment.trim())),
        None => (name.trim(), None),
    };
    let mut fields = RawFields::new().with("attacker", unit).with("defender", defender);
    attachment.into_iter().for_each(|one| fields.push("attacker_with", one));
    let own: Vec<Key> = keys.iter().filter(|key| is_of_step(key.id)).cloned().collect();
    for (name, text) in &given.0 {
        // that the charge is rolled for is said by its distance
        if given.is_charge() && *name == "charge" && text.is_empty() {
            continue;
        }
        if find_key(&own, name).is_none() {
            return Err(unknown_key(&own, keys, name));
        }
        fields.push_named(&own, name, text);
    }
    let is_melee = given.is_charge() || fields.has("charge") || fields.has("melee");
    let is_shared = |id: &str| SHARED.contains(&id) && keys.iter().any(|key| key.id == id);
    for (id, text) in values.given().all().filter(|(id, _)| is_shared(id)) {
        // cover is about shots
        if id != "cover" || !is_melee {
            fields.push(id, text);
        }
    }
    Ok(fields)
}

/// The keys of a step with their values, unparsed.
struct StepOptions<'t>(Vec<(&'t str, &'t str)>);

impl<'t> StepOptions<'t> {
    /// Splits `KEY[=VALUE],…`.
    fn parse(text: &'t str) -> Self {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        let pair = |part: &'t str| {
            part.split_once('=').map_or((part, ""), |(key, value)| (key.trim(), value.trim()))
        };
        Self(parts.map(pair).collect())
    }

    /// Returns whether the step is a charge that may fail.
    fn is_charge(&self) -> bool {
        self.0.iter().any(|(name, _)| *name == "distance")
    }
}

/// Returns whether a key of `attack` or `charge` is one of a step.
fn is_of_step(id: &str) -> bool {
    !SHARED.contains(&id) && !LEFT_OUT.contains(&id)
}

/// Builds a step that is an attack.
fn attack(
    values: &ParsedFields<'_>,
    (catalogue, edition): (&Catalogue, Edition),
    replaced: &mut CardNumbers,
) -> Result<([Unit; 2], SequenceStep), RequestError> {
    let keys = AttackKeys::read(values)?;
    let units = keys.names.units((&keys.usage, &keys.cards), catalogue)?;
    let mut units = units.ok_or_else(|| RequestError::refused("it names no unit"))?;
    keys.numbers.replace_on_cards(&mut units, replaced);
    let step = SequenceStep::Attack(keys.unit_attack(&units, edition)?);
    Ok((units, step))
}

/// Builds a step that is a charge.
fn charge(
    values: &ParsedFields<'_>,
    (catalogue, edition): (&Catalogue, Edition),
    replaced: &mut CardNumbers,
) -> Result<([Unit; 2], SequenceStep), RequestError> {
    let keys = ChargeKeys::read(values)?;
    let units = keys.names.units((&keys.usage, &keys.cards), catalogue)?;
    let mut units = units.ok_or_else(|| RequestError::refused("it names no unit"))?;
    keys.replace_on_cards(&mut units, replaced);
    let charge = keys.unit_charge(&units, edition)?;
    if !charge.in_reach() {
        return Err(out_of_reach(&charge));
    }
    if charge.attack().is_none() {
        return Err(RequestError::Refused(format!("{} has no melee attack", units[0].name)));
    }
    Ok((units, SequenceStep::Charge(charge)))
}

/// Returns the error of a key that steps do not have, out of all `keys` of `attack` or `charge`.
fn unknown_key(own: &[Key], keys: &[Key], name: &str) -> RequestError {
    if let Some((key, _)) = find_key(keys, name).filter(|(key, _)| SHARED.contains(&key.id)) {
        return RequestError::Refused(format!(
            "--{} applies to the defender or the whole turn: give it once, outside the steps",
            key.long
        ));
    }
    let shorts = own.iter().flat_map(|key| key.aliases().map(|(alias, _)| alias));
    let known = own.iter().map(|key| key.id).chain(shorts).collect();
    RequestError::UnknownKey { kind: SEQUENCE, given: name.to_owned(), known }
}
