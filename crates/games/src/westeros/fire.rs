//! Fire (B5): a burning hex, the unit in it and the six hexes around it, round by round.
//!
//! In each round the earth is scorched, then units next to the fire try to put it out, then an
//! order from inside may. At the end of the round units lose figures, and every fire of level 4
//! spreads to one of the six hexes around it. Terrain is destroyed as soon as its fire reaches the
//! limit, and the remains burn on. **Reading**: fires at level 4 when the round ends spread, one
//! after the other; a fire that only reaches level 4 then waits for the next round. Fires that
//! leave the seven hexes are not tracked, and nobody puts out fires in the outer hexes.

use super::dice::{DIE, Symbol};
use super::question::{Fire, FireGround};
use super::results::{event, quantity};
use super::values::{Attempts, Rounds};
use warodds_engine::chance::{Chance, Label, Num, Rule, Slot, State, when};

const SCORCH: Label = Label::new("dice that scorch the earth", "B5.1");
const PUT_OUT: Label = Label::new("dice that put it out", "B5.2");
const LEVEL: Label = Label::counted("level of fire", "levels of fire", "B5");
const BURNT: Label = Label::counted("figure lost to the fire", "figures lost to the fire", "B5.3");
const DIRECTION: Label = Label::new("direction in which the fire spreads", "B5.4");

/// Indices in the state of a fire: the burning hex, the figures in it, the six hexes around.
mod place {
    pub(super) const HEX: usize = 0;
    pub(super) const FIGURES: usize = 1;
    pub(super) const RING: usize = 2;
}

/// Flags in the state of a hex.
mod mark {
    /// Mask of the level.
    pub(super) const LEVEL: u8 = 7;
    /// The fire spreads in this round.
    pub(super) const SPREADS: u8 = 8;
    /// The terrain is destroyed.
    pub(super) const DESTROYED: u8 = 16;
}

/// Indices of the results of [`FireRule`].
mod slot {
    pub(super) const LEVEL: usize = 0;
    pub(super) const BURNING_AROUND: usize = 1;
    pub(super) const OUT: usize = 2;
    pub(super) const DESTROYED: usize = 3;
    pub(super) const NEIGHBOUR_BURNS: usize = 4;
    pub(super) const FIGURES_LOST: usize = 5;
    pub(super) const UNIT_DESTROYED: usize = 6;
}

/// Steps of a round: actions and burning, then spreading from each of the seven hexes.
const STEPS: usize = 8;
/// Number of hexes around.
const AROUND: usize = 6;

/// The rule of a fire.
#[derive(Clone, Debug)]
pub struct FireRule {
    ground: FireGround,
    around: FireGround,
    level: u8,
    rounds: u8,
    scorch: u8,
    scorched: u8,
    put_out: u8,
    order_inside: Option<u8>,
    figures: Option<u8>,
}

impl FireRule {
    /// Compiles the question.
    pub fn new(question: &Fire) -> Self {
        let Fire {
            ground,
            level,
            around,
            rounds,
            scorch,
            scorched,
            put_out,
            order_inside,
            figures,
        } = question;
        Self {
            ground: *ground,
            around: *around,
            // `Fire::checked` refuses more; its fields are public, so this bounds the state anyway
            level: level.get().min(ground.limit()),
            rounds: rounds.get(),
            scorch: Attempts::get(*scorch),
            scorched: scorched.get(),
            put_out: Attempts::get(*put_out),
            order_inside: order_inside.map(Rounds::get),
            figures: figures.map(|figures| figures.get()),
        }
    }

