//! Evaluation of an attack for given choices, and the best choices of both sides.

mod pairs;

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::decide::best_pair;

use super::super::attack_context::{AttackContext, Pick, Picks, Unspent};
use super::super::attack_stats::may_fish;
use super::super::condition::Token;
use super::super::effect::{Action, Change, Effect};
use super::super::situation::{Side, Situation};
use super::super::situation_table::SituationTable;
use super::super::stat::AttackStats;
use super::super::usage::Fishing;
use super::ResolvedChoices;
use super::options::{DecisionTime, ways};
pub(crate) use super::tokens::Saving;
use super::tokens::unspent;
pub(crate) use pairs::ChoicePairs;
use warodds_engine::run::tick;

/// The value of an option to the side that chooses first, and a tie-breaker.
pub(crate) type ChoiceValue = (f64, f64);

/// Returns whether `one` is better than `other` for the side that chooses first. Values are floats,
/// so equal ones may differ by rounding.
pub(crate) fn is_better(one: ChoiceValue, other: ChoiceValue) -> bool {
    // summation order differs between options, so exact ties are off by some ulps
    const TIE: f64 = 1e-9;
    one.0 > other.0 + TIE || (one.0 > other.0 - TIE && one.1 > other.1 + TIE)
}

/// The choices of one side at the start of an attack.
#[derive(Clone, Debug)]
struct SideChoice {
    way: Vec<Pick>,
    /// Enemy tokens to leave unspent.
    unspent: Unspent,
    fishes: bool,
}

/// The inputs of an attack and its situation, if any effect may deny orders or cards: most cannot.
type Denials<'a> = Option<(&'a AttackContext<'a>, Situation)>;

/// Combines the choices of the attacker and the defender, without the orders and cards that either
/// denies the other.
fn picks(own: &SideChoice, other: &SideChoice, denials: Denials<'_>) -> Picks {
    let mut picks = Picks {
        of: [own.way.clone(), other.way.clone()],
        fishes: own.fishes,
        unspent: [other.unspent, own.unspent],
    };
    if let Some((ctx, now)) = denials {
        ctx.deny(&mut picks, now);
    }
    picks
}

/// The key of an attack among equal ones: its dice in each situation, who leaves Panicked unspent,
/// and all other effects that apply to each side. Two units of one card share their effects.
type AttackKey = (Vec<AttackStats>, [bool; 2], [Vec<*const Effect>; 2]);

/// A set of choices and the attack it leads to.
#[derive(Debug)]
struct EvaluatedOption {
    stats: Vec<AttackStats>,
    /// Index of the evaluated attack; `None` if not evaluated yet.
    attack: Option<usize>,
}

/// An attack that can be compiled for each set of choices.
pub(crate) trait CompileWithChoices: Sized {
    /// Other inputs, such as the counter-attacks that may be triggered.
    type Inputs;

    /// Compiles the attack with these choices.
    fn decided(ctx: &AttackContext<'_>, decided: ResolvedChoices, inputs: &Self::Inputs) -> Self;
}

/// Evaluates the options of players in an attack.
pub(crate) struct ChoiceEvaluator<'a, A: CompileWithChoices> {
    ctx: &'a AttackContext<'a>,
    inputs: &'a A::Inputs,
    table: SituationTable,
    situations: Vec<(Situation, u8)>,
    ways: FxHashMap<Picks, EvaluatedOption>,
    keys: FxHashMap<AttackKey, usize>,
    attacks: Vec<Rc<A>>,
    leaves_choices: bool,
    may_deny: bool,
}

impl<'a, A: CompileWithChoices> ChoiceEvaluator<'a, A> {
    /// Creates an evaluator for an attack in the situations of `table`.
    pub(crate) fn new(
        ctx: &'a AttackContext<'a>,
        table: SituationTable,
        inputs: &'a A::Inputs,
    ) -> Self {
        Self {
            ctx,
            inputs,
            table,
            situations: table.situations(),
            ways: FxHashMap::default(),
            keys: FxHashMap::default(),
            attacks: Vec::new(),
            leaves_choices: false,
            may_deny: ctx.may_deny(),
        }
    }

