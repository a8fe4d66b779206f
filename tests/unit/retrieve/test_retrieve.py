from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from threading import Event

import pytest

from edgerag.domain.evidence import Evidence, EvidenceMode
from edgerag.domain.handbooks import ParsedHandbook
from edgerag.domain.ids import HandbookId
from edgerag.domain.pages import handbook_text
from edgerag.errors import Cancelled
from edgerag.retrieve.retrieve import Retriever
from edgerag.understand.understand import understand

MakeHandbook = Callable[[str, Sequence[Sequence[tuple[str, str]]]], ParsedHandbook]
OpenRetriever = Callable[..., Retriever]

QUESTION = "What dose of adrenaline should an adult with anaphylaxis receive?"
FILLER = " ".join(f"Visit {n} records weight, height and blood pressure of the patient." for n in range(60))


@pytest.fixture
def shelf(make_handbook: MakeHandbook) -> list[ParsedHandbook]:
    """Two handbooks that answer, one that speaks of other things, one without any text to search."""
    north = make_handbook(
        "North",
        [
            [("Fever", f"Give paracetamol. {FILLER}")],
            [
                (
                    "Anaphylaxis",
                    "An adult with anaphylaxis should receive adrenaline, dose 0.5 mL (1:1000) IM.",
                )
            ],
        ],
    )
    south = make_handbook(
        "South",
        [
            [
                ("Wounds", FILLER),
                ("Shock", "Adult anaphylaxis: what dose? The patient should receive 1 mL adrenaline IM."),
            ]
        ],
    )
    east = make_handbook("East", [[("Vaccines", FILLER)], [("Cold chain", FILLER)]])
    return [north, south, east]


def answered(evidence: Sequence[Evidence]) -> list[str]:
    return [found.handbook.title for found in evidence if found.is_sufficient]


def test_finds_who_answers_and_who_is_silent(
    shelf: list[ParsedHandbook], open_retriever: OpenRetriever
) -> None:
    evidence = list(open_retriever(shelf).retrieve(understand(QUESTION)))
    assert sorted(answered(evidence)) == ["North", "South"]
    assert [found.handbook.title for found in evidence][-1] == "East"
    best = {found.handbook.title: found.passages[0] for found in evidence if found.is_sufficient}
    assert "0.5 mL (1:1000) IM" in best["North"].text
    assert (best["North"].path, best["North"].first_page) == (("Anaphylaxis",), 2)
    assert "1 mL adrenaline" in best["South"].text


def test_every_handbook_is_yielded_exactly_once(
    shelf: list[ParsedHandbook], open_retriever: OpenRetriever
) -> None:
    for question in (QUESTION, "zebra", "weight and height", "成人过敏性休克应使用多少肾上腺素？", "?!"):
        evidence = list(open_retriever(shelf).retrieve(understand(question)))
        assert sorted(found.handbook.id for found in evidence) == sorted(p.handbook.id for p in shelf)


def test_passages_are_verbatim_bounded_and_apart(
    shelf: list[ParsedHandbook], open_retriever: OpenRetriever
) -> None:
    texts = {parsed.handbook.id: handbook_text(parsed.pages) for parsed in shelf}
    for found in open_retriever(shelf).retrieve(
        understand("weight, height and blood pressure at each visit")
    ):
        text = texts[found.handbook.id]
        assert len(found.passages) <= 5
        for passage in found.passages:
            assert passage.text == text[passage.start : passage.end]
            assert passage.start <= passage.chunk_start < passage.chunk_end <= passage.end
        spans = sorted((passage.start, passage.end) for passage in found.passages)
        assert all(end <= start for (_, end), (start, _) in pairwise(spans))


def test_only_the_handbooks_named(shelf: list[ParsedHandbook], open_retriever: OpenRetriever) -> None:
    north = shelf[0].handbook.id
    evidence = list(open_retriever(shelf).retrieve(understand(QUESTION), [north]))
    assert [found.handbook.id for found in evidence] == [north]


def test_an_empty_library_has_no_evidence(open_retriever: OpenRetriever) -> None:
    retriever = open_retriever([])
    assert list(retriever.retrieve(understand(QUESTION))) == []
    assert retriever.rank(understand(QUESTION), 10) == []


