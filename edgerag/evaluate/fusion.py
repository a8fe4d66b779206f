"""Of what several sources state: are the trusted values the true ones?

Over the queries for which some source claims a value, the mean of each query's

    precision   trusted values that are true / trusted values
    recall      true values that are trusted / true values
    f1          2 * (trusted and true) / (trusted + true)

A value is true if it has the same words as a true one in any order; in `f1_lenient`, if it can be the same
person's name. `f1_cross_validated` takes the threshold of each fifth of the queries from the other four.
`coverage` is the share of queries for which some source claims a value.

method     others, on the same reading of the claims; "majority, as written" takes the lists as they stand
left out   each part of the confidence
masked     30, 50 and 70 % of the claims taken away, so that every query keeps one
masked,    the same, so that each true value that was claimed still is: "ensuring that the query answers are
answers    still retrievable" (MultiRAG IV.B)
kept
shuffled   the values of 30, 50 and 70 % of the claims exchanged among them

The last three are the mean of some draws of claims: our F1, that of the majority on the same reading, and
that of the majority as written. `kept` is each of them / its F1 of all claims as they are, and
`kept_above_majority` our share less the majority's, from the same queries and draws. `attainable` is the F1
of the true ones among the values that are still claimed, which no choice exceeds, and `attainable_kept` that
/ our F1 of all claims.
"""

from __future__ import annotations

import hashlib
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from jaxtyping import Float64
from msgspec import structs

from edgerag.confirm.claims import Claim, Kind
from edgerag.confirm.columns import Columns
from edgerag.confirm.confidence import Part, Settings, Weighed
from edgerag.confirm.families import families
from edgerag.confirm.folding import key_of
from edgerag.confirm.fuse import best_form, read_all, weigh_read
from edgerag.confirm.line_graph import Stated
from edgerag.confirm.names import Name, same, words_of
from edgerag.confirm.values import read_value
from edgerag.confirm.variants import Read, bag_of
from edgerag.evaluate.datasets.fusion import FusionQuery, FusionSet
from edgerag.evaluate.metrics import Measure, bootstrap, mean_measure, ratio
from edgerag.evaluate.results import Group, Measurements, Progress
from edgerag.evaluate.truth_discovery import accuracy_copying, majority, truth_finder

SHARES: Final = (0.3, 0.5, 0.7)
"""Of the claims that are masked or shuffled, as in MultiRAG IV.B."""
THETAS: Final = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
_FOLDS: Final = 5
_SEED: Final = 20130501
"""Fixed, so that the same claims are masked and shuffled every time."""
_DRAWS: Final = 5
"""Of claims to be masked or shuffled: of one, which claims they are moves F1 by .02 to .04."""

Said = Sequence[Name]
Answer = Callable[[FusionQuery], Said | None]
"""Gives the values that are trusted; None if no source claims any."""


@dataclass(frozen=True, slots=True)
class Library:
    """Claims, read: what the methods choose from."""

    reads: tuple[Read, ...]
    """Of the groups in which a value could be read."""
    stated: tuple[Mapping[str, Stated], ...]
    at: Mapping[tuple[str, str], int]
    """The place of a group, by keys of thing and attribute."""

    def place_of(self, query: FusionQuery) -> int | None:
        """Give the place of the group that a query asks about."""
        return self.at.get((key_of(query.entity), key_of(query.attribute)))

    def written(self, place: int, values: Iterable[int]) -> Said:
        """Write values as they are written best."""
        return [best_form(self.reads[place].counts(value)) for value in values]


def evaluate_fusion(data: FusionSet, progress: Progress) -> Measurements:
    """Measure the confidence on a data set, other methods beside it."""
    asked = {query.attribute for query in data.queries}
    claims = [claim for claim in data.claims if claim.attribute in asked]
    progress("reading claims", 0, 0)
    library = _library(claims, data.kinds)
    covered = [query for query in data.queries if library.place_of(query) is not None]
    progress("weighing claims", 0, 0)
    weighed = _weigh(library, Settings())
    answer = _trusted(library, weighed, Settings().theta)
    measures = _measures(covered, answer)
    measures["f1_cross_validated"] = _cross_validated(library, weighed, covered)
    measures["coverage"] = mean_measure(
        [float(library.place_of(query) is not None) for query in data.queries]
    )
    groups = {
        "attribute": _by_attribute(covered, answer),
        "method": _methods(library, claims, covered, answer, progress),
        "left out": _ablation(library, covered),
        **{
            name: _perturbed(data, claims, covered, name, progress)
            for name in ("masked", "masked, answers kept", "shuffled")
        },
    }
    return Measurements(len(covered), measures, groups=groups)


