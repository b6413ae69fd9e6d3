//! The messages of faults: they name parameters as addresses spell them.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use warodds_questions::request::{Arity, Key, QuestionKind, kinds};
use warodds_server::{Address, ApiFault, Site};

/// Values that most keys refuse.
const VALUES: [&str; 4] = ["", "99", "3..1", "nobody"];

/// Adds a parameter to an address; an address without parameters ends with `?`.
fn with(address: &str, name: &str, value: &str) -> String {
    let between = if address.ends_with('?') { "" } else { "&" };
    format!("{address}{between}{name}={}", utf8_percent_encode(value, NON_ALPHANUMERIC))
}

/// The parameters that say which units a question is about; without them, it is about all.
const UNITS: [&str; 3] = ["attackers", "defenders", "against"];

/// Splits an example command into words, as a shell does.
fn words(line: &str) -> Vec<String> {
    let quoted = line.split('"').enumerate();
    let words = quoted.flat_map(|(place, part)| match place % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

/// Returns the address of an example of a kind.
fn example(kind: &QuestionKind, line: &str) -> String {
    let keys = kind.keys();
    let mut address = format!("/api/{}?", kind.name);
    let mut positional = keys.iter().filter(|key| !key.display_name().starts_with("--"));
    let mut words = words(line).into_iter().skip(1 + kind.name.split('/').count());
    while let Some(word) = words.next() {
        let (name, value) = match word.strip_prefix("--") {
            Some("json") => continue,
            Some("out") => {
                words.next();
                continue;
            }
            Some(name) => {
                let is_flag = keys.iter().any(|key| key.long == name && key.arity != Arity::Flag);
                (
                    name.to_owned(),
                    if is_flag { words.next().unwrap_or_default() } else { String::new() },
                )
            }
            None => (positional.next().map_or("", |key| key.id).to_owned(), word),
        };
        address = with(&address, &name, &value);
    }
    address
}

/// Returns the fault of an address, if it has one. Questions that have none are not answered.
fn fault(address: &str) -> Option<ApiFault> {
    Address::new(address).resource(&Site::default()).err()
}

/// Returns a value that a key may have, as far as its declaration tells.
fn allowed(key: &Key) -> &'static str {
    match (key.arity, key.choices) {
        (Arity::Flag, _) => "",
        (_, [first, ..]) => first.name,
        _ => "3",
    }
}

/// Returns the addresses of a kind with each of its parameters: alone with bad values and twice,
/// and beside the parameters of an example.
fn addresses(kind: &QuestionKind) -> Vec<(String, &'static str)> {
    let keys = kind.shared_keys();
    let examples = kind.examples.iter().take(1).map(|line| example(kind, line));
    let examples: Vec<String> = examples.collect();
    let of_key = |key: &Key| {
        let is_of_units = |name: &&str| keys.iter().any(|other| other.long == **name);
        let units = UNITS.iter().filter(|name| **name != key.long && is_of_units(name));
        let few = |base: &str| {
            units.clone().fold(base.to_owned(), |all, name| with(&all, name, "stark bowmen"))
        };
        let alone = few(&format!("/api/{}?", kind.name));
        let bad = VALUES.map(|value| with(&alone, parameter(key), value));
        let twice = with(&with(&alone, parameter(key), "1"), parameter(key), "2");
        let beside = examples.iter().map(|base| with(base, parameter(key), allowed(key)));
        let all = bad.into_iter().chain([twice]).chain(beside);
        all.map(|address| (address, key.id)).collect::<Vec<_>>()
    };
    let unknown = [(with(&format!("/api/{}?", kind.name), "facng", "1"), "")];
    keys.iter().flat_map(of_key).chain(unknown).collect()
}

/// Returns the name of a key in addresses.
fn parameter(key: &Key) -> &str {
    if key.display_name().starts_with("--") { &key.long } else { key.id }
}

/// Returns the texts of a fault: the message, and the reason and the remedy of each fault.
fn texts(fault: &ApiFault) -> Vec<String> {
    let body: Value = serde_json::from_str(&fault.json()).expect("JSON");
    let faults = body["faults"].as_array().expect("faults");
    let parts = faults.iter().flat_map(|one| [&one["reason"], &one["remedy"]]);
    let texts = [&body["error"]].into_iter().chain(parts);
    texts.map(|text| text.as_str().expect("words").to_owned()).collect()
}

#[test]
fn no_fault_speaks_of_the_command_line() {
    for kind in kinds() {
        let mut faulty = 0;
        for (address, _) in addresses(&kind) {
            let Some(fault) = fault(&address) else { continue };
            faulty += 1;
            for text in texts(&fault) {
                let words = [" --", "`--", "(--", "\n--", "warodds ", "no option", "--help"];
                let wrong = words.iter().find(|words| text.contains(**words));
                assert_eq!(wrong, None, "{address}: {text}");
                assert!(!text.is_empty() && !text.starts_with("--"), "{address}: {text}");
            }
        }
        assert!(faulty > kind.keys().len(), "{}: {faulty}", kind.name);
    }
}

/// Texts of the player that look like options, arguments and commands stand in messages as they were
/// written.
#[test]
fn no_fault_alters_what_the_player_wrote() {
    let mut quoted = 0;
    for kind in kinds() {
        for key in kind.shared_keys() {
            for text in ["foo --rolled 3", "foo ATTACKER", "Night's `x` --hit 4", "--why \\"] {
                let address = with(&format!("/api/{}?", kind.name), parameter(&key), text);
                let Some(fault) = fault(&address) else { continue };
                let shown = text.replace('\\', "\\\\").replace('`', "\\`");
                for message in texts(&fault) {
                    quoted += usize::from(message.contains(&format!("`{shown}`")));
                    let altered = ["rolled=3", "foo `attacker`", "Night\\'s", "hit=4", "`why` \\"];
                    let wrong = altered.iter().find(|words| message.contains(**words));
                    assert_eq!(wrong, None, "{address}: {message}");
                }
            }
        }
    }
    assert!(quoted > 200, "{quoted}");
}

#[test]
fn faults_of_values_name_the_parameter_and_its_key() {
    for kind in kinds() {
        for key in kind.shared_keys() {
            let named = format!("`{}`", parameter(&key));
            let address = format!("/api/{}?", kind.name);
            let one = with(&address, parameter(&key), "nobody");
            let twice = with(&with(&address, parameter(&key), "1"), parameter(&key), "1");
            for (address, expected) in [(one, "cannot be `nobody`"), (twice, "is given 2 times")] {
                let Some(ApiFault::BadFields { faults, .. }) = fault(&address) else { continue };
                let found = faults.iter().find(|fault| fault.reason.contains(expected));
                let Some(found) = found else { continue };
                assert_eq!(found.reason, format!("{named} {}", &found.reason[named.len() + 1..]));
                assert_eq!(found.field, Some(key.id), "{address}");
            }
        }
    }
}

#[test]
fn messages_spell_settings_as_addresses_do() {
    let units = "attacker=stark+bowmen&defender=lannister+guardsmen";
    for (address, field, reason, remedy) in [
        ("attack?dice=8", "dice", "add `hit`, `defense`, `morale`", ""),
        (&format!("attack?{units}&trials=9"), "trials", "", "use `engine=monte-carlo`, or leave"),
        ("panic?", "morale", "needs a unit, or `morale`; see /api", ""),
        ("duel?b=stark+bowmen", "a", "`a` is missing: ", "add `a`"),
        ("rate?units=99", "units", "`units`: no unit matches `99`; `/api/cards` lists", ""),
        ("panic?moral=7", "", "`panic` has no parameter `moral`", "did you mean `morale`?"),
        ("luck?rolls=%0A", "", "such as `panic?morale=7&rolled=0`", ""),
    ] {
        let fault = fault(&format!("/api/{address}")).expect(address);
        let ApiFault::BadFields { faults, .. } = &fault else { panic!("{address}: {fault:?}") };
        assert_eq!(faults[0].field.unwrap_or_default(), field, "{address}: {fault:?}");
        assert!(faults[0].reason.contains(reason), "{address}: {fault:?}");
        assert!(faults[0].remedy.contains(remedy), "{address}: {fault:?}");
    }
}

#[test]
fn faults_of_texts_have_places() {
    let open = "a = [\n b";
    let list = "units = [\"nobody at all\"]\n";
    for (address, text, field, place, words) in [
        ("/api/campaign?campaign=", open, "campaign", (2, 3), "this list is not closed"),
        ("/api/battle?file=", open, "file", (2, 3), "this list is not closed"),
        ("/api/panic?morale=7&catalogue=", open, "catalogue", (2, 3), "this list is not closed"),
        ("/api/catalogue?text=", open, "text", (2, 3), "this list is not closed"),
        ("/api/list?text=", list, "text", (1, 10), "nobody at all"),
    ] {
        let text = utf8_percent_encode(text, NON_ALPHANUMERIC);
        let fault = fault(&format!("{address}{text}")).expect(address);
        let ApiFault::BadFields { message, faults } = &fault else { panic!("{fault:?}") };
        let first = &faults[0];
        assert_eq!((first.line, first.column), (Some(place.0), Some(place.1)), "{fault:?}");
        assert_eq!(first.field, Some(field), "{fault:?}");
        assert!(first.reason.contains(words) && !first.reason.contains('\n'), "{fault:?}");
        assert!(message.contains(&format!(":{}:{}: ", place.0, place.1)), "{message}");
    }
}

#[test]
fn a_qr_code_says_how_much_it_holds() {
    let longest = format!("/qr.svg?text={}", "x".repeat(2_331));
    assert_eq!(fault(&longest), None);
    let fault = fault(&format!("{longest}x")).expect("it is too long");
    assert!(fault.message().contains("of 2332 bytes") && fault.message().contains("at most 2331"));
}
