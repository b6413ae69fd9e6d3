//! The server: it answers as the command does, says what is wrong in its own words, and nothing
//! that is sent to it makes it fail.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use super::schema::validator;
use assert_cmd::Command;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use warodds::request::{Arity, BATTLE, Mark, QuestionKind, RawFields, kind, kinds};
use warodds_battles::question::read_files;
use warodds_server::http::{Server, ServerSettings};

/// The port of a server that lives as long as the tests.
static PORT: LazyLock<u16> = LazyLock::new(|| {
    let cors = Some("https://friend.example.net".parse().expect("an origin"));
    let settings =
        ServerSettings { cors, version: "1.2.3 (abc)".to_owned(), ..ServerSettings::default() };
    let server = Server::bind(settings).expect("there is a free port");
    let port = server
        .local_url()
        .trim_end_matches('/')
        .rsplit(':')
        .next()
        .and_then(|port| port.parse().ok());
    thread::spawn(|| server.run());
    port.expect("its address has a port")
});

/// A response.
struct Response {
    status: u16,
    headers: BTreeMap<String, String>,
    body: Vec<u8>,
}

impl Response {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }

    /// What is wrong, in words.
    fn error(&self) -> String {
        self.json()["error"].as_str().expect("in words").to_owned()
    }
}

/// What comes back for these bytes.
fn sent(request: &[u8]) -> Option<Response> {
    sent_to(*PORT, request)
}

/// What comes back for an address of the server at a port, with more headers.
fn get_from(port: u16, address: &str, headers: &str) -> Response {
    let request =
        format!("GET {address} HTTP/1.1\r\nHost: localhost\r\n{headers}Connection: close\r\n\r\n");
    sent_to(port, request.as_bytes()).unwrap_or_else(|| panic!("{address} is answered"))
}

fn sent_to(port: u16, request: &[u8]) -> Option<Response> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout");
    // a server that answers early may read no more
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let mut lines = head.lines();
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers = lines.filter_map(|line| line.split_once(": "));
    let headers = headers.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
    Some(Response { status, headers, body: answer[end + 4..].to_vec() })
}

/// What comes back for an address, with more headers.
fn asked(method: &str, address: &str, headers: &str) -> Response {
    let host = if headers.to_lowercase().contains("host:") { "" } else { "Host: localhost\r\n" };
    let request =
        format!("{method} {address} HTTP/1.1\r\n{host}{headers}Connection: close\r\n\r\n");
    sent(request.as_bytes()).unwrap_or_else(|| panic!("{method} {address} is answered"))
}

fn got(address: &str) -> Response {
    asked("GET", address, "")
}

/// What the program prints to stdout and stderr, and its exit code.
fn output_of(arguments: &[String]) -> (Vec<u8>, String, i32) {
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    let done = command.args(arguments).output().expect("it runs");
    let error = String::from_utf8_lossy(&done.stderr).into_owned();
    (done.stdout, error, done.status.code().unwrap_or(-1))
}

/// Words of a line as a shell takes them apart.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut is_quoted) = (vec![String::new()], false);
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            c => words.last_mut().expect("there is one").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// What a command gives to the keys of a kind.
fn provided_fields(kind: &QuestionKind, arguments: &[String]) -> RawFields {
    let matches = warodds::cli::command().try_get_matches_from(arguments).expect("an example");
    let (_, below) = matches.subcommand().expect("of a command");
    let below = below.subcommand().map_or(below, |(_, deeper)| deeper);
    warodds::cli::provided_fields(kind.keys(), below)
}

/// The address of what was given to a kind.
fn address(kind: &QuestionKind, given: &RawFields) -> String {
    let keys = kind.keys();
    let parameters = given.all().map(|(id, text)| {
        let key = keys.iter().find(|key| key.id == id).expect("a key of the kind");
        if key.arity == Arity::Flag {
            key.long.clone()
        } else {
            format!("{}={}", key.long, escaped(text))
        }
    });
    format!("/api/{}?{}", kind.name, parameters.collect::<Vec<_>>().join("&"))
}

fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[test]
fn every_example_gets_the_answer_of_its_command() {
    let mut compared: BTreeMap<&str, usize> = BTreeMap::new();
    let schemas =
        ["answer", "battle"].map(|name| validator(&got(&format!("/api/schemas/{name}")).json()));
    for kind in kinds() {
        // lists are files: only the command reads them
        for line in kind.examples.iter().filter(|line| !line.contains("list=")) {
            let mut arguments = words(line);
            if let Some(out) = arguments.iter().position(|word| word == "--out") {
                arguments.drain(out..out + 2);
            }
            arguments.retain(|word| word != "--json");
            let mut fields = provided_fields(&kind, &arguments);
            // addresses take what is in the files that the command reads
            read_files(&kind, &mut fields).expect("shipped files");
            let address = address(&kind, &fields);
            let answer = got(&address);
            if answer.status == 400 && answer.error().contains("trials in total") {
                continue;
            }
            arguments.push("--json".to_owned());
            let (printed, error, code) = output_of(&arguments[1..]);
            assert_eq!((answer.status, code), (200, 0), "{address}: {}{error}", answer.text());
            assert!(answer.body == printed, "{line} is answered otherwise at {address}");
            assert_eq!(answer.header("content-type"), "application/json");
            let schema = if kind.name == BATTLE { &schemas[1] } else { &schemas[0] };
            let wrong = schema.iter_errors(&answer.json()).map(|wrong| wrong.to_string()).next();
            assert_eq!(wrong, None, "{address}");
            *compared.entry(kind.name).or_default() += 1;
        }
    }
    assert_eq!(compared.len(), kinds().len(), "some kind was not compared: {compared:?}");
}

