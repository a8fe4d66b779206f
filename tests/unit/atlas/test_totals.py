from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from edgerag.atlas.totals import are_alike_in_all
from edgerag.domain.handbooks import Section
from edgerag.domain.ids import SectionId
from edgerag.extract.claims import claims_of
from edgerag.language.claims import Claim

MILLIGRAMS = st.sampled_from([50, 100, 150, 200, 300])
TIMES = st.sampled_from([2, 3, 4])


def claim(text: str) -> Claim:
    section = Section(SectionId(1), 0, None, 1, "Malaria", ("Malaria",), 0, len(text), 1, 1)
    (found,) = claims_of(text, [section])
    return found


def are_alike(a: str, b: str) -> bool:
    return are_alike_in_all(claim(a), claim(b), "quinine", "mass")


@given(MILLIGRAMS, TIMES)
def test_what_is_split_over_a_day_is_as_much_as_what_is_given_at_once(milligrams: int, times: int) -> None:
    split = f"Quinine {milligrams} mg {24 // times} hourly"
    assert are_alike(split, f"Quinine {milligrams * times} mg daily")
    assert are_alike(f"Quinine {milligrams * times} mg daily", split)


@given(MILLIGRAMS, TIMES)
def test_tablets_of_a_part_are_as_much_as_the_whole(milligrams: int, count: int) -> None:
    parts = f"Quinine {milligrams} mg, {count} tablets once"
    assert are_alike(parts, f"Give quinine {milligrams * count} mg once.")


@given(MILLIGRAMS, MILLIGRAMS, TIMES)
def test_amounts_that_differ_in_a_day_are_not_alike(first: int, second: int, times: int) -> None:
    assume(first != second)
    hours = 24 // times
    assert not are_alike(f"Quinine {first} mg {hours} hourly", f"Quinine {second} mg {hours} hourly")


def test_amounts_of_which_nobody_tells_how_often_are_alike_only_if_they_are_the_same() -> None:
    assert not are_alike("Quinine 150 mg 12 hourly", "Give quinine 300 mg.")
