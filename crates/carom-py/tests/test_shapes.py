"""Worlds of boxes, capsules and polygons, and what else comes to a world and leaves it."""

import numpy as np
import pytest

import carom

BOX = carom.Mover.box([-1, -0.5], [1, 0.5])
PILL = carom.Mover.capsule([0, -0.5], [0, 0.5], 0.25)
WEDGE = carom.Mover.polygon([[-1, -1], [1, -1], [0, 1]])


def test_boxes_meet_with_their_sides():
    world = carom.World()
    world.add([[0, 0], [6, 0.25]], velocities=[[2, 0], [0, 0]], mover=BOX)
    frame = world.step(4.0)
    # Their sides are 4 apart, and not their middles.
    assert frame.events["time"].tolist() == [2] and frame.events["normal"].tolist() == [[-1, 0]]
    assert world.velocities.tolist() == [[0, 0], [2, 0]]


def test_the_records_tell_the_shape():
    world = carom.World()
    world.add([[0, 0], [5, 0], [10, 0]], mover=[BOX, PILL, BOX])
    world.add([20, 0], radius=1)
    world.add([30, 0], mover=PILL)
    assert world.shapes == [BOX, PILL] and world.bodies["shape"].tolist() == [0, 1, 0, -1, 1]
    assert world.bodies["radius"].tolist() == [0, 0, 0, 1, 0]
    # What is a disc around its position is a disc.
    world.add([40, 0], mover=carom.Mover.disc(2))
    assert world.bodies["shape"][-1] == -1 and world.bodies["radius"][-1] == 2


def test_a_pile_comes_to_rest_and_does_not_overlap():
    room = carom.Walls.polygons([[(-6, 0), (6, 0), (6, 30), (-6, 30)]], restitution=0)
    world = carom.World(room, gravity=(0, -10))
    places = np.array([[x, y] for y in (3, 6, 9) for x in (-4, 0, 4)], dtype=float) + np.arange(9)[:, None] * [0.125, 0]
    world.add(places, mover=[BOX, PILL, WEDGE] * 3, restitution=0, friction=0.5)
    world.run(1 / 64, 640)
    assert world.report()["overlapping"].size == 0 and world.report()["outside"].size == 0
    assert world.bodies["is_at_rest"].sum() >= 6
    lowest = [min(shape.vertices[:, 1]) - shape.radius for shape in world.shapes]
    bottoms = world.positions[:, 1] + np.array(lowest)[world.bodies["shape"]]
    assert bottoms.min() == pytest.approx(0, abs=1e-9)


def test_everything_that_asks_sees_the_shape():
    world = carom.World(carom.Walls([[9, -5, 9, 5]]))
    box, _ = world.add([[5, 0], [0, 0]], mover=[BOX, PILL])
    now = world.now(without=1)
    hit = now.walls.first_touch([0, 0], [8, 0])
    assert hit["time"] == 0.5 and now.things[hit["wall"]].tolist() == (carom.EventKind.BODY, box)
    assert now.walls.scan([0, 0, 0], beams=1, max_range=20.0).tolist() == [4]
    assert now.walls.nearest([5, 2])[1] == 1.5
    beside = now.walls.first_touch([0, 0.25], [8, 0.25], mover=PILL)
    assert beside["time"] == (4 - 0.25) / 8
    assert now.walls.touches_any([[5, 0.6], [5, 1.5]], [[5, 0.6], [5, 1.5]], 0.25).tolist() == [True, False]


def test_going_back_and_hashes():
    world = carom.World(carom.Walls([[-9, 0, 9, 0]]), gravity=(0, -10))
    world.add([[0, 3], [0.5, 5]], mover=BOX, restitution=0.25)
    before = world.snapshot()
    first = world.run(1 / 64, 128).events
    after = world.state_hash()
    world.restore(before)
    assert world.run(1 / 64, 128).events.tobytes() == first.tobytes() and world.state_hash() == after
    # A world without the shape cannot have the body.
    with pytest.raises(ValueError, match="shape"):
        carom.World().restore(before)


def test_a_picture_shows_shapes():
    world, discs = carom.World(), carom.World()
    world.add([0, 0], mover=WEDGE)
    discs.add([0, 0], radius=1)
    assert str(world.picture(title="one")) != str(discs.picture(title="one"))
    assert "<path" in str(world.picture()) or "<polygon" in str(world.picture())