def f1_of(said: Said, gold: Said, alike: Callable[[Name, Name], bool]) -> tuple[float, float, float]:
    """Give F1, precision and recall of values, each met by one true value at most."""
    left = list(gold)
    for one in said:
        met = next((true for true in left if alike(one, true)), None)
        if met is not None:
            left.remove(met)
    hits = len(gold) - len(left)
    return (
        2 * hits / (len(said) + len(gold)) if said or gold else 0.0,
        hits / len(said) if said else 0.0,
        hits / len(gold) if gold else 0.0,
    )


def _strict(one: Name, other: Name) -> bool:
    return bag_of(one) == bag_of(other)


def _measures(queries: Sequence[FusionQuery], answer: Answer) -> dict[str, Measure]:
    """Measure the answers; a query without one has none right."""
    gold = [[words_of(true) for true in query.answers] for query in queries]
    said = [answer(query) or () for query in queries]
    strict = [f1_of(one, true, _strict) for one, true in zip(said, gold, strict=True)]
    lenient = [f1_of(one, true, same)[0] for one, true in zip(said, gold, strict=True)]
    return {
        "f1": mean_measure([f1 for f1, _, _ in strict]),
        "f1_lenient": mean_measure(lenient),
        "precision": mean_measure([precision for _, precision, _ in strict]),
        "recall": mean_measure([recall for _, _, recall in strict]),
    }


def _library(claims: Sequence[Claim], kinds: Mapping[str, Kind]) -> Library:
    columns = Columns(claims)
    read = zip(columns.groups, read_all(columns, kinds), strict=True)
    pairs = [(group, each) for group, each in read if each.nodes]
    return Library(
        tuple(read for _, read in pairs),
        tuple({source: frozenset(node) for source, node in read.nodes.items()} for _, read in pairs),
        {(key_of(group.entity), key_of(group.attribute)): at for at, (group, _) in enumerate(pairs)},
    )


def _weigh(library: Library, settings: Settings) -> Sequence[Weighed | None]:
    several = range(len(library.stated))  # every query may have several answers
    return weigh_read(library.stated, families(library.stated, {}), settings, several)


def _trusted(library: Library, weighed: Sequence[Weighed | None], theta: float) -> Answer:
    def answer(query: FusionQuery) -> Said | None:
        place = library.place_of(query)
        group = weighed[place] if place is not None else None
        if place is None or group is None:
            return None
        best = max(group.confidence.values())
        return library.written(
            place, [value for value, share in group.confidence.items() if share >= min(theta, best)]
        )

    return answer


def _chosen(library: Library, choices: Sequence[Stated]) -> Answer:
    def answer(query: FusionQuery) -> Said | None:
        place = library.place_of(query)
        return None if place is None else library.written(place, sorted(choices[place]))

    return answer


def _attainable(library: Library) -> Answer:
    """Choose the true ones of the values that are claimed."""

    def answer(query: FusionQuery) -> Said | None:
        place = library.place_of(query)
        if place is None:
            return None
        claimed = frozenset().union(*library.stated[place].values())
        gold = [words_of(true) for true in query.answers]
        return [
            one for one in library.written(place, sorted(claimed)) if any(_strict(one, true) for true in gold)
        ]

    return answer


def _cross_validated(
    library: Library, weighed: Sequence[Weighed | None], queries: Sequence[FusionQuery]
) -> Measure:
    """Measure each fifth with the threshold that is best on the other four, the higher of equals."""
    by_theta = np.array(
        [
            [
                f1_of(answer(query) or (), [words_of(true) for true in query.answers], _strict)[0]
                for query in queries
            ]
            for answer in (_trusted(library, weighed, theta) for theta in THETAS)
        ]
    )
    fold = np.array([int(hashlib.sha256(query.id.encode()).hexdigest(), 16) % _FOLDS for query in queries])
    values = np.zeros(len(queries))
    for number in set(fold.tolist()):
        means = by_theta[:, fold != number].mean(axis=1) if (fold != number).any() else by_theta.mean(axis=1)
        best = int(np.flatnonzero(means == means.max())[-1])
        values[fold == number] = by_theta[best, fold == number]
    return mean_measure(values.tolist())


