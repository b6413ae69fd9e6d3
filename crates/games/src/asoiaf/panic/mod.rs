//! Morale and panic (A4). `rerolls.rs` decides which dice are rerolled.

mod standalone;

use std::sync::Arc;

use super::condition::{self, Token};
use super::memo_keys;
use super::per_situation::{PerSituation, SituationIndex};
use super::question::ActivePlayer;
use super::rerolls::{RerollTables, Stakes, again};
use super::situation_table::SituationTable;
pub use standalone::PanicRule;
pub(super) use standalone::{left_out, nobody, stakes_of, stakes_without_contact};
use warodds_engine::chance::{Chance, Label, Mask, MemoKey, Memoised, Num, when};

const PANIC_DICE: Label = Label::new("panic test", "A4.2");
/// Display name of the die for the wounds of a failed test. It is rolled before the test is settled.
pub const PANIC_D3: Label = Label::new("panic D3", "A4.2");
const ENEMY_REROLL: Label = Label::new("panic dice rerolled by the enemy", "A4.4");
const OWN_REROLL: Label = Label::new("panic dice rerolled by their owner", "A4.4");
/// Display names of rerolls: by the enemy, by the tested player.
const REROLLS: [&Label; 2] = [&ENEMY_REROLL, &OWN_REROLL];
const TOTAL: Label = Label::new("total of the 2D6", "A4.1");
const NEEDED: Label = Label::new("required with all modifiers", "A4.1");
/// Display name of the step in which a test is passed.
pub const PASSED: Label = Label::new("wounds: the panic test is passed", "A4.2");
const PANIC_WOUNDS: Label = Label::counted(
    "wound rolled: the panic test is failed",
    "wounds rolled: the panic test is failed",
    "A4.2",
);

/// A compiled panic test: the stakes in each situation and the dice to reroll.
#[derive(Clone, Debug)]
pub struct PanicTest {
    pub(super) active: ActivePlayer,
    pub(super) variants: Vec<TestVariant>,
    /// Index of the variant in each situation.
    pub(super) which: PerSituation,
    /// Where the enemy would spend a Panicked token.
    pub(super) spends: PerSituation,
    /// Largest number of wounds.
    most: u8,
    /// Whether anybody may reroll.
    rerolls: bool,
}

/// A panic test in equivalent situations.
#[derive(Clone, Debug)]
pub(super) struct TestVariant {
    pub(super) stakes: Stakes,
    choices: Arc<RerollTables>,
    /// Wounds of a failed test, by the face of the D3.
    wounds: [u8; 4],
}

impl TestVariant {
    fn new(stakes: Stakes, active: ActivePlayer) -> Self {
        let wounds = [0, 1, 2, 3].map(|d3| stakes.wounds(d3));
        let rerolls = stakes.own || stakes.forced || stakes.spends;
        let choices = if rerolls { RerollTables::of(stakes, active) } else { Arc::default() };
        Self { stakes, choices, wounds }
    }

    /// Returns whether anybody may reroll.
    const fn may_reroll(&self) -> bool {
        self.stakes.own || self.stakes.forced || self.stakes.spends
    }

