//! The chances of each side to win a duel, next to each other.

use plotters::style::RGBColor;

use super::super::header::{Header, PageNumber};
use super::super::legend::{Legend, LegendEntry};
use super::{
    BARS, ExpectedPage, ExpectedRow, NAME, NAMES, ROWS, chance_bar, chances_axis, explain_marks,
    text_width, widest,
};
use crate::answer::{Answer, Distribution, Event, ResultLabel};
use crate::chance::EventName;
use crate::dist::{Pmf, Tally};
use crate::games::asoiaf::results::event;
use crate::report::group::{AnswerGroup, DistinctAnswers, distinct_answers};
use crate::report::words;

/// The events recorded for the end of a duel; the first two may both happen.
const EVENTS: [EventName; 3] = [event::A_DESTROYED, event::B_DESTROYED, event::BOTH_STAND];
/// Colours of the outcomes: `a` wins, `b` wins, both survive, both are destroyed. Sides have the
/// same colours as in the other charts of duels.
const COLOURS: [RGBColor; 4] = [BARS[0], BARS[1], RGBColor(160, 160, 166), RGBColor(90, 90, 96)];

/// The chances of the outcomes of a duel.
struct DuelOdds {
    row: ExpectedRow,
    /// Labels of the recorded events.
    labels: [ResultLabel; 3],
    /// Mutually exclusive outcomes: `a` wins, `b` wins, both survive, both are destroyed.
    outcomes: [Event; 4],
}

/// Lays out the pages of a group of duels; none for other questions.
pub(crate) fn odds(title: &str, group: &AnswerGroup<'_>) -> Vec<ExpectedPage> {
    let DistinctAnswers { all, remarks } = distinct_answers(&group.answers, ROWS);
    let mut duels: Vec<DuelOdds> =
        all.iter().filter_map(|class| duel(class.answer, &class.label)).collect();
    let outcomes = OutcomeLabels::of(&duels);
    for duel in &mut duels {
        duel.row.bars.truncate(outcomes.shown());
    }
    let events: Vec<&Event> = duels.iter().flat_map(|duel| &duel.outcomes).collect();
    let remarks = [explain_marks(&events), remarks].concat();
    let chunks: Vec<&[DuelOdds]> = duels.chunks(ROWS / COLOURS.len()).collect();
    let page = |(number, duels): (usize, &&[DuelOdds])| {
        let rows: Vec<ExpectedRow> = duels.iter().map(|duel| duel.row.clone()).collect();
        let page_number = PageNumber { page: number + 1, pages: chunks.len() };
        ExpectedPage {
            header: Header::new(title, &outcomes.title(), &group.answers, page_number, &remarks),
            legend: outcomes.legend(),
            axis: chances_axis(),
            names: widest(&rows) + 12.0,
            text_width: text_width(&rows),
            rows,
        }
    };
    chunks.iter().enumerate().map(page).collect()
}

fn duel(answer: &Answer, label: &str) -> Option<DuelOdds> {
    let [Some(a), Some(b), Some(neither)] = EVENTS.map(|name| answer.event(name)) else {
        return None;
    };
    // `a` wins unless it is destroyed, alone or with `b`, or both survive: these exclude each other
    let wins = [none_of(&[a, neither])?, none_of(&[b, neither])?];
    let both = none_of(&[&wins[0], &wins[1], neither])?;
    let labels = [a, b, neither].map(|event| event.label.clone());
    let [a, b] = wins;
    let outcomes = [a, b, neither.clone(), both];
    let bar = |(event, colour): (&Event, RGBColor)| super::ValueBar {
        colour: Some(colour),
        ..chance_bar(event)
    };
    let bars = outcomes.iter().zip(COLOURS).map(bar).collect();
    let row = ExpectedRow { name: NAME.wrap_whole(label, NAMES - 12.0), bars };
    Some(DuelOdds { row, labels, outcomes })
}

