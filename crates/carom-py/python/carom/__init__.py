"""2D continuous collision whose decisions are never wrong: arrays in, arrays out.

>>> import carom
>>> walls = carom.Walls([[6, 0, 10, 7]])
>>> hit = walls.first_touch([6, 4], [9, 5])
>>> float(hit["time"]) == 16 / 17
True

Times of a move go from 0 to 1. y points up, and touching counts. Whether, when and in which order things touch is decided exactly, for
every finite number; a number that must be rounded is rounded once. Equal input gives equal bits on every machine, with any number of
threads.
"""

import enum as _enum

from ._core import (
    Explanation,
    Frame,
    Happening,
    Mover,
    Now,
    Picture,
    Snapshot,
    Walls,
    World,
    Zones,
    __version__,
    beam_angles,
)
from ._tracks import Crossings, crossings


class Feature(_enum.IntEnum):
    """The part of a wall that is touched: the field ``feature`` of a hit."""

    NONE = -1
    SIDE = 0
    A = 1
    B = 2


class Contact(_enum.IntEnum):
    """How a touch begins: the field ``contact`` of a hit."""

    NONE = -1
    #: The mover comes from outside and would go on into the wall, or through it.
    CROSSES = 0
    #: It touches when the frame ends, and not before.
    ENDS = 1
    #: It touches when the frame starts; a disc would go deeper.
    STARTS = 2
    #: A point moves along the wall's own line; a disc slides along the wall without going deeper.
    ALONG = 3
    #: A disc touches and leaves without going deeper.
    LEAVES = 4
    #: A disc overlaps the wall when the frame starts.
    OVERLAPS = 5


class Side(_enum.IntEnum):
    """The side from which a wall can be touched, looking from its first end to its second."""

    LEFT = 1
    ON = 0
    RIGHT = -1


class Ending(_enum.IntEnum):
    """How a bounce path ends: the field ``ending``."""

    #: All the time or length is used, or there is nothing left to meet.
    COMPLETED = 0
    #: The limit of bounces is reached.
    BOUNCE_LIMIT = 1
    #: The body cannot move: it starts on or in a wall, or has no room.
    BLOCKED = 2


class Surface(_enum.IntEnum):
    """What a wall is to a body that slides: the field ``kind`` of what it meets."""

    #: It faces up, and is no steeper than allowed: a body stands and walks on it.
    FLOOR = 0
    #: It faces up and is too steep.
    SLOPE = 1
    #: It faces sideways, or down, but steeper than a floor may be.
    WALL = 2
    #: It faces down.
    CEILING = 3


class SlideEnding(_enum.IntEnum):
    """How a slide ends: the field ``ending``. The field ``walls`` are those that end it."""

    #: The body went as far as its motion says, along what it met.
    COMPLETED = 0
    #: What is left of its motion leads straight into a wall, or up along what lifts nobody.
    BLOCKED = 1
    #: It is in a corner of two walls.
    CORNER = 2
    #: It has gone as many pieces as it may, and there is more.
    PIECE_LIMIT = 3
    #: It starts on or in a wall, and stays.
    STUCK = 4


class EventKind(_enum.IntEnum):
    """What kind of event it is: the field ``kind``. The field ``other`` is the wall, body, gate or group."""

    #: The body met a wall.
    WALL = 0
    #: Two bodies met.
    BODY = 1
    #: The body's centre crossed a gate.
    GATE = 2
    #: Another body begins to overlap the sensor.
    ENTERS = 3
    #: Another body no longer overlaps the sensor.
    LEAVES = 4
    #: The body met a wall of a group, which moves; ``other`` is the group.
    GROUP = 5
    #: A group has left no room for the body; ``other`` is the group, ``against`` what else is in its way.
    SQUEEZED = 6
    #: A group's mark crossed a gate: ``group`` crossed ``other``, and there is no body.
    GROUP_GATE = 7
    #: A wall of a group begins to overlap the sensor, and none did; ``other`` is the group.
    GROUP_ENTERS = 8
    #: No wall of a group overlaps the sensor any longer; ``other`` is the group.
    GROUP_LEAVES = 9


class Response(_enum.IntEnum):
    """What a body does at a wall: the field ``response``."""

    BOUNCE = 0
    SLIDE = 1
    STOP = 2


__all__ = [
    "Contact",
    "Crossings",
    "Ending",
    "EventKind",
    "Explanation",
    "Feature",
    "Frame",
    "Happening",
    "Mover",
    "Now",
    "Picture",
    "Response",
    "Side",
    "SlideEnding",
    "Snapshot",
    "Surface",
    "Walls",
    "World",
    "Zones",
    "__version__",
    "beam_angles",
    "crossings",
]
