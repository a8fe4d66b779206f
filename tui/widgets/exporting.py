"""The form that asks to which file handbooks are written, and who signs it."""

from __future__ import annotations

from edgerag.present.amounts import count
from edgerag.present.exchange import NO_QUESTIONS
from tui.widgets.form import Field, Form


def export_form(n_handbooks: int, file: str, key: str) -> Form:
    """Make the form, which gives what was changed of "file" and "key"."""
    return Form(
        f"Export {count(n_handbooks, 'handbook')}",
        f"For another laptop, on a stick perhaps. {NO_QUESTIONS} An older export of that name is replaced.",
        [
            Field("file", "File", file, "Its folder and name.", problem=_unnamed),
            Field("key", "Key", key, "The private key that signs it; may be empty: then nobody signs it."),
        ],
        save="Export",
    )


def _unnamed(file: str) -> str:
    return "" if file else "name a file"
