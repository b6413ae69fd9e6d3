//! Groups of keys: structs whose fields are declared once, as keys and as parsed values.

use super::error::RequestError;
use super::given::ParsedFields;
use super::key::Key;
use super::role;

/// A group of keys that are parsed together.
pub trait Keys: Sized {
    /// The owner of the keys, one of [`role`].
    const ROLE: u8 = role::NONE;

    /// Returns the keys, in the order of the help.
    fn keys() -> Vec<Key>;

    /// Parses the values of the keys.
    ///
    /// # Errors
    /// [`RequestError::Value`] for an invalid value, [`RequestError::Missing`] for a missing one.
    fn read(values: &ParsedFields<'_>) -> Result<Self, RequestError>;

    /// Returns the ids of the keys, in the same order.
    // every question looks some up, and building whole keys takes longer than answering it
    fn ids() -> Vec<&'static str>;
}

/// Declares a group of keys: a struct with a field per key, and its [`Keys`] implementation.
///
/// A line is `kind name: Type [marks] = default, "VALUE";`, where `kind` is `flag` (`bool`),
/// `maybe` (`Option`), `usual` (with a default value), `needed` or `several` (`Vec`). `as "long"`
/// after the name sets the name on the command line. A default of `several` is a single value. The
/// doc comment is the help text.
///
/// `struct Name<ROLE>` declares the keys of one side: its [`role`](crate::request::role) prefixes
/// their ids, and `{role}` and `{enemy}` in their help texts name the sides.
macro_rules! keys {
    (
        $(#[doc = $about:literal])*
        pub struct $group:ident $(<$role:ident>)? in $heading:ident {
            $(
                $(#[doc = $words:literal])*
                $kind:ident $name:ident $(as $long:literal)? $(: $type:ty)?
                    $([$($mark:expr),*])? $(= $default:expr)? $(, $value:literal)?;
            )*
        }
    ) => {
        $(#[doc = $about])*
        #[allow(unreachable_pub, reason = "some groups are used by one question alone")]
        #[derive(Clone, Debug, PartialEq)]
        pub struct $group $(<const $role: u8>)? {
            $($(#[doc = $words])* pub $name: $crate::request::keys!(@type $kind $($type)?),)*
        }

        impl $(<const $role: u8>)? $crate::request::Keys for $group $(<$role>)? {
            $(const ROLE: u8 = $role;)?

            fn keys() -> Vec<$crate::request::Key> {
                #[allow(unused_imports, reason = "not every group has marked keys")]
                use $crate::request::{Mark::*, role};
                let words = |lines: &[&str]| lines.concat();
                vec![$({
                    let key = $crate::request::keys!(
                        @key $kind $($type)?, $crate::request::keys!(@id $name),
                        words(&[$($words),*]), $crate::request::Heading::$heading $(, $value)?
                    );
                    let key = if Self::ROLE == role::NONE { key } else { key.of_role(Self::ROLE) };
                    $(let key = key.with_long($long);)?
                    $(let key = key.with_marks(&[$($mark),*]);)?
                    $crate::request::keys!(@or key, $($type)?, $($default)?)
                }),*]
            }

            fn ids() -> Vec<&'static str> {
                vec![$($crate::request::keys!(@id $name)),*]
            }

            fn read(
                values: &$crate::request::ParsedFields<'_>,
            ) -> Result<Self, $crate::request::RequestError> {
                Ok(Self {
                    $($name: $crate::request::keys!(
                        @read $kind $($type)?, values, $crate::request::keys!(@id $name)
                        $(, $default)?
                    ),)*
                })
            }
        }
    };
    (@id $name:ident) => {
        const {
            $crate::request::role::id(
                <Self as $crate::request::Keys>::ROLE,
                [
                    stringify!($name),
                    concat!("attacker_", stringify!($name)),
                    concat!("defender_", stringify!($name)),
                    concat!("a_", stringify!($name)),
                    concat!("b_", stringify!($name)),
                ],
            )
        }
    };
    (@or $key:expr, $($type:ty)?,) => { $key };
    (@or $key:expr, $type:ty, $default:expr) => {{
        let default: $type = $default;
        $key.with_default(&default)
    }};
    (@type flag) => { bool };
    (@type maybe $type:ty) => { Option<$type> };
    (@type usual $type:ty) => { $type };
    (@type needed $type:ty) => { $type };
    (@type several $type:ty) => { Vec<$type> };
    (@key flag, $id:expr, $words:expr, $heading:expr) => {
        $crate::request::Key::flag($id, &$words, $heading)
    };
    (@key maybe $type:ty, $id:expr, $words:expr, $heading:expr, $value:expr) => {
        $crate::request::Key::value::<$type>($id, &$words, $heading, $value)
    };
    (@key usual $type:ty, $id:expr, $words:expr, $heading:expr, $value:expr) => {
        $crate::request::Key::value::<$type>($id, &$words, $heading, $value)
    };
    (@key needed $type:ty, $id:expr, $words:expr, $heading:expr, $value:expr) => {
        $crate::request::Key::value::<$type>($id, &$words, $heading, $value).required()
    };
    (@key several $type:ty, $id:expr, $words:expr, $heading:expr, $value:expr) => {
        $crate::request::Key::value::<$type>($id, &$words, $heading, $value).repeated()
    };
    (@read flag, $values:expr, $id:expr) => { $values.flag($id) };
    (@read maybe $type:ty, $values:expr, $id:expr) => { $values.one::<$type>($id)? };
    (@read usual $type:ty, $values:expr, $id:expr, $default:expr) => {
        match $values.one::<$type>($id)? { Some(value) => value, None => $default }
    };
    (@read needed $type:ty, $values:expr, $id:expr) => { $values.needed::<$type>($id)? };
    (@read several $type:ty, $values:expr, $id:expr) => { $values.several::<$type>($id)? };
    (@read several $type:ty, $values:expr, $id:expr, $default:expr) => {
        match $values.several::<$type>($id)? {
            values if values.is_empty() => vec![$default],
            values => values,
        }
    };
}
pub(crate) use keys;

/// Declares a struct of groups of keys, in the order of the help.
macro_rules! groups {
    (
        $(#[doc = $about:literal])*
        pub struct $all:ident $(<$($role:ident),+>)? {
            $($(#[doc = $words:literal])* pub $name:ident: $group:ty,)*
        }
    ) => {
        $(#[doc = $about])*
        #[allow(unreachable_pub, reason = "some groups are used by one question alone")]
        #[derive(Clone, Debug, PartialEq)]
        pub struct $all $(<$(const $role: u8),+>)? {
            $($(#[doc = $words])* pub $name: $group,)*
        }

        impl $(<$(const $role: u8),+>)? $crate::request::Keys for $all $(<$($role),+>)? {
            fn keys() -> Vec<$crate::request::Key> {
                [$(<$group as $crate::request::Keys>::keys()),*].concat()
            }

            fn ids() -> Vec<&'static str> {
                [$(<$group as $crate::request::Keys>::ids()),*].concat()
            }

            fn read(
                values: &$crate::request::ParsedFields<'_>,
            ) -> Result<Self, $crate::request::RequestError> {
                Ok(Self { $($name: <$group as $crate::request::Keys>::read(values)?,)* })
            }
        }
    };
}
pub(crate) use groups;
