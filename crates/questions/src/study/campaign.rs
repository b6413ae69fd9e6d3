//! Answers to campaigns: results, and each side's areas over time.

use super::counts::{self, Counts};
use super::{
    Answer, CampaignAnswer, Distribution, EngineKind, Event, Headline, Method, Plan, Quantity,
    RequestedCounts, ResultLabel, Timeline,
};
use warodds_engine::chance::{Sequential, Slot};
use warodds_engine::counted::counted;
use warodds_engine::dist::Pmf;
use warodds_engine::run::{
    ContractError, Control, Distributions, ExactError, Goal, Sample, Shard, watched,
};
use warodds_games::warmachine::campaign::{Campaign, CampaignRule, SideId, SlotMeaning};
use warodds_games::warmachine::results::quantity;

/// Largest number of states for the exact engine.
pub const MAX_STATES: usize = 300_000;
/// Largest number of states for an exact check of a sampled answer: beyond it the check would take
/// longer than the sample.
pub(super) const MAX_CHECKED_STATES: usize = 5_000;

/// The distribution of a slot, and the exact one to compare it with if computed.
type SlotResult = (Distribution, Option<Pmf>);

/// Samples a campaign, or computes it exactly. Every sampling engine plays one campaign after the
/// other; of the plan, only the engine, the trials and the seed matter.
///
/// # Errors
/// [`ExactError`] if the exact engine needs more than [`MAX_STATES`] states.
pub fn answer_campaign(
    title: &str,
    campaign: &Campaign,
    plan: &Plan,
    control: &dyn Control,
) -> Result<CampaignAnswer, ExactError> {
    let rule = CampaignRule::new(campaign);
    if plan.engine != EngineKind::Exact {
        let seen = rule.sample(plan.goal, Shard::WHOLE, control)?;
        return Ok(sampled(title, campaign, seen, plan));
    }
    let known = of_distributions(
        watched(control, || rule.exact(MAX_STATES)).map_err(ContractError::from)??,
    );
    let method = Method { engine: plan.engine, trials: None, seed: None, partial: false };
    Ok(named_answer(title, campaign, known, method))
}

/// Counts a shard of a campaign's run. Returns the counts and the number of campaigns.
///
/// # Errors
/// [`ContractError`] if the rule breaks its contract (a bug).
pub fn count_campaign(
    campaign: &Campaign,
    goal: Goal,
    shard: Shard,
    control: &dyn Control,
) -> Result<(Counts, u64), ContractError> {
    let seen = CampaignRule::new(campaign).sample(goal, shard, control)?;
    Ok(((&seen).into(), seen.trials))
}

/// Answers a campaign from its counts and number of played campaigns; `partial` if some shards are
/// missing.
///
/// # Errors
/// [`ContractError::OutOfRange`] if these are not counts of the campaign.
pub fn answer_campaign_counted(
    title: &str,
    campaign: &Campaign,
    plan: &Plan,
    (counts, trials): (Counts, u64),
    partial: bool,
) -> Result<CampaignAnswer, ContractError> {
    let slots = CampaignRule::new(campaign).slots();
    let seen = counts::sample(&slots, false, counts, trials, partial);
    Ok(sampled(title, campaign, seen.ok_or(ContractError::OutOfRange)?, plan))
}

/// Builds the answer from a sample.
fn sampled(title: &str, campaign: &Campaign, seen: Sample, plan: &Plan) -> CampaignAnswer {
    let method = Method {
        engine: plan.engine,
        trials: Some(seen.trials),
        seed: Some(plan.goal.seed),
        partial: seen.partial,
    };
    // with too many states the sample goes unchecked rather than fail
    let check = CampaignRule::new(campaign).exact(MAX_CHECKED_STATES).ok();
    named_answer(title, campaign, of_sample(seen, check), method)
}

/// Builds the answer from the distributions of all slots.
fn named_answer(
    title: &str,
    campaign: &Campaign,
    known: Vec<SlotResult>,
    method: Method,
) -> CampaignAnswer {
    let rule = CampaignRule::new(campaign);
    let results: Vec<(SlotMeaning, Slot, SlotResult)> = rule
        .meanings()
        .into_iter()
        .zip(rule.slots())
        .zip(known)
        .map(|((meaning, slot), known)| (meaning, slot, known))
        .collect();
    CampaignAnswer {
        answer: answer(title, campaign, &results, method),
        timeline: timeline(campaign, &results),
    }
}

fn of_distributions(distributions: Distributions) -> Vec<SlotResult> {
    distributions
        .slots
        .into_iter()
        .map(|distribution| (Distribution::Exact(distribution), None))
        .collect()
}

