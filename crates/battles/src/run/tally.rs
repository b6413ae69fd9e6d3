//! What many battles came to, as counts: sums of two runs are the sums of their counts.

use crate::battle::Battle;
use crate::log::EndReason;
use crate::play::ROUNDS;
use serde::{Deserialize, Serialize};

/// Kinds of actions that are counted, by their names.
pub const ACTIONS: [&str; 9] =
    ["forgo", "manoeuvre", "march", "retreat", "shoot", "melee", "charge", "demolish", "deploy"];

/// The side of a square of the heat map, in inches.
pub const CELL: i32 = 2;

/// What a unit did in many battles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitTally {
    /// Points it earned.
    pub points: u64,
    /// How often it was destroyed.
    pub lost: u64,
    /// Its activations by what it did, in the order of [`ACTIONS`].
    pub activations: [u64; ACTIONS.len()],
}

/// What many battles came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleTally {
    /// How many there were.
    pub games: u64,
    /// Battles that army `a` won, that `b` won, and draws.
    pub won: [u64; 3],
    /// How they ended: goal, round limit, elimination, tie-break.
    pub ended: [u64; 4],
    /// How often each number of points of each army came up.
    pub points: [Vec<u64>; 2],
    /// How often each difference of points came up: of `a` less of `b`, from −`BattleTally::MAX_POINTS`.
    pub difference: Vec<u64>,
    /// How often battles lasted so many rounds, from 0.
    pub rounds: Vec<u64>,
    /// Points of each army after each round from the first, by how often they came up.
    pub by_round: Vec<[Vec<u64>; 2]>,
    /// Battles that who went first won, and who went second.
    pub by_first: [u64; 2],
    /// Battles that who sat at the southern edge won, and who sat at the northern.
    pub by_edge: [u64; 2],
    /// The units, in the battle's order.
    pub units: Vec<UnitTally>,
    /// How often units of each army ended a move in each square of the table, row by row from its
    /// own edge, and in each row from its left. To be deployed is no move.
    pub places: [Vec<u64>; 2],
    /// Squares of a row, and rows.
    pub squares: [usize; 2],
}

impl BattleTally {
    /// The most points that are told apart.
    pub const MAX_POINTS: usize = 60;

    /// Nothing yet.
    pub fn new(battle: &Battle) -> Self {
        let squares = [battle.table.width(), battle.table.depth()]
            .map(|side| (side / (1_000 * CELL)).max(1).unsigned_abs() as usize);
        let points = || vec![0; Self::MAX_POINTS + 1];
        let places = || vec![0; squares[0] * squares[1]];
        Self {
            games: 0,
            won: [0; 3],
            ended: [0; 4],
            points: [points(), points()],
            difference: vec![0; 2 * Self::MAX_POINTS + 1],
            rounds: vec![0; usize::from(ROUNDS) + 1],
            by_round: (0..ROUNDS).map(|_| [points(), points()]).collect(),
            by_first: [0; 2],
            by_edge: [0; 2],
            units: vec![UnitTally::default(); battle.units.len()],
            places: [places(), places()],
            squares,
        }
    }

    /// Both together.
    #[must_use]
    pub fn merged(mut self, other: Self) -> Self {
        let add = |sum: &mut [u64], more: &[u64]| {
            sum.iter_mut().zip(more).for_each(|(held, more)| *held += more);
        };
        self.games += other.games;
        add(&mut self.won, &other.won);
        add(&mut self.ended, &other.ended);
        add(&mut self.difference, &other.difference);
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
        self
    }

    pub(super) const fn ended_by(by: EndReason) -> usize {
        match by {
            EndReason::Goal => 0,
            EndReason::RoundLimit => 1,
            EndReason::Elimination => 2,
            EndReason::TieBreak => 3,
        }
    }
}
