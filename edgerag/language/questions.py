"""What is asked: the record of all that is read from a question, made once and passed on."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from edgerag.language.cases import Cases
from edgerag.language.levels import Level
from edgerag.language.matching import Wording
from edgerag.language.names import Family
from edgerag.language.values import Kind, Stage, Value

_VALUES: Final = frozenset(
    {Kind.DOSE, Kind.DURATION, Kind.FREQUENCY, Kind.THRESHOLD, Kind.AGE, Kind.WEIGHT, Kind.TIMING, Kind.COUNT}
)
"""What is written with a number, often in a table or a list."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A name in the question."""

    family: Family
    name: str
    """The canonical name."""
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Alternative:
    """Other names for something that the question calls by a name which the handbooks hardly use."""

    written: str
    """As the question has it."""
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """The question, read."""

    text: str
    """As it was asked, to be shown or given to a model."""
    parts: tuple[str, ...]
    """The questions that it consists of: "which drug, and at what dose?" is two; mostly itself alone."""
    kinds: tuple[Kind, ...]
    """What an answer must state; empty if the question does not say."""
    beside: tuple[Kind, ...]
    """What belongs to such an answer and may also differ: a dose has a frequency."""
    entities: tuple[Entity, ...]
    """Everything that it names, in its order."""
    drugs: frozenset[str]
    """The medicines that it is about."""
    poisons: frozenset[str]
    """Drugs of which somebody took too much."""
    drug_class: frozenset[str]
    """The members of the class that it asks for, as in "which antibiotic"; empty if it names none."""
    tried: frozenset[str]
    """Medicines that were given and did not help."""
    not_borne: frozenset[str]
    """Medicines that somebody cannot take: "she is allergic to penicillin"."""
    analytes: frozenset[str]
    populations: frozenset[str]
    left_out: frozenset[str]
    """People whom it leaves out: "a non-pregnant woman"."""
    medicine: Wording | None
    """All spellings of the medicines that it names, or of those of a class; None if it names none."""
    medicine_or_class: Wording | None
    """The same, with their narrowest classes where a yes or no is asked: "no NSAIDs" is about ibuprofen."""
    named_medicine: Wording | None
    """That again with the medicines that somebody takes beside the one that is asked about."""
    conditions: tuple[Wording, ...]
    """All words for each condition that it names."""
    cases: Cases
    """Which case it is about: adults, a second line of treatment, severe illness."""
    limits: tuple[Value, ...]
    """Limits that the question sets: "an adult with CD4 above 50"."""
    levels: tuple[Level, ...]
    """Levels of somebody that have a name: "blood sugar is 2.9"."""
    ages: tuple[Value, ...]
    """How old it says that somebody is."""
    weights: tuple[Value, ...]
    terms: frozenset[str]
    concepts: frozenset[str]
    """What its words stand for, stop words left out."""
    subject: frozenset[str]
    """Those terms that say what it is about, and not how it is asked."""
    bare_name: tuple[tuple[str, ...], ...]
    """The ways to say the name that it asks about, if it tells nothing else: the concepts of each."""
    whether: frozenset[str]
    """What it asks whether to do, without the medicine and what sets the scene: "under the skin"."""
    deed: frozenset[str]
    """What the question asks to do or not to do: "tourniquet", or "stitch", which says enough by itself."""
    verbs: frozenset[str]
    """How it says that deed: "applied", "stitched"; empty if grammar does not tell."""
    n_deed: int
    """How many of these a statement must share to speak of the deed."""
    is_open_deed: bool
    """Whether it asks what is to be done, to which "nothing" is an answer: "what is put on a burn?"."""
    stage: Stage | None
    """Which place of a course it asks about: what is given first, what follows, the whole."""
    is_one_drug: bool
    """Whether it asks for one medicine, "which drug", and not how something is treated."""
    is_maximum: bool
    """Whether it asks for the most that may be given."""
    routes: frozenset[str]
    """The ways of giving that it asks about: "into the muscle"; not those that cannot be, "no drip"."""
    time_unit: Fraction | None
    """The unit in which it asks for a time, in hours: "for how many days"."""
    is_aim: bool
    """Whether it asks for the level that is aimed at, and not for one at which something begins."""
    is_second_choice: bool
    """Whether it asks for what comes after a failure."""
    is_ending: bool
    """Whether it asks when something ends, and not when it begins."""
    is_avoided: bool
    """Whether it asks which drug not to give or when not to give one, or which does harm."""
    is_claim: bool
    """Whether it asks whether a thing is so, or when it was: it asks for no quantity, drug or deed."""
    is_yes_or_no: bool
    """Whether it can be answered with yes or no."""
    also: tuple[Alternative, ...] = ()
    """What is searched beside its own words; it depends on the library."""

    @property
    def also_named(self) -> tuple[str, ...]:
        """The other names of all that has some, each once."""
        return tuple(dict.fromkeys(name for one in self.also for name in one.names))

    @property
    def sought(self) -> tuple[Kind, ...]:
        """What a text must hold to answer it: a yes or no if nothing else is asked for."""
        return self.kinds or (Kind.ACTION,) * self.is_yes_or_no

    @property
    def asks_value(self) -> bool:
        """Whether it asks for a number."""
        return any(kind in _VALUES for kind in self.kinds)
