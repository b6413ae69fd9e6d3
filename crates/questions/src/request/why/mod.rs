//! What each part of a question is worth: it is asked again without that part, all that is left to
//! choose being chosen anew, and the exact answers are compared.
//!
//! Parts are what was given (bonuses, tokens, terrain, modifiers, attachments: the keys marked so
//! in the table) and the abilities of the units that count, orders among them.

mod cause;
mod field;
mod numbers;
mod worth;

use warodds_engine::run::ContractError;

use super::error::RequestError;
use super::given::RawFields;
use super::key::{Arity, Key, Mark};
use super::kind::{QuestionKind, Request, Setup};
use super::query::Query;
use super::value::NO_ELEMENT;
use crate::catalogue::describe_effects;
use crate::study::compare::CompareContribution;
use crate::study::field::FieldQuestion;
use crate::study::{Control, NamedQuestion, Plan, cmp_descending};
use warodds_games::Question;
use warodds_games::asoiaf::Traits;

pub use cause::{Cause, causes};
pub use numbers::NumberChange;
pub use worth::Worth;

/// What a part of a question is worth.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Contribution {
    /// The option or the ability.
    pub what: String,
    /// What it is: `bonus`, `token`, `terrain`, `modifier`, `reroll`, `attachment`, `situation`,
    /// `ability`, `order`, or `rule` for what the rules themselves cost the attacker.
    pub kind: &'static str,
    /// Whose it is: `attacker` or `defender`, of a duel `a` or `b`.
    pub side: &'static str,
    /// What the question comes to with it, less what it comes to without it.
    #[serde(flatten)]
    pub worth: Worth,
    /// Its share of the attacker's own wounds, where it causes some. All shares sum to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_wounds_share: Option<f64>,
}

/// What is asked about a question beside its answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// What each part is worth.
    pub why: bool,
    /// What each number of both cards is worth.
    pub sensitivity: bool,
    /// One resolution, die by die, in place of the answer.
    pub explain: bool,
}

/// What parts and numbers of a question are worth, as far as that was asked.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Analysis {
    /// What each part is worth, the weightiest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contributions: Option<Vec<Contribution>>,
    /// What one more or less of each number is worth, the weightiest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sensitivity: Option<Vec<NumberChange>>,
}

/// Why nobody can say what parts are worth.
#[derive(Debug, thiserror::Error)]
pub enum WhyError {
    /// The question cannot be asked.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// A rule breaks its contract with the exact engine.
    #[error(transparent)]
    Exact(#[from] ContractError),
}

/// What was asked about a question beside its answer.
///
/// # Errors
/// When the question cannot be asked, or `control` stopped it.
pub fn analysis(
    kind: &QuestionKind,
    given: &RawFields,
    setup: &Setup<'_>,
    request: &Request,
    control: &dyn Control,
) -> Result<Analysis, WhyError> {
    let Query::One(asked, _) = &request.asked else { return Ok(Analysis::default()) };
    let contributions = || contributions(kind, given, setup, (asked, &request.plan, control));
    let contributions = request.wanted.why.then(contributions);
    let changes = || numbers::changes(asked, &request.plan, control);
    let sensitivity = request.wanted.sensitivity.then(changes);
    Ok(Analysis {
        contributions: contributions.transpose()?,
        sensitivity: sensitivity.transpose()?,
    })
}

/// What each part of a comparison is worth, the weightiest first; none of a matrix.
///
/// # Errors
/// When the comparison cannot be asked.
pub fn of_field(
    kind: &QuestionKind,
    given: &RawFields,
    setup: &Setup<'_>,
    (asked, plan, control): (&FieldQuestion, &Plan, &dyn Control),
) -> Result<Option<Vec<CompareContribution>>, WhyError> {
    let FieldQuestion::Compare(asked) = asked else { return Ok(None) };
    let keys = kind.keys();
    let mut without = Vec::new();
    for (what, kind_of, side, mut rest_given) in parts_given(keys, given) {
        keep_field_kind(given, &mut rest_given);
        let Some(Request { asked: Query::Field(asked), .. }) = rest(kind, keys, rest_given, setup)
        else {
            continue;
        };
        if let FieldQuestion::Compare(asked) = *asked {
            without.push((what, kind_of, side, *asked));
        }
    }
    Ok(Some(field::parts(asked, without, plan, control)?))
}

/// What each part of a question is worth, the weightiest first; none where the question is not
/// about an attack, a charge or a duel.
///
/// # Errors
/// When the question cannot be asked.
fn contributions(
    kind: &QuestionKind,
    given: &RawFields,
    setup: &Setup<'_>,
    (asked, plan, control): (&NamedQuestion, &Plan, &dyn Control),
) -> Result<Vec<Contribution>, WhyError> {
    let keys = kind.keys();
    let Some(whole) = Worth::exactly(asked, plan, control)? else { return Ok(Vec::new()) };
    let part = |what, kind, side, rest: &Worth| Contribution {
        what,
        kind,
        side,
        worth: whole.less(rest),
        own_wounds_share: None,
    };
    let mut all = Vec::new();
    for (what, kind_of, side, mut without) in parts_given(keys, given) {
        keep_kind(keys, &asked.question, &mut without);
        // what cannot be left out is no part: it says what is asked
        let Some(request) = rest(kind, keys, without, setup) else { continue };
        let Query::One(asked, _) = &request.asked else { continue };
        if let Some(rest) = Worth::exactly(asked, &request.plan, control)? {
            all.push(part(what, kind_of, side, &rest));
        }
    }
    for (what, kind, side, question) in abilities(&asked.question) {
        let asked = NamedQuestion { question, ..asked.clone() };
        if let Some(rest) = Worth::exactly(&asked, plan, control)? {
            all.push(part(what, kind, side, &rest));
        }
    }
    for one in causes(asked, plan, whole.own_wounds, control)? {
        one.add_to(&mut all);
    }
    all.sort_by(|one, other| cmp_descending(one.worth.net().abs(), other.worth.net().abs()));
    Ok(all)
}

/// Keeps the kind of attack, melee or ranged, where a part is left out: without a charge the best
/// attack may be a shot, and the part would be compared with another attack.
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

/// The same for a comparison, whose kind of attack only a charge or cover decides.
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

/// The request without a part; when tokens are spent has no effect where there is none any more.
fn rest(
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

/// A part of what was given: its name, kind and side, and what is given without it.
type GivenPart = (String, &'static str, &'static str, RawFields);

/// The parts among what was given, each with what is given without it.
fn parts_given(keys: &[Key], given: &RawFields) -> Vec<GivenPart> {
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
                Arity::Set => elements_given(key, given),
                _ => vec![(key.long.clone(), without(keys, given, key.id))],
            };
            parts.into_iter().map(move |(what, rest)| (what, kind, side, rest))
        })
        .collect()
}

