//! Putting a question to an engine.

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::posed::{self, Task};
use super::{Asked, EngineKind, Event, Finding, Label, Law, Method, Quantity};
use crate::chance::{Entry, GivenRule, Rule, Slot, SlotKind, Table};
use crate::dist::{Joint, Pmf, Tally};
use crate::engine::{Conditional, Control, ExactError, Goal, Isa, Laws, Sample, Sampler, conditional, exact, resolve_once, sample};

/// Whose dice two rules that are compared by sampling take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pairing {
    /// Both the same, step by step: what good dice help alike differs less.
    #[default]
    Common,
    /// Each its own.
    Apart,
}

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
    /// Whose dice the two of a comparison take.
    pub pairing: Pairing,
}

/// Laws and samples of a rule, before they get their names.
struct Raw {
    laws: Vec<Law>,
    exact: Vec<Option<Pmf>>,
    joint: Option<Joint<f64>>,
    method: Method,
    notes: Vec<String>,
}

/// Answers a question. The conditional engine rolls all of a question in which nothing is given (see [`Asked::given`]), and
/// the answer says that it was Monte Carlo.
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
        Ok(finding(self.asked, rule, run(rule, self.plan, self.control)?))
    }

    fn with_given<R: GivenRule>(self, rule: &R) -> Self::Result {
        if self.plan.engine != EngineKind::Conditional {
            return self.with(rule);
        }
        Ok(finding(self.asked, rule, run_given(rule, self.plan, self.control)?))
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

/// Names what came of a rule.
fn finding<R: Rule>(asked: &Asked, rule: &R, raw: Raw) -> Finding {
    let slots = rule.slots();
    let joint = rule.joint().and_then(|(first, second)| Some((slots.get(first)?.name, slots.get(second)?.name)));
    let results: Vec<(Slot, Law, Option<Pmf>)> =
        slots.into_iter().zip(raw.laws).zip(raw.exact).map(|((slot, law), exact)| (slot, law, exact)).collect();
    let of_kind = |kind| results.iter().filter(move |(slot, ..)| slot.kind == kind).cloned();
    let label = |slot: &Slot| Label::of_sides(slot.label, asked.sides.as_ref());
    let quantity =
        |(slot, law, exact): (Slot, Law, Option<Pmf>)| Quantity { name: slot.name, label: label(&slot), unit: slot.unit, law, exact };
    let event = |(slot, law, exact): (Slot, Law, Option<Pmf>)| Event { name: slot.name, label: label(&slot), law, exact };
    Finding {
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
    }
}

/// Runs the rule with the engine of the plan.
fn run<R: Rule>(rule: &R, plan: &Plan, control: &dyn Control) -> Result<Raw, ExactError> {
    let (sampler, engine) = match plan.engine {
        EngineKind::Exact => return exact(rule).map(of_laws),
        EngineKind::MonteCarlo | EngineKind::Conditional => (Sampler::Lanes(plan.isa), EngineKind::MonteCarlo),
        EngineKind::Table => (Sampler::Table, EngineKind::Table),
    };
    let seen = sample(rule, sampler, plan.goal, control);
    let beside = if plan.compare { Some(exact(rule)?) } else { None };
    Ok(of_sample(seen, beside, &Plan { engine, ..*plan }))
}

/// Samples what the rule has given and works out the rest.
fn run_given<R: GivenRule>(rule: &R, plan: &Plan, control: &dyn Control) -> Result<Raw, ExactError> {
    let found = conditional(rule, plan.goal, control)?;
    let beside = if plan.compare { Some(exact(rule)?) } else { None };
    Ok(of_conditional(found, beside, plan))
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
    Raw {
        exact: exact_beside(beside, seen.slots.len()),
        notes: notes(seen.imprecise, seen.trials),
        joint: seen.joint.as_ref().map(Joint::shares),
        laws: seen.slots.into_iter().map(|tally: Tally| Law::Sampled(tally)).collect(),
        method,
    }
}

/// The conditional engine's answer.
fn of_conditional(found: Conditional, beside: Option<Laws>, plan: &Plan) -> Raw {
    Raw {
        exact: exact_beside(beside, found.slots.len()),
        notes: notes(found.imprecise, found.trials),
        joint: found.joint,
        laws: found.slots.into_iter().map(Law::Conditional).collect(),
        method: Method { engine: plan.engine, trials: Some(found.trials), seed: Some(plan.goal.seed), partial: found.partial },
    }
}

/// The exact law of each slot, where they were worked out beside a sample.
fn exact_beside(beside: Option<Laws>, slots: usize) -> Vec<Option<Pmf>> {
    beside.map_or_else(|| vec![None; slots], |laws| laws.slots.into_iter().map(Some).collect())
}

/// What a reader must know of how the run ended, beside that it is partial.
fn notes(imprecise: bool, trials: u64) -> Vec<String> {
    imprecise.then(|| format!("the wanted precision was not reached within {trials} trials")).into_iter().collect()
}
