//! Shards of each engine against its whole run.
//!
//! Nothing here is random but where runs are cut, by a fixed seed: what is compared is whole
//! numbers, and there are no false alarms.

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::common::{attack, attacker, combatant, defender};
use warodds::engine::{BLOCK, Goal, Isa, LONG_BLOCK, Resolve, Sampler, Shard, StdControl, play};
use warodds::games::asoiaf::values::Activations;
use warodds::games::asoiaf::{Duel, Opening, Question};
use warodds::games::warmachine::campaign::CampaignRule;
use warodds::json;
use warodds::request::link::Link;
use warodds::request::{self, Setup};
use warodds::scenario::campaign::parse;
use warodds::shard::{
    FieldMode, GapPolicy, MergedAnswer, RunSpec, ShardFile, ShardMerger, ShardSource,
};
use warodds::study::field::FieldAnswer;
use warodds::study::{Counts, EngineKind, Plan, answer_field};

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
    let side = || combatant(attacker(8, 4), defender(4, 6));
    let activations = Activations::new(5).expect("in range");
    let duel = Duel::new(side(), side(), activations, Opening::default()).expect("both can fight");
    warodds::games::Question::from(Question::Duel(duel.into())).ready()
}

fn attack_rule() -> Box<dyn Resolve> {
    warodds::games::Question::from(Question::Attack(attack(8, 3, 4, 7))).ready()
}

