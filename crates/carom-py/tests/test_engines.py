"""The same crossings, bit by bit, from the command, from Python, and from engines with workers of their own, also if one of them is killed."""

import os
import pathlib
import signal
import subprocess
import time

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")

import pyarrow.csv  # noqa: E402
import pyarrow.parquet  # noqa: E402

PIECES = 12


@pytest.fixture(scope="module")
def expected(town):
    """What the command finds in one file; without it, what Python finds."""
    command = os.environ.get("CAROM_COMMAND")
    if not command:
        return town.lines(town.kernel()(town.rows))
    out = town.folder / "crossings.csv"
    words = [command, "crossings", town.csv(), "--gates", town.file, "--planar", "-o", out]
    subprocess.run([str(word) for word in words], check=True, capture_output=True)
    types = {"id": "string", "time": "double", "gate": "string", "direction": "string", "x": "double", "y": "double"}
    return town.lines(pa.csv.read_csv(out, convert_options=pa.csv.ConvertOptions(column_types=types)))


@pytest.fixture(scope="module")
def files(town):
    """The rows in Parquet files, in no order at all."""
    folder = town.folder / "rows"
    folder.mkdir(exist_ok=True)
    table = pa.table(town.rows)
    places = np.random.default_rng(3).permutation(table.num_rows)
    for piece, rows in enumerate(np.array_split(places, PIECES)):
        pa.parquet.write_table(table.take(rows), folder / f"{piece:02}.parquet")
    return folder


def test_python_finds_what_the_command_finds(town, expected):
    if "CAROM_COMMAND" not in os.environ:
        pytest.skip("CAROM_COMMAND does not tell where the command is")
    assert len(expected) > 10_000
    assert town.lines(town.kernel()(town.rows)) == expected


def crossings_by_dask(town, files, marks, wait=0.0):
    """Of rows that leave a mark when they are read, with the process that reads them."""
    import dask.dataframe as dd
    import pandas as pd

    import carom.dask

    def read(file, marks=str(marks)):
        pathlib.Path(marks, f"{pathlib.Path(file).stem}-{os.getpid()}-{time.monotonic_ns()}").touch()
        time.sleep(wait)
        return pd.read_parquet(file)

    names = sorted(str(file) for file in files.glob("*.parquet"))
    rows = dd.from_map(read, names, meta=pd.read_parquet(names[0]).iloc[:0])
    return carom.dask.crossings(rows, town.file, planar=True)


@pytest.fixture(scope="module")
def client():
    """Three workers, each a process of its own. To start them takes longer than the work."""
    distributed = pytest.importorskip("distributed")
    import dask

    dask.config.set({"distributed.comm.timeouts.connect": "30s"})
    with distributed.LocalCluster(n_workers=3, processes=True, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            client.wait_for_workers(3, timeout=60)
            yield client


def check_dask(town, files, expected, workers, marks):
    marks.mkdir()
    assert town.lines(crossings_by_dask(town, files, marks, wait=0.05).compute()) == expected
    readers = {mark.name.split("-")[1] for mark in marks.iterdir()}
    assert len(readers) == workers and str(os.getpid()) not in readers


def test_dask_with_three_workers_and_two_and_then_one_killed(town, files, expected, client, tmp_path):
    check_dask(town, files, expected, 3, tmp_path / "three")
    client.retire_workers(list(client.run(os.getpid))[:1])
    assert len(client.run(os.getpid)) == 2
    check_dask(town, files, expected, 2, tmp_path / "before")
    marks = tmp_path / "marks"
    marks.mkdir()
    future = client.compute(crossings_by_dask(town, files, marks, wait=0.2))
    while len(list(marks.iterdir())) < PIECES // 2:
        time.sleep(0.02)
    assert not future.done()
    killed = next(iter(client.run(os.getpid).values()))
    os.kill(killed, signal.SIGKILL)
    assert town.lines(future.result(timeout=60)) == expected
    readers = [mark.name.split("-")[1] for mark in marks.iterdir()]
    # What the dead one had read was read again, by another one.
    assert str(killed) in readers and len(readers) > PIECES


def test_dates_by_dask(client):
    pd = pytest.importorskip("pandas")
    import dask.dataframe as dd

    import carom.dask

    times = pd.to_datetime(["2026-11-15T10:20:30Z", "2026-11-15T10:20:33Z"])
    rows = dd.from_pandas(pd.DataFrame({"bus": [7, 7], "seen": times[::-1], "east": [2.0, -1.0], "north": [0.0, 0.0]}), npartitions=2)
    found = carom.dask.crossings(rows, [[0, -1, 0, 1]], columns=("bus", "seen", "east", "north")).compute()
    assert found["time"].tolist() == [pd.Timestamp("2026-11-15T10:20:31Z")] and found["id"].tolist() == [7]


def test_duckdb(town, files, expected):
    duckdb = pytest.importorskip("duckdb")
    kernel = town.kernel(by_track=True)
    rows = duckdb.sql(f"select id, time, x, y from '{files}/*.parquet' order by id, time")
    batches = [kernel(batch) for batch in rows.to_arrow_reader(1000)]
    assert len(batches) > 10
    assert town.lines(pa.Table.from_batches(batches)) == expected


def test_duckdb_by_windows(town, files, expected):
    duckdb = pytest.importorskip("duckdb")
    kernel = town.kernel(before=("t0", "x0", "y0"))
    moves = duckdb.sql(f"""
        select id, time, x, y, lag(time) over track as t0, lag(x) over track as x0, lag(y) over track as y0
        from '{files}/*.parquet' window track as (partition by id order by time)""")
    assert town.lines(pa.Table.from_batches(kernel(batch) for batch in moves.to_arrow_reader(1000))) == expected


def test_polars(town, files, expected):
    pl = pytest.importorskip("polars")
    kernel = town.kernel(before=("time_before", "x_before", "y_before"))
    before = pl.col("time", "x", "y").shift().over("id", order_by="time").name.suffix("_before")
    moves = pl.scan_parquet(files / "*.parquet").with_columns(before)
    schema = {"id": pl.String, "time": pl.Float64, "gate": pl.String, "direction": pl.String, "x": pl.Float64, "y": pl.Float64}
    found = moves.map_batches(lambda rows: pl.from_arrow(kernel(rows.to_arrow())), schema=schema, streamable=True).collect()
    assert town.lines(found) == expected
