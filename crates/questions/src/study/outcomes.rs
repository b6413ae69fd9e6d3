//! How duels end.

use warodds_answer::{Answer, Event};
use warodds_games::asoiaf::results::event;

/// The chances of the four ends of a duel, which exclude each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DuelOutcomes {
    /// Side `a` stands and `b` is destroyed.
    pub a_wins: f64,
    /// Side `b` stands and `a` is destroyed.
    pub b_wins: f64,
    /// Neither is destroyed.
    pub both_stand: f64,
    /// Both are destroyed, as by an ability of a unit that dies.
    pub both_destroyed: f64,
}

impl DuelOutcomes {
    /// Returns the outcomes of a duel; `None` for another question.
    pub fn of(answer: &Answer) -> Option<Self> {
        let chance = |name| answer.event(name).map(Event::probability);
        let [a_destroyed, b_destroyed] = [event::A_DESTROYED, event::B_DESTROYED].map(chance);
        let both_stand = chance(event::BOTH_STAND)?;
        // a side wins unless it is destroyed, alone or with the other one, or both stand
        let wins = |own_end: f64| (1.0 - own_end - both_stand).max(0.0);
        let [a_wins, b_wins] = [wins(a_destroyed?), wins(b_destroyed?)];
        let rest = 1.0 - a_wins - b_wins - both_stand;
        // a difference of rounding is no outcome
        let both_destroyed = if rest < 1e-9 { 0.0 } else { rest };
        Some(Self { a_wins, b_wins, both_stand, both_destroyed })
    }
}
