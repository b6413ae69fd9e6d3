//! Reads values of the games from files: numbers with their ranges, names, and sets of both.

use toml::de::DeArray;

use super::faults::Draft;
use super::schema::{self, Schema, decimal, one_of, set_of, swept_set};
use super::value::{KeyedValue, NamedValue, Readable, choice, choose};
use warodds_games::asoiaf::values::{
    Activations, AutoHits, Cost, Defense, DiceCount, Hit, Inches, Modifier, Morale, Speed,
};
use warodds_games::asoiaf::{
    ActivePlayer, Body, CardEdition, DuelSide, Edition, Facing, Reach, Spending, Terrain,
    TerrainKeyword, Token, Tokens, UnitType,
};

/// Wounds a unit has lost. Whether the unit has that many wounds is checked once the unit is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WoundsLost(pub i64);

impl Readable for WoundsLost {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        item.whole(0, Body::MOST_WOUNDS - 1).map(Self)
    }

    fn show(&self) -> String {
        self.0.to_string()
    }

    fn schema() -> Schema {
        schema::whole(0, Body::MOST_WOUNDS - 1)
    }
}

numbers!(Hit, Defense, Morale, Speed, Cost, Modifier, DiceCount, AutoHits, Activations);
impl Readable for Inches {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        let inches = item.number("a number of inches")?;
        Self::new(inches)
            .map_err(|error| Draft::new(&item.span, error.to_string()).label("0 to 100"))
    }

    fn show(&self) -> String {
        self.to_string()
    }

    fn schema() -> Schema {
        decimal(0.0, 100.0)
    }
}

named!(UnitType, Reach, Facing, Edition, CardEdition);

impl Readable for Spending {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        choose(item, &Self::ALL.map(|(spending, name)| (name, spending)))
    }

    fn show(&self) -> String {
        self.name().to_owned()
    }

    fn schema() -> Schema {
        one_of(Self::ALL.map(|(_, name)| name))
    }
}

impl Readable for ActivePlayer {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        choose(item, &[("enemy", Self::Enemy), ("own", Self::Own)])
    }

    fn show(&self) -> String {
        match self {
            Self::Enemy => "enemy",
            Self::Own => "own",
        }
        .to_owned()
    }

    fn schema() -> Schema {
        one_of(["enemy", "own"])
    }
}

impl Readable for DuelSide {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        choose(item, &[("a", Self::A), ("b", Self::B)])
    }

    fn show(&self) -> String {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
        .to_owned()
    }

    fn schema() -> Schema {
        one_of(["a", "b"])
    }
}

/// Reads a set, written as one name or a list of names without repetition.
fn set<T: PartialEq>(
    item: &KeyedValue<'_>,
    one: impl Fn(&KeyedValue<'_>) -> Result<T, Draft>,
) -> Result<Vec<T>, Draft> {
    let Some(list) = item.value.as_array() else { return one(item).map(|value| vec![value]) };
    let (mut values, mut faults) = (Vec::new(), Vec::new());
    for element in item.elements(list) {
        match one(&element) {
            Ok(value) if values.contains(&value) => {
                faults.push(
                    Draft::new(&element.span, format!("`{}` names this twice", item.key))
                        .label("the second time"),
                );
            }
            Ok(value) => values.push(value),
            Err(fault) => faults.push(fault),
        }
    }
    Draft::all(faults).map_or(Ok(values), Err)
}

/// Joins the names of those of `all` that are in a set; `none` if there are none.
fn shown<T: Copy>(
    all: &[T],
    holds: impl Fn(T) -> bool,
    name: fn(T) -> &'static str,
    none: &str,
) -> String {
    let names: Vec<&str> =
        all.iter().filter(|value| holds(**value)).map(|value| name(*value)).collect();
    if names.is_empty() { none.to_owned() } else { names.join(" + ") }
}

impl NamedValue for Token {
    const ALL: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }
}

/// Returns the schema of a condition token.
fn token() -> Schema {
    one_of(Token::ALL.map(Token::name))
}

impl Readable for Tokens {
    /// A list of tokens is one set, so only a list that contains a list sweeps.
    fn sweep<'t>(item: &KeyedValue<'t>) -> Option<&'t DeArray<'t>> {
        item.value.as_array().filter(|list| list.iter().any(|element| element.get_ref().is_array()))
    }

    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        set(item, choice::<Token>).map(Self::from_iter)
    }

    fn show(&self) -> String {
        shown(&Token::ALL, |token| self.holds(token), Token::name, "none")
    }

    fn schema() -> Schema {
        set_of(&token())
    }

    fn swept_schema() -> Schema {
        swept_set(&token())
    }
}

/// Returns the schema of a terrain keyword; `open` means no keyword.
fn keyword() -> Schema {
    one_of(["open"].into_iter().chain(TerrainKeyword::ALL.map(TerrainKeyword::name)))
}

impl Readable for Terrain {
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        let keywords = TerrainKeyword::ALL.iter().map(|keyword| (keyword.name(), Some(*keyword)));
        let known: Vec<(&str, Option<TerrainKeyword>)> =
            std::iter::once(("open", None)).chain(keywords).collect();
        let keywords = set(item, |one| choose(one, &known))?;
        if keywords.len() > 1 && keywords.contains(&None) {
            return Err(
                Draft::new(&item.span, "open ground has no other keyword").help("leave `open` out")
            );
        }
        Ok(keywords.into_iter().flatten().collect())
    }

    fn show(&self) -> String {
        shown(&TerrainKeyword::ALL, |keyword| self.has(keyword), TerrainKeyword::name, "open")
    }

    fn schema() -> Schema {
        set_of(&keyword())
    }

    fn swept_schema() -> Schema {
        swept_set(&keyword())
    }
}
