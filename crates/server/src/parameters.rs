//! Parameters of the addresses that are not questions.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use crate::fault::ApiFault;

/// Returns the value of the only parameter of a query, which must be called `name`.
///
/// # Errors
/// [`ApiFault::BadInput`] if the parameter is missing, if there is another one, or if the value is
/// not UTF-8.
pub(crate) fn single_parameter(query: &str, name: &str) -> Result<String, ApiFault> {
    let mut all = query.split('&').filter(|parameter| !parameter.is_empty());
    let (Some(first), None) = (all.next(), all.next()) else {
        return Err(wrong_parameters(name));
    };
    match first.split_once('=') {
        Some((found, value)) if found == name => decode(value),
        _ => Err(wrong_parameters(name)),
    }
}

/// Returns the values of a parameter that may be repeated, up to `most` times, and stands alone.
///
/// # Errors
/// [`ApiFault::BadInput`] for other parameters, for more values, and for values that are not UTF-8.
pub(crate) fn repeated_parameter(
    query: &str,
    name: &str,
    most: usize,
) -> Result<Vec<String>, ApiFault> {
    let parameters = query.split('&').filter(|parameter| !parameter.is_empty());
    let values: Vec<String> = parameters
        .map(|parameter| match parameter.split_once('=') {
            Some((found, value)) if found == name => decode(value),
            _ => Err(ApiFault::BadInput(format!(
                "this address takes only `{name}`, which may be repeated: ?{name}=…&{name}=…"
            ))),
        })
        .collect::<Result<_, _>>()?;
    if values.len() > most {
        let message = format!("one request takes `{name}` at most {most} times");
        return Err(ApiFault::BadInput(message));
    }
    Ok(values)
}

fn wrong_parameters(name: &str) -> ApiFault {
    ApiFault::BadInput(format!("this address takes one parameter, `{name}`: ?{name}=…"))
}

/// Decodes percent escapes; `+` is a space, as in forms.
///
/// # Errors
/// [`ApiFault::BadInput`] if the result is not UTF-8.
pub(crate) fn decode(text: &str) -> Result<String, ApiFault> {
    // before the escapes: %2B is a plus sign
    let spaced = text.replace('+', " ");
    percent_decode_str(&spaced)
        .decode_utf8()
        .map(Cow::into_owned)
        .map_err(|_| ApiFault::BadInput(format!("the escapes in `{text}` are not valid UTF-8")))
}
