from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from asking import AskedLibrary
from edgerag.answer.signs import WEIGHTS, Signs
from edgerag.evaluate.datasets.handbooks import HandbookSet
from edgerag.evaluate.workspace import opened
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_embedder, open_reranker
from fit_reading import ReadGroup, fitted, place_of_best, read_groups, shares_found
from relevance_cases import filled

QUESTION = "What dose of zinc should a child with diarrhoea get?"
HANDBOOK = """# Diarrhoea

Give zinc 20 mg once daily for 10 days to a child with diarrhoea.

Wash hands before you prepare food for a child.
"""


def made(seed: int, weights: tuple[float, ...]) -> ReadGroup:
    """Statements whose probabilities are as the weights have them."""
    rows = np.random.default_rng(seed).uniform(size=(12, len(weights)))
    chances = np.exp(rows @ np.array(weights))
    probabilities = 0.9 * chances / chances.max()
    return ReadGroup(f"question {seed}", tuple(map(tuple, rows.tolist())), tuple(probabilities.tolist()))


def test_weights_by_which_statements_were_made_are_found_again() -> None:
    weights = (1.0, 2.0, 0.5, 3.0, 1.5)
    groups = [made(seed, weights) for seed in range(300)]
    assert fitted(groups) == pytest.approx(weights, abs=0.2)


def test_the_likeliest_is_counted_among_the_first_by_the_weights_of_its_fold() -> None:
    weights = (1.0, 2.0, 0.5, 3.0, 1.5)
    groups = [made(seed, weights) for seed in range(20)]
    assert [place_of_best(group, weights) for group in groups] == [0] * 20
    assert dict(shares_found(groups, [weights] * 5)) == {4: 1, 8: 1, 12: 1, 16: 1}
    reversed_ = [[-weight for weight in weights]] * 5
    assert dict(shares_found(groups, reversed_))[8] == 0


def test_the_chance_of_the_program_is_what_is_fitted() -> None:
    one, other = Signs(0.8, 1.0, 0.5, 1.0, 0.7), Signs(0.2, 0.4, 0.9, 0.5, 1.0)
    by_fit = np.exp((np.array(one.regressors) - np.array(other.regressors)) @ np.array(WEIGHTS))
    assert one.by_words / other.by_words == pytest.approx(by_fit)


def test_what_the_selector_reads_comes_with_its_signs_and_its_probability(
    tmp_path: Path, models_folder: Path
) -> None:
    file = tmp_path / "diarrhoea.md"
    file.write_text(HANDBOOK, encoding="utf-8")
    models = InstalledModels(models_folder)
    embedder, reranker = open_embedder(models), open_reranker(models)
    ids = filled(tmp_path / "library", HandbookSet({"diarrhoea": file}, (), {}), embedder)
    with opened(tmp_path / "library") as shelf:
        library = AskedLibrary(shelf, ids, embedder, reranker)
        (group,) = read_groups([QUESTION], library, reranker)
    assert group.question == QUESTION
    assert len(group.regressors) == len(group.probabilities) > 1
    assert all(len(row) == len(WEIGHTS) for row in group.regressors)
    assert max(group.probabilities) == group.probabilities[0]
