//! `warmachine/damage`: hits and damage of attacks (W1.6, W1.7).

use std::sync::LazyLock;

use crate::request::kind::QuestionKind;
use crate::request::plain::{PlainKeys, ask, keys as keys_of};
use crate::request::{Key, RequestError, groups, keys};
use crate::study::NamedQuestion;
use warodds_games::warmachine::values::{Arm, Attacks, Boxes, Def, Pow, Skill};
use warodds_games::warmachine::{AttackValues, Damage, WarmachineQuestion};

keys! {
    /// The values of an attacker and its target.
    pub struct StrikeKeys in Units {
        /// The attacker's skill (MAT or RAT).
        needed skill: Skill, "N";
        /// The target's DEF.
        needed def: Def, "N";
        /// The attack's POW, including the attacker's strength.
        needed pow: Pow, "N";
        /// The target's ARM.
        needed arm: Arm, "N";
        /// The target's damage boxes [default: not counted].
        maybe boxes: Boxes, "N";
        /// Number of attacks that need not be bought.
        usual attacks: Attacks = Attacks::ONE, "N";
    }
}

keys! {
    /// The boosted rolls.
    pub struct BoostedRolls in Dice {
        /// Boost all attack rolls.
        flag boost_attack;
        /// Boost all damage rolls.
        flag boost_damage;
    }
}

groups! {
    /// The keys of attacks.
    pub struct DamageKeys {
        /// The attacker and its target.
        pub strike: StrikeKeys,
        /// The boosted rolls.
        pub boosted: BoostedRolls,
    }
}

/// Returns the kind `warmachine/damage`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "warmachine/damage",
        about: "How often do attacks hit, and how much damage do they do?",
        more: "",
        examples: &[
            "warodds warmachine damage --skill 7 --def 15 --pow 20 --arm 18",
            "warodds warmachine damage --skill 7 --def 15 --pow 20 --arm 18 --attacks 2 \
             --boost-attack --boxes 20",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(keys_of::<DamageKeys>);
            &KEYS
        },
        ask: |values, _| ask::<DamageKeys>(values),
    }
}

impl StrikeKeys {
    pub(super) const fn values(&self) -> AttackValues {
        AttackValues { skill: self.skill, def: self.def, pow: self.pow, arm: self.arm }
    }

    pub(super) fn subject(&self) -> String {
        let Self { skill, def, pow, arm, .. } = self;
        format!("skill {skill} against DEF {def}, POW {pow} against ARM {arm}")
    }
}

impl PlainKeys for DamageKeys {
    fn question(&self) -> Result<NamedQuestion, RequestError> {
        let question = WarmachineQuestion::Damage(Damage {
            strike: self.strike.values(),
            attacks: self.strike.attacks,
            boost_attack: self.boosted.boost_attack,
            boost_damage: self.boosted.boost_damage,
            boxes: self.strike.boxes,
        });
        Ok(NamedQuestion::new("attacks", self.strike.subject(), question))
    }
}
