//! What morale tests come from.

use super::effect::{Amount, TestKind};
use super::situation::Side;

/// The ability that calls for a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TestCaller {
    /// Whose it is.
    pub bearer: Side,
    /// Its number among the abilities of its bearer that count; none where no ability calls for the
    /// test.
    pub ability: Option<usize>,
}

impl TestCaller {
    /// By none, the unit on this side testing for itself.
    pub(super) const fn by_none(bearer: Side) -> Self {
        Self { bearer, ability: None }
    }
}

/// What a morale test comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TestOrigin {
    /// The wounds of the attack (A2.7): a panic test.
    Attack,
    /// An effect that asks for a panic test.
    Triggered {
        /// Added to the roll.
        roll: Amount,
        /// Added to the wounds of failing.
        wounds: Amount,
        /// Whose effect it is.
        called: TestCaller,
    },
    /// An effect that asks for a morale test without wounds.
    Morale {
        /// Added to the roll.
        roll: Amount,
        /// Whose effect it is.
        called: TestCaller,
    },
}

impl TestOrigin {
    /// Whether an effect that asks for `which` tests counts here: of ability number `ability` of
    /// the unit on `side`.
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
            (Some(TestKind::Attack), Some(from)) => from == Self::Attack,
            (Some(TestKind::Called), Some(Self::Attack)) => false,
            (
                Some(TestKind::Called),
                Some(Self::Triggered { called, .. } | Self::Morale { called, .. }),
            ) => of_ability(called),
        }
    }
}
