//! Compilation of abilities into the numbers of an attack: for each situation, the sum of all
//! changes that apply.

use super::active_changes::ActiveChanges;
use super::attack_context::{AttackContext, DiceValues, Picks};
use super::combatant::{Combatant, DefenseProfile};
use super::condition::{Spending, Token, Tokens};
use super::effect::{Change, Moment};
use super::needed::{cover_modifier, needed_face, save_bonus};
use super::question::{Context, Facing};
use super::rerolls::{self, Stakes};
use super::situation::{Side, Situation};
use super::stat::{AttackStats, Stat};
pub(super) use super::test_origin::{TestCaller, TestOrigin};
use super::unit::Weapon;
use super::values::{Defense, Morale};

/// Largest number of hits of an attack: counts are packed into bytes.
const MOST_HITS: i16 = 200;
/// Largest number that effects may add to anything else.
const MOST_ADDED: i16 = 60;

/// [`Stat::RerollAttack`] of an attacker that may reroll any dice; 1 allows misses alone.
const ANY_DICE: u8 = 2;

/// Selects the amount of one kind of change.
macro_rules! amount {
    ($kind:ident) => {
        |change: &Change| match change {
            Change::$kind(amount) => Some(*amount),
            _ => None,
        }
    };
}

/// Clamps a sum to 0..=[`MAX_ADDED`](MOST_ADDED).
fn added(sum: i16) -> u8 {
    sum.clamp(0, MOST_ADDED) as u8
}

