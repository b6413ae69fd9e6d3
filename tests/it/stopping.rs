//! Work stops when nobody waits for it, slow questions do not hold up quick ones, and no client
//! takes the server's connections from others.

use std::collections::HashMap;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use warodds::request::link::Link;
use warodds::request::why::WhyError;
use warodds::request::{Reply, Setup};
use warodds::study::{ContractError, Control};
use warodds_server::http::{Budget, Limits, LoopbackLimit, Server, ServerSettings};

/// A duel that takes seconds: with every choice of both sides open, over 60 rounds.
const LONG_DUEL: &str = "duel/drogos-bloodriders/stony-shore-pillagers?rounds=60&\
    b-tokens=panicked+vulnerable+weakened&a-crown&b-crown&a-wealth=3&b-wealth=3&engaged&\
    b-resource=60&b-with=guyard-morrigen-guyard-the-green";

/// Far longer than any test runs.
const HOUR: Duration = Duration::from_secs(3_600);

/// Stops when it is asked for the last of so many times; goes on counting.
struct StopAfter(AtomicI64);

impl Control for StopAfter {
    fn is_stopped(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) <= 1
    }
}

/// The reply to a link whose control says stop at the `asks`th question, and how often it was asked
/// after that.
fn stopped(link: &str, asks: i64) -> (Result<Reply, WhyError>, i64) {
    let setup = Setup::shipped();
    let Link { kind, given, .. } = Link::parse(link, setup.catalogue).expect("a link");
    let control = StopAfter(AtomicI64::new(asks));
    let request = kind.request(kind.keys(), &given, &setup).expect("a question");
    let reply = request.reply(&kind, &given, &setup, &control);
    (reply, -control.0.into_inner())
}

#[test]
fn exact_engine_stops_in_the_middle_of_a_question() {
    for more in ["", "&sensitivity", "&why"] {
        // so many asks come at all: the last of these would not be reached otherwise
        for asks in [1, 2, 1_000] {
            let (reply, after) = stopped(&format!("{LONG_DUEL}{more}"), asks);
            match reply {
                Err(WhyError::Exact(ContractError::Stopped(_))) => {}
                other => panic!("{more}: {other:?}"),
            }
            assert!(after < 20, "{more}: asked {after} times after the stop");
        }
    }
}

#[test]
fn every_engine_and_kind_stops_on_request() {
    for link in [
        "attack/stark-sworn-swords/lannister-guardsmen?engine=monte-carlo&trials=1000000000",
        "attack/stark-sworn-swords/lannister-guardsmen?engine=dice&trials=1000000000",
        "charge/stark-sworn-swords/lannister-guardsmen?distance=1..20",
        "options/stark-sworn-swords/lannister-guardsmen?distance=8",
        "survive/stark-sworn-swords?by=lannister-guardsmen&by=lannister-halberdiers",
        "matrix?attackers=stark&defenders=lannister",
        "matrix?attackers=stark&defenders=lannister&engine=monte-carlo&trials=1000000000",
        "matrix?attackers=stark&defenders=lannister&facing=front,flank",
        "compare/stark-sworn-swords/umber-berserkers",
        "compare/stark-sworn-swords/umber-berserkers?why",
        "compare/stark-sworn-swords/umber-berserkers?engine=monte-carlo&trials=1000000000",
        "attachments?for=stark-sworn-swords",
        "rate?units=stark",
    ] {
        let (reply, _) = stopped(link, 1);
        let is_partial = match &reply {
            Err(WhyError::Exact(ContractError::Stopped(_))) => true,
            Ok(Reply::One(answer, _)) => answer.method.partial,
            Ok(Reply::Cases(answers)) => answers.len() < 20,
            Ok(Reply::Many(answers, _)) => answers.is_empty(),
            Ok(Reply::Field(answer)) => answer.is_partial(),
            Ok(Reply::Fields(answers)) => answers.len() < 2 || answers[1].is_partial(),
            _ => false,
        };
        assert!(is_partial, "{link}: {reply:?}");
    }
}

/// Measures the processor time of each thread between two calls of `is_stopped`, and stops after
/// some time.
struct GapControl {
    threads: Mutex<HashMap<ThreadId, (Duration, Duration)>>,
    end: Instant,
}

