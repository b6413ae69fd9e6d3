//! `westeros/orders`: a roll of order dice (B4).

use std::sync::LazyLock;

use crate::request::kind::QuestionKind;
use crate::request::plain::{PlainKeys, ask, keys as keys_of};
use crate::request::{Key, RequestError, keys};
use crate::study::NamedQuestion;
use warodds_engine::counted::counted;
use warodds_games::westeros::values::{OrderCount, OrderDice};
use warodds_games::westeros::{Orders, Symbol, WesterosQuestion};

keys! {
    /// The dice, and the orders they are rolled for.
    pub struct OrdersKeys in Situation {
        /// Number of order dice.
        needed dice: OrderDice, "N";
        /// Number of green units to order.
        usual green: OrderCount = OrderCount::NONE, "N";
        /// Number of blue units to order.
        usual blue: OrderCount = OrderCount::NONE, "N";
        /// Number of red units to order.
        usual red: OrderCount = OrderCount::NONE, "N";
        /// Number of morale tokens reserved for morale itself.
        usual flags: OrderCount = OrderCount::NONE, "N";
        /// Token kept from the previous round [default: none].
        maybe kept: Symbol, "TOKEN";
    }
}

/// Returns the kind `westeros/orders`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "westeros/orders",
        about: "Are there enough order dice for the orders you want to give?",
        more: "A token orders a unit of its colour, valor any unit, and two tokens of one colour \
               any unit.",
        examples: &[
            "warodds westeros orders --dice 6 --green 2 --blue 1 --red 1",
            "warodds westeros orders --dice 4 --red 2 --flags 1 --kept valor --json",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(keys_of::<OrdersKeys>);
            &KEYS
        },
        ask: |values, _| ask::<OrdersKeys>(values),
    }
}

impl PlainKeys for OrdersKeys {
    fn question(&self) -> Result<NamedQuestion, RequestError> {
        let orders = Orders {
            dice: self.dice,
            requested: [self.green, self.blue, self.red],
            flags: self.flags,
            kept: self.kept,
        };
        let orders = orders.checked().map_err(|wrong| {
            let help = "set --green, --blue, --red or --flags";
            RequestError::contradiction("dice", format!("{wrong}; {help}"))
        })?;
        let subject = counted(self.dice.get().into(), "order die", "order dice");
        Ok(NamedQuestion::new("orders", subject, WesterosQuestion::Orders(orders)))
    }
}
