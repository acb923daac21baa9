"""The scenes of the project end in the same state as in every other build of the library: see crates/carom-determinism."""

from pathlib import Path

import pytest

import carom

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "crates" / "carom-determinism" / "golden.txt"
SCENES = [line.split() for line in GOLDEN.read_text().splitlines() if line.startswith("scene ")]


def test_there_are_scenes():
    assert len(SCENES) == 22


@pytest.mark.parametrize("line", SCENES, ids=lambda line: line[1])
def test_state(line):
    _, name, frames, dt, state, _ = line
    world = carom.World.read(ROOT / "scenes" / name)
    world.run(float(dt), int(frames))
    assert f"{world.state_hash():016x}" == state
