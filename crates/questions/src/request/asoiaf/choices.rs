//! Spellings of the game's values.

use crate::document::schema::Schema;
use crate::request::{AllowedValue, Value, choices, read_set, sets, show_set};
use crate::study::field::{Measure, Metric, Order};
use warodds_games::asoiaf::effect::{Zone, Zones};
use warodds_games::asoiaf::{
    ActivePlayer, Aim, DuelSide, Edition, Facing, Fishing, Season, Spending, Terrain,
    TerrainKeyword, Token, Tokens, WeaponFilter,
};

choices!(Facing {
    Facing::Front => "front", "no bonus";
    Facing::Flank => "flank", "−1 to saves and panic";
    Facing::Rear => "rear", "−2 to saves and panic";
});

choices!(Spending {
    Spending::WhenItHelps => "when-it-helps", "whenever that helps on average";
    Spending::Never => "never", "never";
    Spending::Always => "always", "whenever possible";
});

choices!(Aim {
    Aim::Win => "win", "destroy the enemy and survive";
    Aim::Wounds => "wounds", "the best exchange of wounds in each attack";
});

choices!(Fishing {
    Fishing::WhenItHelps => "when-it-helps",
        "all dice but 6s if that deals more wounds on average";
    Fishing::Never => "never", "misses only";
    Fishing::Always => "always", "all dice but 6s";
});

choices!(Zone {
    Zone::Crown => "crown", "the crown";
    Zone::Wealth => "wealth", "the wealth";
    Zone::Letters => "letters", "the letters";
    Zone::Combat => "combat" | "swords", "the swords, or combat";
    Zone::Maneuver => "maneuver" | "horse", "the horse, or maneuver";
});

choices!(Token {
    Token::Panicked => "panicked", "the enemy may make it reroll panic tests";
    Token::Vulnerable => "vulnerable", "the enemy may make it reroll saves";
    Token::Weakened => "weakened", "the enemy may make it reroll hits";
});

sets! {
    Tokens, Token, Tokens::holds;
    Zones, Zone, Zones::has;
}

choices!(TerrainKeyword {
    TerrainKeyword::Rough => "rough", "−1\" on the distance";
    TerrainKeyword::Hindering => "hindering",
        "crossed: two dice, the lower counts, disorderly on 1 or 2";
    TerrainKeyword::HinderingEdge => "hindering-edge",
        "left or entered without crossing it: two dice, the lower counts";
    TerrainKeyword::Fortified => "fortified", "no charge bonus, +1 to the target's saves";
    TerrainKeyword::Dangerous => "dangerous", "crossed: D3+1 wounds to the charger after the move";
    TerrainKeyword::DangerousEdge => "dangerous-edge",
        "left or entered without crossing it: D3+1 wounds to the charger after its action";
});

/// The spelling of terrain without keywords.
const OPEN: &str = "open";

impl Value for Terrain {
    const CHOICES: &'static [AllowedValue] = TerrainKeyword::CHOICES;
    const IS_SET: bool = true;

    fn read(text: &str) -> Result<Self, String> {
        if text.trim().eq_ignore_ascii_case(OPEN) {
            return Ok(Self::OPEN);
        }
        let terrain: Self = read_set::<TerrainKeyword>(text)?.into_iter().collect();
        let pairs = [
            (TerrainKeyword::Hindering, TerrainKeyword::HinderingEdge),
            (TerrainKeyword::Dangerous, TerrainKeyword::DangerousEdge),
        ];
        match pairs.iter().find(|(crossed, edge)| terrain.has(*crossed) && terrain.has(*edge)) {
            Some((crossed, edge)) => Err(format!(
                "{} is crossed and {} is not: leave out one of them",
                crossed.name(),
                edge.name()
            )),
            None => Ok(terrain),
        }
    }

    fn show(&self) -> String {
        if *self == Self::OPEN {
            return OPEN.to_owned();
        }
        show_set::<TerrainKeyword>(|keyword| self.has(keyword))
    }

