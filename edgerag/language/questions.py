"""What is asked: the record of all that is read from a question, made once and passed on."""

from __future__ import annotations

from dataclasses import dataclass

from edgerag.language.cases import Cases
from edgerag.language.matching import Wording
from edgerag.language.values import Kind, Value


@dataclass(frozen=True, slots=True)
class Asked:
    """The question, read."""

    text: str
    """As it was asked, to be shown or given to a model."""
    kinds: tuple[Kind, ...]
    """What an answer must state; empty if the question does not say."""
    beside: tuple[Kind, ...]
    """What belongs to such an answer and may also differ: a dose has a frequency."""
    drugs: frozenset[str]
    poisons: frozenset[str]
    """Drugs of which somebody took too much."""
    drug_class: frozenset[str]
    """The members of the class that it asks for, as in "which antibiotic"; empty if it names none."""
    analytes: frozenset[str]
    populations: frozenset[str]
    left_out: frozenset[str]
    """People whom it leaves out: "a non-pregnant woman"."""
    medicine: Wording | None
    """All spellings of the medicines that it names, or of those of a class; None if it names none."""
    conditions: tuple[Wording, ...]
    """All words for each condition that it names."""
    limits: tuple[Value, ...]
    """Limits that the question sets: "an adult with CD4 above 50"."""
    terms: frozenset[str]
    subject: frozenset[str]
    """Those terms that say what it is about, and not how it is asked."""
    deed: frozenset[str]
    """What the question asks to do or not to do: "tourniquet", or "stitch", which says enough by itself."""
    verbs: frozenset[str]
    """How it says that deed: "applied", "stitched"; empty if grammar does not tell."""
    n_deed: int
    """How many of these a statement must share to speak of the deed."""
    cases: Cases
    """Which case it is about: adults, a second line of treatment, severe illness."""
    ages: tuple[Value, ...] = ()
    """How old the person is of whom it asks."""
    weights: tuple[Value, ...] = ()
    """What that person weighs."""
    is_open_deed: bool = False
    """Whether it asks what is to be done, to which "nothing" is an answer: "what is put on a burn?"."""
    is_initial: bool = False
    """Whether it asks for what is given first: a loading dose."""
    is_maximum: bool = False
    """Whether it asks for the most that may be given."""
    is_second_choice: bool = False
    """Whether it asks for what comes after a failure."""
    is_ending: bool = False
    """Whether it asks when something ends, and not when it begins."""
    is_avoided: bool = False
    """Whether it asks which drug not to give, or which does harm."""
    is_claim: bool = True
    """Whether it asks whether a thing is so, or when it was: it asks for no quantity, drug or deed."""
    is_yes_or_no: bool = False
    """Whether it can be answered with yes or no."""
