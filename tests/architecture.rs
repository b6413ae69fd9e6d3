//! The directions in which the crate's modules may depend on each other, and what some of them must
//! not touch.
//!
//! Sources are read as text with comments, strings and tests taken out, not as a syntax tree: a
//! path inside a macro's arguments is a dependency too, and a tree ends there. Modules that do not
//! exist yet are simply not found.

use std::fs;
use std::path::Path;

/// Which modules each module may name besides itself. `study::Asked` allows that item alone.
const MAY_NAME: [(&str, &[&str]); 10] = [
    ("chance", &[]),
    ("dist", &[]),
    ("engine", &["chance", "dist"]),
    ("games", &["chance", "dist"]),
    // files with places and faults, and how the values of games are read from them
    ("document", &["games"]),
    ("catalogue", &["document", "games"]),
    (
        "scenario",
        &["document", "catalogue", "games", "study::Asked", "study::Setting", "study::field"],
    ),
    // a study asks engines to run any rule, names what its slots hold and keeps what happened at
    // the table
    (
        "study",
        &[
            "scenario",
            "games",
            "engine",
            "dist",
            "chance::Rule",
            "chance::GivenRule",
            "chance::LongRule",
            "chance::Slot",
            "chance::SlotKind",
            "chance::Entry",
        ],
    ),
    ("report", &["dist", "study"]),
    // options are another way to write a question down, so the command line names the games' types
    // as scenarios do
    ("cli", &["study", "scenario", "catalogue", "report", "games"]),
];

/// What games never touch: chance alone gives them luck, and they answer by value.
const NOT_IN_GAMES: [&str; 9] = [
    "rand",
    "rand_xoshiro",
    "rayon",
    "std::fs",
    "std::time",
    "std::env",
    "std::io",
    "std::net",
    "std::thread",
];
/// What only the command line does.
const PRINTING: [&str; 6] = ["println!", "eprintln!", "print!", "eprint!", "dbg!", "process::exit"];
/// What no input may reach, so it stands nowhere outside of tests.
const PANICKING: [&str; 6] =
    [".unwrap()", ".expect(", "panic!", "todo!", "unimplemented!", "unreachable!"];
/// Places where one of [`PANICKING`] is right, as (file, text, why). None so far.
const MAY_PANIC: [(&str, &str, &str); 0] = [];

/// A source file: its path from `src/` with `/`, and its text.
struct Source {
    path: String,
    text: String,
}

impl Source {
    /// Modules from the crate's root down to this file: `games/asoiaf/mod.rs` is `games`, `asoiaf`.
    fn modules(&self) -> Vec<&str> {
        let stem = self.path.trim_end_matches(".rs");
        stem.split('/').filter(|part| !matches!(*part, "mod" | "lib" | "main")).collect()
    }

    /// Whether it speaks to people: the command line.
    fn may_print(&self) -> bool {
        self.path == "main.rs" || self.modules().first() == Some(&"cli")
    }
}

/// The text without comments, without what stands in strings and characters, and without items only
/// tests have. Line breaks stay where they are.
fn code_of(text: &str) -> String {
    without_tests(&without_words(text))
}

/// Takes comments and literals out.
fn without_words(text: &str) -> String {
    let (chars, mut code, mut at) = (text.chars().collect::<Vec<_>>(), String::new(), 0);
    while at < chars.len() {
        let end = literal_or_comment(&chars, at);
        if end == at {
            code.push(chars[at]);
            at += 1;
        } else {
            code.extend(chars[at..end].iter().map(|&c| if c == '\n' { '\n' } else { ' ' }));
            at = end;
        }
    }
    code
}

