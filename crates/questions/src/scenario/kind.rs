//! Tells files apart by their keys: scenarios, campaigns, battles, lists of armies, catalogues of
//! cards, decks of missions and sieges are all TOML and easily mixed up.

use std::path::Path;

use crate::document::{self, LoadError, TopKey, TopValue};
use crate::request::{QuestionKind, groups, kinds, name_parts};

/// Returns whether only scenarios have a key at the top: settings of all sections, and sections
/// named by kinds or games.
fn is_of_scenarios(name: &str) -> bool {
    ["rules", "cards", "units", "ability"].contains(&name) || is_section(name)
}

/// Returns whether a key holds the sections of a kind of question or of a game.
fn is_section(name: &str) -> bool {
    let is_main = |kind: &QuestionKind| kind.in_files() && name_parts(kind.name) == (None, name);
    kinds().iter().any(is_main) || groups().iter().any(|group| group.name == name)
}

/// Tables of campaigns only.
const OF_CAMPAIGNS: [&str; 6] = ["campaign", "areas", "players", "chance", "battle", "prices"];

/// Keys of army lists only.
const OF_LISTS: [&str; 4] = ["faction", "points", "commander", "ncus"];

/// The table of battles, which campaigns may have too.
const BATTLE: &str = "battle";
/// The tables of a battle's armies.
const ARMIES: [&str; 2] = ["a", "b"];

/// The key of decks of missions, beside their title.
const MISSION: &str = "mission";
/// The table of sieges that no other file has.
const WALL: &str = "wall";

/// A kind of TOML file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Questions.
    Scenario,
    /// A campaign.
    Campaign,
    /// Battles of two armies.
    Battle,
    /// An army list.
    List,
    /// A catalogue: cards and abilities of the player's own.
    Catalogue,
    /// A deck of missions for battles.
    Missions,
    /// The wall and the siege decks of battles.
    Siege,
}

impl FileKind {
    /// Returns the kind of a text by its keys, or `None` if it has keys of several kinds or of none.
    pub fn of(text: &str) -> Option<Self> {
        let keys = document::top_keys(text);
        let has = |tables: &[&str]| keys.iter().any(|key| tables.contains(&key.name.as_str()));
        // catalogues have attachments as well
        let asks = keys.iter().any(|key| {
            is_section(&key.name) && !(key.name == "attachments" && key.value == TopValue::Tables)
        });
        let has_other = has(&OF_CAMPAIGNS.map(|table| if table == BATTLE { "" } else { table }));
        match (keys.iter().any(|key| is_of_scenarios(&key.name)), has(&OF_CAMPAIGNS)) {
            _ if has(&[MISSION]) && keys.len() <= 2 => Some(Self::Missions),
            _ if has(&[WALL]) && !asks && !has_other => Some(Self::Siege),
            _ if has(&[BATTLE]) && has(&ARMIES) && !asks && !has_other => Some(Self::Battle),
            (_, false) if is_catalogue(&keys) && !asks => Some(Self::Catalogue),
            (_, false) if (has(&OF_LISTS) || is_list(&keys)) && !asks => Some(Self::List),
            (true, false) => Some(Self::Scenario),
            (false, true) => Some(Self::Campaign),
            _ => None,
        }
    }

    /// Returns its name in messages and the command that reads it.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Scenario => ("a scenario", "run"),
            Self::Campaign => ("a campaign", "campaign"),
            Self::Battle => ("a battle file", "battle"),
            Self::List => ("a list of an army", "list check"),
            Self::Catalogue => ("a catalogue of cards", "units --catalogue"),
            Self::Missions => ("a deck of missions", "battle FILE --missions"),
            Self::Siege => ("a siege", "battle"),
        }
    }

    /// Refuses a text of a kind that is not in `wanted`.
    ///
    /// # Errors
    /// [`LoadError::WrongCommand`] with the command for that kind. A text of unknown kind passes:
    /// its parser reports the errors.
    pub fn check(path: &Path, text: &str, wanted: &[Self]) -> Result<(), LoadError> {
        match Self::of(text).filter(|kind| !wanted.contains(kind)) {
            Some(other) => {
                let (what, command) = other.words();
                Err(LoadError::WrongCommand { path: path.to_owned(), what, command })
            }
            None => Ok(()),
        }
    }
}

