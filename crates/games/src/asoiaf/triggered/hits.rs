//! Hits on a unit outside of attacks (A2.10), as a step of a battle.

use super::super::combatant::Combatant;
use super::super::edition::Parameters;
use super::super::needed::needed_face;
use super::SavesAgainstHits;
use warodds_engine::chance::{Chance, Num};

/// Hits on a unit, which saves against them.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct HitsRule {
    hits: u8,
    /// The natural face that saves; `None` without saves.
    face: Option<u8>,
    wounds_left: u8,
}

impl HitsRule {
    /// Compiles a number of hits on a unit; `saves` is added to its saves.
    pub(in super::super) fn under(
        parameters: &Parameters,
        unit: &Combatant,
        (hits, saves): (u8, i8),
    ) -> Self {
        let sixes = if parameters.six_saves { 6 } else { 7 };
        let modifier = i16::from(unit.modifiers.save_modifier.get()) + i16::from(saves);
        let face = unit.defense.map(|defense| needed_face(defense.get(), modifier, sixes));
        Self { hits, face, wounds_left: unit.state.wounds_left() }
    }

    /// Rolls the saves. Returns the wounds left to the unit.
    pub(in super::super) fn resolve<C: Chance>(&self, chance: &mut C) -> C::N {
        let hits = C::N::of(self.hits);
        let wounds = match self.face {
            Some(face) => chance.memoised(&SavesAgainstHits, [hits, C::N::of(face)])[0],
            None => hits,
        };
        C::N::of(self.wounds_left).saturating_sub(wounds)
    }
}
