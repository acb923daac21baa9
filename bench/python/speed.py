"""A lidar in a floor plan: carom beside Shapely, NumPy, pymunk and Box2D, in Python, on one thread.

    python -m venv V && V/bin/pip install -r bench/python/requirements.txt crates/carom-py && V/bin/python bench/python/speed.py

1,080 beams over 270 degrees from each of 1,000 poses, up to 30 m, among 1,000 and among 100,000 walls. First all give their answers, and
these are compared with carom's; then each is timed, in processor time, and the median of five runs is told. Slow ones are asked for fewer
poses, evenly chosen from the 1,000, and their time is scaled up; the table says so. Each peer is used as its documentation has it for many
rays: Shapely by vectorised calls on its STRtree, NumPy by one broadcast a pose, the engines by one call a beam, as they have no other.
"""

import argparse
import datetime
import importlib.metadata
import os
import platform
import statistics
import sys
import time

import carom
import numpy as np

BEAMS, FOV, POSES, RANGE = 1080, np.radians(270), 1000, 30.0
RUNS = 5
# Which peer is asked for how many of the poses, by the number of walls.
SAMPLES = {
    "carom": {1_000: 1000, 100_000: 1000},
    "Shapely": {1_000: 20, 100_000: 10},
    "NumPy": {1_000: 20, 100_000: 1},
    "pymunk": {1_000: 50, 100_000: 20},
    "Box2D": {1_000: 20, 100_000: 10},
}


def floor_plan(count, seed=0):
    """So many walls: square rooms of 4 m, each with a door in its lower and its left wall, and furniture; and where robots may stand."""
    random = np.random.default_rng(seed)
    side = int(np.sqrt((count - 4) / 8))
    walls = [(0, 0, 4 * side, 0), (4 * side, 0, 4 * side, 4 * side), (4 * side, 4 * side, 0, 4 * side), (0, 4 * side, 0, 0)]
    for x, y in np.ndindex(side, side):
        door = 0.6 + 1.9 * random.random(2)
        if y:
            walls += [(4 * x, 4 * y, 4 * x + door[0], 4 * y), (4 * x + door[0] + 0.9, 4 * y, 4 * x + 4, 4 * y)]
        if x:
            walls += [(4 * x, 4 * y, 4 * x, 4 * y + door[1]), (4 * x, 4 * y + door[1] + 0.9, 4 * x, 4 * y + 4)]
        corners = 1 + 2 * random.random(2) + 4 * np.array([x, y])
        angle = random.random() * np.pi
        box = corners + 0.35 * np.array([[np.cos(angle + k * np.pi / 2), np.sin(angle + k * np.pi / 2)] for k in range(4)])
        walls += [(*box[k], *box[(k + 1) % 4]) for k in range(4)]
    # Posts in rooms, until there are enough.
    while len(walls) < count:
        at = random.random(2) * 4 * side
        walls.append((*at, *(at + 0.2)))
    return np.array(walls[:count], dtype=float), 4.0 * side


def directions(poses):
    angles = poses[:, 2:] + np.linspace(-FOV / 2, FOV / 2, BEAMS)
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1)


class Carom:
    name = "carom"

    def __init__(self, walls, extent):
        self.walls = carom.Walls(walls)

    def scan(self, poses):
        return self.walls.scan(poses, beams=BEAMS, fov=FOV, max_range=RANGE, dtype=np.float64, threads=1)


class Shapely:
    name = "Shapely"

    def __init__(self, walls, extent):
        import shapely

        self.shapely = shapely
        self.lines = shapely.linestrings(walls.reshape(-1, 2, 2))
        self.tree = shapely.STRtree(self.lines)

    def scan(self, poses):
        shapely, answers = self.shapely, np.full((len(poses), BEAMS), RANGE)
        for answer, pose, toward in zip(answers, poses, directions(poses)):
            origin = pose[:2]
            beams = shapely.linestrings(np.stack([np.broadcast_to(origin, toward.shape), origin + RANGE * toward], axis=1))
            beam, wall = self.tree.query(beams, predicate="intersects")
            met = shapely.intersection(beams[beam], self.lines[wall])
            np.minimum.at(answer, beam, shapely.distance(shapely.points(origin), met))
        return answers


