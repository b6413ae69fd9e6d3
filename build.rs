//! Passes the current commit to the program, if known.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // git appends to this log at each commit; packages from a registry do not have it
    let log = Path::new(".git/logs/HEAD");
    if log.is_file() {
        println!("cargo::rerun-if-changed={}", log.display());
    }
    let output = Command::new("git").args(["rev-parse", "--short=7", "HEAD"]).output();
    let output = output.ok().filter(|output| output.status.success());
    let commit = output.and_then(|output| String::from_utf8(output.stdout).ok());
    if let Some(commit) = commit.filter(|_| log.is_file()) {
        println!("cargo::rustc-env=WARODDS_COMMIT={}", commit.trim());
    }
}
