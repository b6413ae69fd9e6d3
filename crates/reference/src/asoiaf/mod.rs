//! The rules by brute force, from the rules digest alone: single dice, nested loops, no table
//! of odds.
//!
//! Slow and plain on purpose. It shares the questions with the crate and nothing else: no
//! probability, no decision, no rank of its is asked for.

mod charge;
mod dice;

use std::collections::HashMap;
use std::hash::Hash;

pub use charge::ChargeOutcome;
use dice::roll_values;
pub use dice::{DicePool, MoraleTest, MoraleTestResults, RerollingPlayer, morale_test_results};
use warodds_games::asoiaf::{
    ActivePlayer, Attack, Bonus, Combatant, Context, Duel, DuelSide, Facing, Panic, Rerolls,
    Spending, Surroundings, Token, Tokens, UnitState,
};

/// The weight of each outcome.
pub type Probabilities<K> = HashMap<K, f64>;

fn add<K: Eq + Hash>(distribution: &mut Probabilities<K>, outcome: K, weight: f64) {
    *distribution.entry(outcome).or_default() += weight;
}

/// What a distribution expects of `read`.
pub fn mean<K>(distribution: &Probabilities<K>, read: impl Fn(&K) -> f64) -> f64 {
    distribution.iter().map(|(outcome, p)| read(outcome) * p).sum()
}

/// A distribution and whether ties leave it open beyond its means.
#[derive(Clone, Debug)]
pub struct Solution<K> {
    /// How likely each outcome is.
    pub distribution: Probabilities<K>,
    /// Whether equally good rerolls lead to different distributions (A4.4).
    pub open: bool,
}

/// What an attack leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AttackOutcome {
    /// Hits (A2.2).
    pub hits: u8,
    /// Hits that are not blocked (A2.4).
    pub unblocked: u8,
    /// Wounds of the panic test (A4.2).
    pub panic: u8,
    /// Wounds of both.
    pub wounds: u8,
    /// Wounds of the terrain in which the attacker acts.
    pub own: u8,
    /// Tokens the attacker has left.
    pub attacker_tokens: Tokens,
    /// Tokens the defender has left.
    pub defender_tokens: Tokens,
}

/// How a duel stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DuelOutcome {
    /// Wounds left to both sides.
    pub left: [u8; 2],
    /// Tokens of both sides.
    pub tokens: [Tokens; 2],
    /// Rounds begun.
    pub rounds: u8,
}

fn without(tokens: Tokens, spent: Token) -> Tokens {
    Token::ALL.into_iter().filter(|&token| token != spent && tokens.holds(token)).collect()
}

/// Dice of the row for the ranks that are left (A1.3, A2.1).
fn attack_dice(attack: &Attack, wounds_left: u8) -> u8 {
    let body = attack.attacker.state.body();
    let models = wounds_left.div_ceil(body.wounds_per_model());
    let ranks = models.div_ceil(body.models() / body.ranks());
    if ranks == 0 {
        0
    } else {
        attack.attacker.attacking.dice[usize::from(body.ranks() - ranks)].get()
    }
}

/// A3.2, A3.3.
fn facing(context: Context) -> i32 {
    match context.facing {
        Facing::Front => 0,
        Facing::Flank => -1,
        Facing::Rear => -2,
    }
}

/// The state in which an attack is made.
#[derive(Clone, Copy, Debug)]
pub struct AttackState {
    /// Wounds left to the attacker.
    pub own_left: u8,
    /// Whether the charge that it ends, if any, was orderly.
    pub orderly: bool,
    /// Wounds left to the defender.
    pub left: u8,
    /// Tokens of the attacker.
    pub attacker_tokens: Tokens,
    /// Tokens of the defender.
    pub defender_tokens: Tokens,
}

/// What tells one panic test's distribution from another's.
type PanicKey = (MoraleTest, Rerolls, ActivePlayer, bool);

/// The rules by brute force, keeping the panic tests it has already been through.
#[derive(Default)]
pub struct BruteForce {
    tests: HashMap<PanicKey, Solution<(u8, bool)>>,
}

