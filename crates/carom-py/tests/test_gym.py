"""Drive to the goal by lidar: what Gymnasium asks of environments, and what carom promises beside."""

import pathlib
import runpy

import numpy as np
import pytest

import carom

gymnasium = pytest.importorskip("gymnasium")

import carom.gym  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[3]


@pytest.mark.filterwarnings("error")
def test_gymnasiums_own_checker():
    env = gymnasium.make("carom/Drive-v0")
    check_env(env.unwrapped, skip_render_check=False)


def test_the_vector_form_is_made_by_gymnasium():
    envs = gymnasium.make_vec("carom/Drive-v0", num_envs=7)
    assert isinstance(envs.unwrapped, carom.gym.DriveVectorEnv)
    observations, infos = envs.reset(seed=3)
    assert observations.shape == (7, 35) and observations.dtype == np.float32
    assert envs.observation_space.contains(observations)
    for _ in range(50):
        observations, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())
        assert envs.observation_space.contains(observations)
        assert [part.shape for part in (rewards, terminated, truncated, infos["reached"])] == [(7,)] * 4
        assert terminated.dtype == truncated.dtype == np.bool_
    assert envs.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.NEXT_STEP


@pytest.mark.parametrize("noise", [0.0, 0.05])
def test_each_of_many_is_a_single_one(noise):
    """Environment i is the single environment with the seed seed + i, bit for bit, through several episodes, with any threads."""
    options = {"max_steps": 40, "noise": noise}
    envs = [carom.gym.DriveVectorEnv(5, threads=threads, **options) for threads in (1, 3)]
    single = [carom.gym.DriveEnv(**options) for _ in range(5)]
    many = [one.reset(seed=11)[0] for one in envs]
    alone = [env.reset(seed=11 + i)[0] for i, env in enumerate(single)]
    random = np.random.default_rng(0)
    is_done = [False] * 5
    episodes = 0
    for _ in range(150):
        assert np.array_equal(many[0], many[1]) and np.array_equal(many[0], np.array(alone))
        actions = random.uniform(-1, 1, (5, 2))
        answers = [one.step(actions) for one in envs]
        many = [answer[0] for answer in answers]
        for i, env in enumerate(single):
            if is_done[i]:
                alone[i], reward, ended, late = env.reset()[0], 0.0, False, False
                episodes += 1
            else:
                alone[i], reward, ended, late, _ = env.step(actions[i])
            assert (answers[0][1][i], answers[0][2][i], answers[0][3][i]) == (reward, ended, late)
            is_done[i] = ended or late
    assert episodes >= 10


def test_seeds():
    envs = carom.gym.DriveVectorEnv(4)
    first = envs.reset(seed=5)[0]
    assert np.array_equal(envs.reset(seed=5)[0], first)
    assert not np.array_equal(envs.reset()[0], first), "the next episode is another one"
    assert not np.array_equal(envs.reset(seed=6)[0], first)
    assert np.array_equal(envs.reset(seed=[5, 6, 7, 8])[0], first)
    assert np.array_equal(envs.reset(seed=6)[0][:3], first[1:])
    with pytest.raises(ValueError, match="3 seeds for 4 environments"):
        envs.reset(seed=[1, 2, 3])


def test_nobody_drives_through_a_wall():
    """However fast: all robots stay in the hall and off every wall."""
    envs = carom.gym.DriveVectorEnv(500, max_speed=2000.0, max_steps=30)
    envs.reset(seed=1)
    walls, drive = carom.gym.hall(), envs._drive
    random = np.random.default_rng(2)
    crashes = 0
    for _ in range(40):
        infos = envs.step(random.uniform(-1, 1, (500, 2)))[4]
        crashes += infos["crashed"].sum()
        assert ((0 < drive.positions) & (drive.positions < 12)).all()
        # A little smaller than they are, robots overlap nothing.
        assert np.isinf(walls.first_times(drive.positions, drive.positions, radius=0.199)).all()
    assert crashes > 1000


def test_a_map_of_a_robot():
    env = carom.gym.DriveEnv(walls=ROOT / "scenes/office.yaml", inside=(2.0, 3.0), radius=0.15, max_range=5.0)
    starts = np.array([env.reset(seed=seed)[0][:32].min() for seed in range(50)])
    assert (starts > 0.15 / 5.0).all(), "nobody starts on a wall"
    places = env._drive.places
    assert len(places) > 200
    # The front door is open: some are before it, as far as the map goes.
    assert ((-0.5 < places[:, 0]) & (places[:, 0] < 9) & (0 < places[:, 1]) & (places[:, 1] < 6.5)).mean() > 0.8


@pytest.mark.parametrize(
    "options, message",
    [
        ({"radius": 0.0}, "radius is 0.0; expected a finite number above 0"),
        ({"max_range": np.inf}, "max_range is inf; expected"),
        ({"beams": 0}, "expected at least 1 of each"),
        ({"radius": 8.0}, "a robot cannot drive anywhere"),
        ({"walls": carom.Walls()}, "there are no walls"),
        ({"inside": (1, 2, 3)}, "expected a point"),
        ({"inside": (2.5, 2.05)}, "cannot drive anywhere from there"),
        ({"render_mode": "human"}, "expected None or 'rgb_array'"),
    ],
)
def test_what_is_refused(options, message):
    for make in (carom.gym.DriveEnv, lambda **options: carom.gym.DriveVectorEnv(2, **options)):
        with pytest.raises(ValueError, match=message):
            make(**options)


def test_actions_that_are_refused():
    envs = carom.gym.DriveVectorEnv(3)
    envs.reset(seed=0)
    for actions in (np.zeros((2, 2)), np.zeros(6), np.full((3, 2), np.nan)):
        with pytest.raises(ValueError, match="expected \\(3, 2\\), and no NaN"):
            envs.step(actions)


def test_the_picture():
    env = gymnasium.make("carom/Drive-v0", render_mode="rgb_array")
    env.reset(seed=4)
    image = env.render()
    assert image.shape == (480, 480, 3) and image.dtype == np.uint8
    colors = {tuple(color) for color in image.reshape(-1, 3).tolist()}
    assert {(40, 40, 40), (60, 170, 90), (200, 70, 50)} <= colors


def test_the_example_learns():
    """Some generations are better than none: the example does what it says, on its way."""
    example = runpy.run_path(str(ROOT / "crates/carom-py/examples/learn.py"))
    # Fewer copies and shorter episodes, so that this takes seconds.
    learn = example["learn"]
    learn.__globals__.update(COPIES=32, EPISODES=8, TEST_EPISODES=200, STEPS=80)
    parameters, curve = learn(15, seed=1, threads=1)
    assert curve[-1, 2] > curve[0, 2] + 1.5, curve
    assert "<polyline" in example["picture"](curve)
