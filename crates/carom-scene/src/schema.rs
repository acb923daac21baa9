//! The JSON Schema of the scene document.

use crate::document::Scene;

impl Scene {
    /// The JSON Schema of the document, as published in `schema/scene.schema.json`. It says what a scene looks like;
    /// whether polygons cross themselves or bodies overlap, only [`Scene::build`] can tell.
    #[must_use]
    pub fn schema() -> serde_json::Value {
        let mut schema = schemars::schema_for!(Scene).to_value();
        if let Some(fields) = schema.as_object_mut() {
            fields.insert("title".into(), "carom scene".into());
        }
        schema
    }
}
