//! `westeros/fire`: a burning hex (B5).

use std::sync::LazyLock;

use crate::request::kind::QuestionKind;
use crate::request::plain::{PlainKeys, ask, keys as keys_of};
use crate::request::{Key, RequestError, keys};
use crate::study::NamedQuestion;
use warodds_games::westeros::values::{Attempts, Figures, Level, Rounds};
use warodds_games::westeros::{Fire, FireError, FireGround, WesterosQuestion};

keys! {
    /// The hex, its fire and the attempts to change it.
    pub struct FireKeys in Situation {
        /// Burning ground.
        usual ground: FireGround = FireGround::Plains, "GROUND";
        /// Level of the fire at the start; 0 for no fire yet.
        usual level: Level = Level::NONE, "N";
        /// Ground of the six hexes around it; bare ground does not burn.
        usual around: FireGround = FireGround::Plains, "GROUND";
        /// Number of rounds.
        usual rounds: Rounds = Rounds::USUAL, "N";
        /// Dice that scorch the earth in each of the first --scorch-rounds rounds: each green
        /// shield raises the fire by a level [default: 0].
        maybe scorch: Attempts, "DICE";
        /// Number of rounds in which the earth is scorched.
        usual scorch_rounds: Rounds [Requires("scorch")] = Rounds::ONE, "N";
        /// Dice of adjacent units that try to put the fire out, in each round.
        usual put_out: Attempts = Attempts::NONE, "DICE";
        /// The round in which the unit inside is ordered to put the fire out [default: never].
        maybe order_inside: Rounds [Requires("figures")], "ROUND";
        /// Figures of the unit inside [default: nobody is].
        maybe figures: Figures, "N";
    }
}

/// Returns the kind `westeros/fire`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "westeros/fire",
        about: "What does a fire do, and does it spread?",
        more: "In each round the earth is scorched, adjacent units try to put the fire out, and \
               then it burns; at level 4 it spreads. Terrain is destroyed as soon as its fire \
               reaches the limit, and plains burn on in its place.",
        examples: &[
            "warodds westeros fire --level 4 --rounds 5",
            "warodds westeros fire --ground forest --scorch 3 --scorch-rounds 2 --put-out 1 \
             --figures 4 --json",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(keys_of::<FireKeys>);
            &KEYS
        },
        ask: |values, _| ask::<FireKeys>(values),
    }
}

impl PlainKeys for FireKeys {
    fn question(&self) -> Result<NamedQuestion, RequestError> {
        let fire = Fire {
            ground: self.ground,
            level: self.level,
            around: self.around,
            rounds: self.rounds,
            scorch: self.scorch.unwrap_or(Attempts::NONE),
            scorched: self.scorch_rounds,
            put_out: self.put_out,
            order_inside: self.order_inside,
            figures: self.figures,
        };
        let id = |wrong: &FireError| match wrong {
            FireError::TooHigh { .. } => "level",
            FireError::NobodyInside => "order_inside",
            FireError::Bare => "ground",
        };
        let fire =
            fire.checked().map_err(|wrong| RequestError::contradiction(id(&wrong), wrong))?;
        let subject = format!("fire in {}", self.ground.name());
        Ok(NamedQuestion::new("fire", subject, WesterosQuestion::Fire(fire)))
    }
}
