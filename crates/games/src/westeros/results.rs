//! Names of the results of this game, as used in answers.

/// Names of quantities.
pub mod quantity {
    use warodds_engine::chance::QuantityName;

    /// Figures left to `a`.
    pub const A_LEFT: QuantityName = QuantityName::new("a_left");
    /// Units lost by `a`.
    pub(crate) const A_LOST: QuantityName = QuantityName::new("a_lost");
    /// Spaces the marker is on `a`'s half.
    pub const A_SHAKEN: QuantityName = QuantityName::new("a_shaken");
    /// Figures left to `b`.
    pub const B_LEFT: QuantityName = QuantityName::new("b_left");
    /// Units lost by `b`.
    pub(crate) const B_LOST: QuantityName = QuantityName::new("b_lost");
    /// Spaces the marker is on `b`'s half.
    pub const B_SHAKEN: QuantityName = QuantityName::new("b_shaken");
    /// Hexes burning around the fire.
    pub const BURNING_AROUND: QuantityName = QuantityName::new("burning_around");
    /// Figures lost.
    pub const FIGURES_LOST: QuantityName = QuantityName::new("figures_lost");
    /// Blue tokens.
    pub(crate) const BLUE: QuantityName = QuantityName::new("blue");
    /// Morale tokens.
    pub(crate) const FLAGS: QuantityName = QuantityName::new("flags");
    /// Green tokens.
    pub(crate) const GREEN: QuantityName = QuantityName::new("green");
    /// Red tokens.
    pub(crate) const RED: QuantityName = QuantityName::new("red");
    /// Valor tokens.
    pub(crate) const VALOR: QuantityName = QuantityName::new("valor");
    /// Hits.
    pub const HITS: QuantityName = QuantityName::new("hits");
    /// Level of the fire.
    pub const LEVEL: QuantityName = QuantityName::new("level");
    /// Requested orders given.
    pub const ORDERS: QuantityName = QuantityName::new("orders");
    /// Figures lost by the other unit.
    pub(crate) const OTHER_FIGURES_LOST: QuantityName = QuantityName::new("other_figures_lost");
    /// Figures lost by the attacker.
    pub(crate) const OWN_FIGURES_LOST: QuantityName = QuantityName::new("own_figures_lost");
    /// Hexes retreated by the attacker.
    pub(crate) const OWN_RETREAT: QuantityName = QuantityName::new("own_retreat");
    /// Hexes retreated.
    pub const RETREAT: QuantityName = QuantityName::new("retreat");
    /// Rounds.
    pub const ROUNDS: QuantityName = QuantityName::new("rounds");

    /// Quantities of which more is worse for the attacker or side `a`; a fire harms whoever is in it.
    pub const LOSSES: [QuantityName; 7] =
        [A_LOST, A_SHAKEN, B_LEFT, BURNING_AROUND, LEVEL, OWN_FIGURES_LOST, OWN_RETREAT];
}

/// Names of events.
pub mod event {
    use warodds_engine::chance::EventName;

    /// Side `a` is destroyed.
    pub const A_DESTROYED: EventName = EventName::new("a_destroyed");
    /// Side `a` is driven back.
    pub const A_DRIVEN_BACK: EventName = EventName::new("a_driven_back");
    /// Side `a` routs.
    pub(crate) const A_ROUTS: EventName = EventName::new("a_routs");
    /// Attack dice are rolled.
    pub(crate) const ATTACKED: EventName = EventName::new("attacked");
    /// Side `b` is destroyed.
    pub const B_DESTROYED: EventName = EventName::new("b_destroyed");
    /// Side `b` is driven back.
    pub const B_DRIVEN_BACK: EventName = EventName::new("b_driven_back");
    /// Side `b` routs.
    pub const B_ROUTS: EventName = EventName::new("b_routs");
    /// Both sides are alive.
    pub const BOTH_STAND: EventName = EventName::new("both_stand");
    /// The commander is captured.
    pub(crate) const CAPTURED: EventName = EventName::new("captured");
    /// The target counter-attacks.
    pub(crate) const COUNTER_ATTACKED: EventName = EventName::new("counter_attacked");
    /// The unit is destroyed.
    pub const DESTROYED: EventName = EventName::new("destroyed");
    /// The target is driven back.
    pub(crate) const DRIVEN_BACK: EventName = EventName::new("driven_back");
    /// The tokens suffice for all orders.
    pub const ENOUGH: EventName = EventName::new("enough");
    /// A particular neighboring hex burns.
    pub const NEIGHBOUR_BURNS: EventName = EventName::new("neighbour_burns");
    /// Neither side routs.
    pub(crate) const NEITHER_ROUTS: EventName = EventName::new("neither_routs");
    /// The other unit is destroyed.
    pub(crate) const OTHER_DESTROYED: EventName = EventName::new("other_destroyed");
    /// The fire is out.
    pub const OUT: EventName = EventName::new("out");
    /// The attacker is destroyed.
    pub(crate) const OWN_DESTROYED: EventName = EventName::new("own_destroyed");
    /// The attacker is driven back.
    pub(crate) const OWN_DRIVEN_BACK: EventName = EventName::new("own_driven_back");
    /// The pursuer attacks again.
    pub(crate) const PURSUED: EventName = EventName::new("pursued");
    /// Unit destroyed.
    pub const UNIT_DESTROYED: EventName = EventName::new("unit_destroyed");
}