    fn schema() -> Schema {
        TerrainKeyword::schema()
    }
}

choices!(DuelSide {
    DuelSide::A => "a", "the first unit";
    DuelSide::B => "b", "the second unit";
});

choices!(ActivePlayer {
    ActivePlayer::Enemy => "enemy", "the enemy's, as after an attack";
    ActivePlayer::Own => "own", "the unit's own, as after a failed charge";
});

choices!(Edition {
    Edition::V1_5 => "1.5", "the rulebook 1.5";
    Edition::V1_6 => "1.6", "the rulebook 1.6";
    Edition::V2021 => "2021", "the rules of 2021";
});

choices!(Season {
    Season::V1_0 => "1.0", "cards of 2018 and 2019";
    Season::V1_5 => "1.5", "cards of the update 1.5";
    Season::V1_6 => "1.6" | "1.x", "cards of the rulebook 1.6 and older";
    Season::V2021 => "2021", "seasons 1 to 3, from 2021 on";
    Season::S04 => "S04", "season 4";
    Season::S05 => "S05", "season 5";
    Season::S06 => "S06", "season 6";
    Season::S07 => "S07", "season 7, of 2026";
});

/// The value that a cell of a matrix shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricName {
    /// Expected wounds.
    Wounds,
    /// Expected wounds per point of the attacker's cost.
    PerPoint,
    /// The probability that the defender is destroyed.
    Destroyed,
    /// Points destroyed minus points lost.
    Points,
    /// The probability that the attacker wins a duel.
    Wins,
    /// The attacker's wounds left after a duel.
    Left,
    /// The defender's wounds left after a duel.
    EnemyLeft,
}

choices!(MetricName {
    MetricName::Wounds => "wounds", "expected wounds";
    MetricName::PerPoint => "per-point", "expected wounds for each point the attacker costs";
    MetricName::Destroyed => "destroyed", "the chance that the defender is destroyed";
    MetricName::Points => "points", "points destroyed minus points lost";
    MetricName::Wins => "wins", "of duels: the chance that the attacker wins";
    MetricName::Left => "left", "of duels: expected wounds left to the attacker";
    MetricName::EnemyLeft => "enemy-left", "of duels: expected wounds left to the defender";
});

impl From<MetricName> for Metric {
    fn from(name: MetricName) -> Self {
        match name {
            MetricName::Wounds => Self::Wounds,
            MetricName::PerPoint => Self::PerPoint,
            MetricName::Destroyed => Self::Destroyed,
            MetricName::Points => Self::Points,
            MetricName::Wins => Self::Wins,
            MetricName::Left => Self::Left,
            MetricName::EnemyLeft => Self::EnemyLeft,
        }
    }
}

/// The kind of attacks that units make.
pub(super) type WeaponKind = WeaponFilter;

choices!(WeaponFilter {
    WeaponFilter::Any => "best", "the best legal attack, in melee or ranged";
    WeaponFilter::Melee => "melee", "the best melee attack";
    WeaponFilter::Ranged => "ranged", "the best ranged attack";
});

/// The order of a matrix's units.
pub type OrderName = Order;

choices!(Order {
    Order::Faction => "faction", "by faction, then cost, then name";
    Order::Cost => "cost", "by cost, then name";
    Order::Name => "name", "by name";
    Order::Value => "value", "the best attackers first, and the defenders that suffer most";
    Order::AsListed => "given", "as you named them";
});

/// The measure by which units are compared.
pub type MeasureName = Measure;

choices!(Measure {
    Measure::Wounds => "wounds" | "attack", "expected wounds of an attack";
    Measure::PerPoint => "per-point",
        "expected wounds for each point they cost, attachments included";
    Measure::Duel => "duel", "the share of duels won, with either side first";
    Measure::Survive => "survive", "the attacks that they withstand";
    Measure::Trade => "trade", "points destroyed minus points lost in an exchange of attacks";
});
