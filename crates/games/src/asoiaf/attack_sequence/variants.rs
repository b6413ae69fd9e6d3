//! An attack between units whose attachments may be killed: one compiled attack per set of dead
//! attachments.
//!
//! An attachment that dies takes its abilities along (A1.6), for this attack and all later ones.
//! Few abilities kill one, so all other attacks have a single [`AttackRoll`] and pay nothing.

use super::super::attack_context::{AttackContext, Picks};
use super::super::attack_roll::{AttackOutcome, AttackRoll, Progress};
use super::super::choice::ResolvedChoices;
use super::super::effect::Moment;
use super::super::per_situation::PerSituation;
use super::super::situation::{FightState, Side};
use super::super::stat::AttackStats;
use super::super::surroundings::dangerous_wounds;
use super::super::triggered::{EffectCompiler, FALLEN};
use warodds_engine::chance::{Chance, Label, Mask, Num, when};

const KILL: Label = Label::new("die for the enemy's attachment", "A1.6");
const KILLED: Label = Label::new("the attachment dies with its model", "A1.6");

/// An attack compiled for every set of attachments that may be dead.
#[derive(Clone, Debug)]
pub(crate) struct AttackVariants {
    /// With all attachments alive.
    pub unharmed: AttackRoll,
    /// Without the attachments of these sides.
    fallen: Vec<([bool; 2], AttackRoll)>,
    /// Attempts of the attacker to kill the enemy's attachment before the dice: where each applies,
    /// and the face it needs. The first that applies is made.
    kills: Vec<(PerSituation, u8)>,
}

impl AttackVariants {
    /// Compiles an attack with its resolved choices.
    pub(crate) fn new(ctx: &AttackContext<'_>, decided: &ResolvedChoices) -> Self {
        let ResolvedChoices { table, picks, picked, stats, .. } = decided;
        let unharmed =
            AttackRoll::new(EffectCompiler { ctx, table: *table, picks }, stats, picked.clone());
        let may_fall = Side::BOTH.map(|side| may_fall(ctx, side));
        let mut fallen = Vec::new();
        for who in [[true, false], [false, true], [true; 2]] {
            // attachments that cannot die need no variant
            if Side::BOTH.into_iter().all(|side| !who[side.index()] || may_fall[side.index()]) {
                let picks: Vec<Picks> =
                    picks.iter().map(|picks| without(ctx, picks, who)).collect();
                let situations = table.situations();
                let stats: Vec<AttackStats> = situations
                    .iter()
                    .zip(&picks)
                    .map(|((now, _), picks)| ctx.stats(now, picks))
                    .collect();
                fallen.push((
                    who,
                    AttackRoll::new(
                        EffectCompiler { ctx, table: *table, picks: &picks },
                        &stats,
                        picked.clone(),
                    ),
                ));
            }
        }
        let kills = if may_fall[1] {
            EffectCompiler { ctx, table: *table, picks }.kills(Moment::BeforeAttacking)
        } else {
            Vec::new()
        };
        Self { unharmed, fallen, kills }
    }

    /// Returns whether the defender can lose wounds to anything but hits and the panic test: to
    /// effects, or with its attachment.
    pub(crate) fn can_wound_defender_otherwise(&self) -> bool {
        !self.kills.is_empty() || self.all().any(AttackRoll::can_wound_defender)
    }

    /// Drops the number of hits from the result.
    #[must_use]
    pub(crate) fn without_hits(mut self) -> Self {
        self.all_mut().for_each(|attack_roll| attack_roll.count_hits(false));
        self
    }

    /// Counts the ranks the attack destroys.
    #[must_use]
    pub(crate) fn counting_ranks(mut self) -> Self {
        self.all_mut().for_each(AttackRoll::count_ranks);
        self
    }

    /// Adds the number of hits to the result again.
    pub(crate) fn count_hits(&mut self) {
        self.all_mut().for_each(|attack_roll| attack_roll.count_hits(true));
    }

    /// Returns the attack roll if there is a single variant.
    pub(crate) fn only(&self) -> Option<&AttackRoll> {
        self.fallen.is_empty().then_some(&self.unharmed)
    }

