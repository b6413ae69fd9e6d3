//! Abilities by name (A1.7, A1.8): what a card says beside its numbers.
//!
//! An ability that is not modelled is never passed over in silence: whoever answers a question lists it.

/// What an ability does to questions about dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bearing {
    /// Nothing: it moves units, deals cards, or is counted in the numbers of the card already.
    NoDice,
    /// It may change rolls, but no rule is built for it yet: answers do not count it.
    NotModelled,
}

/// An ability that a unit has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ability {
    /// Its name.
    pub name: String,
    /// What it does to dice.
    pub bearing: Bearing,
}
