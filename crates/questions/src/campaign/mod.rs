//! Campaign files: a *Theater of War* (WARMACHINE, W2) as TOML, read and checked as scenarios are.
//!
//! ```toml
//! title = "A border war"
//! game = "warmachine"
//!
//! [campaign]
//! target = 4                    # areas that win at once
//! rounds = 12                   # the last round
//!
//! [areas]                       # each area with its neighbours; naming a link once is enough
//! corvis = ["fharin"]
//! fharin = ["llael"]
//! llael = []
//!
//! [players.cygnar]
//! areas = ["corvis", "fharin"]
//! strength = 1.2
//!
//! [players.khador]
//! areas = ["llael"]
//! attack = "strongest"
//! ```
//!
//! `docs/keys.md` lists all keys, written by these readers.

mod areas;
mod battle;
mod players;
mod read;

use crate::document::schema::{self, Schema};
use crate::document::{self, Draft, Faults, Report, Section, describe_table, key};
use crate::file_settings::{self, RunSettings};
use areas::Areas;
use players::Players;
use read::{chosen, number};
use warodds_games::warmachine::campaign::{AtLimit, Campaign, MOST_AREAS, MOST_ROUNDS};

/// A campaign and its run settings.
#[derive(Clone, Debug, PartialEq)]
pub struct CampaignScenario {
    /// The title, or the file name without its extension.
    pub title: String,
    /// The settings of the run.
    pub run: RunSettings,
    /// The campaign.
    pub campaign: Campaign,
}

/// Parses and checks a campaign; errors refer to it as `source_name`.
///
/// # Errors
/// [`Faults`] with all errors in the text.
pub fn parse(source_name: &str, text: &str) -> Result<CampaignScenario, Faults> {
    let read =
        document::read(source_name, text, |root, report| scenario(source_name, root, report));
    // an incomplete campaign has faults
    read.map_err(|(_, faults)| faults)
}

/// Returns the schema of campaigns.
pub(crate) fn schema() -> Schema {
    let words = "A campaign for `warodds campaign`: a Theater of War (W2).";
    describe_table(words, |root, report| scenario("", root, report)).schema()
}

/// Reads a campaign; parts with faults have placeholder values.
fn scenario(source_name: &str, mut root: Section<'_>, report: &mut Report) -> CampaignScenario {
    let title = file_settings::title(source_name, &mut root, report);
    chosen(&mut root, key("game", "the game that is played"), &[("warmachine", ())], (), report);
    let run = RunSettings::of_campaign(&mut root, report);
    let areas = Areas::read(&mut root, report);
    let ending = VictoryConditions::read(&mut root, &areas, report);
    let players = Players::read(&mut root, &areas, report);
    let chances = battle::chances(&mut root, &players, report);
    let (battle, prices) = (battle::model(&mut root, report), battle::prices(&mut root, report));
    root.finish(report);
    ending.check(&players, report);
    let sides = players.sides();
    let VictoryConditions { target, limit, at_limit, .. } = ending;
    let target = target.map(|(target, _)| target);
    CampaignScenario {
        title,
        run,
        campaign: Campaign {
            map: areas.map(),
            sides,
            chances,
            target,
            limit,
            at_limit,
            battle,
            prices,
        },
    }
}

/// The default last round.
const DEFAULT_LIMIT: u8 = 20;

/// The conditions of victory in `[campaign]`.
struct VictoryConditions {
    target: Option<(u8, document::Span)>,
    limit: u8,
    at_limit: AtLimit,
    span: document::Span,
}

impl VictoryConditions {
    fn read(root: &mut Section<'_>, areas: &Areas, report: &mut Report) -> Self {
        let words = "how it ends: `target`, or objectives of players, must be there";
        let read = root.table(key("campaign", words), "[campaign]", report, |section, report| {
            Self::of(section, areas, report)
        });
        let unlimited =
            Self { target: None, limit: DEFAULT_LIMIT, at_limit: AtLimit::default(), span: 0..0 };
        read.unwrap_or(unlimited)
    }

    fn of(mut section: Section<'_>, areas: &Areas, report: &mut Report) -> Self {
        let span = section.span.clone();
        let target = key("target", "areas that win at once (W2.9)");
        // the maximum is the number of areas of this map
        let target =
            section.item(target, || schema::whole(1, MOST_AREAS as i64)).and_then(|item| {
                let target = report.ok_or_add(item.whole(1, areas.count().max(1)));
                target.map(|target| (target as u8, item.span))
            });
        let rounds = key("rounds", "the last round; 20 if left out");
        let limit =
            number(&mut section, rounds, 1..=i64::from(MOST_ROUNDS), DEFAULT_LIMIT.into(), report)
                as u8;
        let known = [("undecided", AtLimit::Undecided), ("most-areas", AtLimit::MostAreas)];
        let at_limit = key("at_limit", "who wins then; nobody if left out");
        let at_limit = chosen(&mut section, at_limit, &known, AtLimit::default(), report);
        section.finish(report);
        Self { target, limit, at_limit, span }
    }

    /// Checks that a player can win and that no player has won at the start.
    fn check(&self, players: &Players, report: &mut Report) {
        let Some((target, span)) = &self.target else {
            if !players.have_objectives() && report.count() == 0 {
                let help = "give `target` in [campaign], or `objectives` to players";
                report.add(|| Draft::new(&self.span, "nobody can win this campaign").help(help));
            }
            return;
        };
        if let Some(name) = players.with_at_least((*target).into()) {
            let message = format!(
                "{} starts with {target} areas and would win at once",
                document::quoted(name)
            );
            report.add(|| Draft::new(span, message).help("raise the target"));
        }
    }
}
