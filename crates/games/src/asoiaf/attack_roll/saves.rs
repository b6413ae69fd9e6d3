//! Defense dice (A2.4, A2.5) and the wounds of unblocked hits (A2.6).

use super::super::condition::{self, Token};
use super::super::per_situation::SituationIndex;
use super::super::stat::Stat;
use super::hits::RECOIL;
use super::{AttackDiceResult, AttackRoll, DiceCosts, DiceStep};
use warodds_engine::chance::{Chance, Label, Num, when};

const FIXED_D3: Label = Label::new("D3 wounds instead of saves", "A2.6");

impl AttackRoll {
    /// Rolls the defense dice with their rerolls (A2.4, A2.5) and adds automatic blocks. Returns
    /// the unblocked hits (A2.6) and the tokens the defender gains after the attack.
    #[inline(always)]
    pub(super) fn saves<C: Chance>(
        &self,
        chance: &mut C,
        costs: &mut DiceCosts<C::N>,
        place: SituationIndex<C::N>,
        [hits, sure]: [C::N; 2],
    ) -> [C::N; 2] {
        let none = C::N::of(0);
        // unblockable hits (Precision) need no defense dice
        let open = hits - sure;
        let saved = if self.has(Stat::NoSaves) || self.has(Stat::Fixed) {
            open.masked(
                !(self.holds(chance, Stat::NoSaves, place)
                    | self.holds(chance, Stat::Fixed, place)),
            )
        } else {
            open
        };
        let needed = self.stat(chance, Stat::Save, place);
        let vulnerable =
            self.spends(chance, costs.tokens[1], (Token::Vulnerable, Stat::VulnerableSpent), place);
        let may = self.stat(chance, Stat::RerollSaves, place);
        let forced_to = C::N::flag(vulnerable | self.holds(chance, Stat::ForceSaves, place));
        let [ones, blocked, sixes, forced] =
            self.roll_defense(chance, [saved, needed, may, forced_to]);
        if self.has(Stat::VulnerableSpent) {
            costs.tokens[1] =
                condition::spend(costs.tokens[1], Token::Vulnerable, vulnerable & forced.gt(none));
        }
        if self.sorts_saves || self.has(Stat::BlockHitsBack) {
            let saved = [blocked, sixes, costs.tokens[0]];
            let [wounds, tokens] =
                chance.out_of_line(|chance| self.recoil_of_saves(chance, place, saved));
            costs.tokens[0] = tokens;
            costs.add_recoil(DiceStep::DefenseDice, wounds);
        }
        let gained = if self.has(Stat::SaveOneGives) {
            self.stat(chance, Stat::SaveOneGives, place).masked(ones.gt(none))
        } else {
            none
        };
        let blocked = if self.has(Stat::Block) {
            // automatic blocks cannot block Precision hits
            (blocked + self.stat(chance, Stat::Block, place)).at_most(open)
        } else {
            blocked
        };
        [self.wounds(chance, place, hits, hits - blocked), gained]
    }

    /// Rolls the defense dice with their rerolls. Returns 1s, successes and 6s (as far as they
    /// matter), and whether the attacker forced a reroll. The argument holds the number of dice,
    /// the face they need, and who may reroll.
    #[inline(always)]
    fn roll_defense<C: Chance>(&self, chance: &mut C, inputs: [C::N; 4]) -> [C::N; 4] {
        if self.in_enemy_turn {
            chance.out_of_line(|chance| self.defense_dice_in_own_turn(chance, inputs))
        } else if self.sorts_saves {
            chance.out_of_line(|chance| self.sorted_saves(chance, inputs))
        } else {
            let [blocked, forced] = chance.memoised(&self.defense_dice.pool, inputs);
            [C::N::of(0), blocked, C::N::of(0), forced]
        }
    }

    /// Rolls defense dice whose natural faces matter. Returns 1s, successes, 6s, and whether the
    /// attacker forced a reroll.
    #[inline(never)]
    fn sorted_saves<C: Chance>(
        &self,
        chance: &mut C,
        [dice, needed, may, forced_to]: [C::N; 4],
    ) -> [C::N; 4] {
        let [ones, plain, sixes, forced] =
            chance.memoised(&self.defense_dice, [dice, needed, may, forced_to, C::N::of(0)]);
        [ones, plain + sixes, sixes, forced]
    }

    /// Returns the wounds that 6s of the defense dice and blocked hits cause to the attacker, and
    /// its tokens after its saves.
    #[inline(never)]
    fn recoil_of_saves<C: Chance>(
        &self,
        chance: &mut C,
        place: SituationIndex<C::N>,
        [blocked, sixes, tokens]: [C::N; 3],
    ) -> [C::N; 2] {
        let wounds = self.each(chance, Stat::SaveSixWounds, place, sixes);
        let [] = when!(wounds.gt(C::N::of(0)), chance.described(&RECOIL, wounds));
        let [back, tokens] =
            self.recoil_after_saves(chance, place, Stat::BlockHitsBack, [blocked, tokens]);
        [wounds + back, tokens]
    }

    /// Returns the wounds of the attack: one per unblocked hit (A2.6), unless abilities change
    /// that.
    #[inline(always)]
    fn wounds<C: Chance>(
        &self,
        chance: &mut C,
        place: SituationIndex<C::N>,
        hits: C::N,
        unblocked: C::N,
    ) -> C::N {
        let hit = hits.gt(C::N::of(0));
        let mut wounds = unblocked;
        if self.has(Stat::HalfWounds) {
            // two unblocked hits make one wound, before wounds are added (D6, W1)
            wounds = wounds.halved().select(self.holds(chance, Stat::HalfWounds, place), wounds);
        }
        if self.has(Stat::Fixed) {
            let fixed = self.holds(chance, Stat::Fixed, place);
            // no D3 is rolled for an attack that misses
            let d3 = self.holds(chance, Stat::FixedD3, place) & hit;
            let [rolled] = when!(d3, [chance.d3(&FIXED_D3)]);
            wounds = (self.stat(chance, Stat::FixedWounds, place).masked(hit) + rolled)
                .select(fixed, wounds);
        }
        if self.has(Stat::Wounds) {
            wounds = wounds + self.stat(chance, Stat::Wounds, place).masked(hit);
        }
        wounds
    }

    /// Returns how many wounds of the dice are no unblocked hits: those that abilities add to a
    /// hit or, where they replace the saves, all of them.
    #[inline(always)]
    pub(crate) fn added_wounds<C: Chance>(
        &self,
        chance: &mut C,
        place: SituationIndex<C::N>,
        dice: AttackDiceResult<C::N>,
    ) -> C::N {
        let mut added = C::N::of(0);
        if self.has(Stat::Wounds) {
            added = self.stat(chance, Stat::Wounds, place).masked(dice.hits.gt(added));
        }
        if self.has(Stat::Fixed) {
            added = dice.wounds.select(self.holds(chance, Stat::Fixed, place), added);
        }
        added
    }
}
