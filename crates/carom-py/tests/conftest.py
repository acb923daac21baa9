"""Tests of the installed package: never of the sources beside them."""

import pathlib

import numpy as np
import pytest

import carom

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent


def pytest_sessionstart(session):
    installed = pathlib.Path(carom.__file__).resolve()
    if HERE.parent in installed.parents:
        raise pytest.UsageError(f"carom is imported from the sources, {installed}; install the wheel and run the tests there")


@pytest.fixture
def room():
    """A room of 4 by 2 around the origin, with a pillar."""
    edges = [[-2, -1, 2, -1], [2, -1, 2, 1], [2, 1, -2, 1], [-2, 1, -2, -1]]
    return carom.Walls(edges, circles=[[1, 0, 0.25]])


@pytest.fixture(scope="session")
def maze():
    """A thousand walls of length 1 or so in a square of 100 by 100."""
    rng = np.random.default_rng(1)
    starts = rng.uniform(0, 100, (1000, 2))
    return carom.Walls(np.concatenate([starts, starts + rng.uniform(-1, 1, (1000, 2))], axis=1))
