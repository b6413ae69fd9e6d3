//! Pins every bit: the counts of a seed and the exact digits of each kind of question.
//!
//! A change of a count breaks every seeded result that users have published, and a change of a
//! digit shows that the exact engine computes something else; both need a note to users. Each row
//! has a hash of all results and, for eyes, the mean of the first result. Lanes must give the same
//! bits on every instruction set of the machine.

use warodds::catalogue::Catalogue;
use warodds::dist::{Joint, Pmf, Tally};
use warodds::engine::{Goal, Isa, Resolve, Sample, Sampler, Shard, StdControl};
use warodds::games::warmachine::campaign::CampaignRule;
use warodds::request::link::Link;
use warodds::request::{Query, Setup};
use warodds::scenario::{campaign, parse};
use warodds::study::NamedQuestion;

/// A whole block, whole batches and a partial batch.
const TRIALS: u64 = 8192 + 3 * 64 + 17;
const GOAL: Goal = Goal { trials: TRIALS, seed: 20_240_229, precision: None };

/// Cards whose abilities roll, reroll, sort faces, heal, test and answer.
const CARDS: &str = r#"
faction = "Home"
[units.hawks]
name = "Hawks"
cost = 6
speed = 5
defense = 4
morale = 6
season = "1.6"
source = "the tests"
attacks = [{ name = "Claws", hit = 3, dice = [8, 6, 4] }, { name = "Beak", kind = "short", hit = 4, dice = [7, 5, 3] }]
abilities = ["Keen", "Bloodied", "Swift"]
[units.bears]
name = "Bears"
cost = 6
speed = 4
defense = 3
morale = 7
season = "1.6"
source = "the tests"
attacks = [{ name = "Paws", hit = 4, dice = [6, 5, 4] }]
abilities = ["Wrath", "Stubborn"]
[[ability]]
name = "Keen"
season = "1.6"
effects = [{ when = "attacking", critical = 1, precision = true, reroll_attack = true }]
[[ability]]
name = "Bloodied"
season = "1.6"
effects = [{ when = "after-attacking", dealt = true, heal = { base = 1, per = "enemy-ranks-lost" } }]
[[ability]]
name = "Swift"
season = "1.6"
effects = [{ when = "charging", reroll_charge = true }]
[[ability]]
name = "Wrath"
season = "1.6"
effects = [{ when = "destroyed", melee = true, attack = true }, { when = "passing", heal = 1 }]
[[ability]]
name = "Stubborn"
season = "1.6"
effects = [{ when = "testing", reroll_morale = true }, { when = "passing", test = "attack", test_enemy = { morale = -2 } }]
"#;

const LINKS: [&str; 17] = [
    "attack?dice=8&hit=3&defense=4&morale=7",
    "attack?dice=8&hit=3&defense=4&morale=7&charge&facing=rear&weakened&panicked&vulnerable",
    "attack?dice=9&hit=4&defense=3&morale=6&reroll-attacks&force-reroll-saves&auto-hits=2",
    "attack/hawks/bears?charge&facing=flank&weakened&panicked",
    "attack/bears/hawks?attacker-wounds-lost=5&defender-wounds-lost=3&charge",
    "attack/hawks/bears?weapon=beak",
    "charge?dice=8&hit=3&defense=4&morale=7&attacker-morale=6&speed=5&distance=8&rough&reroll-distance",
    "charge/hawks/bears?distance=9&hindering",
    "charge/bears/hawks?distance=7&dangerous",
    "panic?morale=7&panicked",
    "panic/bears?panic-modifier=-2&force-reroll-morale",
    "duel/hawks/bears?rounds=3&opening-charge",
    "duel/bears/hawks?rounds=2&first=b&opening-facing=rear",
    "survive/bears?by=hawks",
    "sequence/bears?by=hawks:weapon=beak&by=hawks:distance=8,flank&by=bears:charge",
    "retreat/bears?distance=8&dangerous",
    "deck?copies=3&round=2&cards=20",
];

