//! A battle as text: every step with its dice and the rule.

use crate::battle::Battle;
use crate::choice::{Benefit, ConditionToken, PlayerChoice, PlayerTurn, UnitAction};
use crate::field::{PlayerId, UnitId};
use crate::geometry::{Length, Point, Pose};
use crate::log::LogEntry;
use std::fmt::Write as _;

/// A battle as text, a line for each entry.
pub fn text(battle: &Battle, entries: &[LogEntry]) -> String {
    let mut teller =
        TextWriter { battle, a_is_south: true, round: 0, turn: 0, told: String::new() };
    for entry in entries {
        teller.tell(entry);
    }
    teller.told
}

/// A turn, or the end, in one line.
pub(super) fn headline(battle: &Battle, a_is_south: bool, entry: &LogEntry) -> String {
    let teller = TextWriter { battle, a_is_south, round: 0, turn: 0, told: String::new() };
    match entry {
        LogEntry::Chose { player, choice: PlayerChoice::Turn(turn) } => {
            format!("{}: {}", teller.player(*player), teller.turn_told(turn))
        }
        other => teller.of_score(other).unwrap_or_default().trim().to_owned(),
    }
}

struct TextWriter<'a> {
    battle: &'a Battle,
    a_is_south: bool,
    round: u8,
    turn: u32,
    told: String,
}

/// A length in inches.
fn inches(length: Length) -> String {
    format!("{:.1}\"", f64::from(length.thousandths()) / 1_000.0)
}

/// A place in inches.
fn point(at: Point) -> String {
    let inch = |thousandths: i32| f64::from(thousandths) / 1_000.0;
    format!("({:.1}, {:.1})", inch(at.x()), inch(at.y()))
}

/// Where somebody stands.
fn place(pose: Pose) -> String {
    format!("{} facing {:.1}°", point(pose.middle), f64::from(pose.heading.tenths()) / 10.0)
}

/// The names of tokens of these bits.
fn tokens(bits: u8) -> String {
    let held = ConditionToken::ALL.into_iter().filter(|token| bits & token.bit() != 0);
    let names: Vec<String> = held.map(|token| format!("{token:?}").to_lowercase()).collect();
    if names.is_empty() { "no tokens".to_owned() } else { names.join(", ") }
}