    /// Returns whether any situation so far had a choice.
    pub(crate) const fn leaves_choices(&self) -> bool {
        self.leaves_choices
    }

    /// Returns the situations.
    pub(crate) fn situations(&self) -> &[(Situation, u8)] {
        &self.situations
    }

    /// Returns the largest number of distinct sets of choices.
    pub(crate) fn most_ways(&self) -> u8 {
        self.table.most_picks()
    }

    /// Returns the best choices of both sides in a situation. `worth` returns the value of an
    /// attack to its attacker.
    pub(crate) fn best(
        &mut self,
        (now, saving): (&Situation, Saving),
        mut worth: impl FnMut(usize, &A) -> ChoiceValue,
    ) -> Picks {
        let [own, other] = self.choices(now, saving);
        self.leaves_choices |= own.len() > 1 || other.len() > 1;
        let denials = self.denials(now);
        let picks = |[first, second]: [usize; 2]| match (own.get(first), other.get(second)) {
            (Some(own), Some(other)) => picks(own, other, denials),
            _ => Picks::default(),
        };
        // many combinations lead to the same attack, which is evaluated once
        let mut known = FxHashMap::default();
        let worth = |chosen| {
            let attack = self.attack(&picks(chosen));
            let value = || worth(attack, &self.attacks[attack]);
            *known.entry(attack).or_insert_with(value)
        };
        picks(best_pair([own.len(), other.len()], worth, is_better))
    }

    /// Returns the options of both sides in a situation.
    fn choices(&mut self, now: &Situation, saving: Saving) -> [Vec<SideChoice>; 2] {
        let [own, other] = Side::BOTH.map(|side| self.choices_of(side, now, saving));
        let denials = self.denials(now);
        [own.into_iter().flat_map(|choice| self.fishing(choice, &other, denials)).collect(), other]
    }

