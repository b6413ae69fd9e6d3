//! Theater of War campaigns: the engines against each other and against a player with dice, files,
//! faults and the command.

use std::fs;
use std::path::{Path, PathBuf};

use super::common::{printed, run_program};

use assert_cmd::Command;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;
use warodds::dist::{Pmf, Tally, agreement};
use warodds::engine::{Goal, Shard, StdControl, exact_within, play};
use warodds::games::warmachine::campaign::{Campaign, CampaignRule};
use warodds::scenario::campaign::{CampaignScenario, load, parse};
use warodds::shard::{
    FieldMode, GapPolicy, MergedAnswer, RunSpec, ShardFile, ShardMerger, ShardSource,
};
use warodds::study::EngineKind;

/// A false alarm of any comparison in this file has at most one chance in a million together: there
/// are fewer than 2000.
const ALARM: f64 = 5e-10;

fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/campaigns").join(name)
}

fn read(text: &str) -> Campaign {
    parse("test.toml", text).unwrap_or_else(|faults| panic!("{faults}")).campaign
}

/// Holds a sample against the exact distributions of everything that is recorded; how many
/// comparisons that took.
fn hold(campaign: &Campaign, trials: u64, seed: u64) -> usize {
    let rule = CampaignRule::new(campaign);
    let distributions = exact_within(&rule, 200_000).expect("few states").slots;
    let seen = play(&rule, Goal { trials, seed, precision: None }, Shard::WHOLE, &StdControl)
        .expect("it keeps its contract");
    assert_eq!((seen.trials, seen.slots.len()), (trials, distributions.len()));
    for ((tally, distribution), meaning) in
        seen.slots.iter().zip(&distributions).zip(rule.meanings())
    {
        let chance = agreement(tally, distribution).p_value;
        assert!(chance > ALARM, "{meaning:?} was seen with a chance of {chance:e}");
    }
    distributions.len()
}

#[test]
fn the_shipped_campaigns_are_valid_and_end() {
    let files = fs::read_dir(shipped(""))
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path());
    let mut seen = 0;
    for file in files {
        let CampaignScenario { campaign, title, .. } =
            load(&file).unwrap_or_else(|error| panic!("{error}"));
        let sample = play(
            &CampaignRule::new(&campaign),
            Goal { trials: 2000, seed: 1, precision: None },
            Shard::WHOLE,
            &StdControl,
        )
        .expect("it keeps its contract");
        assert!(sample.slots.iter().all(|tally| tally.trials() == 2000), "{title}");
        seen += 1;
    }
    assert!(seen >= 2);
}

#[test]
fn the_engines_agree_on_the_shipped_campaign_for_two() {
    let campaign = load(&shipped("border-war.toml")).expect("it is valid").campaign;
    assert!(hold(&campaign, 60_000, 5) > 40);
}

/// Campaigns that mix what there is: purchases, losses, raised battles, teams, objectives, three
/// players.
const MIXED: [&str; 4] = [
    "campaign = { target = 3, rounds = 4, at_limit = 'most-areas' }
     areas = { a = ['b'], b = ['c'], c = ['d'], d = [] }
     battle = { near = 1.3, distant = 1.6, winner_points = [1, 2, 3], loser_points = 1, \
     loser_losses = [10, 20, 30, 40, 50, 60] }
     prices = { epic = 2, epic_worth = 1.5, mercenaries = 3, advantage = 2, advantage_worth = 1.4, \
     detachment = 4 }
     [players.x]
     areas = ['a', 'b']
     buys = ['epic', 'advantage']
     size = 'best'
     [players.y]
     areas = ['c', 'd']
     strength = [0.7, 1.6]
     buys = ['mercenaries']
     raise = 'when-it-helps'",
    "campaign = { rounds = 5 }
     areas = { a = ['b'], b = ['c'], c = ['d'], d = ['e'], e = [] }
     battle = { winner_losses = 20, loser_losses = 50, points_matter = 2 }
     [players.x]
     areas = ['a', 'b']
     objectives = ['c', 'e']
     attack = 'objective-first'
     detachments = 1
     [players.y]
     areas = ['c', 'd', 'e']
     objectives = ['b', 'a']
     attack = 'objective-first'
     size = 1000
     [[chance]]
     player = 'x'
     against = 'y'
     wins = 0.4",
    "campaign = { target = 3, rounds = 3 }
     areas = { a = ['b'], b = ['c'], c = ['a'], d = ['a'] }
     battle = { loser_losses = 100, near = 2 }
     [players.x]
     areas = ['a', 'd']
     detachments = 1
     attack = 'strongest'
     order = 'hardest'
     [players.y]
     areas = ['b']
     strength = 1.5
     [players.z]
     areas = ['c']
     border = ['a', 'd']
     attacks = 1",
    "campaign = { target = 2, rounds = 3, at_limit = 'most-areas' }
     areas = { a = ['b'], b = ['c'], c = ['d'], d = ['a'] }
     [players.x]
     areas = ['a']
     [players.y]
     areas = ['b']
     [players.z]
     areas = ['c']
     order = 'surest'
     [players.w]
     areas = ['d']
     attack = 'strongest'
     strength = 2",
];

