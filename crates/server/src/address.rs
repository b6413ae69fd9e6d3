//! Addresses: what is asked at each of them.

use serde_json::json;
use warodds_questions::catalogue::Catalogue;
use warodds_questions::request::link::Link;
use warodds_questions::request::{Given, kind};
use warodds_questions::study::Control;

use crate::fault::ApiFault;
use crate::parameters::{decoded, only};
use crate::question::AddressQuestion;
use crate::{cards, openapi, qr};

/// The type of JSON.
const JSON: &str = "application/json";

/// Where the page is to be found, and of which program it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// The program's version.
    pub version: String,
    /// The address of a public page, for links that are to work elsewhere.
    pub public: Option<String>,
    /// Its own address for others in the same network.
    pub address: Option<String>,
}

/// A part of the interface: a path below the root, and what stands behind its `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address<'a> {
    /// Its path, such as `/api/attack`.
    pub path: &'a str,
    /// Its parameters, escaped as they are.
    pub query: &'a str,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResponseBody {
    /// Its type.
    pub content_type: &'static str,
    /// Its text.
    pub text: String,
}

/// What an address asks.
#[derive(Debug)]
pub enum Resource {
    /// A question.
    Question(Box<AddressQuestion>),
    /// Anything else: its answer.
    Known(ResponseBody),
}

impl<'a> Address<'a> {
    /// The address of a path with its parameters.
    pub fn new(text: &'a str) -> Self {
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        Self { path, query }
    }

    /// What it asks.
    ///
    /// # Errors
    /// For what makes no question, and where there is nothing.
    pub fn asked(self, site: &Site) -> Result<Resource, ApiFault> {
        let json = |text| Ok(Resource::Known(ResponseBody { content_type: JSON, text }));
        match self
            .path
            .strip_prefix("/api/")
            .map(|below| below.split_once('/').unwrap_or((below, "")))
        {
            None if self.path == "/api" => json(openapi::openapi(&site.version)),
            None if self.path == "/qr.svg" => {
                let text = qr::svg(&only(self.query, "text")?)?;
                Ok(Resource::Known(ResponseBody { content_type: "image/svg+xml", text }))
            }
            Some(("version", "")) => json(version(site)),
            Some(("cards", "")) => json(cards::all()?),
            Some(("cards", name)) => json(cards::one(&decoded(name)?)?),
            Some(("search", "")) => json(cards::search(&only(self.query, "words")?)?),
            Some(("ask", "")) => {
                let link = Link::parse(&only(self.query, "link")?, Catalogue::shipped())?;
                Ok(Resource::Question(Box::new(AddressQuestion::of(link.kind, link.given)?)))
            }
            Some(("link", "")) => json(link(&only(self.query, "link")?)?),
            Some((name, "")) => {
                let question = AddressQuestion::read(kind(&decoded(name)?)?, self.query)?;
                Ok(Resource::Question(Box::new(question)))
            }
            _ => Err(ApiFault::Unknown(format!("there is nothing at {}; see /api", self.path))),
        }
    }
}

impl Resource {
    /// Whether it is likely to take longer than a moment: only one such question is answered at a
    /// time.
    pub fn is_heavy(&self) -> bool {
        matches!(self, Self::Question(question) if question.is_heavy())
    }

    /// The answer.
    ///
    /// # Errors
    /// [`ApiFault::Stopped`] where `control` stopped it, and where the program itself is at fault.
    pub fn answer(&self, control: &dyn Control) -> Result<ResponseBody, ApiFault> {
        match self {
            Self::Question(question) => {
                Ok(ResponseBody { content_type: JSON, text: question.json(control)? })
            }
            Self::Known(body) => Ok(body.clone()),
        }
    }
}

/// Which program this is, and where it is to be found.
fn version(site: &Site) -> String {
    let Site { version, public, address } = site;
    format!("{}\n", json!({ "version": version, "public": public, "address": address }))
}

/// A link taken apart: its kind, what is given for which key, what a page shows, and its shortest
/// form. Where something in it is wrong, that is told and there is no such form.
fn link(text: &str) -> Result<String, ApiFault> {
    let link = Link::read(text)?;
    let (link, canonical, fault) = match link.canonical(Catalogue::shipped()) {
        Ok(canonical) => (Link::read(&canonical)?, Some(canonical), None),
        Err(wrong) => (link, None, Some(wrong.to_string())),
    };
    let pairs = |given: &Given| -> Vec<[String; 2]> {
        given.all().map(|(id, text)| [id.to_owned(), text.to_owned()]).collect()
    };
    Ok(format!(
        "{}\n",
        json!({
            "kind": link.kind.name,
            "given": pairs(&link.given),
            "view": pairs(&link.view),
            "link": canonical,
            "fault": fault,
        })
    ))
}