/// Where the comment or literal that starts at `at` ends; `at` if none does.
fn literal_or_comment(chars: &[char], at: usize) -> usize {
    let starts =
        |start: &str| start.chars().enumerate().all(|(i, c)| chars.get(at + i) == Some(&c));
    let find = |from: usize, end: &str| {
        let end: Vec<char> = end.chars().collect();
        (from..chars.len())
            .find(|&i| chars[i..].starts_with(&end))
            .map_or(chars.len(), |i| i + end.len())
    };
    let follows_a_name = at > 0 && (chars[at - 1].is_alphanumeric() || chars[at - 1] == '_');
    if starts("//") {
        (at..chars.len()).find(|&i| chars[i] == '\n').unwrap_or(chars.len())
    } else if starts("/*") {
        find(at + 2, "*/")
    } else if starts("r\"") && !follows_a_name {
        find(at + 2, "\"")
    } else if starts("r#\"") && !follows_a_name {
        find(at + 3, "\"#")
    } else if starts("\"") {
        end_of_string(chars, at)
    } else if starts("'\\") || (starts("'") && chars.get(at + 2) == Some(&'\'')) {
        find(at + 2 + usize::from(starts("'\\")), "'")
    } else {
        at
    }
}

/// Where the string that starts at `at` ends, escapes passed over.
fn end_of_string(chars: &[char], at: usize) -> usize {
    let mut end = at + 1;
    while end < chars.len() && chars[end] != '"' {
        end += if chars[end] == '\\' { 2 } else { 1 };
    }
    (end + 1).min(chars.len())
}

/// Takes items marked `#[cfg(test)]` out, to their `;` or closing brace.
fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let Some(start) = code.find(MARK) else { return code.to_owned() };
    let (before, marked) = code.split_at(start);
    let mut depth = 0;
    let end = marked.char_indices().skip(MARK.len()).find(|(_, c)| {
        depth += i32::from(*c == '{') - i32::from(*c == '}');
        depth == 0 && matches!(c, '}' | ';')
    });
    let (item, after) = marked.split_at(end.map_or(marked.len(), |(at, _)| at + 1));
    let lines = "\n".repeat(item.matches('\n').count());
    format!("{before}{lines}{}", without_tests(after))
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Where `word` stands in `code` as a word of its own.
fn places<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let whole = move |&at: &usize| {
        let before = code[..at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        let open = |edge: Option<char>, side: Option<char>| {
            edge.is_some_and(is_name) && side.is_some_and(is_name)
        };
        !open(word.chars().next(), before) && !open(word.chars().next_back(), after)
    };
    code.match_indices(word).map(|(at, _)| at).filter(whole)
}

fn line(code: &str, at: usize) -> usize {
    code[..at].matches('\n').count() + 1
}

/// All paths a path or tree of paths stands for: `a::{b, c::d}` is `a::b` and `a::c::d`; and what
/// follows it.
fn paths(text: &str) -> (Vec<Vec<String>>, &str) {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        let mut all = Vec::new();
        loop {
            let (some, after) = paths(rest);
            all.extend(some);
            // a `self`, `*` or `as` name ends here at the latest
            let stop = after.find([',', '}']).unwrap_or(after.len());
            match after[stop..].strip_prefix(',') {
                Some(more) => rest = more,
                None => return (all, after.get(stop + 1..).unwrap_or_default()),
            }
        }
    }
    let (name, rest) = text.split_at(text.find(|c| !is_name(c)).unwrap_or(text.len()));
    match rest.strip_prefix("::") {
        Some(below) if !name.is_empty() => {
            let (tails, after) = paths(below);
            let tails = if tails.is_empty() { vec![Vec::new()] } else { tails };
            (tails.into_iter().map(|tail| [vec![name.to_owned()], tail].concat()).collect(), after)
        }
        _ if name.is_empty() => (Vec::new(), rest),
        _ => (vec![vec![name.to_owned()]], rest),
    }
}

/// Every path from the crate's root that `source` names, with its line.
fn named(source: &Source, code: &str) -> Vec<(usize, Vec<String>)> {
    let mut found = Vec::new();
    for root in ["crate::", "super::"] {
        for at in places(code, root) {
            if code[..at].ends_with("super::") {
                continue; // part of a longer path that was already followed
            }
            for path in paths(&code[at..]).0 {
                found.push((line(code, at), from_root(source, path)));
            }
        }
    }
    found
}

/// A path that begins with `crate` or `super` as seen from the root.
fn from_root(source: &Source, path: Vec<String>) -> Vec<String> {
    let ups = path.iter().take_while(|name| *name == "super").count();
    if ups == 0 {
        return path[1..].to_vec();
    }
    let modules = source.modules();
    let kept =
        modules.iter().take(modules.len().saturating_sub(ups)).map(|&module| module.to_owned());
    kept.chain(path[ups..].iter().cloned()).collect()
}

