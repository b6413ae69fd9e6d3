//! The reference model of *Battles of Westeros*: every roll of every die, without the tables, pools
//! and formulas of the program.

use std::collections::BTreeMap;

use warodds_games::westeros::values::{
    Capture, Dice, DiceModifier, Figures, Protection, RetreatWorth, Room,
};
use warodds_games::westeros::{
    AttackOptions, AttackRange, Rank, UnitClass, WesterosAttack, WesterosSide, WesterosTerrain,
    WesterosUnit,
};

/// The eight faces of the die.
pub const FACES: [&str; 8] = ["green", "green", "green", "blue", "blue", "red", "valor", "flag"];
const SYMBOLS: [&str; 5] = ["green", "blue", "red", "valor", "flag"];

/// The outcome of an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct WesterosOutcome {
    /// Hits.
    pub hits: u8,
    /// Figures lost.
    pub lost: u8,
    /// Hexes retreated.
    pub retreat: u8,
    /// Whether the commander is captured.
    pub captured: bool,
}

/// Returns all rolls of `dice` dice; they are equally likely.
pub fn rolls(dice: u32) -> impl Iterator<Item = Vec<&'static str>> {
    (0..8_usize.pow(dice))
        .map(move |roll| (0..dice).map(|die| FACES[roll / 8_usize.pow(die) % 8]).collect())
}

/// Returns the number of dice of an attack (B2.1).
pub fn dice(
    attacker: &WesterosUnit,
    target: &WesterosUnit,
    options: &AttackOptions,
    counters: bool,
) -> u32 {
    let mut dice = i32::from(attacker.dice.get());
    if attacker.terrain == WesterosTerrain::Forest || target.terrain == WesterosTerrain::Forest {
        dice = dice.min(2);
    }
    if target.terrain == WesterosTerrain::Hill && attacker.terrain != WesterosTerrain::Hill {
        dice = dice.min(3);
    }
    if attacker.terrain == WesterosTerrain::Building && attacker.class == UnitClass::Archers {
        dice = dice.min(2);
    }
    // a counter-attack has the caps of terrain but no modifiers of attacks (B2.1, B2.8)
    if counters {
        return if attacker.terrain == WesterosTerrain::Ford { dice.min(2) } else { dice } as u32;
    }
    // modifiers come after the caps of terrain (B2.1)
    if options.moved {
        dice -= 1;
    }
    (dice + i32::from(options.modifier.get())).clamp(0, 14) as u32
}

/// Returns whether a face hits (B2.2 to B2.4).
fn is_hit(face: &str, attacker: &WesterosUnit, target: &WesterosUnit) -> bool {
    if face == "valor" {
        let on_foot_at_horse =
            target.class == UnitClass::Cavalry && attacker.class != UnitClass::Cavalry;
        let through_plate = target.rank == Rank::Red && target.heavy_armor;
        return !attacker.no_valor && !on_foot_at_horse && !through_plate;
    }
    let worn = match target.rank {
        Rank::Green => 0,
        Rank::Blue => 1,
        Rank::Red => 2,
    };
    face == ["green", "blue", "red", "red"][worn + usize::from(target.heavy_armor)]
}

/// Applies hits and flags to the target one by one (B2.6, B1.3, B2.11, B2.7); it ignores the first
/// `ignores` hits.
fn take(
    target: &WesterosUnit,
    mut ignores: u8,
    stalwart: bool,
    hits: usize,
    flags: usize,
) -> WesterosOutcome {
    let mut outcome = WesterosOutcome::default();
    for _ in 0..hits {
        // hits are ignored before figures are removed (B2.6)
        if ignores > 0 { ignores -= 1 } else { outcome.hits += 1 }
    }
    let mut figures = target.figures.get();
    match target.commander {
        Some(rating) if figures == 1 => outcome.captured = outcome.hits >= rating.get(),
        // the commander is no figure: hits leave him alone in the unit (B2.11)
        Some(_) => (0..outcome.hits).for_each(|_| figures = (figures - 1).max(1)),
        None => (0..outcome.hits).for_each(|_| figures = figures.saturating_sub(1)),
    }
    if outcome.captured || figures == 0 {
        return WesterosOutcome { lost: target.figures.get(), ..outcome };
    }
    let (mut room, mut stays) = (target.room.map_or(u8::MAX, Room::get), stalwart);
    // each hex that cannot be retreated is a hit, which nothing ignores (B2.7)
    for _ in 0..flags {
        if stays {
            stays = false;
        } else if room > 0 {
            room -= 1;
            outcome.retreat += 1;
        } else if figures > u8::from(target.commander.is_some()) {
            figures -= 1;
        }
    }
    WesterosOutcome { lost: target.figures.get() - figures, ..outcome }
}

fn count(roll: &[&str], is_counted: impl Fn(&str) -> bool) -> usize {
    roll.iter().filter(|face| is_counted(face)).count()
}

