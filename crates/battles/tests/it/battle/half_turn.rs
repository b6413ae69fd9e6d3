//! Battles turned by half with the players swapped: the same choices, dice and results, bit for
//! bit.

use crate::battle::{SHIPPED_LISTS, battle, by};
use warodds_battles::battle::{Battle, Ground};
use warodds_battles::choice::Choice;
use warodds_battles::dice::Rolled;
use warodds_battles::log::{Entry, Unheard};
use warodds_battles::modes::Mode;
use warodds_battles::outcomes::OutcomeCache;
use warodds_battles::play::Play;
use warodds_battles::policy::{PolicyKind, PolicyPlayer};
use warodds_battles::run::{Words, beginning, seed_of_game};
use warodds_battles::seen::{Asked, Decide, NoChoice, Seen};
use warodds_battles::state::State;

/// A policy that keeps the states in which it had a turn, as it sees them.
struct Keeping<'a> {
    player: PolicyPlayer,
    kept: &'a std::cell::RefCell<Vec<State>>,
}

impl Decide for Keeping<'_> {
    fn choose(&mut self, seen: &Seen<'_>, asked: &Asked) -> Result<Choice, NoChoice> {
        if *asked == Asked::Turn {
            self.kept.borrow_mut().push(seen.state.clone().into_owned());
        }
        self.player.choose(seen, asked)
    }
}

/// States in which somebody has a turn, whose he is sitting at the southern edge.
fn states(battle: &Battle, games: u64, kind: PolicyKind) -> Vec<State> {
    let outcomes = OutcomeCache::new(&battle.units, battle.rulebook.edition());
    let kept = std::cell::RefCell::new(Vec::new());
    for game in 0..games {
        let seed = seed_of_game(21, game);
        let keeping = || Keeping { player: PolicyPlayer::new(by(kind)), kept: &kept };
        let ([mut a, mut b], mut dice) = ([keeping(), keeping()], Rolled::new(Words::new(seed)));
        let state = beginning(battle, seed).unwrap();
        let mut record = Unheard;
        Play::new((battle, &outcomes), state, [&mut a, &mut b], &mut dice, &mut record)
            .play()
            .unwrap();
    }
    kept.into_inner()
}

/// A state after a turn by these dice, with what was logged.
fn after(
    battle: &Battle,
    outcomes: &OutcomeCache<'_>,
    state: State,
    seed: u64,
) -> (State, Vec<Entry>) {
    let [mut a, mut b] =
        [PolicyPlayer::new(by(PolicyKind::Greedy)), PolicyPlayer::new(by(PolicyKind::Greedy))];
    let mut dice = Rolled::told(Words::new(seed));
    let mut log: Vec<Entry> = Vec::new();
    let mut play = Play::new((battle, outcomes), state, [&mut a, &mut b], &mut dice, &mut log);
    play.play_turn().unwrap();
    let state = play.state.clone();
    (state, log)
}

#[test]
fn turns_are_the_same_from_either_edge() {
    let (mut turns, mut moved) = (0, 0);
    for mode in Mode::ALL {
        let battle = battle(mode, Ground::Random, SHIPPED_LISTS);
        let outcomes = OutcomeCache::new(&battle.units, battle.rulebook.edition());
        for (number, state) in states(&battle, 8, PolicyKind::Quick).into_iter().enumerate() {
            let seed = number as u64;
            let turned = state.half_turned();
            let (here, log) = after(&battle, &outcomes, state.clone(), seed);
            let (there, other) = after(&battle, &outcomes, turned, seed);
            assert_eq!(here, there.half_turned(), "{log:?} and {other:?}");
            assert_eq!(log.len(), other.len());
            turns += 1;
            moved += u32::from(here.field != state.field);
        }
    }
    assert!(turns > 1_500 && moved > 500, "{turns} turns, {moved} of them moved somebody");
}
