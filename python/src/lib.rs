//! The native half of the Python package: questions as text in, numbers out.
//!
//! A few functions on text, numbers and bytes. The classes, tables and arrays of the package are
//! written in Python, in the folder `warodds`. Keywords are resolved by the same keys as options of
//! the command line, so error messages are the same.

mod answer;
mod arguments;
mod ask;
mod cards;
mod faults;
mod interrupt;
mod kinds;
mod shards;

use pyo3::prelude::*;

/// The native half of `warodds`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    let fault = module.py().get_type::<faults::InputError>();
    fault.setattr("field", module.py().None())?;
    module.add("InputError", fault)?;
    module.add("BLOCK", warodds_engine::run::BLOCK)?;
    module.add("LONG_BLOCK", warodds_engine::run::LONG_BLOCK)?;
    module.add_class::<answer::NativeReply>()?;
    module.add_function(wrap_pyfunction!(kinds::kinds, module)?)?;
    module.add_function(wrap_pyfunction!(ask::ask, module)?)?;
    module.add_function(wrap_pyfunction!(ask::ask_link, module)?)?;
    module.add_function(wrap_pyfunction!(ask::link, module)?)?;
    module.add_function(wrap_pyfunction!(ask::run, module)?)?;
    module.add_function(wrap_pyfunction!(cards::units, module)?)?;
    module.add_function(wrap_pyfunction!(cards::attachments, module)?)?;
    module.add_class::<shards::NativeMerger>()?;
    module.add_function(wrap_pyfunction!(shards::roll_spec, module)?)?;
    module.add_function(wrap_pyfunction!(shards::question_source, module)?)?;
    module.add_function(wrap_pyfunction!(shards::file_source, module)?)?;
    module.add_function(wrap_pyfunction!(shards::questions, module)?)?;
    module.add_function(wrap_pyfunction!(shards::shard, module)?)?;
    Ok(())
}
