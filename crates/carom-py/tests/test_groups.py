"""Walls that move, frames that are changed as they happen, and friction."""

import math
import pathlib

import numpy as np
import pytest

import carom

SCENES = pathlib.Path(__file__).resolve().parents[3] / "scenes"


def test_a_lift_carries_and_stops_where_it_squeezes():
    world = carom.World(carom.Walls([[-9, 6, 9, 6]]), gravity=(0, -10))
    ids = world.add([[0, 0.5], [3, 0.5]], radius=0.5, restitution=0)
    lift = world.add_group([[-9, 0, 9, 0]], restitution=0)
    world.run(1 / 64, 8)
    assert world.set_group_velocity(lift, (0, 2)) == (0, 0)
    world.run(1 / 64, 64)
    assert world.groups["offset"].tolist() == [[0, 2]] and world.groups["walls"].tolist() == [1]
    assert world.positions[:, 1] == pytest.approx(2.5, abs=1e-9)
    events = world.run(1 / 64, 256).events
    squeezed = events[events["kind"] == carom.EventKind.SQUEEZED]
    assert len(squeezed) == 1 and squeezed["body"][0] in ids and squeezed["other"][0] == lift
    assert world.groups["velocity"].tolist() == [[0, 0]] and world.tally["squeezed"] == 1
    assert world.group_walls(lift).segments[0] == pytest.approx([-9, 5, 9, 5], abs=0.05)
    world.remove_group(lift)
    assert len(world.groups) == 0
    with pytest.raises(ValueError, match="there is no group 0"):
        world.remove_group(lift)


def test_gates_and_sensors_see_groups():
    world = carom.World()
    eye = world.add([0, 6], radius=1, sensor=True)[0]
    floor = world.add_gates([[-5, 3, 5, 3]])[0]
    lift = world.add_group([[-2, 0, 2, 0]], velocity=(0, 4))
    events = world.step(2.0).events
    kinds = [carom.EventKind.GROUP_GATE, carom.EventKind.GROUP_ENTERS, carom.EventKind.GROUP_LEAVES]
    assert events["kind"].tolist() == kinds and events["time"].tolist() == [0.75, 1.25, 1.75]
    assert events["group"].tolist() == [lift] * 3 and events["body"].tolist() == [-1, eye, eye]
    assert events["other"].tolist() == [floor, lift, lift] and events["direction"].tolist() == [1, 0, 0]
    assert world.groups["mark"].tolist() == [[0, 8]] and world.gates["forward"].tolist() == [1]
    door = world.add_group([[50, 0, 50, 2]], mark=(40, 1))
    assert world.groups["mark"][door].tolist() == [40, 1]
    with pytest.raises(ValueError, match="group mark"):
        world.add_group([[50, 0, 50, 2]], mark=(math.nan, 1))


def test_a_group_that_passes_on():
    world = carom.World(carom.Walls([[4, -1, 4, 1]]))
    world.add([3, 0], radius=0.5)
    world.add_group([[0, -1, 0, 1]], velocity=(4, 0), squeeze="pass")
    world.run(1 / 64, 128)
    assert world.groups["passes"].tolist() == [True] and world.groups["offset"].tolist() == [[8, 0]]
    assert world.positions[0, 0] < 4


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda world: world.add_group([[-1, 0, 1, 0]]), "group"),
        (lambda world: world.add_group([[5, 0, 6, 0]], velocity=(np.nan, 0)), "group velocity is"),
        (lambda world: world.add_group([[5, 0, 6, 0]], squeeze="crush"), "squeeze is 'crush'; expected 'stop' or 'pass'"),
        (lambda world: world.add_group([[5, 0, 6, 0]], friction=-1), "wall friction is -1; expected a finite number, 0 or more"),
        (lambda world: world.set_group_velocity(7, (0, 0)), "there is no group 7"),
        (lambda world: world.add([9, 9], friction=-1), "body friction is -1; expected a finite number, 0 or more"),
        (lambda world: world.push([[0, np.inf]]), r"impulses\[0\] is"),
        (lambda world: world.set_velocity(3, (0, 0)), "there is no body 3"),
        (lambda world: world.now(without=5), "there is no body 5"),
    ],
)
def test_what_is_refused(wrong, told):
    world = carom.World()
    world.add([0, 0], radius=0.5)
    before = world.state_hash()
    with pytest.raises(ValueError, match=told):
        wrong(world)
    assert world.state_hash() == before


def bricks():
    world = carom.World(carom.Walls([[2, -1, 2, 1], [-2, -1, -2, 1], [9, -9, 9, 9]]))
    world.add([0, 0], velocities=[8, 0])
    return world


def test_bricks_break_as_they_are_touched():
    world, times = bricks(), []

    def each(now):
        times.append(float(now.event["time"][0]))
        if now.event["other"][0] < 2:
            now.remove_wall(int(now.event["other"][0]))

    frame = world.step_with(1.0, each)
    assert times == frame.events["time"].tolist() == pytest.approx([0.25, 0.75])
    assert world.walls.ids.tolist() == [2] and abs(world.positions[0, 0]) < 1e-9


