//! The referee: verifies that a log is a legal battle.
//!
//! It plays the battle again with the choices and dice of the log and compares every event with the
//! log. It uses the rules, but no policy, so it accepts any legal choice. Where trays and pieces lie
//! is checked a second time with geometry of its own, and hands and decks of tactics cards and what
//! NCUs do are followed from the entries alone.

mod hands;
mod missions;
mod ncus;
mod placement;
mod polygon;
mod seen;
mod siege;
mod silencing_cards;

use crate::battle::Battle;
use crate::choice::PlayerChoice;
use crate::decision::{Decide, DecisionError, PlayerDecision, PlayerView};
use crate::dice::{BattleDice, entry};
use crate::field::PlayerId;
use crate::log::{BattleEnding, LogEntry, Recorder, RuleViolation};
use crate::outcomes::{EncounterError, EncounterSpec, OutcomeCache};
use crate::play::{Play, PlayError};
use crate::run::initial_state;
use hands::Hands;
use missions::MissionPlaces;
use ncus::FollowedNcus;
use placement::{Placements, check_left_out};
pub(crate) use seen::{SeenTurn, check_and_watch};
use siege::FollowedSiege;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use warodds_engine::chance::{DiceSource, Die, Label};
use warodds_games::asoiaf::Aftermath;

/// Why a log is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {entry}: {refusal}")]
pub struct LogRefusal {
    /// Number of the offending entry, from 1.
    pub entry: usize,
    /// The reason and the rule.
    pub refusal: RuleViolation,
}

/// A position in a log, shared by everything that reads it.
#[derive(Debug)]
struct LogCursor<'a> {
    entries: &'a [LogEntry],
    /// Number of entries read.
    read: usize,
    /// The first violation; later ones follow from it.
    violation: Option<RuleViolation>,
    /// The encounters resolved so far.
    encounters: Vec<ResolvedEncounter>,
}

/// An attack, charge or panic test of a log with its outcome.
#[derive(Clone, Debug)]
pub(crate) struct ResolvedEncounter {
    /// The entries of its dice.
    pub entries: Range<usize>,
    pub spec: EncounterSpec,
    pub after: Aftermath,
}

impl LogCursor<'_> {
    fn next(&self) -> Option<&LogEntry> {
        self.entries.get(self.read)
    }

    fn refuse(&mut self, violation: RuleViolation) {
        if self.violation.is_none() {
            self.violation = Some(violation);
        }
    }
}

// players, dice and recorder read the same log in turn, so they share one position
type SharedCursor<'a> = Rc<RefCell<LogCursor<'a>>>;

/// A player who makes the choices of the log.
struct LoggedChoices<'a> {
    cursor: SharedCursor<'a>,
}

impl LoggedChoices<'_> {
    /// Refuses to leave out a piece of terrain for which there is room.
    fn check_left_out(&self, view: &PlayerView<'_>, kind: u8) -> Result<(), DecisionError> {
        let Some(kind) = view.battle.kinds.get(usize::from(kind)) else { return Ok(()) };
        check_left_out(view.battle, &view.state, kind).map_err(|violation| {
            let why = violation.to_string();
            self.cursor.borrow_mut().refuse(violation);
            DecisionError::None(why)
        })
    }
}

impl Decide for LoggedChoices<'_> {
    // the player of the entry is not checked here: `LogVerifier` compares the whole entry
    fn choose(
        &mut self,
        view: &PlayerView<'_>,
        decision: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError> {
        let leaves_out = matches!(
            self.cursor.borrow().next(),
            Some(LogEntry::Chose { choice: PlayerChoice::Piece(None), .. })
        );
        if let PlayerDecision::Piece(kind) = decision
            && leaves_out
        {
            self.check_left_out(view, *kind)?;
        }
        let mut cursor = self.cursor.borrow_mut();
        match cursor.next().cloned() {
            Some(LogEntry::Chose { player, choice }) => {
                let is_rotated = player == PlayerId::North;
                Ok(if is_rotated { choice.rotated_180() } else { choice })
            }
            other => {
                let rule = decision.rule();
                let found = other.map_or("the end of the log".to_owned(), |entry| describe(&entry));
                let why = format!("expected a player's choice ({decision:?}), found {found}");
                cursor.refuse(RuleViolation::new(rule, why.clone()));
                Err(DecisionError::None(why))
            }
        }
    }
}

