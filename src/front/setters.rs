//! The methods of [`QuestionBuilder`](super::QuestionBuilder), from lists of fields.

/// Defines a method for each field of a list, for each of some types of answers.
///
/// A line is `flag name`, `number name: Type`, `text name`, `value name: Type`, `unit name`,
/// `set name: Type` (elements of a set), `add name` (one of several texts), or
/// `short name = id, "value"` and `element name = id, "value"` (a name for a value of a field, and
/// for an element of a set).
macro_rules! fields {
    ($($answer:ident)+: $fields:tt) => {
        $($crate::front::setters::fields!(@of $answer $fields);)+
    };
    (@of $answer:ident {
        $(
            $(#[doc = $doc:literal])*
            $kind:ident $name:ident $(: $type:ty)? $(= $id:ident, $value:literal)?;
        )*
    }) => {
        impl $crate::front::QuestionBuilder<$answer> {
            $($crate::front::setters::fields! {
                @$kind [$(#[doc = $doc])*] $name $(: $type)? $(= $id, $value)?
            })*
        }
    };
    (@flag [$(#[$doc:meta])*] $name:ident) => {
        $(#[$doc])*
        pub fn $name(self) -> Self {
            self.set(stringify!($name), "")
        }
    };
    (@number [$(#[$doc:meta])*] $name:ident: $type:ty) => {
        $(#[$doc])*
        pub fn $name(self, number: $type) -> Self {
            self.set(stringify!($name), &number.to_string())
        }
    };
    (@text [$(#[$doc:meta])*] $name:ident) => {
        $(#[$doc])*
        pub fn $name(self, text: &str) -> Self {
            self.set(stringify!($name), text)
        }
    };
    (@value [$(#[$doc:meta])*] $name:ident: $type:ty) => {
        $(#[$doc])*
        pub fn $name(self, value: $type) -> Self {
            self.set(stringify!($name), &$crate::request::Value::show(&value))
        }
    };
    (@unit [$(#[$doc:meta])*] $name:ident) => {
        $(#[$doc])*
        pub fn $name(self, unit: impl Into<$crate::front::UnitSource>) -> Self {
            self.set_unit(stringify!($name), unit.into())
        }
    };
    (@set [$(#[$doc:meta])*] $name:ident: $type:ty) => {
        $(#[$doc])*
        pub fn $name(self, elements: impl IntoIterator<Item = $type>) -> Self {
            self.set_all(stringify!($name), elements)
        }
    };
    (@add [$(#[$doc:meta])*] $name:ident) => {
        $(#[$doc])*
        pub fn $name(self, text: &str) -> Self {
            self.add(stringify!($name), text)
        }
    };
    (@short [$(#[$doc:meta])*] $name:ident = $id:ident, $value:literal) => {
        $(#[$doc])*
        pub fn $name(self) -> Self {
            self.set(stringify!($id), $value)
        }
    };
    (@element [$(#[$doc:meta])*] $name:ident = $id:ident, $value:literal) => {
        $(#[$doc])*
        pub fn $name(self) -> Self {
            self.add(stringify!($id), $value)
        }
    };
}
pub(super) use fields;
