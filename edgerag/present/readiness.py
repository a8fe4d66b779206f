"""One line on whether questions can be asked: what is loading, what is missing, what is there."""

from __future__ import annotations

from typing import Final

from edgerag.present.inert import one_line

_ROLES: Final = {
    "embedder": "search",
    "reranker": "reading",
    "selector": "quoting",
    "entailment": "comparing",
    "relation": "comparing",
    "generator": "writing",
}
_FOLDER_COLUMNS: Final = 36
"""What a folder may take of a line of 80, its end being what tells one stick from another."""


def loading(role: str) -> str:
    """Say that a role's model is being loaded, or the words of the handbooks; nothing for no role."""
    if role == "words":
        return "reading the words of the handbooks …"
    return f"loading the model for {_ROLES.get(role, role)} …" if role else ""


def trouble(message: str, hint: str) -> str:
    """Say what stands in the way, and what to do."""
    return one_line(f"{message}: {hint}" if hint else message)


def library_size(n_handbooks: int | None, other: str = "") -> str:
    """Say how many handbooks will be asked, and of which library; nothing before that is known.

    Args:
        n_handbooks: None before it is known.
        other: the folder of the open library, if it is not this computer's own.
    """
    if n_handbooks is None:
        return ""
    counted = "1 handbook" if n_handbooks == 1 else f"{n_handbooks} handbooks" if n_handbooks else ""
    if not other:
        return counted or "The library is empty."
    folder = one_line(other)
    end = folder if len(folder) <= _FOLDER_COLUMNS else f"…{folder[1 - _FOLDER_COLUMNS :]}"
    return f"{counted or 'No handbook'} of another library, {end}"
