//! Order dice (B4): the tokens rolled, and whether they suffice.
//!
//! A token of a rank's color orders a unit of that rank, valor any unit, and two of one color any
//! unit. **Reading**: two flags count as two of one color too, unless they are reserved for morale.

use super::dice::{DIE, Symbol};
use super::question::Orders;
use super::results::{event, quantity};
use warodds_engine::chance::{Chance, Label, Num, Rule, Slot, State};

const ORDER_DICE: Label = Label::new("order dice", "B4");
const ORDERS_GIVEN: Label = Label::new("requested orders given", "B4");

/// Indices of the results of [`OrdersRule`].
mod slot {
    pub(super) const ORDERS: usize = 0;
    pub(super) const TOKENS: usize = 1;
    pub(super) const ENOUGH: usize = 6;
}

/// Half of each count, rounded down.
// up to 12 order dice and a token of the previous round show one symbol: 0 to 13
const HALVES: [u8; 14] = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6];

/// The rule of a roll of order dice.
#[derive(Clone, Debug)]
pub struct OrdersRule {
    dice: u8,
    requested: [u8; 3],
    flags: u8,
    kept: Option<Symbol>,
}

impl OrdersRule {
    /// Compiles the question.
    pub fn new(question: &Orders) -> Self {
        let Orders { dice, requested, flags, kept } = question;
        Self {
            dice: dice.get(),
            requested: requested.map(|count| count.get()),
            flags: flags.get(),
            kept: *kept,
        }
    }

    fn total_requested(&self) -> u8 {
        self.requested.iter().sum()
    }

    /// Returns the largest number of requested orders these tokens give. A token of the right color
    /// gives one order and two spare tokens of one color give one; no other use gives more.
    fn orders_given<C: Chance>(&self, chance: &mut C, tokens: [C::N; 5]) -> C::N {
        let requested = [
            self.requested[0],
            self.requested[1],
            self.requested[2],
            self.total_requested(),
            self.flags,
        ];
        let mut orders = C::N::of(0);
        for symbol in Symbol::ALL {
            let (held, requested) = (tokens[symbol as usize], C::N::of(requested[symbol as usize]));
            // lanes cannot divide; a table halves the spare tokens
            let pairs = chance.look_up(
                &HALVES,
                HALVES.len() as u8,
                C::N::of(0),
                held.saturating_sub(requested),
            );
            orders = orders + pairs;
            // flags give no order of their own, only in pairs
            if symbol != Symbol::Flag {
                orders = orders + held.at_most(requested);
            }
        }
        // tokens beyond the requested orders are not used
        orders.at_most(C::N::of(self.total_requested()))
    }
}

impl Rule for OrdersRule {
    const WIDE: bool = false;

    fn slots(&self) -> Vec<Slot> {
        let token = |name, label| {
            Slot::quantity(name, label, "tokens", self.dice + u8::from(self.kept.is_some()))
        };
        vec![
            Slot::quantity(
                quantity::ORDERS,
                "requested orders given",
                "orders",
                self.total_requested(),
            ),
            token(quantity::GREEN, "green tokens"),
            token(quantity::BLUE, "blue tokens"),
            token(quantity::RED, "red tokens"),
            token(quantity::VALOR, "valor tokens"),
            token(quantity::FLAGS, "morale tokens"),
            Slot::event(event::ENOUGH, "enough for all"),
        ]
    }

    fn step<C: Chance>(&self, chance: &mut C, _: usize, _: &mut State<C::N>) {
        let mut tokens = chance.symbols(&ORDER_DICE, C::N::of(self.dice), &DIE);
        if let Some(kept) = self.kept {
            tokens[kept as usize] = tokens[kept as usize] + C::N::of(1);
        }
        let orders = self.orders_given(chance, tokens);
        chance.describe(&ORDERS_GIVEN, orders);
        let morale = tokens[Symbol::Flag as usize].ge(C::N::of(self.flags));
        chance.record(slot::ORDERS, orders);
        for (place, count) in tokens.into_iter().enumerate() {
            chance.record(slot::TOKENS + place, count);
        }
        chance.record(
            slot::ENOUGH,
            C::N::flag(orders.equals(C::N::of(self.total_requested())) & morale),
        );
    }
}
