//! The version of the program and of its cards.

use std::collections::BTreeMap;

use crate::catalogue::Catalogue;
use crate::counted::counted;

/// Returns the version, with the commit if it is known.
pub(super) fn short() -> String {
    let version = env!("CARGO_PKG_VERSION");
    match option_env!("WARODDS_COMMIT") {
        Some(commit) => format!("{version} ({commit})"),
        None => version.to_owned(),
    }
}

/// Returns the version and the numbers of cards by season.
pub(super) fn long() -> String {
    let catalogue = Catalogue::shipped();
    let mut units: BTreeMap<&str, u64> = BTreeMap::new();
    for card in catalogue.cards() {
        *units.entry(card.origin.season.name()).or_default() += 1;
    }
    let units: Vec<String> = units
        .iter()
        // the newest season first: `1.0` sorts before `2021`
        .rev()
        .map(|(season, count)| format!("{} of {season}", counted(*count, "unit", "units")))
        .collect();
    format!("{}\ncards: {}", short(), units.join(", "))
}
