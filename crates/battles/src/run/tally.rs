//! Counts of many battles. Tallies of two runs are merged by addition.

use crate::battle::Battle;
use crate::log::EndReason;
use crate::play::ROUNDS;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The names of counted actions.
pub const ACTIONS: [&str; 9] =
    ["forgo", "manoeuvre", "march", "retreat", "shoot", "melee", "charge", "demolish", "deploy"];

/// The side of a square of the heat map, in inches.
pub const CELL: i32 = 2;

/// Counts of a unit over many battles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnitTally {
    /// Points it earned.
    pub points: u64,
    /// Times it was destroyed.
    pub lost: u64,
    /// Its activations by action, in the order of [`ACTIONS`].
    pub activations: [u64; ACTIONS.len()],
}

/// Counts of a kind of tactics card over many battles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardTally {
    /// Copies drawn, or taken back into the hand.
    pub drawn: u64,
    /// Copies played.
    pub played: u64,
    /// Battles in which its player played it, and those of them that the player won.
    pub with: [u64; 2],
    /// Battles in which its player drew it and did not play it, and those that the player won.
    pub without: [u64; 2],
}

impl CardTally {
    fn add(&mut self, other: &Self) {
        self.drawn += other.drawn;
        self.played += other.played;
        for (sum, more) in [(&mut self.with, other.with), (&mut self.without, other.without)] {
            *sum = [sum[0] + more[0], sum[1] + more[1]];
        }
    }
}

/// Counts of an NCU over many battles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NcuTally {
    /// Uses of its abilities.
    pub used: u64,
    /// Battles in which its player used it, and those of them that the player won.
    pub with: [u64; 2],
    /// Battles in which its player did not use it, and those of them that the player won.
    pub without: [u64; 2],
}

impl NcuTally {
    fn add(&mut self, other: &Self) {
        self.used += other.used;
        for (sum, more) in [(&mut self.with, other.with), (&mut self.without, other.without)] {
            *sum = [sum[0] + more[0], sum[1] + more[1]];
        }
    }

    /// Counts a battle by the uses in it and by whether its player won.
    pub(super) fn count(&mut self, used: u32, won: bool) {
        self.used += u64::from(used);
        let battles = if used > 0 { &mut self.with } else { &mut self.without };
        *battles = [battles[0] + 1, battles[1] + u64::from(won)];
    }
}

/// Counts of a mission over many battles, by army.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MissionTally {
    /// Rounds in which the army fulfilled it.
    pub fulfilled: [u64; 2],
    /// Points that the army scored by it.
    pub points: [u64; 2],
}

/// Counts of many battles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BattleTally {
    /// The number of battles.
    pub games: u64,
    /// Battles that army `a` won, that `b` won, and draws.
    pub won: [u64; 3],
    /// Battles by how they ended: goal, round limit, elimination, tie-break, defence of a wall.
    pub ended: [u64; 5],
    /// Battles by final points of each army.
    pub points: [Vec<u64>; 2],
    /// Battles by points of `a` minus points of `b`, from −[`BattleTally::MAX_POINTS`].
    pub difference: Vec<u64>,
    /// Points of `a` minus points of `b` in ascending order, each with the lowest number of a
    /// battle with this difference; empty unless every die was rolled, since no other battle can
    /// be replayed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first_games: Vec<(i64, u64)>,
    /// Battles by number of rounds, from 0.
    pub rounds: Vec<u64>,
    /// Battles by points of each army after each round, from the first.
    pub by_round: Vec<[Vec<u64>; 2]>,
    /// Battles won by the first and by the second player.
    pub by_first: [u64; 2],
    /// Battles won from the southern and from the northern edge.
    pub by_edge: [u64; 2],
    /// The units, in the battle's order.
    pub units: Vec<UnitTally>,
    /// The kinds of tactics cards in the deck of `a`, then in that of `b`; empty without cards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<CardTally>,
    /// The NCUs of `a`, then those of `b`; empty without cards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ncus: Vec<NcuTally>,
    /// The missions of the deck; empty in modes without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missions: Vec<MissionTally>,
    /// Moves of each army that ended in each square of the table, row by row from its own edge,
    /// each row from its left. Deployment is no move.
    pub places: [Vec<u64>; 2],
    /// The numbers of columns and rows of squares.
    pub squares: [usize; 2],
}

