//! A scenario file: read, or refused with faults that can be drawn.

#![no_main]

use libfuzzer_sys::fuzz_target;
use warodds::scenario::{FaultStyle, parse};

fuzz_target!(|text: &str| {
    if let Err(faults) = parse("fuzz.toml", text) {
        for fault in faults.iter() {
            fault.render(FaultStyle::Ascii, 80);
        }
    }
});
