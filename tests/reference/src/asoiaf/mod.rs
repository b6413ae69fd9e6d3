//! The reference model of attacks, panic tests, charges and duels without abilities, by brute
//! force: single dice in nested loops, from the rules digest alone.

mod charge;
mod dice;

use std::collections::HashMap;
use std::hash::Hash;

pub use charge::ReferenceChargeOutcome;
use dice::roll_values;
pub use dice::{
    DicePool, MoraleTestResults, MoraleTestValues, RerollingPlayer, morale_test_results,
};
use warodds_games::asoiaf::{
    ActivePlayer, Attack, Combatant, Context, Duel, DuelSide, Engagement, Facing, Panic, Rerolls,
    Spending, Surroundings, Token, Tokens, UnitState, Weapon,
};

/// Outcomes with their probabilities.
pub type Probabilities<K> = HashMap<K, f64>;

fn add<K: Eq + Hash>(distribution: &mut Probabilities<K>, outcome: K, weight: f64) {
    *distribution.entry(outcome).or_default() += weight;
}

/// Returns the expectation of `read`.
pub fn mean<K>(distribution: &Probabilities<K>, read: impl Fn(&K) -> f64) -> f64 {
    distribution.iter().map(|(outcome, p)| read(outcome) * p).sum()
}

/// A distribution, which ties between rerolls may leave undetermined but for its means.
#[derive(Clone, Debug)]
pub struct Solution<K> {
    /// The outcomes with their probabilities.
    pub distribution: Probabilities<K>,
    /// Whether equally good rerolls lead to different distributions (A4.4).
    pub open: bool,
}

/// The outcome of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReferenceAttackOutcome {
    /// Hits (A2.2).
    pub hits: u8,
    /// Hits that are not blocked (A2.4).
    pub unblocked: u8,
    /// Wounds of the panic test (A4.2).
    pub panic: u8,
    /// Wounds suffered from hits and panic together (A2.9).
    pub wounds: u8,
    /// Wounds of the attacker in dangerous terrain (A10.4).
    pub own: u8,
    /// Remaining tokens of the attacker.
    pub attacker_tokens: Tokens,
    /// Remaining tokens of the defender.
    pub defender_tokens: Tokens,
}

/// The state of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DuelOutcome {
    /// Remaining wounds of both sides.
    pub left: [u8; 2],
    /// Tokens of both sides.
    pub tokens: [Tokens; 2],
    /// The number of rounds begun.
    pub rounds: u8,
}

fn without(tokens: Tokens, spent: Token) -> Tokens {
    Token::ALL.into_iter().filter(|&token| token != spent && tokens.holds(token)).collect()
}

/// Returns the weapon of an attacker.
fn weapon(unit: &Combatant) -> &Weapon {
    unit.weapon.as_ref().expect("the attacker has a weapon")
}

/// Returns the attack dice at the remaining ranks (A1.3, A2.1).
fn attack_dice(attack: &Attack, wounds_left: u8) -> u8 {
    let body = attack.attacker().state.body();
    let models = wounds_left.div_ceil(body.wounds_per_model());
    let ranks = models.div_ceil(body.models() / body.ranks());
    if ranks == 0 {
        0
    } else {
        weapon(attack.attacker()).dice[usize::from(body.ranks() - ranks)].get()
    }
}

/// Returns the modifier of saves and panic tests for the facing (A3.2, A3.3).
fn facing_modifier(context: Context) -> i32 {
    match context.facing {
        Facing::Front => 0,
        Facing::Flank => -1,
        Facing::Rear => -2,
    }
}

/// The state in which an attack is made.
#[derive(Clone, Copy, Debug)]
pub struct AttackState {
    /// Remaining wounds of the attacker.
    pub own_left: u8,
    /// Whether the charge before the attack, if any, was orderly.
    pub orderly: bool,
    /// Remaining wounds of the defender.
    pub left: u8,
    /// Tokens of the attacker.
    pub attacker_tokens: Tokens,
    /// Tokens of the defender.
    pub defender_tokens: Tokens,
}

/// The values that determine the distribution of a panic test.
type PanicKey = (MoraleTestValues, Rerolls, ActivePlayer, bool);

/// The reference model by brute force, with a cache of panic tests.
#[derive(Default)]
pub struct BruteForce {
    tests: HashMap<PanicKey, Solution<(u8, bool)>>,
}

