//! ChartFiles of real battles, and of odd ones.

use std::path::Path;

use warodds_battles::answer::BattleAnswer;
use warodds_battles::file::load;
use warodds_battles::run::{BattleRunSettings, DiceMode, run};

use super::super::tests::{check, file, names, texts};
use super::*;
use crate::catalogue::Catalogue;
use crate::engine::StdControl;
use crate::report::samples::NASTY;

const FILES: [&str; 5] = ["win-odds", "points-by-round", "difference", "moves", "units"];

fn played(games: u64) -> BattleAnswer {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/battles/five-on-five.toml");
    let file = load(Path::new(path), Catalogue::shipped()).expect("a battle");
    let settings =
        BattleRunSettings { games, seed: 1, policies: file.policies, source: DiceMode::Sampled };
    let tally = run(&file.battle, &settings, &StdControl).expect("it can be played");
    BattleAnswer::new(&file, 1, &tally)
}

fn drawn(answer: &BattleAnswer) -> ChartFiles {
    let charts = of_battles(answer, &[], Selection::Key).expect("drawn");
    let expected: Vec<String> =
        FILES.iter().flat_map(|stem| [format!("{stem}.svg"), format!("{stem}.png")]).collect();
    assert_eq!(names(&charts), expected);
    check(&charts);
    charts
}

#[test]
fn battles_have_five_charts_that_say_what_they_are_of() {
    let answer = played(48);
    let charts = drawn(&answer);
    for svg in charts.files.iter().step_by(2) {
        let text = texts(svg).join(" ");
        for words in ["A Game of Thrones", "48 battles, seed 1", "policies: a greedy, b quick"] {
            assert!(text.contains(words), "{words} is not in {}: {text}", svg.name);
        }
        assert!(text.contains("no tactics cards and no abilities of NCUs"), "{}", svg.name);
        assert!(!text.contains('…'), "something is cut in {}: {text}", svg.name);
    }
    let said = |name: &str, words: &str| {
        let all = texts(file(&charts, name));
        assert!(all.iter().any(|text| text == words), "{words} is not in {all:?}");
    };
    said("win-odds.svg", "a: Wolves");
    said("win-odds.svg", &with_interval(answer.events.a_wins));
    said("points-by-round.svg", "After round");
    said("difference.svg", "Points of a minus points of b");
    // 48 battles: two shares that differ have different labels
    for share in answer.quantities.difference.pmf.iter().filter(|share| **share > 0.0) {
        said("difference.svg", &words::percent(*share, 1));
    }
    for army in [0, 1] {
        let a_battle = answer.moves.all(army) as f64 / 48.0;
        said("moves.svg", &format!("{a_battle:.1} moves per battle"));
    }
    let berserkers = &answer.units[2];
    assert_eq!(berserkers.name, "House Umber Berserkers");
    said("units.svg", &format!("{} ({})", berserkers.name, berserkers.cost));
    assert_eq!(of_battles(&answer, &[], Selection::None).expect("drawn"), ChartFiles::default());
    let stopped = of_battles(&answer, &["Stopped early".to_owned()], Selection::All);
    let stopped = texts(file(&stopped.expect("drawn"), "moves.svg")).join(" ");
    assert!(stopped.contains("b quick. Stopped early. Each map"), "{stopped}");
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
