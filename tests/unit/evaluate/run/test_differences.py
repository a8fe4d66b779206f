from __future__ import annotations

import pytest

from edgerag.evaluate.bench import Bench
from edgerag.evaluate.run.differences import measure_differences
from edgerag.evaluate.run.source import Source


@pytest.mark.usefixtures("models")
def test_differences_of_the_samples_are_found_without_a_question(bench: Bench) -> None:
    result = measure_differences(Source(None), bench)
    assert result.dataset == "samples"
    assert result.measures["unasked_recall"].value
