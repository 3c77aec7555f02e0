//! Owned references as strings. What is read is checked.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::reference::{Iri, IriReference, Uri, UriReference};

macro_rules! as_strings {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::new(String::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }
    )*};
}

as_strings!(Iri, IriReference, Uri, UriReference);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_that_is_not_valid_is_rejected_with_the_reason() {
        let iri: Iri = serde_json::from_str("\"http://example.org/ü\"").expect("it is an IRI");
        assert_eq!(serde_json::to_string(&iri).expect("a string"), "\"http://example.org/ü\"");
        let error = serde_json::from_str::<Uri>("\"http://example.org/ü\"").expect_err("it is not a URI");
        assert!(error.to_string().contains("U+00FC"), "{error}");
    }
}
