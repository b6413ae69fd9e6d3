//! Options ranked: a bar for each, the best first.

use super::ranked::{Ranking, row};
use super::spec::{BarRow, Chart};
use super::wording::{foot, question};
use crate::answer::{Answer, CardChange, CardImpact};
use crate::chance::QuantityName;
use crate::counted::counted;
use crate::games::asoiaf::results::{event, quantity};
use crate::request::RankBy;
use crate::text::by_words;
use crate::text::words;

/// Describes options as `by` ranked them; none for fewer than two. Tactics cards that change nothing
/// have no bar.
pub(super) fn charts(title: &str, options: &[(String, Answer)], by: RankBy) -> Vec<Chart> {
    let has_impact = |answer: &Answer, impact: CardImpact| {
        answer.card.as_ref().map_or(CardImpact::Changes, CardChange::impact) == impact
    };
    let shown: Vec<&(String, Answer)> =
        options.iter().filter(|(_, answer)| has_impact(answer, CardImpact::Changes)).collect();
    let [(best, first), _, ..] = shown.as_slice() else { return Vec::new() };
    let answers: Vec<&Answer> = shown.iter().map(|(_, answer)| answer).collect();
    let idle = |(words, impact): (&str, CardImpact)| {
        let count = options.iter().filter(|(_, answer)| has_impact(answer, impact)).count();
        let cards = counted(count as u64, "other card", "other cards");
        (count > 0).then(|| format!("{cards} {words}"))
    };
    let idle: Vec<String> = [
        ("change nothing here", CardImpact::Nothing),
        ("counted in part change nothing by what is counted", CardImpact::Unknown),
    ]
    .into_iter()
    .filter_map(idle)
    .collect();
    let withstands = first.quantity(quantity::ATTACKS).is_some();
    let (measure, heads) = if withstands {
        ("expected attacks until it is destroyed", &["90 %"][..])
    } else {
        (by_words(by), &["dealt", "suffered", "destroys"][..])
    };
    let value = |answer: &Answer| by.value(answer)[0];
    let format = |value: f64| match by {
        RankBy::Destroyed => format!("{} %", words::whole_percent(value)),
        _ if withstands => format!("{value:.2}"),
        RankBy::Net | RankBy::Points => words::signed(value, 2),
        RankBy::Wounds => format!("{value:.2}"),
    };
    let rows = shown.iter().map(|(name, answer)| {
        let text = format(value(answer));
        row(words::clean(name), value(answer), text, numbers(answer))
    });
    Ranking {
        title: format!("Best of {}: {}, {}", shown.len(), words::clean(best), format(value(first))),
        question: question(title, &answers, (1, 1)),
        key: Vec::new(),
        measure,
        heads,
        rows: rows.collect::<Vec<BarRow>>(),
        foot: foot(&answers, &idle),
    }
    .charts()
}

/// Returns the numbers beside a bar: wounds dealt and suffered with the chance to destroy the target,
/// or where nine of ten results of a unit under attack lie.
fn numbers(answer: &Answer) -> Vec<String> {
    if let Some(attacks) = answer.quantity(quantity::ATTACKS) {
        let pmf = attacks.distribution.pmf();
        return vec![words::interval(pmf.quantile(0.05), pmf.quantile(0.95))];
    }
    let mean = |name: QuantityName| {
        let mean = answer.quantity(name).map(|one| one.distribution.mean());
        mean.map_or_else(|| "–".to_owned(), |mean| format!("{mean:.2}"))
    };
    let destroys = answer.event(event::DESTROYED).map(|one| words::percent(one.probability(), 0));
    let destroys = destroys.unwrap_or_else(|| "–".to_owned());
    vec![mean(quantity::WOUNDS), mean(quantity::OWN_WOUNDS), destroys]
}
