//! The words of charts of answers: the finding, the question and the foot.

use crate::answer::{Answer, Event, Quantity, RequestedChance, ResultLabel, Rules, VerbNumber};
use crate::chance::EventName;
use crate::games::asoiaf::results::{event, quantity};
use crate::games::westeros::results::event as hexes;
use crate::text::format::leading_quantities;
use crate::text::group::{describe_method, shared_subject};
use crate::text::headline::{self, Title};
use crate::text::marked::MarkedCount;
use crate::text::words::whole_percent;
use crate::text::{unmodelled, words};
use warodds_questions::study::DuelOutcomes;

/// A page, from 1, and the number of pages.
pub(super) type PageNumber = (usize, usize);

/// Returns the finding of one answer.
pub(super) fn finding(answer: &Answer) -> String {
    let mean = |quantity: &Quantity| {
        format!("{} {}", words::rounded(quantity.distribution.mean()), quantity.unit)
    };
    let of_kind = victory(answer).or_else(|| endurance(answer)).or_else(|| drawn(answer));
    if let Some(words) = of_kind {
        return words;
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
    let [number, _] = answer.headline.numbers;
    let verb = number.verb("deal");
    let mean = words::rounded(quantity.distribution.mean());
    let (attacker, defender) = (words::clean(attacker), words::clean(defender));
    Some(format!("{} {verb} {mean} wounds to {defender}", words::capitalize(&attacker)))
}

/// A side of a duel, as sentences name it.
pub(super) struct SideWords {
    pub name: String,
    number: VerbNumber,
}

impl SideWords {
    /// Says that the side does something: `Lannister Guardsmen win`.
    pub(super) fn does(&self, infinitive: &str) -> String {
        format!("{} {}", self.name, self.number.verb(infinitive))
    }
}

/// Returns both sides of duels; letters if they differ among the duels.
pub(super) fn sides(answers: &[&Answer]) -> [SideWords; 2] {
    let numbers = answers.first().map_or([VerbNumber::Singular; 2], |one| one.headline.numbers);
    let side = |name, number| {
        let events = answers.iter().filter_map(|answer| answer.event(name));
        let labels: Vec<&ResultLabel> = events.map(|event| &event.label).collect();
        let label = words::clean(ResultLabel::shared(labels.iter().copied()));
        let is_letter = labels.iter().any(|one| words::clean(&one.named) != label);
        let name = label.strip_suffix(" destroyed").unwrap_or(&label).to_owned();
        SideWords { name, number: if is_letter { VerbNumber::Singular } else { number } }
    };
    let [a, b] = numbers;
    [side(event::A_DESTROYED, a), side(event::B_DESTROYED, b)]
}

/// Says who wins a duel and how likely, the likelier winner first; `None` for another question.
pub fn victories(answer: &Answer) -> Option<[(String, f64); 2]> {
    let [a_wins, _, b_wins, _] = outcomes(answer)?;
    let [a, b] = sides(&[answer]).map(|side| words::capitalize(&side.does("win")));
    let [a, b] = [(a, a_wins), (b, b_wins)];
    Some(if a_wins >= b_wins { [a, b] } else { [b, a] })
}

/// Says what most likely decides a duel or an exchange; `None` for another question.
fn victory(answer: &Answer) -> Option<String> {
    let [a_wins, _, b_wins, _] = outcomes(answer)?;
    let [a, b] = sides(&[answer]);
    let [b_driven, a_driven] = driven_back(answer).unwrap_or_default();
    let all = [(a_wins, None), (b_wins, None), (b_driven, Some(&b)), (a_driven, Some(&a))];
    let winners = [&a, &b, &a, &b];
    let likeliest =
        all.into_iter().zip(winners).rev().max_by(|(one, _), (other, _)| one.0.total_cmp(&other.0));
    let ((chance, driven), winner) = likeliest?;
    let percent = whole_percent(chance);
    let words = match driven {
        Some(loser) => format!("{} {} back: {percent} %", winner.does("drive"), loser.name),
        None => format!("{} {percent} %", winner.does("win")),
    };
    Some(words::capitalize(&words))
}

/// Says how many attacks a unit lasts; `None` for another question.
fn endurance(answer: &Answer) -> Option<String> {
    let (by, unit) = answer.subject.split_once(" → ")?;
    let attacks = answer.quantity(quantity::ATTACKS)?.distribution.mean();
    let (by, unit) = (words::clean(by), words::clean(unit));
    let [_, number] = answer.headline.numbers;
    let last = number.verb("last");
    Some(format!("{unit} {last} {} attacks of {by} on average", words::rounded(attacks)))
}

/// Says how likely at least one copy of a card is drawn; `None` for another question.
fn drawn(answer: &Answer) -> Option<String> {
    let event = chance_of_one(answer)?;
    let chance = whole_percent(answer.event(event)?.probability());
    Some(format!("At least one copy is drawn: {chance} %"))
}

/// Returns the event to which the chart of a deck belongs: a player asks whether a card comes, not
/// how many of its copies.
pub(super) fn chance_of_one(answer: &Answer) -> Option<EventName> {
    match answer.headline.requested {
        Some(RequestedChance::Event(event::AT_LEAST_ONE, _)) => Some(event::AT_LEAST_ONE),
        _ => None,
    }
}

/// Returns the chances that side b and side a are driven back and stand; `None` if an exchange goes
/// on afterwards, so that these chances overlap others.
pub(super) fn driven_back(answer: &Answer) -> Option<[f64; 2]> {
    let names = [hexes::B_DRIVEN_BACK, hexes::A_DRIVEN_BACK];
    let [Some(b), Some(a)] = names.map(|name| answer.event(name).map(Event::probability)) else {
        return None;
    };
    let goes_on = answer.settings.iter().any(|setting| setting.axis == "press_on");
    let [_, stand, ..] = outcomes(answer)?;
    (!goes_on && a + b <= stand + 1e-9).then_some([b, a])
}

/// Returns the chances of a duel's outcomes in the order in which bars draw them: a wins, both
/// stand, b wins, both are destroyed. `None` for another question.
pub(super) fn outcomes(answer: &Answer) -> Option<[f64; 4]> {
    let DuelOutcomes { a_wins, b_wins, both_stand, both_destroyed } = DuelOutcomes::of(answer)?;
    Some([a_wins, both_stand, b_wins, both_destroyed])
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
        [only] => {
            let about = words::capitalize(&headline::title(only));
            (about, headline::settings(answers, Title::Situation))
        }
        _ => {
            let kind = answers.first().map_or_else(String::new, |one| words::capitalize(one.kind));
            let subject = words::clean(&subject);
            let is_new = !subject.eq_ignore_ascii_case(&kind);
            let about = [kind, subject].into_iter().take(1 + usize::from(is_new));
            let about = about.filter(|one| !one.is_empty()).collect::<Vec<_>>();
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