    /// Resolves scorching and attempts to put out the fire in round `round` (from 0). Returns the
    /// new state of the hex.
    fn fight<C: Chance>(&self, chance: &mut C, round: usize, hex: C::N, figures: C::N) -> C::N {
        let none = C::N::of(0);
        let mut burning = hex;
        if self.scorch > 0 && round < usize::from(self.scorched) {
            let [green, ..] = chance.symbols(&SCORCH, C::N::of(self.scorch), &DIE);
            burning = raised(burning, green, self.ground);
        }
        if self.put_out > 0 {
            let dice = C::N::of(self.put_out).masked(level(burning).gt(none));
            let shown = chance.symbols(&PUT_OUT, dice, &DIE);
            let mut right = none;
            // the symbol that puts out a fire depends on its level: green for 1 to valor for 4 (B5.2)
            for (height, count) in (1..).zip(shown).take(Symbol::Flag as usize) {
                right = right + count.masked(level(burning).equals(C::N::of(height)));
            }
            burning = (burning & C::N::of(mark::DESTROYED)).select(right.gt(none), burning);
        }
        // the order succeeds without a roll, if the unit is still there (B5.2)
        if self.order_inside.is_some_and(|ordered| round + 1 == usize::from(ordered)) {
            burning = (burning & C::N::of(mark::DESTROYED)).select(figures.gt(none), burning);
        }
        chance.describe(&LEVEL, level(burning));
        burning
    }

    /// Resolves the first step of a round: actions and burning.
    fn burn<C: Chance>(&self, chance: &mut C, round: usize, state: State<C::N>) -> State<C::N> {
        let mut after = state;
        let hex = self.fight(chance, round, state[place::HEX], state[place::FIGURES]);
        // a fire costs one figure per level (B5.3)
        let lost = level(hex).at_most(state[place::FIGURES]);
        if self.figures.is_some() {
            chance.describe(&BURNT, lost);
        }
        after[place::FIGURES] = state[place::FIGURES] - lost;
        after[place::HEX] = marked(hex);
        for hex in &mut after[place::RING..] {
            *hex = marked(*hex);
        }
        after
    }

    /// Spreads the fire of one hex. Hex 0 is in the middle, the others surround it in order.
    fn spread<C: Chance>(&self, chance: &mut C, number: usize, state: State<C::N>) -> State<C::N> {
        let own = if number == 0 { place::HEX } else { place::RING + number - 1 };
        let spreads = (state[own] & C::N::of(mark::SPREADS)).gt(C::N::of(0));
        let [direction] = when!(spreads, [chance.d6(&DIRECTION)]);
        let mut after = state;
        // a fire spreads once per round
        after[own] = state[own] & C::N::of(mark::LEVEL | mark::DESTROYED);
        for (towards, to) in (1..).zip(neighbours(number)) {
            let Some(to) = to else { continue };
            let ground = if to == place::HEX { self.ground } else { self.around };
            let more = C::N::flag(direction.equals(C::N::of(towards)));
            after[to] = raised(after[to], more, ground);
        }
        after
    }
}

/// Returns the level of a hex.
fn level<N: Num>(hex: N) -> N {
    hex & N::of(mark::LEVEL)
}

/// Flags a hex at the end of a round if its fire spreads (B5.4).
fn marked<N: Num>(hex: N) -> N {
    hex | N::of(mark::SPREADS).masked(level(hex).equals(N::of(4)))
}

/// Raises the fire of a hex. Terrain is destroyed when its fire reaches the limit, and the remains
/// burn on (B5.3).
fn raised<N: Num>(hex: N, more: N, ground: FireGround) -> N {
    let grown = level(hex) + more;
    let Some(left) = ground.destroyed() else {
        return (hex - level(hex)) + grown.at_most(N::of(ground.limit()));
    };
    let whole = (hex & N::of(mark::DESTROYED)).equals(N::of(0));
    let falls = whole & grown.ge(N::of(ground.limit()));
    let marks = (hex - level(hex)) | N::of(mark::DESTROYED).masked(falls);
    marks + grown.select(whole & !falls, grown.at_most(N::of(left.limit())))
}