impl BruteForce {
    /// Resolves a panic test: wounds, and whether the enemy had dice rerolled.
    fn panic_test(
        &mut self,
        test: MoraleTestValues,
        rerolls: Rerolls,
        active: ActivePlayer,
        enemy_may: bool,
    ) -> Solution<(u8, bool)> {
        let key = (test, rerolls, active, enemy_may);
        self.tests.entry(key).or_insert_with(|| {
            let (own, enemy) = (
                rerolls.roller.then_some(RerollingPlayer::Tested),
                enemy_may.then_some(RerollingPlayer::Enemy),
            );
            // the active player rerolls first (A0.7)
            let order = if active == ActivePlayer::Own { [own, enemy] } else { [enemy, own] };
            let roll_values = roll_values(&test, &order.into_iter().flatten().collect::<Vec<_>>());
            let mut distribution = Probabilities::new();
            for roll_value in &roll_values {
                for (key, p) in
                    roll_value.distribution.iter().enumerate().filter(|(_, p)| **p > 0.0)
                {
                    add(&mut distribution, ((key / 4) as u8, key % 2 == 1), p / 108.0);
                }
            }
            Solution { distribution, open: roll_values.iter().any(|roll_value| roll_value.open) }
        });
        self.tests[&key].clone()
    }

    /// Resolves a panic test of a unit whose token the enemy may spend (A7.1): wounds and remaining
    /// tokens.
    fn panic_with_token(
        &mut self,
        test: MoraleTestValues,
        rerolls: Rerolls,
        active: ActivePlayer,
        spending: Spending,
        tokens: Tokens,
    ) -> Solution<(u8, Tokens)> {
        let token =
            // a token adds nothing to a free reroll: each player rerolls a die once (A0.7)
            tokens.holds(Token::Panicked) && spending == Spending::WhenItHelps && !rerolls.enemy;
        let found = self.panic_test(test, rerolls, active, token || rerolls.enemy);
        let mut distribution = Probabilities::new();
        for (&(wounds, forced), p) in &found.distribution {
            add(
                &mut distribution,
                (wounds, if token && forced { without(tokens, Token::Panicked) } else { tokens }),
                *p,
            );
        }
        Solution { distribution, open: found.open }
    }

    /// Solves the question about a panic test: the wounds.
    ///
    /// # Examples
    /// At morale 7, 21 of 36 rolls pass; a failure costs 1 + D3 wounds (A4.2):
    /// ```
    /// use warodds_reference::asoiaf::{MoraleTestValues, morale_test_results};
    ///
    /// let test = MoraleTestValues::rulebook(7, 0, 12);
    /// assert!(test.passes([3, 4]) && !test.passes([3, 3]));
    /// assert_eq!(test.cost([3, 3, 2]), 3);
    /// let (results, _) = morale_test_results(&test, &[]);
    /// let passed: f64 = results.iter().filter(|(result, _)| !result.1).map(|(_, p)| p).sum();
    /// assert!((passed - 21.0 / 36.0).abs() < 1e-12);
    /// ```
    pub fn panic_question(&mut self, panic: &Panic, left: u8, tokens: Tokens) -> Solution<u8> {
        self.panic_of_unit(panic.unit(), (panic.active, panic.spending), left, tokens)
    }

    /// Resolves a panic test of a unit with `left` wounds left and `tokens`. `active` and
    /// `spending` are as in [`Panic`].
    fn panic_of_unit(
        &mut self,
        unit: &Combatant,
        (active, spending): (ActivePlayer, Spending),
        left: u8,
        tokens: Tokens,
    ) -> Solution<u8> {
        let changes = unit.modifiers;
        let modifier = i32::from(changes.panic_modifier.get()) + morale_terrain(unit.surroundings);
        let morale = unit.morale.expect("a tested unit has a morale value");
        let test = MoraleTestValues::rulebook(morale.get().into(), modifier, left);
        let found = self.panic_with_token(test, changes.morale_rerolls, active, spending, tokens);
        let mut distribution = Probabilities::new();
        found.distribution.iter().for_each(|(&(wounds, _), p)| add(&mut distribution, wounds, *p));
        Solution { distribution, open: found.open }
    }

