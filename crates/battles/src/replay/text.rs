//! Renders a battle as text: every step with its dice and its rule.

mod cards;
mod choices;

use crate::battle::Battle;
use crate::choice::{ConditionToken, PlayerChoice, PlayerTurn};
use crate::field::{PlayerId, UnitId};
use crate::geometry::{Length, Point, Pose};
use crate::log::{EndReason, LogEntry};
use crate::share::ShareEstimate;
use std::fmt::Write as _;

/// Renders a battle as text, one line for each event.
///
/// # Examples
/// ```
/// # use std::path::Path;
/// # use warodds_battles::{file::load_text, replay::text, run::replay};
/// # use warodds_questions::catalogue::Catalogue;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let file_text = r#"
/// #     [battle]
/// #     mode = "a-clash-of-kings"
/// #     [a]
/// #     name = "Lions"
/// #     units = ["lannister guardsmen"]
/// #     [b]
/// #     units = ["stark sworn swords"]
/// # "#;
/// let file = load_text(Path::new("battle.toml"), file_text, Catalogue::shipped())?;
/// let log = replay(&file.battle, file.policies, (1, 0))?;
/// let text = text(&file.battle, &log);
/// assert!(text.contains("Round 1: "));
/// assert!(text.contains("The end, by "));
/// # Ok(())
/// # }
/// ```
pub fn text(battle: &Battle, entries: &[LogEntry]) -> String {
    text_with_odds(battle, entries, &[])
}

/// Renders a battle as [`text`] does, with the odds of army `a` before each turn as far as they are
/// known.
pub fn text_with_odds(battle: &Battle, entries: &[LogEntry], odds: &[ShareEstimate]) -> String {
    let mut writer =
        TextWriter { battle, a_is_south: true, round: 0, turn: 0, text: String::new() };
    let mut odds = odds.iter();
    for entry in entries {
        if matches!(entry, LogEntry::Chose { choice: PlayerChoice::Turn(_), .. })
            && let Some(odds) = odds.next()
        {
            // writing to a string never fails
            let _ = writeln!(writer.text, "  odds of {}: {}", battle.names[0], odds_words(*odds));
        }
        writer.write(entry);
    }
    writer.text
}

/// Formats odds in percent with their interval.
fn odds_words(odds: ShareEstimate) -> String {
    let [p, low, high] = [odds.p, odds.ci95[0], odds.ci95[1]].map(|share| 100.0 * share);
    format!("{p:.1} % ({low:.1} to {high:.1})")
}

/// Describes a turn or the end of a battle in one line.
pub(super) fn headline(battle: &Battle, a_is_south: bool, entry: &LogEntry) -> String {
    let writer = TextWriter { battle, a_is_south, round: 0, turn: 0, text: String::new() };
    match entry {
        LogEntry::Chose { player, choice: PlayerChoice::Turn(turn) } => {
            format!("{}: {}", writer.player(*player), writer.describe_turn(turn))
        }
        other => writer.describe_score(other).unwrap_or_default().trim().to_owned(),
    }
}

/// Describes a turn.
pub(super) fn turn_words(battle: &Battle, turn: &PlayerTurn) -> String {
    let (a_is_south, text) = (true, String::new());
    TextWriter { battle, a_is_south, round: 0, turn: 0, text }.describe_turn(turn)
}

struct TextWriter<'a> {
    battle: &'a Battle,
    a_is_south: bool,
    round: u8,
    turn: u32,
    text: String,
}

/// Formats a length in inches.
fn inches(length: Length) -> String {
    format!("{:.1}\"", f64::from(length.thousandths()) / 1_000.0)
}

/// Formats a point in inches east and north of the middle of the table.
fn point(at: Point) -> String {
    // "−0.0" would read as another place than "0.0"
    let inches = |thousandths: i32| {
        let text = format!("{:.1}", f64::from(thousandths.abs()) / 1_000.0);
        if thousandths < 0 && text != "0.0" { format!("−{text}") } else { text }
    };
    format!("({}, {})", inches(at.x()), inches(at.y()))
}

fn pose_text(pose: Pose) -> String {
    format!("{}, facing {:.1}°", point(pose.middle), f64::from(pose.heading.tenths()) / 10.0)
}

/// Lists the condition tokens of a set of bits.
fn tokens(bits: u8) -> String {
    let held = ConditionToken::ALL.into_iter().filter(|token| bits & token.bit() != 0);
    let names: Vec<String> = held.map(|token| format!("{token:?}").to_lowercase()).collect();
    if names.is_empty() { "no tokens".to_owned() } else { names.join(", ") }
}

