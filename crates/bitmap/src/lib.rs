//! Pictures of pixels: what charts are drawn on, and the PNG made of it.
//!
//! A crate of its own, for its loops go over every pixel: they are optimised where the rest of the
//! program is not worth it.

mod backend;
mod pixels;

pub use backend::Bitmap;
pub use pixels::{Pixels, PngError};
pub use png::EncodingError;
