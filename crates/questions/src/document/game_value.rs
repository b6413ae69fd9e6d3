//! Reads numbers and names of the games from files.

use super::faults::Draft;
use super::schema::{Schema, one_of, set_of};
use super::value::{KeyedValue, NamedValue, Readable, choice};
use warodds_games::asoiaf::values::{Cost, Defense, DiceCount, Hit, Morale, Speed};
use warodds_games::asoiaf::{Facing, Reach, Season, Token, Tokens, UnitType};

numbers!(Hit, Defense, Morale, Speed, Cost, DiceCount);
named!(UnitType, Reach, Facing, Season);

impl NamedValue for Token {
    const ALL: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }
}

impl Readable for Tokens {
    /// Reads a set, written as one name or a list of names without repetition.
    fn read(item: &KeyedValue<'_>) -> Result<Self, Draft> {
        let (mut tokens, mut faults) = (Self::NONE, Vec::new());
        for element in item.as_list() {
            match choice::<Token>(&element) {
                Ok(token) if tokens.holds(token) => faults.push(
                    Draft::new(&element.span, format!("`{}` lists this twice", item.key))
                        .label("the second time"),
                ),
                Ok(token) => tokens = tokens.with(token),
                Err(fault) => faults.push(fault),
            }
        }
        Draft::all(faults).map_or(Ok(tokens), Err)
    }

    fn schema() -> Schema {
        set_of(&one_of(Token::ALL.map(Token::name)))
    }
}
