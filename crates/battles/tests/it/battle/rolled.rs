//! Fights as battles roll them, against their exact distributions.

use super::{SHIPPED_LISTS, battle, by};
use warodds_battles::battle::{Mode, TerrainSetup};
use warodds_battles::dice::{BattleDice, RolledDice};
use warodds_battles::log::NullRecorder;
use warodds_battles::outcomes::{
    EncounterError, EncounterKind, EncounterSpec, ExpectedOutcome, OutcomeCache,
};
use warodds_battles::play::Play;
use warodds_battles::policy::{PolicyKind, PolicyPlayer};
use warodds_battles::run::{SeededGenerator, initial_state};
use warodds_engine::chance::{Die, Label};
use warodds_games::asoiaf::Aftermath;

/// Dice that keep the attacks and charges for which they are rolled.
struct KeptFights {
    dice: RolledDice<SeededGenerator>,
    fights: Vec<EncounterSpec>,
}

impl BattleDice for KeptFights {
    fn throw(&mut self, label: &'static Label, die: Die, faces: &mut [u8]) {
        self.dice.throw(label, die, faces);
    }

    fn card(&mut self, label: &'static Label, of: u8) -> u8 {
        self.dice.card(label, of)
    }

    fn resolve(
        &mut self,
        outcomes: &OutcomeCache<'_>,
        meeting: &EncounterSpec,
    ) -> Result<Aftermath, EncounterError> {
        if matches!(meeting.kind, EncounterKind::Attack { .. } | EncounterKind::Charge { .. }) {
            self.fights.push(*meeting);
        }
        self.dice.resolve(outcomes, meeting)
    }
}

/// The results of one roll, as [`ExpectedOutcome`] counts them.
fn results(after: &Aftermath) -> [f64; 9] {
    let is = |holds: bool| f64::from(u8::from(holds));
    let tokens = |side: usize| f64::from((after.tokens[side] & 0b111).count_ones());
    let [own, other] = after.left;
    [
        own.into(),
        other.into(),
        is(own == 0),
        is(other == 0),
        is(after.failed[0]),
        is(after.failed[1]),
        is(after.arrives),
        tokens(0),
        tokens(1),
    ]
}

fn expected(of: ExpectedOutcome) -> [f64; 9] {
    let ExpectedOutcome { left, destroyed, failed, arrives, tokens } = of;
    [
        left[0],
        left[1],
        destroyed[0],
        destroyed[1],
        failed[0],
        failed[1],
        arrives,
        tokens[0],
        tokens[1],
    ]
}

/// Attacks and charges of whole battles, with wounds, tokens, terrain and orders as they come. Each
/// mean within 6 standard deviations of the exact one: 9 means of some 100 fights, each alarms
/// falsely below 1e-9. Rare results are counted rather than measured: 15 of them are allowed.
#[test]
fn fights_of_battles_are_rolled_as_their_exact_distributions_say() {
    const ROLLS: u32 = 20_000;
    let mut fights_seen = 0;
    for (seed, mode) in [(5, Mode::AFeastForCrows), (6, Mode::FireAndBlood)] {
        let battle = battle(mode, TerrainSetup::Random, SHIPPED_LISTS);
        let outcomes = battle.outcome_cache();
        let dice = RolledDice::new(SeededGenerator::new(seed));
        let mut kept = KeptFights { dice, fights: Vec::new() };
        let [mut one, mut other] = [PolicyPlayer::new(by(PolicyKind::Quick)); 2];
        let (state, mut record) = (initial_state(&battle, seed).unwrap(), NullRecorder);
        Play::new((&battle, &outcomes), state, [&mut one, &mut other], &mut kept, &mut record)
            .play()
            .unwrap();
        for fight in &kept.fights {
            let fight = outcomes.get(fight).unwrap();
            let (mut sum, mut squares) = ([0.0; 9], [0.0; 9]);
            for _ in 0..ROLLS {
                let rolled = results(&fight.roll(&mut kept.dice).unwrap());
                for (place, result) in rolled.into_iter().enumerate() {
                    sum[place] += result;
                    squares[place] += result * result;
                }
            }
            let n = f64::from(ROLLS);
            for (place, exact) in expected(fight.expected().unwrap()).into_iter().enumerate() {
                let mean = sum[place] / n;
                let spread = (squares[place] / n - mean * mean).max(0.0).sqrt() * n.sqrt();
                let far = (sum[place] - n * exact).abs();
                assert!(far <= 6.0 * spread + 15.0, "{mode:?}, {place}: {mean}, exactly {exact}");
            }
            fights_seen += 1;
        }
    }
    assert!(fights_seen >= 40, "{fights_seen} fights");
}
