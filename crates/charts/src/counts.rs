//! The distributions of the leading quantities of answers, as panels.

mod signed;

use std::ops::RangeInclusive;

use super::cases::{self, RankedCase};
use super::spec::{Chart, Counts, Dark, Fill, Mark, Panel, Phrase, Series, Tone};
use super::wording::{PageNumber, chance_of_one, finding, foot, near_mean, question};
use crate::answer::{Answer, CriticalCount, Event, Quantity, RequestedChance};
use crate::counted::counted;
use crate::games::asoiaf::results::event;
use crate::request::SEQUENCE;
use crate::text::format::{format_mean, leading_quantities, probability_interval};
use crate::text::group::{
    AnswerGroup, DistinctAnswer, DistinctAnswers, distinct_answers, explain_sign, is_certain,
    lead_labels, lead_noun, strip_expected, varying_axes,
};
use crate::text::marked::MarkedCount;
use crate::text::words;
use crate::text::words::whole_percent;

/// Panels per page.
const PANELS: usize = 6;
/// The names of the wounds after the steps of a sequence begin with this.
const AFTER: &str = "wounds_after_";
/// Counts reached with a smaller chance are not drawn.
const NEGLIGIBLE: f64 = 0.000_5;
/// The axis starts at 0, which is easier to read, unless that adds more impossible counts than
/// this.
const SHOWN_ANYWAY: usize = 2;

