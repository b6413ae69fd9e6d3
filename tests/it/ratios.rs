//! The tables that the example `ratios` makes from Criterion's files.

#[path = "../../examples/ratios.rs"]
mod ratios_example;

use std::path::Path;

/// Writes what Criterion keeps of a benchmark.
fn keep(folder: &Path, group: &str, function: &str, value: Option<&str>, ns: f64, elements: u64) {
    let folder = folder.join(function).join(value.unwrap_or_default()).join("new");
    std::fs::create_dir_all(&folder).expect("a folder");
    let benchmark = serde_json::json!({ "group_id": group, "function_id": function,
        "value_str": value, "throughput": { "Elements": elements } });
    let estimates = serde_json::json!({ "median": { "point_estimate": ns } });
    for (file, json) in [("benchmark.json", benchmark), ("estimates.json", estimates)] {
        std::fs::write(folder.join(file), json.to_string()).expect("a file");
    }
}

#[test]
fn ratios_are_quotients_of_medians_an_element() {
    let folder = tempfile::tempdir().expect("a folder");
    keep(folder.path(), "S1", "table", None, 800.0, 10);
    for (function, ns) in [("lanes", 400.0), ("dice", 200.0), ("bytes", 100.0)] {
        keep(folder.path(), "S1", function, Some("avx2"), ns, 100);
    }
    let tables = ratios_example::report(folder.path()).expect("tables");
    let (name, text) = tables.first().expect("a table");
    assert_eq!(*name, "lanes");
    assert_eq!(text.lines().last(), Some("| S1 | avx2 | 80.0 | 4.00 | 20.0 | 2.00 | 2.00 |"));
    assert_eq!(tables.len(), 1, "what was not measured has no table");
    let page =
        ratios_example::with_table("a <!-- ratios: lanes -->\nold\n<!-- end --> b", name, "new");
    assert_eq!(page, "a <!-- ratios: lanes -->\nnew\n<!-- end --> b");
}

#[test]
fn ratios_without_estimates_name_the_command() {
    let wrong = ratios_example::report(Path::new("/nowhere")).expect_err("no folder");
    assert!(wrong.to_string().contains("cargo bench"), "{wrong}");
}
