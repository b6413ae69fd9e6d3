//! An attack, step by step (A2), with combat bonuses (A3) and the tokens spent on it (A7).

use super::condition::{self, Spending, Token};
use super::edition::Parameters;
use super::panic::PanicTest;
use super::question::{Active, Attack, Bonus, Context, Defender, Panic, Rerolls};
use super::rerolls::{Pool, PoolLabels};
use super::unit::Body;
use super::values::DiceCount;
use crate::chance::{Chance, Label, Mask, Num, Rule, Slot, State, when};

const ATTACK_DICE: PoolLabels = PoolLabels {
    rolled: &Label::new("attack dice", "A2.2"),
    by_roller: &Label::new("misses rerolled by the attacker", "A2.3"),
    by_enemy: &Label::new("hits rerolled for the defender", "A2.3"),
};
const DEFENSE_DICE: PoolLabels = PoolLabels {
    rolled: &Label::new("defence dice", "A2.4"),
    by_roller: &Label::new("failed saves rerolled by the defender", "A2.5"),
    by_enemy: &Label::new("blocks rerolled for the attacker", "A2.5"),
};
const HITS: Label = Label::new("hits", "A2.2");
const UNBLOCKED: Label = Label::new("unblocked hits", "A2.6");
const SUFFERED: Label = Label::new("wounds suffered in all", "A2.9");

/// Names of an attack's parts for the exact engine, counted from the strike's own first name.
mod part {
    pub const HITS: u8 = 0;
    pub const SAVES: u8 = 1;
    pub const PANIC: u8 = 2;
    /// How many names a strike takes.
    pub const COUNT: u8 = 3;
}

/// How many names of parts one strike takes.
pub const PARTS: u8 = part::COUNT;

/// A unit's attack dice by the wounds it has left (A1.2, A1.3).
#[derive(Clone, Debug)]
pub struct RankDice {
    wounds_per_rank: u8,
    /// Dice with one rank left, with two, with three.
    by_ranks: Vec<u8>,
}

impl RankDice {
    /// The dice of a unit of this body; `dice` from all ranks to the last.
    pub fn new(body: Body, dice: &[DiceCount]) -> Self {
        Self { wounds_per_rank: body.wounds_per_rank(), by_ranks: dice.iter().rev().map(|count| count.get()).collect() }
    }

    /// Dice with `wounds_left`; none without.
    #[inline(always)]
    pub fn with<N: Num>(&self, wounds_left: N) -> N {
        let mut dice = N::of(0);
        let mut lost_below = 0;
        for &count in &self.by_ranks {
            dice = N::of(count).or_else(wounds_left.gt(N::of(lost_below)), dice);
            lost_below += self.wounds_per_rank;
        }
        dice
    }
}

/// A die's natural face that succeeds at a value of `value`+ with `modifier`: a 1 never does (A0.2), nor any above `most`.
/// `most` is 6 where a 6 always succeeds (A0.4, A0.5), else 7: then no face may do.
fn needed_face(value: u8, modifier: i16, most: i16) -> u8 {
    (i16::from(value) - modifier).clamp(2, most) as u8
}

/// An attack made ready: all that does not change while dice roll.
#[derive(Clone, Debug)]
pub struct Strike {
    attack_dice: Pool,
    defense_dice: Pool,
    auto_hits: u8,
    /// Whether the attacker rerolls misses apart from the charge bonus.
    attack_rerolls: Rerolls,
    charge_bonus: bool,
    weakened_is_spent: bool,
    save_rerolls: Rerolls,
    vulnerable_is_spent: bool,
    panic: PanicTest,
}

/// What an attack meets: the state of both units when it is made.
#[derive(Clone, Copy, Debug)]
pub struct Blow<N: Num> {
    /// Attack dice (A2.1).
    pub dice: N,
    /// Whether the charge that led to it, if one did, was orderly (A5.5).
    pub orderly: N::Mask,
    /// Wounds the defender has left; at least 1.
    pub wounds_left: N,
    /// The attacker's tokens.
    pub attacker_tokens: N,
    /// The defender's tokens.
    pub defender_tokens: N,
}

/// What an attack did.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<N> {
    /// Hits, automatic ones included.
    pub hits: N,
    /// Hits that were not blocked, however few wounds were left.
    pub attack_wounds: N,
    /// Wounds suffered from the panic test.
    pub panic_wounds: N,
    /// All wounds suffered, at most those that were left.
    pub wounds: N,
    /// The attacker's tokens after it.
    pub attacker_tokens: N,
    /// The defender's tokens after it.
    pub defender_tokens: N,
}

/// What cover takes from a ranged hit roll (A10).
fn cover_modifier(attack: &Attack) -> i16 {
    if attack.context.cover && attack.attacker.reach.is_ranged() { -1 } else { 0 }
}

