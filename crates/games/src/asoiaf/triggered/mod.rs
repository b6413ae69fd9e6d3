//! What effects do at a point of time: wounds, hits, healing, tokens and tests beside the attack
//! itself.

mod compiler;
mod survival;
mod test;

pub(super) use compiler::EffectCompiler;
pub(super) use survival::{FALLEN, Survival, UseMarks};
pub(super) use test::{MoraleTestEffect, PanicTestEffect};

use super::effect::{Amount, Per};
use super::memo_keys;
use super::per_situation::{PerSituation, SituationIndex};
use super::situation::{CONDITIONS, FightState, Side, SituationTable, ranks_left};
use super::unit::Body;
use warodds_engine::chance::{Chance, DiceCombine, Label, Mask, MemoKey, Memoised, Num, when};

const EFFECT_D3: Label = Label::new("D3 of an effect", "A1.7");
const EFFECT_SAVES: Label = Label::new("saves against hits of an effect", "A2.10");
const EFFECT_WOUNDS: Label =
    Label::counted("wound from an effect", "wounds from an effect", "A2.10");
const HEALED: Label = Label::counted("wound healed", "wounds healed", "A1.5");
/// Words for who takes a test: the striker, the unit struck.
const TESTED: [&Label; 2] = [
    &Label::counted(
        "wound the attacker has left: it takes a panic test",
        "wounds the attacker has left: it takes a panic test",
        "A4.2",
    ),
    &Label::counted(
        "wound the unit attacked has left: it takes a panic test",
        "wounds the unit attacked has left: it takes a panic test",
        "A4.2",
    ),
];
/// The most of a triggered's amount.
const MOST: u8 = 60;

/// Hits outside of an attack, each saved at a face: given the hits and that face, it makes the
/// wounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct SavesAgainstHits;

impl Memoised<2, 1> for SavesAgainstHits {
    const DICE: Option<[DiceCombine; 1]> = Some([DiceCombine::Sum]);

    fn key(&self, given: [u8; 2]) -> (MemoKey, [u8; 2]) {
        (MemoKey::Shared([memo_keys::SAVES, 0, 0, 0, 0, 0, 0, 0]), given)
    }

    #[inline(always)]
    fn run<C: Chance>(&self, chance: &mut C, [hits, face]: [C::N; 2]) -> [C::N; 1] {
        [hits - chance.successes(&EFFECT_SAVES, hits, face)]
    }
}

/// What an attack did so far, for triggered that hang on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackTotals<N> {
    /// Wounds it dealt, its panic test among them.
    pub dealt: N,
    /// Ranks it destroyed.
    pub ranks: N,
}

impl<N: Num> AttackTotals<N> {
    /// Nothing yet.
    #[inline(always)]
    pub(super) fn nothing() -> Self {
        Self { dealt: N::of(0), ranks: N::of(0) }
    }
}

/// Where there is some of a count if that is wanted, or none if that is; everywhere where nothing
/// is asked.
#[inline(always)]
pub(super) fn meets_requirement<N: Num>(wanted: Option<bool>, count: N) -> N::Mask {
    match wanted {
        Some(true) => count.gt(N::of(0)),
        Some(false) => count.equals(N::of(0)),
        None => N::Mask::all_of(true),
    }
}

/// What calls an attack forth.
#[derive(Clone, Debug)]
pub(super) struct AttackTrigger {
    /// Where its conditions hold when all begins.
    pub applies: PerSituation,
    /// Whether an attachment of its maker calls for it.
    pub attached: bool,
    /// Whether the attack before it must have dealt wounds, or none.
    pub dealt: Option<bool>,
    /// Whether that must have destroyed a rank, or none.
    pub rank_destroyed: Option<bool>,
}

impl AttackTrigger {
    /// Whether it hangs on what the attack before it did.
    pub(super) const fn needs_outcome(&self) -> bool {
        self.dealt.is_some() || self.rank_destroyed.is_some()
    }
}

