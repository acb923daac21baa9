"""Examples in docstrings and documents are run."""

import contextlib
import doctest
import inspect
import os
import pathlib
import re
import subprocess
import sys

import pytest

import carom

ROOT = pathlib.Path(__file__).resolve().parents[3]
DOCUMENTS = [path for path in [ROOT / "crates/carom-py/README.md", ROOT / "docs/python.md", ROOT / "docs/cluster.md"] if path.exists()]
EXAMPLES = sorted((ROOT / "crates/carom-py/examples").glob("*.py"))


def documented():
    """Every public thing that has a docstring, with its name."""
    yield "carom", carom
    for name in carom.__all__:
        thing = getattr(carom, name)
        yield f"carom.{name}", thing
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_") and not isinstance(value, (int, float, str)):
                    yield f"carom.{name}.{member}", value


THINGS = dict(documented())


@pytest.mark.parametrize("name", [name for name in THINGS if name != "carom.__version__"])
def test_docstrings(name):
    thing = THINGS[name]
    text = thing.__doc__
    assert text and text.strip(), f"{name} has no docstring"
    examples = doctest.DocTestParser().get_doctest(inspect.cleandoc(text), {}, name, None, 0)
    told = []
    failed, _ = doctest.DocTestRunner(verbose=False).run(examples, out=told.append)
    assert not failed, "".join(told)


def test_most_of_it_has_examples():
    assert sum(">>>" in (thing.__doc__ or "") for thing in THINGS.values()) >= 20


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_documents(path):
    """The blocks of a document, one after the other; files that they name are found from the root of the repository."""
    blocks = re.findall(r"^```python\n(.*?)^```", path.read_text(), re.MULTILINE | re.DOTALL)
    assert blocks
    names = {"__name__": "document"}
    with contextlib.chdir(ROOT) if hasattr(contextlib, "chdir") else from_root():
        for number, block in enumerate(blocks):
            exec(compile(block, f"{path.name}, block {number}", "exec"), names)


@contextlib.contextmanager
def from_root():
    before = os.getcwd()
    os.chdir(ROOT)
    try:
        yield
    finally:
        os.chdir(before)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples(path, tmp_path):
    """Whole programs; those that take long take less with CAROM_QUICK."""
    environment = {**os.environ, "CAROM_QUICK": "1"}
    done = subprocess.run([sys.executable, str(path)], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
