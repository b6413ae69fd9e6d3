//! Questions in plain numbers for tests.
#![allow(dead_code)]

pub(crate) mod program;
pub(crate) mod random;

use warodds::catalogue::Catalogue;
use warodds::engine::{Goal, Isa, StdControl};
use warodds::games::asoiaf::values::{Defense, DiceCount, Hit, Inches, Morale, Speed};
use warodds::games::asoiaf::{
    ActivePlayer, Attack, Body, Charge, ChargeEffects, Combatant, Context, Panic, Question, Reach,
    Spending, Tokens, UnitState, Weapon,
};
use warodds::request::link::Link;
use warodds::request::{Key, Reply, Setup};
use warodds::study::{Answer, Distribution, EngineKind, NamedQuestion, Plan, answer};
use warodds_battles::question::BattleFiles;

/// An orderly charge in open terrain.
pub(crate) const ORDERLY: Option<ChargeEffects> =
    Some(ChargeEffects { disorderly: false, fortified: false });

/// A disorderly charge in open terrain.
pub(crate) const DISORDERLY: Option<ChargeEffects> =
    Some(ChargeEffects { disorderly: true, fortified: false });

/// An orderly charge over fortified terrain.
pub(crate) const FORTIFIED: Option<ChargeEffects> =
    Some(ChargeEffects { disorderly: false, fortified: true });

/// Campaigns whose text has characters that links, shells and Python escape.
pub(crate) const CAMPAIGNS: [&str; 2] = [
    "# who? a+b & 100% \"ä\"\ntitle = \"A war: 'mill' + ford / #1\"\ncampaign = { target = 2, rounds = 3 }\n\
     areas = { mill = ['ford'], ford = [] }\nplayers.x = { areas = ['mill'] }\n\
     players.y = { areas = ['ford'], strength = 1.5 }\nrun.trials = 900\n",
    "\u{feff}campaign.target = 3\r\n[run]\r\ntrials = 700\r\nseed = 9\r\nthreads = 2\r\n[areas]\r\n\
     \"iron mine\" = [\"ford\"]\r\nford = [\"fort\"]\r\nfort = []\r\n[players]\r\n\
     x.areas = [\"iron mine\"]\r\ny.areas = ['ford', 'fort']",
];

/// Texts of small battles; the first names the lists of both armies, the other has units.
pub(crate) const BATTLES: [&str; 2] = [
    "title = \"100% + ä & 'b'\"\n[battle]\nmode = \"fire-and-blood\"\ngames = 2\n\
     [a]\nlist = \"a.toml\"\npolicy = { kind = \"random\" }\n\
     [b]\nlist = \"b.toml\"\npolicy = { kind = \"random\" }\n",
    "[battle]\r\nmode = 'a-clash-of-kings'\r\ngames = 3\r\nseed = 8\r\nterrain = \"random\"\r\n\
     [a]\r\nunits = ['stark sworn swords', 'stark bowmen']\r\n\
     policy = { kind = 'quick' }\r\n[b]\r\nunits = ['lannister guardsmen']\r\n\
     policy = { kind = 'quick' }",
];

/// Texts of two legal lists, and of one that breaks a rule.
pub(crate) const LISTS: [&str; 3] = [
    include_str!("../../../scenarios/lists/stark-40.toml"),
    include_str!("../../../scenarios/lists/lannister-40.toml"),
    "units = [\"lannister guardsmen\"]\npoints = 40\n",
];

/// Texts of decks of missions, of which the second is too small.
pub(crate) const MISSIONS: [&str; 2] = [
    include_str!("../../../scenarios/missions/invented.toml"),
    "[[mission]]\nname = \"100% & 'ours'\"\npoints = 1\nneeds = [{ destroyed = 1 }]\n",
];

/// Texts of sieges, of which the second has no cards.
pub(crate) const SIEGES: [&str; 2] = [
    include_str!("../../../scenarios/sieges/invented.toml"),
    "[wall]\nwidth = 6\ndepth = 1\nwounds = 3\narrows = { dice = 3, hit = 5, range = \"short\" }\n",
];

