"""Words of a question that nobody knows, and the words that were probably meant.

1. A word that the library has, or the lexicon, in whatever spelling, is no mistake; nor is another ending of
   a plain word. Names have no endings: "ceftriaxon" is one.
2. What is near an unknown word: one edit is a letter too much, too few or wrong, or two swapped; names of
   illnesses and medicines may be two edits away from a long word. A plain word is near only if it sounds the
   same: "reinfection" is no slip for "infection".
3. The nearest is taken if nothing else is about as near. A wrong medicine hurts more than a question that is
   searched as it was typed: an illness or a medicine is taken only for a single slip, mostly for one that
   sounds the same, and another one an edit further off is reason enough to offer both. A short word in
   capitals may be somebody's name, and one that ends like a medicine's name may be another medicine.

Numbers, units and codes are never touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

from edgerag.domain.corrections import Correction
from edgerag.index.vocabulary import Vocabulary
from edgerag.language.listed import is_listed, meaning, names_that_matter
from edgerag.language.names import Family
from edgerag.language.spelling import spelling
from edgerag.language.words import stem

LEAST_LETTERS: Final = 5
"""Shorter words are near too many others."""
MOST_LETTERS: Final = 40
"""No name has a longer word."""
MOST_MISSPELT: Final = 20
LONG_LETTERS: Final = 8
"""Words from this length on may have two mistakes, and are no proper names by their capital alone."""
FEW_CHUNKS: Final = 2
"""A word that the lexicon lacks and fewer chunks have may be a mistake itself: "etronidazole"."""
MUCH_COMMONER: Final = 10
"""So many times commoner than another word as near, a plain word is the one that was meant."""
MOST_OFFERED: Final = 3

_WORD: Final = re.compile(r"(?<![\w.'’])[^\W\d_]+(?![\w])")


_HEARD: Final = tuple(
    (re.compile(pattern), same)
    for pattern, same in ((r"(?<=.)tion", "sion"), (r"c(?=[eiy])|z", "s"), (r"[cq]", "k"), (r"(.)\1", r"\1"))
)
_UNSURE: Final = re.compile(r"[aeiouyh]")


@dataclass(frozen=True, slots=True)
class Guess:
    """A word that nobody knows, and what was probably meant."""

    written: str
    start: int
    end: int
    meant: tuple[str, ...]
    """The likeliest first."""
    is_sure: bool
    """Whether the first of them is so likely that it may be searched without asking."""

    @property
    def searched(self) -> str:
        """The word that is searched for it."""
        return self.meant[0] if self.is_sure else self.written


@dataclass(frozen=True, slots=True)
class _Near:
    """A known word near an unknown one."""

    word: str
    edits: int
    n_chunks: int


def guesses(question: str, vocabulary: Vocabulary) -> tuple[Guess, ...]:
    """Guess what was meant by each misspelt word of a question, in its order.

    A text with many unknown words is not misspelt but something else, and nothing is guessed.
    """
    odd = [word for word in _WORD.finditer(question) if _is_odd(word[0], question, vocabulary)]
    if len({word[0] for word in odd}) > MOST_MISSPELT:
        return ()
    return tuple(filter(None, (_guess(word, question, vocabulary) for word in odd)))


def as_chosen(found: Sequence[Guess], correction: Correction) -> tuple[Guess, ...]:
    """Give the guesses as a person wants them: what they chose is sure, and what was typed stays."""
    chosen = dict(correction.spellings)
    return tuple(_as_chosen(guess, chosen.get(guess.written), correction) for guess in found)


def _as_chosen(guess: Guess, word: str | None, correction: Correction) -> Guess:
    if correction.is_as_typed or word == guess.written:
        return replace(guess, is_sure=False)
    return guess if word is None else replace(guess, meant=(word,), is_sure=True)


def respelt(question: str, found: Sequence[Guess]) -> str:
    """Write a question with what was surely meant."""
    for guess in reversed(found):
        question = question[: guess.start] + guess.searched + question[guess.end :]
    return question


def is_known(word: str, vocabulary: Vocabulary) -> bool:
    """Whether the library or the lexicon has a word, in whatever spelling."""
    return vocabulary.n_chunks(word) > 0 or is_listed(word) or bool(vocabulary.respellings(word))


def _guess(word: re.Match[str], question: str, vocabulary: Vocabulary) -> Guess | None:
    written = word[0]
    if is_known(written, vocabulary):
        return None
    near = sorted(_near(written.lower(), vocabulary), key=_place)
    if not near or (not meaning(near[0].word) and vocabulary.has_stem_of(written)):
        return None
    best = near[0]
    rivals = [other for other in near if _is_rival(other, best)]
    is_sure = not rivals and not meaning(written) and _is_slip(written, best, question)
    meant = tuple(dict.fromkeys(one.word for one in (best, *rivals)))
    return Guess(written, word.start(), word.end(), meant[:MOST_OFFERED], is_sure)


def _is_odd(word: str, question: str, vocabulary: Vocabulary) -> bool:
    """Whether a word may be a misspelt one, by what can be told at once."""
    is_long = LEAST_LETTERS <= len(word) <= MOST_LETTERS
    return is_long and not _is_code(word, question) and not (vocabulary.n_chunks(word) or is_listed(word))


def _is_code(word: str, question: str) -> bool:
    """Whether a word is written with capitals inside, which is not how words are misspelt."""
    return not word[1:].islower() and not question.isupper()


def _is_slip(written: str, best: _Near, question: str) -> bool:
    """Whether a slip of the hand or the ear is likelier than a word that neither library nor lexicon has.

    An illness's name with another consonant may be that of another illness: "necrotic", "nephrotic".
    """
    is_heard = _sound(written) == _sound(best.word)
    if len(written) < LONG_LETTERS:
        is_name = written[0].isupper() and not question.isupper()
        return bool(meaning(best.word)) and is_heard and best.n_chunks > 0 and not is_name
    if not meaning(best.word):
        return True
    is_drug = any(family is not Family.CONDITION for family, _ in meaning(best.word))
    is_likely = best.word[0] == written[0].lower() and (
        is_drug or len(spelling(best.word)) != len(spelling(written))
    )
    return best.edits <= 1 and (is_heard or (is_likely and best.n_chunks > 0))


@lru_cache(maxsize=1 << 14)
def _sound(word: str) -> str:
    """Give the first letter and the consonants after it, as they are heard: what misspelling mostly keeps."""
    heard = spelling(word)
    for pattern, same in _HEARD:
        heard = pattern.sub(same, heard)
    return heard[:1] + _UNSURE.sub("", heard[1:])


def _near(word: str, vocabulary: Vocabulary) -> Iterator[_Near]:
    """Find the known words near an unknown one."""
    is_long = len(word) >= LONG_LETTERS
    for near, edits in _spelt_alike(word, vocabulary, 2 if is_long else 1):
        n_chunks = vocabulary.n_chunks(near)
        is_common = n_chunks >= FEW_CHUNKS and not vocabulary.is_rare(near)
        if meaning(near):
            is_near = (is_long or near[0] == word[0]) and (is_listed(near) or is_common)
        else:
            is_near = edits == 1 and is_common and _sound(near) == _sound(word)
        if is_near:
            yield _Near(near, edits, n_chunks)


def _spelt_alike(word: str, vocabulary: Vocabulary, most_edits: int) -> Iterator[tuple[str, int]]:
    """Yield words of the library and names of the lexicon, with the edits in their nearest spelling."""
    folded, listed = spelling(word), names_that_matter()
    for near, edits in vocabulary.near(word, most_edits).items():
        yield near, min(edits, OSA.distance(folded, spelling(near)))
    near_names = process.extract(
        folded, listed.keys(), scorer=OSA.distance, score_cutoff=most_edits, limit=None
    )
    for name, distance, _ in near_names:
        yield listed[name], int(distance)


def _place(near: _Near) -> tuple[int, bool, int, str]:
    return near.edits, not meaning(near.word), -near.n_chunks, near.word


def _is_rival(other: _Near, best: _Near) -> bool:
    """Whether another word is about as near as the best and stands for something else."""
    if _is_same(other.word, best.word):
        return False
    if meaning(other.word):
        return other.edits <= best.edits + 1
    return other.edits == best.edits and MUCH_COMMONER * other.n_chunks >= best.n_chunks


def _is_same(one: str, other: str) -> bool:
    named = meaning(one)
    return stem(spelling(one)) == stem(spelling(other)) or bool(named & meaning(other))
