//! A number in each state in which an attack may begin.

use super::situation::FightState;
use warodds_engine::chance::Chance;

/// The wounds and tokens of both sides: `[own, other, own tokens, their tokens]`.
pub(super) type StartState = [u8; 4];

/// The states of one side.
#[derive(Clone, Debug)]
struct SideStates {
    /// The index of each state, in a row per number of wounds and a column per set of tokens;
    /// [`UNKNOWN`](Self::UNKNOWN) for states that are not listed.
    indices: Vec<u8>,
    columns: u8,
    count: u8,
}

impl SideStates {
    const UNKNOWN: u8 = u8::MAX;

    /// Lists these wounds and tokens. `None` if there are more than a byte can count.
    fn new(mut states: Vec<[u8; 2]>) -> Option<Self> {
        states.sort_unstable();
        states.dedup();
        let count = u8::try_from(states.len()).ok().filter(|count| *count < Self::UNKNOWN)?;
        let most = |part: usize| states.iter().map(|state| state[part]).max().unwrap_or(0);
        let (rows, columns) = (usize::from(most(0)) + 1, most(1).checked_add(1)?);
        let indices = vec![Self::UNKNOWN; rows * usize::from(columns)];
        let mut all = Self { indices, columns, count };
        for (state, index) in states.into_iter().zip(0..) {
            let place = all.place(state);
            if let Some(entry) = all.indices.get_mut(place) {
                *entry = index;
            }
        }
        Some(all)
    }

    /// Returns the index of a state.
    #[inline(always)]
    fn index<C: Chance>(&self, chance: &mut C, left: C::N, tokens: C::N) -> C::N {
        chance.look_up(&self.indices, self.columns, left, tokens)
    }

    /// Returns the place of a state in the table.
    fn place(&self, [left, tokens]: [u8; 2]) -> usize {
        usize::from(left) * usize::from(self.columns) + usize::from(tokens)
    }

    fn get(&self, state: [u8; 2]) -> Option<u8> {
        self.indices.get(self.place(state)).copied()
    }
}

/// A number in each of some states of both sides.
#[derive(Clone, Debug)]
pub(super) struct StateTable {
    sides: [SideStates; 2],
    numbers: Vec<u8>,
}

impl StateTable {
    /// Stores a number for each state. `None` if one side has more states than a byte can count.
    pub(super) fn new(states: &[(StartState, u8)]) -> Option<Self> {
        let side = |number: usize| {
            let of_side = states.iter().map(|(state, _)| [state[number], state[number + 2]]);
            SideStates::new(of_side.collect())
        };
        let sides = [side(0)?, side(1)?];
        let columns = usize::from(sides[1].count);
        let mut numbers = vec![0; usize::from(sides[0].count) * columns];
        for ([own, other, held, their], number) in states {
            let (row, column) = (sides[0].get([*own, *held])?, sides[1].get([*other, *their])?);
            if let Some(entry) = numbers.get_mut(usize::from(row) * columns + usize::from(column)) {
                *entry = *number;
            }
        }
        Some(Self { sides, numbers })
    }

    /// Returns the number of a state.
    #[inline(never)]
    pub(super) fn at<C: Chance>(&self, chance: &mut C, fight: &FightState<C::N>) -> C::N {
        let FightState { left: [own, other], tokens: [held, their], .. } = *fight;
        let [first, second] = &self.sides;
        let row = first.index(chance, own, held);
        let column = second.index(chance, other, their);
        chance.look_up(&self.numbers, second.count, row, column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warodds_engine::chance::Paths;

    #[test]
    fn each_state_has_its_number() {
        let states: Vec<(StartState, u8)> = (1..=12)
            .flat_map(|own| (1..=3).map(move |other| [own, other, own % 3, 40 + other]))
            .zip(1..)
            .collect();
        let table = StateTable::new(&states).expect("a few states");
        for ([own, other, held, their], number) in states {
            let fight = FightState::new([own, other], [held, their]);
            assert_eq!(table.at(&mut Paths::new(&[], None).as_chance(), &fight), number);
        }
    }

    #[test]
    fn more_states_than_a_byte_counts_are_refused() {
        let states: Vec<(StartState, u8)> = (0..=254).map(|own| ([own, 1, 0, 0], 0)).collect();
        assert!(StateTable::new(&states).is_none());
        assert!(StateTable::new(&states[..254]).is_some());
    }
}
