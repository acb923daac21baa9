"""What is not allowed gets an exception that says what is."""

import numpy as np
import pytest

import carom

NAN = float("nan")


def same(a, b):
    return a.tobytes() == b.tobytes()


def walls():
    return carom.Walls([[4, -1, 4, 1], [2, -1, 2, 1]])


CASES = [
    (lambda: carom.Walls([[1, 2, 3]]), ValueError, "segments has shape (1, 3); expected shape (n, 4) or (n, 2, 2)"),
    (lambda: carom.Walls(5), ValueError, "segments has shape (); expected shape (n, 4) or (n, 2, 2)"),
    (lambda: carom.Walls([[1, 2, 1, 2]]), ValueError, "segments[0]: segment ends coincide at (1, 2); a segment needs two distinct ends"),
    (lambda: carom.Walls([[1, 2, NAN, 2]]), ValueError, "segments[0]: segment end b is (NaN, 2)"),
    (lambda: carom.Walls(circles=[[1, 2, -3]]), ValueError, "circles[0]: circle radius is -3"),
    (lambda: carom.Walls(np.zeros((2, 4), complex)), TypeError, "segments has dtype complex128; expected float64"),
    (lambda: carom.Walls([["a", "b", "c", "d"]]), TypeError, "segments has dtype <U1; expected float64"),
    (lambda: carom.Walls(np.zeros((2, 4), object)), TypeError, "segments has dtype object; expected float64"),
    (lambda: carom.Walls([[1, 2, 3, 4], [1, 2]]), ValueError, "inhomogeneous"),
    (lambda: carom.Walls([[1, 2, 3, 4]], strategy="magic"), ValueError, "strategy is 'magic'; expected one of 'brute-force', 'bounds'"),
    (lambda: carom.Walls([[1, 2, 3, 4]], mask=-1), ValueError, "mask is -1; expected a whole number from 0 to 4294967295"),
    (lambda: carom.Walls([[1, 2, 3, 4]], mask=[1, 2]), ValueError, "mask has shape (2,); expected shape (), or (1,) for 1 of them"),
    (lambda: carom.Walls([[1, 2, 3, 4]], mask=0.5), TypeError, "mask has dtype float64; expected whole numbers"),
    (lambda: carom.Walls([[1, 2, 3, 4]], side=2), ValueError, "side is 2; expected a whole number from -1 to 1"),
    (lambda: carom.Walls([[1, 2, 3, 4]], restitution=[2]), ValueError, "restitution[0]: wall restitution is 2; expected a number from 0 to 1"),
    (lambda: carom.Walls.polygons([[(0, 0), (1, 0)]]), ValueError, "polygons[0]: outer ring has 2 vertices; a ring needs at least 3"),
    (lambda: carom.Walls.polygons([[(0, 0), (2, 2), (2, 0), (0, 2)]]), ValueError, "polygons[0]: edge 0 and edge 2 cross or touch"),
    (lambda: carom.Walls.polygons(3), TypeError, "not iterable"),
    (lambda: carom.Walls.read("/no/such/file.json"), FileNotFoundError, "there is no such file"),
    (lambda: carom.Walls.read("/"), OSError, "it is a folder; expected a file"),
    (lambda: walls().remove(7), ValueError, "there is no wall 7; it was removed, or belongs to other walls"),
    (lambda: walls().remove(-1), ValueError, "there is no wall -1"),
    (lambda: walls().first_touch([1, 2, 3], [1, 2]), ValueError, "starts has shape (3,); expected shape (n, 2), or (2,) for one"),
    (lambda: walls().first_touch([[1, 2]] * 3, [[1, 2]] * 4), ValueError, "starts has 3 rows and ends has 4; expected as many"),
    (lambda: walls().first_touch([[1, 2]] * 3, [1, NAN]), ValueError, "sweeps[0]: sweep end is (1, NaN)"),
    (lambda: walls().first_touch([1, 2], [1, float("inf")]), ValueError, "sweep end is (1, inf)"),
    (lambda: walls().first_touch([[1, 2]] * 3, [1, 3], [1, 2]), ValueError, "radius has shape (2,); expected shape (), or (3,) for 3 of them"),
    (lambda: walls().first_touch([[1, 2]] * 3, [1, 3], -1), ValueError, "sweeps[0]: sweep radius is -1"),
    (lambda: walls().first_touch([1, 2], [1, 3], threads=-1), ValueError, "threads is -1; expected a number from 1 to 1024, or 0 for one a core"),
    (lambda: walls().first_touch([1, 2], [1, 3], mask=-1), OverflowError, ""),
    (lambda: walls().nearest([1, NAN]), ValueError, "points is (1, NaN); expected finite numbers"),
    (lambda: walls().scan([[1, 2, 3], [1, NAN, 0]]), ValueError, "poses[1] is (1, NaN, 0); expected finite numbers"),
    (lambda: walls().scan([1, 2, 3, 4]), ValueError, "poses has shape (4,); expected shape (n, 3), or (3,) for one"),
    (lambda: walls().scan([0, 0, 1e9]), ValueError, "the heading of poses[0] is 1000000000; expected radians from"),
    (lambda: walls().scan([0, 0, 0], beams=0), ValueError, "beams is 0; expected a number from 1 to 16777216"),
    (lambda: walls().scan([0, 0, 0], beams=[NAN]), ValueError, "beams[0] is NaN; expected radians"),
    (lambda: walls().scan([0, 0, 0], beams=[1.0], fov=1), ValueError, "fov is for a number of beams"),
    (lambda: walls().scan([0, 0, 0], fov=7), ValueError, "fov is 7; expected radians from 0 to 6.28"),
    (lambda: walls().scan([0, 0, 0], max_range=0), ValueError, "max_range is 0; expected a number above 0, or infinity"),
    (lambda: walls().scan([0, 0, 0], max_range=NAN), ValueError, "max_range is NaN"),
    (lambda: walls().scan([0, 0, 0], min_range=3, max_range=2), ValueError, "min_range is 3; expected a finite number from 0 to max_range, which is 2"),
    (lambda: walls().scan([0, 0, 0], offset=(0, NAN, 0)), ValueError, "offset is (0, NaN, 0); expected finite numbers"),
    (lambda: walls().scan([0, 0, 0], dtype=int), ValueError, "dtype is int64; expected float32 or float64"),
    (lambda: walls().scan([0, 0, 0], noise=-1), ValueError, "noise is -1; expected a finite number, 0 or more"),
    (lambda: walls().scan([0, 0, 0], bodies=[[0, 0, -1]]), ValueError, "bodies[0]: circle radius is -1"),
    (lambda: walls().scan([0, 0, 0], bodies=[[0, 0, 1]], own=1), ValueError, "own is 1; expected a whole number from -1 to 0"),
    (lambda: walls().scan(np.zeros((2**20, 3)), beams=2**24), MemoryError, "17592186044416 answers of 4 bytes each are more than there is memory"),
    (lambda: walls().bounce([1, 2], [1, 3], time=NAN), ValueError, "time is NaN; expected a number, 0 or more, or infinity"),
    (lambda: walls().bounce([1, 2], [1, 3], restitution=2), ValueError, "restitution is 2; expected a number from 0 to 1"),
    (lambda: walls().explain([0, 0], [1, 1], method="guess"), ValueError, "method is 'guess'; expected 'both-ends', 'one-dot' or 'straddle'"),
    (lambda: carom.Walls().explain([0, 0], [1, 1]), ValueError, "0 walls; a working tells of each, expected 1 to 1000"),
    (lambda: walls().picture(theme="pink"), ValueError, "theme is 'pink'; expected 'light' or 'dark'"),
    (lambda: walls().picture(size=(1, 1)), ValueError, "size is (1, 1); expected numbers of pixels from 64 to 16384"),
    (lambda: carom.World(gravity=(0, NAN)), ValueError, "gravity is (0, NaN)"),
    (lambda: carom.World(rest_speed=-1), ValueError, "rest speed is -1; expected a finite number, 0 or more"),
    (lambda: carom.World(walls()).add([4, 0]), ValueError, "positions[0]: the new body at (4, 0) is on or in wall 0"),
    (lambda: carom.World().add([[0, 0], [1, 0]], radius=1), ValueError, "positions[1]: the new body at (1, 0) overlaps body 0 at (0, 0)"),
    (lambda: carom.World().add([[0, 0], [9, 0]], velocities=[[1, 1]]), ValueError, "velocities has 1 rows; expected 2, or shape (2,) for all"),
    (lambda: carom.World().add([0, 0], mass=0), ValueError, "positions[0]: body mass is 0; expected a finite number above 0"),
    (lambda: carom.World().add([0, 0], response="fly"), ValueError, "response is 'fly'; expected 'bounce', 'slide' or 'stop'"),
    (lambda: carom.World().step(0), ValueError, "dt is 0; expected a finite number above 0"),
    (lambda: carom.World().remove(3), ValueError, "there is no body 3; it was removed, or belongs to another world"),
    (lambda: carom.crossings({"id": [1], "time": [0], "x": [0]}, [[0, 0, 1, 1]]), KeyError, "y"),
    (lambda: carom.crossings({"id": [1, 1], "time": [0, 0], "x": [0, 1], "y": [0, 1]}, [[0, 0, 1, 1]]), ValueError, "row 1: `1` is at time 0.0, not after 0.0"),
    (lambda: carom.crossings({"id": [1, 1], "time": [0, 1], "x": [0, NAN], "y": [0, 1]}, [[0, 0, 1, 1]]), ValueError, "points[1] is (NaN, 1); expected finite numbers"),
    (lambda: carom.crossings({"id": [1, 1], "time": [0, 1], "x": [0, 1], "y": [0, 1]}, [[0, 0, 0, 0]]), ValueError, "gate 0 has no length; a gate needs two distinct points or more"),
]


