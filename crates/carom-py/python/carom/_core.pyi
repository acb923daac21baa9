import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeAlias, final, overload

import numpy as np
import numpy.typing as npt

__version__: str

_Strategy: TypeAlias = Literal["brute-force", "bounds", "quadtree", "bvh", "grid"]
_Path: TypeAlias = str | os.PathLike[str]
_Floats: TypeAlias = npt.NDArray[np.float64]
_Ranges: TypeAlias = npt.NDArray[np.float32] | npt.NDArray[np.float64]
_Ids: TypeAlias = npt.NDArray[np.int64]
# Structured arrays: what their fields are is not known to the types of NumPy.
_Records: TypeAlias = npt.NDArray[np.void]
_Pair: TypeAlias = tuple[float, float]
_Offset: TypeAlias = tuple[float, float, float]
_Theme: TypeAlias = Literal["light", "dark"]

@final
class Walls:
    def __new__(
        cls,
        segments: npt.ArrayLike | None = None,
        circles: npt.ArrayLike | None = None,
        *,
        strategy: _Strategy | None = None,
        mask: npt.ArrayLike | None = None,
        side: npt.ArrayLike | None = None,
        restitution: npt.ArrayLike | None = None,
        friction: npt.ArrayLike | None = None,
    ) -> Walls: ...
    @classmethod
    def polygons(
        cls,
        polygons: Iterable[npt.ArrayLike | Sequence[npt.ArrayLike]],
        *,
        strategy: _Strategy | None = None,
        mask: npt.ArrayLike | None = None,
        side: npt.ArrayLike | None = None,
        restitution: npt.ArrayLike | None = None,
        friction: npt.ArrayLike | None = None,
    ) -> Walls: ...
    @classmethod
    def read(cls, path: _Path, *, unknown: Literal["free", "occupied"] | None = None) -> Walls: ...
    def add(
        self,
        segments: npt.ArrayLike | None = None,
        circles: npt.ArrayLike | None = None,
        *,
        mask: npt.ArrayLike | None = None,
        side: npt.ArrayLike | None = None,
        restitution: npt.ArrayLike | None = None,
        friction: npt.ArrayLike | None = None,
    ) -> _Ids: ...
    def remove(self, ids: npt.ArrayLike) -> None: ...
    def replace(
        self,
        ids: npt.ArrayLike,
        segments: npt.ArrayLike | None = None,
        circles: npt.ArrayLike | None = None,
        *,
        mask: npt.ArrayLike | None = None,
        side: npt.ArrayLike | None = None,
        restitution: npt.ArrayLike | None = None,
        friction: npt.ArrayLike | None = None,
    ) -> None: ...
    @property
    def ids(self) -> _Ids: ...
    @property
    def segments(self) -> _Floats: ...
    @property
    def circles(self) -> _Floats: ...
    @property
    def strategy(self) -> _Strategy: ...
    def first_touch(
        self,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        radius: npt.ArrayLike = 0.0,
        *,
        mover: Mover | None = None,
        mask: int | None = None,
        threads: int = 1,
    ) -> Any: ...
    def first_times(
        self,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        radius: npt.ArrayLike = 0.0,
        *,
        mover: Mover | None = None,
        mask: int | None = None,
        threads: int = 1,
    ) -> Any: ...
    def first_stop(
        self,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        radius: npt.ArrayLike = 0.0,
        *,
        mover: Mover | None = None,
        mask: int | None = None,
        threads: int = 1,
    ) -> Any: ...
    def touches(
        self, start: npt.ArrayLike, end: npt.ArrayLike, radius: float = 0.0, *, mover: Mover | None = None, mask: int | None = None
    ) -> _Records: ...
    def touches_any(
        self,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        radius: npt.ArrayLike = 0.0,
        *,
        mover: Mover | None = None,
        mask: int | None = None,
        threads: int = 1,
    ) -> Any: ...
    def nearest(
        self, points: npt.ArrayLike, *, mask: int | None = None, threads: int = 1
    ) -> tuple[Any, Any]: ...
    def bounce(
        self,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        radius: npt.ArrayLike = 0.0,
        *,
        mover: Mover | None = None,
        time: float = 1.0,
        length: float = ...,
        bounces: int = 1000,
        restitution: float = 1.0,
        mask: int | None = None,
        threads: int = 1,
    ) -> tuple[_Records, Any]: ...
    def slide(
        self,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        radius: npt.ArrayLike = 0.0,
        *,
        mover: Mover | None = None,
        up: _Pair = (0.0, 1.0),
        max_slope: float | _Pair = 1.0,
        step_height: float = 0.0,
        snap: float = 0.0,
        mask: int | None = None,
        threads: int = 1,
    ) -> tuple[_Records, Any]: ...
    @overload
    def scan(
        self,
        poses: npt.ArrayLike,
        beams: int | npt.ArrayLike = 1080,
        *,
        fov: float | None = None,
        max_range: float = ...,
        min_range: float = 0.0,
        offset: _Offset = (0.0, 0.0, 0.0),
        dtype: npt.DTypeLike | None = None,
        mask: int | None = None,
        bodies: npt.ArrayLike | None = None,
        own: npt.ArrayLike | None = None,
        noise: float = 0.0,
        seed: int = 0,
        frame: int = 0,
        robots: npt.ArrayLike | None = None,
        ids: Literal[False] = False,
        threads: int = 1,
    ) -> _Ranges: ...
    @overload
    def scan(
        self,
        poses: npt.ArrayLike,
        beams: int | npt.ArrayLike = 1080,
        *,
        fov: float | None = None,
        max_range: float = ...,
        min_range: float = 0.0,
        offset: _Offset = (0.0, 0.0, 0.0),
        dtype: npt.DTypeLike | None = None,
        mask: int | None = None,
        bodies: npt.ArrayLike | None = None,
        own: npt.ArrayLike | None = None,
        noise: float = 0.0,
        seed: int = 0,
        frame: int = 0,
        robots: npt.ArrayLike | None = None,
        ids: Literal[True],
        threads: int = 1,
    ) -> tuple[_Ranges, npt.NDArray[np.int32]]: ...
    def explain(
        self,
        start: npt.ArrayLike,
        end: npt.ArrayLike,
        radius: float = 0.0,
        *,
        method: Literal["both-ends", "one-dot", "straddle"] | None = None,
        after: Literal["reflect", "slide", "stop"] = "reflect",
        restitution: float = 1.0,
    ) -> Explanation: ...
    def picture(
        self,
        poses: npt.ArrayLike | None = None,
        beams: int | npt.ArrayLike = 1080,
        *,
        fov: float | None = None,
        max_range: float = ...,
        offset: _Offset = (0.0, 0.0, 0.0),
        bodies: npt.ArrayLike | None = None,
        title: str | None = None,
        size: tuple[int, int] | None = None,
        theme: _Theme = "light",
    ) -> Picture: ...
    def __len__(self) -> int: ...
    def _repr_svg_(self) -> str | None: ...

