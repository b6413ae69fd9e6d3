//! The header of a chart page: title, subject, method and remarks.

use super::canvas::{Canvas, FAINT, MARGIN, TextFormat, WIDTH};
use crate::answer::Answer;
use crate::report::group::{describe_method, shared_subject};
use crate::report::headline::{self, Title};
use crate::report::{unmodelled, words};

const TITLE: TextFormat = TextFormat::plain(23.0).bold();
const LINE: TextFormat = TextFormat::plain(16.0).colour(FAINT);

/// The title of a page and the lines below it.
pub(super) struct Header {
    title: Vec<String>,
    lines: Vec<String>,
}

/// The number of a page, from 1, and the number of pages.
#[derive(Clone, Copy, Debug)]
pub(super) struct PageNumber {
    /// This page.
    pub page: usize,
    /// All pages.
    pub pages: usize,
}

impl Header {
    /// Creates the header of a page of answers: `title` with what the page shows, the subject of
    /// the answers, their method and remarks. A single answer is summarized.
    pub(super) fn new(
        title: &str,
        what: &str,
        answers: &[&Answer],
        page_number: PageNumber,
        remarks: &[String],
    ) -> Self {
        let room = WIDTH - 2.0 * MARGIN;
        let titled = if title.trim().is_empty() {
            words::capitalize(what)
        } else {
            format!("{title}: {what}")
        };
        let subject = match answers {
            [only] => {
                let settings = headline::settings(answers, Title::Situation);
                vec![headline::title(only), settings, headline::sentence(only)]
            }
            _ => vec![
                describe_subject(answers, page_number),
                headline::settings(answers, Title::Subject),
            ],
        };
        let rest = [
            method_and_remarks(answers, remarks),
            unmodelled::describe_answers(answers).unwrap_or_default(),
        ];
        Self::of(&titled, &[subject.as_slice(), &rest].concat(), room)
    }

    /// Creates a header, wrapping lines wider than `room`; nothing is cut.
    pub(super) fn of(title: &str, lines: &[String], room: f64) -> Self {
        let wrapped = lines.iter().flat_map(|line| LINE.wrap_whole(line, room));
        Self { title: TITLE.wrap_whole(title, room), lines: wrapped.collect() }
    }

    /// Returns the title in one line.
    pub(super) fn title(&self) -> String {
        self.title.join(" ")
    }

    /// Returns the lines below the title, joined.
    pub(super) fn words(&self) -> String {
        self.lines.join(" ")
    }

    /// Returns its height with the margin above and the space below.
    pub(super) fn height(&self) -> f64 {
        MARGIN
            + self.title.len() as f64 * TITLE.line_height()
            + self.lines.len() as f64 * LINE.line_height()
            + 22.0
    }

    /// Draws the header at the top of the page.
    pub(super) fn draw(&self, canvas: &Canvas) {
        canvas.lines(&self.title, (MARGIN, MARGIN), TITLE);
        let below = MARGIN + self.title.len() as f64 * TITLE.line_height() + 4.0;
        canvas.lines(&self.lines, (MARGIN, below), LINE)
    }
}

fn describe_subject(answers: &[&Answer], page_number: PageNumber) -> String {
    let kind = answers.first().map_or_else(String::new, |answer| words::capitalize(answer.kind));
    let subject = shared_subject(answers)
        .filter(|subject| !subject.is_empty())
        .map_or_else(String::new, |s| format!(" – {s}"));
    let page = if page_number.pages > 1 {
        format!(" (page {} of {})", page_number.page, page_number.pages)
    } else {
        String::new()
    };
    format!("{kind}{subject}{page}")
}

fn method_and_remarks(answers: &[&Answer], remarks: &[String]) -> String {
    let sampled = answers.iter().any(|answer| answer.method.trials.is_some());
    let method = words::capitalize_method(&describe_method(answers));
    let method = if sampled { method } else { format!("{method}, without sampling") };
    let partial =
        answers.iter().any(|answer| answer.method.partial).then(|| "Stopped early".to_owned());
    std::iter::once(method)
        .chain(partial)
        .chain(remarks.iter().cloned())
        .collect::<Vec<_>>()
        .join(". ")
}