#[test]
fn the_engines_agree_on_every_feature() {
    let comparisons: usize =
        MIXED.iter().zip(50..).map(|(text, seed)| hold(&read(text), 20_000, seed)).sum();
    assert!((60..2000).contains(&comparisons), "{comparisons} comparisons");
}

/// Two players on a line of areas, modelled a second time: plain dice, and nothing of the program's
/// rules. The first holds the left half. Each attacks the area next to the border, so that it is
/// never more than one step from home.
fn with_dice(
    half: i32,
    target: i32,
    wins: f64,
    limit: usize,
    dice: &mut Xoshiro256PlusPlus,
) -> (usize, i32) {
    let mut border = half;
    let mut first: Option<bool> = None;
    for round in 1..=limit {
        // the winner of the last round's battle had the more points; else a die each until they
        // differ
        let attacks = first.unwrap_or_else(|| {
            loop {
                let (own, other) = (dice.random_range(1..=6), dice.random_range(1..=6));
                if own != other {
                    break own > other;
                }
            }
        });
        let won = dice.random_range(0.0..1.0) < wins;
        border += match (attacks, won) {
            (true, true) => 1,
            (false, false) => -1,
            _ => 0,
        };
        first = Some(won);
        if border >= target || 2 * half - border >= target {
            return (round, border);
        }
    }
    (limit, border)
}

#[test]
fn a_player_with_dice_finds_the_same() {
    // areas a to f in a row, five of six win
    let text = "campaign = { target = 5, rounds = 12 }
        areas = { a = ['b'], b = ['c'], c = ['d'], d = ['e'], e = ['f'], f = [] }
        players.x = { areas = ['c', 'b', 'a'] }
        players.y = { areas = ['d', 'e', 'f'] }
        chance = [{ player = 'x', against = 'y', wins = 0.6 }]";
    let distributions =
        exact_within(&CampaignRule::new(&read(text)), 10_000).expect("few states").slots;
    let (mut rounds, mut areas) = (Tally::new(12), Tally::new(6));
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(8);
    for _ in 0..100_000 {
        let (round, border) = with_dice(3, 5, 0.6, 12, &mut dice);
        rounds.add(round);
        areas.add(border.unsigned_abs() as usize);
    }
    assert!(
        agreement(&rounds, &distributions[0]).p_value > ALARM
            && agreement(&areas, &distributions[4]).p_value > ALARM
    );
    // and a distribution that is slightly off would be noticed
    let off = exact_within(&CampaignRule::new(&read(&text.replace("0.6", "0.58"))), 10_000)
        .expect("few states")
        .slots;
    assert!(agreement(&areas, &off[4]).p_value < ALARM);
}

#[test]
fn an_attack_from_afar_meets_a_better_prepared_defender() {
    // one round; the first to attack must cross two areas, where the defender's odds are doubled:
    // wins 1/3 for it, not 1/2
    let text = "campaign = { rounds = 1 , at_limit = 'most-areas' }
        areas = { a = ['b'], b = ['c'], c = [] }
        battle = { near = 2 }
        players.x = { areas = ['a'], objectives = ['c'], attack = 'objective-first' }
        players.y = { areas = ['b', 'c'], attacks = 0 }";
    let distributions =
        exact_within(&CampaignRule::new(&read(text)), 100).expect("few states").slots;
    // y never attacks, so x may declare whatever the lot says
    assert!((distributions[1].at_least(1) - 1.0 / 3.0).abs() < 1e-12, "{:?}", distributions[1]);
}