/// The elements of a set, each with what is given without it.
fn elements_given(key: &Key, given: &RawFields) -> Vec<(String, RawFields)> {
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

/// What is given without a key, and without those that say nothing without it.
fn without(keys: &[Key], given: &RawFields, id: &'static str) -> RawFields {
    let mut rest = given.clone();
    rest.remove(id);
    let needs = |key: &&Key| key.has(Mark::Requires(id)) && !key.has(Mark::Positional);
    for key in keys.iter().filter(needs) {
        rest.remove(key.id);
    }
    rest
}

/// An ability that counts in a question.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct InPlay {
    /// Its name.
    pub ability: String,
    /// Whose it is: `attacker` or `defender`, of a duel `a` or `b`.
    pub side: &'static str,
    /// What it does, in words; a line for each effect.
    pub effects: Vec<String>,
}

/// The abilities that count in a question, of both sides.
pub fn in_play(question: &Question) -> Vec<InPlay> {
    let mut copy = question.clone();
    let of = |(side, places): (&'static str, Vec<&mut Traits>)| {
        let first = places.into_iter().next();
        let counted = first.map(|traits| traits.counted().cloned().collect::<Vec<_>>());
        let counted = counted.unwrap_or_default().into_iter();
        counted.map(move |one| InPlay {
            effects: describe_effects(&one.effects),
            ability: one.name.to_string(),
            side,
        })
    };
    sides(&mut copy).into_iter().flat_map(of).collect()
}

/// Each ability that counts, with the question as it is when that ability is left aside.
fn abilities(question: &Question) -> Vec<(String, &'static str, &'static str, Question)> {
    let mut all = Vec::new();
    let mut copy = question.clone();
    let sides = sides(&mut copy).len();
    for side in 0..sides {
        let mut copy = question.clone();
        let names: Vec<(String, bool)> = match self::sides(&mut copy).get(side) {
            Some((_, places)) => {
                let active = places.first().into_iter().flat_map(|one| one.counted());
                active.map(|one| (one.name.to_string(), one.effects.order.is_some())).collect()
            }
            None => Vec::new(),
        };
        for (name, is_order) in names {
            let mut without = question.clone();
            let Some(called) = leave_out(&mut without, side, &name) else { continue };
            let kind = if is_order { "order" } else { "ability" };
            all.push((name, kind, called, without));
        }
    }
    all
}

/// Leaves an ability of a side out of a question. Returns the name of the side.
fn leave_out(question: &mut Question, side: usize, ability: &str) -> Option<&'static str> {
    let (called, places) = sides(question).into_iter().nth(side)?;
    for traits in places {
        traits.usage.policy.without.push(ability.to_owned());
    }
    Some(called)
}

/// The sides of a question and what each brings, in all places where that stands.
pub(super) fn sides(question: &mut Question) -> Vec<(&'static str, Vec<&mut Traits>)> {
    use warodds_games::asoiaf::Question as Query;
    let Question::Asoiaf(question, _) = question else { return Vec::new() };
    match &mut **question {
        Query::Attack(attack) => {
            let [own, other] = attack.traits_mut();
            vec![("attacker", vec![own]), ("defender", vec![other])]
        }
        Query::Charge(charge) => {
            let of_test = charge.charger.panic.as_mut().map(|panic| &mut panic.traits);
            let Some(attack) = &mut charge.attack else {
                return vec![("attacker", of_test.into_iter().collect())];
            };
            let [own, other] = attack.traits_mut();
            let own = std::iter::once(own).chain(of_test).collect();
            vec![("attacker", own), ("defender", vec![other])]
        }
        Query::Duel(duel) => {
            vec![("a", vec![&mut duel.a.traits]), ("b", vec![&mut duel.b.traits])]
        }
        _ => Vec::new(),
    }
}