/// Describes the distributions of a group; certain answers are left out.
pub(super) fn charts(title: &str, group: &AnswerGroup<'_>) -> Vec<Chart> {
    let DistinctAnswers { all, remarks } = distinct_answers(&group.answers, PANELS);
    let drawn: Vec<DistinctAnswer<'_>> =
        all.into_iter().filter(|class| !is_certain(class.answer)).collect();
    let chunks: Vec<&[DistinctAnswer<'_>]> = drawn.chunks(PANELS).collect();
    let page = |(number, chunk): (usize, &&[DistinctAnswer<'_>])| {
        chart(title, group, chunk, ((number + 1, chunks.len()), &remarks))
    };
    chunks.iter().enumerate().map(page).collect()
}

fn chart(
    title: &str,
    group: &AnswerGroup<'_>,
    chunk: &[DistinctAnswer<'_>],
    (page, remarks): (PageNumber, &[String]),
) -> Chart {
    let quantities: Vec<&Quantity> =
        chunk.iter().flat_map(|class| leading_quantities(class.answer)).collect();
    let is_signed = chunk.iter().any(|class| class.answer.headline.signed);
    let marks = chunk.iter().flat_map(|class| &class.answer.headline.critical);
    let last_mark = marks.map(|one| usize::from(one.count)).max().unwrap_or(0);
    let counts = drawn_counts(&quantities, last_mark, is_signed);
    let several = chunk.len() > 1;
    let panels = chunk.iter().flat_map(|class| {
        let name = if several { class.label.clone() } else { String::new() };
        let before = if several { Vec::new() } else { steps(class.answer, &counts) };
        let name = if before.is_empty() { name } else { last_step(class.answer, &before) };
        let last = panel(class.answer, name, counts.clone());
        before.into_iter().chain([last]).map(Panel::Counts).collect::<Vec<_>>()
    });
    let has_whiskers = quantities.iter().any(|one| one.distribution.trials().is_some());
    let whiskers = has_whiskers.then(|| "Whiskers: 95 % interval of the share".to_owned());
    let high = usize::try_from(*counts.end()).unwrap_or(0);
    let is_cut = quantities.iter().any(|one| one.distribution.at_least(high + 1) > 0.0);
    let cut = is_cut.then(|| format!("Counts above {high} (under 0.05 %) are not drawn"));
    let remarks: Vec<String> = remarks.iter().cloned().chain(whiskers).chain(cut).collect();
    Chart {
        title: match chunk {
            [only] => means(only.answer).unwrap_or_else(|| finding(only.answer)),
            all => {
                let likeliest = likeliest(group, all).or_else(|| most(group, all));
                likeliest.unwrap_or_else(|| words::capitalize(lead_noun(&group.answers)))
            }
        },
        question: match chunk {
            [only] => question(title, &[only.answer], page),
            _ => question(title, &group.answers, page),
        },
        key: key(group, chunk, is_signed),
        panels: panels.collect(),
        foot: foot(&group.answers, &remarks),
    }
}

/// States the means of two leading quantities, such as wounds left; `None` for one quantity.
fn means(answer: &Answer) -> Option<String> {
    if answer.headline.leads.len() < 2 || answer.headline.signed {
        return None;
    }
    let what = format!("{} to ", answer.headline.what);
    let mean = |one: Quantity| {
        let label = words::clean(&one.label.named);
        let side = label.strip_prefix(&what).unwrap_or(&label);
        format!("{side} {}", words::rounded(one.distribution.mean()))
    };
    let all = answer.leading().cloned().map(mean).collect::<Vec<_>>().join(", ");
    Some(format!("{}: {all}", words::capitalize(answer.headline.what)))
}

/// Says which answers have the greatest mean of the first leading quantity.
pub(super) fn most(group: &AnswerGroup<'_>, all: &[DistinctAnswer<'_>]) -> Option<String> {
    let mean =
        |answer: &Answer| leading_quantities(answer).first().map(|one| one.distribution.mean());
    let leads = lead_labels(&group.answers);
    let what = match leads.as_slice() {
        [first, _, ..] => strip_expected(&words::clean(first)),
        _ => lead_noun(&group.answers).to_owned(),
    };
    cases::most(&what, &ranked(all, mean)?, &varying_axes(&group.answers), words::rounded)
}

/// Says which answers most likely reach the count that is framed; `None` if it differs among them.
fn likeliest(group: &AnswerGroup<'_>, all: &[DistinctAnswer<'_>]) -> Option<String> {
    let axes = varying_axes(&group.answers);
    let percent = |p: f64| format!("{} %", whole_percent(p));
    let of_one = |answer: &Answer| Some(answer.event(chance_of_one(answer)?)?.probability());
    if let Some(cases) = ranked(all, of_one) {
        return cases::most("often at least one copy", &cases, &axes, percent);
    }
    let marked = |answer: &Answer| {
        let [only] = leading_quantities(answer)[..] else { return None };
        MarkedCount::of(answer, only)
    };
    let label = marked(all.first()?.answer)?.event.label.named;
    let is_shared = |class: &DistinctAnswer<'_>| {
        marked(class.answer).is_some_and(|one| one.event.label.named == label)
    };
    if !all.iter().all(is_shared) {
        return None;
    }
    let chance = |answer: &Answer| Some(marked(answer)?.event.probability());
    let meaning = marked(all.first()?.answer)?.meaning();
    let what = words::clean(&format!("often {label} {meaning}"));
    cases::most(&what, &ranked(all, chance)?, &axes, percent)
}

/// Returns the cases with a value of each.
fn ranked<'a>(
    all: &'a [DistinctAnswer<'_>],
    value: impl Fn(&Answer) -> Option<f64>,
) -> Option<Vec<RankedCase<'a>>> {
    let case = |class: &'a DistinctAnswer<'_>| {
        Some(RankedCase { answer: class.answer, label: &class.label, value: value(class.answer)? })
    };
    all.iter().map(case).collect()
}

/// Says what strong bars mean, which are dark on paper and light on a dark page, and the events of a
/// single answer.
fn key(group: &AnswerGroup<'_>, chunk: &[DistinctAnswer<'_>], is_signed: bool) -> Vec<Phrase> {
    let leads = lead_labels(&group.answers);
    if let ([below, above], true) = (leads.as_slice(), is_signed) {
        return vec![Phrase::quiet(explain_sign(below, above) + ".")];
    }
    if let [a, b] = leads.as_slice() {
        let names = [Fill::A, Fill::B].into_iter().zip([a, b]);
        return names.map(|(fill, name)| Phrase::key(fill, strip_expected(name))).collect();
    }
    let [only] = chunk else {
        return vec![Phrase::quiet("Strong bars together: the framed chance.")];
    };
    let [quantity] = leading_quantities(only.answer)[..] else { return Vec::new() };
    let (words, chance) = MarkedCount::of(only.answer, quantity).map_or_else(
        || {
            let near = near_mean(quantity);
            (format!("{near} or more"), quantity.distribution.at_least(near))
        },
        |one| (one.event.label.named.clone(), one.event.probability()),
    );
    let strong = format!("Strong bars: {words}, {} %.", whole_percent(chance));
    std::iter::once(Phrase::of(Tone::A, strong)).chain(events(only.answer)).collect()
}