impl AttackContext<'_> {
    /// Returns the numbers of the attack in a situation.
    pub(super) fn stats(&self, now: &Situation, picks: &Picks) -> AttackStats {
        let (always, own, their) = (Moment::Always, Moment::Attacking, Moment::Attacked);
        let changes = self.changes([&[always, own], &[always, their]], now, picks, None);
        let mut stats = self.terms_of_effects(&changes, picks);
        let mut set = |stat: Stat, number: u8| stats[stat as usize] = number;
        if let Some(DiceValues { weapon, defense }) = self.dice {
            self.attack_terms(weapon, &changes, &mut set);
            self.save_terms(defense, &changes, &mut set);
        }
        if picks.fishes && may_fish(&stats) {
            stats[Stat::Fish as usize] = 1;
        }
        let [own, their] = picks.unspent.map(|unspent| unspent.in_attack);
        if own.holds(Token::Weakened) {
            // the owner of the choice decided to leave the token (A7.4)
            stats[Stat::WeakenedSpent as usize] = 0;
        }
        if their.holds(Token::Vulnerable) {
            stats[Stat::VulnerableSpent as usize] = 0;
        }
        bounded(stats)
    }

    /// Returns the numbers in a situation that effects around a charge roll depend on, and zeros for
    /// all others.
    pub(super) fn stats_of_effects(&self, now: &Situation, picks: &Picks) -> AttackStats {
        let (always, own, their) = (Moment::Always, Moment::Attacking, Moment::Attacked);
        let changes = self.changes([&[always, own], &[always, their]], now, picks, None);
        self.terms_of_effects(&changes, picks)
    }

    /// Returns the numbers that effects depend on, and zeros for all others: which tokens the units
    /// cannot gain, and which are spent on saves against hits of effects.
    fn terms_of_effects(&self, changes: &ActiveChanges<'_>, picks: &Picks) -> AttackStats {
        let mut stats = [0; Stat::COUNT];
        let terms = [
            (Side::Attacker, Stat::AttackerImmune, Stat::AttackerVulnerable),
            (Side::Defender, Stat::DefenderImmune, Stat::DefenderVulnerable),
        ];
        for (side, immunity, vulnerable) in terms {
            stats[immunity as usize] = changes.tokens(side, immune).bits();
            let left = picks.unspent[side.index()].on_hits.and(changes.tokens(side, unspent));
            stats[vulnerable as usize] = (self.spends(side.other())
                && self.may_hold(side, Token::Vulnerable)
                && !left.holds(Token::Vulnerable))
            .into();
        }
        stats
    }

    /// Sets the terms of the attack dice.
    fn attack_terms(
        &self,
        weapon: &Weapon,
        changes: &ActiveChanges<'_>,
        set: &mut impl FnMut(Stat, u8),
    ) {
        let Combatant { modifiers, .. } = self.combatant(Side::Attacker);
        let modifier = i16::from(modifiers.hit_modifier.get())
            + cover_modifier(self.context.engagement)
            + changes.sum(amount!(ToHit));
        set(Stat::Dice, self.dice_count(weapon, changes));
        set(Stat::Hit, needed_face(weapon.hit.get(), modifier, 6));
        set(Stat::AutoHit, changes.flag(|change| matches!(change, Change::AutoHit)));
        let any = modifiers.attack_rerolls.roller
            || changes.has(|change| matches!(change, Change::RerollAttack));
        let misses = changes.flag(|change| matches!(change, Change::RerollMisses));
        set(Stat::RerollAttack, if any { ANY_DICE } else { misses });
        let engagement = self.context.engagement;
        let denied = changes.has(|change| matches!(change, Change::NoChargeBonus))
            || engagement.is_fortified();
        // fortified terrain denies the charge bonus (A5.7)
        let charged = self.parameters.charge_rerolls && engagement.is_orderly_charge() && !denied;
        set(Stat::ChargeBonus, charged.into());
        let forced = modifiers.attack_rerolls.enemy;
        let protected = changes.tokens(Side::Attacker, unspent).holds(Token::Weakened);
        let spends = self.spends(Side::Defender);
        set(Stat::ForceAttack, forced.into());
        set(
            Stat::WeakenedSpent,
            (spends && !forced && !protected && self.may_hold(Side::Attacker, Token::Weakened))
                .into(),
        );
        // a die hits once unless an ability says more, and at most three times
        set(Stat::HitsEach, changes.sum(amount!(HitsEach)).clamp(1, 3) as u8);
        set(Stat::Critical, changes.sum(amount!(Critical)).clamp(0, 3) as u8);
        set(Stat::Precision, changes.flag(|change| matches!(change, Change::Precision)));
        set(Stat::OnesWound, changes.sum(amount!(OnesWound)).clamp(0, 2) as u8);
        set(
            Stat::Hits,
            added(i16::from(modifiers.auto_hits.get()).saturating_add(changes.sum(amount!(Hits)))),
        );
        set(Stat::MissesHitBack, changes.flag(|change| matches!(change, Change::MissesHitBack)));
    }

    /// Returns the number of attack dice (A2.1): those of the ranks plus those of effects.
    fn dice_count(&self, weapon: &Weapon, changes: &ActiveChanges<'_>) -> u8 {
        // a unit making its last attack has no ranks left but rolls the dice of one
        let ranks = i16::from(self.combatant(Side::Attacker).state.body().ranks());
        let left = i16::from(self.ranks(Side::Attacker, &changes.now)).max(1);
        let row = ranks - (left + changes.sum(amount!(Ranks))).clamp(1, ranks);
        let mut numbers = weapon.dice.iter().map(|count| i16::from(count.get()));
        let base = if changes.has(|change| matches!(change, Change::HighestDice)) {
            numbers.max()
        } else if changes.has(|change| matches!(change, Change::LowestDice)) {
            numbers.min()
        } else {
            numbers.nth(row.unsigned_abs().into())
        };
        // dice of abilities come after the row of the card is chosen, and are not lost with ranks
        (base.unwrap_or(0) + changes.sum(amount!(Dice))).clamp(0, MOST_HITS) as u8
    }

    /// Sets the terms of the defense dice and of wounds.
    fn save_terms(
        &self,
        defender: DefenseProfile,
        changes: &ActiveChanges<'_>,
        set: &mut impl FnMut(Stat, u8),
    ) {
        let Combatant { modifiers, .. } = self.combatant(Side::Defender);
        set(Stat::Save, self.save(defender.defense, changes));
        set(Stat::NoSaves, changes.flag(|change| matches!(change, Change::NoSaves)));
        let reroll = modifiers.save_rerolls.roller
            || changes.has(|change| matches!(change, Change::RerollSaves));
        set(Stat::RerollSaves, reroll.into());
        let forced = modifiers.save_rerolls.enemy;
        let protected = changes.tokens(Side::Defender, unspent).holds(Token::Vulnerable);
        set(Stat::ForceSaves, forced.into());
        let spends = self.spends(Side::Attacker);
        set(
            Stat::VulnerableSpent,
            (spends && !forced && !protected && self.may_hold(Side::Defender, Token::Vulnerable))
                .into(),
        );
        set(Stat::Block, added(changes.sum(amount!(Block))));
        set(Stat::HalfWounds, changes.flag(|change| matches!(change, Change::HalfWounds)));
        let gained_on_one = |change: &Change| match change {
            Change::SaveOneGives(tokens) => Some(*tokens),
            _ => None,
        };
        let gives = changes
            .tokens(Side::Attacker, gained_on_one)
            .and(changes.tokens(Side::Defender, gained_on_one));
        set(Stat::SaveOneGives, gives.bits());
        set(Stat::SaveSixWounds, changes.sum(amount!(SaveSixWounds)).clamp(0, 2) as u8);
        set(Stat::BlockHitsBack, changes.flag(|change| matches!(change, Change::BlockHitsBack)));
        set(
            Stat::Fixed,
            changes.flag(|change| matches!(change, Change::FixedWounds(_) | Change::FixedD3)),
        );
        set(Stat::FixedWounds, added(changes.sum(amount!(FixedWounds))));
        set(Stat::FixedD3, changes.flag(|change| matches!(change, Change::FixedD3)));
        set(Stat::Wounds, added(changes.sum(amount!(Wounds))));
    }

    /// Returns the natural face that saves (A0.5, A2.4); 7 if none does.
    fn save(&self, defense: Defense, changes: &ActiveChanges<'_>) -> u8 {
        let sixes = if self.parameters.six_saves { 6 } else { 7 };
        if changes.has(|change| matches!(change, Change::OnlySixesSave)) {
            // overrides every modifier, including those of facing and terrain (D5)
            return 6;
        }
        let context = self.context_under(changes);
        let modifiers = i16::from(self.combatant(Side::Defender).modifiers.save_modifier.get())
            + save_bonus(context, self.parameters)
            + changes.sum(amount!(Saves));
        needed_face(defense.get(), modifiers, sixes)
    }

    /// Returns the context without bonuses that effects deny.
    fn context_under(&self, changes: &ActiveChanges<'_>) -> Context {
        let denied = changes.has(|change| matches!(change, Change::NoFacingBonus));
        Context { facing: if denied { Facing::Front } else { self.context.facing }, ..self.context }
    }

    /// Returns whether any unit may hold a token that its enemy spends.
    pub(super) fn may_hold_tokens(&self) -> bool {
        let may_hold = |side: Side| Token::ALL.into_iter().any(|token| self.may_hold(side, token));
        Side::BOTH.into_iter().any(|side| self.spends(side.other()) && may_hold(side))
    }

    /// Returns the tokens the unit on `side` holds at the start.
    pub(super) fn tokens(&self, side: Side) -> Tokens {
        self.combatant(side).state.tokens
    }

    /// Returns whether the player of a side ever spends the enemy's tokens.
    fn spends(&self, side: Side) -> bool {
        self.spending(side) != Spending::Never
    }

    /// Returns when the player of a side spends the enemy's tokens.
    pub(super) fn spending(&self, side: Side) -> Spending {
        self.combatant(side).policy.spending
    }

    /// Returns the stakes of a test of the unit on `side` with this morale.
    pub(super) fn stakes(
        &self,
        (side, morale): (Side, Morale),
        now: &Situation,
        picks: &Picks,
        from: TestOrigin,
    ) -> Stakes {
        let Combatant { modifiers, surroundings, .. } = self.combatant(side);
        let changes = self.changes(moments_of_test(side, from), now, picks, Some(from));
        let (added, wounds) = self.test_itself(from, now, &changes);
        let roll = added
            + surroundings.morale()
            + i16::from(modifiers.panic_modifier.get())
            + changes.sum(amount!(MoraleRoll));
        let passes = changes.has(|change| matches!(change, Change::AutoPass));
        // the total is fixed here, so engines compare natural dice only
        let needed = || rerolls::natural_total(morale_under(morale, &changes), roll);
        // every test but a morale test costs wounds when failed (A4.2)
        let is_panic = !matches!(from, TestOrigin::Morale { .. });
        let (base, cap) = if is_panic {
            self.panic_costs(wounds, &changes)
        } else {
            // nothing but failing is at stake, whatever a D3 would show
            (1, 1)
        };
        let keeps = changes.tokens(side, unspent).holds(Token::Panicked);
        Stakes {
            needed: if passes { rerolls::ANY_ROLL } else { needed() },
            base,
            cap,
            d3_rerolls: is_panic && self.parameters.d3_rerolls,
            own: modifiers.morale_rerolls.roller
                || changes.has(|change| matches!(change, Change::RerollMorale)),
            forced: modifiers.morale_rerolls.enemy,
            spends: self.spends(side.other())
                && !modifiers.morale_rerolls.enemy
                && !keeps
                && !picks.unspent[side.index()].in_attack.holds(Token::Panicked)
                && self.may_hold(side, Token::Panicked),
        }
    }

    /// Returns what the test itself adds to its roll and to the wounds of failing.
    fn test_itself(
        &self,
        from: TestOrigin,
        now: &Situation,
        changes: &ActiveChanges<'_>,
    ) -> (i16, i16) {
        match from {
            TestOrigin::Attack => (self.parameters.facing(self.context_under(changes).facing), 0),
            TestOrigin::Triggered { roll, wounds, called } => {
                (self.amount(roll, called.bearer, now), self.amount(wounds, called.bearer, now))
            }
            TestOrigin::Morale { roll, called } => (self.amount(roll, called.bearer, now), 0),
        }
    }

    /// Returns the wounds of failing apart from the D3, and their cap (A4.2). `wounds` is what the
    /// test itself adds.
    fn panic_costs(&self, wounds: i16, changes: &ActiveChanges<'_>) -> (i16, u8) {
        let base = i16::from(self.parameters.panic_base) + wounds;
        let cap = changes.least(amount!(PanicCap));
        (
            base + changes.sum(amount!(PanicWounds)),
            cap.map_or(u8::MAX, |cap| cap.clamp(0, MOST_ADDED) as u8),
        )
    }
}

