"""Worlds."""

import pathlib

import numpy as np
import pytest

import carom


@pytest.fixture
def table():
    return carom.World(carom.Walls.polygons([[(0, 0), (10, 0), (10, 10), (0, 10)]]))


def test_events_are_columns(table):
    table.add([[2, 5], [5, 5]], velocities=[[6, 0], [0, 0]], radius=0.5)
    events = table.run(0.5, 4).events
    assert events["kind"].tolist() == [carom.EventKind.BODY, carom.EventKind.WALL, carom.EventKind.BODY]
    assert events["frame"].tolist() == [0, 2, 3]
    meeting = events[0]
    assert (meeting["body"], meeting["other"]) == (0, 1)
    assert meeting["time"] == pytest.approx(1 / 3) and meeting["time"] <= 1 / 3
    assert meeting["before"].tolist() == [6, 0] and meeting["after"].tolist() == [0, 0]
    assert meeting["other_before"].tolist() == [0, 0] and meeting["other_after"].tolist() == [6, 0]
    assert np.isnan(events[1]["other_at"]).all()
    assert table.tally["collisions"] == 2 and table.tally["bounces"] == 1
    assert table.energy == 18 and table.momentum == (-6, 0)


def test_bodies_come_and_go(table):
    ids = table.add([[1, 1], [5, 5], [9, 9]], radius=[0.1, 0.2, 0.3], mass=[1, 2, 3], layers=1, mask=1, restitution=0.5)
    table.remove(ids[1])
    assert table.ids.tolist() == [0, 2] and len(table) == 2
    bodies = table.bodies
    assert bodies["radius"].tolist() == [0.1, 0.3] and bodies["mass"].tolist() == [1, 3]
    assert bodies["layers"].tolist() == [1, 1] and bodies["restitution"].tolist() == [0.5, 0.5]
    assert table.add([3, 3]).tolist() == [3]
    # If one has no room, none is added.
    with pytest.raises(ValueError, match=r"positions\[1\]"):
        table.add([[7, 7], [1, 1]], radius=0.5)
    assert table.ids.tolist() == [0, 2, 3]


def test_bodies_are_moved_by_hand(table):
    table.add([[1, 1], [5, 5]], radius=0.5)
    table.set_positions([[2, 2]], ids=[1])
    table.set_velocities([3, 4], ids=[0])
    assert table.positions.tolist() == [[1, 1], [2, 2]] and table.velocities.tolist() == [[3, 4], [0, 0]]
    with pytest.raises(ValueError, match=r"positions\[0\]: body 1 at \(1, 1\) overlaps body 0"):
        table.set_positions([1, 1], ids=1)
    # At once: two change places, and if one has no room none is moved.
    table.set_positions([[2, 2], [1, 1]])
    assert table.positions.tolist() == [[2, 2], [1, 1]]
    with pytest.raises(ValueError, match=r"positions\[1\]: body 1 at \(7, 7.5\) overlaps body 0"):
        table.set_positions([[7, 7], [7, 7.5]])
    with pytest.raises(ValueError, match=r"positions\[1\]"):
        table.set_positions([[7, 7], [0, 5]])
    with pytest.raises(ValueError, match=r"positions\[1\]"):
        table.replace([0, 1], [[7, 7], [7, 7.5]], radius=0.5)
    assert table.positions.tolist() == [[2, 2], [1, 1]] and table.bodies["layers"].tolist() == [0xFFFFFFFF] * 2
    table.set_positions([[1, 1], [2, 2]])
    with pytest.raises(ValueError, match=r"velocities\[1\] is \(0, NaN\)"):
        table.set_velocities([[0, 0], [0, np.nan]])
    assert table.velocities.tolist() == [[3, 4], [0, 0]]


def test_gates_and_sensors(table):
    assert table.add_gates([[5, 0, 5, 10]]).tolist() == [0]
    table.add([8, 5], radius=1, sensor=True)
    table.add([1, 5], velocities=[4, 0])
    kinds = table.run(0.46, 5).events["kind"].tolist()
    assert kinds == [carom.EventKind.GATE, carom.EventKind.ENTERS, carom.EventKind.LEAVES, carom.EventKind.WALL]
    assert table.gates["backward"].tolist() == [1] and table.gates["segment"].tolist() == [[5, 0, 5, 10]]
    assert table.discs.tolist() == [[*table.positions[1], 0]]


def test_gravity_and_responses():
    world = carom.World(carom.Walls([[-9, 0, 9, 0]]), gravity=(0, -10))
    world.add([[0, 5], [4, 5]], velocities=[1, 0], radius=0.5, response="slide")
    world.run(1 / 60, 300)
    assert world.positions[:, 1] == pytest.approx(0.5, abs=1e-9)
    assert world.bodies["response"].tolist() == [carom.Response.SLIDE] * 2


def test_a_step_that_ends_early():
    world = carom.World(carom.Walls([[0, -1, 0, 1], [1, -1, 1, 1]]), max_events=10)
    world.add([0.5, 0], velocities=[1e6, 0])
    frame = world.step(1.0)
    assert frame.end == "event-limit" and 0 < frame.remaining < 1 and len(frame.events) == 10
    assert repr(frame) == "Frame(10 events, end='event-limit')"


