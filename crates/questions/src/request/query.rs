//! The questions of a request: one, or those of several cases or options.

use std::num::NonZeroUsize;
use std::sync::Arc;

use warodds_answer::RankedCard;

use super::battle_reader::BattleQuestion;
use super::counts::{CountKeys, QuantityCount};
use super::needed::NeededChance;
use super::pair_distance::UnusedDistances;
use super::ranking::RankBy;
use crate::campaign::CampaignScenario;
use crate::study::field::FieldQuestion;
use crate::study::{Condition, NamedQuestion, Plan, Setting, field_steps};

/// The largest number of attacks of a question about a field, over all its cases.
///
/// Each attack is kept with its distribution until the answer is written: this many take up
/// to a gigabyte. A matrix of all current cards has 21 904.
pub const MAX_FIELD_ATTACKS: u64 = 500_000;

/// The questions of a request.
#[derive(Clone, Debug)]
pub enum Query {
    /// One question, and notes to its answer.
    One(Box<NamedQuestion>, Vec<String>),
    /// One question in several cases.
    Cases(Vec<NamedQuestion>),
    /// Several questions, whose answers are sorted best first.
    Many(OptionQueries),
    /// A question about a whole field of units.
    Field(Box<FieldQuestion>),
    /// A question about a whole field of units in several cases.
    Fields(Vec<FieldQuestion>),
    /// A campaign.
    Campaign(Box<CampaignScenario>),
    /// Battles.
    Battle(Arc<dyn BattleQuestion>),
    /// The rolls of a game.
    Luck(Vec<GameRoll>),
}

impl Query {
    /// Returns the questions about whole fields of units.
    pub fn fields(&self) -> &[FieldQuestion] {
        match self {
            Self::One(..)
            | Self::Cases(_)
            | Self::Many(_)
            | Self::Campaign(_)
            | Self::Battle(_)
            | Self::Luck(_) => &[],
            Self::Field(question) => std::slice::from_ref(question),
            Self::Fields(questions) => questions,
        }
    }

    /// Returns the number of questions.
    pub fn count(&self) -> usize {
        match self {
            Self::One(..) | Self::Field(_) | Self::Campaign(_) | Self::Battle(_) => 1,
            Self::Cases(questions) => questions.len(),
            Self::Many(options) => options.cases.len(),
            Self::Fields(questions) => questions.len(),
            Self::Luck(rolls) => rolls.len(),
        }
    }

    /// Returns the number of steps of progress: attacks of the exact engine for questions about
    /// whole fields, and trials otherwise.
    pub fn steps(&self, plan: &Plan) -> u64 {
        let fields = self.fields();
        if fields.is_empty() {
            return plan.goal.trials.saturating_mul(self.count() as u64);
        }
        fields.iter().map(|question| field_steps(question, plan)).fold(0, u64::saturating_add)
    }

    /// Returns the number of threads that the question sets, as files do.
    pub fn threads(&self) -> Option<NonZeroUsize> {
        match self {
            Self::Campaign(scenario) => scenario.run.threads,
            _ => None,
        }
    }

    /// Adds a note to the answer to each question.
    pub(super) fn add_note(&mut self, note: &str) {
        let add = |notes: &mut Vec<String>| notes.push(note.to_owned());
        match self {
            Self::One(_, notes) => add(notes),
            Self::Cases(all) => all.iter_mut().for_each(|one| add(&mut one.notes)),
            Self::Many(all) => all.cases.iter_mut().for_each(|one| add(&mut one.question.notes)),
            Self::Field(question) => add(question.notes_mut()),
            Self::Fields(all) => all.iter_mut().for_each(|one| add(one.notes_mut())),
            Self::Campaign(_) | Self::Battle(_) | Self::Luck(_) => {}
        }
    }

    /// Adds the non-default settings to each question.
    pub(super) fn add_settings(&mut self, settings: &[Setting]) {
        let add = |question: &mut NamedQuestion| {
            let own = std::mem::take(&mut question.settings);
            let is_varied =
                |one: &&Setting| !question.case.iter().any(|varied| varied.axis == one.axis);
            let shared = settings.iter().filter(is_varied).cloned();
            question.settings = shared.chain(question.case.iter().cloned()).chain(own).collect();
        };
        match self {
            Self::One(question, _) => add(question),
            Self::Cases(all) => all.iter_mut().for_each(add),
            Self::Many(all) => {
                let cases = all.cases.iter_mut().chain(&mut all.held);
                cases.for_each(|case| add(&mut case.question));
            }
            Self::Field(_)
            | Self::Fields(_)
            | Self::Campaign(_)
            | Self::Battle(_)
            | Self::Luck(_) => {}
        }
    }
}

/// A parsed request.
#[derive(Clone, Debug)]
pub struct Request {
    /// The questions.
    pub asked: Query,
    /// Engine, number of trials and seed.
    pub plan: Plan,
    /// The requested analyses.
    pub analyses: RequestedAnalyses,
}

/// The analyses requested in addition to the answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestedAnalyses {
    /// Whether to compute the effect of each part.
    pub why: bool,
    /// Whether to compute the effect of each number of both cards.
    pub sensitivity: bool,
    /// Whether to resolve the question once, die by die, instead of answering it.
    pub explain: bool,
    /// The chance that is needed.
    pub need: Option<NeededChance>,
    /// The results to tell the luck of.
    pub rolled: Vec<QuantityCount>,
    /// The condition under which the question is answered, if any.
    pub given: Option<Condition>,
    /// The counts whose chances are requested, if any.
    pub counts: Option<CountKeys>,
}

/// A roll of a game.
#[derive(Clone, Debug)]
pub struct GameRoll {
    /// The line it stands in, from 1.
    pub line: usize,
    /// Whether the enemy rolled.
    pub by_enemy: bool,
    /// The question with the result.
    pub request: Request,
}

/// The options of a query for the best one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OptionQueries {
    /// The options.
    pub cases: Vec<QueryCase>,
    /// What the enemy may do if the unit holds: of the options of a pair, the best one for the enemy
    /// is an option of the unit. Questions of files leave them out.
    pub held: Vec<QueryCase>,
    /// What the best one is best at.
    pub by: RankBy,
    /// The given distances between pairs of units that no case is about.
    pub unused_distances: UnusedDistances,
}

impl OptionQueries {
    /// Returns options without a given order.
    pub fn new(cases: Vec<QueryCase>) -> Self {
        Self { cases, ..Self::default() }
    }

    /// Adds the options of a further case.
    pub(crate) fn add(&mut self, other: Self) {
        self.by = other.by;
        self.cases.extend(other.cases);
        self.held.extend(other.held);
        self.unused_distances.retain_unused(&other.unused_distances);
    }
}

/// One option of a query for the best one.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryCase {
    /// Description of the option.
    pub option: String,
    /// The question.
    pub question: NamedQuestion,
    /// The tactics card that the option plays. The case before it without a card is what it is
    /// compared with.
    pub card: Option<RankedCard>,
}

impl QueryCase {
    /// Creates an option that plays no card.
    pub(super) const fn new(option: String, question: NamedQuestion) -> Self {
        Self { option, question, card: None }
    }
}
