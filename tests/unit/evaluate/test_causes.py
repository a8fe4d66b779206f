from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from edgerag.domain.answers import Answer, Citation, Status
from edgerag.domain.evidence import EvidenceMode, RetrievalTrace
from edgerag.domain.handbooks import Chunk, Page, Section
from edgerag.domain.ids import ChunkId, SectionId
from edgerag.domain.reports import Label
from edgerag.errors import ConfigError
from edgerag.evaluate.causes import (
    Cause,
    Stored,
    cause_of_place,
    count_causes,
    detail,
    gold_spans,
    write_details,
)
from edgerag.evaluate.datasets.questions import GoldAnswer, GoldPair, HandbookQuestion
from edgerag.evaluate.handbooks import Asked
from tests.unit.evaluate.test_handbooks import NAMES, answer, pair, report

TEXTS = ("Wash hands. Wear gloves.", "Give zinc for 14 days. Feed the child.", "Keep warm. Refer.")
STARTS = (0, 25, 64)
PAGES = tuple(
    Page(n, n, "", start, text) for n, (start, text) in enumerate(zip(STARTS, TEXTS, strict=True), start=1)
)
CHUNKS = tuple(
    Chunk(ChunkId(page.ordinal), SectionId(1), page.ordinal, "", page.start, page.start + len(page.text), "")
    for page in PAGES
)
SECTIONS = (Section(SectionId(1), 0, None, 1, "Diarrhoea", ("Child", "Diarrhoea"), 25, 63, None, None),)
STORED = Stored(PAGES, SECTIONS, CHUNKS)
GOLD = GoldAnswer("old", 2, quote="zinc for 14 days", position="14 days")


def said(
    name: str, quote: str = "", page: int = 2, proposed: tuple[int, ...] = (), read: tuple[int, ...] = ()
) -> Answer:
    """Answer with a quotation, or be silent without one."""
    start = TEXTS[page - 1].index(quote)
    citation = Citation(SectionId(1), "", page, page, quote, start, start + len(quote))
    trace = RetrievalTrace(
        EvidenceMode.RETRIEVED,
        0,
        0,
        0.0,
        0.5,
        (),
        proposed=tuple(map(ChunkId, proposed)),
        read=tuple(map(ChunkId, read)),
    )
    status = Status.ANSWERED if quote else Status.NOT_ADDRESSED
    return replace(answer(name, *([citation] if quote else []), status=status), trace=trace)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (None, Cause.NOT_RETRIEVED),
        (said("old", proposed=(1, 3)), Cause.NOT_RETRIEVED),
        (said("old", "Keep warm.", 3, proposed=(3,), read=(3,)), Cause.NOT_RETRIEVED),
        (said("old", proposed=(1, 2), read=(1,)), Cause.NOT_READ),
        (said("old", proposed=(1, 2), read=(2,)), Cause.SILENCED),
        (said("old", "Feed the child.", proposed=(2,), read=(2,)), Cause.WRONG_SENTENCE),
        (said("old", "Give zinc for 14 days.", proposed=(2,), read=(2,)), None),
    ],
)
def test_a_gold_answer_is_lost_at_the_first_step_that_fails(
    given: Answer | None, expected: Cause | None
) -> None:
    assert cause_of_place(GOLD, given, STORED) is expected


def test_gold_stands_where_its_words_stand_or_on_its_page_or_in_its_section() -> None:
    assert gold_spans(GOLD, STORED) == [(30, 46)]
    assert gold_spans(GoldAnswer("old", 2, quote="nowhere"), STORED) == [(25, 63)]
    assert gold_spans(GoldAnswer("old", heading="Child > Diarrhoea"), STORED) == [(25, 63)]
    assert gold_spans(GoldAnswer("old", 1, quote="zinc for 14 days"), STORED) == [(0, 24)]
    assert gold_spans(GoldAnswer("old"), STORED) == []


RIGHT = "Give zinc for 14 days."


def details_of(
    *answers: Answer, label: Label = Label.NOT_CHECKED, judged: Label = Label.DIVERGENT
) -> list[Cause | None]:
    """Give the cause of the one pair, which is divergent."""
    question = HandbookQuestion(
        "How long?",
        [GOLD, GoldAnswer("old", 3), GoldAnswer("new", 2, quote="zinc for 14 days", position="10 days")],
        ["web"],
        [GoldPair("old", "new", Label.DIVERGENT, hard=True)],
    )
    asked = Asked(question, report(*answers, pairs=(pair("old", "new", label),)))
    found = detail(asked, NAMES, lambda _: STORED, lambda _question, _a, _b: judged)
    return [one.cause for one in found.pairs]


def test_a_pair_fails_where_its_worse_side_does() -> None:
    silenced = said("old", proposed=(2,), read=(2,))
    unread = said("new", proposed=(2,))
    assert details_of(silenced, unread) == [Cause.NOT_READ]
    assert details_of(silenced, said("new", RIGHT)) == [Cause.SILENCED]


def test_one_right_place_of_several_is_enough_for_a_side() -> None:
    assert details_of(said("old", "Refer.", 3), said("new", RIGHT)) == [Cause.MISREAD]


def test_what_the_judge_gets_right_from_a_persons_reading_was_misread() -> None:
    both = said("old", RIGHT), said("new", RIGHT)
    assert details_of(*both) == [Cause.MISREAD]
    assert details_of(*both, judged=Label.CONSISTENT) == [Cause.MISJUDGED]
    assert details_of(*both, label=Label.DIVERGENT) == [None]


def test_details_are_counted_and_written_a_line_each(tmp_path: Path) -> None:
    question = HandbookQuestion("How much?", [GOLD], ["web"], [GoldPair("old", "web", Label.ABSENT)], id="q1")
    asked = Asked(question, report(said("old", RIGHT), said("web", "Refer.", 3)))
    found = detail(asked, NAMES, lambda _: STORED, lambda *_: Label.CONSISTENT)
    counts = count_causes([found])
    assert counts["answers"]["right"] == 1
    assert counts["silences"]["spoke though silent"] == 1
    assert counts["pairs"] == counts["pairs without hard"]
    assert counts["pairs"]["spoke though silent"] == 1
    write_details(tmp_path / "misses.jsonl", [found, found])
    first, second = (tmp_path / "misses.jsonl").read_text(encoding="utf-8").splitlines()
    assert first == second
    assert json.loads(first)["pairs"][0]["cause"] == "spoke though silent"
    with pytest.raises(ConfigError, match="cannot be written"):
        write_details(tmp_path / "no" / "folder.jsonl", [found])
