//! How columns become the field's types.
//!
//! `query_as!` passes each column through `into()`. Types of other crates cannot be decoded from a row themselves,
//! so each has a wrapper here that can, and that turns into it: `verdict as "verdict: Code"`.

use std::borrow::Cow;
use std::time::Duration;

use problem::{GroupResult, Hash, Limits, Score, Slug, Verdict, Version};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgTypeInfo, PgValueRef, Postgres};
use sqlx::types::Json;
use sqlx::{Decode, Type};

use crate::judging::Class;
use crate::rejudging::Filter;
use crate::upload::Warning;
use crate::worker::{Refused, SelfTest, Toolchain};

/// Makes `$wrapper` decodable like `$raw`, by `$read`, and convertible into `$target`.
macro_rules! wrapper {
    ($wrapper:ident($target:ty) from $raw:ty, $read:expr) => {
        #[derive(Debug)]
        pub(crate) struct $wrapper($target);

        impl Type<Postgres> for $wrapper {
            fn type_info() -> PgTypeInfo {
                <$raw as Type<Postgres>>::type_info()
            }
        }

        impl<'r> Decode<'r, Postgres> for $wrapper {
            fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
                let read: fn($raw) -> Result<$target, BoxDynError> = $read;
                read(<$raw as Decode<Postgres>>::decode(value)?).map(Self)
            }
        }

        impl From<$wrapper> for $target {
            fn from(column: $wrapper) -> Self {
                column.0
            }
        }

        impl From<Maybe<$wrapper>> for Option<$target> {
            fn from(column: Maybe<$wrapper>) -> Self {
                column.0.map(Into::into)
            }
        }
    };
}

wrapper!(Code(Verdict) from String, |text| Ok(text.parse()?));
wrapper!(Digest(Hash) from Vec<u8>, |bytes| Ok(Hash(bytes.as_slice().try_into()?)));
wrapper!(Name(Slug) from String, |text| Ok(text.parse()?));
wrapper!(Count(u32) from i32, |number| Ok(number.try_into()?));
wrapper!(Urgency(Class) from i16, |number| Ok(number.try_into()?));
wrapper!(Size(u64) from i64, |number| Ok(number.try_into()?));
wrapper!(Micros(Duration) from i64, |number| Ok(Duration::from_micros(number.try_into()?)));
// In seconds; a clock that was set back makes no time negative.
wrapper!(Seconds(Duration) from f64, |number| Ok(Duration::try_from_secs_f64(number.max(0.0))?));
wrapper!(Times(Vec<Duration>) from Vec<i64>, |all| {
    all.into_iter().map(|time| Ok(Duration::from_micros(time.try_into()?))).collect()
});
wrapper!(Manifest(Version) from FromJson<Version>, |json| Ok(json.0));
wrapper!(LimitsOf(Limits) from FromJson<Limits>, |json| Ok(json.0));
wrapper!(Groups(Vec<GroupResult>) from FromJson<Vec<GroupResult>>, |json| Ok(json.0));
wrapper!(Scored(Score) from FromJson<Score>, |json| Ok(json.0));
wrapper!(Toolchains(Vec<Toolchain>) from FromJson<Vec<Toolchain>>, |json| Ok(json.0));
wrapper!(Refusals(Vec<Refused>) from FromJson<Vec<Refused>>, |json| Ok(json.0));
wrapper!(Asked(Filter) from FromJson<Filter>, |json| Ok(json.0));
wrapper!(SelfTested(SelfTest) from FromJson<SelfTest>, |json| Ok(json.0));

wrapper!(Warnings(Vec<Warning>) from FromJson<Vec<Warning>>, |json| Ok(json.0));
/// What SQL's `count` makes.
pub(crate) type Total = Size;

/// A wrapper's column that may be null. Selected as `"name!: Maybe<Code>"`: it reads the null itself.
#[derive(Debug)]
pub(crate) struct Maybe<W>(Option<W>);

impl<W: Type<Postgres>> Type<Postgres> for Maybe<W> {
    fn type_info() -> PgTypeInfo {
        W::type_info()
    }
}

impl<'r, W: Decode<'r, Postgres> + Type<Postgres>> Decode<'r, Postgres> for Maybe<W> {
    fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
        <Option<W> as Decode<Postgres>>::decode(value).map(Self)
    }
}

/// A `json` or `jsonb` column.
struct FromJson<T>(T);

impl<T> Type<Postgres> for FromJson<T> {
    fn type_info() -> PgTypeInfo {
        <Json<T> as Type<Postgres>>::type_info()
    }
}

impl<'r, T: DeserializeOwned + 'r> Decode<'r, Postgres> for FromJson<T> {
    fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
        <Json<T> as Decode<Postgres>>::decode(value).map(|json| Self(json.0))
    }
}

/// Makes an enum with `FromStr` decodable from a text column.
macro_rules! text_column {
    ($name:ty) => {
        impl sqlx::Type<sqlx::Postgres> for $name {
            fn type_info() -> sqlx::postgres::PgTypeInfo {
                <str as sqlx::Type<sqlx::Postgres>>::type_info()
            }
        }

        impl<'r> sqlx::Decode<'r, sqlx::Postgres> for $name {
            fn decode(
                value: sqlx::postgres::PgValueRef<'r>,
            ) -> std::result::Result<Self, sqlx::error::BoxDynError> {
                Ok(<&str as sqlx::Decode<sqlx::Postgres>>::decode(value)?.parse()?)
            }
        }
    };
}
pub(crate) use text_column;

/// What a program or a compiler printed, fit for a text column: Postgres refuses NUL in text.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { Cow::Owned(text.replace('\0', "\u{fffd}")) } else { Cow::Borrowed(text) }
}

/// As [`printable`], of everything in a `jsonb` column.
pub(crate) fn jsonb(value: &impl Serialize) -> Value {
    fn print(value: &mut Value) {
        match value {
            Value::String(text) => *text = printable(text).into_owned(),
            Value::Array(values) => values.iter_mut().for_each(print),
            Value::Object(fields) => fields.values_mut().for_each(print),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut value = serde_json::to_value(value).expect("what is stored as JSON has string keys");
    print(&mut value);
    value
}

/// For `bigint` columns. More than fits is as good as the most that fits.
pub(crate) fn bigint(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// For `integer` columns, as [`bigint`].
pub(crate) fn integer(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// For columns in microseconds, as [`bigint`].
pub(crate) fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}