/// Resolves a roll.
fn settle(
    attacker: &WesterosUnit,
    target: &WesterosUnit,
    engaged: bool,
    parting: bool,
    roll: &[&str],
) -> WesterosOutcome {
    // a building covers no unit that its own engagement token holds (B2.6)
    let building = target.terrain == WesterosTerrain::Building && !engaged;
    let ignores = target.toughness.get() + target.cover.get() + u8::from(building);
    // flags miss in a parting blow (B2.9)
    let flags = if parting { 0 } else { count(roll, |face| face == "flag") };
    take(
        target,
        ignores,
        target.stalwart,
        count(roll, |face| is_hit(face, attacker, target)),
        flags,
    )
}

/// Returns the distribution of an attack.
pub fn attack_distribution(
    attacker: &WesterosUnit,
    target: &WesterosUnit,
    options: &AttackOptions,
) -> BTreeMap<WesterosOutcome, f64> {
    let dice = dice(attacker, target, options, false);
    let settle =
        |roll: &[&str]| settle(attacker, target, options.engaged, options.parting_blow, roll);
    let worth = |outcome: WesterosOutcome| {
        u64::from(outcome.lost) * 100
            + u64::from(outcome.retreat) * u64::from(options.retreat_worth.hundredths())
    };
    let mut distribution = BTreeMap::new();
    for roll in rolls(dice) {
        let chance = 8_f64.powi(-(dice as i32));
        let again =
            if options.flanking { best_reroll(&roll, |roll| worth(settle(roll))) } else { None };
        let Some(symbol) = again else {
            *distribution.entry(settle(&roll)).or_insert(0.0) += chance;
            continue;
        };
        let unchanged: Vec<&str> = roll.iter().copied().filter(|face| *face != symbol).collect();
        let rerolled = dice - unchanged.len() as u32;
        for new in rolls(rerolled) {
            *distribution.entry(settle(&[unchanged.clone(), new].concat())).or_insert(0.0) +=
                chance * 8_f64.powi(-(rerolled as i32));
        }
    }
    distribution
}

/// Returns the symbol that is best to reroll (B2.5), by trying each of them; on a tie the one with
/// the fewest dice, or `None`.
fn best_reroll(roll: &[&str], worth: impl Fn(&[&str]) -> u64) -> Option<&'static str> {
    let mut best = (worth(roll) * 8_u64.pow(roll.len() as u32), None);
    let mut symbols: Vec<&'static str> =
        SYMBOLS.into_iter().filter(|symbol| roll.contains(symbol)).collect();
    // of equally good symbols the first one counts, so those with few dice come first
    symbols.sort_by_key(|symbol| count(roll, |face| face == *symbol));
    for symbol in symbols {
        let unchanged: Vec<&str> = roll.iter().copied().filter(|face| *face != symbol).collect();
        let sum: u64 = rolls((roll.len() - unchanged.len()) as u32)
            .map(|new| worth(&[unchanged.clone(), new].concat()))
            .sum();
        // on the scale of all rolls of all dice, so that integers compare exactly
        let value = sum * 8_u64.pow(unchanged.len() as u32);
        if value > best.0 {
            best = (value, Some(symbol));
        }
    }
    best.1
}

/// The outcome of an attack with its counter-attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClashOutcome {
    /// The losses of the target.
    pub outcome: WesterosOutcome,
    /// Whether the target counter-attacks.
    pub countered: bool,
    /// The losses of the attacker from the counter-attack.
    pub own: WesterosOutcome,
}

/// Returns the distribution of an attack with its counter-attack (B2.8).
pub fn clash_distribution(attack: &WesterosAttack) -> BTreeMap<ClashOutcome, f64> {
    let WesterosAttack { attacker, target, options, counter } = attack;
    let token_down = options.reach == AttackRange::Melee && !options.flanking;
    let dice_back = dice(target, attacker, options, true);
    let mut back: BTreeMap<WesterosOutcome, f64> = BTreeMap::new();
    for roll in rolls(dice_back) {
        *back.entry(settle(target, attacker, token_down, false, &roll)).or_insert(0.0) +=
            8_f64.powi(-(dice_back as i32));
    }
    let mut distribution = BTreeMap::new();
    for (outcome, chance) in attack_distribution(attacker, target, options) {
        let survives_in_place = outcome.lost < target.figures.get() && outcome.retreat == 0;
        let countered = survives_in_place
            && target.stalwart
            && options.reach == AttackRange::Melee
            && !options.parting_blow;
        if countered && *counter {
            for (own, share) in &back {
                *distribution
                    .entry(ClashOutcome { outcome, countered, own: *own })
                    .or_insert(0.0) += chance * share;
            }
        } else {
            *distribution
                .entry(ClashOutcome { outcome, countered, own: WesterosOutcome::default() })
                .or_insert(0.0) += chance;
        }
    }
    distribution
}

