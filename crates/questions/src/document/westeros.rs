//! Values of files that may be left out.

use super::faults::Draft;
use super::schema::Schema;
use super::value::{KeyedValue, Readable};

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
