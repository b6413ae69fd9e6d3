//! End games in which nothing is left to choose, against the exact engine's duel.

use crate::battle::{battle, by};
use warodds_battles::army::{BattleArmy, BattleUnit};
use warodds_battles::battle::Mode;
use warodds_battles::battle::{Battle, BattleSpec, Rulebook, TerrainSetup};
use warodds_battles::choice::{PlayerChoice, PlayerTurn, UnitAction};
use warodds_battles::decision::{Decide, DecisionError, PlayerDecision, PlayerView};
use warodds_battles::dice::{BattleDice, RolledDice, SampledDice};
use warodds_battles::field::{EdgeContact, PlacedUnit, PlayerId as Edge, UnitId};
use warodds_battles::geometry::{
    Alignment, GameTable, Heading, Point, Pose, Tray, TrayArc, aligned_pose,
};
use warodds_battles::log::NullRecorder;
use warodds_battles::play::Play;
use warodds_battles::policy::{PolicyKind, PolicyPlayer};
use warodds_battles::run::{SeededGenerator, initial_state};
use warodds_battles::state::{BattleState, UnitPlace};
use warodds_battles::terrain::{SHIPPED_PIECES, parse_kinds};
use warodds_games::asoiaf::question::{Duel, Opening};
use warodds_games::asoiaf::values::Activations;
use warodds_games::asoiaf::{Combatant, WeaponFilter};
use warodds_games::asoiaf::{Edition, Question, Spending, Tokens};

/// Attacks whoever is in contact, and does nothing else.
struct Striker;

impl Decide for Striker {
    fn choose(
        &mut self,
        seen: &PlayerView<'_>,
        asked: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError> {
        if *asked != PlayerDecision::Turn {
            return PolicyPlayer::new(by(PolicyKind::Quick)).choose(seen, asked);
        }
        let own = seen.state.units_on_table(Edge::South).find(|(_, unit)| !unit.activated);
        let (unit, _) = own.expect("somebody has not activated");
        let target = seen.state.field.engaged_with(unit).next();
        let action = target.map_or(UnitAction::Forgo, |target| {
            let weapon = seen.battle.fighter(unit).unwrap().attacks(false).next().unwrap();
            UnitAction::Melee { weapon, realign: None, target }
        });
        Ok(PlayerChoice::Turn(PlayerTurn::Unit { unit, action }))
    }
}

/// A battle of one unit against another; abilities are left aside, so that duels need not know what
/// a battle knows of activations and rounds.
fn of_two() -> Battle {
    let shipped = battle(Mode::FireAndBlood, TerrainSetup::None, crate::battle::SHIPPED_LISTS);
    let army = |number: usize, name: &str| {
        let mut unit = shipped.units[number].unit.clone();
        unit.abilities.clear();
        let units = vec![BattleUnit::new(unit, 5, true).unwrap()];
        BattleArmy { name: name.to_owned(), units, ncus: Vec::new() }
    };
    Battle::new(BattleSpec {
        armies: [army(0, "a"), army(8, "b")],
        decks: None,
        missions: None,
        siege: None,
        mode: Mode::FireAndBlood,
        rulebook: Rulebook::V1_6,
        table: GameTable::STANDARD,
        ground: TerrainSetup::None,
        kinds: parse_kinds(SHIPPED_PIECES).unwrap(),
        limit: 40,
    })
    .unwrap()
}

/// Both in contact front to front, in the sixth round.
fn in_contact(battle: &Battle) -> BattleState {
    let mut state = initial_state(battle, 1).unwrap();
    let (own, enemy) = (UnitId(0), UnitId(1));
    let pose = Pose { middle: Point::ORIGIN, heading: Heading::SOUTH };
    let target = Tray::new(battle.units[1].tray, pose);
    let place =
        aligned_pose(&target, TrayArc::Front, battle.units[0].tray, Alignment::Centred).unwrap();
    let far = Pose { middle: Point::new(0, -20_000).unwrap(), heading: Heading::NORTH };
    let at = |player, number: usize, pose| PlacedUnit {
        player,
        tray: Tray::new(battle.units[number].tray, pose),
    };
    state.field.place_unit(enemy, at(Edge::North, 1, pose)).unwrap();
    state.field.place_unit(own, at(Edge::South, 0, far)).unwrap();
    let contact =
        EdgeContact { by: own, on: enemy, side: TrayArc::Front, placing: Alignment::Centred };
    state.field.align(contact, place).unwrap();
    state.units.iter_mut().for_each(|unit| unit.place = UnitPlace::Table);
    state.round = 6;
    state
}

/// How often the second unit has so many wounds left after an attack of each.
fn played(battle: &Battle, games: u64, dice: &mut dyn BattleDice) -> [Vec<u64>; 2] {
    let outcomes = battle.outcome_cache();
    let mut counts = [vec![0; 13], vec![0; 13]];
    for _ in 0..games {
        let ([mut a, mut b], mut unheard) = ([Striker, Striker], NullRecorder);
        let state = in_contact(battle);
        let mut play =
            Play::new((battle, &outcomes), state, [&mut a, &mut b], &mut *dice, &mut unheard);
        if play.play_turn().unwrap().is_none() {
            play.state.active = Edge::North;
            let _ = play.play_turn().unwrap();
        }
        for (number, counts) in counts.iter_mut().enumerate() {
            let unit = play.state.units[number];
            let left = if unit.place == UnitPlace::Gone { 0 } else { unit.left };
            counts[usize::from(left)] += 1;
        }
    }
    counts
}

/// What the exact engine says of the same exchange.
fn duel(battle: &Battle) -> [Vec<f64>; 2] {
    let side = |number: usize| {
        let unit = &battle.units[number].unit;
        let full = Combatant::full(unit, Tokens::NONE, Spending::WhenItHelps).unwrap();
        let weapon = WeaponFilter::Melee.first(&unit.attacks).unwrap();
        full.attacking_with(weapon)
    };
    let activations = Activations::new(2).unwrap();
    let duel = Duel::new(side(0), side(1), activations, Opening::default()).unwrap();
    let ready = warodds_games::asoiaf::ready(&Question::Duel(Box::new(duel)), Edition::V1_6);
    let slots = ready.exact().unwrap().slots;
    [slots[0].probabilities().to_vec(), slots[1].probabilities().to_vec()]
}

/// Each count within 5.7 standard deviations: 50 comparisons, each alarms falsely below 2e-8.
fn agrees(counts: &[u64], probabilities: &[f64], games: u64) {
    for (left, (count, p)) in counts.iter().zip(probabilities).enumerate() {
        let n = games as f64;
        let spread = (n * p * (1.0 - p)).sqrt();
        let far = (*count as f64 - n * p).abs();
        // a cell that is hardly ever hit may be hit a few times
        assert!(far < 5.7 * spread + 4.0, "{left} left: {count} of {games}, expected {}", n * p);
    }
}

#[test]
fn one_on_one_battle_matches_exact_duel() {
    let battle = of_two();
    let expected = duel(&battle);
    let games = 12_000;
    let drawn = played(&battle, games, &mut SampledDice(SeededGenerator::new(3)));
    let rolled = played(&battle, games, &mut RolledDice::new(SeededGenerator::new(4)));
    for (counts, expected) in [drawn, rolled].iter().flat_map(|both| both.iter().zip(&expected)) {
        assert_eq!(counts.iter().sum::<u64>(), games);
        agrees(counts, expected, games);
    }
}
