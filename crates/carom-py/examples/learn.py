"""Learns to drive to the goal by lidar, in some minutes on two cores, with NumPy alone.

    pip install carom[gym]
    python learn.py                        # prints the curve, and writes learn.npz and learn.svg
    python learn.py --generations 2        # only to see it run

Evolution strategies: a small network steers; in each generation many copies of it, each changed a little at random, drive the same
episodes, and the network is moved toward what the better ones have in common. All copies drive at once: 2,048 environments a step.
"""

import argparse
import os
import time

import numpy as np

from carom.gym import DriveVectorEnv

HIDDEN = 16
COPIES, EPISODES = 64, 32
STEPS = 150
DEVIATION, RATE = 0.1, 0.05
TEST_EPISODES, TEST_SEED = 1000, 10**9


def parts(parameters, inputs):
    """The layers of networks whose parameters are the rows of an array."""
    sizes = [(inputs, HIDDEN), (1, HIDDEN), (HIDDEN, 2), (1, 2)]
    ends = np.cumsum([rows * columns for rows, columns in sizes])
    pieces = np.split(parameters, ends[:-1], axis=-1)
    return [piece.reshape(-1, *size) for piece, size in zip(pieces, sizes)]


def inner(observations):
    """What a network is given: how near walls are in each direction, as near ones matter most, and where the goal is."""
    return np.concatenate([np.exp(-8 * observations[:, :-3]), observations[:, -3:]], axis=1)


def drive(envs, parameters, seeds):
    """Each network drives each of the episodes once: their returns, and which reached the goal."""
    networks = len(parameters)
    inputs = envs.single_observation_space.shape[0]
    into, bias, out, shift = parts(parameters.astype(np.float32), inputs)
    observations, _ = envs.reset(seed=[int(seed) for seed in np.tile(seeds, networks)])
    returns, has_reached, is_driving = np.zeros(envs.num_envs), np.zeros(envs.num_envs, bool), np.ones(envs.num_envs, bool)
    while is_driving.any():
        hidden = np.tanh(inner(observations).reshape(networks, -1, inputs) @ into + bias)
        actions = np.tanh(hidden @ out + shift).reshape(envs.num_envs, 2)
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        returns += rewards * is_driving
        has_reached |= infos["reached"] & is_driving
        is_driving &= ~(terminated | truncated)
    return returns.reshape(networks, -1), has_reached.reshape(networks, -1)


def learn(generations, seed=0, threads=2):
    """The parameters that are learned, and the curve: generation, processor seconds, return and part of goals reached in the test."""
    random = np.random.default_rng(seed)
    envs = DriveVectorEnv(COPIES * EPISODES, max_steps=STEPS, threads=threads)
    test = DriveVectorEnv(TEST_EPISODES, max_steps=STEPS, threads=threads)
    inputs = envs.single_observation_space.shape[0]
    size = sum(rows * columns for rows, columns in [(inputs, HIDDEN), (1, HIDDEN), (HIDDEN, 2), (1, 2)])
    mean = random.normal(size=size) * 0.1
    first, second = np.zeros(size), np.zeros(size)
    curve, started, clock = [], time.process_time(), time.perf_counter()
    for generation in range(generations + 1):
        if generation % 5 == 0 or generation == generations:
            # Episodes that are not learned from.
            returns, reached = drive(test, mean[None], TEST_SEED + np.arange(TEST_EPISODES))
            curve.append((generation, time.process_time() - started, returns.mean(), reached.mean()))
            print(f"generation {generation:3}: {time.perf_counter() - clock:6.1f} s, {curve[-1][1]:6.1f} s of processors, "
                  f"return {returns.mean():6.2f}, goals reached {reached.mean():6.1%}", flush=True)
        if generation == generations:
            return mean, np.array(curve)
        half = random.normal(size=(COPIES // 2, size))
        changes = np.concatenate([half, -half])
        episodes = random.integers(2**62, size=EPISODES)
        returns, _ = drive(envs, mean + DEVIATION * changes, episodes)
        ranks = returns.mean(axis=1).argsort().argsort() / (COPIES - 1) - 0.5
        slope = ranks @ changes / (COPIES * DEVIATION)
        # Adam: steps of about the same size in all directions.
        first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope**2
        age = generation + 1
        mean = mean + RATE * (first / (1 - 0.9**age)) / (np.sqrt(second / (1 - 0.99**age)) + 1e-8)


def picture(curve):
    """The curve as SVG: the part of goals reached, over generations."""
    width, height, left, low = 640, 300, 60, 250
    last = max(curve[-1, 0], 1)
    x = left + curve[:, 0] / last * (width - left - 20)
    y = low - curve[:, 3] * (low - 40)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{left}" y="22">goals reached in {TEST_EPISODES:,} episodes that are not learned from</text>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        at = low - share * (low - 40)
        lines.append(f'<path d="M{left} {at:.1f}H{width - 20}" stroke="#ddd"/>')
        lines.append(f'<text x="{left - 8}" y="{at + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    for part in (0, 0.25, 0.5, 0.75, 1):
        at = left + part * (width - left - 20)
        lines.append(f'<text x="{at:.1f}" y="{low + 20}" text-anchor="middle">{part * last:.0f}</text>')
    lines.append(f'<text x="{(left + width - 20) / 2}" y="{low + 40}" text-anchor="middle">generations of {COPIES * EPISODES:,} episodes; '
                 f"{curve[-1, 1] / 60:.1f} minutes of processor time in all</text>")
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y))
    lines.append(f'<polyline points="{points}" fill="none" stroke="#2a6fb0" stroke-width="2"/>')
    lines += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="#2a6fb0"/>' for a, b in zip(x, y)]
    return "\n".join(lines + ["</svg>", ""])


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    usual = 2 if os.environ.get("CAROM_QUICK") else 100
    words.add_argument("--generations", type=int, default=usual)
    words.add_argument("--seed", type=int, default=0)
    words.add_argument("--threads", type=int, default=2)
    words.add_argument("--out", default="learn", help="what the files are called, without their endings")
    chosen = words.parse_args()
    parameters, curve = learn(chosen.generations, chosen.seed, chosen.threads)
    np.savez(f"{chosen.out}.npz", parameters=parameters, curve=curve)
    with open(f"{chosen.out}.svg", "w", encoding="utf-8") as file:
        file.write(picture(curve))


if __name__ == "__main__":
    main()
