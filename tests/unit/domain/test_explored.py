from __future__ import annotations

from edgerag.domain.entities import RelationType
from edgerag.domain.explored import Related
from tests.graphs import make_entity


def test_a_denied_relation_is_another_than_the_same_affirmed() -> None:
    other = make_entity("malaria")
    said, denied = (Related(RelationType.TREATS, True, is_denied, other, ()) for is_denied in (False, True))
    assert said != denied
