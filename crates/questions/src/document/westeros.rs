//! Reads values of *Battles of Westeros* from files.

use super::faults::Draft;
use super::schema::{Schema, decimal};
use super::value::{KeyedValue, NamedValue, Readable, choice};
use warodds_games::westeros::values::{
    Attempts, Capture, Dice, DiceModifier, Figures, Hexes, Level, Marker, OrderCount, OrderDice,
    Protection, RetreatWorth, Room, Rounds, Track,
};
use warodds_games::westeros::{
    AttackRange, FireGround, Rank, Symbol, TrackEnd, UnitClass, WesterosSide, WesterosTerrain,
};

numbers!(
    Attempts,
    Capture,
    Dice,
    DiceModifier,
    Figures,
    Hexes,
    Level,
    Marker,
    OrderDice,
    Protection,
    Room,
    Rounds,
    Track,
    OrderCount
);

named!(UnitClass, TrackEnd, FireGround, Rank, AttackRange, WesterosSide, Symbol, WesterosTerrain);

impl Readable for RetreatWorth {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        let figures = item.number("a number of figures")?;
        Self::new(figures)
            .map_err(|error| Draft::new(&item.span, error.to_string()).label("0 to 10"))
    }

    fn show(&self) -> String {
        self.to_string()
    }

    fn schema() -> Schema {
        decimal(0.0, 10.0)
    }
}

/// A value that may be left out; its reader supplies the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OptionalValue<T>(pub Option<T>);

impl<T: Readable> Readable for OptionalValue<T> {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        T::read(item).map(|value| Self(Some(value)))
    }

    fn show(&self) -> String {
        self.0.as_ref().map_or_else(String::new, Readable::show)
    }

    fn schema() -> Schema {
        T::schema()
    }
}
