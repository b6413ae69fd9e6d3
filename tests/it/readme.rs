//! What the README and the pages of `docs/` say must be so.

use std::fs;
use std::path::{Path, PathBuf};

use warodds::scenario::parse;

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page(name: &str) -> String {
    fs::read_to_string(here().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// How many questions the first TOML example of a page that starts so asks.
fn questions(name: &str, start: &str) -> usize {
    let text = page(name);
    let toml = text
        .split("```toml\n")
        .skip(1)
        .find(|rest| rest.starts_with(start))
        .and_then(|rest| rest.split("```").next())
        .expect("a TOML example");
    parse(name, toml).unwrap_or_else(|faults| panic!("{faults}")).asked.len()
}

#[test]
fn the_examples_are_scenarios() {
    // 3 facings × 2 charges
    assert_eq!(questions("README.md", "title"), 3 * 2);
    // the same, 6 distances × 3 terrains, 3 modifiers, 1 duel
    assert_eq!(questions("docs/scenarios.md", "title"), 6 + 18 + 3 + 1);
    // 3 ranks × 3 kinds of terrain × 2
    assert_eq!(questions("docs/westeros.md", "[[westeros.attack]]"), 18);
}

#[test]
fn the_files_that_pages_point_to_are_there() {
    let docs = ["docs", "docs/design", "docs/guides", "docs/keys"].into_iter().flat_map(|folder| {
        let entries = fs::read_dir(here().join(folder)).expect("there are pages");
        entries.map(|entry| entry.expect("an entry").path())
    });
    let top = ["README.md", "ARCHITECTURE.md", "COMPARE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    let pages: Vec<PathBuf> = top
        .into_iter()
        .map(|name| here().join(name))
        .chain(docs.filter(|path| path.extension().is_some_and(|extension| extension == "md")))
        .collect();
    let mut seen = 0;
    for page in pages {
        let text = fs::read_to_string(&page).expect("a page");
        let folder = page.parent().expect("a page is in a folder");
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.starts_with("http") && !link.starts_with('#')) {
            let file = link.split('#').next().unwrap_or(link);
            assert!(folder.join(file).exists(), "{}: {link} is missing", page.display());
            seen += 1;
        }
    }
    assert!(seen >= 20, "only {seen} links were seen");
}

/// Lines of the section of `ARCHITECTURE.md` about one command name functions and their files.
#[test]
fn architecture_names_functions_that_exist() {
    let text = page("ARCHITECTURE.md");
    let life = text.split("## The life of").nth(1).and_then(|rest| rest.split("\n## ").next());
    let life = life.expect("a section about one command").replace('\n', " ");
    let words: Vec<&str> = life.split('`').skip(1).step_by(2).collect();
    let named: Vec<(&str, &str)> = words
        .windows(2)
        .filter_map(|pair| match pair {
            [function, file] if !function.contains(['/', ' ', '.']) && file.ends_with(".rs") => {
                Some((*function, *file))
            }
            _ => None,
        })
        .collect();
    assert!(named.len() >= 12, "only {named:?} were found");
    for (function, file) in named {
        let source = page(file);
        let is_defined = |end| source.contains(&format!("fn {function}{end}"));
        assert!(['(', '<'].into_iter().any(is_defined), "{file} has no function {function}");
    }
}