#[test]
fn an_area_is_open_to_all_once_its_objective_is_taken() {
    // W2.3a. x may take x2 and then x1; y may attack wherever nothing is left to take. x needs two
    // battles, one a round, and in each round it attacks only where it declares first: y's attack
    // on it forbids the declaration that an objective costs.
    //
    // First round (x first with 1/2): x wins x2 (0.6), then y attacks x0. Where x keeps it (0.6) x
    // has more points, goes first, and wins x1 with 0.6. Where y wins x0 (0.4) both have five
    // points; where the lot favours y (1/2), y attacks x2, whose objective is taken, and x cannot
    // declare: 1/2 · 0.6 · (0.6 · 0.6 + 0.4 · 1/2 · 0.6) = 0.144
    let text = "campaign = { target = 3, rounds = 2 }
        areas = { x0 = ['x1'], x1 = ['x2'], x2 = [] }
        players.x = { areas = ['x0'], objectives = ['x2', 'x1'], attack = 'objective-first' }
        players.y = { areas = ['x1', 'x2'] }
        chance = [{ player = 'x', against = 'y', wins = 0.6 }]";
    let distributions =
        exact_within(&CampaignRule::new(&read(text)), 1000).expect("few states").slots;
    assert!((distributions[1].at_least(1) - 0.144).abs() < 1e-12, "{:?}", distributions[1]);
}

/// The command, away from any terminal.
fn warodds(arguments: &[&str], out: &Path) -> Command {
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    command.env("NO_COLOR", "1").env("COLUMNS", "100").current_dir(env!("CARGO_MANIFEST_DIR"));
    command.arg("campaign").args(arguments).arg("--out").arg(out);
    command
}

#[test]
fn the_command_answers_the_same_on_any_number_of_threads_and_writes_everything() {
    let home = tempfile::tempdir().expect("a temporary directory");
    let on = |threads: &str| {
        let arguments = [
            "scenarios/campaigns/four-factions.toml",
            "--trials",
            "5000",
            "--seed",
            "9",
            "--json",
            "--threads",
            threads,
        ];
        let done = warodds(&arguments, home.path()).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).expect("output is UTF-8")
    };
    let one = on("1");
    assert_eq!(one, on("3"));
    let answer: Value = serde_json::from_str(&one).expect("the answer is JSON");
    assert_eq!(
        (&answer["schema"], &answer["kind"], &answer["trials"]),
        (&"warodds/answer/2".into(), &"campaign".into(), &5000.into())
    );
    let wins: f64 = answer["events"]
        .as_object()
        .expect("events")
        .values()
        .map(|event| event["p"].as_f64().expect("a chance"))
        .sum();
    assert!((wins - 1.0).abs() < 1e-9, "somebody wins or nobody does");
    // twelve areas at all times, from the start to the last of 15 rounds
    let means = answer["course"]["mean"].as_object().expect("a course");
    let at = |round: usize| {
        means.values().map(|line| line[round].as_f64().expect("a mean")).sum::<f64>()
    };
    assert!((0..=15).all(|round| (at(round) - 12.0).abs() < 1e-9));
    let out = home.path().join("four-factions");
    for file in [
        "answer.json",
        "answer.csv",
        "course.csv",
        "wins.svg",
        "wins.png",
        "rounds.svg",
        "rounds.png",
        "areas.svg",
        "areas.png",
    ] {
        assert!(fs::metadata(out.join(file)).is_ok_and(|file| file.len() > 100), "{file}");
    }
    // both axes begin at 0: rounds, and areas
    let areas = fs::read_to_string(out.join("areas.svg")).expect("written");
    let svg = roxmltree::Document::parse(&areas).expect("well-formed");
    let zeros =
        svg.descendants().filter(|node| node.is_text() && node.text().map(str::trim) == Some("0"));
    assert_eq!(zeros.count(), 2, "{areas}");
}

