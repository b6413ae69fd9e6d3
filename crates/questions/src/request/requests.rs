//! Requests parsed from the fields of a kind.

use super::asoiaf;
use super::battle_reader::BattleReader;
use super::cases::cases;
use super::condition::GivenKeys;
use super::counts::CountKeys;
use super::engine::{EngineKeys, check_field};
use super::error::RequestError;
use super::given::ParsedFields;
use super::group::Keys;
use super::heading::Heading;
use super::key::{GIVEN, Key};
use super::kind::{Cards, EXPLAIN, QuestionKind, Setup};
use super::merged_cases::MergedCases;
use super::needed::NeedFields;
use super::query::{Query, Request, RequestedAnalyses};
use super::raw_fields::RawFields;
use super::warmachine::campaign;
use crate::catalogue::Catalogue;
use crate::study::EngineKind;

impl QuestionKind {
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
        if let Some((matrix, fields)) = asoiaf::matrix_of_lists(self, given) {
            return matrix.request(matrix.keys(), &fields, setup);
        }
        let given = &*given.without_unset(keys);
        let own = asoiaf::own_cards(keys, given, setup.catalogue)?;
        let cases = cases(self, keys, given, &own)?;
        let mut queries = CaseQueries::new(self, keys, [setup.catalogue, &own], cases.len() == 1);
        queries.battles = setup.battles;
        let mut asked = MergedCases::new(self, cases.len());
        for case in &cases {
            asked.add(queries.query(&case.fields)?, case)?;
        }
        let mut asked = asked.query()?;
        decimal_commas(keys, given).for_each(|note| asked.add_note(&note));
        let explain = given.has("explain") || self.name == EXPLAIN;
        // the fields of the only case are these, and its query checked them
        let values = match cases.len() {
            1 => ParsedFields::checked(keys, given),
            _ => ParsedFields::new(self.name, keys, given)?,
        };
        let mut engine = EngineKeys::read(&values)?;
        let rolled = std::mem::take(&mut engine.rolled);
        // of a whole field the counts are part of the question
        let is_count = |key: &Key| key.id == "at_most" && key.heading == Heading::Engine;
        let has_counts = keys.iter().any(is_count);
        let counts = has_counts.then(|| CountKeys::read(&values)).transpose()?;
        let counts = counts.filter(|counts| !counts.is_empty());
        let has_given = keys.iter().any(|key| key.id == GIVEN);
        let condition = has_given.then(|| GivenKeys::read(&values)).transpose()?;
        let condition = condition.and_then(|keys| keys.given);
        let plan = match &asked {
            Query::Campaign(scenario) => {
                let rolls = (engine.engine, engine.trials, engine.seed);
                campaign::plan(rolls, &scenario.run, setup.isa)?
            }
            Query::Battle(battle) => asoiaf::battle::plan(&values, battle, setup.isa)?,
            _ => EngineKeys { explain, ..engine }.plan(setup.isa)?,
        };
        if !asked.fields().is_empty() {
            check_field(&plan)?;
        }
        let needs = keys.iter().any(|key| key.id == "need").then(|| NeedFields::read(&values));
        let analyses = RequestedAnalyses {
            need: needs.transpose()?.and_then(|fields| fields.need),
            why: given.has("why"),
            sensitivity: given.has("sensitivity"),
            explain,
            rolled,
            given: condition,
            counts,
        };
        check_analyses(&analyses, &asked)?;
        check_given(&analyses, plan.engine)?;
        Ok(Request { asked, plan, analyses })
    }
}

/// Returns notes on lists of two numbers that may be meant as one with a decimal comma.
fn decimal_commas<'a>(
    keys: &'a [Key],
    given: &'a RawFields,
) -> impl Iterator<Item = String> + use<'a> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let note = move |key: &Key, text: &str| {
        let (one, other) = text.split_once(',')?;
        (is_number(one) && is_number(other)).then(|| {
            let name = key.display_name();
            format!("{name} {text} asks about {one} and {other}; for a decimal write {one}.{other}")
        })
    };
    let keys = keys.iter().filter(|key| key.takes_list() && key.is_decimal());
    keys.flat_map(move |key| given.of(key.id).filter_map(move |text| note(key, text)))
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
    /// Reads battles.
    battles: Option<&'a dyn BattleReader>,
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
        Self { kind, keys, all, own, is_only_case, battles: None, chosen: None }
    }

    /// Builds the query of one case.
    ///
    /// # Errors
    /// [`RequestError`] for invalid or contradictory fields.
    pub(crate) fn query(&mut self, fields: &RawFields) -> Result<Query, RequestError> {
        let values =
            ParsedFields::new(self.kind.name, self.keys, fields)?.with_battles(self.battles);
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

/// Refuses a condition with a sampling engine, and with analyses of the answer without it.
fn check_given(analyses: &RequestedAnalyses, engine: EngineKind) -> Result<(), RequestError> {
    let others = [
        ("--why", analyses.why),
        ("--sensitivity", analyses.sensitivity),
        ("--need", analyses.need.is_some()),
        ("--rolled", !analyses.rolled.is_empty()),
    ];
    let other = others.iter().find(|(_, is_requested)| *is_requested);
    match (&analyses.given, other) {
        (Some(_), Some((other, _))) => {
            Err(RequestError::Conflict { key: "--given".to_owned(), other: (*other).to_owned() })
        }
        (Some(_), None) if engine != EngineKind::Exact => Err(RequestError::Refused(format!(
            "--given is exact, and the {} engine samples: leave --engine out",
            engine.name()
        ))),
        _ => Ok(()),
    }
}

/// Refuses analyses of more than one question.
fn check_analyses(analyses: &RequestedAnalyses, asked: &Query) -> Result<(), RequestError> {
    let has_counts = matches!(asked, Query::One(..) | Query::Cases(_) | Query::Many(_));
    if analyses.counts.is_some() && !has_counts {
        return Err(RequestError::refused(
            "--at-least and --at-most apply to one question, or one in several cases: ask about \
             two units",
        ));
    }
    let several = matches!(asked, Query::Cases(_) | Query::Many(_) | Query::Fields(_));
    let option = match analyses {
        RequestedAnalyses { explain: true, .. } if !matches!(asked, Query::One(..)) => {
            "--explain resolves a single question"
        }
        RequestedAnalyses { why: true, .. } if several => {
            "--why shows what each part of a single question is worth"
        }
        RequestedAnalyses { need: Some(_), .. } if several => {
            "--need finds changes for a single question"
        }
        RequestedAnalyses { sensitivity: true, .. } if several => {
            "--sensitivity shows what each number of a single question is worth"
        }
        RequestedAnalyses { rolled, .. }
            if !rolled.is_empty() && !matches!(asked, Query::One(..)) =>
        {
            "--rolled reports the luck of one result of a single question"
        }
        _ => return Ok(()),
    };
    Err(RequestError::Refused(format!("{option}: give one value for each option")))
}
