//! The questions of the benches, and their dice without any rules.
#![allow(dead_code)]
#![allow(
    unsafe_code,
    reason = "calls the clones of one body that are compiled for wider instructions"
)]

pub(crate) mod field;

use std::hint::black_box;

use warodds::chance::{Bytes, DiceStream, LANES};
use warodds::engine::{Isa, Resolve};
use warodds::games::asoiaf::effect::{Action, Amount, Change, Conditions, Effect, Effects, Moment};
use warodds::games::asoiaf::values::{Activations, Defense, DiceCount, Hit, Morale};
use warodds::games::asoiaf::{
    Attack, Body, Combatant, Context, Duel, ModelledAbility, Modifiers, Opening, Question, Reach,
    Rerolls, Spending, Tokens, UnitState, Weapon,
};

/// Plain numbers of an attack: dice, hit, charge, save, forced reroll of blocks, morale, wounds
/// left.
#[derive(Clone, Debug)]
pub(crate) struct Case(pub i64, pub i64, pub bool, pub i64, pub bool, pub i64, pub i64);

/// 8 dice on 3+ against 4+, morale 6, 12 wounds.
pub(crate) const S1: Case = Case(8, 3, false, 4, false, 6, 12);
/// 8 dice on 3+ with reroll against 4+ with blocks rerolled, morale 8, 12 wounds.
pub(crate) const S2: Case = Case(8, 3, true, 4, true, 8, 12);
/// 12 dice on 4+ with reroll against 3+ with blocks rerolled, morale 8, 7 wounds.
pub(crate) const S3: Case = Case(12, 4, true, 3, true, 8, 7);

/// The attack of a case.
pub(crate) fn attack(Case(dice, hit, charge, save, forced, morale, wounds): Case) -> Attack {
    let standing =
        |wounds| UnitState::after(Body::of_wounds(wounds).unwrap(), 0, Tokens::NONE).unwrap();
    let weapon = Weapon {
        name: String::new(),
        hit: Hit::new(hit).unwrap(),
        reach: Reach::Melee,
        dice: vec![DiceCount::new(dice).unwrap()],
    };
    let save_rerolls = Rerolls { roller: false, enemy: forced };
    let (defense, morale) = (Defense::new(save).unwrap(), Morale::new(morale).unwrap());
    let unit = |wounds| Combatant::plain(standing(wounds), Spending::WhenItHelps);
    let context = if charge { Context::CHARGE } else { Context::default() };
    Attack::new(
        unit(12).attacking_with(&weapon),
        unit(wounds)
            .with_defense(defense, morale)
            .with_modifiers(Modifiers { save_rerolls, ..Modifiers::NONE }),
        context,
    )
    .unwrap()
}

/// S2 with six effects: Critical Blow, Precision, a reroll, Sundering and Vicious, and a hit
/// blocked beside the dice.
pub(crate) fn six_effects() -> Attack {
    let effect = |moment, change| Effect {
        moment,
        conditions: Conditions::default(),
        action: Action::Change(change),
    };
    let own = [
        Change::Critical(Amount::of(1)),
        Change::Precision,
        Change::RerollAttack,
        Change::Saves(Amount::of(-1)),
        Change::MoraleRoll(Amount::of(-2)),
    ];
    let ability =
        |name: &str, fixed| ModelledAbility::new(name, Effects { fixed, ..Effects::default() });
    let mut question = attack(S2);
    let five = ability("five", own.map(|change| effect(Moment::Attacking, change)).into());
    let one = ability("one", vec![effect(Moment::Attacked, Change::Block(Amount::of(1)))]);
    question.edit(|own, other| (own.abilities, other.abilities) = (vec![five], vec![one])).unwrap();
    question
}

