//! Rerolls of a flanking attacker (B2.5).
//!
//! After the roll, it may choose one symbol and reroll all dice that show it. **Reading**: it
//! maximizes the expected figures removed plus the value of hexes retreated, as set in the
//! question; ties go to the fewest dice. The best choice for each possible roll is computed
//! beforehand in integers and looked up during resolution, so every engine makes the same one. The
//! value of a roll follows from the rules
//! ([`TargetDefense::settle`](super::strike::TargetDefense::settle)).

use crate::decide::best;

use super::dice::{FACES, Symbol};

/// For each roll of an attack's dice, the symbol to reroll, numbered from 1; 0 for none.
#[derive(Clone, Debug)]
pub(super) struct FlankRerolls {
    table: Vec<u8>,
}

/// The number of dice that show each symbol.
type SymbolRoll = [u8; 5];

impl FlankRerolls {
    /// Computes the best choices for `dice` dice of which the symbols in `hits` hit. `worth`
    /// returns the value of hits and flags in hundredths of a figure.
    pub(super) fn new(dice: u8, hits: [bool; 5], worth: impl Fn(u8, u8) -> u64) -> Self {
        let values = RerollValues::new(dice, hits, worth);
        let side = usize::from(dice) + 1;
        // the fifth count follows from the other four
        let mut table = vec![0; side.pow(4)];
        for roll in rolls(dice) {
            table[place(roll, side)] = values.best(roll);
        }
        Self { table }
    }

    /// Returns the choices in rows of (dice + 1)² entries: a row per (dice + 1) · green + blue, a
    /// column per (dice + 1) · red + valor.
    pub(super) fn table(&self) -> &[u8] {
        &self.table
    }
}

/// Returns the index of a roll in the table.
fn place([green, blue, red, valor, _]: SymbolRoll, side: usize) -> usize {
    [green, blue, red, valor].into_iter().fold(0, |place, count| place * side + usize::from(count))
}

/// Returns all rolls of `dice` dice.
fn rolls(dice: u8) -> impl Iterator<Item = SymbolRoll> {
    let up_to = move |rest: u8| 0..=rest;
    up_to(dice).flat_map(move |green| {
        up_to(dice - green).flat_map(move |blue| {
            let rest = dice - green - blue;
            up_to(rest).flat_map(move |red| {
                up_to(rest - red).map(move |valor| [green, blue, red, valor, rest - red - valor])
            })
        })
    })
}

/// The expected value of hits and flags with dice still to roll.
struct RerollValues {
    dice: u8,
    hits: [bool; 5],
    /// Expected values in hundredths of a figure, times 8 per die to roll; by dice to roll, hits
    /// and flags.
    expected: Vec<u64>,
}

impl RerollValues {
    fn new(dice: u8, hits: [bool; 5], worth: impl Fn(u8, u8) -> u64) -> Self {
        let side = usize::from(dice) + 1;
        let mut values = Self { dice, hits, expected: vec![0; side.pow(3)] };
        let hitting: u8 = Symbol::ALL
            .iter()
            .zip(hits)
            .filter(|(_, hits)| *hits)
            .map(|(symbol, _)| symbol.faces())
            .sum();
        let flag = Symbol::Flag.faces();
        // fewest dice first: each value needs those with one die less to roll
        for again in 0..=dice {
            for (hits_left, flags_left) in (0..=dice - again)
                .flat_map(|hits| (0..=dice - again - hits).map(move |flags| (hits, flags)))
            {
                let below = |hits, flags, faces: u8| {
                    values.expected(again - 1, hits, flags) * u64::from(faces)
                };
                let value = match again {
                    0 => worth(hits_left, flags_left),
                    _ => {
                        let (hit, flagged) = (
                            below(hits_left + 1, flags_left, hitting),
                            below(hits_left, flags_left + 1, flag),
                        );
                        hit + flagged + below(hits_left, flags_left, FACES - hitting - flag)
                    }
                };
                values.expected[at(again, hits_left, flags_left, side)] = value;
            }
        }
        values
    }

    fn expected(&self, again: u8, hits: u8, flags: u8) -> u64 {
        let side = usize::from(self.dice) + 1;
        self.expected[at(again, hits, flags, side)]
    }

    /// Returns the symbol to reroll; 0 for none.
    fn best(&self, roll: SymbolRoll) -> u8 {
        let hits: u8 =
            roll.iter().zip(self.hits).filter(|(_, hits)| *hits).map(|(count, _)| count).sum();
        let [.., flags] = roll;
        let worth =
            // shifts put values of different depth on one scale: 8 per die not yet rolled
            |again: u8, hits, flags| self.expected(again, hits, flags) << (3 * (self.dice - again));
        let mut options: Vec<(u8, u8)> = (1..).zip(roll).filter(|(_, count)| *count > 0).collect();
        // fewest dice first, so that ties keep most of the roll
        options.sort_by_key(|(_, count)| *count);
        let option = |(symbol, count): (u8, u8)| {
            let hits_at_stake = self.hits.get(usize::from(symbol) - 1).is_some_and(|hits| *hits);
            let flags_at_stake = usize::from(symbol) == Symbol::ALL.len();
            let hits = hits - if hits_at_stake { count } else { 0 };
            let flags = flags - if flags_at_stake { count } else { 0 };
            (symbol, worth(count, hits, flags))
        };
        let none = (0, worth(0, hits, flags));
        let options = std::iter::once(none).chain(options.into_iter().map(option));
        best(options, |value, than| value > than).map_or(0, |(symbol, _)| symbol)
    }
}

/// Returns the index of a number of dice to roll, hits and flags.
fn at(again: u8, hits: u8, flags: u8, side: usize) -> usize {
    (usize::from(again) * side + usize::from(hits)) * side + usize::from(flags)
}
