//! Parameters of addresses that are no questions.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use crate::fault::ApiFault;

/// The one parameter of that name, which must be there.
///
/// # Errors
/// When it is not, when there is another one, and for what is no UTF-8.
pub(crate) fn only(query: &str, name: &str) -> Result<String, ApiFault> {
    let mut all = query.split('&').filter(|parameter| !parameter.is_empty());
    let (Some(first), None) = (all.next(), all.next()) else {
        return Err(wrong(name));
    };
    match first.split_once('=') {
        Some((given, text)) if given == name => decoded(text),
        _ => Err(wrong(name)),
    }
}

fn wrong(name: &str) -> ApiFault {
    ApiFault::BadInput(format!("`{name}` is what is asked for here, once and alone: ?{name}=…"))
}

/// A text without its escapes; `+` is a space, as forms send it.
///
/// # Errors
/// For what is no UTF-8.
pub(crate) fn decoded(text: &str) -> Result<String, ApiFault> {
    let spaced = text.replace('+', " ");
    percent_decode_str(&spaced)
        .decode_utf8()
        .map(Cow::into_owned)
        .map_err(|_| ApiFault::BadInput(format!("`{text}` is no text: its escapes make no UTF-8")))
}
