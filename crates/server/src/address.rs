//! The addresses of the interface, and what each of them answers.

use serde_json::json;
use serde_json::value::RawValue;
use warodds_questions::catalogue::Catalogue;
use warodds_questions::request::link::Link;
use warodds_questions::request::{RawFields, groups, kind, kinds, kinds_of};
use warodds_questions::study::Control;

use crate::address_question::AddressQuestion;
#[cfg(feature = "battles")]
use crate::battles::ReplayQuestion;
use crate::cost::{Cost, Lane};
use crate::fault::ApiFault;
use crate::means::MeansQuestion;
use crate::parameters::{decode, repeated_parameter, single_parameter};
use crate::{cards, lists, openapi, qr};

/// The content type of JSON.
const JSON: &str = "application/json";
/// The most addresses of a request for several.
const MAX_ADDRESSES: usize = 8;

/// The program behind the interface, and where its page can be reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// The version of the program.
    pub version: String,
    /// The URL of a public copy of the page, for shared links.
    pub public: Option<String>,
    /// The URL of the page for other machines of the network.
    pub address: Option<String>,
}

impl Site {
    /// Describes the program and where its page can be reached, as JSON.
    pub(crate) fn json(&self) -> String {
        let Self { version, public, address } = self;
        format!("{}\n", json!({ "version": version, "public": public, "address": address }))
    }
}

/// An address of the interface: a path and its query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address<'a> {
    /// The path, such as `/api/attack`.
    pub path: &'a str,
    /// The percent-encoded parameters, without the `?`.
    pub query: &'a str,
}

/// The body of a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResponseBody {
    /// The content type.
    pub content_type: &'static str,
    /// The content.
    pub text: String,
}

/// What an address refers to.
#[derive(Debug)]
pub enum Resource {
    /// A question, which is yet to be answered.
    Question(Box<AddressQuestion>),
    /// Several questions, of which only means are returned.
    Means(MeansQuestion),
    /// What several addresses refer to; `None` for one with a fault, and for what is likely to take
    /// long.
    Several(Vec<Option<Resource>>),
    /// A battle turn by turn, which is yet to be played.
    #[cfg(feature = "battles")]
    Replay(Box<ReplayQuestion>),
    /// Anything else, which is ready.
    Ready(ResponseBody),
}

impl<'a> Address<'a> {
    /// Splits an address into its path and its query.
    ///
    /// # Examples
    /// ```
    /// let address = warodds_server::Address::new("/api/panic?morale=7&panicked");
    /// assert_eq!((address.path, address.query), ("/api/panic", "morale=7&panicked"));
    /// ```
    pub fn new(text: &'a str) -> Self {
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        Self { path, query }
    }

    /// Finds what the address refers to, and parses its question.
    ///
    /// # Errors
    /// [`ApiFault::Unknown`] if there is nothing at the path, [`ApiFault::BadInput`] for faults of
    /// the parameters.
    ///
    /// # Examples
    /// 15 of the 36 rolls of 2D6 are below 7, so a panic test at morale 7 fails with 15/36 (A4.1):
    /// ```
    /// use warodds_questions::study::StdControl;
    /// use warodds_server::{Address, Site};
    ///
    /// let resource = Address::new("/api/panic?morale=7").resource(&Site::default())?;
    /// let body = resource.answer(&StdControl)?;
    /// assert_eq!(body.content_type, "application/json");
    /// let answer: serde_json::Value = serde_json::from_str(&body.text).unwrap();
    /// let failed = answer["events"]["failed"]["p"].as_f64().unwrap();
    /// assert!((failed - 15.0 / 36.0).abs() < 1e-12);
    ///
    /// let nothing = Address::new("/api/nothing").resource(&Site::default());
    /// assert_eq!(nothing.unwrap_err().status(), 404);
    /// # Ok::<(), warodds_server::ApiFault>(())
    /// ```
    pub fn resource(self, site: &Site) -> Result<Resource, ApiFault> {
        let json = |text| Ok(Resource::Ready(ResponseBody { content_type: JSON, text }));
        match self
            .path
            .strip_prefix("/api/")
            .map(|below| below.split_once('/').unwrap_or((below, "")))
        {
            None if self.path == "/api" => {
                let kinds = match self.query {
                    "" => kinds(),
                    query => kinds_of(&single_parameter(query, "game")?)?,
                };
                json(openapi::openapi(&site.version, &kinds))
            }
            None if self.path == "/qr.svg" => {
                let text = qr::svg_code(&single_parameter(self.query, "text")?)?;
                Ok(Resource::Ready(ResponseBody { content_type: "image/svg+xml", text }))
            }
            Some(("version", "")) => json(site.json()),
            Some(("keys", "")) => {
                json(openapi::keys(&kinds_of(&single_parameter(self.query, "game")?)?))
            }
            Some(("means", "")) => Ok(Resource::Means(MeansQuestion::parse(self.query)?)),
            Some(("several", "")) => {
                let all = repeated_parameter(self.query, "address", MAX_ADDRESSES)?;
                Ok(Resource::Several(all.iter().map(|address| light(address, site)).collect()))
            }
            Some(("cards", "")) => json(cards::all()?),
            Some(("cards", name)) => json(cards::find(&decode(name)?)?),
            Some(("abilities", "")) => json(cards::abilities()?),
            Some(("search", "")) => json(cards::search(&single_parameter(self.query, "words")?)?),
            Some(("catalogue", "")) => json(cards::own(&single_parameter(self.query, "text")?)?),
            Some(("list", "")) => json(lists::read(self.query)?),
            #[cfg(feature = "battles")]
            Some(("schemas", "answer")) => json(format!("{}\n", warodds_questions::json::schema())),
            #[cfg(feature = "battles")]
            Some(("schemas", "battle")) => {
                json(format!("{}\n", warodds_battles::schema::answer_schema()))
            }
            #[cfg(feature = "battles")]
            Some(("replay", "")) => {
                Ok(Resource::Replay(Box::new(ReplayQuestion::parse(self.query)?)))
            }
            Some(("ask", "")) => Ok(Resource::Question(Box::new(self.asked()?))),
            Some(("link", "")) => json(describe_link(&single_parameter(self.query, "link")?)?),
            Some((name, below)) if below.is_empty() || is_group(name) => {
                let name = self.path.trim_start_matches("/api/").trim_end_matches('/');
                let (query, with_charts) = split_charts(self.query);
                let question = AddressQuestion::parse(kind(&decode(name)?)?, &query)?;
                Ok(Resource::Question(Box::new(question.with_charts(with_charts))))
            }
            _ => Err(ApiFault::Unknown(format!("there is nothing at {}; see /api", self.path))),
        }
    }
}

