"""The same crossings, bit by bit, from Spark with executors of their own, also if one of them is killed. `cargo xtask engines` runs this."""

import os
import pathlib
import re
import signal
import sys
import threading
import time

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")

import pyarrow.parquet  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[3]
PIECES = 12


@pytest.fixture(scope="module")
def spark():
    """Two executors of one core each, each a process of its own."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    settings = {
        "spark.master": "local-cluster[2,1,1024]",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "8",
        "spark.sql.session.timeZone": "UTC",
    }
    builder = SparkSession.builder.appName("carom")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    yield spark
    spark.stop()


@pytest.fixture(scope="module")
def files(town):
    """The rows in Parquet files, in no order at all."""
    folder = town.folder / "rows-for-spark"
    folder.mkdir()
    table = pa.table(town.rows)
    places = np.random.default_rng(3).permutation(table.num_rows)
    for piece, rows in enumerate(np.array_split(places, PIECES)):
        pa.parquet.write_table(table.take(rows), folder / f"{piece:02}.parquet")
    return folder


@pytest.fixture(scope="module")
def expected(town):
    """What Python finds, which `test_engines.py` compares with what the command finds."""
    return town.lines(town.kernel()(town.rows))


def lines(town, found):
    return town.lines({name: list(column) for name, column in zip(found.columns, zip(*found.collect()))})


def executors():
    """The processes of the executors."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"org.apache.spark.executor.CoarseGrainedExecutorBackend" in words:
            found[int(folder.name)] = words
    return found


def test_spark(town, files, expected, spark):
    import carom.spark

    rows = spark.read.parquet(str(files))
    assert len(executors()) == 2
    assert lines(town, carom.spark.crossings(rows, town.file, planar=True)) == expected
    # In one partition, and in many.
    one = carom.spark.crossings(rows.coalesce(1), town.file, planar=True)
    assert lines(town, one) == expected


def test_spark_with_an_executor_killed(town, files, expected, spark, tmp_path):
    import carom.spark

    marks = str(tmp_path)

    def slowly(batches):
        """Leaves a mark for each piece of rows, with the process that the worker belongs to."""
        for number, batch in enumerate(batches):
            pathlib.Path(marks, f"{os.getppid()}-{os.getpid()}-{time.monotonic_ns()}").touch()
            time.sleep(0.3)
            yield batch

    rows = spark.read.parquet(str(files)).repartition(PIECES)
    found = carom.spark.crossings(rows.mapInArrow(slowly, rows.schema), town.file, planar=True)
    told = []
    job = threading.Thread(target=lambda: told.append(lines(town, found)))
    before = executors()
    job.start()
    while len(list(tmp_path.iterdir())) < PIECES // 2:
        assert job.is_alive()
        time.sleep(0.02)
    # One that has read something: its worker's parent is a daemon, whose parent it is.
    daemon = sorted(tmp_path.iterdir())[0].name.split("-")[0]
    killed = int(pathlib.Path(f"/proc/{daemon}/stat").read_text().rsplit(")", 1)[1].split()[1])
    assert killed in before
    os.kill(killed, signal.SIGKILL)
    job.join(timeout=120)
    assert told and told[0] == expected
    # What the dead one had read was read again, and another executor came in its place.
    assert len(list(tmp_path.iterdir())) > PIECES
    assert killed not in executors()


def test_dates_and_other_columns(spark):
    import carom.spark

    rows = spark.sql("""
        select * from values (7, timestamp '2026-11-15 10:20:33', 2.0D, 0.0D, 'x'), (7, timestamp '2026-11-15 10:20:30', -1.0D, 0.0D, 'y')
        as rows(bus, seen, east, north, color)""")
    found = carom.spark.crossings(rows, [[0.001, -1, 0.001, 1]], columns=("bus", "seen", "east", "north"))
    assert found.dtypes == [("id", "int"), ("time", "timestamp"), ("gate", "string"), ("direction", "string"), ("x", "double"), ("y", "double")]
    (row,) = found.collect()
    assert (row.id, row.gate, row.direction) == (7, "gates[0]", "backward")
    assert row.time.isoformat().endswith(":20:31.001000")


def test_what_is_wrong_is_said(spark):
    import carom.spark

    rows = spark.createDataFrame([(1, 0.0, 0.0, 0.0), (1, 0.0, 1.0, 0.0), (1, 1.0, -1.0, 0.0)], "id long, time double, x double, y double")
    with pytest.raises(Exception, match="`1` is at time 0.0, not after 0.0"):
        carom.spark.crossings(rows, [[-0.5, -1, -0.5, 1]]).collect()
    (row,) = carom.spark.crossings(rows, [[-0.5, -1, -0.5, 1]], late="skip").collect()
    assert row.time == 0.5


def test_documents(spark):
    """The blocks that are marked as Spark's. It looks for files where it was started, so it is told where they are."""
    text = (ROOT / "docs/cluster.md").read_text()
    blocks = re.findall(r"^```python spark\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert blocks
    names = {"__name__": "document", "spark": spark}
    for number, block in enumerate(blocks):
        exec(compile(block.replace('"scenes/', f'"{ROOT}/scenes/'), f"cluster.md, block {number}", "exec"), names)
    assert names["found"].count() > 100
