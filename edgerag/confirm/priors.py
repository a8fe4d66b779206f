"""What authority a handbook has by its collection, where the library keeper gave no handbook a rank.

Wu et al., "MultiRAG", III.D, equation 10, has Auth(v) by which a node weighs more the more it is relied on:

    Auth(v) = 1 / (1 + exp(-beta (c(v) - mean of c)))

A prior is a part of c(v), in steps of the keeper's rank: half a step is between "medium" and "high".

Differs from the paper: there a language model is asked for c(v). Here it is known beforehand by what the book
was written for, and it says nothing of a collection that a keeper named himself: his own rank does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from edgerag.domain.collections import (
    FORMULARY,
    GUIDELINE,
    LOCAL_PROTOCOL,
    PATIENT_EDUCATION,
    TEXTBOOK,
    TRAINING,
    sure_collection,
)
from edgerag.domain.handbooks import Handbook

PRIORS: Final[Mapping[str, float]] = {
    GUIDELINE: 0.5,
    FORMULARY: 0.5,
    LOCAL_PROTOCOL: 0.5,
    TEXTBOOK: 0.0,
    TRAINING: 0.0,
    PATIENT_EDUCATION: -0.5,
}
"""Set by hand, in steps of the keeper's rank. Guidelines, formularies and local protocols are written to be
followed and are answered for by somebody; none of them is above the others, for which holds in a clinic is
the keeper's to say. Textbooks and training explain what others decided, and are out of date when those
decide anew. Education of patients leaves out on purpose what a patient does not decide. Between the first and
the last is one whole step, which decides between two handbooks; half a step does not."""


def prior(book: Handbook) -> float | None:
    """Give the authority of a handbook's collection; None if it is in doubt, or is a keeper's own."""
    return PRIORS.get(sure_collection(book).strip().casefold())
