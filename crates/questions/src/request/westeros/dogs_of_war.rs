//! `westeros/dogs-of-war`: the special attack of the direwolf handlers (B2.12).

use std::sync::LazyLock;

use super::unit::{UnitKeys, role};
use crate::request::kind::QuestionKind;
use crate::request::plain::{PlainKeys, ask, keys as keys_of};
use crate::request::{Key, RequestError, groups, keys};
use crate::study::NamedQuestion;
use warodds_games::westeros::values::DiceModifier;
use warodds_games::westeros::{DogsOfWar, Rank, WesterosQuestion};

role!(
    DogsTargetRole: "target", "The unit that is attacked, in words.", "TARGET",
    [
        "class", "heavy_armor", "toughness", "cover", "stalwart", "figures", "commander", "terrain",
        "room"
    ]
);

// the first die sets the number of dice (B2.12), so the rank has no effect
role!(
    HandlerRole: "attacker", "The handlers of the dogs, in words [default: blue infantry].",
    "ATTACKER", ["class", "no_valor", "terrain"],
    IS_NEEDED: bool = false,
    DEFAULT: Option<Rank> = Some(Rank::Blue),
    FORMER: &'static [(&'static str, &'static str)] = &[("attacker_no_valor", "no-valor")]
);

keys! {
    /// Changes to the attack.
    pub struct DogsModifier in Dice {
        /// Number added to the attack dice after terrain.
        usual modifier: DiceModifier = DiceModifier::NONE, "N";
    }
}

groups! {
    /// The keys of Dogs of War.
    pub struct DogsOfWarKeys {
        /// The target.
        pub target: UnitKeys<DogsTargetRole>,
        /// The attackers.
        pub handlers: UnitKeys<HandlerRole>,
        /// Changes to the attack.
        pub changes: DogsModifier,
    }
}

/// Returns the kind `westeros/dogs-of-war`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "westeros/dogs-of-war",
        about: "What do Dogs of War do to a target two or three hexes away?",
        more: "One die decides: on a shield the dogs attack as a unit of that rank, on valor the \
               target loses a figure, and on a flag it retreats one hex.",
        examples: &[
            "warodds westeros dogs-of-war \"green infantry\"",
            "warodds westeros dogs-of-war \"red infantry heavy-armor figures=2 room=0\" --json",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(keys_of::<DogsOfWarKeys>);
            &KEYS
        },
        ask: |values, _| ask::<DogsOfWarKeys>(values),
    }
}

impl PlainKeys for DogsOfWarKeys {
    fn question(&self) -> Result<NamedQuestion, RequestError> {
        let (attacker, target) = (self.handlers.unit()?, self.target.unit()?);
        let dogs = DogsOfWar { attacker, target, modifier: self.changes.modifier };
        let subject = format!("dogs → {}", self.target.words());
        Ok(NamedQuestion::new("dogs of war", subject, WesterosQuestion::DogsOfWar(Box::new(dogs))))
    }
}
