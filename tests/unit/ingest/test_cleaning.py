from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.ingest.cleaning import clean_line


@pytest.mark.parametrize(
    ("given_text", "stored"),
    [
        ("a\x1b[31mred\x1b[0m b", "ared b"),
        ("\x1b]0;owned\x07title", "title"),
        ("safe \u202eesrever\u202c", "safe esrever"),
        ("nul\x00byte", "nulbyte"),
        ("\x9b2Jgone", "gone"),
        ("e\ufb03cient \ufb02uid", "efficient fluid"),
        ("1 m\u2113 of 5\u00a0%", "1 m\u2113 of 5 %"),
        ("Epstein-\u00ad\u2010Barr", "Epstein-Barr"),
        ("soft\u00adhyphen", "softhyphen"),
        ("Chapter 1 ................ 12", "Chapter 1 ... 12"),
    ],
)
def test_text_is_made_inert_and_plain(given_text: str, stored: str) -> None:
    assert clean_line(given_text) == stored


@given(st.text())
def test_nothing_stored_can_act_on_a_terminal(text: str) -> None:
    cleaned = clean_line(text)
    assert not any(ord(c) < 32 or 0x7F <= ord(c) <= 0x9F or 0x202A <= ord(c) <= 0x202E for c in cleaned)
    assert clean_line(cleaned) == cleaned