/// A recorder that compares every event with the log, and follows where trays stand, which cards
/// hands hold, and where missions are.
struct LogVerifier<'a> {
    cursor: SharedCursor<'a>,
    placements: Placements<'a>,
    hands: Hands<'a>,
    ncus: FollowedNcus<'a>,
    missions: MissionPlaces,
    siege: FollowedSiege<'a>,
}

impl Recorder for LogVerifier<'_> {
    fn record(&mut self, entry: LogEntry) -> Result<(), RuleViolation> {
        let mut cursor = self.cursor.borrow_mut();
        if cursor.next() == Some(&entry) {
            let followed = self.placements.follow(&entry);
            let followed = followed.and_then(|()| self.hands.follow(&entry));
            let followed = followed.and_then(|()| self.ncus.follow(&entry));
            let followed = followed.and_then(|()| self.siege.follow(&entry));
            if let Err(violation) = followed.and_then(|()| self.missions.follow(&entry)) {
                cursor.refuse(violation.clone());
                return Err(violation);
            }
            cursor.read += 1;
            return Ok(());
        }
        let found = cursor.next().map_or("the end of the log".to_owned(), describe);
        let why = format!("the rules require {}, but found {found}", describe(&entry));
        let refusal = RuleViolation::new(entry.rule().to_owned(), why);
        cursor.refuse(refusal.clone());
        Err(refusal)
    }
}

/// Returns an entry as JSON, as the log shows it.
fn describe(entry: &LogEntry) -> String {
    serde_json::to_string(entry).unwrap_or_else(|_| format!("{entry:?}"))
}

/// Dice that show the faces of the log.
struct LoggedDice<'a> {
    cursor: SharedCursor<'a>,
    lost: bool,
}

impl LoggedDice<'_> {
    /// Reads the faces of the next roll into `faces`.
    fn take(&mut self, label: &'static Label, sides: u8, faces: &mut [u8]) {
        let mut cursor = self.cursor.borrow_mut();
        let expected = entry(label, sides, faces);
        if let (
            Some(LogEntry::Rolled { what, rule, sides: of, faces: shown }),
            LogEntry::Rolled { what: expected, rule: by, .. },
        ) = (cursor.next(), &expected)
            && (what, rule, *of, shown.len()) == (expected, by, sides, faces.len())
            && shown.iter().all(|face| (1..=sides).contains(face))
        {
            faces.copy_from_slice(shown);
            cursor.read += 1;
            return;
        }
        let found = cursor.next().map_or("the end of the log".to_owned(), describe);
        let count = faces.len();
        let why = format!("expected {count} × `{}` with {sides} faces, found {found}", label.what);
        cursor.refuse(RuleViolation::new(label.rule, why));
        self.lost = true;
        // dice cannot fail: the battle stops where it next checks for missing dice
        faces.fill(1);
    }
}

impl DiceSource for LoggedDice<'_> {
    fn roll(&mut self, label: &'static Label, die: Die, faces: &mut [u8]) {
        self.take(label, die.faces(), faces);
    }
}

impl BattleDice for LoggedDice<'_> {
    fn throw(&mut self, label: &'static Label, die: Die, faces: &mut [u8]) {
        self.roll(label, die, faces);
    }

    fn card(&mut self, label: &'static Label, of: u8) -> u8 {
        let mut face = [0];
        self.take(label, of, &mut face);
        face[0].saturating_sub(1)
    }

    fn resolve(
        &mut self,
        outcomes: &OutcomeCache<'_>,
        meeting: &EncounterSpec,
    ) -> Result<Aftermath, EncounterError> {
        let start = self.cursor.borrow().read;
        let after = outcomes.get(meeting)?.roll(self)?;
        // a rule cannot stop in mid-roll: it ends with a wrong result, which is discarded here
        if self.lost {
            return Err(EncounterError::Lost);
        }
        let mut cursor = self.cursor.borrow_mut();
        let entries = start..cursor.read;
        cursor.encounters.push(ResolvedEncounter { entries, spec: *meeting, after });
        Ok(after)
    }

    fn is_lost(&self) -> bool {
        self.lost
    }
}

