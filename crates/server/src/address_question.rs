//! The question of an address: parsed, checked against the limits, answered.

#[cfg(feature = "battles")]
use std::any::Any;
use std::borrow::Cow;
use std::sync::LazyLock;

use serde::Serialize;
use serde_json::value::RawValue;
#[cfg(feature = "battles")]
use warodds_battles::file::BattleFile;
use warodds_charts::spec::Chart;
use warodds_charts::{Page, reply_pages};
use warodds_questions::request::link::read_query;
use warodds_questions::request::why::WhyError;
use warodds_questions::request::{
    BattleReader, Key, Query, QuestionKind, RawFields, Request, Setup, kinds,
};
#[cfg(feature = "battles")]
use warodds_questions::study::Plan;
use warodds_questions::study::field::FieldQuestion;
use warodds_questions::study::{Control, EngineKind};

use crate::cost::Cost;
use crate::fault::ApiFault;

/// The largest number of trials that one question may roll, over all its cells and options.
pub(crate) const MAX_TRIALS: u64 = 10_000_000;

/// The largest number of attacks of a matrix, a comparison or a question about attachments, over all
/// cases of its lists.
///
/// A matrix of the current cards has 21,904. Pending questions keep all of their units, so more would
/// let one client fill the memory.
const MAX_ATTACKS: u64 = 50_000;

/// The keys of each kind of question that are not about files of this machine. Building them takes
/// longer than a light question, so they are built once.
static SHARED_KEYS: LazyLock<Vec<(&str, Vec<Key>)>> =
    LazyLock::new(|| kinds().iter().map(|kind| (kind.name, kind.shared_keys())).collect());

/// Returns the shared keys of a kind.
fn shared_keys(kind: &QuestionKind) -> Cow<'static, [Key]> {
    let cached = SHARED_KEYS.iter().find(|(name, _)| *name == kind.name);
    cached.map_or_else(|| kind.shared_keys().into(), |(_, keys)| keys.as_slice().into())
}

/// A parsed question of an address.
#[derive(Debug)]
pub struct AddressQuestion {
    kind: QuestionKind,
    fields: RawFields,
    request: Request,
    with_charts: bool,
}

/// What an address answers with the parameter `charts`.
#[derive(Serialize)]
struct ChartedAnswer<'a> {
    /// The answer without that parameter.
    answer: &'a RawValue,
    charts: Vec<NamedChart>,
}

/// A chart with the name of its file.
#[derive(Serialize)]
struct NamedChart {
    name: String,
    #[serde(flatten)]
    chart: Chart,
}

impl AddressQuestion {
    /// Parses the parameters of an address.
    ///
    /// # Errors
    /// [`ApiFault::BadFields`] for faults of the parameters, [`ApiFault::BadInput`] for more than
    /// [`MAX_TRIALS`] trials or [`MAX_ATTACKS`] attacks. Keys that name files of the machine are
    /// unknown here.
    pub(crate) fn parse(kind: QuestionKind, query: &str) -> Result<Self, ApiFault> {
        let mut fields = RawFields::new();
        let keys = shared_keys(&kind);
        read_query(&keys, query, &mut fields)
            .map_err(|error| ApiFault::of_request(&error, &keys))?;
        Self::from_fields(kind, fields)
    }

    /// Builds the question from the values of its keys.
    ///
    /// # Errors
    /// Those of [`parse`](Self::parse).
    pub(crate) fn from_fields(kind: QuestionKind, fields: RawFields) -> Result<Self, ApiFault> {
        let keys = shared_keys(&kind);
        let request = kind.request(&keys, &fields, &setup());
        let request = request.map_err(|error| ApiFault::of_request(&error, &keys))?;
        check_trials(&request)?;
        check_attacks(&request)?;
        Ok(Self { kind, fields, request, with_charts: false })
    }

    /// Adds charts to the answer, or leaves them out.
    pub(crate) fn with_charts(self, with_charts: bool) -> Self {
        Self { with_charts, ..self }
    }

    /// Estimates the work of the answer. Answers can take longer; the server notices when they
    /// exceed its budget.
    pub(crate) fn cost(&self) -> Cost {
        Cost::of(&self.request)
    }

    /// Returns the number of trials or battles and how they are played.
    #[cfg(feature = "battles")]
    pub(crate) const fn plan(&self) -> &Plan {
        &self.request.plan
    }

    /// Returns the number of steps that the work reports to its [`Control`].
    #[cfg(feature = "http")]
    pub(crate) fn steps(&self) -> u64 {
        self.request.asked.steps(&self.request.plan)
    }

    /// Returns the battle that is asked about; `None` for other questions.
    #[cfg(feature = "battles")]
    pub(crate) fn battle(&self) -> Option<&BattleFile> {
        let Query::Battle(battle) = &self.request.asked else { return None };
        (&**battle as &dyn Any).downcast_ref()
    }

    /// Answers the question, as the JSON that the command prints with `--json`; with charts as an
    /// object of the `answer` and the `charts`.
    ///
    /// # Errors
    /// [`ApiFault::Stopped`] if `control` stopped it before the answer was whole,
    /// [`ApiFault::Failed`] for a fault of the program.
    pub(crate) fn json(&self, control: &dyn Control) -> Result<String, ApiFault> {
        let Self { kind, fields, request, with_charts } = self;
        let failed = |error| ApiFault::of_reply(error, &shared_keys(kind));
        let reply = request.reply(kind, fields, &setup(), control).map_err(failed)?;
        let json = reply.json()?;
        let json = if *with_charts {
            let pages = reply_pages(request, &reply, kind.name, control);
            let pages = pages.map_err(WhyError::from).map_err(failed)?;
            let named = |Page { name, chart, .. }| NamedChart { name, chart };
            let charts = pages.into_iter().map(named).collect();
            let answer = serde_json::from_str(&json)?;
            serde_json::to_string(&ChartedAnswer { answer, charts })? + "\n"
        } else {
            json
        };
        // a stopped run may still return a partial answer, for which nobody waits here
        if control.is_stopped() { Err(ApiFault::Stopped) } else { Ok(json) }
    }
}

/// Returns what questions are answered with.
fn setup() -> Setup<'static> {
    #[cfg(feature = "battles")]
    let battles: Option<&dyn BattleReader> = Some(&warodds_battles::question::BattleFiles);
    #[cfg(not(feature = "battles"))]
    let battles: Option<&dyn BattleReader> = None;
    Setup { battles, ..Setup::shipped() }
}

/// Refuses questions with too many trials.
fn check_trials(request: &Request) -> Result<(), ApiFault> {
    let trials = total_trials(request);
    if trials <= MAX_TRIALS {
        return Ok(());
    }
    Err(ApiFault::BadInput(format!(
        "this question rolls up to {trials} trials in total, and this server at most {MAX_TRIALS}: \
         lower `trials`, or use the program on your own machine"
    )))
}

/// Refuses questions about whole fields with too many attacks.
fn check_attacks(request: &Request) -> Result<(), ApiFault> {
    let attacks: u64 = request.asked.fields().iter().map(FieldQuestion::attacks).sum();
    if attacks <= MAX_ATTACKS {
        return Ok(());
    }
    Err(ApiFault::BadInput(format!(
        "this question has {attacks} attacks in total, and this server computes at most \
         {MAX_ATTACKS}: shorten its lists, name fewer units, or use the program on your own machine"
    )))
}

/// Returns the largest number of trials that a request rolls; 0 for the exact engine.
fn total_trials(request: &Request) -> u64 {
    let plan = &request.plan;
    if plan.engine == EngineKind::Exact {
        return 0;
    }
    request.asked.steps(plan)
}
