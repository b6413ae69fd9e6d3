//! The situations that can occur in an attack: only differences that an effect depends on are
//! distinguished.

use super::attack_context::AttackContext;
use super::effect::{Action, Choice, Effect, Moment, Per};
use super::situation::Side;
use super::situation_table::{SituationTable, StateResolution};

/// What is known of the state before an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InitialState {
    /// Both units are in the state of the question.
    Known,
    /// The state may differ.
    Any,
}

/// Returns the situations that can occur in an attack. `is_answered` says whether counter-attacks
/// may follow.
pub(super) fn table(
    ctx: &AttackContext<'_>,
    start: InitialState,
    is_answered: bool,
) -> SituationTable {
    let states = ctx.combatants.map(|unit| unit.state);
    let of_side = |side: Side| {
        ctx.all_effects(side).filter(move |effect| may_count(effect, side, is_answered))
    };
    let both = || Side::BOTH.into_iter().flat_map(of_side);
    let settled = start == InitialState::Known
        && !both().any(|effect| unsettles(effect) || counts_later(effect));
    let choices = |side: Side| {
        ctx.abilities(side).iter().filter_map(|ability| ability.effects.choice.as_ref())
    };
    let picks_by = |side: Side, per: Per| {
        choices(side)
            .any(|choice| choice.picks.per == Some(per) && may_matter(choice, side, is_answered))
    };
    let picks_by_wounds = Side::BOTH.into_iter().any(|side| picks_by(side, Per::OwnWoundsLost));
    let by_wounds =
        picks_by_wounds || both().any(|effect| effect.is_counted_by(Per::OwnWoundsLost));
    let grain = |side: Side| {
        let state = states[side.index()];
        match side {
            // nothing changes before the dice and nothing later depends on the state
            _ if settled => StateResolution::Single(state.wounds_left()),
            Side::Attacker if by_wounds => StateResolution::Wounds(state.body()),
            _ => StateResolution::Ranks(state.body()),
        }
    };
    // a side's tokens matter only if effects of the other side depend on them
    let tokens_matter = |side: Side| {
        of_side(side).any(Effect::depends_on_tokens) || picks_by(side, Per::EnemyTokens)
    };
    let tokens = Side::BOTH
        .map(|side| (settled || !tokens_matter(side.other())).then(|| states[side.index()].tokens));
    SituationTable {
        picks: 1,
        attacker: grain(Side::Attacker),
        defender: grain(Side::Defender),
        tokens,
        attachment_may_be_dead: Side::BOTH.map(|side| attachment_may_be_dead(ctx, side)),
    }
}

/// Returns whether the attachment of a side may be dead: killed before, or in this attack, if it is
/// one.
fn attachment_may_be_dead(ctx: &AttackContext<'_>, side: Side) -> bool {
    let (own, enemy) = (ctx.combatant(side), ctx.combatant(side.other()));
    ctx.abilities(side).iter().any(|ability| ability.attached)
        && (own.attachment_may_be_dead || (ctx.dice.is_some() && enemy.may_kill_attachments()))
}

/// Returns whether an effect of a side may apply: effects of its own attacks do not apply in an
/// attack on it, unless it counter-attacks.
fn may_count(effect: &Effect, side: Side, is_answered: bool) -> bool {
    is_answered || !effect.moment.is_of_the_other_role(side == Side::Attacker)
}

/// Returns whether the choice of a side may make a difference.
pub(super) fn may_matter(choice: &Choice, side: Side, is_answered: bool) -> bool {
    choice
        .options
        .iter()
        .flat_map(|(_, effects)| effects)
        .any(|effect| may_count(effect, side, is_answered))
}

/// Returns whether an effect may change the situation before the dice.
fn unsettles(effect: &Effect) -> bool {
    let before = [
        Moment::Activating,
        Moment::EnemyActivating,
        Moment::Declaring,
        Moment::EnemyDeclaring,
        Moment::EnemyDisorderly,
        Moment::BeforeAttacking,
        Moment::BeforeAttacked,
    ];
    before.contains(&effect.moment) && matches!(effect.action, Action::Triggered(_))
}

/// Returns whether an effect applies after the dice and depends on what they change: ranks, wounds
/// or tokens.
pub(super) fn counts_later(effect: &Effect) -> bool {
    let with_the_dice = matches!(effect.moment, Moment::Attacking | Moment::Attacked);
    let later = match effect.action {
        Action::Change(change) => !with_the_dice || change.may_change_a_test(),
        Action::Triggered(_) => true,
    };
    later
        && (effect.action.amounts().any(|amount| amount.per.is_some())
            || effect.conditions.count_ranks()
            || effect.depends_on_tokens())
}
