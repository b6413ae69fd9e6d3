//! One attack, step by step (A2), with combat bonuses (A3), tokens (A7) and abilities.

mod attachment;
mod bounds;
mod damage;
mod dice;
mod enemy_turn;
mod hits;
mod outcome;
mod saves;
mod stat_table;

use std::marker::PhantomData;

use super::attack_context::{Activation, AttackContext};
use super::attack_stats::TestOrigin;
use super::choice::ResolvedChoices;
use super::condition::{self, Token};
use super::effect::Moment;
use super::per_situation::{PerSituation, SituationIndex};
use super::pool::{EnemyTurn, OwnTurn, Pool, PoolLabels, SortedPool};
use super::situation::{FightState, Side};
use super::stat::Stat;
use super::triggered::{
    AttackTotals, CompiledEffect, EffectCompiler, EffectContext, EffectSetting, PanicTestEffect,
    RefersTo,
};
pub(super) use dice::AttackDiceResult;
use dice::{AttackDice, DiceCosts, DiceStep};
pub(super) use outcome::{AttackOutcome, Progress};
use stat_table::StatTable;
use warodds_engine::chance::{Chance, FaceCounts, Label, Mask, Num};

const ATTACK_DICE: PoolLabels = PoolLabels {
    rolled: &Label::new("attack dice", "A2.2"),
    by_roller: &Label::new("misses rerolled by the attacker", "A2.3"),
    by_enemy: &Label::new("hits rerolled for the defender", "A2.3"),
};
const DEFENSE_DICE: PoolLabels = PoolLabels {
    rolled: &Label::new("defence dice", "A2.4"),
    by_roller: &Label::new("failed saves rerolled by the defender", "A2.5"),
    by_enemy: &Label::new("blocks rerolled for the attacker", "A2.5"),
};
/// Display name of the final number of hits.
pub(super) const HITS: Label = Label::counted("hit", "hits", "A2.2");

/// A compiled attack: everything that does not change between resolutions.
#[derive(Clone, Debug)]
pub(super) struct AttackRoll {
    setting: EffectSetting,
    /// Whether only one situation is possible.
    is_settled: bool,
    stats: StatTable,
    /// Index of the choices in each situation.
    picked: PerSituation,
    attack_dice: SortedPool<OwnTurn>,
    /// Whether natural faces of the attack dice matter.
    sorts_hits: bool,
    defense_dice: SortedPool<EnemyTurn>,
    sorts_saves: bool,
    /// Whether the attack happens in the defender's turn.
    in_enemy_turn: bool,
    /// Face of the attacker's saves against hits on itself; `None` if its defense is unknown.
    recoil_save: Option<u8>,
    /// Whether the attack's own dice can wound the attacker.
    recoils: bool,
    /// Whether the number of hits is recorded. If not, it is dropped after the saves, which leaves
    /// the exact engine fewer outcomes.
    counts_hits: bool,
    /// Whether the number of destroyed ranks is needed.
    counts_ranks: bool,
    /// Panic test of the defender; `None` if its morale is unknown.
    panic: Option<PanicTestEffect>,
    /// Attempts to kill the enemy's attachment before the dice: where each applies, and the face it
    /// needs. The first that applies is made.
    kills: Vec<(PerSituation, u8)>,
    before: Vec<CompiledEffect>,
    ranks_lost: Vec<CompiledEffect>,
    after: Vec<CompiledEffect>,
    destroyed: Vec<CompiledEffect>,
}

