//! Advice on a turn of a logged battle: as JSON, and drawn on the table before the turn.

use super::picture::{escaped, points, svg_with};
use super::snapshot::{Snapshot, snapshots};
use super::text::turn_words;
use super::{LogError, LogFile};
use crate::advice::{Advice, AdviceError, AdviceSettings, TriedTurn, advise};
use crate::battle::Battle;
use crate::choice::{Benefit, PlayerTurn, UnitAction};
use crate::field::{PlayerId, UnitId};
use crate::geometry::{Direction, Point, Pose, Tray};
use crate::log::LogEntry;
use crate::share::{ShareEstimate, WinDifference};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write as _;
use warodds_engine::run::Control;
use warodds_questions::catalogue::Catalogue;

/// The version of the format.
const SCHEMA: &str = "warodds/battle-advice/1";
/// Colours of the first turn, the others, and the turn of the log.
const COLOURS: [&str; 3] = ["#b3007d", "#5b2c83", "#444"];

/// Advice on a turn of a battle, as `warodds battle advise --json` prints it.
// the order of the fields is that of the JSON
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "Advice by warodds on a turn of a battle")]
pub struct AdviceDocument {
    /// The version of the format.
    #[schemars(extend("const" = SCHEMA))]
    schema: &'static str,
    /// The number of the turn in the log, from 1; null for a position without a log.
    #[schemars(required, range(min = 1), extend("type" = ["integer", "null"]))]
    pub turn: Option<usize>,
    /// The round.
    pub round: u8,
    /// The edge of the player whose turn it is.
    pub player: PlayerId,
    /// The army of the player.
    #[schemars(extend("enum" = crate::luck::ARMIES))]
    pub army: &'static str,
    /// The policy of both players after the turn.
    pub policy: &'static str,
    /// How many battles were played with each turn.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// How many turns were tried.
    pub candidates: usize,
    /// The best turns, the best first, and the turn of the log after them if it is none of them.
    pub turns: Vec<AdvisedTurn>,
}

/// A turn that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct AdvisedTurn {
    /// The turn in words.
    pub words: String,
    /// The turn, as in logs.
    pub turn: PlayerTurn,
    /// Whether it is the turn of the log.
    pub played: bool,
    /// How often the player won after it.
    pub wins: ShareEstimate,
    /// The share of victories minus that of the first turn, from the same battles; a draw is half a
    /// victory.
    pub difference: WinDifference,
}

impl LogFile {
    /// Verifies the log and finds the best turns of the player who takes turn number `turn`, from 1.
    ///
    /// # Errors
    /// [`LogError`] if the log is not legal or has no such turn.
    ///
    /// # Examples
    /// ```
    /// # use std::path::Path;
    /// # use warodds_battles::{advice::AdviceSettings, file::load_text, policy::PolicyKind};
    /// # use warodds_battles::{replay::LogFile, run::replay};
    /// # use warodds_engine::run::Control;
    /// # use warodds_questions::catalogue::Catalogue;
    /// # struct Unwatched;
    /// # impl Control for Unwatched {}
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let text = r#"
    /// #     [battle]
    /// #     mode = "fire-and-blood"
    /// #     [a]
    /// #     units = ["lannister guardsmen"]
    /// #     [b]
    /// #     units = ["stark sworn swords"]
    /// # "#;
    /// let file = load_text(Path::new("battle.toml"), text, Catalogue::shipped())?;
    /// let entries = replay(&file.battle, file.policies, (7, 0))?;
    /// let log = LogFile::new(&file.battle, file.armies.clone(), entries);
    /// let settings = AdviceSettings { games: 20, seed: 1, policy: PolicyKind::Quick };
    /// let advice = log.advice(Catalogue::shipped(), (3, &settings), &Unwatched)?;
    /// assert_eq!((advice.round, advice.games), (2, 20));
    /// assert!(advice.turns.iter().any(|turn| turn.played));
    /// # Ok(())
    /// # }
    /// ```
    pub fn advice(
        &self,
        catalogue: &Catalogue,
        (turn, settings): (usize, &AdviceSettings),
        control: &dyn Control,
    ) -> Result<AdviceDocument, LogError> {
        let battle = self.battle(catalogue)?;
        Ok(AdviceDocument::on_turn(&battle, (&self.entries, turn), settings, control)?)
    }

