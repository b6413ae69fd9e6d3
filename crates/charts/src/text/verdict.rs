//! Verdicts: who wins a duel, what two units most likely do to each other, and which plan is best.

use super::{group, numbers, words};
use crate::answer::{Answer, DuelWords, DuelistWords, Event, FirstSide};
use crate::games::asoiaf::results::event;
use warodds_questions::study::DuelOutcomes;

/// Returns the verdict of an answer, if it has one, as a sentence.
pub fn of_answer(answer: &Answer) -> Option<String> {
    let verdict = of_duel(answer).or_else(|| {
        let (event, words) = likeliest_outcome(answer)?;
        Some(format!("{}: {}", words::clean(words), numbers::chance(event, 1)))
    })?;
    Some(words::capitalize(&verdict))
}

/// Returns whether the verdict of an answer states this event.
pub fn states(answer: &Answer, event: &Event) -> bool {
    let is_win = answer.headline.duel.is_some()
        && [event::A_DESTROYED, event::B_DESTROYED].contains(&event.name);
    is_win || likeliest_outcome(answer).is_some_and(|(likeliest, _)| likeliest.name == event.name)
}

/// Returns the chance that a duel destroys both units, if it may.
pub fn both_destroyed(answer: &Answer) -> Option<String> {
    answer.headline.duel.as_ref()?;
    let both = DuelOutcomes::of(answer)?.both_destroyed;
    (both > 0.0).then(|| format!("Both destroyed: {}", words::percent(both, 1)))
}

/// Returns the likeliest outcome that a verdict may state, with its words.
fn likeliest_outcome(answer: &Answer) -> Option<(&Event, &str)> {
    let outcomes = answer.headline.outcomes.iter();
    let possible = outcomes.filter_map(|one| Some((answer.event(one.event)?, one.words.as_str())));
    // `max_by` returns the last of equal ones: the order of the outcomes decides
    possible.rev().max_by(|(one, _), (other, _)| one.probability().total_cmp(&other.probability()))
}

/// Says who wins a duel: `Guardsmen win 79 : 21 if Sworn Swords strike first, 85 : 15 if they do`.
fn of_duel(answer: &Answer) -> Option<String> {
    let duel = answer.headline.duel.as_ref()?;
    let DuelOutcomes { a_wins, b_wins, .. } = DuelOutcomes::of(answer)?;
    let winner = Winner::of([a_wins, b_wins], duel);
    let [side_a, side_b] = &duel.sides;
    let (first, second) = match duel.first {
        FirstSide::Attacker => (side_a, side_b),
        FirstSide::Defender => (side_b, side_a),
    };
    let strikes =
        if winner.side == first { &first.winner_strikes_first } else { &first.strikes_first };
    let verdict = format!("{} {} if {strikes}", winner.side.wins, winner.odds);
    let Some(chances) = answer.other_first else { return Some(words::clean(&verdict)) };
    let other = Winner::of([chances.a, chances.b], duel);
    let does = if other.side == second { &second.winner_does } else { &second.does };
    let both = if other.side == winner.side {
        format!("{verdict}, {} if {does}", other.odds)
    } else {
        format!("{verdict}; {} {} if {does}", other.side.wins, other.odds)
    };
    Some(words::clean(&both))
}

/// The side of a duel that wins more often.
struct Winner<'a> {
    side: &'a DuelistWords,
    /// Its chance to win and that of the enemy, in percent: `79 : 21`.
    odds: String,
}

impl<'a> Winner<'a> {
    fn of([a, b]: [f64; 2], duel: &'a DuelWords) -> Self {
        let [side_a, side_b] = &duel.sides;
        let (side, high, low) = if a >= b { (side_a, a, b) } else { (side_b, b, a) };
        Self { side, odds: [high, low].map(words::whole_percent).join(" : ") }
    }
}

/// The plans of `warmachine boost-or-buy` that decide before each roll, and what to do in the others.
const BEST_DAMAGE: &str = "best-damage";
const BEST_KILL: &str = "best-kill";
const FIXED_PLANS: [(&str, &str); 4] = [
    ("buy-attacks", "buy attacks and boost nothing"),
    ("boost-attacks", "boost every attack roll"),
    ("boost-damage", "boost every damage roll"),
    ("boost-both", "boost every attack roll and every damage roll"),
];

/// Returns the verdict of several cases of one question: the best plans of `boost-or-buy`.
pub fn of_cases(answers: &[&Answer]) -> Vec<String> {
    let is_plan = |answer: &&Answer| {
        answer.kind == "boost" && answer.case.iter().all(|setting| setting.axis == "plan")
    };
    if !answers.iter().all(is_plan) {
        return Vec::new();
    }
    let damage = |answer: &Answer| answer.leading().next().map(|one| one.distribution.mean());
    let kills = |answer: &Answer| answer.event(event::DESTROYED).map(Event::probability);
    let most_damage = best_plan(answers, BEST_DAMAGE, damage)
        .map(|(plan, mean)| format!("{plan}: {} damage on average.", words::rounded(mean)))
        .map(|verdict| words::capitalize(&verdict));
    let most_kills = best_plan(answers, BEST_KILL, kills)
        .map(|(plan, p)| format!("To destroy the target, {plan}: {}.", words::percent(p, 1)));
    most_damage.into_iter().chain(most_kills).collect()
}

/// Describes the plan with the highest value, and the value: a fixed plan if one is as good as
/// deciding before each roll.
fn best_plan(
    answers: &[&Answer],
    best: &str,
    value: impl Fn(&Answer) -> Option<f64>,
) -> Option<(String, f64)> {
    let of_plan = |name: &str| {
        answers.iter().find(|answer| group::axis_value(answer, "plan") == Some(name)).copied()
    };
    let answer = of_plan(best)?;
    let most = value(answer)?;
    let is_as_good =
        |name: &str| of_plan(name).and_then(&value).is_some_and(|one| most - one < 1e-9);
    let fixed = FIXED_PLANS.iter().find(|(name, _)| is_as_good(name));
    let plan = match (fixed, answer.notes.first()) {
        (Some((_, words)), _) => (*words).to_owned(),
        (None, Some(opening)) => format!("decide before each roll ({opening})"),
        (None, None) => "decide before each roll".to_owned(),
    };
    Some((plan, most))
}
