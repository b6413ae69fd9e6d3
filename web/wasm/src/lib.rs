//! The interface of the page for a browser, as three functions of WebAssembly: text goes in and
//! comes out as a place in memory and a length. `web/wasm.js` is the other side.
//!
//! There is no wasm-bindgen: its tool must match its crate to the digit, and there is nothing to
//! bind but one function of text.

#![allow(unsafe_code, reason = "memory is handed over to JavaScript, which knows no slices")]

use warodds_questions::study::StdControl;
use warodds_server::{Address, Site};

/// Memory for so many bytes, to be written and handed to [`ask`].
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    let memory: &mut [u8] = Box::leak(vec![0; length].into_boxed_slice());
    memory.as_mut_ptr()
}

/// Gives back what [`ask`] returned, when it is read.
///
/// # Safety
/// Place and length must be those that `ask` returned, and nobody may read there any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dealloc(place: *mut u8, length: usize) {
    // SAFETY: this is what `answered` leaked, as the caller promises
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(place, length)) });
}

/// Answers an address, such as `/api/attack?dice=8&hit=3&defense=4&morale=7`: its place is the
/// upper half of the result, its length the lower half. The first three bytes are its status, as of
/// HTTP.
///
/// # Safety
/// Place and length must be those of [`alloc`]; they are taken over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(place: *mut u8, length: usize) -> u64 {
    // SAFETY: this is what `alloc` leaked, as the caller promises
    let address = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(place, length)) };
    let text = String::from_utf8_lossy(&address);
    let version = match option_env!("WARODDS_COMMIT") {
        Some(commit) => format!("{} ({commit})", env!("CARGO_PKG_VERSION")),
        None => env!("CARGO_PKG_VERSION").to_owned(),
    };
    let site = Site { version, ..Site::default() };
    let asked = Address::new(&text).asked(&site);
    answered(match asked.and_then(|asked| asked.answer(&StdControl)) {
        Ok(body) => format!("200{}", body.text),
        Err(fault) => format!("{}{}", fault.status(), fault.json()),
    })
}

/// Text as a place and a length.
fn answered(text: String) -> u64 {
    let memory: &mut [u8] = Box::leak(text.into_bytes().into_boxed_slice());
    ((memory.as_mut_ptr() as usize as u64) << 32) | memory.len() as u64
}
