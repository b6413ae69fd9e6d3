//! Answering a question with an engine.

use super::counts::{self, Counts};
use super::registry;
use super::{
    Answer, Distribution, EngineKind, Event, Method, NamedQuestion, Quantity, RequestedCounts,
    ResultLabel,
};
use warodds_engine::chance::{Slot, SlotName};
use warodds_engine::dist::{Fractions, Joint, Pmf};
use warodds_engine::run::{
    Condition, Conditional, ContractError, Control, Distributions, Goal, Isa, Resolve, Sample,
    Sampler, Shard, StdControl, unless_stopped, watched,
};

/// Settings of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The engine.
    pub engine: EngineKind,
    /// When sampling stops.
    pub goal: Goal,
    /// Instruction set of the lanes.
    pub isa: Isa,
    /// Whether a sampled answer is compared with the exact one.
    pub compare: bool,
    /// Whether an exact answer has its probabilities as fractions too.
    pub fractions: bool,
}

/// Results of an engine before they are named.
struct Raw {
    distributions: Vec<Distribution>,
    exact: Vec<Option<Pmf>>,
    joint: Option<Joint<f64>>,
    method: Method,
    notes: Vec<String>,
}

/// Answers a question.
///
/// # Examples
/// Published figures: a panic test on 7+ with a Panicked token, and eight dice on 3+ against 4+ and
/// morale 7+.
/// ```
/// use warodds_engine::chance::QuantityName;
/// use warodds_questions::scenario;
/// use warodds_questions::study::{EngineKind, Goal, Isa, Plan, StdControl, answer};
///
/// let file = scenario::parse("figures.toml", r#"
///     title = "Published figures"
///     [units.axes]
///     name = "Axes"
///     defense = 4
///     morale = 7
///     attacks = [{ name = "Axe", kind = "melee", hit = 3, dice = [8, 8, 8] }]
///     [[panic]]
///     unit = "axes"
///     tokens = ["panicked"]
///     [[attack]]
///     attacker = "axes"
///     defender = "axes"
/// "#)?;
/// let plan = Plan {
///     engine: EngineKind::Exact,
///     goal: Goal { trials: 1, seed: 0, precision: None },
///     isa: Isa::best(),
///     compare: false,
///     fractions: false,
/// };
/// let mut means = Vec::new();
/// for question in &file.asked {
///     let answer = answer(question, &plan, &StdControl)?;
///     let wounds = answer.quantity(QuantityName::new("wounds")).ok_or("no wounds")?;
///     means.push(wounds.distribution.mean());
/// }
/// means.sort_by(f64::total_cmp);
/// assert!((means[0] - 1565.0 / 648.0).abs() < 1e-12);
/// assert!((means[1] - 101509.0 / 26244.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ContractError`] if a rule breaks its contract with the exact engine (a bug), and
/// [`ContractError::Stopped`] if `control` stopped it before the first result.
pub fn answer(
    question: &NamedQuestion,
    plan: &Plan,
    control: &dyn Control,
) -> Result<Answer, ContractError> {
    // compiling a rule decides the choices of both players (A14.2), which may itself take long
    let rule = watched(control, || question.question.ready())?;
    let raw = match plan.engine {
        EngineKind::Exact => exact(&*rule, plan, control)?,
        _ => of_rolled(&*rule, roll(&*rule, plan, Shard::WHOLE, control)?, plan, control)?,
    };
    Ok(with_notes(question, &*rule, raw))
}

/// Counts a shard of a sampled run. Returns the counts and the number of trials. A requested
/// precision is that of the shard.
///
/// # Errors
/// [`ContractError`] if a rule breaks its contract with the exact engine (a bug).
pub fn count(
    question: &NamedQuestion,
    plan: &Plan,
    shard: Shard,
    control: &dyn Control,
) -> Result<(Counts, u64), ContractError> {
    let rule = watched(control, || question.question.ready())?;
    let seen = roll(&*rule, plan, shard, control)?;
    Ok(((&seen).into(), seen.trials))
}

