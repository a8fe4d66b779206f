from __future__ import annotations

from edgerag.domain.entities import EntityType, entity_id


def test_an_entity_is_named_by_its_type_and_its_canonical_name() -> None:
    assert entity_id(EntityType.DISEASE, "malaria") == "disease:malaria"


def test_the_same_name_of_another_type_is_another_entity() -> None:
    assert entity_id(EntityType.CHEMICAL, "lead") != entity_id(EntityType.INSTRUMENT, "lead")
