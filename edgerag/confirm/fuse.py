"""Several sources about the same things: one entry for each attribute of each thing, and nothing hidden."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from edgerag.confirm.claims import Claim, Fused, Kind, Value
from edgerag.confirm.columns import Columns
from edgerag.confirm.confidence import Settings, Weighed, weigh
from edgerag.confirm.families import families
from edgerag.confirm.folding import words
from edgerag.confirm.homologous import Group
from edgerag.confirm.variants import Bag, Read, Stating, bag_of, read_groups

CLEAR: Final = 0.55
"""Share of the weight from which the one value of an attribute is trusted: more than half, with room for
small differences in history. Unfitted."""
_BETWEEN_WORDS: Final = re.compile(r"[^\w'’]+")
ABBREVIATED: Final = 0.3
"""How much a form speaks for a fuller one with all its words: "Paul Fortier" does not deny the J.

Chosen on development queries; with 0.2 and 0.4, F1 on the authors of 951 books is within .005.
"""


def fuse(
    claims: Iterable[Claim],
    kinds: Mapping[str, Kind],
    *,
    single: Iterable[str] = (),
    told_families: Mapping[str, str] | None = None,
    settings: Settings | None = None,
) -> list[Fused]:
    """Weigh claims against one another, in the order in which things and attributes are first met.

    Args:
        claims: of all sources.
        kinds: by attribute; text if it is not there.
        single: attributes that have one value: none is trusted that has no clear majority of the weight.
        told_families: sources that are known to speak with one voice, by source.
        settings: threshold and parts.
    """
    chosen = settings or Settings()
    columns = Columns(claims)
    groups, read = columns.groups, read_all(columns, kinds)
    stated = [{source: frozenset(node) for source, node in each.nodes.items()} for each in read]
    family = families(stated, told_families or {})
    only = frozenset(single)
    several = [at for at, group in enumerate(groups) if group.attribute not in only]
    return [
        _fused(group, each, weighed, family, chosen, is_single=group.attribute in only)
        for group, each, weighed in zip(
            groups, read, weigh_read(stated, family, chosen, several), strict=True
        )
    ]


def read_all(columns: Columns, kinds: Mapping[str, Kind]) -> list[Read]:
    """Read every group, those of one column together."""
    read: dict[int, Read] = {}
    for attribute in columns.names:
        some = read_groups(columns.column(attribute), kinds.get(attribute, Kind.TEXT))
        read.update(zip(columns.places(attribute), some, strict=True))
    return [read[at] for at in range(len(columns.groups))]


def weigh_read(
    stated: Sequence[Mapping[str, frozenset[int]]],
    family: Mapping[str, str],
    settings: Settings,
    several: Collection[int],
) -> list[Weighed | None]:
    """Weigh the groups in which any value could be read; those at `several` may have more than one."""
    places = [at for at, nodes in enumerate(stated) if nodes]
    open_ended = frozenset(several)
    weighed = iter(
        weigh(
            [stated[at] for at in places],
            family,
            settings,
            [new for new, at in enumerate(places) if at in open_ended],
        )
    )
    return [next(weighed) if nodes else None for nodes in stated]


def best_form(counts: Mapping[Bag, int]) -> Bag:
    """Choose how a value is written: the form of most sources, the first of equals.

    Shorter forms speak for fuller ones in part.
    """

    def support(bag: Bag) -> tuple[bool, float, int]:
        words = Counter(bag)
        behind = sum(
            n * (1 if other == bag else ABBREVIATED if Counter(other) < words else 0)
            for other, n in counts.items()
        )
        return (sum(len(word) > 1 for word in bag) > 1, behind, len(bag))

    return max(counts, key=support)


def _fused(
    group: Group,
    read: Read,
    weighed: Weighed | None,
    family: Mapping[str, str],
    settings: Settings,
    *,
    is_single: bool,
) -> Fused:
    confidence = weighed.confidence if weighed else {}
    order = sorted(confidence, key=lambda value: (-confidence[value], -len(read.counts(value)), value))
    trusted = {value for value in order if confidence[value] >= (CLEAR if is_single else settings.theta)}
    if not is_single:
        trusted.update(order[:1])
    return Fused(
        entity=group.entity,
        attribute=group.attribute,
        values=tuple(
            _value(group, read, value, confidence[value], trusted=value in trusted) for value in order
        ),
        agreement=weighed.graph.agreement if weighed else None,
        n_sources=len(read.nodes),
        n_families=len({family[source] for source in read.nodes}),
        unread=read.unread,
    )


def _value(group: Group, read: Read, value: int, confidence: float, *, trusted: bool) -> Value:
    behind = [one for node in read.nodes.values() for one in node.get(value, ())]
    best = best_form(read.counts(value))
    forms = [one for one in behind if bag_of(one.form) == best]
    return Value(
        text=_most_written(forms),
        words=forms[0].form,
        confidence=confidence,
        trusted=trusted,
        claims_for=tuple(dict.fromkeys(one.claim for one in behind)),
        claims_against=tuple(
            claim
            for source, node in read.nodes.items()
            if value not in node
            for claim in group.by_source[source]
        ),
    )


def _most_written(forms: Sequence[Stating]) -> str:
    """Write a value as most sources do, the first of equals; spaces, case and marks make no difference."""
    if len({one.claim.value for one in forms}) == 1:
        return _written(forms[0])
    texts: dict[str, str] = {}
    sources: dict[str, set[str]] = {}
    for one in forms:
        text = _written(one)
        look = "".join(words(text)) or text
        texts.setdefault(look, text)
        sources.setdefault(look, set()).add(one.claim.source)
    return texts[max(sources, key=lambda look: len(sources[look]))]


def _written(stating: Stating) -> str:
    """Write a value as its source does; of a list of names the one, in the source's own letters."""
    text = stating.claim.value.strip()
    if set(words(text)) == set(stating.form) or not set(stating.form) <= set(words(text)):
        return text
    letters = {word: written for written in _BETWEEN_WORDS.split(text) for word in words(written)}
    return " ".join(letters.get(word, word) for word in stating.form)
