//! What is shared out: questions in words, read again wherever a part of them is counted.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::ShardError;
use crate::document::LoadError;
use crate::request::link::Link;
use crate::request::{Asked, Given, Kind, Mark, Request, Setup};
use crate::scenario::campaign::{self, CampaignScenario};
use crate::scenario::{FileText, MOST_TRIALS, RunSettings, Scenario};
use crate::study::{
    BLOCK, ContractError, Control, Counts, EngineKind, Goal, Isa, LONG_BLOCK, NamedQuestion,
    Pairing, Plan, Shard, count, count_campaign,
};

/// Keys of links about how long a run is and what is told beside it, which a shard cannot say.
const NOT_OF_SHARDS: [&str; 6] = ["trials", "seed", "precision", "check", "why", "sensitivity"];

/// What is asked, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Source {
    /// The questions of a scenario file.
    Scenario {
        /// The file's name, without its folder.
        name: String,
        /// What it holds.
        text: String,
    },
    /// A campaign.
    Campaign {
        /// The file's name, without its folder.
        name: String,
        /// What it holds.
        text: String,
    },
    /// The question of a link.
    Link(String),
}

/// Which dice are rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct How {
    /// The engine; not the exact one.
    pub engine: EngineKind,
    /// The run's seed.
    pub seed: u64,
}

/// Questions that were understood.
#[derive(Clone, Debug)]
pub enum Posed {
    /// Those of a scenario.
    Scenario(Scenario),
    /// A campaign.
    Campaign(CampaignScenario),
    /// That of a link.
    Link(Box<Linked>),
}

/// The question of a link.
#[derive(Clone, Debug)]
pub struct Linked {
    /// Its kind.
    pub kind: Kind,
    /// What was given for its keys.
    pub given: Given,
    /// What is asked.
    pub request: Request,
}

impl Source {
    /// What a scenario's or a campaign's file asks.
    ///
    /// # Errors
    /// When it cannot be read or is of another kind; faults are found by [`pose`](Self::pose).
    pub fn load(path: &Path) -> Result<Self, LoadError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(match FileText::load(path)? {
            FileText::Scenario(text) => Self::Scenario { name, text },
            FileText::Campaign(text) => Self::Campaign { name, text },
        })
    }

    /// What was given to a kind of question asks, and with which engine.
    ///
    /// # Errors
    /// For keys that say how long a run is, or name files of one machine.
    pub fn of_given(kind: &Kind, given: &Given) -> Result<(Self, EngineKind), ShardError> {
        let keys = kind.keys();
        let refused = keys.iter().find(|key| {
            let is_refused = NOT_OF_SHARDS.contains(&key.id) || key.has(Mark::Local);
            is_refused && given.has(key.id)
        });
        if let Some(key) = refused {
            return Err(ShardError::NotOfShards(key.called_by_players()));
        }
        let mut rest = given.clone();
        rest.remove("engine");
        rest.remove("conditional");
        let engine = match (given.has("conditional"), given.of("engine").next()) {
            (true, None | Some("monte-carlo")) => EngineKind::Conditional,
            (false, None | Some("monte-carlo")) => EngineKind::MonteCarlo,
            (false, Some("table")) => EngineKind::Table,
            (_, Some(engine)) => return Err(ShardError::Engine(engine.to_owned())),
        };
        Ok((Self::Link(Link::text(kind, &rest, Setup::shipped().catalogue)?), engine))
    }

    /// What it is called where a command must name it.
    pub fn name(&self) -> &str {
        match self {
            Self::Scenario { name, .. } | Self::Campaign { name, .. } => name,
            Self::Link(link) => link,
        }
    }

    /// Understands it.
    ///
    /// # Errors
    /// With all that is wrong with it; and for what a shard cannot hold: whole fields of units, and
    /// a precision at which a run is to stop.
    pub fn pose(&self) -> Result<Posed, ShardError> {
        let posed = match self {
            Self::Scenario { name, text } => Posed::Scenario(crate::scenario::parse(name, text)?),
            Self::Campaign { name, text } => Posed::Campaign(campaign::parse(name, text)?),
            Self::Link(link) => Posed::Link(Box::new(Linked::read(link)?)),
        };
        if posed.settings().precision.is_some() {
            return Err(ShardError::Precision);
        }
        if posed.names().is_empty() {
            return Err(ShardError::NothingSampled);
        }
        Ok(posed)
    }
}

