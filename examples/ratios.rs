//! Tables of ratios from Criterion's estimates, after `cargo bench`:
//! `cargo run --profile bench --example ratios`; with `-- --docs` they replace those of the pages.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};

/// Median nanoseconds an element, by the path `group/function/value` of a benchmark.
type Estimates = BTreeMap<String, f64>;

/// A quotient of two estimates; in the patterns `{}` is the row, `{q}` and `{v}` its two parts.
struct RatioColumn(&'static str, &'static str, Over);

/// What an estimate is divided by.
enum Over {
    /// Another estimate.
    Estimate(&'static str),
    /// A number of nanoseconds.
    Unit(f64),
    /// Nothing: the estimate divides this number of nanoseconds.
    Rate(f64),
}

use Over::{Estimate, Rate, Unit};

/// A table: its name in the pages, the columns of its rows' names, its rows and its quotients.
struct RatioTable(&'static str, &'static str, Vec<String>, Vec<RatioColumn>);

fn rows<const N: usize>(names: [&str; N]) -> Vec<String> {
    names.map(str::to_owned).into()
}

/// All tables of the pages.
fn tables() -> [RatioTable; 7] {
    let questions = ["S1", "S2", "S3", "S2 with six effects", "duel of six rounds"];
    let with_isa: Vec<String> = questions
        .iter()
        .flat_map(|question| ["portable", "avx2", "avx512"].map(|isa| format!("{question}/{isa}")))
        .collect();
    // more than any machine has: rows that were not measured are left out
    let threads = (1..=256).map(|threads| threads.to_string()).collect();
    let lanes = || RatioColumn("lanes, ns", "{q}/lanes/{v}", Unit(1.0));
    let exact = || {
        vec![
            RatioColumn("µs a distribution", "{}/exact", Unit(1e3)),
            RatioColumn("µs, cached pools", "{}/exact, cached pools", Unit(1e3)),
        ]
    };
    [
        RatioTable(
            "lanes",
            "question | instructions",
            with_isa.clone(),
            vec![
                RatioColumn("table, ns", "{q}/table", Unit(1.0)),
                lanes(),
                RatioColumn("table / lanes", "{q}/table", Estimate("{q}/lanes/{v}")),
                RatioColumn("lanes / dice", "{q}/lanes/{v}", Estimate("{q}/dice/{v}")),
                RatioColumn("dice / bytes", "{q}/dice/{v}", Estimate("{q}/bytes/{v}")),
            ],
        ),
        RatioTable(
            "numpy",
            "question | instructions",
            with_isa,
            vec![
                RatioColumn("NumPy uint8, ns", "{q}/numpy/again", Unit(1.0)),
                RatioColumn("NumPy by hand, ns", "{q}/numpy/pairs", Unit(1.0)),
                lanes(),
                RatioColumn("NumPy uint8 / lanes", "{q}/numpy/again", Estimate("{q}/lanes/{v}")),
                RatioColumn("NumPy by hand / lanes", "{q}/numpy/pairs", Estimate("{q}/lanes/{v}")),
            ],
        ),
        RatioTable(
            "exact",
            "question",
            [&questions[..], &["matrix"]].concat().into_iter().map(str::to_owned).collect(),
            exact(),
        ),
        RatioTable(
            "threads",
            "threads",
            threads,
            vec![
                RatioColumn("million resolutions a second", "threads/lanes/{}", Rate(1e3)),
                RatioColumn("gain", "threads/lanes/1", Estimate("threads/lanes/{}")),
                RatioColumn("gain of bytes alone", "threads/bytes/1", Estimate("threads/bytes/{}")),
            ],
        ),
        RatioTable(
            "scenario",
            "engine",
            rows(["exact", "monte-carlo", "dice"]),
            vec![RatioColumn("ms a question", "scenario/{}", Unit(1e6))],
        ),
        RatioTable(
            "battles",
            "policy",
            rows(["random", "quick", "greedy"]),
            vec![
                RatioColumn("battles a second", "battles/{}", Rate(1e9)),
                RatioColumn("greedy / policy", "battles/greedy", Estimate("battles/{}")),
            ],
        ),
        RatioTable(
            "geometry",
            "predicate",
            rows([
                "a tray from its pose",
                "overlap",
                "gap of 1\"",
                "first contact",
                "arc that holds most",
                "sight past 8 trays",
            ]),
            vec![
                RatioColumn("ns", "geometry/{}", Unit(1.0)),
                RatioColumn("predicate / overlap", "geometry/{}", Estimate("geometry/overlap")),
            ],
        ),
    ]
}

impl RatioColumn {
    /// Returns the cell of a row, or `None` if something was not measured.
    fn cell(&self, estimates: &Estimates, row: &str) -> Option<String> {
        let (question, value) = row.split_once('/').unwrap_or((row, ""));
        let of = |pattern: &str| {
            let id = pattern.replace("{}", row).replace("{q}", question).replace("{v}", value);
            estimates.get(&id).copied()
        };
        let own = of(self.1)?;
        let number = match self.2 {
            Estimate(pattern) => own / of(pattern)?,
            Unit(unit) => own / unit,
            Rate(unit) => unit / own,
        };
        Some(if number < 10.0 { format!("{number:.2}") } else { format!("{number:.1}") })
    }
}

impl RatioTable {
    /// Returns the table in Markdown; rows that were not measured are left out.
    fn markdown(&self, estimates: &Estimates) -> String {
        let Self(_, names, rows, columns) = self;
        let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
        let headings = columns.iter().map(|column| column.0.to_owned());
        let rule = vec!["---".to_owned(); names.split('|').count() + columns.len()];
        let mut lines =
            vec![line([names.to_string()].into_iter().chain(headings).collect()), line(rule)];
        lines.extend(rows.iter().filter_map(|row| {
            let cells: Option<Vec<_>> =
                columns.iter().map(|column| column.cell(estimates, row)).collect();
            Some(line([vec![row.replace('/', " | ")], cells?].concat()))
        }));
        lines.join("\n")
    }
}

/// Reads all estimates below Criterion's folder.
fn read(folder: &Path) -> Result<Estimates, Box<dyn Error>> {
    let mut estimates = Estimates::new();
    let entries = std::fs::read_dir(folder)
        .map_err(|error| format!("{}: {error}: run `cargo bench` first", folder.display()))?;
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()) {
        // Criterion stores the latest run as `new` and the one before as `base`
        if !path.ends_with("new") {
            estimates.append(&mut read(&path)?);
            continue;
        }
        let json = |file| -> Result<serde_json::Value, Box<dyn Error>> {
            let path = path.join(file);
            let text = std::fs::read_to_string(&path)
                .map_err(|error| format!("{}: {error}: run `cargo bench` again", path.display()))?;
            Ok(serde_json::from_str(&text)?)
        };
        let (estimate, benchmark) = (json("estimates.json")?, json("benchmark.json")?);
        let id = ["group_id", "function_id", "value_str"].map(|key| benchmark[key].as_str());
        let id = id.into_iter().flatten().collect::<Vec<_>>().join("/");
        let median = estimate["median"]["point_estimate"].as_f64();
        let median = median.ok_or_else(|| format!("{}: no median", path.display()))?;
        // a benchmark without a throughput measures one element
        let elements = benchmark["throughput"]["Elements"].as_f64().unwrap_or(1.0);
        estimates.insert(id, median / elements);
    }
    Ok(estimates)
}