impl Address<'_> {
    /// Parses the question of the parameter `link`, with charts if the parameter `charts` is there.
    ///
    /// # Errors
    /// [`ApiFault::BadInput`] for faults of the parameters or of the link.
    pub(crate) fn asked(self) -> Result<AddressQuestion, ApiFault> {
        let (query, with_charts) = split_charts(self.query);
        let link = Link::parse(&single_parameter(&query, "link")?, Catalogue::shipped())?;
        let question = AddressQuestion::from_fields(link.kind, link.given)?;
        Ok(question.with_charts(with_charts))
    }
}

/// Takes the parameter `charts` out of the query of a question. Returns whether it was there.
fn split_charts(query: &str) -> (String, bool) {
    let parameters: Vec<&str> = query.split('&').collect();
    let (charts, rest): (Vec<&str>, Vec<&str>) =
        parameters.into_iter().partition(|one| matches!(*one, "charts" | "charts="));
    (rest.join("&"), !charts.is_empty())
}

/// Whether a name is that of a game, before the names of its questions.
fn is_group(name: &str) -> bool {
    groups().iter().any(|group| group.name == name)
}

impl Resource {
    /// Estimates the work of the answer.
    pub fn cost(&self) -> Cost {
        match self {
            Self::Question(question) => question.cost(),
            Self::Means(questions) => questions.cost(),
            #[cfg(feature = "battles")]
            Self::Replay(_) => Cost::UNKNOWN,
            Self::Several(all) => all.iter().flatten().map(Self::cost).sum(),
            Self::Ready(_) => Cost::NONE,
        }
    }

    /// Computes the answer.
    ///
    /// # Errors
    /// [`ApiFault::Stopped`] if `control` stopped it, [`ApiFault::Failed`] for a fault of the
    /// program.
    pub fn answer(&self, control: &dyn Control) -> Result<ResponseBody, ApiFault> {
        match self {
            Self::Question(question) => {
                Ok(ResponseBody { content_type: JSON, text: question.json(control)? })
            }
            Self::Means(questions) => {
                Ok(ResponseBody { content_type: JSON, text: questions.json(control)? })
            }
            Self::Several(all) => {
                Ok(ResponseBody { content_type: JSON, text: several(all, control)? })
            }
            #[cfg(feature = "battles")]
            Self::Replay(replay) => {
                Ok(ResponseBody { content_type: JSON, text: replay.json(control)? })
            }
            Self::Ready(body) => Ok(body.clone()),
        }
    }
}

/// Finds what an address without its first `/` refers to, unless it is likely to take long or takes
/// several addresses itself.
fn light(address: &str, site: &Site) -> Option<Resource> {
    let address = format!("/{address}");
    let address = Address::new(&address);
    let resource = (address.path != "/api/several").then(|| address.resource(site).ok())??;
    (resource.cost().lane() == Lane::Light).then_some(resource)
}

/// Answers several addresses, as a list of what each answers; null for one without an answer, also
/// if `control` stopped it.
fn several(all: &[Option<Resource>], control: &dyn Control) -> Result<String, ApiFault> {
    let text = |one: &Option<Resource>| {
        let body = one.as_ref()?.answer(control).ok()?;
        (body.content_type == JSON).then(|| body.text.trim_end().to_owned())
    };
    let answers = all.iter().map(|one| text(one).map(RawValue::from_string).transpose());
    let answers: Vec<_> = answers.collect::<Result<_, _>>()?;
    Ok(serde_json::to_string(&answers)? + "\n")
}

/// Takes a link apart, as JSON: its kind, the values of its keys, the view of the page, and its
/// shortest form.
///
/// A link with faults has no shortest form: the first fault takes its place, and the rest is
/// returned so that the page can show what was entered.
fn describe_link(text: &str) -> Result<String, ApiFault> {
    let link = Link::read(text)?;
    let (link, canonical, fault) = match link.canonical(Catalogue::shipped()) {
        // read again: the shortest form leaves out keys with their default values
        Ok(canonical) => (Link::read(&canonical)?, Some(canonical), None),
        Err(wrong) => {
            let fault = ApiFault::of_request(&wrong, link.kind.keys());
            (link, None, Some(fault.message().to_owned()))
        }
    };
    let pairs = |fields: &RawFields| -> Vec<[String; 2]> {
        fields.all().map(|(id, text)| [id.to_owned(), text.to_owned()]).collect()
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
