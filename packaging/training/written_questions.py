"""Questions over 20 real handbooks that were written for this project, to measure by and not to fit to.

    python packaging/training/written_questions.py --handbooks FOLDER --out FILE

writes them as a question file for `edgerag evaluate --questions FILE`. `written_questions.jsonl` has where
each handbook answers: the stored page, and the place among its characters without white space. The texts of
the handbooks are not in the file; a digest tells whether what stands at a place is what was read there.

Eight writers had the handbooks' texts alone, saw neither the program nor its answers, and worded the
questions as nurses type them; `--half held` of `edgerag evaluate` is the part that nobody looked at. The
writers are a language model, told to read as careful clinicians: no clinician wrote or checked the questions,
the places or the labels, and what is `absent` was looked for by words.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import compress, count
from pathlib import Path
from typing import Final

import msgspec

from edgerag.domain.handbooks import ParsedHandbook
from edgerag.evaluate.datasets.handbooks import read_handbooks
from edgerag.evaluate.datasets.questions import GoldAnswer, GoldPair, HandbookQuestion
from edgerag.ingest.parse import parse_file
from selector.judged import Digest, digest

WRITTEN: Final = Path(__file__).with_suffix(".jsonl")

Read = Callable[[str], ParsedHandbook]
"""Gives a handbook by its name."""


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a handbook answers."""

    handbook: str
    page: int
    """Which stored page, from 1."""
    start: int
    """How many characters that are no white space stand before it on the page."""
    n_chars: int
    """Its own characters that are no white space."""
    said: Digest
    position: str
    """What was read there."""


class WrittenQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of `written_questions.jsonl`."""

    id: str
    question: str
    places: list[Place]
    absent: list[str]
    pairs: list[GoldPair]


class LostPlaceError(Exception):
    """A handbook says something else at a place than was read there: another edition, or read otherwise."""


def written_questions(path: Path = WRITTEN) -> list[WrittenQuestion]:
    """Read the written questions.

    Raises:
        msgspec.ValidationError: the file is not of this format.
    """
    return msgspec.json.Decoder(WrittenQuestion).decode_lines(path.read_bytes())


def place_of(name: str, book: ParsedHandbook, page: int, quote: str, position: str) -> Place:
    """Say where a quotation stands, however its lines are broken.

    Raises:
        LostPlaceError: it does not stand on the page.
    """
    dense, wanted = _dense(book.pages[page - 1].text), _dense(quote)
    if wanted not in dense:
        raise LostPlaceError(f"{name}: page {page} has no {quote!r}")
    return Place(name, page, dense.index(wanted), len(wanted), digest(wanted), position)


def answer_at(place: Place, book: ParsedHandbook) -> GoldAnswer:
    """Give the words that stand at a place, with the page to turn to or the headings over them.

    Raises:
        LostPlaceError: other words stand there than were read.
    """
    page = book.pages[place.page - 1]
    if digest(_dense(page.text)[place.start : place.start + place.n_chars]) != place.said:
        raise LostPlaceError(f"{place.handbook}: page {place.page} says something else than was read")
    written = list(compress(count(), (not char.isspace() for char in page.text)))
    start, end = written[place.start], written[place.start + place.n_chars - 1] + 1
    quote = page.text[start:end]
    if book.handbook.media_type == "pdf":
        return GoldAnswer(place.handbook, page.number, None, quote, place.position)
    over = (one for one in book.sections if one.start <= page.start + start < one.end)
    path = max((one.path for one in over), key=lambda path: len(path), default=())
    return GoldAnswer(place.handbook, None, " > ".join(path) or None, quote, place.position)


def questions(written: Sequence[WrittenQuestion], read: Read) -> Iterator[HandbookQuestion]:
    """Yield the questions with the words of the handbooks.

    Raises:
        LostPlaceError: a handbook is another than the questions were written from.
    """
    for one in written:
        answers = [answer_at(place, read(place.handbook)) for place in one.places]
        yield HandbookQuestion(one.question, answers, one.absent, one.pairs, one.id)


def _dense(text: str) -> str:
    return "".join(text.split())


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the question file.

    Raises:
        LostPlaceError: a handbook is another than the questions were written from.
    """
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--handbooks", type=Path, required=True, help="folder with manifest.jsonl")
    parser.add_argument("--out", type=Path, required=True, help="the question file to write")
    options = parser.parse_args(arguments)
    files = read_handbooks(options.handbooks, "dev").files
    found = list(questions(written_questions(), cache(lambda name: parse_file(files[name]))))
    options.out.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in found))


if __name__ == "__main__":
    main()
