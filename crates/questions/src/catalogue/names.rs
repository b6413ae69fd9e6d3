//! How names are compared.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A text as names are compared: small letters and digits in words, without accents and
/// apostrophes.
pub fn plain(text: &str) -> String {
    // most names have no accents to take off
    if text.is_ascii() {
        words(text.chars())
    } else {
        words(text.nfkd().filter(|c| !is_combining_mark(*c)))
    }
}

/// The words that characters make.
fn words(characters: impl Iterator<Item = char>) -> String {
    let letters = characters.filter(|c| !matches!(c, '\'' | '’' | '‘' | '`' | '´' | '.'));
    let mut words = String::new();
    let mut is_apart = false;
    for letter in letters.flat_map(char::to_lowercase) {
        if !letter.is_alphanumeric() {
            is_apart = !words.is_empty();
            continue;
        }
        if std::mem::take(&mut is_apart) {
            words.push(' ');
        }
        words.push(letter);
    }
    words
}