    /// Draws advice on the table before its turn, as SVG.
    ///
    /// # Errors
    /// [`LogError`] if the header of the log is not valid.
    pub fn advice_picture(
        &self,
        catalogue: &Catalogue,
        advice: &AdviceDocument,
    ) -> Result<String, LogError> {
        Ok(advice.picture_of_turn(&self.battle(catalogue)?, &self.entries))
    }
}

impl AdviceDocument {
    /// Finds the best turns of the player who takes turn number `turn` of a battle, from 1, once the
    /// events of the battle are verified.
    ///
    /// # Errors
    /// [`AdviceError`] if the events are not legal or have no such turn.
    pub fn on_turn(
        battle: &Battle,
        (entries, turn): (&[LogEntry], usize),
        settings: &AdviceSettings,
        control: &dyn Control,
    ) -> Result<Self, AdviceError> {
        let advice = advise(battle, (entries, turn), settings, control)?;
        Ok(Self::new((battle, Some(turn)), &advice, settings))
    }

    /// Draws the advice on a turn of a battle on the table before it, as SVG.
    pub fn picture_of_turn(&self, battle: &Battle, entries: &[LogEntry]) -> String {
        let mut before = snapshots(battle, entries);
        before.truncate(self.turn.unwrap_or(0));
        self.picture(battle, before.pop().unwrap_or_default())
    }

    /// Creates the document of advice on a turn of a log, or on a position.
    pub(crate) fn new(
        (battle, turn): (&Battle, Option<usize>),
        advice: &Advice,
        settings: &AdviceSettings,
    ) -> Self {
        let best = advice.turns.first();
        let advised = |tried: &TriedTurn| AdvisedTurn {
            words: turn_words(battle, &tried.turn),
            turn: tried.turn,
            played: tried.is_played,
            wins: tried.wins(),
            difference: tried.minus(best.unwrap_or(tried)),
        };
        Self {
            schema: SCHEMA,
            turn,
            round: advice.round,
            player: advice.player,
            army: crate::luck::ARMIES[advice.army],
            policy: settings.policy.name(),
            games: best.map_or(0, TriedTurn::games),
            seed: settings.seed,
            candidates: advice.candidates,
            turns: advice.turns.iter().map(advised).collect(),
        }
    }

    /// Draws the turns on the table as it was before them, as SVG.
    pub(crate) fn picture(&self, battle: &Battle, mut before: Snapshot) -> String {
        before.caption = caption(battle, self);
        let mut drawn = String::new();
        for (place, turn) in self.turns.iter().enumerate().rev() {
            let colour = COLOURS[if turn.played && place > 0 { 2 } else { place.min(1) }];
            draw(&mut drawn, (battle, &before), turn, (place + 1, colour));
        }
        svg_with(battle, &before, &drawn)
    }
}

/// Says whose turn it is, and how often each turn won.
fn caption(battle: &Battle, advice: &AdviceDocument) -> String {
    let army = usize::from(advice.army == crate::luck::ARMIES[1]);
    let name = battle.names.get(army).map_or("nobody", String::as_str);
    let turns = advice
        .turns
        .iter()
        .zip(1..)
        .map(|(turn, place)| format!("{place}. {} {:.0} %", turn.words, turn.wins.p * 100.0));
    let turns: Vec<String> = turns.collect();
    let turn = advice.turn.map_or_else(String::new, |turn| format!(", turn {turn}"));
    format!("Round {}{turn}: {name}. {}", advice.round, turns.join("; "))
}