    /// Applies both players' rerolls where `here` holds, the active player's first (A0.7). Returns
    /// the dice, and where the enemy forced a reroll.
    #[inline(always)]
    fn reroll<C: Chance>(
        &self,
        chance: &mut C,
        (active, labels): (ActivePlayer, [&'static Label; 2]),
        dice: [C::N; 3],
        stake: C::N,
        [here, token]: [<C::N as Num>::Mask; 2],
    ) -> ([C::N; 3], <C::N as Num>::Mask) {
        // nobody rerolls in this batch: no lookup
        if !(self.stakes.own || self.stakes.forced || token.any()) {
            return (dice, token);
        }
        let enemy_may = here & (token | <C::N as Num>::Mask::all_of(self.stakes.forced));
        let first = self.stakes.own && active == ActivePlayer::Own;
        let dice = if first {
            chance.out_of_line(|chance| {
                self.own_reroll(chance, labels[1], dice, stake, [here, enemy_may])
            })
        } else {
            dice
        };
        let (dice, forced) = again(chance, labels[0], &self.choices.enemy, dice, stake, enemy_may);
        let second = self.stakes.own && active == ActivePlayer::Enemy;
        let nobody = <C::N as Num>::Mask::all_of(false);
        (
            if second {
                chance.out_of_line(|chance| {
                    self.own_reroll(chance, labels[1], dice, stake, [here, nobody])
                })
            } else {
                dice
            },
            forced,
        )
    }

    /// Applies the tested player's reroll where `here` holds; `enemy_answers` masks where the enemy
    /// rerolls afterwards. Few units have a reroll, so this is compiled apart.
    #[inline(never)]
    fn own_reroll<C: Chance>(
        &self,
        chance: &mut C,
        label: &'static Label,
        dice: [C::N; 3],
        stake: C::N,
        [here, enemy_answers]: [<C::N as Num>::Mask; 2],
    ) -> [C::N; 3] {
        let (dice, _) = again(chance, label, &self.choices.own, dice, stake, here & !enemy_answers);
        let (dice, _) =
            again(chance, label, &self.choices.own_before_enemy, dice, stake, here & enemy_answers);
        dice
    }
}

/// The result of a panic test.
#[derive(Clone, Copy, Debug)]
pub struct TestResult<N: Num> {
    /// Wounds, at most those left.
    pub wounds: N,
    /// Tokens left.
    pub tokens: N,
    /// Where the test failed.
    pub failed: N::Mask,
}

impl PanicTest {
    /// Compiles a test with these stakes in the situations of `table`, in table order.
    pub fn new(stakes: &[Stakes], table: &SituationTable, active: ActivePlayer) -> Self {
        let mut kinds: Vec<Stakes> = Vec::new();
        let which = stakes.iter().map(|stakes| {
            let place = kinds.iter().position(|kind| kind == stakes);
            place.unwrap_or_else(|| {
                kinds.push(*stakes);
                kinds.len() - 1
            }) as u8
        });
        let which = table.varying(which.collect());
        let spends = table.varying(stakes.iter().map(|stakes| stakes.spends.into()).collect());
        let most = kinds.iter().map(|kind| kind.most()).max().unwrap_or(0);
        let variants: Vec<TestVariant> =
            kinds.into_iter().map(|kind| TestVariant::new(kind, active)).collect();
        Self {
            active,
            rerolls: variants.iter().any(TestVariant::may_reroll),
            variants,
            which,
            spends,
            most,
        }
    }

    /// Returns the largest number of wounds.
    pub(crate) const fn most_wounds(&self) -> u8 {
        self.most
    }

    /// Returns whether the test depends on the situation.
    #[inline(always)]
    pub(crate) const fn is_placed(&self) -> bool {
        !(self.which.is_same() && self.spends.is_same())
    }

    /// Resolves the test of a unit with `wounds_left` and `tokens`.
    #[inline(always)]
    pub fn take<C: Chance>(
        &self,
        chance: &mut C,
        place: SituationIndex<C::N>,
        wounds_left: C::N,
        tokens: C::N,
    ) -> TestResult<C::N> {
        let spends = !self.spends.is_nothing();
        let may_spend = if spends {
            let held = condition::holds(tokens, Token::Panicked);
            C::N::flag(held & self.spends.holds(chance, place))
        } else {
            C::N::of(0)
        };
        let most = C::N::of(self.most);
        // without rerolls the wounds left do not matter to the dice: one cache entry for all
        let stake = if self.rerolls { wounds_left.at_most(most) } else { most };
        let which = self.which.at(chance, place);
        let [wounds, spent, failed] = chance.memoised(self, [stake, may_spend, which]);
        let none = C::N::of(0);
        TestResult {
            // capped here and not in the dice, so units of any size share the distribution
            wounds: wounds.at_most(wounds_left),
            tokens: if spends {
                condition::spend(tokens, Token::Panicked, spent.gt(none))
            } else {
                tokens
            },
            failed: failed.gt(none),
        }
    }
}

impl Memoised<3, 3> for PanicTest {
    /// Uses the stakes of the situation as the key, so that all rules share the result.
    fn key(&self, [stake, may_spend, which]: [u8; 3]) -> (MemoKey, [u8; 3]) {
        let Some(variant) = self.variants.get(usize::from(which)) else {
            return (MemoKey::Uncached, [stake, may_spend, which]);
        };
        let most = variant.stakes.most();
        // equal keys for equal distributions, whatever is left of the unit
        let stake = if variant.may_reroll() { stake.min(most) } else { most };
        (MemoKey::Shared(variant.stakes.name(memo_keys::PANIC, self.active)), [stake, may_spend, 0])
    }

    /// Rolls the dice with their rerolls. Returns the wounds (A4.2), whether a token was spent, and
    /// whether the test failed.
    #[inline(always)]
    fn run<C: Chance>(&self, chance: &mut C, [stake, may_spend, which]: [C::N; 3]) -> [C::N; 3] {
        let [first, second] = chance.two_d6(&PANIC_DICE);
        // the D3 is rolled with the 2D6, since rerolls may include it (A4.3)
        let dice = [first, second, chance.d3(&PANIC_D3)];
        let token = may_spend.gt(C::N::of(0));
        let SettledDice { total, forced, needed, wounds } = match self.variants.as_slice() {
            [only] => only.settle(
                chance,
                self.active,
                (dice, REROLLS),
                stake,
                [<C::N as Num>::Mask::all_of(true), token],
            ),
            _ => chance.out_of_line(|chance| {
                self.settle_each(chance, (dice, REROLLS), stake, token, which)
            }),
        };
        let failed = total.lt(needed);
        let wounds = wounds.masked(failed);
        chance.describe(&TOTAL, total);
        chance.describe(&NEEDED, needed);
        let [] = when!(failed, chance.described(&PANIC_WOUNDS, wounds));
        let [] = when!(!failed, chance.described(&PASSED, C::N::of(0)));
        [wounds, C::N::flag(forced & token), C::N::flag(failed)]
    }
}

/// Dice after all rerolls, and the values they are compared with.
#[derive(Clone, Copy)]
pub(super) struct SettledDice<N: Num> {
    /// Total of the 2D6.
    pub(super) total: N,
    /// Where the enemy forced a reroll.
    pub(super) forced: N::Mask,
    /// The total that passes.
    pub(super) needed: N,
    /// The wounds of a failed test.
    wounds: N,
}

impl PanicTest {
    /// Applies rerolls in tests that depend on the situation: each resolution in its own variant.
    #[inline(never)]
    pub(super) fn settle_each<C: Chance>(
        &self,
        chance: &mut C,
        dice: ([C::N; 3], [&'static Label; 2]),
        stake: C::N,
        token: <C::N as Num>::Mask,
        which: C::N,
    ) -> SettledDice<C::N> {
        let none = C::N::of(0);
        let mut all = SettledDice {
            total: none,
            forced: <C::N as Num>::Mask::all_of(false),
            needed: none,
            wounds: none,
        };
        for (variant, number) in self.variants.iter().zip(0..) {
            let here = which.equals(C::N::of(number));
            // only what the test can cost in this variant is at stake
            let stake = stake.at_most(C::N::of(variant.stakes.most()));
            let one = variant.settle(chance, self.active, dice, stake, [here, token & here]);
            all = SettledDice {
                total: one.total.select(here, all.total),
                forced: all.forced | one.forced,
                needed: one.needed.select(here, all.needed),
                wounds: one.wounds.select(here, all.wounds),
            };
        }
        all
    }
}

impl TestVariant {
    /// Applies rerolls where `here` holds; `token` masks where the enemy may spend one.
    #[inline(always)]
    fn settle<C: Chance>(
        &self,
        chance: &mut C,
        active: ActivePlayer,
        (dice, labels): ([C::N; 3], [&'static Label; 2]),
        stake: C::N,
        [here, token]: [<C::N as Num>::Mask; 2],
    ) -> SettledDice<C::N> {
        let (dice, forced) = self.reroll(chance, (active, labels), dice, stake, [here, token]);
        SettledDice {
            total: dice[0] + dice[1],
            forced,
            needed: C::N::of(self.stakes.needed),
            wounds: self.cost(dice[2]),
        }
    }

    /// Returns the wounds of a failed test, by the face of the D3.
    #[inline(always)]
    fn cost<N: Num>(&self, d3: N) -> N {
        let [_, one, two, three] = self.wounds;
        N::of(three).select(d3.ge(N::of(3)), N::of(two).select(d3.ge(N::of(2)), N::of(one)))
    }
}
