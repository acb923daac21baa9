"""Other threads, Ctrl-C, and memory."""

import os
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import carom


def test_the_lock_is_released(maze):
    """Another thread counts while a call takes long."""
    sweeps = np.random.default_rng(1).uniform(0, 100, (30_000, 4))
    walls = carom.Walls(maze.segments, strategy="bounds")
    counts, is_done = [], threading.Event()

    def count():
        while not is_done.is_set():
            counts.append(time.perf_counter())
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    start = time.perf_counter()
    walls.first_times(sweeps[:, :2], sweeps[:, 2:])
    end = time.perf_counter()
    is_done.set()
    counter.join()
    within = sum(start < moment < end for moment in counts)
    assert within >= 5, f"{within} turns in {end - start:.3f} s"


def test_arrays_that_change_meanwhile(maze):
    """Whatever another thread writes, an answer is one for numbers that were there."""
    starts, ends = np.zeros((20_000, 2)), np.full((20_000, 2), 100.0)
    expected = {maze.first_touch([x, x], [100 - x, 100 - x])["time"].item() for x in (0.0, 1.0)}
    one = {
        maze.first_touch([x, y], [100 - u, 100 - v])["time"].item()
        for x in (0.0, 1.0)
        for y in (0.0, 1.0)
        for u in (0.0, 1.0)
        for v in (0.0, 1.0)
    }
    is_done = threading.Event()

    def scribble():
        while not is_done.is_set():
            for x in (1.0, 0.0):
                starts[:] = x
                ends[:] = 100.0 - x

    writer = threading.Thread(target=scribble)
    writer.start()
    try:
        for _ in range(30):
            found = set(maze.first_times(starts, ends, threads=2).tolist())
            assert found <= one
    finally:
        is_done.set()
        writer.join()
    assert expected <= one


def test_walls_that_change_meanwhile(maze):
    """A question is answered for the walls there were when it was asked."""
    walls = carom.Walls(maze.segments)
    door = walls.add([[-5, 50, 105, 50]])
    shut, is_done = [[-5, 50, 105, 50]], threading.Event()

    def swing():
        while not is_done.is_set():
            walls.replace(door, [[-5, 50, -6, 50]])
            walls.replace(door, shut)

    swinger = threading.Thread(target=swing)
    swinger.start()
    try:
        sweeps = np.tile([-1.0, 0.0, -1.0, 100.0], (5000, 1))
        for _ in range(20):
            assert len(set(walls.first_times(sweeps[:, :2], sweeps[:, 2:], threads=2).tolist())) == 1
    finally:
        is_done.set()
        swinger.join()


def test_a_world_is_stepped_by_several_threads():
    world = carom.World(carom.Walls.polygons([[(0, 0), (100, 0), (100, 100), (0, 100)]]))
    grid = np.stack(np.meshgrid(np.arange(5, 95, 5.0), np.arange(5, 95, 5.0)), axis=-1).reshape(-1, 2)
    world.add(grid, velocities=np.random.default_rng(1).normal(size=grid.shape), radius=1)
    threads = [threading.Thread(target=lambda: [(world.step(0.125), world.positions) for _ in range(20)]) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert world.time == 3 * 20 * 0.125


LONG_CALLS = {
    "first_touch": "walls.first_touch(sweeps[:, :2], sweeps[:, 2:], threads={threads})",
    "touches_any": "walls.touches_any(np.full((10**6, 2), -1.0), np.full((10**6, 2), -2.0), threads={threads})",
    "scan": "walls.scan(np.full((10**4, 3), 50.0), beams=1080, ids=True, threads={threads})",
    "bounce": "room.bounce([[1.0, 1.0]] * 10**5, [[3.0, 2.2]] * 10**5, time=np.inf, bounces=1000, threads={threads})",
    "run": "world.run(0.25, 10**8)",
}


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", LONG_CALLS)
def test_ctrl_c_is_heard(name, threads):
    if name == "run" and threads > 1:
        pytest.skip("a world is stepped by one thread")
    program = textwrap.dedent(
        f"""
        import carom, numpy as np, os, signal, sys, threading, time
        # Whoever runs the tests in the background may have it ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        rng = np.random.default_rng(1)
        starts = rng.uniform(0, 100, (20000, 2))
        walls = carom.Walls(np.c_[starts, starts + rng.uniform(-1, 1, starts.shape)], strategy="bounds")
        room = carom.Walls.polygons([[(0, 0), (8, 0), (8, 6), (0, 6)]])
        world = carom.World(room)
        world.add([1, 1], velocities=[3, 2.2])
        sweeps = rng.uniform(0, 100, (10**6, 4))
        sent = []
        def send():
            time.sleep(0.3)
            sent.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)
        threading.Thread(target=send, daemon=True).start()
        try:
            {LONG_CALLS[name].format(threads=threads)}
        except KeyboardInterrupt:
            print("interrupted after", time.perf_counter() - sent[0])
            sys.exit(0)
        print("not interrupted")
        sys.exit(1)
        """
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert float(done.stdout.split()[-1]) < 10, done.stdout


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="there is no /proc to read the memory's size from")
def test_memory_stays_flat():
    """A million rounds with CAROM_SOAK_CASES; fewer else, in which 50 bytes that a round leaves behind are found."""
    rounds = 1_000_000 if os.environ.get("CAROM_SOAK_CASES") else 20_000
    walls = carom.Walls([[4, -1, 4, 1], [2, -1, 2, 1]])
    starts, ends = np.zeros((4, 2)), np.full((4, 2), 8.0)
    world = carom.World(walls)
    world.add([0, 0], velocities=[1, 0])
    before = world.snapshot()

    def call():
        walls.first_touch(starts, ends)
        walls.first_times(starts, ends)
        walls.first_touch([0, 0], [8, 0], radius=0.5)
        walls.scan([0, 0, 0], beams=8, noise=0.1, ids=True, bodies=[[1, 1, 0.5]], own=0)
        walls.bounce(starts, ends)
        world.step(0.1)
        world.bodies
        world.restore(before)
        try:
            carom.Walls([[1, 2, 1, 2]])
        except ValueError:
            pass

    for _ in range(2000):
        call()
    start = resident()
    for _ in range(rounds):
        call()
    grown = resident() - start
    assert grown < 1_000_000, f"{grown} bytes more after {rounds} rounds"
