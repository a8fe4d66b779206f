from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgerag.compare.additions import is_one_sided_more
from edgerag.language.reading import read
from edgerag.understand.understand import understand
from tests.growth import is_linear

SCABIES = "What is given for scabies?"
LOTION = "Benzyl benzoate 25 % at night for 3 nights."
DEEDS = (
    "Treat the whole household on the same day.",
    "Wash all bed linen in hot water.",
    "Check the kidneys after a week.",
    "Refer if the skin is infected.",
    "Do not use it on broken skin.",
    "Give chlorphenamine 4 mg at night against the itch.",
)
"""Each of which changes care."""
DETAILS = (
    "It smells strongly.",
    "The mites are very small.",
    "It is a white lotion that was first sold in 1937.",
    "(table 6.2)",
)
"""Which change nothing in care."""


def adds(question: str, a: str, b: str) -> bool:
    return is_one_sided_more(understand(question), read(a), read(b))


@pytest.mark.parametrize(
    ("question", "a", "b"),
    [
        ("How is anaemia treated?", "Ferrous sulfate 200 mg.", "Ferrous sulfate 200 mg, folic acid 5 mg."),
        ("What helps croup?", "Dexamethasone 0.6 mg/kg.", "Dexamethasone 0.6 mg/kg and watch for 4 hours."),
        ("How is a tick removed?", "Pull it out.", "Pull it out, then clean the skin with alcohol."),
        ("What helps a sprain?", "Raise the foot.", "Raise the foot. X-ray if four steps fail."),
        ("What helps?", "Salbutamol, 2 puffs.", "Two puffs of salbutamol. Start oxygen if lips are blue."),
    ],
)  # fmt: skip
def test_a_further_medicine_or_deed_is_more(question: str, a: str, b: str) -> None:
    assert adds(question, a, b)
    assert adds(question, b, a)


@given(deed=st.sampled_from(DEEDS), detail=st.sampled_from(DETAILS))
@settings(deadline=None)
def test_a_deed_adds_and_a_detail_does_not(deed: str, detail: str) -> None:
    assert adds(SCABIES, LOTION, f"{LOTION} {deed}")
    assert not adds(SCABIES, LOTION, f"{LOTION} {detail}")
    assert not adds(SCABIES, f"{LOTION} {deed}", f"{LOTION} {deed} {detail}")


@given(first=st.sampled_from(DEEDS[:3]), second=st.sampled_from(DEEDS[3:]))
@settings(deadline=None)
def test_where_each_has_a_deed_of_its_own_neither_says_all_of_the_other(first: str, second: str) -> None:
    a, b = (f"Wash well, dry well and put on the lotion. {deed}" for deed in (first, second))
    assert not adds("How is scabies treated?", a, b)


@pytest.mark.parametrize(
    ("question", "a", "b"),
    [
        ("At what Hb is blood given?", "Transfuse if Hb < 7 g/dL.", "Give blood when Hb is below 7 g/dL."),
        ("What helps?", "Nitrofurantoin 100 mg bd.", "One nitrofurantoin capsule of 100 mg twice a day."),
        ("What helps?", "Oral amoxicillin for 5 days.", "Give amoxicillin by mouth, 5 days."),
        ("May it be given?", "Do not give it.", "Do not give it. Never give it in pregnancy either."),
        ("What helps?", "Nitrofurantoin 100 mg bd.", "Trimethoprim 200 mg bd. Refer if there is fever."),
    ],
)  # fmt: skip
def test_other_words_another_answer_or_another_ban_are_not_more(question: str, a: str, b: str) -> None:
    assert not adds(question, a, b)


def test_long_texts_are_read_in_linear_time() -> None:
    asked, short = understand(SCABIES), read(LOTION)
    part = "Give amoxicillin 5 mg and check it, then 6 mg. "
    assert is_linear(lambda text: is_one_sided_more(asked, short, read(text)), part, n_chars=10_000)
