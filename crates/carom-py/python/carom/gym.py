"""Drive to the goal by lidar: an environment for Gymnasium, and thousands of them at once.

``pip install carom[gym]``; importing this module registers ``carom/Drive-v0``.

>>> import gymnasium, carom.gym
>>> env = gymnasium.make("carom/Drive-v0")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample())

>>> envs = gymnasium.make_vec("carom/Drive-v0", num_envs=1000)
>>> observations, infos = envs.reset(seed=1)
>>> observations.shape
(1000, 35)

A robot, a disc, stands somewhere in a hall and shall reach a goal without touching a wall. It sees the distances that its lidar
measures, and where the goal is: how far, and in which direction. It says how fast to drive and how sharply to turn. All robots share one
hall, so a step is one sweep of all discs and one scan of all lidars. Nothing is driven through, however fast it is.

Environment ``i`` of many is the one that a single environment with the seed ``seed + i`` is, bit for bit.
"""

from __future__ import annotations

import os
from typing import Any, Optional, Union

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from . import Walls

__all__ = ["DriveEnv", "DriveVectorEnv", "hall"]

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Observation = NDArray[np.float32]


def hall() -> Walls:
    """The hall that robots drive in if no other walls are given: 12 x 12, with boxes, screens and pillars of eight sides.

    >>> len(hall())
    113
    """
    boxes = [(0, 0, 12, 12), (2, 2, 4, 3), (8, 1.5, 9, 4), (1.5, 6, 2.5, 9), (5, 5, 6.5, 6), (9, 7, 10.5, 7.8), (5, 9, 6, 10.5)]
    rings = [np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], dtype=float) for x0, y0, x1, y1 in boxes]
    pillars = [(4.3, 4.4), (7.6, 6.4), (2, 4.5), (10.2, 2.6), (9.2, 10), (3.4, 1), (6.4, 0.9), (10.6, 9.2), (1.3, 10.6), (3.6, 6.2)]
    around = np.array([(3, 1), (1, 3), (-1, 3), (-3, 1), (-3, -1), (-1, -3), (1, -3), (3, -1)]) * 0.1
    walls = Walls.polygons(rings + [around + at for at in pillars])
    walls.add(np.array([(4, 7.5, 5.5, 7.5), (7.5, 8.5, 7.5, 10), (6, 2, 6.8, 3.4), (3.2, 10.6, 4, 9.2), (9.8, 5.4, 11, 5)]))
    return walls


