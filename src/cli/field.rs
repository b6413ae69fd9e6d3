//! What the commands about a whole field share: terms, entrants, output.

use std::path::PathBuf;

use clap::Args;
use indicatif::HumanCount;
use rayon::ThreadPoolBuilder;

use super::engine::EngineOptions;
use super::failure::Failure;
use super::named;
use super::numbers::within;
use super::options::{Changes, FacingName, Manner};
use super::print;
use super::results::{Destination, Extent};
use super::rules::RulesOptions;
use super::usage::UsageOptions;
use super::watch::{self, Stopped, Watch};
use crate::catalogue::{Card, Catalogue};
use crate::games::asoiaf::{Context, Reach, Unit, Wanted};
use crate::report::Artifact;
use crate::report::field::FieldFinding;
use crate::study::compare::compare;
use crate::study::field::{Entrant, FieldAsked, Terms};
use crate::study::matrix::matrix;
use crate::study::{EngineKind, Pairing, Plan};

/// How all attacks are made.
#[derive(Clone, Debug, Args)]
pub struct TermsOptions {
    /// The defenders' arc in which the attackers stand.
    #[arg(long, value_enum, default_value = "front", help_heading = "The attack")]
    facing: FacingName,
    #[command(flatten)]
    manner: Manner,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    usage: UsageOptions,
}

impl TermsOptions {
    /// All units as they are used.
    pub fn field(
        &self,
        attackers: &mut [Entrant],
        defenders: &mut [Entrant],
    ) -> Result<(), Failure> {
        let units: Vec<Unit> =
            attackers.iter().chain(defenders.iter()).map(|entrant| entrant.unit.clone()).collect();
        self.usage.check(&units)?;
        attackers.iter_mut().for_each(|entrant| self.usage.set(&mut entrant.unit, true));
        defenders.iter_mut().for_each(|entrant| self.usage.set(&mut entrant.unit, false));
        Ok(())
    }

    /// The terms they describe. Without `--ranged` units make their first melee attack.
    pub fn terms(&self) -> Result<Terms, Failure> {
        let (wanted, reach) = if self.manner.ranged {
            (Wanted::Ranged, Reach::Long)
        } else {
            (Wanted::Melee, Reach::Melee)
        };
        Ok(Terms {
            wanted,
            context: Context { facing: self.facing.into(), ..self.manner.context(reach)? },
            strike: self.changes.strike(),
            guard: self.changes.guard(),
            attacker_tokens: self.changes.attacker_tokens(),
            defender_tokens: self.changes.defender_tokens(),
            spending: self.changes.tokens.into(),
        })
    }
}

/// Where the answer goes.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputOptions {
    /// Write all of it to this directory as well: CSV, JSON, and the chart as SVG and PNG; to a
    /// directory of its own in it, ending in .partial, if Ctrl-C stops the run.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Of long lists show so many first and last rows [default: 10].
    #[arg(long, value_name = "N", value_parser = within::<u16, 1, 1000>)]
    top: Option<u16>,
    /// Threads [default: all].
    #[arg(long, value_name = "N", value_parser = within::<u16, 1, 1024>)]
    threads: Option<u16>,
    /// No progress and no notes on files that were written.
    #[arg(long)]
    quiet: bool,
}

impl OutputOptions {
    /// Refuses to shorten a table that is not shown.
    fn check(&self, engine: &EngineOptions) -> Result<(), Failure> {
        if engine.json && self.top.is_some() {
            return Err(Failure::input(
                "--top shortens the table, and --json shows none: leave out one of them",
            ));
        }
        Ok(())
    }
}

/// Of long lists so many first and last rows are shown where nothing else is said.
pub const TOP: usize = 10;

/// The cards of a filter as entrants.
pub fn entrants(
    catalogue: &Catalogue,
    option: &str,
    filter: &str,
) -> Result<Vec<Entrant>, Failure> {
    let cards = catalogue
        .filtered(filter)
        .map_err(|wrong| Failure::input(format!("--{option}: {wrong}")))?;
    Ok(cards.into_iter().map(|card| entrant(card, named::called(catalogue, card))).collect())
}

/// The unit of a card, with or without an attachment, as an entrant.
pub fn entrant(card: &Card, unit: Unit) -> Entrant {
    Entrant { id: card.id.clone(), faction: card.origin.faction.clone(), unit }
}