/// A triggered made ready.
#[derive(Clone, Debug)]
pub(super) struct CompiledEffect {
    bearer: Side,
    /// Where its conditions hold.
    applies: PerSituation,
    dealt: Option<bool>,
    rank_destroyed: Option<bool>,
    /// Whether it happens when its bearer is gone: else its bearer must stand.
    at_its_end: bool,
    kind: EffectKind,
}

/// What it does, to the side with this place.
#[derive(Clone, Debug)]
enum EffectKind {
    Wounds(usize, Amount),
    Hits(usize, Amount, u8),
    Heal(usize, Amount),
    Give(usize, u8),
    Remove(usize, u8),
    Swap(usize, u8, u8),
    Test(usize, Box<PanicTestEffect>),
    Morale(usize, Box<MoraleTestEffect>),
}

/// What all triggered of an attack, or of what comes before a charge, know of it.
#[derive(Clone, Debug)]
pub(super) struct EffectSetting {
    /// The situations that can come up.
    pub table: SituationTable,
    /// The models of both sides.
    pub bodies: [Body; 2],
    /// Tokens that each side cannot gain.
    pub immune: [PerSituation; 2],
    /// How each side may survive its end.
    pub survivals: [Vec<Survival>; 2],
}

impl EffectSetting {
    /// How much more often a side may be healed than once by what follows each test to survive: a
    /// unit may have several tries.
    pub(super) fn healings_again(&self, side: Side) -> u8 {
        let again = self.survivals.iter().flatten().map(|survival| {
            let then = survival.trial.iter().flat_map(|trial| trial.then.triggered());
            let each = healings(then.flat_map(CompiledEffect::with_followers), side);
            each.saturating_mul(survival.marks.uses().saturating_sub(1))
        });
        again.fold(0, u8::saturating_add)
    }
}

/// How many of these can heal a side.
pub(super) fn healings<'a>(all: impl Iterator<Item = &'a CompiledEffect>, side: Side) -> u8 {
    u8::try_from(all.filter(|one| one.heals(side)).count()).unwrap_or(u8::MAX)
}

/// What triggered know of a fight.
#[derive(Clone, Copy, Debug)]
pub(super) struct EffectContext<'a, N> {
    /// What does not change in it.
    pub setting: &'a EffectSetting,
    /// The number of what is picked in it.
    pub picked: N,
    /// Where the situation that triggered look at stands in tables.
    pub place: SituationIndex<N>,
}

impl CompiledEffect {
    /// Whether it can heal the side.
    fn heals(&self, side: Side) -> bool {
        matches!(self.kind, EffectKind::Heal(to, _) if to == side.index())
    }

    /// Whether it can hurt the side.
    pub(super) fn hurts(&self, side: Side) -> bool {
        match self.kind {
            EffectKind::Wounds(to, _) | EffectKind::Hits(to, ..) | EffectKind::Test(to, _) => {
                to == side.index()
            }
            _ => false,
        }
    }

    /// Itself and the triggered that may follow it, and those that may follow them.
    pub(super) fn with_followers(&self) -> Vec<&Self> {
        let followers: Vec<&Self> = match &self.kind {
            EffectKind::Test(_, follow) => follow.then.triggered().collect(),
            EffectKind::Morale(_, trial) => trial.then.triggered().collect(),
            _ => Vec::new(),
        };
        std::iter::once(self).chain(followers.into_iter().flat_map(Self::with_followers)).collect()
    }

    /// Where it happens: its conditions hold, its bearer and whom it is about still stand.
    #[inline(always)]
    fn happens<C: Chance>(
        &self,
        chance: &mut C,
        fight: &FightState<C::N>,
        ctx: &EffectContext<'_, C::N>,
        done: &AttackTotals<C::N>,
    ) -> <C::N as Num>::Mask {
        let none = C::N::of(0);
        let mut happens = self.applies.holds(chance, ctx.place);
        happens = happens & meets_requirement(self.dealt, done.dealt);
        happens = happens & meets_requirement(self.rank_destroyed, done.ranks);
        if self.at_its_end { happens } else { happens & fight.left[self.bearer.index()].gt(none) }
    }