    /// Resolves an attack (A2) in a state.
    pub fn attack(
        &mut self,
        attack: &Attack,
        moment: AttackState,
    ) -> Solution<ReferenceAttackOutcome> {
        let (dice, weakened) = hit_dice(attack, moment);
        let (mut distribution, mut open) = (Probabilities::new(), false);
        for ((good, forced), p) in dice.roll(attack_dice(attack, moment.own_left)) {
            let mut now = moment;
            if weakened && forced {
                now.attacker_tokens = without(moment.attacker_tokens, Token::Weakened);
            }
            let hits = good + attack.attacker().modifiers.auto_hits.get();
            let saved = self.roll_saves(attack, now, hits);
            open |= saved.open;
            saved.distribution.iter().for_each(|(&end, q)| add(&mut distribution, end, p * q));
        }
        // after the attack is over, whatever it did (A10.4)
        if attack.attacker().surroundings.dangerous {
            distribution = apply_dangerous_terrain(distribution, |end, lost| {
                ReferenceAttackOutcome { own: lost.min(moment.own_left), ..end }
            });
        }
        Solution { distribution, open }
    }

    /// Rolls the defence dice against `hits` hits (A2.4) and resolves the panic test.
    fn roll_saves(
        &mut self,
        attack: &Attack,
        moment: AttackState,
        hits: u8,
    ) -> Solution<ReferenceAttackOutcome> {
        let (dice, vulnerable) = save_dice(attack, moment);
        let (mut distribution, mut open) = (Probabilities::new(), false);
        for ((blocked, forced), p) in dice.roll(hits) {
            let (unblocked, mut now) = (hits - blocked, moment);
            if vulnerable && forced {
                now.defender_tokens = without(moment.defender_tokens, Token::Vulnerable);
            }
            let end = |panic: u8, defender_tokens| ReferenceAttackOutcome {
                hits,
                unblocked,
                panic,
                wounds: unblocked.min(moment.left) + panic,
                own: 0,
                attacker_tokens: moment.attacker_tokens,
                defender_tokens,
            };
            // without a wound the test passes (A2.7); a destroyed unit takes none (A2.9)
            if unblocked == 0 || unblocked >= moment.left {
                add(&mut distribution, end(0, now.defender_tokens), p);
                continue;
            }
            let tested = self.panic_of_attack(attack, now, unblocked);
            open |= tested.open;
            for (&(panic, tokens), q) in &tested.distribution {
                add(&mut distribution, end(panic, tokens), p * q);
            }
        }
        Solution { distribution, open }
    }

    /// Resolves the panic test of a unit that has lost `lost` wounds and is not destroyed (A2.7).
    fn panic_of_attack(
        &mut self,
        attack: &Attack,
        moment: AttackState,
        lost: u8,
    ) -> Solution<(u8, Tokens)> {
        let [attacker, defender] = attack.sides();
        let modifier = i32::from(defender.modifiers.panic_modifier.get())
            + facing_modifier(attack.context)
            + morale_terrain(defender.surroundings);
        let test = MoraleTestValues::rulebook(
            defender.morale.expect("the defender has a morale value").get().into(),
            modifier,
            moment.left - lost,
        );
        let rerolls = defender.modifiers.morale_rerolls;
        self.panic_with_token(
            test,
            rerolls,
            ActivePlayer::Enemy,
            attacker.policy.spending,
            moment.defender_tokens,
        )
    }

    /// Solves the question about an attack.
    pub fn attack_question(&mut self, attack: &Attack) -> Solution<ReferenceAttackOutcome> {
        let (own, other): (UnitState, UnitState) =
            (attack.attacker().state, attack.defender().state);
        let moment = AttackState {
            own_left: own.wounds_left(),
            orderly: true,
            left: other.wounds_left(),
            attacker_tokens: own.tokens,
            defender_tokens: other.tokens,
        };
        self.attack(attack, moment)
    }

    /// Solves the question about a duel: its final state.
    pub fn duel(&mut self, duel: &Duel) -> Solution<DuelOutcome> {
        let sides = duel.sides();
        let states = sides.map(|side| side.state);
        let start = DuelOutcome {
            left: states.map(UnitState::wounds_left),
            tokens: states.map(|unit| unit.tokens),
            rounds: 0,
        };
        let mut found = Solution { distribution: Probabilities::new(), open: false };
        self.add_exchanges(duel, sides, 0, start, 1.0, &mut found);
        found
    }