@pytest.mark.parametrize("number", range(len(CASES)))
def test_the_message_says_what_is_allowed(number):
    ask, error, text = CASES[number]
    with pytest.raises(error) as caught:
        ask()
    assert text in str(caught.value)


def test_layouts_do_not_matter(maze):
    rng = np.random.default_rng(5)
    sweeps = rng.uniform(0, 100, (500, 4))
    expected = maze.first_touch(sweeps[:, :2].copy(), sweeps[:, 2:].copy())
    views = {
        "columns of a wider array": (sweeps[:, :2], sweeps[:, 2:]),
        "Fortran order": (np.asfortranarray(sweeps[:, :2]), np.asfortranarray(sweeps[:, 2:])),
        "backwards and back": (sweeps[::-1, :2][::-1], sweeps[::-1, 2:][::-1]),
        "lists": (sweeps[:, :2].tolist(), sweeps[:, 2:].tolist()),
        "other byte order": (sweeps[:, :2].astype(">f8"), sweeps[:, 2:].astype(">f8")),
    }
    packed = np.zeros(500, dtype=[("flag", "u1"), ("start", "f8", 2), ("end", "f8", 2)])
    packed["start"], packed["end"] = sweeps[:, :2], sweeps[:, 2:]
    assert not packed["start"].flags.aligned
    views["not aligned"] = (packed["start"], packed["end"])
    frozen = sweeps.copy()
    frozen.flags.writeable = False
    views["read-only"] = (frozen[:, :2], frozen[:, 2:])
    for name, (starts, ends) in views.items():
        assert same(maze.first_touch(starts, ends), expected), name
    # One start for all, and one end.
    expected = maze.first_touch(np.tile(sweeps[0, :2], (500, 1)), sweeps[:, 2:])
    assert same(maze.first_touch(sweeps[0, :2], sweeps[:, 2:]), expected)
    stretched = np.broadcast_to(sweeps[0, :2], (500, 2))
    assert same(maze.first_touch(stretched, sweeps[:, 2:]), expected)


