//! A reply as text, data and files, and what is missing of it.

use crate::games::asoiaf::results::quantity;
use indicatif::HumanCount;

use super::failure::Failure;
use super::print;
use super::results::Extent;
use crate::report::{Artifact, charts, csv, field, headline, table};
use crate::request::why::{Cause, causes};
use crate::request::{Query, Reply, Request};
use crate::study::field::FieldAnswer;
use crate::study::{Answer, EngineKind, StdControl};

/// A reply to a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct RenderedReply<'a> {
    /// The reply.
    pub reply: &'a Reply,
    /// What was asked.
    pub request: &'a Request,
    /// How names of its files begin.
    pub stem: &'a str,
}

impl RenderedReply<'_> {
    /// The answers about single questions, with the names that tell them apart.
    fn answers(&self) -> Vec<Answer> {
        match self.reply {
            Reply::One(answer, _) => vec![(**answer).clone()],
            Reply::Cases(answers) => answers.clone(),
            Reply::Many(answers) => {
                let named = |(option, answer): &(String, Answer)| Answer {
                    name: option.clone(),
                    ..answer.clone()
                };
                answers.iter().map(named).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether nothing at all is known.
    pub(super) fn is_empty(&self) -> bool {
        match self.reply {
            Reply::Field(found) => found.attacks() == 0,
            _ => !self.answers().iter().any(Answer::is_known),
        }
    }

    /// As tables; of long lists the `top` first and last.
    pub(super) fn table(&self, top: usize) -> Result<String, Failure> {
        let layout = print::layout();
        Ok(match self.reply {
            Reply::One(answer, analysis) => {
                let worth = table::analysis::render(analysis, &layout);
                [table::render_detail(answer, &self.causes(answer)?, &layout), worth].concat()
            }
            Reply::Many(answers) => table::options::render(answers, &layout),
            Reply::Field(found) => field::render(found, &layout, top),
            _ => table::render(&self.answers(), &layout),
        })
    }

    /// What makes the attacker suffer; nothing that would have to be sampled again.
    fn causes(&self, answer: &Answer) -> Result<Vec<Cause>, Failure> {
        let Query::One(asked, _) = &self.request.asked else { return Ok(Vec::new()) };
        let own = answer.quantity(quantity::OWN_WOUNDS).map(|own| own.distribution.pmf().mean());
        match own.filter(|_| self.request.plan.engine == EngineKind::Exact) {
            Some(own) => {
                Ok(causes(asked, &self.request.plan, own, &StdControl)
                    .map_err(anyhow::Error::from)?)
            }
            None => Ok(Vec::new()),
        }
    }

    /// As JSON.
    pub(super) fn json(&self) -> Result<String, Failure> {
        Ok(self.reply.json().map_err(anyhow::Error::from)?)
    }

    /// As CSV.
    pub(super) fn csv(&self) -> Result<Vec<u8>, Failure> {
        let text = match self.reply {
            Reply::Field(found) => match &**found {
                FieldAnswer::Matrix(answer) => field::csv::render_matrix(answer),
                FieldAnswer::Compare(answer) => field::csv::render_compare(answer),
                FieldAnswer::Attachments(answer) => field::attachments::render_csv(answer),
            },
            _ => csv::render(&self.answers()),
        };
        Ok(text.map_err(anyhow::Error::from)?)
    }

    /// CSV and charts, and what was not drawn.
    pub(super) fn files(
        &self,
        selection: charts::Selection,
    ) -> Result<charts::ChartFiles, Failure> {
        let stem = self.stem;
        if let Reply::Field(found) = self.reply {
            return Ok(field::render_files(found, stem, selection).map_err(anyhow::Error::from)?);
        }
        let answers = self.answers();
        let title = headline::subject(&answers.iter().collect::<Vec<_>>());
        let mut drawn = charts::draw(&title, &answers, selection).map_err(anyhow::Error::from)?;
        drawn.files.insert(0, Artifact::new(format!("{stem}.csv"), self.csv()?));
        if let (Reply::One(answer, analysis), true) =
            (self.reply, selection != charts::Selection::None)
        {
            let worth =
                charts::draw_analysis(stem, answer, analysis).map_err(anyhow::Error::from)?;
            drawn.files.extend(worth.files);
            drawn.notes.extend(worth.notes);
        }
        Ok(drawn)
    }

    /// How far it got.
    pub(super) fn extent(&self) -> Extent {
        Extent::of(self.stopped().is_err())
    }

    /// Says what is missing where the run was stopped.
    pub(super) fn stopped(&self) -> Result<(), Failure> {
        let missing = match (self.reply, &self.request.asked) {
            (Reply::One(answer, _), _) => {
                let wanted = self.request.plan.goal.trials;
                return missing(answer, wanted, "trials were rolled");
            }
            (Reply::Field(found), Query::Field(asked)) if found.is_partial() => {
                let verdict = match **found {
                    FieldAnswer::Matrix(_) | FieldAnswer::Attachments(_) => "",
                    FieldAnswer::Compare(_) => "; nothing can be said about who is better",
                };
                Some(format!(
                    "{} of {} attacks are answered{verdict}",
                    HumanCount(found.attacks() as u64),
                    HumanCount(asked.attacks())
                ))
            }
            (_, Query::Cases(all)) => self.questions_missing(all.len(), "cases"),
            (_, Query::Many(all)) => self.questions_missing(all.len(), "options"),
            _ => None,
        };
        missing.map_or(Ok(()), |missing| Err(Failure::Stopped(missing)))
    }

    fn questions_missing(&self, asked: usize, what: &str) -> Option<String> {
        let answers = self.answers();
        let is_whole = |answer: &&Answer| answer.is_known() && !answer.method.partial;
        let whole = answers.iter().filter(is_whole).count();
        (whole < asked).then(|| format!("{whole} of {asked} {what} are answered to the end"))
    }
}

/// Says what was not rolled of what was to be, if the run was stopped; `what` says of what and
/// what became of it.
pub(super) fn missing(answer: &Answer, wanted: u64, what: &str) -> Result<(), Failure> {
    let done = answer.method.trials.filter(|_| answer.method.partial);
    done.map_or(Ok(()), |done| {
        Err(Failure::Stopped(format!("{} of {} {what}", HumanCount(done), HumanCount(wanted))))
    })
}
