//! Answers of counts.

use warodds_battles::answer::BattleAnswer;
use warodds_battles::file::BattleFile;
use warodds_battles::run::BattleTally;
use warodds_questions::request::why::Analysis;
use warodds_questions::request::{Asked, Reply, Request};
use warodds_questions::scenario::Scenario;
use warodds_questions::scenario::campaign::CampaignScenario;
use warodds_questions::study::field::{self, FieldAnswer, FieldQuestion};
use warodds_questions::study::{
    Answer, CampaignAnswer, CampaignPlan, ContractError, Control, EngineKind, Goal, NamedQuestion,
    Plan, answer_campaign_counted, answer_counted,
};

use crate::counts::{ShardCounts, of_one_shape};
use crate::error::MergeError;
use crate::posed::{LinkRequest, ShardJob};

/// What shards came to.
#[derive(Clone, Debug)]
pub enum MergedAnswer {
    /// A scenario with the answers to its questions: about some units, and about whole fields.
    Scenario(Box<Scenario>, Vec<Answer>, Vec<FieldAnswer>),
    /// A campaign with its answer.
    Campaign(Box<CampaignScenario>, Box<CampaignAnswer>),
    /// Battles with their answer, and whether some of them are missing.
    Battle(Box<BattleFile>, Box<BattleAnswer>, bool),
    /// The question of a link with its reply, and the name of its kind.
    Link(&'static str, Box<Request>, Reply),
}

/// What is known of a question.
pub(crate) struct MergedCounts {
    /// What was counted.
    pub counts: ShardCounts,
    /// Of so many trials.
    pub trials: u64,
    /// Whether blocks of it are missing.
    pub partial: bool,
}

impl MergedCounts {
    /// The answer to a question about some units.
    fn answer(self, asked: &NamedQuestion, plan: &Plan) -> Result<Answer, ContractError> {
        match self.counts {
            ShardCounts::Question(counts) => {
                answer_counted(asked, plan, (counts, self.trials), self.partial)
            }
            _ => Err(ContractError::OutOfRange),
        }
    }

    /// The answer to one about a field.
    fn field(
        self,
        asked: &FieldQuestion,
        plan: &Plan,
        control: &dyn Control,
    ) -> Result<FieldAnswer, ContractError> {
        let ShardCounts::Cells(cells) = self.counts else { return Err(ContractError::OutOfRange) };
        let plan = Plan { goal: Goal { trials: self.trials, ..plan.goal }, ..*plan };
        field::answer_counted(asked, &plan, (&cells, self.partial), control)
    }
}

/// What is known of all questions, in their order, and how the whole run is answered.
pub(crate) struct AnswerBuilder<'a> {
    /// Of each question, where anything is.
    pub known: std::vec::IntoIter<Option<MergedCounts>>,
    /// How the whole run is answered.
    pub plan: Plan,
    /// Who may stop what is worked out.
    pub control: &'a dyn Control,
}

impl AnswerBuilder<'_> {
    /// What is known of the next question.
    fn next(&mut self) -> Result<MergedCounts, ContractError> {
        self.known.next().flatten().ok_or(ContractError::ImpossibleOutcome)
    }

    /// The answers to a scenario's questions, as far as anything is known of them.
    pub(crate) fn scenario(
        mut self,
        posed: &ShardJob,
        scenario: &Scenario,
    ) -> Result<MergedAnswer, MergeError> {
        let mut answers = Vec::new();
        for asked in &scenario.asked {
            if let Some(known) = self.known.next().flatten() {
                answers.push(known.answer(asked, &self.plan)?);
            }
        }
        let mut fields = Vec::new();
        for asked in &scenario.fields {
            if !posed.rolls(asked) {
                let plan = Plan { engine: EngineKind::Exact, ..self.plan };
                fields.push(field::answer(asked, &plan, self.control)?);
            } else if let Some(known) = self.known.next().flatten() {
                fields.push(known.field(asked, &self.plan, self.control)?);
            }
        }
        Ok(MergedAnswer::Scenario(Box::new(scenario.clone()), answers, fields))
    }

    /// The reply to the question of a link.
    pub(crate) fn link(mut self, linked: &LinkRequest) -> Result<MergedAnswer, MergeError> {
        let (plan, control) = (self.plan, self.control);
        let request = Request { plan, ..linked.request.clone() };
        let reply = match &request.asked {
            Asked::Field(asked) => {
                Reply::Field(Box::new(self.next()?.field(asked, &plan, control)?))
            }
            _ => {
                let mut answer = |asked: &NamedQuestion| self.next()?.answer(asked, &plan);
                request.answer_each(Analysis::default(), control, &mut answer)?
            }
        };
        Ok(MergedAnswer::Link(linked.kind.name, Box::new(request), reply))
    }

    /// The answer to a campaign.
    pub(crate) fn campaign(
        mut self,
        scenario: &CampaignScenario,
    ) -> Result<MergedAnswer, MergeError> {
        let MergedCounts { counts, trials, partial } = self.next()?;
        let ShardCounts::Question(counts) = counts else {
            return Err(ContractError::OutOfRange.into());
        };
        let plan = CampaignPlan { engine: self.plan.engine, goal: self.plan.goal };
        let (title, campaign) = (&scenario.title, &scenario.campaign);
        let found = answer_campaign_counted(title, campaign, &plan, (counts, trials), partial)?;
        Ok(MergedAnswer::Campaign(Box::new(scenario.clone()), Box::new(found)))
    }

    /// What battles came to.
    pub(crate) fn battles(mut self, file: &BattleFile) -> Result<MergedAnswer, MergeError> {
        let MergedCounts { counts, partial, .. } = self.next()?;
        match counts {
            ShardCounts::Battles(tally)
                if of_one_shape(&tally, &BattleTally::new(&file.battle)) =>
            {
                let found = BattleAnswer::new(file, self.plan.goal.seed, &tally);
                Ok(MergedAnswer::Battle(Box::new(file.clone()), Box::new(found), partial))
            }
            _ => Err(ContractError::OutOfRange.into()),
        }
    }
}
