//! The API of the page as three WebAssembly functions. Text is passed as a pointer and a length;
//! `web/wasm.js` is the caller.
//!
//! wasm-bindgen is not used: its tool and its crate must have the same version, and a single
//! function on text needs no bindings.

#![allow(unsafe_code, reason = "JavaScript passes memory as pointers and lengths")]

use warodds_questions::study::StdControl;
use warodds_server::{Address, Site};

/// Allocates `length` bytes, which the caller fills and passes to [`ask`].
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    let memory: &mut [u8] = Box::leak(vec![0; length].into_boxed_slice());
    memory.as_mut_ptr()
}

/// Frees the answer that [`ask`] returned.
///
/// # Safety
/// `pointer` and `length` must be those that `ask` returned, and must not be used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dealloc(pointer: *mut u8, length: usize) {
    // SAFETY: the caller passes the slice that `leak_text` leaked
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) });
}

/// Answers an address, such as `/api/attack?dice=8&hit=3&defense=4&morale=7`.
///
/// Returns the pointer of the answer in the upper 32 bits and its length in the lower 32 bits. The
/// first three bytes of the answer are the HTTP status.
///
/// # Safety
/// `pointer` and `length` must be those of [`alloc`]. The memory is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(pointer: *mut u8, length: usize) -> u64 {
    // SAFETY: the caller passes the slice that `alloc` leaked
    let address = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) };
    let text = String::from_utf8_lossy(&address);
    let version = match option_env!("WARODDS_COMMIT") {
        Some(commit) => format!("{} ({commit})", env!("CARGO_PKG_VERSION")),
        None => env!("CARGO_PKG_VERSION").to_owned(),
    };
    let site = Site { version, ..Site::default() };
    let resource = Address::new(&text).resource(&site);
    leak_text(match resource.and_then(|resource| resource.answer(&StdControl)) {
        Ok(body) => format!("200{}", body.text),
        Err(fault) => format!("{}{}", fault.status(), fault.json()),
    })
}

/// Leaks a text. Returns its pointer and its length in one number.
fn leak_text(text: String) -> u64 {
    let memory: &mut [u8] = Box::leak(text.into_bytes().into_boxed_slice());
    ((memory.as_mut_ptr() as usize as u64) << 32) | memory.len() as u64
}
