//! The faults of the interface, with their HTTP status and JSON.

use serde::Serialize;
use serde_json::json;
use warodds_questions::document::{Faults, FileFault};
use warodds_questions::request::why::WhyError;
use warodds_questions::request::{Key, Mark, RequestError, rename_fault};
use warodds_questions::study::ContractError;

/// The reason why an address has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApiFault {
    /// A fault of the question: status 400.
    BadInput(String),
    /// Faults of the fields of a question: status 400.
    BadFields {
        /// All faults, each on lines of its own.
        message: String,
        /// Each fault.
        faults: Vec<FieldFault>,
    },
    /// A method other than GET and HEAD: status 405.
    BadMethod,
    /// Nothing at the address, with what there is: status 404.
    Unknown(String),
    /// More at once than a client or all of them may ask for, with what to do: status 429.
    Busy(String),
    /// The answer took too long: status 503.
    Stopped,
    /// A fault of the program: status 500.
    Failed(String),
}

/// A fault of a field of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldFault {
    /// The id of the field; `None` if the fault is of none or of several.
    pub field: Option<&'static str>,
    /// What is wrong.
    pub reason: String,
    /// What to do.
    pub remedy: String,
    /// The line of a fault of a text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column of a fault of a text, in characters from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

/// The message of another method.
const BAD_METHOD: &str = "this server answers only GET and HEAD: put the question into the address";
/// What to do about a fault that says no more.
const SEE_API: &str = "see /api for the parameters of each address and what they may be";
/// The message of an answer that took too long.
const STOPPED: &str = "the answer took too long for this server: ask for less (fewer `rounds`, \
                       `trials` or units), try again later, or use the program on your own machine";

impl ApiFault {
    /// Returns the HTTP status.
    pub const fn status(&self) -> u16 {
        match self {
            Self::BadInput(_) | Self::BadFields { .. } => 400,
            Self::Unknown(_) => 404,
            Self::BadMethod => 405,
            Self::Busy(_) => 429,
            Self::Failed(_) => 500,
            Self::Stopped => 503,
        }
    }

    /// Returns after how many seconds the same request may have an answer; `None` if time changes
    /// nothing.
    pub const fn retry_after(&self) -> Option<u16> {
        match self {
            Self::Busy(_) => Some(5),
            Self::Stopped => Some(60),
            Self::BadInput(_)
            | Self::BadFields { .. }
            | Self::BadMethod
            | Self::Unknown(_)
            | Self::Failed(_) => None,
        }
    }

    /// Returns the message.
    pub fn message(&self) -> &str {
        match self {
            Self::BadInput(message)
            | Self::BadFields { message, .. }
            | Self::Unknown(message)
            | Self::Busy(message)
            | Self::Failed(message) => message,
            Self::BadMethod => BAD_METHOD,
            Self::Stopped => STOPPED,
        }
    }

    /// Returns the body of the response: a JSON object with the message in `error`, and in `faults`
    /// each fault with its `field`, its `reason` and a `remedy`.
    ///
    /// # Examples
    /// ```
    /// let fault = warodds_server::ApiFault::Unknown("there is nothing here".to_owned());
    /// assert_eq!(fault.status(), 404);
    /// let body: serde_json::Value = serde_json::from_str(&fault.json()).unwrap();
    /// assert_eq!(body["error"], "there is nothing here");
    /// assert_eq!(body["faults"][0]["reason"], body["error"]);
    /// ```
    pub fn json(&self) -> String {
        let alone = || FieldFault {
            field: None,
            reason: self.message().to_owned(),
            remedy: self.remedy().to_owned(),
            line: None,
            column: None,
        };
        let faults = match self {
            Self::BadFields { faults, .. } => faults.clone(),
            _ => vec![alone()],
        };
        format!("{}\n", json!({ "error": self.message(), "faults": faults }))
    }

