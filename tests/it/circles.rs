//! That the modules of a folder, or of the root of a crate, do not import each other in circles.
//!
//! What a folder holds are its files and folders; a parent and its children are one thing. A path
//! is `crate::` or `super::` and the names behind it, comments and tests left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::architecture::{code, modules, sources};

/// The code of a file in one line, without comments, and without its tests at the end.
fn plain(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines: Vec<&str> = code(text).map(|(_, line)| line.trim()).collect();
    lines.join(" ")
}

/// A name at the start of a text.
fn name(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// The paths that begin here: one, or those of a group in braces.
fn paths(text: &str) -> Vec<Vec<String>> {
    if let Some(group) = text.strip_prefix('{') {
        let mut depth = 0;
        let ends = |c: char| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth < 0
        };
        let group = group.split(ends).next().unwrap_or_default();
        let mut depth = 0;
        let parts = group.split(|c: char| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            c == ',' && depth == 0
        });
        return parts.flat_map(|part| paths(part.trim())).collect();
    }
    let first = name(text);
    if first.is_empty() {
        return Vec::new();
    }
    let behind = text[first.len()..].strip_prefix("::").map_or_else(Vec::new, paths);
    if behind.is_empty() {
        return vec![vec![first.to_owned()]];
    }
    behind.into_iter().map(|path| [vec![first.to_owned()], path].concat()).collect()
}

/// All paths from the crate's root that a file names.
fn named(own: &[String], text: &str) -> Vec<Vec<String>> {
    let text = plain(text);
    let mut all = Vec::new();
    for (at, start) in text.match_indices("crate::").chain(text.match_indices("super::")) {
        let before = &text[..at];
        if before.ends_with("::") || before.ends_with(|c: char| c.is_alphanumeric() || c == '$') {
            continue;
        }
        let mut rest = &text[at..];
        let mut base = own.to_vec();
        if start == "crate::" {
            base.clear();
            rest = &rest[start.len()..];
        }
        while let Some(more) = rest.strip_prefix("super::") {
            base.pop();
            rest = more;
        }
        all.extend(paths(rest).into_iter().map(|path| [base.clone(), path].concat()));
    }
    all
}

/// Which of the modules in a folder import which others, and from which file.
type Imports = BTreeMap<String, BTreeMap<String, String>>;

/// The imports in each folder of a crate, by its modules from the root.
fn imports(root: &Path, files: &[(impl AsRef<Path>, String)]) -> BTreeMap<Vec<String>, Imports> {
    // a folder is a module as well
    let own = files.iter().map(|(path, _)| modules(root, path.as_ref()));
    let known: BTreeSet<Vec<String>> =
        own.flat_map(|own| (1..=own.len()).map(move |depth| own[..depth].to_vec())).collect();
    let mut all: BTreeMap<Vec<String>, Imports> = BTreeMap::new();
    for (path, text) in files {
        let own = modules(root, path.as_ref());
        // files of tests may set up what is above them
        if own.iter().any(|name| name == "tests") {
            continue;
        }
        for named in named(&own, text) {
            let shared = own.iter().zip(&named).take_while(|(one, other)| one == other).count();
            let (folder, Some(from), Some(to)) =
                (&own[..shared], own.get(shared), named.get(shared))
            else {
                continue;
            };
            if known.contains(&[folder, std::slice::from_ref(to)].concat()) {
                let imports = all.entry(folder.to_vec()).or_default();
                let file = path.as_ref().display().to_string();
                imports.entry(from.clone()).or_default().insert(to.clone(), file);
            }
        }
    }
    all
}

/// What is left of imports when modules that import none of the others are taken away, again and
/// again: those in circles, and those that lead to them.
fn circles(mut imports: Imports) -> Imports {
    loop {
        let before = imports.len();
        let left: BTreeSet<String> = imports.keys().cloned().collect();
        imports.values_mut().for_each(|named| named.retain(|name, _| left.contains(name)));
        imports.retain(|_, named| !named.is_empty());
        if imports.len() == before {
            return imports;
        }
    }
}

#[test]
fn modules_of_a_folder_import_each_other_in_no_circle() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let roots = [
        "crates/answer/src",
        "crates/battles/src",
        "crates/charts/src",
        "crates/engine/src",
        "crates/games/src",
        "crates/questions/src",
        "crates/server/src",
        "crates/shards/src",
        "src",
        "tests/reference/src",
    ];
    let mut seen = 0;
    for root in roots {
        let folder = here.join(root);
        for (modules, imports) in imports(&folder, &sources(&folder)) {
            let place = [&[root.to_owned()], &modules[..]].concat().join("/");
            seen += imports.values().map(BTreeMap::len).sum::<usize>();
            let circles = circles(imports);
            assert!(circles.is_empty(), "modules of {place} import each other: {circles:#?}");
        }
    }
    assert!(seen > 300, "only {seen} imports were seen");
}

#[test]
fn circles_are_seen() {
    let circular = |files: &[(&str, &str)]| {
        let files: Vec<_> =
            files.iter().map(|(path, text)| (Path::new(path), (*text).to_owned())).collect();
        let all = imports(Path::new("src"), &files);
        all.into_values().any(|imports| !circles(imports).is_empty())
    };
    let low = ("src/game/low.rs", "");
    assert!(!circular(&[low, ("src/game/high.rs", "use super::low::A;")]));
    let back = ("src/game/low.rs", "use super::{\n    high::B, other,\n};");
    assert!(circular(&[back, ("src/game/high.rs", "use super::low::A;")]));
    assert!(circular(&[back, ("src/game/high/deep.rs", "fn f() { super::super::low::f() }")]));
    assert!(circular(&[back, ("src/game/high/deep.rs", "use crate::game::{low};")]));
    assert!(!circular(&[back, ("src/game/high.rs", "// super::low")]));
    let tests = "#[cfg(test)]\nmod tests {\n    use crate::game::low;\n}";
    assert!(!circular(&[back, ("src/game/high.rs", tests)]));
    assert!(!circular(&[
        ("src/game/mod.rs", "use self::low::A;"),
        ("src/game/low.rs", "use super::B;")
    ]));
}
