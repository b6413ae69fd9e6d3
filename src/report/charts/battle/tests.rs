//! Charts of real battles, and of odd ones.

use std::path::Path;

use warodds_battles::answer::BattleAnswer;
use warodds_battles::file::load;
use warodds_battles::luck::BattleLuck;
use warodds_battles::replay::LogFile;
use warodds_battles::run::compare::ComparisonDocument;
use warodds_battles::run::{BattleRunSettings, DiceMode, replay, run};

use super::super::tests::{check, check_texts, names};
use super::*;
use crate::catalogue::Catalogue;
use crate::engine::StdControl;
use crate::report::samples::NASTY;
use warodds_charts::spec::Tone;

const FILES: [&str; 4] = ["win-odds", "difference", "moves", "units"];

fn played(games: u64) -> BattleAnswer {
    played_file("five-on-five", games)
}

fn played_file(name: &str, games: u64) -> BattleAnswer {
    let path = format!("{}/scenarios/battles/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let file = load(Path::new(&path), Catalogue::shipped()).expect("a battle");
    let settings =
        BattleRunSettings { games, seed: 1, policies: file.policies, source: DiceMode::Sampled };
    let tally = run(&file.battle, &settings, &StdControl).expect("it can be played");
    BattleAnswer::new(&file, 1, &tally)
}

fn drawn(answer: &BattleAnswer) {
    let drawn = of_battles(answer, &[], Selection::Key).expect("drawn");
    let expected: Vec<String> =
        FILES.iter().flat_map(|stem| [format!("{stem}.svg"), format!("{stem}.png")]).collect();
    assert_eq!(names(&drawn), expected);
    check(&drawn);
}

#[test]
fn charts_of_battles_say_what_they_are_of() {
    let answer = played(48);
    let all = charts(&answer, &[]);
    let [a, b] = answer.armies.each_ref().map(|army| words::clean(army));
    let policies = format!("policies: {a} greedy, {b} quick");
    for (name, chart) in &all {
        check_texts(name, chart);
        assert!(chart.question.contains("A Game of Thrones"), "{name}: {}", chart.question);
        for words in ["48 battles, seed 1", &policies, "tactics cards and abilities of NCUs"] {
            assert!(chart.foot.contains(words), "{words} is not in {name}: {}", chart.foot);
        }
    }
    let [(_, odds), (_, difference), (_, moves), (_, units)] = &*all else {
        panic!("{} charts", all.len())
    };
    let [Panel::Shares(shares), Panel::Lines(points)] = &*odds.panels else { panic!("{odds:?}") };
    assert_eq!(shares[0].parts[0], (Fill::A, answer.events.a_wins.p));
    assert_eq!(shares[0].interval, Some(answer.events.a_wins.ci95.into()));
    assert_eq!(points.lines[1].points.len(), answer.rounds.len());
    assert_eq!(points.rows[0].tone, Tone::Quiet);
    let [Panel::Counts(counts)] = &*difference.panels else { panic!("{difference:?}") };
    assert_eq!(counts.series[0].exactly, answer.quantities.difference.pmf);
    assert!((counts.series[0].reached[0] - 1.0).abs() < 1e-12);
    let [Panel::Map(map)] = &*moves.panels else { panic!("{moves:?}") };
    for (army, name) in map.names.iter().enumerate() {
        let a_battle = answer.moves.all(army) as f64 / 48.0;
        assert!(name.ends_with(&format!("{a_battle:.1} moves per battle")), "{name}");
        assert!((map.shares[army].iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
    let [Panel::Bars(bars)] = &*units.panels else { panic!("{units:?}") };
    let berserkers = &answer.units[2];
    assert_eq!(bars.rows[2].name, format!("{} ({})", berserkers.name, berserkers.cost));
    assert_eq!(of_battles(&answer, &[], Selection::None).expect("drawn"), ChartFiles::default());
    let stopped = charts(&answer, &["Stopped early".to_owned()]);
    assert!(stopped[2].1.foot.contains(" quick. Stopped early."), "{}", stopped[2].1.foot);
}

/// In modes with missions no unit earns points: those of the missions are all.
#[test]
fn chart_of_missions_has_all_points() {
    let answer = played_file("dark-wings-dark-words", 24);
    let all = charts(&answer, &[]);
    all.iter().for_each(|(name, chart)| check_texts(name, chart));
    let [.., (_, units), (name, missions)] = &*all else { panic!("{} charts", all.len()) };
    assert_eq!((*name, &*units.title), ("missions", "Points and losses by unit"));
    let [Panel::Bars(bars)] = &*missions.panels else { panic!("{missions:?}") };
    let quantities = [&answer.quantities.a_points, &answer.quantities.b_points];
    for (army, points) in quantities.into_iter().enumerate() {
        let sum: f64 = bars.rows.iter().map(|row| row.bars[army].value).sum();
        assert!(points.mean > 0.0 && (sum - points.mean).abs() < 1e-9, "{sum}");
    }
}

#[test]
fn chart_of_luck_has_the_sums_of_all_rolls() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/battles/clash-of-kings.toml");
    let file = load(Path::new(path), Catalogue::shipped()).expect("a battle");
    let entries = replay(&file.battle, file.policies, (1, 0)).expect("a battle");
    let log = LogFile::new(&file.battle, file.armies.clone(), entries);
    let found = log.luck(Catalogue::shipped()).expect("a legal log");
    let chart = luck::chart(&log, &found);
    check_texts("luck", &chart);
    let [Panel::Bars(bars), Panel::Lines(course)] = &*chart.panels else { panic!("{chart:?}") };
    let values: Vec<f64> = bars.rows.iter().map(|row| row.bars[0].value).collect();
    let [result, of_rolls, decisions, purposes @ ..] = &*values else { panic!("{values:?}") };
    assert!((result - found.result(0)).abs() < 1e-9);
    assert!((of_rolls + decisions - result).abs() < 1e-9);
    assert!((purposes.iter().sum::<f64>() - of_rolls).abs() < 1e-9);
    let points = &course.lines[0].points;
    assert_eq!(points.len(), found.rolls.len() + 1);
    assert!(points.last().is_some_and(|(_, sum, _)| (sum - of_rolls).abs() < 1e-9));
    let rounds: Vec<&String> =
        course.rows[0].cells.iter().filter(|cell| !cell.is_empty()).collect();
    assert!(rounds.len() > 2 && rounds.is_sorted(), "{rounds:?}");
    let drawn = of_battle_luck(&log, &found).expect("drawn");
    assert_eq!(names(&drawn), ["luck.svg", "luck.png"]);
    check(&drawn);
    // a battle without a roll has no course
    let none = BattleLuck { rolls: Vec::new(), lost: [0.0; 2], ..found };
    assert_eq!(luck::chart(&log, &none).title, "The dice favoured neither army");
    check(&of_battle_luck(&log, &none).expect("drawn"));
}

#[test]
fn chart_of_odds_has_the_course_and_the_turning_points() {
    use warodds_battles::odds::OddsSettings;
    use warodds_battles::policy::PolicyKind;
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/battles/fire-and-blood.toml");
    let file = load(Path::new(path), Catalogue::shipped()).expect("a battle");
    let entries = replay(&file.battle, file.policies, (1, 0)).expect("a battle");
    let log = LogFile::new(&file.battle, file.armies.clone(), entries);
    let settings = OddsSettings { games: 4, seed: 1, policy: PolicyKind::Random };
    let found = log.odds(Catalogue::shipped(), &settings, &StdControl).expect("odds");
    let chart = odds::chart(&found);
    check_texts("odds", &chart);
    let [Panel::Lines(course), Panel::Bars(bars)] = &*chart.panels else { panic!("{chart:?}") };
    let points = &course.lines[0].points;
    assert_eq!(points.len(), log.turns() + 1);
    assert_eq!(points.last().map(|(_, odds, _)| *odds), Some(found.end));
    assert_eq!(bars.rows.len(), 2 * found.turning_points.len());
    for (turn, rows) in found.turning_points().zip(bars.rows.chunks(2)) {
        let change = 100.0 * (turn.after.p - turn.before.p);
        let sum: f64 = rows.iter().map(|row| row.bars[0].value).sum();
        assert!((sum - change).abs() < 1e-9, "{sum} is not {change}");
    }
    let drawn = of_battle_odds(&found).expect("drawn");
    assert_eq!(names(&drawn), ["odds.svg", "odds.png"]);
    check(&drawn);
}

#[test]
fn odd_battles_are_drawn_whole() {
    // a single battle: no bar has a neighbour, and one side wins for certain
    drawn(&played(1));
    let mut odd = played(16);
    // as many units as there may be, with names that nobody would give them
    odd.units = odd.units.iter().cycle().take(32).cloned().collect();
    for (unit, name) in odd.units.iter_mut().zip(NASTY.into_iter().cycle()) {
        unit.name = name.to_owned();
    }
    odd.title = NASTY.join("<&>");
    odd.armies = [NASTY[0].to_owned(), NASTY.join(" ")];
    odd.left_out = NASTY.map(|name| format!("{name}: {name}")).to_vec();
    drawn(&odd);
    // a wide table on which nobody of one army moved
    let mut wide = played(16);
    wide.moves.squares = [48, 12];
    wide.moves.counts[1].fill(0);
    drawn(&wide);
}

/// A comparison and a search as their documents, from results that are written down here.
#[test]
fn differences_are_bars_in_percentage_points_with_their_intervals() {
    use warodds_battles::run::compare::{ComparisonSettings, PlayedComparison, PolicyComparison};
    let settings = ComparisonSettings {
        lists: NASTY.map(str::to_owned)[..2].to_vec().try_into().expect("two names"),
        against: vec!["x".to_owned(), "y".to_owned()],
        modes: vec![Mode::FireAndBlood],
        seed: 3,
    };
    // against x A wins all and B nothing, against y both win a game of two
    let played = PlayedComparison { rounds: vec![vec![[4, 0], [2, 2]]; 60] };
    let one = PolicyComparison::new("quick".to_owned(), &settings, &played);
    let chart = differences::comparison(&ComparisonDocument::new(settings, vec![one]));
    check_texts("compare", &chart);
    let [Panel::Bars(bars)] = &*chart.panels else { panic!("{chart:?}") };
    let values: Vec<(&str, f64)> =
        bars.rows.iter().map(|row| (row.name.as_str(), row.bars[0].value)).collect();
    assert_eq!(values, [("quick: all", 50.0), ("quick: x", 100.0), ("quick: y", 0.0)]);
    assert_eq!(bars.rows[0].numbers, ["75 %", "25 %"]);
    assert!(chart.title.contains("wins more than"), "{}", chart.title);
    let [low, high] = played.difference(|_| true).interval().map(|share| 100.0 * share);
    assert_eq!(bars.rows[0].bars[0].interval, Some((low, high)));
}
