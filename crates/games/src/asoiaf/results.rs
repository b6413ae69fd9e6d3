//! The names of what the rules of this game record, by which answers are asked for it.

/// Numbers.
pub mod quantity {
    use warodds_engine::chance::QuantityName;

    /// Wounds left to `a`.
    pub const A_LEFT: QuantityName = QuantityName::new("a_left");
    /// Unblocked hits.
    pub const ATTACK_WOUNDS: QuantityName = QuantityName::new("attack_wounds");
    /// Attacks until it is destroyed.
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
    /// Wounds suffered from unblocked hits.
    pub const HIT_WOUNDS: QuantityName = QuantityName::new("hit_wounds");
    /// Hits.
    pub const HITS: QuantityName = QuantityName::new("hits");
    /// Defender's wounds left.
    pub const LEFT: QuantityName = QuantityName::new("left");
    /// Attacker's wounds left.
    pub const OWN_LEFT: QuantityName = QuantityName::new("own_left");
    /// Attacker's own wounds.
    pub const OWN_WOUNDS: QuantityName = QuantityName::new("own_wounds");
    /// Wounds suffered from abilities, zones and other attacks.
    pub const OTHER_WOUNDS: QuantityName = QuantityName::new("other_wounds");
    /// Wounds from panic.
    pub const PANIC_WOUNDS: QuantityName = QuantityName::new("panic_wounds");
    /// Rounds.
    pub const ROUNDS: QuantityName = QuantityName::new("rounds");
    /// Wounds in all.
    pub const WOUNDS: QuantityName = QuantityName::new("wounds");
}

/// What happens or not.
pub mod event {
    use warodds_engine::chance::EventName;

    /// `a` is destroyed.
    pub const A_DESTROYED: EventName = EventName::new("a_destroyed");
    /// All copies are drawn.
    pub const ALL_COPIES: EventName = EventName::new("all_copies");
    /// At least one copy is drawn.
    pub const AT_LEAST_ONE: EventName = EventName::new("at_least_one");
    /// Away.
    pub const AWAY: EventName = EventName::new("away");
    /// `b` is destroyed.
    pub const B_DESTROYED: EventName = EventName::new("b_destroyed");
    /// Both stand.
    pub const BOTH_STAND: EventName = EventName::new("both_stand");
    /// Destroyed.
    pub const DESTROYED: EventName = EventName::new("destroyed");
    /// Disorderly.
    pub const DISORDERLY: EventName = EventName::new("disorderly");
    /// Failed.
    pub const FAILED: EventName = EventName::new("failed");
    /// Attacker destroyed.
    pub const OWN_DESTROYED: EventName = EventName::new("own_destroyed");
    /// Panic test failed.
    pub const PANIC_FAILED: EventName = EventName::new("panic_failed");
    /// Reached.
    pub const REACHED: EventName = EventName::new("reached");
}
