//! What generates: inputs with ties and near-ties made on purpose.

pub mod cases;
mod draft;
pub mod movers;
pub mod near;
pub mod polygons;
pub mod scenes;
pub mod towns;