/// Returns the moments of the attacker and of the defender that apply in a morale test of the unit
/// on `side`.
const fn moments_of_test(side: Side, from: TestOrigin) -> [&'static [Moment]; 2] {
    use Moment::{Always, Attacked, Attacking, EnemyTesting, Testing};
    match (from, side) {
        (TestOrigin::Attack, _) => [&[EnemyTesting, Attacking], &[Testing, Always, Attacked]],
        (_, Side::Defender) => [&[EnemyTesting], &[Testing, Always]],
        (_, Side::Attacker) => [&[Testing, Always], &[EnemyTesting]],
    }
}

/// Returns the morale value, or a better one set by an effect.
fn morale_under(morale: Morale, changes: &ActiveChanges<'_>) -> u8 {
    let set = changes.counted.iter().filter_map(|(_, change)| {
        if let Change::MoraleIs(morale) = change { Some(morale.get()) } else { None }
    });
    // a lower morale value is better; a worse one set by an effect is ignored (P6)
    set.fold(morale.get(), u8::min)
}

/// Returns whether an attacker with these numbers may give up hits for natural 6s: it has a reroll,
/// and 6s are worth more than other hits.
pub(super) fn may_fish(stats: &AttackStats) -> bool {
    let of = |stat: Stat| stats[stat as usize];
    let rerolls_hits = of(Stat::RerollAttack) == ANY_DICE || of(Stat::ChargeBonus) > 0;
    rerolls_hits && (of(Stat::Critical) > 0 || of(Stat::Precision) > 0)
}

