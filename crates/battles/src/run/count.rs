//! Counts of one battle.

use super::tally::{BattleTally, CELL};
use crate::battle::Battle;
use crate::cards::CardId;
use crate::choice::{MissionId, PlayerChoice, PlayerTurn, UnitAction};
use crate::field::{PlayerId, UnitId};
use crate::geometry::Point;
use crate::log::{EndingEntry, LogEntry, MissionEvent, Recorder, RuleViolation};

/// Rules of deployment, which is no move.
const DEPLOYED_BY: [&str; 5] = ["A13.9", "A13.2.2", "A13.3.1", "A13.3.4", "A13.3.5"];

/// Adds the events of a battle to a tally.
#[derive(Debug)]
pub struct BattleCounter<'a> {
    battle: &'a Battle,
    tally: &'a mut BattleTally,
    /// The number of the battle, if it can be replayed.
    game: Option<u64>,
    /// The edge of army `a`.
    seat: PlayerId,
    first: PlayerId,
    round: u8,
    points: [u8; 2],
    /// Copies drawn and played of each kind of tactics card, as in [`BattleTally::cards`].
    cards: Vec<[u8; 2]>,
    /// Uses of each NCU, as in [`BattleTally::ncus`].
    ncus: Vec<u32>,
    /// The mission whose points are scored next.
    fulfilled: Option<MissionId>,
}

impl<'a> BattleCounter<'a> {
    /// Starts to count a battle.
    pub fn new(battle: &'a Battle, tally: &'a mut BattleTally) -> Self {
        let (south, points, cards) = (PlayerId::South, [0; 2], vec![[0; 2]; tally.cards.len()]);
        let (seat, first, round, game, fulfilled) = (south, south, 0, None, None);
        let ncus = vec![0; tally.ncus.len()];
        Self { battle, tally, game, seat, first, round, points, cards, ncus, fulfilled }
    }

    /// Sets the number of a battle that can be replayed.
    #[must_use]
    pub fn of_game(self, game: u64) -> Self {
        Self { game: Some(game), ..self }
    }

    /// Returns the army at an edge.
    fn army(&self, player: PlayerId) -> usize {
        usize::from(player != self.seat)
    }

    /// Counts a card that is drawn (0) or played (1).
    fn card(&mut self, player: PlayerId, card: CardId, event: usize) {
        // NCUs are not drawn; their uses are counted as they are chosen
        if card.ncu().is_some() {
            return;
        }
        let first = self.battle.decks.as_ref().map_or(0, |decks| decks[0].kinds.len());
        let place = usize::from(card.0) + first * self.army(player);
        if let Some(counts) = self.cards.get_mut(place) {
            counts[event] = counts[event].saturating_add(1);
        }
    }

    /// Counts a use of an NCU; cards are counted as they leave the hand.
    fn uses(&mut self, player: PlayerId, card: CardId) {
        let Some(ncu) = card.ncu() else { return };
        let first = self.battle.decks.as_ref().map_or(0, |decks| decks[0].ncus.len());
        let place = ncu + first * self.army(player);
        if let Some(count) = self.ncus.get_mut(place) {
            *count += 1;
        }
    }

    /// Counts points, and the mission by which they were scored.
    fn scored(&mut self, player: PlayerId, points: u8, unit: Option<UnitId>) {
        let held = &mut self.points[player.index()];
        *held = held.saturating_add(points);
        if let Some(tally) = unit.and_then(|unit| self.tally.units.get_mut(usize::from(unit.0))) {
            tally.points += u64::from(points);
        }
        let army = self.army(player);
        let mission = self.fulfilled.take();
        let mission = mission.and_then(|id| self.tally.missions.get_mut(usize::from(id.0)));
        if let Some(mission) = mission {
            mission.fulfilled[army] += 1;
            mission.points[army] += u64::from(points);
        }
    }

    /// Counts the cards and NCUs of a battle that an army won, or none.
    fn cards_end(&mut self, winner: Option<usize>) {
        let kinds = self.battle.cards().map(|(army, _)| army);
        let counts = self.cards.iter().zip(kinds).zip(&mut self.tally.cards);
        for (([drawn, played], army), card) in counts.filter(|((counts, _), _)| counts[0] > 0) {
            card.drawn += u64::from(*drawn);
            card.played += u64::from(*played);
            let battles = if *played > 0 { &mut card.with } else { &mut card.without };
            battles[0] += 1;
            battles[1] += u64::from(winner == Some(army));
        }
        let armies = self.battle.ncu_cards().map(|(army, _)| army);
        for ((used, army), ncu) in self.ncus.iter().zip(armies).zip(&mut self.tally.ncus) {
            ncu.count(*used, winner == Some(army));
        }
    }

    fn chose(&mut self, player: PlayerId, choice: &PlayerChoice) {
        match choice {
            // army `a` is at the southern edge until the roll-off's winner chooses otherwise
            PlayerChoice::Edge(edge) if *edge != player => self.seat = PlayerId::North,
            PlayerChoice::Turn(PlayerTurn::Unit { unit, action }) => {
                self.activated(*unit, kind(action))
            }
            // the last of `ACTIONS`: entering from reserve is a turn, but no action (A13.2.2)
            PlayerChoice::Turn(PlayerTurn::Reserve { unit, .. }) => self.activated(*unit, 8),
            PlayerChoice::Play(Some(played)) => self.uses(player, played.choice.card),
            PlayerChoice::Card(Some(choice)) => self.uses(player, choice.card),
            _ => {}
        }
    }

