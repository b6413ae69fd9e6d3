//! Names of the results of this game, as used in answers.

/// Names of quantities.
pub mod quantity {
    use warodds_engine::chance::QuantityName;

    /// Wounds left to `a`.
    pub const A_LEFT: QuantityName = QuantityName::new("a_left");
    /// Wounds that abilities add to the unblocked hits, or that replace them.
    pub const ADDED_WOUNDS: QuantityName = QuantityName::new("added_wounds");
    /// Unblocked hits.
    pub const ATTACK_WOUNDS: QuantityName = QuantityName::new("attack_wounds");
    /// Number of attacks until the unit is destroyed.
    pub const ATTACKS: QuantityName = QuantityName::new("attacks");
    /// Wounds left to `b`.
    pub const B_LEFT: QuantityName = QuantityName::new("b_left");
    /// Copies drawn.
    pub const COPIES: QuantityName = QuantityName::new("copies");
    /// Charge distance.
    pub const DISTANCE: QuantityName = QuantityName::new("distance");
    /// Friends destroyed.
    pub const FRIENDS_DESTROYED: QuantityName = QuantityName::new("friends_destroyed");
    /// Friends that fail.
    pub const FRIENDS_FAILED: QuantityName = QuantityName::new("friends_failed");
    /// Wounds of friends.
    pub const FRIENDS_WOUNDS: QuantityName = QuantityName::new("friends_wounds");
    /// Wounds suffered from unblocked hits and added wounds.
    pub const HIT_WOUNDS: QuantityName = QuantityName::new("hit_wounds");
    /// Hits.
    pub const HITS: QuantityName = QuantityName::new("hits");
    /// Defender's wounds left.
    pub const LEFT: QuantityName = QuantityName::new("left");
    /// Attacker's wounds left.
    pub const OWN_LEFT: QuantityName = QuantityName::new("own_left");
    /// Attacker's own wounds.
    pub const OWN_WOUNDS: QuantityName = QuantityName::new("own_wounds");
    /// Own wounds of each attacker of a sequence.
    pub const OWN_WOUNDS_OF: [QuantityName; 6] = [
        QuantityName::new("own_wounds_1"),
        QuantityName::new("own_wounds_2"),
        QuantityName::new("own_wounds_3"),
        QuantityName::new("own_wounds_4"),
        QuantityName::new("own_wounds_5"),
        QuantityName::new("own_wounds_6"),
    ];
    /// Wounds suffered from abilities, zones and other attacks.
    pub const OTHER_WOUNDS: QuantityName = QuantityName::new("other_wounds");
    /// Wounds from panic.
    pub const PANIC_WOUNDS: QuantityName = QuantityName::new("panic_wounds");
    /// Rounds.
    pub const ROUNDS: QuantityName = QuantityName::new("rounds");
    /// Total wounds.
    pub const WOUNDS: QuantityName = QuantityName::new("wounds");
    /// Wounds after each step of a sequence but the last.
    pub const WOUNDS_AFTER: [QuantityName; 5] = [
        QuantityName::new("wounds_after_1"),
        QuantityName::new("wounds_after_2"),
        QuantityName::new("wounds_after_3"),
        QuantityName::new("wounds_after_4"),
        QuantityName::new("wounds_after_5"),
    ];

    /// Quantities of the steps that lead to the wounds; the wounds from hits follow from the
    /// unblocked hits.
    pub const STEPS: [QuantityName; 6] =
        [DISTANCE, HITS, ATTACK_WOUNDS, ADDED_WOUNDS, OTHER_WOUNDS, PANIC_WOUNDS];

    /// Quantities of which more is worse for the attacker or side `a`.
    pub const LOSSES: [QuantityName; 12] = [
        B_LEFT,
        FRIENDS_DESTROYED,
        FRIENDS_FAILED,
        FRIENDS_WOUNDS,
        LEFT,
        OWN_WOUNDS,
        OWN_WOUNDS_OF[0],
        OWN_WOUNDS_OF[1],
        OWN_WOUNDS_OF[2],
        OWN_WOUNDS_OF[3],
        OWN_WOUNDS_OF[4],
        OWN_WOUNDS_OF[5],
    ];
}

/// Names of events.
pub mod event {
    use warodds_engine::chance::EventName;

    /// Side `a` is destroyed.
    pub const A_DESTROYED: EventName = EventName::new("a_destroyed");
    /// All copies are drawn.
    pub const ALL_COPIES: EventName = EventName::new("all_copies");
    /// At least one copy is drawn.
    pub const AT_LEAST_ONE: EventName = EventName::new("at_least_one");
    /// The retreat succeeds.
    pub const AWAY: EventName = EventName::new("away");
    /// Side `b` is destroyed.
    pub const B_DESTROYED: EventName = EventName::new("b_destroyed");
    /// Both sides are alive.
    pub const BOTH_STAND: EventName = EventName::new("both_stand");
    /// The unit is destroyed.
    pub const DESTROYED: EventName = EventName::new("destroyed");
    /// The unit is destroyed by each step of a sequence but the last.
    pub const DESTROYED_BY: [EventName; 5] = [
        EventName::new("destroyed_by_1"),
        EventName::new("destroyed_by_2"),
        EventName::new("destroyed_by_3"),
        EventName::new("destroyed_by_4"),
        EventName::new("destroyed_by_5"),
    ];
    /// The charge is disorderly.
    pub const DISORDERLY: EventName = EventName::new("disorderly");
    /// The charge or test fails.
    pub const FAILED: EventName = EventName::new("failed");
    /// The attacker is destroyed.
    pub const OWN_DESTROYED: EventName = EventName::new("own_destroyed");
    /// The panic test fails.
    pub const PANIC_FAILED: EventName = EventName::new("panic_failed");
    /// The charge reaches its target.
    pub const REACHED: EventName = EventName::new("reached");
    /// The charge of each attacker of a sequence reaches its target.
    pub const REACHED_OF: [EventName; 6] = [
        EventName::new("reached_1"),
        EventName::new("reached_2"),
        EventName::new("reached_3"),
        EventName::new("reached_4"),
        EventName::new("reached_5"),
        EventName::new("reached_6"),
    ];

    /// Events of the steps that lead to the wounds.
    pub const STEPS: [EventName; 3] = [REACHED, DISORDERLY, PANIC_FAILED];
}
