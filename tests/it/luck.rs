//! How lucky rolls were, against counts by hand and over all results of each kind of question.

use super::common::{printed, printed_json};
use warodds::catalogue::Catalogue;
use warodds::request::link::Link;
use warodds::request::{RawFields, Reply, Setup, kind};
use warodds::study::StdControl;

/// The answer to a link.
fn reply(link: &str) -> Result<Reply, String> {
    let parsed = Link::parse(link, Catalogue::shipped()).expect("a link");
    let asked =
        warodds::request::reply(&parsed.kind, &parsed.given, &Setup::shipped(), &StdControl);
    asked.map_err(|wrong| wrong.to_string())
}

/// The probabilities of worse and of the same for the first result of a link.
fn odds(link: &str) -> [f64; 2] {
    let Ok(Reply::One(_, analysis)) = reply(link) else { panic!("one answer to {link}") };
    let odds = analysis.luck.first().expect("a result was given").odds;
    assert!((odds.worse + odds.same + odds.better - 1.0).abs() < 1e-12, "{link}");
    assert!((odds.percentile - odds.worse - odds.same / 2.0).abs() < 1e-12, "{link}");
    [odds.worse, odds.same]
}

#[test]
fn luck_is_where_the_result_lies() {
    let cases = [
        // two coins: none of them is worse than one
        ("attack?dice=2&hit=4&defense=4&morale=6&rolled=hits=1", [0.25, 0.5]),
        // 15 of 36 rolls of two dice fail 8 or more, and no wounds are the best result
        ("panic?morale=8&rolled=0", [21.0 / 36.0, 15.0 / 36.0]),
        // a charge of D6 and 5 inches
        ("charge?speed=5&distance=8&rolled=7", [1.0 / 6.0, 1.0 / 6.0]),
    ];
    for (link, wanted) in cases {
        let found = odds(link);
        let is_close = found.iter().zip(wanted).all(|(one, other)| (one - other).abs() < 1e-12);
        assert!(is_close, "{link}: {found:?}, not {wanted:?}");
    }
}

#[test]
fn more_of_a_loss_is_worse() {
    // the largest possible result is the worst of a loss and the best of a gain
    let cases = [
        ("duel/stark-sworn-swords/lannister-guardsmen?rounds=2", "a_left=12", false),
        ("duel/stark-sworn-swords/lannister-guardsmen?rounds=2", "b_left=12", true),
        ("attack/stark-sworn-swords/lannister-guardsmen", "wounds=12", false),
        ("attack/stark-sworn-swords/lannister-guardsmen", "own_wounds=7", true),
        ("panic?morale=8", "wounds=4", true),
        ("charge?speed=5&distance=8", "distance=11", false),
    ];
    for (link, rolled, is_loss) in cases {
        let [worse, same] = odds(&format!("{link}{}rolled={rolled}", join(link)));
        let wanted = if is_loss { 0.0 } else { 1.0 - same };
        assert!(same < 1.0 && (worse - wanted).abs() < 1e-12, "{link}, {rolled}: {worse}");
    }
}

/// The character before a further parameter of a link.
fn join(link: &str) -> char {
    if link.contains('?') { '&' } else { '?' }
}

#[test]
fn luck_is_one_half_on_average() {
    // the mid-p value of a result has a mean of 1/2 over its own distribution
    let links = [
        "attack/stark-sworn-swords/lannister-guardsmen?charge",
        "charge/stark-outriders/lannister-crossbowmen?distance=8",
        "duel/stark-sworn-swords/lannister-guardsmen?rounds=2",
        "survive/lannister-guardsmen?by=stark-sworn-swords",
        "sequence/lannister-guardsmen?by=stark-bowmen:ranged&by=stark-outriders:distance=8",
        "deck?copies=2",
        "panic?morale=7&panicked",
        "westeros/attack/red/blue",
        "westeros/fire",
        "warmachine/damage?skill=7&def=14&pow=20&arm=18",
    ];
    for link in links {
        let Ok(Reply::One(answer, _)) = reply(link) else { panic!("one answer to {link}") };
        for quantity in &answer.quantities {
            let distribution = quantity.distribution.pmf();
            let possible = distribution.probabilities().iter().enumerate();
            let mean: f64 = possible
                .filter(|(_, p)| **p > 0.0)
                .map(|(count, p)| {
                    let name = quantity.name.as_str();
                    let [worse, same] = odds(&format!("{link}{}rolled={name}={count}", join(link)));
                    p * (worse + same / 2.0)
                })
                .sum();
            assert!((mean - 0.5).abs() < 1e-9, "{link}, {}: {mean}", quantity.name.as_str());
        }
    }
}

