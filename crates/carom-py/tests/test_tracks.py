"""Crossings of rows: the same however they come, and whatever they are cut into."""

import pickle
import subprocess
import sys

import numpy as np
import pytest

import carom

ALL = slice(None)


def part(rows, places):
    return {name: column[places] for name, column in rows.items()}


@pytest.fixture(scope="session")
def expected(town):
    return town.lines(town.kernel()(town.rows))


def test_there_is_something_to_find(town, expected):
    assert len(expected) > 10_000
    for name in [*town.GATES, *town.ZONES]:
        assert sum(repr(name) in line for line in expected) > 500, name
    # Many happen exactly where rows are.
    times = set(town.rows["time"].tolist())
    found = town.kernel()(town.rows)
    assert sum(time in times for time in found["time"].tolist()) > 1000


@pytest.mark.parametrize("pieces", [1, 7, 100])
def test_it_does_not_matter_where_rows_are_cut(town, expected, pieces):
    count = len(town.rows["id"])
    cuts = np.sort(np.random.default_rng(pieces).choice(count, pieces - 1, replace=False))
    kernel, found = town.kernel(), []
    for places in np.split(np.arange(count), cuts):
        found += town.lines(kernel(part(town.rows, places)))
        kernel = pickle.loads(pickle.dumps(kernel))
    assert sorted(found) == expected


def test_the_state_is_the_last_row_of_each_track(town, expected):
    half = len(town.rows["id"]) // 2
    first, second = town.kernel(), town.kernel()
    found = town.lines(first(part(town.rows, slice(half))))
    state = first.state
    assert len(state["id"]) == len(set(town.rows["id"][:half].tolist()))
    last = {id: row for row, id in enumerate(town.rows["id"][:half].tolist())}
    for row in zip(*(column.tolist() for column in state.values())):
        assert row == tuple(column[last[row[0]]].item() for column in town.rows.values())
    second.state = state
    assert sorted(found + town.lines(second(part(town.rows, slice(half, None))))) == expected


def test_moves(town, expected):
    last, befores = {}, []
    for row, id in enumerate(town.rows["id"].tolist()):
        befores.append(last.get(id, -1))
        last[id] = row
    befores = np.array(befores)
    known = {name: np.where(befores < 0, np.nan, town.rows[name][befores]) for name in ("time", "x", "y")}
    moves = {**town.rows, "t0": known["time"], "x0": known["x"], "y0": known["y"]}
    # Each move is by itself, so that their order does not matter.
    shuffled = part(moves, np.random.default_rng(1).permutation(len(befores)))
    kernel = town.kernel(before=("t0", "x0", "y0"))
    assert town.lines(kernel(shuffled)) == expected
    pa = pytest.importorskip("pyarrow")
    nulls = pa.table({name: pa.array(column, from_pandas=True) for name, column in shuffled.items()})
    assert nulls["t0"].null_count > 0
    assert town.lines(kernel(nulls)) == expected


def test_rows_track_by_track(town, expected):
    order = np.lexsort((town.rows["time"], town.rows["id"]))
    kernel, found = town.kernel(by_track=True), []
    for places in np.array_split(order, 60):
        found += town.lines(kernel(part(town.rows, places)))
        assert len(kernel.state["id"]) == 1
    assert sorted(found) == expected
    with pytest.raises(ValueError, match="row 2: `a` comes again after others"):
        town.kernel(by_track=True)({"id": list("aba"), "time": [0, 1, 2], "x": [0, 0, 0], "y": [0, 0, 0]})


def test_threads(town):
    one, many = (town.kernel(threads=threads)(town.rows) for threads in (1, 3))
    assert all(np.array_equal(one[name], many[name]) for name in one)


def test_arrow(town, expected):
    pa = pytest.importorskip("pyarrow")
    table = pa.table(town.rows)
    found = town.kernel()(table)
    assert isinstance(found, pa.Table) and town.lines(found) == expected
    assert found.schema == pa.schema([("id", "string"), ("time", "double"), ("gate", "string"), ("direction", "string"), ("x", "double"), ("y", "double")])
    kernel, lines = town.kernel(), []
    for batch in table.to_batches(max_chunksize=999):
        found = kernel(batch)
        assert isinstance(found, pa.RecordBatch)
        lines += town.lines(found)
    assert sorted(lines) == expected
    # In pieces, as a dictionary, and none at all.
    chunked = pa.concat_tables([table.slice(0, 100), table.slice(100)])
    assert town.lines(town.kernel()(chunked)) == expected
    encoded = chunked.set_column(0, "id", chunked["id"].dictionary_encode())
    assert town.lines(town.kernel()(encoded)) == expected
    assert town.kernel()(table.slice(0, 0)).num_rows == 0
    assert town.kernel()(table.schema.empty_table()).num_rows == 0