@pytest.mark.parametrize(
    ("wrong", "error", "told"),
    [
        (lambda world: world.add([9, 9], radius=1, mover=BOX), ValueError, "radius and mover are both given"),
        (lambda world: world.add([9, 9], mover=1.0), TypeError, "mover is a float; expected a carom.Mover"),
        (lambda world: world.add([9, 9], mover=[BOX, "box"]), TypeError, r"mover\[1\] is a str"),
        (lambda world: world.add([[9, 9], [20, 9]], mover=[BOX]), ValueError, "mover has 1 movers; expected one for all, or 2"),
        (lambda world: world.add([0.5, 0.5], mover=BOX), ValueError, r"positions\[0\]: the new body at \(0.5, 0.5\) overlaps body 0"),
        (lambda world: world.add([9, 9], mover=carom.Mover.polygon([[0, 0], [4, 0], [4, 4], [2, 1], [0, 4]])), ValueError, "convex"),
        (lambda world: world.add([9, 9], mover=carom.Mover.box([0, 0], [1, 0])), ValueError, "breadth"),
        (lambda world: world.add_walls([[-1, 0, 1, 0]]), ValueError, "body 0"),
        (lambda world: world.remove_walls(7), ValueError, "there is no wall 7"),
        (lambda world: world.replace_walls([0], [[0, 5, 1, 5], [2, 5, 3, 5]]), ValueError, "2 walls given for 1 ids"),
        (lambda world: world.remove_gates([0, 3]), ValueError, "there is no gate 3"),
        (lambda world: world.replace(4, [9, 9]), ValueError, "there is no body 4"),
        (lambda world: world.set_settings(gravity=(0, np.inf)), ValueError, "gravity is"),
    ],
)
def test_what_is_refused(wrong, error, told):
    world = carom.World(carom.Walls([[-9, -9, 9, -9]]))
    world.add([0, 0], mover=BOX)
    world.add_gates([[5, 0, 5, 1]])
    before = world.state_hash()
    with pytest.raises(error, match=told):
        wrong(world)
    assert world.state_hash() == before and len(world.walls) == 1 and len(world.gates) == 1


def test_walls_come_move_and_leave():
    world = carom.World()
    world.add([0, 0], velocities=[4, 0])
    assert world.add_walls([[2, -1, 2, 1]], circles=[[-3, 0, 1]], restitution=0.5).tolist() == [0, 1]
    assert world.step(1.0).events["other"].tolist() == [0] and world.velocities[0, 0] == -2
    world.remove_walls(0)
    world.replace_walls(1, circles=[[-4, 0, 1]])
    assert world.walls.ids.tolist() == [1] and world.walls.circles.tolist() == [[-4, 0, 1]]


def test_gates_move_and_leave():
    world = carom.World()
    world.add([0, 0], velocities=[4, 0])
    world.add_gates([[1, -1, 1, 1], [2, -1, 2, 1]])
    world.replace_gates(1, [[9, -1, 9, 1]])
    world.step(1.0)
    assert world.gates["backward"].tolist() == [1, 0]
    world.remove_gates(0)
    assert world.gates["id"].tolist() == [1]


def test_a_body_becomes_another():
    world = carom.World()
    ids = world.add([[0, 0], [9, 0]], radius=1, velocities=[1, 0], mass=2)
    world.replace(ids, world.positions, [[0, 1], [0, 2]], mover=[BOX, PILL], mass=[3, 4], friction=0.5)
    bodies = world.bodies
    assert bodies["shape"].tolist() == [0, 1] and bodies["radius"].tolist() == [0, 0] and bodies["mass"].tolist() == [3, 4]
    assert bodies["velocity"].tolist() == [[0, 1], [0, 2]] and bodies["friction"].tolist() == [0.5, 0.5]


def test_what_is_squeezed_and_against_what():
    world = carom.World(carom.Walls([[4, -1, 4, 1]]))
    world.add([2.5, 0], mover=BOX.grown(0.25), restitution=0)
    piston = world.add_group([[0, 9, 1, 9], [0, -1, 0, 1]], velocity=(2, 0), restitution=0)
    events = world.run(1 / 64, 128).events
    met, squeezed = (events[events["kind"] == kind] for kind in (carom.EventKind.GROUP, carom.EventKind.SQUEEZED))
    assert met["part"].tolist() == [1] * len(met) and len(met) > 0 and met["against"].max() == -1
    assert squeezed["other"].tolist() == [piston] and squeezed["part"].tolist() == [-1]
    assert (squeezed["against_kind"][0], squeezed["against"][0]) == (carom.EventKind.WALL, 0)


def test_energy_and_settings():
    world = carom.World(gravity=(0, -10))
    world.add([0, 7], velocities=[3, 4], mass=2)
    assert (world.energy, world.motion_energy) == (165, 25)
    world.set_settings(**{**world.settings, "gravity": (0, 0)})
    assert (world.energy, world.motion_energy) == (25, 25)


def test_gaps_between_walls_are_told():
    world = carom.World(carom.Walls([[0, 0, 4, 0], [4.5, 0, 9, 0]]))
    dangling = world.report()["dangling"]
    assert dangling["wall"].tolist() == [0, 0, 1, 1] and dangling["end"].tolist() == [1, 2, 1, 2]
    assert dangling["gap"][1] == 0.5 and dangling["nearest"][1] == 1
