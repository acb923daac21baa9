"""Read by mypy --strict and never run: what the stubs say of ordinary uses, and what they refuse."""

import numpy as np
import numpy.typing as npt

import carom

walls = carom.Walls([[0, 0, 4, 0]], circles=np.zeros((1, 3)), strategy="grid", mask=[1, 2])
rooms = carom.Walls.polygons([[(0, 0), (1, 0), (0, 1)], np.zeros((4, 2))])
ids: npt.NDArray[np.int64] = walls.add([[0, 0, 0, 4]])
time: float = walls.first_touch([0, 0], [8, 0], radius=0.5)["time"]
ranges = walls.scan([[0, 0, 0]], beams=90, fov=1.5, max_range=30.0, dtype=np.float32, threads=2)
nearest: float = float(ranges.min())
both, met = walls.scan([[0, 0, 0]], ids=True)
first: int = int(met[0, 0])
bounces, paths = walls.bounce([0, 0], [1, 1], time=2.0)
hero = carom.Mover.box([-1, 0], [1, 3]).grown(0.1)
contacts, slid = walls.slide([[0, 0]], [[1, 1]], mover=hero, max_slope=(3, 4), step_height=0.5)
world = carom.World(walls, gravity=(0.0, -9.8))
world.add([[1, 1]], velocities=(1, 0), radius=0.5, response="slide")
frame: carom.Frame = world.step(1 / 60)
left: float = frame.remaining
world.add([[5, 5], [9, 9]], mover=[hero, hero], friction=0.5)
shapes: list[carom.Mover] = world.shapes
world.replace(0, [1, 1], mover=hero)
world.add_walls([[20, 0, 21, 0]], friction=0.5)
world.set_settings(gravity=(0.0, -1.0))
lift: int = world.add_group([[0, 0, 1, 0]], velocity=(0, 1), squeeze="pass", friction=0.5)
shown: carom.Frame = world.step_with(1 / 60, lambda now: now.set_group_velocity(lift, (0, 0)))
world.push((0, 1), ids=[0])
seen: carom.Walls = world.now(without=0).walls
energy: float = world.energy
found = carom.crossings({"id": [1], "time": [0.0], "x": [0.0], "y": [1.0]}, [[0, 0, 1, 1]], late="skip")
when: npt.NDArray[np.float64] = found["time"]
kernel = carom.Crossings("zones.geojson", before=("t0", "x0", "y0"), planar=True)
also = carom.Crossings([[0, 0, 1, 1]], [[(0, 0), (1, 0), (0, 1)]], names=["gate", "zone"], by_track=True, late="skip")
also.state = also.fresh().state
called: list[str] = kernel.names
picture: str = str(walls.explain([0, 0], [1, 1], method="straddle").picture)
contact = carom.Contact(int(walls.first_touch([0, 0], [8, 0])["contact"]))
assert contact is carom.Contact.CROSSES

carom.Walls(strategy="magic")  # type: ignore[arg-type]
walls.first_touch([0, 0])  # type: ignore[call-arg]
walls.scan([0, 0, 0], angle=3)  # type: ignore[call-overload]
carom.Crossings(late="never")  # type: ignore[arg-type]
world.step("soon")  # type: ignore[arg-type]
world.add_group(squeeze="crush")  # type: ignore[arg-type]
world.add([0, 0], mover=1.0)  # type: ignore[arg-type]
walls.picture(theme="pink")  # type: ignore[arg-type]
