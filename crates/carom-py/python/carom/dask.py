"""Crossings of a Dask data frame: the engine sends the rows, and `carom.Crossings` reads them.

This needs Dask's data frames on the client and on all workers, as ``pip install carom[dask]`` installs them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import pyarrow as pa

from ._tracks import Crossings

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    import numpy.typing as npt
    from dask.dataframe import DataFrame

__all__ = ["crossings"]


def crossings(
    rows: DataFrame,
    gates: str | os.PathLike[str] | Iterable[npt.ArrayLike] = (),
    *,
    columns: tuple[str, str, str, str] = ("id", "time", "x", "y"),
    npartitions: int | None = None,
    **options: Any,
) -> DataFrame:
    """Tell who crossed which gate and entered which zone, when, where and in which direction.

    Args:
        rows: a data frame, in whatever order. Times are numbers or timestamps.
        gates: as of `carom.Crossings`. A file is read here, and need not be where the workers are.
        columns: what the columns of id, time, x and y are called.
        npartitions: into how many parts the tracks are put; as many as the rows have, if it is not given.
        options: ``zones``, ``names``, ``late`` and ``planar``, as of `carom.Crossings`. With ``late="skip"``, of rows of a track at the same
            time the one with the lowest x counts, and of these the one with the lowest y.

    Returns a data frame with the columns that `carom.Crossings` gives.

    Each row is sent once, to where its track is, and sorted there; the gates go along with the function. The crossings are the same
    however many workers and partitions there are, and whichever of them fail.
    """
    kernel = Crossings(gates, columns=columns, by_track=True, **options)
    needed = rows[list(columns)]
    ready = needed.shuffle(on=columns[0], npartitions=npartitions)
    return ready.map_partitions(_found, kernel, meta=_found(needed._meta, kernel))


def _found(rows: pd.DataFrame, kernel: Crossings) -> pd.DataFrame:
    """The crossings of all rows of some tracks."""
    ready = rows.sort_values(list(kernel.columns))
    return kernel.fresh()(pa.Table.from_pandas(ready, preserve_index=False)).to_pandas()
