//! What a player may change to reach a needed chance (`--need`).

use std::collections::HashSet;

use warodds_answer::{Need, NeedOption};

use super::super::asoiaf;
use super::super::counts::{CountKeys, QuantityCount};
use super::super::error::{RequestError, WhyError};
use super::super::kind::{QuestionKind, Setup};
use super::super::needed::NeededChance;
use super::super::query::{Query, Request};
use super::super::raw_fields::RawFields;
use super::changes::{Change, changes};
use crate::document::{name_help, quoted};
use crate::study::{Answer, Control, EngineKind, NamedQuestion, Plan, answer};
use warodds_engine::run::ContractError;

/// Chances that differ less are equal.
const ROUNDING: f64 = 1e-9;
/// The most changes whose pairs are tried: the best ones.
const PAIRED: usize = 24;

/// A change and the chance with it.
type Tried = (Change, f64);

/// Finds the changes that reach the needed chance.
///
/// # Errors
/// [`WhyError`] if the answer has no such event or no requested count, if a rule breaks its
/// contract, or if `control` stopped the analysis.
pub(super) fn find(
    kind: &QuestionKind,
    given: &RawFields,
    setup: &Setup<'_>,
    request: &Request,
    control: &dyn Control,
) -> Result<Option<Need>, WhyError> {
    let (Some(needed), Query::One(asked, _)) = (&request.analyses.need, &request.asked) else {
        return Ok(None);
    };
    let whole = exact(asked, &request.plan, control)?;
    let requested = request.analyses.counts.as_ref();
    let (needed, headline, meaning) = match headline_count(needed, requested, &whole) {
        Some((count, meaning)) => (&NeededChance { event: None, ..*needed }, Some(count), meaning),
        None => (needed, None, ""),
    };
    let counts = headline.as_ref().or(requested);
    let (what, now) = chance(needed, counts, &whole)?;
    let what = if meaning.is_empty() { what } else { format!("{what} ({meaning})") };
    let search = Search { kind, given, setup, request, control, needed, counts };
    let cards = asoiaf::own_cards(kind.keys(), given, setup.catalogue)?;
    let mut tried: Vec<Tried> = Vec::new();
    for change in changes(kind.keys(), given, &cards) {
        if let Some(p) = search.chance_with(&[&change])? {
            tried.push((change, p));
        }
    }
    let mut found = search.singles(&tried);
    found.extend(search.pairs(&tried, now)?);
    found.sort_by(|one, other| {
        let place = |one: &NeedOption| (one.points, one.changes.len());
        place(one).cmp(&place(other)).then(other.p.total_cmp(&one.p))
    });
    let (reached_by, others): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|one| search.suffices(one.p));
    let best = others.into_iter().filter(|one| one.p > now + ROUNDING);
    let best = best.max_by(|one, other| one.p.total_cmp(&other.p));
    let best = best.filter(|_| reached_by.is_empty() && !search.suffices(now));
    let reached_by = if search.suffices(now) { Vec::new() } else { reached_by };
    Ok(Some(Need { what, wanted: needed.chance, now, reached_by, best }))
}

/// Answers a question exactly.
fn exact(
    asked: &NamedQuestion,
    plan: &Plan,
    control: &dyn Control,
) -> Result<Answer, ContractError> {
    let plan = Plan { engine: EngineKind::Exact, fractions: false, compare: false, ..*plan };
    answer(asked, &plan, control)
}

/// The event of a lost rank, which answers have as a count of wounds.
const RANK: &str = "rank";
/// What [`CriticalCount`](warodds_answer::CriticalCount) says of that count.
const RANK_LOST: &str = "a rank lost";

/// Returns the critical count that a chance is needed of, and what it means: that of a lost rank, or
/// without event and requested count the one of the headline. Changes keep it, whatever they do to
/// the chances.
fn headline_count(
    needed: &NeededChance,
    requested: Option<&CountKeys>,
    answer: &Answer,
) -> Option<(CountKeys, &'static str)> {
    let critical = match needed.event.as_deref() {
        Some(RANK) => answer.headline.critical.iter().find(|one| one.words == RANK_LOST),
        None if requested.is_none() => answer.open_count(answer.leading().next()?),
        _ => None,
    }?;
    let count = QuantityCount { quantity: None, count: critical.count.into() };
    Some((CountKeys { at_least: Some(count), at_most: None }, critical.words))
}

