//! What judges: the right answers, in integers of any length.

pub mod bodies;
pub mod dented;
pub mod drifting;
pub mod flights;
pub mod forms;
pub mod instant;
pub mod log;
pub mod movers;
pub mod moving;
pub mod narrow;
pub mod partition;
pub mod regions;
pub mod shifted;
pub mod truth;
pub mod whole;
