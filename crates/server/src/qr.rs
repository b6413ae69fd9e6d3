//! Texts as QR codes.

use qrcode::QrCode;
use qrcode::render::{svg, unicode};

use crate::fault::ApiFault;

/// A text as a QR code, drawn.
///
/// # Errors
/// When it is too long.
pub(crate) fn svg(text: &str) -> Result<String, ApiFault> {
    let drawn = code(text)?.render::<svg::Color<'_>>().min_dimensions(200, 200).build();
    Ok(drawn)
}

/// A text as a QR code of characters, for terminals with light text on a dark ground.
///
/// # Errors
/// When it is too long.
pub fn terminal_code(text: &str) -> Result<String, ApiFault> {
    let (light, dark) = (unicode::Dense1x2::Light, unicode::Dense1x2::Dark);
    Ok(code(text)?.render::<unicode::Dense1x2>().dark_color(light).light_color(dark).build())
}

fn code(text: &str) -> Result<QrCode, ApiFault> {
    QrCode::new(text).map_err(|error| ApiFault::BadInput(format!("this makes no QR code: {error}")))
}
