"""Who crosses which gate: columns of tracks in, columns of crossings out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np

from . import _core

if TYPE_CHECKING:
    import numpy.typing as npt


class Columns(Protocol):
    """Whatever gives its columns by their names."""

    def __getitem__(self, name: str, /) -> Any: ...


def crossings(
    tracks: Columns,
    gates: npt.ArrayLike,
    *,
    columns: tuple[str, str, str, str] = ("id", "time", "x", "y"),
    late: Literal["error", "skip"] = "error",
    threads: int = 1,
) -> dict[str, npt.NDArray[Any]]:
    """Tell who crossed which gate, when, where and in which direction.

    Args:
        tracks: a table of rows ``id``, ``time``, ``x``, ``y``: a dict of columns, a structured array, a data frame, whatever gives its
            columns by their names. Rows of many tracks may be mixed. Times are numbers or dates, and grow along each track.
        gates: an array of shape (n, 4) or (n, 2, 2). Forward is from the right of a gate to its left.
        columns: what the columns are called, if otherwise.
        late: what becomes of a row that is not later than the one before of its track: "error", or "skip" to leave it out.
        threads: how many threads work, 0 for one a core. The answers are the same bits.

    Returns a dict of columns, one row a crossing, in the order of the rows: ``id``, ``time`` (between the two rows, in
    proportion), ``gate`` (its place in the list), ``direction`` (1 forward, -1 backward), ``x``, ``y``, and ``row``, the place of the row
    that the crossing leads to.

    Every place counts as a hair to the right of where it is, and a smaller hair above. So a track that stops on a gate and goes on is
    counted once, and in a closed ring of gates the entries less the exits are always who is inside. This is plane geometry: degrees of
    longitude and latitude should be projected first.

    >>> import carom
    >>> tracks = {"id": ["bus", "bus", "bus"], "time": [0, 10, 20], "x": [2, -2, -6], "y": [0, 0, 0]}
    >>> found = carom.crossings(tracks, [[0, -1, 0, 1]])
    >>> found["time"], found["direction"]
    (array([5.]), array([1], dtype=int8))
    """
    if len(columns) != 4:
        raise ValueError(f"columns has {len(columns)} names; expected four, those of id, time, x and y")
    ids, times, xs, ys = (np.asarray(tracks[name]) for name in columns)
    for name, column in zip(columns, (ids, times, xs, ys)):
        if column.shape != (len(ids),):
            raise ValueError(f"column {name!r} has shape {column.shape}; expected ({len(ids)},)")
    if late not in ("error", "skip"):
        raise ValueError(f"late is {late!r}; expected 'error' or 'skip'")
    times = _times(times, columns[1])
    befores, afters = _moves(ids, times, late)
    points = np.stack([_numbers(xs, columns[2]), _numbers(ys, columns[3])], axis=1)
    before, after, t, gate, direction, point = _core._crossings(befores, afters, points, gates, threads)
    return {
        "id": ids[after],
        "time": _between(times[before], times[after], t),
        "gate": gate,
        "direction": direction,
        "x": point[:, 0].copy(),
        "y": point[:, 1].copy(),
        "row": after,
    }


def _numbers(column: npt.NDArray[Any], name: str) -> npt.NDArray[np.float64]:
    if not np.can_cast(column.dtype, np.float64):
        raise TypeError(f"column {name!r} has dtype {column.dtype}; expected numbers, as float64")
    return column.astype(np.float64)


def _times(times: npt.NDArray[Any], name: str) -> npt.NDArray[Any]:
    """Times as float64, or as dates in nanoseconds."""
    if times.dtype.kind == "M":
        if np.isnat(times).any():
            raise ValueError(f"column {name!r} has a date that is none in row {int(np.isnat(times).argmax())}")
        return times.astype("datetime64[ns]")
    times = _numbers(times, name)
    if not np.isfinite(times).all():
        row = int((~np.isfinite(times)).argmax())
        raise ValueError(f"column {name!r} is {times[row]} in row {row}; expected finite numbers")
    return times


def _moves(
    ids: npt.NDArray[Any], times: npt.NDArray[Any], late: Literal["error", "skip"]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """For each row but the first of its track, the row before and the row itself."""
    _, tracks = np.unique(ids, return_inverse=True)
    order = np.argsort(tracks, kind="stable")
    if late == "skip":
        order = order[~_not_latest(tracks[order], times[order])]
    befores, afters = order[:-1], order[1:]
    follows = tracks[befores] == tracks[afters]
    befores, afters = befores[follows], afters[follows]
    is_late = times[afters] <= times[befores]
    if is_late.any():
        first = afters[is_late].argmin()
        row, before = afters[is_late][first], befores[is_late][first]
        raise ValueError(
            f"row {row}: `{ids[row]}` is at time {times[row]}, not after {times[before]}; sort rows by time, or use late='skip'"
        )
    by_row = np.argsort(afters, kind="stable")
    return befores[by_row].astype(np.int64), afters[by_row].astype(np.int64)


def _not_latest(tracks: npt.NDArray[Any], times: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Which rows are not later than all before them of the same track; the rows of a track follow one another."""
    stamps = times.astype(np.int64) if times.dtype.kind == "M" else times
    result = np.zeros(len(tracks), dtype=bool)
    starts = np.flatnonzero(np.r_[len(tracks) > 0, tracks[1:] != tracks[:-1]])
    for start, end in zip(starts, np.r_[starts[1:], len(tracks)]):
        latest = np.maximum.accumulate(stamps[start:end])
        result[start + 1 : end] = stamps[start + 1 : end] <= latest[:-1]
    return result


def _between(
    before: npt.NDArray[Any], after: npt.NDArray[Any], t: npt.NDArray[np.float64]
) -> npt.NDArray[Any]:
    """The time at a part of the way from one to the other, rounded; only the way is rounded, never the date."""
    if before.dtype.kind == "M":
        return before + np.round((after - before).astype(np.float64) * t).astype("timedelta64[ns]")
    return _core._between(before, after, t)