def _by_attribute(queries: Sequence[FusionQuery], answer: Answer) -> dict[str, Group]:
    by_attribute: defaultdict[str, list[FusionQuery]] = defaultdict(list)
    for query in queries:
        by_attribute[query.attribute].append(query)
    return {name: Group(len(some), _measures(some, answer)) for name, some in by_attribute.items()}


def _methods(
    library: Library,
    claims: Sequence[Claim],
    queries: Sequence[FusionQuery],
    answer: Answer,
    progress: Progress,
) -> dict[str, Group]:
    methods = {"edgerag": answer, "majority, as written": _as_written(claims)}
    for name, method in (
        ("majority", majority),
        ("TruthFinder", truth_finder),
        ("accuracy, copying", accuracy_copying),
    ):
        progress(name, 0, 0)
        methods[name] = _chosen(library, method(library.stated))
    return {name: Group(len(queries), _measures(queries, method)) for name, method in methods.items()}


def _as_written(claims: Sequence[Claim]) -> Answer:
    """Take the list that most sources state, each claim read by itself and no form joined with another."""
    lists: dict[tuple[str, str], dict[str, list[Name]]] = {}
    for claim in claims:
        by_source = lists.setdefault((key_of(claim.entity), key_of(claim.attribute)), {})
        by_source.setdefault(claim.source, []).extend(map(bag_of, read_value(Kind.NAMES, claim.value)))

    def answer(query: FusionQuery) -> Said | None:
        of_sources = lists.get((key_of(query.entity), key_of(query.attribute)), {})
        numbers: dict[Name, int] = {}
        for names in of_sources.values():
            for name in names:
                numbers.setdefault(name, len(numbers))
        nodes = {
            source: frozenset(numbers[name] for name in names)
            for source, names in of_sources.items()
            if names
        }
        return [name for name, at in numbers.items() if at in majority([nodes])[0]] if nodes else None

    return answer


def _ablation(library: Library, queries: Sequence[FusionQuery]) -> dict[str, Group]:
    """Measure with each part left out, and with all: sources are then merely counted."""
    left_out = {part.value: frozenset({part}) for part in Part} | {"all": frozenset(Part)}
    return {"nothing": _without(library, queries, frozenset())} | {
        name: _without(library, queries, parts) for name, parts in left_out.items()
    }


def _without(library: Library, queries: Sequence[FusionQuery], parts: frozenset[Part]) -> Group:
    settings = structs.replace(Settings(), without=parts)
    answer = _trusted(library, _weigh(library, settings), settings.theta)
    return Group(len(queries), _measures(queries, answer))


def _perturbed(
    data: FusionSet, claims: Sequence[Claim], queries: Sequence[FusionQuery], name: str, progress: Progress
) -> dict[str, Group]:
    whole = _f1_by_query(claims, data.kinds, queries)
    found: dict[str, Group] = {}
    for share in SHARES:
        drawn = []
        for draw in range(_DRAWS):
            progress(f"{name} {share:.0%}", draw, _DRAWS)
            order = random.Random(_SEED + draw)  # no secret
            some = _PERTURB[name](claims, queries, share, order)
            drawn.append(_f1_by_query(some, data.kinds, queries))
        left = np.mean(drawn, axis=0)
        measures = {method: mean_measure(left[at].tolist()) for at, method in enumerate(_COMPARED)}
        before = [*whole[: len(_METHODS)], whole[0]]  # what is attainable, by what we had
        kept = {f"{method}_kept": _kept(left[at], before[at]) for at, method in enumerate(_COMPARED)}
        above = {"kept_above_majority": _kept_above(left[:2], whole[:2])}
        found[f"{share:.0%}"] = Group(len(queries), measures | kept | above)
    return found


