"""Columns of rows, as NumPy or Arrow has them, in the few forms that the compiled part reads; and crossings as either has them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Protocol, Union

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt


class Columns(Protocol):
    """Whatever gives its columns by their names."""

    def __getitem__(self, name: str, /) -> Any: ...


def source(rows: Columns) -> Union[Plain, Arrow]:
    """Rows that can be asked for their columns. Arrow is known only to those who have imported it."""
    arrow = sys.modules.get("pyarrow")
    if arrow is not None and isinstance(rows, (arrow.Table, arrow.RecordBatch)):
        return Arrow(rows, arrow)
    return Plain(rows)


class Plain:
    """Columns that become NumPy arrays: of a dict, a structured array, a data frame."""

    def __init__(self, rows: Columns) -> None:
        self.rows = rows

    def column(self, name: str) -> npt.NDArray[Any]:
        column = np.asarray(self.rows[name])
        if column.ndim != 1:
            raise ValueError(f"column {name!r} has shape {column.shape}; expected (n,)")
        return column

    def ids(self, name: str) -> tuple[list[Any], npt.NDArray[np.int64]]:
        """The ids that there are, and which of them each row has."""
        column = self.column(name)
        if column.dtype.kind in "biufM":
            values, places = np.unique(column, return_inverse=True)
            return values.tolist(), places.astype(np.int64)
        numbers: dict[Any, int] = {}
        places = np.fromiter((numbers.setdefault(value, len(numbers)) for value in column.tolist()), np.int64, len(column))
        return list(numbers), places

    def times(self, name: str) -> npt.NDArray[Any]:
        """Times as float64, or as nanoseconds in int64 if they are dates."""
        column = self.column(name)
        if column.dtype.kind != "M":
            return finite(numbers(column, name), name)
        if np.isnat(column).any():
            raise ValueError(f"column {name!r} has a date that is none in row {int(np.isnat(column).argmax())}")
        exact = column.astype("datetime64[ns]")
        if (exact.astype(column.dtype) != column).any():
            row = int((exact.astype(column.dtype) != column).argmax())
            raise ValueError(f"column {name!r} is {column[row]} in row {row}; expected a date from 1678 to 2261")
        return exact.astype(np.int64)

    def numbers(self, name: str) -> npt.NDArray[np.float64]:
        return numbers(self.column(name), name)

    def where_known(self, name: str) -> Plain:
        """Only the rows that have something in this column; all columns are arrays then."""
        column = self.column(name)
        is_known = ~np.isnat(column) if column.dtype.kind == "M" else ~np.isnan(numbers(column, name))
        return Masked(self.rows, is_known)

    def taken(self, name: str, rows: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
        """The values of some rows."""
        taken: npt.NDArray[Any] = self.column(name)[rows]
        return taken

    def dates(self, nanoseconds: npt.NDArray[np.int64], name: str) -> npt.NDArray[Any]:
        """Nanoseconds as dates, like those of a column."""
        return nanoseconds.view("datetime64[ns]")

    def texts(self, texts: list[str], places: npt.NDArray[np.int64]) -> npt.NDArray[np.str_]:
        """Some of a few texts."""
        return np.array(texts, dtype=str)[places]

    def table(self, columns: dict[str, Any]) -> dict[str, npt.NDArray[Any]]:
        return columns


class Masked(Plain):
    """Some rows of others."""

    def __init__(self, rows: Columns, mask: npt.NDArray[np.bool_]) -> None:
        super().__init__(rows)
        self.mask = mask

    def column(self, name: str) -> npt.NDArray[Any]:
        return super().column(name)[self.mask]


class Arrow:
    """Columns of an Arrow table or record batch."""

    def __init__(self, rows: Any, arrow: Any) -> None:
        self.rows, self.arrow = rows, arrow

    def column(self, name: str) -> Any:
        """A column without gaps, in one piece."""
        if name not in self.rows.schema.names:
            raise KeyError(f"there is no column {name!r}; there are {', '.join(self.rows.schema.names)}")
        column = self.rows.column(name)
        if isinstance(column, self.arrow.ChunkedArray):
            column = column.combine_chunks()
            # Of no chunks at all nothing is made, and of many that are too large still several.
            if isinstance(column, self.arrow.ChunkedArray):
                column = self.arrow.concat_arrays(column.chunks) if column.num_chunks else self.arrow.array([], column.type)
        if column.null_count:
            row = next(row for row, value in enumerate(column) if not value.is_valid)
            raise ValueError(f"column {name!r} has no value in row {row}")
        return column

    def ids(self, name: str) -> tuple[list[Any], npt.NDArray[np.int64]]:
        """The ids that there are, and which of them each row has."""
        encoded = self.column(name).dictionary_encode()
        return encoded.dictionary.to_pylist(), encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64)

    def times(self, name: str) -> npt.NDArray[Any]:
        """Times as float64, or as nanoseconds in int64 if they are dates."""
        column, types = self.column(name), self.arrow.types
        if types.is_timestamp(column.type) or types.is_date(column.type):
            zone = getattr(column.type, "tz", None)
            dates = column.cast(self.arrow.timestamp("ns", zone)).cast(self.arrow.int64())
            result: npt.NDArray[Any] = dates.to_numpy(zero_copy_only=False)
            return result
        return finite(self.numbers(name), name)

    def numbers(self, name: str) -> npt.NDArray[np.float64]:
        return numbers(self.column(name).to_numpy(zero_copy_only=False), name)

    def where_known(self, name: str) -> Arrow:
        """Only the rows that have something in this column."""
        return Arrow(self.rows.filter(self.rows.column(name).is_valid()), self.arrow)

    def taken(self, name: str, rows: npt.NDArray[np.int64]) -> Any:
        """The values of some rows."""
        return self.column(name).take(self.arrow.array(rows))

    def dates(self, nanoseconds: npt.NDArray[np.int64], name: str) -> Any:
        """Nanoseconds as dates, like those of a column."""
        zone = getattr(self.rows.schema.field(name).type, "tz", None)
        return self.arrow.array(nanoseconds).cast(self.arrow.timestamp("ns", zone))

    def texts(self, texts: list[str], places: npt.NDArray[np.int64]) -> Any:
        """Some of a few texts."""
        return self.arrow.array(texts, self.arrow.string()).take(self.arrow.array(places))

    def table(self, columns: dict[str, Any]) -> Any:
        """A table or a record batch, as the rows are."""
        made = [self.arrow.array(column) if isinstance(column, np.ndarray) else column for column in columns.values()]
        return type(self.rows).from_arrays(made, names=list(columns))


def numbers(column: npt.NDArray[Any], name: str) -> npt.NDArray[np.float64]:
    if not np.can_cast(column.dtype, np.float64):
        raise TypeError(f"column {name!r} has dtype {column.dtype}; expected numbers, as float64")
    return column.astype(np.float64)


def finite(column: npt.NDArray[np.float64], name: str) -> npt.NDArray[np.float64]:
    if not np.isfinite(column).all():
        row = int((~np.isfinite(column)).argmax())
        raise ValueError(f"column {name!r} is {column[row]} in row {row}; expected finite numbers")
    return column
