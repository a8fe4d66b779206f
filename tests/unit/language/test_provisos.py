from __future__ import annotations

import pytest

from edgerag.language.provisos import Proviso, proviso
from edgerag.language.reading import read


def read_proviso(text: str) -> Proviso | None:
    return proviso(read(text)[0])


@pytest.mark.parametrize(
    ("text", "is_exception"),
    [
        ("Give it only if the lotion helps.", False),
        ("Do not give it unless the lotion helps.", False),
        ("No ivermectin unless the lotion helps.", False),
        ("Avoid it unless the lotion helps.", False),
        ("Give it unless the lotion helps.", True),
    ],
)
def test_unless_is_an_exception_unless_it_stands_after_a_ban(text: str, is_exception: bool) -> None:
    found = read_proviso(text)
    assert found is not None
    assert found.is_exception is is_exception
    assert "lotion" in found.terms


def test_a_word_that_says_no_and_figures_are_told() -> None:
    turned, plain = read_proviso("Only if not pregnant."), read_proviso("Only if PSA is above 20.")
    assert turned is not None
    assert plain is not None
    assert (turned.is_turned, plain.is_turned) == (True, False)
    assert plain.figures == {"20"}


@pytest.mark.parametrize(
    "text", ["Give it.", "Give it if the lotion fails.", "Only if A, unless B is there."]
)
def test_none_or_several_are_none(text: str) -> None:
    assert read_proviso(text) is None
