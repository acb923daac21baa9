//! The fields of one JSON object that are wanted, without keeping the others.

use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;

/// The value of a field.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value<'a> {
    Missing,
    Number(f64),
    /// Kept as it is, because it may be a name.
    Whole(i128),
    Text(Cow<'a, str>),
}

impl Value<'_> {
    /// As it would stand in CSV.
    pub(super) fn text(&self) -> Cow<'_, [u8]> {
        match self {
            Value::Missing => Cow::Borrowed(b""),
            Value::Text(text) => Cow::Borrowed(text.as_bytes()),
            Value::Whole(number) => Cow::Owned(number.to_string().into_bytes()),
            Value::Number(number) => {
                let mut out = Vec::new();
                super::number(&mut out, *number);
                Cow::Owned(out)
            }
        }
    }
}

/// Reads the values of these fields, in their order, from an object.
pub(super) fn values<'a>(line: &'a [u8], names: &[String], values: &mut Vec<Value<'a>>) -> Result<(), String> {
    values.clear();
    values.resize(names.len(), Value::Missing);
    let mut reader = serde_json::Deserializer::from_slice(line);
    let read = Fields { names, values }.deserialize(&mut reader).and_then(|()| reader.end());
    read.map_err(|error| {
        // All is on one line of a larger file, whose number is told elsewhere.
        let text = error.to_string();
        match text.split_once(" at line ") {
            Some((what, _)) => format!("{what} (column {})", error.column()),
            None => text,
        }
    })
}

struct Fields<'n, 'v, 'a> {
    names: &'n [String],
    values: &'v mut Vec<Value<'a>>,
}

impl<'a> DeserializeSeed<'a> for Fields<'_, '_, 'a> {
    type Value = ();

    fn deserialize<D: Deserializer<'a>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_map(self)
    }
}

impl<'a> Visitor<'a> for Fields<'_, '_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object {{ \"{}\": … }}", self.names.join("\": …, \""))
    }

    fn visit_map<M: MapAccess<'a>>(self, mut map: M) -> Result<(), M::Error> {
        while let Some(Text(key)) = map.next_key()? {
            match self.names.iter().position(|name| *name == key) {
                Some(place) => self.values[place] = map.next_value()?,
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// A text that is borrowed if it can be.
struct Text<'a>(Cow<'a, str>);

impl<'a> Deserialize<'a> for Text<'a> {
    fn deserialize<D: Deserializer<'a>>(reader: D) -> Result<Text<'a>, D::Error> {
        match Value::deserialize(reader)? {
            Value::Text(text) => Ok(Text(text)),
            _ => Err(D::Error::custom("expected a text")),
        }
    }
}

impl<'a> Deserialize<'a> for Value<'a> {
    fn deserialize<D: Deserializer<'a>>(reader: D) -> Result<Value<'a>, D::Error> {
        reader.deserialize_any(OneValue)
    }
}

struct OneValue;

impl<'a> Visitor<'a> for OneValue {
    type Value = Value<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or a text")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value<'a>, E> {
        Ok(Value::Text(Cow::Borrowed(if value { "true" } else { "false" })))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value<'a>, E> {
        Ok(Value::Number(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value<'a>, E> {
        Ok(Value::Whole(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value<'a>, E> {
        Ok(Value::Whole(value.into()))
    }

    fn visit_unit<E>(self) -> Result<Value<'a>, E> {
        Ok(Value::Missing)
    }

    fn visit_borrowed_str<E>(self, text: &'a str) -> Result<Value<'a>, E> {
        Ok(Value::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value<'a>, E> {
        Ok(Value::Text(Cow::Owned(text.into())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wanted_fields_are_read_and_others_are_not() {
        let names = ["x".to_string(), "id".to_string(), "y".to_string()];
        let mut found = Vec::new();
        let line = br#"{"more": [1, {"x": 2}], "id": "a\n", "x": -3, "y": null}"#;
        values(line, &names, &mut found).unwrap();
        assert_eq!(found, [Value::Whole(-3), Value::Text("a\n".into()), Value::Missing]);
        assert_eq!(values(br#"{"x": 1"#, &names, &mut found), Err("EOF while parsing an object (column 7)".into()));
        assert!(values(br#"{"x": [1]}"#, &names, &mut found).is_err());
        assert!(values(b"{} 1", &names, &mut found).is_err());
    }
}
