//! Two units compared.

use super::{describe_measure, describe_range};
use crate::answer::{ABOUT_EQUAL, CompareAnswer, VerdictCounts};
use crate::text::words;

/// Describes the result over all matchups; empty if the run was stopped.
pub fn describe_verdict(answer: &CompareAnswer) -> Vec<String> {
    let Some(counts) = answer.counts() else { return Vec::new() };
    let VerdictCounts { first, second, about_equal, undecided } = counts;
    let [a, _] = answer.attackers.each_ref().map(|unit| words::clean(&unit.name));
    let all = answer.matchups.len();
    let close = match undecided {
        0 => String::new(),
        undecided => format!(", too close to call against {undecided}"),
    };
    let better = format!(
        "{a}: better against {first} of {all}, worse against {second}, about equal (within {}) \
         against {about_equal}{close}.",
        words::percent(ABOUT_EQUAL, 0)
    );
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
    std::iter::once(better).chain(means).chain(chances).collect()
}
