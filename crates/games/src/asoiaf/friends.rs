//! Panic tests of friends of the shooter that are engaged with its target (A6.14).

use super::attack_sequence::{InitialState, table};
use super::edition::Parameters;
use super::panic::{PanicTest, left_out, stakes_without_contact};
use super::per_situation::SituationIndex;
use super::question::{ActivePlayer, Attack, Panic};
pub use super::question::{Friends, TooManyFriends};
use super::situation::FightState;
use super::situation_table::SituationTable;
use super::unit::{Reach, UnitState};
use warodds_engine::chance::{Chance, Label, Num, when};

const TESTS: Label = Label::counted(
    "wound a friend of the attacker has left: it takes a panic test",
    "wounds a friend of the attacker has left: it takes a panic test",
    "A6.14",
);

/// Losses of the friends.
#[derive(Clone, Copy, Debug)]
pub(super) struct FriendLosses<N> {
    /// Wounds of all friends.
    pub wounds: N,
    /// Number of friends that failed the test.
    pub failed: N,
    /// Number of friends destroyed.
    pub destroyed: N,
}

/// The compiled tests of all friends, and notes on effects that are left out.
#[derive(Clone, Debug)]
pub(super) struct FriendTests {
    tests: Vec<FriendTest>,
    left_out: Vec<String>,
}

impl FriendTests {
    /// Compiles the tests after an attack; only ranged attacks cause them (A6.14).
    pub(super) fn new(question: &Attack, parameters: &Parameters) -> Self {
        let friends =
            if question.context.engagement.is_ranged() { question.friends.tests() } else { &[] };
        let tests = friends.iter().map(|one| FriendTest::new(one, question, parameters));
        let own = friends.iter().flat_map(|one| one.unit.after_tests(true));
        let of_target = question.defender.after_tests(false).filter(|_| !friends.is_empty());
        let left_out = left_out("friends", own.chain(of_target));
        Self { tests: tests.collect(), left_out }
    }

    /// Returns notes on the effects left out.
    pub(super) fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// Returns whether there are no tests.
    pub(super) const fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// Returns the number of tests.
    pub(super) const fn count(&self) -> u8 {
        self.tests.len() as u8
    }

    /// Returns the largest number of wounds.
    pub(super) fn most_wounds(&self) -> u8 {
        self.tests.iter().map(FriendTest::most_wounds).fold(0, u8::saturating_add)
    }

    /// Returns the wounds left to the first friend before its test; 0 if there is none.
    pub(super) fn left_of_first(&self) -> u8 {
        self.tests.first().map_or(0, |test| test.state.wounds_left())
    }

    /// Resolves the first friend's test, for a target with these wounds left and tokens. Returns
    /// the friend's wounds, 1 if it failed, and its tokens.
    pub(super) fn of_first<C: Chance>(
        &self,
        chance: &mut C,
        left: C::N,
        tokens: C::N,
    ) -> [C::N; 3] {
        self.tests.first().map_or([C::N::of(0); 3], |test| test.take(chance, left, tokens))
    }

    /// Resolves all tests, for the target as the attack has left it.
    #[inline(never)]
    pub(super) fn take<C: Chance>(
        &self,
        chance: &mut C,
        left: C::N,
        tokens: C::N,
    ) -> FriendLosses<C::N> {
        let none = C::N::of(0);
        let mut all = FriendLosses { wounds: none, failed: none, destroyed: none };
        for test in &self.tests {
            let [wounds, failed, _] = test.take(chance, left, tokens);
            all.wounds = all.wounds + wounds;
            all.failed = all.failed + failed;
            all.destroyed =
                all.destroyed + C::N::flag(wounds.equals(C::N::of(test.state.wounds_left())));
        }
        all
    }
}

/// The test of one friend.
#[derive(Clone, Debug)]
struct FriendTest {
    state: UnitState,
    /// The test while the target is alive and in contact, and its situations.
    engaged: PanicTest,
    table: SituationTable,
    /// The test after the target is destroyed.
    free: PanicTest,
}

impl FriendTest {
    fn new(friend: &Panic, question: &Attack, parameters: &Parameters) -> Self {
        // the attacker is active, and friends are on its side (A0.7)
        let friend = Panic { active: ActivePlayer::Own, ..friend.clone() };
        // the attack before the test may have killed the attachment of the target (A14.17)
        let mut target = question.defender.clone();
        target.attachment_may_be_dead |= question.attacker.may_kill_attachments();
        let enemy = (&target, Reach::Melee);
        let (table, stakes) = stakes_without_contact(&friend, parameters, enemy, |ctx| {
            table(ctx, InitialState::Any, true)
        });
        let engaged = PanicTest::new(&stakes, &table, friend.active);
        let free = PanicTest::of(&friend, parameters);
        Self { state: friend.unit.state, engaged, table, free }
    }

    fn most_wounds(&self) -> u8 {
        // the friend tests in one of two states; the worse one bounds its wounds
        let most = self.engaged.most_wounds().max(self.free.most_wounds());
        most.min(self.state.wounds_left())
    }

    /// Resolves the test for a target with these wounds left and tokens. Returns the friend's
    /// wounds, 1 if it failed, and its tokens.
    fn take<C: Chance>(&self, chance: &mut C, left: C::N, tokens: C::N) -> [C::N; 3] {
        let own = C::N::of(self.state.wounds_left());
        let held = C::N::of(self.state.tokens.bits());
        chance.describe(&TESTS, own);
        let alive = left.gt(C::N::of(0));
        let taken = |test: &PanicTest, chance: &mut C, place: SituationIndex<C::N>| {
            let tested = test.take(chance, place, own, held);
            [tested.wounds, C::N::flag(tested.failed), tested.tokens]
        };
        let place = if self.engaged.is_placed() {
            self.table.place(&FightState::new([left, own], [tokens, held]), C::N::of(0))
        } else {
            SituationIndex::only()
        };
        let engaged = when!(alive, taken(&self.engaged, chance, place));
        let free = when!(!alive, taken(&self.free, chance, SituationIndex::only()));
        // exactly one of the two was resolved in each lane; the other is zero
        std::array::from_fn(|place| engaged[place] + free[place])
    }
}
