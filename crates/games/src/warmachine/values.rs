//! Validated numbers of the game.

use crate::bounded::bounded;

bounded!(
    /// Fury points on a model (W1.3).
    Fury(u8), "fury", 0..=20
);
bounded!(
    /// A warbeast's threshold (W1.4).
    ThresholdValue(u8), "threshold", 2..=30
);
bounded!(
    /// A model's skill in attack rolls (W1.6).
    Skill(u8), "skill", 0..=20
);
bounded!(
    /// A model's defense against attack rolls (W1.6).
    Def(u8), "def", 2..=30
);
bounded!(
    /// The power of a damage roll (W1.7), strength included.
    Pow(u8), "pow", 0..=50
);
bounded!(
    /// A model's armor against damage rolls (W1.7).
    Arm(u8), "arm", 0..=50
);
bounded!(
    /// Damage boxes a model has left (W1.7).
    Boxes(u8), "boxes", 1..=120
);
bounded!(
    /// Number of free attacks (W1.8).
    Attacks(u8), "attacks", 0..=8
);
bounded!(
    /// Focus or fury to spend (W1.8).
    Points(u8), "points", 0..=10
);
bounded!(
    /// Turns in which a continuous effect is checked (W1.2).
    Turns(u8), "turns", 1..=60
);
bounded!(
    /// The highest face of a D6 on which a continuous effect expires (W1.2).
    ExpiresOn(u8), "expires_on", 0..=6
);
bounded!(
    /// A caster's ARC: the most focus or fury it holds (W1.3).
    Arc(u8), "arc", 0..=20
);
bounded!(
    /// A small count: spells to pay for, warbeasts lost, points to keep (W1.3).
    Count(u8), "count", 0..=20
);

impl Fury {
    /// No fury.
    pub const NONE: Self = Self(0);
}

impl Pow {
    /// The power of the continuous effect fire (W1.2).
    pub const FIRE: Self = Self(12);
}

impl Attacks {
    /// A single attack.
    pub const ONE: Self = Self(1);
}

impl Turns {
    /// The default: enough for all but 1 % of effects that expire on 1 or 2.
    pub const USUAL: Self = Self(12);
}

impl ExpiresOn {
    /// The default: continuous effects expire on 1 and 2 (W1.2).
    pub const USUAL: Self = Self(2);
}

impl Count {
    /// None.
    pub const NONE: Self = Self(0);
    /// The most focus on a warjack (W1.8).
    pub const MOST_FOCUS: Self = Self(3);
}
