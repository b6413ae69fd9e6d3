//! Cards of the players' own in logs and in files of games, which hold their hash and not the cards.

use sha2::{Digest, Sha256};
use warodds_questions::catalogue::Catalogue;

/// Why the cards at hand are not those of a log or of a file of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OwnCardsError {
    /// There are printed cards alone.
    #[error("played with cards of the players' own: name their files with --catalogue")]
    Missing,
    /// There are other ones.
    #[error(
        "played with other cards than those of --catalogue: the same files are needed, unchanged \
         and in the same order"
    )]
    Others,
    /// There are some, where only printed cards were played.
    #[error("played with printed cards alone: leave out --catalogue")]
    Needless,
}

/// Returns the SHA-256 hash of all cards that are not shipped, in hexadecimal digits; `None` if
/// there are none.
///
/// # Examples
/// ```
/// use warodds_battles::own_cards;
/// use warodds_questions::catalogue::Catalogue;
///
/// assert_eq!(own_cards::hash(Catalogue::shipped()), None);
/// ```
pub fn hash(catalogue: &Catalogue) -> Option<String> {
    let mut texts = catalogue.own_texts().peekable();
    texts.peek()?;
    // the hash of each text first: where one ends and the next begins must count
    let all = texts.fold(Sha256::new(), |all, text| all.chain_update(Sha256::digest(text)));
    Some(all.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Checks that the cards with the hash `recorded` are those with the hash `present`. Each is `None`
/// if there are printed cards alone.
///
/// # Errors
/// [`OwnCardsError`] if they are others.
pub fn check(recorded: Option<&str>, present: Option<&str>) -> Result<(), OwnCardsError> {
    match (recorded, present) {
        (Some(_), None) => Err(OwnCardsError::Missing),
        (None, Some(_)) => Err(OwnCardsError::Needless),
        (recorded, present) if recorded == present => Ok(()),
        (_, _) => Err(OwnCardsError::Others),
    }
}

/// Checks that a catalogue has the cards of a log. Without a hash any cards will do: what differs
/// is found when the battle is played again.
///
/// # Errors
/// [`OwnCardsError`] if the catalogue has others.
pub(crate) fn check_log(
    recorded: Option<&str>,
    catalogue: &Catalogue,
) -> Result<(), OwnCardsError> {
    recorded.map_or(Ok(()), |recorded| check(Some(recorded), hash(catalogue).as_deref()))
}