    /// Returns what denies orders and cards in a situation.
    fn denials(&self, now: &Situation) -> Denials<'a> {
        self.may_deny.then_some((self.ctx, *now))
    }

    /// Returns the options of a side in a situation, except for rerolls.
    fn choices_of(&self, side: Side, now: &Situation, saving: Saving) -> Vec<SideChoice> {
        let time = DecisionTime::Attack(&self.situations);
        let unspent = unspent(self.ctx, side, time, saving);
        let with = |way: Vec<Pick>| {
            unspent.iter().map(move |unspent| SideChoice {
                way: way.clone(),
                unspent: *unspent,
                fishes: false,
            })
        };
        ways(self.ctx, side, now, time).into_iter().flat_map(with).collect()
    }

    /// Returns the index of the best set of choices for the attacker.
    pub(crate) fn best_among(
        &mut self,
        all: &[Picks],
        mut worth: impl FnMut(usize, &A) -> ChoiceValue,
    ) -> usize {
        let worth = |[own, _]: [usize; 2]| {
            let attack = self.attack(&all[own]);
            worth(attack, &self.attacks[attack])
        };
        best_pair([all.len(), 1], worth, is_better)[0]
    }

    /// Returns the attack compiled with these choices, with its number.
    pub(crate) fn made(&mut self, picks: &Picks) -> (usize, &A) {
        let number = self.attack(picks);
        (number, &self.attacks[number])
    }

    /// Returns whether a side may save a token for a later attack.
    pub(crate) fn may_save(&self) -> bool {
        let held = Side::BOTH.map(|side| self.ctx.may_hold_in_all(side));
        let time = DecisionTime::Attack(&self.situations);
        let sets = |side: Side| unspent(self.ctx, side, time, Saving::ForLater(held));
        Side::BOTH.into_iter().any(|side| sets(side).len() > 1)
    }

    /// Takes the attack compiled with these choices, if it was evaluated.
    pub(crate) fn evaluated(mut self, picks: &Picks) -> Option<A> {
        let number = self.ways.get(picks)?.attack?;
        let attack = (number < self.attacks.len()).then(|| self.attacks.swap_remove(number))?;
        Rc::into_inner(attack)
    }

    /// Returns the attacker's options with every reroll policy worth considering.
    fn fishing(
        &mut self,
        own: SideChoice,
        others: &[SideChoice],
        denials: Denials<'_>,
    ) -> Vec<SideChoice> {
        let fishing = self.ctx.combatant(Side::Attacker).policy.fishing;
        // most attacks have no effect on 6s, so their numbers need not be computed
        let counts_sixes = Side::BOTH
            .into_iter()
            .flat_map(|side| self.ctx.all_effects(side))
            .any(|effect| effect.action.makes_sixes_worth_more());
        let mut may = |other: &SideChoice| {
            let picks = picks(&own, other, denials);
            counts_sixes && self.stats(&picks).iter().any(may_fish)
        };
        let policies: &[bool] = match fishing {
            Fishing::Never => &[false],
            Fishing::WhenItHelps if others.iter().any(&mut may) => &[false, true],
            Fishing::WhenItHelps => &[false],
            Fishing::Always => &[true],
        };
        policies.iter().map(|fishes| SideChoice { fishes: *fishes, ..own.clone() }).collect()
    }

    /// Returns the numbers of the attack in each situation.
    pub(crate) fn stats(&mut self, picks: &Picks) -> &[AttackStats] {
        &self.way(picks).stats
    }

    fn way(&mut self, picks: &Picks) -> &mut EvaluatedOption {
        let Self { ctx, situations, ways, .. } = self;
        ways.entry(picks.clone()).or_insert_with(|| {
            let stats = situations.iter().map(|(now, _)| {
                tick();
                ctx.stats(now, picks)
            });
            let stats = stats.collect();
            EvaluatedOption { stats, attack: None }
        })
    }

    /// Returns the index of the attack for a set of choices. Equivalent sets share one attack.
    fn attack(&mut self, picks: &Picks) -> usize {
        if let Some(number) = self.way(picks).attack {
            return number;
        }
        let spared = picks.unspent.map(|unspent| unspent.in_attack.holds(Token::Panicked));
        let key = (self.stats(picks).to_vec(), spared, self.effects(picks));
        let number = match self.keys.get(&key) {
            Some(number) => *number,
            None => {
                let decided = self.resolved(picks);
                self.attacks.push(A::decided(self.ctx, decided, self.inputs).into());
                self.keys.insert(key, self.attacks.len() - 1);
                self.attacks.len() - 1
            }
        };
        self.way(picks).attack = Some(number);
        number
    }

    /// Returns the effects of each side that may apply and are not part of the dice.
    fn effects(&self, picks: &Picks) -> [Vec<*const Effect>; 2] {
        let time = DecisionTime::Attack(&self.situations);
        let of_side = |side: Side| {
            let mut counting = Vec::new();
            self.ctx.each_effect(side, (picks, [false; 2]), |_, effect| {
                if !is_of_the_dice(effect) && time.may_count(self.ctx, side, effect) {
                    counting.push(std::ptr::from_ref(effect));
                }
            });
            counting
        };
        Side::BOTH.map(of_side)
    }

    /// Returns these choices, made in all situations, with the numbers of the attack.
    pub(super) fn resolved(&mut self, picks: &Picks) -> ResolvedChoices {
        let stats = self.stats(picks).to_vec();
        ResolvedChoices {
            table: self.table,
            picks: vec![picks.clone(); stats.len()],
            picked: vec![0; stats.len()],
            stats,
            chosen: Vec::new(),
            leaves_choices: false,
            limit: None,
        }
    }
}