#[test]
fn exact_answers_are_exact_and_too_large_campaigns_are_refused_with_a_remedy() {
    let home = tempfile::tempdir().expect("a temporary directory");
    let done = warodds(
        &["scenarios/campaigns/border-war.toml", "--engine", "exact", "--json"],
        home.path(),
    )
    .assert()
    .success();
    let answer: Value = serde_json::from_slice(&done.get_output().stdout).expect("JSON");
    assert!(answer["trials"].is_null() && answer["events"]["a_wins"].get("ci95").is_none());
    // as the command does, but with a limit that is met at once
    let campaign = load(&shipped("four-factions.toml")).expect("it is valid").campaign;
    let refused = exact_within(&CampaignRule::new(&campaign), 5000)
        .expect_err("there are more ways than that");
    assert!(refused.to_string().contains("more than 5000 possible states"), "{refused}");
}

#[test]
fn each_mistake_in_a_campaign_is_told_with_its_place() {
    let base = "campaign = { target = 2 }\nareas = { a = ['b'], b = [] }\n";
    let players = "players.x = { areas = ['a'] }\nplayers.y = { areas = ['b'] }\n";
    let cases = [
        ("", "needs `areas`"),
        (
            "areas = { a = ['b'], b = [] }\nplayers.x = { areas = ['a', 'b'] }",
            "2 to 4 players, not 1",
        ),
        ("campaign = { target = 2 }\nareas = { a = ['c'], b = [] }", "there is no area `c`"),
        ("campaign = { target = 2 }\nareas = { a = ['a'], b = [] }", "cannot be its own neighbour"),
        (
            &format!("{base}players.x = {{ areas = ['a'] }}\nplayers.y = {{ areas = ['a', 'b'] }}"),
            "second player",
        ),
        (
            &format!("{base}players.x = {{ areas = ['a'] }}\nplayers.y = {{ areas = [] }}"),
            "no player starts with `b`",
        ),
        (&format!("areas = {{ a = ['b'], b = [] }}\n{players}"), "nobody can win"),
        (
            &format!("campaign = {{ target = 1 }}\nareas = {{ a = ['b'], b = [] }}\n{players}"),
            "would win at once",
        ),
        (
            &format!("campaign = {{ target = 3 }}\nareas = {{ a = ['b'], b = [] }}\n{players}"),
            "from 1 to 2, not 3",
        ),
        (
            &format!(
                "{base}players.x = {{ areas = ['a'], objectives = ['a'] }}\nplayers.y = {{ areas \
                 = ['b'] }}"
            ),
            "has its objective",
        ),
        (
            &format!(
                "{base}players.x = {{ areas = ['a'], size = 600 }}\nplayers.y = {{ areas = ['b'] \
                 }}"
            ),
            "500, 750 or 1000 points, not 600",
        ),
        (
            &format!(
                "{base}players.x = {{ areas = ['a'], attack = 'weakest' }}\nplayers.y = {{ areas \
                 = ['b'] }}"
            ),
            "cannot be `weakest`",
        ),
        (
            &format!(
                "{base}players.x = {{ areas = ['a'], strength = 0 }}\nplayers.y = {{ areas = \
                 ['b'] }}"
            ),
            "from 0.01 to 100, not 0",
        ),
        (
            &format!(
                "{base}players.x = {{ areas = ['a'], strength = [1, 1, 1, 1] }}\nplayers.y = {{ \
                 areas = ['b'] }}"
            ),
            "1 to 3 members, not 4",
        ),
        (
            &format!(
                "{base}players.x = {{ areas = ['a'], name = 'y' }}\nplayers.y = {{ areas = ['b'] \
                 }}"
            ),
            "two players are named `y`",
        ),
        (
            &format!("{base}{players}chance = [{{ player = 'x', against = 'y', wins = 1.5 }}]"),
            "from 0 to 1, not 1.5",
        ),
        (
            &format!("{base}{players}chance = [{{ player = 'x', against = 'x', wins = 0.5 }}]"),
            "cannot fight itself",
        ),
        (
            &format!("{base}{players}chance = [{{ player = 'x', against = 'q', wins = 0.5 }}]"),
            "there is no player `q`",
        ),
        (
            &format!("{base}{players}battle = {{ loser_losses = [1, 2] }}"),
            "one number or a list of 6, not a list of 2",
        ),
        (&format!("{base}{players}battle = {{ winner_losses = 101 }}"), "from 0 to 100, not 101"),
        (&format!("{base}{players}prices = {{ epic = 0 }}"), "from 1 to 1000, not 0"),
        (&format!("{base}{players}run = {{ precision = 0.1 }}"), "has no precision to reach"),
        (&format!("{base}{players}game = 'chess'"), "cannot be `chess`"),
        (&format!("{base}{players}colour = 1"), "no key `colour`"),
    ];
    for (text, expected) in cases {
        let faults = parse("bad.toml", text).expect_err(expected).to_string();
        assert!(
            faults.contains(expected) && faults.contains("bad.toml:"),
            "{expected} is not said of\n{text}\n{faults}"
        );
    }
}

