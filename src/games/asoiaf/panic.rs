//! Morale and panic (A4). Which dice are rerolled is decided in `rerolls.rs`.

use super::condition::{self, Spending, Token};
use super::edition::Parameters;
use super::question::{Active, Panic, Rerolls};
use super::rerolls::{Choices, Terms, again};
use super::values::Morale;
use crate::chance::{Chance, Label, Mask, Num, Part, Rule, Slot, State, when};

const PANIC_DICE: Label = Label::new("panic test", "A4.2");
const PANIC_D3: Label = Label::new("panic D3", "A4.2");
const ENEMY_REROLL: Label = Label::new("panic dice rerolled by the enemy", "A4.4");
const OWN_REROLL: Label = Label::new("panic dice rerolled by their owner", "A4.4");
const TOTAL: Label = Label::new("shown by the 2D6", "A4.1");
const NEEDED: Label = Label::new("needed with all modifiers", "A4.1");
const PASSED: Label = Label::new("wounds: the panic test is passed", "A4.2");
const PANIC_WOUNDS: Label = Label::new("wounds rolled: the panic test is failed", "A4.2");

/// A panic test made ready: what 2D6 must show, who rerolls, and which dice.
#[derive(Clone, Debug)]
pub struct PanicTest {
    part: u8,
    terms: Terms,
    rerolls: Rerolls,
    active: Active,
    spending: Spending,
    choices: Choices,
}

/// What 2D6 must show by nature: no total goes below 0 (A0.3), which no morale value can tell from any other failure.
fn natural_total(morale: Morale, modifiers: i16) -> u8 {
    (i16::from(morale.get()) - modifiers).clamp(2, 13) as u8
}

impl PanicTest {
    /// The test of a question, which a failed charge asks as well (A5.6), with `more` added to the roll. Parts of the exact
    /// engine are named from `part`.
    pub fn new(part: u8, question: &Panic, more: i16, parameters: &Parameters) -> Self {
        let Panic { morale, modifier, rerolls, active, spending, .. } = *question;
        // no natural total reaches 13 (A0.6)
        let terms = Terms::new(natural_total(morale, i16::from(modifier.get()) + more), parameters);
        Self { part, terms, rerolls, active, spending, choices: Choices::new(terms, rerolls, active) }
    }

    /// The most wounds it costs.
    pub const fn most_wounds(&self) -> u8 {
        self.terms.most()
    }

    /// Takes the test: wounds suffered (at most `wounds_left`) and the tokens left. A test that fails costs at least one
    /// wound, so wounds tell failure.
    #[inline(always)]
    pub fn take<C: Chance>(&self, luck: &mut C, wounds_left: C::N, tokens: C::N) -> [C::N; 2] {
        let held = condition::holds(tokens, Token::Panicked);
        let may_spend = C::N::flag(held & <C::N as Num>::Mask::all_of(self.spends_token()));
        let most = C::N::of(self.terms.most());
        let stake = if self.may_reroll() { wounds_left.least(most) } else { most };
        let [wounds, spent] = luck.part(self, [stake, may_spend]);
        [wounds.least(wounds_left), condition::spend(tokens, Token::Panicked, spent.gt(C::N::of(0)))]
    }

    /// Whether the enemy would spend the token: not if it may force the reroll anyway.
    const fn spends_token(&self) -> bool {
        !self.rerolls.enemy && matches!(self.spending, Spending::WhenItHelps)
    }

    /// Whether anybody may reroll at all.
    const fn may_reroll(&self) -> bool {
        self.rerolls.roller || self.rerolls.enemy || matches!(self.spending, Spending::WhenItHelps)
    }

