//! The page about abilities as data names all there is, and its example is a catalogue.

use std::fs;
use std::path::Path;

use warodds::catalogue::Catalogue;
use warodds::catalogue::conditions::CONDITION_KEYS;
use warodds::catalogue::vocabulary::EFFECT_KEYS;
use warodds::games::asoiaf::ModelStatus;
use warodds::games::asoiaf::effect::{Moment, Per, Trigger};

fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/abilities.md"))
        .expect("there is a page")
}

#[test]
fn every_word_has_its_line() {
    let page = page();
    let mut lines: Vec<String> =
        EFFECT_KEYS.iter().map(|word| format!("| `{}` | {} | ", word.key, word.code)).collect();
    let told = EFFECT_KEYS.iter().map(|word| format!(" | {} | ", word.words));
    let ended = CONDITION_KEYS.iter().map(|condition| format!(" | {} |\n", condition.words));
    lines.extend(
        told.chain(ended)
            .chain(CONDITION_KEYS.iter().map(|condition| format!("| `{}` | ", condition.key))),
    );
    lines.extend(Moment::ALL.iter().map(|(_, name, words)| format!("| `{name}` | {words} |\n")));
    lines.extend(Trigger::ALL.iter().map(|(_, name, words)| format!("| `{name}` | {words} |\n")));
    lines.extend(Per::ALL.iter().map(|(_, name, words)| format!("| `{name}` | {words} |\n")));
    let missing: Vec<&String> = lines.iter().filter(|line| !page.contains(line.as_str())).collect();
    assert!(missing.is_empty(), "docs/abilities.md lacks {missing:?}");
}

#[test]
fn the_example_is_a_catalogue() {
    let page = page();
    let toml = page
        .split("```toml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("a TOML example");
    let file = tempfile::NamedTempFile::with_suffix(".toml").expect("a file");
    fs::write(file.path(), toml).expect("it can be written");
    let mut catalogue = Catalogue::shipped().clone();
    catalogue.add(file.path()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let unit = catalogue.unit(catalogue.find("lantern guard").expect("the card is there"));
    assert_eq!(unit.abilities.len(), 3);
    assert!(
        unit.abilities.iter().all(|ability| matches!(ability.status, ModelStatus::Modelled(_)))
    );
}
