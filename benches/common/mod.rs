//! The questions that benches ask, and luck that counts the dice they take.
#![allow(dead_code)]
#![allow(unsafe_code, reason = "calls the clones of one body that are compiled for wider instructions")]

pub mod field;
pub mod timing;

use std::hint::black_box;

use warodds::chance::{Bytes, Chance, Coin, DiceStream, Faces, LANES, Label, Mask, Num, Part, Rule, Sorted, Wanted};
use warodds::engine::Isa;
use warodds::games::asoiaf::attack::AttackRule;
use warodds::games::asoiaf::duel::DuelRule;
use warodds::games::asoiaf::effect::{Action, Amount, Change, Conditions, Effect, Effects, Moment};
use warodds::games::asoiaf::values::{Activations, AutoHits, Defense, DiceCount, Hit, Modifier, Morale};
use warodds::games::asoiaf::{
    Attack, Attacker, Body, Bonus, Context, Defender, Duel, Duellist, Modelled, Opening, Reach, Rerolls, Spending, Standing, Tokens,
};

/// Plain numbers of an attack: dice, hit, charge, save, forced reroll of blocks, morale, wounds left.
#[derive(Clone, Debug)]
pub struct Case(pub i64, pub i64, pub bool, pub i64, pub bool, pub i64, pub i64);

/// 8 dice on 3+ against 4+, morale 6, 12 wounds.
pub const S1: Case = Case(8, 3, false, 4, false, 6, 12);
/// 8 dice on 3+ with reroll against 4+ with blocks rerolled, morale 8, 12 wounds.
pub const S2: Case = Case(8, 3, true, 4, true, 8, 12);
/// 12 dice on 4+ with reroll against 3+ with blocks rerolled, morale 8, 7 wounds.
pub const S3: Case = Case(12, 4, true, 3, true, 8, 7);

/// The attack of a case.
pub fn attack(Case(dice, hit, charge, save, forced, morale, wounds): Case) -> Attack {
    let standing = |wounds| Standing::after(Body::of_wounds(wounds).unwrap(), 0, Tokens::NONE).unwrap();
    Attack {
        attacker: Attacker {
            hit: Hit::new(hit).unwrap(),
            reach: Reach::Melee,
            dice: vec![DiceCount::new(dice).unwrap()],
            standing: standing(12),
            hit_modifier: Modifier::NONE,
            auto_hits: AutoHits::NONE,
            attack_rerolls: Rerolls::default(),
            spending: Spending::WhenItHelps,
        },
        defender: Defender {
            defense: Defense::new(save).unwrap(),
            morale: Morale::new(morale).unwrap(),
            standing: standing(wounds),
            save_modifier: Modifier::NONE,
            panic_modifier: Modifier::NONE,
            save_rerolls: Rerolls { roller: false, enemy: forced },
            morale_rerolls: Rerolls::default(),
            spending: Spending::WhenItHelps,
        },
        context: Context { charge: if charge { Bonus::Charge } else { Bonus::None }, ..Context::default() },
        presence: Default::default(),
    }
}

/// A case made ready.
pub fn attack_rule(case: Case) -> AttackRule {
    AttackRule::new(&attack(case))
}

/// S2 with six effects: Critical Blow, Precision, a reroll, Sundering and Vicious, and a hit blocked beside the dice.
pub fn six_effects_rule() -> AttackRule {
    let effect = |moment, change| Effect { moment, conditions: Conditions::default(), action: Action::Change(change) };
    let own = [
        Change::Critical(Amount::of(1)),
        Change::Precision,
        Change::RerollAttack,
        Change::Saves(Amount::of(-1)),
        Change::MoraleRoll(Amount::of(-2)),
    ];
    let ability = |name: &str, fixed| Modelled { name: name.to_owned(), effects: Effects { fixed, ..Effects::default() } };
    let mut question = attack(S2);
    question.presence[0].abilities = vec![ability("five", own.map(|change| effect(Moment::Attacking, change)).into())];
    question.presence[1].abilities = vec![ability("one", vec![effect(Moment::Attacked, Change::Block(Amount::of(1)))])];
    AttackRule::new(&question)
}

/// Six rounds of infantry against infantry: 7/5/4 dice on 3+ against 6/5/4 on 4+, both 4+, morale 6 and 7.
pub fn duel_rule() -> DuelRule {
    let side = |dice: [i64; 3], hit, save, morale| {
        let standing = Standing::after(Body::new(12, 3, 1).unwrap(), 0, Tokens::NONE).unwrap();
        let Attack { mut attacker, mut defender, .. } = attack(Case(1, hit, false, save, false, morale, 12));
        (attacker.dice, attacker.standing, defender.standing) =
            (dice.iter().map(|&n| DiceCount::new(n).unwrap()).collect(), standing, standing);
        Duellist { attacker, defender, presence: Default::default() }
    };
    DuelRule::new(&Duel {
        a: side([7, 5, 4], 3, 4, 6),
        b: side([6, 5, 4], 4, 4, 7),
        activations: Activations::new(12).unwrap(),
        opening: Opening::default(),
    })
}