/// Returns the event that none of some mutually exclusive events happens.
fn none_of(events: &[&Event]) -> Option<Event> {
    let first = events.first()?;
    let rest = |chance: f64| {
        let rest = (1.0 - chance).clamp(0.0, 1.0);
        Pmf::new(vec![1.0 - rest, rest]).ok()
    };
    let distribution = match &first.distribution {
        Distribution::Exact(_) | Distribution::Fractions(..) => {
            Distribution::Exact(rest(events.iter().map(|event| event.probability()).sum())?)
        }
        Distribution::Sampled(seen) => {
            // counts, not chances: the remainder stays a count, so it keeps its Wilson interval
            let happened: u64 = events.iter().filter_map(|event| times_seen(event)).sum();
            let rest = seen.trials().saturating_sub(happened);
            let counts = vec![seen.trials() - rest, rest];
            Distribution::sampled(Tally::from_counts(counts))?
        }
    };
    let exact: Option<f64> =
        events.iter().map(|event| event.exact.as_ref().map(|exact| exact.at_least(1))).sum();
    Some(Event { distribution, exact: exact.and_then(rest), ..(*first).clone() })
}

/// Returns the number of trials in which a sampled event happened.
fn times_seen(event: &Event) -> Option<u64> {
    let Distribution::Sampled(seen) = &event.distribution else { return None };
    seen.counts().get(1).copied()
}

/// The title and legend for the outcomes of some duels.
struct OutcomeLabels {
    /// Names of both sides; letters if they differ among the duels.
    sides: [String; 2],
    /// Labels of the recorded events.
    events: [String; 3],
    /// Whether both sides may be destroyed in some duel, so that neither wins.
    has_both: bool,
    /// The most likely outcome of a single duel and its chance.
    only: Option<(usize, f64)>,
}

impl OutcomeLabels {
    fn of(duels: &[DuelOdds]) -> Self {
        let shared = |place: usize| {
            words::clean(ResultLabel::shared(duels.iter().map(|duel| &duel.labels[place])))
        };
        let events = [0, 1, 2].map(shared);
        let side = |place: usize| {
            let loser: &String = &events[place];
            loser.strip_suffix(" destroyed").unwrap_or(loser).to_owned()
        };
        let both_gone = |duel: &DuelOdds| duel.outcomes[3].probability();
        let likeliest = |duel: &DuelOdds| {
            let chances = duel.outcomes.iter().map(Event::probability).enumerate();
            chances.max_by(|one, other| one.1.total_cmp(&other.1))
        };
        Self {
            sides: [side(0), side(1)],
            // a remainder of differences: rounding is no outcome
            has_both: duels.iter().any(|duel| both_gone(duel) > 1e-9),
            only: if let [only] = duels { likeliest(only) } else { None },
            events,
        }
    }

    /// Returns the number of outcomes to draw.
    const fn shown(&self) -> usize {
        if self.has_both { COLOURS.len() } else { COLOURS.len() - 1 }
    }

    /// Returns the title: the likeliest winner of one duel, or the two sides of several.
    fn title(&self) -> String {
        let [a, b] = &self.sides;
        match self.only {
            Some((winner @ 0..2, chance)) => {
                format!("victory of {} {}", self.sides[winner], words::percent(chance, 1))
            }
            _ => format!("who wins, {a} or {b}"),
        }
    }

    fn legend(&self) -> Legend {
        let [a, b] = &self.sides;
        let [a_gone, b_gone, neither] = &self.events;
        let only = if self.has_both { "only " } else { "" };
        let words = [
            format!("victory of {a} ({only}{b_gone})"),
            format!("victory of {b} ({only}{a_gone})"),
            neither.clone(),
            "both destroyed".to_owned(),
        ];
        let entries = words.iter().zip(COLOURS).take(self.shown());
        Legend::of(entries.map(|(words, colour)| LegendEntry::bar(words, colour)).collect())
    }
}
