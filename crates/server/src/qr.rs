//! QR codes.

use qrcode::render::{svg, unicode};
use qrcode::{Color, QrCode};

use crate::fault::ApiFault;

/// The most bytes of a QR code, of the largest size and with the error correction used here; of
/// digits and capital letters alone it holds more.
const MAX_BYTES: usize = 2_331;

/// Draws a QR code of a string as SVG.
///
/// # Errors
/// [`ApiFault::BadInput`] if the string is too long for a QR code.
pub(crate) fn svg_code(text: &str) -> Result<String, ApiFault> {
    let drawn = encode(text)?.render::<svg::Color<'_>>().min_dimensions(200, 200).build();
    Ok(drawn)
}

/// Returns the squares of a QR code of a string, row by row, without its margin of four squares:
/// `true` for dark ones.
///
/// # Errors
/// [`ApiFault::BadInput`] if the string is too long for a QR code.
///
/// # Examples
/// ```
/// let code = warodds_server::code_squares("odds")?;
/// assert!(code.len() == 21 && code.iter().all(|row| row.len() == 21));
/// // the upper left corner is that of a finder pattern
/// assert!(code[0][..7].iter().all(|is_dark| *is_dark) && !code[0][7]);
/// # Ok::<(), warodds_server::ApiFault>(())
/// ```
pub fn code_squares(text: &str) -> Result<Vec<Vec<bool>>, ApiFault> {
    let code = encode(text)?;
    let is_dark = |color: &Color| *color == Color::Dark;
    let row = |row: &[Color]| row.iter().map(is_dark).collect();
    Ok(code.to_colors().chunks(code.width()).map(row).collect())
}

/// Draws a QR code of a string with characters, for terminals with light text on dark ground.
///
/// # Errors
/// [`ApiFault::BadInput`] if the string is too long for a QR code.
///
/// # Examples
/// The smallest QR code has 21 × 21 modules and a margin of 4 on each side; a character shows two
/// rows:
/// ```
/// let code = warodds_server::terminal_code("odds")?;
/// assert_eq!(code.lines().count(), (21 + 2 * 4_usize).div_ceil(2));
/// assert!(warodds_server::terminal_code(&"x".repeat(5_000)).is_err());
/// # Ok::<(), warodds_server::ApiFault>(())
/// ```
pub fn terminal_code(text: &str) -> Result<String, ApiFault> {
    // swapped: scanners expect dark modules on light ground
    let (light, dark) = (unicode::Dense1x2::Light, unicode::Dense1x2::Dark);
    Ok(encode(text)?.render::<unicode::Dense1x2>().dark_color(light).light_color(dark).build())
}

fn encode(text: &str) -> Result<QrCode, ApiFault> {
    QrCode::new(text).map_err(|error| {
        ApiFault::BadInput(format!(
            "this text of {} bytes cannot be a QR code ({error}): it holds at most {MAX_BYTES}",
            text.len()
        ))
    })
}
