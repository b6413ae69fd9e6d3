//! Triggered attacks, missing profiles, and the resource costs of abilities.

use super::super::attack_context::{Activation, AttackContext};
use super::super::attack_roll::AttackRoll;
use super::super::choice::{self, ChoiceEvaluator, ChoiceNote, ResolvedChoices};
use super::super::edition::Parameters;
use super::super::effect::{Action, Change, Effect, EffectTarget, Moment, TriggeredEffect};
use super::super::question::Attack;
use super::super::situation::Side;
use super::super::situation_table::SituationTable;
use super::super::triggered::{AttackTrigger, EffectCompiler};
use super::{InitialState, table};

/// The counter-attacks of both sides: the same attack whatever triggers it.
pub(crate) type CounterAttacks = [Option<CounterAttack>; 2];

/// A counter-attack of one side.
#[derive(Debug)]
pub(crate) struct CounterAttack {
    /// Situations that can occur in it.
    pub table: SituationTable,
    /// The compiled attack.
    pub attack_roll: AttackRoll,
    /// Choices made in it, from its attacker's point of view.
    pub chosen: Vec<ChoiceNote>,
    /// Whether choices remain open in it.
    pub leaves_choices: bool,
}

/// Returns the attacks triggered by effects of both sides, in rule order.
pub(super) fn triggered_attacks(
    compiler: &mut EffectCompiler<'_>,
    counter_attacks: &CounterAttacks,
) -> Vec<(Side, Moment, AttackTrigger)> {
    // rule order: attacks before the main attack, then those after it
    let own = [Moment::Activating, Moment::BeforeAttacking, Moment::AfterAttacking];
    let their = [Moment::BeforeAttacked, Moment::AfterAttacked, Moment::Destroyed];
    let of_side = |side: Side, moments: [Moment; 3]| moments.map(|moment| (side, moment));
    let mut all = Vec::new();
    for (side, moment) in
        of_side(Side::Attacker, own).into_iter().chain(of_side(Side::Defender, their))
    {
        if counter_attacks[side.index()].is_some() {
            all.extend(
                compiler.attacks(side, moment).into_iter().map(|trigger| (side, moment, trigger)),
            );
        }
    }
    all
}

/// Compiles a counter-attack from its inputs, in which tokens may be saved for later attacks.
/// `None` if no ability allows it.
pub(super) fn saving_counter_attack(ctx: &AttackContext<'_>) -> Option<CounterAttack> {
    let counter_attack = counter_attack(ctx)?;
    let may_save = || ChoiceEvaluator::<AttackRoll>::new(ctx, counter_attack.table, &()).may_save();
    let leaves_choices = counter_attack.leaves_choices || may_save();
    Some(CounterAttack { leaves_choices, ..counter_attack })
}

/// Compiles a counter-attack from its inputs. `None` if no ability allows it.
pub(super) fn counter_attack(ctx: &AttackContext<'_>) -> Option<CounterAttack> {
    ctx.all_effects(Side::Attacker)
        .find(|effect| effect.action == Action::Triggered(TriggeredEffect::Attack))?;
    let table = table(ctx, InitialState::Any, false);
    // open choices are made when the attack begins: see `SequenceEvaluator`
    let (decided, _) = choice::decide::<AttackRoll>(ctx, table, None, &(), |_, _, _| (0.0, 0.0));
    let attack_roll = AttackRoll::new(ctx, &decided).without_hits();
    let ResolvedChoices { chosen, leaves_choices, .. } = decided;
    Some(CounterAttack { table, attack_roll, chosen, leaves_choices })
}

/// Returns the sides whose defense or morale is needed by an effect but unknown.
pub(super) fn unknown(ctx: &AttackContext<'_>, table: &SituationTable) -> Vec<Side> {
    let situations = table.situations();
    let needs = |bearer: Side, effect: &Effect, needed: Side| {
        let whom =
            |whom: EffectTarget| if whom == EffectTarget::Bearer { bearer } else { bearer.other() };
        let needs_side = match effect.action {
            Action::Triggered(
                TriggeredEffect::Hits(to, ..)
                | TriggeredEffect::Test(to, ..)
                | TriggeredEffect::Morale(to, _),
            ) => whom(to) == needed,
            Action::Triggered(TriggeredEffect::Survive { test, .. }) => test && bearer == needed,
            Action::Triggered(TriggeredEffect::Attack) => bearer != needed,
            Action::Change(Change::MissesHitBack | Change::BlockHitsBack) => {
                needed == Side::Attacker
            }
            Action::Change(Change::SixOnFailing) => needed == bearer,
            _ => false,
        };
        needs_side && situations.iter().any(|(now, _)| ctx.holds(&effect.conditions, bearer, now))
    };
    let is_needed = |needed: &Side| {
        let effects =
            |bearer: Side| ctx.all_effects(bearer).any(|effect| needs(bearer, effect, *needed));
        ctx.combatant(*needed).defense_profile().is_none() && Side::BOTH.into_iter().any(effects)
    };
    Side::BOTH.into_iter().filter(is_needed).collect()
}

/// Returns the resource tokens each side spends in an attack in its current state: the costs of all
/// effects that apply.
pub(crate) fn spent(attack: &Attack, parameters: &Parameters) -> [u8; 2] {
    let ctx = AttackContext::of_attack(attack, Activation::Whole, parameters);
    let now = ctx.now();
    Side::BOTH.map(|side| {
        let mut paid: Vec<(usize, &Effect)> = Vec::new();
        let picks = Default::default();
        ctx.each_effect(side, (&picks, now.dead_attachments), |ability, effect| {
            // effects of one table entry share one payment
            let is_paid = paid.iter().any(|(other, known)| {
                *other == ability
                    && known.moment == effect.moment
                    && known.conditions == effect.conditions
            });
            if effect.conditions.spends > 0
                && !is_paid
                && effect.moment.is_of_an_attack(side == Side::Attacker)
                && ctx.holds(&effect.conditions, side, &now)
            {
                paid.push((ability, effect));
            }
        });
        let sum: u8 =
            paid.iter().fold(0, |sum, (_, effect)| sum.saturating_add(effect.conditions.spends));
        // several effects may each be affordable, but not all of them
        sum.min(ctx.combatant(side).circumstances.resource)
    })
}
