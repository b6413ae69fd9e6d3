//! Orders and cards that effects of the enemy deny (S1).

use super::super::ability::ModelledAbility;
use super::super::attack_context::{AttackContext, OrderUse, Pick, Picks};
use super::super::effect::{Action, Change, Moment};
use super::super::situation::{Side, Situation};
use super::options::is_early;

/// What an effect denies the enemy.
#[derive(Clone, Copy, Debug, Default)]
struct Denials {
    orders: bool,
    cards: bool,
}

impl Denials {
    fn add(&mut self, change: Change) {
        self.orders |= change == Change::DenyOrders;
        self.cards |= change == Change::DenyCards;
    }

    /// Returns whether an ability is an order or a card that is denied: one that waits for something
    /// after the arrival of a charge. Cards in play since earlier stay.
    fn concern(self, ability: &ModelledAbility) -> bool {
        let effects = &ability.effects;
        let is_kind = if effects.card.is_some() { self.cards } else { self.orders };
        let waits = effects.trigger().is_some_and(|trigger| !trigger.precedes_arrival());
        is_kind && waits && !is_early(effects)
    }
}

impl AttackContext<'_> {
    /// Returns whether any effect may deny orders or cards.
    pub(super) fn may_deny(&self) -> bool {
        let denies = |action| matches!(action, Action::Change(change) if is_denial(change));
        Side::BOTH.into_iter().flat_map(|side| self.all_effects(side)).any(|it| denies(it.action))
    }

    /// Marks the orders and cards that the effects of these choices deny in a situation. Those of the
    /// active player come first (A0.7).
    pub(super) fn deny(&self, picks: &mut Picks, now: Situation) {
        for side in [self.active, self.active.other()] {
            let moment = match side {
                Side::Attacker => Moment::Attacking,
                Side::Defender => Moment::Attacked,
            };
            let mut denials = Denials::default();
            self.each_effect(side, (picks, now.dead_attachments), |_, effect| {
                if let Action::Change(change) = effect.action
                    && is_denial(change)
                    && effect.moment == moment
                    && self.holds(&effect.conditions, side, &now)
                {
                    denials.add(change);
                }
            });
            let other = side.other();
            for (pick, ability) in picks.of[other.index()].iter_mut().zip(self.abilities(other)) {
                if denials.concern(ability) {
                    *pick = Pick { options: 0, usage: OrderUse::Denied };
                }
            }
        }
    }
}

/// Returns whether a change denies orders or cards.
const fn is_denial(change: Change) -> bool {
    matches!(change, Change::DenyOrders | Change::DenyCards)
}