/// What the defender's saves get from where and over what the attack comes (A3.2, A3.3, A5.7).
fn save_bonus(context: Context, parameters: &Parameters) -> i16 {
    parameters.facing(context.facing) + i16::from(context.fortified)
}

/// The panic test that wounds bring (A2.7).
const fn test_of(defender: &Defender, spending: Spending) -> Panic {
    let Defender { morale, panic_modifier, standing, morale_rerolls, .. } = *defender;
    Panic { morale, modifier: panic_modifier, standing, rerolls: morale_rerolls, active: Active::Enemy, spending }
}

impl Strike {
    /// Makes an attack ready. Its parts are named from `first_part` ([`PARTS`] of them).
    pub fn new(attack: &Attack, first_part: u8, parameters: &Parameters) -> Self {
        let Attack { attacker, defender, context } = attack;
        let hit = needed_face(attacker.hit.get(), i16::from(attacker.hit_modifier.get()) + cover_modifier(attack), 6);
        let saved_by = if parameters.six_saves { 6 } else { 7 };
        let save_modifiers = i16::from(defender.save_modifier.get()) + save_bonus(*context, parameters);
        let save = needed_face(defender.defense.get(), save_modifiers, saved_by);
        let test = test_of(defender, attacker.spending);
        Self {
            attack_dice: Pool { name: first_part + part::HITS, labels: ATTACK_DICE, needed: hit, active: Active::Own },
            defense_dice: Pool { name: first_part + part::SAVES, labels: DEFENSE_DICE, needed: save, active: Active::Enemy },
            auto_hits: attacker.auto_hits.get(),
            attack_rerolls: attacker.attack_rerolls,
            charge_bonus: parameters.charge_rerolls && context.charge == Bonus::Charge && !context.fortified,
            weakened_is_spent: defender.spending == Spending::WhenItHelps && !attacker.attack_rerolls.enemy,
            save_rerolls: defender.save_rerolls,
            vulnerable_is_spent: attacker.spending == Spending::WhenItHelps && !defender.save_rerolls.enemy,
            panic: PanicTest::new(first_part + part::PANIC, &test, parameters.facing(context.facing), parameters),
        }
    }

    /// The most hits with `dice`.
    pub const fn most_hits(&self, dice: u8) -> u8 {
        dice + self.auto_hits
    }

    /// Makes the attack (A2.2–A2.9).
    #[inline(always)]
    pub fn make<C: Chance>(&self, luck: &mut C, blow: Blow<C::N>) -> Outcome<C::N> {
        let [hits, attacker_tokens] = self.hits(luck, blow);
        luck.tell(&HITS, hits);
        let [attack_wounds, defender_tokens] = self.saves(luck, hits, blow.defender_tokens);
        luck.tell(&UNBLOCKED, attack_wounds);
        // A2.7: only a unit that was wounded tests; A2.9: not one already destroyed
        let tests = attack_wounds.gt(C::N::of(0)) & attack_wounds.lt(blow.wounds_left);
        let left = blow.wounds_left.less(attack_wounds);
        let [panic_wounds, tokens_after_test] = when!(tests, self.panic.take(luck, left, defender_tokens));
        let wounds = attack_wounds.least(blow.wounds_left) + panic_wounds;
        luck.tell(&SUFFERED, wounds);
        let defender_tokens = tokens_after_test.or_else(tests, defender_tokens);
        Outcome { hits, attack_wounds, panic_wounds, wounds, attacker_tokens, defender_tokens }
    }

    /// Attack dice and their rerolls (A2.2, A2.3), automatic hits (A2.10); the attacker's tokens left.
    #[inline(always)]
    fn hits<C: Chance>(&self, luck: &mut C, blow: Blow<C::N>) -> [C::N; 2] {
        let all = <C::N as Num>::Mask::all_of;
        let weakened = condition::holds(blow.attacker_tokens, Token::Weakened) & all(self.weakened_is_spent);
        let rerolls_misses = all(self.attack_rerolls.roller) | (blow.orderly & all(self.charge_bonus));
        let given = [blow.dice, C::N::flag(rerolls_misses), C::N::flag(weakened | all(self.attack_rerolls.enemy))];
        let [hits, forced] = luck.part(&self.attack_dice, given);
        let spent = weakened & forced.gt(C::N::of(0));
        [hits + C::N::of(self.auto_hits), condition::spend(blow.attacker_tokens, Token::Weakened, spent)]
    }

