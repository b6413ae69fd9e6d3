//! How names are compared.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A text as names are compared: small letters and digits in words, without accents and
/// apostrophes.
pub fn normalize_name(text: &str) -> String {
    // most names have no accents to take off
    if text.is_ascii() {
        ascii_words(text)
    } else {
        words(text.nfkd().filter(|c| !is_combining_mark(*c)))
    }
}

/// The words of a text of ASCII: what [`words`] makes of it, quicker, for hundreds of names are
/// compared at each start.
fn ascii_words(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut is_apart = false;
    for letter in text.bytes().filter(|letter| !matches!(letter, b'\'' | b'`' | b'.')) {
        if !letter.is_ascii_alphanumeric() {
            is_apart = !words.is_empty();
            continue;
        }
        if std::mem::take(&mut is_apart) {
            words.push(' ');
        }
        words.push(char::from(letter.to_ascii_lowercase()));
    }
    words
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_is_read_like_everything_else() {
        let all: String = (0..128_u8).map(char::from).collect();
        for text in [all.as_str(), "Hodor!", "  Stark's  Own-Men. ", "A.B.C", "", "``x''Y "] {
            assert_eq!(ascii_words(text), words(text.chars()), "{text:?}");
        }
    }
}
