//! Timing contenders in turn, and where what was found is written.

use std::path::Path;
use std::time::Instant;

/// Whether this is `cargo bench`; as a test everything runs once, and no time is looked at.
pub fn is_bench() -> bool {
    std::env::args().any(|argument| argument == "--bench")
}

/// Seconds of one call.
pub fn time(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64()
}

/// The median.
pub fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The median seconds of contenders that are timed in turn, `rounds` times each, so that a busy
/// machine slows all alike. `run` gets a contender's place and returns its seconds.
pub fn medians(contenders: usize, rounds: usize, mut run: impl FnMut(usize) -> f64) -> Vec<f64> {
    let mut times = vec![Vec::new(); contenders];
    for _ in 0..rounds {
        for (place, times) in times.iter_mut().enumerate() {
            times.push(run(place));
        }
    }
    times.into_iter().map(median).collect()
}

/// A pool of so many threads.
pub fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

/// A table in Markdown, from its columns' names and its rows' cells.
pub fn table(columns: &[&str], rows: &[Vec<String>]) -> String {
    let line = |cells: Vec<&str>| format!("| {} |\n", cells.join(" | "));
    let head = line(columns.to_vec()) + &line(vec!["---"; columns.len()]);
    rows.iter().fold(head, |text, row| text + &line(row.iter().map(String::as_str).collect()))
}

/// Prints what a bench found and keeps it in `out/bench/`; with `-- --docs` in
/// `docs/performance.md` as well. As a test it only says so: the times of a program that is not
/// optimised tell nothing.
pub fn tell(file: &str, text: &str) {
    if !is_bench() {
        println!("{file}: ran once; `cargo bench` measures");
    } else {
        println!("{text}");
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        std::fs::create_dir_all(here.join("out/bench")).unwrap();
        std::fs::write(here.join("out/bench").join(file), text).unwrap();
        if std::env::args().any(|argument| argument == "--docs") {
            let page = here.join("docs/performance.md");
            let told = std::fs::read_to_string(&page).unwrap();
            std::fs::write(page, with_table(&told, file, text)).unwrap();
        }
    }
}

/// The page with a bench's table in its place, between `<!-- FILE: NAME; NAME -->` and `<!-- end
/// -->`: the rows of those names.
fn with_table(page: &str, file: &str, text: &str) -> String {
    let Some((before, rest)) = page.split_once(&format!("<!-- {file}: ")) else {
        return page.to_owned();
    };
    let (names, rest) = rest.split_once(" -->").unwrap();
    let (_, after) = rest.split_once("<!-- end -->").unwrap();
    let cell =
        |line: &str| line.split('|').nth(1).map(|cell| cell.trim().to_owned()).unwrap_or_default();
    let mut lines = text.lines().skip_while(|line| !line.starts_with('|'));
    let head: Vec<&str> = lines.by_ref().take(2).collect();
    let rows = lines.filter(|line| names.split("; ").any(|name| name == cell(line)));
    let kept: Vec<&str> = head.into_iter().chain(rows).collect();
    format!("{before}<!-- {file}: {names} -->\n{}\n<!-- end -->{after}", kept.join("\n"))
}
