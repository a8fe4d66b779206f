"""The words in which a handbook says something, as they stand in a quotation that was verified."""

from __future__ import annotations

import re

from edgerag.domain.answers import Answer
from edgerag.domain.points import Saying
from edgerag.language.reading import read


def saying(answer: Answer, words: str) -> Saying:
    """Find what decided in the quotations of an answer.

    The words of a generated answer may be its own: then the quotation's words for the same value stand for
    them, and if there are none, the quotation as a whole.
    """
    quotes = [" ".join(citation.quote.split()) for citation in answer.answering]
    sought = " ".join(words.split())
    if sought:
        for place, quote in enumerate(quotes):
            if stands_in(sought, quote):
                return Saying(answer.handbook.id, sought, place)
        amounts = {(value.unit, value.interval) for said in read(sought) for value in said.values}
        for place, quote in enumerate(quotes):
            for value in (value for said in read(quote) for value in said.values):
                if (value.unit, value.interval) in amounts:
                    return Saying(answer.handbook.id, value.text, place)
    return whole(answer)


def whole(answer: Answer) -> Saying:
    """Let the answer's best quotation stand for all that it says."""
    return Saying(answer.handbook.id, "", 0 if answer.citations else None)


def stands_in(words: str, quote: str) -> bool:
    """Whether whole words stand in a quotation: "5 mg" does not stand in "0.5 mg" or "5 mg/kg"."""
    return re.search(rf"(?<![\w.,/-]){re.escape(words)}(?![\w/]|[.,]\d)", quote) is not None
