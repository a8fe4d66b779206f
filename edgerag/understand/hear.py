"""From what was typed to what is searched, and what the reader must know of the way between.

1. A question in a language that is not read is searched as it is, and called not understood.
2. Misspelt words are replaced where it is clear what was meant, and asked about where it is not.
3. A long case is cut down to what it asks.
4. Medicines and illnesses that no handbook names are told, and so is a question that says too little.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from edgerag.domain.notices import Concern, Notice, Understood
from edgerag.index.vocabulary import Vocabulary
from edgerag.language.questions import Asked
from edgerag.understand.absent import IsNamed, absent
from edgerag.understand.condense import condensed
from edgerag.understand.foreign import is_foreign
from edgerag.understand.misspelt import Guess, guesses, respelt
from edgerag.understand.saying import understood_line
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


@dataclass(frozen=True, slots=True)
class Heard:
    """A question, ready to be searched."""

    asked: Asked
    understood: Understood


def hear(
    question: str, vocabulary: Vocabulary, is_named: IsNamed, handbooks: str = "your handbooks"
) -> Heard:
    """Understand a question as the words of the library and of the lexicon allow.

    Args:
        question: what a person typed, in one line.
        vocabulary: the words of the whole library.
        is_named: whether the handbooks that are asked have one of some names.
        handbooks: what those are called.
    """
    found = guesses(question, vocabulary)
    if is_foreign(question, vocabulary, [guess.written for guess in found]):
        return Heard(understand(question), Understood(notices=(_NOT_ENGLISH,)))
    spelt = respelt(question, found)
    asked = understand(condensed(spelt))
    notices = [*_misspelt(found)]
    if asked.text != spelt:
        notices.append(Notice(Concern.CONDENSED, f"The question is long; this was asked: {asked.text}"))
    if nowhere := absent(asked.text, is_named):
        is_are = "is" if len(nowhere) == 1 else "are"
        notices.append(Notice(Concern.ABSENT, f"{_listed(nowhere, 'and')} {is_are} in none of {handbooks}"))
    if is_vague(asked, vocabulary):
        notices.append(_VAGUE)
    return Heard(asked, Understood(understood_line(asked), tuple(notices)))


def with_topics(understood: Understood, topics: Sequence[str]) -> Understood:
    """Add to the notice that a question is vague what the handbooks have that comes near it."""
    offered = list(dict.fromkeys(topics))[:MOST_TOPICS]
    if not offered or not understood.has(Concern.VAGUE):
        return understood
    said = Notice(Concern.VAGUE, f"{_VAGUE.sentence}. Topics found: {'; '.join(offered)}")
    notices = (said if notice.concern is Concern.VAGUE else notice for notice in understood.notices)
    return replace(understood, notices=tuple(notices))


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
