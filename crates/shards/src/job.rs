//! Parsed questions of a run, and how blocks of them are counted.

use std::any::Any;

use warodds_battles::file::{BattleFile, MAX_GAMES};
use warodds_battles::question::BattleFiles;
use warodds_battles::run::{BattleRunSettings, DiceMode, GAMES_PER_BLOCK, run_shard};
use warodds_questions::request::link::Link;
use warodds_questions::request::{Query, QuestionKind, Request, Setup};
use warodds_questions::scenario::campaign::CampaignScenario;
use warodds_questions::scenario::{MAX_TRIALS, RunSettings, Scenario};
use warodds_questions::study::field::FieldQuestion;
use warodds_questions::study::{
    BLOCK, Control, EngineKind, Goal, Isa, LONG_BLOCK, NamedQuestion, Plan, Shard, count,
    count_campaign, count_field, field_steps,
};

use crate::counts::ShardCounts;
use crate::error::ShardError;
use crate::run_spec::{FieldMode, RunSpec};

/// The parsed content of a [`ShardSource`](crate::ShardSource).
#[derive(Clone, Debug)]
pub enum ParsedSource {
    /// A scenario with its questions.
    Scenario(Scenario),
    /// A campaign.
    Campaign(CampaignScenario),
    /// A file of battles.
    Battle(Box<BattleFile>),
    /// The question of a link.
    Link(Box<LinkRequest>),
}

/// Parsed questions with the way their matrices and comparisons are answered.
#[derive(Clone, Debug)]
pub struct ShardJob {
    /// The questions.
    pub parsed: ParsedSource,
    /// How matrices and comparisons are answered; [`FieldMode::Exact`] if there are none.
    pub fields: FieldMode,
}

/// The question of a link.
#[derive(Clone, Debug)]
pub struct LinkRequest {
    /// The kind of question.
    pub kind: QuestionKind,
    /// The parsed request.
    pub request: Request,
}