def test_every_verb():
    world = carom.World(carom.Walls([[2, -9, 2, 9]]))
    ids = world.add([[0, 0], [-3, 0], [-6, 0], [-9, 0]], velocities=[[8, 0], [0, 0], [0, 0], [0, 0]])
    lift, door = world.add_group([[-20, 5, 20, 5]]), world.add_group([[-20, 7, 20, 7]])

    def each(now):
        now.set_velocity(ids[0], (0, 1))
        now.push(ids[1], (0, 2))
        now.remove(ids[2])
        now.set_group_velocity(lift, (0, 4))
        now.remove_group(door)

    world.step_with(1.25, each)
    assert world.velocities.tolist() == [[0, 1], [0, 2], [0, 0]]
    assert world.groups["id"].tolist() == [lift] and world.groups["offset"].tolist() == [[0, 4]]
    world.set_velocity(0, (8, 0))
    frame = world.step_with(1.0, lambda now: now.end_frame())
    assert len(frame.events) == 1 and frame.end == "completed"


def test_a_callback_that_raises_leaves_the_world_as_it_was():
    world = bricks()
    before = world.state_hash()

    def each(now):
        now.remove_wall(0)
        raise KeyError("brick")

    with pytest.raises(KeyError, match="brick"):
        world.step_with(1.0, each)
    assert world.state_hash() == before and len(world.walls) == 3
    world.step(1.0)


def test_in_a_callback_the_world_can_be_asked_and_not_changed():
    world, seen = bricks(), []

    def each(now):
        seen.append((world.positions.tolist(), now))
        world.add([50, 50])

    with pytest.raises(RuntimeError, match="the world is in step_with"):
        world.step_with(1.0, each)
    assert seen[0][0] == [[0, 0]]
    with pytest.raises(RuntimeError, match="the moment is over"):
        seen[0][1].end_frame()
    world.add([50, 50])


def test_the_same_frame_with_and_without_a_look():
    first, second = bricks(), bricks()
    events = first.step(3.0).events
    assert second.step_with(3.0, lambda now: None).events.tobytes() == events.tobytes()
    assert first.state_hash() == second.state_hash()


def test_now():
    world = carom.World(carom.Walls([[9, -5, 9, 5]]))
    ids = world.add([[0, 0], [5, 0]], radius=1)
    group = world.add_group([[7, -5, 7, 5]], velocity=(1, 0))
    world.step(1.0)
    now = world.now(without=ids[0])
    assert now.things["kind"].tolist() == [carom.EventKind.WALL, carom.EventKind.BODY, carom.EventKind.BODY, carom.EventKind.GROUP]
    hit = now.walls.first_touch([0, 0], [8, 0])
    assert hit["time"] == 0.5 and now.things[hit["wall"]]["id"] == ids[1]
    above = now.walls.first_touch([0, 3], [16, 3])
    assert above["time"] == 0.5 and now.things[above["wall"]].tolist() == (carom.EventKind.GROUP, group)


def test_a_scene_follows_its_scripts():
    world = carom.World.read(SCENES / "lift.toml")
    offsets = []
    for _ in range(18):
        world.run(1 / 64, 64)
        offsets.append(float(world.groups["offset"][0, 1]))
    # It stands for a second, goes up for three and a half, stands, comes down again; and then once more.
    assert offsets[0] == 0 and offsets[4] == pytest.approx(7) and offsets[12] == pytest.approx(0, abs=1e-6)
    assert offsets[17] > 1.5
    other = carom.World.read(SCENES / "lift.toml")
    for _ in range(18 * 64):
        other.step_with(1 / 64, lambda now: None)
    assert other.state_hash() == world.state_hash()


def test_friction_slows_and_holds():
    slope = carom.Walls([[-40, -30, 40, 30]], friction=0.75)
    world = carom.World(slope, gravity=(0, -10))
    away = np.array([-0.6, 0.8]) * (1 + 1e-12)
    places = np.array([[0, 0], [8, 6], [16, 12]]) + away
    world.add(places, radius=1, restitution=0, friction=[0.75, 0.7, 0])
    assert world.bodies["friction"].tolist() == [0.75, 0.7, 0]
    world.run(1 / 64, 64)
    speeds = np.hypot(*world.velocities.T)
    root = np.sqrt(0.75 * 0.7)
    assert speeds[0] == 0 and speeds[1:] == pytest.approx([6 - 8 * root, 6])


def test_walls_keep_their_friction():
    import copy
    import pickle

    walls = carom.Walls([[0, 0, 80, 60]], friction=0.5)
    for other in (walls, pickle.loads(pickle.dumps(walls)), copy.copy(walls)):
        world = carom.World(other, gravity=(0, -10))
        world.add([39.4, 30.8 + 1e-9], radius=1, restitution=0, friction=0.5)
        world.run(1 / 64, 64)
        assert np.hypot(*world.velocities[0]) == pytest.approx(2)


def test_a_picture_shows_walls_that_move():
    world = carom.World(carom.Walls([[0, 0, 4, 0]]))
    world.add_group([[0, 1, 4, 1]], velocity=(0, 1))
    before = world.picture(title="a lift")
    world.step(1.0)
    assert "2 walls" in world._repr_svg_() and str(before) != str(world.picture(title="a lift"))


def test_bricks_vanish_as_the_scene_says():
    world = carom.World.read(SCENES / "breakout.json")
    before, walls = world.snapshot(), len(world.walls)
    first = world.run(1 / 60, 120)
    touched = {event["other"] for event in first.events if event["kind"] == carom.EventKind.WALL}
    gone = walls - len(world.walls)
    assert gone > 0 and gone % 4 == 0
    world.restore(before)
    assert len(world.walls) == walls
    again = []
    for _ in range(120):
        again.append(world.step_with(1 / 60, lambda now: None).events)
    events = np.concatenate(again)
    assert {event["other"] for event in events if event["kind"] == carom.EventKind.WALL} == touched
    assert walls - len(world.walls) == gone and len(events) == len(first.events)