impl BattleTally {
    /// Largest number of points with a bin of its own.
    // goals are 8 to 12 points in games of 30 to 50 (A12.2); higher totals share the last bin
    pub const MAX_POINTS: usize = 60;

    /// Creates an empty tally.
    pub fn new(battle: &Battle) -> Self {
        let squares = [battle.table.width(), battle.table.depth()]
            .map(|side| (side / (1_000 * CELL)).max(1).unsigned_abs() as usize);
        let missions = battle.missions.as_ref().map_or(0, |deck| deck.missions.len());
        let points = || vec![0; Self::MAX_POINTS + 1];
        let places = || vec![0; squares[0] * squares[1]];
        Self {
            games: 0,
            won: [0; 3],
            ended: [0; 5],
            points: [points(), points()],
            difference: vec![0; 2 * Self::MAX_POINTS + 1],
            first_games: Vec::new(),
            rounds: vec![0; usize::from(ROUNDS) + 1],
            by_round: (0..ROUNDS).map(|_| [points(), points()]).collect(),
            by_first: [0; 2],
            by_edge: [0; 2],
            units: vec![UnitTally::default(); battle.units.len()],
            cards: vec![CardTally::default(); battle.cards().count()],
            ncus: vec![NcuTally::default(); battle.ncu_cards().count()],
            missions: vec![MissionTally::default(); missions],
            places: [places(), places()],
            squares,
        }
    }

    /// Adds the counts of another tally.
    #[must_use]
    pub fn merged(mut self, other: Self) -> Self {
        let add = |sum: &mut [u64], more: &[u64]| {
            sum.iter_mut().zip(more).for_each(|(held, more)| *held += more);
        };
        self.games += other.games;
        add(&mut self.won, &other.won);
        add(&mut self.ended, &other.ended);
        add(&mut self.difference, &other.difference);
        for (difference, game) in other.first_games {
            self.counted_game(difference, game);
        }
        add(&mut self.rounds, &other.rounds);
        add(&mut self.by_first, &other.by_first);
        add(&mut self.by_edge, &other.by_edge);
        for army in [0, 1] {
            add(&mut self.points[army], &other.points[army]);
            add(&mut self.places[army], &other.places[army]);
        }
        for (round, more) in self.by_round.iter_mut().zip(&other.by_round) {
            round.iter_mut().zip(more).for_each(|(held, more)| add(held, more));
        }
        for (unit, more) in self.units.iter_mut().zip(&other.units) {
            unit.points += more.points;
            unit.lost += more.lost;
            add(&mut unit.activations, &more.activations);
        }
        for (card, more) in self.cards.iter_mut().zip(&other.cards) {
            card.add(more);
        }
        for (ncu, more) in self.ncus.iter_mut().zip(&other.ncus) {
            ncu.add(more);
        }
        for (mission, more) in self.missions.iter_mut().zip(&other.missions) {
            add(&mut mission.fulfilled, &more.fulfilled);
            add(&mut mission.points, &more.points);
        }
        self
    }

    /// Counts the number of a battle with a difference in points.
    pub(super) fn counted_game(&mut self, difference: i64, game: u64) {
        match self.first_games.binary_search_by_key(&difference, |(known, _)| *known) {
            Ok(place) => {
                if let Some((_, first)) = self.first_games.get_mut(place) {
                    *first = game.min(*first);
                }
            }
            Err(place) => self.first_games.insert(place, (difference, game)),
        }
    }

    pub(super) const fn ended_by(by: EndReason) -> usize {
        match by {
            EndReason::Goal => 0,
            EndReason::RoundLimit => 1,
            EndReason::Elimination => 2,
            EndReason::TieBreak => 3,
            EndReason::Defence => 4,
        }
    }
}