    /// Both players' rerolls, the active player's first (A0.7); where the enemy made dice be rerolled.
    #[inline(always)]
    fn reroll<C: Chance>(
        &self,
        luck: &mut C,
        dice: [C::N; 3],
        stake: C::N,
        token: <C::N as Num>::Mask,
    ) -> ([C::N; 3], <C::N as Num>::Mask) {
        let enemy_may = token | <C::N as Num>::Mask::all_of(self.rerolls.enemy);
        match self.active {
            Active::Enemy => {
                let (dice, forced) = again(luck, &ENEMY_REROLL, &self.choices.enemy, dice, stake, enemy_may);
                (self.own_reroll(luck, dice, stake, <C::N as Num>::Mask::all_of(false)), forced)
            }
            Active::Own => {
                let dice = self.own_reroll(luck, dice, stake, enemy_may);
                again(luck, &ENEMY_REROLL, &self.choices.enemy, dice, stake, enemy_may)
            }
        }
    }

    /// The tested player's reroll, knowing where the enemy will answer.
    #[inline(always)]
    fn own_reroll<C: Chance>(&self, luck: &mut C, dice: [C::N; 3], stake: C::N, enemy_answers: <C::N as Num>::Mask) -> [C::N; 3] {
        if !self.rerolls.roller {
            return dice;
        }
        let (dice, _) = again(luck, &OWN_REROLL, &self.choices.own, dice, stake, !enemy_answers);
        let (dice, _) = again(luck, &OWN_REROLL, &self.choices.own_before_enemy, dice, stake, enemy_answers);
        dice
    }
}

impl Part<2, 2> for PanicTest {
    fn name(&self) -> u8 {
        self.part
    }

    /// The dice, their rerolls, the wounds (A4.2), and whether the token was spent on them.
    #[inline(always)]
    fn run<C: Chance>(&self, luck: &mut C, [stake, may_spend]: [C::N; 2]) -> [C::N; 2] {
        let [first, second] = luck.two_d6(&PANIC_DICE);
        let dice = [first, second, luck.d3(&PANIC_D3)];
        let token = may_spend.gt(C::N::of(0));
        let (dice, forced) = self.reroll(luck, dice, stake, token);
        let failed = (dice[0] + dice[1]).lt(C::N::of(self.terms.needed));
        let wounds = (dice[2] + C::N::of(self.terms.base)).only(failed);
        luck.tell(&TOTAL, dice[0] + dice[1]);
        luck.tell(&NEEDED, C::N::of(self.terms.needed));
        let [] = when!(failed, luck.told(&PANIC_WOUNDS, wounds));
        let [] = when!(!failed, luck.told(&PASSED, C::N::of(0)));
        [wounds, C::N::flag(forced & token)]
    }
}

/// Places of the results in [`PanicRule`].
mod slot {
    pub const WOUNDS: usize = 0;
    pub const FAILED: usize = 1;
}

/// A panic test as a question of its own.
#[derive(Clone, Debug)]
pub struct PanicRule {
    test: PanicTest,
    wounds_left: u8,
    tokens: u8,
}

impl PanicRule {
    /// Makes the question ready, by the book.
    pub fn new(question: &Panic) -> Self {
        Self::under(&Parameters::default(), question)
    }

    /// Makes the question ready, by the rules of an edition.
    pub fn under(parameters: &Parameters, question: &Panic) -> Self {
        let test = PanicTest::new(0, question, 0, parameters);
        Self { test, wounds_left: question.standing.wounds_left(), tokens: question.standing.tokens.bits() }
    }
}

impl Rule for PanicRule {
    fn slots(&self) -> Vec<Slot> {
        vec![Slot::quantity("wounds", "wounds", "wounds", self.test.most_wounds().min(self.wounds_left)), Slot::event("failed", "failed")]
    }

    #[inline(always)]
    fn step<C: Chance>(&self, luck: &mut C, _: usize, state: State<C::N>) -> State<C::N> {
        let [wounds, _] = self.test.take(luck, C::N::of(self.wounds_left), C::N::of(self.tokens));
        luck.record(slot::WOUNDS, wounds);
        luck.record(slot::FAILED, C::N::flag(wounds.gt(C::N::of(0))));
        state
    }
}
