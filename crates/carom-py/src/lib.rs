//! carom for Python: arrays in, arrays out. No geometry is done here; what is asked is passed on to the library.
//!
//! What users see is the package `carom` in `python/carom`, which takes its names from this module.

#![warn(unsafe_code)]

#[expect(unsafe_code, reason = "numbers are loaded from memory that others may write to")]
mod arrays;
mod bodies;
mod boundaries;
mod bounce;
mod explain;
mod groups;
mod happening;
mod movers;
mod noise;
mod now;
mod picture;
#[expect(unsafe_code, reason = "NumPy is told where the fields of a record are")]
mod records;
mod refusal;
mod scan;
mod slide;
mod standing;
mod touch;
mod tracks;
mod walls;
mod work;
mod world;
mod zones;

/// The compiled part of the package `carom`.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use crate::boundaries::PyBoundaries;
    #[pymodule_export]
    use crate::explain::PyExplanation;
    #[pymodule_export]
    use crate::happening::PyHappening;
    #[pymodule_export]
    use crate::movers::PyMover;
    #[pymodule_export]
    use crate::now::PyNow;
    #[pymodule_export]
    use crate::picture::PyPicture;
    #[pymodule_export]
    use crate::scan::beam_angles;
    #[pymodule_export]
    use crate::tracks::PyTracks;
    #[pymodule_export]
    use crate::walls::PyWalls;
    #[pymodule_export]
    use crate::world::{PyFrame, PySnapshot, PyWorld};
    #[pymodule_export]
    use crate::zones::PyZones;

    /// Four random words for a place and a key, to be compared with what is published.
    #[pyfunction]
    fn _philox(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
        crate::noise::philox(counter, key)
    }

    use pyo3::prelude::*;

    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "its name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
