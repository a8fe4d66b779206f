"""From what was typed to what is searched, and what the reader must know of the way between.

1. A question in a language that is not read is searched as it is, and called not understood.
2. Misspelt words are replaced where it is clear what was meant, and asked about where it is not.
3. One that cannot stand alone is read with the question before it.
4. Short forms are written out, and a long case is cut down to what it asks.
5. A level that was measured is searched by the name of the finding too, what is said in lay words by its
   name, and what the question calls by a name that the handbooks hardly use by their names.
6. Medicines and illnesses that no handbook names are told, and so is a question that says too little.

What a person corrects in that comes before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from edgerag.domain.corrections import AS_READ, Correction
from edgerag.domain.follow_ups import Before
from edgerag.domain.notices import Concern, Notice, Spelling, Understood
from edgerag.index.vocabulary import Vocabulary
from edgerag.language.levels import findings, with_findings
from edgerag.language.questions import Alternative, Asked
from edgerag.language.spoken import by_name, written_out
from edgerag.understand.absent import IsNamed, absent
from edgerag.understand.alternatives import alternatives
from edgerag.understand.condense import condensed
from edgerag.understand.correct import corrected
from edgerag.understand.follow_up import Standing, standing, together
from edgerag.understand.foreign import is_foreign
from edgerag.understand.misspelt import Guess, as_chosen, guesses, respelt
from edgerag.understand.saying import parts_of, understood_line
from edgerag.understand.understand import understand
from edgerag.understand.vague import is_vague

MOST_TOPICS: Final = 5

_NOT_ENGLISH: Final = Notice(
    Concern.NOT_ENGLISH,
    "The question was not understood: it does not seem to be English. It was searched for as it is",
)
_VAGUE: Final = Notice(
    Concern.VAGUE, "Too vague to answer: say which illness or medicine it is about, and what you need to know"
)
_ALONE: Final = Notice(
    Concern.ASKED_ALONE, "Asked alone, though it may be meant to go on from the question before"
)


@dataclass(frozen=True, slots=True)
class Heard:
    """A question, ready to be searched."""

    asked: Asked
    understood: Understood


def hear(
    question: str,
    vocabulary: Vocabulary,
    is_named: IsNamed,
    handbooks: str = "your handbooks",
    correction: Correction = AS_READ,
    before: Before | None = None,
) -> Heard:
    """Understand a question as the words of the library and of the lexicon allow.

    Where no word of the library is known, every word may be one of its words: none is called misspelt then,
    and no question foreign.

    Args:
        question: what a person typed, in one line.
        vocabulary: the words of the whole library.
        is_named: whether the handbooks that are asked have one of some names.
        handbooks: what those are called.
        correction: what a person says that is meant instead.
        before: the question before, if there is one that this may go on from.
    """
    found = () if vocabulary.is_empty else guesses(question, vocabulary)
    if not vocabulary.is_empty and is_foreign(question, vocabulary, [guess.written for guess in found]):
        return Heard(understand(question), Understood(notices=(_NOT_ENGLISH,)))
    chosen = as_chosen(found, correction)
    spelt = respelt(question, chosen)
    read, following = _read_with(spelt, before, vocabulary)
    if before is not None and read != spelt:
        correction = replace(
            correction, parts=tuple((dict(before.left_out) | dict(correction.parts)).items())
        )
    called = _Called(read, read) if correction.is_as_typed else _called(read)
    asked = corrected(called.text, correction)
    others = () if correction.is_as_typed else alternatives(asked.text, vocabulary)
    asked = replace(asked, also=(*called.spoken, *others))
    notices = [*following]
    if correction:
        notices.append(Notice(Concern.CORRECTED, correction.sentence()))
    notices += _misspelt(chosen)
    if called.is_condensed:
        notices.append(Notice(Concern.CONDENSED, f"The question is long; this was asked: {called.short}"))
    also = dict.fromkeys((*called.names, *(name for one in others for name in one.names)))
    if also:
        notices.append(Notice(Concern.SYNONYM, f"Also searched: {', '.join(also)}"))
    if nowhere := _meant(absent(asked.text, is_named), correction):
        is_are = "is" if len(nowhere) == 1 else "are"
        notices.append(Notice(Concern.ABSENT, f"{_listed(nowhere, 'and')} {is_are} in none of {handbooks}"))
    if is_vague(asked, vocabulary):
        notices.append(_VAGUE)
    parts = parts_of(asked)
    understood = Understood(
        understood_line(parts),
        tuple(notices),
        parts,
        _spellings(found, chosen),
        correction,
        asked.text if asked.text != question else "",
    )
    return Heard(asked, understood)


@dataclass(frozen=True, slots=True)
class _Called:
    """A question in the words of handbooks."""

    text: str
    short: str
    """Before findings and names were put into it."""
    is_condensed: bool = False
    names: tuple[str, ...] = ()
    """What was put into it."""
    spoken: tuple[Alternative, ...] = ()


def _called(read: str) -> _Called:
    """Write out short forms, cut a long case down, and call findings and lay words by their names."""
    written = written_out(read)
    short = condensed(written)
    text, spoken = by_name(with_findings(short))
    names = (*findings(short), *(one.written for one in spoken))
    return _Called(text, short, short != written, names, spoken)


def _read_with(
    question: str, before: Before | None, vocabulary: Vocabulary
) -> tuple[str, tuple[Notice, ...]]:
    """Read a question with the one before it, if it goes on from that; say so, and also if it only may."""
    if before is None:
        return question, ()
    stands = Standing.GOES_ON if before.is_meant else standing(question, vocabulary)
    if stands is Standing.ALONE:
        return question, ()
    if stands is Standing.IN_DOUBT:
        return question, (_ALONE,)
    read = together(question, before.text)
    if _bare(read.text) in _bare(question):  # all of it is the question's own
        return question, ()
    carried = f"; carried over: {read.carried}" if read.carried else ""
    said = f"Read with the question before{carried}. This was asked: {read.text}"
    return read.text, (Notice(Concern.FOLLOW_UP, said),)


def _bare(text: str) -> str:
    return " ".join(text.rstrip("?.! ").casefold().split())


def with_topics(understood: Understood, topics: Sequence[str]) -> Understood:
    """Add to the notice that a question is vague what the handbooks have that comes near it."""
    offered = list(dict.fromkeys(topics))[:MOST_TOPICS]
    if not offered or not understood.has(Concern.VAGUE):
        return understood
    said = Notice(Concern.VAGUE, f"{_VAGUE.sentence}. Topics found: {'; '.join(offered)}")
    notices = (said if notice.concern is Concern.VAGUE else notice for notice in understood.notices)
    return replace(understood, notices=tuple(notices))


def _spellings(found: Sequence[Guess], chosen: Sequence[Guess]) -> tuple[Spelling, ...]:
    """Tell of each word that nobody knows what was searched and what may be meant, each once."""
    told = {
        taken.written: Spelling(taken.written, taken.searched, guess.meant)
        for guess, taken in zip(found, chosen, strict=True)
    }
    return tuple(told.values())


def _meant(names: Sequence[str], correction: Correction) -> list[str]:
    """Leave out the names that a person says are not meant."""
    left_out = {heard.partition(" (")[0] for heard, instead in correction.parts if not instead}
    return [name for name in names if name.lower() not in left_out and name not in left_out]


def _misspelt(found: Sequence[Guess]) -> Iterator[Notice]:
    """Tell in one line what was searched instead, and in another what may have been meant."""
    sure = {guess.written: guess.meant[0] for guess in found if guess.is_sure}
    if sure:
        meant, written = ", ".join(sure.values()), _listed([f'"{word}"' for word in sure], "or")
        yield Notice(Concern.MISSPELT, f"Did you mean {meant}? That was searched; no handbook has {written}")
    for guess in found:
        if not guess.is_sure:
            meant = _listed(guess.meant, "or")
            yield Notice(Concern.MISSPELT, f'No handbook has "{guess.written}"; did you mean {meant}?')


def _listed(words: Sequence[str], last: str) -> str:
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), words[-1])))
