//! `sequence`: several attackers that act in order on one defender.
//!
//! A step is a text, `UNIT[ + ATTACHMENT][:KEY[=VALUE],…]`. Its keys are those of `attack`, or with
//! `distance` those of `charge`, so each step is parsed as a question of that kind, together with
//! the keys of the defender.

use std::sync::LazyLock;

use super::attack::{AttackKeys, ParsedQuestion, Subject, name_question};
use super::charge::{ChargeKeys, out_of_reach};
use super::names;
use super::rules::{CatalogueKey, RulesKeys};
use crate::catalogue::Catalogue;
use crate::document::quoted;
use crate::request::kind::QuestionKind;
use crate::request::query::{Query, QueryCase};
use crate::request::{
    EngineKeys, Key, Keys, Mark, ParsedFields, RawFields, RequestError, SEQUENCE, TextValue,
    find_key, keys,
};
use warodds_games::asoiaf::{Edition, Question, Sequence, SequenceStep, Tokens, Unit};

keys! {
    /// The unit under attack and its attackers.
    pub struct SequenceFields in Units {
        /// The unit under attack: its name, the start of its name, some of its words, or its id
        /// (see `warodds units`).
        needed defender: TextValue [Positional], "DEFENDER";
        /// Who acts, and how: `UNIT[ + ATTACHMENT][:KEY[=VALUE],…]`, with the keys of `attack` or,
        /// if the charge may fail, `distance` and the keys of `charge`. Once for each step, in
        /// order, up to six times.
        several by: TextValue, "STEP";
        /// All orders of the steps are compared: first the one that destroys the defender most
        /// often, among equals the one with the most expected wounds.
        flag best_order [Single];
    }
}

/// The keys of `attack` and `charge` about the defender or the whole turn, which all steps share.
const SHARED: [&str; 20] = [
    "defender_with",
    "defender_wounds_lost",
    "defender_wounds",
    "defender_tokens",
    "spending",
    "defender_spending",
    "defender_zones",
    "defender_resource",
    "defender_not_activated",
    "defender_supported",
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

/// The keys of `attack` and `charge` that no sequence has: plain numbers, and what a step names
/// itself.
const LEFT_OUT: [&str; 11] = [
    "attacker",
    "defender",
    "dice",
    "hit",
    "defense",
    "morale",
    "speed",
    "attacker_morale",
    "friend",
    "cards",
    "catalogue",
];

/// The keys of a step that is an attack.
static OF_ATTACK: LazyLock<Vec<Key>> = LazyLock::new(AttackKeys::keys);
/// The keys of a step that is a charge.
static OF_CHARGE: LazyLock<Vec<Key>> = LazyLock::new(ChargeKeys::keys);

/// Returns the kind `sequence`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: SEQUENCE,
        about: "What do several attackers do to a unit, one after the other?",
        more: "Each step is made by a fresh attacker; ranks, tokens and losses of the defender carry \
               over, and its answers wound their attackers. A step is \
               `UNIT[ + ATTACHMENT][:KEY[=VALUE],…]`, with the keys of `attack`; with `distance` it \
               is a charge that may fail, with the keys of `charge`. Each attacker makes the legal \
               attack of its card with the highest expected wounds against the unit as it stands at \
               first, unless `weapon`, `ranged` or `melee` say otherwise.",
        examples: &[
            "warodds sequence \"lannister guardsmen\" --by \"stark bowmen:ranged\" --by \"sworn \
             swords + sworn sword captain:charge,flank\"",
            "warodds sequence \"lannister guardsmen\" --by \"stark bowmen:ranged\" --by \"stark \
             outriders:distance=8,flank\"",
            "warodds sequence \"lannister guardsmen\" --by \"stark bowmen:ranged\" --by \"sworn \
             swords:charge\" --by \"umber berserkers:charge,rear\" --best-order",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(keys);
            &KEYS
        },
        ask: |values, catalogue| SequenceFields::read(values)?.query(values, catalogue),
    }
}