/// Six rounds of infantry against infantry: 7/5/4 dice on 3+ against 6/5/4 on 4+, both 4+, morale 6
/// and 7.
pub(crate) fn duel() -> Duel {
    let side = |dice: [i64; 3], hit, save, morale| {
        let standing = UnitState::after(Body::new(12, 3, 1).unwrap(), 0, Tokens::NONE).unwrap();
        let weapon = Weapon {
            name: String::new(),
            hit: Hit::new(hit).unwrap(),
            reach: Reach::Melee,
            dice: dice.iter().map(|&n| DiceCount::new(n).unwrap()).collect(),
        };
        Combatant::plain(standing, Spending::WhenItHelps)
            .attacking_with(&weapon)
            .with_defense(Defense::new(save).unwrap(), Morale::new(morale).unwrap())
    };
    let (a, b) = (side([7, 5, 4], 3, 4, 6), side([6, 5, 4], 4, 4, 7));
    Duel::new(a, b, Activations::new(12).unwrap(), Opening::default()).unwrap()
}

/// A question with the library's own engines behind it, the code that the program runs, and the
/// dice it takes.
pub(crate) struct Contender {
    /// What it is called.
    pub name: &'static str,
    /// Its rule.
    pub rule: Box<dyn Resolve>,
    /// Batches of 64 dice that lanes roll for a batch of 64 resolutions, on average.
    pub batches: f64,
    /// Its plain numbers, where they say everything.
    pub case: Option<Case>,
}

impl Contender {
    fn new(name: &'static str, question: Question, case: Option<Case>) -> Self {
        const BATCHES: usize = 2_000;
        let rule = warodds::games::Question::from(question).ready();
        let batches = rule.dice_rolled(1, BATCHES * LANES) as f64 / BATCHES as f64;
        Self { name, rule, batches, case }
    }

    /// The questions of all benches: three plain attacks, one with effects, a duel.
    pub(crate) fn all() -> [Self; 5] {
        let plain =
            |name, case: Case| Self::new(name, Question::Attack(attack(case.clone())), Some(case));
        [
            plain("S1", S1),
            plain("S2", S2),
            plain("S3", S3),
            Self::new("S2 with six effects", Question::Attack(six_effects()), None),
            Self::new("duel of six rounds", Question::Duel(duel().into()), None),
        ]
    }
}

/// An attack with the library's own engines behind it.
pub(crate) fn ready_attack(attack: Attack) -> Box<dyn Resolve> {
    warodds::games::Question::from(Question::Attack(attack)).ready()
}

/// What is generated without any rules.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Alone {
    /// Dice, added up so that they are not thrown away.
    Dice,
    /// The random bytes for as many dice.
    Bytes,
}

#[inline(always)]
fn generate(what: Alone, batches: u64) {
    // a copy: what a constructor was handed the address of stays in memory
    let mut dice = DiceStream::new(3).clone();
    match what {
        Alone::Dice => {
            // a loop and no closure: that would fall out of the instruction set
            let mut sum = Bytes::default();
            for _ in 0..batches / 2 {
                for one in dice.two_from_zero() {
                    sum = sum + one;
                }
            }
            black_box(sum);
        }
        Alone::Bytes => {
            let mut mixed = [0; LANES];
            for _ in 0..batches / 2 {
                let numbers = dice.numbers();
                for lane in 0..LANES {
                    mixed[lane] ^= numbers[lane];
                }
            }
            black_box(mixed);
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn generate_avx2(what: Alone, batches: u64) {
    generate(what, batches);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn generate_avx512(what: Alone, batches: u64) {
    generate(what, batches);
}

/// Generates so many batches of 64 dice, or the bytes for them, with these instructions and nothing
/// else.
pub(crate) fn alone(isa: Isa, what: Alone, batches: u64) {
    #[cfg(target_arch = "x86_64")]
    match isa {
        Isa::Portable => {}
        // SAFETY: only sets that `Isa::available` names are asked for
        Isa::Avx2 => return unsafe { generate_avx2(what, batches) },
        // SAFETY: as above
        Isa::Avx512 => return unsafe { generate_avx512(what, batches) },
    }
    let _ = isa;
    generate(what, batches);
}