/// Where a turn is drawn.
#[derive(Clone, Copy, Debug)]
enum TurnMark {
    /// The unit ends there; a line leads from where it is now, if it is on the table.
    Move(UnitId, Option<Point>, Pose),
    /// It acts on another unit.
    Attack([Point; 2]),
    /// Something happens to a unit.
    At(Point),
}

fn mark(snapshot: &Snapshot, turn: &PlayerTurn) -> Option<TurnMark> {
    let pose = |unit: UnitId| snapshot.unit(unit.0.into()).map(|(pose, _)| pose);
    match turn {
        PlayerTurn::Unit { unit, action }
        | PlayerTurn::Ncu { benefit: Benefit::Act { unit, action }, .. } => {
            let from = pose(*unit)?;
            let moved = |pose: Pose, direction, by| pose.moved(direction, by).ok();
            let end = match *action {
                UnitAction::Manoeuvre { first, ahead, then } => {
                    moved(from.facing(first), Direction::Forward, ahead)?.facing(then)
                }
                UnitAction::March { ahead, then } => {
                    moved(from, Direction::Forward, ahead)?.facing(then)
                }
                UnitAction::Retreat(path) => {
                    moved(from, path.direction, path.by)?.facing(path.then)
                }
                UnitAction::Shoot { target, .. }
                | UnitAction::Melee { target, .. }
                | UnitAction::Charge { target, .. } => {
                    return Some(TurnMark::Attack([from.middle, pose(target)?.middle]));
                }
                UnitAction::Forgo | UnitAction::Demolish { .. } => {
                    return Some(TurnMark::At(from.middle));
                }
            };
            Some(TurnMark::Move(*unit, Some(from.middle), end))
        }
        PlayerTurn::Ncu {
            benefit:
                Benefit::Test { unit }
                | Benefit::Restore { unit, .. }
                | Benefit::Token { unit, .. }
                | Benefit::Mission { unit, .. },
            ..
        } => Some(TurnMark::At(pose(*unit)?.middle)),
        PlayerTurn::Reserve { unit, pose } => Some(TurnMark::Move(*unit, None, *pose)),
        PlayerTurn::Ncu { benefit: Benefit::Nothing, .. } | PlayerTurn::Wait => None,
    }
}

/// Draws a turn with its place among the advised ones.
fn draw(
    out: &mut String,
    (battle, snapshot): (&Battle, &Snapshot),
    turn: &AdvisedTurn,
    (place, colour): (usize, &str),
) {
    let Some(mark) = mark(snapshot, &turn.turn) else { return };
    let mut line = |[from, to]: [Point; 2]| {
        // writing to a string never fails
        let _ = write!(
            out,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{colour}\" \
             stroke-width=\"200\"/>",
            from.x(),
            -from.y(),
            to.x(),
            -to.y()
        );
    };
    let at = match mark {
        TurnMark::Move(unit, from, pose) => {
            if let Some(from) = from {
                line([from, pose.middle]);
            }
            if let Some(one) = battle.fighter(unit) {
                let corners = points(Tray::new(one.tray, pose).shape().corners());
                let _ = write!(
                    out,
                    "<polygon points=\"{corners}\" fill=\"{colour}\" fill-opacity=\"0.2\" \
                     stroke=\"{colour}\" stroke-width=\"150\" stroke-dasharray=\"500 300\"/>"
                );
            }
            pose.middle
        }
        TurnMark::Attack([from, to]) => {
            line([from, to]);
            to
        }
        TurnMark::At(at) => at,
    };
    // numbers of several turns at one place lie side by side
    let (x, y) = (at.x() + 1_700 * (place as i32 - 2), -at.y());
    let _ = write!(
        out,
        "<g><title>{}</title><circle cx=\"{x}\" cy=\"{y}\" r=\"800\" fill=\"{colour}\" \
         stroke=\"#fff\" stroke-width=\"100\"/><text x=\"{x}\" y=\"{}\" font-size=\"1100\" \
         fill=\"#fff\" text-anchor=\"middle\">{place}</text></g>",
        escaped(&turn.words),
        y + 390
    );
}
