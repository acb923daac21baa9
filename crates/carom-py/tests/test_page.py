"""docs/python.md: its blocks are run by test_docs.py; here, that it keeps what it promises and shows what they draw."""

import pathlib
import re
import subprocess
import sys

import carom
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[3]


def test_from_a_map_to_a_scan_in_ten_lines():
    text = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 12
    first = [line for line in blocks[0].splitlines() if line.strip()]
    assert len(first) <= 10 and any("Walls.read" in line for line in first) and "office.picture" in first[-1]


def test_the_figure_is_what_the_first_block_draws():
    office = carom.Walls.read(ROOT / "scenes/office.yaml")
    picture = office.picture([[4.6, 3.0, 0.6]], beams=270, fov=np.radians(270), max_range=8.0, title="Office")
    figure = ROOT / "docs/figures/office.svg"
    assert figure.read_text(encoding="utf-8") == str(picture), "docs/figures/office.svg is out of date: save this picture there"


def test_the_warehouse_is_what_the_example_draws(tmp_path):
    example = ROOT / "crates/carom-py/examples/warehouse.py"
    subprocess.run([sys.executable, str(example)], cwd=tmp_path, check=True, capture_output=True)
    drawn, figure = tmp_path / "seen.svg", ROOT / "docs/figures/warehouse.svg"
    assert figure.read_text(encoding="utf-8") == drawn.read_text(encoding="utf-8"), "docs/figures/warehouse.svg is out of date: run the example, and put its seen.svg there"
