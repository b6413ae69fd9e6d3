//! Effects of the parts of a question: each part is left out in turn, players choose again, and the
//! exact answers are compared.
//!
//! Parts are fields (bonuses, tokens, terrain, modifiers, attachments: keys with [`Mark::Part`])
//! and the active abilities of the units, including orders.

mod cause;
mod changes;
mod field;
mod need;
mod numbers;
mod rounds;
mod worth;

use warodds_answer::{Luck, Need};

use super::key::{Arity, Key, Mark};
use super::kind::{QuestionKind, Setup};
use super::query::{Query, Request};
use super::raw_fields::RawFields;
use super::value::NO_ELEMENT;
use crate::catalogue::{Catalogue, describe_effects};
use crate::study::compare::CompareContribution;
use crate::study::field::FieldQuestion;
use crate::study::{Control, NamedQuestion, Plan, cmp_descending};
use warodds_games::Question;
use warodds_games::asoiaf::Combatant;

pub use cause::{Cause, causes};
pub use numbers::NumberChange;
pub use rounds::duel_by_round;
pub use worth::Worth;

pub use super::error::WhyError;
pub use super::query::RequestedAnalyses;

/// The effect of a part of a question.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Contribution {
    /// The option or the ability.
    pub what: String,
    /// The kind of part: `bonus`, `token`, `terrain`, `modifier`, `reroll`, `attachment`,
    /// `situation`, `ability`, `order`, `card`, or `rule` for rules that cost the attacker wounds.
    pub kind: &'static str,
    /// The side that has it: `attacker` or `defender`, in a duel `a` or `b`.
    #[cfg_attr(
        feature = "schema",
        schemars(extend("enum" = ["attacker", "defender", "a", "b"]))
    )]
    pub side: &'static str,
    /// Results with the part minus results without it.
    #[serde(flatten)]
    pub worth: Worth,
    /// Its share of the attacker's own wounds, if it causes any. All shares sum to the total.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_wounds_share: Option<f64>,
}

/// The requested effects of the parts and numbers of a question.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Analysis {
    /// The effect of each part, largest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contributions: Option<Vec<Contribution>>,
    /// The effect of each number increased or decreased by one, largest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sensitivity: Option<Vec<NumberChange>>,
    /// The changes that reach the needed chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub need: Option<Need>,
    /// How lucky each given result was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub luck: Vec<Luck>,
}

/// Computes the analyses of a request.
///
/// # Errors
/// [`WhyError`] if a rule breaks its contract, or `control` stopped the analysis.
pub fn analysis(
    kind: &QuestionKind,
    given: &RawFields,
    setup: &Setup<'_>,
    request: &Request,
    control: &dyn Control,
) -> Result<Analysis, WhyError> {
    let Query::One(asked, _) = &request.asked else { return Ok(Analysis::default()) };
    let contributions = || contributions(kind, given, setup, (asked, &request.plan, control));
    let contributions = request.analyses.why.then(contributions);
    let changes = || numbers::changes(asked, &request.plan, control);
    let sensitivity = request.analyses.sensitivity.then(changes);
    Ok(Analysis {
        contributions: contributions.transpose()?,
        sensitivity: sensitivity.transpose()?,
        need: need::find(kind, given, setup, request, control)?,
        luck: Vec::new(),
    })
}

/// Computes the effect of each part of a comparison, largest first; `None` for other questions.
///
/// # Errors
/// As [`analysis`].
pub fn of_field(
    kind: &QuestionKind,
    given: &RawFields,
    setup: &Setup<'_>,
    (asked, plan, control): (&FieldQuestion, &Plan, &dyn Control),
) -> Result<Option<Vec<CompareContribution>>, WhyError> {
    let FieldQuestion::Compare(asked) = asked else { return Ok(None) };
    let keys = kind.keys();
    let mut without = Vec::new();
    for (what, kind_of, side, mut rest) in provided_parts(keys, given) {
        keep_field_kind(given, &mut rest);
        let Some(Request { asked: Query::Field(asked), .. }) =
            request_without(kind, keys, rest, setup)
        else {
            continue;
        };
        if let FieldQuestion::Compare(asked) = *asked {
            without.push((what, kind_of, side, *asked));
        }
    }
    Ok(Some(field::parts(asked, without, plan, control)?))
}

/// Computes the effect of each part, largest first. Empty if the question is not about an attack,
/// a charge or a duel.
///
/// # Errors
/// As [`analysis`].
fn contributions(
    kind: &QuestionKind,
    given: &RawFields,
    setup: &Setup<'_>,
    (asked, plan, control): (&NamedQuestion, &Plan, &dyn Control),
) -> Result<Vec<Contribution>, WhyError> {
    let keys = kind.keys();
    let Some(whole) = Worth::compute(asked, plan, control)? else { return Ok(Vec::new()) };
    let part = |what, kind, side, rest: &Worth| Contribution {
        what,
        kind,
        side,
        worth: whole.minus(rest),
        own_wounds_share: None,
    };
    let mut all = Vec::new();
    for (what, kind_of, side, mut without) in provided_parts(keys, given) {
        keep_kind(keys, &asked.question, &mut without);
        // a field without which the request is invalid defines the question and is no part
        let Some(request) = request_without(kind, keys, without, setup) else { continue };
        let Query::One(asked, _) = &request.asked else { continue };
        if let Some(rest) = Worth::compute(asked, &request.plan, control)? {
            all.push(part(what, kind_of, side, &rest));
        }
    }
    for (what, kind, side, question) in abilities(&asked.question) {
        let asked = NamedQuestion { question, ..asked.clone() };
        if let Some(rest) = Worth::compute(&asked, plan, control)? {
            all.push(part(what, kind, side, &rest));
        }
    }
    for one in causes(asked, plan, whole.own_wounds, control)? {
        one.add_to(&mut all);
    }
    all.sort_by(|one, other| cmp_descending(one.worth.net().abs(), other.worth.net().abs()));
    Ok(all)
}

