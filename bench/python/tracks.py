"""Crossings by others: `carom crossings` beside pandas with Shapely, DuckDB with its spatial extension, and movingpandas.

    cargo xtask tracks 2e6 FOLDER
    pip install -r bench/python/requirements.txt
    python bench/python/tracks.py FOLDER COMMAND [rows of movingpandas]

COMMAND is carom as it was built. Each runs in a process of its own, with the rows read from the same CSV file; processor seconds are of all its threads.
What they find is compared, crossing by crossing, and what differs is told.
"""

import collections
import csv
import json
import math
import pathlib
import resource
import subprocess
import sys
import time


def main():
    folder, command = pathlib.Path(sys.argv[1]), sys.argv[2]
    some = int(float(sys.argv[3])) if len(sys.argv) > 3 else 20_000
    if command in ENGINES:
        result = ENGINES[command](folder, some)
        pathlib.Path(folder, f"{command}.json").write_text(json.dumps(result))
        return
    ours = by_carom(folder, command)
    for name in ENGINES:
        start = time.monotonic()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = subprocess.run([sys.executable, __file__, str(folder), name, str(some)], capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if run.returncode:
            print(f"{name}: it failed: {run.stderr.strip().splitlines()[-1]}")
            continue
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"{name}: {spent:.1f} s of processor, {time.monotonic() - start:.1f} s by the clock, {run.stdout.strip()}", flush=True)
        compare(name, json.loads((folder / f"{name}.json").read_text()), ours)


def peak():
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:.0f} MB"


def by_carom(folder, command):
    """Of each gate how often it was crossed in each leg, of each zone whether a leg changed who is inside, and how often a leg only passed through."""
    out = folder / "carom.csv"
    start = time.monotonic()
    words = [command, "crossings", folder / "tracks.csv", "--gates", folder / "zones.geojson", "--planar", "--quiet", "-o", out]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(word) for word in words], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"carom: {spent:.1f} s of processor, {time.monotonic() - start:.1f} s by the clock, {after.ru_maxrss / 1e3:.0f} MB")
    gates, zones, entries = collections.Counter(), collections.Counter(), collections.Counter()
    for row in csv.DictReader(out.open()):
        leg = (row["id"], math.ceil(float(row["time"])), row["gate"])
        if row["direction"] in ("forward", "backward"):
            gates[leg] += 1
        else:
            zones[leg] += 1 if row["direction"] == "enter" else -1
            entries[leg] += row["direction"] == "enter"
    return {"gates": gates, "zones": {leg: net for leg, net in zones.items() if net}, "through": {leg for leg, net in zones.items() if not net}, "entries": entries}


def compare(name, theirs, ours):
    if "visits" in theirs:
        tracks = set(theirs["tracks"])
        inside = sum(count for leg, count in ours["entries"].items() if leg[0] in tracks)
        print(f"    visits: {theirs['visits']}; carom has {inside} entries of these {len(tracks)} tracks, and {theirs['began']} rows begin inside")
        return
    gates = collections.Counter(tuple(leg) for leg in theirs["gates"])
    missed, extra = ours["gates"] - gates, gates - ours["gates"]
    again = sum(count - 1 for count in ours["gates"].values())
    print(f"    gates: {gates.total()} crossings, carom {ours['gates'].total()}; {missed.total()} only carom's ({again} where a leg crosses a gate again), "
          f"{extra.total()} only theirs {sorted(extra)[:2]}")
    zones = {tuple(leg[:3]): leg[3] for leg in theirs["zones"]}
    same = sum(ours["zones"].get(leg) == net for leg, net in zones.items())
    only_ours, only_theirs = ours["zones"].keys() - zones.keys(), zones.keys() - ours["zones"].keys()
    print(f"    zones: {len(zones)} entries and exits, carom {len(ours['zones'])}; {same} the same, {len(only_ours)} only carom's {sorted(only_ours)[:2]}, "
          f"{len(only_theirs)} only theirs {sorted(only_theirs)[:2]}; {len(ours['through'])} legs that pass through a zone only carom tells")


def boundaries(folder):
    import shapely

    gates, zones = {}, {}
    for feature in json.loads((folder / "zones.geojson").read_text())["features"]:
        shape = shapely.geometry.shape(feature["geometry"])
        (zones if shape.geom_type == "Polygon" else gates)[feature["properties"]["name"]] = shape
    return gates, zones


