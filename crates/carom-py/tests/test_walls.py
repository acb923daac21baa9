"""Walls: how they come, go, and are read."""

import copy
import pathlib
import pickle
import warnings

import numpy as np
import pytest

import carom

ROOT = pathlib.Path(__file__).resolve().parents[3]


def test_every_strategy_has_a_name():
    for strategy in ("brute-force", "bounds", "quadtree", "bvh", "grid"):
        assert carom.Walls([[0, 0, 1, 1]], strategy=strategy).strategy == strategy


def test_ids_are_not_used_again():
    walls = carom.Walls([[0, 0, 4, 0], [4, 0, 4, 3]])
    walls.remove([0])
    assert walls.add(circles=[[9, 9, 1]]).tolist() == [2]
    assert walls.ids.tolist() == [1, 2]
    assert walls.segments.tolist() == [[4, 0, 4, 3]] and walls.circles.tolist() == [[9, 9, 1]]
    with pytest.raises(ValueError, match="there is no wall 0"):
        walls.replace([1, 0], [[0, 0, 1, 1], [0, 0, 1, 1]])
    assert walls.segments.tolist() == [[4, 0, 4, 3]]


def test_sides_and_masks():
    walls = carom.Walls([[0, 0, 9, 0], [0, -5, 9, -5]], side=[carom.Side.LEFT, carom.Side.ON], mask=[0b10, 0b01])
    assert walls.first_touch([4, 3], [4, -9])["wall"] == 0
    assert walls.first_touch([4, -3], [4, 3])["wall"] == -1
    assert walls.first_touch([4, 3], [4, -9], mask=0b01)["wall"] == 1


def test_restitution_of_walls():
    walls = carom.Walls([[0, -3, 0, 3]], restitution=0.5)
    bounces, _ = walls.bounce([-2, 0], [2, 0])
    assert bounces["after"].tolist() == [[-2, 0]]


def test_polygons_with_holes():
    outer, hole = [(0, 0), (9, 0), (9, 9), (0, 9)], [(3, 3), (3, 6), (6, 6), (6, 3)]
    assert len(carom.Walls.polygons([[outer, hole]])) == 8
    assert len(carom.Walls.polygons([np.array(outer), (np.array(outer) + 20, np.array(hole) + 20)])) == 12
    with pytest.raises(ValueError, match="hole 0 lies outside"):
        carom.Walls.polygons([[outer, np.array(hole) + 50]])


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda walls: pickle.loads(pickle.dumps(walls))])
def test_copies_have_the_same_ids_and_answers(maze, how):
    walls = carom.Walls(
        maze.segments, circles=[[50, 50, 2]], strategy="quadtree", mask=3, side=np.arange(1001) % 3 - 1, restitution=0.25
    )
    walls.remove([0, 7, 500])
    other = how(walls)
    assert other.strategy == "quadtree" and (other.ids == walls.ids).all()
    sweeps = np.random.default_rng(8).uniform(0, 100, (2000, 4))
    assert other.first_touch(sweeps[:, :2], sweeps[:, 2:]).tobytes() == walls.first_touch(sweeps[:, :2], sweeps[:, 2:]).tobytes()
    assert walls.bounce([50, 40], [50, 60])[0].tobytes() == other.bounce([50, 40], [50, 60])[0].tobytes()
    # What is done to one is not done to the other.
    other.remove(1)
    assert len(walls) == len(other) + 1
    assert len(how(carom.Walls())) == 0


SCENES = sorted(path for path in (ROOT / "scenes").iterdir() if path.suffix in (".json", ".toml", ".tmx"))


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.name)
def test_scenes_are_read(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        walls, world = carom.Walls.read(path), carom.World.read(str(path))
    assert len(walls) == len(world.walls)
    assert (walls.segments == world.walls.segments).all()
    world.step(1 / 60)


def test_what_is_left_out_is_told(tmp_path):
    drawing = tmp_path / "drawing.svg"
    drawing.write_text('<svg xmlns="http://www.w3.org/2000/svg"><line x1="0" y1="0" x2="4" y2="3"/><line x1="1" y1="1" x2="1" y2="1"/></svg>')
    with pytest.warns(UserWarning, match="it has no length"):
        walls = carom.Walls.read(drawing)
    assert len(walls) == 1


def test_a_file_that_is_no_scene(tmp_path):
    path = tmp_path / "scene.json"
    path.write_text('{"carom": 1, "walls": [{"segment": [[0, 0], [0, 0]]}]}')
    with pytest.raises(ValueError, match=r"scene.json:1:\d+: walls\[0\].segment"):
        carom.Walls.read(path)


def test_pictures():
    walls = carom.Walls([[0, 0, 4, 3]], circles=[[2, -3, 1]])
    world = carom.World(walls)
    world.add([9, 9], velocities=[1, 0], radius=1)
    world.add_gates([[5, 5, 6, 6]])
    pictures = [
        walls._repr_svg_(),
        str(walls.picture([0, -1, 0], beams=36, max_range=5, bodies=[[1, -1, 0.2]], title="Seen", theme="dark")),
        world._repr_svg_(),
        str(world.picture(title="A world", size=(300, 200))),
        walls.explain([1, 5], [2, -9], 0.5)._repr_svg_(),
        carom.Walls([[0, 0, 4, 3]]).explain([1, 5], [2, -9])._repr_svg_(),
    ]
    for picture in pictures:
        assert picture.startswith("<svg") and picture.rstrip().endswith("</svg>")
        assert "NaN" not in picture
    assert "Seen" in pictures[1] and "A world" in pictures[3]
    assert pictures[0] == walls._repr_svg_()
    assert carom.Walls(np.c_[np.zeros((30_000, 3)), np.arange(1, 30_001)])._repr_svg_() is None


def test_workings():
    one = carom.Walls([[0, -3, 0, 3]]).explain([-2, 2], [3, -1])
    assert one.end == (-3, -1)
    assert "Be'" in str(one) and "$" in one.markdown() and r"\documentclass" in one.latex()
    assert carom.Walls([[0, -3, 0, 3]]).explain([-2, 2], [3, -1], after="stop").end == (0, 0.8)
    many = carom.Walls.polygons([[(0, 0), (8, 0), (8, 8), (0, 8)]]).explain([2, 4], [15, 5])
    assert "wall 1" in str(many)


def test_unknown_cells_of_a_map(tmp_path):
    # One occupied cell, one unknown, one free: as `map_server` reads these shades.
    (tmp_path / "m.pgm").write_bytes(b"P5 3 1 255\n" + bytes([0, 205, 254]))
    lines = "image: m.pgm\nresolution: 1\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n"
    path = tmp_path / "m.yaml"
    path.write_text(lines)
    widths = {}
    for unknown in (None, "free", "occupied"):
        walls = carom.Walls.read(path, unknown=unknown)
        assert len(walls) == 4
        widths[unknown] = [round(float(walls.scan(pose, beams=[0.0], max_range=9)[0]), 3) for pose in ([-1, 0.5, 0], [4, 0.5, np.pi])]
    assert widths == {None: [1, 3], "free": [1, 3], "occupied": [1, 2]}
    with pytest.raises(ValueError, match="unknown is 'wall'; expected 'free' or 'occupied'"):
        carom.Walls.read(path, unknown="wall")
