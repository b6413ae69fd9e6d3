//! Putting a question to an engine.

use super::registry;
use super::{Answer, Distribution, EngineKind, Event, Label, Method, NamedQuestion, Quantity};
use warodds_engine::chance::{Entry, Slot, SlotKind};
use warodds_engine::dist::{Joint, Pmf};
use warodds_engine::run::{
    Conditional, ContractError, Control, Distributions, Goal, Isa, Resolve, Sample, Sampler,
};

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

/// Distributions and samples of a rule, before they get their names.
struct Raw {
    distributions: Vec<Distribution>,
    exact: Vec<Option<Pmf>>,
    joint: Option<Joint<f64>>,
    method: Method,
    notes: Vec<String>,
}

/// Answers a question. The conditional engine rolls all of a question in which nothing is given
/// (see [`NamedQuestion::given`]), and the answer says that it was Monte Carlo.
///
/// # Errors
/// When a rule breaks its contract with the exact engine; no input does that.
pub fn answer(
    asked: &NamedQuestion,
    plan: &Plan,
    control: &dyn Control,
) -> Result<Answer, ContractError> {
    let rule = asked.question.ready();
    let raw = run(&*rule, plan, control)?;
    let mut answer = with_names(asked, &*rule, raw);
    answer.notes.extend(registry::note(&asked.question));
    Ok(answer)
}

/// Plays a question once at the table, die by die; the same seed gives the same dice.
pub fn play(asked: &NamedQuestion, seed: u64) -> Vec<Entry> {
    asked.question.ready().story(seed)
}

/// Names what came of a rule.
fn with_names(asked: &NamedQuestion, rule: &dyn Resolve, raw: Raw) -> Answer {
    let slots = rule.slots();
    let joint = rule
        .joint()
        .and_then(|(first, second)| Some((slots.get(first)?.name, slots.get(second)?.name)));
    let results: Vec<(Slot, Distribution, Option<Pmf>)> = slots
        .into_iter()
        .zip(raw.distributions)
        .zip(raw.exact)
        .map(|((slot, distribution), exact)| (slot, distribution, exact))
        .collect();
    let of_kind = |kind| results.iter().filter(move |(slot, ..)| slot.kind == kind).cloned();
    let label = |slot: &Slot| Label::of_sides(slot.label, asked.sides.as_ref());
    let quantity = |(slot, distribution, exact): (Slot, Distribution, Option<Pmf>)| Quantity {
        name: slot.name,
        label: label(&slot),
        unit: slot.unit,
        distribution,
        exact,
    };
    let event = |(slot, distribution, exact): (Slot, Distribution, Option<Pmf>)| Event {
        name: slot.name,
        label: label(&slot),
        distribution,
        exact,
    };
    Answer {
        name: asked.name.clone(),
        kind: registry::kind(&asked.question),
        subject: asked.subject.clone(),
        case: asked.case.clone(),
        situation: registry::situation(asked),
        rules: asked.rules.clone(),
        settings: asked.settings.clone(),
        method: raw.method,
        headline: registry::headline(asked),
        quantities: of_kind(SlotKind::Quantity).map(quantity).collect(),
        events: of_kind(SlotKind::Event).map(event).collect(),
        joint: joint
            .zip(raw.joint.filter(|_| !results.is_empty()))
            .map(|((first, second), joint)| (first, second, joint)),
        notes: [raw.notes, rule.decided(), asked.notes.clone()].concat(),
        not_modelled: asked.not_modelled.clone(),
    }
}

/// Runs the rule with the engine of the plan.
fn run(rule: &dyn Resolve, plan: &Plan, control: &dyn Control) -> Result<Raw, ContractError> {
    let (sampler, engine) = match plan.engine {
        EngineKind::Exact => return rule.exact().map(of_distributions),
        EngineKind::Conditional => match rule.conditional(plan.goal, control) {
            Some(found) => return Ok(of_conditional(found?, beside(rule, plan)?, plan)),
            None => (Sampler::Lanes(plan.isa), EngineKind::MonteCarlo),
        },
        EngineKind::MonteCarlo => (Sampler::Lanes(plan.isa), EngineKind::MonteCarlo),
        EngineKind::Table => (Sampler::Table, EngineKind::Table),
    };
    let seen = rule.sample(sampler, plan.goal, control)?;
    Ok(of_sample(seen, beside(rule, plan)?, &Plan { engine, ..*plan }))
}

/// The exact distributions to hold a sampled answer against, where the plan wants them.
fn beside(rule: &dyn Resolve, plan: &Plan) -> Result<Option<Distributions>, ContractError> {
    plan.compare.then(|| rule.exact()).transpose()
}

/// The exact engine's answer.
fn of_distributions(distributions: Distributions) -> Raw {
    let method = Method { engine: EngineKind::Exact, trials: None, seed: None, partial: false };
    let exact = vec![None; distributions.slots.len()];
    Raw {
        distributions: distributions.slots.into_iter().map(Distribution::Exact).collect(),
        exact,
        joint: distributions.joint,
        method,
        notes: Vec::new(),
    }
}

/// A sampling engine's answer.
fn of_sample(seen: Sample, beside: Option<Distributions>, plan: &Plan) -> Raw {
    let method = Method {
        engine: plan.engine,
        trials: Some(seen.trials),
        seed: Some(plan.goal.seed),
        partial: seen.partial,
    };
    Raw {
        exact: exact_beside(beside, seen.slots.len()),
        notes: notes(seen.imprecise, seen.trials),
        joint: seen.joint.as_ref().map(Joint::shares),
        distributions: seen.slots.into_iter().filter_map(Distribution::sampled).collect(),
        method,
    }
}

/// The conditional engine's answer.
fn of_conditional(found: Conditional, beside: Option<Distributions>, plan: &Plan) -> Raw {
    Raw {
        exact: exact_beside(beside, found.slots.len()),
        notes: notes(found.imprecise, found.trials),
        joint: found.joint,
        distributions: found.slots.into_iter().map(Distribution::Conditional).collect(),
        method: Method {
            engine: plan.engine,
            trials: Some(found.trials),
            seed: Some(plan.goal.seed),
            partial: found.partial,
        },
    }
}

/// The exact distribution of each slot, where they were worked out beside a sample.
fn exact_beside(beside: Option<Distributions>, slots: usize) -> Vec<Option<Pmf>> {
    beside.map_or_else(
        || vec![None; slots],
        |distributions| distributions.slots.into_iter().map(Some).collect(),
    )
}

/// What a reader must know of how the run ended, beside that it is partial.
fn notes(imprecise: bool, trials: u64) -> Vec<String> {
    imprecise
        .then(|| format!("the wanted precision was not reached within {trials} trials"))
        .into_iter()
        .collect()
}
