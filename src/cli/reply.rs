//! Rendering of a reply as text, data and files, and of what a stopped run left out.

use indicatif::HumanCount;

use super::battle::answer;
use super::failure::Failure;
use super::results::Extent;
use super::version;
use crate::answer::GameLuck;
use crate::report::csv::CsvRows;
use crate::report::page::{Report, ReportSection, Source};
use crate::report::table::{Detail, Layout};
use crate::report::{Artifact, charts, csv, field, field_files, headline, table};
use crate::request::why::Cause;
use crate::request::{CAMPAIGN, Query, Reply, Request, name_parts};
use crate::study::field::{FieldAnswer, FieldQuestion};
use crate::study::{Answer, CampaignAnswer, StdControl};
use warodds_charts::text::field::title as field_title;

/// First and last rows of long lists on pages.
const PAGE_TOP: usize = 25;
/// More rows than a list has, other than one of pairs.
const PAGE_ROWS: usize = 1000;

/// A reply with its request, ready to be rendered.
#[derive(Clone, Copy, Debug)]
pub(super) struct RenderedReply<'a> {
    /// The reply.
    pub reply: &'a Reply,
    /// The request.
    pub request: &'a Request,
    /// Prefix of its file names.
    pub stem: &'a str,
    /// What its page says about where it is from.
    pub source: &'a Source<'a>,
}

