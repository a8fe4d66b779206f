"""Fit the constants of edgerag.atlas.sureness and print them.

    python packaging/training/fit_sureness.py --handbooks FOLDER --questions FILE --workspace FOLDER

The folders are those of `fit_selection.py`. The map of the library is drawn, and a logistic regression
fitted to those of its differences that were judged. Cross-validation by handbook, each left out in turn with
all of its pairs, tells how often two pairs of which one is right are put in the right order (the area under
the curve), and how many of the surest are right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Event
from typing import Final

import numpy as np
from jaxtyping import Bool, Float64

from asking import library_options
from edgerag import paths
from edgerag.atlas.atlas import draw
from edgerag.atlas.stated import Stated, gather
from edgerag.atlas.sureness import SIGNS, Sureness
from edgerag.evaluate.datasets.handbooks import read_handbooks
from edgerag.evaluate.workspace import opened
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_embedder
from edgerag.store.library import Library
from judged_differences import JudgedDifference, judged_differences, named
from regression import logistic, scaling_of, with_intercept
from relevance_cases import filled

PENALTY: Final = 3.0
"""Of each weight, of signs with a spread of 1."""
FIRST: Final = (30, 60, 100, 150)

Weights = Float64[np.ndarray, " column"]


@dataclass(frozen=True, slots=True)
class Read:
    """A difference of the map that was judged."""

    handbooks: frozenset[str]
    signs: tuple[float, ...]
    is_right: bool


def main() -> None:
    """Draw the map, fit, and print how good the fit is and the fit."""
    parser = library_options(__doc__)
    options = parser.parse_args()
    pairs = list(read_pairs(options.handbooks, options.questions, options.workspace, judged_differences()))
    is_right = np.array([pair.is_right for pair in pairs])
    print(f"{len(pairs)} judged pairs are in the map, {is_right.mean():.3f} right")
    report(pairs, cross_validated(pairs))
    print("\n".join(constants(fitted(pairs))))


def read_pairs(
    handbooks: Path, questions: Path, workspace: Path, judged: Sequence[JudgedDifference]
) -> Iterator[Read]:
    """Draw the map of a library, made where it is not yet, and yield what of it was judged."""
    place = workspace / "handbooks"
    embedder = open_embedder(InstalledModels(paths.models_folder()))
    names = {
        handbook: name
        for name, handbook in filled(place, read_handbooks(handbooks, "dev", questions), embedder).items()
    }
    verdicts = {(one.statements, one.kind): one.verdict for one in judged}
    with opened(place) as shelf:
        books = shelf.library.handbooks()
        atlas = draw(shelf.library, books, lambda *_: None, Event())
        surely = Sureness(gather(shelf.library, books, lambda *_: None, Event()).stated)

        said = cache(lambda stated: (names[stated.handbook.id], _digest(shelf.library, stated)))
        for pair in (pair for group in atlas.groups for pair in group.pairs):
            statements = frozenset({said(pair.a), said(pair.b)})
            verdict = verdicts.get((statements, pair.attribute.kind))
            if verdict is not None:
                of = frozenset(handbook for handbook, _ in statements)
                yield Read(of, surely.signs(pair), is_right=verdict == "right")


def _digest(library: Library, stated: Stated) -> str:
    """Name a statement under its headings."""
    claim, book = stated.claim, stated.handbook.id
    path = next(one.path for one in library.sections(book) if one.start == claim.section < one.end)
    return named(library.text(book)[claim.start : claim.end], path)


def fitted(pairs: Sequence[Read]) -> Weights:
    """Fit the intercept, which has no penalty, and what the signs weigh."""
    rows = np.array([pair.signs for pair in pairs])
    scaling = scaling_of(rows)
    ridge = np.array([0.0] + [PENALTY] * rows.shape[1])
    truth = np.array([float(pair.is_right) for pair in pairs])
    found = logistic(with_intercept(scaling(rows)), truth, np.ones(len(pairs)), ridge)
    weights = found[1:] / scaling.scales
    return np.array([found[0] - scaling.means @ weights, *weights])


def cross_validated(pairs: Sequence[Read]) -> Float64[np.ndarray, " pair"]:
    """Give the log odds of each pair by fits without either of its handbooks, their mean."""
    names = sorted(frozenset[str]().union(*(pair.handbooks for pair in pairs)))
    of = {name: fitted([pair for pair in pairs if name not in pair.handbooks]) for name in names}
    return np.array(
        [np.mean([log_odds(pair, of[name]) for name in sorted(pair.handbooks)]) for pair in pairs]
    )


def log_odds(pair: Read, weights: Weights) -> float:
    """Give the log odds that a pair is right."""
    return float(np.array([1.0, *pair.signs]) @ weights)


def report(pairs: Sequence[Read], odds: Float64[np.ndarray, " pair"]) -> None:
    """Print how good the fit is on handbooks that it was not fitted on."""
    is_right = np.array([pair.is_right for pair in pairs])
    surest = is_right[np.argsort(-odds, kind="stable")]
    print(f"area {area(odds, is_right):.3f}", *(f"{n} {surest[:n].mean():.3f}" for n in FIRST))


def area(odds: Float64[np.ndarray, " pair"], is_right: Bool[np.ndarray, " pair"]) -> float:
    """Give how often a pair that is right has higher odds than one that is not."""
    apart = odds[is_right][:, None] - odds[~is_right][None]
    return float((apart > 0).mean() + (apart == 0).mean() / 2)


def constants(weights: Weights) -> Iterator[str]:
    """Yield the lines of edgerag.atlas.sureness."""
    intercept, *of_signs = weights.tolist()
    yield f"INTERCEPT: Final = {intercept:.2f}"
    yield f"WEIGHTS: Final = ({', '.join(f'{weight:.2f}' for weight in of_signs)})"
    yield f"# {', '.join(SIGNS)}"


if __name__ == "__main__":
    main()