/// Returns what is needed, in words, and its chance in an answer.
///
/// # Errors
/// [`RequestError::Refused`] if the answer has no such event, or if no count was requested.
fn chance(
    needed: &NeededChance,
    counts: Option<&CountKeys>,
    answer: &Answer,
) -> Result<(String, f64), RequestError> {
    let events = || answer.events.iter().map(|event| event.name.as_str());
    match (&needed.event, counts) {
        (Some(name), _) => {
            let event = answer.events.iter().find(|event| event.name.as_str() == name);
            let event = event.ok_or_else(|| {
                RequestError::Refused(format!(
                    "--need: this question has no event {}; {}",
                    quoted(name),
                    name_help(name, events(), "events")
                ))
            })?;
            Ok((event.label.named.clone(), event.probability()))
        }
        (None, Some(counts)) => {
            let requested = counts.chances(answer)?;
            let found =
                answer.quantities.iter().find_map(|one| Some((one, requested.of(one.name)?)));
            // a question that is changed may lack the quantity
            let Some((quantity, (_, event))) = found else { return Ok((String::new(), 0.0)) };
            let what = format!("{} {}", event.label.named, quantity.label.named);
            Ok((what, event.probability()))
        }
        (None, None) => Err(RequestError::Refused(format!(
            "--need needs a count, such as --at-least 6, or an event, such as --need \
             destroyed=80%; events: {}",
            events().collect::<Vec<_>>().join(", ")
        ))),
    }
}

/// The question, and what is needed of it.
struct Search<'a> {
    kind: &'a QuestionKind,
    given: &'a RawFields,
    setup: &'a Setup<'a>,
    request: &'a Request,
    control: &'a dyn Control,
    needed: &'a NeededChance,
    counts: Option<&'a CountKeys>,
}

impl Search<'_> {
    fn suffices(&self, p: f64) -> bool {
        p > self.needed.chance - ROUNDING
    }

    /// Returns the chance with some changes; `None` if the question cannot be asked with them.
    fn chance_with(&self, changes: &[&Change]) -> Result<Option<f64>, WhyError> {
        let mut fields = self.given.clone();
        changes.iter().for_each(|change| change.apply(&mut fields));
        // e.g. a charge of a unit that has no melee attack
        let Ok(request) = self.kind.request(self.kind.keys(), &fields, self.setup) else {
            return Ok(None);
        };
        let Query::One(asked, _) = &request.asked else { return Ok(None) };
        let found = exact(asked, &self.request.plan, self.control)?;
        Ok(Some(chance(self.needed, self.counts, &found)?.1))
    }

    /// Returns the single changes; of steps that suffice only the smallest.
    fn singles(&self, tried: &[Tried]) -> Vec<NeedOption> {
        let mut enough = HashSet::new();
        let is_first = |one: &&Tried| {
            let (change, p) = one;
            !change.is_graded() || !self.suffices(*p) || enough.insert(change.group.clone())
        };
        tried.iter().filter(is_first).map(|(change, p)| option([change], *p)).collect()
    }

    /// Tries all pairs of changes that help and do not suffice alone; of steps that suffice with
    /// another change only the smallest.
    fn pairs(&self, tried: &[Tried], now: f64) -> Result<Vec<NeedOption>, WhyError> {
        let useful = self.useful(tried, now);
        let (mut found, mut enough) = (Vec::new(), HashSet::new());
        for (number, one) in useful.iter().enumerate() {
            for other in useful.iter().skip(number + 1).filter(|other| other.group != one.group) {
                let (graded, rest) = if one.is_graded() { (one, other) } else { (other, one) };
                let step = graded.is_graded().then_some((&graded.group, &rest.words));
                if step.is_some_and(|step| enough.contains(&step)) {
                    continue;
                }
                let Some(p) = self.chance_with(&[one, other])? else { continue };
                if self.suffices(p) {
                    enough.extend(step);
                }
                found.push(option([one, other], p));
            }
        }
        Ok(found)
    }

    /// Returns the best changes that help and do not suffice alone, in their order.
    fn useful<'t>(&self, tried: &'t [Tried], now: f64) -> Vec<&'t Change> {
        let helps = |one: &(usize, &Tried)| one.1.1 > now + ROUNDING && !self.suffices(one.1.1);
        let mut useful: Vec<(usize, &Tried)> = tried.iter().enumerate().filter(helps).collect();
        useful.sort_by(|one, other| other.1.1.total_cmp(&one.1.1));
        useful.truncate(PAIRED);
        useful.sort_by_key(|(place, _)| *place);
        useful.into_iter().map(|(_, (change, _))| change).collect()
    }
}

/// Describes changes with their chance.
fn option<const N: usize>(changes: [&Change; N], p: f64) -> NeedOption {
    NeedOption {
        changes: changes.iter().map(|change| change.words.clone()).collect(),
        points: changes.iter().fold(0, |sum, change| sum.saturating_add(change.points)),
        p,
    }
}
