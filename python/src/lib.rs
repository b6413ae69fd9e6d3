//! The native half of the Python package: questions in words in, numbers out.
//!
//! Few functions, which take and give texts, numbers and bytes; what Python's users see (classes,
//! tables, arrays) is written in Python, in the folder `warodds`. Keywords are keys of the table of
//! keys, read by it, so that what is wrong with one is told in the words of the program.

mod answer;
mod ask;
mod cards;
mod given;
mod keys;
mod shards;
mod watch;

use pyo3::prelude::*;

/// The native half of `warodds`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("BLOCK", warodds_engine::run::BLOCK)?;
    module.add("LONG_BLOCK", warodds_engine::run::LONG_BLOCK)?;
    module.add_class::<answer::Reply>()?;
    module.add_function(wrap_pyfunction!(keys::kinds, module)?)?;
    module.add_function(wrap_pyfunction!(ask::ask, module)?)?;
    module.add_function(wrap_pyfunction!(ask::ask_link, module)?)?;
    module.add_function(wrap_pyfunction!(ask::link, module)?)?;
    module.add_function(wrap_pyfunction!(ask::run, module)?)?;
    module.add_function(wrap_pyfunction!(ask::battle, module)?)?;
    module.add_function(wrap_pyfunction!(cards::units, module)?)?;
    module.add_function(wrap_pyfunction!(cards::attachments, module)?)?;
    module.add_class::<shards::Merger>()?;
    module.add_function(wrap_pyfunction!(shards::rolls_of, module)?)?;
    module.add_function(wrap_pyfunction!(shards::source_of, module)?)?;
    module.add_function(wrap_pyfunction!(shards::source_of_file, module)?)?;
    module.add_function(wrap_pyfunction!(shards::questions, module)?)?;
    module.add_function(wrap_pyfunction!(shards::shard, module)?)?;
    Ok(())
}
