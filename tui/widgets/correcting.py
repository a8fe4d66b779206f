"""The form in which a person corrects how a question was understood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from edgerag.domain.corrections import Correction, Instead
from edgerag.domain.notices import Part, Sort, Spelling, Understood
from edgerag.present.inert import one_line
from edgerag.present.lines import shorten
from tui.widgets.form import LABEL_COLUMNS, Field, Form

AS_UNDERSTOOD: Final = "as it was understood"
AS_TYPED: Final = "as it was typed"
_LABELS: Final = {Sort.NAME: "Name", Sort.PEOPLE: "People"}


def correctable(understood: Understood) -> bool:
    """Whether anything was made of a question that a person could change."""
    return bool(understood.parts or understood.spellings or understood.notices)


def understood_form(understood: Understood) -> Form:
    """Show the spellings, names, people and kind of answer, each to be changed or emptied."""
    explanation = "Change what was misunderstood, or empty it; then the question is asked again."
    return Form("How the question was understood", explanation, list(_fields(understood)), save="Ask again")


def correction_of(understood: Understood, changes: Mapping[str, str]) -> Correction:
    """Add what was changed in the form to what was corrected before."""
    before = understood.correction
    spelt = {f"spelling{n}": one.written for n, one in enumerate(understood.spellings)}
    heard = {f"part{n}": part.words for n, part in enumerate(_named(understood))}
    is_as_typed = changes.get("typed", AS_TYPED if before.is_as_typed else AS_UNDERSTOOD) == AS_TYPED
    return Correction(
        is_as_typed=is_as_typed,
        spellings=_changed(before.spellings, spelt, changes),
        parts=_changed(before.parts, heard, changes),
        asked_for=changes.get("asked", before.asked_for),
    )


def _fields(understood: Understood) -> Iterator[Field]:
    for n, spelling in enumerate(understood.spellings):
        label = shorten(one_line(spelling.written), LABEL_COLUMNS)
        yield Field(f"spelling{n}", label, spelling.searched, choices=_choices(spelling))
    for n, part in enumerate(_named(understood)):
        yield Field(f"part{n}", _LABELS[part.sort], part.words)
    yield _asked_field(understood)
    typed = AS_TYPED if understood.correction.is_as_typed else AS_UNDERSTOOD
    yield Field(
        "typed", "Ask it", typed, "As typed: no spelling corrected, nothing cut.", (AS_UNDERSTOOD, AS_TYPED)
    )


def _asked_field(understood: Understood) -> Field:
    from edgerag.understand.saying import asked_words

    wanted = [part.words for part in understood.parts if part.sort is Sort.ASKED]
    now = " · ".join(wanted) or "anything"
    return Field("asked", "Asked for", now, choices=tuple(dict.fromkeys([now, *asked_words()])))


def _named(understood: Understood) -> list[Part]:
    return [part for part in understood.parts if part.sort is not Sort.ASKED]


def _choices(spelling: Spelling) -> tuple[str, ...]:
    return tuple(dict.fromkeys([spelling.searched, spelling.written, *spelling.offered]))


def _changed(before: Instead, names: Mapping[str, str], changes: Mapping[str, str]) -> Instead:
    """Add the changed fields, by the words that each is about, to what was said of them before."""
    now = {words: changes[field] for field, words in names.items() if field in changes}
    return tuple((dict(before) | now).items())