fn of_sample(seen: Sample, check: Option<Distributions>) -> Vec<SlotResult> {
    let mut exact = check.map(|distributions| distributions.slots.into_iter());
    seen.slots
        .into_iter()
        .filter_map(|tally| {
            // tallies are empty all together, so the exact distributions stay in step with them
            Some((Distribution::sampled(tally)?, exact.as_mut().and_then(Iterator::next)))
        })
        .collect()
}

fn answer(
    title: &str,
    campaign: &Campaign,
    results: &[(SlotMeaning, Slot, SlotResult)],
    method: Method,
) -> Answer {
    let label = |meaning: SlotMeaning, slot: &Slot| ResultLabel {
        plain: slot.label,
        named: words(campaign, meaning, slot),
    };
    let quantity = |(meaning, slot, (distribution, exact)): &(SlotMeaning, Slot, SlotResult)| {
        let is_one = matches!(meaning, SlotMeaning::Rounds | SlotMeaning::Areas(_));
        slot.name.quantity().filter(|_| is_one).map(|name| Quantity {
            name,
            label: label(*meaning, slot),
            unit: slot.unit,
            distribution: distribution.clone(),
            exact: exact.clone(),
        })
    };
    let event = |(meaning, slot, (distribution, exact)): &(SlotMeaning, Slot, SlotResult)| {
        let is_one = matches!(meaning, SlotMeaning::Wins(_) | SlotMeaning::Undecided);
        slot.name.event().filter(|_| is_one).map(|name| Event {
            name,
            label: label(*meaning, slot),
            distribution: distribution.clone(),
            exact: exact.clone(),
        })
    };
    let names: Vec<&str> = campaign.sides.iter().map(|side| side.name.as_str()).collect();
    Answer {
        name: title.to_owned(),
        kind: "campaign",
        subject: names.join(" v "),
        case: Vec::new(),
        settings: Vec::new(),
        situation: String::new(),
        weapons: Vec::new(),
        stated: &[],
        rules: None,
        method,
        headline: Headline::one(quantity::ROUNDS, "rounds", "expected rounds"),
        quantities: results.iter().filter_map(quantity).collect(),
        events: results.iter().filter_map(event).collect(),
        joint: None,
        points: None,
        other_first: None,
        card: None,
        notes: vec![ending(campaign)],
        not_modelled: Vec::new(),
        given: None,
        counts: RequestedCounts::default(),
    }
}

/// Returns the label of a result, with the name of its side.
fn words(campaign: &Campaign, meaning: SlotMeaning, slot: &Slot) -> String {
    let name =
        |side: SideId| campaign.sides.get(side.index()).map_or("", |side| side.name.as_str());
    match meaning {
        SlotMeaning::Wins(side) => format!("{} wins", name(side)),
        SlotMeaning::Areas(side) => format!("areas of {} at the end", name(side)),
        // no side is in the labels of the others, and the timeline names those of its lines
        _ => slot.label.to_owned(),
    }
}

/// Describes how the campaign ends.
fn ending(campaign: &Campaign) -> String {
    use warodds_games::warmachine::campaign::AtLimit;
    let target =
        campaign.target.map(|areas| format!("holding {areas} of {} areas", campaign.map.len()));
    let objectives = campaign
        .sides
        .iter()
        .any(|side| !side.objectives.is_empty())
        .then(|| "taking all objectives of a list".to_owned());
    let goals: Vec<String> = target.into_iter().chain(objectives).collect();
    let then = match campaign.at_limit {
        AtLimit::Undecided => "nobody wins",
        AtLimit::MostAreas => "the player with the most areas wins",
    };
    let rounds = counted(campaign.limit.into(), "round", "rounds");
    format!("{} wins at once; after {rounds} {then}", goals.join(" or "))
}

/// Builds the areas of each side over the rounds.
fn timeline(campaign: &Campaign, results: &[(SlotMeaning, Slot, SlotResult)]) -> Timeline {
    let line = |side: SideId| {
        let held = campaign.sides.get(side.index())?;
        // round 0 is the start of the campaign, known without any dice
        let start = Distribution::Exact(Pmf::certain(held.areas.len(), campaign.map.len()));
        let after = results.iter().filter_map(|(meaning, _, (distribution, _))| match meaning {
            SlotMeaning::AreasAfter(of, _) if *of == side => Some(distribution.clone()),
            _ => None,
        });
        Some((held.name.clone(), std::iter::once(start).chain(after).collect()))
    };
    Timeline { what: "areas", step: "round", lines: campaign.ids().filter_map(line).collect() }
}
