from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.values import Kind
from judged_differences import JudgedDifference, judged_differences, named

WORDS = st.text("abc é", min_size=1)


def test_what_is_shipped_can_be_read_and_holds_every_verdict() -> None:
    judged = judged_differences()
    assert len(judged) > 800
    assert {one.verdict for one in judged} == {"right", "people", "subject", "value"}
    assert len({(one.statements, one.kind) for one in judged}) == len(judged)
    assert all(one.a != one.b for one in judged)


def test_the_statements_of_a_difference_have_no_order() -> None:
    one = JudgedDifference("x", "0" * 12, "y", "1" * 12, Kind.DOSE, "right")
    other = JudgedDifference("y", "1" * 12, "x", "0" * 12, Kind.DOSE, "right")
    assert one.statements == other.statements


@given(WORDS, st.lists(WORDS, max_size=3))
def test_a_statement_is_named_by_its_words_and_headings_however_lines_are_broken(
    said: str, path: list[str]
) -> None:
    assert named(said.replace(" ", "\n"), path) == named(said, path)
    assert named(f"{said} x", path) != named(said, path)
    assert named(said, [*path, "Gout"]) != named(said, path)


@pytest.mark.parametrize(
    "line",
    [
        '{"a":"x","a_said":"0","b":"y","b_said":"111111111111","kind":"dose","verdict":"right"}',
        '{"a":"x","a_said":"000000000000","b":"y","b_said":"111111111111","kind":"dose","verdict":"maybe"}',
    ],
)
def test_a_file_of_another_format_is_refused(tmp_path: Path, line: str) -> None:
    file = tmp_path / "judged.jsonl"
    file.write_text(line)
    with pytest.raises(msgspec.ValidationError):
        judged_differences(file)
