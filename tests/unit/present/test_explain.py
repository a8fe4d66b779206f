from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from edgerag.domain.answers import Answer
from edgerag.domain.evidence import EvidenceMode, RetrievalTrace
from edgerag.domain.reports import Report
from edgerag.present.explain import explained_lines
from edgerag.present.lines import cells, plain

if TYPE_CHECKING:
    from tests.unit.present.conftest import Builder

RETRIEVED = EvidenceMode.RETRIEVED
SIGNS = {"logit": 0.8, "coverage": 1.9, "named": 1.6, "cosine": 5.0, "standing": 0.0, "missing": 0.0}

VIEWS = {"relevance": 0.83, "utility": 0.7, "place": 0.45}


def traced(answer: Answer, trace: RetrievalTrace) -> Answer:
    return replace(answer, trace=trace)


def unread(n_found: int, turn: int, promise: float) -> RetrievalTrace:
    return RetrievalTrace(RETRIEVED, n_found, 0, float("-inf"), 0.0, (), turn=turn, promise=promise)


@pytest.fixture
def searched(make: Builder) -> Report:
    """One handbook answers, one falls behind it, and three were not read: each for another reason."""
    likely, behind, small, unnamed, empty = (
        make.handbook(title, "2013") for title in ("Ash", "Birch", "Cedar", "Date", "Elm")
    )
    unlike = SIGNS | {"coverage": 0.4, "missing": -2.0, "logit": 0.75}
    best = RetrievalTrace(RETRIEVED, 20, 8, 3.5, 0.97, ("A",), turn=1, promise=0.83, signs=SIGNS, views=VIEWS)
    second = RetrievalTrace(RETRIEVED, 20, 3, 3.0, 0.08, ("A",), turn=2, promise=0.4, signs=unlike)
    return make.report(
        traced(make.silent(empty), unread(0, turn=5, promise=0.0)),
        traced(make.silent(unnamed), unread(20, turn=4, promise=0.0)),
        traced(make.silent(small), unread(20, turn=3, promise=0.12)),
        traced(make.silent(behind, "A"), second),
        traced(make.answered(likely, "Give 1 mL.", make.citation("Give 1 mL.")), best),
    )


def test_reads_like_this(searched: Report) -> None:
    title, *lines = plain(explained_lines(searched, 80)).splitlines()
    assert title == "  HOW IT WAS FOUND"
    assert lines[lines.index("") + 1 :] == [
        "  Ash (2013)",
        "    answered; read in turn 1, 8 of 20 passages found; promise 0.83; 97% likely",
        "      to answer",
        "    quoted first: relevance 0.83, utility 0.70 (it holds what was asked for,",
        "      about the question's case), place 0.45 (near the passage's best words)",
        "    authority and date, which silence nobody: ranked medium, edition 2013",
        "",
        "  Birch (2013)",
        "    not addressed; read in turn 2, 3 of 20 passages found; promise 0.40; 8%",
        "      likely to answer",
        "    beside the likeliest: words of a short question are missing; it has fewer of",
        "      the question's words",
        "",
        "  Cedar (2013)",
        "    not addressed; nothing was read: others promised more (0.12, and the",
        "      likeliest 0.83)",
        "",
        "  Date (2013)",
        "    not addressed; nothing was read: none of 20 passages found names the",
        "      medicine asked about",
        "",
        "  Elm (2013)",
        "    not addressed; nothing was read: no passage has its words or comes near its",
        "      meaning",
    ]


def test_what_an_older_report_did_not_note_is_said_to_be_unknown(make: Builder) -> None:
    book = make.handbook("Ash")
    old = RetrievalTrace(RETRIEVED, 20, 8, 3.5, 0.97, ("A",))
    report = make.report(traced(make.answered(book, "Give 1 mL."), old))
    assert "answered; how it was searched is not known" in plain(explained_lines(report, 100))


def test_a_report_without_handbooks_is_explained_in_a_sentence(make: Builder) -> None:
    assert plain(explained_lines(make.report(), 100)).startswith("  HOW IT WAS FOUND\n")


@pytest.mark.parametrize("width", [20, 80])
def test_no_line_is_wider_than_asked(searched: Report, width: int) -> None:
    assert all(
        cells("".join(part.text for part in line)) <= width for line in explained_lines(searched, width)
    )


def test_names_are_inert(make: Builder) -> None:
    report = make.report(make.answered(make.handbook("Ash\x1b[31m"), "Give 1 mL."))
    assert "\x1b" not in plain(explained_lines(report, 80))
