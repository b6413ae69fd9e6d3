//! Hits on a unit outside of attacks on it (A2.10): its saves, and such hits as a step of a battle.

use super::super::attack_context::{AttackContext, Picks};
use super::super::combatant::Combatant;
use super::super::condition::{self, Spending, Token};
use super::super::edition::Parameters;
use super::super::memo_keys;
use super::super::needed::needed_face;
use super::super::panic::nobody;
use super::super::situation::Side;
use super::super::stat::Stat;
use super::super::unit::Reach;
use warodds_engine::chance::{Chance, DiceCombine, Label, MemoKey, Memoised, Num, when};

const EFFECT_SAVES: Label = Label::new("saves against hits of an effect", "A2.10");
const REROLLED_SAVES: Label = Label::new("blocks rerolled for the enemy", "A7.2");

/// Hits outside of an attack, saved at a face. Inputs: hits, that face, and whether (1 or 0) the
/// enemy may force a reroll. Outputs: wounds, and whether (1 or 0) it forced one.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct SavesAgainstHits;

impl Memoised<3, 2> for SavesAgainstHits {
    const DICE: Option<[DiceCombine; 2]> = Some([DiceCombine::Sum, DiceCombine::Any]);

    fn key(&self, inputs: [u8; 3]) -> (MemoKey, [u8; 3]) {
        (MemoKey::Shared([memo_keys::SAVES, 0, 0, 0, 0, 0, 0, 0]), inputs)
    }

    #[inline(always)]
    fn run<C: Chance>(&self, chance: &mut C, [hits, face, forces]: [C::N; 3]) -> [C::N; 2] {
        let saved = chance.successes(&EFFECT_SAVES, hits, face);
        let forced = saved.masked(forces.gt(C::N::of(0)));
        let any = forced.gt(C::N::of(0));
        let [again] = when!(any, [chance.successes(&REROLLED_SAVES, forced, face)]);
        [hits - (saved - forced + again), C::N::flag(any)]
    }
}

/// Hits on a unit, which saves against them.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct HitsRule {
    hits: u8,
    /// The natural face that saves; `None` without saves.
    face: Option<u8>,
    /// 1 if its enemy spends its Vulnerable token on the saves (A7.2).
    vulnerable: u8,
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
        let enemy = nobody(unit, Spending::default());
        let ctx = AttackContext::of_test([&enemy, unit], Reach::LONG, Side::Attacker, parameters);
        let stats = ctx.stats_of_effects(&ctx.now(), &Picks::default());
        let vulnerable = stats[Stat::DefenderVulnerable as usize];
        Self { hits, face, vulnerable, wounds_left: unit.state.wounds_left() }
    }

    /// Rolls the saves of a unit with these token bits. Returns the wounds left to it, and its
    /// tokens.
    pub(in super::super) fn resolve<C: Chance>(&self, chance: &mut C, tokens: C::N) -> [C::N; 2] {
        let (hits, left) = (C::N::of(self.hits), C::N::of(self.wounds_left));
        let Some(face) = self.face else { return [left.saturating_sub(hits), tokens] };
        let forces = C::N::of(self.vulnerable).masked(condition::holds(tokens, Token::Vulnerable));
        let [wounds, forced] = chance.memoised(&SavesAgainstHits, [hits, C::N::of(face), forces]);
        let spent = forced.gt(C::N::of(0));
        [left.saturating_sub(wounds), condition::spend(tokens, Token::Vulnerable, spent)]
    }
}
