//! An attack, from the dice to the losses of the target (B2.1–B2.7, B2.11).

use super::dice::{DIE, Symbol, SymbolCounts};
use super::flank::FlankRerolls;
use super::question::{AttackOptions, AttackRange};
use super::unit::{Rank, UnitClass, WesterosTerrain, WesterosUnit};
use super::values::{RetreatWorth, Room};
use warodds_engine::chance::{Chance, Label, Num, when};

const ATTACK_DICE: Label = Label::new("attack dice", "B2.2");
const REROLLED: Label = Label::new("dice of one symbol rerolled by the flanking attacker", "B2.5");
const HITS: Label = Label::counted("hit", "hits", "B2.6");
const LOST: Label = Label::counted("figure lost", "figures lost", "B1.3");
const RETREAT: Label = Label::counted("hex retreated", "hexes retreated", "B2.7");

/// Unlimited room to retreat: more hexes than any roll of flags requires.
pub(super) const UNLIMITED: u8 = 99;
/// Largest number of dice of an attack with all modifiers: two counts of at most 14 index 15²
/// entries, which fit in one byte.
pub(super) const MOST_DICE: u8 = 14;

/// Returns the hexes a unit may retreat.
pub(super) fn room(room: Option<Room>) -> u8 {
    room.map_or(UNLIMITED, Room::get)
}

/// Returns the dice of an attack: base, then caps of terrain, then modifiers (B2.1). A
/// counter-attack gets no modifiers.
fn dice_of(
    attacker: &WesterosUnit,
    target: &WesterosUnit,
    options: &AttackOptions,
    counters: bool,
) -> u8 {
    let forest =
        attacker.terrain == WesterosTerrain::Forest || target.terrain == WesterosTerrain::Forest;
    let hill = target.terrain == WesterosTerrain::Hill && attacker.terrain != WesterosTerrain::Hill;
    let building =
        attacker.terrain == WesterosTerrain::Building && attacker.class == UnitClass::Archers;
    let ford = attacker.terrain == WesterosTerrain::Ford && counters;
    let caps =
        [(forest, 2), (hill, 3), (building, 2), (ford, 2)].into_iter().filter(|(holds, _)| *holds);
    // terrain caps come before modifiers, so modifiers may exceed them (B2.1)
    let capped = caps.map(|(_, cap)| cap).fold(attacker.dice.get(), u8::min);
    let off_balance = if options.moved { -1 } else { 0 };
    let modifiers = if counters { 0 } else { options.modifier.get() + off_balance };
    capped.saturating_add_signed(modifiers).min(MOST_DICE)
}

/// The symbols that hit (B2.2–B2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HitSymbols {
    /// The shield that hits.
    pub(super) shield: Symbol,
    /// Whether valor hits.
    pub(super) valor: bool,
}

impl HitSymbols {
    /// Returns the symbols that hit `target`.
    pub(super) fn of(attacker: &WesterosUnit, target: &WesterosUnit) -> Self {
        let shield = match (target.rank, target.heavy_armor) {
            (Rank::Green, false) => Symbol::Green,
            (Rank::Green, true) | (Rank::Blue, false) => Symbol::Blue,
            // no rank is above red: Heavy Armor makes valor miss instead (B2.4)
            (Rank::Blue, true) | (Rank::Red, _) => Symbol::Red,
        };
        let out_of_reach =
            target.class == UnitClass::Cavalry && attacker.class != UnitClass::Cavalry;
        let armoured = target.rank == Rank::Red && target.heavy_armor;
        Self { shield, valor: !(attacker.no_valor || out_of_reach || armoured) }
    }

    /// Returns whether a symbol hits.
    pub(super) fn hits(self, symbol: Symbol) -> bool {
        symbol == self.shield || (symbol == Symbol::Valor && self.valor)
    }
}

/// The defense of a unit against hits and flags.
#[derive(Clone, Copy, Debug)]
pub(super) struct TargetDefense {
    /// Hits of the dice it ignores (B2.6).
    protection: u8,
    /// Flags it ignores (B2.7).
    steadfast: u8,
    /// Capture rating of its commander (B2.11).
    commander: Option<u8>,
}