def test_ids_of_many_kinds(town, expected):
    pa = pytest.importorskip("pyarrow")
    names, numbers = np.unique(town.rows["id"], return_inverse=True)
    for kind in ("int16", "uint64", "int64"):
        found = town.kernel()(pa.table({**town.rows, "id": numbers.astype(kind)}))
        assert found.schema.field("id").type == pa.from_numpy_dtype(kind)
        assert town.lines({**{name: found[name] for name in found.column_names}, "id": names[found["id"].to_numpy()]}) == expected
    found = town.kernel()(pa.table({**town.rows, "id": pa.array(town.rows["id"], pa.large_string())}))
    assert town.lines(found) == expected


def test_dates_of_many_kinds():
    pa = pytest.importorskip("pyarrow")
    gate = [[0, -1, 0, 1]]
    start = np.datetime64("2026-11-15T10:20:30")
    rows = {"id": [1, 1], "time": np.array([start, start + 1]), "x": [-1, 2], "y": [0, 0]}
    third = start.astype("datetime64[ns]") + 333_333_333
    assert carom.Crossings(gate)(rows)["time"].tolist() == [third.astype(np.int64)]
    for unit in ("s", "ms", "us", "ns"):
        for zone in (None, "UTC", "Europe/Berlin"):
            times = pa.array(rows["time"].astype(f"datetime64[{unit}]")).cast(pa.timestamp(unit, zone))
            found = carom.Crossings(gate)(pa.table({**rows, "time": times}))
            assert found.schema.field("time").type == pa.timestamp("ns", zone)
            assert found["time"].cast(pa.int64()).to_pylist() == [third.astype(np.int64)]
    days = pa.table({**rows, "time": pa.array([0, 3], pa.date32())})
    assert carom.Crossings(gate)(days)["time"].cast(pa.int64()).to_pylist() == [86_400 * 10**9]


def test_entries_less_exits_are_who_is_inside(town):
    """By the rule itself, in whole numbers: a place counts as a hair to the right, and a smaller hair above."""
    on_grid = (town.rows["x"] % 1 == 0) & (town.rows["y"] % 1 == 0)
    rows = part(town.rows, on_grid)
    found = town.kernel()(rows)
    checked = 0
    for name, rings in town.ZONES.items():
        for id in sorted(set(rows["id"].tolist())):
            track = np.flatnonzero(rows["id"] == id)
            here = (found["id"] == id) & (found["gate"] == name)
            balance = int((found["direction"][here] == "enter").sum()) - int((found["direction"][here] == "leave").sum())
            first, last = (is_inside(rings, int(rows["x"][row]), int(rows["y"][row])) for row in track[[0, -1]])
            assert balance == last - first, (name, id)
            checked += first != last
    assert checked > 30


def is_inside(rings, x, y):
    """Whether a ray to the right, a hair above, meets edges oddly often."""
    odd = False
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]]):
            if (ay > y) != (by > y):
                side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
                # On an edge the hair to the right decides: it is right of an edge that goes up.
                left_of_rising = side > 0 if by > ay else side < 0
                odd ^= left_of_rising
    return odd