const WESTEROS: &str = r#"
[westeros]
attack = [
  { name = "attack", attacker = "blue", target = "green", flanking = true },
  { name = "attack 2", attacker = "green", attacker_dice = 5, target = "blue", target_figures = 2, target_terrain = "building" },
  { name = "attack 3", attacker = "red", target = "blue", target_figures = 1, target_commander = 2 },
]
pursuit = [{ name = "pursuit", attacker = "red", attacker_class = "cavalry", target = "blue", hexes = 2 }]
dogs-of-war = [{ name = "dogs-of-war", attacker = "blue", target = "red", target_heavy_armor = true }]
exchange = [{ name = "exchange", a = "blue", a_stalwart = true, a_terrain = "forest", a_room = 3, b = "red", b_class = "cavalry", rounds = 3, first = "b", press_on = true }]
fire = [{ name = "fire", level = 4, put_out = 1, rounds = 5 }, { name = "fire 2", ground = "building", scorch = 3, scorch_rounds = 2, put_out = 1, figures = 4, rounds = 3 }]
orders = [{ dice = 6, green = 2, blue = 1, red = 1 }]
[[westeros.rout]]
name = "rout"
a = "Stark"
b = "Lannister"
marker = 4
order = ["swords attacks riders", "riders attacks swords", "a raises", "regroup", "swords attacks riders"]
units = [{ name = "swords", side = "a", rank = "blue", stalwart = true }, { name = "riders", side = "b", rank = "green", class = "cavalry", figures = 2 }]
"#;

const WARMACHINE: &str = r#"
[warmachine]
threshold = [{ fury = 3, threshold = 9 }]
effects = [{ name = "effects", arm = 16, boxes = 10, turns = 12 }]
damage = [{ name = "damage", skill = 7, def = 14, pow = 20, arm = 18, boost_attack = true }]
boost-or-buy = [{ name = "boost", skill = 6, def = 15, pow = 17, arm = 19, attacks = 2, points = 3, boxes = 16, plan = ["best-kill", "boost-attacks"] }]
leech = [{ name = "leech", arc = 6, held = 2, upkeep = 1, plan = "best", beasts = [{ fury = 4, threshold = 10 }, { fury = 3, threshold = 9 }] }]
focus = [{ name = "focus", arc = 5, upkeep = 1, keep = 1, def = 13, arm = 18, plan = "best", jacks = [{ skill = 6, pow = 15 }, { skill = 7, pow = 19, attacks = 2 }] }]
"#;

const CAMPAIGN: &str = r#"
campaign = { target = 4, rounds = 6, at_limit = "most-areas" }
areas = { capital = ["mill"], mill = ["mine"], mine = ["ford"], ford = ["fortress"], fortress = [] }
players = { a = { name = "Cygnar", areas = ["capital", "mill", "mine"], strength = 1.2 }, b = { name = "Khador", areas = ["ford", "fortress"], attack = "objective-first", objectives = ["mine", "mill"] } }
battle = { near = 1.1, distant = 1.25 }
"#;

/// FNV-1a, 64 bits: a hash that no library update changes.
#[derive(Clone, Copy)]
struct Hash(u64);

impl Hash {
    const EMPTY: Self = Self(0xcbf2_9ce4_8422_2325);

    fn with(self, words: impl IntoIterator<Item = u64>) -> Self {
        let bytes = words.into_iter().flat_map(u64::to_le_bytes);
        Self(
            bytes
                .fold(self.0, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)),
        )
    }
}

fn counted(sample: &Sample) -> String {
    assert_eq!(sample.trials, TRIALS);
    let slots = sample.slots.iter().map(Tally::counts);
    let hash = slots.fold(Hash::EMPTY, |hash, counts| hash.with(counts.iter().copied()));
    let joint = sample.joint.iter().flat_map(Joint::rows).flatten().copied();
    let mean = sample.slots[0].mean().expect("there are trials").point;
    format!("{:016x} {mean:9.5}", hash.with(joint).0)
}

