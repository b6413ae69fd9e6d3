//! Timing contenders in turn, and where what was found is written.

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

/// The median seconds of contenders that are timed in turn, `rounds` times each, so that a busy machine slows all alike.
/// `run` gets a contender's place and returns its seconds.
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

/// Prints what a bench found and, under `cargo bench`, keeps it in `out/bench/`.
pub fn tell(file: &str, text: &str) {
    println!("{text}");
    if is_bench() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("out/bench");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(file), text).unwrap();
    }
}
