//! Two units compared.

use super::{describe_measure, describe_range, ends, heading_of, marked_name, sentences};
use crate::answer::{ABOUT_EQUAL, CompareAnswer, Measure, VerdictCounts};
use crate::counted::counted;
use crate::text::block_line::BlockLine;
use crate::text::words;

/// Most matchups that are best for a unit in a block.
const MOST: usize = 5;

/// Returns the names of both units with their attacks and costs, and the settings.
pub(in crate::text) fn heading(answer: &CompareAnswer) -> String {
    let sides = answer.attackers.each_ref().map(|unit| {
        let cost = unit.cost.map(|cost| counted(cost.into(), "point", "points"));
        let facts: Vec<String> = unit.attack.clone().into_iter().chain(cost).collect();
        match facts.is_empty() {
            true => marked_name(unit),
            false => format!("{} ({})", marked_name(unit), facts.join(", ")),
        }
    });
    heading_of(&sides.join(" v "), &answer.header)
}

/// Returns the lines of a block: the verdict, and at most `most` of the best matchups of each unit.
pub(in crate::text) fn lines(answer: &CompareAnswer, most: usize) -> Vec<BlockLine> {
    let [a, b] = answer.attackers.each_ref().map(|unit| words::clean(&unit.name));
    let labels = [
        format!("Best for {a}"),
        format!("Best for {b}"),
        format!("Difference, best for {a} first"),
    ];
    let matchups = answer.matchups.iter();
    let matchups =
        matchups.map(|one| (marked_name(&one.defender), words::difference(one.difference)));
    let labels = labels.each_ref().map(String::as_str);
    let matchups = ends(labels, matchups.collect(), most.min(MOST));
    let hint = answer
        .counts()
        .map(|_| "One attack is not a whole fight: --by duel compares duels".to_owned());
    let verdict = sentences(describe_verdict(answer)).into_iter();
    verdict.chain(matchups).chain(sentences(hint)).collect()
}

/// Describes the result over all matchups; empty if the run was stopped.
pub fn describe_verdict(answer: &CompareAnswer) -> Vec<String> {
    let Some(counts) = answer.counts() else { return Vec::new() };
    let VerdictCounts { first, second, about_equal, undecided } = counts;
    let [a, b] = answer.attackers.each_ref().map(|unit| words::clean(&unit.name));
    let (better, best, worst) =
        if second > first { (b, second, first) } else { (a, first, second) };
    let all = counted(answer.matchups.len() as u64, "matchup", "matchups");
    let within = words::percent(ABOUT_EQUAL, 0);
    let others = [
        (worst, format!("worse in {worst}")),
        (about_equal, format!("about equal (within {within}) in {about_equal}")),
        (undecided, format!("too close to call in {undecided}")),
    ];
    let others = others.into_iter().filter(|(count, _)| *count > 0);
    let others: String = others.map(|(_, words)| format!(", {words}")).collect();
    let verdict = format!("{}: {better} better in {best} of {all}{others}.", measured(answer));
    let half_width = answer
        .mean_estimate()
        .map_or_else(String::new, |estimate| format!(" ±{:.4}", estimate.half_width()));
    let means =
        answer.mean_worths().zip(answer.mean_difference()).map(|([first, second], difference)| {
            format!(
                "Mean of {}: {first:.3} and {second:.3}, difference {}{half_width}.",
                describe_measure(answer.measure),
                words::difference(difference)
            )
        });
    let chances = answer.range.zip(answer.mean_chances()).map(|(range, [first, second])| {
        let [first, second] = [first, second].map(|p| words::percent(p, 1));
        format!("Mean chance of {}: {first} and {second}.", describe_range(range))
    });
    std::iter::once(verdict).chain(means).chain(chances).collect()
}

/// Names what the units are compared by: `One attack at full strength, per point`.
fn measured(answer: &CompareAnswer) -> String {
    let is_hurt = answer.header.terms.iter().any(|term| term.axis == "attacker_wounds_lost");
    let strength = if is_hurt { "" } else { " at full strength" };
    let per_point = if answer.measure == Measure::PerPoint { ", per point" } else { "" };
    format!("One attack{strength}{per_point}")
}
