"""Finds listed names in a text, all of them in one pass.

1. A text is cut into words and signs; whitespace, line ends and hyphens only part them.
2. The names stand in a tree of words, so that a text's word leads to the names that it may begin.
3. From every word the tree is walked as far as the text agrees with it.

A name's word in capitals is met by the same capitals only; any other by every case and spelling of it. The
last word may be in the plural. Where either side has a hyphen the other may have another one or none. A walk
is never longer than the longest name, so the time grows with the text and not with its square.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from typing import Final, Generic, TypeVar

from edgerag.language.spelling import spelling

Meaning = TypeVar("Meaning")

_LETTER: Final = "A-Za-zÀ-ÖØ-öø-ɏ"
_WORD_PATTERN: Final = (
    # The digit of "ceftriaxone1 250 mg" is a footnote; those of "B12", "3TC" and "MgSO4" belong to the name.
    rf"[{_LETTER}]{{5,}}+(?=\d(?![\d{_LETTER}]))|[\d{_LETTER}]++(?:['’][A-Za-z]++)*+"
    rf"|(?:(?![{_LETTER}])[^\W\d_])++|[^\s\-‐‑–_]"
)
_HYPHENS: Final = "-‐‑"
_HYPHEN_PATTERN: Final = rf"(?<=[\d{_LETTER}])[{_HYPHENS}][ \n]*+(?=[\d{_LETTER}])"
_WORD: Final = re.compile(_WORD_PATTERN)
_WORD_OR_HYPHEN: Final = re.compile(f"{_WORD_PATTERN}|{_HYPHEN_PATTERN}")
_HISSES: Final = ("s", "x", "z", "ch", "sh")
_TEXTS_KEPT: Final = 256
"""Texts whose words are kept, because one statement is searched for names of several families."""


class _Cut:
    """A text, cut into words; where they stand is needed of few: most texts hold no word of most names."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.written: list[str] = []
        """Its words and signs."""
        self.joined: dict[int, str] = {}
        """By the word before a hyphen, what it and the next are looked up by as one."""
        hyphened = False
        for written in _WORD_OR_HYPHEN.findall(text):
            if written[0] in _HYPHENS:
                hyphened = True
                continue
            if hyphened:
                self.joined[len(self.written) - 1] = spelling(self.written[-1] + written)
                hyphened = False
            self.written.append(written)
        self.known = frozenset(chain(self.joined.values(), *map(_forms, self.written)))
        """All that its words are looked up by."""

    @cached_property
    def words(self) -> Sequence[re.Match[str]]:
        """Its words and signs, and where they stand."""
        return list(_WORD.finditer(self._text))

    @cached_property
    def starts(self) -> Sequence[int]:
        """Where its words and signs begin."""
        return [word.start() for word in _WORD.finditer(self._text)]

    def keys(self, index: int) -> Iterator[tuple[str, int]]:
        """Say what a word is looked up by, and how many words that takes: two if a hyphen joins the next."""
        for form in _forms(self.written[index]):
            yield form, 1
        if index in self.joined:
            yield self.joined[index], 2

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Say where a run of words stands."""
        return self.starts[first], self.starts[last] + len(self.written[last])


@lru_cache(maxsize=_TEXTS_KEPT)
def _cut(text: str) -> _Cut:
    return _Cut(text)


def words(text: str) -> Sequence[re.Match[str]]:
    """Cut a text into words and signs."""
    return _cut(text).words


def find_by(meaning_of: Callable[[str], Meaning | None], text: str) -> Iterator[tuple[int, int, Meaning]]:
    """Yield where each word stands that means something by itself, and what, in the order of the text."""
    cut = _cut(text)
    if any(map(meaning_of, cut.written)):
        for word in cut.words:
            meaning = meaning_of(word[0])
            if meaning:
                yield word.start(), word.end(), meaning


def looked_up(text: str) -> frozenset[str]:
    """Give all that the words of a text are looked up by."""
    return _cut(text).known


@lru_cache(maxsize=1 << 16)
def _forms(written: str) -> tuple[str, ...]:
    """Look a word up as it is written, if that is in capitals, and in the form of all its spellings."""
    if not written[0].isalnum():
        return (written,)
    folded = spelling(written)
    return (written, folded) if _is_code(written) else (folded,)


@dataclass(slots=True)
class _Node(Generic[Meaning]):
    after: dict[str, _Node[Meaning]] = field(default_factory=dict)
    meanings: list[Meaning] = field(default_factory=list)
    """What the words down to here are names of."""


class Matcher(Generic[Meaning]):
    """Names and what each of them means."""

    def __init__(self) -> None:
        self._root: _Node[Meaning] = _Node()

    def add(self, name: str, meaning: Meaning, *, codes_have_plural: bool = True) -> None:
        """Make `name` mean something, whatever else it means already."""
        for spelt in {name, name.replace("-", "")}:
            words = [match[0] for match in _WORD.finditer(spelt)]
            for last in _numbers(words[-1], codes_have_plural=codes_have_plural):
                node = self._root
                for key in (*map(_key, words[:-1]), last):
                    node = node.after.setdefault(key, _Node())
                if meaning not in node.meanings:
                    node.meanings.append(meaning)

    def first_words(self) -> frozenset[str]:
        """Give all that the first words of its names are looked up by."""
        return frozenset(self._root.after)

    def words(self) -> frozenset[str]:
        """Give all that the words of its names are looked up by."""
        reached, known = [self._root], set[str]()
        while reached:
            node = reached.pop()
            known.update(node.after)
            reached.extend(node.after.values())
        return frozenset(known)

    def find(self, text: str) -> Iterator[tuple[int, int, Meaning]]:
        """Yield where each name stands and what it means, also names inside each other, by their start."""
        cut = _cut(text)
        first = self._root.after
        if first.keys().isdisjoint(cut.known):
            return
        for index, written in enumerate(cut.written):
            if not first.keys().isdisjoint(_forms(written)) or cut.joined.get(index) in first:
                for last, meaning in self._from(cut, index):
                    yield *cut.span(index, last), meaning

    def _from(self, cut: _Cut, index: int) -> Iterator[tuple[int, Meaning]]:
        """Walk the tree from one word; yield the last word of each name."""
        reached = [(self._root, index)]
        while reached:
            node, position = reached.pop()
            if not node.after or position == len(cut.written):
                continue
            for key, n_words in cut.keys(position):
                following = node.after.get(key)
                if following is not None:
                    for meaning in following.meanings:
                        yield position + n_words - 1, meaning
                    reached.append((following, position + n_words))


class Wording:
    """All words for one thing, any of which names it."""

    def __init__(self, names: Iterable[str]) -> None:
        self._matcher: Matcher[None] = Matcher()
        for name in sorted(names):
            self._matcher.add(name, None)

    def words(self) -> frozenset[str]:
        """Give all that its words are looked up by."""
        return self._matcher.words()

    def first_words(self) -> frozenset[str]:
        """Give all that the first word of any name is looked up by."""
        return self._matcher.first_words()

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield every place where a text names it."""
        return ((start, end) for start, end, _ in self._matcher.find(text))

    def search(self, text: str) -> tuple[int, int] | None:
        """Give the first place where a text names it."""
        return next(self.spans(text), None)

    def fullmatch(self, text: str) -> bool:
        """Whether a text is nothing but a name of it."""
        return any(span == (0, len(text)) for span in self.spans(text))


def _is_code(word: str) -> bool:
    return word != word.lower()


def _key(word: str) -> str:
    """Give what a word of a name is looked up by: itself if it holds capitals."""
    return word if _is_code(word) or not word[0].isalnum() else spelling(word)


def _numbers(word: str, *, codes_have_plural: bool) -> set[str]:
    """Give the keys of a word in the singular and in the plural."""
    if not word[0].isalnum():
        return {word}
    if _is_code(word):
        return {word, f"{word}s"} if codes_have_plural else {word}
    ending = "es" if word.endswith(_HISSES) else "s"
    plurals = {f"{word}{ending}"} | ({f"{word[:-1]}ies"} if word.endswith("y") else set())
    return {spelling(form) for form in {word, *plurals}}
