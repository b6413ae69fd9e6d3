//! `westeros/pursuit`: an attack with a pursuit and a second attack (B2.10).

use std::sync::LazyLock;

use super::attack::AttackOptionKeys;
use super::unit::{UnitKeys, role};
use crate::request::kind::QuestionKind;
use crate::request::plain::{PlainKeys, ask, keys as keys_of};
use crate::request::{Key, RequestError, groups, keys};
use crate::study::NamedQuestion;
use warodds_games::westeros::values::Hexes;
use warodds_games::westeros::{
    AttackRange, Pursuit, PursuitTarget, WesterosAttack, WesterosQuestion,
};

// counter-attacks are left out: they do not change the losses of the targets
role!(
    PursuerRole: "attacker", "The unit that attacks and pursues, in words.", "ATTACKER",
    ["class", "dice", "no_valor", "terrain"]
);

role!(
    PursuedRole: "target", "The unit that is attacked, in words.", "TARGET",
    [
        "class", "heavy_armor", "toughness", "cover", "stalwart", "figures", "commander", "terrain",
        "room"
    ]
);

role!(
    OtherRole: "other", "Another unit, in words, as the target of the second attack.", "UNIT",
    [
        "class", "heavy_armor", "toughness", "cover", "stalwart", "figures", "commander", "terrain",
        "room"
    ],
    IS_NEEDED: bool = false
);

keys! {
    /// The attacker's pursuit.
    pub struct PursuitOptionKeys in Situation {
        /// Hexes of the pursuit: the X of Pursue X.
        usual hexes: Hexes = Hexes::ONE, "X";
        /// The attacker is Off-Balance: its second attack, after moving, has one die less.
        flag off_balance;
    }
}

groups! {
    /// The keys of a pursuit.
    pub struct PursuitKeys {
        /// The attacker.
        pub attacker: UnitKeys<PursuerRole>,
        /// The target.
        pub target: UnitKeys<PursuedRole>,
        /// The attacker's pursuit.
        pub pursuit: PursuitOptionKeys,
        /// The target of the second attack.
        pub other: UnitKeys<OtherRole>,
        /// Options of the attacks.
        pub options: AttackOptionKeys,
    }
}

/// Returns the kind `westeros/pursuit`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "westeros/pursuit",
        about: "How many figures does an attack with a pursuit remove?",
        more: "If the target is destroyed or driven back, the attacker follows and attacks again: \
               the same unit if it reaches it, or another one.",
        examples: &[
            "warodds westeros pursuit \"blue cavalry\" \"green infantry\" --hexes 2",
            "warodds westeros pursuit \"red cavalry\" \"blue infantry\" --off-balance",
            "warodds westeros pursuit \"red cavalry\" \"green archers figures=1\" --other \"blue \
             infantry\" --json",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(keys_of::<PursuitKeys>);
            &KEYS
        },
        ask: |values, _| ask::<PursuitKeys>(values),
    }
}

impl PlainKeys for PursuitKeys {
    fn question(&self) -> Result<NamedQuestion, RequestError> {
        let (attacker, target) = (self.attacker.unit()?, self.target.unit()?);
        let options = self.options.options(attacker.class, AttackRange::Melee)?;
        let pursuit = Pursuit {
            attack: WesterosAttack { attacker, target, options, counter: false },
            hexes: self.pursuit.hexes,
            off_balance: self.pursuit.off_balance,
            then: self.other.given().map_or(PursuitTarget::Same, PursuitTarget::Other),
        };
        let subject = format!("{} → {}", self.attacker.words(), self.target.words());
        Ok(NamedQuestion::new("pursuit", subject, WesterosQuestion::Pursuit(Box::new(pursuit))))
    }
}