impl BruteForce {
    /// A panic test: wounds, and whether the enemy made dice be rerolled.
    fn test(
        &mut self,
        test: MoraleTest,
        rerolls: Rerolls,
        active: ActivePlayer,
        enemy_may: bool,
    ) -> Solution<(u8, bool)> {
        let key = (test, rerolls, active, enemy_may);
        self.tests.entry(key).or_insert_with(|| {
            let (own, enemy) = (
                rerolls.roller.then_some(RerollingPlayer::Own),
                enemy_may.then_some(RerollingPlayer::Enemy),
            );
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

    /// A panic test of a unit with a token and an enemy who may spend it (A7.1): wounds and tokens
    /// left.
    fn panic(
        &mut self,
        test: MoraleTest,
        rerolls: Rerolls,
        active: ActivePlayer,
        spending: Spending,
        tokens: Tokens,
    ) -> Solution<(u8, Tokens)> {
        let token =
            tokens.holds(Token::Panicked) && spending == Spending::WhenItHelps && !rerolls.enemy;
        let found = self.test(test, rerolls, active, token || rerolls.enemy);
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

    /// A panic test as a question: wounds.
    pub fn panic_question(&mut self, panic: &Panic, left: u8, tokens: Tokens) -> Solution<u8> {
        let modifier = i32::from(panic.modifier.get()) + near(panic.traits.surroundings);
        let test = MoraleTest::book(panic.morale.get().into(), modifier, left);
        let found = self.panic(test, panic.rerolls, panic.active, panic.spending, tokens);
        let mut distribution = Probabilities::new();
        found.distribution.iter().for_each(|(&(wounds, _), p)| add(&mut distribution, wounds, *p));
        Solution { distribution, open: found.open }
    }

    /// An attack (A2) at a moment.
    pub fn attack(&mut self, attack: &Attack, moment: AttackState) -> Solution<AttackOutcome> {
        let (dice, weakened) = hit_dice(attack, moment);
        let (mut distribution, mut open) = (Probabilities::new(), false);
        for ((good, forced), p) in dice.roll(attack_dice(attack, moment.own_left)) {
            let mut now = moment;
            if weakened && forced {
                now.attacker_tokens = without(moment.attacker_tokens, Token::Weakened);
            }
            let hits = good + attack.attacker.attacking.changes.auto_hits.get();
            let saved = self.saves(attack, now, hits);
            open |= saved.open;
            saved.distribution.iter().for_each(|(&end, q)| add(&mut distribution, end, p * q));
        }
        if attack.attacker.traits.surroundings.dangerous {
            distribution = in_dangerous(distribution, |end, lost| AttackOutcome {
                own: lost.min(moment.own_left),
                ..end
            });
        }
        Solution { distribution, open }
    }

    /// The defence dice against so many hits (A2.4), and the panic test.
    fn saves(&mut self, attack: &Attack, moment: AttackState, hits: u8) -> Solution<AttackOutcome> {
        let (dice, vulnerable) = save_dice(attack, moment);
        let (mut distribution, mut open) = (Probabilities::new(), false);
        for ((blocked, forced), p) in dice.roll(hits) {
            let (unblocked, mut now) = (hits - blocked, moment);
            if vulnerable && forced {
                now.defender_tokens = without(moment.defender_tokens, Token::Vulnerable);
            }
            let end = |panic: u8, defender_tokens| AttackOutcome {
                hits,
                unblocked,
                panic,
                wounds: unblocked.min(moment.left) + panic,
                own: 0,
                attacker_tokens: moment.attacker_tokens,
                defender_tokens,
            };
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

    /// The panic test of a unit that has lost so many wounds and stands (A2.7).
    fn panic_of_attack(
        &mut self,
        attack: &Attack,
        moment: AttackState,
        lost: u8,
    ) -> Solution<(u8, Tokens)> {
        let Attack { attacker, defender, context, .. } = attack;
        let modifier = i32::from(defender.defending.changes.panic_modifier.get())
            + facing(*context)
            + near(defender.traits.surroundings);
        let test =
            MoraleTest::book(defender.defending.morale.get().into(), modifier, moment.left - lost);
        let rerolls = defender.defending.changes.morale_rerolls;
        self.panic(test, rerolls, ActivePlayer::Enemy, attacker.spending, moment.defender_tokens)
    }

    /// An attack as a question.
    pub fn attack_question(&mut self, attack: &Attack) -> Solution<AttackOutcome> {
        let (own, other): (UnitState, UnitState) = (attack.attacker.state, attack.defender.state);
        let moment = AttackState {
            own_left: own.wounds_left(),
            orderly: true,
            left: other.wounds_left(),
            attacker_tokens: own.tokens,
            defender_tokens: other.tokens,
        };
        self.attack(attack, moment)
    }

    /// A duel: how it stands at the end.
    pub fn duel(&mut self, duel: &Duel) -> Solution<DuelOutcome> {
        let sides = [&duel.a, &duel.b];
        let standing = sides.map(|side| side.state);
        let start = DuelOutcome {
            left: standing.map(UnitState::wounds_left),
            tokens: standing.map(|unit| unit.tokens),
            rounds: 0,
        };
        let mut found = Solution { distribution: Probabilities::new(), open: false };
        self.exchange(duel, sides, 0, start, 1.0, &mut found);
        found
    }

    fn exchange(
        &mut self,
        duel: &Duel,
        sides: [&Combatant; 2],
        done: u8,
        stand: DuelOutcome,
        weight: f64,
        found: &mut Solution<DuelOutcome>,
    ) {
        if done == duel.activations.get() || stand.left.contains(&0) {
            add(&mut found.distribution, stand, weight);
            return;
        }
        let first = usize::from(duel.opening.first == DuelSide::B);
        let striker = if done.is_multiple_of(2) { first } else { 1 - first };
        let struck = 1 - striker;
        let opening = Context {
            facing: duel.opening.facing,
            charge: duel.opening.charge,
            ..Context::default()
        };
        let context = if done == 0 { opening } else { Context::default() };
        let [attacker, defender] = [striker, struck].map(|side| sides[side].clone());
        let attack = Attack::new(attacker.into(), defender.into(), context);
        let moment = AttackState {
            own_left: stand.left[striker],
            orderly: true,
            left: stand.left[struck],
            attacker_tokens: stand.tokens[striker],
            defender_tokens: stand.tokens[struck],
        };
        let struck_distribution = self.attack(&attack, moment);
        found.open |= struck_distribution.open;
        for (end, p) in &struck_distribution.distribution {
            let mut next = stand;
            next.left[struck] -= end.wounds;
            next.left[striker] -= end.own;
            next.tokens[striker] = end.attacker_tokens;
            next.tokens[struck] = end.defender_tokens;
            next.rounds += u8::from(done.is_multiple_of(2));
            self.exchange(duel, sides, done + 1, next, weight * p, found);
        }
    }
}

/// The dice that hit (A2.2), and whether the enemy would spend a token on them (A7).
fn hit_dice(attack: &Attack, moment: AttackState) -> (DicePool, bool) {
    let Attack { attacker, defender, context, .. } = attack;
    let changes = attacker.attacking.changes;
    let weakened = moment.attacker_tokens.holds(Token::Weakened)
        && defender.spending == Spending::WhenItHelps
        && !changes.attack_rerolls.enemy;
    let charge_bonus = context.charge == Bonus::Charge && moment.orderly && !context.fortified;
    let cover = if context.cover && attacker.attacking.reach.is_ranged() { -1 } else { 0 };
    let pool = DicePool {
        value: attacker.attacking.hit.get().into(),
        modifier: i32::from(changes.hit_modifier.get()) + cover,
        roller: changes.attack_rerolls.roller || charge_bonus,
        enemy: changes.attack_rerolls.enemy || weakened,
        roller_is_active: true,
    };
    (pool, weakened)
}

/// The dice that save (A2.4), and whether the enemy would spend a token on them (A7).
fn save_dice(attack: &Attack, moment: AttackState) -> (DicePool, bool) {
    let Attack { attacker, defender, context, .. } = attack;
    let changes = defender.defending.changes;
    let vulnerable = moment.defender_tokens.holds(Token::Vulnerable)
        && attacker.spending == Spending::WhenItHelps
        && !changes.save_rerolls.enemy;
    let pool = DicePool {
        value: defender.defending.defense.get().into(),
        modifier: i32::from(changes.save_modifier.get())
            + facing(*context)
            + i32::from(context.fortified),
        roller: changes.save_rerolls.roller,
        enemy: changes.save_rerolls.enemy || vulnerable,
        roller_is_active: false,
    };
    (pool, vulnerable)
}

/// What terrain near a unit adds to its morale tests (A10.8).
fn near(surroundings: Surroundings) -> i32 {
    i32::from(surroundings.inspiring) - i32::from(surroundings.horrific)
}

/// What comes of it where each end costs a D3 + 1 wounds (A10.4).
fn in_dangerous<K: Copy + Eq + Hash>(
    ends: Probabilities<K>,
    suffering: impl Fn(K, u8) -> K,
) -> Probabilities<K> {
    let mut all = Probabilities::new();
    for (end, p) in ends {
        (2..=4).for_each(|lost| add(&mut all, suffering(end, lost), p / 3.0));
    }
    all
}
