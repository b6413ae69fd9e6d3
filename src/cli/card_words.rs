//! Tactics cards and NCUs in words and as JSON.

use super::failure::Failure;
use crate::catalogue::{BattlePlay, CardUse, describe_effects, describe_requirements};
use crate::json::{cards, tactics};

/// Describes the ways to play a card or to use an NCU, with a verb for it.
pub(super) fn plays_in_words(
    (uses, verb): (&[CardUse], &str),
    battle: &[BattlePlay],
) -> Vec<String> {
    let mut parts = Vec::new();
    for one in uses {
        let Some(play) = &one.effects.card else { continue };
        let name = one.name.as_ref().map_or_else(String::new, |name| format!(" as `{name}`"));
        let stays = if play.stays { ", and stays in play" } else { "" };
        let requires = describe_requirements(&play.requires);
        let only = if requires.is_empty() {
            String::new()
        } else {
            format!(", only {}", requires.join(", "))
        };
        let lines = describe_effects(&one.effects);
        let lines: String = lines.iter().map(|line| format!("\n  {line}")).collect();
        parts.push(format!("{verb}{name} {}{only}{stays}:{lines}", play.trigger.words()));
    }
    for play in battle {
        let name = play.name.as_ref().map_or_else(String::new, |name| format!(" as `{name}`"));
        let lines = tactics::describe_battle_play(play);
        let lines: String = lines.iter().map(|line| format!("\n  {line}")).collect();
        parts.push(format!("{verb} in battles{name} {}:{lines}", play.trigger.words()));
    }
    parts
}

/// Writes cards as indented JSON.
pub(super) fn as_json(data: &impl serde::Serialize) -> Result<String, Failure> {
    cards::text(data).map_err(|error| Failure::Failed(error.into()))
}