@final
class Mover:
    @classmethod
    def disc(cls, radius: float) -> Mover: ...
    @classmethod
    def capsule(cls, a: npt.ArrayLike, b: npt.ArrayLike, radius: float) -> Mover: ...
    @classmethod
    def box(cls, min: npt.ArrayLike, max: npt.ArrayLike) -> Mover: ...
    @classmethod
    def polygon(cls, corners: npt.ArrayLike) -> Mover: ...
    def grown(self, by: float) -> Mover: ...
    @property
    def vertices(self) -> _Floats: ...
    @property
    def radius(self) -> float: ...
    @property
    def is_convex(self) -> bool: ...

@final
class Zones:
    def __new__(
        cls,
        polygons: Iterable[npt.ArrayLike | Sequence[npt.ArrayLike]],
        names: Sequence[str | None] | None = None,
    ) -> Zones: ...
    @classmethod
    def read(cls, path: _Path) -> Zones: ...
    @property
    def names(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def containing(self, points: npt.ArrayLike, *, threads: int = 1) -> Any: ...
    def intersecting(self, points: npt.ArrayLike, radius: npt.ArrayLike, *, threads: int = 1) -> Any: ...
    def passages(self, starts: npt.ArrayLike, ends: npt.ArrayLike, *, threads: int = 1) -> _Records: ...

@final
class World:
    def __new__(
        cls,
        walls: Walls | None = None,
        *,
        gravity: _Pair = (0.0, 0.0),
        max_events: int = 0,
        contact_time: float | None = None,
        rest_speed: float = 0.0,
    ) -> World: ...
    @classmethod
    def read(cls, path: _Path) -> World: ...
    @property
    def characters(self) -> _Records: ...
    def add(
        self,
        positions: npt.ArrayLike,
        velocities: npt.ArrayLike | None = None,
        radius: npt.ArrayLike = 0.0,
        *,
        mover: Mover | Sequence[Mover] | None = None,
        mass: npt.ArrayLike = 1.0,
        restitution: npt.ArrayLike = 1.0,
        friction: npt.ArrayLike = 0.0,
        layers: npt.ArrayLike = 0xFFFFFFFF,
        mask: npt.ArrayLike = 0xFFFFFFFF,
        response: Literal["bounce", "slide", "stop"] = "bounce",
        sensor: bool = False,
    ) -> _Ids: ...
    def replace(
        self,
        ids: npt.ArrayLike,
        positions: npt.ArrayLike,
        velocities: npt.ArrayLike | None = None,
        radius: npt.ArrayLike = 0.0,
        *,
        mover: Mover | Sequence[Mover] | None = None,
        mass: npt.ArrayLike = 1.0,
        restitution: npt.ArrayLike = 1.0,
        friction: npt.ArrayLike = 0.0,
        layers: npt.ArrayLike = 0xFFFFFFFF,
        mask: npt.ArrayLike = 0xFFFFFFFF,
        response: Literal["bounce", "slide", "stop"] = "bounce",
        sensor: bool = False,
    ) -> None: ...
    def remove(self, ids: npt.ArrayLike) -> None: ...
    def set_velocities(self, velocities: npt.ArrayLike, ids: npt.ArrayLike | None = None) -> None: ...
    def set_velocity(self, body: int, velocity: _Pair) -> _Pair: ...
    def push(self, impulses: npt.ArrayLike, ids: npt.ArrayLike | None = None) -> None: ...
    def now(self, *, without: npt.ArrayLike | None = None) -> Now: ...
    def report(self) -> dict[str, Any]: ...
    def set_positions(self, positions: npt.ArrayLike, ids: npt.ArrayLike | None = None) -> None: ...
    def step(self, dt: float) -> Frame: ...
    def run(self, dt: float, frames: int) -> Frame: ...
    def step_with(self, dt: float, each: Callable[[Happening], object]) -> Frame: ...
    def add_group(
        self,
        segments: npt.ArrayLike | None = None,
        circles: npt.ArrayLike | None = None,
        *,
        velocity: _Pair = (0.0, 0.0),
        squeeze: Literal["stop", "pass"] = "stop",
        mark: tuple[float, float] | None = None,
        mask: npt.ArrayLike | None = None,
        side: npt.ArrayLike | None = None,
        restitution: npt.ArrayLike | None = None,
        friction: npt.ArrayLike | None = None,
    ) -> int: ...
    def set_group_velocity(self, group: int, velocity: _Pair) -> _Pair: ...
    def remove_group(self, group: int) -> None: ...
    @property
    def groups(self) -> _Records: ...
    def group_walls(self, group: int) -> Walls: ...
    def add_walls(
        self,
        segments: npt.ArrayLike | None = None,
        circles: npt.ArrayLike | None = None,
        *,
        mask: npt.ArrayLike | None = None,
        side: npt.ArrayLike | None = None,
        restitution: npt.ArrayLike | None = None,
        friction: npt.ArrayLike | None = None,
    ) -> _Ids: ...
    def remove_walls(self, ids: npt.ArrayLike) -> None: ...
    def replace_walls(
        self,
        ids: npt.ArrayLike,
        segments: npt.ArrayLike | None = None,
        circles: npt.ArrayLike | None = None,
        *,
        mask: npt.ArrayLike | None = None,
        side: npt.ArrayLike | None = None,
        restitution: npt.ArrayLike | None = None,
        friction: npt.ArrayLike | None = None,
    ) -> None: ...
    def add_gates(self, segments: npt.ArrayLike) -> _Ids: ...
    def remove_gates(self, ids: npt.ArrayLike) -> None: ...
    def replace_gates(self, ids: npt.ArrayLike, segments: npt.ArrayLike) -> None: ...
    @property
    def gates(self) -> _Records: ...
    @property
    def bodies(self) -> _Records: ...
    @property
    def ids(self) -> _Ids: ...
    @property
    def positions(self) -> _Floats: ...
    @property
    def velocities(self) -> _Floats: ...
    @property
    def discs(self) -> _Floats: ...
    @property
    def shapes(self) -> list[Mover]: ...
    @property
    def walls(self) -> Walls: ...
    @property
    def time(self) -> float: ...
    @property
    def energy(self) -> float: ...
    @property
    def motion_energy(self) -> float: ...
    @property
    def settings(self) -> dict[str, Any]: ...
    def set_settings(
        self,
        *,
        gravity: _Pair = (0.0, 0.0),
        max_events: int = 0,
        contact_time: float | None = None,
        rest_speed: float = 0.0,
    ) -> None: ...
    @property
    def momentum(self) -> _Pair: ...
    @property
    def tally(self) -> dict[str, Any]: ...
    def picture(
        self, *, title: str | None = None, size: tuple[int, int] | None = None, theme: _Theme = "light"
    ) -> Picture: ...
    def snapshot(self) -> Snapshot: ...
    def restore(self, snapshot: Snapshot) -> None: ...
    def state_hash(self) -> int: ...
    def __len__(self) -> int: ...
    def _repr_svg_(self) -> str | None: ...

@final
class Frame:
    @property
    def events(self) -> _Records: ...
    @property
    def end(self) -> Literal["completed", "event-limit", "jammed"]: ...
    @property
    def remaining(self) -> float: ...
    @property
    def body(self) -> int | None: ...

@final
class Happening:
    @property
    def event(self) -> _Records: ...
    def remove_wall(self, wall: int) -> None: ...
    def remove(self, body: int) -> None: ...
    def set_velocity(self, body: int, velocity: _Pair) -> None: ...
    def push(self, body: int, impulse: _Pair) -> None: ...
    def set_group_velocity(self, group: int, velocity: _Pair) -> None: ...
    def remove_group(self, group: int) -> None: ...
    def end_frame(self) -> None: ...

@final
class Now:
    @property
    def walls(self) -> Walls: ...
    @property
    def things(self) -> _Records: ...
    def intersecting(self, center: npt.ArrayLike, radius: float = 0.0) -> _Records: ...

@final
class Snapshot: ...

@final
class Picture:
    def save(self, path: _Path) -> None: ...
    def _repr_svg_(self) -> str: ...

@final
class Explanation:
    @property
    def picture(self) -> Picture: ...
    @property
    def end(self) -> _Pair: ...
    def markdown(self) -> str: ...
    def latex(self) -> str: ...
    def _repr_svg_(self) -> str: ...

def beam_angles(beams: int = 1080, fov: float | None = None) -> _Floats: ...
def _philox(counter: Sequence[int], key: Sequence[int]) -> list[int]: ...

_Fixes: TypeAlias = tuple[npt.NDArray[Any], _Floats]
# The columns of what was found; or none, and the row that comes too late and the time of the one before.
_FoundOrLate: TypeAlias = tuple[Any, tuple[int, float] | None]

@final
class _Tracks:
    def __new__(cls) -> _Tracks: ...
    def state(self) -> tuple[_Ids, npt.NDArray[Any], _Floats, _Floats]: ...
    def keep_only(self, number: int) -> None: ...

@final
class _Boundaries:
    def __new__(
        cls,
        gates: Iterable[npt.ArrayLike],
        zones: Iterable[npt.ArrayLike | Sequence[npt.ArrayLike]],
        names: Sequence[str | None] | None = None,
        is_in_degrees: bool = False,
    ) -> _Boundaries: ...
    @classmethod
    def read(cls, path: _Path) -> _Boundaries: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def counts(self) -> tuple[int, int]: ...
    @property
    def is_in_degrees(self) -> bool: ...
    def follow(
        self,
        tracks: _Tracks,
        numbers: _Ids,
        times: npt.NDArray[Any],
        points: _Floats,
        skip_late: bool,
        threads: int,
    ) -> _FoundOrLate: ...
    def moved(self, befores: _Fixes, afters: _Fixes, skip_late: bool, threads: int) -> _FoundOrLate: ...
