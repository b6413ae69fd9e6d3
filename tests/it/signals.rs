//! Signals that stop a run: what is finished is kept, and the exit code names the signal.

#![cfg(unix)]

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// A run that would take hours.
fn begun(out: &str) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("warodds"))
        .args(["run", "scenarios/duel.toml", "--trials", "1e12", "--threads", "1", "--quiet"])
        .args(["--charts", "none", "--out", out])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary is built")
}

/// Returns whether Linux lists a signal in a mask of a process; `None` on other systems.
fn is_in_mask(process: &str, mask: &str, signal: u32) -> Option<bool> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let mask = status.lines().find_map(|line| line.strip_prefix(mask))?;
    let mask = u64::from_str_radix(mask.trim(), 16).ok()?;
    Some(mask >> (signal - 1) & 1 == 1)
}

/// Returns whether a process catches a signal; waits two seconds where that is unknown.
fn is_caught(child: &Child, signal: u32) -> bool {
    is_in_mask(&child.id().to_string(), "SigCgt:", signal).unwrap_or_else(|| {
        thread::sleep(Duration::from_secs(2));
        true
    })
}

#[test]
fn a_signal_keeps_what_is_finished_and_is_named_by_the_exit_code() {
    for (name, signal) in [("INT", 2_u32), ("TERM", 15), ("HUP", 1)] {
        // children inherit ignored signals, and the program leaves those alone (`nohup`)
        if is_in_mask("self", "SigIgn:", signal) == Some(true) {
            eprintln!("SIG{name} is ignored here: skipped");
            continue;
        }
        let out = tempfile::tempdir().expect("a directory");
        let mut child = begun(out.path().to_str().expect("a plain path"));
        while !is_caught(&child, signal) {
            thread::sleep(Duration::from_millis(5));
        }
        // some blocks, so that there is something to keep
        thread::sleep(Duration::from_millis(500));
        let sent = Command::new("kill").args([format!("-{name}"), child.id().to_string()]).status();
        assert!(sent.expect("kill is there").success());
        let status = child.wait().expect("it ended");
        let mut stderr = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut stderr).expect("text");
        assert_eq!(status.code(), Some(128 + signal as i32), "{name}: {stderr}");
        assert!(stderr.contains("finished results are kept"), "{stderr}");
        assert!(out.path().join("duel.partial/answers.json").exists(), "{name}: {stderr}");
    }
}