#[test]
fn impossible_and_unknown_results_are_refused() {
    let numbers = "attack?dice=2&hit=4&defense=4&morale=6";
    let faults = [
        ("rolled=hits=3", "3 hits cannot be rolled: the possible results are 0 to 2"),
        ("rolled=hit=1", "no quantity `hit`; did you mean `hits`?"),
        ("rolled=three", "it must be a count, such as 3"),
        ("rolled=1&facing=front,flank", "give one value for each option"),
        ("rolled=1&explain", "--rolled and --explain contradict each other"),
    ];
    for (field, wanted) in faults {
        let wrong = reply(&format!("{numbers}&{field}")).err().unwrap_or_default();
        assert!(wrong.contains(wanted), "{field}: {wrong}");
    }
}

/// The answer to the rolls of a game.
fn game(rolls: &str) -> Result<Reply, String> {
    let luck = kind("luck").expect("a kind");
    let fields = RawFields::new().with("rolls", rolls);
    let found = warodds::request::reply(&luck, &fields, &Setup::shipped(), &StdControl);
    found.map_err(|wrong| wrong.to_string())
}

#[test]
fn rolls_of_a_game_are_added_up() {
    // four coins of which three show heads, and two of the enemy's of which none does: five heads
    // of six coins, than which 57 of 64 results are worse and 6 are the same
    let rolls = "# a comment\n\
                 attack --dice 2 --hit 4 --defense 4 --morale 6 --rolled hits=1\n\
                 warodds attack --dice=2 --hit=4+ --defense=4+ --morale=6 --rolled=hits=2\n\
                 enemy attack?dice=2&hit=4&defense=4&morale=6&rolled=hits=0\n";
    let Ok(Reply::Luck(found)) = game(rolls) else { panic!("an answer to {rolls}") };
    let lines: Vec<(usize, bool)> =
        found.rolls.iter().map(|one| (one.line, one.by_enemy)).collect();
    assert_eq!(lines, [(2, false), (3, false), (4, true)]);
    let [total] = found.totals.as_slice() else { panic!("one unit of count") };
    assert_eq!((total.unit, total.rolls), ("hits", 3));
    // the enemy's roll is bad for it (3/4 are better) and so good luck, in its row as in the sum
    let of_enemy = found.rolls[2].luck.odds;
    for (one, other) in [
        (of_enemy.worse, 3.0 / 4.0),
        (of_enemy.better, 0.0),
        (of_enemy.percentile, 7.0 / 8.0),
        (total.gained, 2.0),
        (total.odds.worse, 57.0 / 64.0),
        (total.odds.same, 6.0 / 64.0),
        (total.odds.better, 1.0 / 64.0),
    ] {
        assert!((one - other).abs() < 1e-12, "{one}, not {other}");
    }
}

/// One point of view in the table, the JSON, the table of numbers and the chart.
#[test]
fn all_outputs_show_the_luck_of_the_player() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("a path");
    let rolls = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/guides/rolls.txt");
    let table = printed(&["luck", rolls, "--out", out, "--quiet"]);
    let json = printed_json(&["luck", rolls]);
    let read = |name: &str| {
        std::fs::read_to_string(folder.path().join("rolls").join(name)).expect("a file")
    };
    let (csv, chart) = (read("luck.csv"), read("luck.svg"));
    let rolls = json["rolls"].as_array().expect("rolls");
    for roll in rolls {
        let percentile = roll["percentile"].as_f64().expect("a number");
        let percent = (100.0 * percentile).round();
        assert!(table.contains(&format!("{percent} % │")), "{percent} in {table}");
        assert!(chart.contains(&format!("{percent} %")), "{percent}");
        assert!(csv.contains(&format!(",{percentile}\n")), "{percentile} in {csv}");
    }
    // one wound of the enemy where 2.2 are expected, four where 3.5 are
    let is_lucky = |roll: usize| rolls[roll]["percentile"].as_f64().is_some_and(|it| it > 0.5);
    assert_eq!([1, 4].map(is_lucky), [true, false]);
}