    /// Returns what to do about a fault that is of no field.
    const fn remedy(&self) -> &'static str {
        match self {
            Self::BadInput(_) | Self::BadFields { .. } | Self::Unknown(_) => SEE_API,
            Self::BadMethod => "ask with GET",
            Self::Busy(_) => "wait for the other answers, then ask again",
            Self::Stopped => "ask for less, or try again later",
            Self::Failed(_) => "report it: this is a fault of the program",
        }
    }

    /// Returns the fault of a question with these keys.
    pub(crate) fn of_request(error: &RequestError, keys: &[Key]) -> Self {
        if let RequestError::UnknownKind { .. } = error {
            return Self::Unknown(error.to_string());
        }
        let each = error.each().iter().map(|error| field_faults(error, keys));
        let (messages, faults): (Vec<String>, Vec<Vec<FieldFault>>) = each.unzip();
        Self::BadFields { message: messages.join("\n"), faults: faults.concat() }
    }

    /// Returns the fault of a question with these keys whose answer failed.
    pub(crate) fn of_reply(error: WhyError, keys: &[Key]) -> Self {
        match error {
            WhyError::Request(error) => Self::of_request(&error, keys),
            WhyError::Exact(ContractError::Stopped(_)) => Self::Stopped,
            WhyError::Exact(error) => Self::Failed(error.to_string()),
            WhyError::Battle(error) => Self::Failed(error),
        }
    }

    /// Returns the faults of a text, which is the value of a parameter.
    pub(crate) fn of_text(faults: &Faults, parameter: &'static str) -> Self {
        let message = in_api_words(&faults.to_string());
        let faults = faults.iter().map(|fault| text_fault(fault, Some(parameter))).collect();
        Self::BadFields { message, faults }
    }
}

/// Returns the message of an error of a request, and its faults: those of the texts that it is
/// about, or one.
fn field_faults(error: &RequestError, keys: &[Key]) -> (String, Vec<FieldFault>) {
    let message = error.to_string();
    let help = help_command(&message).map(|help| (help, "/api"));
    let commands: Vec<_> = help.iter().chain(COMMANDS).copied().collect();
    let (mut reason, mut remedy) = rename_fault(error, keys, &commands, parameter);
    if reason.contains("` has no option `") {
        let spelled = |text: &str| with_spelled_ids(text, keys);
        reason = spelled(&reason).replacen("has no option", "has no parameter", 1);
        remedy = remedy.as_deref().map(spelled);
    }
    let of_texts = error.file_faults().flat_map(|faults| {
        let named = keys.iter().find(|key| key.id == faults.source_name());
        let key = named.or_else(|| keys.iter().find(|key| key.has(Mark::Contents)));
        faults.iter().map(move |fault| text_fault(fault, key.map(|key| key.id)))
    });
    let of_texts: Vec<FieldFault> = of_texts.collect();
    if !of_texts.is_empty() {
        return (error.file_faults().map(|all| in_api_words(&all.to_string())).collect(), of_texts);
    }
    let remedy = remedy.unwrap_or_else(|| SEE_API.to_owned());
    let field = error.field(keys);
    let fault = FieldFault { field, reason: reason.clone(), remedy, line: None, column: None };
    (reason, vec![fault])
}

/// Returns the command in a message that prints the help of a question: `warodds attack --help`.
fn help_command(message: &str) -> Option<&str> {
    const OPTION: &str = " --help";
    let end = message.find(OPTION)?;
    let start = message.get(..end)?.rfind("warodds ")?;
    message.get(start..end + OPTION.len())
}

/// Returns a fault of a text.
fn text_fault(fault: &FileFault, field: Option<&'static str>) -> FieldFault {
    FieldFault {
        field,
        reason: in_api_words(fault.message()),
        remedy: in_api_words(fault.help().unwrap_or(SEE_API)),
        line: Some(fault.line()),
        column: Some(fault.column()),
    }
}

/// Replaces commands and options in a message.
pub(crate) fn in_api_words(message: &str) -> String {
    rename_fault(&RequestError::refused(message), &[], COMMANDS, parameter).0
}

/// Commands that messages name, and what does the same here.
const COMMANDS: &[(&str, &str)] = &[
    (
        "`warodds units` lists units, `warodds units --attachments` attachments",
        "`/api/cards` lists units and attachments",
    ),
    ("`warodds units --attachments`", "`/api/cards`"),
    ("`warodds units`", "`/api/cards`"),
];

/// Returns a parameter as messages name it: `` `morale` ``, and with a value `` `morale=7` ``.
fn parameter(name: &str, value: Option<&str>) -> String {
    let name = name.replace('_', "-");
    match value.map(|value| value.trim_matches(['"', '`'])) {
        Some(value) => format!("`{name}={value}`"),
        None => format!("`{name}`"),
    }
}

/// Replaces the ids of keys by the names of their parameters.
fn with_spelled_ids(text: &str, keys: &[Key]) -> String {
    let named = keys.iter().filter(|key| !key.has(Mark::Positional));
    named.fold(text.to_owned(), |text, key| {
        text.replace(&format!("`{}`", key.id), &format!("`{}`", key.long))
    })
}

impl From<RequestError> for ApiFault {
    fn from(error: RequestError) -> Self {
        Self::of_request(&error, &[])
    }
}

impl From<serde_json::Error> for ApiFault {
    fn from(error: serde_json::Error) -> Self {
        Self::Failed(error.to_string())
    }
}
