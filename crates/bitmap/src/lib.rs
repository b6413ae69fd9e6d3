//! Bitmaps for charts, and their PNG encoding.
//!
//! This is a separate crate because its loops visit every pixel and are compiled optimized even in
//! debug builds.

mod backend;
mod pixels;

pub use backend::Bitmap;
pub use pixels::{Pixels, PngError};
pub use png::EncodingError;
