//! `warodds battle advise`: the best turns at a moment of a battle.

use serde_json::Value;

use super::common::{printed, printed_json, refusal};
use super::schema::{assert_describes, validator};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/battles/fire-and-blood.toml");

#[test]
fn the_command_prints_writes_and_draws_advice() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.json").to_string_lossy().into_owned();
    printed(&["battle", "replay", FILE, "--log", &path]);
    let moment = format!("{path}@9");
    let few = ["--games", "8", "--policy", "random"];
    let out = folder.path().join("out");
    let command: Vec<&str> = ["battle", "advise", &moment].into_iter().chain(few).collect();
    let written = ["--quiet", "--out", out.to_str().expect("a path")];
    let text = printed(&command.iter().copied().chain(written).collect::<Vec<_>>());
    let json = printed_json(&command);
    let read = |name: &str| {
        std::fs::read_to_string(out.join("game-turn-9").join(name)).expect("it is written")
    };
    assert_eq!(read("advice.txt"), text);
    assert_eq!(serde_json::from_str::<Value>(&read("advice.json")).ok(), Some(json.clone()));
    let schema: Value =
        serde_json::from_str(&printed(&["schema", "battle-advice"])).expect("a schema");
    assert_describes(&validator(&schema), &json, (&[], &[], &[]));

    // the turn of the log is among them, the player is the one who took it
    let log: Value =
        serde_json::from_str(&std::fs::read_to_string(&path).expect("the log")).expect("JSON");
    let entries = log["entries"].as_array().expect("entries");
    let turns: Vec<&Value> =
        entries.iter().filter(|entry| entry["choice"]["choose"] == "turn").collect();
    let taken = turns[8];
    assert_eq!(json["player"], taken["player"]);
    let advised = json["turns"].as_array().expect("turns");
    let played: Vec<&Value> = advised.iter().filter(|turn| turn["played"] == true).collect();
    assert_eq!(played.len(), 1);
    assert_eq!(played[0]["turn"], taken["choice"]["as"]);

    // each is named in the text and drawn
    let picture = read("advice.svg");
    assert!(read("turns.svg").contains("chance to win"));
    for (turn, place) in advised.iter().zip(1..) {
        let words = turn["words"].as_str().expect("words");
        assert!(text.contains(&words[..12]), "{words}");
        assert!(picture.contains(&format!("text-anchor=\"middle\">{place}</text></g>")), "{place}");
    }

    for turn in [0, turns.len() + 1] {
        let beyond = format!("{path}@{turn}");
        let wrong = refusal(&["battle", "advise", &beyond]);
        assert!(wrong.contains(&format!("the log has {} turns", turns.len())), "{wrong}");
    }
    assert!(refusal(&["battle", "advise", &path]).contains("game.json@12"));
}

/// A position that is written from a log gets the advice of its turn, but for what was played.
#[test]
fn a_position_gets_the_same_advice_as_its_turn() {
    let folder = tempfile::tempdir().expect("a folder");
    let [log, state] = ["game.json", "state.toml"]
        .map(|name| folder.path().join(name).to_string_lossy().into_owned());
    printed(&["battle", "replay", FILE, "--log", &log, "--turn", "9", "--state", &state]);
    let advice = |moment: &str| {
        printed_json(&["battle", "advise", moment, "--games", "8", "--policy", "quick"])
    };
    let (mut of_log, of_state) = (advice(&format!("{log}@9")), advice(&state));
    let schema: Value =
        serde_json::from_str(&printed(&["schema", "battle-advice"])).expect("a schema");
    assert!(validator(&schema).is_valid(&of_state));
    let turns = of_log["turns"].as_array_mut().expect("turns");
    // the turn of the log may be a candidate of its own
    turns.truncate(3);
    turns.iter_mut().for_each(|turn| turn["played"] = false.into());
    assert_eq!(of_log["turns"], of_state["turns"]);
    assert_eq!((&of_log["turn"], &of_state["turn"]), (&9.into(), &Value::Null));

    let out = folder.path().join("out");
    let written = ["battle", "advise", &state, "--games", "4", "--quiet", "--out"];
    printed(&[&written[..], &[out.to_str().expect("a path")]].concat());
    let picture =
        std::fs::read_to_string(out.join("state-advice/advice.svg")).expect("it is written");
    assert!(picture.contains("text-anchor=\"middle\">1</text></g>"));
    let refused = refusal(&["battle", &state]);
    assert!(refused.contains("`warodds battle advise`"), "{refused}");
}
