//! Attempts to kill the enemy's attachment (A14.17).

use super::super::per_situation::SituationIndex;
use super::super::situation::{DEAD_ATTACHMENT, FightState, Side};
use super::AttackRoll;
use warodds_engine::chance::{Chance, Label, Mask, Num, when};

const KILL: Label = Label::new("die for the enemy's attachment", "A1.6");
const KILLED: Label = Label::new("the attachment dies with its model", "A1.6");

impl AttackRoll {
    /// Resolves the attempt to kill the enemy's attachment. The model it stands for is removed with
    /// it.
    pub(super) fn kill<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        place: SituationIndex<C::N>,
    ) {
        let (none, enemy) = (C::N::of(0), Side::Defender);
        let both_alive = fight.left[0].gt(none) & fight.left[1].gt(none);
        let mut may = both_alive & !fight.has_dead_attachment(enemy);
        let mut killed = <C::N as Num>::Mask::all_of(false);
        for (applies, face) in &self.kills {
            let tries = applies.holds(chance, place) & may;
            let [die] = when!(tries, [chance.d6(&KILL)]);
            killed = killed | (die.ge(C::N::of(*face)) & tries);
            // one attempt per attack, even if several abilities allow one
            may = may & !tries;
        }
        let [] = when!(killed, chance.described(&KILLED, C::N::of(1)));
        let tokens = &mut fight.tokens[enemy.index()];
        *tokens = *tokens | C::N::of(DEAD_ATTACHMENT).masked(killed);
        fight.wound(enemy.index(), C::N::of(1).masked(killed));
    }
}
