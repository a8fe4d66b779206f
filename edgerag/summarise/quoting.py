"""The words in which a handbook says something, as they stand in a quotation that was verified."""

from __future__ import annotations

import re
from typing import Final

from edgerag.domain.answers import Answer
from edgerag.domain.points import Saying
from edgerag.language.reading import read


def saying(answer: Answer, words: str) -> Saying:
    """Find what decided in the quotations of an answer.

    The words of a generated answer may be its own: then the quotation's words for the same value stand for
    them if they are hardly more than that value, and else the quotation as a whole.
    """
    quotes = [" ".join(citation.quote.split()) for citation in answer.answering]
    sought = " ".join(words.split())
    if sought:
        for place, quote in enumerate(quotes):
            if stands_in(sought, quote):
                return Saying(answer.handbook.id, sought, place)
        amounts = {
            (value.unit, value.interval)
            for said in read(sought)
            for value in said.values
            if 2 * len(value.text) >= len(sought)
        }
        for place, quote in enumerate(quotes):
            for value in (value for said in read(quote) for value in said.values):
                if (value.unit, value.interval) in amounts:
                    return Saying(answer.handbook.id, value.text, place)
    return whole(answer)


def whole(answer: Answer) -> Saying:
    """Let the answer's best quotation stand for all that it says, but no head of what is quoted after it."""
    if not answer.citations:
        return Saying(answer.handbook.id, "", None)
    telling = (at for at, one in enumerate(answer.answering) if not _is_head(one.quote))
    return Saying(answer.handbook.id, "", next(telling, 0))


def _is_head(quote: str) -> bool:
    """Whether a quotation is nothing but a title, a table's head or the line above a list."""
    said = read(quote)
    return bool(said) and all(statement.is_lead for statement in said)


def stands_in(words: str, quote: str) -> bool:
    """Whether whole words stand in a quotation: "5 mg" does not stand in "0.5 mg" or "5 mg/kg".

    The mark of a footnote is no part of a word: "metronidazole" stands in "metronidazole4".
    """
    ends = rf"(?:{_FOOTNOTE})?(?![\w/]|[.,]\d)" if _ENDS_IN_A_WORD.search(words) else r"(?![\w/]|[.,]\d)"
    return re.search(rf"(?<![\w.,/-]){re.escape(words)}{ends}", quote) is not None


_ENDS_IN_A_WORD: Final = re.compile(r"[^\W\d_]{4}$")
_FOOTNOTE: Final = r"\d{1,2}"
