//! Formatting of numbers and names for people.

use crate::counted::noun;

/// Formats a probability as a percentage with `decimals` decimals. A chance that would round to 0 %
/// or 100 % without being certain is shown as a bound: `<0.1 %`, `>99.9 %`.
pub fn percent(p: f64, decimals: usize) -> String {
    // the least positive percentage with these decimals, as a chance
    let unit = (0..decimals).fold(0.01, |unit, _| unit / 10.0);
    // a certain event has no decimals: `100.0 %` is a rounded chance
    if p <= 0.0 || p == 1.0 {
        format!("{:.0} %", p * 100.0)
    } else if p > 0.0 && p < unit / 2.0 {
        format!("<{:.decimals$} %", unit * 100.0)
    } else if p < 1.0 && p >= 1.0 - unit / 2.0 {
        format!(">{:.decimals$} %", (1.0 - unit) * 100.0)
    } else {
        format!("{:.decimals$} %", p * 100.0)
    }
}

/// Formats a probability in whole percents without their sign, with one decimal below 1: `73`,
/// `0.8`, `<0.1`, `>99`. Only certain events are `0` and `100`.
pub fn whole_percent(p: f64) -> String {
    if p <= 0.0 {
        "0".to_owned()
    } else if p >= 1.0 {
        "100".to_owned()
    } else if p < 0.0005 {
        "<0.1".to_owned()
    } else if p < 0.0095 {
        format!("{:.1}", p * 100.0)
    } else if p >= 0.995 {
        ">99".to_owned()
    } else {
        format!("{:.0}", p * 100.0)
    }
}

/// Formats a mean with the decimals that its half-width supports (`3.214 ±0.008`), or with three if
/// it is exact.
pub fn mean(value: f64, half_width: Option<f64>) -> String {
    match half_width {
        None => format!("{value:.3}"),
        Some(half) => {
            let digits = if half < 0.001 {
                (-half.max(1e-9).log10().floor()) as usize
            } else if half < 0.1 {
                3
            } else {
                2
            };
            format!("{value:.digits$} ±{half:.digits$}")
        }
    }
}

/// Formats a mean for a sentence: one decimal from 1 on, otherwise two.
pub fn rounded(value: f64) -> String {
    if value.abs() < 1.0 { format!("{value:.2}") } else { format!("{value:.1}") }
}

/// Formats the name of an axis: underscores of keys become spaces.
pub fn axis(name: &str) -> String {
    clean(&name.replace('_', " "))
}

/// Returns the names of two armies; equal names are told apart by their letters, `a` and `b`.
pub fn army_names(names: [&str; 2]) -> [String; 2] {
    let [a, b] = names.map(clean);
    if a == b { [format!("{a} (a)"), format!("{b} (b)")] } else { [a, b] }
}

/// Formats a z-score with its sign and one decimal; `0.0` without a sign if it rounds to zero.
pub fn z_score(off: f64) -> String {
    if off.abs() < 0.05 { "0.0".to_owned() } else { minus(&format!("{off:+.1}")) }
}

/// Formats a difference with its sign and three decimals; `0` if all of them are zero.
pub fn difference(value: f64) -> String {
    let text = signed(value, 3);
    if matches!(&*text, "+0.000" | "−0.000") { "0".to_owned() } else { text }
}

/// Formats a number with its sign and `decimals` decimals.
pub fn signed(value: f64, decimals: usize) -> String {
    minus(&format!("{value:+.decimals$}"))
}

/// Replaces the hyphen of a formatted number with a minus sign.
pub fn minus(number: &str) -> String {
    number.replace('-', "−")
}

/// Formats an interval of counts: `1–9`, or `4` if both ends are the same.
pub fn interval(low: usize, high: usize) -> String {
    if low == high { low.to_string() } else { format!("{low}–{high}") }
}

/// Formats a count with its thousands separated: `1 000 000`.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Formats a number of trials: `1 000 000 resolutions`.
pub fn resolutions(trials: u64) -> String {
    format!("{} {}", count(trials), noun(trials, "resolution", "resolutions"))
}

