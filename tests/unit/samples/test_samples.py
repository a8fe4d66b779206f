from __future__ import annotations

import itertools
import re
import subprocess
import sys
import zipfile
from collections import Counter
from functools import cache
from pathlib import Path

import msgspec
import pypdfium2
import pytest

from edgerag.domain.reports import CONFLICTS, Label, Significance
from edgerag.ingest.delimited import read_delimited
from edgerag.ingest.xlsx import read_xlsx
from edgerag.samples import gold_file, sample_files, sample_lists

BUILD = Path(__file__).parents[3] / "packaging" / "samples" / "build.py"
FOLDER = gold_file().parent
STEMS = [path.stem for path in sample_files()]
TELLTALE = {
    "sample-severe-hypertension": r"hypertensi|180/1\d0",
    "sample-severe-malaria": r"artesunate|quinine",
    "sample-malaria-first-trimester": r"artemether|quinine",
    "sample-ors": r"dehydrat|\bORS\b",
    "sample-zinc": r"\bzinc\b",
    "sample-magnesium": r"magnesium|eclampsia",
    "sample-tourniquet": r"snake|tourniquet",
    "sample-burns": r"cool the burn|burnt|\bburns\b",
    "sample-cord-care": r"umbilical|\bstump\b|\bthe cord\b",
    "sample-hiv-breastfeeding": r"mothers? living with HIV",
    "sample-needle-stick-wound": r"needle-stick",
    "sample-salbutamol": r"salbutamol|\bpuffs?\b",
    "sample-rabies": r"rabies|\bdogs?\b",
}
"""Words that a handbook which is silent on the question must not contain."""


class GoldAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    handbook: str
    page: int
    heading: str
    quote: str
    position: str


class GoldPair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    a: str
    b: str
    label: Label
    topic: str | None
    significance: Significance | None
    reasoning: str
    hard: bool


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    question: str
    topic: str
    answers: list[GoldAnswer]
    absent: list[str]
    pairs: list[GoldPair]


def read_gold() -> list[Question]:
    return [msgspec.json.decode(line, type=Question) for line in gold_file().read_bytes().splitlines()]


GOLD = read_gold()


@cache
def pages(path: Path) -> tuple[str, ...]:
    """The text layer of each page, with every stretch of white space made one blank."""
    with pypdfium2.PdfDocument(path) as document:
        return tuple(" ".join(page.get_textpage().get_text_range().split()) for page in document)


def bookmarks(path: Path) -> list[str]:
    with pypdfium2.PdfDocument(path) as document:
        return [entry.get_title() for entry in document.get_toc()]


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("samples")
    subprocess.run([sys.executable, "-B", str(BUILD), "--out", str(folder)], check=True)
    return folder


def test_there_are_four_handbooks_of_eight_to_fifteen_pages() -> None:
    assert [path.suffix for path in sample_files()] == [".pdf"] * 4
    assert all(8 <= len(pages(path)) <= 15 for path in sample_files())


def test_the_sources_build_exactly_the_files_in_the_package(rebuilt: Path) -> None:
    names = {
        path.name
        for path in FOLDER.iterdir()
        if path.suffix in {".pdf", ".md", ".docx", ".jsonl", ".xlsx", ".csv"}
    }
    assert {path.name for path in rebuilt.iterdir()} == names
    for path in sample_files():
        assert pages(rebuilt / path.name) == pages(path)
        assert bookmarks(rebuilt / path.name) == bookmarks(path)
    for name in ("kestrel-bay-2014.md", "gold.jsonl", *(path.name for path in sample_lists())):
        assert (rebuilt / name).read_bytes() == (FOLDER / name).read_bytes()
    name = "tamarind-valley-2019.docx"
    with zipfile.ZipFile(rebuilt / name) as new, zipfile.ZipFile(FOLDER / name) as old:
        assert new.read("word/document.xml") == old.read("word/document.xml")


