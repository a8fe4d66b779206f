from __future__ import annotations

from edgerag.domain.reports import Report
from edgerag.present.plain import sentences


def test_every_line_is_a_sentence_in_order_of_importance(anaphylaxis: Report) -> None:
    said = list(sentences(anaphylaxis))
    assert said[0] == (
        "Verdict: disagree. 2 of 5 handbooks differ from another; 1 pair could not be compared; "
        "1 does not address it; 1 could not be asked."
    )
    assert said[1].startswith("On adrenaline dose: ")
    assert "Quotation, page 16: 1 mL (1:1000) IM every 5 minutes until better" in said
    assert any(line.startswith("Pair 1 of 3: ") for line in said)
    assert all("\n" not in line and "|" not in line for line in said)