/// Returns whether the keys are those of a catalogue. `units` is an array in a list, and a scenario
/// has no `faction`.
fn is_catalogue(keys: &[TopKey]) -> bool {
    let has = |name: &str| keys.iter().any(|key| key.name == name);
    let has_table =
        |name: &str| keys.iter().any(|key| key.name == name && key.value == TopValue::Tables);
    has_table("attachments")
        || has_table("ncus")
        || (has("faction") && has_table("units"))
        || (has("ability") && !has("units"))
}

/// Returns whether the units are those of a list: an array, where other files have tables by id.
fn is_list(keys: &[TopKey]) -> bool {
    keys.iter().any(|key| key.name == "units" && key.value == TopValue::List)
}

/// Reads the text of a file that is to be a list of an army, in either form.
///
/// # Errors
/// If the file cannot be read or is for another command.
pub fn list_text(path: &Path) -> Result<String, LoadError> {
    let text = document::read_text(path)?;
    FileKind::check(path, &text, &[FileKind::List]).map(|()| text)
}

/// Reads the text of a scenario.
pub(super) fn scenario_text(path: &Path) -> Result<String, LoadError> {
    let text = document::read_text(path)?;
    FileKind::check(path, &text, &[FileKind::Scenario]).map(|()| text)
}

/// Returns whether a text is a campaign. Refuses texts other than campaigns and scenarios.
pub(super) fn is_campaign(path: &Path, text: &str) -> Result<bool, LoadError> {
    FileKind::check(path, text, &[FileKind::Scenario, FileKind::Campaign])?;
    Ok(FileKind::of(text) == Some(FileKind::Campaign))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::schema;
    use super::*;

    /// Returns the tables of a schema without those that scenarios and campaigns share.
    fn tables(schema: &serde_json::Value) -> BTreeSet<String> {
        let all = schema["properties"].as_object().expect("properties").keys();
        all.filter(|key| !["title", "game", "run"].contains(&key.as_str())).cloned().collect()
    }

    #[test]
    fn file_kinds_are_distinguished_by_every_table_of_their_schemas() {
        let named = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        let campaigns: BTreeSet<String> = named(&OF_CAMPAIGNS);
        for name in tables(&schema::scenario()) {
            assert!(is_of_scenarios(&name) && !campaigns.contains(&name), "{name}");
        }
        assert_eq!(tables(&schema::campaign()), campaigns);
        assert!(campaigns.iter().all(|name| !is_of_scenarios(name)));
    }

    #[test]
    fn file_kind_is_unknown_for_keys_of_several_kinds_or_none() {
        assert_eq!(FileKind::of("\u{feff}areas = {}"), Some(FileKind::Campaign));
        assert_eq!(FileKind::of("[[attack]]\n"), Some(FileKind::Scenario));
        for list in [
            "faction = 'Stark'",
            "units = []\npoints = 40",
            "ncus = []",
            "title = 'x'\nunits = ['a']",
            "[[units]]\nuse = 'a'",
        ] {
            assert_eq!(FileKind::of(list), Some(FileKind::List), "{list}");
        }
        assert_eq!(FileKind::of("[battle]\n[a]\n[b]"), Some(FileKind::Battle));
        assert_eq!(FileKind::of("title = ''\n[[mission]]"), Some(FileKind::Missions));
        assert_eq!(FileKind::of("[wall]\n[[attacker]]\n[[ability]]"), Some(FileKind::Siege));
        assert_eq!(FileKind::of("[battle]\n"), Some(FileKind::Campaign));
        for catalogue in [
            "faction = 'Stark'\n[units.a]",
            "[attachments.a]",
            "faction = 'Stark'\n[ncus.a]",
            "[[ability]]\nname = 'A'",
        ] {
            assert_eq!(FileKind::of(catalogue), Some(FileKind::Catalogue), "{catalogue}");
        }
        for scenario in ["[units.a]\n[[ability]]", "[[ability]]\n[[attack]]"] {
            assert_eq!(FileKind::of(scenario), Some(FileKind::Scenario), "{scenario}");
        }
        for neither in ["", "title = 'x'", "[campaign]\n[[attack]]\n", "[areas", "x = 1"] {
            assert_eq!(FileKind::of(neither), None, "{neither}");
        }
    }
}
