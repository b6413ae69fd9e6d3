//! Several addresses in one request: what the page needs before its first answer, without a round
//! trip for each.

use serde_json::value::RawValue;
use warodds_questions::study::Control;

use crate::address::{Address, JSON, Resource, Site};
use crate::fault::ApiFault;
use crate::parameters::decode;

/// The most addresses of one request.
const MAX_ADDRESSES: usize = 8;

const PARAMETERS: &str = "this address takes addresses alone, without their first /: \
                          ?address=api/version&address=…";

/// What several addresses refer to; `None` for one with a fault, and for what is likely to take
/// long.
#[derive(Debug)]
pub struct SeveralResources(Vec<Option<Resource>>);

impl SeveralResources {
    /// Parses the addresses of a query: `address=…&address=…`.
    ///
    /// # Errors
    /// [`ApiFault::BadInput`] for other parameters, for escapes that are not UTF-8, and for more
    /// than [`MAX_ADDRESSES`] addresses.
    pub(crate) fn parse(query: &str, site: &Site) -> Result<Self, ApiFault> {
        let parameters = query.split('&').filter(|parameter| !parameter.is_empty());
        let addresses = parameters.map(|one| match one.split_once('=') {
            Some(("address", text)) => decode(text),
            _ => Err(ApiFault::BadInput(PARAMETERS.to_owned())),
        });
        let addresses: Vec<String> = addresses.collect::<Result<_, _>>()?;
        if addresses.len() > MAX_ADDRESSES {
            let message = format!("one request takes at most {MAX_ADDRESSES} addresses");
            return Err(ApiFault::BadInput(message));
        }
        Ok(Self(addresses.iter().map(|address| light(address, site)).collect()))
    }

    /// Answers the addresses, as a list of what each answers; null for one without an answer, also
    /// if `control` stopped it.
    ///
    /// # Errors
    /// Never for answers, which are JSON; the serializer's own error is passed on.
    pub(crate) fn json(&self, control: &dyn Control) -> Result<String, ApiFault> {
        let text = |one: &Option<Resource>| {
            let body = one.as_ref()?.answer(control).ok()?;
            (body.content_type == JSON).then(|| body.text.trim_end().to_owned())
        };
        let answers = self.0.iter().map(|one| text(one).map(RawValue::from_string).transpose());
        let answers: Vec<_> = answers.collect::<Result<_, _>>()?;
        Ok(serde_json::to_string(&answers)? + "\n")
    }
}

/// Finds what an address refers to, unless it is likely to take long or takes several addresses
/// itself.
fn light(address: &str, site: &Site) -> Option<Resource> {
    let address = format!("/{address}");
    let address = Address::new(&address);
    let resource = (address.path != "/api/several").then(|| address.resource(site).ok())??;
    (!resource.is_heavy()).then_some(resource)
}
