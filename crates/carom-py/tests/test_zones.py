"""Zones: who is in which, and when moves enter and leave, beside fractions."""

import pickle
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import carom

ROOT = Path(__file__).resolve().parents[3]

SQUARE = [[0, 0], [8, 0], [8, 8], [0, 8]]
BESIDE = [[8, 0], [12, 0], [12, 8], [8, 8]]
HOLED = [[[0, 0], [12, 0], [12, 8], [0, 8]], [[2, 2], [2, 4], [5, 4], [5, 2]]]
STAR = [[6, 7], [4, 3], [0, 3], [3, 0], [2, -4], [6, -1], [10, -4], [9, 0], [12, 3], [8, 3]]
ALL = [SQUARE, BESIDE, HOLED, STAR]


def rings_of(polygon):
    return polygon if isinstance(polygon[0][0], list) else [polygon]


def has(polygon, x, y):
    """Whether a polygon has a place a hair to the right of this one, and a smaller hair above: edges to the right of it, counted."""
    inside = False
    for ring in rings_of(polygon):
        for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1]):
            if (y0 <= y) != (y1 <= y):
                at = Fraction(x0) + Fraction(x1 - x0) * (Fraction(y) - y0) / (y1 - y0)
                # One that goes through the place itself is left behind by the hair to the right.
                inside ^= at > Fraction(x)
    return inside


@pytest.fixture(scope="module")
def zones():
    return carom.Zones(ALL, ["square", "beside", None, "star"])


def test_who_is_in_which(zones):
    points = [[x / 2, y / 2] for x in range(-4, 30) for y in range(-10, 20)]
    expected = [(row, zone) for row, (x, y) in enumerate(points) for zone, polygon in enumerate(ALL) if has(polygon, x, y)]
    found = zones.containing(points)
    assert list(zip(found["row"].tolist(), found["zone"].tolist())) == expected
    assert len(expected) > 500
    for row in (0, 333, 700):
        assert zones.containing(points[row]).tolist() == [zone for at, zone in expected if at == row]


def test_entries_less_exits_are_who_is_inside(zones):
    random = np.random.default_rng(5)
    starts, ends = random.integers(-4, 14, (2, 20_000, 2))
    passages = zones.passages(starts, ends)
    count = np.zeros((len(starts), len(zones)), dtype=int)
    for points, sign in ((starts, 1), (ends, -1)):
        found = zones.containing(points)
        np.add.at(count, (found["row"], found["zone"]), sign)
    np.add.at(count, (passages["row"], passages["zone"]), passages["change"])
    assert not count.any()
    assert len(passages) > 20_000
    same = passages["row"][1:] == passages["row"][:-1]
    assert (passages["row"][1:] >= passages["row"][:-1]).all()
    assert (passages["time"][1:][same] >= passages["time"][:-1][same]).all()


def test_discs(zones):
    assert zones.intersecting([-1, 4], 1).tolist() == [0, 2]
    assert zones.intersecting([-1, 4], np.nextafter(1, 0)).tolist() == []
    assert zones.intersecting([3.5, 3], 0.5).tolist() == [0, 3]
    found = zones.intersecting([[-1, 4], [10, 10]], [1, 2])
    assert found.tolist() == [(0, 0), (0, 2), (1, 1), (1, 2)]


def test_threads_and_copies_give_the_same(zones):
    random = np.random.default_rng(6)
    starts, ends = random.uniform(-4, 14, (2, 5_000, 2))
    expected = zones.passages(starts, ends).tobytes()
    copy = pickle.loads(pickle.dumps(zones))
    assert copy.names == zones.names == ["square", "beside", "zones[2]", "star"]
    for threads in (1, 2, 3):
        assert copy.passages(starts, ends, threads=threads).tobytes() == expected
        assert copy.containing(starts, threads=threads).tobytes() == zones.containing(starts).tobytes()


def test_a_file_and_crossings_say_the_same():
    file = ROOT / "scenes/geofence-zones.geojson"
    zones, counter = carom.Zones.read(file), carom.Crossings(file, planar=True)
    assert zones.names and set(zones.names) <= set(counter.names)
    passages = zones.passages([50, 150], [650, 400])
    found = counter({"id": ["van", "van"], "time": [0, 1], "x": [50, 650], "y": [150, 400]})
    told = [(time, gate) for time, gate in zip(found["time"].tolist(), found["gate"].tolist()) if gate in zones.names]
    assert told == [(time, zones.names[zone]) for time, zone in zip(passages["time"].tolist(), passages["zone"].tolist())]
    assert told


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: carom.Zones([[[0, 0], [1, 1]]]), "polygons[0]"),
        (lambda: carom.Zones(ALL, ["one"]), "1 names given for 4 polygons; expected one each"),
        (lambda: carom.Zones(ALL).containing([[0, 0], [float("nan"), 1]]), "points[1]"),
        (lambda: carom.Zones(ALL).intersecting([[0, 0]], [-1]), "points[0]"),
        (lambda: carom.Zones(ALL).passages([[0, 0]], [[0, 0], [1, 1]]), "starts has 1 rows and ends has 2"),
        (lambda: carom.Zones(ALL).passages([0, 0], [float("inf"), 1]), "inf"),
    ],
)
def test_what_is_refused(wrong, says):
    with pytest.raises(ValueError, match=says.replace("[", r"\[").replace("]", r"\]")):
        wrong()
