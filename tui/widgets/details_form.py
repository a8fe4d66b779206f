"""The form in which a handbook's title, edition and other details are corrected."""

from __future__ import annotations

from functools import partial

from edgerag.domain.collections import COLLECTIONS
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
_OFFERED = {"collection": COLLECTIONS}
"""What is offered where any text will do."""


def details_form(book: Handbook) -> Form:
    """Make the form; it gives what was changed, by the names of `Metadata`."""
    return Form(f"Edit {name(book, 50)}", "", [_field(book.metadata, *row) for row in _FIELDS])


def _field(metadata: Metadata, field_name: str, label: str, choices: tuple[str, ...]) -> Field:
    stated, offered = getattr(metadata, field_name), _OFFERED.get(field_name, ())
    remark = f"{origin(stated)}; {', '.join(offered)}, or your own" if offered else origin(stated)
    return Field(
        field_name, label, stated.value, remark, choices, offered, problem=partial(why_not, field_name)
    )