def test_going_back(table):
    table.add([[2, 5], [5, 5]], velocities=[[6, 1], [0, 2]], radius=0.5)
    before, hash_before = table.snapshot(), table.state_hash()
    first = table.run(0.5, 20).events
    assert table.state_hash() != hash_before
    table.restore(before)
    assert table.state_hash() == hash_before
    assert table.run(0.5, 20).events.tobytes() == first.tobytes()


def test_a_lidar_among_bodies(table):
    table.add([[2, 5], [5, 5]], radius=0.5)
    poses = np.c_[table.positions, [0, np.pi]]
    ranges = table.walls.scan(poses, beams=1, bodies=table.discs, own=[0, 1])
    assert ranges.tolist() == [[2.5], [2.5]]


def test_tracks_of_many_kinds():
    gates = [[0, -1, 0, 1], [4, -1, 4, 1]]
    rows = {"id": ["a", "b", "a", "b", "a"], "time": [0, 0, 10, 10, 20], "x": [-1, 5, 1, -5, 9], "y": [0, 0, 0, 0, 0]}
    found = carom.crossings(rows, gates)
    assert found["id"].tolist() == ["a", "b", "b", "a"]
    assert found["gate"].tolist() == [0, 1, 0, 1]
    assert found["time"] == pytest.approx([5, 1, 5, 13.75], rel=1e-15)
    assert found["direction"].tolist() == [-1, 1, 1, -1]
    assert found["row"].tolist() == [2, 3, 3, 4]
    start = np.datetime64("2026-11-15T10:20:30.000000001")
    dated = {**rows, "time": start + np.array(rows["time"]).astype("timedelta64[s]")}
    times = carom.crossings(dated, gates)["time"]
    assert (times - start).astype(np.int64).tolist() == [5 * 10**9, 10**9, 5 * 10**9, 13_750_000_000]
    table = np.rec.fromarrays([rows[name] for name in rows], names="bus,seen,east,north")
    again = carom.crossings(table, gates, columns=("bus", "seen", "east", "north"))
    assert again["time"].tolist() == found["time"].tolist()


def test_late_rows_are_left_out_if_asked_for():
    rows = {"id": [1] * 6, "time": [0, 5, 3, 4, 5, 8], "x": [-1, -2, 7, 7, 7, 3], "y": [0] * 6}
    with pytest.raises(ValueError, match="row 2: `1` is at time 3.0, not after 5.0; sort rows by time, or use late='skip'"):
        carom.crossings(rows, [[0, -1, 0, 1]])
    found = carom.crossings(rows, [[0, -1, 0, 1]], late="skip")
    assert found["row"].tolist() == [5] and found["time"].tolist() == [6.2]


SCENES = pathlib.Path(__file__).parents[3] / "scenes"


def test_characters_walk():
    world = carom.World.read(SCENES / "walker.json")
    assert len(world) == 0 and world.characters.shape == (1,)
    start = world.snapshot()
    begins = world.characters["position"][0]
    world.run(1 / 60, 60)
    after = world.characters
    hero = after["position"][0]
    assert hero[0] > begins[0] + 1
    shown, empty = world.picture()._repr_svg_(), carom.World(world.walls).picture()._repr_svg_()
    assert shown.count("<") > empty.count("<")
    assert after["ground"][0] >= 0 and after["ground"][0] < len(world.walls)
    there = world.state_hash()
    # The same again, in frames that are called one by one, from where it began.
    world.restore(start)
    assert (world.characters["position"][0] == begins).all() and world.state_hash() != there
    for _ in range(60):
        world.step_with(1 / 60, lambda now: None)
    assert world.state_hash() == there and (world.characters == after).all()


def test_characters_and_walls_that_move_are_warned_of(tmp_path):
    scene = """{ "carom": 1, "walls": [{ "segment": [[-9, 0], [9, 0]] }],
        "groups": [{ "name": "lift", "walls": [{ "segment": [[-1, 2], [1, 2]] }] }],
        "characters": [{ "name": "hero", "position": [0, 1], "box": [-0.5, -0.5, 0.5, 0.5] }] }"""
    path = tmp_path / "both.json"
    path.write_text(scene)
    with pytest.warns(UserWarning, match="characters do not meet walls that move: hero passes through lift"):
        carom.World.read(path)


def test_a_character_that_leaves_all_numbers(tmp_path):
    scene = """{ "carom": 1, "world": { "gravity": [0, -1e308] },
        "characters": [{ "position": [0, 0], "box": [-0.5, -0.5, 0.5, 0.5] }] }"""
    path = tmp_path / "falls.json"
    path.write_text(scene)
    world = carom.World.read(path)
    with pytest.raises(ValueError, match=r"characters\[0\]: "):
        world.run(1.0, 10)
    assert np.isfinite(world.characters["position"]).all()


def test_bodies_in_holes():
    rings = [[(0, 0), (20, 0), (20, 20), (0, 20)], [(5, 5), (10, 5), (10, 10), (5, 10)]]
    world = carom.World(carom.Walls.polygons(rings))
    world.add([[2, 2], [7, 7], [30, 7]])
    report = world.report()
    assert report["outside"].tolist() == [2] and report["in_holes"].tolist() == [1]
