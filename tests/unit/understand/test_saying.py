from __future__ import annotations

import pytest

from edgerag.understand.saying import understood_line
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
        ("paracetamol for a 3-year-old", "paracetamol · 3-year-old"),
        ("what to do", ""),
    ],
)
def test_what_was_understood_is_named_in_one_line(question: str, line: str) -> None:
    assert understood_line(understand(question)) == line
