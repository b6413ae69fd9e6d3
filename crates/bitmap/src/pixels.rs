//! A picture in memory, and the PNG made from it.

use std::io::Cursor;

use png::{BitDepth, ColorType, Compression, DecodingError, Encoder, EncodingError, Filter};
use thiserror::Error;

use crate::Bitmap;

/// Bytes of a pixel: red, green and blue.
const CHANNELS: usize = 3;
/// Bytes of two pixels.
const PAIR: usize = 2 * CHANNELS;

/// Why a file is no picture.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PngError {
    /// It is no PNG, or a broken one.
    #[error(transparent)]
    Broken(#[from] DecodingError),
    /// It has other colours, or is larger than memory can be.
    #[error("it is not of eight bits red, green and blue, or too large")]
    Other,
}

/// Rows of pixels from the top, each from the left.
pub struct Pixels {
    width: u32,
    height: u32,
    bytes: Vec<u8>,
}

impl Pixels {
    /// Black, `scale` times as large as `size`.
    pub fn new((width, height): (u32, u32), scale: u32) -> Self {
        let (width, height) = (width * scale, height * scale);
        let pixels = width as usize * height as usize;
        Self { width, height, bytes: vec![0; pixels * CHANNELS] }
    }

    /// Width and height.
    pub const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// What draws on it.
    pub fn canvas(&mut self) -> Bitmap<'_> {
        Bitmap::on(&mut self.bytes, (self.width, self.height))
    }

    /// Half as large: each pixel is the mean of a square of four. An odd row or column at the end
    /// is left out.
    pub fn halved(&self) -> Self {
        let [row, half] = [self.width, self.width / 2].map(|width| width as usize * CHANNELS);
        let (width, height) = (self.width / 2, self.height / 2);
        let mut bytes = vec![0; half * height as usize];
        // of nothing there is no half
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

    /// The bytes of a PNG file.
    ///
    /// # Errors
    /// When the picture has no pixel.
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
    /// The picture of a PNG file of eight bits red, green and blue, such as [`to_png`] makes.
    ///
    /// # Errors
    /// When the file is no PNG, or of other colours.
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

    /// Each pixel, row by row.
    pub fn colours(&self) -> &[[u8; CHANNELS]] {
        self.bytes.as_chunks().0
    }

    /// The pixels of the outermost rows and columns.
    pub fn edge(&self) -> impl Iterator<Item = &[u8; CHANNELS]> {
        let (width, height) = (self.width as usize, self.height as usize);
        self.colours().iter().enumerate().filter_map(move |(at, colour)| {
            let (x, y) = (at % width, at / width);
            (x == 0 || y == 0 || x == width - 1 || y == height - 1).then_some(colour)
        })
    }
}

/// The mean of two pixels of a row and the two below, halves rounded up.
fn mean(upper: &[u8; PAIR], lower: &[u8; PAIR]) -> [u8; CHANNELS] {
    let mut means = [0; CHANNELS];
    let column = |at: usize| u16::from(upper[at]) + u16::from(lower[at]);
    for (at, mean) in means.iter_mut().enumerate() {
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
