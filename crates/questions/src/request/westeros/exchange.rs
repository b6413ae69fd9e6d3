//! `westeros/exchange`: two units attack each other in turn (B2).

use std::sync::LazyLock;

use super::unit::{UnitKeys, role};
use crate::request::kind::QuestionKind;
use crate::request::plain::{PlainKeys, ask, keys as keys_of};
use crate::request::{Key, RequestError, groups, keys};
use crate::study::NamedQuestion;
use warodds_games::westeros::values::Rounds;
use warodds_games::westeros::{Exchange, WesterosQuestion, WesterosSide};

role!(
    ARole: "a", "The first unit, in words.", "A",
    [
        "class", "dice", "no_valor", "heavy_armor", "toughness", "cover", "stalwart", "figures",
        "commander", "terrain", "room"
    ]
);

role!(
    BRole: "b", "The second unit, in words.", "B",
    [
        "class", "dice", "no_valor", "heavy_armor", "toughness", "cover", "stalwart", "figures",
        "commander", "terrain", "room"
    ]
);

keys! {
    /// The length of the exchange, and who attacks first.
    pub struct ExchangeOptionKeys in Situation {
        /// Number of rounds.
        usual rounds: Rounds = Rounds::USUAL, "N";
        /// The unit that attacks first in each round.
        usual first: WesterosSide = WesterosSide::A, "WHO";
        /// Follow a unit that is driven back, so that the exchange continues.
        flag press_on;
    }
}

groups! {
    /// The keys of an exchange.
    pub struct ExchangeKeys {
        /// One unit.
        pub a: UnitKeys<ARole>,
        /// The second unit.
        pub b: UnitKeys<BRole>,
        /// The length of the exchange, and who attacks first.
        pub options: ExchangeOptionKeys,
    }
}

/// Returns the kind `westeros/exchange`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "westeros/exchange",
        about: "Who is left when two units attack each other in turn?",
        more: "In each round both attack once, and Stalwart units counter-attack. The exchange \
               ends when a unit is destroyed or driven back.",
        examples: &[
            "warodds westeros exchange \"blue infantry stalwart\" \"red cavalry\" --rounds 4",
            "warodds westeros exchange \"green infantry\" \"green infantry forest room=0\" --first \
             b --press-on --json",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(keys_of::<ExchangeKeys>);
            &KEYS
        },
        ask: |values, _| ask::<ExchangeKeys>(values),
    }
}

impl PlainKeys for ExchangeKeys {
    fn question(&self) -> Result<NamedQuestion, RequestError> {
        let ExchangeOptionKeys { rounds, first, press_on } = self.options;
        let exchange = Exchange { a: self.a.unit()?, b: self.b.unit()?, rounds, first, press_on };
        // the descriptions may be equal: tables then add (a) and (b)
        let (a, b) = (self.a.words(), self.b.words());
        let question = WesterosQuestion::Exchange(Box::new(exchange));
        Ok(NamedQuestion::new("exchange", format!("{a} v {b}"), question).with_sides([&a, &b]))
    }
}