/// Answers a sampled question from its counts and number of trials; `partial` if some shards are
/// missing.
///
/// # Errors
/// [`ContractError`] if these are not counts of the question.
pub fn answer_counted(
    question: &NamedQuestion,
    plan: &Plan,
    (counts, trials): (Counts, u64),
    partial: bool,
) -> Result<Answer, ContractError> {
    let rule = question.question.ready();
    let seen = counts::sample(&rule.slots(), rule.joint().is_some(), counts, trials, partial);
    let raw = of_rolled(&*rule, seen.ok_or(ContractError::OutOfRange)?, plan, &StdControl)?;
    Ok(with_notes(question, &*rule, raw))
}

/// Names the results and adds the notes of the question's game.
fn with_notes(question: &NamedQuestion, rule: &dyn Resolve, raw: Raw) -> Answer {
    let mut answer = with_names(question, rule, raw);
    // a run stopped before its first trial has no numbers to count points from
    let terms = question.points.filter(|_| answer.is_known());
    answer.points = terms.and_then(|terms| terms.points(&question.question, &answer));
    answer.notes.extend(registry::note(&question.question));
    answer
}

/// Answers questions in order until `control` stops the run, and returns the answers so far.
///
/// # Errors
/// The first error of `each` other than [`ContractError::Stopped`].
pub fn answer_until_stopped<Q, A>(
    questions: &[Q],
    control: &dyn Control,
    mut each: impl FnMut(&Q) -> Result<A, ContractError>,
) -> Result<Vec<A>, ContractError> {
    let mut found = Vec::new();
    for question in questions {
        if control.is_stopped() {
            break;
        }
        let Some(answer) = unless_stopped(each(question))? else { break };
        found.push(answer);
    }
    Ok(found)
}

/// Names the results of a rule.
fn with_names(question: &NamedQuestion, rule: &dyn Resolve, raw: Raw) -> Answer {
    let slots = rule.slots();
    let joint = rule
        .joint()
        .and_then(|(first, second)| Some((slots.get(first)?, slots.get(second)?)))
        .and_then(|(first, second)| first.name.quantity().zip(second.name.quantity()));
    let results = slots.into_iter().zip(raw.distributions).zip(raw.exact);
    let (mut quantities, mut events) = (Vec::new(), Vec::new());
    for ((Slot { name, label, unit, .. }, distribution), exact) in results {
        let label = ResultLabel::of_sides(label, question.sides.as_ref());
        match name {
            SlotName::Quantity(name) => {
                quantities.push(Quantity { name, label, unit, distribution, exact });
            }
            SlotName::Event(name) => events.push(Event { name, label, distribution, exact }),
        }
    }
    // a run stopped before its first trial has no shares, and so no joint distribution
    let is_empty = quantities.is_empty() && events.is_empty();
    Answer {
        name: question.name.clone(),
        kind: registry::kind(&question.question),
        subject: question.subject.clone(),
        case: question.case.clone(),
        situation: registry::situation(question),
        weapons: registry::weapons(question),
        stated: registry::stated(question),
        rules: question.rules.clone(),
        settings: question.settings.clone(),
        method: raw.method,
        headline: registry::headline(question),
        quantities,
        events,
        joint: joint
            .zip(raw.joint.filter(|_| !is_empty))
            .map(|((first, second), joint)| (first, second, joint)),
        points: None,
        other_first: None,
        card: None,
        notes: [raw.notes, rule.decided(), question.notes.clone()].concat(),
        not_modelled: question.not_modelled.clone(),
        given: None,
        counts: RequestedCounts::default(),
    }
}

/// Samples a shard of the rule's run with the engine of the plan.
fn roll(
    rule: &dyn Resolve,
    plan: &Plan,
    shard: Shard,
    control: &dyn Control,
) -> Result<Sample, ContractError> {
    let is_dice = plan.engine == EngineKind::Dice;
    let sampler = if is_dice { Sampler::Table } else { Sampler::Lanes(plan.isa) };
    rule.sample_shard(sampler, plan.goal, shard, control)
}