def test_a_question_in_chinese_is_addressed_by_no_english_handbook(
    shelf: list[ParsedHandbook], open_retriever: OpenRetriever
) -> None:
    assert (
        answered(list(open_retriever(shelf).retrieve(understand("成人过敏性休克应使用多少肾上腺素？")))) == []
    )


def test_the_same_question_gives_the_same_evidence(
    shelf: list[ParsedHandbook], open_retriever: OpenRetriever
) -> None:
    first = list(open_retriever(shelf).retrieve(understand(QUESTION)))
    assert list(open_retriever(shelf[::-1]).retrieve(understand(QUESTION))) == first


@pytest.mark.parametrize("budget", [0, 1, 4, 160])
def test_the_cross_encoder_never_reads_more_than_it_may(
    budget: int, shelf: list[ParsedHandbook], open_retriever: OpenRetriever, read_passages: list[str]
) -> None:
    evidence = list(open_retriever(shelf, rerank_passages=budget).retrieve(understand(QUESTION)))
    assert len(read_passages) <= budget
    assert sum(found.trace.n_reranked for found in evidence) == len(read_passages)


def test_the_first_evidence_comes_before_the_rest_is_read(
    shelf: list[ParsedHandbook], open_retriever: OpenRetriever, read_passages: list[str]
) -> None:
    found = next(open_retriever(shelf).retrieve(understand(QUESTION)))
    assert found.is_sufficient
    assert len(read_passages) == found.trace.n_reranked


def test_the_trace_says_in_which_turn_a_handbook_was_read_and_what_it_promised(
    shelf: list[ParsedHandbook], open_retriever: OpenRetriever
) -> None:
    in_turn = sorted(
        (found.trace for found in open_retriever(shelf).retrieve(understand(QUESTION))),
        key=lambda trace: trace.turn,
    )
    assert [trace.turn for trace in in_turn] == list(range(1, len(shelf) + 1))
    read = [trace.promise for trace in in_turn if trace.n_reranked]
    assert read == sorted(read, reverse=True)
    assert all(bool(trace.signs) == bool(trace.n_reranked) for trace in in_turn)


def test_a_short_handbook_is_given_whole_to_a_generator(
    make_handbook: MakeHandbook, open_retriever: OpenRetriever
) -> None:
    leaflet = make_handbook(
        "Leaflet",
        [
            [
                ("Storage", "Keep cool and dry."),
                ("Anaphylaxis", "An adult with anaphylaxis should receive adrenaline, dose 0.5 mL."),
            ]
        ],
    )
    (found,) = open_retriever([leaflet], full_document_tokens=1000).retrieve(understand(QUESTION))
    assert found.trace.mode is EvidenceMode.FULL_DOCUMENT
    assert [passage.path for passage in found.passages] == [("Anaphylaxis",), ("Storage",)]
    text = handbook_text(leaflet.pages)
    assert all(passage.text == text[passage.start : passage.end] for passage in found.passages)


def test_the_trace_says_what_was_looked_at(
    shelf: list[ParsedHandbook], open_retriever: OpenRetriever
) -> None:
    traces = {
        found.handbook.title: found.trace for found in open_retriever(shelf).retrieve(understand(QUESTION))
    }
    assert traces["North"].best_page == 2
    assert traces["North"].sections[0] == "Anaphylaxis"
    assert traces["North"].first_stage.keys() == {"dense", "words", "bodies", "titles"}
    assert traces["North"].relevance > 0.5 > traces["East"].relevance


def test_a_cancelled_retrieval_keeps_what_it_yielded(
    shelf: list[ParsedHandbook], open_retriever: OpenRetriever
) -> None:
    cancel = Event()
    evidence = open_retriever(shelf).retrieve(understand(QUESTION), cancel=cancel)
    assert next(evidence).is_sufficient
    cancel.set()
    with pytest.raises(Cancelled):
        next(evidence)


def test_ranks_sections_of_all_handbooks_together(
    shelf: list[ParsedHandbook], open_retriever: OpenRetriever
) -> None:
    ranking = open_retriever(shelf).rank(understand(QUESTION), 3)
    names: dict[HandbookId, str] = {parsed.handbook.id: parsed.handbook.title for parsed in shelf}
    assert {names[section.handbook] for section in ranking[:2]} == {"North", "South"}
    assert [section.score for section in ranking] == sorted((s.score for s in ranking), reverse=True)
    assert len({section.section_id for section in ranking}) == len(ranking) == 3
