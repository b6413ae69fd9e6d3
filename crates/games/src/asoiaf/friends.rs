//! Friends of the shooter that are engaged with its target: after the attack each of them takes a
//! panic test (A6.14).

use thiserror::Error;

use super::attack_sequence::{Start, table};
use super::edition::Parameters;
use super::panic::{Afar, PanicTest, alone};
use super::question::{Active, Attack, Panic};
use super::situation::{Fight, SituationIndex, SituationTable};
use super::triggered::Names;
use super::unit::{Reach, Standing};
use warodds_engine::chance::{Chance, Label, Num, when};

const TESTS: Label = Label::counted(
    "wound a friend of the attacker has left: it takes a panic test",
    "wounds a friend of the attacker has left: it takes a panic test",
    "A6.14",
);

/// The panic tests of the shooter's friends that are engaged with its target (A6.14). It is their
/// own player's turn, whatever [`Panic::active`] says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Friends(Vec<Panic>);

/// Friends that cannot all be engaged with one enemy.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum TooManyFriends {
    /// There is no room for so many.
    #[error("at most {} friends can be engaged with the target, not {given}", Friends::MOST)]
    Units {
        /// How many are given.
        given: usize,
    },
    /// They have more wounds left than can be counted.
    #[error(
        "the friends engaged with the target may have {} wounds left in all, not {given}",
        Friends::MOST_WOUNDS
    )]
    Wounds {
        /// How many they have.
        given: u32,
    },
}

impl Friends {
    /// The most of them: two on each side of the target (A18.2), one place being the enemy's own.
    pub const MOST: usize = 7;
    /// The most wounds they may have left together: counts must fit in a byte.
    pub const MOST_WOUNDS: u32 = 240;

    /// These tests, one for each friend.
    ///
    /// # Errors
    /// For more friends than there is room for, or more wounds than can be counted.
    pub fn new(tests: Vec<Panic>) -> Result<Self, TooManyFriends> {
        let left: u32 = tests.iter().map(|test| u32::from(test.standing.wounds_left())).sum();
        if tests.len() > Self::MOST {
            return Err(TooManyFriends::Units { given: tests.len() });
        }
        if left > Self::MOST_WOUNDS {
            Err(TooManyFriends::Wounds { given: left })
        } else {
            Ok(Self(tests))
        }
    }

    /// The tests.
    pub fn tests(&self) -> &[Panic] {
        &self.0
    }
}

/// What happened to the friends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shaken<N> {
    /// Wounds of all of them.
    pub wounds: N,
    /// How many failed the test.
    pub failed: N,
    /// How many were destroyed.
    pub destroyed: N,
}

/// The tests of all friends made ready.
#[derive(Clone, Debug)]
pub(super) struct FriendTests(Vec<FriendTest>);

impl FriendTests {
    /// Those that follow an attack: from afar alone (A6.14).
    pub fn new(question: &Attack, parameters: &Parameters, names: &mut Names) -> Self {
        let friends =
            if question.attacker.reach.is_ranged() { question.friends.tests() } else { &[] };
        Self(friends.iter().map(|one| FriendTest::new(one, question, parameters, names)).collect())
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    pub const fn count(&self) -> u8 {
        self.0.len() as u8
    }

    /// The most wounds they cost.
    pub fn most_wounds(&self) -> u8 {
        self.0.iter().map(FriendTest::most_wounds).fold(0, u8::saturating_add)
    }

    /// All tests, with the target as the fight has left it.
    #[inline(never)]
    pub fn take<C: Chance>(&self, chance: &mut C, left: C::N, tokens: C::N) -> Shaken<C::N> {
        let none = C::N::of(0);
        let mut all = Shaken { wounds: none, failed: none, destroyed: none };
        for test in &self.0 {
            let [wounds, failed] = test.take(chance, left, tokens);
            all.wounds = all.wounds + wounds;
            all.failed = all.failed + failed;
            all.destroyed =
                all.destroyed + C::N::flag(wounds.equals(C::N::of(test.standing.wounds_left())));
        }
        all
    }
}

/// The test of one friend.
#[derive(Clone, Debug)]
struct FriendTest {
    standing: Standing,
    /// While the target stands in contact with it; and the situations that may be.
    engaged: PanicTest,
    table: SituationTable,
    /// Once the target is gone.
    free: PanicTest,
}

impl FriendTest {
    fn new(friend: &Panic, question: &Attack, parameters: &Parameters, names: &mut Names) -> Self {
        let friend = Panic { active: Active::Own, ..friend.clone() };
        let [_, presence] = &question.presence;
        let target = Afar { presence, standing: question.defender.standing, reach: Reach::Melee };
        let standings = [target.standing, friend.standing];
        let (table, stakes) =
            alone(&friend, parameters, target, |ctx| table(ctx, standings, Start::Any, true));
        let engaged = PanicTest::new(names.next(), &stakes, &table, friend.active);
        let free = PanicTest::of(names.next(), &friend, parameters);
        Self { standing: friend.standing, engaged, table, free }
    }

    fn most_wounds(&self) -> u8 {
        let most = self.engaged.most_wounds().max(self.free.most_wounds());
        most.min(self.standing.wounds_left())
    }

    /// Its wounds, and 1 where it failed; the target has so many wounds left, and these tokens.
    fn take<C: Chance>(&self, chance: &mut C, left: C::N, tokens: C::N) -> [C::N; 2] {
        let own = C::N::of(self.standing.wounds_left());
        let held = C::N::of(self.standing.tokens.bits());
        chance.describe(&TESTS, own);
        let stands = left.gt(C::N::of(0));
        let taken = |test: &PanicTest, chance: &mut C, place: SituationIndex<C::N>| {
            let tested = test.take(chance, place, own, held);
            [tested.wounds, C::N::flag(tested.failed)]
        };
        let place = if self.engaged.is_placed() {
            self.table.place(&Fight::new([left, own], [tokens, held]), C::N::of(0))
        } else {
            SituationIndex::only()
        };
        let engaged = when!(stands, taken(&self.engaged, chance, place));
        let free = when!(!stands, taken(&self.free, chance, SituationIndex::only()));
        [engaged[0] + free[0], engaged[1] + free[1]]
    }
}