/// Returns the text on one line, without control characters, characters that XML forbids and marks
/// that change the writing direction.
pub fn clean(text: &str) -> String {
    let odd = |c: char| {
        c.is_control()
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
    };
    let plain: String = text.chars().map(|c| if odd(c) { ' ' } else { c }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the text if it `fits`, otherwise its longest shortening that does, cut in the middle
/// with `…`. Both ends stay because names of a series differ at either end.
pub fn shorten(text: &str, fits: impl Fn(&str) -> bool) -> String {
    if fits(text) {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let cut = |count: usize| -> String {
        let head = count.div_ceil(2);
        letters
            .iter()
            .take(head)
            .chain(&['…'])
            .chain(letters.iter().skip(letters.len() - (count - head)))
            .collect()
    };
    let most = letters.len().saturating_sub(1);
    // searched from the longest: widths in a proportional font do not follow the number of letters
    (0..most).rev().map(cut).find(|short| fits(short)).unwrap_or_default()
}

/// Breaks the text between words into lines that fit; a word that does not fit is a line.
pub fn lines(text: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    break_lines(text, |rest| {
        whole_words(rest, &fits).unwrap_or_else(|| rest.find(' ').unwrap_or(rest.len()))
    })
}

/// Breaks the text between words into at most `most` lines that fit; the last line is shortened if
/// necessary.
pub fn wrap(text: &str, most: usize, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut all = lines(text, &fits);
    if all.len() > most {
        let rest = all.split_off(most.saturating_sub(1)).join(" ");
        all.push(rest);
    }
    all.iter().map(|line| shorten(line, &fits)).collect()
}

/// Breaks the text as [`wrap`] does, into lines of at most `width` characters.
pub fn wrap_at(text: &str, most: usize, width: usize) -> String {
    wrap(text, most, |line| line.chars().count() <= width).join("\n")
}

/// Breaks the text into as many lines as it needs, between words; a word is divided only if it does
/// not fit on a line of its own. Nothing is left out.
pub fn wrap_whole(text: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    break_lines(text, |rest| {
        let is_fitting = |end: &usize| rest.get(..*end).is_some_and(&fits);
        let ends = || rest.char_indices().skip(1).map(|(at, _)| at).take_while(is_fitting);
        // at least one character, so that every line advances
        let first = || rest.chars().next().map_or(1, char::len_utf8);
        whole_words(rest, &fits).or_else(|| ends().last()).unwrap_or_else(first)
    })
}

/// Breaks the text into lines, each as long in bytes as `length` says of the rest of the text.
fn break_lines(text: &str, length: impl Fn(&str) -> usize) -> Vec<String> {
    let (mut done, mut rest) = (Vec::new(), text.trim());
    while !rest.is_empty() {
        let (line, tail) = rest.split_at(length(rest));
        done.push(line.trim().to_owned());
        rest = tail.trim();
    }
    done
}

/// Returns the length in bytes of the longest prefix of whole words that fits. A percent sign stays
/// with its number.
fn whole_words(text: &str, fits: impl Fn(&str) -> bool) -> Option<usize> {
    let is_end = |at: &usize| text.get(*at..).is_none_or(|rest| !rest.starts_with(" %"));
    let ends = text.match_indices(' ').map(|(at, _)| at).filter(is_end).chain([text.len()]);
    ends.take_while(|end| text.get(..*end).is_some_and(&fits)).last()
}

/// Converts a text to lower-case letters, digits and dashes, which are safe in every file name.
pub fn slug(text: &str) -> String {
    let safe: String = text
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .collect();
    let parts: Vec<&str> = safe.split('-').filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { "unnamed".to_owned() } else { parts.join("-") }
}

/// Returns the text with a capital first letter.
pub fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Capitalizes the description of a method, which begins with the name of its engine: `Monte Carlo`
/// for `monte-carlo`, the name in options and data.
pub fn capitalize_method(text: &str) -> String {
    match text.strip_prefix("monte-carlo") {
        Some(rest) => format!("Monte Carlo{rest}"),
        None => capitalize(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_most(most: usize) -> impl Fn(&str) -> bool {
        move |text| text.chars().count() <= most
    }

    #[test]
    fn percent_never_rounds_to_certainty() {
        assert_eq!((percent(1e-9, 1), percent(1.0 - 1e-9, 1)), ("<0.1 %".into(), ">99.9 %".into()));
        assert_eq!((percent(0.000_5, 1), percent(0.999_4, 1)), ("0.1 %".into(), "99.9 %".into()));
        assert_eq!(
            (percent(0.000_04, 2), percent(0.999_96, 2)),
            ("<0.01 %".into(), ">99.99 %".into())
        );
        assert_eq!((percent(0.5, 1), percent(0.123_45, 2)), ("50.0 %".into(), "12.35 %".into()));
    }

    #[test]
    fn numbers_have_expected_formats() {
        assert_eq!(
            (mean(3.21456, None), mean(3.21456, Some(0.0083))),
            ("3.215".into(), "3.215 ±0.008".into())
        );
        assert_eq!(
            (mean(0.5, Some(0.000_21)), mean(0.5, Some(0.000_021))),
            ("0.5000 ±0.0002".into(), "0.50000 ±0.00002".into())
        );
        assert_eq!(
            (z_score(-0.01), z_score(-1.26), z_score(0.5)),
            ("0.0".into(), "−1.3".into(), "+0.5".into())
        );
        assert_eq!(
            (count(0), count(999), count(1_234_567)),
            ("0".into(), "999".into(), "1 234 567".into())
        );
        assert_eq!(
            (resolutions(1), resolutions(2000)),
            ("1 resolution".into(), "2 000 resolutions".into())
        );
    }

    #[test]
    fn shorten_keeps_both_ends() {
        assert_eq!(shorten("abcdefghij", at_most(10)), "abcdefghij");
        assert_eq!(shorten("abcdefghij", at_most(6)), "abc…ij");
        assert_eq!(shorten("abcdefghij", at_most(1)), "…");
        assert_eq!(shorten("abcdefghij", at_most(0)), "");
    }

    #[test]
    fn wrap_breaks_between_words_and_shortens_the_rest() {
        assert_eq!(wrap("one two three", 2, at_most(7)), ["one two", "three"]);
        assert_eq!(wrap("one two three four", 2, at_most(7)), ["one two", "thr…our"]);
        assert_eq!(wrap("unbreakable words", 2, at_most(7)), ["unb…ble", "words"]);
        assert_eq!(wrap("lost 61.3 % here", 3, at_most(9)), ["lost", "61.3 %", "here"]);
        assert!(wrap("", 2, at_most(7)).is_empty());
    }

    #[test]
    fn lines_keep_words_whole() {
        assert_eq!(
            lines("expected wounds left to a", at_most(8)),
            ["expected", "wounds", "left to", "a"]
        );
        assert_eq!(lines("an unbreakable word", at_most(7)), ["an", "unbreakable", "word"]);
    }

    #[test]
    fn wrap_whole_divides_only_words_longer_than_a_line() {
        assert_eq!(wrap_whole("one two three four", at_most(7)), ["one two", "three", "four"]);
        assert_eq!(
            wrap_whole("an unbreakable word", at_most(7)),
            ["an", "unbreak", "able", "word"]
        );
        assert_eq!(wrap_whole("ä", at_most(0)), ["ä"]);
        assert!(wrap_whole(" ", at_most(7)).is_empty());
    }

    #[test]
    fn clean_returns_one_line_of_valid_xml() {
        assert_eq!(clean(" a\n\tb\u{0}c\u{ffff}\u{202e}d "), "a b c d");
        assert_eq!((slug("a/b: C…"), slug("…")), ("a-b-c".into(), "unnamed".into()));
        assert_eq!(capitalize("wounds"), "Wounds");
        assert_eq!(capitalize_method("monte-carlo, seed 7"), "Monte Carlo, seed 7");
        assert_eq!(capitalize_method("exact"), "Exact");
    }
}
