"""Is what is quoted about the illness that was asked about?

A handbook that knows how adults are treated, and not how malaria is, is quoted for "How is malaria treated in
an adult?" with what it gives an adult for something else. So an answer may be none if

    no quotation, nothing it stands under, and not the book's title names any condition of the question, and
    P(what is quoted answers) < SURE

Neither says it alone: a handbook may use a word for an illness that nobody listed, and many answers are
doubtful. Of the answers to 162 questions that name a condition 27 name none: of 16 that are doubtful too
two help, of the other 11 five.
"""

from __future__ import annotations

from collections.abc import Sequence

from edgerag.answer.candidates import Quote
from edgerag.answer.extractive import Chosen
from edgerag.domain.answers import SURE
from edgerag.language.own_names import OwnNames
from edgerag.language.questions import Asked

_ABOVE_CHARS = 250
"""So far above a quotation the condition may be named."""


def is_of_another_matter(
    asked: Asked, statements: Sequence[Chosen], title: str, own_names: OwnNames, probability: float
) -> bool:
    """Whether an answer may be none, because it names no condition of the question and hardly answers.

    Args:
        asked: the question.
        statements: what is quoted.
        title: of the handbook.
        own_names: of the handbook.
        probability: that what is quoted answers.
    """
    if not asked.conditions or probability >= SURE:
        return False
    around = [title, *(_around(quote) for one in statements for quote in one.quotes)]
    said = "\n".join(around)
    return not any(own_names.is_named(condition, said) for condition in asked.conditions)


def _around(quote: Quote) -> str:
    """Give a quotation with what stands right above it and its headings."""
    passage, start = quote.passage, quote.start - quote.passage.start
    above = passage.text[max(start - _ABOVE_CHARS, 0) : start]
    return "\n".join((*passage.path, above, quote.text))
