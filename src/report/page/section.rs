//! The sections of a page: one for each answer, or for answers that share a table.

use crate::answer::{Answer, Quantity};
use crate::report::block::AnswerBlock;
use crate::report::marked::{MarkedCount, format_event};
use crate::report::table::records::{Block, parse};
use crate::report::table::{Detail, Layout, render, render_tables};
use crate::report::{fixed_value, group, words};
use crate::request::why::Cause;
use warodds_charts::{Page, answer_pages, victories};

/// A leading number and its words.
type KeyNumber = (String, String);

/// One answer, or the answers that share a table.
#[derive(Clone, Debug)]
pub struct ReportSection {
    /// The name of the question.
    pub(super) heading: String,
    /// The numbers that answer it.
    pub(super) numbers: Vec<KeyNumber>,
    /// The answer in one paragraph.
    pub(super) lead: String,
    /// Text and tables.
    pub(super) blocks: Vec<Block>,
    /// Whether the tables are details, which a reader unfolds.
    pub(super) is_folded: bool,
    /// Texts below the tables that a reader unfolds, with the words that unfold them.
    pub(super) details: Vec<(String, Vec<Block>)>,
}

impl ReportSection {
    /// Creates the section of a text in the form of [`Layout::RECORDS`]; its first line answers the
    /// question.
    pub fn of_text(heading: &str, text: &str) -> Self {
        let mut blocks = parse(text);
        let lead = match blocks.first() {
            Some(Block::Line(line)) => line.clone(),
            _ => String::new(),
        };
        if !lead.is_empty() {
            blocks.remove(0);
        }
        Self::of_blocks(heading, lead, blocks)
    }

    /// Creates the section of a paragraph that answers the question, and of texts and tables.
    pub fn of_blocks(heading: &str, lead: String, blocks: Vec<Block>) -> Self {
        let heading = words::clean(heading);
        let (numbers, details) = (Vec::new(), Vec::new());
        Self { heading, numbers, lead, blocks, is_folded: false, details }
    }

    /// Creates the section of a single answer.
    pub fn of_answer(heading: &str, answer: &Answer, causes: &[Cause]) -> Self {
        let block = AnswerBlock::new(answer, causes).with_method(answer);
        let remarks = block.remarks().iter().cloned().map(Block::Line);
        let tables = parse(&render_tables(answer, &Layout::RECORDS));
        Self {
            heading: words::clean(heading),
            numbers: key_numbers(answer),
            lead: block.paragraph(),
            blocks: tables.into_iter().chain(remarks).collect(),
            is_folded: true,
            details: Vec::new(),
        }
    }

    /// Creates a section for each question of a scenario.
    pub fn of_questions(answers: &[Answer]) -> Vec<Self> {
        let section = |question: &group::AnswerGroup<'_>| match question.answers.as_slice() {
            [only] => Self::of_answer(&only.name, only, &[]),
            all => {
                let cases: Vec<Answer> = all.iter().map(|answer| (*answer).clone()).collect();
                let name = all.first().map_or("", |first| group::question_label(first));
                let pages = answer_pages(name, &cases, &mut Vec::new());
                Self::of_text(name, &render(&cases, &Layout::RECORDS, Detail::Full))
                    .with_finding(&pages)
            }
        };
        group::group_questions(answers).iter().map(section).collect()
    }

    /// Returns the section with other leading numbers.
    #[must_use]
    pub fn with_numbers(self, numbers: Vec<(String, String)>) -> Self {
        Self { numbers, ..self }
    }

    /// Returns the section with the finding of its first chart at the end of its first paragraph.
    #[must_use]
    pub fn with_finding(mut self, pages: &[Page]) -> Self {
        if let Some(page) = pages.first() {
            let lead = self.lead.trim_end_matches('.');
            self.lead = format!("{lead}. {}.", words::clean(&page.chart.title));
        }
        self
    }

    /// Returns the section with a text in the form of [`Layout::RECORDS`] that a reader unfolds.
    #[must_use]
    pub fn with_details(mut self, words: &str, text: &str) -> Self {
        if !text.is_empty() {
            self.details.push((words.to_owned(), parse(text)));
        }
        self
    }

    /// Adds a text in the form of [`Layout::RECORDS`].
    pub fn add_text(&mut self, text: &str) {
        self.blocks.extend(parse(text));
    }
}

/// Returns the leading means of an answer, the chance of the count that matters, and the likely
/// events where two sides compete.
fn key_numbers(answer: &Answer) -> Vec<KeyNumber> {
    let leading: Vec<&Quantity> = answer.leading().collect();
    let mean = |quantity: &&Quantity| {
        let mean = fixed_value(quantity).map_or_else(
            || words::rounded(quantity.distribution.mean()),
            |count| count.to_string(),
        );
        (mean, group::strip_expected(&words::clean(&quantity.label.named)))
    };
    let marked = leading.iter().filter_map(|quantity| MarkedCount::of(answer, quantity));
    let marked = marked.map(|marked| {
        let words = format!("{} {}", marked.event.label.named, marked.meaning());
        (format_event(&marked.event), words.trim_end().to_owned())
    });
    if let Some(winners) = victories(answer) {
        let wins = winners.map(|(words, p)| (format!("{} %", words::whole_percent(p)), words));
        return wins.into_iter().chain(leading.iter().map(mean)).collect();
    }
    let events = answer
        .events
        .iter()
        .filter(|_| leading.len() > 1)
        .take(2)
        .map(|event| (format_event(event), words::clean(&event.label.named)));
    events.chain(leading.iter().map(mean)).chain(marked.take(1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;

    #[test]
    fn every_answer_has_a_section_with_its_headline() {
        let answers = [samples::attacks(), samples::nasty(), vec![samples::panic()]].concat();
        let sections = ReportSection::of_questions(&answers);
        for section in &sections {
            assert!(!section.lead.is_empty(), "{section:?}");
        }
        let panic = sections.last().map(|section| section.lead.clone());
        assert_eq!(panic, Some(AnswerBlock::new(&samples::panic(), &[]).paragraph()));
    }
}