fn digits(slots: &[Pmf], joint: Option<&Joint<f64>>) -> String {
    let bits = |share: &f64| share.to_bits();
    let hash =
        slots.iter().fold(Hash::EMPTY, |hash, pmf| hash.with(pmf.probabilities().iter().map(bits)));
    let joint = joint.into_iter().flat_map(Joint::rows).flatten().map(bits);
    format!("{:016x} {:.16e}", hash.with(joint).0, slots[0].mean())
}

/// The lanes on all instruction sets, the engine that rolls die by die, and the exact engine.
fn row(rule: &dyn Resolve) -> String {
    let sampled = |sampler| {
        counted(&rule.sample(sampler, GOAL, &StdControl).expect("the rule keeps its contract"))
    };
    let lanes = sampled(Sampler::Lanes(Isa::Portable));
    for isa in Isa::available() {
        assert_eq!(sampled(Sampler::Lanes(isa)), lanes, "{}", isa.name());
    }
    let exact = rule.exact().expect("the rule keeps its contract");
    let exact = digits(&exact.slots, exact.joint.as_ref());
    format!("{lanes} {} {exact}", sampled(Sampler::Table))
}

/// A campaign has no lanes.
fn campaign_row() -> String {
    let campaign = parse_campaign();
    let rule = CampaignRule::new(&campaign);
    let played = rule.sample(GOAL, Shard::WHOLE, &StdControl).expect("the rule keeps its contract");
    let exact = rule.exact(100_000).expect("few states");
    let exact = digits(&exact.slots, exact.joint.as_ref());
    format!("{} {exact}", counted(&played))
}

fn parse_campaign() -> warodds::games::warmachine::campaign::Campaign {
    campaign::parse("bits.toml", CAMPAIGN).unwrap_or_else(|faults| panic!("{faults}")).campaign
}

fn of_link(link: &str, catalogue: &Catalogue) -> NamedQuestion {
    let setup = Setup { catalogue, ..Setup::shipped() };
    let parsed = Link::parse(link, catalogue).unwrap_or_else(|error| panic!("{link}: {error}"));
    let request = parsed.kind.request(parsed.kind.keys(), &parsed.given, &setup);
    match request.unwrap_or_else(|error| panic!("{link}: {error}")).asked {
        Query::One(question, _) => *question,
        _ => panic!("{link} asks one question"),
    }
}

#[test]
fn seeds_and_digits_of_every_kind_of_question_never_change() {
    let mut cards = Catalogue::default();
    cards.add_text("bits.toml", CARDS).unwrap_or_else(|faults| panic!("{faults}"));
    let mut rows: Vec<String> = LINKS
        .iter()
        .map(|link| format!("{link}\n    {}", row(&*of_link(link, &cards).question.ready())))
        .collect();
    for text in [WESTEROS, WARMACHINE] {
        let file = parse("bits.toml", text).unwrap_or_else(|faults| panic!("{faults}"));
        let asked = file.asked.iter();
        rows.extend(asked.map(|one| format!("{}\n    {}", one.name, row(&*one.question.ready()))));
    }
    rows.push(format!("campaign\n    {}", campaign_row()));
    insta::assert_snapshot!(rows.join("\n"));
}

/// What the pinned questions about named units are asked with: the cards and rules of season 5.
const SEASON: &str = "cards=S05&rules=1.6";

/// Every unit of season 5 in an attack of its own, charges, duels and attacks withstood. A newer
/// season must not change what is answered about an older one.
#[test]
fn answers_about_cards_of_season_5_never_change() {
    let row = |link: &str| {
        let asked = format!("{link}{}{SEASON}", if link.contains('?') { '&' } else { '?' });
        let question = of_link(&asked, Catalogue::shipped()).question.ready();
        let exact = question.exact().expect("the rule keeps its contract");
        format!("{link}\n    {}", digits(&exact.slots, exact.joint.as_ref()))
    };
    let rows: Vec<String> = include_str!("pins/links.txt").lines().map(row).collect();
    assert_eq!(rows.len(), 200);
    insta::assert_snapshot!(rows.join("\n"));
}
