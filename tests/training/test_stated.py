from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.ingest.parse import parse_file
from selector.judged import digest
from selector.stated import Stated, stated

HANDBOOK = """# Diarrhoea

## Treatment at home

Give zinc 20 mg once daily for 10 days to a child with diarrhoea.

Wash your hands.

# Burns

Cool the burn with clean water for 20 minutes.

Wash your hands.
"""


@pytest.fixture
def handbook(tmp_path: Path) -> Stated:
    file = tmp_path / "home.md"
    file.write_text(HANDBOOK, encoding="utf-8")
    return stated(parse_file(file))


def test_every_statement_is_found_by_its_digest_under_its_headings(handbook: Stated) -> None:
    zinc = "Give zinc 20 mg once daily for 10 days to a child with diarrhoea."
    assert handbook[digest(zinc)] == (f"Diarrhoea > Treatment at home | {zinc}",)
    assert digest("Cool the burn with clean water for 20 minutes.") in handbook


def test_what_stands_in_two_places_is_read_in_both(handbook: Stated) -> None:
    read = handbook[digest("Wash your hands.")]
    assert [text.partition(" | ")[0] for text in read] == ["Diarrhoea > Treatment at home", "Burns"]