#[test]
fn bad_files_exit_with_2_and_nothing_is_written() {
    let home = tempfile::tempdir().expect("a temporary directory");
    let file = home.path().join("bad.toml");
    fs::write(&file, "areas = 3\n").expect("written");
    let out = home.path().join("out");
    for path in [file, home.path().join("missing.toml")] {
        let done = warodds(&[&path.display().to_string()], &out).assert().code(2);
        let told = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(told.contains(".toml") && !told.contains("panicked"), "{told}");
        assert!(!out.exists());
    }
}

#[test]
fn certain_battles_make_certain_campaigns() {
    let text = "campaign = { target = 2 }
        areas = { a = ['b'], b = [] }
        players.x = { areas = ['a'] }
        players.y = { areas = ['b'] }
        chance = [{ player = 'x', against = 'y', wins = 1 }]";
    let distributions =
        exact_within(&CampaignRule::new(&read(text)), 100).expect("few states").slots;
    assert_eq!(distributions[1], Pmf::certain(1, 1));
    // x attacks first with chance ½, or fends y off and attacks in the second round
    assert_eq!(distributions[0].probabilities()[1..3], [0.5, 0.5]);
}

#[test]
fn campaign_has_same_bits_as_file_text_link_address_and_run() {
    let file = "scenarios/campaigns/border-war.toml";
    let text = fs::read_to_string(file).expect("it is shipped");
    for options in [&["--engine", "exact"][..], &["--trials", "3000", "--seed", "7"], &[]] {
        let of = |first: &[&str], last: &[&str]| printed(&[first, options, last].concat());
        let expected = of(&["campaign", file], &["--json"]);
        assert_eq!(of(&["campaign", &text], &["--json"]), expected);
        let (piped, ..) = run_program(&[&["campaign", "-", "--json"], options].concat(), &text);
        assert_eq!(piped, expected);
        let link = of(&["campaign", file], &["--as", "link"]);
        assert_eq!(printed(&["ask", link.trim_end(), "--json"]), expected);
        let again = printed(&["ask", link.trim_end(), "--as", "link"]);
        assert_eq!(again, link);
        let curl = of(&["campaign", file], &["--as", "curl"]);
        let words = shlex::split(&curl).expect("a line of a shell");
        let address = words[1].strip_prefix("http://localhost:8420").expect("the server");
        let resource = warodds_server::Address::new(address).resource(&Default::default());
        let body = resource.and_then(|resource| resource.answer(&StdControl));
        assert_eq!(body.expect("an answer").text, expected);
        let command = shlex::split(&of(&["campaign", file], &["--as", "command"]));
        let command = command.expect("a line of a shell");
        let words: Vec<&str> = command[1..].iter().map(String::as_str).collect();
        assert_eq!(words[..2], ["campaign", file]);
        assert_eq!(printed(&[&words[..], &["--json"]].concat()), expected);
        let array = of(&["run", file], &["--json"]);
        let (all, one): (Value, Value) = (
            serde_json::from_str(&array).expect("JSON"),
            serde_json::from_str(&expected).expect("JSON"),
        );
        assert_eq!(all[0], one);
        assert!(of(&["campaign", file], &["--as", "toml"]).ends_with(&text));
    }
}

