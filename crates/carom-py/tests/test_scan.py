"""Lidars."""

import numpy as np
import pytest

import carom
from carom import _core


def test_shapes_and_types(room):
    assert room.scan([0, 0, 0]).shape == (1080,)
    assert room.scan([[0, 0, 0]] * 3, beams=7).shape == (3, 7)
    assert room.scan(np.zeros((0, 3)), beams=7).shape == (0, 7)
    assert room.scan([], beams=7).shape == (0, 7)
    assert room.scan([0, 0, 0]).dtype == np.float32
    assert room.scan([0, 0, 0], dtype="float64").dtype == np.float64
    ranges, ids = room.scan([[0, 0, 0]] * 3, beams=7, ids=True)
    assert ranges.shape == ids.shape == (3, 7) and ids.dtype == np.int32


def test_where_beams_look(room):
    assert room.scan([0, 0, 0], beams=4).tolist() == [0.75, 1, 2, 1]
    assert room.scan([0, 0, np.pi], beams=4) == pytest.approx([2, 1, 0.75, 1])
    assert room.scan([0, 0, 0], beams=1, fov=3.0).tolist() == [0.75]
    # From the right to the left, both edges included.
    assert room.scan([0, 0, 0], beams=3, fov=np.pi) == pytest.approx([1, 0.75, 1])
    assert room.scan([-1, 0.5, 0], beams=2, fov=np.pi) == pytest.approx([1.5, 0.5])
    assert room.scan([0, 0, 0], beams=[0.0, np.pi / 2]) == pytest.approx([0.75, 1])


def test_angles_are_those_of_the_beams(room):
    for fov in (None, 1.0, 2 * np.pi):
        angles = carom.beam_angles(11, fov)
        assert room.scan([0.1, 0.2, 0.3], beams=11, fov=fov, dtype=float) == pytest.approx(
            room.scan([0.1, 0.2, 0.3], beams=angles, dtype=float), rel=1e-14
        )


def test_the_sensor_is_where_it_is_on_the_robot(room):
    # Half a unit ahead of a robot that looks up, and turned back to the right.
    there = room.scan([0.3, 0.1, np.pi / 2], beams=9, offset=(0.5, 0.25, -np.pi / 2), dtype=float)
    assert there == pytest.approx(room.scan([0.05, 0.6, 0], beams=9, dtype=float), rel=1e-12)


def test_ranges_clip_the_reading_and_not_the_beam(room):
    ranges = room.scan([0, 0, 0], beams=4, min_range=0.9, max_range=1.5)
    assert ranges.tolist() == [np.float32(0.9), 1, 1.5, 1]
    # A wall nearer than the least range is not looked through.
    assert room.scan([1.9, 0, 0], beams=1, min_range=0.5).tolist() == [0.5]
    outside = carom.Walls([[5, -1, 5, 1]])
    assert outside.scan([0, 0, 0], beams=4).tolist() == [5, np.inf, np.inf, np.inf]
    assert outside.scan([0, 0, 0], beams=4, max_range=3).tolist() == [3, 3, 3, 3]


def test_ids_tell_what_is_met(room):
    ranges, ids = room.scan([0, 0, 0], beams=4, ids=True)
    assert ids.tolist() == [4, 2, 3, 0]
    assert ranges.tolist() == room.scan([0, 0, 0], beams=4).tolist()
    _, ids = carom.Walls([[5, -1, 5, 1]]).scan([0, 0, 0], beams=2, ids=True, bodies=[[-3, 0, 1]])
    assert ids.tolist() == [0, -2]


def test_f32_is_rounded_toward_zero(maze):
    poses = np.random.default_rng(2).uniform(0, 100, (20, 3))
    wide = maze.scan(poses, beams=300, dtype=np.float64)
    narrow = maze.scan(poses, beams=300)
    with_ids, _ = maze.scan(poses, beams=300, ids=True)
    finite = np.isfinite(wide)
    assert (narrow[finite] <= wide[finite]).all()
    assert (np.nextafter(narrow, np.float32(np.inf))[finite] > wide[finite]).all()
    assert (narrow == with_ids).all()


