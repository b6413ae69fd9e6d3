//! A referee: plays a log again with its choices and its dice, and refuses what is against the
//! rules. It knows rules and geometry, but no policy and nothing of what players think of.

use crate::battle::Battle;
use crate::choice::PlayerChoice;
use crate::decision::{Decide, DecisionError, PlayerDecision, PlayerView};
use crate::dice::{BattleDice, entry};
use crate::field::PlayerId;
use crate::log::{BattleEnding, LogEntry, Recorder, RuleViolation};
use crate::outcomes::{EncounterError, EncounterSpec, OutcomeCache};
use crate::play::{Play, PlayError};
use crate::run::initial_state;
use std::cell::RefCell;
use std::rc::Rc;
use warodds_engine::chance::{DiceSource, Die, Label};
use warodds_games::asoiaf::Aftermath;

/// Why a log is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {entry}: {refusal}")]
pub struct LogRefusal {
    /// The number of the entry, from 1.
    pub entry: usize,
    /// What is wrong, and by which rule.
    pub refusal: RuleViolation,
}

/// A log that is read from its initial_state.
#[derive(Debug)]
struct LogCursor<'a> {
    entries: &'a [LogEntry],
    /// How many are read.
    read: usize,
    /// What was wrong first.
    wrong: Option<RuleViolation>,
}

impl LogCursor<'_> {
    fn next(&self) -> Option<&LogEntry> {
        self.entries.get(self.read)
    }

    fn refuse(&mut self, refusal: RuleViolation) {
        if self.wrong.is_none() {
            self.wrong = Some(refusal);
        }
    }
}

type SharedCursor<'a> = Rc<RefCell<LogCursor<'a>>>;

/// Whoever chose in the log.
struct LoggedChoices<'a> {
    script: SharedCursor<'a>,
}

impl Decide for LoggedChoices<'_> {
    /// The choice that comes next. Who chose, and from which edge, is compared when it is recorded.
    fn choose(
        &mut self,
        _: &PlayerView<'_>,
        asked: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError> {
        let mut script = self.script.borrow_mut();
        match script.next().cloned() {
            Some(LogEntry::Chose { player, choice }) => {
                let turned = player == PlayerId::North;
                Ok(if turned { choice.rotated_180() } else { choice })
            }
            other => {
                let rule = asked.rule();
                let found = other.map_or("the log ends".to_owned(), |entry| told(&entry));
                let why = format!("a player must choose here ({asked:?}), and {found}");
                script.refuse(RuleViolation::new(rule, why.clone()));
                Err(DecisionError::None(why))
            }
        }
    }
}

/// What happened, compared with what the log says.
struct LogVerifier<'a> {
    script: SharedCursor<'a>,
}

impl Recorder for LogVerifier<'_> {
    fn record(&mut self, entry: LogEntry) -> Result<(), RuleViolation> {
        let mut script = self.script.borrow_mut();
        if script.next() == Some(&entry) {
            script.read += 1;
            return Ok(());
        }
        let found = script.next().map_or("the log ends".to_owned(), told);
        let why = format!("by the rules {}, but {found}", told(&entry));
        let refusal = RuleViolation::new(entry.rule().to_owned(), why);
        script.refuse(refusal.clone());
        Err(refusal)
    }
}

/// An entry in words.
fn told(entry: &LogEntry) -> String {
    serde_json::to_string(entry).unwrap_or_else(|_| format!("{entry:?}"))
}

/// The dice of the log.
struct LoggedDice<'a> {
    script: SharedCursor<'a>,
    lost: bool,
}

impl LoggedDice<'_> {
    /// The faces of the dice that come next.
    fn take(&mut self, label: &'static Label, sides: u8, faces: &mut [u8]) {
        let mut script = self.script.borrow_mut();
        let expected = entry(label, sides, faces);
        if let (
            Some(LogEntry::Rolled { what, rule, sides: of, faces: shown }),
            LogEntry::Rolled { what: expected, rule: by, .. },
        ) = (script.next(), &expected)
            && (what, rule, *of, shown.len()) == (expected, by, sides, faces.len())
            && shown.iter().all(|face| (1..=sides).contains(face))
        {
            faces.copy_from_slice(shown);
            script.read += 1;
            return;
        }
        let found = script.next().map_or("the log ends".to_owned(), told);
        let count = faces.len();
        let why =
            format!("{count} of `{}` with {sides} faces must be rolled, but {found}", label.what);
        script.refuse(RuleViolation::new(label.rule, why));
        self.lost = true;
        // play goes on to where the refusal is heard
        faces.fill(1);
    }
}

impl DiceSource for LoggedDice<'_> {
    fn roll(&mut self, label: &'static Label, die: Die, _: Option<u8>, faces: &mut [u8]) {
        let sides = match die {
            Die::D6 => 6,
            Die::D3 => 3,
        };
        self.take(label, sides, faces);
    }

    fn mark_invalid(&mut self) {
        self.lost = true;
    }
}

impl BattleDice for LoggedDice<'_> {
    fn throw(&mut self, label: &'static Label, die: Die, faces: &mut [u8]) {
        self.roll(label, die, None, faces);
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
        let after = outcomes.get(meeting)?.roll(self)?;
        if self.lost { Err(EncounterError::Lost) } else { Ok(after) }
    }

    fn is_lost(&self) -> bool {
        self.lost
    }
}

/// Plays a log again; how it ended.
///
/// # Errors
/// With the first entry that is against the rules, and the rule.
pub fn check(battle: &Battle, entries: &[LogEntry]) -> Result<BattleEnding, LogRefusal> {
    check_with_cache(battle, &OutcomeCache::new(&battle.units, battle.rulebook.edition()), entries)
}

/// The same with outcomes that are kept from log to log.
///
/// # Errors
/// With the first entry that is against the rules, and the rule.
pub fn check_with_cache(
    battle: &Battle,
    outcomes: &OutcomeCache<'_>,
    entries: &[LogEntry],
) -> Result<BattleEnding, LogRefusal> {
    let script = Rc::new(RefCell::new(LogCursor { entries, read: 0, wrong: None }));
    let shared = || Rc::clone(&script);
    let [mut a, mut b] = [LoggedChoices { script: shared() }, LoggedChoices { script: shared() }];
    let mut dice = LoggedDice { script: shared(), lost: false };
    let mut record = LogVerifier { script: shared() };
    let played = initial_state(battle, 0).and_then(|state| {
        Play::new((battle, outcomes), state, [&mut a, &mut b], &mut dice, &mut record).play()
    });
    let script = script.borrow();
    let refused = |refusal| LogRefusal { entry: script.read + 1, refusal };
    if let Some(refusal) = &script.wrong {
        return Err(refused(refusal.clone()));
    }
    match played {
        Ok(ending) if script.read == entries.len() => Ok(ending),
        Ok(_) => {
            Err(refused(RuleViolation::new("A12.11", "the battle is over, but the log goes on")))
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