#[test]
fn campaigns_that_are_none_are_refused_with_their_fault() {
    let wrong = "areas = { a = ['b'], b = [] }\ncampaign = { target = 2 }\n\
                 players.x = { areas = ['a', 'q'] }\nplayers.y = { areas = ['b'] }\n";
    let huge = format!("{wrong}{}", "# more\n".repeat(200_000));
    let home = tempfile::tempdir().expect("a directory");
    let path = |name: &str, text: &str| {
        let path = home.path().join(name);
        fs::write(&path, text).expect("written");
        path.to_str().expect("a plain path").to_owned()
    };
    let escaped = |text: &str| {
        percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
    };
    let files = [
        (path("wrong.toml", wrong), "wrong.toml:3:29"),
        (path("text.toml", "no TOML\nat all\n"), "text.toml:1:"),
        (path("line.toml", "areas = 3"), "line.toml:1:9"),
        (path("empty.toml", ""), "needs `areas`"),
        (path("huge.toml", &huge), "is too large"),
        (home.path().join("none.toml").display().to_string(), "cannot read"),
        ("scenarios/duel.toml".to_owned(), "use `warodds run"),
    ];
    for (file, part) in &files {
        let (out, stderr, code) = run_program(&["campaign", file, "--json"], "");
        assert_eq!((code, &*out), (Some(2), ""), "{file}: {stderr}");
        assert!(stderr.contains(part), "{file}: {stderr}");
    }
    let links = [
        (format!("campaign/{}", escaped(wrong)), ["there is no area `q`"; 2]),
        ("campaign/no%20TOML%0Aat%20all".to_owned(), ["campaign:1:"; 2]),
        ("campaign/scenarios%2Fcampaigns%2Fborder-war.toml".to_owned(), ["the text of a file"; 2]),
        ("campaign".to_owned(), ["CAMPAIGN is missing", "`campaign` is missing"]),
        (
            format!("campaign/{}?rounds=3", escaped("a\nb")),
            ["has no option `rounds`", "has no parameter `rounds`"],
        ),
    ];
    // of a program and of HTTP, which name parameters each in its way
    for (link, [part, part_of_api]) in &links {
        let (out, stderr, code) = run_program(&["ask", link], "");
        assert_eq!((code, &*out), (Some(2), ""), "{link}: {stderr}");
        assert!(stderr.contains(part), "{link}: {stderr}");
        let address = format!("/api/ask?link={}", escaped(link));
        let fault = warodds_server::Address::new(&address).resource(&Default::default());
        let fault = fault.expect_err("it is refused");
        assert!(
            fault.status() == 400 && fault.message().contains(part_of_api),
            "{}",
            fault.message()
        );
    }
    let long = format!("/api/campaign?campaign={}", escaped(&huge));
    let fault = warodds_server::Address::new(&long).resource(&Default::default());
    let fault = fault.expect_err("it is refused");
    assert!(fault.message().contains("at most 1048576 bytes"), "{}", fault.message());
    assert!(fault.message().len() < 400, "{}", fault.message());
}

#[test]
fn answer_to_link_is_written_under_title_of_campaign() {
    let home = tempfile::tempdir().expect("a directory");
    let out = home.path().to_str().expect("a plain path");
    let file = "scenarios/campaigns/border-war.toml";
    let link = printed(&["campaign", file, "--engine", "exact", "--as", "link"]);
    printed(&["ask", link.trim_end(), "--out", out, "--charts", "none", "--quiet"]);
    let names: Vec<String> = fs::read_dir(home.path())
        .expect("a directory")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    let [name] = &names[..] else { panic!("{names:?}") };
    assert_eq!(name, "campaign-the-border-war");
    let written = fs::read_to_string(home.path().join(name).join("answer.json"));
    assert_eq!(written.expect("written"), printed(&["ask", link.trim_end(), "--json"]));
}

#[test]
fn shards_of_link_merge_to_its_answer() {
    let link = printed(&["campaign", "scenarios/campaigns/border-war.toml", "--as", "link"]);
    let source = ShardSource::Link(link.trim_end().to_owned());
    let spec = RunSpec { engine: EngineKind::MonteCarlo, fields: FieldMode::Exact, seed: 5 };
    let mut merger = ShardMerger::new();
    for first in [1, 0] {
        let shard = Shard { first, blocks: 1 };
        let file = ShardFile::count(&source, spec, shard, None, &StdControl).expect("counted");
        merger.add(&first.to_string(), file).expect("a shard of the run");
    }
    let merged = merger.merged(GapPolicy::Refuse, &StdControl).expect("all blocks");
    let MergedAnswer::Link("campaign", _, reply) = merged else { panic!("{merged:?}") };
    let whole = format!("{}?trials=1024&seed=5", link.trim_end());
    assert_eq!(reply.json().expect("JSON"), printed(&["ask", &whole, "--json"]));
}
