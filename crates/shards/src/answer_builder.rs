//! Answers from merged counts.

use warodds_battles::answer::BattleAnswer;
use warodds_battles::file::BattleFile;
use warodds_battles::run::BattleTally;
use warodds_questions::request::why::{Analysis, RequestedAnalyses};
use warodds_questions::request::{Query, Reply, Request};
use warodds_questions::scenario::Scenario;
use warodds_questions::scenario::campaign::CampaignScenario;
use warodds_questions::study::field::{FieldAnswer, FieldQuestion};
use warodds_questions::study::{
    Answer, CampaignAnswer, ContractError, Control, EngineKind, Goal, NamedQuestion, Plan,
    answer_campaign_counted, answer_counted, answer_field, answer_field_counted,
};

use crate::counts::{ShardCounts, have_same_shape};
use crate::error::MergeError;
use crate::job::{LinkRequest, ShardJob};

/// The answer of a merged run.
#[derive(Clone, Debug)]
pub enum MergedAnswer {
    /// A scenario, the answers to its questions about single units, and those to its matrices and
    /// comparisons.
    Scenario(Box<Scenario>, Vec<Answer>, Vec<FieldAnswer>),
    /// The request of a campaign file and the reply.
    Campaign(Box<Request>, Reply),
    /// Battles, their answer, and whether blocks are missing.
    Battle(Box<BattleFile>, Box<BattleAnswer>, bool),
    /// The name of a link's kind of question, its request and the reply.
    Link(&'static str, Box<Request>, Reply),
}

/// The merged counts of one question.
pub(crate) struct CountedTrials {
    /// The sum of the counts of all its shards.
    pub counts: ShardCounts,
    /// The number of trials counted.
    pub trials: u64,
    /// Whether blocks are missing.
    pub partial: bool,
}

impl CountedTrials {
    /// Answers a question about single units.
    fn answer(self, question: &NamedQuestion, plan: &Plan) -> Result<Answer, ContractError> {
        match self.counts {
            ShardCounts::Question(counts) => {
                answer_counted(question, plan, (counts, self.trials), self.partial)
            }
            // counts of another kind: only an edited file with a new checksum has them
            _ => Err(ContractError::OutOfRange),
        }
    }

    /// Answers a matrix or a comparison.
    fn answer_field(
        self,
        question: &FieldQuestion,
        plan: &Plan,
        control: &dyn Control,
    ) -> Result<FieldAnswer, ContractError> {
        let ShardCounts::Cells(cells) = self.counts else { return Err(ContractError::OutOfRange) };
        let plan = Plan { goal: Goal { trials: self.trials, ..plan.goal }, ..*plan };
        answer_field_counted(question, &plan, (&cells, self.partial), control)
    }
}

/// Builds the answers of a run from the merged counts of its questions.
pub(crate) struct AnswerBuilder<'a> {
    /// The merged counts in the order of [`ShardJob::sampled`]; `None` where no shard counted the
    /// question.
    pub counts: std::vec::IntoIter<Option<CountedTrials>>,
    /// The plan of the whole run.
    pub plan: Plan,
    /// Stops exact computations.
    pub control: &'a dyn Control,
}

impl AnswerBuilder<'_> {
    /// Returns the counts of the next question, which the caller has checked to exist.
    fn next(&mut self) -> Result<CountedTrials, ContractError> {
        self.counts.next().flatten().ok_or(ContractError::ImpossibleOutcome)
    }

    /// Answers the questions of a scenario; those without counts are left out.
    pub(crate) fn scenario(
        mut self,
        job: &ShardJob,
        scenario: &Scenario,
    ) -> Result<MergedAnswer, MergeError> {
        let mut answers = Vec::new();
        for question in &scenario.asked {
            if let Some(counts) = self.counts.next().flatten() {
                answers.push(counts.answer(question, &self.plan)?);
            }
        }
        let mut fields = Vec::new();
        for question in &scenario.fields {
            // exact fields have no entry in `counts`, so nothing may be taken from it for them
            if !job.is_sampled(question) {
                let plan = Plan { engine: EngineKind::Exact, ..self.plan };
                fields.push(answer_field(question, &plan, self.control)?);
            } else if let Some(counts) = self.counts.next().flatten() {
                fields.push(counts.answer_field(question, &self.plan, self.control)?);
            }
        }
        Ok(MergedAnswer::Scenario(Box::new(scenario.clone()), answers, fields))
    }

    /// Answers the question of a link.
    pub(crate) fn link(mut self, link: &LinkRequest) -> Result<MergedAnswer, MergeError> {
        let (plan, control) = (self.plan, self.control);
        let request = Request { plan, ..link.request.clone() };
        let reply = match &request.asked {
            Query::Field(question) => {
                Reply::Field(Box::new(self.next()?.answer_field(question, &plan, control)?))
            }
            Query::Fields(questions) => {
                let mut answer = |question| self.next()?.answer_field(question, &plan, control);
                Reply::Fields(questions.iter().map(&mut answer).collect::<Result<_, _>>()?)
            }
            Query::Campaign(scenario) => Reply::Campaign(Box::new(self.campaign_answer(scenario)?)),
            _ => {
                let mut answer = |question: &NamedQuestion| self.next()?.answer(question, &plan);
                request.answer_each(Analysis::default(), control, &mut answer)?
            }
        };
        Ok(MergedAnswer::Link(link.kind.name, Box::new(request), reply))
    }

    /// Answers a campaign.
    pub(crate) fn campaign(
        mut self,
        scenario: &CampaignScenario,
    ) -> Result<MergedAnswer, MergeError> {
        let reply = Reply::Campaign(Box::new(self.campaign_answer(scenario)?));
        let (asked, plan) = (Query::Campaign(Box::new(scenario.clone())), self.plan);
        let request = Request { asked, plan, analyses: RequestedAnalyses::default() };
        Ok(MergedAnswer::Campaign(Box::new(request), reply))
    }

    fn campaign_answer(
        &mut self,
        scenario: &CampaignScenario,
    ) -> Result<CampaignAnswer, ContractError> {
        let CountedTrials { counts, trials, partial } = self.next()?;
        let ShardCounts::Question(counts) = counts else { return Err(ContractError::OutOfRange) };
        let (title, campaign) = (&scenario.title, &scenario.campaign);
        answer_campaign_counted(title, campaign, &self.plan, (counts, trials), partial)
    }

    /// Answers battles.
    pub(crate) fn battles(mut self, file: &BattleFile) -> Result<MergedAnswer, MergeError> {
        let CountedTrials { counts, partial, .. } = self.next()?;
        match counts {
            // tallies come from files: one of another shape would index beyond the units of `file`
            ShardCounts::Battles(tally)
                if have_same_shape(&tally, &BattleTally::new(&file.battle)) =>
            {
                let answer = BattleAnswer::new(file, self.plan.goal.seed, &tally);
                Ok(MergedAnswer::Battle(Box::new(file.clone()), Box::new(answer), partial))
            }
            _ => Err(ContractError::OutOfRange.into()),
        }
    }
}
