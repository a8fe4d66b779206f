from __future__ import annotations

import pytest

from edgerag.language.english import is_english


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Give the child half a tablet twice a day.", True),
        ("Adrenaline 0.5 mg IM", True),
        ("Lactulose 30 mL per os, 8-hourly.", True),
        ("Diazepam 10 mg per rectum, repeat per os.", True),
        ("", True),
        ("Carbamazepine, usual maintenance: 400 mg per dose, 2 doses per day.", True),
        ("Donnez à l'enfant la moitié du comprimé avec les repas.", False),
        ("成人过敏性休克应使用多少肾上腺素？", False),
    ],
)
def test_english_is_told_by_letters_and_function_words(text: str, expected: bool) -> None:
    assert is_english(text) is expected
