//! JSON Schemas of scenario and campaign files: what their readers ask for.

use super::ReadContext;
use crate::campaign;
use crate::catalogue::Catalogue;
use crate::document::describe_table;
use crate::document::schema::{Schema, file};

/// Returns the schema of scenario files.
pub fn scenario() -> Schema {
    let catalogue = Catalogue::default();
    let context = ReadContext { catalogue: &catalogue, edition: None };
    let words = "Questions for warodds, and how to answer them.";
    let table = describe_table(words, |mut root, report| {
        super::read_root("", &mut root, context, report);
    });
    file("warodds scenario", table.schema())
}

/// Returns the schema of campaign files.
pub fn campaign() -> Schema {
    file("warodds campaign", campaign::schema())
}
