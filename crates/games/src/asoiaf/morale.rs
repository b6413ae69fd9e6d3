//! Morale tests that cost no wounds (A4.1): those required by abilities, and those to survive
//! destruction.
//!
//! They are panic tests without a D3: same modifiers, rerolls and tokens (A7.1 covers every morale
//! test), but only failing itself is at stake. They are rare, so they are compiled apart from the
//! panic test of each attack.

use super::condition::{self, Token};
use super::edition::Parameters;
use super::effect::Amount;
use super::memo_keys;
use super::panic::{PanicTest, SettledDice, TestVariant, nobody, stakes_of};
use super::per_situation::SituationIndex;
use super::question::Panic;
use super::situation::Side;
use super::situation_table::SituationTable;
use super::test_origin::{TestCaller, TestOrigin};
use super::unit::Reach;
use warodds_engine::chance::{Chance, Label, Mask, MemoKey, Memoised, Num, when};

const MORALE_DICE: Label = Label::new("morale test", "A4.1");
const TOTAL: Label = Label::new("total of the 2D6", "A4.1");
const NEEDED: Label = Label::new("required with all modifiers", "A4.1");
const PASSED: Label = Label::new("the morale test is passed", "A4.1");
const FAILED: Label = Label::new("the morale test is failed", "A4.1");
/// Display names of rerolls: by the enemy, by the tested player.
const REROLLS: [&Label; 2] = [
    &Label::new("morale dice rerolled by the enemy", "A4.4"),
    &Label::new("morale dice rerolled by their owner", "A4.4"),
];

/// A compiled morale test; only failing is at stake.
#[derive(Clone, Debug)]
pub(super) struct MoraleTest(pub PanicTest);

impl MoraleTest {
    /// Resolves the test of a unit with these tokens where `tests` holds. Returns the tokens left,
    /// and where it failed.
    #[inline(never)]
    pub(super) fn take<C: Chance>(
        &self,
        chance: &mut C,
        place: SituationIndex<C::N>,
        tokens: C::N,
        tests: <C::N as Num>::Mask,
    ) -> (C::N, <C::N as Num>::Mask) {
        let held = condition::holds(tokens, Token::Panicked);
        let may_spend = C::N::flag(held & self.0.spends.holds(chance, place));
        let which = self.0.which.at(chance, place);
        let [spent, failed] = when!(tests, chance.memoised(self, [may_spend, which]));
        (condition::spend(tokens, Token::Panicked, spent.gt(C::N::of(0))), failed.gt(C::N::of(0)))
    }
}

impl Memoised<2, 2> for MoraleTest {
    /// Uses the stakes of the situation as the key, so that all rules share the result.
    fn key(&self, [may_spend, which]: [u8; 2]) -> (MemoKey, [u8; 2]) {
        match self.0.variants.get(usize::from(which)) {
            Some(TestVariant { stakes, .. }) => {
                (MemoKey::Shared(stakes.name(memo_keys::MORALE, self.0.active)), [may_spend, 0])
            }
            None => (MemoKey::Uncached, [may_spend, which]),
        }
    }

    /// Rolls the dice with their rerolls. Returns whether a token was spent and whether the test
    /// failed.
    #[inline(always)]
    fn run<C: Chance>(&self, chance: &mut C, [may_spend, which]: [C::N; 2]) -> [C::N; 2] {
        let [first, second] = chance.two_d6(&MORALE_DICE);
        // only failing is at stake: any reroll table row of one wound fits
        let stake = C::N::of(1);
        let token = may_spend.gt(C::N::of(0));
        let dice = ([first, second, stake], REROLLS);
        let SettledDice { total, forced, needed, .. } =
            self.0.settle_each(chance, dice, stake, token, which);
        let failed = total.lt(needed);
        chance.describe(&TOTAL, total);
        chance.describe(&NEEDED, needed);
        let [] = when!(failed, chance.described(&FAILED, C::N::of(1)));
        let [] = when!(!failed, chance.described(&PASSED, C::N::of(1)));
        [C::N::flag(forced & token), C::N::flag(failed)]
    }
}

/// A morale test without wounds and without an enemy in contact (A4.1), as a step of a battle.
#[derive(Clone, Debug)]
pub(super) struct MoraleRule {
    test: MoraleTest,
    wounds_left: u8,
}

impl MoraleRule {
    /// Compiles the test of a unit for the parameters of an edition.
    pub(super) fn under(parameters: &Parameters, question: &Panic) -> Self {
        let Panic { unit, active, spending, .. } = question;
        let only = SituationTable::single(unit.state);
        let enemy = nobody(unit, *spending);
        let called = TestCaller::by_none(Side::Defender);
        let from = TestOrigin::Morale { roll: Amount::default(), called };
        let (table, stakes) =
            stakes_of(question, parameters, (&enemy, Reach::LONG, from), |_| only);
        let test = MoraleTest(PanicTest::new(&stakes, &table, *active));
        Self { test, wounds_left: unit.state.wounds_left() }
    }

    /// Returns the wounds left to the unit.
    pub(super) const fn wounds_left(&self) -> u8 {
        self.wounds_left
    }

    /// Resolves the test of the unit, holding `tokens`. Returns the tokens left and where it failed.
    pub(super) fn resolve_from<C: Chance>(
        &self,
        chance: &mut C,
        tokens: C::N,
    ) -> (C::N, <C::N as Num>::Mask) {
        let tests = <C::N as Num>::Mask::all_of(true);
        self.test.take(chance, SituationIndex::only(), tokens, tests)
    }
}