def test_f32_and_whole_numbers_are_taken_as_they_are(maze):
    sweeps = np.random.default_rng(6).uniform(0, 100, (100, 4)).astype(np.float32)
    wide = sweeps.astype(np.float64)
    assert same(maze.first_touch(sweeps[:, :2], sweeps[:, 2:]), maze.first_touch(wide[:, :2], wide[:, 2:]))
    assert walls().first_touch(np.array([0, 0], np.int32), np.array([8, 0], np.uint8))["time"] == 0.25


def test_nothing_is_asked_of_nothing():
    empty = carom.Walls()
    assert len(empty) == 0
    assert empty.segments.shape == (0, 4) and empty.circles.shape == (0, 3)
    assert empty.first_touch(np.zeros((0, 2)), np.zeros((0, 2))).shape == (0,)
    assert empty.first_touch([], []).shape == (0,)
    assert empty.first_touch([0, 0], [1, 1])["wall"] == -1
    assert empty.nearest([0, 0]) == (-1, np.inf)
    assert walls().first_times(np.zeros((0, 2)), np.zeros((0, 2)), threads=8).shape == (0,)
    bounces, paths = walls().bounce(np.zeros((0, 2)), np.zeros((0, 2)))
    assert bounces.shape == paths.shape == (0,)
    found = carom.crossings({"id": [], "time": [], "x": [], "y": []}, np.zeros((0, 4)))
    assert all(len(column) == 0 for column in found.values())
    world = carom.World()
    assert world.positions.shape == (0, 2) and world.bodies.shape == (0,) and world.add([]).shape == (0,)
    assert len(world.step(1).events) == 0
