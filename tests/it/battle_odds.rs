//! `warodds battle replay --odds`: the odds in a battle, of a battle file and of a log.

use serde_json::Value;

use super::common::{printed, printed_json, refusal};
use super::schema::{assert_describes, validator};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/battles/fire-and-blood.toml");

#[test]
fn the_command_prints_writes_and_draws_odds() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.json").to_string_lossy().into_owned();
    printed(&["battle", "replay", FILE, "--log", &path]);
    let few = ["--odds", "4", "--policy", "random", "--seed", "2"];
    let command: Vec<&str> = ["battle", "replay", &path].into_iter().chain(few).collect();
    let out = folder.path().join("out");
    let written = ["--quiet", "--out", out.to_str().expect("a path")];
    let text = printed(&command.iter().copied().chain(written).collect::<Vec<_>>());
    let json = printed_json(&command);
    let read = |name: &str| {
        std::fs::read_to_string(out.join("game-replay").join(name)).expect("it is written")
    };
    assert_eq!(read("game.txt"), text);
    assert_eq!(serde_json::from_str::<Value>(&read("odds.json")).ok(), Some(json.clone()));
    assert!(read("odds.svg").contains("odds of a"));
    let schema: Value =
        serde_json::from_str(&printed(&["schema", "battle-odds"])).expect("a schema");
    assert_describes(&validator(&schema), &json, (&[], &[], &[]));

    // the document adds up, and the text and the page have its odds
    let number = |value: &Value| value.as_f64().expect("a number");
    let [of_a, of_b] = [0, 1].map(|army| number(&json["decisions"][army]));
    let sum = number(&json["start"]) + of_a + of_b + number(&json["luck"]);
    assert!((sum - number(&json["end"])).abs() < 1e-9, "{json}");
    let turns = json["turns"].as_array().expect("turns");
    let page = read("game.html");
    for turn in turns {
        let before = format!(": {:.1} % (", 100.0 * number(&turn["before"]["p"]));
        assert!(text.contains(&before), "{before}");
        let odds = (100.0 * number(&turn["after"]["p"])).round();
        assert!(page.contains(&format!("<b class=\"a\">{odds:.0} %</b>")), "{odds}");
    }
    let points = json["turning_points"].as_array().expect("turning points");
    assert_eq!(page.matches("<li data-turn=").count(), points.len());

    // a log is replayed as the battle from which it was written
    let of_log = printed(&["battle", "replay", &path]);
    let of_file = printed(&["battle", "replay", FILE]);
    let steps = |text: &str| text.split_once("\n\n").map(|(_, steps)| steps.to_owned());
    assert_eq!(steps(&of_log), steps(&of_file));
    for option in [["--game", "2"], ["--like", "median"], ["--seed", "2"]] {
        let [name, value] = option;
        let wrong = refusal(&["battle", "replay", &path, name, value]);
        assert!(wrong.contains(&format!("is the log of one battle: {name} needs")), "{wrong}");
    }
    let text =
        std::fs::read_to_string(&path).expect("the log").replacen("\"left\": 1", "\"left\": 2", 1);
    std::fs::write(&path, text).expect("written");
    assert!(refusal(&["battle", "replay", &path]).contains("entry "));
}
