"""What rows of tracks cost: the kernel on one thread, Dask with two workers, Spark with one and two executors.

    cargo xtask tracks 1e7 FOLDER
    python bench/python/engines.py FOLDER [python] [dask] [spark1] [spark2]

Every engine reads the same Parquet files, and must find as many crossings. Costs are seconds of processor time, of all processes that belong to the
engine, so that it matters little what else the machine does.
"""

import os
import pathlib
import sys
import time

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

import carom

PIECES = 8


def main():
    folder, names = pathlib.Path(sys.argv[1]), sys.argv[2:] or ["python", "dask", "spark1", "spark2"]
    rows = prepare(folder)
    engines = {"python": python, "dask": dask, "spark1": lambda folder, clock: spark(folder, clock, 1), "spark2": lambda folder, clock: spark(folder, clock, 2)}
    for name in names:
        engines[name](folder, Clock(name, rows))


def prepare(folder):
    """The rows as Parquet files, and how many there are."""
    parts = folder / "rows"
    if not parts.exists():
        parts.mkdir()
        table = pa.csv.read_csv(folder / "tracks.csv")
        size = -(-table.num_rows // PIECES)
        for piece in range(PIECES):
            pa.parquet.write_table(table.slice(piece * size, size), parts / f"{piece}.parquet")
    files = sorted(parts.iterdir())
    print(f"{sum(file.stat().st_size for file in files) / 1e6:.1f} MB of Parquet")
    return sum(pa.parquet.read_metadata(file).num_rows for file in files)


class Clock:
    """Tells what is spent on each step, by this process and by all that come from it."""

    def __init__(self, name, rows):
        self.name, self.rows = name, rows

    def __call__(self, what, work):
        start, wall = spent(), time.monotonic()
        answer = work()
        cost, wall = spent() - start, time.monotonic() - wall
        found = f"; {answer} crossings" if isinstance(answer, int) else ""
        print(f"{self.name:8} {what:28} {cost:7.2f} s of processor, {wall:6.1f} s by the clock, {1e6 * cost / self.rows:.3f} µs a row{found}", flush=True)
        return answer


def spent():
    """Seconds of processor time of this process and its descendants, also of those that have ended."""
    ticks, parents = {}, {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        parents[int(stat.parent.name)] = int(fields[1])
        ticks[int(stat.parent.name)] = sum(map(int, fields[11:15]))

    def is_ours(process):
        while process and process != os.getpid():
            process = parents.get(process, 0)
        return process == os.getpid()

    return sum(count for process, count in ticks.items() if is_ours(process)) / os.sysconf("SC_CLK_TCK")


def kernel(folder, **options):
    return carom.Crossings(folder / "zones.geojson", planar=True, **options)


def python(folder, clock):
    files = sorted((folder / "rows").iterdir())
    batches = clock("read", lambda: [batch for file in files for batch in pa.parquet.ParquetFile(file).iter_batches(65_536, use_threads=False)])
    mixed, by_track = kernel(folder), kernel(folder, by_track=True)
    clock("mixed rows, as they come", lambda: sum(mixed(batch).num_rows for batch in batches))
    table = clock("sort", lambda: pa.Table.from_batches(batches).sort_by([("id", "ascending"), ("time", "ascending")]))
    ready = table.to_batches(max_chunksize=65_536)
    clock("sorted rows", lambda: sum(by_track(batch).num_rows for batch in ready))


def dask(folder, clock):
    import dask.dataframe as dd
    import distributed

    import carom.dask

    cluster = distributed.LocalCluster(n_workers=2, processes=True, threads_per_worker=1, dashboard_address=None)
    with cluster, distributed.Client(cluster) as client:
        client.wait_for_workers(2)
        rows = dd.read_parquet(folder / "rows")
        clock("once, to get warm", lambda: len(carom.dask.crossings(rows, folder / "zones.geojson", planar=True)))
        clock("read", lambda: rows.x.sum().compute())
        clock("read, shuffle", lambda: rows.shuffle(on="id").x.sum().compute())
        clock("all", lambda: len(carom.dask.crossings(rows, folder / "zones.geojson", planar=True)))


def spark(folder, clock, executors):
    from pyspark.sql import SparkSession

    import carom.spark

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(f"local-cluster[{executors},1,2048]").config("spark.executor.memory", "2g")
    for name, value in {"spark.driver.host": "127.0.0.1", "spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "8"}.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    rows = session.read.parquet(str(folder / "rows"))
    ready = rows.select("id", "time", "x", "y").repartition("id").sortWithinPartitions("id", "time", "x", "y")

    def nothing(batches):
        yield from (batch.slice(0, 0) for batch in batches)

    def done(frame):
        frame.write.format("noop").mode("overwrite").save()

    everything = lambda: carom.spark.crossings(rows, folder / "zones.geojson", planar=True).count()  # noqa: E731
    clock("once, to get warm", everything)
    clock("read", lambda: done(rows))
    clock("read, shuffle, sort", lambda: done(ready))
    print("written by shuffles:", shuffled(session), "bytes")
    clock("the same, and to Python", lambda: done(ready.mapInArrow(nothing, ready.schema)))
    clock("all", everything)
    session.stop()


def shuffled(session):
    """How much the stages of the last job wrote for others to read."""
    context = session.sparkContext
    stages = context._jsc.sc().statusStore().stageList(None, False, False, context._gateway.new_array(context._jvm.double, 0), None)
    return max(int(stages.apply(place).shuffleWriteBytes()) for place in range(min(4, stages.size())))


if __name__ == "__main__":
    main()
