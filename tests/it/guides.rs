//! Runs the commands of the README, of `COMPARE.md`, of the page on battles and of the guides and
//! compares their output.
//!
//! `TRYCMD=overwrite cargo test --test it guides` updates the pages.

use assert_cmd::cargo::cargo_bin;

#[test]
fn commands_on_pages_print_what_is_shown() {
    trycmd::TestCases::new()
        .register_bin("warodds", cargo_bin("warodds"))
        .env("COLUMNS", "80")
        .env("NO_COLOR", "1")
        .case("README.md")
        .case("COMPARE.md")
        .case("docs/battles.md")
        .case("docs/guides/*.md");
}
