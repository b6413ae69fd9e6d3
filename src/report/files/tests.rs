//! Directories as runs leave them.

use super::*;

fn names(dir: &Path) -> Vec<String> {
    let entries =
        fs::read_dir(dir).expect("a directory").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The question that writes in these tests.
fn owner() -> Owner {
    Owner::new("attack/a/b?charge")
}

fn write_own(dir: &Path, artifacts: &[Artifact]) -> Result<Vec<PathBuf>, FileError> {
    write(dir, &owner(), artifacts)
}

fn try_own(dir: &Path) -> Result<(), FileError> {
    check_writable(dir, &owner())
}

fn dir() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

#[test]
fn write_removes_stale_files_and_keeps_foreign_ones() {
    let home = dir();
    let out = home.path().join("deep/out");
    let written = write_own(&out, &[Artifact::new("a.csv", "1"), Artifact::new("old.svg", "2")])
        .expect("written");
    assert_eq!(written, [out.join("a.csv"), out.join("old.svg")]);
    fs::write(out.join("mine.svg"), "foreign").expect("written");
    write_own(&out, &[Artifact::new("a.csv", "3")]).expect("written");
    assert_eq!(names(&out), ["a.csv", LIST, "mine.svg"]);
    assert_eq!(fs::read_to_string(out.join("a.csv")).expect("read"), "3");
}

#[test]
fn forged_list_affects_no_other_directory() {
    let home = dir();
    let out = home.path().join("out");
    fs::create_dir(&out).expect("created");
    fs::write(home.path().join("precious"), "1").expect("written");
    fs::create_dir(out.join("sub")).expect("created");
    let precious = home.path().join("precious").display().to_string();
    fs::write(
        out.join(LIST),
        format!(
            "{HEADING}\n# question: attack/a/b?charge\n../precious\n{precious}\n.\n..\nsub\n\n"
        ),
    )
    .expect("written");
    write_own(&out, &[]).expect("written");
    assert!(home.path().join("precious").exists() && out.join("sub").exists());
    // a list of somebody else
    fs::write(out.join(LIST), "notes.txt\n").expect("written");
    fs::write(out.join("notes.txt"), "1").expect("written");
    let refused = write_own(&out, &[]).expect_err("the list is not ours");
    assert!(matches!(refused, FileError::Foreign { path } if path.ends_with(LIST)));
    assert!(out.join("notes.txt").exists());
}

#[test]
fn failed_write_leaves_old_files_unchanged() {
    let home = dir();
    write_own(home.path(), &[Artifact::new("a.csv", "old"), Artifact::new("b.csv", "old")])
        .expect("written");
    let bad = [Artifact::new("a.csv", "new"), Artifact::new("../b.csv", "new")];
    assert!(
        matches!(write_own(home.path(), &bad), Err(FileError::Name { name }) if name == "../b.csv")
    );
    let long = "x".repeat(300);
    let twice = [Artifact::new("a.csv", "new"), Artifact::new("a.csv", "newer")];
    assert!(matches!(write_own(home.path(), &twice), Err(FileError::Twice { .. })));
    // the system refuses the second name; nothing half-written stays
    let refused = write_own(
        home.path(),
        &[Artifact::new(long.clone(), "new"), Artifact::new("a.csv", "new")],
    );
    assert!(matches!(refused, Err(FileError::Write { path, .. }) if path.ends_with(&long)));
    assert_eq!(fs::read_to_string(home.path().join("a.csv")).expect("read"), "old");
    assert_eq!(names(home.path()), ["a.csv", "b.csv", LIST]);
}

#[test]
fn error_names_the_file_in_the_way() {
    let home = dir();
    fs::write(home.path().join("out"), "a file").expect("written");
    let refused = write_own(&home.path().join("out"), &[]).expect_err("a file is no directory");
    assert!(
        refused.to_string().contains("cannot create the directory")
            && refused.to_string().contains("out")
    );
}

#[test]
fn only_plain_names_are_written() {
    for name in ["", ".", "..", "/a", "a/b", "a\\b", "c:a", ".hidden", "a\nb", " a", LIST, "#a"] {
        assert!(
            matches!(
                write_own(Path::new("/nonexistent/never"), &[Artifact::new(name, "")]),
                Err(FileError::Name { .. })
            ),
            "{name:?}"
        );
    }
}

#[test]
fn write_cleans_up_after_a_run_killed_while_replacing() {
    let home = dir();
    write_own(home.path(), &[Artifact::new("a.csv", "1")]).expect("written");
    // what it leaves: some files of the new run, and the list of both
    fs::write(home.path().join("b.csv"), "2").expect("written");
    fs::write(home.path().join(LIST), owner().list(REPLACING, &["b.csv", "c.csv", "a.csv"]))
        .expect("written");
    write_own(home.path(), &[Artifact::new("c.csv", "3")]).expect("written");
    assert_eq!(names(home.path()), ["c.csv", LIST]);
    let list = fs::read_to_string(home.path().join(LIST)).expect("read");
    assert_eq!(list, format!("{HEADING}\n# question: attack/a/b?charge\nc.csv\n"));
}

#[test]
fn write_refuses_a_directory_in_place_of_a_file() {
    let home = dir();
    write_own(home.path(), &[Artifact::new("a.csv", "old")]).expect("written");
    fs::create_dir(home.path().join("b.csv")).expect("created");
    let refused =
        write_own(home.path(), &[Artifact::new("a.csv", "new"), Artifact::new("b.csv", "")]);
    assert!(matches!(refused, Err(FileError::InTheWay { path }) if path.ends_with("b.csv")));
    assert_eq!(fs::read_to_string(home.path().join("a.csv")).expect("read"), "old");
    assert_eq!(names(home.path()), ["a.csv", "b.csv", LIST]);
}

#[test]
fn concurrent_writers_do_not_mix_files() {
    let home = dir();
    let out = home.path().join("out");
    let run = |run: usize| {
        let own = format!("{run}.csv");
        let bytes = run.to_string();
        let files = ["a.csv", "b.csv", &own].map(|name| Artifact::new(name, bytes.as_str()));
        write_own(&out, &files).expect("written");
    };
    std::thread::scope(|scope| {
        (0..8).for_each(|number| drop(scope.spawn(move || run(number))));
    });
    let last = fs::read_to_string(out.join("a.csv")).expect("read");
    assert_eq!(fs::read_to_string(out.join("b.csv")).expect("read"), last);
    let own = format!("{last}.csv");
    assert_eq!(names(&out), [own.as_str(), "a.csv", "b.csv", LIST]);
    assert_eq!(names(home.path()), ["out"]);
}

#[test]
fn check_writable_reports_errors_of_write_and_leaves_nothing() {
    let home = dir();
    let new = home.path().join("deep/out");
    try_own(&new).expect("it can be created");
    try_own(&home.path().join("deep/../../out")).expect("it can be created");
    try_own(home.path()).expect("it is there");
    fs::write(home.path().join("file"), "a file").expect("written");
    fs::create_dir_all(home.path().join("taken").join(LIST)).expect("created");
    for (name, words) in [
        ("file", "cannot create the directory"),
        ("file/out", "cannot create the directory"),
        ("taken", "cannot read"),
    ] {
        let dir = home.path().join(name);
        let refused = try_own(&dir).expect_err("it cannot be written").to_string();
        assert!(refused.starts_with(words), "{refused}");
        assert_eq!(write_own(&dir, &[]).expect_err("nor here").to_string()[..10], refused[..10]);
    }
    assert!(try_own(&home.path().join("x".repeat(300))).is_err());
    assert_eq!(names(home.path()), ["file", "taken"]);
    assert!(names(&home.path().join("taken")).iter().eq([LIST]));
}

#[cfg(unix)]
#[test]
fn permissions_follow_the_umask() {
    use std::os::unix::fs::PermissionsExt;
    let home = dir();
    let mode = |name: &str| {
        fs::metadata(home.path().join(name)).expect("it is there").permissions().mode()
    };
    fs::create_dir(home.path().join("any")).expect("created");
    fs::write(home.path().join("any/file"), "").expect("written");
    write_own(&home.path().join("out"), &[Artifact::new("a.csv", "")]).expect("written");
    assert_eq!((mode("out"), mode("out/a.csv")), (mode("any"), mode("any/file")));
}

#[test]
fn foreign_files_are_never_replaced() {
    let home = dir();
    write_own(home.path(), &[Artifact::new("a.csv", "1")]).expect("written");
    let other = Owner::new("panic/a");
    let refused = write(home.path(), &other, &[Artifact::new("b.csv", "2")]);
    assert!(matches!(refused, Err(FileError::OtherQuestion { other, .. }) if other.contains('?')));
    assert!(matches!(check_writable(home.path(), &other), Err(FileError::OtherQuestion { .. })));
    // a file of the user where the next run would write
    fs::write(home.path().join("mine.csv"), "mine").expect("written");
    let refused = write_own(home.path(), &[Artifact::new("mine.csv", "3")]);
    assert!(matches!(refused, Err(FileError::Foreign { path }) if path.ends_with("mine.csv")));
    assert_eq!(fs::read_to_string(home.path().join("mine.csv")).expect("read"), "mine");
    assert_eq!(names(home.path()), ["a.csv", LIST, "mine.csv"]);
}

#[test]
fn temporary_files_of_live_runs_stay() {
    let home = dir();
    let at = |name: &str| home.path().join(name);
    fs::create_dir(at(".warodds-killed")).expect("created");
    fs::write(at(".warodds-killed/a.csv"), "1").expect("written");
    fs::write(at(".warodds-shard-killed"), "1").expect("written");
    fs::write(at(".warodds-live"), "1").expect("written");
    let live = File::open(at(".warodds-live")).expect("opened");
    live.lock_shared().expect("locked");
    try_own(&at("out")).expect("it can be created");
    assert_eq!(names(home.path()), [".warodds-live"]);
    drop(live);
    write_file(&at("s.json"), b"1").expect("written");
    assert_eq!(names(home.path()), ["s.json"]);
}

#[test]
fn write_file_replaces_only_regular_files() {
    let home = dir();
    let path = home.path().join("deep/log.json");
    check_file_writable(&path).expect("it can be created");
    assert!(!path.exists());
    write_file(&path, b"1").expect("written");
    write_file(&path, b"2").expect("written");
    assert_eq!(fs::read(&path).expect("read"), b"2");
    assert!(matches!(write_file(home.path(), b""), Err(FileError::NotAFile { .. })));
    #[cfg(unix)]
    assert!(matches!(write_file(Path::new("/dev/null"), b""), Err(FileError::NotAFile { .. })));
}
