"""What a text advises on a medicine: which sentences answer "may it be given?", and which only name it.

A list of what harms the kidneys, "monitor those who take it", "avoid in psychiatric illness" where the
question is about pregnancy, and a dose in general where it is about the pregnant, all name the medicine and
answer neither yes nor no.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from edgerag.compare.people import are_of_age, is_of_asked_size
from edgerag.language import contrasts, names
from edgerag.language.cases import departure
from edgerag.language.clauses import cut
from edgerag.language.cues import Cue, says
from edgerag.language.matching import Wording
from edgerag.language.negation import Polarity, forbids, is_turned
from edgerag.language.questions import Asked
from edgerag.language.reading import Statement, terms
from edgerag.language.text import folded
from edgerag.language.values import Kind

_OF_GIVING: Final = frozenset({Kind.DOSE, Kind.FREQUENCY, Kind.DURATION, Kind.COUNT})
_LEFT_OUT: Final = frozenset({"pregnant", "breastfeeding", "allergic"})
"""People for whom "give it" is not meant unless it says so."""
_YES: Final = re.compile(r"\W*(?:yes\b(?!\s*:)|no(?:\s*(?:[.,;!]|$)|\s+-))")
"""An answer to the question itself: "No, ..." is one, "No fever: ..." and "No antibiotics" are none; "YES:"
is a branch of a flow chart."""
_IN_CASE: Final = re.compile(
    r"\b(?:avoid|contra-?indicated|not|instead of|rather than)\b[^.;|]*?"
    r"\s((?:if|when|in|with|during)\b[^.;|]*)"
)
_EXCEPTED: Final = re.compile(
    r"\b(?:except(?:ing)?(?: for)?|apart from|other than|with the exception of)"
    r" (?:(?:the|an?) )?(?:[a-z-]+(?:,| and| or|, and|, or) ){0,3}$"
)
"""What is named after this is told the opposite of all the rest."""
_EXEMPTION: Final = re.compile(
    r"\bunless\b|\bexcept(?:ing)?\s(?:in|for|if|when|during|with|where)\b"
    r"|\bbut not\s(?:in|for|if|when|during|with)\b|[,;(]\s?not\s(?:in|for|if|when|during)\b"
)
"""Before the case in which what is allowed is not."""
_PRONOUNS: Final = frozenset({"it", "them", "these", "this"})
_SIGNS: Final = f" {string.punctuation}•"


def advice_on(medicine: Wording, statements: Sequence[Statement], asked: Asked) -> list[Statement]:
    """Give the statements that say to give or not to give a medicine in the case in question.

    Args:
        medicine: all spellings of it.
        statements: of one text; "give B instead of A" comes back as "do not give A", as does "all but A"; of
            "do not give B but give A" only what is said of A.
        asked: the question.
    """
    named = [as_told(_turned(s, medicine), asked) for s in _on_medicine(medicine, statements, asked)]
    in_case = [s for s in named if not departure(asked.cases, [s.text]).other]
    advice = [s for s in in_case if _forbids(s, asked) or _gives(s, statements, asked)]
    return direct_answer(statements, asked) or advice


def as_told(statement: Statement, asked: Asked) -> Statement:
    """Read a statement as the people in question must: advice that leaves them out forbids it to them.

    A ban that excepts an illness of which the question does not speak is one for them; one that excepts them
    is none.
    """
    if statement.polarity is Polarity.DO_NOT:
        return statement
    low = folded(statement.text)
    people = names.left_out(low, statement.text) & asked.populations
    unless = Cue.UNLESS.search(low)
    excepted = cut(low[unless.end() :], ".,;:|")[0] if unless else ""
    if unless and forbids(low[: unless.start()] + low[unless.end() + len(excepted) :]):
        is_forbidden = not people and _is_of_another_illness(excepted, asked)
    else:
        is_forbidden = bool(people) or _is_exempted(low, asked)
    return replace(statement, polarity=Polarity.DO_NOT) if is_forbidden else statement


def _is_exempted(low: str, asked: Asked) -> bool:
    """Whether a permission excepts the case in question: "may be used except in jaundice"."""
    exempt = _EXEMPTION.search(low)
    if exempt is None:
        return False
    case = cut(low[exempt.end() :], ".,;:|")[0]
    in_question = asked.subject - asked.drugs - asked.deed
    return bool(
        terms(case) & in_question
        or names.names_of_people(case) & asked.populations
        or any(condition.search(case) for condition in asked.conditions)
    )


def _is_of_another_illness(text: str, asked: Asked) -> bool:
    return bool(names.conditions(text)) and terms(text).isdisjoint(asked.subject)


def direct_answer(statements: Sequence[Statement], asked: Asked) -> list[Statement]:
    """Give the first statement if it says yes or no to the question itself; none if that asks for a ban."""
    if not asked.is_yes_or_no or forbids(asked.text):
        return []
    return [s for s in statements[:1] if says_yes_or_no(s.text)]


def says_yes_or_no(text: str) -> bool:
    """Whether it begins with "yes" or "no" and means the question by that: "No fever: ..." does not."""
    return _YES.match(folded(text)) is not None


def _on_medicine(medicine: Wording, statements: Sequence[Statement], asked: Asked) -> Iterator[Statement]:
    """Give what speaks of a medicine: by name, by a class that it is in, under its bare name, or as "it"."""
    under_name = None
    meant = None
    for statement in statements:
        is_named = medicine.search(statement.text) is not None
        classes = names.drug_classes(statement.text).values()
        if (
            is_named
            or any((asked.drugs | asked.drug_class) & members for members in classes)
            or (under_name == statement.paragraph and not statement.drugs)
            or (meant == statement.paragraph and _says_it(statement))
        ):
            yield statement
        if statement.drugs or is_named:
            is_bare = is_named and medicine.fullmatch(statement.text.strip(" .:"))
            under_name = statement.paragraph if is_bare else None
            is_alone = is_named and all(medicine.search(drug.name) for drug in statement.drugs)
            meant = statement.paragraph if is_alone else None


def _says_it(statement: Statement) -> bool:
    """Whether it forbids, or orders, what the sentence before it names: "do not stop it"."""
    is_told = statement.is_order or is_turned(statement.text)
    words = {word.strip(string.punctuation) for word in folded(statement.text).split()}
    return is_told and not statement.drugs and not _PRONOUNS.isdisjoint(words)


def _turned(statement: Statement, medicine: Wording) -> Statement:
    """Read "give B instead of A", and "all but A are safe", as "do not give A"; "none but A" allows A.

    An exception to how medicines are given says nothing on whether.
    """
    low, named = folded(statement.text), list(medicine.spans(statement.text))
    if not named:
        return statement
    if own := _own_side(statement.text, medicine):
        return contrasts.part(statement, *own)
    if all(Cue.INSTEAD.precedes(low, start) for start, _ in named):
        return replace(statement, polarity=Polarity.DO_NOT)
    excepted = [_EXCEPTED.search(low, 0, start) for start, _ in named]
    if None in excepted or statement.routes or not says(low, Cue.AFFIRMS, Cue.ORDERS):
        return statement
    is_banned = any(forbids(low[: match.start()]) for match in excepted if match)
    return replace(statement, polarity=Polarity.MAY if is_banned else Polarity.DO_NOT)


def _own_side(text: str, medicine: Wording) -> tuple[int, int] | None:
    """Find the side of a contrast that names a medicine, if it is but one."""
    naming = [(start, end) for start, end in contrasts.spans(text) if medicine.search(text[start:end])]
    return naming[0] if len(naming) == 1 else None


def _forbids(statement: Statement, asked: Asked) -> bool:
    """Whether it forbids in general or in the question's case: not "avoid if active psychiatric illness"."""
    if statement.polarity is not Polarity.DO_NOT:
        return False
    low = folded(statement.text)
    case = match.span(1) if (match := _IN_CASE.search(low)) else _case_at_head(low)
    if case is None:
        return True
    if any(v.kind is Kind.AGE and is_of_asked_size(v, asked) for v in statement.values) and asked.ages:
        return True
    named = statement.text[slice(*case)]
    if any(are_of_age(names.names_of_people(named), one) for one in asked.ages):
        return True
    return bool(
        terms(named) & asked.subject - asked.drugs
        or names.names_of_people(named) & asked.populations
        or any(condition.search(named) for condition in asked.conditions)
    )


