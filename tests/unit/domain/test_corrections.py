from __future__ import annotations

from edgerag.domain.corrections import AS_READ, Correction


def test_what_was_corrected_is_said_in_one_line() -> None:
    correction = Correction(
        is_as_typed=True,
        spellings=(("ceftriaxon", "ceftriaxon"), ("cefaxime", "cefixime")),
        parts=(("adult", ""), ("fever", "malaria")),
        asked_for="how long",
    )
    assert correction.sentence() == (
        'Corrected by the reader: asked as typed; "ceftriaxon" as typed; cefixime for "cefaxime"; '
        "not: adult; malaria for fever; asked for: how long"
    )


def test_nothing_is_said_where_nothing_was_corrected() -> None:
    assert AS_READ.sentence() == ""
    assert not AS_READ
    assert Correction(asked_for="dose")
