//! Kinds of questions, and the requests parsed from their keys.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::asoiaf;
use super::battle_player::BattlePlayer;
use super::cases::cases;
use super::engine::EngineKeys;
use super::error::RequestError;
use super::given::{ParsedFields, RawFields};
use super::group::Keys;
use super::key::{Key, Mark};
use super::query::{MergedCases, Query};
use super::warmachine::campaign;
use super::why::RequestedAnalyses;
use crate::catalogue::Catalogue;
use crate::study::{Isa, Plan};

/// The environment of a request.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The cards that names refer to, before the request adds its own.
    pub catalogue: &'a Catalogue,
    /// The instruction set that the engines use.
    pub isa: Isa,
    /// Who plays battles, if this program can.
    pub player: Option<&'a dyn BattlePlayer>,
}

impl Setup<'static> {
    /// Returns the built-in cards and the best instruction set of this machine.
    pub fn shipped() -> Self {
        Self { catalogue: Catalogue::shipped(), isa: Isa::best(), player: None }
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

/// The kind whose question is always resolved once.
pub const EXPLAIN: &str = "explain";

/// The kind whose question is the text of a battle file, or two lists.
pub const BATTLE: &str = "battle";
/// The kind whose question is the text of a campaign file.
pub const CAMPAIGN: &str = "campaign";

/// The kind that tells how lucky the rolls of a game were.
pub const LUCK: &str = "luck";

/// A function that builds the query of a kind from its fields.
type Ask = fn(&ParsedFields<'_>, &Catalogue) -> Result<Query, RequestError>;

/// A kind of question.
#[derive(Clone, Debug)]
pub struct QuestionKind {
    /// Name, such as `attack`.
    pub name: &'static str,
    /// The question in one sentence.
    pub about: &'static str,
    /// Further description; may be empty.
    pub more: &'static str,
    /// Example commands, one per line.
    pub examples: &'static [&'static str],
    /// Whether keys take lists of values, with a case for each combination.
    pub takes_lists: bool,
    /// The keys, built when they are first used.
    pub(super) keys: &'static LazyLock<Vec<Key>>,
    pub(super) ask: Ask,
}

impl QuestionKind {
    /// Returns the keys, including those of the engines, in the order of the help.
    pub fn keys(&self) -> &'static [Key] {
        self.keys
    }

    /// Returns the keys without those that name local files.
    pub fn shared_keys(&self) -> Vec<Key> {
        self.keys().iter().filter(|key| !key.has(Mark::Local)).cloned().collect()
    }

    /// Returns whether sections of files ask questions of this kind.
    pub fn in_files(&self) -> bool {
        !self.is_of_file() && self.name != EXPLAIN
    }

    /// Returns whether the question is the text of a file, and not one about some units.
    pub fn is_of_file(&self) -> bool {
        [BATTLE, CAMPAIGN, LUCK].contains(&self.name)
    }

    /// Parses a request; `keys` are the keys of this kind.
    ///
    /// # Errors
    /// [`RequestError`] for invalid or contradictory fields.
    pub fn request(
        &self,
        keys: &[Key],
        given: &RawFields,
        setup: &Setup<'_>,
    ) -> Result<Request, RequestError> {
        let given = &given.without_unset(keys);
        let own = asoiaf::own_cards(keys, given, setup.catalogue)?;
        let cases = cases(self, keys, given, &own)?;
        let mut queries = CaseQueries::new(self, keys, [setup.catalogue, &own], cases.len() == 1);
        queries.player = setup.player;
        let mut asked = MergedCases::new(self, cases.len());
        for case in &cases {
            asked.add(queries.query(&case.fields)?, case)?;
        }
        let asked = asked.query()?;
        let explain = given.has("explain") || self.name == EXPLAIN;
        let values = ParsedFields::new(self.name, keys, given)?;
        let mut engine = EngineKeys::read(&values)?;
        let rolled = std::mem::take(&mut engine.rolled);
        let plan = match &asked {
            Query::Campaign(scenario) => {
                let rolls = (engine.engine, engine.trials, engine.seed);
                campaign::plan(rolls, &scenario.run, setup.isa)?
            }
            Query::Battle(battle) => asoiaf::battle::plan(&values, battle, setup.isa)?,
            _ => EngineKeys { explain, ..engine }.plan(setup.isa)?,
        };
        if !asked.fields().is_empty() {
            super::engine::check_field(&plan)?;
        }
        let analyses = RequestedAnalyses {
            why: given.has("why"),
            sensitivity: given.has("sensitivity"),
            explain,
            rolled,
        };
        check_analyses(&analyses, &asked)?;
        Ok(Request { asked, plan, analyses })
    }
}

/// Builds the queries of the cases of a question.
#[derive(Debug)]
pub(crate) struct CaseQueries<'a> {
    kind: &'a QuestionKind,
    keys: &'a [Key],
    /// All cards, from which the key `cards` selects an edition.
    all: &'a Catalogue,
    /// The cards of a case that selects no edition.
    own: &'a Catalogue,
    is_only_case: bool,
    /// Who plays battles.
    player: Option<&'a dyn BattlePlayer>,
    /// The cards of the last case and its edition: most cases share them.
    chosen: Option<(Option<String>, Cards<'a>)>,
}

impl<'a> CaseQueries<'a> {
    /// Prepares the queries of a kind. `cards` selects editions from `all`; cases without `cards`
    /// use `own`.
    pub(crate) const fn new(
        kind: &'a QuestionKind,
        keys: &'a [Key],
        [all, own]: [&'a Catalogue; 2],
        is_only_case: bool,
    ) -> Self {
        Self { kind, keys, all, own, is_only_case, player: None, chosen: None }
    }

    /// Builds the query of one case.
    ///
    /// # Errors
    /// [`RequestError`] for invalid or contradictory fields.
    pub(crate) fn query(&mut self, fields: &RawFields) -> Result<Query, RequestError> {
        let values = ParsedFields::new(self.kind.name, self.keys, fields)?.with_player(self.player);
        let values = if self.is_only_case { values } else { values.among_others() };
        let edition = fields.of("cards").next().map(str::to_owned);
        let cards = match self.chosen.take().filter(|(known, _)| *known == edition) {
            Some((_, cards)) => cards,
            None => asoiaf::cards(&values, self.all, self.own)?,
        };
        let mut query = (self.kind.ask)(&values, &cards)?;
        query.add_settings(&values.settings());
        self.chosen = Some((edition, cards));
        Ok(query)
    }
}

/// Refuses analyses of more than one question.
fn check_analyses(analyses: &RequestedAnalyses, asked: &Query) -> Result<(), RequestError> {
    let several = matches!(asked, Query::Cases(_) | Query::Many(_) | Query::Fields(_));
    let option = match analyses {
        RequestedAnalyses { explain: true, .. } if !matches!(asked, Query::One(..)) => {
            "--explain resolves one question about some units"
        }
        RequestedAnalyses { why: true, .. } if several => {
            "--why shows what parts of one question are worth"
        }
        RequestedAnalyses { sensitivity: true, .. } if several => {
            "--sensitivity shows what numbers of one question are worth"
        }
        RequestedAnalyses { rolled, .. }
            if !rolled.is_empty() && !matches!(asked, Query::One(..)) =>
        {
            "--rolled tells how lucky the result of one question was"
        }
        _ => return Ok(()),
    };
    Err(RequestError::Refused(format!("{option}: give one value of each option")))
}

/// The cards of a request: shared, or owned if the request adds or filters some.
pub(super) type Cards<'a> = Cow<'a, Catalogue>;
