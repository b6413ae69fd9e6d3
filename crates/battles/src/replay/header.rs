//! The header of a log: everything about a battle before it begins that a referee needs.

use crate::battle::{Battle, Mode, ObjectiveDeck, Rulebook, TerrainSetup};
use crate::cards::{CardWay, DeckCard, NcuCard, TacticsDeck};
use crate::geometry::{Point, Pose};
use crate::missions::MissionDeck;
use crate::terrain::Keyword;
use schemars::{JsonSchema, json_schema};
use serde::{Deserialize, Serialize};
use warodds_games::asoiaf::Weapon;

/// A battle before it begins, as stored in a log.
///
/// Lengths are in thousandths of an inch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LogHeader {
    /// Name of the mode.
    #[schemars(extend("enum" = Mode::ALL.map(Mode::id)))]
    pub mode: String,
    /// Variant of the objectives in A Game of Thrones.
    #[schemars(extend("enum" = objectives()))]
    pub objectives: Option<String>,
    /// The missions, numbered by index; missing in modes without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missions: Option<MissionDeck>,
    /// The text of the siege; missing in modes without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub siege: Option<String>,
    /// Edition of the rulebook.
    #[schemars(extend("enum" = Rulebook::ALL.map(|(_, name)| name)))]
    pub edition: String,
    /// Width (west to east) and depth (south to north) of the table.
    // 72", the longest table (A13.10)
    #[schemars(inner(range(min = 0, max = 72_000)))]
    pub table: [i32; 2],
    /// Points limit of the armies.
    pub points: u16,
    /// Victory points that win the battle.
    pub goal: u8,
    /// Number of NCUs of each army.
    #[schemars(inner(range(max = 8)))]
    pub ncus: [usize; 2],
    /// The combat units, numbered by index.
    pub units: Vec<LoggedUnit>,
    /// Whether players place random terrain.
    pub random_terrain: bool,
    /// Fixed terrain: kind and pose of each piece.
    pub placed: Option<Vec<(String, Pose)>>,
    /// Kinds of terrain that may be placed.
    pub kinds: Vec<LoggedTerrainKind>,
    /// Kinds of tactics cards in the deck of each army, numbered by index; missing if the battle is
    /// played without cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decks: Option<[Vec<LoggedCard>; 2]>,
    /// The NCUs of each army's list, numbered from 16 on; missing if none has an ability that the
    /// battle plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ncu_cards: Option<[Vec<LoggedCard>; 2]>,
}

/// A kind of tactics card in the header of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoggedCard {
    /// The id in the catalogue.
    pub id: String,
    /// Name.
    pub name: String,
    /// The trigger of each way in which battles play it, numbered by index; `None` for a way that
    /// they do not play.
    pub ways: Vec<Option<String>>,
}

/// A combat unit in the header of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoggedUnit {
    /// Army: `a` or `b`.
    #[schemars(extend("enum" = ["a", "b"]))]
    pub army: String,
    /// Name.
    pub name: String,
    /// Cost in points, including attachments.
    pub cost: u8,
    /// Whether the commander is attached to it.
    pub commander: bool,
    /// Width and depth of the tray.
    #[schemars(inner(range(min = 500, max = 12_000)))]
    pub tray: [i32; 2],
    /// Speed in inches.
    #[schemars(range(max = 20))]
    pub speed: u8,
    /// Lowest roll that saves.
    pub defense: u8,
    /// Lowest sum of two dice that passes a morale test.
    pub morale: u8,
    /// Number of models, number of ranks, and wounds per model.
    pub body: [u8; 3],
    /// The attacks, numbered by index.
    pub attacks: Vec<LoggedAttack>,
    /// Names of the abilities.
    pub abilities: Vec<String>,
}

/// An attack in the header of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoggedAttack {
    /// Name.
    pub name: String,
    /// `melee`, `short` or `long`.
    #[schemars(extend("enum" = ["melee", "short", "long"]))]
    pub reach: String,
    /// Lowest roll that hits.
    #[schemars(range(min = 1, max = 7))]
    pub hit: u8,
    /// Number of dice by ranks lost, from none.
    pub dice: Vec<u8>,
}

/// A kind of terrain in the header of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoggedTerrainKind {
    /// Name.
    pub name: String,
    /// Names of its keywords.
    #[schemars(extend("items" = json_schema!({ "enum": Keyword::ALL.map(|(_, name)| name) })))]
    pub keywords: Vec<String>,
    /// Corners of a piece in the middle of the table, facing north.
    #[schemars(with = "Vec<Point>")]
    pub corners: Vec<[i32; 2]>,
}

