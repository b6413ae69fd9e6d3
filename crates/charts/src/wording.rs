//! The words of charts of answers: the finding, the question and the foot.

use crate::answer::{Answer, Event, Quantity, Rules};
use crate::games::asoiaf::results::event;
use crate::text::format::leading_quantities;
use crate::text::group::{describe_method, shared_subject};
use crate::text::headline::{self, Title};
use crate::text::marked::MarkedCount;
use crate::text::words::whole_percent;
use crate::text::{unmodelled, words};

/// A page, from 1, and the number of pages.
pub(super) type PageNumber = (usize, usize);

/// Returns the finding of one answer.
pub(super) fn finding(answer: &Answer) -> String {
    let mean = |quantity: &Quantity| {
        format!("{} {}", words::rounded(quantity.distribution.mean()), quantity.unit)
    };
    if let Some((winner, chance)) = likeliest_victory(answer) {
        return format!("Victory of {winner}: {} %", whole_percent(chance));
    }
    match leading_quantities(answer).as_slice() {
        [only] => deals(answer, only).unwrap_or_else(|| {
            let marked = marked(answer, only);
            let chance = whole_percent(marked.1);
            format!("{} on average, {chance} % for {}", mean(only), marked.0)
        }),
        [below, above] if answer.headline.signed => {
            let mean = above.distribution.mean() - below.distribution.mean();
            format!("{} {} on average", words::signed(mean, 2), above.unit)
        }
        several => several.iter().map(|one| mean(one)).collect::<Vec<_>>().join(" and "),
    }
}

/// Returns the counts that a chart marks in words, and their chance.
fn marked(answer: &Answer, quantity: &Quantity) -> (String, f64) {
    let near = near_mean(quantity);
    MarkedCount::of(answer, quantity).map_or_else(
        || (format!("{near} or more"), quantity.distribution.at_least(near)),
        |one| (one.event.label.named.clone(), one.event.probability()),
    )
}

/// Returns the count nearest to the mean. At least 0 is certain and says nothing.
pub(super) fn near_mean(quantity: &Quantity) -> usize {
    (quantity.distribution.mean().round() as usize).max(1)
}

/// Says what an attack deals to whom; `None` for another question.
fn deals(answer: &Answer, quantity: &Quantity) -> Option<String> {
    let (attacker, defender) = answer.subject.split_once(" → ")?;
    if quantity.unit != "wounds" || !["attack", "charge"].contains(&answer.kind) {
        return None;
    }
    let verb = if answer.headline.loses.ends_with("loses") { "deals" } else { "deal" };
    let mean = words::rounded(quantity.distribution.mean());
    let (attacker, defender) = (words::clean(attacker), words::clean(defender));
    Some(format!("{} {verb} {mean} wounds to {defender}", words::capitalize(&attacker)))
}

/// Returns who most likely wins a duel, with the chance; `None` for another question.
fn likeliest_victory(answer: &Answer) -> Option<(String, f64)> {
    let [a_wins, _, b_wins, _] = outcomes(answer)?;
    let side = |name| {
        let label = answer.event(name).map_or("", |event| &event.label.named);
        words::clean(label.strip_suffix(" destroyed").unwrap_or(label))
    };
    Some(if a_wins >= b_wins {
        (side(event::A_DESTROYED), a_wins)
    } else {
        (side(event::B_DESTROYED), b_wins)
    })
}

/// Returns the chances of a duel's outcomes, which exclude each other: a wins, both stand, b wins,
/// both are destroyed. `None` for another question.
pub(super) fn outcomes(answer: &Answer) -> Option<[f64; 4]> {
    let names = [event::A_DESTROYED, event::B_DESTROYED, event::BOTH_STAND];
    let [Some(a), Some(b), Some(stand)] =
        names.map(|name| answer.event(name).map(Event::probability))
    else {
        return None;
    };
    // `a` wins unless it is destroyed, alone or with `b`, or both stand
    let [a_wins, b_wins] = [a, b].map(|gone| (1.0 - gone - stand).max(0.0));
    let both = 1.0 - a_wins - b_wins - stand;
    // a difference of rounding is no outcome
    let both = if both < 1e-9 { 0.0 } else { both };
    Some([a_wins, stand, b_wins, both])
}

/// Returns the question that answers are about, under a title unless it says the same.
pub(super) fn question(title: &str, answers: &[&Answer], (page, pages): PageNumber) -> String {
    let subject = shared_subject(answers).unwrap_or_default();
    let first = Some(words::clean(title)).filter(|title| {
        !title.is_empty()
            && *title != words::clean(&subject)
            && answers.first().is_none_or(|one| !headline::title(one).contains(title.as_str()))
    });
    let (about, settings) = match answers {
        [only] => (headline::title(only), headline::settings(answers, Title::Situation)),
        _ => {
            let kind = answers.first().map_or_else(String::new, |one| words::capitalize(one.kind));
            let about = [kind, words::clean(&subject)];
            let about = about.into_iter().filter(|one| !one.is_empty()).collect::<Vec<_>>();
            (about.join(": "), headline::settings(answers, Title::Subject))
        }
    };
    let page = (pages > 1).then(|| format!("page {page} of {pages}"));
    let about: Vec<String> = [Some(about), Some(settings), page]
        .into_iter()
        .flatten()
        .filter(|one| !one.is_empty())
        .collect();
    let about = Some(about.join(", ")).filter(|about| !about.is_empty()).map(|about| about + ".");
    first.into_iter().chain(about).collect::<Vec<_>>().join("\n")
}

/// Returns how answers were computed, the rules, remarks, and what is not counted.
pub(super) fn foot(answers: &[&Answer], remarks: &[String]) -> String {
    let sampled = answers.iter().any(|answer| answer.method.trials.is_some());
    let method = describe_method(answers);
    let method = if sampled {
        format!("Sampled: {}", method.strip_prefix("monte-carlo, ").unwrap_or(&method))
    } else {
        words::capitalize_method(&method)
    };
    let rules = answers.first().and_then(|answer| answer.rules.as_ref()).map(Rules::words);
    let partial =
        answers.iter().any(|answer| answer.method.partial).then(|| "Stopped early".to_owned());
    let notes = match answers {
        [only] => only.notes.iter().map(|note| words::clean(note)).collect(),
        _ => Vec::new(),
    };
    let all = [Some(method), rules, partial]
        .into_iter()
        .flatten()
        .chain(notes)
        .chain(remarks.iter().cloned());
    let sentences = all.map(|one| words::capitalize(one.trim_end_matches('.')) + ".");
    sentences.chain(unmodelled::describe_answers(answers)).collect::<Vec<_>>().join(" ")
}
