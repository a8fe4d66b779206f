from __future__ import annotations

from edgerag.domain.reports import Report
from edgerag.present.plain import sentences
from tests.unit.present.conftest import AGED


def test_every_line_is_a_sentence_in_order_of_importance(anaphylaxis: Report) -> None:
    said = list(sentences(anaphylaxis))
    assert said[0] == (
        "Verdict: disagree. 2 of 5 handbooks differ from another; pairs: 1 agrees, 1 differs, "
        "1 not checked; 1 does not address it; 1 could not be asked."
    )
    assert said[1].startswith("They differ on adrenaline dose: ")
    assert "Quotation, page 16: 1 mL (1:1000) IM every 5 minutes until better" in said
    assert any(line.startswith("Pair 1 of 3: ") for line in said)
    assert all("\n" not in line and "|" not in line for line in said)


def test_how_the_question_was_understood_is_said_first(explained: Report) -> None:
    said = list(sentences(explained))
    assert said[:2] == ["Understood as: anaphylaxis · adrenaline · dose.", "Did you mean adrenaline?"]


def test_of_a_question_that_was_not_read_nobody_is_said_not_to_address_it(unread: Report) -> None:
    assert "Nothing found; looked at: 1 section, best p. 7." in sentences(unread)


def test_what_may_be_no_answer_is_said_so_before_its_quotation(doubtful: Report) -> None:
    said = list(sentences(doubtful))
    at = said.index("May not address the question; what comes nearest follows.")
    assert said.index("Quotation, page 12: Keep it at 8 °C") > at


def test_a_mark_is_said_after_its_pair(disputed: Report) -> None:
    said = list(sentences(disputed))
    at = said.index("Marked by a reader as wrong, CONSISTENT as right: the same dose.")
    assert said[at - 1].startswith("Divergent on adrenaline dose")


def test_collection_and_age_are_said_with_the_answer(aged: Report) -> None:
    said = list(sentences(aged))
    (at,) = (place for place, line in enumerate(said) if line == f"{AGED}.")
    assert "Handbook 1 of 5: Cardinal Clinic Guide (2013), guideline." in said[:at]


def test_what_handbooks_say_together_is_quoted_above_the_answers(taken_together: Report) -> None:
    written = "\n".join(sentences(taken_together))
    together = written.index("Together")
    first = written.index("0.5 mL", together)
    assert "They cannot all be followed" in written[together:first]
    assert "No handbook known to be of this collection" in written[first:]
