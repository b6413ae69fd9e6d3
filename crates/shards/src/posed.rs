//! Questions that were understood, and how blocks of them are counted.

use warodds_battles::file::{BattleFile, MAX_GAMES};
use warodds_battles::run::{BattleRunSettings, DiceMode, GAMES_PER_BLOCK as BATTLES, run_shard};
use warodds_questions::request::link::Link;
use warodds_questions::request::{Asked, Given, Kind, Request, Setup};
use warodds_questions::scenario::campaign::CampaignScenario;
use warodds_questions::scenario::{MAX_TRIALS, RunSettings, Scenario};
use warodds_questions::study::field::{self, FieldQuestion};
use warodds_questions::study::{
    BLOCK, Control, EngineKind, Goal, Isa, LONG_BLOCK, NamedQuestion, Plan, Shard, count,
    count_campaign,
};

use crate::counts::ShardCounts;
use crate::error::ShardError;
use crate::how::{FieldMode, RunSpec};

/// What was understood.
#[derive(Clone, Debug)]
pub enum ParsedSource {
    /// The questions of a scenario.
    Scenario(Scenario),
    /// A campaign.
    Campaign(CampaignScenario),
    /// Battles.
    Battle(Box<BattleFile>),
    /// The question of a link.
    Link(Box<LinkRequest>),
}

/// Questions that were understood, and who answers those about whole fields.
#[derive(Clone, Debug)]
pub struct ShardJob {
    /// What is asked.
    pub asked: ParsedSource,
    /// Who answers questions about whole fields; where there are none, as if nothing were said.
    pub fields: FieldMode,
}

/// The question of a link.
#[derive(Clone, Debug)]
pub struct LinkRequest {
    /// Its kind.
    pub kind: Kind,
    /// What was given for its keys.
    pub given: Given,
    /// What is asked.
    pub request: Request,
}

