from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.domain.facts import Fact
from edgerag.errors import EdgeRagError, StoreError
from edgerag.store.library import Library
from tests.unit.cli.conftest import QUESTION, Invoke


@pytest.fixture(autouse=True)
def home(asked_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy of the home with one report, which a test may change."""
    shutil.copytree(asked_home, tmp_path / "home", symlinks=True)
    monkeypatch.setenv("EDGERAG_HOME", str(tmp_path / "home"))


def worth() -> dict[str, float]:
    with Library.open(paths.library_file()) as library:
        titles = {book.id: book.title for book in library.handbooks()}
        return {titles[fact.handbook]: fact.credit for fact in library.facts()}


def test_who_differs_from_what_is_right_is_wrong_and_it_can_be_taken_back(invoke: Invoke) -> None:
    said = invoke("confirm", 1, "harbour").stdout
    assert said == "right: Harbour Guide, and of 1 other handbook that it bears on\n"
    assert worth() == {"Harbour Guide": 1.0, "Quarry Guide": 0.0}
    assert invoke("confirm", 1, "harbour", "--undo").stdout.startswith("taken back: Harbour Guide")
    assert worth() == {}
    invoke("confirm", 1, "harbour", "--wrong")
    assert worth() == {"Harbour Guide": 0.0}


def test_what_cannot_be_confirmed_is_said(invoke: Invoke) -> None:
    with pytest.raises(StoreError, match="there is no report 9"):
        invoke("confirm", 9, "harbour")
    with pytest.raises(StoreError, match="no handbook is called 'nowhere'"):
        invoke("confirm", 1, "nowhere")
    with pytest.raises(EdgeRagError, match="nobody differs with it on 'colour'"):
        invoke("confirm", 1, "harbour", "--topic", "colour")


def test_a_record_that_became_better_is_said_in_the_next_summary(invoke: Invoke) -> None:
    before = invoke("ask", "--extractive", QUESTION).stdout
    assert "best supported" not in before
    for kind in ("dose", "route", "site", "needle"):
        with Library.open(paths.library_file()) as library:
            harbour, quarry = library.handbook("harbour").id, library.handbook("quarry").id
            library.keep_facts(
                [
                    Fact(book, "anaphylaxis", kind.encode(), credit, by_person=True)
                    for book, credit in ((harbour, 1.0), (quarry, 0.0))
                ]
            )
    after = " ".join(invoke("ask", "--extractive", QUESTION).stdout.split())
    assert "best supported: “0.5 mg” (found right more often before)" in after
    assert "1 mg" in after


def test_nothing_is_taken_back_that_nobody_said(invoke: Invoke) -> None:
    with pytest.raises(EdgeRagError, match="nothing was said of Harbour Guide in report 1") as refused:
        invoke("confirm", 1, "harbour", "--undo")
    assert refused.value.exit_code == 1
    invoke("confirm", 1, "harbour")
    invoke("confirm", 1, "harbour", "--undo")
    with pytest.raises(EdgeRagError, match="nothing was said of Quarry Guide in report 1"):
        invoke("confirm", 1, "quarry", "--undo")


def test_what_many_sources_bear_out_is_not_taken_back_with_a_persons_word(invoke: Invoke) -> None:
    invoke("confirm", 1, "harbour")
    with Library.open(paths.library_file()) as library:
        borne_out = [replace(fact, by_person=False) for fact in library.facts()]
        library.forget_facts(borne_out)
        library.keep_facts(borne_out)
    with pytest.raises(EdgeRagError, match="nothing was said of Harbour Guide"):
        invoke("confirm", 1, "harbour", "--undo")
    assert worth() == {"Harbour Guide": 1.0, "Quarry Guide": 0.0}
