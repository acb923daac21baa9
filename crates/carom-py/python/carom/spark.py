"""Crossings of a Spark data frame: the engine sends and sorts the rows, and `carom.Crossings` reads them.

This needs PySpark and PyArrow on the driver and on all executors, as ``pip install carom[spark]`` installs them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql.types import DoubleType, StringType, StructField, StructType, TimestampNTZType, TimestampType

from ._tracks import Crossings

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

    import numpy.typing as npt
    from pyspark.sql import DataFrame

__all__ = ["crossings"]


def crossings(
    rows: DataFrame,
    gates: str | os.PathLike[str] | Iterable[npt.ArrayLike] = (),
    *,
    columns: tuple[str, str, str, str] = ("id", "time", "x", "y"),
    **options: Any,
) -> DataFrame:
    """Tell who crossed which gate and entered which zone, when, where and in which direction.

    Args:
        rows: a data frame, in whatever order. Times are numbers or timestamps.
        gates: as of `carom.Crossings`. A file is read here, and need not be where the executors are.
        columns: what the columns of id, time, x and y are called.
        options: ``zones``, ``names``, ``late`` and ``planar``, as of `carom.Crossings`. With ``late="skip"``, of rows of a track at the same
            time the one with the lowest x counts, and of these the one with the lowest y.

    Returns a data frame with the columns that `carom.Crossings` gives, timestamps rounded down to microseconds, as Spark has them.

    Each row is sent once, to where its track is, and sorted there; the gates go along with the function. The crossings are the same
    however many executors and partitions there are, and whichever of them fail.
    """
    kernel = Crossings(gates, columns=columns, by_track=True, **options)
    track, time, *_ = columns
    type_of_time = rows.schema[time].dataType
    dates = isinstance(type_of_time, (TimestampType, TimestampNTZType))
    types = [rows.schema[track].dataType, type_of_time if dates else DoubleType(), StringType(), StringType(), DoubleType(), DoubleType()]

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        here = kernel.fresh()
        for batch in batches:
            yield _in_microseconds(here(batch)) if dates else here(batch)

    ready = rows.select(*columns).repartition(track).sortWithinPartitions(*columns)
    names = ["id", "time", "gate", "direction", "x", "y"]
    return ready.mapInArrow(run, StructType(list(map(StructField, names, types))))


def _in_microseconds(found: pa.RecordBatch) -> pa.RecordBatch:
    """The times rounded down to what Spark has."""
    floor = pc.floor_temporal(found.column("time"), unit="microsecond")
    return found.set_column(1, "time", floor.cast(pa.timestamp("us", floor.type.tz)))
