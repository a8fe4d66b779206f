"""Is a statement borne out by a text, and by which of its sentences?

Which sentences: those whose words cover most of the statement's. With w(t) = ln(1 + n / n(t)), n the
sentences and n(t) those that have the word t, over the statement's words that the text has at all:

    cover(s) = sum of w(t) over the words of s / sum of w(t) over all
    chosen   the best, and up to MOST - 1 others with cover >= LEAST and cover >= the best's - BEHIND

LEAST and BEHIND are the best of a grid on the work half of WiCE's development claims: sentence F1 .674, on
the held half .719. The entailment model's verdict on each sentence, and the cross-encoder's, added to the
cover with weights chosen on the work half, do not help enough to be asked (80 held claims: .704 without,
.683 and .680 with either, .710 with both).

Whether at all: the statement stands there word for word, or the entailment model says that the chosen
sentences, read together, entail it with a probability of at least ENTAILED; it is contradicted where they
contradict it as probably. On WiCE, where many claims are borne out in part, that is a weak judge: the best
threshold on the work half tells what is wholly borne out with a balanced accuracy of .627, on the held half
of .586.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from edgerag.evaluate.quotes import find_quote
from edgerag.inference.roles import Entailment
from edgerag.language.sentences import statements
from edgerag.language.words import concepts

LEAST = 0.25
BEHIND = 0.25
MOST = 6
ENTAILED = 0.55


def supporting(claim: str, sentences: Sequence[str]) -> list[int]:
    """Choose the sentences that bear a statement out, if any does: their places, in order."""
    words = [concepts(sentence) for sentence in sentences]
    counts = Counter(word for of_sentence in words for word in of_sentence)
    weights = {word: math.log(1 + len(sentences) / counts[word]) for word in concepts(claim) & counts.keys()}
    whole = sum(weights.values())
    if not whole:
        return []
    cover = [sum(weights.get(word, 0.0) for word in sorted(of_sentence)) / whole for of_sentence in words]
    best, *others = sorted(range(len(sentences)), key=lambda place: (-cover[place], place))
    least = max(LEAST, cover[best] - BEHIND)
    return sorted([best, *(place for place in others[: MOST - 1] if cover[place] >= least)])


class Support(StrEnum):
    """What texts mean for a statement."""

    BORNE_OUT = "borne out"
    CONTRADICTED = "contradicted"
    OPEN = "open"


class SupportJudge:
    """Says whether texts bear a statement out."""

    def __init__(self, entailment: Entailment) -> None:
        """Ask this model where a statement does not stand there word for word."""
        self._entailment = entailment

    def finding(self, texts: Sequence[str], claim: str) -> Support:
        """Say what the texts, taken together, mean for a statement."""
        if any(find_quote(claim, text) for text in texts):
            return Support.BORNE_OUT
        sentences = [sentence for text in texts for sentence in sentences_of(text)]
        chosen = [sentences[place] for place in supporting(claim, sentences)]
        if not chosen:
            return Support.OPEN
        entailed, _, contradicted = self._entailment.score([(" ".join(chosen), claim)])[0].tolist()
        if entailed >= ENTAILED:
            return Support.BORNE_OUT
        return Support.CONTRADICTED if contradicted >= ENTAILED else Support.OPEN


def sentences_of(text: str) -> list[str]:
    """Cut a text into its statements, each in one line."""
    return [" ".join(text[one.start : one.end].split()) for one in statements(text)]