/// The words of a message without what tells options from parameters.
fn plain(message: &str) -> String {
    let message = message.replace("has no option", "has no parameter").to_lowercase();
    let outside = |letter: char| !letter.is_alphanumeric();
    message.split(outside).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[test]
fn faults_have_the_message_of_the_command_but_for_names_of_options() {
    for line in [
        "attack \"stark sworn swrds\" guardsmen",
        "attack stark \"lannister guardsmen\"",
        "attack \"stark sworn swords\" \"lannister guardsmen\" --facing side",
        "attack \"stark sworn swords\" \"lannister guardsmen\" --dice 61",
        "attack \"stark sworn swords\" \"lannister guardsmen\" --attacker-wounds-lost 99",
        "attack \"stark sworn swords\" \"lannister guardsmen\" --disorderly",
        "attack \"stark sworn swords\" \"lannister guardsmen\" --without nonsense",
        "attack --dice 61 --hit 3 --defense 4 --morale 7",
        "attack --dice 8 --hit 3",
        "attack --dice 8 --hit 3 --defense 4 --morale 7 --trials 1e5",
        "charge \"stark outriders\" \"lannister crossbowmen\" --distance 12..6",
        "panic --morale 7 --seed 3",
        "duel \"stark sworn swords\" \"stark sworn swords\" --rounds 0",
        "matrix --attackers nobody",
        "compare \"stark sworn swords\" \"umber berserkers\" --seed 3",
        "survive \"stark sworn swords\"",
        "options \"stark sworn swords\" guardsman --distance 200",
        "deck --copies 0",
        "westeros attack \"blue brave\" green",
        "westeros attack blue green --counter",
        "warmachine effects --effect corrosion --arm 16",
        "warmachine leech --arc 6 --beasts 4",
        "westeros fire --ground tent --level 3",
        "westeros rout --units \"x: a blue\" --units \"x: b red\" --order regroup",
    ] {
        let mut arguments = words(line);
        let kind =
            kind(&arguments[0]).or_else(|_| kind(&arguments[..2].join("/"))).expect("a kind");
        let mut whole = arguments.clone();
        whole.insert(0, "warodds".to_owned());
        let answer = got(&address(&kind, &provided_fields(&kind, &whole)));
        arguments.push("--json".to_owned());
        let (_, error, code) = output_of(&arguments);
        assert_eq!((answer.status, code), (400, 2), "{line}: {}{error}", answer.text());
        let message = format!("error: {}", answer.error());
        assert_eq!(plain(&message), plain(&error), "{line}");
        assert!(!message.contains("--"), "{line}: {message}");
    }
}

#[test]
fn refused_requests_have_matching_status() {
    let long = format!("/api/attack?attacker={}", "a".repeat(60_000));
    let longer = format!("/api/attack?attacker={}", "a".repeat(65_000));
    let described = &got("/api").json()["components"]["responses"]["Fault"]["content"];
    let schema = validator(&described["application/json"]["schema"]);
    for (method, address, status, words) in [
        ("GET", long.as_str(), 414, "60000 bytes"),
        ("GET", &longer, 414, "60000 bytes"),
        ("GET", "/nothing", 404, "there is nothing at /nothing"),
        ("GET", "/api/nothing", 404, "there is no question"),
        ("GET", "/api/atack?attacker=a", 404, "did you mean `attack`?"),
        ("GET", "/api/attack/a/b", 404, "there is nothing"),
        ("GET", "/api/westeros", 404, "there is no question"),
        ("GET", "/api/westeros/atack?attacker=a", 404, "did you mean `westeros/attack`?"),
        ("GET", "/api/cards/nobody-at-all", 404, "there is no unit"),
        ("GET", "/api/cards/stark", 400, "` matches "),
        ("GET", "/qr.svg", 400, "?text="),
        ("GET", "/api/panic?morale=7&engine=monte-carlo&trials=10000001", 400, "10000000"),
        ("GET", "/api/panic?morale=7&engine=monte-carlo&precision=1e-9", 400, "10000000"),
        ("GET", "/api/matrix?engine=monte-carlo", 400, "trials in total"),
        ("GET", "/api/matrix?facing=front,flank,rear", 400, "65712 attacks in total"),
        ("GET", "/api/panic?morale=7&catalogue=/etc/passwd", 400, "must be the text of a file"),
        ("GET", "/api/matrix?attackers=list=/etc/passwd", 400, "is not part of the question"),
        ("GET", "/api/panic?morale=%FF", 400, "are not valid UTF-8"),
        ("GET", "/api/panic?morale=7&panicked=maybe", 400, "`tokens` cannot be `maybe`"),
        ("GET", "/api/replay?link=battle&game=-1", 400, "`game` cannot be `-1`"),
        ("POST", "/api/panic?morale=7", 405, "ask with GET"),
        ("DELETE", "/", 405, "ask with GET"),
        ("OPTIONS", "/api/version", 405, "ask with GET"),
    ] {
        let answer = asked(method, address, "");
        let shown = &address[..address.len().min(60)];
        assert_eq!(answer.status, status, "{method} {shown}: {}", answer.text());
        assert!(answer.text().contains(words), "{method} {shown}: {}", answer.text());
        let wrong = schema.iter_errors(&answer.json()).map(|wrong| wrong.to_string()).next();
        assert_eq!(wrong, None, "{method} {shown}");
    }
}

#[test]
fn faults_name_their_field_and_what_to_do() {
    for (address, expected) in [
        ("/api/panic?morale=99", vec![("morale", "cannot be `99`", "it must be")]),
        (
            "/api/attack?attacker=sworn+swords&defender=lannister-guardsmen&disorderly",
            vec![("disorderly", "no effect without", "add `charge`")],
        ),
        (
            "/api/attack?dice=0&hit=9&defense=4&morale=7",
            vec![("dice", "cannot be `0`", "it must be"), ("hit", "cannot be `9`", "it must be")],
        ),
        ("/api/panic?moral=7", vec![("", "has no parameter `moral`", "did you mean `morale`?")]),
    ] {
        let found = got(address).json();
        let faults = found["faults"].as_array().expect("faults");
        assert_eq!(faults.len(), expected.len(), "{address}: {found}");
        for (fault, (field, reason, remedy)) in faults.iter().zip(expected) {
            assert_eq!(fault["field"].as_str().unwrap_or_default(), field, "{found}");
            for (part, words) in [("reason", reason), ("remedy", remedy)] {
                assert!(fault[part].as_str().expect("words").contains(words), "{found}");
            }
        }
    }
}

#[test]
fn responses_have_security_headers_and_an_etag_each() {
    let mut tags = Vec::new();
    for address in ["/", "/app.css", "/api", "/api/panic?morale=7", "/api/panic?morale=99", "/no"] {
        let answer = got(address);
        for (name, part) in [
            ("content-security-policy", "default-src 'none'"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cache-control", "no-cache"),
        ] {
            assert!(answer.header(name).contains(part), "{address}: {name}");
        }
        let tag = answer.header("etag").to_owned();
        assert_eq!(tag.is_empty(), answer.status != 200, "{address}: {tag}");
        tags.push((address, tag));
    }
    // a tag is good for its own address alone, among others as well, and for none without an answer
    for (address, _) in &tags {
        for (other, tag) in tags.iter().filter(|(_, tag)| !tag.is_empty()) {
            let again = asked("GET", address, &format!("If-None-Match: W/\"1\", {tag}\r\n"));
            assert_eq!(again.status == 304, address == other, "{address} with that of {other}");
            assert_eq!(again.body.is_empty(), again.status == 304, "{address}");
        }
    }
    let packed = asked("GET", "/api", "Accept-Encoding: gzip\r\n");
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.body.len() < got("/api").body.len() / 5);
    let file = got("/app.css");
    for (accepted, encoding) in
        [("gzip", "gzip"), ("br, GZIP;q=0.5", "gzip"), ("gzip;q=0", ""), ("br", ""), ("", "")]
    {
        let answer = asked("GET", "/app.css", &format!("Accept-Encoding: {accepted}\r\n"));
        assert_eq!(answer.header("content-encoding"), encoding, "{accepted}");
        assert_eq!(answer.header("content-type"), file.header("content-type"), "{accepted}");
        assert_eq!(answer.header("vary"), "accept-encoding", "{accepted}");
        let is_shorter = answer.body.len() < file.body.len() / 2;
        assert_eq!(is_shorter, encoding == "gzip", "{accepted}: {}", answer.body.len());
    }
}

/// Two servers of one version that can be reached in different places.
#[test]
fn the_etag_of_the_version_depends_on_where_the_page_is() {
    let [(here, own), (_, other)] = [None, Some("https://odds.example.org/")].map(|public| {
        let public = public.map(|url| url.parse().expect("an address"));
        let settings = ServerSettings { public, version: "1".to_owned(), ..Default::default() };
        let server = Server::bind(settings).expect("there is a free port");
        let url = server.local_url();
        thread::spawn(|| server.run());
        let port = url.trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
        let port: u16 = port.expect("its address has a port");
        (port, get_from(port, "/api/version", "").header("etag").to_owned())
    });
    assert!(!own.is_empty() && own != other, "{own}, {other}");
    let stale = get_from(here, "/api/version", &format!("If-None-Match: {other}\r\n"));
    assert_eq!(stale.status, 200);
    assert_eq!(get_from(here, "/api/version", &format!("If-None-Match: {own}\r\n")).status, 304);
}

#[test]
fn repeated_parameters_that_contradict_each_other_are_refused() {
    let units = "attacker=stark-sworn-swords&defender=lannister-guardsmen";
    let link = escaped("attack/stark-sworn-swords/lannister-guardsmen");
    for (address, expected) in [
        (format!("attack?{units}&charge=true&charge=false"), "`charge` is given 2 times"),
        (format!("attack?{units}&charge=false&charge=false"), "`charge` is given 2 times"),
        (format!("attack?{units}&charge&charge=no"), "`charge` is given 2 times"),
        (format!("attack?{units}&why&why=no"), "`why` is given 2 times"),
        (format!("attack?{units}&facing=flank&facing=rear"), "`facing` is given 2 times"),
        (format!("attack?{units}&flank&facing=rear"), "`facing` is given 2 times"),
        (format!("attack?{units}&flank&flank=no"), "`facing` and `flank` contradict each other"),
        (format!("attack?{units}&facing=flank&flank=no"), "`facing` and `flank` contradict"),
        (
            format!("attack?{units}&panicked&panicked=no"),
            "`defender-tokens` and `panicked` contradict each other",
        ),
        (format!("attack?{units}&distance=8&dice=8&dice=9"), "`dice` is given 2 times"),
        (format!("ask?link={link}&link={link}"), "takes one parameter"),
        (format!("replay?link={link}&game=1&game=2"), "takes a link, the number of a battle"),
        ("search?words=a&words=b".to_owned(), "takes one parameter"),
        (format!("ask?link={link}%3Fcharge%3Dtrue%26charge%3Dfalse"), "is given 2 times"),
    ] {
        let refused = got(&format!("/api/{address}"));
        assert_eq!(refused.status, 400, "{address}: {}", refused.text());
        assert!(refused.error().contains(expected), "{address}: {}", refused.error());
    }
    // what is said twice over, or unset and left out, is one question
    for address in ["charge=false", "flank=no", "flank=no&facing=rear", "panicked&vulnerable"] {
        let answer = got(&format!("/api/attack?{units}&{address}"));
        assert_eq!(answer.status, 200, "{address}: {}", answer.text());
    }
}

#[test]
fn requests_of_foreign_pages_are_refused() {
    for (headers, status) in [
        ("Host: evil.example.com\r\n", 403),
        ("Origin: https://evil.example.com\r\n", 403),
        ("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n", 403),
        ("Origin: https://friend.example.net\r\nSec-Fetch-Site: cross-site\r\n", 200),
        ("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n", 200),
    ] {
        let answer = asked("GET", "/api/version", headers);
        assert_eq!(answer.status, status, "{headers}");
        assert_eq!(answer.header("access-control-allow-origin"), "https://friend.example.net");
    }
}

#[test]
fn openapi_describes_every_key() {
    let described: serde_json::Value = serde_json::from_slice(&got("/api").body).expect("JSON");
    for kind in kinds() {
        let path = &described["paths"][format!("/api/{}", kind.name)]["get"];
        let references = path["parameters"].as_array().expect("parameters").iter();
        let resolved = references.map(|one| {
            let pointer = one["$ref"].as_str().expect("a reference").trim_start_matches('#');
            described.pointer(pointer).expect("a parameter")
        });
        let parameters: Vec<&serde_json::Value> = resolved.collect();
        let names: Vec<&str> = parameters.iter().filter_map(|one| one["name"].as_str()).collect();
        let keys = kind.shared_keys();
        let called = |key: &warodds::request::Key| {
            if key.has(Mark::Positional) { key.id.to_owned() } else { key.long.clone() }
        };
        assert_eq!(names, keys.iter().map(called).collect::<Vec<_>>(), "{}", kind.name);
        for (parameter, key) in parameters.iter().zip(&keys) {
            // a schema must be one, and what is so anyway must be allowed by it
            let schema = &parameter["schema"];
            let valid = jsonschema::validator_for(schema).expect("a schema");
            if let Some(default) = schema.get("default") {
                assert!(valid.is_valid(default), "{} of {}: {schema}", key.id, kind.name);
            }
        }
    }
}

#[test]
fn openapi_of_one_game_has_its_questions_alone() {
    let paths = |address: &str| -> Vec<String> {
        let described: serde_json::Value =
            serde_json::from_slice(&got(address).body).expect("JSON");
        described["paths"].as_object().expect("paths").keys().cloned().collect()
    };
    let fire = "/api/westeros/fire".to_owned();
    assert!(paths("/api").contains(&fire) && paths("/api?game=westeros").contains(&fire));
    let asoiaf = paths("/api?game=asoiaf");
    assert!(!asoiaf.contains(&fire) && asoiaf.contains(&"/api/attack".to_owned()));
    let unknown = got("/api?game=chess");
    assert_eq!(unknown.status, 400);
    assert!(unknown.text().contains("games are"), "{}", unknown.text());
}

#[test]
fn link_address_describes_links() {
    let link = "#attack/Stark Sworn Swords/lannister+guardsmen?k=4&charge&or=umber berserkers";
    let answer = got(&format!("/api/link?link={}", escaped(link)));
    let parts: serde_json::Value = serde_json::from_slice(&answer.body).expect("JSON");
    assert_eq!(
        parts,
        serde_json::json!({
            "kind": "attack",
            "given": [["attacker", "stark-sworn-swords"], ["defender", "lannister-guardsmen"], ["charge", ""]],
            "view": [["k", "4"], ["or", "house-umber-berserkers"]],
            "fault": null,
            "link": "attack/stark-sworn-swords/lannister-guardsmen?charge&k=4&or=house-umber-berserkers",
        })
    );
    assert_eq!(got("/api/link?link=atack%2Fa").status, 404);
    // what is wrong is told, and the rest kept
    let odd = got("/api/link?link=attack%2Fa%2Fb%3Ffacng%3Dflank");
    let odd: serde_json::Value = serde_json::from_slice(&odd.body).expect("JSON");
    assert!(odd["fault"].as_str().is_some_and(|fault| fault.contains("did you mean `facing`?")));
    assert_eq!((odd["link"].is_null(), &odd["given"][2][0]), (true, &"facng".into()));
    assert!(got("/api/link?link=attack%3Fk%3Dmany").text().contains("whole number from 0 to 120"));
}

/// A unit and an attachment for it.
const OWN_CARDS: &str = "\
faction = \"Stark\"
[units.wolf-guard]
name = \"Wolf Guard\"
type = \"infantry\"
cost = 6
speed = 5
defense = 3
morale = 6
attacks = [{ name = \"Axe\", kind = \"melee\", hit = 3, dice = [8, 6, 4] }]
abilities = []
season = \"2021\"
source = \"my own card\"
";

#[test]
fn questions_take_cards_as_text_and_open_no_files() {
    let text = escaped(OWN_CARDS);
    let cards: serde_json::Value =
        serde_json::from_slice(&got(&format!("/api/catalogue?text={text}")).body).expect("JSON");
    assert_eq!(cards["units"].as_array().map(Vec::len), Some(1), "{cards}");
    assert_eq!(
        (&cards["units"][0]["id"], &cards["units"][0]["wounds"]),
        (&"wolf-guard".into(), &12.into())
    );
    assert_eq!(cards["cards"][0]["attacks"][0]["dice"], serde_json::json!([8, 6, 4]));
    let joins = cards["cards"][0]["attachments"].as_array().expect("attachments");
    assert!(joins.contains(&"sworn-sword-captain".into()), "{cards}");

    // 8 dice on 3+ against a defense of 3+ hit 16/3 times and wound 16/9 times, without panic
    let by_card = format!("attack/wolf%20guard/lannister-guardsmen?catalogue={text}");
    let by_numbers = "attack?dice=8&hit=3&defense=3&morale=7&defender-wounds=12";
    let hits = |link: &str| {
        let answer = got(&format!("/api/ask?link={}", escaped(link)));
        assert_eq!(answer.status, 200, "{}", answer.text());
        let answer: serde_json::Value = serde_json::from_slice(&answer.body).expect("JSON");
        answer["quantities"]["hits"]["mean"].as_f64().expect("a mean")
    };
    assert!((hits(&by_card) - 16.0 / 3.0).abs() < 1e-12);
    assert!((hits(by_numbers) - 16.0 / 3.0).abs() < 1e-12);
    // the shortest link has the id and the whole text
    let link = got(&format!("/api/link?link={}", escaped(&by_card)));
    let link: serde_json::Value = serde_json::from_slice(&link.body).expect("JSON");
    assert_eq!(link["given"][0], serde_json::json!(["attacker", "wolf-guard"]), "{link}");
    assert_eq!(link["given"][2], serde_json::json!(["catalogue", OWN_CARDS]), "{link}");
    let seen = format!("{by_card}&or=wolf%20guard");
    assert_eq!(got(&format!("/api/ask?link={}", escaped(&seen))).status, 200);

    let wrong = escaped(&OWN_CARDS.replace("defense = 3", "defense = 1"));
    for address in [
        format!("/api/catalogue?text={wrong}"),
        format!("/api/attack?attacker=wolf-guard&defender=lannister-guardsmen&catalogue={wrong}"),
    ] {
        let answer = got(&address);
        assert_eq!(answer.status, 400);
        assert!(answer.error().contains("catalogue:7:"), "{}", answer.error());
    }
    // three abilities of eight options each, and the order of the Guardsmen or none:
    // 256 · 256 · 256 · 2 combinations
    let cards = escaped(&crate::choice_limit::cards(3));
    let address =
        format!("/api/attack?attacker=loremasters&defender=lannister-guardsmen&catalogue={cards}");
    let answer = got(&address);
    assert_eq!(answer.status, 400);
    assert!(answer.error().contains("33554432 combinations"), "{}", answer.error());
    // a path is refused before anything is opened, wherever a text may stand
    for path in ["/etc/passwd", "none.toml", "."] {
        let link = escaped(&format!("panic?morale=7&catalogue={path}"));
        for address in
            [format!("/api/panic?morale=7&catalogue={path}"), format!("/api/ask?link={link}")]
        {
            let answer = got(&address);
            assert_eq!(answer.status, 400);
            assert!(answer.error().contains("must be the text of a file"), "{}", answer.error());
        }
        let link = got(&format!("/api/link?link={link}"));
        assert_eq!(link.status, 200, "{}", link.text());
    }
}

#[test]
fn link_gets_the_answer_of_its_question() {
    let link = escaped("#attack/stark-sworn-swords/lannister-guardsmen?facing=flank&charge&k=4");
    let address =
        "/api/attack?attacker=stark-sworn-swords&defender=lannister-guardsmen&facing=flank";
    let answer = got(&format!("/api/ask?link={link}"));
    assert_eq!((answer.status, answer.body), (200, got(&format!("{address}&charge")).body));
    let local = escaped("panic?morale=7&catalogue=/etc/passwd");
    assert_eq!(got(&format!("/api/ask?link={local}")).status, 400);
    for (wrong, words) in [
        ("panic?morale=7&k=999facing=flank&panicked", "`k` cannot be"),
        ("panic?morale=7&k=3&k=3", "`k` is given 2 times"),
        ("panic?morale=7&or=nobody+at+all", "there is no unit"),
        ("panic?morale=7&panicked&panicked", "it names panicked twice"),
    ] {
        let answer = got(&format!("/api/ask?link={}", escaped(wrong)));
        assert_eq!(answer.status, 400, "{wrong}: {}", answer.text());
        assert!(answer.error().contains(words), "{wrong}: {}", answer.error());
        // the page is told the same
        let link = got(&format!("/api/link?link={}", escaped(wrong)));
        let link: serde_json::Value = serde_json::from_slice(&link.body).expect("JSON");
        assert!(link["fault"].as_str().is_some_and(|fault| fault.contains(words)), "{link}");
    }
    let twice = got("/api/panic?morale=7&panicked&panicked");
    assert_eq!((twice.status, twice.error().contains("panicked twice")), (400, true));
}

#[test]
fn charts_come_beside_the_same_answer() {
    let query = "attacker=stark-sworn-swords&defender=lannister-guardsmen&charge";
    let plain = got(&format!("/api/attack?{query}")).text();
    let plain: serde_json::Value = serde_json::from_str(&plain).expect("JSON");
    let link = escaped("attack/stark-sworn-swords/lannister-guardsmen?charge");
    for address in [format!("/api/attack?{query}&charts"), format!("/api/ask?charts&link={link}")] {
        let charted = got(&address).text();
        let charted: serde_json::Value = serde_json::from_str(&charted).expect("JSON");
        assert_eq!(charted["answer"], plain, "{address}");
        let chart = &charted["charts"][0];
        assert_eq!(chart["name"], "distribution-attack-01");
        let counts = &chart["panels"][0]["counts"];
        // bars are the distribution of the answer, up to the last that is drawn
        let bars = counts["series"][0]["exactly"].as_array().expect("bars");
        let pmf = plain["quantities"]["wounds"]["pmf"].as_array().expect("a distribution");
        assert!(bars.len() > 2 && bars.iter().zip(pmf).all(|(bar, p)| bar == p), "{address}");
        assert_eq!(counts["marks"][0]["words"], "a rank lost");
    }
    // a value is none of this parameter
    assert_eq!(got(&format!("/api/attack?{query}&charts=all")).status, 400);
}

/// A link of battles between the shipped lists.
fn battle_link(games: u64) -> String {
    let list = |name: &str| {
        let text = std::fs::read_to_string(format!("scenarios/lists/{name}.toml"));
        escaped(&text.expect("a shipped list"))
    };
    let (a, b) = (list("stark-40"), list("lannister-40"));
    let policies = "a-policy=quick&b-policy=quick";
    format!("battle?a={a}&b={b}&mode=fire-and-blood&{policies}&games={games}")
}

/// Returns the events of a stream: their names and data.
fn events(address: &str) -> Vec<(String, serde_json::Value)> {
    // without chunks
    let request = format!("GET {address} HTTP/1.0\r\nHost: localhost\r\n\r\n");
    let answer = sent(request.as_bytes()).expect("an answer");
    assert_eq!(answer.header("content-type"), "text/event-stream", "{}", answer.text());
    let text = answer.text();
    let event = |block: &str| {
        let (name, data) = block.split_once('\n').expect("an event and its data");
        let data: String = data.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
        let data = serde_json::from_str(&data).expect("JSON");
        (name.trim_start_matches("event: ").to_owned(), data)
    };
    text.trim_end().split("\n\n").map(event).collect()
}

#[test]
fn battles_are_streamed_in_parts_that_end_with_the_answer() {
    let link = escaped(&battle_link(100));
    let events = events(&format!("/api/stream?link={link}"));
    let (last, parts) = events.split_last().expect("an answer");
    let answer: serde_json::Value =
        serde_json::from_slice(&got(&format!("/api/ask?link={link}")).body).expect("JSON");
    assert_eq!((last.0.as_str(), &last.1), ("answer", &answer));
    // 100 battles are 7 blocks, played 1, 1 or 2, 1, 2 or 4 … at a time
    assert!((2..7).contains(&parts.len()), "{} parts", parts.len());
    let mut before = 0;
    for (name, part) in parts {
        let done = part["done"].as_u64().expect("a count");
        assert!(name == "part" && done > before && done < 100, "{name} {done}");
        assert_eq!((&part["total"], &part["answer"]["games"]), (&100.into(), &part["done"]));
        before = done;
    }
}

#[test]
fn other_questions_are_streamed_with_their_answer_alone() {
    let link = escaped("panic?morale=7");
    let events = events(&format!("/api/stream?link={link}"));
    let answer: serde_json::Value =
        serde_json::from_slice(&got("/api/panic?morale=7").body).expect("JSON");
    assert_eq!(events, [("answer".to_owned(), answer)]);
    assert_eq!(got("/api/stream?link=panic%3Fmorale%3D99").status, 400);
    assert_eq!(got("/api/stream").status, 400);
}

#[test]
fn replays_show_every_turn_of_a_battle() {
    let address = format!("/api/replay?link={}", escaped(&battle_link(1)));
    let replay = |address: &str| -> serde_json::Value {
        serde_json::from_slice(&got(address).body).expect("JSON")
    };
    let first = replay(&address);
    let turns = first["turns"].as_array().expect("turns");
    // six rounds at most, of six units and two NCUs a side
    assert!(turns.len() > 10 && turns.len() <= 2 + 6 * 16, "{} turns", turns.len());
    assert_eq!(turns[0]["caption"], "Set-up");
    let is_picture = |turn: &serde_json::Value| {
        turn["picture"].as_str().is_some_and(|picture| picture.starts_with("<svg"))
    };
    assert!(turns.iter().all(is_picture));
    assert!(first["text"].as_str().is_some_and(|text| text.contains("The end, by ")));
    assert_eq!(replay(&format!("{address}&game=1")), first);
    assert_ne!(replay(&format!("{address}&game=2"))["text"], first["text"]);
    for wrong in [format!("{address}&game=0"), "/api/replay?link=panic%3Fmorale%3D7".to_owned()] {
        assert_eq!(got(&wrong).status, 400, "{}", got(&wrong).text());
    }
}

#[test]
fn advice_is_that_of_the_command() {
    let address = format!("/api/replay?link={}", escaped(&battle_link(1)));
    // after the set-up, and before the end
    let last = got(&address).json()["turns"].as_array().expect("turns").len() - 2;
    let path = |name: &str| format!("{}/advice-of-{name}", env!("CARGO_TARGET_TMPDIR"));
    let (file, log) = (path("battle.toml"), path("log.json"));
    let side = |side: &str, list: &str| {
        let folder = env!("CARGO_MANIFEST_DIR");
        format!(
            "[{side}]\nlist = \"{folder}/scenarios/lists/{list}.toml\"\npolicy = {{ kind = \"quick\" }}\n"
        )
    };
    let battle = "[battle]\nmode = \"fire-and-blood\"\n";
    let sides = [side("a", "stark-40"), side("b", "lannister-40")].concat();
    std::fs::write(&file, format!("{battle}{sides}")).expect("a file");
    let run = |arguments: &[&str]| {
        output_of(&arguments.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>())
    };
    assert_eq!(run(&["battle", "replay", &file, "--log", &log]).2, 0);
    for turn in [last / 2, last] {
        let mut advice = got(&format!("{address}&turn={turn}")).json();
        let picture = advice.as_object_mut().and_then(|advice| advice.remove("picture"));
        assert!(picture.is_some_and(|one| one.as_str().is_some_and(|one| one.starts_with("<svg"))));
        let moment = format!("{log}@{turn}");
        let (printed, error, _) = run(&["battle", "advise", &moment, "--games", "200", "--json"]);
        let printed: serde_json::Value = serde_json::from_slice(&printed).expect(&error);
        assert_eq!(advice, printed);
    }
    let beyond = got(&format!("{address}&turn={}", last + 1));
    assert_eq!(beyond.status, 400);
    assert!(beyond.error().contains("there is no turn"), "{}", beyond.error());
}

#[test]
fn lists_are_read_as_the_command_does() {
    let path = "scenarios/lists/stark-40.toml";
    let text = std::fs::read_to_string(path).expect("a shipped list");
    let answer = got(&format!("/api/list?text={}", escaped(&text)));
    let arguments = ["list", "show", path, "--json"].map(str::to_owned);
    let (printed, error, code) = output_of(&arguments);
    assert_eq!((answer.status, code), (200, 0), "{}{error}", answer.text());
    assert!(answer.body == printed, "{}", answer.text());
    let misspelt = got("/api/list?text=Stark+Bowmne%0A");
    assert_eq!(misspelt.status, 400);
    assert!(misspelt.error().contains("did you mean `Stark Bowmen`?"), "{}", misspelt.error());
}

#[test]
fn search_lists_the_unit_of_a_question_first() {
    let first = |words: &str| {
        let found: serde_json::Value =
            serde_json::from_slice(&got(&format!("/api/search?words={words}")).body).expect("JSON");
        found[0]["id"].as_str().unwrap_or("nobody").to_owned()
    };
    assert_eq!(first("stark+sworn+sw"), "stark-sworn-swords");
    assert_eq!(first("lannister+guardsmen"), "lannister-guardsmen");
    assert_eq!(first("xyzzy"), "nobody");
    // by attachment, by ability, and with a typing error
    assert_eq!(first("jaime+lannister,+kingsguard"), "jaime-lannister-kingsguard");
    assert_eq!(first("berserker%27s+fervor"), "house-umber-berserkers");
    assert_eq!(first("lannister+guardsmne"), "lannister-guardsmen");
}

#[test]
fn means_are_those_of_the_answers() {
    let link = "panic?morale=7";
    let attack = "attack?dice=8&hit=3&defense=4&morale=7";
    let address = |links: &[&str]| {
        let links: Vec<String> =
            links.iter().map(|link| format!("link={}", escaped(link))).collect();
        format!("/api/means?{}", links.join("&"))
    };
    let found: serde_json::Value =
        serde_json::from_slice(&got(&address(&[link, "atack/a", attack])).body).expect("JSON");
    // 15 of the 36 rolls of 2D6 are below 7
    let failed = found[0]["failed"].as_f64().expect("a chance");
    assert!((failed - 15.0 / 36.0).abs() < 1e-12, "{found}");
    assert!(found[1].is_null(), "{found}");
    let whole = got(&format!("/api/ask?link={}", escaped(attack)));
    let whole: serde_json::Value = serde_json::from_slice(&whole.body).expect("JSON");
    assert_eq!(found[2]["wounds"], whole["quantities"]["wounds"]["mean"]);
    assert_eq!(got(&address(&[link; 65])).status, 400);
    assert_eq!(got("/api/means?links=a").status, 400);
}

#[test]
fn several_addresses_answer_what_each_of_them_does() {
    let of = |addresses: &[&str]| {
        let all: Vec<String> =
            addresses.iter().map(|one| format!("address={}", escaped(one))).collect();
        got(&format!("/api/several?{}", all.join("&")))
    };
    let link = escaped("attack/stark-sworn-swords/lannister-guardsmen?charge");
    let ask = format!("api/ask?charts&link={link}");
    let parts = ["api/version", "api/keys?game=asoiaf", "api/cards", &ask];
    let found: Vec<serde_json::Value> = serde_json::from_slice(&of(&parts).body).expect("JSON");
    for (part, found) in parts.iter().zip(&found) {
        let alone: serde_json::Value =
            serde_json::from_slice(&got(&format!("/{part}")).body).expect("JSON");
        assert_eq!(*found, alone, "{part}");
    }
    // faults, pictures, what takes long, and several addresses again
    let heavy = "api/matrix?attackers=all&defenders=all";
    let none = ["api/atack", "qr.svg?text=a", heavy, "api/several?address=api/version"];
    let found = of(&none);
    assert_eq!((found.status, found.text().as_str()), (200, "[null,null,null,null]\n"));
    assert_eq!(of(&["api/version"; 9]).status, 400);
    assert_eq!(got("/api/several?link=a").status, 400);
}

#[test]
fn lists_may_name_cards_of_ones_own() {
    let list = escaped("Faction: stark\nPoints: 40\nStark Wolves\n");
    let card = std::fs::read_to_string("tests/it/options/swords.toml").expect("a file");
    let card = card.replace("stark-sworn-swords", "wolves").replace("Sworn Swords", "Wolves");
    assert_eq!(got(&format!("/api/list?text={list}")).status, 400);
    let with = |card: &str| got(&format!("/api/list?text={list}&catalogue={}", escaped(card)));
    let found = with(&card);
    assert_eq!(found.status, 200, "{}", found.text());
    assert!(found.text().contains("\"wolves\""), "{}", found.text());
    let fault = with(&card.replace("defense = 2", "defense = 1"));
    assert_eq!(fault.status, 400);
    assert!(fault.error().contains("catalogue:9:"), "{}", fault.error());
    assert_eq!(got(&format!("/api/list?text={list}&text={list}")).status, 400);
}

#[test]
fn keys_are_those_of_the_description_without_words() {
    let json = |address: &str| -> serde_json::Value {
        serde_json::from_slice(&got(address).body).expect("JSON")
    };
    let (keys, whole) = (json("/api/keys?game=asoiaf"), json("/api?game=asoiaf"));
    let names = keys["kinds"]["attack"].as_array().expect("names");
    let references = whole["paths"]["/api/attack"]["get"]["parameters"].as_array().expect("keys");
    assert_eq!(names.len(), references.len());
    for name in names {
        let name = name.as_str().expect("a name");
        let described = &whole["components"]["parameters"][name];
        assert_eq!(keys["parameters"][name]["schema"], described["schema"], "{name}");
        assert!(keys["parameters"][name].get("description").is_none(), "{name}");
    }
    assert_eq!(got("/api/keys").status, 400);
}

/// A request that is somehow wrong.
fn malformed(dice: &mut Xoshiro256PlusPlus) -> Vec<u8> {
    let kinds = kinds();
    let kind = kinds.choose(dice).expect("there are kinds");
    let keys = kind.keys();
    let mut query = Vec::new();
    for _ in 0..dice.random_range(0..6_usize) {
        let key = keys.choose(dice).expect("it has keys");
        let values = [
            "",
            "-1",
            "0",
            "1e999",
            "99999999999999999999",
            "NaN",
            "%00",
            "%",
            "%FF",
            "a=b",
            "1..0",
            "list=x",
            "stark-sworn-swords",
            "stark",
            "%F0%9F%8E%B2",
            "true",
            "../..",
            "'\"<>",
            "6..12",
            "all",
        ];
        query.push(format!("{}={}", key.long, values.choose(dice).expect("one")));
    }
    let path = format!("/api/{}?{}", kind.name, query.join("&"));
    let mut request = match dice.random_range(0..6_u8) {
        0 => format!("BREW {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        1 => format!("GET {path} HTTP/9.9\r\nHost: localhost\r\n\r\n"),
        2 => format!("GET {path}{} HTTP/1.1\r\n\r\n", "&x".repeat(dice.random_range(0..3000))),
        _ => format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"),
    }
    .into_bytes();
    if dice.random_bool(0.3) {
        // a few bytes of its first line are others
        let line = request.iter().position(|byte| *byte == b'\r').unwrap_or(1);
        for _ in 0..dice.random_range(1..5_u8) {
            let at = dice.random_range(0..line);
            request[at] = dice.random_range(1..=255_u8);
        }
    }
    // whatever it is, nothing more comes
    request.extend_from_slice(b"\r\n\r\n");
    request
}

#[test]
fn a_thousand_malformed_requests_never_fail_the_server() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(17);
    let mut statuses: BTreeMap<u16, usize> = BTreeMap::new();
    for _ in 0..1_000 {
        let request = malformed(&mut dice);
        let text = String::from_utf8_lossy(&request).into_owned();
        let status = status_of(&request).unwrap_or_else(|| panic!("no answer to {text:?}"));
        assert!(status < 500, "{status}: {text:?}");
        *statuses.entry(status).or_default() += 1;
    }
    assert!(statuses.get(&400).is_some_and(|count| *count > 300), "{statuses:?}");
    assert_eq!(got("/api/panic?morale=7").status, 200, "it still answers");
}

/// The status of the first response to these bytes.
fn status_of(request: &[u8]) -> Option<u16> {
    let mut stream = TcpStream::connect(("127.0.0.1", *PORT)).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout");
    let _ = stream.write_all(request);
    let mut head = Vec::new();
    let mut byte = [0; 1];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|read| read == 1) {
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    head.split(' ').nth(1)?.parse().ok()
}

/// A program that is ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn serve_prints_its_url_and_answers() {
    let program = assert_cmd::cargo::cargo_bin("warodds");
    let mut command = std::process::Command::new(program);
    command.args(["serve", "--port", "0"]).stdout(Stdio::piped());
    let mut running = Running(command.spawn().expect("it runs"));
    let mut line = String::new();
    let out = running.0.stdout.take().expect("it prints");
    BufReader::new(out).read_line(&mut line).expect("its address");
    let port = line.trim().trim_end_matches('/').rsplit(':').next().expect("a port").to_owned();
    let mut stream =
        TcpStream::connect(("127.0.0.1", port.parse().expect("a number"))).expect("it listens");
    write!(stream, "GET /api/version HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.contains(&format!("\"version\":\"{}", env!("CARGO_PKG_VERSION"))), "{answer}");
    // its port is taken
    let (_, error, code) = output_of(&["serve", "--port", &port].map(str::to_owned));
    assert_eq!(code, 2);
    assert!(error.contains("name another with --port"), "{error}");
}
