//! The program as a process.

use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

/// Runs the program on 100 columns.
pub(crate) fn warodds(arguments: &[&str]) -> Output {
    let mut command = Command::cargo_bin("warodds").expect("it is built");
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .env("COLUMNS", "100")
        .env_remove("WARODDS_ISA")
        .output()
        .expect("it runs")
}

/// Returns what the program prints if it succeeds.
#[track_caller]
pub(crate) fn printed(arguments: &[&str]) -> String {
    let output = warodds(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Returns what the program prints with `--json`.
#[track_caller]
pub(crate) fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(&[arguments, &["--json"]].concat())).expect("JSON")
}
