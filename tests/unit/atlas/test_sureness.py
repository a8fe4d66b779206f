from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.atlas.homologous import Difference
from edgerag.atlas.relations import Attribute, relate
from edgerag.atlas.stated import Stated
from edgerag.atlas.sureness import MOST_RATIO, SIGNS, Sureness
from edgerag.compare.findings import Finding, Relation
from edgerag.extract.claims import claims_of
from edgerag.language.reading import terms
from edgerag.language.values import Kind
from tests.synthetic import make_handbook

QUININE: Final = Attribute(Kind.DOSE, "mass", "quinine")
PASSAGE: Final = np.array([0.6, 0.8], dtype=np.float32)


def stating(heading: str, text: str) -> Stated:
    """The one claim of a handbook."""
    book = make_handbook("Any", [text], headings=[heading])
    (claim,) = claims_of("".join(page.text for page in book.pages), book.sections)
    return Stated(book.handbook, claim, PASSAGE, terms(heading))


def differing(a: Stated, b: Stated, *, is_mutual: bool = True) -> Difference:
    found = relate(QUININE, a.claim, b.claim) or Finding(Relation.CONFLICT, Kind.DOSE)
    return Difference(QUININE, a, b, found, 1.0, is_mutual)


def signs(a: Stated, b: Stated, *, is_mutual: bool = True) -> dict[str, float]:
    surely = Sureness([a, b, stating("Gout", "Give colchicine 1 mg.")])
    return dict(zip(SIGNS, surely.signs(differing(a, b, is_mutual=is_mutual)), strict=True))


def test_the_signs_of_two_doses_for_one_illness() -> None:
    a, b = (
        stating("Malaria", "Give quinine 600 mg at once."),
        stating("Malaria", "Give quinine 300 mg at once."),
    )
    assert signs(a, b) == pytest.approx(
        {
            "passages": 1.0,
            "words": 1.0,
            "headings": 1.0,
            "illness": 1.0,
            "mutual": 1.0,
            "case": 0.0,
            "overlap": 0.0,
            "ratio": math.log(2),
            "agreeing": 0.0,
            "doubtful": 0.0,
        }
    )
    assert signs(a, b, is_mutual=False)["mutual"] == 0


@pytest.mark.parametrize(
    ("sign", "heading", "text", "expected"),
    [
        ("illness", "Leprosy", "Give quinine 300 mg.", 0.0),
        ("headings", "Leprosy", "Give quinine 300 mg.", 0.0),
        ("case", "Malaria, second-line", "Give quinine 300 mg.", 1.0),
        ("case", "Severe malaria", "Give quinine 300 mg.", 1.0),
        ("case", "Malaria in children", "Give quinine 300 mg.", 0.0),
        ("overlap", "Malaria", "Give quinine 300-600 mg.", 1.0),
        ("ratio", "Malaria", "Give quinine 60000 mg.", MOST_RATIO),
        ("agreeing", "Malaria", "Give quinine 300 mg every 8 hours.", 1.0),
        ("agreeing", "Malaria", "Give quinine 300 mg every 6 hours.", 0.0),
    ],
)
def test_what_speaks_for_and_against(sign: str, heading: str, text: str, expected: float) -> None:
    a = stating("Malaria", "Give quinine 600 mg every 8 hours.")
    assert signs(a, stating(heading, text))[sign] == pytest.approx(expected)


def test_a_rare_word_in_both_headings_counts_more_than_a_common_one() -> None:
    treated = [
        stating(f"Treatment of {what}", "Give quinine 600 mg.") for what in ("gout", "leprosy", "scabies")
    ]
    rare = [stating(f"Babesiosis, {part}", "Give quinine 600 mg.") for part in ("adults", "children")]
    surely = Sureness([*treated, *rare])
    common, both_rare = (
        surely.signs(differing(*pair))[SIGNS.index("headings")] for pair in (treated[:2], rare)
    )
    assert 0 < common < both_rare


TEXTS = st.builds(
    "Give quinine {} mg every {} hours.".format, st.integers(1, 999), st.sampled_from([6, 8, 12, 24])
)
HEADINGS = st.sampled_from(["Malaria", "Severe malaria", "Gout", "Treatment", "Malaria in adults", ""])


@given(HEADINGS, TEXTS, HEADINGS, TEXTS, st.booleans())
def test_sureness_is_a_probability_and_the_same_from_either_side(
    heading: str, text: str, other_heading: str, other_text: str, is_mutual: bool
) -> None:
    a, b = stating(heading or "Any", text), stating(other_heading or "Any", other_text)
    surely = Sureness([a, b])
    there = differing(a, b, is_mutual=is_mutual)
    back = replace(there, a=b, b=a, finding=there.finding.flipped())
    assert 0 < surely.of(there) < 1
    assert surely.of(there) == pytest.approx(surely.of(back))


@given(TEXTS, TEXTS)
def test_the_same_illness_is_surer_than_another_and_one_case_than_two(text: str, other: str) -> None:
    a, same = stating("Malaria", text), stating("Malaria", other)
    apart, severe = stating("Leprosy", other), stating("Severe malaria", other)
    surely = Sureness([a, same, apart, severe])
    of_one = surely.of(differing(a, same))
    assert of_one > surely.of(differing(a, severe))
    assert of_one > surely.of(differing(a, apart))
