"""Settings as a form: groups in the order in which they matter to most people, limits, what is wrong."""

from __future__ import annotations

from edgerag.config import Setting, Value

GROUPS = {
    "interface": "Screen",
    "answers": "Answers",
    "models": "Models",
    "retrieval": "Finding passages",
    "ingest": "Adding handbooks",
}
"""The tables of the settings file, with a person's words for them."""

YES, NO = "yes", "no"
USUAL = "the usual one"
"""How an empty choice of model reads."""


def explanation(setting: Setting) -> str:
    """Say what a setting does, its limits, and its default."""
    limits = f" From {setting.least:,} to {setting.most:,}." if _is_number(setting) else ""
    return f"{setting.explanation}{limits} Default: {written(setting.default)}."


def capitalised(sentence: str) -> str:
    """Begin a sentence with a capital, and leave the rest of it."""
    return sentence[:1].upper() + sentence[1:]


def written(value: Value) -> str:
    """Write a value as the form shows it."""
    if isinstance(value, bool):
        return YES if value else NO
    return str(value) if value != "" else USUAL


def choices(setting: Setting) -> tuple[str, ...]:
    """Give the only values that a setting can have; empty if it is typed."""
    return (YES, NO) if isinstance(setting.default, bool) else setting.choices


def read(setting: Setting, text: str) -> Value:
    """Read what was typed or chosen.

    Raises:
        ValueError: it cannot be; the message says what can.
    """
    if isinstance(setting.default, bool):
        return text == YES
    if not _is_number(setting):
        return "" if text == USUAL else text
    least, most = setting.least or 0, setting.most or 0
    digits = text.strip().replace(",", "")
    if not digits.isascii() or not digits.isdigit() or not least <= int(digits) <= most:
        raise ValueError(f"a whole number from {least:,} to {most:,}")
    return int(digits)


def _is_number(setting: Setting) -> bool:
    return setting.least is not None and setting.most is not None
