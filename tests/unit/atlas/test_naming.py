from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.atlas.naming import NEAR, with_its_medicine
from edgerag.domain.handbooks import Page, Section
from edgerag.domain.ids import SectionId
from edgerag.domain.pages import PageSpan
from edgerag.extract.claims import claims_of


def quoted(text: str, stated: str, heading: str = "Treatment", value: str = "") -> str:
    section = Section(SectionId(1), 0, None, 1, heading, (heading,), 0, len(text), 1, 1)
    start = text.index(stated)
    claim = next(one for one in claims_of(text, [section]) if one.start == start)
    page = Page(1, 1, "", 0, text)
    return with_its_medicine(PageSpan(page, start, claim.end), claim, section, value).text


LIST = "Drug treatment:\nAmoxicillin\n- Adult: 500 mg 8 hourly\n- Child: 25 mg/kg 8 hourly\n"


def test_a_row_for_some_people_is_quoted_from_the_line_that_names_its_medicine() -> None:
    assert quoted(LIST, "Adult").startswith("Amoxicillin\n- Adult: 500 mg")
    assert quoted(LIST, "Child").startswith("Amoxicillin\n- Adult: 500 mg 8 hourly\n- Child: 25 mg/kg")


def test_a_statement_that_names_its_medicine_is_quoted_as_it_is() -> None:
    text = "Give ibuprofen 400 mg.\nGive amoxicillin 500 mg 8 hourly.\n"
    assert quoted(text, "Give amoxicillin") == "Give amoxicillin 500 mg 8 hourly."


def test_a_medicine_that_the_heading_names_is_not_looked_for() -> None:
    text = "Amoxicillin syrup is kept cold.\nAdult: 500 mg 8 hourly\n"
    assert quoted(text, "Adult", heading="Amoxicillin") == "Adult: 500 mg 8 hourly"


def test_what_is_marked_stands_once_in_what_is_quoted() -> None:
    text = "Amoxicillin\n- Adult: 500 mg 8 hourly\n- Woman: 500 mg 8 hourly\n"
    assert quoted(text, "Woman", value="500 mg").startswith("Woman")


@given(st.integers(0, 2 * NEAR), st.sampled_from(["Amoxicillin", "Metronidazole", "Quinine"]))
def test_a_quotation_only_grows_by_whole_lines_that_are_near(n_between: int, medicine: str) -> None:
    text = f"Treatment\n{medicine}\n{'x' * n_between}\n- Adult: 500 mg 8 hourly\n"
    found = quoted(text, "Adult")
    assert found.endswith("Adult: 500 mg 8 hourly")
    assert len(found) <= len("Adult: 500 mg 8 hourly") + NEAR
    assert found.startswith(("Adult", medicine))


@pytest.mark.parametrize("above", ["", "Give plenty of water.\n"])
def test_without_a_line_that_names_it_a_statement_is_quoted_as_it_is(above: str) -> None:
    assert quoted(f"{above}Adult: 500 mg 8 hourly\n", "Adult") == "Adult: 500 mg 8 hourly"