/// Returns the distribution of an attack by the dogs (B2.12).
pub fn dogs_distribution(
    attacker: &WesterosUnit,
    target: &WesterosUnit,
    modifier: DiceModifier,
) -> BTreeMap<(WesterosOutcome, bool), f64> {
    let mut distribution = BTreeMap::new();
    for first in FACES {
        match first {
            "valor" => {
                *distribution.entry((take(target, 0, false, 1, 0), false)).or_insert(0.0) += 0.125
            }
            "flag" => {
                *distribution.entry((take(target, 0, false, 0, 1), false)).or_insert(0.0) += 0.125
            }
            rank => {
                let dice = Dice::new(
                    ["green", "blue", "red"].iter().position(|name| *name == rank).expect("a rank")
                        as i64
                        + 2,
                );
                let attacker = WesterosUnit { dice: dice.expect("in range"), ..*attacker };
                let options = AttackOptions {
                    reach: AttackRange::Ranged,
                    modifier,
                    ..AttackOptions::default()
                };
                for (outcome, chance) in attack_distribution(&attacker, target, &options) {
                    *distribution.entry((outcome, true)).or_insert(0.0) += 0.125 * chance;
                }
            }
        }
    }
    distribution
}

/// Returns the largest number of requested orders that tokens pay for (B4), by trying all payments.
pub fn most_orders(tokens: [u8; 5], requested: [u8; 3]) -> u8 {
    let mut most = 0;
    for rank in 0..3 {
        if requested[rank] == 0 {
            continue;
        }
        let mut less = requested;
        less[rank] -= 1;
        let spend = |costs: [u8; 5]| -> Option<[u8; 5]> {
            let mut left = tokens;
            for (held, cost) in left.iter_mut().zip(costs) {
                *held = held.checked_sub(cost)?;
            }
            Some(left)
        };
        let mut single = [0; 5];
        single[rank] = 1;
        // a token of the rank, a valor, or any two tokens of one symbol (B4)
        let payments = [single, [0, 0, 0, 1, 0]].into_iter().chain((0..5).map(|symbol| {
            let mut pair = [0; 5];
            pair[symbol] = 2;
            pair
        }));
        for left in payments.filter_map(spend) {
            most = most.max(1 + most_orders(left, less));
        }
    }
    most
}

/// A generator of random small questions from a seed, with every feature of units and attacks.
pub struct Dealer(rand_xoshiro::Xoshiro256PlusPlus);

impl Dealer {
    /// Creates a generator; equal seeds give equal questions.
    pub fn new(seed: u64) -> Self {
        use rand::SeedableRng;
        Self(rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Returns a random number below `most`.
    pub fn below(&mut self, most: usize) -> usize {
        use rand::RngExt;
        self.0.random_range(0..most)
    }

    /// Returns a random boolean.
    pub fn truth(&mut self) -> bool {
        self.below(2) == 1
    }

    /// Returns a random unit.
    pub fn unit(&mut self) -> WesterosUnit {
        let mut unit = WesterosUnit::new(Rank::ALL[self.below(3)], UnitClass::ALL[self.below(3)]);
        unit.dice = Dice::new(self.below(3) as i64 + 1).expect("in range");
        (unit.no_valor, unit.heavy_armor, unit.stalwart) =
            (self.below(4) == 0, self.below(3) == 0, self.truth());
        unit.toughness = Protection::new(self.below(3) as i64 / 2).expect("in range");
        unit.cover = Protection::new(self.below(4) as i64 / 3).expect("in range");
        unit.figures = Figures::new(self.below(4) as i64 + 1).expect("in range");
        unit.commander =
            (self.below(3) == 0).then(|| Capture::new(self.below(2) as i64 + 1).expect("in range"));
        unit.terrain = WesterosTerrain::ALL[self.below(5)];
        unit.room = self.truth().then(|| Room::new(self.below(3) as i64).expect("in range"));
        unit
    }

    /// Returns a random attack.
    pub fn attack(&mut self) -> WesterosAttack {
        let reach = if self.below(3) == 0 { AttackRange::Ranged } else { AttackRange::Melee };
        let parting_blow = reach == AttackRange::Melee && self.below(6) == 0;
        let options = AttackOptions {
            reach,
            parting_blow,
            flanking: reach == AttackRange::Melee && !parting_blow && self.truth(),
            moved: self.below(4) == 0,
            modifier: DiceModifier::new(self.below(3) as i64 - 1).expect("in range"),
            engaged: self.below(4) == 0,
            retreat_worth: RetreatWorth::new([0.0, 0.0, 0.5, 1.0, 3.0][self.below(5)])
                .expect("in range"),
        };
        WesterosAttack {
            attacker: self.unit(),
            target: self.unit(),
            options,
            counter: self.truth(),
        }
    }

    /// Returns a random side.
    pub fn side(&mut self) -> WesterosSide {
        WesterosSide::ALL[self.below(2)]
    }
}