def by_pandas(folder, some):
    """The usual way: legs from `shift`, an STR tree, `intersects` for gates, and for zones whether the rows at both ends are inside."""
    import numpy as np
    import pandas as pd
    import shapely

    gates, zones = boundaries(folder)
    rows = pd.read_csv(folder / "tracks.csv").sort_values(["id", "time"], kind="stable")
    before = rows.groupby("id", sort=False)[["x", "y"]].shift()
    known = before["x"].notna().to_numpy()
    legs = rows[known]
    ends = np.stack([before[known].to_numpy(), legs[["x", "y"]].to_numpy()], axis=1)
    lines = shapely.linestrings(ends)
    names = list(gates)
    leg, gate = shapely.STRtree(list(gates.values())).query(lines, predicate="intersects")
    crossed = [(legs["id"].iloc[i], int(legs["time"].iloc[i]), names[g]) for i, g in zip(leg, gate)]
    shapes, names = np.array(list(zones.values())), list(zones)
    leg, zone = shapely.STRtree(shapes).query(lines, predicate="intersects")
    shapely.prepare(shapes)
    was = shapely.contains_xy(shapes[zone], ends[leg, 0, 0], ends[leg, 0, 1])
    now = shapely.contains_xy(shapes[zone], ends[leg, 1, 0], ends[leg, 1, 1])
    changed = [(legs["id"].iloc[leg[i]], int(legs["time"].iloc[leg[i]]), names[zone[i]], int(now[i]) - int(was[i])) for i in np.flatnonzero(was != now)]
    print(peak())
    return {"gates": crossed, "zones": changed}


def by_duckdb(folder, some):
    """The same in SQL, with the joins of the spatial extension."""
    import duckdb

    database = duckdb.connect()
    try:
        database.sql("load spatial")
    except duckdb.Error:
        from duckdb_extensions import import_extension

        import_extension("spatial", con=database)
        database.sql("load spatial")
    gates, zones = boundaries(folder)
    for table, shapes in (("gates", gates), ("zones", zones)):
        database.sql(f"create table {table} (name varchar, shape geometry)")
        database.executemany(f"insert into {table} values (?, st_geomfromtext(?::varchar))", [(name, shape.wkt) for name, shape in shapes.items()])
    database.sql(f"""
        create table legs as select id, time, st_point(x, y) as there, st_point(lag(x) over track, lag(y) over track) as here
        from '{folder}/tracks.csv' window track as (partition by id order by time)""")
    database.sql("create table lines as select *, st_makeline(here, there) as line from legs where here is not null")
    crossed = database.sql("select id, time::bigint, name from lines join gates on st_intersects(line, shape)").fetchall()
    changed = database.sql("""
        select id, time::bigint, name, st_contains(shape, there)::int - st_contains(shape, here)::int as net
        from lines join zones on st_intersects(line, shape) where net != 0""").fetchall()
    print(peak())
    return {"gates": crossed, "zones": changed}


def by_movingpandas(folder, some):
    """Trajectories of so many rows, each clipped by the zones in its box: a piece is a visit."""
    import movingpandas
    import pandas as pd
    import shapely

    _, zones = boundaries(folder)
    rows = pd.read_csv(folder / "tracks.csv")
    tracks = list(dict.fromkeys(rows["id"]))
    length = len(rows) / len(tracks)
    rows = rows[rows["id"].isin(tracks[: max(1, int(some / length))])].copy()
    rows["seen"] = pd.to_datetime(rows["time"], unit="s")
    shapes = list(zones.values())
    tree = shapely.STRtree(shapes)
    visits, began = 0, 0
    for name, track in rows.groupby("id"):
        trajectory = movingpandas.Trajectory(track, name, t="seen", x="x", y="y", crs=None)
        first = shapely.Point(track["x"].iloc[0], track["y"].iloc[0])
        for zone in tree.query(trajectory.to_linestring(), predicate="intersects"):
            visits += len(trajectory.clip(shapes[zone]).trajectories)
            began += shapes[zone].contains(first)
    print(f"{len(rows)} rows, {peak()}")
    return {"visits": visits, "began": int(began), "tracks": sorted(set(rows["id"]))}


ENGINES = {"pandas": by_pandas, "duckdb": by_duckdb, "movingpandas": by_movingpandas}

if __name__ == "__main__":
    main()