/// Real dice like those of the lanes, counted batch by batch; nothing is recorded.
pub struct Counted {
    dice: DiceStream,
    /// Batches of 64 dice so far.
    pub batches: u64,
}

impl Counted {
    /// Batches of dice that `rule` takes for one batch of resolutions, on average over `repeats`.
    pub fn batches_per_resolution<R: Rule>(rule: &R, repeats: u64) -> f64 {
        let mut luck = Self { dice: DiceStream::new(1), batches: 0 };
        for _ in 0..repeats {
            let mut state = rule.start::<Bytes>();
            for step in 0..rule.steps() {
                rule.step(&mut luck, step, &mut state);
                if !(!rule.over(&state)).any() {
                    break;
                }
            }
        }
        luck.batches as f64 / repeats as f64
    }
}

/// The most dice that a resolution rolls.
fn most(dice: Bytes) -> u8 {
    dice.as_array().iter().copied().max().unwrap_or(0)
}

impl Chance for Counted {
    type N = Bytes;
    fn d6(&mut self, _: &'static Label) -> Bytes {
        self.batches += 1;
        self.dice.d6()
    }
    fn d3(&mut self, label: &'static Label) -> Bytes {
        let die = self.d6(label);
        Bytes::of(1) + Bytes::flag(die.ge(Bytes::of(3))) + Bytes::flag(die.ge(Bytes::of(5)))
    }
    fn successes(&mut self, label: &'static Label, dice: Bytes, needed: Bytes) -> Bytes {
        (0..most(dice)).fold(Bytes::default(), |count, die| {
            let shown = self.d6(label);
            count + Bytes::flag(shown.ge(needed) & dice.gt(Bytes::of(die)))
        })
    }
    fn sorted(&mut self, label: &'static Label, dice: Bytes, needed: Bytes, _: Wanted) -> Sorted<Bytes> {
        Sorted { plain: self.successes(label, dice, needed), ..Sorted::default() }
    }
    fn toss(&mut self, _: &'static Label, coin: Coin) -> Bytes {
        // two numbers of 16 bits a resolution, as many as four batches of dice
        self.batches += 4;
        let (high, low) = (self.dice.numbers(), self.dice.numbers());
        let share = |lane: usize| (f64::from(high[lane]) * 65_536.0 + f64::from(low[lane])) / 4_294_967_296.0;
        Bytes::from_array(std::array::from_fn(|lane| u8::from(share(lane) < coin.heads())))
    }
    fn symbols<const K: usize>(&mut self, _: &'static Label, dice: Bytes, faces: &'static Faces<K>) -> [Bytes; K] {
        let mut shown = [Bytes::default(); K];
        for die in 0..most(dice) {
            self.batches += 1;
            let (face, rolled) = (self.dice.d8(), dice.gt(Bytes::of(die)));
            let mut first = 0;
            for (count, faces) in shown.iter_mut().zip(faces.counts()) {
                *count = *count + Bytes::flag(face.ge(Bytes::of(first)) & face.lt(Bytes::of(first + faces)) & rolled);
                first += faces;
            }
        }
        shown
    }
    fn look_up(&mut self, table: &[u8], columns: u8, row: Bytes, column: Bytes) -> Bytes {
        let at = |lane: usize| usize::from(row.as_array()[lane]) * usize::from(columns) + usize::from(column.as_array()[lane]);
        Bytes::from_array(std::array::from_fn(|lane| table.get(at(lane)).copied().unwrap_or(0)))
    }
    fn part<const I: usize, const O: usize>(&mut self, part: &impl Part<I, O>, given: [Bytes; I]) -> [Bytes; O] {
        part.run(self, given)
    }
    fn tell(&mut self, _: &'static Label, _: Bytes) {}
    fn record(&mut self, _: usize, _: Bytes) {}
    fn record_joint(&mut self, _: Bytes, _: Bytes) {}
}

/// What is generated without any rules.
#[derive(Clone, Copy, Debug)]
pub enum Alone {
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
                for one in dice.two_d6() {
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

/// Generates so many batches of 64 dice, or the bytes for them, with these instructions and nothing else.
pub fn alone(isa: Isa, what: Alone, batches: u64) {
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
