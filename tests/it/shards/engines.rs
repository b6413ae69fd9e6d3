//! Shards of each engine against its whole run.
//!
//! Nothing here is random but where runs are cut, by a fixed seed: what is compared is whole
//! numbers, and there are no false alarms.

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::common::{attack, attacker, defender};
use crate::conditional::questions::{self, S1, S2};
use warodds::engine::{
    BLOCK, Goal, Isa, LONG_BLOCK, Resolve, Sampler, Shard, StdControl, paired, sample_long,
};
use warodds::games::asoiaf::attack::AttackRule;
use warodds::games::asoiaf::values::Activations;
use warodds::games::asoiaf::{Duel, Duellist, Opening, Question};
use warodds::games::warmachine::campaign::CampaignRule;
use warodds::request::link::Link;
use warodds::request::{self, Given, Setup};
use warodds::scenario::campaign::parse;
use warodds::shard::{Gaps, How, Merged, Merger, ShardFile, Source};
use warodds::study::{Counts, EngineKind};

/// A run that ends with a broken block.
const TRIALS: u64 = 11 * BLOCK + 77;

fn goal(trials: u64) -> Goal {
    Goal { trials, seed: 41, precision: None }
}

/// `blocks` cut at random places, shuffled; sometimes empty, the last open-ended.
fn cut(blocks: u64, rng: &mut StdRng) -> Vec<Shard> {
    let mut cuts: Vec<u64> = (0..4).map(|_| rng.random_range(0..=blocks)).collect();
    cuts.extend([0, blocks]);
    cuts.sort_unstable();
    let mut shards: Vec<Shard> =
        cuts.windows(2).map(|ends| Shard { first: ends[0], blocks: ends[1] - ends[0] }).collect();
    shards.shuffle(rng);
    shards
}

/// The counts of the whole and of shards in several cuts are the same.
fn is_the_whole(trials: u64, block: u64, count: impl Fn(Shard) -> (Counts, u64)) {
    let (whole, counted) = count(Shard::WHOLE);
    assert_eq!(counted, trials);
    let mut rng = StdRng::seed_from_u64(5);
    for _ in 0..6 {
        let shards = cut(trials.div_ceil(block), &mut rng);
        let mut parts = shards.iter().map(|shard| count(*shard));
        let (mut sum, mut all) = parts.next().expect("there are shards");
        for (counts, trials) in parts {
            sum.add(&counts).expect("of the same question");
            all += trials;
        }
        assert_eq!((&sum, all), (&whole, trials), "{shards:?}");
    }
}

fn duel_rule() -> Box<dyn Resolve> {
    let side = || Duellist {
        attacker: attacker(8, 4),
        defender: defender(4, 6),
        presence: Default::default(),
    };
    let activations = Activations::new(5).expect("in range");
    let duel = Duel { a: side(), b: side(), activations, opening: Opening::default() };
    warodds::games::Question::from(Question::Duel(duel.into())).ready()
}

fn attack_rule() -> Box<dyn Resolve> {
    warodds::games::Question::from(Question::Attack(attack(8, 3, 4, 7))).ready()
}

#[test]
fn shards_of_lanes_and_table_are_the_run() {
    for sampler in [Sampler::Lanes(Isa::best()), Sampler::Lanes(Isa::Portable), Sampler::Table] {
        for rule in [attack_rule(), duel_rule()] {
            is_the_whole(TRIALS, BLOCK, |shard| {
                let seen = rule.sample_shard(sampler, goal(TRIALS), shard, &StdControl);
                let seen = seen.expect("it keeps its contract");
                assert!(!seen.partial, "a shard that is done is whole");
                ((&seen).into(), seen.trials)
            });
        }
    }
}

#[test]
fn shards_of_what_is_given_are_the_run() {
    let rule = attack_rule();
    is_the_whole(TRIALS, BLOCK, |shard| {
        let found = rule.conditional_shard(goal(TRIALS), shard, &StdControl);
        let found = found.expect("hits are given").expect("it keeps its contract");
        (Counts::Given(found.given), found.trials)
    });
}

#[test]
fn shards_of_common_dice_are_the_run() {
    let rules = [S1, S2].map(|case| AttackRule::new(&questions::attack(case)));
    is_the_whole(TRIALS, BLOCK, |shard| {
        let pairs = paired(rules.each_ref(), 0, goal(TRIALS), shard, &StdControl);
        let rows: Vec<Vec<u64>> =
            pairs.expect("it keeps its contract").rows().map(<[u64]>::to_vec).collect();
        let trials = rows.iter().flatten().sum();
        (Counts::Seen { slots: rows, joint: None }, trials)
    });
}