/// States the possible events that no mark of the chart states.
fn events(answer: &Answer) -> Option<Phrase> {
    let is_marked = |name| answer.headline.critical.iter().any(|one| one.event == Some(name));
    let shown = answer.events.iter().filter(|one| one.probability() > 0.0 && !is_marked(one.name));
    let words = shown.take(4).map(|one| {
        let label = words::capitalize(&words::clean(&one.label.named));
        let within = within(answer, one);
        // the number of attacks stands in place of `by then`
        let label = if within.is_empty() { &label } else { label.trim_end_matches(" by then") };
        format!("{label}{within}: {} %.", whole_percent(one.probability()))
    });
    let words = words.collect::<Vec<_>>().join(" ");
    (!words.is_empty()).then(|| Phrase::quiet(words))
}

/// Says by when a unit under repeated attacks is destroyed; empty for other events.
fn within(answer: &Answer, one: &Event) -> String {
    let is_repeated = matches!(answer.headline.requested, Some(RequestedChance::Within(_)));
    let most = answer.leading().next().map_or(0, |leading| leading.distribution.pmf().max());
    if is_repeated && one.name == event::DESTROYED {
        format!(" within {}", counted(most as u64, "attack", "attacks"))
    } else {
        String::new()
    }
}

/// Describes the distribution of an answer's leading quantities.
pub(super) fn panel(answer: &Answer, name: String, counts: RangeInclusive<i64>) -> Counts {
    let leading = leading_quantities(answer);
    let series = match leading.as_slice() {
        [below, above] if answer.headline.signed => {
            vec![signed::SignedPair { below, above }.series(counts.clone())]
        }
        several => several.iter().map(|one| series(answer, one, counts.clone())).collect(),
    };
    let marks = match leading.as_slice() {
        [only] => marks(answer, only),
        _ => Vec::new(),
    };
    let counted = leading.first().map_or("", |one| one.unit);
    Counts { name, counted: counted.to_owned(), counts, series, marks }
}

/// Returns who acts in the steps of a sequence.
fn attackers(answer: &Answer) -> Vec<String> {
    let who = answer.subject.split_once(" → ").map_or("", |(who, _)| who);
    who.split(", then ").map(words::clean).collect()
}

/// Describes the wounds after each step of a sequence but its last; none for other answers.
fn steps(answer: &Answer, counts: &RangeInclusive<i64>) -> Vec<Counts> {
    if answer.kind != SEQUENCE {
        return Vec::new();
    }
    let who = attackers(answer);
    let after = answer.quantities.iter().filter(|one| one.name.as_str().starts_with(AFTER));
    let panel = |(step, quantity): (usize, &Quantity)| Counts {
        name: format!("Step {}: {}", step + 1, who.get(step).map_or("", String::as_str)),
        counted: quantity.unit.to_owned(),
        counts: counts.clone(),
        series: vec![series(answer, quantity, counts.clone())],
        marks: marks(answer, quantity),
    };
    after.enumerate().map(panel).collect()
}

/// Names the last step of a sequence, after those before it.
fn last_step(answer: &Answer, before: &[Counts]) -> String {
    let who = attackers(answer);
    format!("Step {}: {}", before.len() + 1, who.last().map_or("", String::as_str))
}

/// Returns the marks of a quantity: critical counts, else the count that destroys the unit.
fn marks(answer: &Answer, quantity: &Quantity) -> Vec<Mark> {
    let critical = &answer.headline.critical;
    if !critical.is_empty() {
        return critical.iter().map(|one| mark(quantity, one)).collect();
    }
    let destroyed = answer.leading().next().zip(answer.event(event::DESTROYED));
    let last = destroyed.and_then(|(leading, event)| {
        let last = leading.distribution.pmf().max();
        let is_same = (leading.distribution.at_least(last) - event.probability()).abs() < 1e-12;
        let is_wounds = leading.unit == "wounds" && event.probability() > 0.0;
        u8::try_from(last).ok().filter(|_| is_same && is_wounds)
    });
    let last = last.map(|count| CriticalCount { count, words: "destroyed", event: None });
    last.iter().map(|one| mark(quantity, one)).collect()
}