/// Rolls of games.
pub(crate) const ROLLS: [&str; 2] = [
    "# round 1 & 100% luck\nattack \"stark sworn swords\" 'lannister guardsmen' --charge --rolled=hits=5\n\
     enemy panic?morale=7&rolled=0\n",
    "\r\nwarodds westeros attack red blue --rolled 1\r\nenemy charge --speed 5 --distance 8 --rolled 9",
];

/// Texts that a key of contents may hold.
pub(crate) fn contents(key: &Key) -> &'static [&'static str] {
    match key.id {
        "campaign" => &CAMPAIGNS,
        "file" => &BATTLES,
        "rolls" => &ROLLS,
        "missions" => &MISSIONS,
        "siege" => &SIEGES,
        _ => &LISTS,
    }
}

/// The usual cards and engines, and somebody who plays battles.
pub(crate) fn setup() -> Setup<'static> {
    Setup { battles: Some(&BattleFiles), ..Setup::shipped() }
}

/// A plan for an engine with so many trials.
pub(crate) fn plan(engine: EngineKind, trials: u64, seed: u64) -> Plan {
    Plan {
        engine,
        goal: Goal { trials, seed, precision: None },
        isa: Isa::best(),
        compare: false,
        fractions: false,
    }
}

/// A question's answer by an engine.
pub(crate) fn found(question: &Question, plan: &Plan) -> Answer {
    let asked = NamedQuestion::new("test", "a → b", question.clone());
    answer(&asked, plan, &StdControl).expect("the rule keeps its contract")
}

/// A question's exact answer.
pub(crate) fn exact(question: &Question) -> Answer {
    found(question, &plan(EngineKind::Exact, 1, 0))
}

/// What was found of the quantity or event that is spelt so, if the answer has it.
pub(crate) fn result<'a>(answer: &'a Answer, name: &str) -> Option<&'a Distribution> {
    let mut quantities = answer.quantities.iter();
    let quantity = quantities.find(|one| one.name.as_str() == name).map(|one| &one.distribution);
    let mut events = answer.events.iter();
    let event = || events.find(|one| one.name.as_str() == name).map(|one| &one.distribution);
    quantity.or_else(event)
}

/// A unit of so many wounds without ranks.
pub(crate) fn standing(wounds: i64) -> UnitState {
    UnitState::after(Body::of_wounds(wounds).expect("in range"), 0, Tokens::NONE).expect("in range")
}

/// An attacker with `dice` hitting on `hit`+.
pub(crate) fn attacker(dice: i64, hit: i64) -> Combatant {
    let weapon = Weapon {
        name: String::new(),
        hit: Hit::new(hit).expect("in range"),
        reach: Reach::Melee,
        dice: vec![DiceCount::new(dice).expect("in range")],
    };
    Combatant::plain(standing(12), Spending::default()).attacking_with(&weapon)
}

/// A defender of 12 wounds.
pub(crate) fn defender(defense: i64, morale: i64) -> Combatant {
    let defense = Defense::new(defense).expect("in range");
    let morale = Morale::new(morale).expect("in range");
    Combatant::plain(standing(12), Spending::default()).with_defense(defense, morale)
}

/// A unit that attacks as the one does and is attacked as the other.
pub(crate) fn combatant(attacker: Combatant, defender: Combatant) -> Combatant {
    let modifiers = attacker.modifiers.with_defense_of(defender.modifiers);
    let Combatant { defense, morale, .. } = defender;
    Combatant { defense, morale, modifiers, ..attacker }
}

/// A plain attack.
pub(crate) fn attack(dice: i64, hit: i64, defense: i64, morale: i64) -> Attack {
    let sides = (attacker(dice, hit), defender(defense, morale));
    Attack::new(sides.0, sides.1, Context::default()).expect("both can fight")
}

/// The weapon of a unit.
pub(crate) fn weapon(unit: &mut Combatant) -> &mut Weapon {
    unit.weapon.as_mut().expect("the unit has a weapon")
}

