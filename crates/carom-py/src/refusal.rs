//! Errors as Python raises them, with the library's own text.

use carom_scene::{Fault, FaultKind};
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyValueError};
use pyo3::prelude::*;

/// A value that is not allowed.
pub(crate) fn refused(error: carom::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A value that is not allowed, at a place of an array.
pub(crate) fn refused_at(name: &str, index: usize, error: carom::Error) -> PyErr {
    PyValueError::new_err(format!("{name}[{index}]: {error}"))
}

/// A file that is not there, cannot be read, or holds what is not allowed.
pub(crate) fn faulty(fault: &Fault) -> PyErr {
    let message = fault.to_string();
    match fault.kind {
        FaultKind::Missing => PyFileNotFoundError::new_err(message),
        FaultKind::Data => PyValueError::new_err(message),
        FaultKind::Io => PyOSError::new_err(message),
    }
}