/// Modules in files of their own that only tests have: `#[cfg(test)] mod samples;`.
fn test_modules(source: &Source) -> Vec<Vec<String>> {
    let code = without_words(&source.text);
    let declared = code.split("#[cfg(test)]").skip(1).filter_map(|after| {
        let (item, _) = after.split_once(';')?;
        let name = item.rsplit_once("mod ")?.1.trim();
        name.chars().all(is_name).then(|| name.to_owned())
    });
    declared
        .map(|name| source.modules().into_iter().map(str::to_owned).chain([name]).collect())
        .collect()
}

/// Every breach in the sources, in words.
fn breaches(sources: &[Source]) -> Vec<String> {
    let tests: Vec<_> = sources.iter().flat_map(test_modules).collect();
    let is_test = |source: &&Source| {
        tests.iter().any(|test| {
            source.modules().starts_with(&test.iter().map(String::as_str).collect::<Vec<_>>())
        })
    };
    sources.iter().filter(|source| !is_test(source)).flat_map(breaches_of).collect()
}

fn breaches_of(source: &Source) -> Vec<String> {
    let code = code_of(&source.text);
    let mut all = wrong_directions(source, &code);
    let mut forbid = |words: &[&str], why: &str| {
        let hits = words.iter().flat_map(|word| places(&code, word).map(move |at| (word, at)));
        all.extend(
            hits.map(|(word, at)| format!("src/{}:{}: {word} {why}", source.path, line(&code, at))),
        );
    };
    if source.modules().first() == Some(&"games") {
        forbid(&NOT_IN_GAMES, "in games/");
    }
    if !source.may_print() {
        forbid(&PRINTING, "outside of the command line");
    }
    if source.modules().first() == Some(&"report") {
        forbid(&["asoiaf", "games"], "in report/, which knows no game");
    }
    let here =
        |word: &&str| !MAY_PANIC.iter().any(|(file, text, _)| *file == source.path && text == word);
    forbid(&PANICKING.into_iter().filter(here).collect::<Vec<_>>(), "outside of tests");
    all
}

/// Names of modules that this module must not know.
fn wrong_directions(source: &Source, code: &str) -> Vec<String> {
    let modules = source.modules();
    let Some((own, allowed)) = MAY_NAME.iter().find(|(module, _)| modules.first() == Some(module))
    else {
        return Vec::new();
    };
    let is_allowed = |path: &[String]| {
        let Some(top) = path.first() else { return false };
        let item = path.get(1).map(|item| format!("{top}::{item}"));
        top == own
            || allowed.contains(&top.as_str())
            || item.is_some_and(|item| allowed.contains(&item.as_str()))
    };
    let wrong = named(source, code).into_iter().filter(|(_, path)| !is_allowed(path));
    wrong
        .map(|(line, path)| {
            format!("src/{}:{line}: {own} must not name {}", source.path, path.join("::"))
        })
        .collect()
}

/// All sources under a folder.
fn sources(folder: &Path, below: &str) -> Vec<Source> {
    let entries =
        fs::read_dir(folder).expect("the folder can be read").map(|entry| entry.expect("an entry"));
    let mut all = Vec::new();
    for entry in entries {
        let name = entry.file_name().into_string().expect("a name in letters");
        let path = if below.is_empty() { name } else { format!("{below}/{name}") };
        if entry.path().is_dir() {
            all.extend(sources(&entry.path(), &path));
        } else if path.ends_with(".rs") {
            all.push(Source { text: fs::read_to_string(entry.path()).expect("a source"), path });
        }
    }
    all
}