/// The parts of an attack while a test changes them.
#[derive(Clone, Debug)]
pub(crate) struct AttackParts {
    pub(crate) attacker: Combatant,
    pub(crate) defender: Combatant,
    pub(crate) context: Context,
}

/// Changes an attack.
pub(crate) fn edit(attack: &mut Attack, change: impl FnOnce(&mut AttackParts)) {
    let [attacker, defender] = attack.sides().map(Combatant::clone);
    let mut parts = AttackParts { attacker, defender, context: attack.context };
    change(&mut parts);
    let sides = |own: &mut Combatant, other: &mut Combatant| {
        (*own, *other) = (parts.attacker, parts.defender);
    };
    attack.edit(sides).expect("both can still fight");
    attack.context = parts.context;
}

/// A plain panic test of a unit of 12 wounds.
pub(crate) fn panic_test(morale: i64) -> Panic {
    panic_test_of(morale, |_| ())
}

/// A panic test of a unit of 12 wounds, changed.
pub(crate) fn panic_test_of(morale: i64, change: impl FnOnce(&mut Combatant)) -> Panic {
    let mut unit = Combatant::plain(standing(12), Spending::default());
    unit.morale = Some(Morale::new(morale).expect("in range"));
    change(&mut unit);
    Panic::new(unit, ActivePlayer::default(), Spending::default()).expect("its morale is known")
}

/// A charge of a unit of speed 5 in open terrain that takes no panic test: the attack it leads to.
pub(crate) fn charge_to(attack: &Attack, inches: f64) -> Charge {
    let [charger, target] = attack.sides().map(Combatant::clone);
    let speed = charger.speed.or(Speed::new(5).ok());
    let distance = Inches::new(inches).expect("in range");
    let target = Some((target, attack.context));
    let charger = Combatant { speed, ..charger };
    Charge::new(charger, target, distance).expect("both can fight")
}

/// Runs the program on some input; returns stdout, stderr and the exit code.
pub(crate) fn run_program(arguments: &[&str], input: &str) -> (String, String, Option<i32>) {
    let mut command = assert_cmd::Command::cargo_bin("warodds").expect("the program");
    command.env("NO_COLOR", "1").env("COLUMNS", "100").current_dir(env!("CARGO_MANIFEST_DIR"));
    let done = command.args(arguments).write_stdin(input).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(done.stdout), text(done.stderr), done.status.code())
}

/// Returns stdout of a command that answers.
pub(crate) fn printed(arguments: &[&str]) -> String {
    let (stdout, stderr, code) = run_program(arguments, "");
    assert_eq!(code, Some(0), "{arguments:?}: {stderr}");
    stdout
}

/// Returns the JSON that a command prints with `--json`.
pub(crate) fn printed_json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&printed(&[arguments, &["--json"]].concat())).expect("JSON")
}

/// Returns stderr of a command that is refused with exit code 2.
pub(crate) fn refusal(arguments: &[&str]) -> String {
    let (_, stderr, code) = run_program(arguments, "");
    assert_eq!(code, Some(2), "{arguments:?}: {stderr}");
    stderr
}

/// Returns the reply to a link, or its fault.
pub(crate) fn reply_to(link: &str) -> Result<Reply, String> {
    let parsed = Link::parse(link, Catalogue::shipped()).map_err(|wrong| wrong.to_string())?;
    let reply =
        warodds::request::reply(&parsed.kind, &parsed.given, &Setup::shipped(), &StdControl);
    reply.map_err(|wrong| wrong.to_string())
}

/// Returns the answers to a link about single units.
pub(crate) fn answers_to(link: &str) -> Vec<Answer> {
    match reply_to(link) {
        Ok(Reply::One(answer, _)) => vec![*answer],
        Ok(Reply::Cases(answers)) => answers,
        Ok(Reply::Many(answers, _)) => answers.into_iter().map(|(_, answer)| answer).collect(),
        other => panic!("{link}: {other:?}"),
    }
}