/// Fixes the kind of attack, melee or ranged. Without a charge the best attack may be ranged, and
/// the part would be compared with another attack.
fn keep_kind(keys: &[Key], question: &Question, given: &mut RawFields) {
    let Some(warodds_games::asoiaf::Question::Attack(attack)) = question.asoiaf() else { return };
    let named = given.has("attacker") && !given.has("weapon");
    if !named || given.has("ranged") || given.has("melee") || given.has("charge") {
        return;
    }
    let id = if attack.context.engagement.is_ranged() { "ranged" } else { "melee" };
    if keys.iter().any(|key| key.id == id) {
        given.push(id, "");
    }
}

/// Fixes the kind of attack of a comparison, which depends on a charge or cover alone.
fn keep_field_kind(given: &RawFields, rest: &mut RawFields) {
    if given.has("weapon") {
        return;
    }
    if given.has("charge") && !rest.has("charge") {
        rest.push("weapon", "melee");
    } else if given.has("cover") && !rest.has("cover") {
        rest.push("weapon", "ranged");
    }
}

/// Parses the request without a part. Drops `spending` if there are no tokens left to spend.
fn request_without(
    kind: &QuestionKind,
    keys: &[Key],
    mut given: RawFields,
    setup: &Setup<'_>,
) -> Option<Request> {
    kind.request(keys, &given, setup).ok().or_else(|| {
        let had = given.remove("spending");
        had.then(|| kind.request(keys, &given, setup).ok()).flatten()
    })
}

/// Name, kind and side of a part, and the fields without it.
type ProvidedPart = (String, &'static str, &'static str, RawFields);

/// Returns the parts among the fields, each with the other fields.
fn provided_parts(keys: &[Key], given: &RawFields) -> Vec<ProvidedPart> {
    let part = |key: &Key| {
        key.marks.iter().find_map(|mark| match mark {
            Mark::Part(kind, side) => Some((*kind, *side)),
            _ => None,
        })
    };
    let parts = keys.iter().filter(|key| given.has(key.id));
    parts
        .filter_map(|key| Some((key, part(key)?)))
        .flat_map(|(key, (kind, side))| {
            let parts = match key.arity {
                Arity::Set => set_elements(key, given),
                _ => vec![(key.long.clone(), without(keys, given, key.id))],
            };
            parts.into_iter().map(move |(what, rest)| (what, kind, side, rest))
        })
        .collect()
}

/// Returns the elements of a set, each with the fields without it.
fn set_elements(key: &Key, given: &RawFields) -> Vec<(String, RawFields)> {
    let set = key.union(given.of(key.id));
    let elements: Vec<&str> = set.split('+').filter(|one| *one != NO_ELEMENT).collect();
    let without = |left_out: &&str| {
        let mut rest = given.clone();
        rest.remove(key.id);
        let others = elements.iter().filter(|one| one != &left_out);
        others.for_each(|one| rest.push(key.id, one));
        ((*left_out).to_owned(), rest)
    };
    elements.iter().map(without).collect()
}

/// Returns the fields without a key and without the keys that require it.
fn without(keys: &[Key], given: &RawFields, id: &'static str) -> RawFields {
    let mut rest = given.clone();
    rest.remove(id);
    let needs = |key: &&Key| key.has(Mark::Requires(id)) && !key.has(Mark::Positional);
    for key in keys.iter().filter(needs) {
        rest.remove(key.id);
    }
    rest
}

/// An active ability in a question.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InPlay {
    /// Its name.
    pub ability: String,
    /// The side that has it: `attacker` or `defender`, in a duel `a` or `b`.
    pub side: &'static str,
    /// What it does, in plain words, if its card is built in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Descriptions of its effects, one per effect.
    pub effects: Vec<String>,
}

/// Returns the active abilities of both sides.
pub fn in_play(question: &Question) -> Vec<InPlay> {
    let of = |(side, unit): (&'static str, &Combatant)| -> Vec<InPlay> {
        let active = unit.counted().map(|one| InPlay {
            effects: describe_effects(&one.effects),
            summary: Catalogue::shipped().summary_of(one).map(ToOwned::to_owned),
            ability: one.name.to_string(),
            side,
        });
        active.collect()
    };
    sides(question).into_iter().flat_map(of).collect()
}

/// Returns each active ability with the question without it.
fn abilities(question: &Question) -> Vec<(String, &'static str, &'static str, Question)> {
    let mut all = Vec::new();
    for (number, (side, unit)) in sides(question).into_iter().enumerate() {
        for ability in unit.counted() {
            let name = ability.name.to_string();
            let Some(without) = leave_out(question, number, &name) else { continue };
            let kind = match &ability.effects {
                effects if effects.card.is_some() => "card",
                effects if effects.order.is_some() => "order",
                _ => "ability",
            };
            all.push((name, kind, side, without));
        }
    }
    all
}

/// Returns the question without an ability of a side.
fn leave_out(question: &Question, side: usize, ability: &str) -> Option<Question> {
    let Question::Asoiaf(asked, edition) = question else { return None };
    let mut without = asked.clone();
    // a policy is no value that a question needs, so this succeeds
    without.edit_side(side, |unit| unit.policy.without.push(ability.to_owned())).ok()?;
    Some(Question::Asoiaf(without, *edition))
}

/// Returns the sides of a question.
fn sides(question: &Question) -> Vec<(&'static str, &Combatant)> {
    question.asoiaf().map_or_else(Vec::new, warodds_games::asoiaf::Question::sides)
}
