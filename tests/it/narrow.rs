//! Answers on a phone's terminal: 60 columns, no line longer, nothing of importance dropped.

use assert_cmd::Command;

const WIDTH: usize = 60;

fn told(line: &[&str]) -> String {
    let mut command = Command::cargo_bin("warodds").expect("it is built");
    let output = command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("COLUMNS", WIDTH.to_string())
        .env_remove("WARODDS_ISA")
        .args(line)
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{line:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn answers_fit_sixty_columns() {
    let (swords, guards) = ("stark sworn swords", "lannister guardsmen");
    let lines: &[&[&str]] = &[
        &["attack", swords, guards, "--charge", "--facing", "flank", "--why"],
        &["charge", swords, guards, "--distance", "6..8"],
        &["panic", guards, "--panicked"],
        &["retreat", guards, "--distance", "8"],
        &["duel", swords, guards, "--rounds", "3"],
        &["options", swords, guards, "--distance", "8"],
        &["survive", guards, "--by", swords],
        &["sequence", guards, "--by", "stark bowmen:ranged", "--by", "sworn swords:charge,flank"],
        &["sequence", guards, "--by", "stark bowmen", "--by", "sworn swords", "--best-order"],
        &["deck", "--copies", "2", "--round", "3"],
        &["matrix", "--attackers", "stark, infantry, 5", "--defenders", "lannister, 5"],
        &["matrix", "--attackers", swords, "--defenders", "lannister, 5", "--duel"],
        &["compare", swords, "umber berserkers", "--against", "lannister, 5"],
        &["attachments", "--for", swords, "--against", guards, "--top", "3"],
        // a column for each list beside the results
        &["matrix", "--attackers", swords, "--defenders", guards, "--duel", "--rounds", "2,3"],
        &[
            "compare",
            "stark bowmen, stark outriders",
            swords,
            "--against",
            guards,
            "--charge=yes,no",
        ],
        &["attachments", "--for", "stark outriders", "--against", guards, "--facing", "front,rear"],
        &["list", "check", "scenarios/lists/stark-40.toml"],
        &["list", "show", "scenarios/lists/stark-40.toml"],
        &["units", "--faction", "stark", "--cost", "5"],
        &["westeros", "attack", "green dice=3", "green"],
    ];
    let mut all = String::new();
    for line in lines {
        let answer = told(line);
        let wide: Vec<&str> = answer.lines().filter(|one| one.chars().count() > WIDTH).collect();
        assert!(wide.is_empty(), "{line:?} is wider:\n{}", wide.join("\n"));
        all += &format!("$ warodds {}\n{answer}\n", line.join(" "));
    }
    insta::assert_snapshot!(all);
}
