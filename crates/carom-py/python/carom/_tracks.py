"""Who crosses which gate and enters which zone: rows of tracks in, crossings out, batch by batch."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Union

import numpy as np

from . import _core
from ._columns import Arrow, Columns, Plain, source

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

#: What a crossing is called: of a gate forward and backward, of a zone in and out.
DIRECTIONS = ["forward", "backward", "enter", "leave"]

_IN_DEGREES = (
    "the numbers of {} are longitudes and latitudes; this is plane geometry, and a degree is not as long everywhere, so project both the "
    "boundaries and the tracks to metres first (as with pyproj, ogr2ogr -t_srs or ST_Transform); planar=True takes degrees as x and y all the same"
)


class Crossings:
    """Who crosses which gate and who enters which zone: a function of rows that can be sent to other processes.

    Args:
        gates: the file of a scene, of which the gates count, or of GeoJSON, WKT, SVG or a Tiled map, where lines are gates and polygons
            are zones; or an array of shape (n, 4) or (n, 2, 2); or a list of arrays of shape (k, 2), lines of several points.
            Forward is from the right of a gate to its left.
        zones: a list of polygons as `Walls.polygons` takes them.
        names: what gates and zones are called, one each, if they do not come from a file.
        columns: what the columns of id, time, x and y are called.
        before: what columns of the time, x and y before are called, if each row is a move; a row that has none is left out. Without it,
            a row follows the one before of its track, in this call or in an earlier one.
        by_track: whether the rows of each track stand together, so that nothing is kept of a track when another begins.
        late: what becomes of a row that is not later than the one before of its track: "error", or "skip" to leave it out.
        planar: whether a file in degrees of longitude and latitude is taken as it is, x and y of a plane.
        threads: how many threads work, 0 for one a core. The answers are the same bits.

    It is called with rows, and returns the crossings of these rows: of an Arrow table or record batch another one, of whatever else gives its
    columns by their names a dict of NumPy arrays. The columns are ``id``, ``time`` (between the two rows, in proportion), ``gate`` (its name,
    also of a zone), ``direction`` ("forward" or "backward" through a gate, "enter" or "leave" of a zone), ``x`` and ``y``.

    Rows of many tracks may be mixed. The last row of each track is kept for the next call, so that it does not matter where rows are cut
    into batches. If something is wrong with a row, an error tells which, and it is as if the call had not been.

    Every place counts as a hair to the right of where it is, and a smaller hair above. So a track that stops on a gate and goes on is
    counted once, entries less exits are always who is inside, and of zones side by side exactly one has a place on their common edge.

    >>> import carom
    >>> depot = carom.Crossings(zones=[[(0, 0), (4, 0), (4, 4), (0, 4)]], names=["depot"])
    >>> found = depot({"id": ["bus", "bus"], "time": [0, 8], "x": [-2, 6], "y": [1, 1]})
    >>> found["time"], found["direction"]
    (array([2., 6.]), array(['enter', 'leave'], dtype='<U8'))
    >>> depot({"id": ["bus"], "time": [12], "x": [2], "y": [1]})["time"]
    array([10.])
    """

    def __init__(
        self,
        gates: Union[str, os.PathLike[str], Iterable[npt.ArrayLike]] = (),
        zones: Iterable[Union[npt.ArrayLike, Sequence[npt.ArrayLike]]] = (),
        *,
        names: Sequence[str] | None = None,
        columns: tuple[str, str, str, str] = ("id", "time", "x", "y"),
        before: tuple[str, str, str] | None = None,
        by_track: bool = False,
        late: Literal["error", "skip"] = "error",
        planar: bool = False,
        threads: int = 1,
    ) -> None:
        if len(columns) != 4:
            raise ValueError(f"columns has {len(columns)} names; expected four, those of id, time, x and y")
        if before is not None and len(before) != 3:
            raise ValueError(f"before has {len(before)} names; expected three, those of time, x and y")
        if late not in ("error", "skip"):
            raise ValueError(f"late is {late!r}; expected 'error' or 'skip'")
        self._boundaries = _boundaries(gates, zones, names)
        if self._boundaries.is_in_degrees and not planar:
            raise ValueError(_IN_DEGREES.format(gates))
        self.columns, self.before, self.by_track = tuple(columns), before, by_track
        self.late, self.threads = late, threads
        self.forget()

    @property
    def names(self) -> list[str]:
        """What gates and zones are called, gates first; one that has no name is ``gates[0]`` or ``zones[0]``, by its place in the list.

        >>> import carom
        >>> carom.Crossings([[0, -1, 0, 1]], zones=[[(0, 0), (4, 0), (4, 4)]]).names
        ['gates[0]', 'zones[0]']
        """
        return self._boundaries.names

    def __call__(self, rows: Columns) -> Any:
        table = source(rows)
        if self.before:
            table = table.where_known(self.before[0])
        found = self._find(table)
        gates, _ = self._boundaries.counts
        directions = 2 * (found.boundary >= gates) + (found.direction < 0)
        return table.table(
            {
                "id": table.taken(self.columns[0], found.row),
                "time": table.dates(found.time, self.columns[1]) if found.time.dtype.kind == "i" else found.time,
                "gate": table.texts(self.names, found.boundary),
                "direction": table.texts(DIRECTIONS, directions),
                "x": found.x,
                "y": found.y,
            }
        )

    @property
    def state(self) -> dict[str, npt.NDArray[Any]]:
        """The last row of each track, as columns. Whoever sets it goes on from there, and takes whatever a call takes.

        >>> import carom
        >>> today, tomorrow = carom.Crossings([[0, -1, 0, 1]]), carom.Crossings([[0, -1, 0, 1]])
        >>> len(today({"id": ["bus"], "time": [0], "x": [2], "y": [0]})["id"])
        0
        >>> tomorrow.state = today.state
        >>> tomorrow({"id": ["bus"], "time": [8], "x": [-2], "y": [0]})["time"]
        array([4.])
        """
        places, times, xs, ys = self._tracks.state()
        known = list(self._numbers)
        ids = np.empty(len(places), dtype=object)
        ids[:] = [known[place] for place in places.tolist()]
        dates = times.view("datetime64[ns]") if times.dtype.kind == "i" else times
        return dict(zip(self.columns, (ids, dates, xs, ys)))

    @state.setter
    def state(self, rows: Columns) -> None:
        self.forget()
        self._find(source(rows))

    def forget(self) -> None:
        """Forget all tracks: what comes next is the first of them.

        >>> import carom
        >>> gate = carom.Crossings([[0, -1, 0, 1]])
        >>> rows = {"id": [1, 1], "time": [0, 1], "x": [-1, 1], "y": [0, 0]}
        >>> len(gate(rows)["id"]), gate.forget(), len(gate(rows)["id"])
        (1, None, 1)
        """
        self._tracks, self._numbers, self._kind = _core._Tracks(), dict[Any, int](), ""

    def fresh(self) -> Crossings:
        """The same gates and zones, and no tracks: for other rows, perhaps of another thread.

        >>> import carom
        >>> gate = carom.Crossings([[0, -1, 0, 1]])
        >>> gate({"id": [1], "time": [0], "x": [-1], "y": [0]})["id"].size, gate.fresh().state["id"].size
        (0, 0)
        """
        other = object.__new__(Crossings)
        other.__dict__.update(self.__dict__)
        other.forget()
        return other

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in self.__dict__.items() if name not in ("_tracks", "_numbers", "_kind")}
        return {**kept, "state": self.state}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        state = kept.pop("state")
        self.__dict__.update(kept)
        self.state = state

    def __repr__(self) -> str:
        gates, zones = self._boundaries.counts
        return f"Crossings({gates} gates, {zones} zones, {len(self._numbers)} tracks)"

    def _find(self, table: Union[Plain, Arrow]) -> Found:
        """The crossings of rows; what is kept of tracks is as before if a row is wrong."""
        name, time, x, y = self.columns
        times = table.times(time)
        points = np.stack([table.numbers(x), table.numbers(y)], axis=1)
        skips = self.late == "skip"
        if self.before:
            start = (table.times(self.before[0]), np.stack([table.numbers(name) for name in self.before[1:]], axis=1))
            if start[0].dtype != times.dtype:
                raise ValueError(f"of columns {self.before[0]!r} and {time!r} one has dates and one has numbers")
            found, late = self._boundaries.moved(start, (times, points), skips, self.threads)
        else:
            if self._kind not in ("", times.dtype.kind) and len(times):
                kinds = {"i": "dates", "f": "numbers"}
                raise ValueError(f"column {time!r} has {kinds[times.dtype.kind]}; the rows before had {kinds[self._kind]}")
            ids, places = table.ids(name)
            if len(places) != len(times):
                raise ValueError(f"column {name!r} has {len(places)} rows, column {time!r} has {len(times)}")
            if self.by_track:
                self._check_order(ids, places)
            numbers = np.array([self._numbers.setdefault(one, len(self._numbers)) for one in ids], dtype=np.int64)[places]
            found, late = self._boundaries.follow(self._tracks, numbers, times, points, skips, self.threads)
            if late is None and len(times):
                self._kind = times.dtype.kind
                if self.by_track:
                    self._tracks.keep_only(int(numbers[-1]))
                    self._numbers = {ids[places[-1]]: 0}
        if late is not None:
            row, before = late
            one = np.asarray(table.taken(name, np.array([row])))[0]
            now, then = (str(np.datetime64(int(t), "ns")) if times.dtype.kind == "i" else t for t in (times[row], before))
            raise ValueError(f"row {row}: `{one}` is at time {now}, not after {then}; sort rows by time, or use late='skip'")
        return Found(*found)

    def _check_order(self, ids: list[Any], places: npt.NDArray[np.int64]) -> None:
        """Whether the rows of each track stand together."""
        begins = np.flatnonzero(np.r_[len(places) > 0, places[1:] != places[:-1]])
        if len(begins) > len(ids):
            seen = np.unique(places[begins], return_index=True)[1]
            row = int(begins[np.setdiff1d(np.arange(len(begins)), seen)[0]])
            raise ValueError(f"row {row}: `{ids[places[row]]}` comes again after others; by_track=True needs the rows of each track together")


class Found(NamedTuple):
    """Crossings: the rows that they lead to, when, which boundaries, 1 for forward and in or -1 for backward and out, and where."""

    row: npt.NDArray[np.int64]
    time: npt.NDArray[Any]
    boundary: npt.NDArray[np.int64]
    direction: npt.NDArray[np.int8]
    x: npt.NDArray[np.float64]
    y: npt.NDArray[np.float64]


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
    that the crossing leads to. `Crossings` has names of gates, zones, and rows that come in batches.

    Every place counts as a hair to the right of where it is, and a smaller hair above. So a track that stops on a gate and goes on is
    counted once, and in a closed ring of gates the entries less the exits are always who is inside. This is plane geometry: degrees of
    longitude and latitude should be projected first.

    >>> import carom
    >>> tracks = {"id": ["bus", "bus", "bus"], "time": [0, 10, 20], "x": [2, -2, -6], "y": [0, 0, 0]}
    >>> found = carom.crossings(tracks, [[0, -1, 0, 1]])
    >>> found["time"], found["direction"]
    (array([5.]), array([1], dtype=int8))
    """
    kernel = Crossings(np.asarray(gates), columns=columns, late=late, threads=threads)
    table = Plain(tracks)
    found = kernel._find(table)
    return {
        "id": table.taken(columns[0], found.row),
        "time": table.dates(found.time, columns[1]) if found.time.dtype.kind == "i" else found.time,
        "gate": found.boundary,
        "direction": found.direction,
        "x": found.x,
        "y": found.y,
        "row": found.row,
    }


def _boundaries(
    gates: Union[str, os.PathLike[str], Iterable[npt.ArrayLike]],
    zones: Iterable[Union[npt.ArrayLike, Sequence[npt.ArrayLike]]],
    names: Sequence[str] | None,
) -> _core._Boundaries:
    if isinstance(gates, (str, os.PathLike)):
        if names is not None or list(zones):
            raise ValueError("zones and names come from the file of gates; give neither beside it")
        return _core._Boundaries.read(gates)
    # Four numbers are a line of two points.
    lines = [np.reshape(gate, (2, 2)) if np.shape(gate) == (4,) else gate for gate in gates]
    return _core._Boundaries(lines, list(zones), None if names is None else list(names))
