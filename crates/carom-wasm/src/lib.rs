//! carom in the browser: text and arrays in, text and arrays out.
//!
//! There is no geometry here. A question comes as text, is asked of the library, and its answer goes back as JSON or as numbers in
//! memory that the page looks at without a copy. What cannot be answered is an error with the library's own words, thrown as a string.

#![forbid(unsafe_code)]

mod explain;
mod naive;
mod scene;
mod world;

pub use explain::{course, meeting, number};
pub use naive::Naive;
pub use scene::Scene;
pub use world::World;

/// What went wrong, in words for the page.
type Answer<T> = Result<T, String>;

/// Something as JSON.
fn json(value: &impl serde::Serialize) -> Answer<String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

/// A JSON text as what it is to be.
fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> Answer<T> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}
