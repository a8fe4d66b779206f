from __future__ import annotations

import time

import pytest

from edgerag.domain.entities import RelationType
from edgerag.extract.cues import CUES


@pytest.mark.parametrize(
    ("between", "kind"),
    [
        (" is used for ", RelationType.TREATS),
        (" reduces the risk of ", RelationType.PREVENTS),
        (" is caused by ", RelationType.CAUSES),
        (" affects the ", RelationType.AFFECTS),
        (" in the left ", RelationType.LOCATION_OF),
        (" is associated with ", RelationType.ASSOCIATED_WITH),
        (" of the ", RelationType.PART_OF),
        (" using a sterile ", RelationType.USES),
    ],
)
def test_each_relation_has_a_cue(between: str, kind: RelationType) -> None:
    assert kind in {cue.type for cue in CUES if cue.between.match(between)}


@pytest.mark.parametrize("between", [" for" * 30, " give" * 24, " -" * 60, " a" * 60, "(" * 120])
def test_no_words_make_a_cue_slow(between: str) -> None:
    start = time.process_time()
    for cue in CUES:
        cue.between.match(between)
    assert time.process_time() - start < 0.5