/// Returns the results of a sampled rule.
fn of_rolled(
    rule: &dyn Resolve,
    seen: Sample,
    plan: &Plan,
    control: &dyn Control,
) -> Result<Raw, ContractError> {
    let check = exact_check(rule, plan, control)?;
    let is_unchecked = plan.compare && check.is_none();
    let mut raw = of_sample(seen, check, plan);
    if is_unchecked {
        raw.notes.push("stopped before the exact answer for the comparison was known".to_owned());
    }
    Ok(raw)
}

/// Computes the exact distributions to compare a sample with. Returns `None` if the plan does not
/// request them or the run is stopped first.
fn exact_check(
    rule: &dyn Resolve,
    plan: &Plan,
    control: &dyn Control,
) -> Result<Option<Distributions>, ContractError> {
    let exact = || watched(control, || rule.exact())?;
    Ok(plan.compare.then(|| unless_stopped(exact())).transpose()?.flatten())
}

/// Computes the results with the exact engine, with fractions if the plan requests them.
fn exact(rule: &dyn Resolve, plan: &Plan, control: &dyn Control) -> Result<Raw, ContractError> {
    let Distributions { slots, joint } = watched(control, || rule.exact())??;
    let fractions = plan.fractions.then(|| watched(control, || rule.exact_fractions())?);
    let fractions = fractions.transpose()?.map(|all| all.into_iter().map(Fractions::new));
    Ok(of_exact(slots, fractions, joint))
}

/// Answers a question under a condition, with the exact engine. Returns the probability of the
/// condition and the answer; `None` if the condition cannot hold.
pub(super) fn answer_conditional(
    question: &NamedQuestion,
    rule: &dyn Resolve,
    plan: &Plan,
    condition: &Condition<'_>,
    control: &dyn Control,
) -> Result<Option<(f64, Answer)>, ContractError> {
    let found = watched(control, || rule.exact_given(condition))??;
    let Some(Conditional { p, slots }) = found else { return Ok(None) };
    let fractions = plan.fractions.then(|| {
        let fractions = watched(control, || rule.exact_fractions_given(condition))??;
        fractions.ok_or(ContractError::OutOfRange)
    });
    let fractions = fractions.transpose()?.map(|all| all.into_iter().map(Fractions::new));
    let raw = of_exact(slots, fractions, None);
    Ok(Some((p, with_notes(question, rule, raw))))
}

/// Takes the results of the exact engine, with their fractions if they were requested.
fn of_exact(
    slots: Vec<Pmf>,
    fractions: Option<impl Iterator<Item = Fractions>>,
    joint: Option<Joint<f64>>,
) -> Raw {
    let exact = vec![None; slots.len()];
    let distributions = match fractions {
        Some(fractions) => {
            let pairs = slots.into_iter().zip(fractions);
            pairs.map(|(pmf, all)| Distribution::Fractions(pmf, all)).collect()
        }
        None => slots.into_iter().map(Distribution::Exact).collect(),
    };
    let method = Method { engine: EngineKind::Exact, trials: None, seed: None, partial: false };
    Raw { distributions, exact, joint, method, notes: Vec::new() }
}

/// Takes the results of an engine that samples whole resolutions.
fn of_sample(seen: Sample, check: Option<Distributions>, plan: &Plan) -> Raw {
    let method = Method {
        engine: plan.engine,
        trials: Some(seen.trials),
        seed: Some(plan.goal.seed),
        partial: seen.partial,
    };
    Raw {
        exact: exact_of_slots(check, seen.slots.len()),
        notes: notes(seen.imprecise, seen.trials),
        joint: seen.joint.as_ref().map(Joint::shares),
        distributions: seen.slots.into_iter().filter_map(Distribution::sampled).collect(),
        method,
    }
}

/// Returns the exact distribution of each slot; `None` for all if none were computed.
fn exact_of_slots(check: Option<Distributions>, slots: usize) -> Vec<Option<Pmf>> {
    check.map_or_else(
        || vec![None; slots],
        |distributions| distributions.slots.into_iter().map(Some).collect(),
    )
}

/// Returns a note if the requested precision was not reached.
fn notes(imprecise: bool, trials: u64) -> Vec<String> {
    imprecise
        .then(|| format!("the requested precision was not reached within {trials} trials"))
        .into_iter()
        .collect()
}