fn mark(quantity: &Quantity, critical: &CriticalCount) -> Mark {
    let chance = quantity.distribution.at_least(critical.count.into());
    Mark {
        count: critical.count.into(),
        words: critical.words.to_owned(),
        chances: vec![format!("{} %", whole_percent(chance))],
    }
}

/// Describes the distribution of one quantity.
pub(super) fn series(answer: &Answer, quantity: &Quantity, counts: RangeInclusive<i64>) -> Series {
    let marked = MarkedCount::of(answer, quantity).map(|one| one.counts);
    let marked = marked.unwrap_or_else(|| near_mean(quantity)..=usize::MAX);
    let whole = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let is_upper = *marked.start() == 0;
    let framed = match (*marked.start(), *marked.end()) {
        (low, usize::MAX) => Some(whole(low)),
        (0, high) => Some(whole(high)),
        _ => None,
    };
    let distribution = quantity.distribution.pmf();
    let all: Vec<usize> = counts.filter_map(|count| usize::try_from(count).ok()).collect();
    let reached = |k: usize| {
        if is_upper { 1.0 - distribution.at_least(k + 1) } else { distribution.at_least(k) }
    };
    let exact = quantity.exact.as_ref().map(|exact| format!(" (exact {:.2})", exact.mean()));
    Series {
        exactly: all.iter().map(|k| distribution.exactly(*k)).collect(),
        intervals: all.iter().map(|k| probability_interval(&quantity.distribution, *k)).collect(),
        row: if is_upper { "at most" } else { "at least" },
        reached: all.iter().map(|k| reached(*k)).collect(),
        dark: Dark::Within(whole(*marked.start())..=whole(*marked.end())),
        framed,
        mean: distribution.mean(),
        mean_words: format_mean_briefly(quantity) + &exact.unwrap_or_default(),
        middle: (distribution.quantile(0.05) as f64, distribution.quantile(0.95) as f64),
    }
}

/// Formats a mean with two decimals, and its precision if it was sampled.
fn format_mean_briefly(quantity: &Quantity) -> String {
    match quantity.distribution.mean_estimate() {
        Some(_) => format_mean(quantity),
        None => format!("{:.2}", quantity.distribution.mean()),
    }
}

/// Returns the counts to draw: up to the last one that is not negligible or marked.
fn drawn_counts(quantities: &[&Quantity], last_mark: usize, signed: bool) -> RangeInclusive<i64> {
    let whole = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    // at least the counts 0 and 1, or the axis would have no length
    let high = quantities.iter().map(|one| reach(one)).max().unwrap_or(0).max(last_mark).max(1);
    let low = quantities.iter().map(|one| least(one)).min();
    let low = low.filter(|&low| low > SHOWN_ANYWAY).map_or(0, |low| low - 1);
    // symmetric, so that 0 is in the middle
    if signed { -whole(high)..=whole(high) } else { whole(low)..=whole(high) }
}

/// Returns the highest count reached with more than a negligible chance.
fn reach(quantity: &Quantity) -> usize {
    let distribution = quantity.distribution.pmf();
    (0..=distribution.max()).rev().find(|&k| distribution.at_least(k) >= NEGLIGIBLE).unwrap_or(0)
}

/// Returns the least possible count.
fn least(quantity: &Quantity) -> usize {
    let exact = quantity.exact.as_ref();
    let exact = exact.and_then(|exact| exact.probabilities().iter().position(|p| *p > 0.0));
    let seen = quantity.distribution.pmf();
    let seen = seen.probabilities().iter().position(|p| *p > 0.0).unwrap_or(0);
    // a sample may miss rare counts, and an odd sample may have counts that the exact distribution
    // excludes: the axis must show both
    exact.map_or(seen, |exact| exact.min(seen))
}