fn immune(change: &Change) -> Option<Tokens> {
    if let Change::Immune(tokens) = change { Some(*tokens) } else { None }
}

fn unspent(change: &Change) -> Option<Tokens> {
    if let Change::Unspent(tokens) = change { Some(*tokens) } else { None }
}

/// Caps the dice so that no count overflows its byte.
fn bounded(mut stats: AttackStats) -> AttackStats {
    let each =
        i16::from(stats[Stat::HitsEach as usize]) + i16::from(stats[Stat::Critical as usize]);
    // automatic hits come first: they are fixed, dice are what can be cut
    let room = MOST_HITS - i16::from(stats[Stat::Hits as usize]);
    let dice = i16::from(stats[Stat::Dice as usize]).min(room / each.max(1));
    stats[Stat::Dice as usize] = dice.clamp(0, MOST_HITS) as u8;
    stats
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_are_given_up_for_sixes_only_where_there_is_a_reroll_and_sixes_are_worth_more() {
        let stats = |held: &[Stat]| {
            let mut stats = AttackStats::default();
            held.iter().for_each(|stat| stats[*stat as usize] = ANY_DICE);
            stats
        };
        let rerolls = [Stat::RerollAttack, Stat::ChargeBonus];
        let sixes = [Stat::Critical, Stat::Precision];
        assert!(!may_fish(&stats(&[])));
        assert!(!may_fish(&stats(&rerolls)) && !may_fish(&stats(&sixes)));
        for (reroll, six) in rerolls.iter().flat_map(|one| sixes.map(|six| (*one, six))) {
            assert!(may_fish(&stats(&[reroll, six])));
        }
        let mut misses = stats(&sixes);
        misses[Stat::RerollAttack as usize] = 1;
        assert!(!may_fish(&misses), "a reroll of misses alone gives up no hit");
    }
}
