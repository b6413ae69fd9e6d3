//! Files with the byte order mark that some editors write, of each kind that people write.

use std::path::{Path, PathBuf};

use super::common::printed;

/// Copies a file of the repository into a folder, with a byte order mark and the line ends of
/// Windows. The folder has the depth of `scenarios/battles`, so that files find the others.
fn marked(folder: &Path, path: &str) -> PathBuf {
    let name = Path::new(path).file_name().expect("a file");
    mark(Path::new(env!("CARGO_MANIFEST_DIR")).join(path).as_path(), &folder.join(name))
}

/// Writes a marked copy of a file.
fn mark(from: &Path, to: &Path) -> PathBuf {
    let text = std::fs::read_to_string(from).expect("a file").replace("\r\n", "\n");
    std::fs::write(to, format!("\u{feff}{}", text.replace('\n', "\r\n"))).expect("written");
    to.to_owned()
}

/// Prints what a command says of a file.
fn says(command: &[&str], file: &Path, options: &[&str]) -> String {
    let path = file.to_str().expect("a path");
    printed(&[command, &[path], options].concat()).replace(path, "FILE")
}

#[test]
fn files_are_read_without_their_byte_order_mark() {
    let folder = tempfile::tempdir().expect("a folder");
    // paths of one length: tables and lines are fitted to the terminal
    let [plain, marks] = ["plain", "marks"].map(|name| folder.path().join(name));
    [&plain, &marks].into_iter().for_each(|one| std::fs::create_dir(one).expect("a folder"));
    let exact = ["--engine", "exact", "--charts", "none", "--quiet"];
    let cases: [(&[&str], &str, &[&str]); 4] = [
        (&["luck"], "docs/guides/rolls.txt", &[]),
        (&["list", "check"], "scenarios/lists/stark-40.toml", &[]),
        (&["run"], "scenarios/by-name-attack.toml", &exact),
        (&["run"], "scenarios/westeros-orders.toml", &exact),
    ];
    for (command, path, options) in cases {
        let marked = marked(&marks, path);
        let copy = plain.join(marked.file_name().expect("a file"));
        std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(path), &copy).expect("copied");
        let said = |file: &Path| {
            // results of several files need a folder each
            let out = file.with_extension("out");
            let out = ["--out", out.to_str().expect("a path")];
            let out = if command == ["run"] { &out[..] } else { &[] };
            says(command, file, &[options, out].concat())
        };
        assert_eq!(said(&marked), said(&copy), "{path}");
    }
}

/// Battles with the files that they name, and what is written of them and read again.
#[test]
fn battles_logs_and_positions_are_read_without_their_byte_order_mark() {
    let folder = tempfile::tempdir().expect("a folder");
    let battles = folder.path().join("battles");
    let folders = ["battles", "lists", "sieges", "missions"].map(|name| folder.path().join(name));
    folders.iter().for_each(|one| std::fs::create_dir(one).expect("a folder"));
    for [below, name] in [
        ["lists", "stark-40.toml"],
        ["lists", "lannister-40.toml"],
        ["sieges", "invented.toml"],
        ["missions", "invented.toml"],
        ["battles", "storm-of-swords.toml"],
        ["battles", "winds-of-winter.toml"],
    ] {
        marked(&folder.path().join(below), &format!("scenarios/{below}/{name}"));
    }
    for name in ["storm-of-swords.toml", "winds-of-winter.toml"] {
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/battles").join(name);
        let [log, state] = ["log.json", "state.toml"].map(|name| folder.path().join(name));
        let logged = ["--log", log.to_str().expect("a path")];
        let position = ["--turn", "3", "--state", state.to_str().expect("a path")];
        let played = says(&["battle", "replay"], &shipped, &logged);
        assert_eq!(played, says(&["battle", "replay"], &battles.join(name), &[]), "{name}");
        says(&["battle", "replay"], &log, &position);
        for (file, command, options) in
            [(log, "check", &[][..]), (state, "advise", &["--games", "2", "--policy", "random"])]
        {
            let marked = mark(&file, &file.with_extension("mark"));
            let said = |file: &Path| says(&["battle", command], file, options);
            assert_eq!(said(&file), said(&marked), "{name}: {command}");
        }
    }
}
