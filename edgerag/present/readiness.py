"""One line on whether questions can be asked: what is loading, what is missing, what is there."""

from __future__ import annotations

from typing import Final

from edgerag.present.inert import one_line

_ROLES: Final = {
    "embedder": "search",
    "reranker": "reading",
    "entailment": "comparing",
    "generator": "writing",
}


def loading(role: str) -> str:
    """Say that a role's model is being loaded, or the words of the handbooks; nothing for no role."""
    if role == "words":
        return "reading the words of the handbooks …"
    return f"loading the model for {_ROLES.get(role, role)} …" if role else ""


def trouble(message: str, hint: str) -> str:
    """Say what stands in the way, and what to do."""
    return one_line(f"{message}: {hint}" if hint else message)


def library_size(n_handbooks: int | None) -> str:
    """Say how many handbooks will be asked; nothing before that is known."""
    if n_handbooks is None:
        return ""
    if not n_handbooks:
        return "The library is empty."
    return "1 handbook" if n_handbooks == 1 else f"{n_handbooks} handbooks"
