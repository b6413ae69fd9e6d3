//! The attacks that an attack calls forth, what is asked of units about which too little is known,
//! and what abilities cost.

use super::super::attack_context::{Activation, AttackContext};
use super::super::choice::{self, ChoiceNote, ResolvedChoices};
use super::super::combatant::CombatantView;
use super::super::edition::Parameters;
use super::super::effect::{Action, Change, Effect, EffectTarget, Moment, TriggeredEffect};
use super::super::question::{Bonus, Context, Facing};
use super::super::situation::{Side, Situation, SituationTable};
use super::super::triggered::{AttackTrigger, EffectCompiler};
use super::super::unit::{Reach, UnitState};
use super::variants::AttackVariants;
use super::{InitialState, table};

/// The attacks with which each side counter_attacks: always the same, whatever calls for them.
pub(crate) type CounterAttacks = [Option<CounterAttack>; 2];

/// An attack with which a side counter_attacks.
#[derive(Debug)]
pub(crate) struct CounterAttack {
    /// The situations that can come up in it.
    pub table: SituationTable,
    /// It, where nothing is left to choose in it.
    pub variants: AttackVariants,
    /// What was chosen in it, as its maker sees the sides.
    pub chosen: Vec<ChoiceNote>,
    /// Whether there is anything to choose in it.
    pub leaves_choices: bool,
}

/// The attacks that effects of both sides call forth.
pub(super) fn triggered_attacks(
    compiler: &mut EffectCompiler<'_>,
    counter_attacks: &CounterAttacks,
) -> Vec<(Side, Moment, AttackTrigger)> {
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

/// The attack with which a side counter_attacks: in melee, to the front, no charge behind it; none where
/// nothing lets it.
pub(super) fn counter_attack(
    ctx: &AttackContext<'_>,
    standings: [UnitState; 2],
    by: Side,
) -> Option<CounterAttack> {
    let [striker, struck] = [by, by.other()].map(|side| ctx.combatant(side));
    striker
        .all_effects()
        .find(|effect| effect.action == Action::Triggered(TriggeredEffect::Attack))?;
    striker.attacking.filter(|profile| !profile.reach.is_ranged())?;
    struck.defending?;
    let ctx = counter_attack_context(ctx, by);
    let standings = [standings[by.index()], standings[by.other().index()]];
    let table = table(&ctx, standings, InitialState::Any, false);
    // what is left to choose is chosen when it begins: see `SequenceEvaluator`
    let (decided, _) = choice::decide::<AttackVariants>(&ctx, table, None, &(), |_, _, _| 0.0);
    let variants = AttackVariants::new(&ctx, &decided).without_hits();
    let ResolvedChoices { chosen, leaves_choices, .. } = decided;
    Some(CounterAttack { table, variants, chosen, leaves_choices })
}

/// What the attack with which a side counter_attacks hangs on.
pub(super) fn counter_attack_context<'a>(ctx: &AttackContext<'a>, by: Side) -> AttackContext<'a> {
    AttackContext {
        parameters: ctx.parameters,
        context: Context { facing: Facing::Front, charge: Bonus::None, ..Context::default() },
        reach: Reach::Melee,
        activation: Activation::None,
        // it is still the turn of whoever made the attack in question (A0.7)
        active: by,
        combatants: [by, by.other()].map(|side| ctx.combatant(side).clone()),
    }
}

/// The sides of which effects ask something that nobody knows: saves, tests, or to be attacked.
pub(super) fn unknown(ctx: &AttackContext<'_>, table: &SituationTable) -> Vec<Side> {
    let situations = table.situations();
    let asks = |bearer: Side, effect: &Effect, asked: Side| {
        let whom =
            |whom: EffectTarget| if whom == EffectTarget::Bearer { bearer } else { bearer.other() };
        let of_asked = match effect.action {
            Action::Triggered(
                TriggeredEffect::Hits(to, _)
                | TriggeredEffect::Test(to, ..)
                | TriggeredEffect::Morale(to, _),
            ) => whom(to) == asked,
            Action::Triggered(TriggeredEffect::Survive { test, .. }) => test && bearer == asked,
            Action::Triggered(TriggeredEffect::Attack) => bearer != asked,
            Action::Change(Change::MissesHitBack | Change::BlockHitsBack) => {
                asked == Side::Attacker
            }
            Action::Change(Change::SixOnFailing) => asked == bearer,
            _ => false,
        };
        of_asked && situations.iter().any(|(now, _)| ctx.holds(&effect.conditions, bearer, now))
    };
    let is_asked = |asked: &Side| {
        let effects = |bearer: Side| {
            ctx.combatant(bearer).all_effects().any(|effect| asks(bearer, effect, *asked))
        };
        ctx.combatant(*asked).defending.is_none() && Side::BOTH.into_iter().any(effects)
    };
    Side::BOTH.into_iter().filter(is_asked).collect()
}

/// The tokens of its own kind that each side spends in an attack: on each effect that costs some,
/// as the units stand.
pub(crate) fn spent(
    combatants: [CombatantView<'_>; 2],
    context: Context,
    parameters: &Parameters,
) -> Option<[u8; 2]> {
    let reach = combatants[0].attacking?.reach;
    let standings = combatants.each_ref().map(|unit| unit.standing);
    let ctx = AttackContext {
        parameters,
        context,
        reach,
        activation: Activation::Whole,
        active: Side::Attacker,
        combatants,
    };
    let now = Situation::of(standings);
    Some(Side::BOTH.map(|side| {
        let mut paid: Vec<(usize, &Effect)> = Vec::new();
        let picks = Default::default();
        for (ability, effect) in
            ctx.effects(side, &picks).filter(|(_, effect)| effect.conditions.spends > 0)
        {
            // what stands in one table is paid for once
            let is_paid = paid.iter().any(|(other, known)| {
                *other == ability
                    && known.moment == effect.moment
                    && known.conditions == effect.conditions
            });
            if !is_paid
                && effect.moment.is_of_an_attack(side == Side::Attacker)
                && ctx.holds(&effect.conditions, side, &now)
            {
                paid.push((ability, effect));
            }
        }
        let sum: u8 =
            paid.iter().fold(0, |sum, (_, effect)| sum.saturating_add(effect.conditions.spends));
        sum.min(ctx.combatant(side).traits.usage.circumstances.resource)
    }))
}