impl LogHeader {
    /// Describes a battle.
    ///
    /// # Examples
    /// ```
    /// # use std::path::Path;
    /// # use warodds_battles::{file::load_text, replay::LogHeader};
    /// # use warodds_questions::catalogue::Catalogue;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let text = r#"
    /// #     [battle]
    /// #     mode = "a-clash-of-kings"
    /// #     [a]
    /// #     units = ["lannister guardsmen"]
    /// #     [b]
    /// #     units = ["stark sworn swords"]
    /// # "#;
    /// let file = load_text(Path::new("battle.toml"), text, Catalogue::shipped())?;
    /// let header = LogHeader::of(&file.battle);
    /// assert_eq!(header.units[1].name, "Stark Sworn Swords");
    /// assert_eq!(header.units[1].body, [12, 3, 1]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn of(battle: &Battle) -> Self {
        let objectives = match battle.mode {
            Mode::AGameOfThrones(objectives) => {
                let named = ObjectiveDeck::ALL.iter().find(|(known, _)| *known == objectives);
                named.map(|(_, name)| (*name).to_owned())
            }
            _ => None,
        };
        let kind = |number: u8| {
            let kind = battle.kinds.get(usize::from(number));
            kind.map(|kind| kind.name().to_owned()).unwrap_or_default()
        };
        let placed = match &battle.ground {
            TerrainSetup::Placed(pieces) => {
                Some(pieces.iter().map(|(number, pose)| (kind(*number), *pose)).collect())
            }
            TerrainSetup::None | TerrainSetup::Random => None,
        };
        Self {
            mode: battle.mode.id().to_owned(),
            objectives,
            missions: battle.missions.clone(),
            siege: battle.siege.as_ref().map(|siege| siege.text.clone()),
            edition: battle.rulebook.name().to_owned(),
            table: [battle.table.width(), battle.table.depth()],
            points: battle.limit,
            goal: battle.goal,
            ncus: [battle.ncus[0].len(), battle.ncus[1].len()],
            units: (0..battle.units.len()).filter_map(|number| unit(battle, number)).collect(),
            random_terrain: battle.ground == TerrainSetup::Random,
            placed,
            kinds: battle.kinds.iter().map(kind_head).collect(),
            decks: battle.decks.as_ref().map(|decks| decks.each_ref().map(cards)),
            ncu_cards: battle.decks.as_ref().and_then(ncu_cards),
        }
    }
}

/// Returns the values of [`LogHeader::objectives`].
fn objectives() -> Vec<Option<&'static str>> {
    ObjectiveDeck::ALL.iter().map(|(_, name)| Some(*name)).chain([None]).collect()
}

fn unit(battle: &Battle, number: usize) -> Option<LoggedUnit> {
    let one = battle.units.get(number)?;
    let card = &one.unit;
    let attack = |weapon: &Weapon| LoggedAttack {
        name: weapon.name.clone(),
        reach: weapon.reach.name().to_owned(),
        hit: weapon.hit.get(),
        dice: weapon.dice.iter().map(|dice| dice.get()).collect(),
    };
    Some(LoggedUnit {
        army: if battle.army_of(number) == 0 { "a" } else { "b" }.to_owned(),
        name: one.name.clone(),
        cost: one.cost,
        commander: one.commander,
        tray: [one.tray.width(), one.tray.depth()],
        speed: one.speed.get(),
        defense: card.defense.get(),
        morale: one.morale.get(),
        body: [card.body.models(), card.body.ranks(), card.body.wounds_per_model()],
        attacks: card.attacks.iter().map(attack).collect(),
        abilities: card.abilities.iter().map(|ability| ability.name.to_string()).collect(),
    })
}

fn card(card: &DeckCard) -> LoggedCard {
    let way = |way: &CardWay| way.is_played().then(|| way.trigger.to_owned());
    let ways = card.ways.iter().map(way).collect();
    LoggedCard { id: card.id.clone(), name: card.name.clone(), ways }
}

fn cards(deck: &TacticsDeck) -> Vec<LoggedCard> {
    deck.kinds.iter().map(card).collect()
}

/// Returns the NCUs of both armies; `None` if none has an ability that battles play.
fn ncu_cards(decks: &[TacticsDeck; 2]) -> Option<[Vec<LoggedCard>; 2]> {
    let is_any = decks.iter().flat_map(|deck| &deck.ncus).any(NcuCard::is_played);
    let ncus = |deck: &TacticsDeck| deck.ncus.iter().map(|ncu| card(&ncu.card)).collect();
    is_any.then(|| decks.each_ref().map(ncus))
}

fn kind_head(kind: &crate::terrain::TerrainKind) -> LoggedTerrainKind {
    LoggedTerrainKind {
        name: kind.name().to_owned(),
        keywords: kind.keywords().names().map(str::to_owned).collect(),
        corners: kind.at(Pose::default()).shape().corners().collect(),
    }
}
