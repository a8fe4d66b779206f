from __future__ import annotations

from edgerag.domain.reports import Label
from edgerag.evaluate.datasets.questions import GoldAnswer, GoldPair, HandbookQuestion
from edgerag.evaluate.quotes import pairs_from_quotes, surrounded_quote

TEXT = "Wash the wound. Give one dose of vaccine. Repeat it after a week. Write it down."
CUT = [(0, 15), (16, 41), (42, 65), (66, 80)]


def test_quotation_comes_with_the_statement_before_and_after() -> None:
    assert surrounded_quote(TEXT, "write it", CUT) == TEXT[42:]
    assert surrounded_quote(TEXT, "one dose of\nvaccine.", CUT) == TEXT[:65]


def test_quotation_that_is_not_in_the_text_stands_alone() -> None:
    assert surrounded_quote(TEXT, "two doses", CUT) == "two doses"
    assert surrounded_quote(TEXT, "one dose", []) == "one dose"


def test_pairs_join_all_quotations_of_a_handbook_and_leave_silence_out() -> None:
    question = HandbookQuestion(
        "How many doses?",
        [
            GoldAnswer("a", quote="one dose"),
            GoldAnswer("a", quote="elsewhere"),
            GoldAnswer("b", quote="down"),
            GoldAnswer("c", page=4),
        ],
        pairs=[
            GoldPair("a", "b", Label.CONSISTENT),
            GoldPair("a", "c", Label.DIVERGENT),
            GoldPair("a", "d", Label.ABSENT),
        ],
        id="q",
    )
    (pair,) = pairs_from_quotes([question], lambda _: TEXT)
    assert pair.id == "q:a:b"
    assert pair.a.endswith("\n\nelsewhere")
    assert pair.b.endswith("Write it down.")
