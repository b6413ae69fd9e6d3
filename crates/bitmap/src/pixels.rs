//! An image in memory and its PNG encoding.

use std::io::Cursor;

use png::{BitDepth, ColorType, Compression, DecodingError, Encoder, EncodingError, Filter};
use thiserror::Error;

use crate::Bitmap;

/// Bytes per pixel: red, green and blue.
const CHANNELS: usize = 3;
/// Bytes of two pixels.
const PAIR: usize = 2 * CHANNELS;

/// The error for a file that is no supported image.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PngError {
    /// The file is no valid PNG.
    #[error(transparent)]
    Broken(#[from] DecodingError),
    /// The image has another colour type, or does not fit in memory.
    #[error("it is not of eight bits red, green and blue, or too large")]
    Other,
}

/// An RGB image: rows from the top, pixels from the left.
pub struct Pixels {
    width: u32,
    height: u32,
    bytes: Vec<u8>,
}

impl Pixels {
    /// Creates a black image `scale` times as large as `size`.
    pub fn new((width, height): (u32, u32), scale: u32) -> Self {
        let (width, height) = (width * scale, height * scale);
        let pixels = width as usize * height as usize;
        Self { width, height, bytes: vec![0; pixels * CHANNELS] }
    }

    /// Returns width and height in pixels.
    pub const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Returns a drawing backend for the image.
    pub fn canvas(&mut self) -> Bitmap<'_> {
        Bitmap::on(&mut self.bytes, (self.width, self.height))
    }

    /// Returns the image at half its size: each pixel is the mean of four. An odd last row or
    /// column is dropped.
    pub fn halved(&self) -> Self {
        let [row, half] = [self.width, self.width / 2].map(|width| width as usize * CHANNELS);
        let (width, height) = (self.width / 2, self.height / 2);
        let mut bytes = vec![0; half * height as usize];
        // chunk sizes must be positive, even for an empty image
        let rows =
            self.bytes.chunks_exact((2 * row).max(1)).zip(bytes.chunks_exact_mut(half.max(1)));
        for (rows, half) in rows {
            let (upper, lower) = rows.split_at(row);
            let pairs = upper.as_chunks().0.iter().zip(lower.as_chunks().0);
            for (half, (upper, lower)) in half.as_chunks_mut().0.iter_mut().zip(pairs) {
                *half = mean(upper, lower);
            }
        }
        Self { width, height, bytes }
    }

    /// Encodes the image as PNG.
    ///
    /// # Errors
    /// [`EncodingError`] if the image has no pixels.
    ///
    /// # Examples
    /// ```
    /// use warodds_bitmap::Pixels;
    ///
    /// let image = Pixels::new((2, 1), 3);
    /// let png = image.to_png().unwrap();
    /// assert_eq!(Pixels::from_png(&png).unwrap().size(), (6, 3));
    /// ```
    pub fn to_png(&self) -> Result<Vec<u8>, EncodingError> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Fast);
        encoder.set_filter(Filter::Adaptive);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.bytes)?;
        writer.finish()?;
        Ok(file)
    }
}

impl Pixels {
    /// Decodes a PNG file with eight bits each of red, green and blue, such as [`to_png`] writes.
    ///
    /// # Errors
    /// [`PngError`] if the file is no PNG or has another colour type.
    ///
    /// [`to_png`]: Self::to_png
    pub fn from_png(file: &[u8]) -> Result<Self, PngError> {
        let mut reader = png::Decoder::new(Cursor::new(file)).read_info()?;
        let mut bytes = vec![0; reader.output_buffer_size().ok_or(PngError::Other)?];
        let info = reader.next_frame(&mut bytes)?;
        if (info.color_type, info.bit_depth) == (ColorType::Rgb, BitDepth::Eight) {
            Ok(Self { width: info.width, height: info.height, bytes })
        } else {
            Err(PngError::Other)
        }
    }

    /// Returns all pixels, row by row.
    pub fn colours(&self) -> &[[u8; CHANNELS]] {
        self.bytes.as_chunks().0
    }

    /// Iterates over the pixels of the outermost rows and columns.
    pub fn edge(&self) -> impl Iterator<Item = &[u8; CHANNELS]> {
        let (width, height) = (self.width as usize, self.height as usize);
        self.colours().iter().enumerate().filter_map(move |(at, colour)| {
            let (x, y) = (at % width, at / width);
            (x == 0 || y == 0 || x == width - 1 || y == height - 1).then_some(colour)
        })
    }
}

/// Returns the mean of four pixels, two from each row, halves rounded up.
fn mean(upper: &[u8; PAIR], lower: &[u8; PAIR]) -> [u8; CHANNELS] {
    let mut means = [0; CHANNELS];
    let column = |at: usize| u16::from(upper[at]) + u16::from(lower[at]);
    for (at, mean) in means.iter_mut().enumerate() {
        // at most (4 · 255 + 2) / 4, so the result fits a byte
        *mean = ((column(at) + column(at + CHANNELS) + 2) / 4) as u8;
    }
    means
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_same_pixels() {
        let mut pixels = Pixels::new((5, 3), 1);
        pixels.bytes.iter_mut().zip(0..).for_each(|(part, value)| *part = value);
        let file = pixels.to_png().expect("it can be encoded");
        let read = Pixels::from_png(&file).expect("it was just made");
        assert_eq!((read.size(), read.bytes), ((5, 3), pixels.bytes));
    }

    #[test]
    fn each_pixel_of_the_half_is_the_mean_of_four() {
        let mut pixels = Pixels::new((2, 1), 2);
        assert_eq!(pixels.size(), (4, 2));
        // red alone; upper row 0 255 9 10, lower row 0 255 9 11
        for (at, red) in [0, 255, 9, 10, 0, 255, 9, 11].into_iter().enumerate() {
            pixels.bytes[at * CHANNELS] = red;
        }
        let half = pixels.halved();
        assert_eq!(half.size(), (2, 1));
        // (0+255+0+255)/4 = 127.5 and (9+10+9+11)/4 = 9.75
        assert_eq!(half.bytes, [128, 0, 0, 10, 0, 0]);
    }
}
