//! Kinds of questions.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::battle_reader::BattleReader;
use super::error::RequestError;
use super::given::ParsedFields;
use super::key::Key;
use super::query::Query;
use crate::catalogue::Catalogue;
use crate::study::Isa;

/// The environment of a request.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The cards that names refer to, before the request adds its own.
    pub catalogue: &'a Catalogue,
    /// The instruction set that the engines use.
    pub isa: Isa,
    /// Reads battles, if this program plays them.
    pub battles: Option<&'a dyn BattleReader>,
}

impl Setup<'static> {
    /// Returns the built-in cards and the best instruction set of this machine.
    pub fn shipped() -> Self {
        Self { catalogue: Catalogue::shipped(), isa: Isa::best(), battles: None }
    }
}

/// The kind whose question is always resolved once.
pub const EXPLAIN: &str = "explain";

/// The kind whose question is the text of a battle file, or two lists.
pub const BATTLE: &str = "battle";
/// The kind whose question is the text of a campaign file.
pub const CAMPAIGN: &str = "campaign";

/// The kind that reports the luck of the rolls of a game.
pub const LUCK: &str = "luck";

/// The kind about several attackers in order, whose options are ranked by the chance to destroy.
pub const SEQUENCE: &str = "sequence";

/// A function that builds the query of a kind from its fields.
type Ask = fn(&ParsedFields<'_>, &Catalogue) -> Result<Query, RequestError>;

/// A kind of question.
#[derive(Clone, Debug)]
pub struct QuestionKind {
    /// Name, such as `attack`.
    pub name: &'static str,
    /// The question in one sentence.
    pub about: &'static str,
    /// Further description; may be empty.
    pub more: &'static str,
    /// Example commands, one per line.
    pub examples: &'static [&'static str],
    /// Whether keys take lists of values, with a case for each combination.
    pub takes_lists: bool,
    /// The keys, built when they are first used.
    pub(super) keys: &'static LazyLock<Vec<Key>>,
    pub(super) ask: Ask,
}

impl QuestionKind {
    /// Returns the keys, including those of the engines, in the order of the help.
    pub fn keys(&self) -> &'static [Key] {
        self.keys
    }

    /// Returns the keys for requests of other machines: none of them takes the path of a file.
    pub fn shared_keys(&self) -> Vec<Key> {
        self.keys().iter().cloned().map(Key::without_paths).collect()
    }

    /// Returns whether sections of files ask questions of this kind.
    pub fn in_files(&self) -> bool {
        !self.is_of_file() && self.name != EXPLAIN
    }

    /// Returns whether the question is the text of a file, and not one about some units.
    pub fn is_of_file(&self) -> bool {
        [BATTLE, CAMPAIGN, LUCK].contains(&self.name)
    }
}

/// The cards of a request: shared, or owned if the request adds or filters some.
pub(super) type Cards<'a> = Cow<'a, Catalogue>;
