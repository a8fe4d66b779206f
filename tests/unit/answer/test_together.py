from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgerag.answer.answer import Quoted, quote_answer
from edgerag.answer.cite import verify
from edgerag.answer.together import Said, best_said, together
from edgerag.domain.answers import Answer, AnswerMode, Citation, Status
from edgerag.domain.evidence import EvidenceMode, RetrievalTrace
from edgerag.domain.handbooks import Handbook, Origin, Stated
from edgerag.domain.ids import HandbookId, SectionId
from edgerag.understand.understand import understand
from tests.synthetic import Indifferent
from tests.unit.answer.conftest import HANDBOOK, MakeEvidence

BOTH = "What do the guideline and the formulary say about fever?"


def book(name: str, collection: str) -> Handbook:
    metadata = replace(HANDBOOK.metadata, collection=Stated(collection, Origin.PERSON))
    return replace(HANDBOOK, id=HandbookId(name), metadata=metadata)


def said(name: str, collection: str, n_words: int, likely: float, status: Status = Status.ANSWERED) -> Said:
    trace = RetrievalTrace(EvidenceMode.RETRIEVED, 9, 1, 1.0, likely, ())
    quote = " ".join(["word"] * n_words)
    cited = (Citation(SectionId(1), "Fever", 1, 1, quote, 0, len(quote)),) if n_words else ()
    return Said(Answer(book(name, collection), status, quote, AnswerMode.EXTRACTIVE, cited, trace), cited)


def test_collections_that_the_question_names_are_quoted_before_likelier_handbooks() -> None:
    shelf = [
        said("g1", "guideline", 6, 0.9),
        said("g2", "guideline", 6, 0.8),
        said("f1", "formulary", 6, 0.6),
        said("t1", "textbook", 2, 0.7),
    ]
    # Of 14 words: 6 for the guideline, 6 for the formulary, 2 left, which the textbook takes.
    packed = together(BOTH, shelf, words=14)
    assert packed.handbooks == ("g1", "t1", "f1")
    assert packed.left_out == ("g2",)
    assert packed.named == ("guideline", "formulary")
    assert packed.silent == ()
    assert together("What is done for fever?", shelf, words=14).handbooks == ("g1", "t1", "f1")


def test_with_room_every_handbook_that_answers_is_quoted_the_likeliest_first() -> None:
    shelf = [said("a", "", 5, 0.6), said("b", "guideline", 5, 0.9), said("c", "guideline", 5, 0.7)]
    assert together("Fever?", shelf).handbooks == ("b", "c", "a")


def test_a_collection_that_is_named_and_does_not_answer_is_told() -> None:
    shelf = [said("g", "guideline", 5, 0.9), said("f", "formulary", 5, 0.4, Status.UNCERTAIN)]
    packed = together(BOTH, shelf)
    assert (packed.handbooks, packed.silent, packed.left_out) == (("g",), ("formulary",), ())


def test_a_collection_that_was_only_guessed_is_not_taken_for_one_that_answers() -> None:
    guessed = said("g", "guideline", 5, 0.9)
    stated = replace(guessed.answer.handbook.metadata, collection=Stated("guideline", Origin.DOCUMENT))
    answer = replace(guessed.answer, handbook=replace(guessed.answer.handbook, metadata=stated))
    packed = together(BOTH, [replace(guessed, answer=answer)])
    assert (packed.handbooks, packed.silent) == (("g",), ("guideline", "formulary"))


def test_what_cannot_be_quoted_is_named_as_left_out() -> None:
    assert together("Fever?", [said("g", "guideline", 0, 0.9)]).left_out == ("g",)


def test_the_best_statement_is_cited_with_the_ban_that_it_stands_under(evidence: MakeEvidence) -> None:
    found, pages = evidence(
        "Snake bite\n\nDo not:\n\n• cut the flesh around the bite\n\n• suck the venom out of the bite\n"
    )
    quoted = quote_answer(
        understand("Should the venom be sucked out of a snake bite?"), found, pages, Indifferent()
    )
    best = best_said(quoted.answer, quoted, pages)
    assert best.citations[0].quote.startswith("Do not:")
    assert all(verify(citation, pages) for citation in best.citations)


def test_a_statement_that_the_pages_do_not_hold_is_not_cited_in_part(evidence: MakeEvidence) -> None:
    found, pages = evidence("Give adrenaline 0.5 mL.")
    quoted = quote_answer(understand("What dose of adrenaline?"), found, pages, Indifferent())
    other = [replace(page, text=page.text.replace("0.5", "5.0")) for page in pages]
    assert best_said(quoted.answer, quoted, other).citations == ()
    assert best_said(quoted.answer, Quoted(quoted.answer, ()), pages).citations == ()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(st.sampled_from(["guideline", "formulary", ""]), st.integers(0, 30), st.floats(0, 1)),
        max_size=6,
    ),
    st.integers(0, 60),
)
def test_every_handbook_that_answers_is_quoted_or_named(
    shelf: Sequence[tuple[str, int, float]], words: int
) -> None:
    spoken = [said(str(n), *one) for n, one in enumerate(shelf)]
    packed = together(BOTH, spoken, words)
    assert sorted((*packed.handbooks, *packed.left_out)) == sorted(str(n) for n in range(len(shelf)))
    assert sum(len(c.quote.split()) for one in packed.excerpts for c in one.citations) <= words
