//! What the README says must be so.

use std::fs;
use std::path::Path;

use warodds::scenario::parse;

fn readme() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"))
        .expect("there is a README")
}

#[test]
fn the_scenario_explained_is_a_scenario() {
    let text = readme();
    let toml = text
        .split("```toml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("a TOML example");
    let scenario = parse("README.md", toml).unwrap_or_else(|faults| panic!("{faults}"));
    // 3 facings × 2 charges, 6 distances × 3 terrains, 3 modifiers, 1 duel
    assert_eq!(scenario.asked.len(), 6 + 18 + 3 + 1);
}

#[test]
fn the_scenario_of_westeros_is_one() {
    let text = readme();
    let toml = text
        .split("```toml\n")
        .find(|rest| rest.starts_with("game = \"westeros\""))
        .and_then(|rest| rest.split("```").next())
        .expect("its TOML example");
    let scenario = parse("README.md", toml).unwrap_or_else(|faults| panic!("{faults}"));
    // 3 ranks × 3 kinds of terrain × 2
    assert_eq!(scenario.asked.len(), 18);
}

#[test]
fn the_files_it_points_to_are_there() {
    let text = readme();
    let links = text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|link| !link.starts_with("http"));
    let mut seen = 0;
    for link in links {
        if link.starts_with('#') {
            continue; // a heading of its own
        }
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(link).exists(), "{link} is missing");
        seen += 1;
    }
    assert!(seen >= 5, "only {seen} links were seen");
}