/// Makes every table of the measured benches, by name.
///
/// # Errors
/// If a file below Criterion's folder cannot be read.
pub(crate) fn report(folder: &Path) -> Result<Vec<(&'static str, String)>, Box<dyn Error>> {
    let estimates = read(folder)?;
    let all = tables().into_iter().map(|table| (table.0, table.markdown(&estimates)));
    Ok(all.filter(|(_, text)| text.lines().count() > 2).collect())
}

/// Replaces the text between `<!-- ratios: NAME -->` and `<!-- end -->`, where the page has it.
pub(crate) fn with_table(page: &str, name: &str, text: &str) -> String {
    let begin = format!("<!-- ratios: {name} -->");
    let parts = page.split_once(&begin).and_then(|(before, rest)| {
        let (_, after) = rest.split_once("<!-- end -->")?;
        Some((before, after))
    });
    parts.map_or_else(
        || page.to_owned(),
        |(before, after)| format!("{before}{begin}\n{text}\n<!-- end -->{after}"),
    )
}

#[allow(dead_code, reason = "the tests call the functions above")]
fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let named = |name| std::env::var_os(name).map(PathBuf::from);
    // the places where Criterion itself puts its folder, in its order
    let folder = named("CRITERION_HOME").unwrap_or_else(|| {
        named("CARGO_TARGET_DIR").unwrap_or_else(|| root.join("target")).join("criterion")
    });
    for (name, text) in report(&folder)? {
        println!("{name}\n\n{text}\n");
        if std::env::args().any(|argument| argument == "--docs") {
            for page in ["docs/performance.md", "docs/design/policies.md"] {
                let page = root.join(page);
                std::fs::write(&page, with_table(&std::fs::read_to_string(&page)?, name, &text))?;
            }
        }
    }
    Ok(())
}
