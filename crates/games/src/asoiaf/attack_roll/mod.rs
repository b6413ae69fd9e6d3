//! One attack, step by step (A2), with combat bonuses (A3), the tokens spent on it (A7) and what
//! abilities make of it.

mod bounds;
mod damage;
mod dice;
mod enemy_turn;
mod hits;
mod outcome;
mod saves;
mod stat_table;

use std::marker::PhantomData;

use super::attack_context::Activation;
use super::attack_stats::TestOrigin;
use super::condition::{self, Token};
use super::effect::Moment;
use super::per_situation::{PerSituation, SituationIndex};
use super::pool::{EnemyTurn, OwnTurn, Pool, PoolLabels, SortedPool};
use super::situation::{FightState, Side};
use super::stat::{AttackStats, Stat};
use super::triggered::{
    AttackTotals, CompiledEffect, EffectCompiler, EffectContext, EffectSetting, PanicTestEffect,
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
/// How an attack's hits are told, once all of them are known.
pub(super) const HITS: Label = Label::counted("hit", "hits", "A2.2");

/// An attack made ready: all that does not change while dice roll.
#[derive(Clone, Debug)]
pub(super) struct AttackRoll {
    setting: EffectSetting,
    /// Whether its situation is always the same.
    is_settled: bool,
    stats: StatTable,
    /// Number of what is picked in each situation.
    picked: PerSituation,
    attack_dice: SortedPool<OwnTurn>,
    /// Whether natural faces of attack dice matter.
    sorts_hits: bool,
    defense_dice: SortedPool<EnemyTurn>,
    sorts_saves: bool,
    /// Whether it is made in the turn of the unit struck.
    in_enemy_turn: bool,
    /// The face of the striker's saves against hits that come recoil; none where its defence is not
    /// known.
    recoil_save: Option<u8>,
    /// Whether its own dice may hurt the striker.
    recoils: bool,
    /// Whether a number of hits is wanted in the end: else nothing tells their numbers apart once
    /// they are saved.
    counts_hits: bool,
    /// Whether it is asked how many ranks it destroys.
    counts_ranks: bool,
    /// The panic test of the unit struck; none where its morale is not known.
    panic: Option<PanicTestEffect>,
    before: Vec<CompiledEffect>,
    ranks_lost: Vec<CompiledEffect>,
    after: Vec<CompiledEffect>,
    destroyed: Vec<CompiledEffect>,
}

impl AttackRoll {
    /// Makes an attack ready for the situations of `compiler.table`; `stats` and `picked` are its
    /// numbers and the number of what is picked in each, in the table's order.
    pub(super) fn new(
        mut compiler: EffectCompiler<'_>,
        stats: &[AttackStats],
        picked: Vec<u8>,
    ) -> Self {
        let table = compiler.table;
        let setting = compiler.setting(stats);
        let stats = StatTable::new(&table, stats);
        let matters = |stat: Stat| stats.most(stat) > 0;
        let (ones, sixes) =
            (matters(Stat::OnesWound), matters(Stat::Critical) || matters(Stat::Precision));
        let save_ones = matters(Stat::SaveOneGives);
        let recoils =
            [Stat::OnesWound, Stat::MissesHitBack, Stat::SaveSixWounds, Stat::BlockHitsBack]
                .into_iter()
                .any(matters);
        let wanted = |ones| if ones { FaceCounts::OnesAndSixes } else { FaceCounts::Sixes };
        let attack_pool = Pool { labels: ATTACK_DICE, turn: PhantomData };
        let defense_pool = Pool { labels: DEFENSE_DICE, turn: PhantomData };
        let both = |compiler: &mut EffectCompiler<'_>, own, enemy| {
            [
                compiler.triggered(Side::Attacker, own, 2),
                compiler.triggered(Side::Defender, enemy, 2),
            ]
            .concat()
        };
        let beginning = if compiler.ctx.activation == Activation::Whole {
            compiler.beginning()
        } else {
            Vec::new()
        };
        let before =
            [beginning, both(&mut compiler, Moment::BeforeAttacking, Moment::BeforeAttacked)]
                .concat();
        Self {
            attack_dice: SortedPool { pool: attack_pool, wanted: wanted(ones) },
            sorts_hits: ones || sixes || matters(Stat::Fish),
            defense_dice: SortedPool { pool: defense_pool, wanted: wanted(save_ones) },
            sorts_saves: save_ones || matters(Stat::SaveSixWounds),
            in_enemy_turn: compiler.ctx.active == Side::Defender,
            recoil_save: compiler.own_save(Side::Attacker),
            recoils,
            counts_hits: true,
            counts_ranks: false,
            panic: compiler.follow(Side::Defender, TestOrigin::Attack, 1),
            before,
            ranks_lost: compiler.triggered(Side::Defender, Moment::LosingRanks, 2),
            after: both(&mut compiler, Moment::AfterAttacking, Moment::AfterAttacked),
            destroyed: compiler.triggered(Side::Defender, Moment::Destroyed, 2),
            picked: table.varying(picked),
            is_settled: table.is_single(),
            setting,
            stats,
        }
    }

    /// Says whether the number of hits is wanted in the end.
    pub(super) const fn count_hits(&mut self, counts: bool) {
        self.counts_hits = counts;
    }

    /// The same where it is asked how many ranks it destroys.
    pub(super) fn count_ranks(&mut self) {
        self.counts_ranks = true;
    }

    /// Whether anything happens before its dice.
    pub(super) const fn is_prepared(&self) -> bool {
        !self.before.is_empty()
    }

    /// A number of the attack at a place.
    #[inline(always)]
    fn stat<C: Chance>(&self, chance: &mut C, stat: Stat, place: SituationIndex<C::N>) -> C::N {
        self.stats.at(chance, stat, place)
    }

    /// Where a flag of the attack holds at a place.
    #[inline(always)]
    fn holds<C: Chance>(
        &self,
        chance: &mut C,
        stat: Stat,
        place: SituationIndex<C::N>,
    ) -> <C::N as Num>::Mask {
        self.stats.hold(chance, stat, place)
    }

    /// Where a unit holds a token that its enemy would spend.
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

    /// Where a fight stands, what is picked in it looked up first.
    #[inline(always)]
    pub(super) fn place<C: Chance>(
        &self,
        chance: &mut C,
        fight: &FightState<C::N>,
    ) -> (SituationIndex<C::N>, C::N) {
        let first = self.placed(fight, C::N::of(0));
        if self.picked.is_nothing() {
            return (first, C::N::of(0));
        }
        let picked = self.picked.at(chance, first);
        (self.placed(fight, picked), picked)
    }

    /// The same where it is known what is picked.
    #[inline(always)]
    pub(super) fn placed<N: Num>(&self, fight: &FightState<N>, picked: N) -> SituationIndex<N> {
        if self.is_settled {
            SituationIndex::only()
        } else {
            self.setting.table.place(fight, picked)
        }
    }

    /// What triggered know of a fight; they look at how it stands at a place.
    #[inline(always)]
    const fn ctx<N: Num>(&self, place: SituationIndex<N>, picked: N) -> EffectContext<'_, N> {
        EffectContext { setting: &self.setting, picked, place }
    }

    /// Wounds to a side, unless it survives its end: those it suffers.
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

    /// What happens before the attack where others are made between that and its dice (A14.1),
    /// `picked` being the number of what is picked in it.
    pub(super) fn begin<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        picked: C::N,
    ) {
        let ctx = self.ctx(self.placed(fight, picked), picked);
        *fight = self.prepare(chance, *fight, ctx);
    }

    /// Makes the attack: what happens before it, its dice, and what follows (A2.1–A2.9). `orderly`
    /// says whether the charge that led to it, if one did, was orderly (A5.5).
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
        if !progress.is_begun() && !self.before.is_empty() {
            // what happens before an attack may end either unit; a last blow is struck by one that
            // does not stand any more
            let (before, none) = (*fight, C::N::of(0));
            *fight =
                chance.out_of_line(|chance| self.prepare(chance, before, self.ctx(place, picked)));
            place = self.placed(fight, picked);
            fell = before.left[Side::Attacker.index()].gt(none)
                & fight.left[Side::Attacker.index()].equals(none);
        }
        let stands = fight.left[Side::Defender.index()].gt(C::N::of(0)) & !fell;
        if !stands.any() {
            return AttackOutcome::default();
        }
        let dice = self.roll(chance, fight, place, orderly);
        let before = if self.before.is_empty() { None } else { Some(*fight) };
        let outcome = self.finish(chance, fight, picked, dice);
        let Some(before) = before else { return outcome };
        *fight = fight.select(stands, before);
        outcome.masked(stands)
    }

    /// The same as a function that all its callers share.
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

    /// What happens before the attack, as the situation is when it begins (A14.2).
    #[inline(never)]
    fn prepare<C: Chance>(
        &self,
        chance: &mut C,
        mut fight: FightState<C::N>,
        ctx: EffectContext<'_, C::N>,
    ) -> FightState<C::N> {
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

    /// The dice of the attack; the exact engine works them out once for all fights that are alike
    /// for them.
    #[inline(always)]
    pub(super) fn roll<C: Chance>(
        &self,
        chance: &mut C,
        fight: &FightState<C::N>,
        place: SituationIndex<C::N>,
        orderly: <C::N as Num>::Mask,
    ) -> AttackDiceResult<C::N> {
        AttackDiceResult::of(
            chance.memoised(&AttackDice(self), AttackDice::given(fight, place, orderly)),
        )
    }
}