impl Linked {
    fn read(link: &str) -> Result<Self, ShardError> {
        let Link { kind, given, .. } = Link::read(link)?;
        let request = kind.request(&kind.keys(), &given, &Setup::shipped())?;
        Ok(Self { kind, given, request })
    }
}

impl Posed {
    /// How its file says it is to be answered.
    pub fn settings(&self) -> RunSettings {
        match self {
            Self::Scenario(scenario) => scenario.run,
            Self::Campaign(scenario) => scenario.run,
            Self::Link(_) => RunSettings::default(),
        }
    }

    /// The questions that are sampled, in their order; of a campaign none.
    pub fn questions(&self) -> Vec<&NamedQuestion> {
        match self {
            Self::Scenario(scenario) => scenario.asked.iter().collect(),
            Self::Campaign(_) => Vec::new(),
            Self::Link(linked) => match &linked.request.asked {
                Asked::One(asked, _) => vec![asked],
                Asked::Cases(all) => all.iter().collect(),
                Asked::Many(all) => all.iter().map(|case| &case.question).collect(),
                Asked::Field(_) => Vec::new(),
            },
        }
    }

    /// The names of all that is sampled, in its order.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Self::Campaign(scenario) => vec![&scenario.title],
            _ => self.questions().iter().map(|asked| asked.name.as_str()).collect(),
        }
    }

    /// Trials of a block.
    pub const fn block(&self) -> u64 {
        if matches!(self, Self::Campaign(_)) { LONG_BLOCK } else { BLOCK }
    }

    /// Refuses an engine that counts nothing, or that has nothing to go by.
    ///
    /// # Errors
    /// Saying which would do.
    pub fn check(&self, engine: EngineKind) -> Result<(), ShardError> {
        let without = self.questions().into_iter().find(|asked| asked.given().is_none());
        match (engine, self, without) {
            (EngineKind::Exact, ..) => Err(ShardError::Engine("exact".to_owned())),
            (EngineKind::Conditional | EngineKind::Table, Self::Campaign(_), _) => {
                Err(ShardError::CampaignEngine)
            }
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
        let most = MOST_TRIALS.unsigned_abs().div_ceil(self.block());
        let end = shard.first.checked_add(shard.blocks);
        match end.filter(|end| shard.blocks > 0 && *end <= most) {
            Some(_) => Ok(()),
            None => Err(ShardError::Blocks { shard, most }),
        }
    }

    /// Counts a shard of what is sampled in that place.
    ///
    /// # Errors
    /// When a rule breaks its contract, and for a place that is not there; no input does that.
    pub fn count(
        &self,
        place: usize,
        how: How,
        shard: Shard,
        control: &dyn Control,
    ) -> Result<(Counts, u64), ContractError> {
        let plan = self.plan(how, shard.first.saturating_add(shard.blocks));
        match self {
            Self::Campaign(scenario) => {
                count_campaign(&scenario.campaign, plan.goal, shard, control)
            }
            _ => {
                let asked = self.questions().get(place).copied();
                count(asked.ok_or(ContractError::NoSlot(place))?, &plan, shard, control)
            }
        }
    }

    /// How a run of so many blocks is answered: as `warodds run` answers files, held against the
    /// exact engine, and the other commands the questions of links.
    pub fn plan(&self, how: How, blocks: u64) -> Plan {
        let trials = blocks.saturating_mul(self.block());
        Plan {
            engine: how.engine,
            goal: Goal { trials, seed: how.seed, precision: None },
            isa: Isa::best(),
            compare: matches!(self, Self::Scenario(_)),
            pairing: Pairing::Common,
        }
    }
}
