"""Tests of the installed package: never of the sources beside them."""

import json
import pathlib

import numpy as np
import pytest

import carom

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent


def pytest_sessionstart(session):
    installed = pathlib.Path(carom.__file__).resolve()
    if HERE.parent in installed.parents:
        raise pytest.UsageError(f"carom is imported from the sources, {installed}; install the wheel and run the tests there")


@pytest.fixture
def room():
    """A room of 4 by 2 around the origin, with a pillar."""
    edges = [[-2, -1, 2, -1], [2, -1, 2, 1], [2, 1, -2, 1], [-2, 1, -2, -1]]
    return carom.Walls(edges, circles=[[1, 0, 0.25]])


@pytest.fixture(scope="session")
def maze():
    """A thousand walls of length 1 or so in a square of 100 by 100."""
    rng = np.random.default_rng(1)
    starts = rng.uniform(0, 100, (1000, 2))
    return carom.Walls(np.concatenate([starts, starts + rng.uniform(-1, 1, (1000, 2))], axis=1))


@pytest.fixture(scope="session")
def town(tmp_path_factory):
    """Gates and zones in a file, and tracks that often stop on them, run along them and pass through their corners."""
    return Town(tmp_path_factory.mktemp("town"))


class Town:
    """Gates and zones, and rows in order of time, of many tracks."""

    GATES = {
        "north": [[0, 6], [12, 6]],
        "bent": [[3, 0], [6, 3], [3, 6], [3, 9]],
        "crossroads, \"old\"": [[6, 0], [6, 12]],
    }
    ZONES = {
        "square": [[[2, 2], [8, 2], [8, 8], [2, 8]]],
        "ring": [[[1, 1], [11, 1], [11, 11], [1, 11]], [[4, 4], [4, 7], [7, 7], [7, 4]]],
        "beside the square": [[[8, 2], [12, 2], [12, 8], [8, 8]]],
        "arrow": [[[0, 0], [9, 4], [0, 12], [4, 4]]],
    }

    def __init__(self, folder):
        self.folder = folder
        self.file = folder / "town.geojson"
        self.file.write_text(json.dumps({"type": "FeatureCollection", "features": list(self.features())}))
        rng = np.random.default_rng(20)
        tracks, steps = 120, 150
        on_grid = rng.integers(0, 13, (steps, tracks, 2)).astype(float)
        anywhere = rng.uniform(0, 12, (steps, tracks, 2))
        places = np.where((np.arange(tracks) % 2 == 0)[None, :, None], on_grid, anywhere)
        # Some stand still now and then, and not all are heard of each time.
        for step in range(1, steps):
            stands = rng.random(tracks) < 0.1
            places[step, stands] = places[step - 1, stands]
        heard = rng.random((steps, tracks)) < 0.9
        step, track = np.nonzero(heard)
        self.rows = {
            "id": np.array([f"track {number}" for number in track]),
            "time": step * 10 + np.round(rng.random(len(step)), 3),
            "x": places[step, track, 0],
            "y": places[step, track, 1],
        }

    def features(self):
        for name, points in self.GATES.items():
            yield {"type": "Feature", "properties": {"name": name}, "geometry": {"type": "LineString", "coordinates": points}}
        for name, rings in self.ZONES.items():
            closed = [[*ring, ring[0]] for ring in rings]
            yield {"type": "Feature", "properties": {"name": name}, "geometry": {"type": "Polygon", "coordinates": closed}}

    def kernel(self, **options):
        return carom.Crossings(self.file, planar=True, **options)

    def csv(self):
        """The rows as a file for the command."""
        file = self.folder / "tracks.csv"
        columns = [column.tolist() for column in self.rows.values()]
        lines = [f"{id},{time!r},{x!r},{y!r}\n" for id, time, x, y in zip(*columns)]
        file.write_text("id,time,x,y\n" + "".join(lines))
        return file

    @staticmethod
    def lines(found):
        """Crossings as lines of text in which every bit counts, sorted."""
        columns = [np.asarray(found[name]).tolist() for name in ("id", "time", "gate", "direction", "x", "y")]
        return sorted(repr(row) for row in zip(*columns))
