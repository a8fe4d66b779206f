from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.present.exchange import (
    Became,
    Offer,
    Offered,
    Taken,
    exported_sentence,
    offer_lines,
    offer_title,
    pick_line,
    taken_lines,
    taken_sentence,
)
from edgerag.present.inert import inert
from edgerag.present.lines import cells, plain

NEW = Offered("Clinic", "2019", "clinic.pdf", "12 pages", is_here=False, has_namesake=False)
HERE = Offered("Ward", "", "ward.pdf", "1 page", is_here=True, has_namesake=True)
NAMESAKE = Offered("", "", "ward.pdf", "3 parts", is_here=False, has_namesake=True)


@pytest.mark.parametrize(
    ("books", "said"),
    [
        ((NEW, HERE), "a.edgerag: 2 handbooks, 1 of them new"),
        ((NEW,), "a.edgerag: 1 handbook, all new"),
        ((HERE,), "a.edgerag: 1 handbook, all here already"),
        ((), "a.edgerag: 0 handbooks"),
    ],
)
def test_the_title_says_how_much_is_new(books: tuple[Offered, ...], said: str) -> None:
    assert offer_title(Offer("a.edgerag", books, "")) == said


def test_who_signed_comes_before_each_handbook_with_what_would_become_of_it() -> None:
    offer = Offer("a.edgerag", (NEW, HERE, NAMESAKE), "3f2a 91c0")
    assert plain(offer_lines(offer, 90)).splitlines() == [
        "Signed with the key 3f2a 91c0: compare it with what its owner tells you.",
        "",
        "+ Clinic (2019), 12 pages",
        "= Ward, 1 page: here already, left alone",
        "+ ward.pdf, 3 parts; the library has another ward.pdf, which stays",
    ]
    assert "! Nobody signed it" in plain(offer_lines(Offer("a.edgerag", (), ""), 90))


def test_what_the_policy_refuses_is_said_first_and_cannot_be_taken() -> None:
    offer = Offer("a.edgerag", (NEW,), "", "an export signed by nobody cannot be imported: fixed")
    assert plain(offer_lines(offer, 90)).startswith(
        "! an export signed by nobody cannot be imported: fixed\n"
    )
    assert not offer.can_be_taken
    assert not Offer("a.edgerag", (HERE,), "").can_be_taken
    assert Offer("a.edgerag", (NEW, HERE), "").can_be_taken


def test_what_was_refused_comes_first_with_its_reason() -> None:
    taken = [
        Taken("Ward", Became.LEFT_ALONE),
        Taken("Clinic", Became.IMPORTED),
        Taken("Formulary", Became.REFUSED, "it is listed otherwise", "copy it again"),
    ]
    assert plain(taken_lines(taken, 80)).splitlines() == [
        "! Formulary: refused",
        "  it is listed otherwise",
        "  copy it again",
        "+ Clinic: imported",
        "= Ward: here already, left alone",
    ]
    assert taken_sentence(taken) == "1 handbook imported, 1 here already, 1 refused."
    assert taken_sentence([]) == "0 handbooks imported."


def test_an_export_is_told_with_who_signed_it() -> None:
    told = exported_sentence(2, 1500, "/media/usb/a\x1b.edgerag", "")
    assert told == "Exported 2 handbooks, 1.5 kB, signed by nobody: /media/usb/a<U+001B>.edgerag"
    assert "signed with the key 3f2a" in exported_sentence(2, 1500, "a", "3f2a")


@given(st.text(max_size=400), st.text(max_size=400), st.integers(20, 120), st.booleans())
def test_whatever_a_file_lists_is_harmless_and_fits(
    title: str, edition: str, width: int, is_here: bool
) -> None:
    book = Offered(title, edition, title, "3 pages", is_here=is_here, has_namesake=True)
    for line in offer_lines(Offer(title, (book,), ""), width):
        text = "".join(segment.text for segment in line)
        assert inert(text) == text
        assert cells(text) <= width


@given(st.text(max_size=200), st.booleans(), st.integers(5, 120))
def test_a_line_of_a_picker_fills_its_width(name: str, is_picked: bool, width: int) -> None:
    line = pick_line(name, is_picked=is_picked, width=width)
    assert line.startswith("[x] " if is_picked else "[ ] ")
    assert cells(line) == width
