"""The same answers as the library, bit for bit, on cases that the library answered itself."""

import os
import pathlib

import numpy as np
import pytest

import carom

STRATEGIES = ["brute-force", "bounds", "quadtree", "bvh", "grid"]


def floats(words):
    return np.array([int(word, 16) for word in words], dtype=np.uint64).view(np.float64)


def bits(array):
    array = np.ascontiguousarray(array)
    return array.view(np.uint64 if array.dtype == np.float64 else np.uint32).tolist()


class Scene:
    def __init__(self):
        self.segments, self.circles = [], []
        self.sweeps, self.bounces, self.scans, self.nearest = [], [], [], []


def corpus():
    path = os.environ.get("CAROM_CORPUS")
    if not path:
        pytest.skip("CAROM_CORPUS names no file; write one with `cargo run --example corpus`")
    return [line.split() for line in pathlib.Path(path).read_text().splitlines()]


@pytest.fixture(scope="module")
def lines():
    return corpus()


@pytest.fixture(scope="module")
def scenes(lines):
    found = []
    for name, *words in lines:
        if name == "segment":
            if not found or found[-1].sweeps:
                found.append(Scene())
            found[-1].segments.append(floats(words))
        elif name == "circle":
            found[-1].circles.append(floats(words))
        elif name in ("sweep", "bounce", "scan", "nearest"):
            {"sweep": found[-1].sweeps, "bounce": found[-1].bounces, "scan": found[-1].scans, "nearest": found[-1].nearest}[
                name
            ].append(words)
    assert len(found) == 36
    return found


def walls(scene, strategy=None):
    return carom.Walls(np.array(scene.segments), np.array(scene.circles), strategy=strategy)


@pytest.mark.parametrize("strategy", [None, *STRATEGIES])
def test_sweeps(scenes, strategy):
    touched = 0
    for scene in scenes:
        ask = walls(scene, strategy)
        sweeps = np.array([floats(words[:5]) for words in scene.sweeps])
        starts, ends, radius = sweeps[:, 0:2], sweeps[:, 2:4], sweeps[:, 4]
        answers = [ask.first_touch(starts, ends, radius, threads=2), ask.first_stop(starts, ends, radius)]
        times, any_touch = ask.first_times(starts, ends, radius), ask.touches_any(starts, ends, radius)
        for row, words in enumerate(scene.sweeps):
            rest = words[5:]
            for place, hits in enumerate(answers):
                hit = hits[row]
                if rest[0] == "-":
                    rest = rest[1:]
                    assert hit["wall"] == -1 and hit["time"] == np.inf and hit["contact"] == carom.Contact.NONE
                    continue
                wall, feature, contact = (int(word) for word in rest[:3])
                assert (hit["wall"], hit["feature"], hit["contact"]) == (wall, feature, contact)
                found = np.array([hit["time"], *hit["point"], *hit["normal"]])
                assert bits(found) == bits(floats(rest[3:8]))
                rest = rest[8:]
                if place == 0:
                    touched += 1
            assert not rest
            assert bits(times[row : row + 1]) == bits(answers[0]["time"][row : row + 1])
            assert any_touch[row] == (answers[0]["wall"][row] >= 0)
    assert touched > 300


def test_bounces(scenes):
    count = 0
    for scene in scenes:
        ask = walls(scene)
        sweeps = np.array([floats(words[:4]) for words in scene.bounces])
        bounces, paths = ask.bounce(sweeps[:, :2], sweeps[:, 2:], time=8.0, bounces=50, threads=2)
        for row, words in enumerate(scene.bounces):
            path = paths[row]
            found = np.array([*path["end"], *path["velocity"], path["length"]])
            assert bits(found) == bits(floats(words[4:9]))
            mine = bounces[bounces["path"] == row]
            rest = words[9:]
            assert len(mine) == path["bounces"] == len(rest) // 4
            for bounce, wall, numbers in zip(mine, rest[0::4], zip(rest[1::4], rest[2::4], rest[3::4])):
                assert bounce["wall"] == int(wall)
                assert bits(np.array([bounce["time"], *bounce["at"]])) == bits(floats(numbers))
                count += 1
    assert count > 100


def test_scans(scenes):
    met = 0
    for scene in scenes:
        ask = walls(scene)
        for words in scene.scans:
            x, y, limit = floats(words[:3])
            expected = floats(words[3:40])
            narrow = np.array([int(word, 16) for word in words[40:]], dtype=np.uint32).view(np.float32)
            met += int(np.isfinite(expected).sum())
            found = ask.scan([x, y], beams=37, max_range=limit, dtype=np.float64)
            assert bits(found) == bits(np.minimum(expected, limit))
            found = ask.scan([x, y], beams=37, max_range=limit)
            assert bits(found) == bits(np.minimum(narrow, np.float32(limit)))
            assert found.dtype == np.float32
    assert met > 1000


def test_nearest(scenes):
    for scene in scenes:
        ask = walls(scene)
        for words in scene.nearest:
            wall, distance = ask.nearest(floats(words[:2]))
            assert wall == int(words[2])
            assert bits(np.array([distance])) == bits(floats(words[3:]))


def test_world(lines):
    rows = {name: [words for first, *words in lines if first == name] for name in ("room", "body", "step")}
    world = carom.World(carom.Walls.polygons([floats(rows["room"][0]).reshape(-1, 2)]))
    bodies = np.array([floats(words) for words in rows["body"]])
    world.add(bodies[:, :2], velocities=bodies[:, 2:], radius=4)
    events = 0
    for words in rows["step"]:
        frame = world.step(1 / 16)
        assert f"{world.state_hash():016x}" == words[0]
        assert len(frame.events) == int(words[1])
        for event, body, *numbers in zip(frame.events, words[2::5], words[3::5], words[4::5], words[5::5], words[6::5]):
            assert event["body"] == int(body)
            found = np.array([event["time"], *event["at"], event["after"][0]])
            assert bits(found) == bits(floats(numbers))
            events += 1
    assert events > 100


def test_crossings(lines):
    gates = np.array([floats(words) for name, *words in lines if name == "gate"])
    fixes = [words for name, *words in lines if name == "fix"]
    points = np.array([floats(words[:2]) for words in fixes])
    rows = np.arange(len(points))
    tracks = {"id": np.zeros(len(points), dtype=int), "time": rows, "x": points[:, 0], "y": points[:, 1]}
    found = carom.crossings(tracks, gates, threads=2)
    expected = set()
    for row, words in enumerate(fixes):
        rest = words[2:]
        for gate, direction, t in zip(rest[0::3], rest[1::3], rest[2::3]):
            expected.add((row, int(gate), int(direction), (row - 1) + float(floats([t])[0])))
    columns = (found["row"], found["gate"], found["direction"], found["time"])
    assert {tuple(column[i].item() for column in columns) for i in range(len(found["row"]))} == expected
    assert len(expected) > 100
    assert (np.diff(found["row"]) >= 0).all()