/// Returns the indices in the state of the six hexes around hex `number`; `None` if a hex is not
/// tracked. Direction d leads from the middle to hex d. So h + 3 leads from hex h back to the
/// middle, and h + 2 and h + 4 to the hexes next to it.
fn neighbours(number: usize) -> [Option<usize>; AROUND] {
    let ring = |hex: usize| Some(place::RING + hex % AROUND);
    std::array::from_fn(|direction| {
        let Some(own) = number.checked_sub(1) else { return ring(direction) };
        match (direction + AROUND - own) % AROUND {
            3 => Some(place::HEX),
            2 => ring(own + 1),
            4 => ring(own + AROUND - 1),
            _ => None,
        }
    })
}

impl Rule for FireRule {
    const WIDE: bool = false;

    fn slots(&self) -> Vec<Slot> {
        let mut slots = vec![
            Slot::quantity(quantity::LEVEL, "level of the fire", "levels", self.ground.highest()),
            Slot::quantity(
                quantity::BURNING_AROUND,
                "hexes burning around it",
                "hexes",
                AROUND as u8,
            ),
            Slot::event(event::OUT, "the fire is out"),
            Slot::event(event::DESTROYED, "terrain destroyed"),
            Slot::event(event::NEIGHBOUR_BURNS, "a particular neighbouring hex burns"),
        ];
        if let Some(figures) = self.figures {
            slots.push(Slot::quantity(quantity::FIGURES_LOST, "figures lost", "figures", figures));
            slots.push(Slot::event(event::UNIT_DESTROYED, "unit destroyed"));
        }
        slots
    }

    fn steps(&self) -> usize {
        STEPS * usize::from(self.rounds)
    }

    fn start<N: Num>(&self) -> State<N> {
        let mut state = State::default();
        // terrain that starts at its limit is destroyed before the first action
        state[place::HEX] = raised(N::of(0), N::of(self.level), self.ground);
        state[place::FIGURES] = N::of(self.figures.unwrap_or(0));
        state
    }

    fn step<C: Chance>(&self, chance: &mut C, step: usize, state: &mut State<C::N>) {
        *state = match step % STEPS {
            0 => self.burn(chance, step / STEPS, *state),
            hex => self.spread(chance, hex - 1, *state),
        };
    }

    fn finish<C: Chance>(&self, chance: &mut C, state: State<C::N>) {
        let none = C::N::of(0);
        let hex = state[place::HEX];
        let mut around = none;
        for neighbour in &state[place::RING..] {
            around = around + C::N::flag(level(*neighbour).gt(none));
        }
        chance.record(slot::LEVEL, level(hex));
        chance.record(slot::BURNING_AROUND, around);
        chance.record(slot::OUT, C::N::flag(level(hex).equals(none)));
        chance.record(slot::DESTROYED, C::N::flag((hex & C::N::of(mark::DESTROYED)).gt(none)));
        chance.record(slot::NEIGHBOUR_BURNS, C::N::flag(level(state[place::RING]).gt(none)));
        if let Some(figures) = self.figures {
            chance.record(slot::FIGURES_LOST, C::N::of(figures) - state[place::FIGURES]);
            chance.record(slot::UNIT_DESTROYED, C::N::flag(state[place::FIGURES].equals(none)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_lead_where_they_do_on_a_map_of_hexes() {
        // axial coordinates: the middle, then a step in each direction
        let steps: [(i32, i32); AROUND] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
        let mut map = vec![((0, 0), place::HEX)];
        map.extend(steps.iter().enumerate().map(|(number, at)| (*at, place::RING + number)));
        for (number, ((x, y), _)) in map.iter().enumerate() {
            let known = neighbours(number);
            for (direction, (by_x, by_y)) in steps.iter().enumerate() {
                let at = (x + by_x, y + by_y);
                let there = map.iter().find(|(other, _)| *other == at).map(|(_, place)| *place);
                assert_eq!(known[direction], there, "hex {number}, direction {direction}");
            }
        }
    }
}
