"""A lift with crates, a pill and a wedge on it, a door, and a robot that looks among them: shapes, friction and walls that move."""

import numpy as np

import carom

hall = carom.Walls.polygons([[(0, 0), (16, 0), (16, 9), (0, 9)]], restitution=0, friction=0.6)
world = carom.World(hall, gravity=(0, -9.8))

crate = carom.Mover.box([-0.8, -0.5], [0.8, 0.5])
pill = carom.Mover.capsule([-0.4, 0], [0.4, 0], 0.4)
wedge = carom.Mover.polygon([[-0.8, -0.5], [0.8, -0.5], [0.8, 0.5]])
places = [[2, 2], [4.2, 2], [6.4, 2], [2.3, 3.5], [2.1, 5]]
goods = world.add(places, mover=[crate, pill, wedge, crate, crate], restitution=0, friction=0.6)
robot = world.add([12, 0.5], radius=0.5, restitution=0, friction=0.6)[0]

lift = world.add_group([[0.5, 1, 8, 1]], restitution=0, friction=0.6)
door = world.add_group([[10, 9, 10, 13]], squeeze="stop")

# They fall on the lift and come to rest, the lift goes up with them, and the door comes down.
world.run(1 / 64, 192)
world.set_group_velocity(lift, (0, 1))
world.run(1 / 64, 128)
world.set_group_velocity(lift, (0, 0))
world.set_group_velocity(door, (0, -2))
world.run(1 / 64, 96)
world.set_group_velocity(door, (0, 0))

print(f"the lift is {world.groups['offset'][lift, 1]:g} higher, and {(world.positions[goods, 1] > 3).sum()} of {len(goods)} goods went with it")
assert world.groups["offset"][lift, 1] == 2 and world.report()["overlapping"].size == 0

# What the robot sees: walls, the lift, the door, and the goods with their corners.
now = world.now(without=robot)
pose = [*world.positions[robot], np.pi / 2]
ranges, ids = now.walls.scan(pose, beams=181, fov=np.pi, max_range=20.0, ids=True)
seen = set(now.things[ids[ids >= 0]].tolist())
print("it sees", sorted(f"{carom.EventKind(kind).name.lower()} {number}" for kind, number in seen))
now.walls.picture([pose], beams=181, fov=np.pi, max_range=20.0, title="What a robot sees in a warehouse").save("seen.svg")
world.picture(title="Goods on a lift").save("warehouse.svg")
