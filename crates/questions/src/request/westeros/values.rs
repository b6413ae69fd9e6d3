//! Values of the keys of *Battles of Westeros*.

use crate::document::schema::{Schema, decimal};
use crate::request::{Value, choices, number_values, numbers};
use warodds_games::westeros::values::{
    Attempts, Capture, Dice, DiceModifier, Figures, Hexes, Level, Marker, OrderCount, OrderDice,
    Protection, RetreatWorth, Room, Rounds, Track,
};
use warodds_games::westeros::{
    FireGround, Rank, Symbol, TrackEnd, UnitClass, WesterosSide, WesterosTerrain,
};

number_values!(numbers::number => Attempts, Capture, Dice, DiceModifier, Figures, Hexes, Level, Marker, OrderCount, OrderDice, Protection, Room, Rounds, Track);

choices!(Rank {
    Rank::Green => "green", "light troops";
    Rank::Blue => "blue", "seasoned troops";
    Rank::Red => "red", "veterans in heavy armor";
});

choices!(UnitClass {
    UnitClass::Infantry => "infantry", "on foot";
    UnitClass::Archers => "archers", "on foot, with bows";
    UnitClass::Cavalry => "cavalry", "mounted";
});

choices!(WesterosTerrain {
    WesterosTerrain::Plains => "plains", "open terrain";
    WesterosTerrain::Forest => "forest", "at most 2 dice against a unit in it and by one";
    WesterosTerrain::Hill => "hill", "at most 3 dice against a unit on it, but from another hill";
    WesterosTerrain::Building => "building", "cover 1; archers in it have at most 2 dice";
    WesterosTerrain::Ford => "ford", "at most 2 dice for a counter-attack from it";
});

choices!(FireGround {
    FireGround::Plains => "plains", "plains and roads: up to level 4";
    FireGround::Forest => "forest", "destroyed at level 3, then plains";
    FireGround::ForestRoad => "forest-road", "destroyed at level 3, then plains";
    FireGround::Building => "building", "destroyed at level 4, then plains";
    FireGround::WoodenBridge => "wooden-bridge", "destroyed at level 3, with the fire";
    FireGround::Palisade => "palisade", "destroyed at level 4, then plains";
    FireGround::Tent => "tent", "destroyed at level 1, then plains";
    FireGround::SiegeEngine => "siege-engine", "destroyed at level 1, then plains";
    FireGround::Bare => "bare", "hills, rivers, fords and stone bridges: no fire";
});

choices!(WesterosSide {
    WesterosSide::A => "a", "the first unit";
    WesterosSide::B => "b", "the second unit";
});

choices!(TrackEnd {
    TrackEnd::Rout => "rout", "the side routs";
    TrackEnd::Stop => "stop", "the marker stops there";
});

choices!(Symbol {
    Symbol::Green => "green", "orders a green unit";
    Symbol::Blue => "blue", "orders a blue unit";
    Symbol::Red => "red", "orders a red unit";
    Symbol::Valor => "valor", "orders any unit";
    Symbol::Flag => "flag", "a morale token";
});

impl Value for RetreatWorth {
    fn read(text: &str) -> Result<Self, String> {
        Self::new(numbers::any(text)?).map_err(|wrong| wrong.to_string())
    }

    fn show(&self) -> String {
        self.to_string()
    }

    fn schema() -> Schema {
        decimal(0.0, 10.0)
    }
}
