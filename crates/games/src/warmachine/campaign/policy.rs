//! Policies: the decisions that the rules leave to a side.

use super::Size;

/// The policy of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SidePolicy {
    /// Preferred targets.
    pub attack: AttackPolicy,
    /// Largest number of attacks declared in a round.
    pub most_attacks: u8,
    /// Order of its battles.
    pub order: OrderPolicy,
    /// Size of the battles it attacks in.
    pub size: SizePolicy,
    /// Whether it raises the size of battles in which it defends.
    pub raise: RaisePolicy,
    /// Purchases by preference; nothing is saved for.
    pub buys: Vec<Purchase>,
}

impl SidePolicy {
    /// The default policy.
    pub const PLAIN: Self = Self {
        attack: AttackPolicy::WeakestNeighbour,
        most_attacks: u8::MAX,
        order: OrderPolicy::Declared,
        size: SizePolicy::Fixed(Size::Points750),
        raise: RaisePolicy::Never,
        buys: Vec::new(),
    };
}

impl Default for SidePolicy {
    fn default() -> Self {
        Self::PLAIN
    }
}

/// The preferred target of a side. In each target it attacks the area nearest to its own; ties go
/// to file order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackPolicy {
    /// The side with the most areas.
    Strongest,
    /// Neighbors, of these the one with the fewest areas.
    WeakestNeighbour,
    /// The next objective whenever it can be attacked, then the weakest neighbors.
    ObjectiveFirst,
}

/// The order of a side's battles (W2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderPolicy {
    /// The order of declaration.
    Declared,
    /// The most likely wins between equal armies first.
    Surest,
    /// The least likely wins first.
    Hardest,
}

/// The size of battle an attacker prefers (W2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizePolicy {
    /// Always this size.
    Fixed(Size),
    /// The largest it can fill except for 100 points, or the smallest if it can fill none.
    Largest,
    /// The one with the best chance to win, anticipating the defender; the smallest of equals.
    Best,
}

/// Whether a defender raises the size of a battle, which costs its proximity (W2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaisePolicy {
    /// Never.
    Never,
    /// If that improves its chance to win.
    WhenItHelps,
}

/// Purchases from the war chest (W2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purchase {
    /// Another detachment, permanently.
    Detachment,
    /// A detachment of mercenaries for this round; at most one a round.
    Mercenaries,
    /// An epic warcaster for a detachment without one.
    Epic,
    /// An advantage in each battle, if affordable.
    Advantage,
}
