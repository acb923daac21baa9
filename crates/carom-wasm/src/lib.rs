//! carom in the browser: text and arrays in, text and arrays out.
//!
//! There is no geometry here. A question comes as text, is asked of the library, and its answer goes back as JSON or as numbers in
//! memory that the page looks at without a copy. What cannot be answered is an error with the library's own words, thrown as a string.
//!
//! Of the features `explain` and `worlds` each makes a module of its own for the page.

#![forbid(unsafe_code)]

#[cfg(feature = "explain")]
mod explain;
#[cfg(feature = "worlds")]
mod naive;
#[cfg(feature = "worlds")]
mod scene;
#[cfg(feature = "worlds")]
mod world;

#[cfg(feature = "explain")]
pub use explain::{course, meeting, number};
#[cfg(feature = "worlds")]
pub use naive::Naive;
#[cfg(feature = "worlds")]
pub use scene::Scene;
#[cfg(feature = "worlds")]
pub use world::World;

/// What went wrong, in words for the page.
type Answer<T> = Result<T, String>;

/// Something as JSON.
fn json(value: &impl serde::Serialize) -> Answer<String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

/// A JSON text as what it is to be.
#[cfg(feature = "explain")]
fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> Answer<T> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}
