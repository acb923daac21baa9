//! Numbers whose errors are known: K side by side, twice the digits, integers, and any size at all.

pub(crate) mod double;
pub(crate) mod dyadic;
pub(crate) mod integer;
pub(crate) mod lanes;
pub(crate) mod number;
pub(crate) mod tiers;