impl TextWriter<'_> {
    fn line(&mut self, line: &str, rule: &str) {
        // writing to a text never fails
        let _ = writeln!(self.told, "{line}  [{rule}]");
    }

    fn unit(&self, unit: UnitId) -> String {
        let name = self.battle.fighter(unit).map_or("nobody", |one| one.name.as_str());
        format!("{name} ({})", unit.0)
    }

    fn player(&self, player: PlayerId) -> &str {
        let army = usize::from((player == PlayerId::South) != self.a_is_south);
        self.battle.names.get(army).map_or("nobody", String::as_str)
    }

    fn tell(&mut self, entry: &LogEntry) {
        let rule = entry.rule().to_owned();
        match entry {
            LogEntry::Chose { player, choice } => self.chose(*player, choice, &rule),
            LogEntry::Round { round, first } => {
                (self.round, self.turn) = (*round, 0);
                let first = self.player(*first).to_owned();
                self.line(&format!("\nRound {round}: {first} goes first"), &rule);
            }
            other => {
                let told = self.of_table(other).or_else(|| self.of_unit(other));
                if let Some(told) = told.or_else(|| self.of_score(other)) {
                    self.line(&told, &rule);
                }
            }
        }
    }

    /// What happens to the table and its dice.
    fn of_table(&self, entry: &LogEntry) -> Option<String> {
        Some(match entry {
            LogEntry::Rolled { what, faces, .. } => {
                let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
                format!("    {what}: {}", faces.join(" "))
            }
            LogEntry::Piece { kind, pose, .. } => format!("  a {kind} at {}", place(*pose)),
            LogEntry::Cleared { piece } => format!("    piece {piece} is gone"),
            LogEntry::Objective { number, holder, at, .. } => {
                let by = match holder {
                    Some(unit) => format!("is carried by {}", self.unit(*unit)),
                    None => format!("lies at {}", point(*at)),
                };
                format!("    objective {number} {by}")
            }
            _ => return None,
        })
    }

    /// What happens to a unit.
    fn of_unit(&self, entry: &LogEntry) -> Option<String> {
        Some(match entry {
            LogEntry::Moved { unit, pose, .. } => {
                format!("    {} stands at {}", self.unit(*unit), place(*pose))
            }
            LogEntry::Aligned { contact, pose } => {
                let (by, on) = (self.unit(contact.by), self.unit(contact.on));
                let side = format!("{:?}", contact.side).to_lowercase();
                format!("    {by} meets {on} on its {side}, at {}", place(*pose))
            }
            LogEntry::Wounds { unit, left, .. } => format!("    {}: {left} left", self.unit(*unit)),
            LogEntry::Tokens { unit, bits, .. } => {
                format!("    {} holds {}", self.unit(*unit), tokens(*bits))
            }
            LogEntry::Destroyed { unit } => format!("    {} is destroyed", self.unit(*unit)),
            _ => return None,
        })
    }

    /// Points, and the end.
    fn of_score(&self, entry: &LogEntry) -> Option<String> {
        Some(match entry {
            LogEntry::Scored { player, points, .. } => {
                format!("    {} scores {points}", self.player(*player))
            }
            LogEntry::Ended { ending } => {
                let [south, north] = ending.points;
                let [a, b] = if self.a_is_south { [south, north] } else { [north, south] };
                let wins = |winner| format!("{} wins", self.player(winner));
                let who = ending.winner.map_or_else(|| "a draw".to_owned(), wins);
                format!("\nThe end, by {:?}: {who}, {a} : {b}", ending.by)
            }
            _ => return None,
        })
    }

    fn chose(&mut self, player: PlayerId, choice: &PlayerChoice, rule: &str) {
        // who takes the other edge is named by the one where he sat until then
        let who = self.player(player).to_owned();
        if let PlayerChoice::Edge(edge) = choice
            && *edge != player
        {
            self.a_is_south = false;
        }
        match choice {
            PlayerChoice::Turn(turn) => {
                self.turn += 1;
                let what = self.turn_told(turn);
                let line = format!("{}.{} {who}: {what}", self.round, self.turn);
                self.line(&line, rule);
            }
            PlayerChoice::Edge(edge) => self.line(&format!("{who} takes the {edge}ern edge"), rule),
            PlayerChoice::First(first) => {
                let first = self.player(*first).to_owned();
                self.line(&format!("{who} lets {first} go first"), rule);
            }
            PlayerChoice::Marks(units) => {
                let marked: Vec<String> = units.iter().map(|unit| self.unit(*unit)).collect();
                self.line(&format!("{who} marks {}", marked.join(" and ")), rule);
            }
            PlayerChoice::Target(Some(unit)) => {
                let line = format!("    {who} chooses {}", self.unit(*unit));
                self.line(&line, rule);
            }
            PlayerChoice::Retreat(None) => self.line("    it finds no way and stays", rule),
            // where it leads stands in the next line
            _ => {}
        }
    }

    fn turn_told(&self, turn: &PlayerTurn) -> String {
        match turn {
            PlayerTurn::Unit { unit, action } => {
                format!("{} {}", self.unit(*unit), self.action(action))
            }
            PlayerTurn::Ncu { seat: None, .. } => "an NCU does nothing".to_owned(),
            PlayerTurn::Ncu { seat: Some(seat), benefit } => {
                let seat = format!("{seat:?}");
                match benefit {
                    Benefit::Nothing => format!("an NCU takes the {seat} for nothing"),
                    Benefit::Test { unit } => format!("the {seat} shakes {}", self.unit(*unit)),
                    Benefit::Restore { unit, .. } => {
                        format!("the {seat} restores {}", self.unit(*unit))
                    }
                    Benefit::Token { unit, token } => {
                        let token = format!("{token:?}").to_lowercase();
                        format!("the {seat} makes {} {token}", self.unit(*unit))
                    }
                    Benefit::Act { unit, action } => {
                        let action = self.action(action);
                        format!("by the {seat} {} {action}", self.unit(*unit))
                    }
                }
            }
            PlayerTurn::Reserve { unit, .. } => format!("{} comes from reserve", self.unit(*unit)),
            PlayerTurn::Wait => "waits for room".to_owned(),
        }
    }

    fn action(&self, action: &UnitAction) -> String {
        let weapon = |unit: UnitId| self.unit(unit);
        match action {
            UnitAction::Forgo => "does nothing [A6.9]".to_owned(),
            UnitAction::Manoeuvre { ahead, .. } => format!("manoeuvres {} [A6.10]", inches(*ahead)),
            UnitAction::March { ahead, .. } => format!("marches {} [A6.11]", inches(*ahead)),
            UnitAction::Retreat(way) => {
                format!("retreats {:?} [A6.12]", way.direction).to_lowercase().replace("a6", "A6")
            }
            UnitAction::Shoot { target, shift, .. } => {
                let shifts = if shift.is_some() { "shifts and " } else { "" };
                format!("{shifts}shoots at {} [A6.13]", weapon(*target))
            }
            UnitAction::Melee { target, .. } => format!("attacks {} [A6.15]", weapon(*target)),
            UnitAction::Charge { target, arc, .. } => {
                let arc = format!("{arc:?}").to_lowercase();
                format!("charges {}, {arc} [A6.16]", weapon(*target))
            }
            UnitAction::Demolish { piece } => format!("pulls down piece {piece} [A10.5]"),
        }
    }
}