#[test]
fn rolls_are_read_as_phones_write_them() {
    let typed = "# typed\n\
                 attack \"stark sworn swords\" \"mountain's men\" --charge --rolled 3\n\
                 enemy attack \"mountain's men\" \"stark sworn swords\" --rolled=1\n\
                 warodds panic --morale 7 --rolled 0\n";
    let written = "\u{feff}# typed\r\n\
                   Attack “stark sworn swords” “mountain’s men” —charge —rolled 3\r\n\
                   Enemy\u{a0}attack ‘mountain’s men’ „stark sworn swords“ –rolled=1\r\n\
                   Warodds Panic --morale 7 —rolled\u{a0}0\r\n";
    let [typed, written] = [typed, written].map(|rolls| match game(rolls) {
        Ok(Reply::Luck(found)) => found,
        other => panic!("{other:?}"),
    });
    assert_eq!(typed.rolls.len(), 3);
    assert_eq!(typed, written);
    // a dash in a name is no option, and a quotation mark must be closed still
    let wrong = game("attack “nobody —charge” guardsmen —rolled 3\npanic —morale “7\n");
    let wrong = wrong.err().unwrap_or_default();
    for wanted in ["line 1: ", "nobody —charge", "line 2: a quotation mark is not closed"] {
        assert!(wrong.contains(wanted), "{wrong}");
    }
}

#[test]
fn faulty_rolls_are_reported_with_their_lines() {
    let wrong = game(
        "panic --morale 7 --rolled 0\nfoo\npanic --morale 7\n\npanic --morale '7\n\
         panic --morale 7 --rolled 0 --at-least 1\n",
    );
    let wrong = wrong.err().unwrap_or_default();
    for wanted in [
        "line 2: there is no question `foo`",
        "line 3: the rolled result is missing",
        "line 5: a quotation mark is not closed",
        "line 6: a line has a roll and its result only",
    ] {
        assert!(wrong.contains(wanted), "{wrong}");
    }
    let same =
        game("attack --dice 2 --hit 4 --defense 4 --morale 6 --rolled 1 --rolled panic_wounds=0\n");
    assert!(same.err().is_some_and(|wrong| wrong.contains("line 1: two results of this roll")));
    assert!(game("#\n").err().is_some_and(|wrong| wrong.contains("there are no rolls")));
    let impossible = game("panic --morale 7 --rolled 0\npanic --morale 7 --rolled 9\n");
    assert!(impossible.err().is_some_and(|wrong| wrong.contains("line 2: --rolled 9: 9 wounds")));
}

/// `luck` and `cards` are rewritten where they are the command, and nowhere else.
#[test]
fn words_of_other_commands_are_no_commands() {
    use crate::common::{printed, refusal};

    assert!(refusal(&["units", "search", "luck", "attack"]).contains("no card `luck attack`"));
    assert!(
        refusal(&["cards", "search", "luck", "charge"]).contains("no tactics card `luck charge`")
    );
    assert!(refusal(&["attack", "cards", "--attacker", "x"]).contains("--attacker"));
    let numbers = ["attack", "--dice", "2", "--hit", "4", "--defense", "4", "--morale", "6"];
    let rolled = ["--rolled", "hits=1"];
    for before in [&["luck"][..], &["--color", "never", "luck"], &["--color=never", "luck"]] {
        let lucky = printed(&[before, &numbers, &rolled].concat());
        assert_eq!(lucky, printed(&[&numbers[..], &rolled].concat()), "{before:?}");
    }
    assert!(refusal(&[&["luck"][..], &numbers].concat()).contains("the rolled result is missing"));
    assert!(refusal(&["cards", "--attacker", "stark bowmen"]).contains("add --defender UNIT"));
}
