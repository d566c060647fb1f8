//! JSON in which no object repeats a name: which value is meant would not be known.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::quoted;

/// Reads it.
pub fn json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map(|Once(value)| value).map_err(|e| e.to_string())
}

struct Once(Value);

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Reading).map(Once)
    }
}

struct Reading;

impl<'de> Visitor<'de> for Reading {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(Once(value)) = list.next_element()? {
            all.push(value);
        }
        Ok(Value::Array(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut all = Map::new();
        while let Some((name, Once(value))) = object.next_entry::<String, Once>()? {
            if all.get(&name).is_some_and(|before| *before != value) {
                let name = quoted(&name);
                return Err(A::Error::custom(format!("`{name}` stands twice: keep one of them")));
            }
            all.insert(name, value);
        }
        Ok(Value::Object(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last of two tools under one number counted, without a word.
    #[test]
    fn a_name_stands_once() {
        let text = r#"{"1": {"d": [1, -2, 3.5, null, true, "a"]}, "2": 7}"#;
        assert_eq!(json(text), Ok(serde_json::from_str(text).unwrap()));
        assert!(json(r#"{"1": 6, "1": 6}"#).is_ok());
        let twice = json("{\"1\": {\"d\": 6,\n\"d\": 9}}").unwrap_err();
        assert!(twice.contains("`d` stands twice") && twice.contains("line 2"), "{twice}");
    }
}
