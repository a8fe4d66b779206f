from __future__ import annotations

import pytest

from edgerag.domain.notices import Part, Sort
from edgerag.language.values import Kind
from edgerag.understand.saying import asked_words, kinds_called, named_parts, parts_of, understood_line
from edgerag.understand.understand import understand


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("What dose of ceftriaxone for an adult with gonorrhoea?", "gonorrhoea · ceftriaxone · adult · dose"),
        (
            "What dose of epinephrine does a pregnant woman with anaphylaxis get IM?",
            "anaphylaxis · epinephrine (adrenaline) · IM · pregnant · dose",
        ),
        ("At what age is yellow fever vaccine given?", "yellow fever vaccine · at what age"),
        ("paracetamol for a child of 14 kg", "paracetamol · child · 14 kg"),
        ("Which antibiotic for a woman who is not pregnant?", "antibiotic · which medicine"),
        ("Can metronidazole be given to a pregnant woman?", "metronidazole · pregnant · whether to"),
        ("doxycycline in pregnancy?", "doxycycline · pregnancy · whether to"),
        ("A burn: what must be put on it?", "burn · what to do"),
        ("paracetamol for a 3-year-old", "paracetamol · 3-year-old"),
        ("what to do", ""),
    ],
)
def test_what_was_understood_is_named_in_one_line(question: str, line: str) -> None:
    assert understood_line(parts_of(understand(question))) == line


def test_every_part_that_is_named_knows_its_place_in_the_question() -> None:
    question = "What dose of paracetamol for a 3-year-old child of 14 kg with fever?"
    asked = understand(question)
    named = list(named_parts(asked))
    assert [question[one.start : one.end].lower() for one in named if one.part.words == "paracetamol"] == [
        "paracetamol"
    ]
    assert [part for part in parts_of(asked) if part.sort is Sort.ASKED] == [Part(Sort.ASKED, "dose")]
    assert Part(Sort.PEOPLE, "14 kg") in parts_of(asked)


def test_what_is_asked_for_is_known_by_its_words() -> None:
    assert kinds_called("how long") == (Kind.DURATION,)
    assert all(kinds_called(words) for words in asked_words())
    assert kinds_called("whether to") == kinds_called("what to do") == (Kind.ACTION,)
    assert kinds_called("") is None
