"""Whether a question is in a language that is not read here.

A nurse's English may have no sentence in it ("adrenaline dose adult IM"), so function words alone tell
nothing. What tells is how many of its words anybody knows: the library, the lexicon, or whoever guesses what
is misspelt. Of a sentence in another language that is a name or two.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from edgerag.domain.letters import LETTERS
from edgerag.index.vocabulary import Vocabulary
from edgerag.language import names
from edgerag.language.english import is_latin
from edgerag.language.listed import is_listed

LEAST_CHUNKS: Final = 3
"""What fewer chunks have may itself be foreign: an author's name, a title among the references."""
SHORT_LETTERS: Final = 2
"""Words up to this length that nobody knows are abbreviations: "mx"."""
FEW_FOREIGN: Final = 2
"""From so many foreign "the" and "for" on, a word near an English one is no slip: "dosis"."""


def is_foreign(question: str, vocabulary: Vocabulary, misspelt: Collection[str]) -> bool:
    """Whether fewer than half of a question's words are known, and more than one is not."""
    words = LETTERS.findall(question)
    known = {word for word in words if _is_known(word, vocabulary)}
    if not question.isupper():
        known.update(word for word in words if word.isupper() and word.isascii())
    if sum(map(_is_grammar, words)) < FEW_FOREIGN:
        known.update(misspelt)
    telling = [word for word in words if word not in known and _tells(word)]
    n_known = sum(word in known for word in words)
    return n_known < len(telling) and (len(telling) > 1 or not is_latin(question))


def _is_known(word: str, vocabulary: Vocabulary) -> bool:
    """Whether the lexicon has a word, or the library often enough; English has no accents."""
    if not word.isascii() or _is_grammar(word):
        return False
    return is_listed(word) or vocabulary.n_chunks(word) >= LEAST_CHUNKS or vocabulary.has_stem_of(word)


def _is_grammar(word: str) -> bool:
    """Whether a word is another language's "the" or "for", and no English word."""
    low = [word.lower()]
    return names.n_function_words(low, "foreign") > 0 and not names.is_stop_word(*low)


def _tells(word: str) -> bool:
    """Whether an unknown word is no abbreviation."""
    return len(word) > SHORT_LETTERS or not word.isascii() or _is_grammar(word)