class _Drive:
    """Robots in a hall, as many as there are environments."""

    def __init__(
        self,
        count: int,
        *,
        walls: Union[Walls, str, "os.PathLike[str]", None] = None,
        inside: Optional[ArrayLike] = None,
        beams: int = 32,
        max_range: float = 6.0,
        noise: float = 0.0,
        radius: float = 0.2,
        goal_radius: float = 0.3,
        max_speed: float = 1.5,
        max_turn: float = 3.0,
        dt: float = 0.1,
        max_steps: int = 200,
        threads: int = 1,
    ) -> None:
        if count < 1 or beams < 1 or max_steps < 1:
            raise ValueError(f"environments, beams and max_steps are {count}, {beams} and {max_steps}; expected at least 1 of each")
        positive = {"max_range": max_range, "radius": radius, "goal_radius": goal_radius, "max_speed": max_speed, "dt": dt}
        for name, value in positive.items():
            if not 0 < value < np.inf:
                raise ValueError(f"{name} is {value}; expected a finite number above 0")
        self.walls = hall() if walls is None else walls if isinstance(walls, Walls) else Walls.read(walls)
        self.beams, self.max_range, self.noise, self.radius, self.goal_radius = beams, max_range, noise, radius, goal_radius
        self.max_speed, self.max_turn, self.dt, self.max_steps, self.threads = max_speed, max_turn, dt, max_steps, threads
        self.box = _box(self.walls)
        self.size = float(np.hypot(*(self.box[1] - self.box[0])))
        self.places = _places(self.walls, self.box, 1.25 * radius, inside)
        self.seeds = np.zeros(count, np.uint64)
        self.episodes = np.zeros(count, np.uint64)
        self.steps = np.zeros(count, np.int64)
        self.positions, self.goals = np.zeros((count, 2)), np.zeros((count, 2))
        self.headings, self.distances = np.zeros(count), np.zeros(count)
        low = np.concatenate([np.zeros(beams + 1), -np.ones(2)]).astype(np.float32)
        self.observation_space = spaces.Box(low, np.ones(beams + 3, np.float32))
        self.action_space = spaces.Box(-1.0, 1.0, (2,), np.float32)

    def seed(self, seeds: NDArray[np.uint64]) -> None:
        self.seeds[:] = seeds
        self.episodes[:] = 0

    def reset(self, which: Flags) -> None:
        """A new start, heading and goal for some: they depend on the seed and the number of the episode alone."""
        self.episodes[which] += np.uint64(1)
        key = self.keys(which)
        # Of some pairs the first whose ends are a good way apart, or else the farthest.
        tries = np.arange(16, dtype=np.uint64)
        pick = [(_uniform(key[:, None], 2 * tries + k) * len(self.places)).astype(np.int64) for k in (np.uint64(0), np.uint64(1))]
        starts, goals = self.places[pick[0]], self.places[pick[1]]
        apart = np.hypot(*np.moveaxis(goals - starts, -1, 0))
        chosen = np.argmax(np.minimum(apart, self.size / 4), axis=1)
        rows = np.arange(len(chosen))
        self.positions[which], self.goals[which] = starts[rows, chosen], goals[rows, chosen]
        self.headings[which] = (2 * _uniform(key, np.uint64(64)) - 1) * np.pi
        self.distances[which] = apart[rows, chosen]
        self.steps[which] = 0

    def keys(self, which: Union[Flags, slice]) -> NDArray[np.uint64]:
        return _mixed(self.seeds[which] + _mixed(self.episodes[which]))

    def step(self, actions: ArrayLike) -> tuple[Floats, Flags, Flags, Flags]:
        """Moves all; their rewards, and who reached the goal, crashed, or ran out of time."""
        actions = np.clip(np.asarray(actions, dtype=np.float64), -1, 1)
        if actions.shape != (len(self.seeds), 2) or np.isnan(actions).any():
            raise ValueError(f"actions have the shape {actions.shape}; expected {(len(self.seeds), 2)}, and no NaN")
        headings = self.headings + actions[:, 1] * (self.max_turn * self.dt)
        self.headings = (headings + np.pi) % (2 * np.pi) - np.pi
        forward = np.stack([np.cos(self.headings), np.sin(self.headings)], axis=1)
        moves = forward * ((actions[:, :1] + 1) / 2 * self.max_speed * self.dt)
        times = self.walls.first_times(self.positions, self.positions + moves, radius=self.radius, threads=self.threads)
        has_crashed = np.isfinite(times)
        moves *= np.where(has_crashed, times, 1.0)[:, None]
        # Where on its way each was nearest to its goal.
        ahead = self.goals - self.positions
        along = np.sum(ahead * moves, axis=1) / np.maximum(np.sum(moves * moves, axis=1), 1e-300)
        nearest = ahead - np.clip(along, 0, 1)[:, None] * moves
        has_reached = np.hypot(nearest[:, 0], nearest[:, 1]) <= self.goal_radius
        self.positions += moves
        distances = np.hypot(*(self.goals - self.positions).T)
        has_crashed &= ~has_reached
        rewards = self.distances - distances + 10.0 * has_reached - 2.0 * has_crashed - 0.02
        self.distances = distances
        self.steps += 1
        return rewards, has_reached, has_crashed, (self.steps >= self.max_steps) & ~has_reached & ~has_crashed

    def observe(self) -> Observation:
        poses = np.column_stack([self.positions, self.headings])
        noise: dict[str, Any] = {}
        if self.noise:
            # So that the noise of a robot does not depend on the others: a number for each robot and step.
            robots = _mixed(self.keys(slice(None)) + self.steps.astype(np.uint64)) >> np.uint64(1)
            noise = {"noise": self.noise, "robots": robots.astype(np.int64)}
        ranges = self.walls.scan(poses, beams=self.beams, max_range=self.max_range, threads=self.threads, **noise)
        ahead = self.goals - self.positions
        cos, sin = np.cos(self.headings), np.sin(self.headings)
        distance = np.maximum(self.distances, 1e-9)
        bearing = np.stack([ahead[:, 0] * cos + ahead[:, 1] * sin, ahead[:, 1] * cos - ahead[:, 0] * sin]) / distance
        goal = np.column_stack([np.minimum(distance / self.size, 1), np.clip(bearing.T, -1, 1)])
        return np.concatenate([ranges / np.float32(self.max_range), goal], axis=1, dtype=np.float32, casting="same_kind")

    def picture(self, robot: int, pixels: int = 480) -> NDArray[np.uint8]:
        """The hall from above with one robot, its beams and its goal."""
        low, high = self.box
        scale = (pixels - 1) / float(np.max(high - low))
        shape = np.ceil((high - low) * scale).astype(int) + 1
        image = np.full((shape[1], shape[0], 3), 255, np.uint8)

        def dots(points: Floats, color: tuple[int, int, int]) -> None:
            at = np.round((points - low) * scale).astype(int)
            at = at[np.all((0 <= at) & (at < shape), axis=1)]
            image[shape[1] - 1 - at[:, 1], at[:, 0]] = color

        def lines(ends: Floats, color: tuple[int, int, int]) -> None:
            part = np.linspace(0, 1, 2 * pixels)[:, None, None]
            dots((ends[:, :2] * (1 - part) + ends[:, 2:] * part).reshape(-1, 2), color)

        turn = np.linspace(0, 2 * np.pi, 4 * pixels)
        ring = np.column_stack([np.cos(turn), np.sin(turn)])
        at, heading = self.positions[robot], self.headings[robot]
        angles = heading + 2 * np.pi * np.arange(self.beams) / self.beams
        ranges = self.walls.scan(np.append(at, heading), beams=self.beams, max_range=self.max_range).astype(float)
        tips = at + ranges[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
        lines(np.column_stack([np.broadcast_to(at, tips.shape), tips]), (225, 225, 245))
        lines(np.asarray(self.walls.segments), (40, 40, 40))
        for x, y, radius in self.walls.circles:
            dots(np.array([x, y]) + radius * ring, (40, 40, 40))
        for part in np.linspace(0, 1, max(2, int(self.goal_radius * scale))):
            dots(self.goals[robot] + part * self.goal_radius * ring, (60, 170, 90))
        for part in np.linspace(0, 1, max(2, int(self.radius * scale))):
            dots(at + part * self.radius * ring, (200, 70, 50))
        return image


class DriveEnv(gymnasium.Env[Observation, NDArray[np.float32]]):
    """One robot that drives to a goal by lidar.

    Args:
        walls: a `carom.Walls`, or a file that `Walls.read` reads, such as a ``map.yaml``; without it, `hall`.
        inside: a point that robots can be at. Starts and goals are places that a robot can drive to from there; without it, from
            wherever it can reach most.
        beams, max_range: of the lidar. Beams are evenly all around, the first straight ahead. noise: the deviation of its readings.
        radius: of the robot. goal_radius: a goal is reached by the robot's centre.
        max_speed, max_turn: in units and radians a second. dt: the seconds of a step.
        max_steps: an episode is truncated after so many.
        render_mode: None or "rgb_array".

    An observation is the lidar's readings as parts of max_range, the distance of the goal as a part of the hall's size, and the cosine
    and sine of its direction. An action is the speed, from -1 for none to 1 for all, and the turn, 1 for all to the left. The reward is
    how much nearer the goal is, 10 if it is reached, -2 for a crash, and -0.02 a step.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 10}

    def __init__(self, render_mode: Optional[str] = None, **options: Any) -> None:
        if render_mode not in (None, "rgb_array"):
            raise ValueError(f"render_mode is {render_mode!r}; expected None or 'rgb_array'")
        self.render_mode = render_mode
        self._drive = _Drive(1, **options)
        self.observation_space = self._drive.observation_space
        self.action_space = self._drive.action_space

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> tuple[Observation, dict[str, Any]]:
        """A new episode; with a seed, the first of that seed."""
        is_new = self._np_random is None
        super().reset(seed=seed)
        if seed is not None or is_new:
            self._drive.seed(np.array([self.np_random.integers(2**63) if seed is None else seed], np.uint64))
        self._drive.reset(np.ones(1, np.bool_))
        return self._drive.observe()[0], {"reached": False, "crashed": False}

    def step(self, action: ArrayLike) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One step of the robot."""
        rewards, reached, crashed, late = self._drive.step(np.asarray(action, dtype=np.float64)[None])
        info = {"reached": bool(reached[0]), "crashed": bool(crashed[0])}
        return self._drive.observe()[0], float(rewards[0]), bool(reached[0] or crashed[0]), bool(late[0]), info

    def render(self) -> Optional[NDArray[np.uint8]]:
        """The hall from above."""
        return self._drive.picture(0) if self.render_mode == "rgb_array" else None


class DriveVectorEnv(VectorEnv[Observation, NDArray[np.float32], NDArray[Any]]):
    """Many robots that drive to goals by lidar, each for itself: `DriveEnv`, thousands at once.

    Args:
        num_envs: how many.
        threads: how many threads work on a step, 0 for one a core. The results are the same bits.
        The others are as of `DriveEnv`.

    An environment that is done starts a new episode in the next step, whose action is passed over.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 10, "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, num_envs: int = 1, render_mode: Optional[str] = None, **options: Any) -> None:
        if render_mode not in (None, "rgb_array"):
            raise ValueError(f"render_mode is {render_mode!r}; expected None or 'rgb_array'")
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._drive = _Drive(num_envs, **options)
        self.single_observation_space = self._drive.observation_space
        self.single_action_space = self._drive.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._done = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: Union[int, list[Optional[int]], None] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[Observation, dict[str, Any]]:
        """New episodes for all; with a seed, environment i has the seed ``seed + i``, or ``seed[i]`` of a list."""
        is_new = self._np_random is None
        super().reset(seed=seed if isinstance(seed, int) else None)
        if isinstance(seed, (int, np.integer)):
            self._drive.seed(np.uint64(seed) + np.arange(self.num_envs, dtype=np.uint64))
        elif seed is not None:
            if len(seed) != self.num_envs:
                raise ValueError(f"there are {len(seed)} seeds for {self.num_envs} environments; expected one for each")
            self._drive.seed(np.array([self.np_random.integers(2**63) if one is None else one for one in seed], np.uint64))
        elif is_new:
            self._drive.seed(self.np_random.integers(2**63, size=self.num_envs).astype(np.uint64))
        self._drive.reset(np.ones(self.num_envs, np.bool_))
        self._done[:] = False
        return self._drive.observe(), self._info(self._done, self._done)

    def step(self, actions: ArrayLike) -> tuple[Observation, Floats, Flags, Flags, dict[str, Any]]:
        """One step of all robots."""
        again = self._done
        rewards, reached, crashed, late = self._drive.step(actions)
        if again.any():
            self._drive.reset(again)
            rewards[again] = 0.0
            reached, crashed, late = reached & ~again, crashed & ~again, late & ~again
        terminated = reached | crashed
        self._done = terminated | late
        return self._drive.observe(), rewards, terminated, late, self._info(reached, crashed)

    def render(self) -> Optional[tuple[NDArray[np.uint8], ...]]:
        """The hall from above, once for each robot."""
        if self.render_mode != "rgb_array":
            return None
        return tuple(self._drive.picture(robot) for robot in range(self.num_envs))

    def _info(self, reached: Flags, crashed: Flags) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {"reached": reached.copy(), "_reached": everywhere, "crashed": crashed.copy(), "_crashed": everywhere}


def _mixed(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Each number to another that seems to have nothing to do with it: the last steps of SplitMix64."""
    x = x + np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: NDArray[np.uint64] = x ^ (x >> np.uint64(31))
    return mixed


def _uniform(keys: NDArray[np.uint64], index: Union[np.uint64, NDArray[np.uint64]]) -> Floats:
    """Numbers from 0 to below 1 that depend on a key and an index alone."""
    mixed = _mixed(keys + _mixed(np.atleast_1d(index)))
    numbers: Floats = (mixed >> np.uint64(11)).astype(np.float64) * 2.0**-53
    return numbers


def _box(walls: Walls) -> Floats:
    """The lowest and the highest corner of what walls span."""
    ends = np.asarray(walls.segments).reshape(-1, 2)
    circles = np.asarray(walls.circles)
    points = np.concatenate([ends, circles[:, :2] - circles[:, 2:], circles[:, :2] + circles[:, 2:]])
    if len(points) == 0:
        raise ValueError("there are no walls; expected some that robots can drive among")
    return np.array([points.min(axis=0), points.max(axis=0)])


def _places(walls: Walls, box: Floats, radius: float, inside: Optional[ArrayLike]) -> Floats:
    """Places in a square lattice that a disc can move between without touching a wall: those that can be reached from a point."""
    step = max(1.25 * radius, float(np.max(box[1] - box[0])) / 1000)
    anchor = box.mean(axis=0) if inside is None else np.asarray(inside, dtype=np.float64)
    if anchor.shape != (2,) or not np.isfinite(anchor).all():
        raise ValueError(f"inside is {inside!r}; expected a point (x, y)")
    low, high = np.ceil((box[0] - anchor) / step).astype(int), np.floor((box[1] - anchor) / step).astype(int)
    # The point itself is in the lattice, also if it is not among the walls.
    low, high = np.minimum(low, 0), np.maximum(high, 0)
    x, y = (anchor[axis] + step * np.arange(low[axis], high[axis] + 1) for axis in (0, 1))
    lattice = np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1)

    def is_open(starts: Floats, ends: Floats) -> Flags:
        times = walls.first_times(starts.reshape(-1, 2), ends.reshape(-1, 2), radius=radius)
        are_open: Flags = np.isinf(times).reshape(starts.shape[:2])
        return are_open

    right, up = is_open(lattice[:-1], lattice[1:]), is_open(lattice[:, :-1], lattice[:, 1:])

    def reached(start: tuple[int, int]) -> Flags:
        found = np.zeros(lattice.shape[:2], np.bool_)
        found[start] = True
        count = 0
        while count != (count := int(found.sum())):
            found[1:] |= found[:-1] & right
            found[:-1] |= found[1:] & right
            found[:, 1:] |= found[:, :-1] & up
            found[:, :-1] |= found[:, 1:] & up
        return found

    if inside is not None:
        best = reached((-int(low[0]), -int(low[1])))
    else:
        best = np.zeros(lattice.shape[:2], np.bool_)
        rest = np.zeros(lattice.shape[:2], np.bool_)
        rest[1:] |= right
        rest[:-1] |= right
        while rest.sum() > best.sum():
            found = reached(tuple(np.argwhere(rest)[0]))
            rest &= ~found
            best = found if found.sum() > best.sum() else best
    if best.sum() < 2:
        raise ValueError("a robot cannot drive anywhere from there; expected room among the walls")
    return np.ascontiguousarray(lattice[best])


gymnasium.register(
    id="carom/Drive-v0",
    entry_point="carom.gym:DriveEnv",
    vector_entry_point="carom.gym:DriveVectorEnv",
)