    fn activated(&mut self, unit: UnitId, kind: usize) {
        if let Some(tally) = self.tally.units.get_mut(usize::from(unit.0))
            && let Some(count) = tally.activations.get_mut(kind)
        {
            *count += 1;
        }
    }

    /// Counts the position at the end of a move, seen from the unit's own edge.
    fn stood(&mut self, unit: UnitId, at: Point) {
        let army = self.battle.army_of(usize::from(unit.0));
        let at = if (army == 0) == (self.seat == PlayerId::South) { at } else { at.rotated_180() };
        let [columns, rows] = self.tally.squares;
        let table = self.battle.table;
        let square = |along: i32, side: i32, most: usize| {
            // a middle may lie beyond the last whole square, but never off the table
            let from_edge = (along + side / 2).max(0) / (1_000 * CELL);
            (from_edge.unsigned_abs() as usize).min(most - 1)
        };
        let column = square(at.x(), table.width(), columns);
        let row = square(at.y(), table.depth(), rows);
        if let Some(count) = self.tally.places[army].get_mut(row * columns + column) {
            *count += 1;
        }
    }

    /// Counts the points after a round.
    fn round_ends(&mut self) {
        let by_army = [self.points[self.seat.index()], self.points[self.seat.opponent().index()]];
        let Some(round) = usize::from(self.round).checked_sub(1) else { return };
        let Some(held) = self.tally.by_round.get_mut(round) else { return };
        for (counts, points) in held.iter_mut().zip(by_army) {
            count(counts, points.into());
        }
    }

    fn ended(&mut self, ending: EndingEntry) {
        self.round_ends();
        self.cards_end(ending.winner.map(|winner| self.army(winner)));
        let tally = &mut *self.tally;
        tally.games += 1;
        count(&mut tally.ended, BattleTally::ended_by(ending.by));
        count(&mut tally.rounds, self.round.into());
        let by_army =
            [ending.points[self.seat.index()], ending.points[self.seat.opponent().index()]];
        for (counts, points) in tally.points.iter_mut().zip(by_army) {
            count(counts, points.into());
        }
        let [a, b] = by_army.map(usize::from).map(|points| points.min(BattleTally::MAX_POINTS));
        count(&mut tally.difference, BattleTally::MAX_POINTS + a - b);
        if let Some(game) = self.game {
            tally.counted_game(a as i64 - b as i64, game);
        }
        let Some(winner) = ending.winner else {
            tally.won[2] += 1;
            return;
        };
        tally.by_first[usize::from(winner != self.first)] += 1;
        tally.by_edge[winner.index()] += 1;
        let army = usize::from(winner != self.seat);
        tally.won[army] += 1;
    }
}

/// Counts a value; values beyond the last bin go to the last bin.
fn count(counts: &mut [u64], number: usize) {
    let last = counts.len().saturating_sub(1);
    if let Some(held) = counts.get_mut(number.min(last)) {
        *held += 1;
    }
}

/// Returns the index of an action in [`super::ACTIONS`].
const fn kind(action: &UnitAction) -> usize {
    match action {
        UnitAction::Forgo => 0,
        UnitAction::Manoeuvre { .. } => 1,
        UnitAction::March { .. } => 2,
        UnitAction::Retreat(_) => 3,
        UnitAction::Shoot { .. } => 4,
        UnitAction::Melee { .. } => 5,
        UnitAction::Charge { .. } => 6,
        UnitAction::Demolish { .. } => 7,
    }
}

impl Recorder for BattleCounter<'_> {
    fn record(&mut self, entry: LogEntry) -> Result<(), RuleViolation> {
        match entry {
            LogEntry::Chose { player, choice } => self.chose(player, &choice),
            LogEntry::Round { round, first } => {
                self.round_ends();
                self.round = round;
                if round == 1 {
                    self.first = first;
                }
            }
            LogEntry::Moved { rule, .. } if DEPLOYED_BY.contains(&&*rule) => {}
            LogEntry::Moved { unit, pose, .. } => self.stood(unit, pose.middle),
            LogEntry::Aligned { contact, pose } => self.stood(contact.by, pose.middle),
            LogEntry::Destroyed { unit } => {
                if let Some(tally) = self.tally.units.get_mut(usize::from(unit.0)) {
                    tally.lost += 1;
                }
            }
            LogEntry::Scored { player, points, unit, .. } => {
                self.scored(player, points, unit);
            }
            LogEntry::Mission { mission, event: MissionEvent::Fulfilled, .. } => {
                self.fulfilled = Some(mission);
            }
            // a card that comes back to the hand may be played again
            LogEntry::Drew { player, card, .. } | LogEntry::Fetched { player, card, .. } => {
                self.card(player, card, 0);
            }
            LogEntry::Discarded { player, card, rule } if rule == "A8.3" => {
                self.card(player, card, 1);
            }
            LogEntry::Stays { player, card, .. } => self.card(player, card, 1),
            LogEntry::Ended { ending } => self.ended(ending),
            _ => {}
        }
        Ok(())
    }
}
