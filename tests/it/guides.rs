//! The guides show real commands with their output: each is run, and prints what stands there.
//!
//! `TRYCMD=overwrite cargo test --test it guides` writes down what they print now.

use assert_cmd::cargo::cargo_bin;

#[test]
fn commands_of_the_guides_print_what_they_show() {
    trycmd::TestCases::new()
        .register_bin("warodds", cargo_bin("warodds"))
        .env("COLUMNS", "80")
        .env("NO_COLOR", "1")
        .case("docs/guides/*.md");
}
