//! Finds the entries of a shipped file without parsing them.
//!
//! A question names two cards of several hundred: only their texts are parsed. The shipped files
//! are written so that line beginnings show where an entry starts and what its name is; a test
//! compares the result with fully parsed files. A file in another layout has no outline and is
//! parsed whole.

use std::borrow::Cow;
use std::sync::Arc;

use super::names::normalize_name;
use warodds_games::asoiaf::Season;

/// The name of a faction, as written and normalized.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FactionName {
    pub name: String,
    pub normalized: String,
}

impl FactionName {
    pub(super) fn new(name: &str) -> Arc<Self> {
        Arc::new(Self { name: name.to_owned(), normalized: normalize_name(name) })
    }
}

/// The text of an entry from its header on, and the faction of its file.
#[derive(Clone, Debug)]
pub(super) struct EntryText {
    pub text: &'static str,
    pub faction: Arc<FactionName>,
}

/// The header of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryHeading {
    /// A unit with its id.
    Unit(&'static str),
    /// An attachment with its id.
    Attachment(&'static str),
    /// An NCU with its id.
    Ncu(&'static str),
    /// A tactics card with its id.
    Tactics(&'static str),
    /// An ability.
    Ability,
}

impl EntryHeading {
    pub(super) const fn is_ability(self) -> bool {
        matches!(self, Self::Ability)
    }

    /// Parses a line as a header.
    fn of(line: &'static str) -> Option<Self> {
        let line = line.trim_end();
        if line == "[[ability]]" {
            return Some(Self::Ability);
        }
        let (kind, id) = line.strip_prefix('[')?.strip_suffix(']')?.split_once('.')?;
        // an id in quotes may hold a dot or a bracket, which this parser does not read
        let is_bare = id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        match kind {
            "units" if is_bare => Some(Self::Unit(id)),
            "attachments" if is_bare => Some(Self::Attachment(id)),
            "ncus" if is_bare => Some(Self::Ncu(id)),
            "tactics" if is_bare => Some(Self::Tactics(id)),
            _ => None,
        }
    }
}

/// What is known about an entry before it is parsed.
#[derive(Clone, Debug)]
pub(super) struct EntryOutline {
    pub heading: EntryHeading,
    pub name: Cow<'static, str>,
    pub title: Option<Cow<'static, str>>,
    pub season: Season,
    pub passage: EntryText,
}

/// Finds the entries of a text. Returns `None` if the layout does not show them.
pub(super) fn outlines(text: &'static str) -> Option<Vec<EntryOutline>> {
    // a header follows a line break, as every file starts with a remark
    let starts: Vec<usize> =
        text.match_indices("\n[").map(|(before, _)| before + 1).chain([text.len()]).collect();
    let (top, _) = text.split_at_checked(*starts.first()?)?;
    let name = match value(top, "faction") {
        LineValue::Absent => Cow::default(),
        LineValue::Text(name) => name,
        LineValue::Unclear => return None,
    };
    let faction = FactionName::new(&name);
    let passages = starts.windows(2).map(|ends| text.get(*ends.first()?..*ends.last()?));
    passages
        .map(|text| EntryOutline::of(EntryText { text: text?, faction: faction.clone() }))
        .collect()
}

impl EntryOutline {
    fn of(passage: EntryText) -> Option<Self> {
        let text = passage.text;
        let heading = EntryHeading::of(text.lines().next()?)?;
        // `title` may be a key of a table within an ability
        let has_title = !matches!(heading, EntryHeading::Ability);
        let [name, season, title] = values(text, ["name", "season", "title"]);
        let (LineValue::Text(name), LineValue::Text(season)) = (name, season) else {
            return None;
        };
        let title = if has_title { title } else { LineValue::Absent };
        let title = match title {
            LineValue::Absent => None,
            LineValue::Text(title) => Some(title),
            LineValue::Unclear => return None,
        };
        let season = Season::ALL.into_iter().find(|known| known.name() == season)?;
        Some(Self { heading, name, title, season, passage })
    }
}

/// The value of a key as far as its line shows.
#[derive(Debug, PartialEq, Eq)]
enum LineValue {
    /// No line sets the key.
    Absent,
    /// Text in double quotes.
    Text(Cow<'static, str>),
    /// Anything that needs a TOML parser.
    Unclear,
}

/// Returns the value of a key.
fn value(text: &'static str, key: &str) -> LineValue {
    let [value] = values(text, [key]);
    value
}

/// Returns the values of keys with different first letters. Every start of the program goes through
/// all shipped lines, so most are skipped by their first letter.
fn values<const N: usize>(text: &'static str, keys: [&str; N]) -> [LineValue; N] {
    let mut found = [const { LineValue::Absent }; N];
    let starts = keys.map(|key| key.bytes().next());
    for line in text.lines() {
        let first = line.bytes().next();
        let Some(place) = starts.iter().position(|start| *start == first) else { continue };
        let value = keys.get(place).and_then(|key| line.strip_prefix(key));
        let value = value.and_then(|rest| rest.trim_start().strip_prefix('='));
        // the first line of a key counts: later ones may be of a table further down
        if let (Some(value), Some(found @ LineValue::Absent)) = (value, found.get_mut(place)) {
            *found = parse_quoted(value.trim()).map_or(LineValue::Unclear, LineValue::Text);
        }
    }
    found
}

/// Parses text in double quotes in which only quotes may be escaped.
fn parse_quoted(value: &'static str) -> Option<Cow<'static, str>> {
    let inner = value.strip_prefix('"')?.strip_suffix('"')?;
    // no escapes: the name is a slice of the file, without a copy
    if !inner.contains(['"', '\\']) {
        return Some(Cow::Borrowed(inner));
    }
    let parts: Vec<&str> = inner.split("\\\"").collect();
    let is_clear = !parts.iter().any(|part| part.contains(['"', '\\']));
    is_clear.then(|| Cow::Owned(parts.join("\"")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_finds_entries_by_line_beginnings() {
        let text = "faction = \"The \\\"Free\\\" Folk\"\n\n[units.raiders-2]\nname = \"Raiders\"\n\
                    season = \"2021\"\n\n[attachments.chief]\nname = \"Chief\" \ntitle=\"Of Us\"\n\
                    season = \"1.5\"\n[[ability]]\nname = \"Run!\"\nseason = \"1.0\"\n";
        let found = outlines(text).expect("a plain layout");
        let entries: Vec<_> = found
            .iter()
            .map(|one| (one.heading, one.name.as_ref(), one.title.as_deref(), one.season.name()))
            .collect();
        assert_eq!(
            entries,
            [
                (EntryHeading::Unit("raiders-2"), "Raiders", None, "2021"),
                (EntryHeading::Attachment("chief"), "Chief", Some("Of Us"), "1.5"),
                (EntryHeading::Ability, "Run!", None, "1.0"),
            ]
        );
        assert!(found.iter().all(|one| one.passage.faction.name == "The \"Free\" Folk"));
        let passages: String = found.iter().map(|one| one.passage.text).collect();
        assert!(text.ends_with(&passages) && passages.starts_with("[units"), "{passages}");
    }

    #[test]
    fn outlines_is_none_for_other_layouts() {
        let ability = "\n[[ability]]\nname = NAME\nseason = \"2021\"\n";
        for (name, is_clear) in [
            ("\"a\"", true),
            ("\"\\\"a\\\" b\"", true),
            ("'a'", false),
            ("\"\\u00e9\"", false),
            ("\"a\" # \"b\"", false),
            ("\"\"\"a\"\"\"", false),
            ("\"a", false),
        ] {
            let text: &'static str = ability.replace("NAME", name).leak();
            assert_eq!(outlines(text).is_some(), is_clear, "{text}");
        }
        for text in [
            "\n[units]\na = { name = \"A\", season = \"2021\" }\n",
            "\n[units.\"a b\"]\nname = \"A\"\nseason = \"2021\"\n",
            "\n[units.a]\nname = \"A\"\n",
            "\n[units.a]\nname = \"A\"\nseason = \"1.7\"\n",
            "\n[units.a]\nname = \"A\"\nseason = \"2021\"\n[[units.a.attacks]]\nname = \"B\"\n",
        ] {
            assert!(outlines(text).is_none(), "{text}");
        }
    }
}
