from __future__ import annotations

from edgerag.domain.facts import NOTHING_KNOWN, Fact
from edgerag.domain.ids import HandbookId


def test_a_record_counts_every_fact_once() -> None:
    facts = [
        Fact(HandbookId("a"), "", b"", credit, by_person)
        for credit in (0.0, 0.2, 1.0)
        for by_person in (True, False)
    ]
    record = NOTHING_KNOWN
    for fact in facts:
        record = record.with_fact(fact)
    assert record.n_facts == len(facts)
    assert (record.n_right, record.n_wrong, record.n_borne_out, record.n_contradicted) == (1, 2, 1, 2)
    assert record.credit == sum(fact.credit for fact in facts)