/// Refuses trials too few to say how sure an answer about a field is.
pub fn check_trials(plan: &Plan) -> Result<(), Failure> {
    if plan.engine != EngineKind::Exact && plan.goal.trials < 2 {
        return Err(Failure::input(
            "--trials must be at least 2 here: one resolution has no standard error",
        ));
    }
    Ok(())
}

/// Puts a question about a field to the engine of the plan, on the threads of the current pool.
pub fn find(asked: &FieldAsked, plan: &Plan, watch: &Watch) -> Result<FieldFinding, Failure> {
    let found = match asked {
        FieldAsked::Matrix(asked) => {
            matrix(asked, plan, watch).map(|found| FieldFinding::Matrix(Box::new(found)))
        }
        FieldAsked::Compare(asked) => {
            compare(asked, plan, watch).map(|found| FieldFinding::Compare(Box::new(found)))
        }
    };
    found.map_err(|error| Failure::Failed(error.into()))
}

/// What a run of a question counts: attacks where they are exact, else trials.
pub fn steps(asked: &FieldAsked, plan: &Plan) -> u64 {
    match (asked, plan.engine) {
        (_, EngineKind::Exact) => asked.attacks(),
        // pairs are rolled together and counted once
        (FieldAsked::Compare(_), EngineKind::MonteCarlo | EngineKind::Conditional)
            if plan.pairing == Pairing::Common =>
        {
            (asked.attacks() / 2).saturating_mul(plan.goal.trials)
        }
        _ => asked.attacks().saturating_mul(plan.goal.trials),
    }
}

/// Answers a question about a field, prints it and writes what is wanted.
pub fn answer(
    asked: &FieldAsked,
    stem: &str,
    (engine, rules, output): (&EngineOptions, &RulesOptions, &OutputOptions),
) -> Result<(), Failure> {
    rules.check_field(asked)?;
    let plan = engine.plan()?;
    check_trials(&plan)?;
    output.check(engine)?;
    let destination = output.out.as_ref().map(|out| Destination::of_question(out, stem));
    destination.iter().try_for_each(|destination| destination.try_writing(engine.json))?;
    let watch = if output.quiet {
        Watch::nothing()
    } else {
        Watch::counting(steps(asked, &plan), plan.engine)
    };
    watch::listen(Stopped::Memoised)?;
    let pool = ThreadPoolBuilder::new()
        .num_threads(output.threads.map_or(0, usize::from))
        .build()
        .map_err(anyhow::Error::from)?;
    let found = pool.install(|| find(asked, &plan, &watch))?;
    watch.finish();
    if found.attacks() == 0 {
        return stopped(asked, &found);
    }
    let json = found.json().map_err(anyhow::Error::from)? + "\n";
    let table = || found.table(&print::layout(), output.top.map_or(TOP, usize::from));
    let printed = if engine.json { print::print(&json) } else { print::print(&table()) };
    let data = Artifact::new(format!("{stem}.json"), json);
    let written = destination.map_or(Ok(()), |destination| {
        pool.install(|| write(&found, stem, (data, &destination, output.quiet)))
    });
    Failure::of_all([printed, written, stopped(asked, &found)])
}

/// Says what is missing where the run was stopped.
fn stopped(asked: &FieldAsked, found: &FieldFinding) -> Result<(), Failure> {
    if !found.is_partial() {
        return Ok(());
    }
    let answered = format!(
        "{} of {} attacks are answered",
        HumanCount(found.attacks() as u64),
        HumanCount(asked.attacks())
    );
    let verdict = match found {
        FieldFinding::Matrix(_) => "",
        FieldFinding::Compare(_) => "; nothing can be said about who is better",
    };
    Err(Failure::Stopped(format!("{answered}{verdict}")))
}

/// Writes data and charts, all or none.
fn write(
    found: &FieldFinding,
    stem: &str,
    (data, destination, quiet): (Artifact, &Destination, bool),
) -> Result<(), Failure> {
    let charts = found.files(stem).map_err(anyhow::Error::from)?;
    let files: Vec<Artifact> = std::iter::once(data).chain(charts.files).collect();
    let written = destination.write(Extent::of(found.is_partial()), &files)?;
    if !quiet {
        charts.notes.iter().for_each(|note| print::note(&format!("note: {note}")));
        print::note(&written);
    }
    Ok(())
}
