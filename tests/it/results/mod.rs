//! Results are never lost: Ctrl-C, places that cannot be written, and two runs at the same time.
//!
//! Nothing here hangs on how long anything takes: runs that are stopped would take days, and are
//! stopped once they have used some time of a processor. Deadlines are only for programs that hang.
#![cfg(target_os = "linux")]

mod inputs;
mod places;
mod stopped;

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// After so long a program hangs.
const DEADLINE: Duration = Duration::from_secs(600);
/// A run that would take days.
const ENDLESS: &str = "1e12";

/// A folder to work in, so that what is written by default is written here.
struct Sandbox {
    home: TempDir,
}

impl Sandbox {
    fn new() -> Self {
        Self { home: TempDir::new().expect("a folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// Writes a scenario of two attacks.
    fn scenario(&self, name: &str) {
        let text = "[units.a]\ndefense = 4\nmorale = 7\nmodels = 4\nranks = 1\n\
                    [[units.a.attacks]]\nname = 'A'\nhit = 4\ndice = [6]\n\
                    [[attack]]\nname = 'first'\nattacker = 'a'\ndefender = 'a'\n\
                    [[attack]]\nname = 'second'\nattacker = 'a'\ndefender = 'a'\n";
        fs::write(self.path(name), text).expect("written");
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_warodds"));
        command
            .args(arguments)
            .current_dir(self.home.path())
            .env("NO_COLOR", "1")
            .env("COLUMNS", "100")
            .stdin(Stdio::null());
        command
    }

    fn start(&self, arguments: &[&str]) -> Running {
        let command = self.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        Running { child: command.expect("the program starts") }
    }

    fn done(&self, arguments: &[&str]) -> Ended {
        self.start(arguments).end()
    }

    /// Every file below a folder with its bytes; folders and links count by their names.
    fn files(&self, below: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut all = BTreeMap::new();
        let mut folders = vec![self.path(below)];
        while let Some(folder) = folders.pop() {
            let Ok(entries) = fs::read_dir(&folder) else { continue };
            for path in entries.map(|entry| entry.expect("an entry").path()) {
                all.insert(path.clone(), fs::read(&path).unwrap_or_default());
                if path.symlink_metadata().is_ok_and(|found| found.is_dir()) {
                    folders.push(path);
                }
            }
        }
        all
    }

    /// The names in a folder.
    fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    fn json(&self, file: &str) -> Value {
        let text = fs::read(self.path(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        serde_json::from_slice(&text).expect("JSON")
    }
}

/// A program under way; it ends with the test.
struct Running {
    child: Child,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How a program ended and what it said.
#[derive(Debug)]
struct Ended {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Running {
    /// What the system knows of it: a line of a file of `/proc`.
    fn proc(&self, file: &str) -> String {
        fs::read_to_string(format!("/proc/{}/{file}", self.child.id())).expect("it is running")
    }

    /// Whether it looks after Ctrl-C itself: SIGINT is signal 2.
    fn listens(&self) -> bool {
        let status = self.proc("status");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        u64::from_str_radix(caught.expect("a mask").trim(), 16).expect("a mask") & 2 != 0
    }

    /// The time of processors that it has used, in hundredths of a second.
    fn used(&self) -> u64 {
        let stat = self.proc("stat");
        let (_, after) = stat.rsplit_once(')').expect("a name in brackets");
        let field = |place: usize| -> u64 {
            after
                .split_whitespace()
                .nth(place)
                .and_then(|text| text.parse().ok())
                .expect("a number")
        };
        field(11) + field(12)
    }

    /// Waits for something, and says whether it came before the end.
    fn until(&mut self, what: &str, reached: impl Fn(&Self) -> bool) -> bool {
        let start = Instant::now();
        while self.child.try_wait().expect("it can be asked").is_none() {
            assert!(start.elapsed() < DEADLINE, "{what} never came");
            if reached(self) {
                return true;
            }
            thread::sleep(Duration::from_millis(5));
        }
        false
    }

    /// Waits until it is well into its work, two seconds of it being done; says whether it was not
    /// done before.
    fn gets_into_the_work(&mut self) -> bool {
        if !self.until("work", Self::listens) {
            return false;
        }
        let before = self.used();
        self.until("two seconds of work", |run| run.used() >= before + 200)
    }

    /// The same of a program that has much to do.
    fn into_the_work(mut self) -> Self {
        assert!(self.gets_into_the_work(), "it ended early");
        self
    }

    fn press_ctrl_c(&self) {
        let sent = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        assert!(sent.expect("there is a `kill`").success());
    }

    /// Waits for its end; a program that hangs fails the test.
    fn end(mut self) -> Ended {
        let read = |mut from: Box<dyn Read + Send>| {
            thread::spawn(move || {
                let mut text = Vec::new();
                from.read_to_end(&mut text).expect("readable");
                String::from_utf8_lossy(&text).into_owned()
            })
        };
        let out = self.child.stdout.take().map(|pipe| read(Box::new(pipe)));
        let err = self.child.stderr.take().map(|pipe| read(Box::new(pipe)));
        let start = Instant::now();
        let code = loop {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                break status.code();
            }
            assert!(start.elapsed() < DEADLINE, "it hangs");
            thread::sleep(Duration::from_millis(5));
        };
        let text = |reader: Option<thread::JoinHandle<String>>| {
            reader.map_or_else(String::new, |reader| reader.join().expect("read"))
        };
        Ended { code, out: text(out), err: text(err) }
    }

    /// Stops it under way; a program that is done before ends by itself.
    fn stopped(mut self) -> Ended {
        if self.gets_into_the_work() {
            self.press_ctrl_c();
        }
        self.end()
    }
}

impl Ended {
    #[track_caller]
    fn expect(self, code: i32, says: &[&str]) -> Self {
        assert_eq!(self.code, Some(code), "{self:?}");
        for part in says {
            assert!(self.err.contains(part), "{part:?} is not in {}", self.err);
        }
        assert!(!self.err.contains("panicked at"), "{}", self.err);
        self
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}
