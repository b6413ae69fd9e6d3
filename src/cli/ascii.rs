//! Text for terminals without Unicode.

use std::borrow::Cow;
use std::sync::OnceLock;

/// Converts a text to ASCII if the locale does not use UTF-8.
pub(super) fn for_locale(text: &str) -> Cow<'_, str> {
    if is_required() && !text.is_ascii() {
        Cow::Owned(text.split_inclusive('\n').map(convert_line).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns whether the locale names a character set other than UTF-8. Without a locale, as in many
/// containers, and on Windows, UTF-8 is assumed.
pub(super) fn is_required() -> bool {
    static REQUIRED: OnceLock<bool> = OnceLock::new();
    *REQUIRED.get_or_init(|| {
        let value = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        // POSIX: the first of these that is set and not empty decides
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(value);
        // on Windows the standard library writes UTF-16 to the console, whatever the variables say
        !cfg!(windows) && locale.is_some_and(|locale| !is_utf8(&locale))
    })
}

/// Returns whether the character set of a locale such as `de_DE.UTF-8@euro` is UTF-8.
fn is_utf8(locale: &str) -> bool {
    let charset = locale.split_once('.').map_or(locale, |(_, charset)| charset);
    let charset = charset.split('@').next().unwrap_or_default();
    charset.replace('-', "").eq_ignore_ascii_case("utf8")
}

/// Converts a line to ASCII. If a character becomes several, following spaces are dropped, so that
/// columns stay aligned.
fn convert_line(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut excess = 0;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        // the last space of several stays: it separates words and columns
        if character == ' ' && excess > 0 && characters.peek() == Some(&' ') {
            excess -= 1;
        } else if character.is_ascii() {
            out.push(character);
        } else {
            let text = ascii(character);
            excess += text.len().saturating_sub(1);
            out.push_str(text);
        }
    }
    out
}

/// Returns the replacement of a character.
fn ascii(character: char) -> &'static str {
    match character {
        '−' | '–' | '—' | '‐' | '‑' | '─' | '╌' | '┄' | '⁻' => "-",
        '│' | '┆' | '┊' | '║' | '╎' | '▏' | '▎' => "|",
        '═' => "=",
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' | '╞' | '╡' | '╪' | '╤' | '╧' | '╭'
        | '╮' | '╯' | '╰' | '╔' | '╗' | '╚' | '╝' => "+",
        '█' | '▉' | '▊' | '▋' | '▌' | '▍' | '■' | '▪' => "#",
        '▁' => "_",
        '▂' => ".",
        '▃' => "-",
        '▄' => ":",
        '▅' => "=",
        '▆' => "+",
        '▇' => "%",
        '×' => "x",
        '·' => ".",
        '•' | '●' | '○' | '◦' | '‣' => "*",
        '…' => "...",
        '→' | '▶' => "->",
        '←' | '◀' => "<-",
        '≥' => ">=",
        '≤' => "<=",
        '≠' => "!=",
        '≈' => "~",
        '±' => "+/-",
        '÷' => "/",
        '″' | '“' | '”' | '„' => "\"",
        '′' | '‘' | '’' => "'",
        '½' => "1/2",
        '°' => " deg",
        'Σ' => "sum",
        '√' => "sqrt",
        'σ' => "sd",
        '¹' => "1",
        '²' => "2",
        '³' => "3",
        '⁴' => "4",
        '⁵' => "5",
        '⁶' => "6",
        '⁷' => "7",
        '⁸' => "8",
        '\u{a0}' | '\u{2009}' | '\u{202f}' => " ",
        'à' | 'á' | 'â' | 'ã' | 'å' => "a",
        'è' | 'é' | 'ê' | 'ë' => "e",
        'ï' | 'í' | 'î' => "i",
        'ñ' => "n",
        'ó' | 'ô' => "o",
        'ú' | 'û' => "u",
        'ä' => "ae",
        'ö' => "oe",
        'ü' => "ue",
        'ß' => "ss",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn convert_line_keeps_columns_aligned() {
        assert_eq!(convert_line("│ P(≥ 5)    │ −1.5 │\n"), "| P(>= 5)   | -1.5 |\n");
        assert_eq!(convert_line("A → B"), "A -> B");
    }

    #[test]
    fn is_utf8_reads_locale_names() {
        assert!(["C.UTF-8", "en_US.utf8", "de_DE.UTF-8@euro", "UTF-8"].into_iter().all(is_utf8));
        assert!(!["C", "POSIX", "de_DE.ISO-8859-1", "en_US"].into_iter().any(is_utf8));
    }
}
