//! Dogs of War (B2.12): one die decides how the dogs attack, at two or three hexes.

use super::attack::driven_back;
use super::dice::{DIE, Symbol};
use super::question::{AttackOptions, AttackRange, DogsOfWar};
use super::results::{event, quantity};
use super::strike::{DiceAttack, TargetDefense, room};
use super::unit::{Rank, WesterosUnit};
use super::values::Dice;
use warodds_engine::chance::{Chance, Label, Num, Rule, Slot, State, when};

const FIRST: Label = Label::new("die of the dogs", "B2.12");
const BITTEN: Label = Label::counted(
    "figure lost or hex retreated, which nothing prevents",
    "figures lost or hexes retreated, which nothing prevents",
    "B2.12",
);

/// Indices of the results of [`DogsRule`].
mod slot {
    pub(super) const HITS: usize = 0;
    pub(super) const FIGURES_LOST: usize = 1;
    pub(super) const RETREAT: usize = 2;
    pub(super) const DESTROYED: usize = 3;
    pub(super) const DRIVEN_BACK: usize = 4;
    pub(super) const ATTACKED: usize = 5;
    pub(super) const CAPTURED: usize = 6;
}

/// The rule of Dogs of War.
#[derive(Clone, Debug)]
pub struct DogsRule {
    /// The attack of each rank; they differ only in their dice.
    strikes: [DiceAttack; 3],
    guard: TargetDefense,
    figures: u8,
    room: u8,
    commander: bool,
}

impl DogsRule {
    /// Compiles the question.
    pub fn new(question: &DogsOfWar) -> Self {
        let DogsOfWar { attacker, target, modifier } = question;
        let options = AttackOptions {
            reach: AttackRange::Ranged,
            modifier: *modifier,
            ..AttackOptions::default()
        };
        let strikes = Rank::ALL.map(|rank| {
            DiceAttack::new(
                &WesterosUnit { dice: Dice::of_rank(rank), ..*attacker },
                target,
                &options,
            )
        });
        Self {
            guard: TargetDefense::of(target, false).helpless(),
            strikes,
            figures: target.figures.get(),
            room: room(target.room),
            commander: target.commander.is_some(),
        }
    }

    /// Resolves the attack with the dice of the first die's rank: none for valor and flag.
    fn attack<C: Chance>(
        &self,
        chance: &mut C,
        shown: [C::N; 5],
        figures: C::N,
        room: C::N,
    ) -> [C::N; 4] {
        let mut dice = C::N::of(0);
        for (strike, came) in self.strikes.iter().zip(shown) {
            // one of the three colors shows, so the sum is the dice of that rank
            dice = dice + came.times(strike.dice());
        }
        let [strike, ..] = &self.strikes;
        let result = strike.make_with(chance, dice, figures, room);
        [result.hits, result.lost, result.retreat, C::N::flag(result.captured)]
    }

    /// Resolves valor or a flag, which nothing ignores.
    fn bite<C: Chance>(
        &self,
        chance: &mut C,
        shown: [C::N; 5],
        figures: C::N,
        room: C::N,
    ) -> [C::N; 4] {
        let result = self.guard.settle(
            shown[Symbol::Valor as usize],
            shown[Symbol::Flag as usize],
            figures,
            room,
        );
        chance.describe(&BITTEN, result.lost + result.retreat);
        [result.hits, result.lost, result.retreat, C::N::flag(result.captured)]
    }
}

impl Rule for DogsRule {
    const WIDE: bool = false;

    fn slots(&self) -> Vec<Slot> {
        let dice = self.strikes.iter().map(DiceAttack::dice).max().unwrap_or(0).max(1);
        let mut slots = vec![
            Slot::quantity(quantity::HITS, "hits", "hits", dice),
            Slot::quantity(quantity::FIGURES_LOST, "figures lost", "figures", self.figures),
            Slot::quantity(quantity::RETREAT, "hexes retreated", "hexes", dice.min(self.room)),
            Slot::event(event::DESTROYED, "destroyed"),
            Slot::event(event::DRIVEN_BACK, "driven back"),
            Slot::event(event::ATTACKED, "attack dice rolled"),
        ];
        slots.extend(self.commander.then(|| Slot::event(event::CAPTURED, "commander captured")));
        slots
    }

    fn step<C: Chance>(&self, chance: &mut C, _: usize, _: &mut State<C::N>) {
        let (one, figures, room) = (C::N::of(1), C::N::of(self.figures), C::N::of(self.room));
        let shown = chance.symbols(&FIRST, one, &DIE);
        // a colored shield starts an attack; valor and flag bite directly
        let attacks = (shown[0] + shown[1] + shown[2]).equals(one);
        let attacked = when!(attacks, self.attack(chance, shown, figures, room));
        let bitten = when!(!attacks, self.bite(chance, shown, figures, room));
        let both = |place: usize| attacked[place] + bitten[place];
        let [hits, lost, retreat, captured] = [both(0), both(1), both(2), both(3)];
        chance.record(slot::HITS, hits);
        chance.record(slot::FIGURES_LOST, lost);
        chance.record(slot::RETREAT, retreat);
        chance.record(slot::DESTROYED, C::N::flag(lost.ge(figures)));
        chance.record(slot::DRIVEN_BACK, C::N::flag(driven_back(lost, figures, retreat)));
        chance.record(slot::ATTACKED, C::N::flag(attacks));
        if self.commander {
            chance.record(slot::CAPTURED, captured);
        }
    }
}
