//! The rule of one attack: its effect on the target and the counter-attack (B2).

use super::clash::{Clash, ClashResult};
use super::question::WesterosAttack;
use super::results::{event, quantity};
use super::strike::room;
use warodds_engine::chance::{Chance, Num, Rule, Slot, State};

/// Indices of the results of [`WesterosAttackRule`].
mod slot {
    pub(super) const HITS: usize = 0;
    pub(super) const FIGURES_LOST: usize = 1;
    pub(super) const RETREAT: usize = 2;
    pub(super) const DESTROYED: usize = 3;
    pub(super) const DRIVEN_BACK: usize = 4;
    pub(super) const COUNTER_ATTACKED: usize = 5;
    /// Index of the first optional result.
    pub(super) const MORE: usize = 6;
}

/// The rule of one attack.
///
/// # Examples
/// Two dice on a green unit hit on three green shields and valor of eight faces: once on average.
/// ```
/// use warodds_engine::run::exact;
/// use warodds_games::westeros::attack::WesterosAttackRule;
/// use warodds_games::westeros::{AttackOptions, Rank, UnitClass, WesterosAttack, WesterosUnit};
///
/// let unit = WesterosUnit::new(Rank::Green, UnitClass::Infantry);
/// let options = AttackOptions::default();
/// let question = WesterosAttack { attacker: unit, target: unit, options, counter: false };
/// let hits = &exact(&WesterosAttackRule::new(&question))?.slots[0];
/// assert!((hits.mean() - 1.0).abs() < 1e-12);
/// # Ok::<(), warodds_engine::run::ContractError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WesterosAttackRule {
    clash: Clash,
    figures: u8,
    room: u8,
    own_figures: u8,
    own_room: u8,
    commander: bool,
    counter: bool,
}

impl WesterosAttackRule {
    /// Compiles the question.
    pub fn new(question: &WesterosAttack) -> Self {
        let WesterosAttack { attacker, target, counter, .. } = question;
        Self {
            clash: Clash::new(question, 0),
            figures: target.figures.get(),
            room: room(target.room),
            own_figures: attacker.figures.get(),
            own_room: room(attacker.room),
            commander: target.commander.is_some(),
            counter: *counter,
        }
    }
}

/// Returns where a unit survived and retreated.
pub(super) fn driven_back<N: Num>(lost: N, figures: N, retreat: N) -> N::Mask {
    lost.lt(figures) & retreat.gt(N::of(0))
}

impl Rule for WesterosAttackRule {
    const WIDE: bool = false;

    fn slots(&self) -> Vec<Slot> {
        let (dice, own_dice) = (self.clash.strike().dice(), self.clash.counter_dice());
        let mut slots = vec![
            Slot::quantity(quantity::HITS, "hits", "hits", dice),
            Slot::quantity(quantity::FIGURES_LOST, "figures lost", "figures", self.figures),
            Slot::quantity(quantity::RETREAT, "hexes retreated", "hexes", dice.min(self.room)),
            Slot::event(event::DESTROYED, "destroyed"),
            Slot::event(event::DRIVEN_BACK, "driven back"),
            Slot::event(event::COUNTER_ATTACKED, "counter-attacked"),
        ];
        if self.commander {
            slots.push(Slot::event(event::CAPTURED, "commander captured"));
        }
        if self.counter {
            slots.extend([
                Slot::quantity(
                    quantity::OWN_FIGURES_LOST,
                    "figures lost by the attacker",
                    "figures",
                    self.own_figures,
                ),
                Slot::quantity(
                    quantity::OWN_RETREAT,
                    "hexes retreated by the attacker",
                    "hexes",
                    own_dice.min(self.own_room),
                ),
                Slot::event(event::OWN_DESTROYED, "attacker destroyed"),
                Slot::event(event::OWN_DRIVEN_BACK, "attacker driven back"),
            ]);
        }
        slots
    }

    fn step<C: Chance>(&self, chance: &mut C, _: usize, _: &mut State<C::N>) {
        let inputs = [self.own_figures, self.own_room, self.figures, self.room].map(C::N::of);
        let [own, _, figures, _] = inputs;
        let ClashResult { result, countered, own_lost, own_retreat } =
            self.clash.make(chance, inputs);
        chance.record(slot::HITS, result.hits);
        chance.record(slot::FIGURES_LOST, result.lost);
        chance.record(slot::RETREAT, result.retreat);
        chance.record(slot::DESTROYED, C::N::flag(result.destroyed));
        chance.record(
            slot::DRIVEN_BACK,
            C::N::flag(driven_back(result.lost, figures, result.retreat)),
        );
        chance.record(slot::COUNTER_ATTACKED, C::N::flag(countered));
        // optional results follow each other, so their indices shift
        let more = slot::MORE + usize::from(self.commander);
        if self.commander {
            chance.record(slot::MORE, C::N::flag(result.captured));
        }
        if self.counter {
            chance.record(more, own_lost);
            chance.record(more + 1, own_retreat);
            chance.record(more + 2, C::N::flag(own_lost.ge(own)));
            chance.record(more + 3, C::N::flag(driven_back(own_lost, own, own_retreat)));
        }
    }
}
