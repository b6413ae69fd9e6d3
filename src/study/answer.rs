//! Putting a question to an engine.

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::posed::{self, Task};
use super::{Asked, EngineKind, Event, Finding, Label, Law, Method, Quantity};
use crate::chance::{Entry, Rule, Slot, SlotKind, Table};
use crate::dist::{Joint, Pmf, Tally};
use crate::engine::{Control, ExactError, Goal, Isa, Laws, Sample, Sampler, exact, resolve_once, sample};

/// How questions are to be answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The engine.
    pub engine: EngineKind,
    /// How long it goes on, if it samples.
    pub goal: Goal,
    /// The instructions the lanes run on.
    pub isa: Isa,
    /// Whether a sampled answer is held against the exact one.
    pub compare: bool,
}

/// Laws and samples of a rule, before they get their names.
struct Raw {
    laws: Vec<Law>,
    exact: Vec<Option<Pmf>>,
    joint: Option<Joint<f64>>,
    method: Method,
    notes: Vec<String>,
}

/// Answers a question.
///
/// # Errors
/// When a rule breaks its contract with the exact engine; no input does that.
pub fn answer(asked: &Asked, plan: &Plan, control: &dyn Control) -> Result<Finding, ExactError> {
    let mut finding = posed::put(&asked.question, Answering { asked, plan, control })?;
    finding.notes.extend(posed::note(&asked.question));
    Ok(finding)
}

/// Answering with the rule of the question.
struct Answering<'a> {
    asked: &'a Asked,
    plan: &'a Plan,
    control: &'a dyn Control,
}

impl Task for Answering<'_> {
    type Result = Result<Finding, ExactError>;

    fn with<R: Rule>(self, rule: &R) -> Self::Result {
        finding(self.asked, rule, self.plan, self.control)
    }
}

/// Plays a question once at the table, die by die; the same seed gives the same dice.
pub fn play(asked: &Asked, seed: u64) -> Vec<Entry> {
    posed::put(&asked.question, Telling { seed })
}

/// Telling what happens when the rule of the question is played.
struct Telling {
    seed: u64,
}

impl Task for Telling {
    type Result = Vec<Entry>;

    fn with<R: Rule>(self, rule: &R) -> Self::Result {
        story(rule, self.seed)
    }
}

/// What happens when a rule is played once.
fn story<R: Rule>(rule: &R, seed: u64) -> Vec<Entry> {
    let mut table = Table::telling(StdRng::seed_from_u64(seed), &rule.slots());
    resolve_once(rule, &mut table);
    table.into_story()
}

/// Runs the rule and names what came of it.
fn finding<R: Rule>(asked: &Asked, rule: &R, plan: &Plan, control: &dyn Control) -> Result<Finding, ExactError> {
    let raw = run(rule, plan, control)?;
    let slots = rule.slots();
    let joint = rule.joint().and_then(|(first, second)| Some((slots.get(first)?.name, slots.get(second)?.name)));
    let results: Vec<(Slot, Law, Option<Pmf>)> =
        slots.into_iter().zip(raw.laws).zip(raw.exact).map(|((slot, law), exact)| (slot, law, exact)).collect();
    let of_kind = |kind| results.iter().filter(move |(slot, ..)| slot.kind == kind).cloned();
    let label = |slot: &Slot| Label::of_sides(slot.label, asked.sides.as_ref());
    let quantity =
        |(slot, law, exact): (Slot, Law, Option<Pmf>)| Quantity { name: slot.name, label: label(&slot), unit: slot.unit, law, exact };
    let event = |(slot, law, exact): (Slot, Law, Option<Pmf>)| Event { name: slot.name, label: label(&slot), law, exact };
    Ok(Finding {
        name: asked.name.clone(),
        kind: posed::kind(&asked.question),
        subject: asked.subject.clone(),
        case: asked.case.clone(),
        method: raw.method,
        headline: posed::headline(asked),
        quantities: of_kind(SlotKind::Quantity).map(quantity).collect(),
        events: of_kind(SlotKind::Event).map(event).collect(),
        joint: joint.zip(raw.joint).map(|((first, second), joint)| (first, second, joint)),
        notes: [raw.notes, rule.decided(), asked.notes.clone()].concat(),
        not_modelled: asked.not_modelled.clone(),
    })
}

/// Runs the rule with the engine of the plan.
fn run<R: Rule>(rule: &R, plan: &Plan, control: &dyn Control) -> Result<Raw, ExactError> {
    let sampler = match plan.engine {
        EngineKind::Exact => return exact(rule).map(of_laws),
        EngineKind::MonteCarlo => Sampler::Lanes(plan.isa),
        EngineKind::Table => Sampler::Table,
    };
    let seen = sample(rule, sampler, plan.goal, control);
    let beside = if plan.compare { Some(exact(rule)?) } else { None };
    Ok(of_sample(seen, beside, plan))
}

/// The exact engine's answer.
fn of_laws(laws: Laws) -> Raw {
    let method = Method { engine: EngineKind::Exact, trials: None, seed: None, partial: false };
    let exact = vec![None; laws.slots.len()];
    Raw { laws: laws.slots.into_iter().map(Law::Exact).collect(), exact, joint: laws.joint, method, notes: Vec::new() }
}

/// A sampling engine's answer.
fn of_sample(seen: Sample, beside: Option<Laws>, plan: &Plan) -> Raw {
    let method = Method { engine: plan.engine, trials: Some(seen.trials), seed: Some(plan.goal.seed), partial: seen.partial };
    let exact = beside.map_or_else(|| vec![None; seen.slots.len()], |laws| laws.slots.into_iter().map(Some).collect());
    Raw {
        notes: notes(&seen),
        joint: seen.joint.as_ref().map(Joint::shares),
        laws: seen.slots.into_iter().map(|tally: Tally| Law::Sampled(tally)).collect(),
        exact,
        method,
    }
}

/// What a reader must know of how the run ended, beside that it is partial.
fn notes(seen: &Sample) -> Vec<String> {
    seen.imprecise.then(|| format!("the wanted precision was not reached within {} trials", seen.trials)).into_iter().collect()
}