#[test]
fn shards_of_lanes_and_table_add_up_to_the_run() {
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
fn shards_of_long_games_are_the_run() {
    let text = include_str!("../../../scenarios/campaigns/border-war.toml");
    let campaign = parse("border-war.toml", text).expect("a campaign").campaign;
    let trials = 7 * LONG_BLOCK + 3;
    is_the_whole(trials, LONG_BLOCK, |shard| {
        let rule = CampaignRule::new(&campaign);
        let seen = play(&rule, goal(trials), shard, &StdControl);
        let seen = seen.expect("it keeps its contract");
        ((&seen).into(), seen.trials)
    });
}

#[test]
fn precision_is_measured_over_blocks_of_the_shard() {
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
fn merged_and_whole(link: &str) -> (String, String) {
    let Link { kind, given, .. } = Link::read(link).expect("a link");
    let (source, how) = ShardSource::from_fields(&kind, &given).expect("it can be shared out");
    let how = RunSpec { seed: 9, ..how };
    let mut merger = ShardMerger::new();
    for first in [4, 0, 2] {
        let shard = Shard { first, blocks: 2 };
        let file = ShardFile::count(&source, how, shard, None, &StdControl).expect("counted");
        merger.add_text("a shard", &file.text().expect("JSON")).expect("of one run");
    }
    let Ok(MergedAnswer::Link(_, _, reply)) = merger.merged(GapPolicy::Refuse, &StdControl) else {
        panic!("a link stays one");
    };
    let given = given.with("trials", &(6 * BLOCK).to_string()).with("seed", "9");
    let given = given.with("engine", "monte-carlo");
    let whole = request::reply(&kind, &given, &Setup::shipped(), &StdControl).expect("a reply");
    (reply.json().expect("JSON"), whole.json().expect("JSON"))
}

#[test]
fn shards_of_link_merge_to_its_answer() {
    let links = [
        "attack/stark-sworn-swords/lannister-guardsmen?charge&facing=flank",
        "panic?morale=7&panicked",
        // several questions in one, of which the best comes first
        "options/stark-sworn-swords/lannister-guardsmen?distance=8",
        "charge?speed=5&distance=7..9&dice=8&hit=3&defense=4&morale=7",
        // fields of units
        "compare/stark-sworn-swords/stark-outriders?against=lannister-guardsmen,stark-bowmen",
        "matrix?attackers=stark-sworn-swords&defenders=lannister&charge",
        "matrix?attackers=stark-sworn-swords&defenders=lannister,6&facing=front,flank",
    ];
    for link in links {
        let (merged, whole) = merged_and_whole(link);
        assert_eq!(merged, whole, "{link}");
    }
}

#[test]
fn sources_without_countable_blocks_are_refused() {
    let refused = |link: &str| {
        let Link { kind, given, .. } = Link::read(link).expect("a link");
        let asked = ShardSource::from_fields(&kind, &given);
        let job = asked.and_then(|(source, how)| source.parse(how.fields).map(|_| ()));
        job.expect_err(link).to_string()
    };
    for (link, words) in [
        ("panic?morale=7&trials=100", "--trials does not work with shards"),
        ("panic?morale=7&engine=exact", "`exact` has no counts to merge"),
        ("panic?morale=7&catalogue=x", "--catalogue does not work with shards"),
        ("attachments?unit=stark-sworn-swords", "there is nothing to sample"),
        ("panic?morale=77", "--morale cannot be `77`"),
    ] {
        assert!(refused(link).contains(words), "{link}: {}", refused(link));
    }
}

/// Answers of shards that were merged, and the answers of one run of a file, as JSON.
fn fields_of_shards_and_of_the_run(text: &str, how: RunSpec) -> [Vec<String>; 2] {
    let source = ShardSource::Scenario { name: "fields.toml".to_owned(), text: text.to_owned() };
    let mut merger = ShardMerger::new();
    for (first, blocks) in [(1, 2), (0, 1), (3, 1)] {
        let shard = Shard { first, blocks };
        let file = ShardFile::count(&source, how, shard, None, &StdControl).expect("counted");
        merger.add_text("a shard", &file.text().expect("JSON")).expect("of one run");
    }
    let Ok(MergedAnswer::Scenario(scenario, _, fields)) =
        merger.merged(GapPolicy::Refuse, &StdControl)
    else {
        panic!("a scenario stays one");
    };
    let goal = Goal { trials: 4 * BLOCK, seed: how.seed, precision: None };
    let engine = if how.fields == FieldMode::Exact { EngineKind::Exact } else { how.engine };
    let plan = Plan { engine, goal, isa: Isa::best(), compare: false, fractions: false };
    let whole = scenario.fields.iter().map(|asked| answer_field(asked, &plan, &StdControl));
    let whole: Vec<FieldAnswer> = whole.collect::<Result<_, _>>().expect("answers");
    let text = |all: &[FieldAnswer]| {
        all.iter().map(|one| json::field::text(one).expect("JSON")).collect::<Vec<_>>()
    };
    [text(&fields), text(&whole)]
}

#[test]
fn shards_of_matrices_and_comparisons_merge_to_the_run() {
    let units = "units.a = { use = 'stark sworn swords' }\n\
                 units.b = { use = 'lannister guardsmen' }\n\
                 units.c = { use = 'stark outriders' }\n";
    let compare = "[[compare]]\na = 'a'\nb = 'c'\nagainst = ['a', 'b', 'c']\n";
    let matrix = "[[matrix]]\nattackers = ['a', 'b']\ndefenders = ['b', 'c']\n";
    let duels =
        "[[matrix]]\nattackers = ['a', 'b']\ndefenders = 'c'\nduel = true\nactivations = 2\n";
    let text = format!("{units}{compare}{matrix}{duels}");
    for engine in [EngineKind::MonteCarlo, EngineKind::Dice] {
        let how = RunSpec { engine, fields: FieldMode::Sampled, seed: 6 };
        let [merged, whole] = fields_of_shards_and_of_the_run(&text, how);
        assert_eq!((merged.len(), merged), (3, whole), "{how:?}");
    }
    // where nothing of them is counted they are worked out
    let text = format!("{text}[[panic]]\nunit = 'a'\n");
    let how = RunSpec { engine: EngineKind::MonteCarlo, fields: FieldMode::Exact, seed: 6 };
    let [merged, whole] = fields_of_shards_and_of_the_run(&text, how);
    assert_eq!(merged, whole);
}

#[test]
fn counts_of_another_matrix_are_refused() {
    let source = |defenders: &str| ShardSource::Scenario {
        name: "fields.toml".to_owned(),
        text: format!(
            "units.a = {{ use = 'stark sworn swords' }}\n[[matrix]]\nattackers = 'a'\ndefenders = \
             {defenders}\n"
        ),
    };
    let how = RunSpec { engine: EngineKind::MonteCarlo, fields: FieldMode::Sampled, seed: 6 };
    let count = |defenders: &str| {
        let shard = Shard { first: 0, blocks: 1 };
        ShardFile::count(&source(defenders), how, shard, None, &StdControl).expect("counted")
    };
    // what was counted of two cells, said to be of one
    let mut two = count("['a', 'lannister guardsmen']");
    two.asked = source("'a'");
    let mut merger = ShardMerger::new();
    assert!(merger.add_text("two", &two.text().expect("JSON")).is_err(), "its hash is not that");
    let mut merger = ShardMerger::new();
    merger.add("one", count("'a'")).expect("a shard");
    let merged = merger.merged(GapPolicy::Refuse, &StdControl).expect("an answer");
    assert!(
        matches!(merged, MergedAnswer::Scenario(_, answers, fields) if answers.is_empty() && fields.len() == 1)
    );
}
