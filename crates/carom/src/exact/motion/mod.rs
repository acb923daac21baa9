//! What moves: points, discs and convex shapes along straight paths, exact times and their order, bodies in flight.

pub(crate) mod clip;
pub(crate) mod convex;
pub(crate) mod drift;
pub(crate) mod encounter;
pub(crate) mod entry;
pub(crate) mod flight;
pub(crate) mod forms;
pub(crate) mod apart;
pub(crate) mod glance;
pub(crate) mod inside;
pub(crate) mod moment;
pub(crate) mod passing;
pub(crate) mod hull;
pub(crate) mod reach;
pub(crate) mod relative;
pub(crate) mod root;
pub(crate) mod stopping;
pub(crate) mod through;
pub(crate) mod touch;
