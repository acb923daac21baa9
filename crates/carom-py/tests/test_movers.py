"""Shapes that move, and slide: many at once."""

import copy
import pickle
from fractions import Fraction

import numpy as np
import pytest

import carom


@pytest.fixture(scope="module")
def moves():
    rng = np.random.default_rng(4)
    starts = rng.uniform(5, 95, (2000, 2))
    return starts, starts + rng.normal(size=(2000, 2)) * 3


def test_a_box_of_no_size_is_a_point_and_a_capsule_of_no_length_a_disc(maze, moves):
    for mover, radius in [
        (carom.Mover.box([0, 0], [0, 0]), 0.0),
        (carom.Mover.capsule([0, 0], [0, 0], 0.3), 0.3),
        (carom.Mover.disc(0.3), 0.3),
        (carom.Mover.disc(0.1).grown(0.2), 0.1 + 0.2),
    ]:
        for ask in (maze.first_touch, maze.first_times, maze.first_stop, maze.touches_any):
            assert ask(*moves, mover=mover).tobytes() == ask(*moves, radius).tobytes()
        for (one, other) in zip(maze.slide(*moves, mover=mover), maze.slide(*moves, radius)):
            assert one.tobytes() == other.tobytes()
        one, other = maze.bounce(*moves, mover=mover, bounces=5), maze.bounce(*moves, radius, bounces=5)
        assert all(a.tobytes() == b.tobytes() for a, b in zip(one, other))
        start, end = moves[0][0], moves[1][0]
        assert maze.touches(start, end, mover=mover).tobytes() == maze.touches(start, end, radius).tobytes()


def test_boxes_against_upright_walls_in_fractions():
    """A box meets an upright wall when its side does, if it is as high then."""
    rng = np.random.default_rng(8)
    hits = 0
    for _ in range(500):
        x, low, high, width, height = rng.integers(1, 9, 5).tolist()
        start, end = rng.integers(-9, 0, 2).tolist(), rng.integers(-9, 20, 2).tolist()
        walls = carom.Walls([[x + width + 10, low - 5, x + width + 10, low + high]])
        hit = walls.first_touch(start, end, mover=carom.Mover.box([0, 0], [width, height]))
        way, way_up = end[0] - start[0], end[1] - start[1]
        time = Fraction(x + 10 - start[0], way) if way else Fraction(2)
        up = start[1] + way_up * time
        is_met = 0 <= time <= 1 and up <= low + high and low - 5 <= up + height
        # It may also come from below or above, and meet an end of the wall first with another side.
        if is_met:
            assert hit["wall"] == 0 and hit["time"] == float_toward_zero(time), (start, end, time)
            hits += 1
        elif hit["wall"] == 0:
            assert hit["time"] > time
    assert hits > 30


def float_toward_zero(fraction):
    nearest = fraction.numerator / fraction.denominator
    return nearest if Fraction(nearest) <= fraction else float(np.nextafter(nearest, 0))


def test_which_part_of_it_touches():
    hero = carom.Mover.box([-1, 0], [1, 3])
    walls = carom.Walls([[-9, 0, 9, 0], [4, -9, 4, 9]])
    falls = walls.first_touch([0, 4], [0, -4], mover=hero)
    assert (falls["wall"], falls["edge"], falls["vertex"]) == (0, 0, -1)
    runs = walls.first_touch([0, 1], [8, 1], mover=hero)
    assert (runs["wall"], runs["edge"], runs["time"]) == (1, 1, 0.375)
    ship = carom.Mover.polygon([[-2, -1], [2, -1], [0, 3]])
    hit = walls.first_touch([0, 4], [8, 4], mover=ship)
    assert (hit["vertex"], hit["edge"], hit["time"]) == (1, -1, 0.25)
    assert walls.first_touch([0, 4], [8, 4])["vertex"] == -1


def test_a_shape_that_is_not_convex():
    hook = carom.Mover.polygon([[0, 0], [4, 0], [4, 4], [3, 4], [3, 1], [0, 1]])
    assert not hook.is_convex
    # A pillar passes into its hollow, up to the inner side.
    pin = carom.Walls([[1, 2, 2, 2]])
    hit = pin.first_touch([-1, 0], [-9, 0], mover=hook)
    assert hit["time"] == 0.0 and hit["contact"] != carom.Contact.NONE
    hit = pin.first_touch([-0.5, 0], [-8.5, 0], mover=hook)
    assert hit["wall"] == 0 and hit["time"] == 0.0625


def test_threads_give_the_same_bits(maze, moves):
    mover = carom.Mover.capsule([-0.2, 0], [0.2, 0.1], 0.1)
    for ask in (maze.first_touch, maze.slide):
        one, many = (ask(*moves, mover=mover, threads=threads) for threads in (1, 3))
        for a, b in zip(one if isinstance(one, tuple) else [one], many if isinstance(many, tuple) else [many]):
            assert a.tobytes() == b.tobytes()