/// The result of an attack.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackResult<N: Num> {
    /// Hits, without those ignored.
    pub(super) hits: N,
    /// Figures lost, including a captured commander.
    pub(super) lost: N,
    /// Hexes retreated.
    pub(super) retreat: N,
    /// Where the target is destroyed.
    pub(super) destroyed: N::Mask,
    /// Where the commander is captured.
    pub(super) captured: N::Mask,
}

impl TargetDefense {
    /// Returns the defense of a unit. A token of its own house costs it the cover of a building
    /// (B2.6).
    pub(super) fn of(target: &WesterosUnit, engaged: bool) -> Self {
        let building = u8::from(target.terrain == WesterosTerrain::Building && !engaged);
        Self {
            protection: target.toughness.get() + target.cover.get() + building,
            steadfast: target.stalwart.into(),
            commander: target.commander.map(|rating| rating.get()),
        }
    }

    /// Returns the defense against effects that nothing ignores (B2.12).
    pub(crate) const fn helpless(self) -> Self {
        Self { protection: 0, steadfast: 0, ..self }
    }

    /// Applies hits and flags to `figures` (at least 1) with `room` to retreat (B1.3, B2.6, B2.7,
    /// B2.11).
    ///
    /// **Reading**: a Stalwart unit always ignores a flag, which never costs it anything. Blocked
    /// hexes are hits that toughness does not ignore; a lone commander is not affected by them. A
    /// commander is captured by the dice of an attack that finds him alone; hits beyond the last
    /// other figure are lost.
    pub(super) fn settle<N: Num>(
        &self,
        rolled: N,
        flags: N,
        figures: N,
        room: N,
    ) -> AttackResult<N> {
        let one = N::of(1);
        let hits = rolled.saturating_sub(N::of(self.protection));
        let commander = N::of(self.commander.is_some().into());
        // only a commander who is alone can be captured (B2.11)
        let captured = figures.equals(one)
            & hits.ge(N::of(self.commander.unwrap_or(0)))
            & commander.equals(one);
        let removable = figures - commander;
        let by_dice = hits.at_most(removable);
        let survives = by_dice.lt(figures) & !captured;
        // a destroyed unit does not retreat
        let flags = flags.saturating_sub(N::of(self.steadfast)).masked(survives);
        let retreat = flags.at_most(room);
        // each hex that cannot be retreated costs a figure (B2.7)
        let blocked = (flags - retreat).at_most(removable - by_dice);
        let lost = by_dice + blocked + N::flag(captured);
        AttackResult { hits, lost, retreat, destroyed: lost.ge(figures), captured }
    }
}

/// A compiled attack: everything that does not change between resolutions.
#[derive(Clone, Debug)]
pub(super) struct DiceAttack {
    dice: u8,
    hitting: HitSymbols,
    flags_count: bool,
    guard: TargetDefense,
    /// For each number of figures from 1, the symbol to reroll; empty if nothing may be rerolled.
    flank: Vec<FlankRerolls>,
}

impl DiceAttack {
    /// Compiles an attack; a flanking attacker plans with the target's room.
    pub(super) fn new(
        attacker: &WesterosUnit,
        target: &WesterosUnit,
        options: &AttackOptions,
    ) -> Self {
        let strike = Self::plain(attacker, target, options, false, options.engaged);
        if !options.flanking {
            return strike;
        }
        let choices = |figures| strike.choices(figures, room(target.room), options.retreat_worth);
        let flank = (1..=target.figures.get()).map(choices).collect();
        Self { flank, ..strike }
    }

    /// Computes the rerolls against this number of figures with this room.
    fn choices(&self, figures: u8, room: u8, worth: RetreatWorth) -> FlankRerolls {
        let hits = Symbol::ALL.map(|symbol| self.hitting.hits(symbol));
        FlankRerolls::new(self.dice, hits, |hits, flags| {
            let flags = if self.flags_count { flags } else { 0 };
            let result = self.guard.settle(hits, flags, figures, room);
            u64::from(result.lost) * 100 + u64::from(result.retreat) * u64::from(worth.hundredths())
        })
    }

    /// Compiles the counter-attack on `target` (B2.8). A unit that has just put down its token has
    /// no cover from its building (B2.6); one that attacked from the flank or at range has put down
    /// none.
    pub(super) fn counter(
        attacker: &WesterosUnit,
        target: &WesterosUnit,
        options: &AttackOptions,
    ) -> Self {
        // only a frontal melee attack puts down a token
        let engaged = options.reach == AttackRange::Melee && !options.flanking;
        // bonuses of attacking do not apply to a counter-attack (B2.8)
        Self::plain(attacker, target, &AttackOptions::default(), true, engaged)
    }

