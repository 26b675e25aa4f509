"""The repository keeps the layout that everything relies on."""

from __future__ import annotations

import ast
import platform
import re
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from gamekit import registry

ROOT = Path(__file__).parents[1]
FOLDERS = ("platform", "games", "bridge", "clients", "templates", "static", "tests", "tools", "benchmarks", "faults")
LONGEST = 500


def files(*suffixes: str, below: tuple[str, ...] = FOLDERS) -> Iterator[Path]:
    """Yield our own files with these suffixes; migrations are written by Django."""
    for folder in below:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in suffixes and path.is_file() and "migrations" not in path.parts:
                yield path


def words_of(tree: ast.Module) -> Iterator[str]:
    """Yield the names and texts of a module that are code: neither comments nor docstrings, of attributes included."""
    statements = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    docstrings = {id(value) for value in statements if isinstance(value, ast.Constant)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def test_platform_is_a_source_root_and_never_a_package() -> None:
    assert not (ROOT / "platform" / "__init__.py").exists()
    assert platform.__file__ is not None
    assert Path(platform.__file__).parent == Path(sysconfig.get_path("stdlib"))


def test_no_tests_live_below_platform() -> None:
    assert not [path for path in files(".py", below=("platform",)) if path.name.startswith("test_")]


def test_no_file_is_longer_than_a_reader_can_bear() -> None:
    long = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in files(".py", ".js", ".css")}
    assert {name: lines for name, lines in long.items() if lines > LONGEST} == {}


def test_no_module_is_named_like_one_of_the_standard_library() -> None:
    # The house calls modules of named reads `selectors`, as Django projects do; nobody here needs the other one.
    allowed = {"__init__", "__main__", "selectors"}
    assert [path for path in files(".py") if path.stem in sys.stdlib_module_names - allowed] == []


def test_no_module_has_a_name_that_says_nothing() -> None:
    empty = {"utils", "helpers", "common", "manager", "base"}
    assert [path for path in files(".py") if path.stem in empty or path.parent.name in empty] == []


def test_no_registry_is_named() -> None:
    # Written in two parts, so that this file does not name them either.
    hosts = ["pythonhosted" + ".org", "pypi" + ".org/simple", "registry" + ".npmjs", "deb" + ".debian.org"]
    places = [*files(".py", ".js", ".html", ".toml", ".md"), *ROOT.glob("*.*"), ROOT / "Makefile", ROOT / "Dockerfile"]
    for path in places:
        if path.is_file():
            text = path.read_text(errors="replace")
            assert not [host for host in hosts if host in text], path


def test_a_test_is_skipped_only_for_want_of_a_corpus_or_of_a_disk() -> None:
    skipping = re.compile(r"pytest\.(mark\.)?(skip|xfail|importorskip)")
    lines = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in files(".py", below=("tests", "games"))
        if path != Path(__file__)
        for line in path.read_text().splitlines()
        if skipping.search(line)
        and not re.search("corpus|corpora|a small disk may not be mounted", line, re.IGNORECASE)
    ]
    assert lines == []


def test_every_direct_dependency_is_pinned_to_the_version_of_the_lock() -> None:
    def plain(name: str) -> str:
        return re.sub(r"[-_.]+", "-", name.partition("[")[0]).lower()

    lines = (ROOT / "requirements.lock").read_text().splitlines()
    locked = {plain(name): version for name, _, version in (line.partition("==") for line in lines)}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    for name, pinned, version in (one.partition("==") for one in wanted):
        assert pinned, f"{name} may be any version"
        assert locked.get(plain(name), version) == version, name


@pytest.mark.parametrize("folder", ["platform/spieltisch", "bridge"])
def test_the_platform_and_the_bridge_name_no_game(folder: str) -> None:
    names = re.compile("|".join(registry.games()) or "(?!)", re.IGNORECASE)
    for path in files(".py", below=(folder,)):
        words = [word for word in words_of(ast.parse(path.read_text())) if names.search(word)]
        assert words == [], path


def test_every_module_says_what_it_is_for() -> None:
    for path in files(".py"):
        tree = ast.parse(path.read_text())
        assert not tree.body or path.stem == "__init__" or ast.get_docstring(tree), path
