"""Which of the people, ages or weights named around a value it is meant for.

Those named before a value have it and what follows, up to the next: "adults 1 g, children 15 mg/kg". Those
named behind it and tied to it have what stands before them: "1 g for adults and 15 mg/kg for children".
What a bracket tells of values is its own: "1 g (children 15 mg/kg)".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, Generic, Protocol, TypeVar

from edgerag.language.stages import are_apart
from edgerag.language.values import Kind, Value

_TIES: Final = r"\b(?:for|in|to|if|when|during)\s|[(\[]"
_FEW_WORDS: Final = r"(?:[a-z-]+\s){0,3}"
TIED: Final = re.compile(rf"(?:[^;|:.]|[.](?=\d)){{0,80}}?(?:{_TIES}){_FEW_WORDS}")
"""Between a value and the people behind it who have it: " daily for 5 days in "."""
_OF_PEOPLE: Final = frozenset({Kind.AGE, Kind.WEIGHT})
"""Kinds of values that tell who people are, and nothing that is given to them."""
_BRACKET: Final = re.compile(r"[(\[][^()\[\]]*[)\]]?")
_LEADS: Final = re.compile(r"(?:(?!\b(?:and|or)\b)[^,;.|()\[\]]){0,40}")
"""Between people and their value: " under 5 years: give "."""
_ADDED: Final = re.compile(rf".*\b(?:and|or)\s(?:{_TIES}){_FEW_WORDS}", re.DOTALL)
"""Before people for whom another value stands behind them: " daily, and for "."""
_SET_OFF: Final = re.compile(rf".*(?:[,(\[]|\b(?:and|or)\b)\s*(?:{_TIES})?{_FEW_WORDS}", re.DOTALL)
"""Before people of whom what follows them tells whether they have what stands before or behind them."""
_ANEW: Final = re.compile(r",\s(?=\d)|\b(?:and|or)\b")
"""Where, behind a value, another may begin that is for others."""
_APART: Final = re.compile(r"[(\[,;]|\b(?:and|or)\b")


class Placed(Protocol):
    """What is named at a place of a text."""

    @property
    def start(self) -> int:
        """Where it begins."""
        ...

    @property
    def end(self) -> int:
        """Where it has ended."""
        ...


_Named = TypeVar("_Named", bound=Placed)


class Governing(Generic[_Named]):
    """The values of one statement, and what is named in it that governs them."""

    def __init__(
        self,
        values: Sequence[Value],
        named: Sequence[_Named],
        low: str,
        is_tied: Callable[[str, _Named], bool],
    ) -> None:
        """Lay out a statement.

        Args:
            values: all its values, in its order.
            named: what may govern them, in its order.
            low: its text, folded.
            is_tied: whether what stands between a value and something behind it ties the two.
        """
        self._given = [value for value in values if value.kind not in _OF_PEOPLE]
        self._named, self._low, self._is_tied = named, low, is_tied
        self._brackets = [match.span() for match in _BRACKET.finditer(low)]

    def heard(self, value: Value, named: Sequence[_Named]) -> list[_Named]:
        """Give what is named in the value's own bracket, else what no other value's bracket names."""
        apart: list[tuple[int, int]] = []
        for bracket in self._brackets:
            inside = [one for one in named if _is_in(one.start, bracket)]
            if _is_in(value.start, bracket):
                if inside:
                    return inside
            elif any(_is_in(other.start, bracket) for other in self._given):
                apart.append(bracket)
        return [one for one in named if not any(_is_in(one.start, bracket) for bracket in apart)]

    def governor(self, value: Value, heard: Sequence[_Named]) -> _Named | None:
        """Give what a value is meant for; None if nothing stands before it or is tied to it."""
        before = next((one for one in reversed(heard) if one.end <= value.start), None)
        after = next((one for one in heard if one.start >= value.end), None)
        if after is None or not self.has(after, value):
            return before
        return after if before is None or self._has_no_hold(before, value) else before

    def has(self, named: _Named, value: Value) -> bool:
        """Whether a value is meant for what is named behind it: "1 g for adults", "1 g (adults)"."""
        gap = self._low[value.end : named.start]
        if not self._is_tied(gap, named) or _ADDED.fullmatch(gap):
            return False
        if any(value.end <= one.start < named.start for one in self._named):
            return False
        if _SET_OFF.fullmatch(gap) and self.leads(named):
            return False
        return not any(self._is_anew(value, other) for other in self._between(value.end, named.start))

    def has_another(self, named: _Named, value: Value) -> bool:
        """Whether what is named behind a value has another: "1 g; child 15 mg/kg"."""
        if any(self.has(named, other) for other in self._between(value.end, named.start)):
            return True
        return self.leads(named) and _APART.search(self._low, value.end, named.start) is not None

    def has_before(self, named: _Named) -> bool:
        """Whether what is named has a value before it."""
        return any(self.has(named, one) for one in self._given if one.end <= named.start)

    def parts(self, first: _Named, second: _Named) -> bool:
        """Whether a value stands between two that are named."""
        return bool(self._between(first.end, second.start))

    def leads(self, named: _Named) -> bool:
        """Whether a value stands right behind what is named: "children under 5 years: 250 mg"."""
        following = next((value for value in self._given if value.start >= named.end), None)
        return following is not None and _LEADS.fullmatch(self._low, named.end, following.start) is not None

    def _has_no_hold(self, before: _Named, value: Value) -> bool:
        """Whether what is named before a value has another, and this one begins anew."""
        between = self._between(before.end, value.start)
        if value.kind in _OF_PEOPLE or not between:
            return value.kind not in _OF_PEOPLE and self.has_before(before)
        return self.has_before(before) or bool(_APART.search(self._low, between[-1].end, value.start + 1))

    def _is_anew(self, value: Value, other: Value) -> bool:
        """Whether a value of the same kind begins anew behind another: "1 g daily, or 2 g"."""
        if other.kind is not value.kind or are_apart(value.stage, other.stage):
            return False
        if any(_is_in(other.start, one) and not _is_in(value.start, one) for one in self._brackets):
            return False
        return _ANEW.search(self._low, value.end, other.start + 1) is not None

    def _between(self, start: int, end: int) -> list[Value]:
        return [value for value in self._given if start <= value.start < end]


def _is_in(place: int, span: tuple[int, int]) -> bool:
    return span[0] <= place < span[1]