/// Names the reason for which a battle ended, to follow "by".
pub const fn end_reason(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Goal => "victory points",
        EndReason::RoundLimit => "points after the last round",
        EndReason::Elimination => "elimination",
        EndReason::TieBreak => "tie-break",
        EndReason::Defence => "a wall that was held",
    }
}

// Unit names are singular or plural ("Grey Wind", "Sworn Swords"), so lines have the form
// "name: what happened", without a verb that would have to agree.
impl TextWriter<'_> {
    fn line(&mut self, line: &str, rule: &str) {
        // writing to a string never fails
        let _ = writeln!(self.text, "{line}  [{rule}]");
    }

    fn unit(&self, unit: UnitId) -> String {
        let name = self.battle.fighter(unit).map_or("nobody", |fighter| fighter.name.as_str());
        format!("{name} ({})", unit.0)
    }

    fn player(&self, player: PlayerId) -> &str {
        let army = usize::from((player == PlayerId::South) != self.a_is_south);
        self.battle.names.get(army).map_or("nobody", String::as_str)
    }

    fn write(&mut self, entry: &LogEntry) {
        let rule = entry.rule().to_owned();
        match entry {
            LogEntry::Chose { player, choice } => self.write_choice(*player, choice, &rule),
            LogEntry::Round { round, first } => {
                (self.round, self.turn) = (*round, 0);
                let first = self.player(*first).to_owned();
                self.line(&format!("\nRound {round}: first turn: {first}"), &rule);
            }
            // each describes its own kinds of events, so at most one applies
            other => {
                let text = self.describe_table(other).or_else(|| self.describe_unit(other));
                let text = text.or_else(|| self.describe_card(other));
                let text = text.or_else(|| self.describe_mission(other));
                let text = text.or_else(|| self.describe_siege_card(other));
                if let Some(text) = text.or_else(|| self.describe_score(other)) {
                    self.line(&text, &rule);
                }
            }
        }
    }

    /// Describes dice and changes of the table.
    fn describe_table(&self, entry: &LogEntry) -> Option<String> {
        Some(match entry {
            LogEntry::Rolled { what, faces, .. } => {
                let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
                format!("    {what}: {}", faces.join(" "))
            }
            LogEntry::Piece { kind, pose, .. } => format!("  {kind} at {}", pose_text(*pose)),
            LogEntry::Cleared { piece } => format!("    piece {piece} is removed"),
            LogEntry::Objective { number, holder, at, .. } => {
                let place = match holder {
                    Some(unit) => format!("carried by {}", self.unit(*unit)),
                    None => format!("at {}", point(*at)),
                };
                format!("    objective {number} {place}")
            }
            _ => return None,
        })
    }

    /// Describes what happens to a unit.
    fn describe_unit(&self, entry: &LogEntry) -> Option<String> {
        Some(match entry {
            LogEntry::Moved { unit, pose, .. } => {
                format!("    {}: at {}", self.unit(*unit), pose_text(*pose))
            }
            LogEntry::Aligned { contact, pose } => {
                let (by, on) = (self.unit(contact.by), self.unit(contact.on));
                let side = format!("{:?}", contact.side).to_lowercase();
                format!("    {by}: in contact with the {side} of {on}, at {}", pose_text(*pose))
            }
            LogEntry::Wounds { unit, left, .. } => {
                let wounds = if *left == 1 { "wound" } else { "wounds" };
                format!("    {}: {left} {wounds} left", self.unit(*unit))
            }
            LogEntry::Tokens { unit, bits, .. } => {
                format!("    {}: {}", self.unit(*unit), tokens(*bits))
            }
            LogEntry::Destroyed { unit } => format!("    {}: destroyed", self.unit(*unit)),
            _ => return None,
        })
    }

    /// Describes points and the end.
    fn describe_score(&self, entry: &LogEntry) -> Option<String> {
        Some(match entry {
            LogEntry::Scored { player, points, .. } => {
                let noun = if *points == 1 { "point" } else { "points" };
                format!("    {}: {points} {noun}", self.player(*player))
            }
            LogEntry::Ended { ending } => {
                let [south, north] = ending.points;
                let [a, b] = if self.a_is_south { [south, north] } else { [north, south] };
                let winner = |winner| format!("winner: {}", self.player(winner));
                let result = ending.winner.map_or_else(|| "a draw".to_owned(), winner);
                format!("\nThe end, by {}: {result}, {a} : {b}", end_reason(ending.by))
            }
            _ => return None,
        })
    }
}