class NumPy:
    name = "NumPy"

    def __init__(self, walls, extent):
        self.start, self.along = walls[:, :2], walls[:, 2:] - walls[:, :2]

    def scan(self, poses):
        answers = np.empty((len(poses), BEAMS))
        # All beams and walls of a pose at once, in pieces of some million pairs that fit the memory.
        piece = max(1, 4_000_000 // len(self.start))
        with np.errstate(divide="ignore", invalid="ignore"):
            for answer, pose, toward in zip(answers, poses, directions(poses)):
                apart = self.start - pose[:2]
                turned = apart[:, 0] * self.along[:, 1] - apart[:, 1] * self.along[:, 0]
                for first in range(0, BEAMS, piece):
                    x, y = toward[first : first + piece, :1], toward[first : first + piece, 1:]
                    slope = x * self.along[:, 1] - y * self.along[:, 0]
                    far = turned / slope
                    part = (apart[:, 0] * y - apart[:, 1] * x) / slope
                    is_met = (far >= 0) & (part >= 0) & (part <= 1)
                    answer[first : first + piece] = np.where(is_met, far, RANGE).min(axis=1).clip(max=RANGE)
        return answers


class Pymunk:
    name = "pymunk"

    def __init__(self, walls, extent):
        import pymunk

        self.space = pymunk.Space()
        self.filter = pymunk.ShapeFilter()
        body = self.space.static_body
        self.space.add(*[pymunk.Segment(body, (a, b), (c, d), 0) for a, b, c, d in walls.tolist()])

    def scan(self, poses):
        answers = np.full((len(poses), BEAMS), RANGE)
        query, everything = self.space.segment_query_first, self.filter
        for answer, pose, toward in zip(answers, poses, directions(poses)):
            start = tuple(pose[:2].tolist())
            for k, end in enumerate((pose[:2] + RANGE * toward).tolist()):
                met = query(start, tuple(end), 0, everything)
                if met is not None:
                    answer[k] = met.alpha * RANGE
        return answers


class Box2D:
    name = "Box2D"

    def __init__(self, walls, extent):
        import Box2D as box2d

        class Nearest(box2d.b2RayCastCallback):
            def ReportFixture(self, fixture, point, normal, fraction):
                self.fraction = fraction
                return fraction

        self.world = box2d.b2World()
        body = self.world.CreateStaticBody()
        for a, b, c, d in walls.tolist():
            body.CreateEdgeFixture(vertices=[(a, b), (c, d)])
        self.nearest = Nearest()

    def scan(self, poses):
        answers = np.full((len(poses), BEAMS), RANGE)
        cast, nearest = self.world.RayCast, self.nearest
        for answer, pose, toward in zip(answers, poses, directions(poses)):
            start = tuple(pose[:2].tolist())
            for k, end in enumerate((pose[:2] + RANGE * toward).tolist()):
                nearest.fraction = 1.0
                cast(nearest, start, tuple(end))
                answer[k] = nearest.fraction * RANGE
        return answers


def timed(work):
    """The processor time of a call, and what it returns."""
    started = time.process_time()
    result = work()
    return time.process_time() - started, result


def ready(engine, poses):
    """The same engine after its first answer: some build their index only then."""
    engine.scan(poses)
    return engine


def compare(answers, truth):
    """How many beams differ by more than a millionth of the range, and by how much the others do at most."""
    off = np.abs(answers - truth)
    is_near = off <= 1e-6 * RANGE
    return int((~is_near).sum()), float(off[is_near].max(initial=0.0))


def row(peer, walls, extent, poses, truth):
    """One line of the table: build, agreement, time."""
    try:
        built, engine = timed(lambda: ready(peer(walls, extent), poses[:1]))
    except ImportError as error:
        return [peer.name, f"not installed: {error}"], None
    sample = SAMPLES[peer.name][len(walls)]
    chosen = np.linspace(0, POSES - 1, sample).round().astype(int)
    asked = np.ascontiguousarray(poses[chosen])
    differ, most = compare(engine.scan(asked), truth[chosen])
    seconds = [timed(lambda: engine.scan(asked))[0] * POSES / sample for _ in range(RUNS)]
    median = statistics.median(seconds)
    spread = f"{min(seconds):.3g} to {max(seconds):.3g}"
    agreement = f"{differ:,} of {sample * BEAMS:,} differ; the rest by at most {most:.0e} m"
    poses_told = f"{sample:,}" if sample == POSES else f"{sample:,}, × {POSES / sample:g}"
    return [peer.name, f"{built:.3g} s", poses_told, f"{median:.4g} s", spread, agreement], median


def report():
    load = os.getloadavg()
    versions = ["carom " + carom.__version__]
    for name in ("numpy", "shapely", "pymunk", "box2d"):
        try:
            versions.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            versions.append(f"{name} not installed")
    yield "# A lidar in Python, beside other packages"
    yield ""
    yield f"{datetime.date.today()}; `bench/python/speed.py`; Python {platform.python_version()}, {', '.join(versions)}."
    yield f"Load of the machine when it began: {load[0]:.1f} ({os.cpu_count()} cores). Times are of the processor (`process_time`), medians of {RUNS} runs."
    yield f"{BEAMS:,} beams over 270°, {POSES:,} poses, range {RANGE:g} m, one thread."
    for count in (1_000, 100_000):
        walls, extent = floor_plan(count)
        random = np.random.default_rng(1)
        poses = np.column_stack([random.random((POSES, 2)) * extent, (2 * random.random(POSES) - 1) * np.pi])
        truth = Carom(walls, extent).scan(poses)
        yield ""
        yield f"## {count:,} walls"
        yield ""
        yield "| package | build and first pose | poses asked | time for 1,000 poses | runs | carom is quicker by | answers beside carom's |"
        yield "|---|---|---|---|---|---|---|"
        own = None
        for peer in (Carom, Shapely, NumPy, Pymunk, Box2D):
            cells, median = row(peer, walls, extent, poses, truth)
            own = own or median
            if median is None:
                yield f"| {cells[0]} | {cells[1]} | | | | | |"
                continue
            ratio = "1" if peer is Carom else f"{median / own:,.0f} ×"
            yield f"| {' | '.join(cells[:5])} | {ratio} | {cells[5]} |"
    yield ""
    yield "A beam differs if it is off by more than a millionth of the range. Box2D computes in single precision, so far from the origin it differs."
    yield "range_libc is not here: as published (commit 1251dc3, September 2017) its setup.py is written for Python 2 and stops at its first `print`."
    yield "It also answers for the cells of a grid, to a part of a cell, and not for walls."
    yield f"Load of the machine when it ended: {os.getloadavg()[0]:.1f}."


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--record", help="a Markdown file to write the table to")
    chosen = words.parse_args()
    lines = []
    for line in report():
        print(line, flush=True)
        lines.append(line)
    if chosen.record:
        with open(chosen.record, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    sys.exit(main())
