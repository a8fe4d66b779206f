from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from edgerag.answer.answer import quote_answer
from edgerag.answer.keys import answer_key, decode_answer, encode_answer
from edgerag.domain.evidence import Evidence
from edgerag.domain.handbooks import Origin, Page, Stated
from edgerag.understand.understand import understand
from tests.synthetic import Indifferent

MakeEvidence = Callable[..., tuple[Evidence, tuple[Page, ...]]]
DOSE = "Give adrenaline 0.5 mL IM every 5 minutes."


def test_an_answer_survives_being_kept(evidence: MakeEvidence) -> None:
    found, pages = evidence(DOSE)
    found = replace(found, trace=replace(found.trace, best_score=float("-inf")))
    answer = quote_answer(understand("Which dose of adrenaline?"), found, pages, Indifferent()).answer
    assert answer.citations
    assert decode_answer(encode_answer(answer), found.handbook) == answer


def test_a_kept_answer_takes_the_handbook_as_it_is_listed_now(evidence: MakeEvidence) -> None:
    found, pages = evidence(DOSE)
    kept = encode_answer(quote_answer(understand("Which dose?"), found, pages, Indifferent()).answer)
    renamed = replace(found.handbook.metadata, title=Stated("New title", Origin.PERSON))
    answer = decode_answer(kept, replace(found.handbook, metadata=renamed))
    assert answer is not None
    assert answer.handbook.title == "New title"


def test_unreadable_bytes_are_no_answer(evidence: MakeEvidence) -> None:
    found, _ = evidence(DOSE)
    assert decode_answer(b"\x93nonsense", found.handbook) is None


def test_the_key_changes_with_everything_that_can_change_the_answer(evidence: MakeEvidence) -> None:
    found, _ = evidence(DOSE)
    other_text, _ = evidence(DOSE, "More.")
    other_file = replace(found, handbook=replace(found.handbook, sha256="f" * 64))
    keys = [
        answer_key("Which dose?", found, ["bge", "qwen"], (1000, 256)),
        answer_key("What dose?", found, ["bge", "qwen"], (1000, 256)),
        answer_key("Which dose?", other_text, ["bge", "qwen"], (1000, 256)),
        answer_key("Which dose?", other_file, ["bge", "qwen"], (1000, 256)),
        answer_key("Which dose?", found, ["bge", ""], (1000, 256)),
        answer_key("Which dose?", found, ["bge", "qwen"], (1000, 100)),
    ]
    assert len(set(keys)) == len(keys)
    assert keys[0] == answer_key("Which dose?", found, ["bge", "qwen"], (1000, 256))
    assert len(keys[0]) == 64
