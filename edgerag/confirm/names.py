"""Names of people as sources write them: one person a name, and the same person written otherwise.

    "Last, First M.; Last, First"     "First M. Last, First Last"     "by (author) last first"

A name is the words of it, in the order of the source and without accents, marks, roles and titles. Which
word is the family name is seldom said, so two names are compared as bags of words:

    same(a, b)  every word of the shorter one is met by a word of the longer one, one to one, and
                one of them by a word that is written alike, of three letters or more

A word meets one that is equal, is its initial, begins it, is a customary short form of it, or is one
mistyped letter from it; "?" stands for a letter that an encoding has lost.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Final

from rapidfuzz.distance import OSA

from edgerag.confirm.folding import folded

Name = tuple[str, ...]
"""The words of a name, folded, in the order in which they are written."""

_ROLE: Final = re.compile(
    r"\((?:\w+\s)?(?:author|editor|edt|eds?|with|translator|illustrator|aut|trn|ill|cor|con)s?\.?\)"
    r"|\bet\.?\s?al\b\.?"
    r"|\b(?:by|authors?|editors?|edited|edt|eds|ed\.(?=\s*(?:[;,|]|$))|illustrators?|illustrated|translators?|translated"
    r"|foreword|introduction|contributors?|directors?|directed|others?|associates?"
    r"|none|unknown|anonymous|various|not (?:available|applicable|specif\w*)|n/a)\b\.?"
)
"""What a person did, or that nobody is named: no name goes on over it."""
_TITLE: Final = re.compile(r"\(.*?\)|\[.*?\]|\b(?:dr|prof|professor|mr|mrs|ms|sir|ph\.?\s?d|m\.?\s?d)\b\.?")
_SEPARATOR: Final = re.compile(r"[;|/&\n\t]|\s+-+\s+|\b(?:and|with|und)\b")
_NO_WORD: Final = re.compile(r"[^\w?']+|_")
_SUFFIX: Final = frozenset({"jr", "sr", "ii", "iii", "iv"})
_PARTICLES: Final = frozenset(
    {"van", "von", "de", "der", "den", "del", "della", "di", "da", "la", "le", "el", "al", "ter", "st", "du"}
)
_SHORT_FORMS: Final = tuple(
    frozenset(group.split())
    for group in (
        "robert bob bobby rob robby", "william bill billy will", "richard dick rick rich", "james jim jimmy",
        "john jack johnny", "michael mike mick", "anthony tony", "edward ted ed eddie ned", "joseph joe joey",
        "charles chuck charlie", "margaret peggy meg maggie", "elizabeth beth liz betty",
        "henry hank harry",
        "lawrence larry laurence", "thomas tom tommy", "stephen steve steven stephan", "david dave",
        "katherine kate kathy catherine cathy kathryn", "susan sue suzanne", "andrew andy drew",
        "ronald ron", "gerald jerry gerry", "jeffrey jeff geoffrey geoff", "christopher chris kris",
        "patricia pat patty", "patrick pat", "frederick fred", "philip phil phillip", "kenneth ken kenny",
        "daniel dan danny", "donald don", "timothy tim", "gregory greg", "raymond ray", "peter pete",
        "matthew matt", "nicholas nick", "benjamin ben", "samuel sam", "alexander alex", "deborah debra",
        "barbara barb", "jennifer jenny jen", "judith judy", "rebecca becky", "theodore ted", "walter walt",
        "leonard len", "eugene gene", "arthur art", "albert al", "douglas doug", "victor vic",
        "zachary zach", "joshua josh", "jonathan jon", "nathaniel nathan nate", "abraham abe", "martin marty",
    )
)  # fmt: skip
_LEAST_TYPED: Final = 5
"""Letters of the shortest word in which one may be mistyped; in shorter ones it makes another name."""


def read_names(text: str) -> tuple[Name, ...]:
    """Give the names in a text in their order, each once; none if it names nobody."""
    return tuple(dict.fromkeys(name for part in parts_of(text) for name in read_part(part)))


def parts_of(text: str) -> tuple[str, ...]:
    """Cut a text where no name goes on, such as at a semicolon, and leave roles out."""
    return tuple(
        part.strip()
        for part in _SEPARATOR.split(_TITLE.sub(" ", _ROLE.sub(";", folded(text))))
        if part.strip(" ,.")
    )


def read_part(part: str) -> tuple[Name, ...]:
    """Give the names in a part of a text by its commas alone."""
    return tuple(name for name in _by_commas(part) if any(len(word) > 1 for word in name))


def words_of(text: str) -> Name:
    """Give the words of one name."""
    return _words(folded(text))


@lru_cache(maxsize=65_536)
def _words(low: str) -> Name:
    return tuple(word for each in _NO_WORD.split(low) if (word := each.replace("'", "")))


def read_by(part: str, bags: Collection[Name]) -> tuple[Name, ...]:
    """Give the names in a part by names that are known, whatever stands between them.

    Args:
        part: one of `parts_of`.
        bags: the words of each known name, in order of the alphabet.

    Returns:
        None unless a known name is in it, and whole names are left between those that are known.
    """
    words = _words(part)
    pieces: list[Name] = []
    loose: list[str] = []
    at = 0
    while at < len(words):
        length = _known_length(words[at : at + _LONGEST], bags)
        if length:
            pieces += [*_loose(loose), words[at : at + length]]
            loose = []
        else:
            loose.append(words[at])
        at += length or 1
    pieces += _loose(loose)
    used = any(tuple(sorted(piece)) in bags for piece in pieces)
    return tuple(dict.fromkeys(pieces)) if used and all(map(_is_whole, pieces)) else ()


def unglued(part: str, bags: Iterable[Name]) -> str:
    """Cut words that a lost mark has run together: "josephjennings", where a Joseph and a Jennings are known.

    Args:
        part: one of `parts_of`.
        bags: the words of each known name.
    """
    known = {word for bag in bags for word in bag if len(word) >= _LEAST_GLUED}
    return " ".join(_cut(word, known) for word in _words(part))


def _cut(word: str, known: Collection[str]) -> str:
    """Cut a word where both halves are known, if there is one such place."""
    places = range(_LEAST_GLUED, len(word) - _LEAST_GLUED + 1)
    cuts = [f"{word[:at]} {word[at:]}" for at in places if word[:at] in known and word[at:] in known]
    return cuts[0] if len(cuts) == 1 and word not in known else word


def _known_length(words: Name, bags: Collection[Name]) -> int:
    return next((n for n in range(len(words), 1, -1) if tuple(sorted(words[:n])) in bags), 0)


_LEAST_GLUED: Final = 3
"""Letters of the shortest half of a word that is cut."""
_LONGEST: Final = 5
"""Words of the longest name that is looked for."""


@lru_cache(maxsize=65_536)
def same(a: Name, b: Name) -> bool:
    """Say whether two names can be those of one person."""
    short, long = sorted((a, b), key=lambda name: (len(name), name))
    left = list(long)
    alike = False
    for wanted in sorted(short, key=len, reverse=True):
        met = next((word for word in left if word == wanted), None) or next(
            (word for word in left if _meets(word, wanted)), None
        )
        if met is None:
            return wanted in _SUFFIX and alike
        left.remove(met)
        alike = alike or (len(wanted) > 2 and len(met) > 2 and _is_mistyped(wanted, met))
    return alike


@lru_cache(maxsize=65_536)
def _meets(a: str, b: str) -> bool:
    short, long = sorted((a, b), key=len)
    if len(short) == 1 or (len(short) > 2 and long.startswith(short)):
        return long.startswith(short)
    if _is_mistyped(a, b):
        return True
    return any(a in group and b in group for group in _SHORT_FORMS)


def _is_mistyped(a: str, b: str) -> bool:
    if a == b:
        return True
    if "?" in a or "?" in b:
        return _fits(a, b) or _fits(b, a)
    return min(len(a), len(b)) >= _LEAST_TYPED and OSA.distance(a, b, score_cutoff=1) == 1


def _fits(lost: str, word: str) -> bool:
    """Say whether a word with lost letters can be the other one; two bytes may be lost of one letter."""
    pattern = re.escape(lost).replace(r"\?", ".{0,2}")
    return "?" in lost and len(lost.replace("?", "")) > 1 and re.fullmatch(pattern, word) is not None


def _by_commas(part: str) -> list[Name]:
    """Tell "Last, First" from "First Last, First Last".

    A family name alone before the comma, and no name of two words behind it, is one name turned round.
    """
    pieces = deque(stripped for piece in part.split(",") if _words(stripped := piece.strip()))
    if turned := _turned_round(pieces):
        return turned
    names: list[Name] = []
    while pieces:
        family = pieces.popleft()
        if names and _SUFFIX.issuperset(_words(family)):
            names[-1] += _words(family)
        elif pieces and _is_family(family):
            names.append(_words(pieces.popleft()) + _words(family))
        else:
            names.append(_words(family))
    return names


def _turned_round(pieces: Sequence[str]) -> list[Name]:
    """Read "Last, First Last, First": names turned round, one after another without a mark between them.

    Nothing unless the last piece is a lone word, which would be no whole name, and every name becomes whole.
    """
    inner = [_words(piece) for piece in list(pieces)[1:-1]]
    if not inner or not _is_family(pieces[0]) or any(len(words) < 2 for words in inner):
        return []
    last = _words(pieces[-1])
    if len(last) != 1 or len(last[0]) < 2 or _SUFFIX.intersection(last):
        return []
    families = [_words(pieces[0]), *(words[-1:] for words in inner)]
    given = [*(words[:-1] for words in inner), last]
    return [first + family for first, family in zip(given, families, strict=True)]


@lru_cache(maxsize=65_536)
def _is_family(piece: str) -> bool:
    core = [word for word in piece.split() if word.strip(".") not in _PARTICLES | _SUFFIX]
    return len(core) == 1 and len(core[0].strip(".")) > 1


def _loose(words: Sequence[str]) -> list[Name]:
    return [tuple(words)] if words else []


def _is_whole(name: Name) -> bool:
    return len(name) > 1 and any(len(word) > 1 for word in name)