    fn plain(
        attacker: &WesterosUnit,
        target: &WesterosUnit,
        options: &AttackOptions,
        counters: bool,
        engaged: bool,
    ) -> Self {
        Self {
            dice: dice_of(attacker, target, options, counters),
            hitting: HitSymbols::of(attacker, target),
            flags_count: !options.parting_blow,
            guard: TargetDefense::of(target, engaged),
            flank: Vec::new(),
        }
    }

    /// Returns the number of dice.
    pub(super) const fn dice(&self) -> u8 {
        self.dice
    }

    /// Resolves the attack on this number of figures with this room.
    pub(super) fn make<C: Chance>(
        &self,
        chance: &mut C,
        figures: C::N,
        room: C::N,
    ) -> AttackResult<C::N> {
        self.make_with(chance, C::N::of(self.dice), figures, room)
    }

    /// Resolves the attack with another number of dice; flanking attacks must have those they were
    /// compiled for.
    pub(crate) fn make_with<C: Chance>(
        &self,
        chance: &mut C,
        dice: C::N,
        figures: C::N,
        room: C::N,
    ) -> AttackResult<C::N> {
        let rolled = SymbolCounts(chance.symbols(&ATTACK_DICE, dice, &DIE));
        let shown = self.rerolled(chance, rolled, figures);
        let valor = if self.hitting.valor { shown.of(Symbol::Valor) } else { C::N::of(0) };
        let flags = if self.flags_count { shown.of(Symbol::Flag) } else { C::N::of(0) };
        let result = self.guard.settle(shown.of(self.hitting.shield) + valor, flags, figures, room);
        chance.describe(&HITS, result.hits);
        chance.describe(&LOST, result.lost);
        chance.describe(&RETREAT, result.retreat);
        result
    }

    /// Applies the flanking attacker's reroll of one symbol (B2.5).
    fn rerolled<C: Chance>(
        &self,
        chance: &mut C,
        shown: SymbolCounts<C::N>,
        figures: C::N,
    ) -> SymbolCounts<C::N> {
        if self.flank.is_empty() {
            return shown;
        }
        let chosen = self.chosen(chance, shown, figures);
        let mut rest = shown.0;
        let mut again = C::N::of(0);
        for (symbol, count) in (1..).zip(&mut rest) {
            let picked = count.masked(chosen.equals(C::N::of(symbol)));
            again = again + picked;
            *count = *count - picked;
        }
        let new: [C::N; 5] = when!(again.gt(C::N::of(0)), chance.symbols(&REROLLED, again, &DIE));
        for (count, new) in rest.iter_mut().zip(new) {
            *count = *count + new;
        }
        SymbolCounts(rest)
    }

    /// Returns the symbol to reroll, from 1; 0 for none.
    fn chosen<C: Chance>(&self, chance: &mut C, shown: SymbolCounts<C::N>, figures: C::N) -> C::N {
        let side = self.dice + 1;
        let [green, blue, red, valor, _] = shown.0;
        let (row, column) = (green.times(side) + blue, red.times(side) + valor);
        let mut chosen = C::N::of(0);
        for (number, choices) in (1..).zip(&self.flank) {
            // the best reroll depends on the figures left, which differ between lanes
            let here = figures.equals(C::N::of(number));
            let [found] = when!(here, [chance.look_up(choices.table(), side * side, row, column)]);
            chosen = chosen + found;
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hit_symbols_follow_rank_and_class() {
        let cavalry = WesterosUnit::new(Rank::Red, UnitClass::Cavalry);
        let infantry = WesterosUnit::new(Rank::Blue, UnitClass::Infantry);
        // only red shields hit a red unit, and valor on foot does not reach cavalry (B2.3)
        let hits = HitSymbols::of(&infantry, &cavalry);
        assert!(hits.hits(Symbol::Red) && !hits.hits(Symbol::Blue) && !hits.hits(Symbol::Valor));
        assert!(HitSymbols::of(&cavalry, &infantry).hits(Symbol::Valor));
    }
}