@pytest.mark.parametrize("mover", [carom.Mover.box([-0.2, -0.1], [0.2, 0.3]), carom.Mover.capsule([0, 0.1], [0, 0.5], 0.1), carom.Mover.polygon([[-0.2, 0], [0.2, 0], [0, 0.4]])])
def test_who_slides_is_never_in_a_wall(maze, moves, mover):
    starts, ends = moves
    is_clear = ~maze.touches_any(starts, starts, mover=mover)
    starts, ends = starts[is_clear], ends[is_clear]
    contacts, slid = maze.slide(starts, ends, mover=mover, step_height=0.2, snap=0.1)
    assert len(starts) > 1000 and len(contacts) > 300 and len(slid) == len(starts)
    assert not maze.touches_any(slid["end"], slid["end"], mover=mover).any()
    assert slid["contacts"].sum() == len(contacts)
    assert set(contacts["kind"].tolist()) == {0, 1, 2, 3}
    # Whoever meets nothing gets to the end.
    free = slid["contacts"] == 0
    assert np.array_equal(slid["end"][free], ends[free]) and (slid["ending"][free] == carom.SlideEnding.COMPLETED).all()


def test_slopes_stairs_and_ground():
    ramp = carom.Walls([[0, 0, 10, 0], [10, 0, 14, 3]])
    climbs, careful = (ramp.slide([7, 1], [11, 0.9], 1.0, max_slope=slope) for slope in ((3, 4), (2.9, 4)))
    assert climbs[0]["kind"][-1] == carom.Surface.FLOOR and climbs[1]["end"][1] > 1.7 and climbs[1]["ground"] == 1
    assert careful[0]["kind"][-1] == carom.Surface.SLOPE and careful[1]["end"][1] < 1.001
    assert ramp.slide([7, 1], [11, 0.9], 1.0, max_slope=0.75)[1] == climbs[1]
    stair = carom.Walls([[0, 0, 4, 0], [4, 0, 4, 0.5], [4, 0.5, 9, 0.5]])
    hero = carom.Mover.box([-0.5, 0], [0.5, 2])
    _, up = stair.slide([2, 0.1], [6, -0.2], mover=hero, step_height=0.6)
    _, down = stair.slide([2, 0.1], [6, -0.2], mover=hero)
    assert up["ground"] == 2 and up["end"][0] > 5
    assert down["end"][0] < 3.51 and down["ending"] != carom.SlideEnding.COMPLETED and 1 in down["walls"]


def test_what_is_refused(maze):
    hero = carom.Mover.disc(1)
    for ask, error, text in [
        (lambda: maze.first_touch([0, 0], [1, 1], 1.0, mover=hero), ValueError, "radius and mover are both given"),
        (lambda: maze.first_touch([0, 0], [1, float("nan")], mover=hero), ValueError, "NaN"),
        (lambda: maze.first_touch([[0, 0], [0, 0]], [[1, 1], [1, float("inf")]], mover=hero), ValueError, r"sweeps\[1\]"),
        (lambda: maze.first_touch([0, 0], [1, 1], mover=1.0), TypeError, "Mover"),
        (lambda: carom.Mover.disc(-1), ValueError, "radius"),
        (lambda: carom.Mover.box([0, 0], [-1, 1]), ValueError, "min"),
        (lambda: carom.Mover.polygon([[[0, 0], [9, 0], [0, 9]], [[1, 1], [2, 1], [1, 2]]]), ValueError, "hole"),
        (lambda: carom.Mover(), TypeError, "No constructor|cannot create"),
        (lambda: maze.slide([0, 0], [1, 1], step_height=-1), ValueError, "step_height is -1; expected a number, 0 or more"),
        (lambda: maze.slide([0, 0], [1, 1], up=(float("nan"), 0)), ValueError, "up is"),
        (lambda: maze.slide([0, 0], [1, 1], max_slope=(1, -1)), ValueError, "run of a slope is -1"),
        (lambda: maze.slide([0, 0], [1, 1], max_slope="steep"), TypeError, "max_slope is neither"),
    ]:
        with pytest.raises(error, match=text):
            ask()


def test_movers_are_values():
    assert carom.Mover.box([0, 0], [1, 1]) == carom.Mover.polygon([[0, 0], [1, 0], [1, 1], [0, 1]])
    assert carom.Mover.disc(1) != carom.Mover.disc(2)
    assert carom.Mover.box([0, 0], [1, 1]).grown(2).radius == 2


@pytest.mark.parametrize(
    "mover",
    [
        carom.Mover.disc(0),
        carom.Mover.disc(0.5),
        carom.Mover.capsule([1, 2], [3, 5], 0.25),
        carom.Mover.box([-1, 0], [1, 3]),
        carom.Mover.box([-1, 0], [1, 0]).grown(2),
        carom.Mover.polygon([[0, 0], [4, 0], [4, 4], [2, 1], [0, 4]]).grown(0.5),
    ],
)
def test_movers_can_be_pickled_and_copied(mover):
    for other in (pickle.loads(pickle.dumps(mover)), copy.copy(mover), copy.deepcopy(mover)):
        assert other == mover and other.radius == mover.radius and (other.vertices == mover.vertices).all()
