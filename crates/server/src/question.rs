//! A question by address: understood, held against the limits, answered.

use std::borrow::Cow;
use std::sync::LazyLock;

use warodds_questions::request::link::read_query;
use warodds_questions::request::{Asked, Given, Key, Kind, Request, Setup, kinds};
use warodds_questions::study::{Control, EngineKind, field};

use crate::fault::ApiFault;

/// Trials that one question may take in all.
pub const MAX_TRIALS: u64 = 10_000_000;

/// The keys of each kind that mean something to others than this machine, by its name: they are
/// many, and made once.
static KEYS: LazyLock<Vec<(&str, Vec<Key>)>> =
    LazyLock::new(|| kinds().iter().map(|kind| (kind.name, kind.shared_keys())).collect());

/// Those of a kind.
fn keys(kind: &Kind) -> Cow<'static, [Key]> {
    let known = KEYS.iter().find(|(name, _)| *name == kind.name);
    known.map_or_else(|| kind.shared_keys().into(), |(_, keys)| keys.as_slice().into())
}

/// A question that was understood.
#[derive(Debug)]
pub struct AddressQuestion {
    kind: Kind,
    given: Given,
    request: Request,
}

impl AddressQuestion {
    /// Reads the parameters of an address.
    ///
    /// # Errors
    /// For what makes no question, in the words of the command line; for keys that name files of
    /// the machine, which are unknown here; and for more trials than may be rolled.
    pub fn read(kind: Kind, query: &str) -> Result<Self, ApiFault> {
        let mut given = Given::new();
        read_query(&keys(&kind), query, &mut given)?;
        Self::of(kind, given)
    }

    /// The question of what was given to a kind.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn of(kind: Kind, given: Given) -> Result<Self, ApiFault> {
        let request = kind.request(&keys(&kind), &given, &Setup::shipped())?;
        check_trials(&request)?;
        Ok(Self { kind, given, request })
    }

    /// Whether it is likely to take longer than a moment. Other questions may take as long: they are
    /// known by what they take.
    pub const fn is_heavy(&self) -> bool {
        let Request { asked, plan, wanted } = &self.request;
        let is_exact = matches!(plan.engine, EngineKind::Exact) && !plan.compare;
        !(matches!(asked, Asked::One(..)) && is_exact) || wanted.why || wanted.sensitivity
    }

    /// The answer: just what the command prints with `--json`.
    ///
    /// # Errors
    /// [`ApiFault::Stopped`] where `control` stopped it before it was whole, and where the program
    /// itself is at fault.
    pub fn json(&self, control: &dyn Control) -> Result<String, ApiFault> {
        let Self { kind, given, request } = self;
        let reply = request.reply(kind, given, &Setup::shipped(), control)?;
        // nobody waits for a part of an answer
        if control.is_stopped() { Err(ApiFault::Stopped) } else { Ok(reply.json()?) }
    }
}

/// Refuses more trials than may be rolled.
fn check_trials(request: &Request) -> Result<(), ApiFault> {
    let trials = trials(request);
    if trials <= MAX_TRIALS {
        return Ok(());
    }
    Err(ApiFault::BadInput(format!(
        "this question rolls up to {trials} trials in all, and here at most {MAX_TRIALS} are \
         rolled: name fewer --trials, or ask the program on your own machine"
    )))
}

/// How many trials it rolls at most.
fn trials(request: &Request) -> u64 {
    let plan = &request.plan;
    if plan.engine == EngineKind::Exact {
        return 0;
    }
    let questions = match &request.asked {
        Asked::One(..) => 1,
        Asked::Cases(all) => all.len(),
        Asked::Many(all) => all.len(),
        Asked::Field(asked) => return field::steps(asked, plan),
    };
    plan.goal.trials.saturating_mul(questions as u64)
}
