//! The names of what the rules of this game record, by which answers are asked for it.

/// Numbers.
pub mod quantity {
    use warodds_engine::chance::QuantityName;

    /// Figures left to `a`.
    pub const A_LEFT: QuantityName = QuantityName::new("a_left");
    /// Units lost by `a`.
    pub const A_LOST: QuantityName = QuantityName::new("a_lost");
    /// Spaces the marker stands with `a`.
    pub const A_SHAKEN: QuantityName = QuantityName::new("a_shaken");
    /// Figures left to `b`.
    pub const B_LEFT: QuantityName = QuantityName::new("b_left");
    /// Units lost by `b`.
    pub const B_LOST: QuantityName = QuantityName::new("b_lost");
    /// Spaces the marker stands with `b`.
    pub const B_SHAKEN: QuantityName = QuantityName::new("b_shaken");
    /// Hexes burning around it.
    pub const BURNING_AROUND: QuantityName = QuantityName::new("burning_around");
    /// Figures lost.
    pub const FIGURES_LOST: QuantityName = QuantityName::new("figures_lost");
    /// Blue tokens.
    pub const BLUE: QuantityName = QuantityName::new("blue");
    /// Morale tokens.
    pub const FLAGS: QuantityName = QuantityName::new("flags");
    /// Green tokens.
    pub const GREEN: QuantityName = QuantityName::new("green");
    /// Red tokens.
    pub const RED: QuantityName = QuantityName::new("red");
    /// Valor tokens.
    pub const VALOR: QuantityName = QuantityName::new("valor");
    /// Hits.
    pub const HITS: QuantityName = QuantityName::new("hits");
    /// Level of the fire.
    pub const LEVEL: QuantityName = QuantityName::new("level");
    /// Wanted orders given.
    pub const ORDERS: QuantityName = QuantityName::new("orders");
    /// Figures lost by the other.
    pub const OTHER_FIGURES_LOST: QuantityName = QuantityName::new("other_figures_lost");
    /// Figures lost by the attacker.
    pub const OWN_FIGURES_LOST: QuantityName = QuantityName::new("own_figures_lost");
    /// Hexes retreated by the attacker.
    pub const OWN_RETREAT: QuantityName = QuantityName::new("own_retreat");
    /// Hexes retreated.
    pub const RETREAT: QuantityName = QuantityName::new("retreat");
    /// Rounds.
    pub const ROUNDS: QuantityName = QuantityName::new("rounds");
}

/// What happens or not.
pub mod event {
    use warodds_engine::chance::EventName;

    /// `a` is destroyed.
    pub const A_DESTROYED: EventName = EventName::new("a_destroyed");
    /// `a` is driven back.
    pub const A_DRIVEN_BACK: EventName = EventName::new("a_driven_back");
    /// `a` routs.
    pub const A_ROUTS: EventName = EventName::new("a_routs");
    /// Attack dice rolled.
    pub const ATTACKED: EventName = EventName::new("attacked");
    /// `b` is destroyed.
    pub const B_DESTROYED: EventName = EventName::new("b_destroyed");
    /// `b` is driven back.
    pub const B_DRIVEN_BACK: EventName = EventName::new("b_driven_back");
    /// `b` routs.
    pub const B_ROUTS: EventName = EventName::new("b_routs");
    /// Both stand.
    pub const BOTH_STAND: EventName = EventName::new("both_stand");
    /// Commander captured.
    pub const CAPTURED: EventName = EventName::new("captured");
    /// Counter-attacked.
    pub const COUNTER_ATTACKED: EventName = EventName::new("counter_attacked");
    /// Destroyed.
    pub const DESTROYED: EventName = EventName::new("destroyed");
    /// Driven back.
    pub const DRIVEN_BACK: EventName = EventName::new("driven_back");
    /// Enough for all.
    pub const ENOUGH: EventName = EventName::new("enough");
    /// A given neighbour burns.
    pub const NEIGHBOUR_BURNS: EventName = EventName::new("neighbour_burns");
    /// Neither routs.
    pub const NEITHER_ROUTS: EventName = EventName::new("neither_routs");
    /// The other destroyed.
    pub const OTHER_DESTROYED: EventName = EventName::new("other_destroyed");
    /// The fire is out.
    pub const OUT: EventName = EventName::new("out");
    /// Attacker destroyed.
    pub const OWN_DESTROYED: EventName = EventName::new("own_destroyed");
    /// Attacker driven back.
    pub const OWN_DRIVEN_BACK: EventName = EventName::new("own_driven_back");
    /// Attacked again.
    pub const PURSUED: EventName = EventName::new("pursued");
    /// Unit destroyed.
    pub const UNIT_DESTROYED: EventName = EventName::new("unit_destroyed");
}
