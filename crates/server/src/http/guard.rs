//! Who may ask: pages of this server, and of one other origin where that is allowed.
//!
//! A page elsewhere could make a browser ask a server that only this machine reaches. Browsers tell
//! where such a request comes from; and a foreign name that leads here is refused, for numbers
//! alone cannot be made to lead elsewhere (DNS rebinding).

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// The origin of pages: `https://example.org`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebOrigin {
    text: String,
}

/// Why a text is no origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WebOriginError;

impl fmt::Display for WebOriginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it must be an origin, such as https://example.org or http://localhost:8000")
    }
}

impl std::error::Error for WebOriginError {}

impl fmt::Display for WebOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for WebOrigin {
    type Err = WebOriginError;

    fn from_str(text: &str) -> Result<Self, WebOriginError> {
        let text = text.trim().trim_end_matches('/').to_ascii_lowercase();
        let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let is_plain = |host: &str| {
            !host.is_empty()
                && host.chars().all(|c| c.is_ascii_alphanumeric() || "-.:[]".contains(c))
        };
        if host.is_some_and(is_plain) { Ok(Self { text }) } else { Err(WebOriginError) }
    }
}

impl WebOrigin {
    /// Its host, without the port.
    fn host(&self) -> &str {
        let host = self.text.split_once("://").map_or("", |(_, host)| host);
        without_port(host)
    }

    /// It as the value of a header.
    fn header(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(&self.text).ok()
    }
}

/// The address of a page: an origin, and a path where it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageUrl {
    origin: WebOrigin,
    path: String,
}

impl fmt::Display for PageUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.origin, self.path)
    }
}

impl FromStr for PageUrl {
    type Err = PageUrlError;

    fn from_str(text: &str) -> Result<Self, PageUrlError> {
        let (scheme, rest) = text.trim().split_once("://").ok_or(PageUrlError)?;
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let origin = format!("{scheme}://{host}").parse().map_err(|WebOriginError| PageUrlError)?;
        let is_plain = path.chars().all(|c| c.is_ascii_graphic() && !"?#\"<>\\".contains(c));
        if is_plain { Ok(Self { origin, path: path.to_owned() }) } else { Err(PageUrlError) }
    }
}

/// Why a text is no address of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageUrlError;

impl fmt::Display for PageUrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it must be the address of a page, such as https://example.org/odds/")
    }
}

impl std::error::Error for PageUrlError {}

/// A host without its port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.chars().all(|c| c.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Says what other pages tell about where they are.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// And for what they ask.
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// Tells who may ask.
#[derive(Clone, Debug)]
pub(super) struct OriginGuard {
    public: Option<PageUrl>,
    allowed: Option<WebOrigin>,
}

impl OriginGuard {
    /// Pages of this server may, those of `allowed` too; the server may be called as in `public`.
    pub(super) const fn new(public: Option<PageUrl>, allowed: Option<WebOrigin>) -> Self {
        Self { public, allowed }
    }

    /// Why a request is refused; none where it is not.
    pub(super) fn refusal(&self, headers: &HeaderMap) -> Option<String> {
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let host = text(header::HOST).unwrap_or("").to_ascii_lowercase();
        if !self.is_own(without_port(&host)) {
            return Some(format!(
                "this server is not called {host:?}: ask it by its number, or as localhost"
            ));
        }
        let is_allowed =
            |origin: &str| self.allowed.as_ref().is_some_and(|allowed| allowed.text == origin);
        let is_own = |origin: &str| {
            origin.split_once("://").is_some_and(|(_, origin)| origin.eq_ignore_ascii_case(&host))
        };
        match text(header::ORIGIN) {
            Some(origin) if is_own(origin) || is_allowed(origin) => None,
            Some(origin) => {
                Some(format!("pages of {origin:?} may not ask here: serve with --cors to let them"))
            }
            // an image, a script: a link that is followed is no such thing
            None if text(FETCH_SITE)
                .is_some_and(|site| matches!(site, "cross-site" | "same-site"))
                && text(FETCH_MODE) != Some("navigate") =>
            {
                Some("other pages may not ask here: serve with --cors to let them".to_owned())
            }
            None => None,
        }
    }

    /// The origin whose pages may read answers.
    pub(super) fn allowed(&self) -> Option<HeaderValue> {
        self.allowed.as_ref()?.header()
    }

    /// Whether the server is called so.
    fn is_own(&self, host: &str) -> bool {
        let number = host.trim_start_matches('[').trim_end_matches(']');
        host == "localhost"
            // names that the local network alone gives (RFC 6762)
            || host.ends_with(".local")
            || number.parse::<IpAddr>().is_ok()
            || self.public.as_ref().is_some_and(|public| public.origin.host() == host)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(all: &[(&'static str, &'static str)]) -> HeaderMap {
        all.iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect()
    }

    #[test]
    fn only_own_pages_and_those_allowed_may_ask() {
        let guard = OriginGuard::new(
            "https://odds.example.org/page/".parse().ok(),
            "https://friend.example.net".parse().ok(),
        );
        for (given, may) in [
            (&[("host", "localhost:8420")][..], true),
            (&[("host", "127.0.0.1:8420")], true),
            (&[("host", "[::1]:8420")], true),
            (&[("host", "192.168.1.5:8420")], true),
            (&[("host", "desk.local:8420")], true),
            (&[("host", "odds.example.org")], true),
            (&[], false),
            (&[("host", "evil.example.com:8420")], false),
            (&[("host", "localhost.example.com")], false),
            (&[("host", "localhost:8420"), ("origin", "http://localhost:8420")], true),
            (&[("host", "localhost:8420"), ("origin", "http://localhost:8000")], false),
            (&[("host", "localhost:8420"), ("origin", "https://friend.example.net")], true),
            (&[("host", "localhost:8420"), ("origin", "https://evil.example.com")], false),
            (&[("host", "localhost:8420"), ("origin", "null")], false),
            (&[("host", "localhost:8420"), ("sec-fetch-site", "same-origin")], true),
            (&[("host", "localhost:8420"), ("sec-fetch-site", "cross-site")], false),
            (
                &[
                    ("host", "localhost:8420"),
                    ("sec-fetch-site", "cross-site"),
                    ("sec-fetch-mode", "navigate"),
                ],
                true,
            ),
        ] {
            let refusal = guard.refusal(&headers(given));
            assert_eq!(refusal.is_none(), may, "{given:?}: {refusal:?}");
        }
    }

    #[test]
    fn origins_and_pages_are_told_from_other_texts() {
        for (text, is_origin, is_page) in [
            ("https://example.org", true, true),
            ("http://localhost:8000/", true, true),
            ("https://example.org/odds/", false, true),
            ("example.org", false, false),
            ("ftp://example.org", false, false),
            ("https://", false, false),
            ("https://a b", false, false),
            ("https://example.org/a?b", false, false),
            ("*", false, false),
        ] {
            assert_eq!(text.parse::<WebOrigin>().is_ok(), is_origin, "{text}");
            assert_eq!(text.parse::<PageUrl>().is_ok(), is_page, "{text}");
        }
        let told = |text: &str| text.parse::<PageUrl>().map(|page| page.to_string());
        assert_eq!(told("https://Example.org/Odds").as_deref(), Ok("https://example.org/Odds"));
        assert_eq!(told("https://example.org").as_deref(), Ok("https://example.org/"));
    }
}