def test_building_twice_gives_the_same_bytes(rebuilt: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-B", str(BUILD), "--out", str(tmp_path)], check=True)
    for path in rebuilt.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("path", sample_files(), ids=lambda path: path.stem)
def test_every_handbook_says_that_it_is_a_sample(path: Path) -> None:
    assert re.search(r"Sample only\..*(not for clinical use|(must|may) not be used)", pages(path)[0])


@pytest.mark.parametrize("path", sample_files(), ids=lambda path: path.stem)
def test_every_handbook_names_public_sources_with_their_year(path: Path) -> None:
    text = " ".join(pages(path))
    assert (
        len(
            re.findall(
                r"(?:WHO|CDC|UNICEF|South Africa|Resuscitation Council)[^.;]{0,120}\b(?:19|20)\d\d\b", text
            )
        )
        >= 8
    )


def test_the_list_says_the_same_in_both_formats_and_leaves_nothing_in_doubt() -> None:
    workbook, text = sample_lists()
    sheet, table = read_xlsx(workbook), read_delimited(text)
    assert [block.text for page in sheet.pages for block in page.blocks if block.level != 2] == [
        block.text for page in table.pages for block in page.blocks
    ]
    assert sheet.problems == table.problems == ()
    said = [block.text for page in table.pages for block in page.blocks]
    assert said[1].startswith("Sample only.")
    assert sum(line.startswith("Row ") for line in said) == 27


def test_two_handbooks_have_bookmarks_and_two_have_none() -> None:
    n_bookmarks = [len(bookmarks(path)) for path in sample_files()]
    assert [n > 0 for n in n_bookmarks] == [False, True, True, False]


def test_printed_page_numbers_differ_from_positions_where_a_handbook_has_front_matter() -> None:
    path = FOLDER / "tamarind-valley-2019.pdf"
    with pypdfium2.PdfDocument(path) as document:
        assert [document.get_page_label(index) for index in range(4)] == ["i", "ii", "1", "2"]


def test_one_table_runs_over_two_pages_and_repeats_its_header() -> None:
    header = "Medicine Strength Usual dose Route Remark"
    holding = [
        number for number, text in enumerate(pages(FOLDER / "tamarind-valley-2019.pdf"), 1) if header in text
    ]
    assert len(holding) == 2
    assert holding[1] == holding[0] + 1


def test_a_word_is_divided_at_a_line_end() -> None:
    """Where a printed hyphen divides a word, pdfium gives U+FFFE."""
    assert "artemether-lume\ufffefantrine" in " ".join(pages(FOLDER / "marula-hill-2010.pdf"))


def test_the_gold_file_asks_fourteen_to_twenty_questions_with_several_of_each_label() -> None:
    assert 14 <= len(GOLD) <= 20
    assert len({question.id for question in GOLD}) == len(GOLD)
    labels = Counter(label for question in GOLD for label in {pair.label for pair in question.pairs})
    assert labels.keys() == set(Label) - {Label.NOT_CHECKED}
    assert min(labels.values()) >= 5


@pytest.mark.parametrize("question", GOLD, ids=lambda question: question.id)
def test_every_quote_is_on_its_page_and_on_no_other(question: Question) -> None:
    for answer in question.answers:
        texts = pages(FOLDER / f"{answer.handbook}.pdf")
        assert [number for number, text in enumerate(texts, 1) if answer.quote in text] == [answer.page]
        assert answer.heading.split(" > ")[-1] in " ".join(texts)


@pytest.mark.parametrize("question", GOLD, ids=lambda question: question.id)
def test_every_handbook_answers_or_is_silent_and_every_pair_is_labelled(question: Question) -> None:
    answering = [answer.handbook for answer in question.answers]
    assert sorted(answering + question.absent) == sorted(STEMS)
    expected = {frozenset(pair) for pair in itertools.combinations(STEMS, 2)}
    assert Counter(frozenset((pair.a, pair.b)) for pair in question.pairs) == Counter(expected)
    for pair in question.pairs:
        assert (pair.label is Label.ABSENT) == bool({pair.a, pair.b} & set(question.absent))
        assert (pair.label in CONFLICTS) == (pair.significance is not None) == (pair.topic is not None)


@pytest.mark.parametrize("question", [q for q in GOLD if q.absent], ids=lambda question: question.id)
def test_a_silent_handbook_does_not_mention_the_matter(question: Question) -> None:
    for stem in question.absent:
        text = " ".join(pages(FOLDER / f"{stem}.pdf"))
        assert not re.search(TELLTALE[question.id], text, re.IGNORECASE)


def test_every_handbook_is_silent_on_something_and_answers_most() -> None:
    silences = Counter(stem for question in GOLD for stem in question.absent)
    assert all(2 <= silences[stem] <= len(GOLD) / 2 for stem in STEMS)


def test_the_other_formats_carry_the_same_answers() -> None:
    markdown = (FOLDER / "kestrel-bay-2014.md").read_text(encoding="utf-8").replace("**", "")
    with zipfile.ZipFile(FOLDER / "tamarind-valley-2019.docx") as package:
        xml = package.read("word/document.xml").decode()
    word = re.sub(r"<[^>]+>", "", xml).replace("&lt;", "<")
    texts = {"kestrel-bay-2014": markdown, "tamarind-valley-2019": word}
    for answer in (answer for question in GOLD for answer in question.answers if answer.handbook in texts):
        assert answer.quote in texts[answer.handbook]
