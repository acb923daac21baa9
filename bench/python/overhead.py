"""What the way from Python to the library and back costs: a scan of 1,000 robots with 1,080 beams each, beside the same scan by the
library alone, in processor time. Both are run in turns, and the least of each is told.

    cargo build --release --package carom-corpus        (in crates/carom-py; the wheel is built in release, too)
    python bench/python/overhead.py path/to/kernel
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import carom
import numpy as np

from speed import floor_plan

BEAMS, RANGE, TIMES = 1080, 30.0, 4


def main():
    kernel = sys.argv[1]
    print(f"{'walls':>8} {'library':>12} {'Python':>12} {'more':>8}")
    for count in (1_000, 100_000):
        segments, side = floor_plan(count)
        poses = np.zeros((1000, 3))
        poses[:, :2] = np.random.default_rng(1).random((1000, 2)) * side
        walls = carom.Walls(segments)
        with tempfile.TemporaryDirectory() as folder:
            files = [str(Path(folder) / name) for name in ("walls.f64", "poses.f64")]
            segments.astype("<f8").tofile(files[0])
            poses.astype("<f8").tofile(files[1])
            command = [kernel, *files, str(BEAMS), str(RANGE)]
            alone, within = [], []
            for _ in range(7):
                # Reading files and building the index are in both of these, and in neither difference.
                alone.append((of_child([*command, str(TIMES + 1)]) - of_child([*command, "1"])) / TIMES)
                start = time.process_time()
                for _ in range(TIMES):
                    walls.scan(poses, BEAMS, max_range=RANGE)
                within.append((time.process_time() - start) / TIMES)
        a, b = min(alone), min(within)
        print(f"{count:>8} {a * 1e3:>9.2f} ms {b * 1e3:>9.2f} ms {(b / a - 1) * 100:>6.1f} %")


def of_child(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


main()
