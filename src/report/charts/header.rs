//! What stands above the charts of a page.

use plotters::prelude::DrawingBackend;

use super::canvas::{Canvas, DrawResult, FAINT, MARGIN, TextFormat, WIDTH};
use crate::report::group::{describe_method, shared_subject};
use crate::report::headline::{self, Title};
use crate::report::{unmodelled, words};
use crate::study::Answer;

const TITLE: TextFormat = TextFormat::plain(23.0).bold();
const LINE: TextFormat = TextFormat::plain(16.0).colour(FAINT);

/// A page's title, what it is about, and how that came about.
pub(super) struct Header {
    title: Vec<String>,
    lines: Vec<String>,
}

/// Which page of how many, from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct PageNumber {
    /// This one.
    pub page: usize,
    /// All.
    pub pages: usize,
}

impl Header {
    /// The title of the report with what the page shows; the kind and subject of the answers; how
    /// they were answered, with remarks on how to read the page.
    pub(super) fn new(
        title: &str,
        what: &str,
        answers: &[&Answer],
        leaf: PageNumber,
        remarks: &[String],
    ) -> Self {
        let room = WIDTH - 2.0 * MARGIN;
        let titled =
            if title.trim().is_empty() { words::capital(what) } else { format!("{title}: {what}") };
        let told = match answers {
            // one answer alone says what comes of it
            [only] => {
                let settings = headline::settings(answers, Title::Situation);
                vec![headline::title(only), settings, headline::sentence(only)]
            }
            _ => vec![about(answers, leaf), headline::settings(answers, Title::Subject)],
        };
        let rest =
            [method_and_remarks(answers, remarks), unmodelled::line(answers).unwrap_or_default()];
        Self::of(&titled, &[told.as_slice(), &rest].concat(), room)
    }

    /// A title and lines below it, each wrapped where it is wider than `room`; nothing is cut.
    pub(super) fn of(title: &str, lines: &[String], room: f64) -> Self {
        let wrapped = lines.iter().flat_map(|line| LINE.wrap_whole(line, room));
        Self { title: TITLE.wrap_whole(title, room), lines: wrapped.collect() }
    }

    /// The title in one line.
    pub(super) fn title(&self) -> String {
        self.title.join(" ")
    }

    /// What stands below it, in one line.
    pub(super) fn words(&self) -> String {
        self.lines.join(" ")
    }

    /// Its height with the margin above and the space below.
    pub(super) fn height(&self) -> f64 {
        MARGIN
            + self.title.len() as f64 * TITLE.line()
            + self.lines.len() as f64 * LINE.line()
            + 22.0
    }

    /// Draws it.
    pub(super) fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> DrawResult<DB> {
        canvas.lines(&self.title, (MARGIN, MARGIN), TITLE)?;
        let below = MARGIN + self.title.len() as f64 * TITLE.line() + 4.0;
        canvas.lines(&self.lines, (MARGIN, below), LINE)
    }
}

fn about(answers: &[&Answer], leaf: PageNumber) -> String {
    let kind = answers.first().map_or_else(String::new, |answer| words::capital(answer.kind));
    let subject = shared_subject(answers)
        .filter(|subject| !subject.is_empty())
        .map_or_else(String::new, |s| format!(" – {s}"));
    let page = if leaf.pages > 1 {
        format!(" (page {} of {})", leaf.page, leaf.pages)
    } else {
        String::new()
    };
    format!("{kind}{subject}{page}")
}

fn method_and_remarks(answers: &[&Answer], remarks: &[String]) -> String {
    let sampled = answers.iter().any(|answer| answer.method.trials.is_some());
    let method = words::capital(&describe_method(answers));
    let method = if sampled { method } else { format!("{method}, without sampling") };
    let partial =
        answers.iter().any(|answer| answer.method.partial).then(|| "Stopped early".to_owned());
    std::iter::once(method)
        .chain(partial)
        .chain(remarks.iter().cloned())
        .collect::<Vec<_>>()
        .join(". ")
}
