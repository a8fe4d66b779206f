from __future__ import annotations

from edgerag.domain.entities import Relation, RelationType
from edgerag.domain.pages import handbook_text
from edgerag.extract.clauses import CUE_CONFIDENCE
from edgerag.extract.headings import HEADING_CONFIDENCE
from edgerag.extract.naming import Naming
from edgerag.extract.relations import relations
from edgerag.extract.statements import Reader
from tests.synthetic import make_handbook


def related(*texts: str, heading: str = "Malaria") -> list[Relation]:
    book = make_handbook("Book", texts, headings=[heading] * len(texts))
    reader = Reader(handbook_text(book.pages), book.chunks, Naming(()))
    statements = tuple(one for section in book.sections for one in reader.read(section))
    return list(relations(statements))


def test_a_relation_tells_where_the_statement_stands_and_how_sure_it_is() -> None:
    (one,) = related("Quinine is used for malaria.", heading="Fevers")
    assert (one.source, one.type, one.target) == ("drug:quinine", RelationType.TREATS, "disease:malaria")
    assert (one.start, one.end, one.confidence) == (0, 28, CUE_CONFIDENCE)
    assert not one.is_denied


def test_the_words_of_a_statement_go_before_its_headings() -> None:
    (one,) = related("Quinine is contraindicated in malaria.", heading="Treatment of malaria")
    assert one.is_denied
    assert one.confidence == CUE_CONFIDENCE


def test_the_headings_speak_where_the_words_do_not() -> None:
    (one,) = related("- quinine 600 mg", heading="Treatment of malaria")
    assert (one.source, one.target, one.confidence) == ("drug:quinine", "disease:malaria", HEADING_CONFIDENCE)


def test_the_same_words_on_many_pages_are_no_association() -> None:
    footer = "Malaria hotline; ask about fever."
    assert related(*[footer] * 9, heading="Notes") == []


def test_what_is_named_together_again_and_again_is_associated() -> None:
    texts = [f"Malaria {word} fever" for word in ("then", "or else", "after")]
    filler = [f"Give drug {n} for scabies." for n in range(9)]
    assert {one.type for one in related(*texts, *filler, heading="Notes")} == {RelationType.ASSOCIATED_WITH}