/// Returns whether an effect is fully included in the numbers of the dice ([`AttackStats`]).
fn is_of_the_dice(effect: &Effect) -> bool {
    match effect.action {
        Action::Triggered(_) | Action::Change(Change::Unspent(_) | Change::NoFacingBonus) => false,
        // changes of tests are not part of the dice: they need a key of their own
        Action::Change(change) => !change.may_change_a_test() && !effect.moment.is_of_a_test(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::attack_context::Unspent;
    use super::super::super::combatant::Combatant;
    use super::super::super::condition::{Spending, Tokens};
    use super::super::super::edition::Parameters;
    use super::super::super::situation_table::StateResolution;
    use super::super::super::unit::{Body, Reach, UnitState};
    use super::super::ChoiceSet;
    use super::*;

    /// An attack that holds its choices only.
    struct Made(Picks);

    impl CompileWithChoices for Made {
        type Inputs = ();

        fn decided(_: &AttackContext<'_>, mut decided: ResolvedChoices, (): &()) -> Self {
            Self(decided.picks.swap_remove(0))
        }
    }

    #[test]
    fn best_among_takes_the_first_of_equal_choices() {
        let body = Body::new(12, 3, 1).expect("a full infantry unit");
        let state = UnitState::after(body, 0, Tokens::NONE).expect("a full unit");
        let plain = Combatant::plain(state, Spending::Never);
        let parameters = Parameters::default();
        let ctx = AttackContext::of_test([&plain; 2], Reach::Melee, Side::Attacker, &parameters);
        let mut evaluator = ChoiceEvaluator::<Made>::new(&ctx, SituationTable::single(state), &());
        let unspent = |own: &[Token], other: &[Token]| Picks {
            unspent: [own, other].map(|tokens| Unspent {
                in_attack: tokens.iter().copied().collect(),
                ..Unspent::default()
            }),
            ..Picks::default()
        };
        let panicked = [Token::Panicked];
        let all = [unspent(&[], &[]), unspent(&panicked, &[]), unspent(&[], &panicked)];
        for (best, values) in [(0, [2.0, 1.0, 1.0]), (1, [1.0, 2.0, 2.0]), (2, [1.0, 1.5, 2.0])] {
            let worth = |_, made: &Made| {
                let place = all.iter().position(|picks| *picks == made.0);
                (place.map_or(0.0, |place| values[place]), 0.0)
            };
            assert_eq!(evaluator.best_among(&all, worth), best);
        }
    }

    #[test]
    fn left_out_sets_of_choices_are_reported() {
        let body = Body::new(40, 1, 3).expect("120 wounds");
        let panicked = Tokens::NONE.with(Token::Panicked);
        let state = UnitState::after(body, 0, panicked).expect("a full unit");
        let plain = Combatant::plain(state, Spending::WhenItHelps);
        let parameters = Parameters::default();
        let ctx = AttackContext::of_test([&plain; 2], Reach::Melee, Side::Attacker, &parameters);
        // 120 states of the attacker, and its attachment may be dead: a single set fits in a byte
        let table = SituationTable {
            attacker: StateResolution::Wounds(body),
            attachment_may_be_dead: [true, false],
            ..SituationTable::single(state)
        };
        let mut evaluator = ChoiceEvaluator::<Made>::new(&ctx, table, &());
        let (mut taken, now) = (ChoiceSet::default(), Situation::of([state; 2]));
        let mut best = |spends: bool| {
            let worth = |_, made: &Made| {
                let is_spent = made.0.unspent[1] == Unspent::default();
                (f64::from(u8::from(is_spent == spends)), 0.0)
            };
            let number = taken.best(&mut evaluator, (&now, Saving::ForLater([panicked; 2])), worth);
            (number, taken.limit)
        };
        assert_eq!([true, true, false].map(&mut best), [(0, None), (0, None), (0, Some(1))]);
    }
}
