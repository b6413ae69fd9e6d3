//! Why a name does not identify one card.

use thiserror::Error;

use super::AttachError;
use warodds_games::asoiaf::Season;

/// The most candidates that are listed.
const MAX_LISTED: usize = 12;

/// Why a name does not identify one card.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FindError {
    /// Nothing has the name.
    #[error("there is no {what} `{query}`{}", did_you_mean(query, nearest))]
    Unknown {
        /// The kind that was searched for, e.g. `unit`.
        what: &'static str,
        /// The name that was searched for.
        query: String,
        /// Similar names, the most similar first.
        nearest: Vec<String>,
    },
    /// Nothing has the name in the chosen season, but a card of a later one does.
    #[error(
        "there is no {what} `{query}` in the cards of {}: the oldest card of {name} here is of {}",
        chosen.name(), season.name()
    )]
    LaterSeason {
        /// The kind that was searched for, e.g. `unit`.
        what: &'static str,
        /// The name that was searched for.
        query: String,
        /// The name of the card.
        name: String,
        /// The season of the card.
        season: Season,
        /// The season that was searched.
        chosen: Season,
    },
    /// No unit has the name, but attachments do.
    #[error("`{query}` is {}", explain_attachments(names))]
    Attachment {
        /// The name that was searched for.
        query: String,
        /// The full names of the attachments; at least one.
        names: Vec<String>,
    },
    /// The attachment after `+` cannot join the unit.
    #[error(transparent)]
    Join(#[from] AttachError),
    /// No unit has the name, but an NCU does.
    #[error("`{query}` is an NCU, {name}, not a unit: NCUs do not fight")]
    Ncu {
        /// The name that was searched for.
        query: String,
        /// The full name of the NCU.
        name: String,
    },
    /// Several cards have the name.
    #[error("`{query}` matches {} cards:{}", candidates.len(), list(candidates))]
    Ambiguous {
        /// The name that was searched for.
        query: String,
        /// The cards, each as id, name, faction and season.
        candidates: Vec<String>,
    },
}

impl FindError {
    /// Merges the errors of the searches for a unit, an attachment and an NCU of one name: several
    /// cards of a kind, else the most similar names of each kind.
    pub fn of_any_kind(errors: [Self; 3]) -> Self {
        let (mut shown, mut similar, mut other) = (String::new(), Vec::new(), None);
        for error in errors {
            match error {
                Self::Unknown { query, nearest, .. } => {
                    shown = query;
                    similar.extend(nearest.into_iter().next());
                }
                error => other = other.or(Some(error)),
            }
        }
        similar.dedup();
        let what = "unit, attachment or NCU";
        other.unwrap_or(Self::Unknown { what, query: shown, nearest: similar })
    }
}

/// Words the suggestions at the end of a message.
fn did_you_mean(query: &str, nearest: &[String]) -> String {
    let quoted: Vec<String> = nearest.iter().map(|name| format!("`{name}`")).collect();
    if let Some((_, keys)) = query.split_once(':') {
        let options: Vec<String> = keys.split(',').map(|key| format!("--{}", key.trim())).collect();
        let options = options.join(" ");
        format!(
            "; a name has no `:KEY` here: give {options}, or ask `warodds sequence`, whose steps \
             have it"
        )
    } else if query.contains('/') || [".toml", ".txt"].iter().any(|end| query.ends_with(end)) {
        format!("; for a file with an army list write `list={query}`")
    } else if quoted.is_empty() {
        String::new()
    } else {
        format!("; did you mean {}?", quoted.join(" or "))
    }
}

/// Words which attachments have a name, and how a command takes them.
fn explain_attachments(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let example = names.first().map_or("", String::as_str);
    let what = match names {
        [_] => format!("an attachment, {}", quoted.join("")),
        _ => format!("the name of {} attachments, {}", names.len(), quoted.join(", ")),
    };
    format!(
        "{what}, not a unit: name the unit it joins, with --with \"{example}\" or as `UNIT + \
         {example}`"
    )
}

/// Lists candidates, one a line.
fn list(candidates: &[String]) -> String {
    let lines: String =
        candidates.iter().take(MAX_LISTED).map(|candidate| format!("\n  {candidate}")).collect();
    let more = candidates.len().saturating_sub(MAX_LISTED);
    if more > 0 { format!("{lines}\n  and {more} more") } else { lines }
}
