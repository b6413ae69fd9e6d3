//! Who wins each of some duels: the chances of both sides next to each other.

use plotters::style::RGBColor;

use super::super::header::{Header, Leaf};
use super::super::legend::Legend;
use super::{
    BARS, ExpectedPage, NAME, NAMES, ROWS, Row, behind, chance_bar, chances_axis, marks, widest,
};
use crate::chance::EventName;
use crate::games::asoiaf::results::event;
use crate::report::group::{Classes, Group, classes};
use crate::report::words;
use crate::study::{Answer, Event, Label};

/// What decides a duel for the first side, for the second, and for neither.
const EVENTS: [EventName; 3] = [event::B_DESTROYED, event::A_DESTROYED, event::BOTH_STAND];
/// The sides have the colours of their wounds in the other charts of duels.
const COLOURS: [RGBColor; 3] = [BARS[0], BARS[1], RGBColor(160, 160, 166)];

/// The chances of a duel.
struct Duel {
    row: Row,
    events: [Event; 3],
}

/// The pages of a group of duels; none of other questions.
pub fn odds(title: &str, group: &Group<'_>) -> Vec<ExpectedPage> {
    let Classes { all, remarks } = classes(&group.answers, ROWS);
    let duels: Vec<Duel> =
        all.iter().filter_map(|class| duel(class.answer, &class.label)).collect();
    let outcomes = Outcomes::of(&duels);
    let events: Vec<&Event> = duels.iter().flat_map(|duel| &duel.events).collect();
    let remarks = [marks(&events), remarks].concat();
    let chunks: Vec<&[Duel]> = duels.chunks(ROWS / EVENTS.len()).collect();
    let page = |(number, duels): (usize, &&[Duel])| {
        let rows: Vec<Row> = duels.iter().map(|duel| duel.row.clone()).collect();
        let leaf = Leaf { page: number + 1, pages: chunks.len() };
        ExpectedPage {
            header: Header::new(title, &outcomes.title(), &group.answers, leaf, &remarks),
            legend: outcomes.legend(),
            axis: chances_axis(),
            names: widest(&rows) + 12.0,
            behind: behind(&rows),
            rows,
        }
    };
    chunks.iter().enumerate().map(page).collect()
}

fn duel(answer: &Answer, label: &str) -> Option<Duel> {
    let [Some(a), Some(b), Some(neither)] = EVENTS.map(|name| answer.event(name).cloned()) else {
        return None;
    };
    let events = [a, b, neither];
    let bar = |(event, colour): (&Event, RGBColor)| super::Bar {
        colour: Some(colour),
        ..chance_bar(event)
    };
    let bars = events.iter().zip(COLOURS).map(bar).collect();
    Some(Duel { row: Row { name: NAME.wrap_whole(label, NAMES - 12.0), bars }, events })
}

/// The words for the outcomes of some duels.
struct Outcomes {
    /// The names of both sides; letters where they are not the same in all duels.
    sides: [String; 2],
    /// The words for all three events.
    events: [String; 3],
    /// Whether a side wins whenever the other is destroyed: both never are.
    is_decided: bool,
    /// The only duel's most likely outcome and its chance.
    only: Option<(usize, f64)>,
}

impl Outcomes {
    fn of(duels: &[Duel]) -> Self {
        let shared = |place: usize| {
            words::clean(Label::shared(duels.iter().map(|duel| &duel.events[place].label)))
        };
        let events = [0, 1, 2].map(shared);
        let side = |place: usize| {
            let loser = &events[place];
            loser.strip_suffix(" destroyed").unwrap_or(loser).to_owned()
        };
        let sum = |duel: &Duel| duel.events.iter().map(Event::probability).sum::<f64>();
        let likeliest = |duel: &Duel| {
            let chances = duel.events.iter().map(Event::probability).enumerate();
            chances.max_by(|one, other| one.1.total_cmp(&other.1))
        };
        Self {
            sides: [side(1), side(0)],
            is_decided: duels.iter().all(|duel| sum(duel) < 1.0 + 1e-9),
            only: if let [only] = duels { likeliest(only) } else { None },
            events,
        }
    }

    /// Says who wins: of one duel the likeliest winner, of several between whom they are.
    fn title(&self) -> String {
        let [a, b] = &self.sides;
        match self.only {
            Some((winner @ 0..2, chance)) if self.is_decided => {
                format!("{} wins {}", self.sides[winner], words::percent(chance, 1))
            }
            _ => format!("who wins, {a} or {b}"),
        }
    }

    fn legend(&self) -> Legend {
        let words = |place: usize| match self.sides.get(place) {
            Some(side) if self.is_decided => format!("{side} wins ({})", self.events[place]),
            _ => self.events[place].clone(),
        };
        let entries = COLOURS.into_iter().enumerate();
        Legend::of(entries.map(|(place, colour)| Legend::bar(&words(place), colour)).collect())
    }
}