/// Verifies a log and returns how the battle ended.
///
/// # Errors
/// The first illegal entry and the rule that it breaks.
///
/// # Examples
/// ```
/// # use std::path::Path;
/// # use warodds_battles::{file::load_text, log::LogEntry, referee::check, run::replay};
/// # use warodds_questions::catalogue::Catalogue;
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
/// let mut log = replay(&file.battle, file.policies, (7, 0))?;
/// assert!(check(&file.battle, &log).is_ok());
///
/// // without its last entry, the end, the log is incomplete
/// log.pop();
/// let refusal = check(&file.battle, &log).unwrap_err();
/// assert_eq!(refusal.entry, log.len() + 1);
/// # Ok(())
/// # }
/// ```
pub fn check(battle: &Battle, entries: &[LogEntry]) -> Result<BattleEnding, LogRefusal> {
    check_with_cache(battle, &battle.outcome_cache(), entries)
}

/// Verifies a log with a cache that several logs of the battle share.
///
/// # Errors
/// The first illegal entry and the rule that it breaks.
pub fn check_with_cache(
    battle: &Battle,
    outcomes: &OutcomeCache<'_>,
    entries: &[LogEntry],
) -> Result<BattleEnding, LogRefusal> {
    check_and_list(battle, outcomes, entries).map(|(ending, _)| ending)
}

/// Verifies a log and lists its encounters in order.
///
/// # Errors
/// The first illegal entry and the rule that it breaks.
pub(crate) fn check_and_list(
    battle: &Battle,
    outcomes: &OutcomeCache<'_>,
    entries: &[LogEntry],
) -> Result<(BattleEnding, Vec<ResolvedEncounter>), LogRefusal> {
    read((battle, outcomes), entries, |cursor| LoggedChoices { cursor })
}

/// Verifies a log with players made from its cursor, as [`check_and_list`] does.
fn read<'a, D: Decide>(
    (battle, outcomes): (&'a Battle, &OutcomeCache<'_>),
    entries: &'a [LogEntry],
    player: impl Fn(SharedCursor<'a>) -> D,
) -> Result<(BattleEnding, Vec<ResolvedEncounter>), LogRefusal> {
    let (read, violation, encounters) = (0, None, Vec::new());
    let cursor = Rc::new(RefCell::new(LogCursor { entries, read, violation, encounters }));
    let shared = || Rc::clone(&cursor);
    let [mut a, mut b] = [player(shared()), player(shared())];
    let mut dice = LoggedDice { cursor: shared(), lost: false };
    let (placements, hands) = (Placements::new(battle), Hands::new(battle));
    let ncus = FollowedNcus::new(battle);
    let missions = MissionPlaces::new(battle);
    let siege = FollowedSiege::new(battle);
    let mut record = LogVerifier { cursor: shared(), placements, hands, ncus, missions, siege };
    let played = initial_state(battle, 0).and_then(|state| {
        Play::new((battle, outcomes), state, [&mut a, &mut b], &mut dice, &mut record).play()
    });
    let mut cursor = cursor.borrow_mut();
    // the violation found first explains the error with which play stopped
    let refused = |refusal| LogRefusal { entry: cursor.read + 1, refusal };
    if let Some(refusal) = &cursor.violation {
        return Err(refused(refusal.clone()));
    }
    match played {
        Ok(ending) if cursor.read == entries.len() => {
            Ok((ending, std::mem::take(&mut cursor.encounters)))
        }
        Ok(_) => {
            Err(refused(RuleViolation::new("A12.11", "the battle is over, but the log continues")))
        }
        Err(PlayError::Refused(refusal)) => Err(refused(refusal)),
        Err(PlayError::NoChoice(none)) => {
            Err(refused(RuleViolation::new("A12.6", none.to_string())))
        }
        Err(PlayError::Encounter(error)) => {
            Err(refused(RuleViolation::new("A2", error.to_string())))
        }
    }
}
