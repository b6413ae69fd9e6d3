//! The shipped lists as battles, for tests and benches.

use warodds_battles::army::{BattleArmy, BattleUnit};
use warodds_battles::battle::Mode;
use warodds_battles::battle::{Battle, BattleSpec, Rulebook, TerrainSetup};
use warodds_battles::cards::TacticsDeck;
use warodds_battles::file::parse_siege;
use warodds_battles::geometry::GameTable;
use warodds_battles::missions::MissionDeck;
use warodds_battles::siege::Siege;
use warodds_battles::terrain::{SHIPPED_PIECES, parse_kinds};
use warodds_questions::army::{ArmyList, Leader};
use warodds_questions::catalogue::Catalogue;

fn list(name: &str) -> ArmyList {
    let path = format!("{}/../../scenarios/lists/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    ArmyList::load(path.as_ref(), Catalogue::shipped()).unwrap()
}

/// The tactics cards of a shipped list.
fn deck(name: &str) -> TacticsDeck {
    let list = list(name);
    let commander = list.leader_name().unwrap();
    let cards = Catalogue::shipped().tactics_deck(list.faction(), &commander).unwrap();
    TacticsDeck::new(&cards).unwrap()
}

/// A shipped list as an army.
pub(super) fn army(name: &str) -> BattleArmy {
    let (list, catalogue) = (list(name), Catalogue::shipped());
    let leads = list.leaders_unit();
    let units = list.units.iter().enumerate().map(|(number, one)| {
        let attached: u8 = one.attachment_costs().sum();
        let unit = one.unit(catalogue).unwrap();
        BattleUnit::new(unit, one.cost().unwrap_or(0) + attached, leads == Some(number)).unwrap()
    });
    let _: Option<Leader> = list.leader();
    let units = units.collect();
    let ncus = list.ncus.iter().map(|ncu| ncu.entry.full_name()).collect();
    BattleArmy { name: name.to_owned(), units, ncus }
}

/// The invented missions.
pub(super) fn missions() -> MissionDeck {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/missions/invented.toml");
    toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The invented siege.
pub(super) fn siege() -> Siege {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/sieges/invented.toml");
    parse_siege(path, &std::fs::read_to_string(path).unwrap(), Catalogue::shipped()).unwrap()
}

/// A battle of two of them.
pub(super) fn battle(mode: Mode, ground: TerrainSetup, lists: [&str; 2]) -> Battle {
    of_armies(mode, ground, lists.map(army))
}

/// A battle of two armies.
pub(super) fn of_armies(mode: Mode, ground: TerrainSetup, armies: [BattleArmy; 2]) -> Battle {
    Battle::new(BattleSpec {
        armies,
        decks: None,
        mode,
        missions: mode.has_missions().then(missions),
        siege: mode.has_siege().then(siege),
        rulebook: Rulebook::V1_6,
        table: GameTable::STANDARD,
        ground,
        kinds: parse_kinds(SHIPPED_PIECES).unwrap(),
        limit: 40,
    })
    .unwrap()
}

/// A battle of two of them with tactics cards.
pub(super) fn battle_with_cards(mode: Mode, ground: TerrainSetup, lists: [&str; 2]) -> Battle {
    Battle { decks: Some(lists.map(deck)), ..battle(mode, ground, lists) }
}

/// The lists that are shipped.
pub(super) const SHIPPED_LISTS: [&str; 2] = ["stark-40", "lannister-40"];
