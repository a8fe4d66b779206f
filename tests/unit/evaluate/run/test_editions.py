from __future__ import annotations

import pytest

from edgerag.errors import ConfigError
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.run.editions import measure_editions
from edgerag.evaluate.run.source import Source


def test_work_with_a_handbook_that_is_not_there_is_refused_before_anything_is_read(
    bench: Bench,
) -> None:
    with pytest.raises(ConfigError, match="no handbook atlantis-2019") as refused:
        measure_editions(Source(None), bench, works=[["kestrel-bay-2014", "atlantis-2019"]])
    assert "kestrel-bay-2014" in refused.value.hint