#[test]
fn the_crate_keeps_its_directions() {
    let all = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "");
    assert!(all.len() > 20, "only {} sources were found", all.len());
    let known = |source: &Source| {
        source.modules().first().is_none_or(|top| MAY_NAME.iter().any(|(module, _)| module == top))
    };
    let unknown: Vec<&str> =
        all.iter().filter(|source| !known(source)).map(|source| source.path.as_str()).collect();
    assert!(unknown.is_empty(), "no direction is laid down for {unknown:?}");
    let breaches = breaches(&all);
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn the_crate_is_really_read() {
    // what the sources are known to name must be seen, or the test above passes for want of eyes
    let all = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "");
    let seen = |file: &str, path: &str| {
        let source = all.iter().find(|source| source.path == file).expect("the file is there");
        named(source, &code_of(&source.text))
            .iter()
            .any(|(_, found)| found.join("::").starts_with(path))
    };
    assert!(
        seen("engine/isa.rs", "chance::Lanes")
            && seen("engine/isa.rs", "chance::Mask")
            && seen("engine/sample.rs", "engine::isa")
    );
    assert!(
        seen("games/asoiaf/attack.rs", "chance::Num")
            && seen("games/asoiaf/duel.rs", "games::asoiaf::question::Turn")
    );
}

/// What is wrong with the `unsafe` of a source: it may stand where `let_in` says, in front of one
/// call of a function of the same file that is compiled for more instructions than all processors
/// have, under a line that says why that is safe.
fn unsafe_faults(source: &Source, let_in: &str) -> Vec<String> {
    let code = without_words(&source.text);
    let (lines, text): (Vec<&str>, Vec<&str>) =
        (code.lines().collect(), source.text.lines().collect());
    let is_clone = |name: &str| {
        let declared = code.find(&format!("fn {name}")).map(|at| line(&code, at) - 1);
        // the attribute is the line before; what it enables is a string
        declared
            .and_then(|at| lines.get(at.checked_sub(1)?))
            .is_some_and(|line| line.contains("#[target_feature(enable ="))
    };
    let fault = |at: usize| {
        let called = lines[at].split_once("unsafe { ").and_then(|(_, call)| call.split_once('('));
        let reason = at
            .checked_sub(1)
            .and_then(|above| text.get(above))
            .is_some_and(|above| above.trim_start().starts_with("// SAFETY: "));
        let why = match called {
            _ if source.path != let_in => "is not for this file",
            Some((name, _)) if !is_clone(name) => "calls what is no clone for other instructions",
            None => "is more than one call",
            Some((_, rest)) if rest.matches('(').count() > 0 => "is more than one call",
            _ if !reason => "does not say why it is safe",
            _ => return None,
        };
        Some(format!("{}:{}: unsafe {why}", source.path, at + 1))
    };
    places(&code, "unsafe").filter_map(|at| fault(line(&code, at) - 1)).collect()
}

#[test]
fn unsafe_only_calls_the_clones_for_other_instructions() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (folder, let_in) in [("src", "engine/isa.rs"), ("benches", "common/mod.rs"), ("tests", "")]
    {
        let all = sources(&here.join(folder), "");
        let faults: Vec<String> =
            all.iter().flat_map(|source| unsafe_faults(source, let_in)).collect();
        assert!(faults.is_empty(), "in {folder}:\n{}", faults.join("\n"));
        let seen = all
            .iter()
            .filter(|source| places(&without_words(&source.text), "unsafe").count() > 0)
            .count();
        assert_eq!(
            seen,
            usize::from(!let_in.is_empty()),
            "in {folder}: the files that are let in have it, or nothing was read"
        );
    }
    let clone = "#[target_feature(enable = \"avx2\")]\nfn wide(n: u64) {}\n";
    let call = "// SAFETY: it was seen\nfn f() { unsafe { wide(1) } }\n";
    let faults = |path: &str, text: &str| {
        unsafe_faults(&Source { path: path.to_owned(), text: text.to_owned() }, "a.rs").len()
    };
    assert_eq!(faults("a.rs", &[clone, call].concat()), 0);
    assert_eq!(faults("b.rs", &[clone, call].concat()), 1, "another file");
    assert_eq!(faults("a.rs", &["fn wide(n: u64) {}\n", call].concat()), 1, "no clone");
    assert_eq!(faults("a.rs", &[clone, "fn f() { unsafe { wide(1) } }"].concat()), 1, "no reason");
    assert_eq!(
        faults("a.rs", &[clone, "// SAFETY: no\nfn f() { unsafe { wide(other()) } }"].concat()),
        1,
        "two calls"
    );
    assert_eq!(faults("a.rs", &[clone, "// SAFETY: no\nunsafe fn f() {}"].concat()), 1, "no call");
}