impl RenderedReply<'_> {
    /// Returns the answers to single questions, with distinct names.
    pub(super) fn answers(&self) -> Vec<Answer> {
        match self.reply {
            Reply::One(answer, _) => vec![(**answer).clone()],
            Reply::Cases(answers) => answers.clone(),
            Reply::Many(answers, _) => {
                // all options are answers to one question, but tables and data need distinct names
                let named = |(option, answer): &(String, Answer)| Answer {
                    name: option.clone(),
                    ..answer.clone()
                };
                answers.iter().map(named).collect()
            }
            Reply::Campaign(found) => vec![found.answer.clone()],
            _ => Vec::new(),
        }
    }

    /// Returns whether the run stopped before the first result.
    pub(super) fn is_empty(&self) -> bool {
        match self.reply {
            Reply::Field(_) | Reply::Fields(_) => {
                // units that are all out of reach make no attack in a whole run
                let is_empty = |found: &FieldAnswer| found.attacks() == 0 && found.is_partial();
                self.reply.fields().iter().all(is_empty)
            }
            Reply::Battle(found) => found.games() == 0,
            Reply::Trace(_) | Reply::Luck(_) => false,
            _ => !self.answers().iter().any(Answer::is_known),
        }
    }

    /// Renders the answer as text; long lists show their `top` first and last rows.
    pub(super) fn table(
        &self,
        layout: &Layout,
        top: usize,
        detail: Detail,
    ) -> Result<String, Failure> {
        Ok(match self.reply {
            Reply::One(answer, analysis) => {
                let requested = table::analysis::render(analysis, answer, layout);
                let causes = self.causes(answer)?;
                table::render_answer(answer, (&causes, &requested), (layout, detail))
            }
            Reply::Many(answers, by) => table::options::render(answers, *by, (layout, detail)),
            Reply::Field(found) => field::render(found, layout, (top, detail)),
            Reply::Trace(trace) => table::trace::render(trace),
            Reply::Battle(found) => answer::text(found, detail)?,
            Reply::Luck(found) => table::luck::render(found, layout),
            Reply::Campaign(found) => table::render_campaign(found, layout, detail),
            Reply::Fields(found) => field::render_cases(found, layout, (top, detail)),
            _ => table::render(&self.answers(), layout, detail),
        })
    }

    /// Returns the causes of the attacker's own wounds.
    fn causes(&self, answer: &Answer) -> Result<Vec<Cause>, Failure> {
        Ok(self.request.causes(answer, &StdControl).map_err(anyhow::Error::from)?)
    }

    /// Returns what the page of the answer shows.
    pub(super) fn report(&self) -> Result<Report<'_>, Failure> {
        let title = self.title();
        let section = match self.reply {
            Reply::One(answer, analysis) => {
                let causes = self.causes(answer)?;
                let mut section = ReportSection::of_answer("Answer", answer, &causes);
                section.add_text(&table::analysis::render(analysis, answer, &Layout::RECORDS));
                section
            }
            Reply::Battle(found) => answer::section(found)?,
            _ => {
                let top = self.reply.fields().first().map_or(PAGE_TOP, page_top);
                let text = self.table(&Layout::RECORDS, top, Detail::Full)?;
                ReportSection::of_text("Answer", &text)
            }
        };
        let (sections, version) = (vec![section], version::short());
        Ok(Report { title, version, source: self.source, sections })
    }

    /// Returns what is asked, in a few words.
    fn title(&self) -> String {
        match self.reply {
            Reply::One(answer, _) => headline::title(answer),
            Reply::Field(_) | Reply::Fields(_) => {
                let first = self.reply.fields().first();
                first.map_or_else(String::new, |one| field_title(&one.header().name))
            }
            Reply::Campaign(found) => found.answer.name.clone(),
            Reply::Battle(_) => match &self.request.asked {
                Query::Battle(battle) => battle.title().to_owned(),
                _ => self.stem.to_owned(),
            },
            Reply::Cases(_) | Reply::Many(..) => {
                headline::subject(&self.answers().iter().collect::<Vec<_>>())
            }
            _ => self.stem.to_owned(),
        }
    }

    /// Renders JSON.
    pub(super) fn json(&self) -> Result<String, Failure> {
        Ok(self.reply.json().map_err(anyhow::Error::from)?)
    }

    /// Renders CSV; `rows` of answers about units and campaigns.
    pub(super) fn csv(&self, rows: CsvRows) -> Result<Vec<u8>, Failure> {
        let text = match self.reply {
            Reply::Field(_) | Reply::Fields(_) => field::csv::render(self.reply.fields()),
            Reply::Luck(found) => csv::render_luck(found),
            _ => csv::render(&self.answers(), rows),
        };
        Ok(text.map_err(anyhow::Error::from)?)
    }

    /// Renders the CSV and the charts.
    pub(super) fn files(
        &self,
        selection: charts::Selection,
    ) -> Result<charts::ChartFiles, Failure> {
        let stem = self.stem;
        if let found @ [_, ..] = self.reply.fields() {
            return Ok(field_files::render(found, stem, selection).map_err(anyhow::Error::from)?);
        }
        match self.reply {
            Reply::Campaign(found) => return self.campaign_files(found, selection),
            Reply::Battle(found) => return answer::files(found, stem, (self.extent(), selection)),
            Reply::Luck(found) => return self.luck_files(found, selection),
            _ => {}
        }
        let answers = self.answers();
        let title = headline::subject(&answers.iter().collect::<Vec<_>>());
        let mut drawn = match self.reply {
            // the ranking says more than each option alone
            Reply::Many(options, by) if selection == charts::Selection::Key => {
                charts::draw_options(&title, options, *by)
            }
            _ => charts::draw(&title, &answers, selection),
        }
        .map_err(anyhow::Error::from)?;
        if let (Reply::Many(options, by), charts::Selection::All) = (self.reply, selection) {
            let ranking = charts::draw_options(&title, options, *by);
            let mut all = ranking.map_err(anyhow::Error::from)?;
            all.extend(std::mem::take(&mut drawn));
            drawn = all;
        }
        drawn.files.insert(0, Artifact::new(format!("{stem}.csv"), self.csv(CsvRows::Counts)?));
        if selection != charts::Selection::None {
            let rounds = warodds_charts::rounds(self.request, self.reply, &StdControl);
            let rounds = charts::draw_rounds(&title, &rounds.map_err(anyhow::Error::from)?);
            drawn.extend(rounds.map_err(anyhow::Error::from)?);
        }
        if let (Reply::One(answer, analysis), true) =
            (self.reply, selection != charts::Selection::None)
        {
            let worth =
                charts::draw_analysis(stem, answer, analysis).map_err(anyhow::Error::from)?;
            drawn.extend(worth);
        }
        Ok(drawn)
    }

    /// Renders the CSV and the chart of the rolls of a game.
    fn luck_files(
        &self,
        found: &GameLuck,
        selection: charts::Selection,
    ) -> Result<charts::ChartFiles, Failure> {
        let mut drawn = charts::ChartFiles::default();
        if selection != charts::Selection::None {
            drawn = charts::draw_luck(found).map_err(anyhow::Error::from)?;
        }
        drawn
            .files
            .insert(0, Artifact::new(format!("{}.csv", self.stem), self.csv(CsvRows::Counts)?));
        Ok(drawn)
    }

    /// Renders the CSV and the charts of a campaign, all of which are key charts.
    fn campaign_files(
        &self,
        found: &CampaignAnswer,
        selection: charts::Selection,
    ) -> Result<charts::ChartFiles, Failure> {
        let mut drawn = charts::ChartFiles::default();
        if selection != charts::Selection::None {
            let title = &found.answer.name;
            drawn = charts::draw_campaign(title, found).map_err(anyhow::Error::from)?;
        }
        let course = csv::render_course(&found.timeline).map_err(anyhow::Error::from)?;
        drawn
            .files
            .insert(0, Artifact::new(format!("{}.csv", self.stem), self.csv(CsvRows::Counts)?));
        drawn.files.insert(1, Artifact::new("course.csv", course));
        Ok(drawn)
    }

    /// Returns whether the run was completed.
    pub(super) fn extent(&self) -> Extent {
        Extent::of(self.check_complete().is_err())
    }

    /// Checks whether the run was completed.
    ///
    /// # Errors
    /// [`Failure::Stopped`] with what is missing.
    pub(super) fn check_complete(&self) -> Result<(), Failure> {
        let missing = match (self.reply, &self.request.asked) {
            (Reply::One(answer, _), _) => {
                let requested = self.request.plan.goal.trials;
                return check_trials(answer, requested, "trials were run");
            }
            (Reply::Campaign(found), _) => {
                let requested = self.request.plan.goal.trials;
                return check_trials(&found.answer, requested, "campaigns were played");
            }
            (Reply::Battle(found), _) => {
                let (played, games) = (found.games(), self.request.plan.goal.trials);
                (played < games).then(|| format!("{played} of {games} battles were played"))
            }
            (Reply::Field(_) | Reply::Fields(_), asked) => self.attacks_missing(asked.fields()),
            (_, Query::Cases(all)) => self.questions_missing(all.len(), "cases"),
            (_, Query::Many(all)) => self.questions_missing(all.cases.len(), "options"),
            _ => None,
        };
        missing.map_or(Ok(()), |missing| Err(Failure::Stopped(missing)))
    }

    /// Describes the attacks that a stopped run left out; `None` if it answered all.
    fn attacks_missing(&self, questions: &[FieldQuestion]) -> Option<String> {
        let found = self.reply.fields();
        if found.len() == questions.len() && !found.iter().any(FieldAnswer::is_partial) {
            return None;
        }
        let answered: u64 = found.iter().map(|one| one.attacks() as u64).sum();
        let all: u64 = questions.iter().map(FieldQuestion::attacks).sum();
        let is_compared = matches!(questions, [FieldQuestion::Compare(_)]);
        let verdict = if is_compared { "; too few to compare" } else { "" };
        let (answered, all) = (HumanCount(answered), HumanCount(all));
        Some(format!("{answered} of {all} attacks answered{verdict}"))
    }

    fn questions_missing(&self, total: usize, what: &str) -> Option<String> {
        let answers = self.answers();
        let is_whole = |answer: &&Answer| answer.is_known() && !answer.method.partial;
        let whole = answers.iter().filter(is_whole).count();
        (whole < total).then(|| format!("{whole} of {total} {what} answered completely"))
    }
}

/// Returns how many rows a page shows at either end of a list: all of them, but for matrices, whose
/// pairs are countless.
pub(super) const fn page_top(found: &FieldAnswer) -> usize {
    match found {
        FieldAnswer::Matrix(_) => PAGE_TOP,
        _ => PAGE_ROWS,
    }
}

/// Returns the prefix of the file names of a kind.
pub(super) fn stem(kind: &str) -> &str {
    // campaigns write a file of another name as well, `course.csv`
    if kind == CAMPAIGN { "answer" } else { name_parts(kind).1 }
}

/// Checks whether all `requested` trials were run; `what` names them in the message.
///
/// # Errors
/// [`Failure::Stopped`] with the number of trials.
fn check_trials(answer: &Answer, requested: u64, what: &str) -> Result<(), Failure> {
    let done = answer.method.trials.filter(|_| answer.method.partial);
    done.map_or(Ok(()), |done| {
        Err(Failure::Stopped(format!("{} of {} {what}", HumanCount(done), HumanCount(requested))))
    })
}