    fn add_exchanges(
        &mut self,
        duel: &Duel,
        sides: [&Combatant; 2],
        done: u8,
        state: DuelOutcome,
        weight: f64,
        found: &mut Solution<DuelOutcome>,
    ) {
        if done == duel.activations.get() || state.left.contains(&0) {
            add(&mut found.distribution, state, weight);
            return;
        }
        let first = usize::from(duel.opening.first == DuelSide::B);
        let attacking = if done.is_multiple_of(2) { first } else { 1 - first };
        let defending = 1 - attacking;
        let opening = Context {
            facing: duel.opening.facing,
            engagement: Engagement::Melee { charge: duel.opening.charge },
        };
        // the opening arc and charge hold for the first attack alone (A5.9)
        let context = if done == 0 { opening } else { Context::default() };
        let [attacker, defender] = [attacking, defending].map(|side| sides[side].clone());
        let attack = Attack::new(attacker, defender, context).expect("both can fight");
        let moment = AttackState {
            own_left: state.left[attacking],
            orderly: true,
            left: state.left[defending],
            attacker_tokens: state.tokens[attacking],
            defender_tokens: state.tokens[defending],
        };
        let attack_solution = self.attack(&attack, moment);
        found.open |= attack_solution.open;
        for (end, p) in &attack_solution.distribution {
            let mut next = state;
            next.left[defending] -= end.wounds;
            next.left[attacking] -= end.own;
            next.tokens[attacking] = end.attacker_tokens;
            next.tokens[defending] = end.defender_tokens;
            // a round begins with the attack of the first side
            next.rounds += u8::from(done.is_multiple_of(2));
            self.add_exchanges(duel, sides, done + 1, next, weight * p, found);
        }
    }
}

/// Returns the attack dice (A2.2), and whether the enemy would spend a token on them (A7).
fn hit_dice(attack: &Attack, moment: AttackState) -> (DicePool, bool) {
    let ([attacker, defender], context) = (attack.sides(), attack.context);
    let changes = attacker.modifiers;
    let weakened = moment.attacker_tokens.holds(Token::Weakened)
        && defender.policy.spending == Spending::WhenItHelps
        && !changes.attack_rerolls.enemy;
    // lost by a disorderly charge (A5.5) and against fortified units (A5.7)
    let charge = context.engagement.charge();
    let charge_bonus = charge.is_some_and(|charge| !charge.disorderly && !charge.fortified);
    let charge_bonus = charge_bonus && moment.orderly;
    let is_covered = matches!(context.engagement, Engagement::Ranged { cover: true, .. });
    let cover = if is_covered { -1 } else { 0 };
    let pool = DicePool {
        value: weapon(attacker).hit.get().into(),
        modifier: i32::from(changes.hit_modifier.get()) + cover,
        roller: changes.attack_rerolls.roller || charge_bonus,
        enemy: changes.attack_rerolls.enemy || weakened,
        roller_is_active: true,
    };
    (pool, weakened)
}

/// Returns the defence dice (A2.4), and whether the enemy would spend a token on them (A7).
fn save_dice(attack: &Attack, moment: AttackState) -> (DicePool, bool) {
    let ([attacker, defender], context) = (attack.sides(), attack.context);
    let changes = defender.modifiers;
    let vulnerable = moment.defender_tokens.holds(Token::Vulnerable)
        && attacker.policy.spending == Spending::WhenItHelps
        && !changes.save_rerolls.enemy;
    let pool = DicePool {
        value: defender.defense.expect("the defender saves").get().into(),
        modifier: i32::from(changes.save_modifier.get())
            + facing_modifier(context)
            + i32::from(context.engagement.charge().is_some_and(|charge| charge.fortified)),
        roller: changes.save_rerolls.roller,
        enemy: changes.save_rerolls.enemy || vulnerable,
        // the attacker is active during the saves of the defender
        roller_is_active: false,
    };
    (pool, vulnerable)
}

/// Returns the modifier of terrain near a unit for its morale tests (A10.8).
fn morale_terrain(surroundings: Surroundings) -> i32 {
    i32::from(surroundings.inspiring) - i32::from(surroundings.horrific)
}

/// Applies the D3 + 1 wounds of dangerous terrain to each outcome (A10.4).
fn apply_dangerous_terrain<K: Copy + Eq + Hash>(
    ends: Probabilities<K>,
    suffering: impl Fn(K, u8) -> K,
) -> Probabilities<K> {
    let mut all = Probabilities::new();
    for (end, p) in ends {
        (2..=4).for_each(|lost| add(&mut all, suffering(end, lost), p / 3.0));
    }
    all
}
