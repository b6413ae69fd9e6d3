//! Origins of morale tests.

use super::effect::{Amount, TestKind};
use super::situation::Side;

/// The ability that requires a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TestCaller {
    /// The side that has the ability.
    pub bearer: Side,
    /// Index of the ability among the counted ones of its bearer; `None` if no ability requires the
    /// test.
    pub ability: Option<usize>,
}

impl TestCaller {
    /// Returns the caller of a test that no ability requires, taken by the unit on this side.
    pub(super) const fn by_none(bearer: Side) -> Self {
        Self { bearer, ability: None }
    }
}

/// The origin of a morale test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TestOrigin {
    /// The wounds of the attack (A2.7): a panic test.
    Attack,
    /// An effect that requires a panic test.
    Triggered {
        /// Added to the roll.
        roll: Amount,
        /// Added to the wounds of failing.
        wounds: Amount,
        /// The ability that requires the test.
        called: TestCaller,
    },
    /// An effect that requires a morale test without wounds.
    Morale {
        /// Added to the roll.
        roll: Amount,
        /// The ability that requires the test.
        called: TestCaller,
    },
}

impl TestOrigin {
    /// Returns whether an effect on `which` tests applies in this one; it belongs to ability
    /// `ability` of the unit on `side`.
    pub(super) fn fits(
        from: Option<Self>,
        which: Option<TestKind>,
        side: Side,
        ability: usize,
    ) -> bool {
        let of_ability =
            |called: TestCaller| called.bearer == side && called.ability == Some(ability);
        match (which, from) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(TestKind::Panic), Some(from)) => !matches!(from, Self::Morale { .. }),
            (Some(TestKind::Plain), Some(from)) => matches!(from, Self::Morale { .. }),
            (Some(TestKind::Attack), Some(from)) => from == Self::Attack,
            (Some(TestKind::Called), Some(Self::Attack)) => false,
            (
                Some(TestKind::Called),
                Some(Self::Triggered { called, .. } | Self::Morale { called, .. }),
            ) => of_ability(called),
        }
    }
}
