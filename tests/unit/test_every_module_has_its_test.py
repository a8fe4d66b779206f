"""Whoever looks for the tests of `edgerag/a/b.py` finds them in `tests/unit/a/test_b.py`."""

from __future__ import annotations

import re
from pathlib import Path

import edgerag

PACKAGE = Path(edgerag.__file__).parent
TESTS = Path(__file__).parent


def test_every_module_has_its_test() -> None:
    modules = (path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py") if path.name != "__init__.py")
    assert [module.as_posix() for module in modules if not _is_tested(module)] == []


def _is_tested(module: Path) -> bool:
    test = TESTS / module.with_name(f"test_{module.name}")
    return test.is_file() and "def test_" in test.read_text("utf-8")


def test_every_promise_of_security_names_a_test_that_is_there() -> None:
    promised, _, _ = (
        (TESTS.parents[1] / "SECURITY.md").read_text("utf-8").partition("## What is not promised")
    )
    promises = re.findall(r"^- (.+?)(?=^- |^#|^$)", promised, re.MULTILINE | re.DOTALL)
    named = [re.findall(r"`(tests/[\w/.]+)`", promise) for promise in promises]
    assert len(promises) > 20
    assert [promise for promise, tests in zip(promises, named, strict=True) if not tests] == []
    assert [path for tests in named for path in tests if not (TESTS.parents[1] / path).is_file()] == []
