from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.engine.ask import WORDS
from edgerag.inference.catalogue import Role
from edgerag.present.readiness import library_size, loading, trouble


@pytest.mark.parametrize("role", Role)
def test_loading_says_what_the_model_is_for_and_not_what_it_is_called(role: Role) -> None:
    assert loading(role).startswith("loading the model for ")
    assert role not in loading(role)


def test_reading_the_words_is_said_too() -> None:
    assert loading(WORDS) == "reading the words of the handbooks …"


def test_nothing_is_loading_and_nothing_is_said() -> None:
    assert loading("") == ""
    assert library_size(None) == ""


@given(st.text(), st.text())
def test_trouble_is_one_line_that_acts_on_no_terminal(message: str, hint: str) -> None:
    said = trouble(message, hint)
    assert len(said.splitlines()) <= 1
    assert "\x1b" not in said


def test_trouble_says_what_to_do_if_anything_can_be_done() -> None:
    assert trouble("no embedder", "install one") == "no embedder: install one"
    assert trouble("no embedder", "") == "no embedder"


def test_one_handbook_is_no_handbooks() -> None:
    assert [library_size(n) for n in (0, 1, 2)] == ["The library is empty.", "1 handbook", "2 handbooks"]


def test_which_library_is_asked_is_said_where_it_is_not_this_computer_s() -> None:
    assert library_size(3, "/media/stick") == "3 handbooks of another library, /media/stick"
    long = library_size(1, f"/media/{'x' * 90}/clinic\x1b[2J")
    assert long.startswith("1 handbook of another library, …")
    assert "clinic" in long
    assert "\x1b" not in long
    assert len(long) < 80
    assert library_size(0, "/media/stick") == "No handbook of another library, /media/stick"
