from __future__ import annotations

from edgerag.domain.entities import EntityType, RelationType
from edgerag.evaluate.extraction import MarkedEntity, MarkedPassage, MarkedRelation, evaluate_extraction

TEXT = "Quinine is used for malaria. Pain in the leg."
QUININE = MarkedEntity(EntityType.DRUG, 0, 7)
MALARIA = MarkedEntity(EntityType.DISEASE, 20, 27)
PAIN = MarkedEntity(EntityType.SYMPTOM, 29, 33)
TREATS = MarkedRelation(0, RelationType.TREATS, 1)


def quiet(_what: str, _done: int, _total: int) -> None:
    pass


def values(*passages: MarkedPassage) -> dict[str, float]:
    measures = evaluate_extraction(passages, quiet).measures
    return {name: round(measure.value, 3) for name, measure in measures.items()}


def test_what_was_marked_and_read_counts_by_hand() -> None:
    # Read: quinine, malaria, pain, leg; quinine treats malaria, leg is the location of pain.
    marked = MarkedPassage(
        TEXT, (QUININE, MALARIA, PAIN, MarkedEntity(EntityType.TREATMENT, 11, 15)), (TREATS,)
    )
    assert values(marked) == {"entity_precision": 0.75, "entity_recall": 0.75, "relation_precision": 0.5}


def test_another_type_at_the_same_place_is_wrong() -> None:
    marked = MarkedPassage("Quinine.", (MarkedEntity(EntityType.CHEMICAL, 0, 7),))
    assert values(marked)["entity_precision"] == values(marked)["entity_recall"] == 0


def test_a_denied_relation_is_another() -> None:
    denied = MarkedRelation(0, RelationType.TREATS, 1, denied=True)
    assert values(MarkedPassage(TEXT, (QUININE, MALARIA), (denied,)))["relation_precision"] == 0


def test_headings_and_abbreviations_of_the_handbook_count() -> None:
    marked = MarkedPassage(
        "- IUD\n- quinine 600 mg",
        (MarkedEntity(EntityType.DISEASE, 2, 5), MarkedEntity(EntityType.DRUG, 8, 15)),
        headings=("Malaria", "Treatment"),
        abbreviations={"IUD": "intrauterine death"},
    )
    assert values(marked)["entity_recall"] == 1


def test_each_type_is_shown_for_itself() -> None:
    groups = evaluate_extraction([MarkedPassage(TEXT, (QUININE, MALARIA, PAIN))], quiet).groups["type"]
    assert {kind: group.n for kind, group in groups.items()} == {
        "drug": 1,
        "disease": 1,
        "symptom": 1,
        "body": 0,
    }