    /// What an amount comes to.
    #[inline(always)]
    fn amount<C: Chance>(
        &self,
        chance: &mut C,
        amount: Amount,
        fight: &FightState<C::N>,
        ctx: &EffectContext<'_, C::N>,
        done: &AttackTotals<C::N>,
        here: <C::N as Num>::Mask,
    ) -> C::N {
        let count = count(amount.per, self.bearer, fight, ctx, done)
            .at_most(C::N::of(MOST / amount.each.unsigned_abs().max(1)));
        let (plus, minus) = (
            count.times(amount.each.max(0).unsigned_abs()),
            count.times(amount.each.min(0).unsigned_abs()),
        );
        let base = C::N::of(amount.base.max(0).unsigned_abs());
        let mut sum =
            (base + plus).saturating_sub(minus + C::N::of(amount.base.min(0).unsigned_abs()));
        for _ in 0..amount.d3 {
            let [d3] = when!(here, [chance.d3(&EFFECT_D3)]);
            sum = sum + d3;
        }
        sum.at_most(C::N::of(amount.most.unwrap_or(MOST)))
    }

    /// Does it, whatever it is but a test.
    ///
    /// Deeds are rare and many places do them: they are compiled once, apart from the attack and
    /// its instruction set.
    #[inline(never)]
    fn apply_simple<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        ctx: &EffectContext<'_, C::N>,
        done: &AttackTotals<C::N>,
        mask: <C::N as Num>::Mask,
    ) {
        let here = self.happens(chance, fight, ctx, done) & mask;
        if !here.any() {
            return;
        }
        match self.kind {
            EffectKind::Wounds(side, amount) => {
                let wounds = self.amount(chance, amount, fight, ctx, done, here).masked(here);
                let [] = when!(here, chance.described(&EFFECT_WOUNDS, wounds));
                ctx.hurt(chance, fight, side, wounds);
            }
            EffectKind::Hits(side, amount, face) => {
                let hits = self.amount(chance, amount, fight, ctx, done, here).masked(here);
                let [wounds] = chance.memoised(&SavesAgainstHits, [hits, C::N::of(face)]);
                let [] = when!(here, chance.described(&EFFECT_WOUNDS, wounds));
                ctx.hurt(chance, fight, side, wounds);
            }
            EffectKind::Heal(side, amount) => {
                let alive = here & fight.left[side].gt(C::N::of(0));
                let full = C::N::of(ctx.setting.bodies[side].wounds());
                let room = full.saturating_sub(fight.left[side]);
                let healed = self
                    .amount(chance, amount, fight, ctx, done, alive)
                    .at_most(room)
                    .masked(alive);
                let [] = when!(alive, chance.described(&HEALED, healed));
                fight.left[side] = fight.left[side] + healed;
            }
            EffectKind::Give(side, tokens) => {
                give(chance, fight, side, C::N::of(tokens), ctx, here)
            }
            EffectKind::Remove(side, tokens) => remove(fight, side, tokens, here),
            EffectKind::Swap(side, from, to) => {
                let held = (fight.tokens[side] & C::N::of(from)).gt(C::N::of(0)) & here;
                remove(fight, side, from, held);
                give(chance, fight, side, C::N::of(to), ctx, held);
            }
            EffectKind::Test(..) | EffectKind::Morale(..) => {}
        }
    }

    /// Does it, a test with what follows it among the rest.
    #[inline(never)]
    pub(super) fn apply<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        ctx: &EffectContext<'_, C::N>,
        done: &AttackTotals<C::N>,
        mask: <C::N as Num>::Mask,
    ) {
        let (EffectKind::Test(side, _) | EffectKind::Morale(side, _)) = &self.kind else {
            return self.apply_simple(chance, fight, ctx, done, mask);
        };
        let tests =
            self.happens(chance, fight, ctx, done) & mask & fight.left[*side].gt(C::N::of(0));
        if !tests.any() {
            return;
        }
        // at stake is what the test costs as things stand when it is taken
        let now = ctx.after(fight);
        match &self.kind {
            EffectKind::Morale(side, trial) => {
                trial.take(chance, fight, *side, &now, tests);
            }
            EffectKind::Test(side, follow) => {
                let [] = when!(tests, chance.described(TESTED[*side], fight.left[*side]));
                follow.take(chance, fight, *side, &now, done, [tests, tests]);
            }
            _ => {}
        }
    }
}

