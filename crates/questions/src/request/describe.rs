//! Descriptions of keys, for programs and tables.

use serde::Serialize;
use serde_json::Value;

use super::key::{Arity, Key, Mark};
use super::kind::QuestionKind;

/// The fields of a kind of question.
#[derive(Clone, Debug, Serialize)]
pub struct KindDescription {
    /// Name of the kind.
    pub kind: &'static str,
    /// Its fields, in the order of declaration.
    pub fields: Vec<FieldDescription>,
}

/// A field of a kind of question.
#[derive(Clone, Debug, Serialize)]
pub struct FieldDescription {
    /// Name in files, JSON and Python, with `_`.
    pub id: &'static str,
    /// Allowed values: `integer 0..12`, `front|flank|rear`, `yes/no` or `text`.
    #[serde(rename = "type")]
    pub value_type: String,
    /// Default value, if any.
    pub default: Option<Value>,
    /// Whose the field is: `attacker`, `defender`, `a` or `b`.
    pub role: Option<&'static str>,
    /// Heading in the help.
    pub heading: &'static str,
    /// Help text.
    pub help: String,
    /// Other names.
    pub alias: Vec<AliasDescription>,
    /// Whether it takes a list of values: one case per value, or all at once.
    pub list: bool,
    /// Whether it is a positional argument of its command.
    pub positional: bool,
    /// Whether files have it.
    pub in_files: bool,
}

/// Another name of a field.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AliasDescription {
    /// The name.
    pub name: &'static str,
    /// The value that the name sets; `None` if it takes a value.
    pub value: Option<&'static str>,
}

impl QuestionKind {
    /// Describes the fields.
    pub fn describe(&self) -> KindDescription {
        let describe = |key: &Key| {
            let field = key.describe();
            FieldDescription { in_files: field.in_files && self.in_files(), ..field }
        };
        let fields = self.keys().iter().map(describe).collect();
        KindDescription { kind: self.name, fields }
    }
}

impl Key {
    fn describe(&self) -> FieldDescription {
        let is_flag = self.arity == Arity::Flag;
        let default = self.default.as_ref().map(|default| self.data(default));
        FieldDescription {
            id: self.id,
            value_type: self.value_type(),
            default: default.or_else(|| is_flag.then(|| false.into())),
            role: self.role(),
            heading: self.heading.name(),
            help: self.words.clone(),
            alias: self.aliases().map(|(name, value)| AliasDescription { name, value }).collect(),
            list: self.takes_list() || self.arity == Arity::Several,
            positional: self.has(Mark::Positional),
            in_files: self.in_files(),
        }
    }

    /// Returns whose the key is, by the beginning of its id or by its part of the question.
    pub fn role(&self) -> Option<&'static str> {
        let (begin, _) = self.id.split_once('_').unwrap_or((self.id, ""));
        let of_part = || {
            self.marks.iter().find_map(|mark| match mark {
                Mark::Part(_, side) => Some(*side),
                _ => None,
            })
        };
        match begin {
            "attacker" => Some("attacker"),
            "defender" | "target" => Some("defender"),
            "a" => Some("a"),
            "b" => Some("b"),
            _ => of_part(),
        }
    }

    /// Returns the allowed values in short: `integer 0..12`, `front|flank|rear`,
    /// `panicked+vulnerable+weakened`, `yes/no`, `text`.
    pub fn value_type(&self) -> String {
        if self.arity == Arity::Flag {
            return "yes/no".to_owned();
        }
        if !self.choices.is_empty() {
            let joint = if self.arity == Arity::Set { "+" } else { "|" };
            return self.choices.iter().map(|one| one.name).collect::<Vec<_>>().join(joint);
        }
        let Some(several) = self.schema["anyOf"].as_array() else { return type_name(&self.schema) };
        let mut names: Vec<String> = several.iter().map(type_name).collect();
        names.dedup();
        names.join(" or ")
    }
}

/// Returns the type of a JSON Schema in short.
fn type_name(schema: &Value) -> String {
    let name = match schema["type"].as_str() {
        Some(name @ ("integer" | "number")) => name,
        _ => return "text".to_owned(),
    };
    match (&schema["minimum"], &schema["maximum"]) {
        (Value::Null, _) if schema["exclusiveMinimum"].is_number() => {
            format!("{name} over {}", schema["exclusiveMinimum"])
        }
        (Value::Null, _) => name.to_owned(),
        (least, most) if most.is_null() || most.as_u64() == Some(u64::MAX) => {
            format!("{name} {least}..")
        }
        (least, most) => format!("{name} {least}..{most}"),
    }
}