    /// Returns all variants.
    pub(crate) fn all(&self) -> impl Iterator<Item = &AttackRoll> {
        std::iter::once(&self.unharmed)
            .chain(self.fallen.iter().map(|(_, attack_roll)| attack_roll))
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut AttackRoll> {
        std::iter::once(&mut self.unharmed)
            .chain(self.fallen.iter_mut().map(|(_, attack_roll)| attack_roll))
    }

    /// Resolves the effects before the dice, if other attacks come between the two. `picked` is the
    /// index of the choices made.
    #[inline(never)]
    pub(crate) fn begin<C: Chance>(
        &self,
        chance: &mut C,
        mut fight: FightState<C::N>,
        picked: C::N,
    ) -> FightState<C::N> {
        self.kill(chance, &mut fight, picked);
        let mut after = fight;
        for (attack_roll, here) in self.variants_in(&fight) {
            if here.any() {
                let mut begun = fight;
                attack_roll.begin(chance, &mut begun, picked);
                after = begun.select(here, after);
            }
        }
        after
    }

    /// Resolves the attack.
    #[inline(always)]
    pub(crate) fn make<C: Chance>(
        &self,
        chance: &mut C,
        fight: FightState<C::N>,
        orderly: <C::N as Num>::Mask,
        progress: Progress<C::N>,
    ) -> (FightState<C::N>, AttackOutcome<C::N>) {
        if self.fallen.is_empty() {
            return self.unharmed.make_shared(chance, fight, orderly, progress);
        }
        self.make_without(chance, fight, orderly, progress)
    }

    /// Resolves the attack if attachments may be dead. Its choices are made before the die for the
    /// enemy's attachment.
    #[inline(never)]
    fn make_without<C: Chance>(
        &self,
        chance: &mut C,
        mut fight: FightState<C::N>,
        orderly: <C::N as Num>::Mask,
        progress: Progress<C::N>,
    ) -> (FightState<C::N>, AttackOutcome<C::N>) {
        let progress = match progress {
            Progress::Open => Progress::Picked(self.unharmed.place(chance, &fight).1),
            known => known,
        };
        // an attack that has begun has already rolled for the attachment
        if let Progress::Picked(picked) = progress {
            self.kill(chance, &mut fight, picked);
        }
        let (mut after, mut outcome) = (fight, AttackOutcome::default());
        for (attack_roll, here) in self.variants_in(&fight) {
            if here.any() {
                let (made, did) = attack_roll.make_shared(chance, fight, orderly, progress);
                (after, outcome) = (made.select(here, after), did.select(here, outcome));
            }
        }
        (after, outcome)
    }

    /// Applies the wounds of dangerous terrain to the attacker where `here` holds (A10.4). `picked`
    /// is the index of the choices made in the attack.
    #[inline(never)]
    pub(crate) fn suffer_terrain<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        picked: C::N,
        here: <C::N as Num>::Mask,
    ) {
        let before = *fight;
        let wounds = dangerous_wounds(chance, before.left[Side::Attacker.index()], here);
        for (attack_roll, this) in self.variants_in(&before) {
            if this.any() {
                attack_roll.hurt(chance, fight, picked, Side::Attacker, wounds.masked(this));
            }
        }
    }

    /// Returns all variants and where each applies.
    fn variants_in<N: Num>(
        &self,
        fight: &FightState<N>,
    ) -> impl Iterator<Item = (&AttackRoll, N::Mask)> {
        let lies = fight.tokens.map(|tokens| (tokens & N::of(FALLEN)).gt(N::of(0)));
        let here = move |who: [bool; 2]| {
            let is = |side: usize| if who[side] { lies[side] } else { !lies[side] };
            is(0) & is(1)
        };
        let fallen = self.fallen.iter().map(|(who, attack_roll)| (*who, attack_roll));
        std::iter::once(([false; 2], &self.unharmed))
            .chain(fallen)
            .map(move |(who, attack_roll)| (attack_roll, here(who)))
    }

    /// Resolves the attempt to kill the enemy's attachment. The model it stands for is removed with
    /// it.
    fn kill<C: Chance>(&self, chance: &mut C, fight: &mut FightState<C::N>, picked: C::N) {
        if self.kills.is_empty() {
            return;
        }
        let none = C::N::of(0);
        let place = self.unharmed.placed(fight, picked);
        let lies = (fight.tokens[1] & C::N::of(FALLEN)).gt(none);
        let both_alive = fight.left[0].gt(none) & fight.left[1].gt(none);
        let mut may = both_alive & !lies;
        let mut killed = <C::N as Num>::Mask::all_of(false);
        for (applies, face) in &self.kills {
            let tries = applies.holds(chance, place) & may;
            let [die] = when!(tries, [chance.d6(&KILL)]);
            killed = killed | (die.ge(C::N::of(*face)) & tries);
            // one attempt per attack, even if several abilities allow one
            may = may & !tries;
        }
        let [] = when!(killed, chance.described(&KILLED, C::N::of(1)));
        fight.tokens[1] = fight.tokens[1] | C::N::of(FALLEN).masked(killed);
        // the attachment replaces one model, which is removed with it
        fight.wound(Side::Defender.index(), C::N::of(1).masked(killed));
    }
}

/// Returns whether the attachment of a side may be dead: killed in this attack or before.
fn may_fall(ctx: &AttackContext<'_>, side: Side) -> bool {
    let (own, enemy) = (ctx.combatant(side), ctx.combatant(side.other()));
    ctx.abilities(side).iter().any(|ability| ability.attached)
        && (own.attachment_may_be_dead || enemy.may_kill_attachments())
}

/// Returns the choices without the abilities of dead attachments.
fn without(ctx: &AttackContext<'_>, picks: &Picks, who: [bool; 2]) -> Picks {
    let mut picks = picks.clone();
    for side in Side::BOTH.into_iter().filter(|side| who[side.index()]) {
        for (pick, ability) in picks.of[side.index()].iter_mut().zip(ctx.abilities(side)) {
            // abilities of a dead attachment are gone (A1.6)
            pick.unused |= ability.attached;
        }
    }
    picks
}