def test_a_wrong_row_changes_nothing(town):
    kernel = carom.Crossings([[0, -1, 0, 1]])
    kernel({"id": ["a", "b"], "time": [0, 0], "x": [-1, -1], "y": [0, 0]})
    before = kernel.state
    wrong = [
        ({"id": ["a", "c", "b"], "time": [1, 1, 0], "x": [1, 1, 1], "y": [0, 0, 0]}, "row 2: `b` is at time 0.0, not after 0.0"),
        ({"id": ["a"], "time": [1], "x": [float("inf")], "y": [0]}, r"points\[0\] is \(inf, 0\)"),
        ({"id": ["a"], "time": [float("nan")], "x": [1], "y": [0]}, "column 'time' is nan in row 0"),
        ({"id": ["a"], "time": np.array(["2026-11-15"], "datetime64[s]"), "x": [1], "y": [0]}, "column 'time' has dates; the rows before had numbers"),
        ({"id": ["a", "b"], "time": [1], "x": [1], "y": [0]}, "column 'id' has 2 rows, column 'time' has 1"),
        ({"id": ["a"], "time": [1], "x": [1, 2], "y": [0, 1]}, "1 times given for 2 points"),
    ]
    for rows, message in wrong:
        with pytest.raises(ValueError, match=message):
            kernel(rows)
        after = kernel.state
        assert all(before[name].tolist() == after[name].tolist() for name in before)
    assert kernel({"id": ["b"], "time": [2], "x": [1], "y": [0]})["time"].tolist() == [1]


def test_late_rows_are_left_out_if_asked_for():
    kernel = carom.Crossings([[0, -1, 0, 1]], late="skip")
    kernel({"id": [1] * 3, "time": [0, 5, 3], "x": [-1, -2, 7], "y": [0] * 3})
    assert kernel({"id": [1] * 3, "time": [4, 5, 8], "x": [7, 7, 3], "y": [0] * 3})["time"].tolist() == [6.2]


def test_what_arrow_lacks_is_said():
    pa = pytest.importorskip("pyarrow")
    rows = {"id": [1, 1], "time": [0.0, 1.0], "x": [0.0, None], "y": [0.0, 0.0]}
    for rows, error, message in [
        (rows, ValueError, "column 'x' has no value in row 1"),
        ({**rows, "x": ["a", "b"]}, TypeError, "column 'x' has dtype object; expected numbers"),
        ({"id": [1]}, KeyError, "there is no column 'time'; there are id"),
        ({**rows, "id": [None, 1], "x": [1.0, 2.0]}, ValueError, "column 'id' has no value in row 0"),
        ({**rows, "x": [1.0, 2.0], "time": pa.array([0, 10**9], pa.date32())}, pa.ArrowInvalid, "out of bounds"),
    ]:
        with pytest.raises(error, match=message):
            carom.Crossings([[0, -1, 0, 1]])(pa.table(rows))


def test_degrees_are_refused(town):
    with pytest.raises(ValueError, match="are longitudes and latitudes; this is plane geometry"):
        carom.Crossings(town.file)


def test_what_of_a_file_is_not_used_is_said(tmp_path):
    file = tmp_path / "scene.json"
    file.write_text('{"carom": 1, "walls": [{"segment": [[0, 0], [1, 1]]}], "gates": [{"name": "door", "from": [0, -1], "to": [0, 1]}]}')
    with pytest.warns(UserWarning, match="walls stop bodies and count nobody"):
        kernel = carom.Crossings(file)
    assert kernel.names == ["door"]
    with pytest.raises(FileNotFoundError):
        carom.Crossings(tmp_path / "none.json")
    with pytest.raises(ValueError, match="zones and names come from the file"):
        carom.Crossings(file, names=["door"])
    with pytest.raises(ValueError, match="2 names given for 1 gates and zones"):
        carom.Crossings([[0, -1, 0, 1]], names=["a", "b"])
    with pytest.raises(ValueError, match="gate 0"):
        carom.Crossings([[[0, 0], [0, 0], [0, 0]]])


def test_another_process_has_the_same_gates_and_zones(town, expected):
    kernel = pickle.loads(pickle.dumps(town.kernel()))
    assert kernel.names == [*town.GATES, *town.ZONES]
    assert town.lines(kernel(town.rows)) == expected
    by_hand = carom.Crossings(town.GATES.values(), town.ZONES.values(), names=[*town.GATES, *town.ZONES])
    assert town.lines(by_hand(town.rows)) == expected


def test_it_needs_no_arrow(town):
    program = """
import sys
sys.modules["pyarrow"] = None
import carom
found = carom.Crossings([[0, -1, 0, 1]])({"id": ["a", "a"], "time": [0, 2], "x": [-1, 1], "y": [0, 0]})
assert found["time"].tolist() == [1], found
"""
    subprocess.run([sys.executable, "-c", program], check=True)