impl GapControl {
    /// Starts with the current thread; threads of pools are known from their first call.
    fn new(time: Duration) -> Self {
        let control = Self { threads: Mutex::default(), end: Instant::now() + time };
        control.record();
        control
    }

    /// Records a call on the current thread.
    fn record(&self) {
        let now = thread_time();
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        let (last, longest) =
            threads.entry(thread::current().id()).or_insert((now, Duration::ZERO));
        *longest = (*longest).max(now.saturating_sub(*last));
        *last = now;
    }

    /// Returns the longest gap on any thread.
    fn longest(&self) -> Duration {
        let threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        threads.values().map(|(_, longest)| *longest).max().unwrap_or_default()
    }
}

impl Control for GapControl {
    fn is_stopped(&self) -> bool {
        self.record();
        Instant::now() >= self.end
    }
}

/// Returns the processor time of the current thread; zero on systems other than Linux.
fn thread_time() -> Duration {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = statistics.split(' ').next().and_then(|first| first.parse().ok());
    nanoseconds.map_or(Duration::ZERO, Duration::from_nanos)
}

/// A measurement of a minute: `cargo test --test it -- --ignored --nocapture control_is_asked`.
#[test]
#[ignore = "takes a minute, and depends on the machine"]
fn control_is_polled_every_50_ms_of_processor_time() {
    let long = ["", "&sensitivity", "&why"].map(|more| format!("{LONG_DUEL}{more}"));
    let others = [
        "charge/stark-sworn-swords/lannister-guardsmen?distance=1..20",
        "options/stark-sworn-swords/lannister-guardsmen?distance=8",
        "survive/stark-sworn-swords?by=lannister-guardsmen&by=lannister-halberdiers",
        "matrix?attackers=stark&defenders=lannister",
        "compare/stark-sworn-swords/umber-berserkers?why",
        "attachments?for=stark-sworn-swords",
        "rate?units=stark",
        "attack/stark-sworn-swords/lannister-guardsmen?engine=monte-carlo&trials=1000000000",
        "attack/stark-sworn-swords/lannister-guardsmen?engine=dice&trials=1000000000",
    ];
    let mut longest = Duration::ZERO;
    for link in long.iter().map(String::as_str).chain(others) {
        let setup = Setup::shipped();
        let Link { kind, given, .. } = Link::parse(link, setup.catalogue).expect("a link");
        let request = kind.request(kind.keys(), &given, &setup).expect("a question");
        let control = GapControl::new(Duration::from_secs(5));
        // a stopped question may have no answer: only the gaps matter
        let _ = request.reply(&kind, &given, &setup, &control);
        control.record();
        println!("{:?} {link}", control.longest());
        longest = longest.max(control.longest());
    }
    assert!(longest < Duration::from_millis(50), "{longest:?}");
}

/// The port of a server with these limits, which lives as long as the tests.
fn port(limits: Limits) -> u16 {
    let server =
        Server::bind(ServerSettings { limits, ..ServerSettings::default() }).expect("a free port");
    let here = server.local_url();
    thread::spawn(|| server.run());
    let port = here.trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
    port.expect("its address has a port")
}

/// A connection that has sent this.
fn sent(port: u16, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
    stream.write_all(text.as_bytes()).expect("it is sent");
    stream
}