#[test]
fn shards_of_long_games_are_the_run() {
    let text = include_str!("../../../scenarios/campaigns/border-war.toml");
    let campaign = parse("border-war.toml", text).expect("a campaign").campaign;
    let trials = 7 * LONG_BLOCK + 3;
    is_the_whole(trials, LONG_BLOCK, |shard| {
        let rule = CampaignRule::new(&campaign);
        let seen = sample_long(&rule, goal(trials), shard, &StdControl);
        let seen = seen.expect("it keeps its contract");
        ((&seen).into(), seen.trials)
    });
}

#[test]
fn precise_shards_count_their_own_blocks_alone() {
    let wanted = |precision| Goal { precision: Some(precision), ..goal(60 * BLOCK) };
    let rule = attack_rule();
    let seen = |precision, shard| {
        let sampler = Sampler::Lanes(Isa::best());
        rule.sample_shard(sampler, wanted(precision), shard, &StdControl).expect("an answer")
    };
    let late = Shard { first: 50, blocks: 4 };
    assert_eq!(seen(10.0, late).trials, BLOCK, "one block is precise enough");
    let found = seen(1e-9, late);
    assert_eq!((found.trials, found.imprecise, found.partial), (4 * BLOCK, true, false));
}

/// The shards of a link, merged in reverse, and the reply of one run, as the program prints them.
fn merged_and_whole(link: &str, engine: Given) -> (String, String) {
    let Link { kind, given, .. } = Link::read(link).expect("a link");
    let with = engine.all().fold(given.clone(), |given, (id, text)| given.with(id, text));
    let (source, engine) = Source::of_given(&kind, &with).expect("it can be shared out");
    let how = How { engine, seed: 9 };
    let mut merger = Merger::new();
    for first in [4, 0, 2] {
        let shard = Shard { first, blocks: 2 };
        let file = ShardFile::count(&source, how, shard, None, &StdControl).expect("counted");
        merger.add_text("a shard", &file.text().expect("JSON")).expect("of one run");
    }
    let Ok(Merged::Link(_, _, reply)) = merger.merged(Gaps::Refused) else {
        panic!("a link stays one");
    };
    let given = with.with("trials", &(6 * BLOCK).to_string()).with("seed", "9");
    let engine = if engine == EngineKind::Conditional { None } else { Some("monte-carlo") };
    let given = engine.into_iter().fold(given, |given, name| given.with("engine", name));
    let whole = request::reply(&kind, &given, &Setup::shipped(), &StdControl).expect("a reply");
    (reply.json().expect("JSON"), whole.json().expect("JSON"))
}

#[test]
fn links_are_shared_out_as_files_are() {
    let links = [
        "attack/stark-sworn-swords/lannister-guardsmen?charge&facing=flank",
        "panic?morale=7&panicked",
        // several questions in one, of which the best comes first
        "options/stark-sworn-swords/lannister-guardsmen?distance=8",
        "charge?speed=5&distance=7..9&dice=8&hit=3&defense=4&morale=7",
    ];
    for link in links {
        let (merged, whole) = merged_and_whole(link, Given::new());
        assert_eq!(merged, whole, "{link}");
    }
    let conditional = Given::new().with("conditional", "");
    let (merged, whole) = merged_and_whole(links[0], conditional);
    assert_eq!(merged, whole);
}

#[test]
fn what_is_no_part_of_a_run_is_refused() {
    let refused = |link: &str| {
        let Link { kind, given, .. } = Link::read(link).expect("a link");
        let asked = Source::of_given(&kind, &given);
        asked.and_then(|(source, _)| source.pose().map(|_| ())).expect_err(link).to_string()
    };
    for (link, words) in [
        ("panic?morale=7&trials=100", "--trials cannot be shared out"),
        ("panic?morale=7&engine=exact", "`exact` counts nothing"),
        ("panic?morale=7&catalogue=x", "--catalogue cannot be shared out"),
        ("matrix?attackers=stark", "nothing here is sampled"),
        ("panic?morale=77", "--morale cannot be `77`"),
    ] {
        assert!(refused(link).contains(words), "{link}: {}", refused(link));
    }
}
