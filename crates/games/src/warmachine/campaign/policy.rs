//! How a side decides what the rules leave to it.

use super::Size;

/// All decisions of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SidePolicy {
    /// Whom and what it attacks.
    pub attack: AttackPolicy,
    /// The most attacks it declares in a round.
    pub most_attacks: u8,
    /// Which of its battles it fights first.
    pub order: OrderPolicy,
    /// The size of the battles it attacks in.
    pub size: SizePolicy,
    /// Whether it raises the size of a battle it is attacked in.
    pub raise: RaisePolicy,
    /// What it buys, the dearest wish first; nothing is saved for.
    pub buys: Vec<Purchase>,
}

impl SidePolicy {
    /// What a side does that says nothing.
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

/// Whom a side attacks first of those it may; of each, it attacks the area nearest to its own, in
/// the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackPolicy {
    /// Those with the most areas.
    Strongest,
    /// Those next to it, of these the one with the fewest areas.
    WeakestNeighbour,
    /// The next objective whenever that can be attacked, then the weakest neighbours.
    ObjectiveFirst,
}

/// Which of its battles a side fights first (W2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderPolicy {
    /// As they were declared.
    Declared,
    /// Those it is most likely to win between equal armies.
    Surest,
    /// Those it is least likely to win.
    Hardest,
}

/// How large a battle an attacker wants (W2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizePolicy {
    /// Always this size.
    Fixed(Size),
    /// The largest that it can fill but for 100 points; the smallest where it can fill none.
    Largest,
    /// The one it is likeliest to win, knowing what the defender will do; the smallest of equals.
    Best,
}

/// Whether a defender raises the size of a battle, which costs its proximity (W2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaisePolicy {
    /// Never.
    Never,
    /// Where that makes it likelier to win.
    WhenItHelps,
}

/// What the war chest buys (W2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purchase {
    /// Another detachment, for good.
    Detachment,
    /// A detachment of mercenaries for this round; one a round.
    Mercenaries,
    /// An epic warcaster for a detachment that has none.
    Epic,
    /// An advantage in each battle that can be paid for.
    Advantage,
}
