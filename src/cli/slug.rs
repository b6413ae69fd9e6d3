//! Names of the directories of questions.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::catalogue::Catalogue;
use crate::request::link::{Link, decoded};
use crate::request::{
    self, BATTLE, CAMPAIGN, Query, QuestionKind, RawFields, Request, RequestError,
};

/// Longest name of a directory, in characters: file systems allow 255 bytes, and suffixes need
/// some.
const LONGEST: usize = 96;

/// The name of a question's directory, and the question itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct QuestionName {
    /// The directory's name.
    pub folder: String,
    /// The question in full.
    pub question: String,
}

impl QuestionName {
    /// Creates the name of a question that is identified by it.
    pub(super) fn plain(name: &str) -> Self {
        Self { folder: name.to_owned(), question: name.to_owned() }
    }

    /// Creates the name of a question from its fields. The directory is named after the shortest
    /// link: `attack-stark-sworn-swords-v-lannister-guardsmen-charge`.
    ///
    /// # Errors
    /// For unknown keys and invalid values.
    pub(super) fn of_fields(
        kind: &QuestionKind,
        fields: &RawFields,
        request: &Request,
    ) -> Result<Self, RequestError> {
        Ok(Self::of_request(request, &Link::text(kind, fields, Catalogue::shipped())?))
    }

    /// Creates the name of a question from its link, or from its title if it is a campaign or a
    /// battle, whose link is a whole file.
    pub(super) fn of_request(request: &Request, link: &str) -> Self {
        match &request.asked {
            Query::Campaign(scenario) => {
                Self::of_words(&format!("{CAMPAIGN} {}", scenario.title), link)
            }
            Query::Battle(battle) => Self::of_words(&format!("{BATTLE} {}", battle.title()), link),
            _ => Self::of_link(link),
        }
    }

    /// Creates the name of a question from its link. Lists are named after their files.
    pub(super) fn of_link(link: &str) -> Self {
        let (path, query) = link.split_once('?').unwrap_or((link, ""));
        // the places of a kind's name, which may be two, and those of its units
        let first =
            request::groups().iter().any(|group| path.split('/').next() == Some(group.name));
        let mut parts = path.split('/');
        let kind: Vec<&str> = parts.by_ref().take(1 + usize::from(first)).collect();
        let units = parts.map(value_words).collect::<Vec<_>>().join("-v-");
        let units = format!("{}-{units}", kind.join("-"));
        let values = query.split('&').map(|pair| match pair.split_once('=') {
            Some((key, value)) => format!("{key}-{}", value_words(value)),
            None => pair.to_owned(),
        });
        let words = std::iter::once(units).chain(values).collect::<Vec<_>>().join("-");
        Self::of_words(&words, link)
    }

    /// Creates the name of a question from some words and its full text. Long words are shortened,
    /// and a hash is appended to them.
    pub(super) fn of_words(words: &str, question: &str) -> Self {
        let lower = words.to_lowercase();
        let parts: Vec<&str> = lower
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|part| !part.is_empty())
            .collect();
        let mut folder = parts.join("-");
        if folder.len() > LONGEST || folder.is_empty() {
            // only ASCII is left, so every byte is a boundary of characters
            folder.truncate(LONGEST);
            folder = format!("{}-{}", folder.trim_end_matches('-'), hash(question));
        }
        Self { folder: folder.trim_start_matches('-').to_owned(), question: question.to_owned() }
    }
}

/// Returns the words of a value in a link: the name of the file of a list, and `minus 1` for `-1`,
/// because other dashes separate words.
fn value_words(value: &str) -> String {
    // an invalid link has no answer that could be written
    let text = decoded(value).unwrap_or_else(|_| value.to_owned());
    let text = match text.rsplit_once("list=") {
        Some((_, file)) => {
            let stem = Path::new(file).file_stem();
            stem.map_or_else(|| file.to_owned(), |stem| stem.to_string_lossy().into_owned())
        }
        None => text,
    };
    match text.strip_prefix('-') {
        Some(number) => format!("minus-{number}"),
        None => text,
    }
}

/// Returns a short hash of a text (FNV-1a), the same on every machine and in every version.
pub(super) fn hash(text: &str) -> String {
    // not `DefaultHasher`, whose algorithm may change with each version of Rust
    let step = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    format!("{:08x}", text.bytes().fold(0x811c_9dc5, step))
}

/// Returns the path of `file` relative to the directory `from`, independent of the working
/// directory.
pub(super) fn relative(from: &Path, file: &Path) -> PathBuf {
    let (from, file) = (resolved(from), resolved(file));
    let shared = from.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(file.components().skip(shared)).collect()
}

/// Resolves links and dots of a path, as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    // `canonicalize` fails for a path that does not exist yet, so its existing part is resolved
    // alone
    let found = path.ancestors().find_map(|part| Some((part, fs::canonicalize(part).ok()?)));
    let Some((part, known)) = found else { return path };
    match path.strip_prefix(part) {
        Ok(rest) if rest.as_os_str().is_empty() => known,
        Ok(rest) => known.join(rest),
        Err(_) => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_names_are_readable_and_differ_where_links_differ() {
        let folder = |link: &str| QuestionName::of_link(link).folder;
        let swords = "attack/stark-sworn-swords/lannister-guardsmen?facing=flank&charge";
        let name = "attack-stark-sworn-swords-v-lannister-guardsmen-facing-flank-charge";
        assert_eq!(folder(swords), name);
        assert_ne!(
            folder("panic?morale=7&panic-modifier=1"),
            folder("panic?morale=7&panic-modifier=-1")
        );
        let list = "worth?list=list%3D%2Fhome%2Fme%2Fstark-40.toml&by=a%20b%2C7";
        assert_eq!(folder(list), "worth-list-stark-40-by-a-b-7");
        assert_eq!(folder("attack/list%3Da.toml/guards?x"), "attack-a-v-guards-x");
        let long = |end: &str| format!("matrix?attackers={}{end}", "a".repeat(300));
        assert!(folder(&long("b")).len() < 120 && folder(&long("b")) != folder(&long("c")));
    }

    #[test]
    fn relative_paths_lead_from_the_directory_to_the_file() {
        let home = tempfile::tempdir().expect("a directory");
        let at = |path: &str| home.path().join(path);
        assert_eq!(relative(&at("out"), &at("s/duel.toml")), Path::new("../s/duel.toml"));
        assert_eq!(relative(&at("a/b"), &at("a/b/duel.toml")), Path::new("duel.toml"));
    }
}