/// A question of a job that is sampled in blocks.
#[derive(Clone, Copy, Debug)]
pub enum SampledQuery<'a> {
    /// A question about single units.
    Question(&'a NamedQuestion),
    /// A matrix or a comparison.
    Field(&'a FieldQuestion),
    /// A campaign.
    Campaign(&'a CampaignScenario),
    /// Battles.
    Battles(&'a BattleFile),
}

impl<'a> SampledQuery<'a> {
    /// Returns the name of the question, or the title of its file.
    pub fn name(&self) -> &'a str {
        match self {
            Self::Question(question) => &question.name,
            Self::Field(question) => question.name(),
            Self::Campaign(scenario) => &scenario.title,
            Self::Battles(file) => &file.title,
        }
    }
}

impl LinkRequest {
    /// Returns the battle that the link is about, if any.
    pub(crate) fn battle(&self) -> Option<&BattleFile> {
        match &self.request.asked {
            Query::Battle(battle) => (&**battle as &dyn Any).downcast_ref(),
            _ => None,
        }
    }

    /// Parses a link.
    ///
    /// # Errors
    /// [`ShardError::Request`] if the link does not describe a question.
    pub(crate) fn parse(link: &str) -> Result<Self, ShardError> {
        let Link { kind, given, .. } = Link::parse(link, Setup::shipped().catalogue)?;
        let setup = Setup { battles: Some(&BattleFiles), ..Setup::shipped() };
        let request = kind.request(kind.keys(), &given, &setup)?;
        Ok(Self { kind, request })
    }
}

/// Returns whether a sampling engine can answer the question; attachments,
/// several units and armies are computed exactly only.
const fn can_be_sampled(question: &FieldQuestion) -> bool {
    match question {
        FieldQuestion::Matrix(_) | FieldQuestion::Compare(_) | FieldQuestion::Rate(_) => true,
        FieldQuestion::Attachments(_) | FieldQuestion::Ranking(_) | FieldQuestion::Worth(_) => {
            false
        }
    }
}

impl ShardJob {
    /// Returns the settings in the `[run]` table of the file; defaults for a link.
    pub fn settings(&self) -> RunSettings {
        if let Some(scenario) = self.campaign() {
            return scenario.run;
        }
        if let Some(file) = self.battle() {
            return RunSettings { seed: Some(file.seed), ..RunSettings::default() };
        }
        match &self.parsed {
            ParsedSource::Scenario(scenario) => scenario.run,
            _ => RunSettings::default(),
        }
    }

    /// Returns the battle of a file or a link, if the job is about one.
    fn battle(&self) -> Option<&BattleFile> {
        match &self.parsed {
            ParsedSource::Battle(file) => Some(file),
            ParsedSource::Link(link) => link.battle(),
            _ => None,
        }
    }

    /// Returns the campaign of a file or a link, if the job is about one.
    fn campaign(&self) -> Option<&CampaignScenario> {
        match &self.parsed {
            ParsedSource::Campaign(scenario) => Some(scenario),
            ParsedSource::Link(link) => match &link.request.asked {
                Query::Campaign(scenario) => Some(scenario),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the sampled questions: those about single units first, then matrices and
    /// comparisons, each in file order.
    ///
    /// Shard files refer to questions by their index in this list.
    pub fn sampled(&self) -> Vec<SampledQuery<'_>> {
        let field =
            |question| Some(SampledQuery::Field(question)).filter(|_| self.is_sampled(question));
        match &self.parsed {
            ParsedSource::Scenario(scenario) => {
                let fields = scenario.fields.iter().filter_map(field);
                scenario.asked.iter().map(SampledQuery::Question).chain(fields).collect()
            }
            ParsedSource::Campaign(scenario) => vec![SampledQuery::Campaign(scenario)],
            ParsedSource::Battle(file) => vec![SampledQuery::Battles(file)],
            ParsedSource::Link(link) => match &link.request.asked {
                Query::One(question, _) => vec![SampledQuery::Question(question)],
                Query::Cases(all) => all.iter().map(SampledQuery::Question).collect(),
                Query::Many(all) => {
                    // in the order in which they are answered
                    let questions = all.cases.iter().chain(&all.held).map(|case| &case.question);
                    questions.map(SampledQuery::Question).collect()
                }
                Query::Campaign(scenario) => vec![SampledQuery::Campaign(scenario)],
                Query::Battle(_) => self.battle().map(SampledQuery::Battles).into_iter().collect(),
                // luck is computed exactly
                Query::Luck(_) => Vec::new(),
                Query::Field(_) | Query::Fields(_) => {
                    link.request.asked.fields().iter().filter_map(field).collect()
                }
            },
        }
    }

    /// Returns whether a matrix or a comparison is sampled; otherwise it is computed exactly when
    /// shards are merged.
    pub(crate) fn is_sampled(&self, question: &FieldQuestion) -> bool {
        self.fields != FieldMode::Exact && can_be_sampled(question)
    }

    /// Returns the names of the [`sampled`](Self::sampled) questions.
    pub fn names(&self) -> Vec<&str> {
        self.sampled().iter().map(SampledQuery::name).collect()
    }

    /// Returns the number of trials in a block: 8192 for questions, 512 for campaigns, 16 for
    /// battles.
    pub fn trials_per_block(&self) -> u64 {
        match (self.campaign(), self.battle()) {
            (Some(_), _) => LONG_BLOCK,
            (_, Some(_)) => GAMES_PER_BLOCK,
            (None, None) => BLOCK,
        }
    }

    /// Checks that `engine` can count the questions of the job.
    ///
    /// # Errors
    /// [`ShardError::Engine`] for the exact engine, [`ShardError::CampaignEngine`] for any but
    /// Monte Carlo for a campaign.
    pub fn check_engine(&self, engine: EngineKind) -> Result<(), ShardError> {
        match engine {
            EngineKind::Exact => Err(ShardError::Engine("exact".to_owned())),
            EngineKind::Dice if self.campaign().is_some() => Err(ShardError::CampaignEngine),
            EngineKind::Dice | EngineKind::MonteCarlo => Ok(()),
        }
    }

    /// Checks that a shard has at least one block and ends within the longest run.
    ///
    /// # Errors
    /// [`ShardError::BlockRange`] otherwise.
    pub(crate) fn check_shard(&self, shard: Shard) -> Result<(), ShardError> {
        let most_trials = match self.battle() {
            Some(_) => MAX_GAMES,
            None => MAX_TRIALS.unsigned_abs(),
        };
        let most = most_trials.div_ceil(self.trials_per_block());
        // block numbers come from options and files: their sum may exceed `u64`
        let end = shard.first.checked_add(shard.blocks);
        match end.filter(|end| shard.blocks > 0 && *end <= most) {
            Some(_) => Ok(()),
            None => Err(ShardError::BlockRange { shard, most }),
        }
    }

    /// Counts a shard of one question. Returns its counts and the number of trials in them, which
    /// is smaller than the shard's if `control` stopped it.
    ///
    /// # Errors
    /// [`ShardError::Contract`] or [`ShardError::Play`] if a rule breaks its contract; no input
    /// causes that.
    pub(crate) fn count(
        &self,
        query: SampledQuery<'_>,
        spec: RunSpec,
        shard: Shard,
        control: &dyn Control,
    ) -> Result<(ShardCounts, u64), ShardError> {
        // the plan covers the run up to the shard's end: seeds belong to blocks, not to shards
        let plan = self.plan(spec, shard.first.saturating_add(shard.blocks));
        Ok(match query {
            SampledQuery::Question(question) => {
                let (counts, trials) = count(question, &plan, shard, control)?;
                (ShardCounts::Question(counts), trials)
            }
            SampledQuery::Field(question) => {
                let (cells, trials) = count_field(question, &plan, shard, control)?;
                (ShardCounts::Cells(cells), trials)
            }
            SampledQuery::Campaign(scenario) => {
                let (counts, trials) =
                    count_campaign(&scenario.campaign, plan.goal, shard, control)?;
                (ShardCounts::Question(counts), trials)
            }
            SampledQuery::Battles(file) => {
                let settings = BattleRunSettings {
                    games: plan.goal.trials,
                    seed: spec.seed,
                    policies: file.policies,
                    source: battle_dice(spec.engine),
                };
                let tally = run_shard(&file.battle, &settings, shard, control)?;
                let games = tally.games;
                (ShardCounts::Battles(Box::new(tally)), games)
            }
        })
    }

    /// Returns the number of trials in a shard of one question, for progress bars: a matrix samples
    /// each of its cells that often.
    pub fn total_trials(&self, query: SampledQuery<'_>, spec: RunSpec, shard: Shard) -> u64 {
        let plan = self.plan(spec, shard.blocks);
        match query {
            SampledQuery::Field(question) => field_steps(question, &plan),
            _ => plan.goal.trials,
        }
    }

    /// Returns the plan of a run of `blocks` blocks.
    ///
    /// Questions of scenarios are also compared with the exact engine, as `warodds run` does;
    /// those of links are not, like their commands.
    pub(crate) fn plan(&self, spec: RunSpec, blocks: u64) -> Plan {
        let trials = blocks.saturating_mul(self.trials_per_block());
        Plan {
            engine: spec.engine,
            goal: Goal { trials, seed: spec.seed, precision: None },
            // machines may have different ones: all instruction sets count the same
            isa: Isa::best(),
            compare: matches!(self.parsed, ParsedSource::Scenario(_)),
            fractions: false,
        }
    }
}

/// Returns where the dice of battles come from: attacks drawn from exact distributions, or every
/// single die for the dice engine.
const fn battle_dice(engine: EngineKind) -> DiceMode {
    match engine {
        EngineKind::Dice => DiceMode::Rolled,
        EngineKind::Exact | EngineKind::MonteCarlo => DiceMode::Sampled,
    }
}
