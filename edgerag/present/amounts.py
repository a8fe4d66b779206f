"""Sizes, durations and moments in words that a person takes in at a glance."""

from __future__ import annotations

from datetime import UTC, datetime

_UNITS = ("kB", "MB", "GB", "TB")


def size(n_bytes: int) -> str:
    """Say a number of bytes: "640 B", "34 MB", "1.1 GB"."""
    if n_bytes < 1000:
        return f"{n_bytes} B"
    amount = float(n_bytes)
    for unit in _UNITS:
        amount /= 1000
        if amount < 999.5 or unit == _UNITS[-1]:
            break
    return f"{amount:.1f} {unit}" if amount < 9.95 else f"{amount:.0f} {unit}"


def duration(seconds: float) -> str:
    """Say how long, as exactly as an estimate deserves: "20 s", "3 min", "2 h 10 min"."""
    if seconds < 55:
        return f"{max(round(seconds / 5) * 5, 5)} s" if seconds >= 10 else f"{max(round(seconds), 1)} s"
    minutes = max(round(seconds / 60), 1)
    if minutes < 60:
        return f"{minutes} min"
    hours, rest = divmod(round(minutes / 10) * 10, 60)
    return f"{hours} h {rest} min" if rest else f"{hours} h"


def count(n: int, noun: str) -> str:
    """Say how many: "1 page", "2 pages"."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def moment(utc: str, now: datetime) -> str:
    """Say when, in the time zone of `now`: "14:02" today, "yesterday 14:02", "21 Nov 14:02", "21 Nov 2025".

    Args:
        utc: as SQLite writes it, "2026-11-21 23:59:59".
        now: the present, with its time zone.
    """
    then = datetime.fromisoformat(utc).replace(tzinfo=UTC).astimezone(now.tzinfo)
    days = (now.date() - then.date()).days
    if days == 0:
        return f"{then:%H:%M}"
    if days == 1:
        return f"yesterday {then:%H:%M}"
    month = _MONTHS[then.month - 1]
    return f"{then.day} {month} {then:%H:%M}" if then.year == now.year else f"{then.day} {month} {then.year}"


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
"""Not `strftime`'s, which follow the machine's language."""
