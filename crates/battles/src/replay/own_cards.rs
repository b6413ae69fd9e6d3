//! Cards of the players' own in logs, which hold their hash and not the cards.

use sha2::{Digest, Sha256};
use warodds_questions::catalogue::Catalogue;

/// Why a catalogue does not have the cards of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OwnCardsError {
    /// The catalogue has printed cards alone.
    #[error(
        "the battle was played with cards of its players' own: name their files with --catalogue"
    )]
    Missing,
    /// The catalogue has other ones.
    #[error(
        "the battle was played with other cards than those of --catalogue: the same files are \
         needed, unchanged and in the same order"
    )]
    Others,
}

/// Returns the SHA-256 hash of all cards that are not shipped, in hexadecimal digits; `None` if
/// there are none.
pub(super) fn hash(catalogue: &Catalogue) -> Option<String> {
    let mut texts = catalogue.own_texts().peekable();
    texts.peek()?;
    // the hash of each text first: where one ends and the next begins must count
    let all = texts.fold(Sha256::new(), |all, text| all.chain_update(Sha256::digest(text)));
    Some(all.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Checks that a catalogue has the cards with this hash. Without one, any cards will do: what
/// differs is found when the battle is played again.
pub(super) fn check(expected: Option<&str>, catalogue: &Catalogue) -> Result<(), OwnCardsError> {
    match (expected, hash(catalogue)) {
        (None, _) => Ok(()),
        (Some(_), None) => Err(OwnCardsError::Missing),
        (Some(expected), Some(actual)) if expected == actual => Ok(()),
        (Some(_), Some(_)) => Err(OwnCardsError::Others),
    }
}
