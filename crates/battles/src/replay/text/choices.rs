//! What players choose, in the text of a battle.

use super::{TextWriter, inches};
use crate::battle::Mode;
use crate::choice::{Benefit, FreeStep, PlayerChoice, PlayerTurn, Shift, UnitAction};
use crate::field::PlayerId;

impl TextWriter<'_> {
    pub(super) fn write_choice(&mut self, player: PlayerId, choice: &PlayerChoice, rule: &str) {
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

    pub(super) fn describe_turn(&self, turn: &PlayerTurn) -> String {
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
