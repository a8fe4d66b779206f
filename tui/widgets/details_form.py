"""The form in which a handbook's title, edition and other details are corrected."""

from __future__ import annotations

from functools import partial

from edgerag.domain.handbooks import Handbook, Metadata, why_not
from edgerag.present.handbooks import origin
from edgerag.present.wording import name
from tui.widgets.form import Field, Form

_FIELDS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("title", "Title", ()),
    ("institution", "Institution", ()),
    ("edition", "Edition", ()),
    ("collection", "Collection", ()),
    ("authority", "Authority", ("high", "medium", "low")),
    ("language", "Language", ()),
)


def details_form(book: Handbook) -> Form:
    """Make the form; it gives what was changed, by the names of `Metadata`."""
    return Form(f"Edit {name(book, 50)}", "", [_field(book.metadata, *row) for row in _FIELDS])


def _field(metadata: Metadata, field_name: str, label: str, choices: tuple[str, ...]) -> Field:
    stated = getattr(metadata, field_name)
    return Field(field_name, label, stated.value, origin(stated), choices, partial(why_not, field_name))
