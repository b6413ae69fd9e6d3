//! Names of the results of this game, as used in answers.

/// Names of quantities.
pub mod quantity {
    use warodds_engine::chance::QuantityName;

    /// Areas after a round.
    pub(crate) const AREAS_AFTER: QuantityName = QuantityName::new("areas_after");
    /// Boosted attack rolls.
    pub(crate) const ATTACK_BOOSTS: QuantityName = QuantityName::new("attack_boosts");
    /// Attacks made.
    pub const ATTACKS: QuantityName = QuantityName::new("attacks");
    /// Damage.
    pub const DAMAGE: QuantityName = QuantityName::new("damage");
    /// Boosted damage rolls.
    pub(crate) const DAMAGE_BOOSTS: QuantityName = QuantityName::new("damage_boosts");
    /// Warbeasts that frenzy.
    pub const FRENZIES: QuantityName = QuantityName::new("frenzies");
    /// Hits.
    pub const HITS: QuantityName = QuantityName::new("hits");
    /// Rounds.
    pub const ROUNDS: QuantityName = QuantityName::new("rounds");
    /// Ticks.
    pub const TICKS: QuantityName = QuantityName::new("ticks");
    /// Total of the check.
    pub const TOTAL: QuantityName = QuantityName::new("total");

    /// Quantities of which more is worse for the active player.
    pub const LOSSES: [QuantityName; 1] = [FRENZIES];
}

/// Names of events.
pub mod event {
    use warodds_engine::chance::EventName;

    /// Target destroyed.
    pub const DESTROYED: EventName = EventName::new("destroyed");
    /// Expired within the turns.
    pub const EXPIRED: EventName = EventName::new("expired");
    /// At least one frenzies.
    pub const FRENZY: EventName = EventName::new("frenzy");
    /// At least one hit.
    pub const HIT: EventName = EventName::new("hit");
    /// Nobody wins.
    pub(crate) const UNDECIDED: EventName = EventName::new("undecided");
}
