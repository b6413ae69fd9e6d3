//! The options of the server, which answers until it is ended: each is given to one that runs.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

/// A server that runs until it is dropped.
struct Server {
    child: Child,
    lines: BufReader<ChildStdout>,
    port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        // one that ended by itself needs no end
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    /// Begins one; its address is the first line it prints.
    fn run(arguments: &[&str], path: Option<&Path>) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_warodds"));
        if let Some(path) = path {
            command.env("PATH", path);
        }
        command.arg("serve").args(arguments).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it runs");
        let mut lines = BufReader::new(child.stdout.take().expect("it is read"));
        let first = line(&mut lines);
        let port =
            first.trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
        let port = port.unwrap_or_else(|| panic!("no port: {first}"));
        Self { child, lines, port }
    }

    /// The whole response to a page of `origin` that asks for an address.
    fn got(&self, address: &str, origin: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout");
        let origin =
            if origin.is_empty() { String::new() } else { format!("Origin: {origin}\r\n") };
        let close = "Connection: close\r\n\r\n";
        let request = format!("GET {address} HTTP/1.1\r\nHost: localhost\r\n{origin}{close}");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("answered");
        text
    }
}

fn line(lines: &mut BufReader<ChildStdout>) -> String {
    let mut line = String::new();
    lines.read_line(&mut line).expect("a line");
    line.trim_end().to_owned()
}

/// Whether the option does what it says.
fn does(option: &str) -> bool {
    let asked = "/api/panic?morale=7";
    match option {
        "--port" => {
            let free = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
            let port = free.local_addr().expect("its address").port();
            drop(free);
            Server::run(&["--port", &port.to_string()], None).port == port
        }
        "--lan" => {
            // where there is a network its address stands on a line of its own
            let mut server = Server::run(&["--port", "0", "--lan"], None);
            let elsewhere =
                warodds_server::http::Server::bind(warodds_server::http::ServerSettings {
                    scope: warodds_server::http::ListenScope::Network,
                    ..Default::default()
                });
            let elsewhere = elsewhere.expect("a port").network_url();
            elsewhere.is_none() || line(&mut server.lines).starts_with("http://")
        }
        "--public" => {
            let page = "https://odds.example.org/page/";
            let server = Server::run(&["--port", "0", "--public", page], None);
            server.got("/api/version", "").contains(page)
        }
        "--cors" => {
            let friend = "https://friend.example.net";
            let server = Server::run(&["--port", "0", "--cors", friend], None);
            let others = Server::run(&["--port", "0"], None);
            server.got(asked, friend).starts_with("HTTP/1.1 200")
                && others.got(asked, friend).starts_with("HTTP/1.1 403")
        }
        "--open" => opens(),
        "--limit-loopback" => {
            let bound = Server::run(&["--port", "0", "--limit-loopback"], None);
            let exempt = Server::run(&["--port", "0"], None);
            // the head of a request must come within 5 s: a slow machine has more than one try
            !keeps_first_of_40(&bound) && (0..5).any(|_| keeps_first_of_40(&exempt))
        }
        other => panic!("no case for {other}"),
    }
}

/// Whether a connection is answered after 39 others have come.
fn keeps_first_of_40(server: &Server) -> bool {
    let connect = |_| {
        let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
        let half = "GET /api/version HTTP/1.1\r\nHost: localhost\r\n";
        stream.write_all(half.as_bytes()).expect("sent");
        stream
    };
    let mut all: Vec<TcpStream> = (0..39).map(connect).collect();
    // whoever is answered came after all of these
    let answered = server.got("/api/version", "").starts_with("HTTP/1.1 200");
    let mut text = Vec::new();
    if let Some(first) = all.first_mut() {
        let _ = first.write_all(b"Connection: close\r\n\r\n");
        let _ = first.read_to_end(&mut text);
    }
    answered && text.starts_with(b"HTTP/1.1 200")
}

/// Whether a browser is opened: here a script that tells what it was called with.
#[cfg(target_os = "linux")]
fn opens() -> bool {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let (browser, told) = (folder.path().join("xdg-open"), folder.path().join("told"));
    let script = format!("#!/bin/sh\necho \"$1\" > '{}'\n", told.display());
    std::fs::write(&browser, script).expect("written");
    std::fs::set_permissions(&browser, PermissionsExt::from_mode(0o755)).expect("it may run");
    let server = Server::run(&["--port", "0", "--open"], Some(folder.path()));
    let expected = format!("http://localhost:{}/\n", server.port);
    // it is there soon; a test that waits for ever would say less than one that fails
    let is_told = |_| {
        std::thread::sleep(Duration::from_millis(50));
        std::fs::read_to_string(&told).is_ok_and(|text| text == expected)
    };
    (0..1200).any(is_told)
}

#[cfg(not(target_os = "linux"))]
fn opens() -> bool {
    true
}

#[test]
fn no_option_of_serve_is_ignored() {
    let ignored: BTreeSet<String> =
        super::options("serve").into_iter().filter(|option| !does(option)).collect();
    assert!(ignored.is_empty(), "{ignored:?}");
}
