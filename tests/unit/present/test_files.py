from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.present.files import file_line, folder_line
from edgerag.present.lines import cells


def test_a_file_has_its_mark_in_front_and_its_size_at_the_end() -> None:
    assert file_line("a.pdf", 1_200_000, is_marked=True, width=30) == "[x] a.pdf               1.2 MB"
    assert folder_line("stick", is_marked=False, width=30) == "[ ] stick/"


@given(st.text(min_size=1, max_size=60), st.integers(min_value=20, max_value=80))
def test_any_name_fits_and_is_not_obeyed(name: str, width: int) -> None:
    for line in (
        file_line(name, 10**9, is_marked=False, width=width),
        folder_line(name, is_marked=False, width=width),
    ):
        assert cells(line) <= width
        assert "\x1b" not in line
        assert "\n" not in line
