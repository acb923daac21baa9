"""Every block of code in docs/python.md runs, one after the other, as somebody who reads it would type it."""

import pathlib
import re
import shutil

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/python.md"


def blocks():
    text = PAGE.read_text(encoding="utf-8")
    found = []
    for match in re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        found.append((text[: match.start()].count("\n") + 2, match.group(1)))
    return found


def test_there_are_blocks():
    assert len(blocks()) >= 10


def test_each_block_runs(tmp_path, monkeypatch):
    pytest.importorskip("gymnasium")
    for name in ("office.yaml", "office.pgm"):
        shutil.copy(ROOT / "scenes" / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "page"}
    for line, block in blocks():
        # Line numbers are those of the page.
        code = compile("\n" * (line - 1) + block, str(PAGE), "exec")
        exec(code, names)
    assert (tmp_path / "scan.svg").stat().st_size > 1000


def test_the_first_example_has_ten_lines():
    _, first = blocks()[0]
    assert len([line for line in first.splitlines() if line.strip()]) <= 10