fn keys() -> Vec<Key> {
    let mut shared = AttackKeys::keys();
    shared.retain(|key| SHARED.contains(&key.id));
    // a step may charge or name a weapon, whatever the others do
    shared.iter_mut().for_each(|key| key.marks.retain(|mark| *mark != Mark::Conflicts("charge")));
    let engines = [CatalogueKey::keys(), RulesKeys::keys(), EngineKeys::keys()].concat();
    [SequenceFields::keys(), shared, engines].concat()
}

/// A parsed step.
#[derive(Clone, Debug)]
struct ParsedStep {
    /// The text of the step.
    text: String,
    attacker: Unit,
    defender: Unit,
    step: SequenceStep,
    /// Whether the attacker holds tokens.
    holds_tokens: bool,
}

impl SequenceFields {
    /// Builds the query: one sequence, or one for each order.
    fn query(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<Query, RequestError> {
        if self.by.is_empty() {
            return Err(RequestError::refused("nobody attacks: say who, with --by STEP"));
        }
        if self.by.len() > Sequence::MOST {
            let given = self.by.len();
            return Err(RequestError::Refused(format!(
                "a sequence has at most {} steps, and --by is given {given} times: leave some out",
                Sequence::MOST
            )));
        }
        // a fault of the defender is no fault of the first step
        let with = values.one::<TextValue>("defender_with")?;
        names::unit(catalogue, ("defender", &self.defender.0), ("defender_with", with.as_ref()))?;
        let rules = RulesKeys::read(values)?;
        let edition = rules.rules.unwrap_or_default();
        let mut steps = Vec::new();
        for (place, TextValue(text)) in self.by.iter().enumerate() {
            let step = self.step(text, values, catalogue, edition);
            steps.push(step.map_err(|wrong| of_step(place, text, &wrong))?);
        }
        refuse_spending(values, &steps)?;
        if !self.best_order {
            return question(&steps, &rules).map(ParsedQuestion::into_query);
        }
        let case = |order: Vec<ParsedStep>| {
            let texts: Vec<&str> = order.iter().map(|step| step.text.as_str()).collect();
            let question = question(&order, &rules)?.question;
            Ok(QueryCase { option: texts.join(", then "), question })
        };
        orders(&steps).into_iter().map(case).collect::<Result<Vec<_>, _>>().map(Query::Many)
    }

    /// Parses a step as an attack or a charge.
    fn step(
        &self,
        text: &str,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
        edition: Edition,
    ) -> Result<ParsedStep, RequestError> {
        let (name, given) = text.split_once(':').unwrap_or((text, ""));
        if name.trim().is_empty() {
            return Err(RequestError::refused(
                "it names no unit: a step is `UNIT[ + ATTACHMENT][:KEY[=VALUE],…]`, such as `stark \
                 bowmen:ranged`",
            ));
        }
        let given = Given::parse(given);
        let keys: &[Key] = if given.is_charge() { &OF_CHARGE } else { &OF_ATTACK };
        let fields = self.fields(name, &given, keys, values)?;
        let parsed = ParsedFields::new(SEQUENCE, keys, &fields)?.among_others();
        let (units, step) = if given.is_charge() {
            charge(&parsed, catalogue, edition)?
        } else {
            attack(&parsed, catalogue, edition)?
        };
        let [attacker, defender] = units;
        let tokens = parsed.one::<Tokens>("attacker_tokens")?;
        let holds_tokens = tokens.is_some_and(|held| held != Tokens::NONE);
        Ok(ParsedStep { text: text.trim().to_owned(), attacker, defender, step, holds_tokens })
    }

    /// Returns the fields of the question of a step.
    fn fields(
        &self,
        name: &str,
        given: &Given<'_>,
        keys: &[Key],
        values: &ParsedFields<'_>,
    ) -> Result<RawFields, RequestError> {
        let (unit, attachment) = match name.split_once('+') {
            Some((unit, attachment)) => (unit.trim(), Some(attachment.trim())),
            None => (name.trim(), None),
        };
        let mut fields = RawFields::new().with("attacker", unit).with("defender", &self.defender.0);
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
}

/// The keys of a step with their values, unparsed.
struct Given<'t>(Vec<(&'t str, &'t str)>);

impl<'t> Given<'t> {
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
    catalogue: &Catalogue,
    edition: Edition,
) -> Result<([Unit; 2], SequenceStep), RequestError> {
    let keys = AttackKeys::read(values)?;
    let units = keys.names.units(&keys.usage, catalogue)?;
    let units = units.ok_or_else(|| RequestError::refused("it names no unit"))?;
    let step = SequenceStep::Attack(keys.unit_attack(&units, edition)?);
    Ok((units, step))
}

/// Builds a step that is a charge.
fn charge(
    values: &ParsedFields<'_>,
    catalogue: &Catalogue,
    edition: Edition,
) -> Result<([Unit; 2], SequenceStep), RequestError> {
    let keys = ChargeKeys::read(values)?;
    let units = keys.names.units(&keys.usage, catalogue)?;
    let units = units.ok_or_else(|| RequestError::refused("it names no unit"))?;
    let charge = keys.unit_charge(&units, edition)?;
    if !charge.in_reach() {
        return Err(out_of_reach(&charge));
    }
    if charge.attack().is_none() {
        return Err(RequestError::Refused(format!("{} has no melee attack", units[0].name)));
    }
    Ok((units, SequenceStep::Charge(charge)))
}

/// Builds the question of steps in this order.
fn question(steps: &[ParsedStep], rules: &RulesKeys) -> Result<ParsedQuestion, RequestError> {
    let sequence = Sequence::new(steps.iter().map(|one| one.step.clone()).collect());
    let sequence = sequence.map_err(RequestError::refused)?;
    let Some(first) = steps.first() else {
        return Err(RequestError::refused("nobody attacks"));
    };
    let names: Vec<&str> = steps.iter().map(|one| one.attacker.name.as_str()).collect();
    let attackers = steps.iter().map(|one| one.attacker.clone()).collect();
    let subject = Subject::By(first.defender.clone(), names.join(", then "), attackers);
    name_question(SEQUENCE, subject, Question::Sequence(Box::new(sequence)), rules)
}

/// Returns all orders of the steps, that of the request first; equal ones once.
fn orders(steps: &[ParsedStep]) -> Vec<Vec<ParsedStep>> {
    if steps.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, first) in steps.iter().enumerate() {
        let is_repeated = steps.iter().take(place).any(|known| known.step == first.step);
        if is_repeated {
            continue;
        }
        let mut rest = steps.to_vec();
        rest.remove(place);
        all.extend(orders(&rest).into_iter().map(|mut order| {
            order.insert(0, first.clone());
            order
        }));
    }
    all
}

/// Refuses keys for spending tokens if no unit may hold any.
fn refuse_spending(values: &ParsedFields<'_>, steps: &[ParsedStep]) -> Result<(), RequestError> {
    if steps.iter().any(|step| step.holds_tokens) {
        return Ok(());
    }
    let units = steps.iter().flat_map(|step| [step.attacker.clone(), step.defender.clone()]);
    names::refuse_spending(values, &["defender_tokens"], &units.collect::<Vec<_>>())
}

/// Returns the error of a step.
fn of_step(place: usize, text: &str, wrong: &RequestError) -> RequestError {
    let wrong = format!("step {}, {}: {wrong}", place + 1, quoted(text));
    RequestError::Contradiction { id: "by", place, wrong }
}

/// Returns the error of a key that steps do not have, out of all `keys` of `attack` or `charge`.
fn unknown_key(own: &[Key], keys: &[Key], name: &str) -> RequestError {
    if let Some((key, _)) = find_key(keys, name).filter(|(key, _)| SHARED.contains(&key.id)) {
        return RequestError::Refused(format!(
            "--{} is about the defender or the whole turn: give it once, outside of the steps",
            key.long
        ));
    }
    let shorts = own.iter().flat_map(|key| key.aliases().map(|(alias, _)| alias));
    let known = own.iter().map(|key| key.id).chain(shorts).collect();
    RequestError::UnknownKey { kind: SEQUENCE, given: name.to_owned(), known }
}