/// What the checker says of one made-up file.
fn said(path: &str, text: &str) -> Vec<String> {
    breaches(&[Source { path: path.to_owned(), text: text.to_owned() }])
}

#[test]
fn breaches_are_caught_wherever_they_hide() {
    for (path, text) in [
        ("games/x.rs", "use crate::engine::exact;"),
        ("games/asoiaf/x.rs", "use crate::{\n    chance::Num,\n    study::{Asked, Law},\n};"),
        ("games/asoiaf/x.rs", "fn f() { super::super::super::engine::exact(); }"),
        ("games/asoiaf/mod.rs", "use super::super::dist::Pmf; use super::super::report;"),
        ("chance/lanes.rs", "impl crate::dist::Pmf {}"),
        ("dist/pmf.rs", "fn f() { assert!(g!(crate::chance::LANES)); }"),
        ("scenario/mod.rs", "use crate::study::answer;"),
        ("study.rs", "use crate::chance::Paths;"),
        ("report/a.rs", "use crate::study::Law; use crate::engine::Goal;"),
        ("report/a.rs", "fn asoiaf() {}"),
        ("cli/a.rs", "use crate::engine as e;"),
        ("games/x.rs", "use rand::Rng;"),
        ("games/x.rs", "fn f() { std::time::Instant::now(); }"),
        ("dist/x.rs", "fn f() { println!(\"{}\", 1) }"),
        ("study/x.rs", "fn f() { std::process::exit(1) }"),
        ("engine/x.rs", "fn f() { None::<u8>.unwrap(); }"),
        ("engine/x.rs", "fn f() { todo!() }"),
        ("cli/x.rs", "fn f() { let s = \"#[cfg(test)] {\"; g().expect(s) }"),
        ("engine/x.rs", "#[cfg(test)]\nuse a::b;\nfn f() { g('\"').unwrap() }"),
        (
            "engine/x.rs",
            "#[cfg(test)]\nmod tests { fn f() {} }\nfn f<'a>(x: &'a str) { g(x).unwrap() }",
        ),
    ] {
        assert!(!said(path, text).is_empty(), "nothing is said of {path}: {text}");
    }
    assert_eq!(
        said("games/x.rs", "\n\nuse crate::engine::exact;"),
        ["src/games/x.rs:3: games must not name engine::exact"]
    );
}

#[test]
fn what_is_right_is_let_through() {
    for (path, text) in [
        (
            "games/asoiaf/x.rs",
            "use super::values::Hit; use crate::chance::{Num, Rule}; use crate::dist;",
        ),
        ("scenario/a.rs", "use crate::study::Asked; use crate::games::asoiaf::Question;"),
        ("study/answer.rs", "use super::{Asked, Law}; use crate::chance::{Rule, Slot, SlotKind};"),
        ("cli/mod.rs", "fn f() { println!(\"{}\", 1); std::process::exit(2) }"),
        ("main.rs", "fn main() { eprintln!(\"no\"); }"),
        (
            "games/x.rs",
            "// use crate::engine::exact; .unwrap()\n/* todo!() */ const S: &str = \"println! \\\" rand::\";",
        ),
        (
            "games/x.rs",
            "#[cfg(test)]\nmod tests { use crate::engine::exact; fn f() { g().unwrap(); } }",
        ),
        ("games/x.rs", "fn operand() { let brand = x.unwrap_or(1); y.unwrap_or_default(); }"),
    ] {
        assert_eq!(said(path, text), Vec::<String>::new(), "in {path}: {text}");
    }
}

#[test]
fn files_of_tests_are_let_through_only_where_they_are_declared() {
    let file = |path: &str, text: &str| Source { path: path.to_owned(), text: text.to_owned() };
    let samples = || file("report/samples.rs", "fn f() { g().unwrap() }");
    assert_eq!(
        breaches(&[file("report/mod.rs", "mod a;\n#[cfg(test)]\nmod samples;\nmod b;"), samples()]),
        Vec::<String>::new()
    );
    assert_eq!(
        breaches(&[file("report/mod.rs", "#[cfg(test)]\nmod a;\nmod samples;"), samples()]).len(),
        1
    );
    assert_eq!(breaches(&[file("study/mod.rs", "#[cfg(test)]\nmod samples;"), samples()]).len(), 1);
}
