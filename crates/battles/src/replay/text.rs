//! Renders a battle as text: every step with its dice and its rule.

use crate::battle::{Battle, Mode};
use crate::cards::{CardChoice, CardId, CardWay, PlayedCard};
use crate::choice::{
    Benefit, ConditionToken, FreeStep, PlayerChoice, PlayerTurn, Shift, UnitAction,
};
use crate::field::{PlayerId, UnitId};
use crate::geometry::{Length, Point, Pose};
use crate::log::{EndReason, LogEntry, MissionEvent};
use crate::missions::MissionId;
use crate::share::ShareEstimate;
use crate::siege::SiegeSide;
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
    format!("{p:.1}% ({low:.1} to {high:.1})")
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

    fn card(&self, player: PlayerId, card: CardId) -> &str {
        let army = usize::from((player == PlayerId::South) != self.a_is_south);
        let deck = self.battle.decks.as_ref().and_then(|decks| decks.get(army));
        deck.and_then(|deck| deck.card(card)).map_or("an unknown card", |card| card.name.as_str())
    }

    /// Describes tactics cards that are drawn, played and discarded.
    fn describe_card(&self, entry: &LogEntry) -> Option<String> {
        Some(match entry {
            LogEntry::Drew { player, card, .. } => {
                format!("    {}: draws {}", self.player(*player), self.card(*player, *card))
            }
            LogEntry::Discarded { player, card, rule } => {
                let verb = if rule == "A8.3" { "has played" } else { "discards" };
                format!("    {}: {verb} {}", self.player(*player), self.card(*player, *card))
            }
            LogEntry::Fetched { player, card, .. } => {
                format!("    {}: takes {}", self.player(*player), self.card(*player, *card))
            }
            LogEntry::Returned { player, card, .. } => {
                let card = self.card(*player, *card);
                format!("    {}: returns {card} to the deck", self.player(*player))
            }
            LogEntry::NcuLost { player, ncu, .. } => {
                format!("    {}: leaves the battle", self.card(*player, *ncu))
            }
            LogEntry::NcuSilenced { player, ncu, .. } => {
                format!("    {}: no abilities this round", self.card(*player, *ncu))
            }
            LogEntry::NcuTokens { player, ncu, left, .. } => {
                let tokens = if *left == 1 { "order token" } else { "order tokens" };
                format!("    {}: {left} {tokens} left", self.card(*player, *ncu))
            }
            LogEntry::Stays { player, card, unit, .. } if card.ncu().is_some() => {
                format!("    {}: influenced by {}", self.unit(*unit), self.card(*player, *card))
            }
            LogEntry::Left { player, card, unit, .. } if card.ncu().is_some() => {
                let (unit, ncu) = (self.unit(*unit), self.card(*player, *card));
                format!("    {unit}: no longer influenced by {ncu}")
            }
            LogEntry::Stays { player, card, unit, .. } => {
                format!("    {}: {} stays on it", self.unit(*unit), self.card(*player, *card))
            }
            LogEntry::Left { player, card, unit, .. } => {
                format!("    {}: {} leaves it", self.unit(*unit), self.card(*player, *card))
            }
            LogEntry::CardTokens { player, card, unit, tokens, .. } => {
                let (unit, card) = (self.unit(*unit), self.card(*player, *card));
                let plural = if *tokens == 1 { "token" } else { "tokens" };
                format!("    {unit}: {tokens} {plural} on {card}")
            }
            _ => return None,
        })
    }

    fn way(&self, player: PlayerId, choice: CardChoice) -> Option<&CardWay> {
        let army = usize::from((player == PlayerId::South) != self.a_is_south);
        self.battle.decks.as_ref()?.get(army)?.way(choice)
    }

    /// Describes a card that a player declares or plays.
    fn describe_declared(&self, player: PlayerId, choice: CardChoice) -> String {
        let trigger = self.way(player, choice).map_or("", |way| way.trigger_words);
        let card = self.card(player, choice.card);
        format!("    {}: {card}, {trigger}", self.player(player))
    }

    /// Describes what became of a mission.
    fn describe_mission(&self, entry: &LogEntry) -> Option<String> {
        let LogEntry::Mission { mission, event, player, .. } = entry else { return None };
        let mission = self.mission(*mission);
        let Some(player) = player else {
            let is_new = *event == MissionEvent::Opened;
            let verb = if is_new { "is open to both players" } else { "is discarded" };
            return Some(format!("    mission {mission}: {verb}"));
        };
        let verb = match event {
            MissionEvent::Drawn => "draws",
            MissionEvent::Opened => "opens",
            MissionEvent::Fulfilled => "fulfils",
            MissionEvent::Returned => "takes back",
            MissionEvent::Discarded => "discards",
        };
        Some(format!("    {}: {verb} the mission {mission}", self.player(*player)))
    }

    /// Describes a siege card that was drawn (A13.3.3).
    fn describe_siege_card(&self, entry: &LogEntry) -> Option<String> {
        let LogEntry::SiegeCard { player, card, .. } = entry else { return None };
        // the attacker sits at the southern edge
        let side = match player {
            PlayerId::South => SiegeSide::Attacker,
            PlayerId::North => SiegeSide::Defender,
        };
        let card = self.battle.siege.as_ref().and_then(|siege| siege.card(side, *card));
        let name = card.map_or("that is unknown", |card| card.name.as_str());
        Some(format!("  {}: draws the siege card {name}", self.player(*player)))
    }

    fn mission(&self, id: MissionId) -> &str {
        let deck = self.battle.missions.as_ref();
        let mission = deck.and_then(|deck| deck.mission(id));
        mission.map_or("that is unknown", |mission| mission.name.as_str())
    }

    /// Describes a card that a player plays outside of attacks, with its units and options.
    fn describe_played(&self, player: PlayerId, played: &PlayedCard) -> String {
        let mut line = self.describe_declared(player, played.choice);
        if let Some(unit) = played.unit {
            line += &format!(", for {}", self.unit(unit));
        }
        if let Some(enemy) = played.enemy {
            line += &format!(", against {}", self.unit(enemy));
        }
        if !played.zones.is_empty() {
            let zones: Vec<String> = played.zones.iter().map(|zone| format!("{zone:?}")).collect();
            line += &format!(", naming {}", zones.join(" and "));
        }
        let effects = self.way(player, played.choice).and_then(|way| way.battle.as_ref());
        let options = effects.and_then(|play| play.effects.choice.as_ref());
        let options = options.map_or(&[][..], |choice| choice.options.as_slice());
        let taken = played.options.iter().filter_map(|option| options.get(usize::from(*option)));
        let names: Vec<&str> = taken.map(|(name, _)| name.as_str()).collect();
        if names.is_empty() { line } else { format!("{line}: {}", names.join(", ")) }
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

    fn write_choice(&mut self, player: PlayerId, choice: &PlayerChoice, rule: &str) {
        // looked up before the edges change: `player` is the edge where the chooser sat until now
        let who = self.player(player).to_owned();
        if let PlayerChoice::Edge(edge) = choice
            && *edge != player
        {
            self.a_is_south = false;
        }
        if matches!(choice, PlayerChoice::Turn(_)) {
            self.turn += 1;
        }
        if let Some(line) = self.describe_choice(player, &who, choice) {
            self.line(&line, rule);
        }
    }

    /// Describes a choice; `None` if its effect is in the next line.
    fn describe_choice(
        &self,
        player: PlayerId,
        who: &str,
        choice: &PlayerChoice,
    ) -> Option<String> {
        Some(match choice {
            PlayerChoice::Turn(turn) => {
                format!("{}.{} {who}: {}", self.round, self.turn, self.describe_turn(turn))
            }
            PlayerChoice::Seat(claim) => {
                let seat = claim.map(|(seat, _)| seat);
                let benefit = claim.map_or(Benefit::Nothing, |(_, benefit)| benefit);
                format!("    {who}: {}", self.describe_turn(&PlayerTurn::Ncu { seat, benefit }))
            }
            PlayerChoice::Edge(edge) if self.battle.mode.has_siege() => {
                let verb = if *edge == PlayerId::South { "attacks" } else { "defends" };
                format!("{who}: {verb}, at the {edge}ern edge")
            }
            PlayerChoice::Edge(edge) => format!("{who}: {edge}ern edge"),
            PlayerChoice::First(first) => {
                format!("{who}: first turn goes to {}", self.player(*first))
            }
            PlayerChoice::Marks(units) => {
                let marked: Vec<String> = units.iter().map(|unit| self.unit(*unit)).collect();
                format!("{who}: marks on {}", marked.join(" and "))
            }
            PlayerChoice::Target(Some(unit)) => format!("    {who}: target {}", self.unit(*unit)),
            PlayerChoice::Card(Some(choice)) => self.describe_declared(player, *choice),
            PlayerChoice::Mission(mission) => {
                let is_open = self.battle.mode == Mode::DarkWingsDarkWords;
                let verb = if is_open { "replaces" } else { "chooses" };
                format!("    {who}: {verb} the mission {}", self.mission(*mission))
            }
            PlayerChoice::Ncu(ncu) => format!("    NCU: {}", self.card(player, *ncu)),
            PlayerChoice::Silence(ncu) => {
                format!("    no abilities: {}", self.card(player.opponent(), *ncu))
            }
            PlayerChoice::Play(Some(played)) => self.describe_played(player, played),
            PlayerChoice::Options(options) => {
                let numbers: Vec<String> =
                    options.iter().map(|option| (option + 1).to_string()).collect();
                format!("    {who}: takes option {}", numbers.join(" and "))
            }
            PlayerChoice::Act(step) => {
                let step = step.map_or_else(|| "nothing".to_owned(), |one| self.describe_step(one));
                format!("    {who}: {step}")
            }
            PlayerChoice::Retreat(None) => "    no path: the unit stays".to_owned(),
            _ => return None,
        })
    }

    fn describe_turn(&self, turn: &PlayerTurn) -> String {
        match turn {
            PlayerTurn::Unit { unit, action } => {
                format!("{}: {}", self.unit(*unit), self.describe_action(action))
            }
            PlayerTurn::Ncu { seat: None, .. } => "an NCU claims no zone".to_owned(),
            PlayerTurn::Ncu { seat: Some(seat), benefit } => match benefit {
                Benefit::Nothing => format!("{seat:?}: no effect"),
                Benefit::Test { unit } => format!("{seat:?}: panic test of {}", self.unit(*unit)),
                Benefit::Restore { unit, .. } => {
                    format!("{seat:?}: restores {}", self.unit(*unit))
                }
                Benefit::Token { unit, token } | Benefit::Mission { unit, token } => {
                    let token = format!("{token:?}").to_lowercase();
                    let more =
                        if matches!(benefit, Benefit::Mission { .. }) { ", a mission" } else { "" };
                    format!("{seat:?}: {token} token for {}{more}", self.unit(*unit))
                }
                Benefit::Act { unit, action } => {
                    let action = self.describe_action(action);
                    format!("{seat:?}: {}: {action}", self.unit(*unit))
                }
            },
            PlayerTurn::Reserve { unit, .. } => format!("{}: from reserve", self.unit(*unit)),
            PlayerTurn::Wait => "waits: no reserve can enter".to_owned(),
        }
    }

    /// Describes what a unit does freely by a card.
    fn describe_step(&self, step: FreeStep) -> String {
        match step {
            FreeStep::Action(action) => self.describe_action(&action),
            FreeStep::Shift(Shift { direction, by }) => {
                let direction = format!("{direction:?}").to_lowercase();
                format!("shift {} {direction} [A6.8]", inches(by))
            }
            FreeStep::Pivot(_) => "pivot [A6.7]".to_owned(),
        }
    }

    fn describe_action(&self, action: &UnitAction) -> String {
        match action {
            UnitAction::Forgo => "no action [A6.9]".to_owned(),
            UnitAction::Manoeuvre { ahead, .. } => format!("manoeuvre {} [A6.10]", inches(*ahead)),
            UnitAction::March { ahead, .. } => format!("march {} [A6.11]", inches(*ahead)),
            UnitAction::Retreat(path) => {
                let direction = format!("{:?}", path.direction).to_lowercase();
                format!("retreat {direction} [A6.12]")
            }
            UnitAction::Shoot { target, shift, .. } => {
                let shift = if shift.is_some() { "shift and " } else { "" };
                format!("{shift}ranged attack on {} [A6.13]", self.unit(*target))
            }
            UnitAction::Melee { target, .. } => {
                format!("melee attack on {} [A6.15]", self.unit(*target))
            }
            UnitAction::Charge { target, arc, .. } => {
                let arc = format!("{arc:?}").to_lowercase();
                format!("charge on {}, {arc} [A6.16]", self.unit(*target))
            }
            UnitAction::Demolish { piece } => format!("destroys piece {piece} [A10.5]"),
        }
    }
}