_METHODS: Final = ("f1", "majority", "as_written")
_COMPARED: Final = (*_METHODS, "attainable")


def _f1_by_query(
    claims: Sequence[Claim], kinds: Mapping[str, Kind], queries: Sequence[FusionQuery]
) -> Float64[np.ndarray, "method query"]:
    """Give the F1 of each query by each of `_COMPARED`."""
    library = _library(claims, kinds)
    answers = (
        _trusted(library, _weigh(library, Settings()), Settings().theta),
        _chosen(library, majority(library.stated)),
        _as_written(claims),
        _attainable(library),
    )
    return np.array(
        [
            [
                f1_of(answer(query) or (), [words_of(true) for true in query.answers], _strict)[0]
                for query in queries
            ]
            for answer in answers
        ]
    )


def _kept(left: Float64[np.ndarray, " query"], whole: Float64[np.ndarray, " query"]) -> Measure:
    """Divide one mean by the other, from both values of each query."""
    return bootstrap(len(whole), lambda draw: ratio(float(left[draw].sum()), float(whole[draw].sum())))


def _kept_above(
    left: Float64[np.ndarray, "method query"], whole: Float64[np.ndarray, "method query"]
) -> Measure:
    """Give the share that the first method keeps less the second's."""

    def difference(draw: np.ndarray) -> float:
        own, other = (ratio(float(left[at, draw].sum()), float(whole[at, draw].sum())) for at in (0, 1))
        return own - other

    return bootstrap(whole.shape[1], difference)


def _masked(
    claims: Sequence[Claim], queries: Sequence[FusionQuery], share: float, order: random.Random
) -> list[Claim]:
    """Take a share of the claims away at random; the first of what is asked about is kept if none is left."""
    gone = _some_of(claims, share, order)
    for stating in _claims_on(claims, queries):
        if stating and gone.issuperset(stating):
            gone.remove(min(stating))
    return [claim for at, claim in enumerate(claims) if at not in gone]


def _masked_but_answers(
    claims: Sequence[Claim], queries: Sequence[FusionQuery], share: float, order: random.Random
) -> list[Claim]:
    """Take claims away as `_masked` does; the first that states a true value is kept if none is left."""
    gone = _some_of(claims, share, order)
    for query, names_by_place in zip(queries, _claims_on(claims, queries), strict=True):
        for true in map(words_of, query.answers):
            stating = [at for at, names in names_by_place.items() if any(same(true, one) for one in names)]
            if stating and gone.issuperset(stating):
                gone.remove(stating[0])
        if names_by_place and gone.issuperset(names_by_place):
            gone.remove(min(names_by_place))
    return [claim for at, claim in enumerate(claims) if at not in gone]


def _shuffled(
    claims: Sequence[Claim],
    queries: Sequence[FusionQuery],  # noqa: ARG001  # of one shape with `_masked`
    share: float,
    order: random.Random,
) -> list[Claim]:
    """Exchange the values of a share of the claims among them."""
    places = order.sample(range(len(claims)), round(share * len(claims)))
    exchanged = list(claims)
    for place, other in zip(places, order.sample(places, len(places)), strict=True):
        exchanged[place] = structs.replace(claims[place], value=claims[other].value)
    return exchanged


_PERTURB: Final = {"masked": _masked, "masked, answers kept": _masked_but_answers, "shuffled": _shuffled}


def _some_of(claims: Sequence[Claim], share: float, order: random.Random) -> set[int]:
    return set(order.sample(range(len(claims)), round(share * len(claims))))


def _claims_on(claims: Sequence[Claim], queries: Sequence[FusionQuery]) -> list[dict[int, tuple[Name, ...]]]:
    """Give the places of the claims that each query asks about, with the names that each states."""
    places: dict[tuple[str, str], dict[int, tuple[Name, ...]]] = {
        (key_of(query.entity), key_of(query.attribute)): {} for query in queries
    }
    for at, claim in enumerate(claims):
        asked = places.get((key_of(claim.entity), key_of(claim.attribute)))
        if asked is not None and (names := read_value(Kind.NAMES, claim.value)):
            asked[at] = names
    return [places[key_of(query.entity), key_of(query.attribute)] for query in queries]
