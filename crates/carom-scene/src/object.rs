//! Objects only: what derive makes of a struct also takes a list of its fields in order, which a scene does not allow.

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// Something that is written as an object `{ … }`, never as a list.
#[derive(Default)]
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        struct OfMap<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for OfMap<T> {
            type Value = T;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object { … }")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }

        deserializer.deserialize_map(OfMap(PhantomData)).map(Object)
    }
}

/// For a field that holds one.
pub(crate) fn one<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    Object::deserialize(deserializer).map(|Object(value)| value)
}

/// For a field that may hold one.
pub(crate) fn maybe<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    let found: Option<Object<T>> = Option::deserialize(deserializer)?;
    Ok(found.map(|Object(value)| value))
}

/// For a field that holds a list of them.
pub(crate) fn list<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let list: Vec<Object<T>> = Vec::deserialize(deserializer)?;
    Ok(list.into_iter().map(|Object(value)| value).collect())
}

/// For a field that holds some by name.
pub(crate) fn named<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, T>, D::Error> {
    let named: BTreeMap<String, Object<T>> = BTreeMap::deserialize(deserializer)?;
    Ok(named.into_iter().map(|(name, Object(value))| (name, value)).collect())
}