impl<N: Num> EffectContext<'_, N> {
    /// The same, looking at how things stand by now.
    #[inline(always)]
    #[must_use]
    pub(super) fn after(&self, fight: &FightState<N>) -> Self {
        Self { place: self.setting.table.place(fight, self.picked), ..*self }
    }
}

/// How many there are of what an amount is counted by.
#[inline(always)]
fn count<N: Num>(
    per: Option<Per>,
    bearer: Side,
    fight: &FightState<N>,
    ctx: &EffectContext<'_, N>,
    done: &AttackTotals<N>,
) -> N {
    let bodies = ctx.setting.bodies;
    let ranks = |side: Side| ranks_left(bodies[side.index()], fight.left[side.index()]);
    let lost = |side: Side| N::of(bodies[side.index()].ranks()).saturating_sub(ranks(side));
    match per {
        None => N::of(0),
        Some(Per::OwnRanks) => ranks(bearer),
        Some(Per::OwnRanksLost) => lost(bearer),
        Some(Per::EnemyRanks) => ranks(bearer.other()),
        Some(Per::EnemyRanksLost) => lost(bearer.other()),
        Some(Per::OwnWoundsLost) => {
            N::of(bodies[bearer.index()].wounds()).saturating_sub(fight.left[bearer.index()])
        }
        Some(Per::EnemyTokens) => {
            let held = fight.tokens[bearer.other().index()];
            [1, 2, 4]
                .map(|bit| N::flag((held & N::of(bit)).gt(N::of(0))))
                .into_iter()
                .fold(N::of(0), |sum, one| sum + one)
        }
        Some(Per::RanksDestroyed) => done.ranks,
        Some(Per::WoundsDealt) => done.dealt,
    }
}

/// Gives tokens to a side where `here` holds, those it cannot gain left out (A7).
#[inline(always)]
pub(super) fn give<C: Chance>(
    chance: &mut C,
    fight: &mut FightState<C::N>,
    side: usize,
    tokens: C::N,
    ctx: &EffectContext<'_, C::N>,
    here: <C::N as Num>::Mask,
) {
    let immune = ctx.setting.immune[side].at(chance, ctx.place);
    let given =
        (tokens & (C::N::of(CONDITIONS) - immune)).masked(here & fight.left[side].gt(C::N::of(0)));
    fight.tokens[side] = fight.tokens[side] | given;
}

/// Takes tokens from a side where `here` holds.
#[inline(always)]
fn remove<N: Num>(fight: &mut FightState<N>, side: usize, tokens: u8, here: N::Mask) {
    let without = fight.tokens[side] & N::of(!tokens);
    fight.tokens[side] = without.select(here, fight.tokens[side]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use warodds_engine::chance::assert_dice_independent;

    #[test]
    fn saves_outside_of_an_attack_count_alone() {
        for (hits, face) in (0..=6).flat_map(|hits| (2..=7).map(move |face| (hits, face))) {
            assert_dice_independent(&SavesAgainstHits, [hits, face]);
        }
    }
}
