"""The whole self-test, as a person types it, with the smallest models."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from tests.integration.conftest import Run


def contents(home: Path) -> dict[str, str]:
    """Hash what a person would miss."""
    return {
        str(path.relative_to(home)): hashlib.sha256(path.read_bytes()).hexdigest()
        for folder in ("data/library.db", "data/lexical", "config")
        for path in (home / folder, *(home / folder).rglob("*"))
        if path.is_file()
    }


def test_every_part_works_and_the_library_is_not_touched(run: Run, own_sample_home: Path) -> None:
    run("config", "set", "models.generator", "smollm2-135m-instruct")
    before = contents(own_sample_home)
    checked = run("selftest", "--json")
    assert checked.returncode == 0, checked.stdout
    results = {result["part"]: result["outcome"] for result in json.loads(checked.stdout)}
    assert {outcome["type"] for outcome in results.values()} == {"passed"}
    assert "bge-small" in results["questions"]["detail"]
    assert "smollm2-135m-instruct wrote" in results["generator"]["detail"]
    assert contents(own_sample_home) == before
    assert before
