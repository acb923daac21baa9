//! Vectors in plain floating point, for what is near enough if it is rounded.

use crate::truth::Xy;

pub(crate) fn add(p: Xy, v: Xy, times: f64) -> Xy {
    [p[0] + times * v[0], p[1] + times * v[1]]
}

pub(crate) fn sub(a: Xy, b: Xy) -> Xy {
    [a[0] - b[0], a[1] - b[1]]
}

pub(crate) fn dot(a: Xy, b: Xy) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

pub(crate) fn cross(a: Xy, b: Xy) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

pub(crate) fn length(v: Xy) -> f64 {
    v[0].hypot(v[1])
}

pub(crate) fn unit(v: Xy) -> Xy {
    v.map(|x| x / length(v))
}
