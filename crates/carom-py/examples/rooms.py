"""A lidar in three rooms: walls, a robot that drives, and what it sees, as a picture."""

import numpy as np

import carom

outline = [(0, 0), (12, 0), (12, 8), (0, 8)]
walls = carom.Walls.polygons([outline])
walls.add([[4, 0, 4, 5], [8, 3, 8, 8]], circles=[[6, 2, 0.5], [10, 4, 0.5]])

# A disc drives from wall to wall, and scans where it bounces.
bounces, path = walls.bounce([1.0, 1.0], [3.0, 2.5], radius=0.3, time=np.inf, bounces=12)
headings = np.arctan2(bounces["after"][:, 1], bounces["after"][:, 0])
poses = np.column_stack([bounces["at"], headings])
ranges = walls.scan(poses, beams=270, fov=np.radians(270), max_range=10.0, noise=0.01)

print(f"{len(poses)} scans, the nearest wall is {ranges.min():.2f} away, the farthest {ranges.max():.2f}")
assert ranges.shape == (12, 270) and (ranges > 0).all()
walls.picture(poses[:3], beams=270, fov=np.radians(270), max_range=10.0, title="Three scans").save("rooms.svg")
