from __future__ import annotations

from edgerag.domain.entities import EntityType as T
from edgerag.language.entities import named
from edgerag.language.entity_names import lines, rarely_named


def found(text: str) -> list[tuple[T, str]]:
    return [(one.type, one.name) for one in rarely_named(text)]


def test_what_the_lexicon_lacks_is_known_by_its_rarer_names() -> None:
    assert found("Papilloma; the acetabulum; auscultation") == [
        (T.DISEASE, "papilloma"),
        (T.BODY, "acetabulum"),
        (T.EXAMINATION, "auscultation"),
    ]


def test_another_name_of_what_the_lexicon_has_is_the_same_thing() -> None:
    assert [(one.type, one.name) for one in named("kala-azar")] == found("assam fever")[:1]


def test_a_word_that_also_means_something_else_names_nothing() -> None:
    assert found("She felt a cold draft in the chest, lap and head; a felon and a chip on the shoulder") == []


def test_no_name_is_also_one_of_the_lexicons() -> None:
    def is_known(name: str) -> bool:
        return any((one.start, one.end) == (0, len(name)) for one in named(name))

    assert len(lines()) > 3000
    assert not [names for _, names in lines() if all(map(is_known, names))]
