//! `westeros/attack`: one attack (B2).

use std::sync::LazyLock;

use super::unit::{UnitKeys, role, words};
use crate::request::kind::QuestionKind;
use crate::request::plain::{PlainKeys, ask, keys as keys_of};
use crate::request::{Key, RequestError, groups, keys};
use crate::study::NamedQuestion;
use warodds_engine::counted::counted;
use warodds_games::westeros::values::{DiceModifier, RetreatWorth};
use warodds_games::westeros::{
    AttackOptions, AttackOptionsError, AttackRange, UnitClass, WesterosAttack, WesterosQuestion,
};

role!(
    AttackerRole: "attacker", "The unit that attacks, in words.", "ATTACKER",
    [
        "class", "dice", "no_valor", "heavy_armor", "toughness", "cover", "stalwart", "figures",
        "commander", "terrain", "room"
    ],
    // only a counter-attack targets the attacker
    REQUIRES: (&'static [&'static str], &'static str) = (
        &[
            "attacker_heavy_armor", "attacker_toughness", "attacker_cover", "attacker_stalwart",
            "attacker_figures", "attacker_commander", "attacker_room"
        ],
        "counter"
    ),
    FORMER: &'static [(&'static str, &'static str)] = &[
        ("attacker", "rank"),
        ("attacker_class", "class"),
        ("attacker_dice", "dice"),
        ("attacker_no_valor", "no-valor"),
    ]
);

role!(
    TargetRole: "target", "The unit that is attacked, in words.", "TARGET",
    [
        "class", "dice", "no_valor", "heavy_armor", "toughness", "cover", "stalwart", "figures",
        "commander", "terrain", "room"
    ],
    REQUIRES: (&'static [&'static str], &'static str) =
        (&["target_dice", "target_no_valor"], "counter"),
    FORMER: &'static [(&'static str, &'static str)] = &[
        ("target", "target"),
        ("target_class", "cavalry-target"),
        ("target_dice", "counter-dice"),
        ("target_no_valor", "counter-no-valor"),
        ("target_heavy_armor", "heavy-armor"),
        ("target_toughness", "toughness"),
        ("target_cover", "cover"),
        ("target_stalwart", "stalwart"),
        ("target_figures", "figures"),
        ("target_commander", "commander"),
        ("target_terrain", "terrain"),
        ("target_room", "retreat-room"),
    ]
);

keys! {
    /// Options of an attack.
    pub struct AttackOptionKeys in Situation {
        /// The target is engaged by a friend and the attacker by nobody: all dice of one symbol may
        /// be rerolled.
        flag flanking;
        /// Worth of a hex of retreat in figures, for the choice of rerolled dice.
        usual retreat_worth: RetreatWorth [Requires("flanking")] = RetreatWorth::default(),
            "FIGURES";
        /// A parting blow, on a unit that leaves: flags miss.
        flag parting_blow;
        /// The attacker is Off-Balance and has moved: one die less.
        flag moved;
        /// Number added to the dice after terrain.
        usual modifier: DiceModifier = DiceModifier::NONE, "N";
        /// The target is engaged through a token of its own house, so its building gives no cover.
        flag engaged;
    }
}

keys! {
    /// The counter-attack.
    pub struct CounterKeys in Situation {
        /// A ranged attack: no flanking, no counter-attack.
        flag ranged [Mistaken("reach")];
        /// Resolve the counter-attack of a Stalwart target too.
        // only melee attacks that are no parting blows are countered (B2.8)
        flag counter [Conflicts("ranged"), Conflicts("parting_blow")];
    }
}

groups! {
    /// The keys of an attack.
    pub struct WesterosAttackKeys {
        /// The attacker.
        pub attacker: UnitKeys<AttackerRole>,
        /// The target.
        pub target: UnitKeys<TargetRole>,
        /// Options of the attack.
        pub options: AttackOptionKeys,
        /// The counter-attack.
        pub answer: CounterKeys,
    }
}

/// Returns the kind `westeros/attack`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "westeros/attack",
        about: "How many figures does one attack remove?",
        more: "Units are described in words, such as \"blue infantry stalwart figures=3\"; options \
               replace what the words say.",
        examples: &[
            "warodds westeros attack \"green dice=3\" green",
            "warodds westeros attack red \"blue heavy-armor hill\" --flanking",
            "warodds westeros attack \"green dice=2 figures=2\" \"red stalwart room=0\" --counter",
            "warodds westeros attack \"green archers\" green --target-terrain building --ranged \
             --json",
            "warodds westeros attack \"blue dice=3\" \"red archers building stalwart\" --counter",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(keys_of::<WesterosAttackKeys>);
            &KEYS
        },
        ask: |values, _| ask::<WesterosAttackKeys>(values),
    }
}

impl AttackOptionKeys {
    /// Builds the options of an attack by a unit of this class.
    pub(super) fn options(
        &self,
        attacker: UnitClass,
        reach: AttackRange,
    ) -> Result<AttackOptions, RequestError> {
        let options = AttackOptions {
            reach,
            flanking: self.flanking,
            retreat_worth: self.retreat_worth,
            parting_blow: self.parting_blow,
            moved: self.moved,
            modifier: self.modifier,
            engaged: self.engaged,
        };
        let id = |wrong| match wrong {
            AttackOptionsError::RangedPartingBlow => "parting_blow",
            _ => "flanking",
        };
        let checked = options.check(attacker);
        checked.map_err(|wrong| RequestError::contradiction(id(wrong), wrong))?;
        Ok(options)
    }
}

impl WesterosAttackKeys {
    fn attack(&self) -> Result<WesterosAttack, RequestError> {
        let (attacker, target) = (self.attacker.unit()?, self.target.unit()?);
        let CounterKeys { ranged, counter } = self.answer;
        let reach = if ranged { AttackRange::Ranged } else { AttackRange::Melee };
        let options = self.options.options(attacker.class, reach)?;
        if counter && !target.stalwart {
            return Err(RequestError::contradiction(
                "counter",
                "only a Stalwart target counter-attacks (B2.8): add --target-stalwart, or leave \
                 --counter out",
            ));
        }
        Ok(WesterosAttack { attacker, target, options, counter })
    }
}

impl PlainKeys for WesterosAttackKeys {
    fn question(&self) -> Result<NamedQuestion, RequestError> {
        let attack = self.attack()?;
        let dice = counted(attack.attacker.dice.get().into(), "die", "dice");
        let subject = format!("{dice} → {}", words(&attack.target));
        Ok(NamedQuestion::new("attack", subject, WesterosQuestion::Attack(Box::new(attack))))
    }
}
