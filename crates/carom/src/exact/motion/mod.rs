//! What moves: points and discs along straight paths, exact times and their order, bodies in flight.

pub(crate) mod encounter;
pub(crate) mod flight;
pub(crate) mod moment;
pub(crate) mod reach;
pub(crate) mod root;
pub(crate) mod touch;