/// A connection on which an address was asked for.
fn asking(port: u16, address: &str) -> TcpStream {
    sent(port, &format!("GET {address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
}

/// All that comes back; empty where the connection was ended.
fn response(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// The response on the first of some connections that has one, which is taken out; the others no
/// longer block.
fn first_response(pending: &mut Vec<TcpStream>) -> String {
    for stream in &*pending {
        stream.set_nonblocking(true).expect("it can be");
    }
    let end = Instant::now() + Duration::from_secs(30);
    let answered = loop {
        assert!(Instant::now() < end, "no question was answered");
        if let Some(index) = pending.iter().position(|stream| stream.peek(&mut [0]).is_ok()) {
            break pending.swap_remove(index);
        }
        thread::sleep(Duration::from_millis(1));
    };
    answered.set_nonblocking(false).expect("it can be");
    response(answered)
}

/// A question of the heavy lane that takes minutes in a build for tests.
const MATRIX: &str = "/api/matrix?attackers=all&defenders=all&duel";
/// A question of the heavy lane that takes little time even so.
const HEAVY: &str = "/api/panic?morale=7&engine=monte-carlo&trials=10000000&seed=1";

fn long_duel() -> String {
    let escaped: String = LONG_DUEL.bytes().map(|byte| format!("%{byte:02X}")).collect();
    format!("/api/ask?link={escaped}")
}

/// The light question is answered while six others that turned out to be heavy are pending, which
/// take 4 s of processor time each.
#[test]
fn light_questions_are_answered_while_heavy_ones_are_pending() {
    // stops after asks, not after a time
    let port = port(Limits { budget: Budget::Calls(4), ..Limits::default() });
    let heavy: Vec<TcpStream> = (0..6).map(|_| asking(port, &long_duel())).collect();
    for _ in 0..3 {
        let light = response(asking(port, "/api/panic?morale=7"));
        assert!(light.starts_with("HTTP/1.1 200"), "{light}");
    }
    let last = heavy.last().expect("there are six");
    last.set_nonblocking(true).expect("it can be");
    let pending = last.peek(&mut [0]).map_err(|error| error.kind());
    assert_eq!(pending, Err(ErrorKind::WouldBlock), "all heavy questions came first");
}

/// What the tabs of a page ask is answered while all units fight all others, which takes minutes here:
/// at once, and also where it takes longer than the budget, which ends after some polls.
#[test]
fn options_and_attachments_do_not_wait_for_a_matrix_of_all_units() {
    for budget in [Budget::Time(HOUR), Budget::Calls(2)] {
        tabs_are_answered_beside_a_matrix(port(Limits { budget, ..Limits::default() }));
    }
}

fn tabs_are_answered_beside_a_matrix(port: u16) {
    let all = [(); 3].map(|()| asking(port, MATRIX));
    let pair = "a=stark-sworn-swords&b=lannister-guardsmen";
    let units = "unit=stark-sworn-swords&against=lannister-guardsmen";
    for light in [format!("/api/options?{pair}"), format!("/api/attachments?{units}")] {
        let answer = response(asking(port, &light));
        assert!(answer.starts_with("HTTP/1.1 200"), "{light}: {answer}");
    }
    for stream in &all {
        stream.set_nonblocking(true).expect("it can be");
        let pending = stream.peek(&mut [0]).map_err(|error| error.kind());
        assert_eq!(pending, Err(ErrorKind::WouldBlock), "the matrix came first");
    }
}

/// Places are limited for all addresses together, also for those without a limit of their own.
#[test]
fn heavy_questions_beyond_the_limit_of_the_server_are_refused() {
    assert_eq!(Limits::default().heavy, 32);
    let port = port(Limits { heavy: 2, ..Limits::default() });
    let mut pending: Vec<TcpStream> = (0..3).map(|_| asking(port, MATRIX)).collect();
    let refused = first_response(&mut pending);
    assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
    assert!(refused.contains("this server already has 2 slow questions pending"), "{refused}");
    assert!(response(asking(port, "/api/panic?morale=7")).starts_with("HTTP/1.1 200"));
}

/// Clients leave six questions that would take minutes each; the next heavy one has its turn within
/// the minute that it is waited for.
#[test]
fn work_ends_when_the_client_leaves() {
    let port = port(Limits::default());
    let left: Vec<TcpStream> = (0..6).map(|_| asking(port, MATRIX)).collect();
    drop(left);
    let next = response(asking(port, HEAVY));
    assert!(next.starts_with("HTTP/1.1 200"), "{next}");
}

#[test]
fn fifth_heavy_question_of_an_address_is_refused_as_json() {
    let limits = Limits { loopback: LoopbackLimit::Counted, ..Limits::default() };
    assert_eq!(limits.heavy_per_address, 4);
    let port = port(limits);
    let address = format!("{}%26sensitivity", long_duel());
    let mut pending: Vec<TcpStream> = (0..5).map(|_| asking(port, &address)).collect();
    // any of the five may be the last to join the queue
    let refused = first_response(&mut pending);
    assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
    assert!(refused.contains("retry-after: 5\r\n"), "{refused}");
    let body = refused.split("\r\n\r\n").nth(1).expect("a body");
    let fault: serde_json::Value = serde_json::from_str(body).expect("JSON");
    let message = fault["error"].as_str().expect("a message");
    assert!(message.contains("4 slow questions pending"), "{message}");
    assert!(pending.iter().all(|stream| stream.peek(&mut [0]).is_err()), "four are pending");
    // light questions are not limited, and places are free again when clients leave
    assert!(response(asking(port, "/api/panic?morale=7")).starts_with("HTTP/1.1 200"));
    drop(pending);
    let end = Instant::now() + Duration::from_secs(30);
    while !response(asking(port, HEAVY)).starts_with("HTTP/1.1 200") {
        assert!(Instant::now() < end, "the places were not freed");
    }
}

#[test]
fn slow_answer_is_refused_as_json() {
    let port = port(Limits { patience: Duration::ZERO, ..Limits::default() });
    let late = response(asking(port, &long_duel()));
    assert!(late.starts_with("HTTP/1.1 503"), "{late}");
    assert!(late.contains("content-type: application/json"), "{late}");
    assert!(late.contains("retry-after: 60\r\n"), "{late}");
    let body = late.split("\r\n\r\n").nth(1).expect("a body");
    let fault: serde_json::Value = serde_json::from_str(body).expect("JSON");
    assert!(fault["error"].as_str().is_some_and(|error| error.contains("ask for less")), "{body}");
}

const HALF: &str = "GET /api/version HTTP/1.1\r\nHost: localhost\r\n";

/// What comes back where the rest of a half-sent head follows.
fn completed(mut stream: TcpStream) -> String {
    let _ = stream.write_all(b"Connection: close\r\n\r\n");
    response(stream)
}

#[test]
fn address_has_32_connections_and_idle_ones_are_ended_first() {
    let limits = Limits { reading: HOUR, loopback: LoopbackLimit::Counted, ..Limits::default() };
    assert_eq!(limits.per_address, 32);
    let port = port(limits);
    let half: Vec<TcpStream> = (0..640).map(|_| sent(port, HALF)).collect();
    // whoever comes last is answered, and then all of those before have had their turn
    let whole = response(asking(port, "/api/version"));
    assert!(whole.starts_with("HTTP/1.1 200"), "{whole}");
    let answered: Vec<bool> =
        half.into_iter().map(|one| completed(one).starts_with("HTTP/1.1 200")).collect();
    let expected: Vec<bool> = (0..640).map(|number| number > 640 - 32).collect();
    assert_eq!(answered, expected);
}

#[test]
fn busy_connections_are_not_ended_for_others() {
    let limits = Limits {
        per_address: 2,
        reading: HOUR,
        loopback: LoopbackLimit::Counted,
        budget: Budget::Calls(4),
        ..Limits::default()
    };
    let port = port(limits);
    let _busy = [asking(port, &long_duel()), asking(port, &long_duel())];
    let refused = response(asking(port, "/api/version"));
    // the two may be idle still when the third comes: then one of them is ended for it
    let first = refused.lines().next().unwrap_or_default();
    assert!(matches!(first.get(9..12), Some("429" | "200")), "{refused}");
    if first.contains("429") {
        assert!(refused.contains("this address has 2 connections already"), "{refused}");
        assert!(refused.contains("retry-after: 5\r\n"), "{refused}");
    }
}

#[test]
fn idle_connections_are_ended_if_all_slots_are_taken() {
    let port = port(Limits { connections: 4, reading: HOUR, ..Limits::default() });
    let half: Vec<TcpStream> = (0..4).map(|_| sent(port, HALF)).collect();
    let whole = response(asking(port, "/api/version"));
    assert!(whole.starts_with("HTTP/1.1 200"), "{whole}");
    let answered: Vec<bool> =
        half.into_iter().map(|one| completed(one).starts_with("HTTP/1.1 200")).collect();
    assert_eq!(answered, [false, true, true, true]);
}

#[test]
fn request_heads_must_arrive_in_time() {
    assert_eq!(Limits::default().reading, Duration::from_secs(5));
    let port = port(Limits { reading: Duration::from_millis(1), ..Limits::default() });
    // it is ended, however late
    assert!(!response(sent(port, HALF)).starts_with("HTTP/1.1 200"));
}