impl AttackRoll {
    /// Compiles an attack with its resolved choices.
    pub(super) fn new(ctx: &AttackContext<'_>, decided: &ResolvedChoices) -> Self {
        let ResolvedChoices { table, picks, picked, stats, .. } = decided;
        let mut compiler = EffectCompiler { ctx, table: *table, picks };
        let setting = compiler.setting(stats);
        let stats = StatTable::new(table, stats);
        let matters = |stat: Stat| stats.most(stat) > 0;
        let (ones, sixes) =
            (matters(Stat::OnesWound), matters(Stat::Critical) || matters(Stat::Precision));
        let save_ones = matters(Stat::SaveOneGives);
        let recoils =
            [Stat::OnesWound, Stat::MissesHitBack, Stat::SaveSixWounds, Stat::BlockHitsBack]
                .into_iter()
                .any(matters);
        let faces = |ones| if ones { FaceCounts::OnesAndSixes } else { FaceCounts::Sixes };
        let attack_pool = Pool { labels: ATTACK_DICE, turn: PhantomData };
        let defense_pool = Pool { labels: DEFENSE_DICE, turn: PhantomData };
        // the attacker's effects of a moment come before the defender's
        let both = |compiler: &mut EffectCompiler<'_>, own, enemy| {
            [
                compiler.triggered(Side::Attacker, own, 2),
                compiler.triggered(Side::Defender, enemy, 2),
            ]
            .concat()
        };
        let is_whole = ctx.activation == Activation::Whole;
        let beginning = if is_whole { compiler.beginning() } else { Vec::new() };
        let may_kill = table.attachment_may_be_dead[Side::Defender.index()];
        let before =
            [beginning, both(&mut compiler, Moment::BeforeAttacking, Moment::BeforeAttacked)]
                .concat();
        Self {
            attack_dice: SortedPool { pool: attack_pool, counts: faces(ones) },
            sorts_hits: ones || sixes || matters(Stat::Fish),
            defense_dice: SortedPool { pool: defense_pool, counts: faces(save_ones) },
            sorts_saves: save_ones || matters(Stat::SaveSixWounds),
            in_enemy_turn: ctx.active == Side::Defender,
            recoil_save: compiler.own_save(Side::Attacker),
            recoils,
            counts_hits: true,
            counts_ranks: false,
            panic: compiler.follow(Side::Defender, TestOrigin::Attack, 1),
            kills: if may_kill { compiler.kills(Moment::BeforeAttacking) } else { Vec::new() },
            before,
            ranks_lost: compiler.triggered(Side::Defender, Moment::LosingRanks, 2),
            after: both(&mut compiler, Moment::AfterAttacking, Moment::AfterAttacked),
            destroyed: compiler.triggered(Side::Defender, Moment::Destroyed, 2),
            picked: table.varying(picked.clone()),
            is_settled: table.is_single(),
            setting,
            stats,
        }
    }

    /// Drops the number of hits from the result.
    #[must_use]
    pub(super) fn without_hits(self) -> Self {
        Self { counts_hits: false, ..self }
    }

    /// Adds the number of hits to the result again.
    pub(super) const fn count_hits(&mut self) {
        self.counts_hits = true;
    }

    /// Makes the attack count the ranks it destroys.
    pub(super) fn count_ranks(&mut self) {
        self.counts_ranks = true;
    }

    /// Returns whether anything happens before the dice.
    pub(super) const fn is_prepared(&self) -> bool {
        !(self.before.is_empty() && self.kills.is_empty())
    }

    /// Returns a number of the attack in a situation.
    #[inline(always)]
    fn stat<C: Chance>(&self, chance: &mut C, stat: Stat, place: SituationIndex<C::N>) -> C::N {
        self.stats.at(chance, stat, place)
    }

    /// Returns where a flag of the attack is set.
    #[inline(always)]
    fn holds<C: Chance>(
        &self,
        chance: &mut C,
        stat: Stat,
        place: SituationIndex<C::N>,
    ) -> <C::N as Num>::Mask {
        self.stats.hold(chance, stat, place)
    }

    /// Returns where a unit holds a token that its enemy would spend.
    #[inline(always)]
    fn spends<C: Chance>(
        &self,
        chance: &mut C,
        held: C::N,
        (token, spent): (Token, Stat),
        place: SituationIndex<C::N>,
    ) -> <C::N as Num>::Mask {
        if !self.has(spent) {
            return <C::N as Num>::Mask::all_of(false);
        }
        condition::holds(held, token) & self.holds(chance, spent, place)
    }

    /// Returns the situation of a fight and the index of the choices made in it.
    #[inline(always)]
    pub(super) fn place<C: Chance>(
        &self,
        chance: &mut C,
        fight: &FightState<C::N>,
    ) -> (SituationIndex<C::N>, C::N) {
        let first = self.placed(fight, C::N::of(0));
        // most attacks leave nothing to choose and skip the second lookup
        if self.picked.is_nothing() {
            return (first, C::N::of(0));
        }
        let picked = self.picked.at(chance, first);
        (self.placed(fight, picked), picked)
    }

    /// Returns the situation for a known index of choices.
    #[inline(always)]
    pub(super) fn placed<N: Num>(&self, fight: &FightState<N>, picked: N) -> SituationIndex<N> {
        if self.is_settled {
            SituationIndex::only()
        } else {
            self.setting.table.place(fight, picked)
        }
    }

    /// Returns the inputs of triggered effects in a situation.
    #[inline(always)]
    const fn ctx<N: Num>(&self, place: SituationIndex<N>, picked: N) -> EffectContext<'_, N> {
        EffectContext { setting: &self.setting, picked, place, refers: RefersTo::Now }
    }

    /// Wounds a side, unless it survives its destruction. Returns the wounds suffered.
    #[inline(always)]
    pub(super) fn hurt<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        picked: C::N,
        side: Side,
        wounds: C::N,
    ) -> C::N {
        let place = if self.setting.survivals[side.index()].is_empty() {
            SituationIndex::only()
        } else {
            self.placed(fight, picked)
        };
        self.ctx(place, picked).hurt(chance, fight, side.index(), wounds)
    }

    /// Resolves what happens before the attack, if other attacks come between that and its dice
    /// (A14.1).
    pub(super) fn begin<C: Chance>(
        &self,
        chance: &mut C,
        fight: FightState<C::N>,
        picked: C::N,
    ) -> FightState<C::N> {
        self.prepare(chance, fight, self.placed(&fight, picked), picked)
    }

    /// Resolves the attack: effects before it, its dice, and what follows (A2.1–A2.9). `orderly`
    /// masks the resolutions whose charge, if any, was orderly (A5.5).
    #[inline(always)]
    pub(super) fn make<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        orderly: <C::N as Num>::Mask,
        progress: Progress<C::N>,
    ) -> AttackOutcome<C::N> {
        let (mut place, picked) = match progress {
            Progress::Open => self.place(chance, fight),
            Progress::Picked(picked) | Progress::Begun(picked) => {
                (self.placed(fight, picked), picked)
            }
        };
        let mut fell = <C::N as Num>::Mask::all_of(false);
        if !progress.is_begun() && self.is_prepared() {
            // effects before the attack may destroy either unit; only a last attack (E3) is made by
            // a unit that is already gone
            let (before, none) = (*fight, C::N::of(0));
            *fight = chance.out_of_line(|chance| self.prepare(chance, before, place, picked));
            place = self.placed(fight, picked);
            fell = before.left[Side::Attacker.index()].gt(none)
                & fight.left[Side::Attacker.index()].equals(none);
        }
        let alive = fight.left[Side::Defender.index()].gt(C::N::of(0)) & !fell;
        // a destroyed unit is not attacked (A2.9)
        if !alive.any() {
            return AttackOutcome::default();
        }
        let dice = self.roll(chance, fight, place, orderly);
        let before = if self.is_prepared() { Some(*fight) } else { None };
        let added = self.added_wounds(chance, place, dice);
        let outcome = AttackOutcome { added, ..self.finish(chance, fight, picked, dice) };
        let Some(before) = before else { return outcome };
        *fight = fight.select(alive, before);
        // lanes without an attack were resolved along with the others and are discarded
        outcome.masked(alive)
    }

    /// Resolves the attack as a function shared by all callers.
    #[inline(never)]
    pub(super) fn make_shared<C: Chance>(
        &self,
        chance: &mut C,
        mut fight: FightState<C::N>,
        orderly: <C::N as Num>::Mask,
        progress: Progress<C::N>,
    ) -> (FightState<C::N>, AttackOutcome<C::N>) {
        let outcome = self.make(chance, &mut fight, orderly, progress);
        (fight, outcome)
    }

    /// Rolls for the enemy's attachment (A14.17), then applies the effects before the attack, in the
    /// situation in which it begins (A14.2).
    #[inline(never)]
    fn prepare<C: Chance>(
        &self,
        chance: &mut C,
        mut fight: FightState<C::N>,
        mut place: SituationIndex<C::N>,
        picked: C::N,
    ) -> FightState<C::N> {
        if !self.kills.is_empty() {
            self.kill(chance, &mut fight, place);
            place = self.placed(&fight, picked);
        }
        let ctx = EffectContext { refers: RefersTo::Start, ..self.ctx(place, picked) };
        for triggered in &self.before {
            triggered.apply(
                chance,
                &mut fight,
                &ctx,
                &AttackTotals::nothing(),
                <C::N as Num>::Mask::all_of(true),
            );
        }
        fight
    }

    /// Rolls the dice of the attack. The exact engine computes them once for all states that agree
    /// in what the dice depend on.
    #[inline(always)]
    pub(super) fn roll<C: Chance>(
        &self,
        chance: &mut C,
        fight: &FightState<C::N>,
        place: SituationIndex<C::N>,
        orderly: <C::N as Num>::Mask,
    ) -> AttackDiceResult<C::N> {
        AttackDiceResult::of(
            chance.memoised(&AttackDice(self), AttackDice::inputs(fight, place, orderly)),
        )
    }
}
