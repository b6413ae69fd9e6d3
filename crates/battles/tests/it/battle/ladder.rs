//! Contests of policies.

use super::lists::{SHIPPED_LISTS, battle};
use warodds_battles::battle::{Battle, Mode, TerrainSetup};
use warodds_battles::policy::{BattlePolicy, CardPolicy, PolicyKind, Weights};
use warodds_battles::run::ladder::{Contest, PairCounts, Sprt, Verdict};
use warodds_engine::run::StdControl;

fn battles(mode: Mode) -> Vec<Battle> {
    let [a, b] = SHIPPED_LISTS;
    [[a, b], [b, a]].map(|lists| battle(mode, TerrainSetup::Random, lists)).to_vec()
}

fn contest(battles: &[Battle], policies: [BattlePolicy; 2], rounds: u64) -> Contest<'_> {
    Contest { battles, policies, seed: 11, rounds }
}

/// The games of a pair are the same game if both policies are, so every pair is drawn.
#[test]
fn a_policy_draws_every_pair_against_itself() {
    let battles = battles(Mode::AClashOfKings);
    let quick = BattlePolicy::new(PolicyKind::Quick, Mode::AClashOfKings);
    let counts = contest(&battles, [quick; 2], 3).play(None, &StdControl).unwrap();
    assert_eq!(counts, PairCounts([0, 0, 6, 0, 0]));
}

#[test]
fn a_policy_is_read_with_weights_and_cards() {
    let mode = Mode::FireAndBlood;
    let read = BattlePolicy::parse("greedy: reach=0.3, cards=never, threat=2", mode).unwrap();
    let tuned = BattlePolicy::new(PolicyKind::Greedy, mode);
    let weights = Weights { reach: 0.3, threat: 2.0, ..tuned.weights };
    assert_eq!(read, BattlePolicy { cards: CardPolicy::Never, weights, ..tuned });
    for (text, part) in [
        ("greedy:cards=often", "cards that must be one of never, first-chance, priced"),
        ("greedy:reach=-1", "must be a number from 0 to 100, not -1"),
        ("greedy:reach=\"far\"", "must be a number from 0 to 100"),
        ("greedy:reach", "wrong weights"),
        ("bold", "must be one of random, quick, greedy, roll-out"),
    ] {
        let wrong = BattlePolicy::parse(text, mode).unwrap_err();
        assert!(wrong.contains(part), "{text}: {wrong}");
    }
}

/// Quick wins about 99 % of games against random turns: 30 pairs decide.
#[test]
fn a_contest_ends_with_its_verdict() {
    let battles = battles(Mode::AFeastForCrows);
    let policy = |kind| BattlePolicy::new(kind, Mode::AFeastForCrows);
    let policies = [policy(PolicyKind::Quick), policy(PolicyKind::Random)];
    let sprt = Sprt::default();
    let play = |policies, threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| contest(&battles, policies, 100).play(Some(&sprt), &StdControl).unwrap())
    };
    let counts = play(policies, 1);
    assert_eq!((counts.pairs(), sprt.verdict(&counts)), (30, Verdict::Stronger));
    assert_eq!(play(policies, 2), counts, "on two threads");
    let [other, one] = policies;
    let PairCounts(mut turned) = play([one, other], 2);
    turned.reverse();
    assert_eq!(PairCounts(turned), counts, "seen from the other side");
}

/// Roll-outs win about 75 % of games against greedy: half or less of 120 has a chance below 1e-9.
#[test]
#[ignore = "minutes"]
fn roll_outs_beat_greedy_in_every_mode() {
    for mode in Mode::WITHOUT_MISSIONS {
        let battles = battles(mode);
        let policies = [PolicyKind::RollOut, PolicyKind::Greedy];
        let policies = policies.map(|kind| BattlePolicy::new(kind, mode));
        let counts = contest(&battles, policies, 30).play(None, &StdControl).unwrap();
        assert!(counts.share() > 0.5, "{}: {counts:?}", mode.id());
    }
}
