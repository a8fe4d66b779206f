"""Make the gold file of the questions: find each quote's page and heading, and fill in the silences."""

from __future__ import annotations

import itertools
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import pypdfium2
from sources import Columns, Heading, Source, text_of


@dataclass(frozen=True, slots=True)
class GoldAnswer:
    """Where one handbook answers, and its position in a few words."""

    handbook: str
    page: int
    heading: str
    quote: str
    position: str


@dataclass(frozen=True, slots=True)
class GoldPair:
    """How two handbooks' answers relate; `topic` and `significance` only where they conflict."""

    a: str
    b: str
    label: str
    reasoning: str
    topic: str | None = None
    significance: str | None = None
    hard: bool = False


@dataclass(frozen=True, slots=True)
class _Handbook:
    """What quotes are looked up in."""

    source: Source
    pages: tuple[str, ...]


def write_gold(questions: Path, sources: Sequence[Source], folder: Path, path: Path) -> None:
    """Write one JSON line per question, with pages found in the PDFs in `folder`.

    Raises:
        ValueError: a quote is not found on exactly one page, or in exactly one section.
    """
    handbooks = {source.stem: _Handbook(source, _pages(folder / f"{source.stem}.pdf")) for source in sources}
    lines = []
    for entry in tomllib.loads(questions.read_text(encoding="utf-8"))["questions"]:
        answers = [_find(answer, handbooks[answer["handbook"]]) for answer in entry.get("answers", [])]
        absent = [stem for stem in handbooks if stem not in {answer.handbook for answer in answers}]
        pairs = [*(GoldPair(**pair) for pair in entry.get("pairs", [])), *_silences(list(handbooks), absent)]
        gold = {
            "id": entry["id"],
            "question": entry["question"],
            "topic": entry["topic"],
            "answers": [asdict(answer) for answer in answers],
            "absent": absent,
            "pairs": [asdict(pair) for pair in pairs],
        }
        lines.append(json.dumps(gold, ensure_ascii=False) + "\n")
    path.write_text("".join(lines), encoding="utf-8", newline="\n")


def _pages(path: Path) -> tuple[str, ...]:
    with pypdfium2.PdfDocument(path) as document:
        return tuple(_normal(page.get_textpage().get_text_range()) for page in document)


def _normal(text: str) -> str:
    return " ".join(text.split())


def _find(answer: Mapping[str, str], handbook: _Handbook) -> GoldAnswer:
    quote, stem = answer["quote"], answer["handbook"]
    pages = [number for number, text in enumerate(handbook.pages, start=1) if quote in text]
    headings = _headings(handbook.source, quote)
    if len(pages) != 1 or len(headings) != 1:
        raise ValueError(f"{stem}: {quote!r} is on pages {pages}, under {headings}; it must be in one place")
    return GoldAnswer(stem, pages[0], headings[0], quote, answer["position"])


def _headings(source: Source, quote: str) -> list[str]:
    """Give the heading path of every block that holds the quote."""
    path: list[str] = []
    found = []
    for block in source.blocks:
        if isinstance(block, Heading):
            path = [*path[: block.level - 1], block.text]
        elif not isinstance(block, Columns) and quote in text_of(block):
            found.append(" > ".join(path))
    return found


def _silences(handbooks: Sequence[str], absent: Sequence[str]) -> list[GoldPair]:
    pairs = itertools.combinations(handbooks, 2)
    return [
        GoldPair(a, b, "ABSENT", "At least one of the two says nothing about it.")
        for a, b in pairs
        if a in absent or b in absent
    ]
