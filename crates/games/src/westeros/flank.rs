//! Which dice a flanking attacker rolls again (B2.5).
//!
//! After the roll it may pick one symbol and roll all dice that show it once more. **Reading**: it
//! picks what is best in expected figures removed, a hex of retreat counting as much as the
//! question says; on a tie the fewest dice. The best choice is worked out beforehand for every roll
//! there is, in whole numbers, and looked up while dice roll: every engine takes the same one. What
//! a roll is worth is what the rules make of it ([`TargetDefense::settle`](super::strike::Guard::settle)).

use super::dice::{FACES, Symbol};

/// For each roll of an attack's dice the symbol to roll again, numbered from 1; 0 for none.
#[derive(Clone, Debug)]
pub struct FlankRerolls {
    table: Vec<u8>,
}

/// How many dice show each symbol.
type SymbolRoll = [u8; 5];

impl FlankRerolls {
    /// The best choices for so many dice of which these symbols hit; `worth` is what hits and flags
    /// are worth, in hundredths of a figure.
    pub fn new(dice: u8, hits: [bool; 5], worth: impl Fn(u8, u8) -> u64) -> Self {
        let values = RerollValues::new(dice, hits, worth);
        let side = usize::from(dice) + 1;
        let mut table = vec![0; side.pow(4)];
        for roll in rolls(dice) {
            table[place(roll, side)] = values.best(roll);
        }
        Self { table }
    }

    /// The choices in rows of (dice + 1)²: a row for each (dice + 1) · green + blue, in it a column
    /// for each (dice + 1) · red + valor.
    pub fn table(&self) -> &[u8] {
        &self.table
    }
}

/// The place of a roll in the table.
fn place([green, blue, red, valor, _]: SymbolRoll, side: usize) -> usize {
    [green, blue, red, valor].into_iter().fold(0, |place, count| place * side + usize::from(count))
}

/// All rolls of so many dice.
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

/// What hits and flags are worth with dice still to be rolled.
struct RerollValues {
    dice: u8,
    hits: [bool; 5],
    /// Expected worth in hundredths of a figure, times 8 for each die to be rolled; by dice to
    /// roll, hits kept, flags kept.
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
        for again in 0..=dice {
            for (kept_hits, kept_flags) in (0..=dice - again)
                .flat_map(|hits| (0..=dice - again - hits).map(move |flags| (hits, flags)))
            {
                let below = |hits, flags, faces: u8| {
                    values.expected(again - 1, hits, flags) * u64::from(faces)
                };
                let value = match again {
                    0 => worth(kept_hits, kept_flags),
                    _ => {
                        let (hit, flagged) = (
                            below(kept_hits + 1, kept_flags, hitting),
                            below(kept_hits, kept_flags + 1, flag),
                        );
                        hit + flagged + below(kept_hits, kept_flags, FACES - hitting - flag)
                    }
                };
                values.expected[at(again, kept_hits, kept_flags, side)] = value;
            }
        }
        values
    }

    fn expected(&self, again: u8, hits: u8, flags: u8) -> u64 {
        let side = usize::from(self.dice) + 1;
        self.expected[at(again, hits, flags, side)]
    }

    /// The number of the symbol to roll again; 0 for none.
    fn best(&self, roll: SymbolRoll) -> u8 {
        let hits: u8 =
            roll.iter().zip(self.hits).filter(|(_, hits)| *hits).map(|(count, _)| count).sum();
        let [.., flags] = roll;
        let worth =
            |again: u8, hits, flags| self.expected(again, hits, flags) << (3 * (self.dice - again));
        let mut options: Vec<(u8, u8)> = (1..).zip(roll).filter(|(_, count)| *count > 0).collect();
        options.sort_by_key(|(_, count)| *count);
        let value = |symbol: u8, count: u8| {
            let hits_at_stake = self.hits.get(usize::from(symbol) - 1).is_some_and(|hits| *hits);
            let flags_at_stake = usize::from(symbol) == Symbol::ALL.len();
            worth(
                count,
                hits - if hits_at_stake { count } else { 0 },
                flags - if flags_at_stake { count } else { 0 },
            )
        };
        let better = |best: (u8, u64), (symbol, count): (u8, u8)| {
            let value = value(symbol, count);
            if value > best.1 { (symbol, value) } else { best }
        };
        options.into_iter().fold((0, worth(0, hits, flags)), better).0
    }
}

/// The place of dice to roll, hits and flags kept.
fn at(again: u8, hits: u8, flags: u8, side: usize) -> usize {
    (usize::from(again) * side + usize::from(hits)) * side + usize::from(flags)
}
