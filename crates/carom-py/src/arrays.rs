//! Numbers from Python: arrays, lists, scalars of whatever type, checked, and as plain vectors of our own.
//!
//! # Arrays that others change meanwhile
//!
//! Another thread may write to an array while it is read: NumPy works without the interpreter's lock, and so does code in C. So nothing
//! here makes a slice of an array's memory. Each number is loaded once, whole, by a relaxed atomic load, into memory of
//! our own; it is checked there, and only what was checked is used. A thread that writes meanwhile decides
//! which numbers are seen, old ones or new ones, and nothing else.

use numpy::{PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// Rows of `N` numbers each, and whether a single row was given without brackets around it.
pub(crate) struct Rows<const N: usize> {
    pub(crate) rows: Vec<[f64; N]>,
    pub(crate) is_one: bool,
}

/// Rows of `N` numbers: an array of shape (n, N), or one row of shape (N,).
pub(crate) fn rows<const N: usize>(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Rows<N>> {
    let array = array(object, name)?;
    match *array.shape() {
        [width] if width == N => Ok(Rows { rows: read(&array, 1, [0, array.strides()[0]])?, is_one: true }),
        [count, width] if width == N => {
            let [row, column] = [array.strides()[0], array.strides()[1]];
            Ok(Rows { rows: read(&array, count, [row, column])?, is_one: false })
        }
        // An empty list has no width.
        [0] => Ok(Rows { rows: Vec::new(), is_one: false }),
        _ => Err(wrong_shape(array.as_untyped(), name, &format!("(n, {N}), or ({N},) for one"))),
    }
}

/// Segments: an array of shape (n, 4), each x0, y0, x1, y1, or of shape (n, 2, 2).
pub(crate) fn segments(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<[f64; 4]>> {
    let array = array(object, name)?;
    if let [_, 2, 2] = *array.shape() {
        let flat = array.call_method1(intern!(array.py(), "reshape"), ((-1, 4),))?;
        return Ok(rows(&flat, name)?.rows);
    }
    match *array.shape() {
        [0] | [4] | [_, 4] => Ok(rows(&array, name)?.rows),
        _ => Err(wrong_shape(array.as_untyped(), name, "(n, 4) or (n, 2, 2)")),
    }
}

/// Numbers in a row, or one number for all of them.
pub(crate) enum Column<T> {
    One(T),
    Each(Vec<T>),
}

impl<T: Copy> Column<T> {
    pub(crate) fn at(&self, index: usize) -> T {
        match self {
            Column::One(value) => *value,
            Column::Each(values) => values[index],
        }
    }
}

/// One number, or `count` of them.
pub(crate) fn column(object: &Bound<'_, PyAny>, name: &str, count: usize) -> PyResult<Column<f64>> {
    let array = array(object, name)?;
    match *array.shape() {
        [] => Ok(Column::One(read::<1>(&array, 1, [0, 0])?[0][0])),
        [found] if found == count => {
            let numbers = read::<1>(&array, count, [array.strides()[0], 0])?;
            Ok(Column::Each(numbers.into_iter().map(|[number]| number).collect()))
        }
        _ => Err(wrong_shape(array.as_untyped(), name, &format!("(), or ({count},) for {count} of them"))),
    }
}

/// Numbers in a row, however many.
pub(crate) fn list(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<f64>> {
    let array = array(object, name)?;
    match *array.shape() {
        [count] => {
            let numbers = read::<1>(&array, count, [array.strides()[0], 0])?;
            Ok(numbers.into_iter().map(|[number]| number).collect())
        }
        _ => Err(wrong_shape(array.as_untyped(), name, "(n,)")),
    }
}

/// Whole numbers within bounds: one, or `count` of them.
pub(crate) fn whole_column(
    object: &Bound<'_, PyAny>,
    name: &str,
    count: usize,
    allowed: [i64; 2],
) -> PyResult<Column<i64>> {
    let (numbers, is_one) = whole(object, name)?;
    for (index, number) in numbers.iter().enumerate() {
        if !(allowed[0]..=allowed[1]).contains(number) {
            let place = if is_one { String::new() } else { format!("[{index}]") };
            return Err(PyValueError::new_err(format!(
                "{name}{place} is {number}; expected a whole number from {} to {}",
                allowed[0], allowed[1]
            )));
        }
    }
    match (is_one, numbers.len()) {
        (true, _) => Ok(Column::One(numbers[0])),
        (false, found) if found == count => Ok(Column::Each(numbers)),
        (false, found) => Err(PyValueError::new_err(format!(
            "{name} has shape ({found},); expected shape (), or ({count},) for {count} of them"
        ))),
    }
}

/// Whole numbers in a row, and whether it was one without brackets.
pub(crate) fn whole(object: &Bound<'_, PyAny>, name: &str) -> PyResult<(Vec<i64>, bool)> {
    let py = object.py();
    let array = as_array(object)?;
    let is_empty = array.len() == 0;
    let kind = array.dtype().kind();
    if !(is_empty || kind == b'i' || kind == b'u') {
        let dtype = array.dtype().str()?;
        return Err(PyTypeError::new_err(format!("{name} has dtype {dtype}; expected whole numbers, as int64")));
    }
    if kind == b'u' && array.dtype().itemsize() == 8 {
        let largest = array.call_method0(intern!(py, "max"))?;
        if largest.gt(i64::MAX)? {
            return Err(PyValueError::new_err(format!("{name} has {largest} in it; expected at most {}", i64::MAX)));
        }
    }
    let array = array.call_method1(intern!(py, "astype"), (intern!(py, "int64"),))?;
    let array = array.cast_into::<PyArrayDyn<i64>>()?;
    if array.ndim() > 1 {
        return Err(wrong_shape(array.as_untyped(), name, "() or (n,)"));
    }
    // This copy is new, and nobody else has it.
    Ok((array.to_vec().map_err(|_| PyValueError::new_err(format!("{name} is not in one piece")))?, array.ndim() == 0))
}

/// An array of float64 with these numbers; the object itself if it is one.
fn array<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let py = object.py();
    if let Ok(array) = object.cast::<PyArrayDyn<f64>>() {
        return Ok(array.clone());
    }
    let array = as_array(object)?;
    let numpy = py.import(intern!(py, "numpy"))?;
    let is_safe = numpy.call_method1(intern!(py, "can_cast"), (array.dtype(), intern!(py, "float64")))?;
    if !is_safe.is_truthy()? {
        let dtype = array.dtype().str()?;
        return Err(PyTypeError::new_err(format!(
            "{name} has dtype {dtype}; expected float64, or what becomes float64 without loss, as float32 or int32"
        )));
    }
    let array = array.call_method1(intern!(py, "astype"), (intern!(py, "float64"),))?;
    Ok(array.cast_into::<PyArrayDyn<f64>>()?)
}

/// The object as an array of whatever type.
pub(crate) fn as_array<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let py = object.py();
    let array = py.import(intern!(py, "numpy"))?.call_method1(intern!(py, "asarray"), (object,))?;
    Ok(array.cast_into::<PyUntypedArray>()?)
}

fn wrong_shape(array: &Bound<'_, PyUntypedArray>, name: &str, expected: &str) -> PyErr {
    let shape: Vec<String> = array.shape().iter().map(usize::to_string).collect();
    let comma = if shape.len() == 1 { "," } else { "" };
    PyValueError::new_err(format!("{name} has shape ({}{comma}); expected shape {expected}", shape.join(", ")))
}

/// Loads `count` rows of `N` numbers, the first of which is the array's first, `strides` bytes apart: rows, and numbers in a row.
/// The array has at least so many.
fn read<const N: usize>(
    array: &Bound<'_, PyArrayDyn<f64>>,
    count: usize,
    strides: [isize; 2],
) -> PyResult<Vec<[f64; N]>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let data = array.data().cast::<u8>();
    let is_aligned = data.addr() % 8 == 0 && strides.iter().all(|stride| stride % 8 == 0);
    if !is_aligned {
        let copy = array.call_method0(intern!(array.py(), "copy"))?.cast_into::<PyArrayDyn<f64>>()?;
        let width = isize::try_from(8 * N).unwrap_or(0);
        return read(&copy, count, [width, 8]);
    }
    let load = |row: usize, column: usize| {
        let offset = row as isize * strides[0] + column as isize * strides[1];
        // SAFETY: the number is one of the array's, which lives as long as `array` does and is not made smaller meanwhile, as
        // that takes the lock that we hold; the address is a multiple of 8. Nobody's memory is borrowed: it is one
        // load of a word, for which it does not matter who else writes, nor whether the memory may be written to.
        let bits = unsafe { AtomicU64::from_ptr(data.offset(offset).cast::<u64>()).load(Ordering::Relaxed) };
        f64::from_bits(bits)
    };
    Ok((0..count).map(|row| std::array::from_fn(|column| load(row, column))).collect())
}
