//! Where the entries of a shipped file stand, found without reading them.
//!
//! A question names two cards out of some hundred: their passages are read, the others are only
//! known by name. The shipped files are written so that the starts of their lines tell where an
//! entry begins and what it is called; a test holds that against the whole files. A text that is
//! written in another way has no outline and is read whole.

use std::borrow::Cow;
use std::sync::Arc;

use super::names::normalize_name;
use warodds_games::asoiaf::CardEdition;

/// A faction: its name, and its name as names are compared.
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

/// The text of one entry, its header first, and the faction of its file.
#[derive(Clone, Debug)]
pub(super) struct EntryText {
    pub text: &'static str,
    pub faction: Arc<FactionName>,
}

/// What kind of entry a passage is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryHeading {
    /// A unit of this id.
    Unit(&'static str),
    /// An attachment of this id.
    Attachment(&'static str),
    /// An NCU of this id.
    Ncu(&'static str),
    /// An ability.
    Ability,
}

impl EntryHeading {
    /// The heading that a line is.
    fn of(line: &'static str) -> Option<Self> {
        let line = line.trim_end();
        if line == "[[ability]]" {
            return Some(Self::Ability);
        }
        let (kind, id) = line.strip_prefix('[')?.strip_suffix(']')?.split_once('.')?;
        let is_bare = id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        match kind {
            "units" if is_bare => Some(Self::Unit(id)),
            "attachments" if is_bare => Some(Self::Attachment(id)),
            "ncus" if is_bare => Some(Self::Ncu(id)),
            _ => None,
        }
    }
}

/// What is known of an entry before it is read.
#[derive(Clone, Debug)]
pub(super) struct EntryOutline {
    pub heading: EntryHeading,
    pub name: Cow<'static, str>,
    pub title: Option<Cow<'static, str>>,
    pub edition: CardEdition,
    pub passage: EntryText,
}

/// The entries of a text; none where the starts of its lines do not tell them.
pub(super) fn outlines(text: &'static str) -> Option<Vec<EntryOutline>> {
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
        let has_title = matches!(heading, EntryHeading::Attachment(_) | EntryHeading::Ncu(_));
        let [name, edition, title] = values(text, ["name", "edition", "title"]);
        let (LineValue::Text(name), LineValue::Text(edition)) = (name, edition) else {
            return None;
        };
        let title = if has_title { title } else { LineValue::Absent };
        let title = match title {
            LineValue::Absent => None,
            LineValue::Text(title) => Some(title),
            LineValue::Unclear => return None,
        };
        let edition = CardEdition::ALL.into_iter().find(|known| known.name() == edition)?;
        Some(Self { heading, name, title, edition, passage })
    }
}

/// What a line says of a key.
#[derive(Debug, PartialEq, Eq)]
enum LineValue {
    /// There is no such line.
    Absent,
    /// A text.
    Text(Cow<'static, str>),
    /// Something else, or a text that takes a reader of TOML.
    Unclear,
}

/// The value of a key on a line of its own.
fn value(text: &'static str, key: &str) -> LineValue {
    let [value] = values(text, [key]);
    value
}

/// The values of some keys whose first letters differ, each on a line of its own. All shipped lines
/// are gone through at each start, so that most of them are told by their first letter.
fn values<const N: usize>(text: &'static str, keys: [&str; N]) -> [LineValue; N] {
    let mut found = [const { LineValue::Absent }; N];
    let starts = keys.map(|key| key.bytes().next());
    for line in text.lines() {
        let first = line.bytes().next();
        let Some(place) = starts.iter().position(|start| *start == first) else { continue };
        let value = keys.get(place).and_then(|key| line.strip_prefix(key));
        let value = value.and_then(|rest| rest.trim_start().strip_prefix('='));
        if let (Some(value), Some(found @ LineValue::Absent)) = (value, found.get_mut(place)) {
            *found = quoted(value.trim()).map_or(LineValue::Unclear, LineValue::Text);
        }
    }
    found
}

/// What stands between double quotes, in which only the quotes themselves may be escaped.
fn quoted(value: &'static str) -> Option<Cow<'static, str>> {
    let inner = value.strip_prefix('"')?.strip_suffix('"')?;
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
    fn entries_are_told_by_the_starts_of_their_lines() {
        let text = "faction = \"The \\\"Free\\\" Folk\"\n\n[units.raiders-2]\nname = \"Raiders\"\n\
                    edition = \"2021\"\n\n[attachments.chief]\nname = \"Chief\" \ntitle=\"Of Us\"\n\
                    edition = \"1.5\"\n[[ability]]\nname = \"Run!\"\nedition = \"1.0\"\n";
        let found = outlines(text).expect("it is written plainly");
        let told: Vec<_> = found
            .iter()
            .map(|one| (one.heading, one.name.as_ref(), one.title.as_deref(), one.edition.name()))
            .collect();
        assert_eq!(
            told,
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
    fn what_is_written_otherwise_has_no_outline() {
        let ability = "\n[[ability]]\nname = NAME\nedition = \"2021\"\n";
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
            "\n[units]\na = { name = \"A\", edition = \"2021\" }\n",
            "\n[units.\"a b\"]\nname = \"A\"\nedition = \"2021\"\n",
            "\n[units.a]\nname = \"A\"\n",
            "\n[units.a]\nname = \"A\"\nedition = \"1.7\"\n",
            "\n[units.a]\nname = \"A\"\nedition = \"2021\"\n[[units.a.attacks]]\nname = \"B\"\n",
        ] {
            assert!(outlines(text).is_none(), "{text}");
        }
    }
}
