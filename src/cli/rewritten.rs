//! Command lines as they come to mind first, in the words of the command that answers them:
//! `show guardsmen`, `list my.toml`, `explain charge A B`, `attack A vs B`, and names of several
//! words without quotation marks.

use std::ffi::OsString;
use std::path::Path;

use super::ask::{command_position, first_command};
use crate::catalogue::{Catalogue, FindError};
use crate::request::asoiaf::{files_named, with_list_files};
use crate::request::{self, EXPLAIN, Key, Mark, QuestionKind};

/// Rewrites the words of a command line; those with one meaning only are changed.
pub(super) fn rewrite(words: &mut Vec<OsString>) {
    if let Some(place) = command_position(words, "show") {
        words.insert(place, "units".into());
    }
    show_list(words);
    explain_question(words);
    join_names(words);
}

/// Makes `list FILE` the command `list show FILE`.
fn show_list(words: &mut Vec<OsString>) {
    let is_file = |word: &OsString| {
        let text = with_list_files(&word.to_string_lossy(), |path| Path::new(path).is_file());
        files_named(&text).next().is_some()
    };
    if let Some(place) = command_position(words, "list")
        && words.get(place + 1).is_some_and(is_file)
    {
        words.insert(place + 1, "show".into());
    }
}

/// Makes `explain KIND …` the command `KIND … --explain`, for kinds that have the option.
fn explain_question(words: &mut Vec<OsString>) {
    let Some(place) = command_position(words, EXPLAIN) else { return };
    let Some((kind, length)) = kind_at(words, place + 1) else { return };
    if kind.name != EXPLAIN && kind.keys().iter().any(|key| key.id == "explain") {
        words.remove(place);
        words.insert(place + length, "--explain".into());
    }
}

/// Returns the kind of question that the words at a place call, and the number of these words.
fn kind_at(words: &[OsString], place: usize) -> Option<(QuestionKind, usize)> {
    let name = words.get(place)?.to_str()?;
    if request::groups().iter().any(|group| group.name == name) {
        let below = words.get(place + 1)?.to_str()?;
        return Some((request::kind(&format!("{name}/{below}")).ok()?, 2));
    }
    Some((request::kind(name).ok()?, 1))
}

/// The words between two that face each other.
const VERSUS: [&str; 6] = ["v", "v.", "vs", "vs.", "versus", "against"];

/// Joins the words of names: those on both sides of `vs`, and those of more names than the command
/// takes, if they are names in one way alone.
fn join_names(words: &mut Vec<OsString>) {
    let place = first_command(words);
    let Some((kind, length)) = kind_at(words, place) else { return };
    let start = place + length;
    let bare = words.iter().skip(start).map_while(|word| word.to_str());
    let bare: Vec<&str> = bare.take_while(|word| !word.starts_with('-')).collect();
    // numbers after the names are arguments of their own: a distance, a modifier
    let is_number = |word: &&&str| word.starts_with(|first: char| first.is_ascii_digit());
    let numbers = bare.iter().rev().take_while(is_number).count();
    let (names, _) = bare.split_at(bare.len() - numbers);
    let most = kind.keys().iter().filter(|key| takes_name(key, words)).count();
    if let Some(joined) = opponents(names, most).or_else(|| only_names(names, most)) {
        let end = start + names.len();
        words.splice(start..end, joined.into_iter().map(OsString::from));
    }
}

/// Returns whether a key takes a bare word as the name of a card or a filter.
fn takes_name(key: &Key, words: &[OsString]) -> bool {
    let option = format!("--{}", key.long);
    let is_it = |word: &OsString| word.to_string_lossy().split('=').next() == Some(option.as_str());
    let is_option = || words.iter().any(is_it);
    let is_named = key.has(Mark::Positional) && !key.has(Mark::Words) && key.names_card();
    is_named || (key.has(Mark::Argument) && key.names_card() && !is_option())
}

/// Returns the names on the sides of `vs`, if there are no more of them than `most`.
fn opponents(words: &[&str], most: usize) -> Option<Vec<String>> {
    let sides: Vec<String> =
        words.split(|word| VERSUS.contains(word)).map(|side| side.join(" ")).collect();
    let are_named = sides.iter().all(|side| !side.is_empty());
    ((2..=most).contains(&sides.len()) && are_named).then_some(sides)
}

/// Returns the names that more words than `most` make up, if they do so in one way alone.
fn only_names(words: &[&str], most: usize) -> Option<Vec<String>> {
    /// Names of more words need no such help, and would take long to try.
    const MOST_WORDS: usize = 12;
    if most == 0 || !(most + 1..=MOST_WORDS).contains(&words.len()) {
        return None;
    }
    let mut found = splits(words, most);
    if found.len() == 1 { found.pop() } else { None }
}

/// Returns all splits of words into as many names.
fn splits(words: &[&str], count: usize) -> Vec<Vec<String>> {
    if count <= 1 {
        let name = words.join(" ");
        return if is_name(&name) { vec![vec![name]] } else { Vec::new() };
    }
    let mut all = Vec::new();
    for cut in 1..words.len() {
        let (first, rest) = words.split_at(cut);
        let first = first.join(" ");
        if is_name(&first) {
            let rest = splits(rest, count - 1).into_iter();
            all.extend(rest.map(|rest| [vec![first.clone()], rest].concat()));
        }
    }
    all
}

/// Returns whether a text names units: one, several of that name, or a faction.
fn is_name(text: &str) -> bool {
    let catalogue = Catalogue::shipped();
    match catalogue.find_unit(text) {
        Ok(_) | Err(FindError::Ambiguous { .. }) => true,
        Err(_) => catalogue.find_faction(text).is_ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(line: &str) -> String {
        let mut words: Vec<OsString> =
            shlex::split(line).into_iter().flatten().map(OsString::from).collect();
        rewrite(&mut words);
        let words: Vec<String> =
            words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        words.join("|")
    }

    #[test]
    fn first_words_become_the_command_that_answers_them() {
        for (line, words) in [
            ("show guardsmen", "units|show|guardsmen"),
            ("list my.toml", "list|show|my.toml"),
            ("list check my.toml", "list|check|my.toml"),
            ("explain charge a b --distance 9", "charge|--explain|a|b|--distance|9"),
            ("explain a b", "explain|a|b"),
            ("attack sworn swords vs guardsmen --flank", "attack|sworn swords|guardsmen|--flank"),
            ("charge outriders v guardsmen 6..9", "charge|outriders|guardsmen|6..9"),
            ("attack sworn swords guardsmen", "attack|sworn swords|guardsmen"),
            ("panic lannister guardsmen -2", "panic|lannister guardsmen|-2"),
            ("units search vs", "units|search|vs"),
        ] {
            assert_eq!(rewritten(line), words, "{line}");
        }
    }

    #[test]
    fn words_with_several_meanings_are_left_to_the_command() {
        // a third word is no name, and a side of `vs` is missing
        for line in ["attack nobody here guardsmen", "attack vs guardsmen"] {
            assert_eq!(rewritten(line), line.replace(' ', "|"), "{line}");
        }
    }
}
