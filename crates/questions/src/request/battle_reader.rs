//! The interface to whole battles. Their rules are in a crate above this one, which implements these
//! traits.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use warodds_engine::run::{Control, Goal};

use super::error::{RequestError, WhyError};
use crate::catalogue::Catalogue;
use crate::study::Plan;

/// The text of a file, and its name in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedText {
    /// The name.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The text of a battle file, and of the lists that it names or that replace them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleTexts {
    /// The file.
    pub file: NamedText,
    /// The lists of both armies.
    pub lists: [Option<NamedText>; 2],
    /// The missions, in place of those of the file.
    pub missions: Option<NamedText>,
    /// The wall and the siege decks, in place of those of the file.
    pub siege: Option<NamedText>,
}

impl BattleTexts {
    /// Returns the list of army `a` or `b`.
    pub fn list(&self, army: &str) -> Option<&NamedText> {
        let [a, b] = &self.lists;
        if army == "a" { a.as_ref() } else { b.as_ref() }
    }
}

/// Reads battles.
pub trait BattleReader: Debug + Send + Sync {
    /// Reads and checks the texts of a battle.
    ///
    /// # Errors
    /// [`RequestError`] with the faults of the texts.
    fn read(
        &self,
        texts: &BattleTexts,
        catalogue: &Catalogue,
    ) -> Result<Arc<dyn BattleQuestion>, RequestError>;
}

/// A battle that can be played.
pub trait BattleQuestion: Any + Debug + Send + Sync {
    /// Returns the title.
    fn title(&self) -> &str;

    /// Returns the number of battles and the seed of the file.
    fn goal(&self) -> Goal;

    /// Plays the battles of a plan, or as many as `control` allows. The dice engine rolls every die.
    ///
    /// # Errors
    /// [`WhyError`] if a policy makes an illegal choice (a bug).
    fn play(&self, plan: &Plan, control: &dyn Control) -> Result<Arc<dyn BattleReply>, WhyError>;
}

/// The answer to a battle.
pub trait BattleReply: Any + Debug + Send + Sync {
    /// Returns the number of battles played.
    fn games(&self) -> u64;

    /// Returns the answer as JSON.
    ///
    /// # Errors
    /// The error of the serializer, which answers do not cause.
    fn json(&self) -> Result<String, serde_json::Error>;
}

impl PartialEq for dyn BattleReply {
    fn eq(&self, other: &Self) -> bool {
        self.json().ok() == other.json().ok()
    }
}
