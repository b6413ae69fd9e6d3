//! Normalizes names for comparison.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Normalizes a name for comparison: small letters and digits in words, without accents and
/// apostrophes.
///
/// # Examples
/// ```
/// use warodds_questions::catalogue::normalize_name;
///
/// assert_eq!(normalize_name("R’hllor Fäithful"), "rhllor faithful");
/// assert_eq!(normalize_name("  Stark-Sworn  Swords "), "stark sworn swords");
/// ```
pub fn normalize_name(text: &str) -> String {
    // most names have no accents
    if text.is_ascii() {
        ascii_words(text)
    } else {
        words(text.nfkd().filter(|c| !is_combining_mark(*c)))
    }
}

/// Returns whether a name has all words of a text, or their parts; a text without words fits none.
pub(crate) fn has_words(name: &str, text: &str) -> bool {
    let (name, text) = (normalize_name(name), normalize_name(text));
    !text.is_empty() && text.split(' ').all(|word| name.contains(word))
}

/// Does the same as [`words`] for ASCII. Each search normalizes hundreds of names, so this is a
/// fast path.
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

/// Joins characters to words separated by single spaces.
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
    fn ascii_words_equals_words_on_ascii() {
        let all: String = (0..128_u8).map(char::from).collect();
        for text in [all.as_str(), "Hodor!", "  Stark's  Own-Men. ", "A.B.C", "", "``x''Y "] {
            assert_eq!(ascii_words(text), words(text.chars()), "{text:?}");
        }
    }
}