/// Something that is rolled in blocks.
#[derive(Clone, Copy, Debug)]
pub enum SampledQuery<'a> {
    /// A question about some units.
    Question(&'a NamedQuestion),
    /// One about a whole field.
    Field(&'a FieldQuestion),
    /// A campaign.
    Campaign(&'a CampaignScenario),
    /// Battles.
    Battles(&'a BattleFile),
}

impl<'a> SampledQuery<'a> {
    /// Its name.
    pub fn name(&self) -> &'a str {
        match self {
            Self::Question(asked) => &asked.name,
            Self::Field(asked) => asked.name(),
            Self::Campaign(scenario) => &scenario.title,
            Self::Battles(file) => &file.title,
        }
    }
}

impl LinkRequest {
    /// Reads a link.
    ///
    /// # Errors
    /// When it makes no question.
    pub fn read(link: &str) -> Result<Self, ShardError> {
        let Link { kind, given, .. } = Link::parse(link, Setup::shipped().catalogue)?;
        let request = kind.request(&kind.keys(), &given, &Setup::shipped())?;
        Ok(Self { kind, given, request })
    }
}

/// Whether it is rolled by those who roll fields.
const fn can_be_rolled(asked: &FieldQuestion) -> bool {
    match asked {
        FieldQuestion::Matrix(_) | FieldQuestion::Compare(_) => true,
        FieldQuestion::Attachments(_) => false,
    }
}

impl ShardJob {
    /// How its file says it is to be answered.
    pub fn settings(&self) -> RunSettings {
        match &self.asked {
            ParsedSource::Scenario(scenario) => scenario.run,
            ParsedSource::Campaign(scenario) => scenario.run,
            ParsedSource::Battle(file) => {
                RunSettings { seed: Some(file.seed), ..RunSettings::default() }
            }
            ParsedSource::Link(_) => RunSettings::default(),
        }
    }

    /// All that is rolled, in its order: questions about some units before those about fields.
    pub fn rolled(&self) -> Vec<SampledQuery<'_>> {
        let field = |asked| Some(SampledQuery::Field(asked)).filter(|_| self.rolls(asked));
        match &self.asked {
            ParsedSource::Scenario(scenario) => {
                let fields = scenario.fields.iter().filter_map(field);
                scenario.asked.iter().map(SampledQuery::Question).chain(fields).collect()
            }
            ParsedSource::Campaign(scenario) => vec![SampledQuery::Campaign(scenario)],
            ParsedSource::Battle(file) => vec![SampledQuery::Battles(file)],
            ParsedSource::Link(linked) => match &linked.request.asked {
                Asked::One(asked, _) => vec![SampledQuery::Question(asked)],
                Asked::Cases(all) => all.iter().map(SampledQuery::Question).collect(),
                Asked::Many(all) => {
                    all.iter().map(|case| SampledQuery::Question(&case.question)).collect()
                }
                Asked::Field(asked) => field(asked).into_iter().collect(),
            },
        }
    }

    /// Whether a field is rolled, and not worked out.
    pub fn rolls(&self, asked: &FieldQuestion) -> bool {
        self.fields != FieldMode::Exact && can_be_rolled(asked)
    }

    /// The names of all that is rolled, in its order.
    pub fn names(&self) -> Vec<&str> {
        self.rolled().iter().map(SampledQuery::name).collect()
    }

    /// Trials of a block.
    pub const fn block(&self) -> u64 {
        match self.asked {
            ParsedSource::Campaign(_) => LONG_BLOCK,
            ParsedSource::Battle(_) => BATTLES,
            ParsedSource::Scenario(_) | ParsedSource::Link(_) => BLOCK,
        }
    }

    /// Refuses an engine that counts nothing, or that has nothing to go by.
    ///
    /// # Errors
    /// Saying which would do.
    pub fn check(&self, engine: EngineKind) -> Result<(), ShardError> {
        let without = self.rolled().into_iter().find_map(|one| match one {
            SampledQuery::Question(asked) => {
                Some(asked).filter(|asked| asked.conditioned_on().is_none())
            }
            _ => None,
        });
        match (engine, &self.asked, without) {
            (EngineKind::Exact, ..) => Err(ShardError::Engine("exact".to_owned())),
            (EngineKind::Conditional | EngineKind::Table, ParsedSource::Campaign(_), _) => {
                Err(ShardError::CampaignEngine)
            }
            (EngineKind::Conditional, ParsedSource::Battle(_), _) => Err(ShardError::BattleEngine),
            (EngineKind::Conditional, _, Some(asked)) => {
                Err(ShardError::NothingGiven(asked.name.clone()))
            }
            _ => Ok(()),
        }
    }

    /// Refuses shards that are empty, or end where no run does.
    ///
    /// # Errors
    /// Saying how many blocks there may be.
    pub fn check_shard(&self, shard: Shard) -> Result<(), ShardError> {
        let most = match self.asked {
            ParsedSource::Battle(_) => MAX_GAMES,
            _ => MAX_TRIALS.unsigned_abs(),
        };
        let most = most.div_ceil(self.block());
        let end = shard.first.checked_add(shard.blocks);
        match end.filter(|end| shard.blocks > 0 && *end <= most) {
            Some(_) => Ok(()),
            None => Err(ShardError::Blocks { shard, most }),
        }
    }

    /// Counts a shard of something that is rolled, and says in how many trials.
    ///
    /// # Errors
    /// When a rule breaks its contract; no input does that.
    pub fn count(
        &self,
        rolled: SampledQuery<'_>,
        how: RunSpec,
        shard: Shard,
        control: &dyn Control,
    ) -> Result<(ShardCounts, u64), ShardError> {
        let plan = self.plan(how, shard.first.saturating_add(shard.blocks));
        Ok(match rolled {
            SampledQuery::Question(asked) => {
                let (counts, trials) = count(asked, &plan, shard, control)?;
                (ShardCounts::Question(counts), trials)
            }
            SampledQuery::Field(asked) => {
                let (cells, trials) = field::count(asked, &plan, shard, control)?;
                (ShardCounts::Cells(cells), trials)
            }
            SampledQuery::Campaign(scenario) => {
                let found = count_campaign(&scenario.campaign, plan.goal, shard, control)?;
                (ShardCounts::Question(found.0), found.1)
            }
            SampledQuery::Battles(file) => {
                let settings = BattleRunSettings {
                    games: plan.goal.trials,
                    seed: how.seed,
                    policies: file.policies,
                    source: dice(how.engine),
                };
                let tally = run_shard(&file.battle, &settings, shard, control)?;
                let games = tally.games;
                (ShardCounts::Battles(Box::new(tally)), games)
            }
        })
    }

    /// How many trials that is in all: of a field so many in each place.
    pub fn steps(&self, rolled: SampledQuery<'_>, how: RunSpec, shard: Shard) -> u64 {
        let plan = self.plan(how, shard.blocks);
        match rolled {
            SampledQuery::Field(asked) => field::steps(asked, &plan),
            _ => plan.goal.trials,
        }
    }

    /// How a run of so many blocks is answered: as `warodds run` answers files, held against the
    /// exact engine, and the other commands the questions of links.
    pub fn plan(&self, how: RunSpec, blocks: u64) -> Plan {
        let trials = blocks.saturating_mul(self.block());
        Plan {
            engine: how.engine,
            goal: Goal { trials, seed: how.seed, precision: None },
            isa: Isa::best(),
            compare: matches!(self.asked, ParsedSource::Scenario(_)),
            pairing: self.fields.pairing(),
        }
    }
}

/// Where the dice of battles come from by an engine: attacks drawn from exact distributions, or
/// every die.
const fn dice(engine: EngineKind) -> DiceMode {
    match engine {
        EngineKind::Table => DiceMode::Rolled,
        EngineKind::Exact | EngineKind::MonteCarlo | EngineKind::Conditional => DiceMode::Sampled,
    }
}
