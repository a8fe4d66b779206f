from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.errors import IngestError
from edgerag.ingest.discover import media_type
from edgerag.ingest.impostors import refuse_impostors


def look(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    refuse_impostors(path, media_type(path), content[:1024])


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.csv", "a.tsv", "a.markdown"])
@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("<html><body><del>10 mg</del>5 mg", "HTML"),
        ("<!DOCTYPE html>\n<p>5 mg", "HTML"),
        ("  \n<!doctype HTML PUBLIC '-//W3C//DTD HTML 4.01//EN'><p>5 mg", "HTML"),
        ("<!-- saved from a page --><HTML lang='en'><body>5 mg", "HTML"),
        ('<?xml version="1.0"?><!DOCTYPE html><html><body>5 mg', "HTML"),
        ('<?xml version="1.0"?><list><item>zinc</item></list>', "XML"),
        ('{"formulary": [{"name": "zinc", "dose": "20 mg"}]}', "JSON"),
        ('\n [\n{"name": "zinc"}\n]\n', "JSON"),
        ('["zinc", "quinine"]', "JSON"),
        ('{"name": "zinc"}\n{"name": "quinine"}\n', "JSON lines"),
    ],
)
def test_markup_and_data_under_the_name_of_a_text_are_refused(
    tmp_path: Path, name: str, text: str, what: str
) -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        with pytest.raises(IngestError, match=f"{what} .*under another name|{what} under another") as refused:
            look(tmp_path / name, text.encode(encoding))
        assert "right name" in (refused.value.hint or "")


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.csv"])
@pytest.mark.parametrize(
    "text",
    [
        "<p align='center'>Clinic book</p>\n\n# Fever\n\nGive 1 g.",
        "<!-- page 1 -->\n# Fever",
        "<del>10 mg</del> 5 mg",
        "< 5 years: 250 mg",
        "<5 kg,1 tablet\n",
        "{draft} Clinic book",
        "{}",
        "[1]",
        "[1] WHO, 2019",
        "[Fever](fever.md)\n\nGive 1 g.",
        '{"name": "zinc"}\nGive it for 10 days.',
        "# Pages\n\n```\n<html>\n```\n",
        "[" * 20_000,
    ],
)
def test_text_that_begins_with_a_bracket_is_accepted(tmp_path: Path, name: str, text: str) -> None:
    look(tmp_path / name, text.encode())


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.html", "<html>"), ("a.xhtml", '<?xml version="1.0"?><html>'), ("a.json", "{}"), ("a.xml", "<?xml ")],
)
def test_what_has_its_right_name_is_accepted(tmp_path: Path, name: str, text: str) -> None:
    look(tmp_path / name, text.encode())