    /// Defence dice and their rerolls (A2.4, A2.5): unblocked hits (A2.6) and the defender's tokens left.
    #[inline(always)]
    fn saves<C: Chance>(&self, luck: &mut C, hits: C::N, tokens: C::N) -> [C::N; 2] {
        let all = <C::N as Num>::Mask::all_of;
        let vulnerable = condition::holds(tokens, Token::Vulnerable) & all(self.vulnerable_is_spent);
        let given = [hits, C::N::of(self.save_rerolls.roller.into()), C::N::flag(vulnerable | all(self.save_rerolls.enemy))];
        let [blocked, forced] = luck.part(&self.defense_dice, given);
        let spent = vulnerable & forced.gt(C::N::of(0));
        [hits - blocked, condition::spend(tokens, Token::Vulnerable, spent)]
    }
}

/// Places of the results in [`AttackRule`].
mod slot {
    pub const HITS: usize = 0;
    pub const ATTACK_WOUNDS: usize = 1;
    pub const PANIC_WOUNDS: usize = 2;
    pub const WOUNDS: usize = 3;
    pub const PANIC_FAILED: usize = 4;
    pub const DESTROYED: usize = 5;
}

/// An attack as a question of its own.
#[derive(Clone, Debug)]
pub struct AttackRule {
    strike: Strike,
    dice: u8,
    wounds_left: u8,
    attacker_tokens: u8,
    defender_tokens: u8,
}

impl AttackRule {
    /// Makes the question ready, by the book.
    pub fn new(question: &Attack) -> Self {
        Self::under(&Parameters::default(), question)
    }

    /// Makes the question ready, by the rules of an edition.
    pub fn under(parameters: &Parameters, question: &Attack) -> Self {
        let Attack { attacker, defender, .. } = question;
        Self {
            strike: Strike::new(question, 0, parameters),
            dice: RankDice::new(attacker.standing.body(), &attacker.dice).with(attacker.standing.wounds_left()),
            wounds_left: defender.standing.wounds_left(),
            attacker_tokens: attacker.standing.tokens.bits(),
            defender_tokens: defender.standing.tokens.bits(),
        }
    }
}

impl Rule for AttackRule {
    fn slots(&self) -> Vec<Slot> {
        let most_hits = self.strike.most_hits(self.dice);
        vec![
            Slot::quantity("hits", "hits", "hits", most_hits),
            Slot::quantity("attack_wounds", "unblocked hits", "hits", most_hits),
            Slot::quantity("panic_wounds", "wounds from panic", "wounds", self.strike.panic.most_wounds().min(self.wounds_left)),
            Slot::quantity("wounds", "wounds in all", "wounds", self.wounds_left),
            Slot::event("panic_failed", "panic test failed"),
            Slot::event("destroyed", "destroyed"),
        ]
    }

    #[inline(always)]
    fn step<C: Chance>(&self, luck: &mut C, _: usize, state: State<C::N>) -> State<C::N> {
        let wounds_left = C::N::of(self.wounds_left);
        let blow = Blow {
            dice: C::N::of(self.dice),
            orderly: <C::N as Num>::Mask::all_of(true),
            wounds_left,
            attacker_tokens: C::N::of(self.attacker_tokens),
            defender_tokens: C::N::of(self.defender_tokens),
        };
        let outcome = self.strike.make(luck, blow);
        luck.record(slot::HITS, outcome.hits);
        luck.record(slot::ATTACK_WOUNDS, outcome.attack_wounds);
        luck.record(slot::PANIC_WOUNDS, outcome.panic_wounds);
        luck.record(slot::WOUNDS, outcome.wounds);
        luck.record(slot::PANIC_FAILED, C::N::flag(outcome.panic_wounds.gt(C::N::of(0))));
        luck.record(slot::DESTROYED, C::N::flag(outcome.wounds.ge(wounds_left)));
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needed_faces_are_those_of_single_dice() {
        // the rule told for one die: 1 fails, 6 succeeds, otherwise face + modifier (at most 6) must reach the value
        for value in 2..=6u8 {
            for modifier in -12..=12i16 {
                for face in 1..=6i16 {
                    let succeeds = face != 1 && (face == 6 || (face + modifier).min(6) >= i16::from(value));
                    let strict = face != 1 && (face + modifier).min(6) >= i16::from(value);
                    assert_eq!(face >= i16::from(needed_face(value, modifier, 7)), strict, "{face} {modifier:+} on {value}+ without sixes");
                    assert_eq!(face >= i16::from(needed_face(value, modifier, 6)), succeeds, "{face} {modifier:+} on {value}+");
                }
            }
        }
    }

    #[test]
    fn dice_follow_the_ranks() {
        let dice: Vec<DiceCount> = [7, 5, 4].into_iter().map(|n| DiceCount::new(n).expect("in range")).collect();
        let ranks = RankDice::new(Body::new(12, 3, 1).expect("infantry"), &dice);
        let by_wounds: Vec<u8> = (0..=12).map(|left| ranks.with(left)).collect();
        assert_eq!(by_wounds, [0, 4, 4, 4, 4, 5, 5, 5, 5, 7, 7, 7, 7]);
    }
}