def _case_at_head(low: str) -> tuple[int, int] | None:
    """Find the case at the head of a statement, up to its comma: "In pregnancy, do not"."""
    start = len(low) - len(low.lstrip(_SIGNS))
    end = start + len(cut(low[start:], ".;|,:")[0])
    is_case = low[end : end + 1] in (",", ":") and Cue.CASE.opens(low[start:end])
    return (start, end) if is_case else None


def _gives(statement: Statement, statements: Sequence[Statement], asked: Asked) -> bool:
    """Whether it says to give it, or how; and to whom, if general advice leaves out those in question."""
    if statement.polarity is Polarity.DO_NOT:
        return False
    people = asked.populations & _LEFT_OUT
    paragraph = (s for s in statements if s.paragraph == statement.paragraph)
    is_answer = says_yes_or_no(statement.text)
    is_in_case = not people or is_answer or any(names.names_of_people(s.text) & people for s in paragraph)
    return is_in_case and not _only_names(statement, asked)


def _only_names(statement: Statement, asked: Asked) -> bool:
    """Whether it neither says to give it nor how; a dose of one medicine is no word on its whole class."""
    is_dosed = any(value.kind in _OF_GIVING for value in statement.values) or bool(statement.routes)
    is_given = is_dosed and not asked.drug_class
    return statement.polarity is Polarity.DO and not (
        is_given or is_turned(statement.text) or says(folded(statement.text), Cue.ORDERS, Cue.GIVES)
    )
