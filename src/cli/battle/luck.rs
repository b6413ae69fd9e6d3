//! `warodds battle luck LOG`.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use warodds_battles::field::UnitId;
use warodds_battles::log::BattleEnding;
use warodds_battles::luck::{BattleLuck, LuckDocument, LuckOfPurpose, LuckOfRoll};
use warodds_battles::replay::{LogError, LogFile, end_reason};
use warodds_charts::text::words;

use super::super::failure::Failure;
use super::super::file_format::FileFormat;
use super::super::input::Input;
use super::super::keys::KeyOptions;
use super::super::print::{note, print};
use super::super::results::{Destination, Extent};
use crate::catalogue::Catalogue;
use crate::report::{Artifact, charts};
use crate::request::asoiaf::BattleCards;
use crate::request::numbers::within;

/// Split the result of a battle into luck and decisions.
///
/// The result of an army is the points that its enemy lost minus those that it lost itself; each
/// wound counts its share of the cost of its unit. The luck of an attack, a charge, a panic test or
/// a throw for dangerous terrain is what it changed in the result minus what it changes on average,
/// computed exactly before the dice. The rest is due to decisions: of both players, against each
/// other. Points of the mode are not counted. The log is checked first, as by `warodds battle
/// check`.
#[derive(Clone, Debug, Args)]
pub(super) struct BattleLuckArgs {
    /// A log that `warodds battle replay --log` wrote.
    #[arg(value_name = "LOG")]
    log: PathBuf,
    #[command(flatten)]
    cards: KeyOptions<BattleCards>,
    /// How many of the luckiest and the unluckiest rolls to list.
    #[arg(long, value_name = "N", default_value = "3", value_parser = within::<u16, 0, 1000>)]
    top: u16,
    /// Print JSON, with all rolls.
    #[arg(long, conflicts_with = "top")]
    json: bool,
    /// Write the text, the JSON and a chart of the luck to DIR/<log>-luck/.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Hide the list of written files.
    #[arg(long)]
    quiet: bool,
}

/// Prints the luck in a battle, and writes files if requested.
pub(super) fn run(arguments: &BattleLuckArgs) -> Result<(), Failure> {
    let catalogue = arguments.cards.keys.open(Catalogue::shipped())?;
    let input = Input::read(&arguments.log)?;
    let out = arguments.out.as_ref();
    let destination = out.map(|out| Destination::of_game(out, &input, "-luck")).transpose()?;
    destination
        .iter()
        .try_for_each(|one| one.check_writable(arguments.json, &FileFormat::WITHOUT_PAGE))?;
    let wrong = |error: LogError| Failure::input(format!("{}: {error}", input.name()));
    let log = LogFile::parse(&input.text).map_err(wrong)?;
    let luck = log.luck(&catalogue).map_err(wrong)?;
    let text = render(&log, &luck, arguments.top.into());
    let json = serde_json::to_string_pretty(&LuckDocument::new(&luck));
    let json = json.map_err(anyhow::Error::from)? + "\n";
    // a failure to write must not hide the answer: print it, then report all failures
    let printed = print(if arguments.json { &json } else { &text });
    let written = destination.map_or(Ok(()), |destination| {
        let drawn = charts::of_battle_luck(&log, &luck).map_err(anyhow::Error::from)?;
        let answers = [Artifact::new("luck.txt", text), Artifact::new("luck.json", json)];
        let artifacts: Vec<Artifact> = answers.into_iter().chain(drawn.files).collect();
        let written = destination.write(Extent::Whole, &artifacts)?;
        if !arguments.quiet {
            note(&written);
        }
        Ok(())
    });
    Failure::of_all([printed, written])
}

/// Formats points with their sign.
fn signed(points: f64) -> String {
    // no "−0.0"
    let rounded = (points * 10.0).round() / 10.0 + 0.0;
    format!("{rounded:+.1}").replace('-', "−")
}

/// Renders the luck in a battle as text.
fn render(log: &LogFile, luck: &BattleLuck, top: usize) -> String {
    let names = names(log);
    let mut out = String::new();
    let BattleEnding { winner, by } = luck.ending;
    let result =
        winner.map_or_else(|| "A draw".to_owned(), |winner| format!("The {winner}ern player wins"));
    // writing to a string never fails
    let _ = writeln!(out, "{result} by {}.", end_reason(by));
    for (army, name) in names.iter().enumerate() {
        let _ = writeln!(
            out,
            "{name}: lost {:.1} points, destroyed {:.1}; balance {} = luck {} and decisions {}.",
            luck.lost[army],
            luck.lost[1 - army],
            signed(luck.result(army)),
            signed(luck.luck(army)),
            signed(luck.decisions(army))
        );
    }
    write_purposes(&mut out, log, luck);
    let [a, b] = &names;
    for (army, name) in names.iter().enumerate() {
        let mut rolls: Vec<&LuckOfRoll> =
            luck.rolls.iter().filter(|roll| roll.luck(army) > 0.0).collect();
        rolls.sort_by(|one, other| other.luck(army).total_cmp(&one.luck(army)));
        rolls.truncate(top);
        if !rolls.is_empty() {
            let _ = writeln!(out, "\nLuckiest rolls for {name}, in points; what {a} and {b} lost");
            rolls.into_iter().for_each(|roll| write_roll(&mut out, log, army, roll));
        }
    }
    out
}

/// Returns the names of the armies.
fn names(log: &LogFile) -> [String; 2] {
    words::army_names(log.armies.each_ref().map(|army| army.name.as_str()))
}

/// Lists the luck by army and purpose.
fn write_purposes(out: &mut String, log: &LogFile, luck: &BattleLuck) {
    let names = names(log);
    let [a, b] = &names;
    let purposes = luck.by_purpose(|unit| log.army_of(unit));
    let label = |of: &LuckOfPurpose| {
        format!("{} of {}", of.purpose, names.get(of.army).map_or("", String::as_str))
    };
    let width = purposes.iter().map(|of| label(of).chars().count()).max().unwrap_or_default();
    let _ = writeln!(out, "\nLuck of {a} in points, by kind of roll; that of {b} is the opposite");
    let _ = writeln!(out, "  {:width$}  {:>5}  {:>6}", "", "rolls", "luck");
    for of in &purposes {
        let _ = writeln!(out, "  {:width$}  {:>5}  {:>6}", label(of), of.rolls, signed(of.luck));
    }
}

/// Describes a roll with its luck for an army.
fn write_roll(out: &mut String, log: &LogFile, army: usize, roll: &LuckOfRoll) {
    let name = |unit: UnitId| {
        log.head.units.get(usize::from(unit.0)).map_or("?", |unit| unit.name.as_str())
    };
    // no "-0.0"
    let points = |lost: [f64; 2]| {
        let [a, b] = lost.map(|points| (points * 10.0).round() / 10.0 + 0.0);
        format!("{a:.1} and {b:.1}").replace('-', "−")
    };
    let enemy = roll.enemy.map_or_else(String::new, |enemy| format!(" → {}", name(enemy)));
    let _ = writeln!(
        out,
        "  {}  round {}, {}{enemy}: {}: lost {}; expected {}",
        signed(roll.luck(army)),
        roll.round,
        name(roll.unit),
        roll.purpose.name(),
        points(roll.lost),
        points(roll.expected)
    );
}