@pytest.mark.parametrize("options", [{}, {"noise": 0.1}, {"ids": True}, {"dtype": np.float64, "mask": 1}])
def test_threads_and_batches_change_nothing(maze, options):
    poses = np.random.default_rng(3).uniform(0, 100, (300, 3))
    bodies = np.c_[poses[:, :2] + 0.5, np.full(300, 0.2)]
    options = {"beams": 90, "fov": 4.7, "max_range": 30, "bodies": bodies, "own": np.arange(300), **options}
    once = np.array(maze.scan(poses, **options))
    for threads in (2, 3, 0):
        assert (np.array(maze.scan(poses, threads=threads, **options)) == once).all()
    parts = []
    for start, end in ((0, 1), (1, 100), (100, 300)):
        part = {**options, "own": np.arange(start, end), "robots": np.arange(start, end)}
        parts.append(np.array(maze.scan(poses[start:end], **part)))
    assert (np.concatenate(parts, axis=-2) == once).all()


def test_bodies_are_seen_as_discs(room):
    assert room.scan([-1, 0, 0], beams=1, bodies=[[0, 0, 0.5]]).tolist() == [0.5]
    # One's own body is not seen, the others are.
    bodies = np.array([[-1, 0, 0.25], [0, 0, 0.25]])
    poses = np.c_[bodies[:, :2], [0, np.pi]]
    assert room.scan(poses, beams=1, bodies=bodies, own=[0, 1]) == pytest.approx(np.array([[0.75], [0.75]]))
    assert room.scan(poses, beams=1, bodies=bodies).tolist() == [[0], [0]]
    assert room.scan(poses, beams=1, bodies=bodies, own=-1).tolist() == [[0], [0]]


def test_own_bodies_are_told_apart():
    rng = np.random.default_rng(4)
    count = 500
    bodies = np.c_[rng.uniform(-50, 50, (count, 2)), np.full(count, 0.5)]
    poses = np.c_[bodies[:, :2], rng.uniform(-3, 3, count)]
    _, ids = carom.Walls().scan(poses, beams=60, bodies=bodies, own=np.arange(count), ids=True)
    assert not (ids == (-2 - np.arange(count))[:, None]).any()
    for robot in range(0, count, 50):
        others = np.delete(bodies, robot, axis=0)
        _, expected = carom.Walls().scan(poses[robot], beams=60, bodies=others, ids=True)
        body = -2 - expected
        expected = np.where(expected == -1, -1, -2 - np.where(body >= robot, body + 1, body))
        assert (ids[robot] == expected).all()


def test_masks_leave_walls_out():
    walls = carom.Walls([[2, -1, 2, 1], [4, -1, 4, 1]], mask=[0b01, 0b10])
    assert walls.scan([0, 0, 0], beams=1).tolist() == [2]
    assert walls.scan([0, 0, 0], beams=1, mask=0b10).tolist() == [4]


def test_philox_is_the_published_one():
    # Known answers of Random123.
    assert _core._philox([0] * 4, [0] * 2) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
    full = 0xFFFFFFFF
    assert _core._philox([full] * 4, [full] * 2) == [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]
    counter = [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344]
    assert _core._philox(counter, [0xA4093822, 0x299F31D0]) == [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1]


def test_noise_is_normal_and_its_own_for_everything():
    walls = carom.Walls([[100, -1e6, 100, 1e6]])
    ask = dict(beams=[0.0] * 500, dtype=np.float64, noise=2.0)
    noisy = walls.scan(np.zeros((200, 3)), **ask) - 100
    count = noisy.size
    assert abs(noisy.mean()) < 5 * 2 / np.sqrt(count)
    assert noisy.std() == pytest.approx(2, rel=5 / np.sqrt(2 * count))
    assert abs((noisy**3).mean() / 8) < 5 * np.sqrt(15 / count)
    assert (noisy**4).mean() / 16 == pytest.approx(3, abs=5 * np.sqrt(96 / count))
    assert np.unique(noisy).size > 0.99 * count
    for other in ({"seed": 1}, {"frame": 1}, {"robots": np.arange(200) + 200}, {"seed": 2**63}, {"robots": np.arange(200) + 2**40}):
        assert not (walls.scan(np.zeros((200, 3)), **ask, **other) - 100 == noisy).any()
    # What meets nothing has no noise, and no reading is negative.
    assert (carom.Walls().scan([0, 0, 0], noise=1.0, max_range=9) == 9).all()
    assert (walls.scan([99.9, 0, 0], **ask) >= 0).all()


def test_one_beam_of_noise_is_the_same_for_ever():
    walls = carom.Walls([[100, -1, 100, 1]])
    assert walls.scan([0, 0, 0], beams=1, noise=1.0, seed=42, dtype=float).tolist() == [100.88649750590145]
