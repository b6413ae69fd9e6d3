//! A command line, an argument on each line: understood or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let arguments = std::iter::once("warodds").chain(text.lines());
    if let Err(wrong) = warodds::cli::command().try_get_matches_from(arguments) {
        assert!(!wrong.to_string().is_empty());
    }
});
