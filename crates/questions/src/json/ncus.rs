//! NCUs with what they do, as JSON.

use serde::Serialize;

use super::tactics::{BattlePlayData, PlayData, battle_play, play};
use crate::catalogue::{Counted, Ncu};

/// An NCU with its abilities.
#[derive(Clone, Debug, Serialize)]
pub struct NcuAbilitiesData<'a> {
    id: &'a str,
    name: String,
    faction: &'a str,
    cost: u8,
    /// How much of it battles play: `counted`, `counted in part` or `not counted`.
    status: &'static str,
    summary: Option<&'a str>,
    /// The order tokens that it has at the start of a battle.
    tokens: u8,
    /// The ways to use it in attacks, charges and tests.
    play: Vec<PlayData<'a>>,
    /// The ways to use it at other times.
    battle: Vec<BattlePlayData<'a>>,
    /// The part that battles leave out, in words.
    left_out: Option<&'a str>,
    season: &'static str,
    version: Option<&'a str>,
    source: &'a str,
}

/// Returns an NCU with its abilities, of which battles play as much as `counted` says.
pub fn ncu_abilities(ncu: &Ncu, counted: Counted) -> NcuAbilitiesData<'_> {
    let (abilities, origin) = (&ncu.abilities, &ncu.origin);
    NcuAbilitiesData {
        id: &ncu.id,
        name: ncu.full_name(),
        faction: &origin.faction,
        cost: ncu.cost.get(),
        status: counted.words(),
        summary: abilities.summary.as_deref(),
        tokens: abilities.tokens,
        play: abilities.uses.iter().filter_map(play).collect(),
        battle: abilities.battle.iter().map(battle_play).collect(),
        left_out: abilities.left_out.as_deref(),
        season: origin.season.name(),
        version: origin.version.as_deref(),
        source: &origin.source,
    }
}
