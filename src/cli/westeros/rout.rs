//! `warodds westeros rout`: a battle as a morale race.

use clap::Args;

use super::unit::{UNITS, named, unit};
use super::{AnswerOptions, named_question};
use crate::cli::failure::Failure;
use crate::cli::options::checked;
use crate::games::westeros::values::{Marker, Track};
use crate::games::westeros::{
    MoraleZone, Rout, RoutAction, TrackEnd, WesterosQuestion, WesterosSide, WesterosUnit,
};
use crate::request::numbers::count;
use crate::scenario::westeros::action;

/// Whose army routs?
///
/// Units attack in the order of --order, and a destroyed unit costs its side morale. Names of units
/// end with a colon: `--a "swords: green infantry"`.
#[derive(Clone, Debug, Args)]
#[command(after_help = format!("{UNITS}\n\n{EXAMPLES}"))]
pub(super) struct RoutArgs {
    /// A unit of a, as NAME: UNIT; repeat for more units.
    #[arg(long, value_name = "NAME: UNIT", value_parser = with_name, required = true)]
    a: Vec<(String, WesterosUnit)>,
    /// A unit of b, as NAME: UNIT; repeat for more units.
    #[arg(long, value_name = "NAME: UNIT", value_parser = with_name, required = true)]
    b: Vec<(String, WesterosUnit)>,
    /// Actions in order, separated by commas: `X attacks Y`, `X flanks Y`, `X shoots Y`,
    /// `a raises`, `b rallies`, `regroup`.
    #[arg(long, value_name = "ACTIONS", value_delimiter = ',', required = true)]
    order: Vec<String>,
    /// Spaces of the morale track on either side of its centre.
    #[arg(long, value_name = "N", default_value_t = 11, allow_negative_numbers = true, value_parser = count)]
    track: i64,
    /// Position of the marker: spaces from the centre towards b's end, negative towards a's.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    marker: i64,
    /// What happens at a's end of the track: rout or stop.
    #[arg(long, value_name = "END", value_parser = end, default_value = "rout")]
    a_end: TrackEnd,
    /// What happens at b's end of the track: rout or stop.
    #[arg(long, value_name = "END", value_parser = end, default_value = "rout")]
    b_end: TrackEnd,
    /// A coloured zone, as BREAK-LAST in spaces from the centre: from inside it morale returns to
    /// the break; repeat for more zones.
    #[arg(long, value_name = "BREAK-LAST", value_parser = zone)]
    zone: Vec<MoraleZone>,
    #[command(flatten)]
    answering: AnswerOptions,
}

const EXAMPLES: &str = "\
Examples:
  warodds westeros rout --a \"swords: blue infantry\" --b \"riders: green cavalry figures=1\" \\
      --order \"swords attacks riders, riders attacks swords, regroup\" --marker 10";

/// Parses a unit with its name.
fn with_name(text: &str) -> Result<(String, WesterosUnit), String> {
    let (name, words) = text.split_once(':').ok_or_else(|| {
        format!("`{text}` has no name: write NAME: UNIT, such as `swords: green infantry`")
    })?;
    Ok((name.trim().to_owned(), unit(words)?))
}

/// Parses the end of a half of the track.
fn end(text: &str) -> Result<TrackEnd, String> {
    named(text, "an end", &TrackEnd::ALL, TrackEnd::name)
}

/// Parses a zone such as `4-6`.
fn zone(text: &str) -> Result<MoraleZone, String> {
    let pair = text.split_once('-').and_then(|(brk, last)| {
        Some(MoraleZone { brk: brk.parse().ok()?, last: last.parse().ok()? })
    });
    pair.ok_or_else(|| format!("`{text}` is not a zone: write BREAK-LAST, such as 4-6"))
}

impl RoutArgs {
    fn question(&self) -> Result<Rout, Failure> {
        let side = |side: WesterosSide, units: &[(String, WesterosUnit)]| {
            units.iter().map(|(name, unit)| (name.clone(), (side, *unit))).collect::<Vec<_>>()
        };
        // the units of a first: actions refer to units by their index in this list
        let (names, units): (Vec<String>, Vec<(WesterosSide, WesterosUnit)>) =
            [side(WesterosSide::A, &self.a), side(WesterosSide::B, &self.b)]
                .concat()
                .into_iter()
                .unzip();
        // actions name units, so a name must belong to one
        if let Some(twice) = names
            .iter()
            .enumerate()
            .find(|(place, name)| names.iter().take(*place).any(|other| other == *name))
        {
            return Err(Failure::input(format!("two units are called `{}`", twice.1)));
        }
        let order = self
            .order
            .iter()
            .map(|words| action(words, &names))
            .collect::<Result<Vec<RoutAction>, _>>()
            .map_err(Failure::input)?;
        let rout = Rout {
            units,
            order,
            track: checked("track", Track::new(self.track))?,
            marker: checked("marker", Marker::new(self.marker))?,
            ends: [self.a_end, self.b_end],
            zones: self.zone.clone(),
        };
        rout.checked().map_err(Failure::input)
    }
}

/// Answers the question.
pub(super) fn run(arguments: &RoutArgs) -> Result<(), Failure> {
    let question = WesterosQuestion::Rout(Box::new(arguments.question()?));
    arguments.answering.answer(&named_question("rout", "a v b", question))
}
