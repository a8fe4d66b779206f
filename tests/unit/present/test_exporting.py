from __future__ import annotations

import pytest

from edgerag.domain.reports import Report
from edgerag.present.exporting import LONGEST_NAME, Format, encoded, file_name


@pytest.mark.parametrize(
    ("form", "begins"), [(Format.MARKDOWN, b"# "), (Format.HTML, b"<!doctype html>"), (Format.JSON, b"{\n")]
)
def test_each_form_is_what_its_name_says(anaphylaxis: Report, form: Format, begins: bytes) -> None:
    assert encoded(anaphylaxis, form).startswith(begins)


@pytest.mark.parametrize("question", ["What dose?", "../../etc/passwd", "CON: a*b", "x" * 300, "多少？", ""])
def test_file_names_suit_every_file_system(question: str) -> None:
    name = file_name(question, "md")
    stem = name.removesuffix(".md")
    assert stem
    assert set(stem) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert len(stem) <= LONGEST_NAME


def test_a_long_question_is_cut_between_words() -> None:
    name = file_name("What dose of adrenaline should an adult with anaphylaxis receive?", "html")
    assert name == "what-dose-of-adrenaline-should-an-adult-with.html"
