"""The package as it is installed."""

import importlib.metadata
import pathlib
import zipfile

import pytest

import carom

ROOT = pathlib.Path(__file__).resolve().parents[3]


def test_the_version_is_that_of_the_wheel():
    assert importlib.metadata.version("carom") == carom.__version__


def test_it_needs_numpy_and_nothing_else():
    needed = [line for line in importlib.metadata.requires("carom") if "extra ==" not in line]
    assert [line.split(">")[0] for line in needed] == ["numpy"]


def test_types_come_with_it():
    files = {pathlib.PurePosixPath(str(file)).name for file in importlib.metadata.files("carom")}
    assert {"py.typed", "_core.pyi"} <= files


def test_both_project_files_say_the_same():
    tomllib = pytest.importorskip("tomllib")
    here = tomllib.loads((ROOT / "crates/carom-py/pyproject.toml").read_text())
    root = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert here["build-system"] == root["build-system"]
    assert here["project"] == root["project"]
    assert here["tool"]["maturin"]["module-name"] == root["tool"]["maturin"]["module-name"]


def test_the_wheel_holds_what_it_should(request):
    wheels = sorted((ROOT / "target/python/wheels").glob("*.whl"))
    if not wheels:
        pytest.skip("there is no wheel in target/python/wheels")
    names = zipfile.ZipFile(wheels[-1]).namelist()
    assert all(name.startswith(("carom/", "carom-")) for name in names)
    assert sum(name.endswith(".so") for name in names) == 1
