from __future__ import annotations

from edgerag.domain.notices import NOTHING_SAID, Concern, Notice, Understood


def test_a_concern_is_found_among_the_notices() -> None:
    understood = Understood("dose", (Notice(Concern.VAGUE, "say more"),))
    assert understood.has(Concern.VAGUE)
    assert not understood.has(Concern.ABSENT)
    assert not any(NOTHING_SAID.has(concern) for concern in Concern)
