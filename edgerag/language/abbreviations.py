"""Reads what a handbook says of its names: definitions, lists of abbreviations, its index of medicines.

Definitions are found as in Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions
in biomedical text", PSB 2003, section 3:

1. What stands in brackets is a short form if it has 2 to 10 characters and at most two words; else it is the
   long form of the word before it.
2. The long form is looked for among the min(|A| + 5, 2|A|) words before the bracket, |A| being the characters
   of the short form.
3. The characters of the short form are met from right to left, each as late as possible; the first one must
   begin a word.

Differs from the paper: a short form holds a capital, because what is harvested is looked up in capitals only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from edgerag.domain.letters import LETTERS
from edgerag.domain.own_names import NameSource, OwnName
from edgerag.language.clauses import has_figure
from edgerag.language.cues import Cue
from edgerag.language.names import Family, find
from edgerag.language.text import lowered

_BRACKETS: Final = re.compile(r"\(([^()\n|]{2,80})\)")
_BEFORE_CHARS: Final = 160
"""So far before a bracket its other half is looked for: some 25 words."""
_SHORT: Final = re.compile(r"[A-Za-z0-9][\w+/&.-]{1,9}(?: [\w+/&.-]{1,9})?")
_SHORT_CHARS: Final = 10
_BREAK: Final = re.compile(r"[.;:!?|\n•](?=\s|$)|\n\n")
"""A long form does not reach over these; a line may end inside it."""
_TITLE_CHARS: Final = 40
"""Characters of a title behind the words that make it one: "Abbreviations used in this book"."""
_NO_TITLE: Final = ".|"
_LISTED: Final = re.compile(
    r"[ \t|*]*(?P<name>[A-Za-z0-9][\w+/&.-]{1,11}(?: [A-Z0-9][\w+/&.-]{0,9})?)"
    r"[* ]*(?:\||:|=|[–-] |\t| {2,}) *"
    r"(?P<meaning>[^\W\d_][^|\n]{3,90}?)[ \t|]*"
)
_LINES_MISSED: Final = 8
"""Lines without an entry that end a list; headers, footers and broken entries stand between entries."""
_FEWEST_LETTERS: Final = 3
"""Of a word that is none of a handbook's names."""
_ENTRY: Final = re.compile(
    r"(?P<name>[^\W\d_][\w /-]{3,40}?)(?P<known> \([\w /,-]{3,60}\))?[ |]*(?:\d[\d ,–-]*)?"
)


READER: Final = 1
"""Grows when a handbook's names are read otherwise, so that libraries read them anew."""


def harvest(text: str) -> tuple[OwnName, ...]:
    """Give all names that a handbook defines, in alphabetical order; one name may have several meanings."""
    found = {*_defined(text), *_listed(text), *_indexed(text)}
    return tuple(sorted(found))


def _defined(text: str) -> Iterator[OwnName]:
    for bracket in _BRACKETS.finditer(text):
        before = _BREAK.split(text[max(0, bracket.start() - _BEFORE_CHARS) : bracket.start()])[-1].rstrip()
        inside = " ".join(bracket[1].split())
        if not before:
            continue
        if _is_short(inside):
            name, meaning = inside, long_form(inside, before)
        else:
            name = before.split()[-1].strip(",'\"“”‘’")
            meaning = long_form(name, inside) if _is_short(name) else ""
        if meaning:
            yield OwnName(name, meaning, NameSource.DEFINITION)


def _is_short(name: str) -> bool:
    return (
        len(name) <= _SHORT_CHARS
        and _SHORT.fullmatch(name) is not None
        and sum(char.isupper() for char in name) >= 2
    )


def long_form(short: str, before: str) -> str:
    """Give the end of `before` that `short` abbreviates; empty if it abbreviates none of it."""
    n_chars = sum(char.isalnum() for char in short)
    words = before.split()[-min(n_chars + 5, 2 * n_chars) :]
    written = " ".join(words)
    place = len(written)
    for index in reversed(range(len(short))):
        if not short[index].isalnum():
            continue
        place = _rfind(written, short[index].lower(), place, begins_word=index == 0)
        if place < 0:
            return ""
    found = written[written.rfind(" ", 0, place) + 1 :].strip(",'\"“”‘’| ")
    is_name = found[:1].isalpha() and len(found) > len(short) and short not in found.split()
    return found if is_name else ""


def _rfind(written: str, char: str, end: int, *, begins_word: bool) -> int:
    """Find a character before `end`, the last one first; -1 if there is none."""
    place = written.lower().rfind(char, 0, end)
    while begins_word and place > 0 and written[place - 1].isalnum():
        place = written.lower().rfind(char, 0, place)
    return place


def _listed(text: str) -> Iterator[OwnName]:
    for entry in _entries(text, Cue.NAMES_LISTED, _LISTED):
        name = entry["name"]
        if any(char.isupper() for char in name):
            yield OwnName(name, " ".join(entry["meaning"].split()), NameSource.LIST)


def _indexed(text: str) -> Iterator[OwnName]:
    """Read an index of medicines: brands, with what they hold if that stands in brackets.

    What the lexicon knows needs no reading; what the handbook writes with a small letter too is no brand.
    """
    if not any(_titles(text, Cue.DRUGS_LISTED)):
        return
    common = {word for word in LETTERS.findall(text) if word.islower() and len(word) >= _FEWEST_LETTERS}
    for entry in _entries(text, Cue.DRUGS_LISTED, _ENTRY):
        name, known = entry["name"].strip(), (entry["known"] or "").strip(" ()")
        is_common = bool({name.lower(), name.lower().removesuffix("s")} & common)
        if name[0].isupper() and len(name.split()) == 1 and not is_common and not any(find(name).values()):
            yield OwnName(name, known if find(known)[Family.DRUG] else "", NameSource.INDEX)


def _titles(text: str, cue: Cue) -> Iterator[int]:
    """Give where the lines end that are a title by such words and nothing much behind them."""
    low = lowered(text)
    for met in cue.finditer(low):
        start, end = low.rfind("\n", 0, met.start()) + 1, low.find("\n", met.end())
        end = len(low) if end < 0 else end
        before, after = low[start : met.start()], low[met.end() : end]
        says_more = has_figure(after) or not {*_NO_TITLE}.isdisjoint(after) or len(after) > _TITLE_CHARS
        if not says_more and not any(map(str.isalnum, before)):
            yield end


def _entries(text: str, title: Cue, form: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield the lines under such headings that are entries, each once, until too many in a row are none."""
    read = 0
    for title_end in _titles(text, title):
        n_missed, start = 0, max(title_end + 1, read)
        while n_missed <= _LINES_MISSED and start < len(text):
            end = text.find("\n", start)
            end = len(text) if end < 0 else end
            entry = form.fullmatch(text, start, end)
            if entry:
                yield entry
                read = end
            n_missed = 0 if entry else n_missed + 1
            start = end + 1
